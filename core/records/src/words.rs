//! The moves of a game as words, before any rules are asked.

use std::ops::Range;

use memchr::memchr2;

use crate::damage::Limits;
use crate::scan::{GameResult, GameText, Token};

/// A line of moves as places in a text: the main line, or a variation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WordLine {
    /// The line that it leaves, and the number of moves of that one before its first; `None`
    /// for the main line.
    pub leaves: Option<(usize, usize)>,
    /// The moves, without marks of merit.
    pub moves: Vec<Range<usize>>,
    /// The comments without their braces and a blank beside each, by the number of moves
    /// before them.
    pub comments: Vec<(usize, Range<usize>)>,
    /// The numeric glyphs, by the number of moves before them, at least one.
    pub glyphs: Vec<(usize, u8)>,
}

/// The lines of a game's text, and its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordLines {
    /// The lines, each after the one that it leaves; the main line is the first.
    pub lines: Vec<WordLine>,
    /// The result.
    pub result: Option<GameResult>,
}

impl WordLines {
    /// Takes the text of one game apart, without tags.
    ///
    /// `None` for what is read in more than one way: null moves, glyphs without a meaning,
    /// marks within moves, comments to the end of a line, variations without a move, and what
    /// is damage to [`GameText`] or follows its end.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        if bytes.len() > Limits::DEFAULT.game_bytes {
            return None;
        }
        let mut words = GameText::new(bytes, true, Limits::DEFAULT, Vec::new());
        let mut lines = vec![WordLine::default()];
        let mut stack: Vec<usize> = Vec::new();
        let mut at = 0;
        let result = loop {
            let token = words.token_but_number().ok()?;
            let line = &mut lines[at];
            let before = line.moves.len();
            match token {
                Token::Number(_) => {}
                // A mark within a move may belong to it or end it.
                Token::Move(word) if memchr2(b'!', b'?', word).is_some() => return None,
                Token::Move(word) => {
                    let from = words.last_token();
                    line.moves.push(from..from + word.len());
                }
                Token::Comment(inside) => {
                    let from = words.last_token() + 1;
                    if bytes[from - 1] != b'{' {
                        return None;
                    }
                    let all = &text[from..from + inside.len()];
                    let comment = all.strip_prefix(' ').unwrap_or(all);
                    let from = from + all.len() - comment.len();
                    let comment = comment.strip_suffix(' ').unwrap_or(comment);
                    line.comments.push((before, from..from + comment.len()));
                }
                // Which move a mark belongs to is told by a move alone.
                Token::Nag(glyph @ 1..) if before > 0 => line.glyphs.push((before, glyph)),
                Token::Open if before > 0 => {
                    stack.push(at);
                    let leaves = Some((at, before - 1));
                    at = lines.len();
                    lines.push(WordLine {
                        leaves,
                        ..WordLine::default()
                    });
                }
                Token::Close if before > 0 => at = stack.pop()?,
                // Half of a draw, or a result with a mark, is none to everybody.
                Token::Result(result) if words.result_word() == result.text().as_bytes() => {
                    break Some(result);
                }
                Token::End => break None,
                Token::Null(_) | Token::Nag(_) | Token::Open | Token::Close | Token::Result(_) => {
                    return None;
                }
            }
        };
        let ended = bytes[words.position()..].trim_ascii().is_empty();
        (ended && stack.is_empty()).then_some(Self { lines, result })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line: where it leaves, its moves, its comments.
    type Told<'a> = (Option<(usize, usize)>, Vec<&'a str>, Vec<(usize, &'a str)>);

    fn told(text: &str) -> Vec<Told<'_>> {
        let words = WordLines::read(text).unwrap();
        let line = |line: &WordLine| {
            let moves = line.moves.iter().map(|at| &text[at.clone()]).collect();
            let comments = line.comments.iter();
            let comments = comments.map(|(n, at)| (*n, &text[at.clone()])).collect();
            (line.leaves, moves, comments)
        };
        words.lines.iter().map(line).collect()
    }

    #[test]
    fn lines_are_taken_apart() {
        let text = "{ at first }\n1. e4! {[%clk 0:01:00] } (1. d4 $14 { a  } 1... d5 ({or} 1... Nf6))\n\
                    1... e5 $1 {} 2.Nf3 *\n";
        assert_eq!(
            told(text),
            [
                (
                    None,
                    vec!["e4", "e5", "Nf3"],
                    vec![(0, "at first"), (1, "[%clk 0:01:00]"), (2, "")]
                ),
                (Some((0, 0)), vec!["d4", "d5"], vec![(1, "a ")]),
                (Some((1, 1)), vec!["Nf6"], vec![(0, "or")]),
            ]
        );
        let words = WordLines::read(text).unwrap();
        assert_eq!(words.lines[0].glyphs, [(1, 1), (2, 1)]);
        assert_eq!(words.lines[1].glyphs, [(1, 14)]);
        assert_eq!(words.result, Some(GameResult::Unknown));
        let words = WordLines::read("e4 (d4 1-0?) e5 e.p.! Nf3").unwrap();
        assert_eq!(words.lines[1].glyphs, [(1, 2)]);
        assert_eq!(words.lines[0].glyphs, [(2, 1)]);
    }

    #[test]
    fn a_text_without_moves_is_an_empty_line() {
        for (text, result) in [("", None), (" \n", None), ("1-0\n", Some("1-0"))] {
            let words = WordLines::read(text).unwrap();
            assert_eq!(words.lines, [WordLine::default()], "{text}");
            assert_eq!(words.result.map(GameResult::text), result, "{text}");
        }
        assert_eq!(
            told("e4 1/2-1/2 { agreed }"),
            [(None, vec!["e4"], vec![(1, "agreed")])]
        );
    }

    #[test]
    fn what_is_read_in_more_than_one_way_is_not_taken_apart() {
        for text in [
            "e4 -- d4",
            "$1 e4",
            "e4 $",
            "e4 $256",
            "e4 $0",
            "e4!!!",
            "e4!?+ e5",
            "e4 ; to the end",
            "e4 ()",
            "e4 (d4 (Nf6",
            "(e4)",
            "e4)",
            "e4 ({x})",
            "e4 {x",
            "e4 }",
            "1/2",
            "e4 1/2",
            "e4 1-0? {x}",
            "e4 1-0 e5",
            "e4 1-0 0-1",
            "e4 1-0\n{later}",
            "e4\n[Event \"x\"]\n",
        ] {
            assert_eq!(WordLines::read(text), None, "{text}");
        }
        let long = format!("e4 {{{}}}", "x".repeat(Limits::DEFAULT.game_bytes));
        assert_eq!(WordLines::read(&long), None);
    }
}
