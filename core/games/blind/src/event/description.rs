//! Announcements of the moderator, for clients.

use serde::Serialize;

use super::{Event, LogEntry, Sight, TriesTold};
use chess_games::BoardEvent;
use contract::game::GameEvent;
use contract::value::Named;

/// Something that the moderator says, or that a seat has attempted. `name` is the stable name,
/// which tells apart what is of one kind.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum BlindEvent {
    /// An attempt of the seat that is told.
    Attempt {
        /// The attempt.
        attempt: String,
    },
    /// A side has moved.
    Moved {
        /// `white_moved` or `black_moved`.
        name: &'static str,
        /// The side.
        seat: &'static str,
        /// The move, as it was attempted; absent where anything is hidden.
        #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
        text: Option<String>,
    },
    /// An attempt was refused.
    Rejected {
        /// The reason: `illegal_move`, `nonsense`, `already_tried`, `wont_help`, `no_such_piece`
        /// or `no_legal_moves`.
        name: &'static str,
    },
    /// A piece was taken.
    Capture {
        /// `capture`.
        name: &'static str,
        /// The square; of a capture in passing that is named, the one where the pawn lands.
        square: String,
        /// The piece that was taken: `hidden`, `pawn`, `piece` for any other, or the name of the
        /// piece.
        victim: &'static str,
        /// The piece that took it, as `victim`.
        by: &'static str,
        /// True if it is named as a capture in passing.
        en_passant: bool,
    },
    /// The side to move is in check.
    Check {
        /// `check`.
        name: &'static str,
        /// Any of `file`, `rank`, `long_diagonal`, `short_diagonal` and `knight`.
        directions: Vec<&'static str>,
    },
    /// The captures that the pawns of the side to move could make are told.
    PawnTries {
        /// `pawn_tries`.
        name: &'static str,
        /// The captures, as finely as the rules tell them.
        #[serde(flatten)]
        told: TriesDescription,
    },
    /// The question "any?" is answered.
    AnyAnswer {
        /// `any_yes` or `any_no`.
        name: &'static str,
        /// True if a pawn can take something.
        any: bool,
    },
    /// A pawn has to take something.
    MustTryPawn {
        /// `must_try_pawn`.
        name: &'static str,
    },
    /// A pawn need not take anything any longer.
    Released {
        /// `released`.
        name: &'static str,
    },
    /// A pawn was promoted.
    Promoted {
        /// `promoted`.
        name: &'static str,
    },
    /// A piece was dropped.
    Dropped {
        /// `dropped`.
        name: &'static str,
        /// The name of the piece.
        piece: &'static str,
    },
    /// Attempts were refused before the move.
    Rebuffs {
        /// `rebuffs`.
        name: &'static str,
        /// The number of them.
        count: u16,
    },
    /// A look has shown something.
    Sensed {
        /// `sensed`.
        name: &'static str,
        /// The square in the middle; null if none was chosen.
        around: Option<String>,
        /// The squares in sight.
        #[serde(flatten)]
        sight: SightDescription,
    },
    /// A move was taken, perhaps as another one.
    MoveTaken {
        /// `move_taken`.
        name: &'static str,
        /// The move that was wanted; null for none.
        asked: Option<String>,
        /// The one that was made; null if it could not be made at all.
        done: Option<String>,
    },
    /// A side sees something from now on.
    Sees {
        /// `sees`.
        name: &'static str,
        /// The squares in sight.
        #[serde(flatten)]
        sight: SightDescription,
    },
    /// A move has brought about something on the board; told where nothing is hidden.
    #[serde(untagged)]
    OnBoard(BoardEvent),
}

/// Captures by pawns, as finely as the rules tell them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum TriesDescription {
    /// Their number is told.
    Count {
        /// The number.
        count: u8,
    },
    /// No more is told than that there are any, or none.
    Any {
        /// True if there are any.
        any: bool,
    },
    /// The pawns are told.
    From {
        /// The squares of the pawns.
        squares: Vec<String>,
    },
}

/// Squares in sight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SightDescription {
    /// The squares that are seen.
    pub squares: Vec<String>,
    /// The other side's pieces on them, by square, by the name of the piece.
    pub men: Named<&'static str>,
    /// The square behind a pawn that may be taken in passing; null without one in sight.
    pub en_passant: Option<String>,
}

/// An event with who hears it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ToldEvent {
    /// The event.
    #[serde(flatten)]
    pub event: BlindEvent,
    /// The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub audience: Option<&'static str>,
}

impl From<BlindEvent> for ToldEvent {
    fn from(event: BlindEvent) -> Self {
        Self {
            event,
            audience: None,
        }
    }
}

impl GameEvent for ToldEvent {
    fn ends_game(&self) -> bool {
        matches!(&self.event, BlindEvent::OnBoard(event) if event.ends_game())
    }
}

impl Event {
    /// The event for clients.
    #[must_use]
    pub fn describe(&self) -> BlindEvent {
        let name = self.name();
        match self {
            Self::Moved(color) => BlindEvent::Moved {
                name,
                seat: color.name(),
                text: None,
            },
            Self::Rejected(_) => BlindEvent::Rejected { name },
            Self::Capture {
                square,
                victim,
                by,
                en_passant,
            } => BlindEvent::Capture {
                name,
                square: square.to_string(),
                victim: victim.word(),
                by: by.word(),
                en_passant: *en_passant,
            },
            Self::Check(directions) => BlindEvent::Check {
                name,
                directions: directions.words(),
            },
            Self::PawnTries(told) => BlindEvent::PawnTries {
                name,
                told: told.describe(),
            },
            Self::AnyAnswer(any) => BlindEvent::AnyAnswer { name, any: *any },
            Self::MustTryPawn => BlindEvent::MustTryPawn { name },
            Self::Released => BlindEvent::Released { name },
            Self::Promoted => BlindEvent::Promoted { name },
            Self::Dropped(piece) => BlindEvent::Dropped {
                name,
                piece: piece.name(),
            },
            Self::RebuffCount(count) => BlindEvent::Rebuffs {
                name,
                count: *count,
            },
            Self::Sensed { around, sight } => BlindEvent::Sensed {
                name,
                around: around.map(|s| s.to_string()),
                sight: sight.describe(),
            },
            Self::MoveTaken { asked, done } => BlindEvent::MoveTaken {
                name,
                asked: asked.map(|a| a.to_string()),
                done: done.map(|a| a.to_string()),
            },
            Self::Sees(sight) => BlindEvent::Sees {
                name,
                sight: sight.describe(),
            },
        }
    }
}

impl LogEntry {
    /// The entry for clients.
    #[must_use]
    pub fn describe(&self) -> BlindEvent {
        match self {
            Self::Own(attempt) => BlindEvent::Attempt {
                attempt: attempt.to_string(),
            },
            Self::Heard(event) => event.describe(),
        }
    }
}

impl TriesTold {
    fn describe(self) -> TriesDescription {
        match self {
            Self::Count(count) => TriesDescription::Count { count },
            Self::Any(any) => TriesDescription::Any { any },
            Self::From(squares) => TriesDescription::From {
                squares: squares.into_iter().map(|s| s.to_string()).collect(),
            },
        }
    }
}

impl Sight {
    fn describe(&self) -> SightDescription {
        let men = self.their_pieces().into_iter();
        let men = men.filter_map(|s| Some((s.to_string(), self.piece_at(s)?.name())));
        SightDescription {
            squares: self.seen.into_iter().map(|s| s.to_string()).collect(),
            men: Named(men.collect()),
            en_passant: self.passed.map(|s| s.to_string()),
        }
    }
}
