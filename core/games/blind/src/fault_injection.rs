//! Leaks planted by the tests, to show that their comparisons find them.

use std::cell::Cell;

use super::event::{Event, LogEntry};
use super::position::Position;
use super::rules::Audience;
use chess::{Color, Piece};

/// Information that is leaked to the side that must not know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leak {
    /// That an attempt of the other side was refused.
    Refusal,
    /// That something can be taken in passing.
    EnPassant,
    /// The counter of plies without a capture or a pawn's move.
    Halfmoves,
    /// The other side's rights to castle.
    Castling,
    /// Number of queens of the other side.
    Identity,
    /// On which file the other side's king stands.
    King,
    /// Checks and tries are not told: no leak but the opposite, what is announced
    /// cannot be seen in what a seat obtains.
    Silence,
}

thread_local! {
    static PLANTED: Cell<Option<Leak>> = const { Cell::new(None) };
}

/// Plants a leak for what this thread does from now on.
pub(super) fn plant(leak: Option<Leak>) {
    PLANTED.set(leak);
}

pub(super) fn audience(audience: Audience, event: &Event) -> Audience {
    match (PLANTED.get(), event) {
        (Some(Leak::Refusal), Event::Rejected(_)) => Audience::Both,
        _ => audience,
    }
}

const fn swallowed(event: &Event) -> bool {
    matches!(event, Event::Check(_) | Event::PawnTries(_))
}

/// Swallows what is told where a log begins.
pub(super) fn into_opening(opening: &mut Vec<Event>) {
    if PLANTED.get() == Some(Leak::Silence) {
        opening.retain(|event| !swallowed(event));
    }
}

/// Adds what is leaked to each side's log, as a number that it has no use for.
pub(super) fn into_logs(position: &Position, heard: &mut [Vec<LogEntry>; 2]) {
    let board = position.board();
    if PLANTED.get() == Some(Leak::Silence) {
        for log in heard.iter_mut() {
            log.retain(|entry| !matches!(entry, LogEntry::Heard(event) if swallowed(event)));
        }
    }
    for color in Color::ALL {
        let number = match PLANTED.get() {
            Some(Leak::EnPassant) => u32::from(board.en_passant().is_some()),
            Some(Leak::Halfmoves) => u32::from(board.halfmove()),
            Some(Leak::Castling) => (board.castling() & board.colors(!color)).len(),
            Some(Leak::Identity) => board.colored_pieces(!color, Piece::Queen).len(),
            Some(Leak::King) => board.king(!color).file().index() as u32,
            Some(Leak::Refusal | Leak::Silence) | None => continue,
        };
        let number = Event::RebuffCount(number as u16);
        heard[color.index()].push(LogEntry::Heard(number));
    }
}
