//! Games of a match in Portable Game Notation, for games that have SAN.

use super::record::{Played, RecordedPly};
use crate::host::{Game, MoveRef, SeatRef, State};
use crate::records::Record;
use ::records::write::{self, Movetext, WriteOptions};
use ::records::{Annotations, GameResult, Node, STYLE, Tree};
use contract::bot::Score;
use contract::error::{Error, Result};
use contract::game::Seat;
use contract::value::Value;

/// PGN tags that cannot be derived from a game record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PgnTags {
    /// Event to which the games belong.
    pub event: String,
    /// The day, as `2024.12.31`; empty where it is not known.
    pub date: String,
    /// The time control as the standard writes it; empty where there is none.
    pub time_control: String,
}

/// A game as PGN, or as BPGN where its seats are those of several boards, a blank line at its
/// end. `names` are those of the players. A comment after each move says what its player
/// thought (score, depth, seconds).
///
/// # Errors
///
/// `unsupported` for a game without SAN; those of a move that cannot be replayed.
pub fn pgn(game: &Game, played: &Played, names: &[String], headings: &PgnTags) -> Result<String> {
    if !game.info().styles.contains(&STYLE) {
        return Err(Error::unsupported(format!(
            "pgn: {} is not written in PGN",
            game.name()
        )));
    }
    let mut state = match &played.start {
        None => game.start()?,
        Some(text) => game.parse(text, &[])?,
    };
    let tags = tags(game, &state, played, names, headings);
    if game.seats().len() > 2 {
        let record = Record::new(&state, &tree(played), &tags, Some(result(played)), None)?;
        return record.pgn(WriteOptions::default());
    }
    let mut out = write::tags(&tags)?;
    let second = state.live().single().is_some_and(|seat| seat.0 == 1);
    let mut text = Movetext::after_start(&state.notation(), second);
    let none = Annotations::default();
    for ply in &played.plies {
        let (seat, action) = (
            Some(SeatRef::Index(i64::from(ply.seat))),
            MoveRef::Text(&ply.text),
        );
        text.action(&state.move_text(seat, action, Some(STYLE), None)?);
        if let Some(time) = ply.time {
            text.comment(&spent(ply, time), &none);
        }
        state = state.play(seat, action, None)?;
    }
    text.comment(&ending(played), &none);
    out.push_str(&text.end(result(played)));
    out.push('\n');
    Ok(out)
}

/// The moves of a game with what their players thought, in the order in which they were made.
fn tree(played: &Played) -> Tree<String> {
    let mut tree = Tree::default();
    let mut at = None;
    for ply in &played.plies {
        let mut node = Node::new(Seat(ply.seat), ply.text.clone());
        node.after.extend(ply.time.map(|time| spent(ply, time)));
        at = Some(tree.push(at, node));
    }
    match at {
        Some(last) => tree.node_mut(last).after.push(ending(played)),
        None => tree.comments.push(ending(played)),
    }
    tree
}

/// `+0.35/12 0.100s`.
fn spent(ply: &RecordedPly, micros: u64) -> String {
    let thought = thought(ply.score, ply.depth);
    format!("{thought}{:.3}s", micros as f64 / 1e6)
}

/// The reason of the end.
fn ending(played: &Played) -> String {
    match &played.fault {
        None => played.reason.clone(),
        Some(fault) => format!("{}: {}", played.reason, fault.message),
    }
}

/// The result of the first board, whose seats are the first two.
fn result(played: &Played) -> GameResult {
    let won = |seat| played.winners.contains(&seat);
    match (won(0), won(1)) {
        (true, false) => GameResult::FirstWins,
        (false, true) => GameResult::SecondWins,
        _ => GameResult::Draw,
    }
}

/// The tag with the name of a seat's player: `White` of `white`, `WhiteA` of `A.white`.
fn player_tag(seat: &str) -> String {
    let (board, side) = seat.split_once('.').unwrap_or(("", seat));
    let (first, rest) = side.split_at_checked(1).unwrap_or((side, ""));
    format!("{}{rest}{board}", first.to_ascii_uppercase())
}

fn tags(
    game: &Game,
    start: &State,
    played: &Played,
    names: &[String],
    headings: &PgnTags,
) -> Vec<(String, String)> {
    let name = |seat: usize| {
        let number = played.players.get(seat).copied();
        number
            .and_then(|n| names.get(n))
            .map_or("?", String::as_str)
    };
    let round = played.id - played.opening * names.len().max(1) as u64 + 1;
    let tag = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let mut tags = vec![
        tag("Event", &headings.event),
        tag("Date", &headings.date),
        tag("Round", &format!("{}.{round}", played.opening + 1)),
    ];
    for (number, seat) in game.seats().iter().enumerate() {
        tags.push((player_tag(seat), name(number).to_owned()));
    }
    tags.push(tag("Result", result(played).text()));
    // PGN without this tag is of chess, and without FEN from its usual start.
    if let Some(variant) = game.variant_name() {
        tags.push(tag("Variant", &variant));
    }
    let chess960 = game.options().get("chess960") == Some(&Value::Bool(true));
    if played.start.is_some() || chess960 {
        tags.push(tag("SetUp", "1"));
        tags.push(tag("FEN", &start.notation()));
    }
    if !headings.time_control.is_empty() {
        tags.push(tag("TimeControl", &headings.time_control));
    }
    tags.push(tag("PlyCount", &played.plies.len().to_string()));
    tags.push(tag("Termination", termination(played)));
    tags
}

/// The words of the standard (9.8.1).
fn termination(played: &Played) -> &'static str {
    match (played.fault.as_ref().map(|f| f.kind), &*played.reason) {
        (Some(super::FaultKind::Timeout), _) => "time forfeit",
        (Some(super::FaultKind::IllegalMove), _) => "rules infraction",
        (Some(super::FaultKind::Crash), _) => "abandoned",
        (None, "ply_limit" | "waiting") => "adjudication",
        (None, _) => "normal",
    }
}

/// `+0.35/12 ` or nothing.
fn thought(score: Option<Score>, depth: Option<u32>) -> String {
    let Some(score) = score else {
        return String::new();
    };
    let text = match score {
        Score::Centipawns(cp) => format!("{:+.2}", f64::from(cp) / 100.0),
        Score::Mate(plies) => {
            let sign = if plies < 0 { '-' } else { '+' };
            format!("{sign}M{}", plies.unsigned_abs().div_ceil(2))
        }
        Score::Decitempi(value) | Score::Points(value) => value.to_string(),
        Score::WinProbability(chance) => chance.to_string(),
        _ => return String::new(),
    };
    let depth = depth.map_or_else(String::new, |d| format!("/{d}"));
    format!("{text}{depth} ")
}
