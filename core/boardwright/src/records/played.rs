//! The moves of a game as text, played at once.

use ::records::{GameResult, STYLE, WordLine, WordLines};
use contract::error::Result;

use crate::host::{MoveRef, State};

/// The lines of a game's text, played from a state, with what is said in them.
#[derive(Clone, Debug)]
pub struct PlayedText {
    text: String,
    lines: Vec<PlayedLine>,
    result: Option<GameResult>,
}

#[derive(Clone, Debug)]
struct PlayedLine {
    words: WordLine,
    /// The ply at which it begins.
    from: usize,
    last: State,
}

/// A line of a [`PlayedText`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToldLine {
    /// The line that it leaves, and the number of moves of that one before its first; `None`
    /// for the main line.
    pub leaves: Option<(usize, usize)>,
    /// The moves, as [`State::moves`] has them.
    pub moves: Vec<String>,
    /// The comments, by the number of moves before them.
    pub comments: Vec<(usize, String)>,
    /// The numeric glyphs, by the number of moves before them.
    pub glyphs: Vec<(usize, u8)>,
}

impl PlayedText {
    /// Plays the moves of a text, without tags, from a state on.
    ///
    /// `None` for a text that holds what can be read in more than one way, or a move that
    /// cannot be played; see [`WordLines::read`].
    #[must_use]
    pub fn read(text: &str, start: &State) -> Option<Self> {
        let words = WordLines::read(text)?;
        let mut lines: Vec<PlayedLine> = Vec::with_capacity(words.lines.len());
        for words in words.lines {
            let moves = words
                .moves
                .iter()
                .map(|at| MoveRef::Text(&text[at.clone()]));
            let moves: Vec<_> = moves.collect();
            let left = words.leaves.map(|(line, after)| {
                let line = &lines[line];
                line.last.at_ply(line.from + after)
            });
            let begun = left.transpose().ok()?;
            let first = begun.as_ref().unwrap_or(start);
            lines.push(PlayedLine {
                from: first.ply(),
                last: first.play_many(None, &moves, Some(STYLE)).ok()?,
                words,
            });
        }
        Some(Self {
            text: text.into(),
            lines,
            result: words.result,
        })
    }

    /// Returns the result at its end.
    #[must_use]
    pub const fn result(&self) -> Option<GameResult> {
        self.result
    }

    /// Returns the comments before the first move.
    pub fn opening(&self) -> impl Iterator<Item = String> + '_ {
        let comments = &self.lines[0].words.comments;
        let before = comments.iter().take_while(|(moves, _)| *moves == 0);
        before.map(|(_, at)| self.comment(at))
    }

    /// Returns the number of moves of the main line.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.lines[0].words.moves.len()
    }

    /// Returns the moves of the main line, as [`State::moves`] has them.
    ///
    /// # Errors
    ///
    /// `internal` only.
    pub fn main_line(&self) -> Result<Vec<String>> {
        self.lines[0].moves()
    }

    /// Returns all lines, each after the one that it leaves; the main line is the first.
    ///
    /// # Errors
    ///
    /// `internal` only.
    pub fn lines(&self) -> Result<Vec<ToldLine>> {
        let told = |line: &PlayedLine| {
            let comments = line.words.comments.iter();
            Ok(ToldLine {
                leaves: line.words.leaves,
                moves: line.moves()?,
                comments: comments.map(|(n, at)| (*n, self.comment(at))).collect(),
                glyphs: line.words.glyphs.clone(),
            })
        };
        self.lines.iter().map(told).collect()
    }

    fn comment(&self, at: &std::ops::Range<usize>) -> String {
        self.text[at.clone()].replace("\r\n", "\n")
    }
}

impl PlayedLine {
    fn moves(&self) -> Result<Vec<String>> {
        let mut moves = self.last.moves(None)?;
        let own = moves.len().saturating_sub(self.words.moves.len());
        Ok(moves.split_off(own))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host;

    #[test]
    fn lines_are_played_from_where_they_leave() {
        let start = host::start("chess", &Default::default()).unwrap();
        let first = start.play(None, MoveRef::Text("e2e4"), None).unwrap();
        let text =
            "{a}{ b\r\nc } 1... e5 (1... d5 2. exd5 {takes} (2. e5 f5 3. exf6) Qxd5) 2. Nf3 $1 1-0";
        let played = PlayedText::read(text, &first).unwrap();
        assert_eq!(played.opening().collect::<Vec<_>>(), ["a", "b\nc"]);
        assert_eq!(played.main_line().unwrap(), ["e7e5", "g1f3"]);
        assert_eq!(played.plies(), 2);
        assert_eq!(played.result().map(GameResult::text), Some("1-0"));
        let lines = played.lines().unwrap();
        let moves: Vec<_> = lines.iter().map(|line| line.moves.join(" ")).collect();
        assert_eq!(moves, ["e7e5 g1f3", "d7d5 e4d5 d8d5", "e4e5 f7f5 e5f6"]);
        let leaves: Vec<_> = lines.iter().map(|line| line.leaves).collect();
        assert_eq!(leaves, [None, Some((0, 0)), Some((1, 1))]);
        assert_eq!(lines[1].comments, [(2, "takes".to_owned())]);
        assert_eq!(lines[0].glyphs, [(2, 1)]);
        for text in ["e5", "e5 Nf4", "e5 (e6 (d5 Ke7)) Nf3", "e5 -- Nf3"] {
            let read = PlayedText::read(text, &first);
            assert_eq!(read.is_some(), text == "e5", "{text}");
        }
    }
}
