//! The events of a move, in order: sent while it is made, to whoever listens.

use super::combat::Combat;
use super::mask::Mask;

/// Why a piece left the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    /// Pushed or fallen off the board.
    Edge,
    /// Pushed into a hole.
    Hole,
    /// Lost to starvation.
    Starved,
    /// A warrior whose Jarl is gone.
    Orphaned,
    /// The Jarl of a player who has left the game.
    Left,
}

impl Cause {
    /// As a stable word.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Edge => "edge",
            Self::Hole => "hole",
            Self::Starved => "starved",
            Self::Orphaned => "orphaned",
            Self::Left => "left",
        }
    }
}

/// A piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PieceInPlay {
    pub(super) player: u8,
    pub(super) jarl: bool,
}

/// One thing that happened.
#[derive(Clone, Copy, Debug)]
pub(super) enum Happening {
    /// An attack was weighed.
    Combat(Combat),
    /// A piece moved on its own.
    Move {
        piece: PieceInPlay,
        from: u8,
        to: u8,
        momentum: bool,
    },
    /// So many pieces in a line were shifted by one hex; the first stood at `at`.
    Push { at: u8, direction: u8, depth: u8 },
    /// A piece left the board.
    Eliminated {
        piece: PieceInPlay,
        at: u8,
        cause: Cause,
    },
    /// A shield was placed.
    Shield { player: u8, at: u8 },
    /// A player's turn ended.
    TurnEnded { player: u8 },
    /// A player without any move was skipped.
    TurnSkipped { player: u8 },
    /// A round began.
    Round { number: u32, first: u8 },
    /// The outer ring fell; so large is what is left.
    Ring { radius: u8 },
    /// These players have to choose which of these warriors to give up.
    Starving { players: u8, among: Mask },
}

/// The receiver of events.
pub(super) trait EventSink {
    /// Takes in an event, if it listens at all.
    fn tell(&mut self, event: impl FnOnce() -> Happening);
}

/// Nobody.
pub(super) struct Deaf;

impl EventSink for Deaf {
    #[inline]
    fn tell(&mut self, _: impl FnOnce() -> Happening) {}
}

impl EventSink for Vec<Happening> {
    fn tell(&mut self, event: impl FnOnce() -> Happening) {
        self.push(event());
    }
}
