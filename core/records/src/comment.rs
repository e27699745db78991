//! Commands in comments: `[%clk 0:02:59.5]`, `[%emt 3]`, `[%eval -0.35,18]`,
//! `[%cal Gd1d4,Rh1h8]`, `[%csl Ye4]`.

use std::fmt::Write as _;

use chess::Square;
use serde::Serialize;

/// Evaluation of a position by a program, from the first seat's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Eval {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in so many moves; negative if the first seat is mated.
    Mate(i32),
}

/// The colour of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum MarkColor {
    /// `G`
    Green,
    /// `R`
    Red,
    /// `Y`
    Yellow,
    /// `B`
    Blue,
}

impl MarkColor {
    const fn read(letter: u8) -> Option<Self> {
        Some(match letter {
            b'G' => Self::Green,
            b'R' => Self::Red,
            b'Y' => Self::Yellow,
            b'B' => Self::Blue,
            _ => return None,
        })
    }

    const fn letter(self) -> char {
        match self {
            Self::Green => 'G',
            Self::Red => 'R',
            Self::Yellow => 'Y',
            Self::Blue => 'B',
        }
    }
}

/// A mark on the board: an arrow, or a square where both ends are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The colour.
    pub color: MarkColor,
    /// The origin.
    pub from: Square,
    /// The destination.
    pub to: Square,
}

/// The contents of the commands in a move's comments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Annotations {
    /// Time on the mover's clock after the move, in milliseconds (`%clk`).
    pub clock: Option<u64>,
    /// Time that the move took, in milliseconds (`%emt`).
    pub elapsed: Option<u64>,
    /// Evaluation after the move (`%eval`).
    pub eval: Option<Eval>,
    /// Depth of the evaluation in plies.
    pub depth: Option<u32>,
    /// Arrows (`%cal`) and squares (`%csl`), in order.
    pub marks: Vec<Mark>,
}

impl Annotations {
    /// Takes what the commands of a comment say; returns the rest of the text. Unknown and
    /// unreadable commands, and those that say a second time what is known, stay in it.
    pub(crate) fn take<'a>(&mut self, text: &'a str) -> std::borrow::Cow<'a, str> {
        let text = text.trim_ascii();
        let Some(mut at) = text.find("[%") else {
            return text.into();
        };
        let mut rest = String::new();
        let mut from = 0;
        while let Some(length) = text[at..].find(']') {
            if self.command(&text[at + 2..at + length]) {
                let before = text[from..at].trim_ascii();
                if !rest.is_empty() && !before.is_empty() {
                    rest.push(' ');
                }
                rest.push_str(before);
                from = at + length + 1;
            }
            match text[at + length..].find("[%") {
                Some(next) => at += length + next,
                None => break,
            }
        }
        let tail = text[from..].trim_ascii();
        if !rest.is_empty() && !tail.is_empty() {
            rest.push(' ');
        }
        rest.push_str(tail);
        rest.into()
    }

    fn command(&mut self, command: &str) -> bool {
        let (name, value) = command
            .split_once(|c: char| c.is_ascii_whitespace())
            .unwrap_or((command, ""));
        let value = value.trim_ascii();
        match name {
            "clk" => once(&mut self.clock, clock(value.as_bytes())),
            "emt" => once(&mut self.elapsed, clock(value.as_bytes())),
            "eval" => match eval(value.as_bytes()) {
                Some((eval, depth)) if self.eval.is_none() => {
                    self.eval = Some(eval);
                    self.depth = depth;
                    true
                }
                _ => false,
            },
            "cal" | "csl" => self.marks(value, name == "cal"),
            _ => false,
        }
    }

    fn marks(&mut self, value: &str, arrows: bool) -> bool {
        let mark = |text: &str| {
            let (color, squares) = text.trim_ascii().as_bytes().split_first()?;
            let squares = std::str::from_utf8(squares).ok()?;
            let (from, to) = match arrows {
                true => squares.split_at_checked(2)?,
                false => (squares, squares),
            };
            Some(Mark {
                color: MarkColor::read(*color)?,
                from: from.parse().ok()?,
                to: to.parse().ok()?,
            })
        };
        let marks: Option<Vec<_>> = value.split(',').map(mark).collect();
        let proper = |m: &Mark| arrows == (m.from != m.to);
        match marks {
            Some(marks) if marks.iter().all(proper) => {
                self.marks.extend(marks);
                true
            }
            _ => false,
        }
    }

    /// Writes the commands, each followed by a blank.
    pub(crate) fn write(&self, out: &mut String) {
        // Writing to a String does not fail.
        if let Some(eval) = self.eval {
            match eval {
                Eval::Centipawns(cp) => {
                    let (sign, cp) = (if cp < 0 { "-" } else { "" }, cp.unsigned_abs());
                    let _ = write!(out, "[%eval {sign}{}.{:02}", cp / 100, cp % 100);
                }
                Eval::Mate(moves) => {
                    let _ = write!(out, "[%eval #{moves}");
                }
            }
            if let Some(depth) = self.depth {
                let _ = write!(out, ",{depth}");
            }
            out.push_str("] ");
        }
        for (name, time) in [("clk", self.clock), ("emt", self.elapsed)] {
            if let Some(time) = time {
                let _ = write!(out, "[%{name} ");
                write_clock(time, out);
                out.push_str("] ");
            }
        }
        for (name, arrows) in [("csl", false), ("cal", true)] {
            let mut marks = self.marks.iter().filter(|m| arrows == (m.from != m.to));
            if let Some(first) = marks.next() {
                let _ = write!(out, "[%{name} ");
                write_mark(*first, out);
                for mark in marks {
                    out.push(',');
                    write_mark(*mark, out);
                }
                out.push_str("] ");
            }
        }
    }
}

fn once(field: &mut Option<u64>, value: Option<u64>) -> bool {
    let new = field.is_none() && value.is_some();
    if new {
        *field = value;
    }
    new
}

fn write_mark(mark: Mark, out: &mut String) {
    let _ = write!(out, "{}{}", mark.color.letter(), mark.from);
    if mark.from != mark.to {
        let _ = write!(out, "{}", mark.to);
    }
}

/// Writes a time as `h:mm:ss`, with the part of a second where there is one.
fn write_clock(ms: u64, out: &mut String) {
    let (seconds, ms) = (ms / 1000, ms % 1000);
    let (h, m, s) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let _ = write!(out, "{h}:{m:02}:{s:02}");
    if ms > 0 {
        let part = format!(".{ms:03}");
        out.push_str(part.trim_end_matches('0'));
    }
}

/// Reads a time `h:mm:ss.s`, or with fewer parts, in milliseconds.
#[must_use]
pub(crate) fn clock(text: &[u8]) -> Option<u64> {
    let (mut total, mut part, mut digits) = (0_u64, 0_u64, 0);
    for (at, &byte) in text.iter().enumerate() {
        match byte {
            b'0'..=b'9' => {
                part = part * 10 + u64::from(byte - b'0');
                digits += 1;
                // More than a hundred years are no clock.
                if digits > 9 {
                    return None;
                }
            }
            b':' if digits > 0 => {
                total = total.checked_add(part)?.checked_mul(60)?;
                (part, digits) = (0, 0);
            }
            b'.' if digits > 0 => {
                let fraction = &text[at + 1..];
                if fraction.is_empty() || !fraction.iter().all(u8::is_ascii_digit) {
                    return None;
                }
                let digit = |i: usize| fraction.get(i).map_or(0, |b| u64::from(b - b'0'));
                let ms = digit(0) * 100 + digit(1) * 10 + digit(2);
                return total.checked_add(part)?.checked_mul(1000)?.checked_add(ms);
            }
            _ => return None,
        }
    }
    if digits == 0 {
        return None;
    }
    total.checked_add(part)?.checked_mul(1000)
}

/// Reads an evaluation `0.35`, `-1.2`, `#-3`, with a depth as in `0.35,18`.
#[must_use]
pub(crate) fn eval(text: &[u8]) -> Option<(Eval, Option<u32>)> {
    let (value, depth) = match memchr::memchr(b',', text) {
        None => (text, None),
        Some(at) => (
            &text[..at],
            Some(number(text[at + 1..].trim_ascii())? as u32),
        ),
    };
    let (mate, value) = match value {
        [b'#', rest @ ..] => (true, rest),
        value => (false, value),
    };
    let (negative, value) = match value {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        value => (false, value),
    };
    let sign = |n: i32| if negative { -n } else { n };
    if mate {
        return Some((Eval::Mate(sign(number(value)?)), depth));
    }
    let (whole, part) = match memchr::memchr(b'.', value) {
        None => (value, &b""[..]),
        Some(at) => (&value[..at], &value[at + 1..]),
    };
    let whole = if whole.is_empty() { 0 } else { number(whole)? };
    if value.is_empty() || value == b"." || !part.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let digit = |i: usize| part.get(i).map_or(0, |b| i32::from(b - b'0'));
    let half = i32::from(digit(2) >= 5);
    let cp = whole
        .checked_mul(100)?
        .checked_add(digit(0) * 10 + digit(1) + half)?;
    Some((Eval::Centipawns(sign(cp)), depth))
}

/// Reads up to seven digits.
fn number(digits: &[u8]) -> Option<i32> {
    let fits = (1..=7).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit);
    fits.then(|| {
        digits
            .iter()
            .fold(0, |sum, digit| sum * 10 + i32::from(digit - b'0'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_in_both_forms() {
        for (text, expected) in [
            ("298.21", Some(298_210)),
            ("0", Some(0)),
            ("12.3456", Some(12_345)),
            ("0:02:59.5", Some(179_500)),
            ("1:00:00", Some(3_600_000)),
            ("a comment", None),
            ("", None),
            ("1.", None),
            ("-3.0", None),
            ("1:", None),
            ("99999999999999999999", None),
        ] {
            assert_eq!(clock(text.as_bytes()), expected, "{text}");
        }
    }

    #[test]
    fn commands_are_taken_and_written_again() {
        let text = "before [%eval -0.35,18] [%clk 0:02:59.5] [%csl Ya1] [%cal Ge2e4,Rd1d8] \
                    [%emt 3] and [%odd 1] after [%clk 1] [%cal Ge2e2]";
        let mut notes = Annotations::default();
        let rest = notes.take(text);
        assert_eq!(rest, "before and [%odd 1] after [%clk 1] [%cal Ge2e2]");
        assert_eq!(notes.clock, Some(179_500));
        assert_eq!(notes.elapsed, Some(3_000));
        assert_eq!(
            (notes.eval, notes.depth),
            (Some(Eval::Centipawns(-35)), Some(18))
        );
        assert_eq!(notes.marks.len(), 3);
        let mut out = String::new();
        notes.write(&mut out);
        let mut again = Annotations::default();
        assert_eq!(again.take(&out), "");
        assert_eq!(again, notes);
    }

    #[test]
    fn evaluations_have_two_kinds() {
        for (text, expected) in [
            ("0.35", Some(Eval::Centipawns(35))),
            ("-12", Some(Eval::Centipawns(-1200))),
            ("+1.005", Some(Eval::Centipawns(101))),
            ("#-3", Some(Eval::Mate(-3))),
            ("#0", Some(Eval::Mate(0))),
            (".5", Some(Eval::Centipawns(50))),
            ("", None),
            ("-", None),
            (".", None),
            ("1.x", None),
            ("#", None),
            ("99999999", None),
        ] {
            assert_eq!(eval(text.as_bytes()).map(|(e, _)| e), expected, "{text}");
        }
    }
}
