//! Messages between partners as UBI writes them, which is also how bots say them.

use std::fmt;

use super::message::{Danger, Message, Pieces, Reason, Urgency};
use chess::Piece;
use contract::error::{Error, Result, quoted};

/// A piece that can be in hand.
pub(super) fn droppable(letter: char) -> Option<Piece> {
    Piece::from_letter(letter).filter(|piece| *piece != Piece::King)
}

/// The pieces that letters name.
fn pieces(letters: &str) -> Result<Pieces> {
    let read: Option<Pieces> = letters.chars().map(droppable).collect();
    read.filter(|pieces| !pieces.is_empty())
        .ok_or_else(|| wrong("pieces, of p, n, b, r, q", Some(letters)))
}

const URGENCY: [(&str, Urgency); 3] = [
    ("low", Urgency::Low),
    ("medium", Urgency::Medium),
    ("high", Urgency::High),
];
const DANGER: [(&str, Danger); 4] = [
    ("low", Danger::Low),
    ("medium", Danger::Medium),
    ("high", Danger::High),
    ("critical", Danger::Critical),
];

/// The longest stall and the greatest balance that are taken as given.
const LONGEST: u32 = 100;
const GREATEST: i32 = 10_000;

fn wrong(takes: &str, got: Option<&str>) -> Error {
    let got = got.map_or_else(|| "nothing".into(), quoted);
    Error::invalid_notation(format!("takes {takes}, not {got}"))
}

fn level<T: Copy>(names: &[(&str, T)], word: &str) -> Option<T> {
    let found = names.iter().find(|(name, _)| *name == word);
    found.map(|(_, level)| *level)
}

fn name<T: PartialEq>(names: &[(&'static str, T)], of: T) -> &'static str {
    let found = names.iter().find(|(_, level)| *level == of);
    found.map_or("", |(name, _)| name)
}

/// Reads a message.
///
/// # Errors
///
/// `invalid_notation`, naming what was wrong.
pub fn read(text: &str) -> Result<Message> {
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
                [] => Urgency::Medium,
                ["urgency", word] => {
                    level(&URGENCY, word).ok_or_else(|| wrong("low, medium or high", Some(word)))?
                }
                [other, ..] => return Err(wrong("urgency and how much", Some(other))),
            };
            Ok(Message::Need { piece, urgency })
        }
        ("stall", []) => Ok(Message::Stall(1)),
        ("stall", ["duration", moves]) => moves
            .parse()
            .ok()
            .filter(|n| *n <= LONGEST)
            .map(Message::Stall)
            .ok_or_else(|| wrong("a number of moves from 0 to 100", Some(moves))),
        ("play_fast", []) => Ok(Message::PlayFast(None)),
        ("play_fast", ["reason", "time"]) => Ok(Message::PlayFast(Some(Reason::Time))),
        ("play_fast", ["reason", "pressure"]) => Ok(Message::PlayFast(Some(Reason::Pressure))),
        ("threat", [word, rest @ ..]) => {
            let danger = level(&DANGER, word)
                .ok_or_else(|| wrong("low, medium, high or critical", Some(word)))?;
            let pieces = match rest {
                [] => Pieces::NONE,
                ["pieces", letters] => pieces(letters)?,
                [other, ..] => return Err(wrong("pieces and which", Some(other))),
            };
            Ok(Message::Threat { danger, pieces })
        }
        ("material", [balance]) => balance
            .parse::<i32>()
            .ok()
            .filter(|n| (-GREATEST..=GREATEST).contains(n))
            .map(Message::Material)
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

/// Writes it as UBI does.
impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |piece: Piece| piece.letter().to_ascii_lowercase();
        match *self {
            Self::Need { piece, urgency } => {
                let urgency = name(&URGENCY, urgency);
                write!(f, "need {} urgency {urgency}", letter(piece))
            }
            Self::Stall(moves) => write!(f, "stall duration {moves}"),
            Self::PlayFast(None) => write!(f, "play_fast"),
            Self::PlayFast(Some(Reason::Time)) => write!(f, "play_fast reason time"),
            Self::PlayFast(Some(Reason::Pressure)) => write!(f, "play_fast reason pressure"),
            Self::Threat { danger, pieces } => {
                write!(f, "threat {}", name(&DANGER, danger))?;
                if pieces.is_empty() {
                    return Ok(());
                }
                write!(
                    f,
                    " pieces {}",
                    pieces.iter().map(letter).collect::<String>()
                )
            }
            Self::Material(balance) => write!(f, "material {balance:+}"),
        }
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
            let message = read(text).unwrap();
            assert_eq!(message.to_string(), written);
            assert_eq!(read(written).unwrap(), message);
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
            assert!(read(text).is_err(), "{text}");
        }
    }
}
