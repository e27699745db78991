//! The presets that are shipped, in the order of their registration.

mod attributes;
mod captures;
mod endings;
mod losing;
mod variants;

use std::sync::Arc;

use super::preset::Preset;
use contract::error::Result;
use contract::value::{Dict, Value};

/// All of them.
pub(super) fn all() -> Result<Vec<Arc<dyn Preset>>> {
    Ok(vec![
        Arc::new(attributes::PieceHp),
        Arc::new(attributes::KingHeals),
        Arc::new(captures::QueenSplits),
        Arc::new(captures::ExplosiveRook),
        Arc::new(endings::CaptureToWin),
        Arc::new(endings::LastPieceStanding),
        Arc::new(captures::KnightImmunity),
        Arc::new(captures::KnightsLeapTwice),
        Arc::new(captures::WrapBoard),
        Arc::new(attributes::PoisonedSquares),
        Arc::new(attributes::PieceShield),
        Arc::new(captures::Berserker),
        Arc::new(attributes::PawnStamina),
        Arc::new(captures::Cannon::new()?),
        Arc::new(variants::Atomic),
        Arc::new(endings::ThreeCheck),
        Arc::new(endings::KingOfTheHill),
        Arc::new(variants::RacingKings),
        Arc::new(variants::Horde),
        Arc::new(losing::Losing::ANTICHESS),
        Arc::new(losing::Losing::SUICIDE),
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

/// Returns the empty data of an effect that needs no details.
fn nothing() -> Value {
    Dict::new().into()
}
