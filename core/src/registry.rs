//! THE one list of games. A game exists in every host language, on the command
//! line, in the shared vectors and in the tests by standing here.

use serde_json::json;

use crate::blind::Blind;
use crate::boost::Boost;
use crate::bots;
use crate::bughouse::Bughouse;
use crate::chess::{BughouseBoard, Chess, Crazyhouse};
use crate::erased::{self, AnyBot, AnyGame, AnyState};
use crate::error::{Error, ErrorKind, Result, quoted};
use crate::game::{Game, GameInfo};
use crate::jarls::Jarls;
use crate::options::OptionSpec;
use crate::presets::Presets;
use crate::state::{Rules, Saved, State};
use crate::value::{Dict, Value};

/// All games.
pub static GAMES: &[Entry] = &[
    Entry::of::<Chess>(),
    Entry::of::<Crazyhouse>(),
    Entry::of::<BughouseBoard>(),
    Entry::of::<Bughouse>(),
    Entry::of::<Jarls>(),
    Entry::of::<Blind>(),
    Entry::of::<Boost>(),
    Entry::of::<Presets>(),
    #[cfg(feature = "test-games")]
    Entry::for_tests::<crate::testing::Phantom>(),
];

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
            load: |saved| Ok(std::sync::Arc::new(State::<G>::load(saved)?)),
            bot: erased::make_bot::<G>,
            bots: || bots::names::<G>().collect(),
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

    /// The entry in plain values.
    #[must_use]
    pub fn describe(&self) -> Value {
        let info = self.info;
        json!({
            "name": info.name,
            "summary": info.summary,
            "seats": { "min": info.seats.0, "max": info.seats.1 },
            "hidden": info.hidden,
            "options": info.options.iter().map(OptionSpec::describe).collect::<Vec<_>>(),
            "styles": info.styles,
            "bots": self.bots(),
        })
    }
}

/// The entry of a game whose name ends in `+` and goes on in the one given, with
/// how it goes on.
fn longer(name: &str) -> Option<(&'static Entry, &str)> {
    let families = GAMES.iter().filter(|e| e.info.name.ends_with('+'));
    let mut found = families.filter_map(|e| Some((e, name.strip_prefix(e.info.name)?)));
    found.next()
}

/// The rules of the game of that name under the given options. What follows the name
/// of a game that ends in `+` stands for options of it.
///
/// # Errors
///
/// `unknown_game` and `invalid_option`, with what exists.
pub fn rules(name: &str, options: &Dict) -> Result<AnyGame> {
    let entry = find(name)?;
    match longer(name).filter(|(_, rest)| !rest.is_empty()) {
        None => entry.rules(options),
        Some((_, rest)) => {
            let mut options = options.clone();
            (entry.named)(rest, &mut options)?;
            entry.rules(&options)
        }
    }
}

/// The entry of that name.
///
/// # Errors
///
/// `unknown_game`, with what exists.
pub fn find(name: &str) -> Result<&'static Entry> {
    let exact = GAMES.iter().find(|e| e.info.name == name);
    let found = exact.or_else(|| longer(name).map(|(entry, _)| entry));
    found.ok_or_else(|| {
        let names: Vec<_> = GAMES.iter().map(|e| e.info.name).collect();
        Error::new(
            ErrorKind::UnknownGame,
            format!(
                "there is no game {}: there are {}",
                quoted(name),
                names.join(", ")
            ),
        )
    })
}

/// Takes up a state that was saved, of whatever game.
///
/// # Errors
///
/// `invalid_notation` naming the field, `unknown_game`, `invalid_option`, and
/// `unsupported` for a version that is not known.
pub fn load(text: &str) -> Result<AnyState> {
    let saved = Saved::read(text)?;
    (find(&saved.game)?.load)(&saved)
}
