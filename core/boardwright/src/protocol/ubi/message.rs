//! Messages between partners: read, written, kept for as long as they count.

use std::fmt;
use std::time::Instant;

use super::demand::Claims;
use chess::Piece;
use contract::error::{Error, Result, quoted};

/// What one partner says to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Message {
    /// A piece would help; how urgently, from 0 to 2.
    Need(Piece, u8),
    /// Wait, for so many moves; for none: not any more.
    Stall(u32),
    /// Hurry.
    PlayFast(Haste),
    /// How much in danger the partner is, from 0 to 3, and what would mate it.
    Threat(u8, Pieces),
    /// The partner's balance in centipawns.
    Material(i32),
}

/// Kinds of pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Pieces(u8);

impl Pieces {
    pub(super) const ALL: Self = Self((1 << Piece::DROPPABLE.len()) - 1);

    pub(super) fn iter(self) -> impl Iterator<Item = Piece> {
        Piece::DROPPABLE
            .into_iter()
            .filter(move |piece| self.0 >> piece.index() & 1 != 0)
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn with(self, piece: Piece) -> Self {
        self.and([piece].into_iter().collect())
    }

    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The pieces that letters name.
    fn read(letters: &str) -> Result<Self> {
        let pieces: Option<Vec<_>> = letters.chars().map(droppable).collect();
        let pieces = pieces.filter(|pieces| !pieces.is_empty());
        Ok(pieces
            .ok_or_else(|| wrong("pieces, of p, n, b, r, q", Some(letters)))?
            .into_iter()
            .collect())
    }
}

impl FromIterator<Piece> for Pieces {
    fn from_iter<I: IntoIterator<Item = Piece>>(pieces: I) -> Self {
        Self(
            pieces
                .into_iter()
                .fold(0, |all, piece| all | 1 << piece.index()),
        )
    }
}

/// A piece that can be in hand.
fn droppable(letter: char) -> Option<Piece> {
    Piece::from_letter(letter).filter(|piece| *piece != Piece::King)
}

/// Why to hurry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Haste {
    Unsaid,
    Time,
    Pressure,
}

const URGENCY: [&str; 3] = ["low", "medium", "high"];
/// The highest threat: one is being mated.
pub(super) const CRITICAL: u8 = 3;
const THREAT: [&str; 4] = ["low", "medium", "high", "critical"];

/// For how many own moves messages count that do not say it.
const MOVES: u32 = 3;
/// The longest stall and the greatest balance that are taken as given.
const LONGEST: u32 = 100;
const GREATEST: i32 = 10_000;

fn wrong(takes: &str, got: Option<&str>) -> Error {
    let got = got.map_or_else(|| "nothing".into(), quoted);
    Error::invalid_notation(format!("takes {takes}, not {got}"))
}

fn level(names: &[&str], word: &str) -> Option<u8> {
    names.iter().position(|n| *n == word).map(|i| i as u8)
}

impl Message {
    /// Reads a message.
    ///
    /// # Errors
    ///
    /// `invalid_notation`, naming what was wrong.
    pub(super) fn read(text: &str) -> Result<Self> {
        let words: Vec<_> = text.split_ascii_whitespace().collect();
        let (first, rest) = match words.split_first() {
            None => return Err(wrong("need, stall, play_fast, threat or material", None)),
            Some((first, rest)) => (*first, rest),
        };
        match (first, rest) {
            ("need", [piece, rest @ ..]) => {
                let mut letters = piece.chars();
                let piece = letters
                    .next()
                    .filter(|_| letters.next().is_none())
                    .and_then(droppable)
                    .ok_or_else(|| wrong("a piece, one of p, n, b, r, q", Some(piece)))?;
                let urgency = match rest {
                    [] => 1,
                    ["urgency", word] => level(&URGENCY, word)
                        .ok_or_else(|| wrong("low, medium or high", Some(word)))?,
                    [other, ..] => return Err(wrong("urgency and how much", Some(other))),
                };
                Ok(Self::Need(piece, urgency))
            }
            ("stall", []) => Ok(Self::Stall(1)),
            ("stall", ["duration", moves]) => moves
                .parse()
                .ok()
                .filter(|n| *n <= LONGEST)
                .map(Self::Stall)
                .ok_or_else(|| wrong("a number of moves from 0 to 100", Some(moves))),
            ("play_fast", []) => Ok(Self::PlayFast(Haste::Unsaid)),
            ("play_fast", ["reason", "time"]) => Ok(Self::PlayFast(Haste::Time)),
            ("play_fast", ["reason", "pressure"]) => Ok(Self::PlayFast(Haste::Pressure)),
            ("threat", [word, rest @ ..]) => {
                let level = level(&THREAT, word)
                    .ok_or_else(|| wrong("low, medium, high or critical", Some(word)))?;
                Ok(Self::Threat(
                    level,
                    match rest {
                        [] => Pieces::default(),
                        ["pieces", letters] => Pieces::read(letters)?,
                        [other, ..] => return Err(wrong("pieces and which", Some(other))),
                    },
                ))
            }
            ("material", [balance]) => balance
                .parse::<i32>()
                .ok()
                .filter(|n| (-GREATEST..=GREATEST).contains(n))
                .map(Self::Material)
                .ok_or_else(|| wrong("a balance in centipawns", Some(balance))),
            ("need" | "threat" | "material", []) => Err(wrong("another word", None)),
            ("stall" | "play_fast" | "material", [other, ..]) => {
                Err(wrong("no such word there", Some(other)))
            }
            (other, _) => Err(wrong(
                "need, stall, play_fast, threat or material",
                Some(other),
            )),
        }
    }

    /// For how many own moves it counts.
    const fn lasts(self) -> u32 {
        match self {
            Self::Stall(moves) => moves,
            // What decides now does not do so for long.
            Self::Need(_, 2..) => 2,
            _ => MOVES,
        }
    }

    /// Whether a later message takes the place of this one.
    fn yields_to(self, later: Self) -> bool {
        match (self, later) {
            (Self::Need(a, _), Self::Need(b, _)) => a == b,
            // One cannot wait and hurry.
            (Self::Stall(_) | Self::PlayFast(_), Self::Stall(_) | Self::PlayFast(_)) => true,
            _ => std::mem::discriminant(&self) == std::mem::discriminant(&later),
        }
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Need(piece, urgency) => {
                let letter = piece.letter().to_ascii_lowercase();
                write!(
                    f,
                    "need {letter} urgency {}",
                    URGENCY[usize::from(*urgency).min(2)]
                )
            }
            Self::Stall(moves) => write!(f, "stall duration {moves}"),
            Self::PlayFast(Haste::Unsaid) => write!(f, "play_fast"),
            Self::PlayFast(Haste::Time) => write!(f, "play_fast reason time"),
            Self::PlayFast(Haste::Pressure) => write!(f, "play_fast reason pressure"),
            Self::Threat(level, pieces) => {
                write!(f, "threat {}", THREAT[usize::from(*level).min(3)])?;
                if pieces.is_empty() {
                    return Ok(());
                }
                let letters = pieces.iter().map(|p| p.letter().to_ascii_lowercase());
                write!(f, " pieces {}", letters.collect::<String>())
            }
            Self::Material(balance) => write!(f, "material {balance:+}"),
        }
    }
}

/// What the partner has said and still counts.
#[derive(Clone, Debug, Default)]
pub(super) struct Heard(Vec<Said>);

#[derive(Clone, Copy, Debug)]
struct Said {
    message: Message,
    /// For how many own moves it still counts.
    left: u32,
    at: Instant,
}

impl Heard {
    pub(super) fn hear(&mut self, message: Message) {
        self.0.retain(|earlier| !earlier.message.yields_to(message));
        self.0.push(Said {
            message,
            left: message.lasts(),
            at: Instant::now(),
        });
        self.0.retain(|said| said.left > 0);
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Message> {
        self.0.iter().map(|said| said.message)
    }

    /// The pieces of which it was said that they decide the partner's board; those of before
    /// a time.
    pub(super) fn claims(&self, before: Option<Instant>) -> Claims {
        let mut claims = Claims::default();
        let old = |said: &&Said| before.is_none_or(|time| said.at < time);
        for said in self.0.iter().filter(old) {
            match said.message {
                Message::Need(piece, 2..) => {
                    claims.wants = claims.wants.with(piece);
                }
                Message::Threat(_, pieces) => claims.fears = pieces,
                _ => {}
            }
        }
        claims
    }

    /// Whether it was said that the partner is being mated.
    pub(super) fn is_critical(&self) -> bool {
        self.iter()
            .any(|message| matches!(message, Message::Threat(CRITICAL, _)))
    }

    /// A move of one's own was made.
    pub(super) fn moved(&mut self) {
        for said in &mut self.0 {
            said.left = said.left.saturating_sub(1);
        }
        self.0.retain(|said| said.left > 0);
    }

    pub(super) fn forget(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read_and_written() {
        for (text, written) in [
            ("need n urgency high", "need n urgency high"),
            ("need Q", "need q urgency medium"),
            ("stall", "stall duration 1"),
            ("stall duration 4", "stall duration 4"),
            ("play_fast", "play_fast"),
            ("play_fast reason time", "play_fast reason time"),
            ("play_fast reason pressure", "play_fast reason pressure"),
            ("threat critical", "threat critical"),
            ("threat high pieces Qpn", "threat high pieces pnq"),
            ("material -310", "material -310"),
            ("material +12", "material +12"),
        ] {
            let read = Message::read(text).unwrap();
            assert_eq!(read.to_string(), written);
            assert_eq!(Message::read(written).unwrap(), read);
        }
        for text in [
            "",
            "need",
            "need k",
            "need nn",
            "need n soon",
            "need n urgency",
            "need n urgency now",
            "stall 3",
            "stall duration 101",
            "stall duration x",
            "play_fast now",
            "threat",
            "threat some",
            "threat high q",
            "threat high pieces",
            "threat high pieces k",
            "threat high pieces pawn",
            "material",
            "material much",
            "material 99999999",
            "hello",
        ] {
            assert!(Message::read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn what_was_heard_expires_and_yields() {
        let mut heard = Heard::default();
        let hear = |heard: &mut Heard, text: &str| heard.hear(Message::read(text).unwrap());
        hear(&mut heard, "stall duration 2");
        hear(&mut heard, "need n urgency low");
        hear(&mut heard, "need p");
        hear(&mut heard, "need n urgency high");
        assert_eq!(heard.iter().count(), 3);
        hear(&mut heard, "play_fast");
        let all: Vec<_> = heard.iter().map(|m| m.to_string()).collect();
        assert_eq!(
            all,
            ["need p urgency medium", "need n urgency high", "play_fast"]
        );
        hear(&mut heard, "stall");
        assert_eq!(heard.iter().count(), 3);
        hear(&mut heard, "stall duration 0");
        assert_eq!(heard.iter().count(), 2);
        hear(&mut heard, "stall");
        heard.moved();
        assert_eq!(heard.iter().count(), 2);
        heard.moved();
        heard.moved();
        assert_eq!(heard.iter().count(), 0);
    }
}
