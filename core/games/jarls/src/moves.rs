//! Moves: what they are, their texts and their dense ids.

use super::board::HexBoard;
use super::hex::Hex;
use contract::error::{Error, Result, quoted};

/// Action of a player. Hexes are indices on the board of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Moves a piece one or two hexes in a straight line.
    Move(PathStep),
    /// Places a shield.
    Shield(u8),
    /// Gives up a warrior to starvation.
    GiveUp(u8),
}

/// A straight way of one or two hexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PathStep {
    /// Starting hex of the piece.
    pub from: u8,
    /// In which direction, 0 to 5.
    pub direction: u8,
    /// Distance in hexes, 1 or 2.
    pub length: u8,
}

impl PathStep {
    /// Takes a way of a piece by its number: of direction 0 that of one hex, that of two, and so on.
    #[inline]
    pub(super) const fn of(from: u8, way: u8) -> Self {
        Self {
            from,
            direction: way / 2,
            length: way % 2 + 1,
        }
    }
}

impl HexBoard {
    /// Returns the last hex of a path as written; `NONE` beyond the board.
    #[inline]
    #[must_use]
    pub const fn end(&self, step: PathStep) -> u8 {
        self.walk(step.from, step.direction, step.length)
    }

    /// The text of a move: `q,r>q,r`, `sq,r` or `xq,r`.
    #[must_use]
    pub fn text(&self, action: Action) -> String {
        match action {
            Action::Move(step) => format!("{}>{}", self.hex(step.from), self.hex(self.end(step))),
            Action::Shield(at) => format!("s{}", self.hex(at)),
            Action::GiveUp(at) => format!("x{}", self.hex(at)),
        }
    }

    /// Reads the text of a move.
    ///
    /// # Errors
    ///
    /// `invalid_notation`; `illegal_move` for a move from one hex to another that
    /// is not one or two away in a straight line.
    pub fn read(&self, text: &str) -> Result<Action> {
        let hex = |part: &str| -> Result<u8> {
            let hex = Hex::read(part).ok_or_else(|| {
                Error::invalid_notation(format!(
                    "{} is no move like 3,0>1,0, s2,-1 or x2,-1",
                    quoted(text)
                ))
            })?;
            self.index_of(hex).ok_or_else(|| {
                Error::invalid_notation(format!(
                    "{}: {hex} is not on a board of radius {}",
                    quoted(text),
                    self.radius()
                ))
            })
        };
        if let Some(at) = text.strip_prefix('s') {
            return Ok(Action::Shield(hex(at)?));
        }
        if let Some(at) = text.strip_prefix('x') {
            return Ok(Action::GiveUp(hex(at)?));
        }
        let (from, to) = text.split_once('>').unwrap_or((text, ""));
        let (from, to) = (hex(from)?, hex(to)?);
        let (direction, length) = self.way(from, to).ok_or_else(|| {
            Error::illegal_move(format!(
                "{text}: a piece moves one or two hexes in a straight line"
            ))
        })?;
        Ok(Action::Move(PathStep {
            from,
            direction,
            length,
        }))
    }

    /// Counts the action ids: paths of one and two hexes, then a shield on each hex, then a warrior
    /// given up on each.
    #[must_use]
    pub fn action_count(&self) -> u32 {
        self.moves().len() as u32 + 2 * u32::from(self.size())
    }

    /// The id of a move.
    #[must_use]
    pub fn action_id(&self, action: Action) -> u32 {
        let (ways, hexes) = (self.moves().len() as u32, u32::from(self.size()));
        match action {
            Action::Move(step) => self.move_id(step.from, step.direction, step.length),
            Action::Shield(at) => ways + u32::from(at),
            Action::GiveUp(at) => ways + hexes + u32::from(at),
        }
    }

    /// The move of an id.
    #[must_use]
    pub fn action(&self, id: u32) -> Option<Action> {
        let hexes = u32::from(self.size());
        if let Some((from, direction, length)) = self.moves().get(id as usize).copied() {
            return Some(Action::Move(PathStep {
                from,
                direction,
                length,
            }));
        }
        match id - self.moves().len() as u32 {
            at if at < hexes => Some(Action::Shield(at as u8)),
            at if at < 2 * hexes => Some(Action::GiveUp((at - hexes) as u8)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_texts_stand_for_the_same_moves() {
        for radius in 2..=8 {
            let board = HexBoard::of(radius);
            for id in 0..board.action_count() {
                let action = board.action(id).unwrap();
                assert_eq!(board.action_id(action), id);
                assert_eq!(board.read(&board.text(action)).unwrap(), action);
            }
            assert_eq!(board.action(board.action_count()), None);
            assert_eq!(board.action(u32::MAX), None);
        }
    }

    #[test]
    fn what_is_no_move_is_refused() {
        let board = HexBoard::of(3);
        for (text, code) in [
            ("", "invalid_notation"),
            ("3,0", "invalid_notation"),
            ("3,0>", "invalid_notation"),
            ("3,0>4,0", "invalid_notation"),
            ("s", "invalid_notation"),
            ("x9,9", "invalid_notation"),
            ("3,0>3,0", "illegal_move"),
            ("3,0>0,0", "illegal_move"),
            ("3,0>1,1", "illegal_move"),
        ] {
            assert_eq!(board.read(text).unwrap_err().code(), code, "{text}");
        }
    }
}
