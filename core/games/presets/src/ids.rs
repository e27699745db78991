//! Dense numbers for moves that go straight from one square to another, for hosts that use
//! indices instead of texts.
//!
//! `from * 64 + to`, castling by its text; then the promotions, each type of piece
//! in the order of the types, from any square to those of the first and of the last rank. Two
//! games with the same definitions have the same numbers, whichever presets are in force.

use super::action::Action;
use super::board::PieceTypeId;
use super::library::Library;
use super::position::Position;
use super::scope::Active;
use chess::{File, Rank, Square};
use contract::error::{Error, Result};

const PROMOTIONS: u32 = 64 * 64;
/// From any square to 16.
const OF_A_TYPE: u32 = 64 * 16;

/// The meaning of an id.
struct Parts {
    from: Square,
    to: Square,
    promotion: Option<PieceTypeId>,
}

fn parts(id: u32) -> Parts {
    let square = |number: u32| Square::wrap((number % 64) as u8);
    if id < PROMOTIONS {
        return Parts {
            from: square(id / 64),
            to: square(id),
            promotion: None,
        };
    }
    let rest = id - PROMOTIONS;
    let rank = if rest % 16 < 8 {
        Rank::First
    } else {
        Rank::Eighth
    };
    Parts {
        from: square(rest % OF_A_TYPE / 16),
        to: Square::at(File::wrap((rest % 8) as u8), rank),
        promotion: Some(PieceTypeId((rest / OF_A_TYPE) as u8)),
    }
}

impl Action {
    /// Returns the id of a move of one leg.
    pub(super) fn id(&self) -> u32 {
        let (from, to) = (self.from().index() as u32, self.written_to());
        match self.promotion() {
            None => from * 64 + to.index() as u32,
            Some(kind) => {
                let last = if to.rank() == Rank::Eighth { 8 } else { 0 };
                let edge = to.file().index() as u32 + last;
                PROMOTIONS + kind.index() as u32 * OF_A_TYPE + from * 16 + edge
            }
        }
    }
}

impl Library {
    /// Returns the first of these presets that has moves without ids.
    pub(super) fn without_ids(&self, active: &[Active]) -> Option<&str> {
        let mut presets = active.iter().map(|active| self.preset(active.preset));
        let preset = presets.find(|preset| !preset.goes_straight())?;
        Some(preset.id())
    }

    /// Refuses a position in which there may be moves without ids.
    pub(super) fn check_ids(&self, position: &Position) -> Result<()> {
        match self.without_ids(position.active()) {
            None => Ok(()),
            Some(preset) => Err(Error::unsupported(format!(
                "action ids: moves of {preset}, which is in force, have none"
            ))),
        }
    }

    /// Returns the number of ids.
    pub(super) fn id_count(&self) -> u32 {
        PROMOTIONS + self.kinds.len() as u32 * OF_A_TYPE
    }

    /// Returns the text of an id.
    pub(super) fn id_text(&self, id: u32) -> Option<String> {
        if id >= self.id_count() {
            return None;
        }
        let parts = parts(id);
        let action = Action::new(parts.from, parts.to);
        Some(self.text(&match parts.promotion {
            None => action,
            Some(kind) => action.promoting(kind),
        }))
    }

    /// Returns the move of an id in a position, legal or not.
    pub(super) fn move_of_id(&self, position: &Position, id: u32) -> Option<Action> {
        self.first_move(position, |action| action.len() == 1 && action.id() == id)
    }
}
