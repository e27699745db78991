//! A game as the registry lists it.

use std::sync::Arc;

use contract::bot;
use contract::error::Result;
use contract::game::{Game, GameInfo, Hidden};
use contract::options::{OptionDescription, OptionSpec};
use contract::state::{Rules, Saved, State};
use contract::value::{Dict, Serialize};

use crate::{AnyBot, AnyGame, AnyState, make_bot};

/// A game, by what can be done before its type is known.
#[derive(Debug)]
pub struct Entry {
    info: &'static GameInfo,
    rules: fn(&Dict) -> Result<AnyGame>,
    load: fn(&Saved) -> Result<AnyState>,
    bot: fn(&str, &Dict, u64) -> Result<AnyBot>,
    bots: fn() -> Vec<&'static str>,
    named: fn(&str, &mut Dict) -> Result<()>,
    shipped: bool,
}

impl Entry {
    /// The entry of a game.
    #[must_use]
    pub const fn of<G: Game>() -> Self {
        Self {
            info: &G::INFO,
            rules: |options| Ok(Rules::<G>::new(options)?),
            load: |saved| Ok(Arc::new(State::<G>::load(saved)?)),
            bot: make_bot::<G>,
            bots: || bot::names::<G>().collect(),
            named: G::named,
            shipped: true,
        }
    }

    /// The entry of a game that exists only to test the contract.
    #[must_use]
    pub const fn for_tests<G: Game>() -> Self {
        Self {
            shipped: false,
            ..Self::of::<G>()
        }
    }

    /// Whether the game is there for people, and not only to test the contract.
    #[must_use]
    pub const fn shipped(&self) -> bool {
        self.shipped
    }

    /// What is known of the game before its options are.
    #[must_use]
    pub const fn info(&self) -> &'static GameInfo {
        self.info
    }

    /// The rules under the given options.
    ///
    /// # Errors
    ///
    /// `invalid_option`, naming the option and what exists.
    pub fn rules(&self, options: &Dict) -> Result<AnyGame> {
        (self.rules)(options)
    }

    /// A state that was saved.
    ///
    /// # Errors
    ///
    /// As [`State::load`].
    pub fn load(&self, saved: &Saved) -> Result<AnyState> {
        (self.load)(saved)
    }

    /// Adds the options that stand in the name of a game, after that of this one.
    ///
    /// # Errors
    ///
    /// As [`Game::named`].
    pub fn named(&self, rest: &str, options: &mut Dict) -> Result<()> {
        (self.named)(rest, options)
    }

    /// A bot.
    ///
    /// # Errors
    ///
    /// `unknown_bot`, with what exists; `invalid_option`.
    pub fn bot(&self, name: &str, options: &Dict, seed: u64) -> Result<AnyBot> {
        (self.bot)(name, options, seed)
    }

    /// The names of its bots.
    #[must_use]
    pub fn bots(&self) -> Vec<&'static str> {
        (self.bots)()
    }

    /// The entry for clients.
    #[must_use]
    pub fn describe(&self) -> GameDescription {
        let info = self.info;
        GameDescription {
            name: info.name,
            summary: info.summary,
            seats: SeatCount {
                min: info.seats.0,
                max: info.seats.1,
            },
            hidden: info.hidden,
            options: info.options.iter().map(OptionSpec::describe).collect(),
            styles: info.styles.to_vec(),
            bots: self.bots(),
        }
    }
}

/// What is known of a game before its options are, for clients.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameDescription {
    /// The name it is started by.
    pub name: &'static str,
    /// A line about it.
    pub summary: &'static str,
    /// How many seats it has.
    pub seats: SeatCount,
    /// Whether it hides anything.
    pub hidden: Hidden,
    /// Its options.
    pub options: Vec<OptionDescription>,
    /// Its notations for moves, the canonical one first.
    pub styles: Vec<&'static str>,
    /// The names of its bots.
    pub bots: Vec<&'static str>,
}

/// The least and the greatest number of seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SeatCount {
    /// The least.
    pub min: u8,
    /// The greatest.
    pub max: u8,
}
