//! A game in the registry.

use std::sync::Arc;

use contract::bot;
use contract::error::Result;
use contract::game::{Game, GameInfo, Hidden};
use contract::options::{OptionDescription, OptionSpec};
use contract::question::{QuestionDescription, Questions};
use contract::state::Rules;
use contract::value::{Dict, Named, Serialize};

use records::columns::{BoardGame, BoardRules};

use crate::record::board_rules;
use crate::{AnyBot, AnyGame, make_bot};

/// A game, with the functions that need no type of it.
#[derive(Debug)]
pub struct Entry {
    info: &'static GameInfo,
    rules: fn(&Dict) -> Result<AnyGame>,
    bot: fn(&str, &Dict, u64) -> Result<AnyBot>,
    bots: fn() -> Vec<&'static str>,
    bot_options: fn(&str) -> &'static [OptionSpec],
    named: fn(&str, &mut Dict) -> Result<()>,
    network: fn() -> Option<String>,
    questions: fn() -> Questions,
    changes_outside: fn() -> bool,
    boards: fn(&AnyGame) -> Option<Arc<dyn BoardRules>>,
    shipped: bool,
    #[cfg(feature = "schema")]
    schemas: fn(&mut schemars::SchemaGenerator) -> GameSchemas,
}

/// Schemas of what clients are told of a game; what they refer to is left with the generator.
#[cfg(feature = "schema")]
#[derive(Clone, Debug)]
pub struct GameSchemas {
    /// A state.
    pub state: schemars::Schema,
    /// An observation of a seat.
    pub observation: schemars::Schema,
    /// An event of a move.
    pub event: schemars::Schema,
}

#[cfg(feature = "schema")]
impl GameSchemas {
    fn of<G: Game>(generator: &mut schemars::SchemaGenerator) -> Self {
        use contract::game::View;
        Self {
            state: generator.subschema_for::<G::Description>(),
            observation: generator.subschema_for::<<G::View as View<G>>::Description>(),
            event: generator.subschema_for::<G::Event>(),
        }
    }
}

impl Entry {
    /// Creates the entry of a game.
    #[must_use]
    pub const fn of<G: Game>() -> Self {
        Self {
            info: &G::INFO,
            rules: |options| Ok(Rules::<G>::new(options)?),
            bot: make_bot::<G>,
            bots: || bot::names::<G>().collect(),
            bot_options: G::bot_options,
            named: G::named,
            network: G::network,
            questions: G::questions,
            changes_outside: G::changes_outside,
            boards: |_| None,
            shipped: true,
            #[cfg(feature = "schema")]
            schemas: GameSchemas::of::<G>,
        }
    }

    /// Creates the entry of a game that is played on one chess board, of which records are
    /// read into columns.
    #[must_use]
    pub const fn of_board<G: BoardGame>() -> Self {
        Self {
            boards: board_rules::<G>,
            ..Self::of::<G>()
        }
    }

    /// Creates the entry of a game that exists only to test the contract.
    #[must_use]
    pub const fn for_tests<G: Game>() -> Self {
        Self {
            shipped: false,
            ..Self::of::<G>()
        }
    }

    /// Returns true if the game is for players, not only for tests of the contract.
    #[must_use]
    pub const fn shipped(&self) -> bool {
        self.shipped
    }

    /// Returns the properties of the game that do not depend on its options.
    #[must_use]
    pub const fn info(&self) -> &'static GameInfo {
        self.info
    }

    /// Schemas of what clients are told of it.
    #[cfg(feature = "schema")]
    pub fn schemas(&self, generator: &mut schemars::SchemaGenerator) -> GameSchemas {
        (self.schemas)(generator)
    }

    /// The rules under the given options.
    ///
    /// # Errors
    ///
    /// `invalid_option`, naming the option and the options that exist.
    pub fn rules(&self, options: &Dict) -> Result<AnyGame> {
        (self.rules)(options)
    }

    /// Returns rules of this game as those by which columns are read; `None` for a game that
    /// is not played on one chess board.
    #[must_use]
    pub fn board_rules(&self, rules: &AnyGame) -> Option<Arc<dyn BoardRules>> {
        (self.boards)(rules)
    }

    /// Adds to the options the part of a game's name that follows the name of this game.
    ///
    /// # Errors
    ///
    /// As in [`Game::named`].
    pub fn named(&self, rest: &str, options: &mut Dict) -> Result<()> {
        (self.named)(rest, options)
    }

    /// Creates a bot.
    ///
    /// # Errors
    ///
    /// `unknown_bot`, naming the existing ones; `invalid_option`.
    pub fn bot(&self, name: &str, options: &Dict, seed: u64) -> Result<AnyBot> {
        (self.bot)(name, options, seed)
    }

    /// Returns the names of its bots.
    #[must_use]
    pub fn bots(&self) -> Vec<&'static str> {
        (self.bots)()
    }

    /// Returns true if what comes from outside changes positions between moves.
    #[must_use]
    pub fn changes_outside(&self) -> bool {
        (self.changes_outside)()
    }

    /// Returns the name and hash of the network by which its bots evaluate positions.
    #[must_use]
    pub fn network(&self) -> Option<String> {
        (self.network)()
    }

    /// Returns the entry for clients.
    #[must_use]
    pub fn describe(&self) -> GameDescription {
        let info = self.info;
        let bot_options = self.bots().into_iter().map(|name| {
            let specs = (self.bot_options)(name).iter();
            (name.to_owned(), specs.map(OptionSpec::describe).collect())
        });
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
            bot_options: Named(bot_options.collect()),
            network: self.network(),
            questions: (self.questions)().describe(),
        }
    }
}

/// The properties of a game that do not depend on its options, for clients.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameDescription {
    /// The name by which it is started.
    pub name: &'static str,
    /// A line about it.
    pub summary: &'static str,
    /// Number of seats.
    pub seats: SeatCount,
    /// The options under which it hides something.
    pub hidden: Hidden,
    /// Its options.
    pub options: Vec<OptionDescription>,
    /// Its notations for moves, the canonical one first.
    pub styles: Vec<&'static str>,
    /// The names of its bots.
    pub bots: Vec<&'static str>,
    /// The options of each bot.
    pub bot_options: Named<Vec<OptionDescription>>,
    /// The questions about its states that `ask` answers.
    pub questions: Vec<QuestionDescription>,
    /// Name and hash of the network by which its bots evaluate positions, as
    /// `crazyhouse-1 (1f0c33ab)`; nothing for a game whose evaluation is hand-written.
    pub network: Option<String>,
}

/// Minimum and maximum number of seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatCount {
    /// The minimum.
    pub min: u8,
    /// The maximum.
    pub max: u8,
}
