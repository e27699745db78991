//! The positions that UBI tells.

use std::str::SplitAsciiWhitespace;
use std::sync::Arc;

use crate::protocol::driver;
use bughouse::Bughouse;
use chess_games::BughouseBoard;
use contract::error::{Error, Result, quoted};
use contract::state::{Rules, State};
use contract::value::Dict;

/// Changes that a `position` command makes.
pub(super) struct PositionCommand {
    pub(super) state: State<Bughouse>,
    pub(super) clocks: Option<[u64; 4]>,
}

/// Milliseconds; a clock that has run out may be given as less than nothing.
pub(super) fn milliseconds(text: &str) -> Result<u64> {
    text.parse::<i64>()
        .map(|ms| ms.max(0).unsigned_abs())
        .map_err(|_| {
            Error::invalid_notation(format!("{} is no number of milliseconds", quoted(text)))
        })
}

/// The state before anything was told.
pub(super) fn start() -> Result<State<Bughouse>> {
    State::start(&Rules::new(&Dict::new())?)
}

/// Reads a whole line that begins with `position`; `words` is what follows it.
pub(super) fn read(
    old: &State<Bughouse>,
    line: &str,
    mut words: SplitAsciiWhitespace<'_>,
) -> Result<PositionCommand> {
    if words.clone().next() == Some("board") {
        let board = super::read_board(&mut words)?;
        let one = read_board(words)?;
        let both = old.position().with(board, *one.position());
        return Ok(PositionCommand {
            state: State::at(old.rules(), both),
            clocks: None,
        });
    }
    let text = line.split_once("position").map_or("", |(_, rest)| rest);
    let (boards, clock) = match text.split_once(" clock ") {
        None => (text, None),
        Some((boards, clock)) => (boards, Some(clock)),
    };
    let clocks = clock
        .map(|text| {
            let all: Vec<_> = text.split_ascii_whitespace().collect();
            let [wa, ba, wb, bb] = all[..] else {
                return Err(Error::invalid_notation(format!(
                    "clock: takes four of them, not {}",
                    all.len()
                )));
            };
            let ms = milliseconds;
            Ok([ms(wa)?, ms(ba)?, ms(wb)?, ms(bb)?])
        })
        .transpose()?;
    Ok(PositionCommand {
        state: State::parse(old.rules(), boards.trim(), &[])?,
        clocks,
    })
}

/// `startpos` or `bfen …`, and moves.
fn read_board(mut words: SplitAsciiWhitespace<'_>) -> Result<State<BughouseBoard>> {
    let rules: Arc<Rules<BughouseBoard>> = Rules::new(&Dict::new())?;
    let mut state = driver::position(
        "bfen",
        &mut words,
        || State::start(&rules),
        |text| State::parse(&rules, text, &[]),
    )?;
    for (i, text) in words.enumerate() {
        let next = state.read(None, text, None);
        state = next
            .and_then(|action| state.play(&action))
            .map_err(|error| error.at(format_args!("move {}", i + 1)))?;
    }
    Ok(state)
}
