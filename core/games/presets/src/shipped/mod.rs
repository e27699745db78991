//! The presets that are shipped, in the order of their registration.

mod bodies;
mod endings;
mod manners;
mod variants;

use std::sync::Arc;

use super::preset::Preset;
use contract::error::Result;

/// All of them.
pub(super) fn all() -> Result<Vec<Arc<dyn Preset>>> {
    Ok(vec![
        Arc::new(bodies::PieceHp),
        Arc::new(bodies::KingHeals),
        Arc::new(manners::QueenSplits),
        Arc::new(manners::ExplosiveRook),
        Arc::new(endings::CaptureToWin),
        Arc::new(endings::LastPieceStanding),
        Arc::new(manners::KnightImmunity),
        Arc::new(manners::KnightsLeapTwice),
        Arc::new(manners::WrapBoard),
        Arc::new(bodies::PoisonedSquares),
        Arc::new(bodies::PieceShield),
        Arc::new(manners::Berserker),
        Arc::new(bodies::PawnStamina),
        Arc::new(manners::Cannon::new()?),
        Arc::new(variants::Atomic),
        Arc::new(endings::ThreeCheck),
        Arc::new(endings::KingOfTheHill),
        Arc::new(variants::RacingKings),
        Arc::new(variants::Horde),
        Arc::new(variants::Antichess),
    ])
}

/// The id, the name and the description of a preset.
macro_rules! about {
    ($id:literal, $name:literal, $description:literal) => {
        fn id(&self) -> &str {
            $id
        }

        fn name(&self) -> &str {
            $name
        }

        fn description(&self) -> &str {
            $description
        }
    };
}

pub(super) use about;

/// A list of ids or names.
fn list(of: &[&str]) -> Vec<String> {
    of.iter().map(|s| (*s).to_owned()).collect()
}
