//! The breadth of a position: to how many squares its pieces lead together.

use super::board::PieceTypeId;
use super::library::Library;
use super::position::Position;
use chess::Color;
use contract::error::Error;

/// To how many squares the pieces of a side may lead together in a position to begin
/// with, each counted where it leads to most: 321 for an army of chess, 972 for the 36
/// pawns of horde.
pub(super) const MOST_BREADTH: u32 = 1024;

/// The same in a position that was played to: pieces split, are promoted, and change.
pub(super) const MOST_GROWN: u32 = 2 * MOST_BREADTH;

impl Library {
    /// To how many squares a piece of a type may lead; a pawn counts as the queen that
    /// it may become.
    fn width(&self, kind: PieceTypeId) -> u32 {
        let kind = match kind {
            PieceTypeId::PAWN => PieceTypeId::QUEEN,
            kind => kind,
        };
        self.type_of(kind).moves.width()
    }

    /// To how many squares the pieces of a side may lead together.
    pub(super) fn breadth(&self, position: &Position, color: Color) -> u32 {
        let men = position.of(color).into_iter();
        men.filter_map(|square| position.piece_at(square))
            .map(|man| self.width(man.kind))
            .sum()
    }

    /// Returns true if a side has room for a new piece, in place of another or of none, so that an
    /// army grown by play can be read again.
    pub(super) fn has_room(
        &self,
        position: &Position,
        color: Color,
        old: Option<PieceTypeId>,
        new: PieceTypeId,
    ) -> bool {
        let (old, new) = (old.map_or(0, |old| self.width(old)), self.width(new));
        new <= old || self.breadth(position, color) - old + new <= MOST_GROWN
    }

    /// Checks that a position is small enough for its moves to be listed at once: as a first
    /// position, or as one that was played to.
    ///
    /// # Errors
    ///
    /// `invalid_notation`, with the limit.
    pub(super) fn check_breadth(&self, position: &Position, most: u32) -> contract::Result<()> {
        for color in Color::ALL {
            let breadth = self.breadth(position, color);
            if breadth > most {
                return Err(Error::invalid_notation(format!(
                    "pieces: those of {} lead to {breadth} squares together, and {most} are the \
                     most",
                    color.name()
                )));
            }
        }
        Ok(())
    }
}
