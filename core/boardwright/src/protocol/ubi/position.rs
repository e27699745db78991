//! The positions that UBI tells.

use std::str::SplitAsciiWhitespace;

use crate::host::{Game, MoveRef, State};
use crate::protocol::desk;
use bughouse::BoardId;
use contract::error::{Error, Result, quoted};
use contract::value::Dict;

/// What a `position` changes.
pub(super) struct Told {
    pub(super) state: State,
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

pub(super) fn game() -> Result<Game> {
    Game::new("bughouse", &Dict::new())
}

/// One of the boards of a state by itself.
pub(super) fn alone(state: &State, board: BoardId) -> Result<State> {
    let notation = state.notation()?;
    let half = notation.split('|').nth(board.index()).unwrap_or_default();
    Game::new("bughouse-board", &Dict::new())?.parse(half.trim(), &[])
}

/// One of the boards of a state by itself, with White or Black to move whoever it is.
pub(super) fn turned(state: &State, board: BoardId, white: bool) -> Result<State> {
    let one = alone(state, board)?.notation()?;
    let mut words: Vec<_> = one.split(' ').collect();
    let turn = if white { "w" } else { "b" };
    if let [_, told, _, en_passant, ..] = &mut words[..]
        && *told != turn
    {
        (*told, *en_passant) = (turn, "-");
    }
    Game::new("bughouse-board", &Dict::new())?.parse(&words.join(" "), &[])
}

/// Reads a whole line that begins with `position`; `words` is what follows it.
pub(super) fn read(old: &State, line: &str, mut words: SplitAsciiWhitespace<'_>) -> Result<Told> {
    if words.clone().next() == Some("board") {
        let board = super::read_board(&mut words)?;
        let one = one(words)?;
        let other = alone(old, board.other())?.notation()?;
        let one = one.notation()?;
        let text = match board {
            BoardId::A => format!("{one} | {other}"),
            BoardId::B => format!("{other} | {one}"),
        };
        return Ok(Told {
            state: game()?.parse(&text, &[])?,
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
    Ok(Told {
        state: game()?.parse(boards.trim(), &[])?,
        clocks,
    })
}

/// `startpos` or `bfen …`, and moves.
fn one(mut words: SplitAsciiWhitespace<'_>) -> Result<State> {
    let game = Game::new("bughouse-board", &Dict::new())?;
    let mut state = desk::position(&game, "bfen", &mut words)?;
    for (i, text) in words.enumerate() {
        state = state
            .play(None, MoveRef::Text(text), None)
            .map_err(|error| Error::new(error.kind(), format!("move {}: {error}", i + 1)))?;
    }
    Ok(state)
}
