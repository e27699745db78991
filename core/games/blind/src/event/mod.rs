//! Announcements of the moderator, their audience, and their texts. The texts are stable: they are
//! part of information states, of saved games and of the events of a table.

mod description;
mod facts;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub use description::{BlindEvent, SightDescription, ToldEvent, TriesDescription};
pub use facts::{Direction, Directions, PieceInfo, Refusal, Sight, TriesTold};

use super::attempt::Attempt;
use chess::{Bitboard, Color, Piece, Square};
use contract::error::{Error, Result, quoted};

/// Something that the moderator says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// A side has moved.
    Moved(Color),
    /// An attempt was refused.
    Rejected(Refusal),
    /// A piece was taken.
    Capture {
        /// Square of the capture; for an en passant capture that is named, the square on which the
        /// pawn lands.
        square: Square,
        /// Piece that was captured, as far as it is announced.
        victim: PieceInfo,
        /// Piece that captured, as far as it is announced.
        by: PieceInfo,
        /// True if it is named as an en passant capture.
        en_passant: bool,
    },
    /// The side to move is in check.
    Check(Directions),
    /// The captures that the pawns of the side to move could make.
    PawnTries(TriesTold),
    /// The answer to "any?".
    AnyAnswer(bool),
    /// A pawn has to take something.
    MustTryPawn,
    /// It need not any longer.
    Released,
    /// A pawn was promoted.
    Promoted,
    /// A piece was dropped.
    Dropped(Piece),
    /// Number of attempts that were refused before the move.
    RebuffCount(u16),
    /// Result of sensing; the square that was chosen, if one was.
    Sensed {
        /// The middle of it.
        around: Option<Square>,
        /// Contents of the squares.
        sight: Sight,
    },
    /// Result of a requested move; nothing if it could not be made at all.
    MoveTaken {
        /// The move that was wanted.
        asked: Option<Attempt>,
        /// The one that was made.
        done: Option<Attempt>,
    },
    /// Sight of a side from now on.
    Sees(Sight),
}

fn maybe<T: fmt::Display>(value: Option<T>) -> String {
    value.map_or_else(|| "-".into(), |value| value.to_string())
}

impl Event {
    /// The stable name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Moved(Color::White) => "white_moved",
            Self::Moved(Color::Black) => "black_moved",
            Self::Rejected(refusal) => refusal.word(),
            Self::Capture { .. } => "capture",
            Self::Check(_) => "check",
            Self::PawnTries(_) => "pawn_tries",
            Self::AnyAnswer(true) => "any_yes",
            Self::AnyAnswer(false) => "any_no",
            Self::MustTryPawn => "must_try_pawn",
            Self::Released => "released",
            Self::Promoted => "promoted",
            Self::Dropped(_) => "dropped",
            Self::RebuffCount(_) => "rebuffs",
            Self::Sensed { .. } => "sensed",
            Self::MoveTaken { .. } => "move_taken",
            Self::Sees(_) => "sees",
        }
    }

    fn read(text: &str) -> Option<Self> {
        let mut parts = text.split(':');
        let name = parts.next()?;
        let mut next = || parts.next();
        let event = match name {
            "white_moved" => Self::Moved(Color::White),
            "black_moved" => Self::Moved(Color::Black),
            "capture" => Self::Capture {
                square: next()?.parse().ok()?,
                victim: PieceInfo::read(next()?)?,
                by: PieceInfo::read(next()?)?,
                en_passant: match next()? {
                    "en_passant" => true,
                    "-" => false,
                    _ => return None,
                },
            },
            "check" => {
                let mut set = Directions::default();
                for word in next()?.split('+') {
                    let known = Direction::ALL.into_iter().find(|d| d.word() == word)?;
                    set = set.with(known);
                }
                Self::Check(set)
            }
            "pawn_tries" => Self::PawnTries(match next()? {
                "yes" => TriesTold::Any(true),
                "no" => TriesTold::Any(false),
                "from" => {
                    let squares = next()?;
                    let squares = squares.split('+').filter(|s| !s.is_empty());
                    TriesTold::From(
                        squares
                            .map(|s| s.parse::<Square>().ok())
                            .collect::<Option<Bitboard>>()?,
                    )
                }
                count => TriesTold::Count(count.parse().ok()?),
            }),
            "any_yes" => Self::AnyAnswer(true),
            "any_no" => Self::AnyAnswer(false),
            "must_try_pawn" => Self::MustTryPawn,
            "released" => Self::Released,
            "promoted" => Self::Promoted,
            "dropped" => {
                let word = next()?;
                Self::Dropped(Piece::ALL.into_iter().find(|p| p.name() == word)?)
            }
            "rebuffs" => Self::RebuffCount(next()?.parse().ok()?),
            "sensed" => Self::Sensed {
                around: match next()? {
                    "-" => None,
                    square => Some(square.parse().ok()?),
                },
                sight: Sight::read(next()?)?,
            },
            "move_taken" => {
                let mut attempt = || match next()? {
                    "-" => Some(None),
                    text => Attempt::read(text).ok().map(Some),
                };
                Self::MoveTaken {
                    asked: attempt()?,
                    done: attempt()?,
                }
            }
            "sees" => Self::Sees(Sight::read(next()?)?),
            word => Self::Rejected(Refusal::ALL.into_iter().find(|r| r.word() == word)?),
        };
        parts.next().is_none().then_some(event)
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        match self {
            Self::Capture {
                square,
                victim,
                by,
                en_passant,
            } => {
                let named = if *en_passant { "en_passant" } else { "-" };
                write!(f, ":{square}:{}:{}:{named}", victim.word(), by.word())
            }
            Self::Check(directions) => write!(f, ":{}", directions.words().join("+")),
            Self::PawnTries(TriesTold::Count(count)) => write!(f, ":{count}"),
            Self::PawnTries(TriesTold::Any(any)) => f.write_str(if *any { ":yes" } else { ":no" }),
            Self::PawnTries(TriesTold::From(squares)) => {
                let squares: Vec<_> = squares.into_iter().map(|s| s.to_string()).collect();
                write!(f, ":from:{}", squares.join("+"))
            }
            Self::Dropped(piece) => write!(f, ":{}", piece.name()),
            Self::RebuffCount(count) => write!(f, ":{count}"),
            Self::Sensed { around, sight } => {
                write!(f, ":{}:{}", maybe(*around), sight.text())
            }
            Self::MoveTaken { asked, done } => {
                write!(f, ":{}:{}", maybe(*asked), maybe(*done))
            }
            Self::Sees(sight) => write!(f, ":{}", sight.text()),
            _ => Ok(()),
        }
    }
}

/// A line of a seat's log: what it attempted, or what it heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LogEntry {
    /// An attempt of its own.
    Own(Attempt),
    /// Something that the moderator said.
    Heard(Event),
}

impl fmt::Display for LogEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Own(attempt) => write!(f, ">{attempt}"),
            Self::Heard(event) => event.fmt(f),
        }
    }
}

impl FromStr for LogEntry {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        if let Some(attempt) = text.strip_prefix('>') {
            return Attempt::read(attempt).map(Self::Own);
        }
        Event::read(text)
            .map(Self::Heard)
            .ok_or_else(|| Error::invalid_notation(format!("event: {} is none", quoted(text))))
    }
}

impl Serialize for LogEntry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for LogEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
