//! The openings of jobs: positions and moves, or how a worker draws them.

use serde_json::json;

use super::read_seed;
use crate::arena::opening::{Opening, Openings};
use crate::arena::player::Stop;
use crate::host::{Game, MoveRef, SeatRef, State};
use crate::taken::Taken;
use contract::arguments::WholeNumber;
use contract::error::{Error, Result};
use contract::value::{Dict, Value, quoted_value};

const fn whole(name: &'static str, most: u64) -> WholeNumber {
    WholeNumber {
        name,
        doc: "",
        least: 0,
        most,
        default: None,
    }
}

/// The opening of a job: a map of `start` and `moves`, each move a text or a list of a seat and
/// a text; or of `random`, which says how the worker draws it.
pub(super) fn read_opening(taken: &mut Taken<'_>, game: &Game, stop: &Stop) -> Result<Opening> {
    let given = taken.map("opening")?.unwrap_or_default();
    let mut taken = Taken::new(given);
    let start = taken.text("start")?;
    let moves = taken.list("moves")?.unwrap_or_default();
    let random = taken.map("random")?;
    taken.end()?;
    if let Some(random) = random {
        if start.is_some() || !moves.is_empty() {
            return Err(Error::invalid_option(
                "opening: takes start and moves, or random",
            ));
        }
        return read_random(random)
            .and_then(|(openings, number)| openings.opening(game, number, stop))
            .map_err(|error| error.at("opening: random"));
    }
    let state = match &start {
        None => game.start()?,
        Some(text) => game.parse(text, &[]).map_err(|error| error.at("opening"))?,
    };
    let mut opening = Opening {
        start,
        moves: Vec::with_capacity(moves.len()),
        state,
    };
    for (index, value) in moves.iter().enumerate() {
        add_move(&mut opening, value).map_err(|e| e.at(format_args!("opening: moves[{index}]")))?;
    }
    Ok(opening)
}

/// Random openings as [`describe_opening`] describes them, and the number of one.
fn read_random(given: Dict) -> Result<(Openings, u64)> {
    let mut taken = Taken::new(given);
    let missing =
        |name: &str| Error::invalid_option(format!("{name}: takes an integer, and none is given"));
    let seed = read_seed(&mut taken)?.ok_or_else(|| missing("seed"))?;
    let mut take = |name: &'static str, most: u64| {
        let number = taken.maybe_whole(&whole(name, most))?;
        number.ok_or_else(|| missing(name))
    };
    let number = take("number", u64::MAX)?;
    let plies = take("plies", u64::from(Openings::MOST_PLIES))? as u32;
    let nodes = take("nodes", Openings::MOST_NODES)?;
    let balance = taken.maybe_whole(&whole("balance", u64::from(u32::MAX)))?;
    taken.end()?;
    let openings = Openings::Random {
        seed,
        plies,
        balance: balance.map(|most| most as u32),
        nodes,
    };
    Ok((openings, number))
}

/// The opening of this number as the value that a job has: random ones are drawn by the worker,
/// since judging them takes as long as a short game.
pub(in crate::arena) fn describe_opening(openings: &Openings, number: u64) -> Result<Value> {
    Ok(match openings {
        Openings::Random { plies: 0, .. } => json!({}),
        Openings::Random {
            seed,
            plies,
            balance,
            nodes,
        } => json!({ "random": {
            "seed": seed.to_string(), "number": number, "plies": plies, "balance": balance, "nodes": nodes,
        }}),
        Openings::Listed(list) => {
            let which = number.checked_rem(list.len() as u64).unwrap_or(0) as usize;
            let start = list
                .get(which)
                .ok_or_else(|| Error::invalid_option("openings: there is none"))?;
            json!({ "start": start })
        }
    })
}

fn add_move(opening: &mut Opening, value: &Value) -> Result<()> {
    let wrong = || {
        Error::invalid_option(format!(
            "takes a move, or a list of a seat and a move, not {}",
            quoted_value(value)
        ))
    };
    let (seat, text) = match value {
        Value::String(text) => (None, &**text),
        Value::Array(pair) => match &pair[..] {
            [Value::String(seat), Value::String(text)] => (Some(&**seat), &**text),
            _ => return Err(wrong()),
        },
        _ => return Err(wrong()),
    };
    let state: &State = &opening.state;
    let seat = match seat {
        Some(name) => state.game().seat(SeatRef::Name(name))?,
        None => state.live().single().ok_or_else(|| {
            Error::invalid_option("several seats may act, so a move is a list of a seat and a move")
        })?,
    };
    let at = Some(SeatRef::Index(i64::from(seat.0)));
    let said = MoveRef::Text(text);
    let canonical = state.move_text(at, said, None, None)?;
    let next = state.play(at, said, None)?;
    opening.state = next;
    opening.moves.push((seat.0, canonical));
    Ok(())
}
