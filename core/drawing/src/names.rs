//! Cells by their names, alone or in the text of a move.

use crate::scene::Scene;

/// A cell of a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The index of the board.
    pub board: usize,
    /// The index of the cell on it.
    pub cell: usize,
}

/// A text that does not name what it should.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NameError {
    /// A text that names no cell.
    NoCell,
    /// A text with something in it that is left over after its cells and looks like one.
    LeftOver,
}

impl Scene {
    /// Finds a cell by its name; without the name of a board it is one of the main board.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<Place> {
        let (board, rest) = self.qualified(name);
        let cells = &self.boards.get(board)?.cells;
        let cell = cells.iter().position(|cell| cell.name == rest)?;
        Some(Place { board, cell })
    }

    /// Finds the cells that the text of a move names, in order: at each place the longest name
    /// that stands there. A move that touches no cell has none.
    ///
    /// # Errors
    ///
    /// If the text names no cell, or has a number in it that belongs to none.
    pub fn cells_of(&self, text: &str) -> Result<Vec<Place>, NameError> {
        if self.silent_moves.iter().any(|silent| silent == text) {
            return Ok(Vec::new());
        }
        let (board, mut rest) = self.qualified(text);
        let cells = self.boards.get(board).map_or(&[][..], |b| &b.cells);
        let mut found = Vec::new();
        while let Some(next) = rest.chars().next() {
            let here = cells.iter().enumerate();
            let here = here.filter(|(_, c)| !c.name.is_empty() && rest.starts_with(&*c.name));
            match here.max_by_key(|(_, cell)| cell.name.len()) {
                Some((cell, named)) => {
                    found.push(Place { board, cell });
                    rest = &rest[named.name.len()..];
                }
                None if next.is_ascii_digit() || self.is_qualified(rest) => {
                    return Err(NameError::LeftOver);
                }
                None => rest = &rest[next.len_utf8()..],
            }
        }
        if found.is_empty() {
            return Err(NameError::NoCell);
        }
        Ok(found)
    }

    /// Returns true if a text begins with the name of a board.
    fn is_qualified(&self, text: &str) -> bool {
        let mut rest = self.boards.iter().filter_map(|board| {
            let named = !board.name.is_empty();
            text.strip_prefix(&*board.name).filter(|_| named)
        });
        rest.any(|rest| rest.starts_with(':'))
    }

    /// Returns the board that a text names before a colon, and the rest of it.
    fn qualified<'t>(&self, text: &'t str) -> (usize, &'t str) {
        let named = text.split_once(':').and_then(|(name, rest)| {
            let board = self.boards.iter().position(|b| b.name == name);
            board.map(|board| (board, rest))
        });
        named.unwrap_or((0, text))
    }

    /// Returns the names of the first and the last cell, for messages.
    #[must_use]
    pub fn names(&self) -> String {
        let ends = self.boards.iter().filter_map(|board| {
            let (first, last) = (board.cells.first()?, board.cells.last()?);
            let mark = if board.name.is_empty() { "" } else { ":" };
            let name = &board.name;
            Some(format!(
                "{name}{mark}{} to {name}{mark}{}",
                first.name, last.name
            ))
        });
        let ends: Vec<_> = ends.collect();
        if ends.is_empty() {
            "the picture has none".into()
        } else {
            format!("there are {}", ends.join(", "))
        }
    }
}
