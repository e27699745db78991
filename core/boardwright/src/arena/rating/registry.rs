//! Bots that are kept with their ratings: a value that every host can keep in a file, a database
//! or memory.
//!
//! Ratings are kept apart by game and by mode ([`mode_of`](super::mode_of)). Games of two players
//! are rated by Glicko-2 (M. Glickman, 2013), a batch of them as one period, and all games, those
//! of teams and of more than two sides included, one after the other by the Bradley-Terry model
//! with full pairs of R. Weng and C.-J. Lin (2011). Everybody begins with 1200 in both.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::path::Path;

use serde::{Deserialize, Serialize};
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};
use skillratings::{MultiTeamOutcome, Outcomes};

use super::games::RatedGame;
use contract::error::{Error, Result, quoted};
use contract::value::{Dict, Value};

/// The rating of who has not played.
pub const START: f64 = 1200.0;

/// The deviation of such a rating by Glicko-2.
const DEVIATION: f64 = 350.0;

/// The volatility of such a rating.
const VOLATILITY: f64 = 0.06;

/// The uncertainty of such a rating by Weng and Lin: a third of it, as they propose.
const UNCERTAINTY: f64 = START / 3.0;

/// The width of a class of skill: a sixth of the rating at the start, as they propose.
const BETA: f64 = START / 6.0;

const FORMAT: &str = "boardwright-bots";
const VERSION: u64 = 1;

/// Kind of a bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum BotKind {
    /// A bot of the library.
    Internal,
    /// A program, or a bot of the host's.
    External,
}

/// Status of a bot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum BotStatus {
    /// It plays.
    #[default]
    Active,
    /// It does not play for now.
    Paused,
    /// It plays no more, and stands in no leaderboard.
    Retired,
}

/// A bot that is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RegisteredBot {
    /// Its kind.
    pub kind: BotKind,
    /// The games that it plays, and the modes of each.
    pub modes: BTreeMap<String, BTreeSet<String>>,
    /// Its status.
    #[serde(default)]
    pub status: BotStatus,
    /// The player as tournaments take it, with the options of the engine.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "BTreeMap<String, Value>"))]
    pub player: Dict,
    /// Its ratings by game and mode.
    #[serde(default)]
    pub ratings: BTreeMap<String, BTreeMap<String, BotRating>>,
}

/// A rating of a bot in one game and mode.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct BotRating {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// The rating by Glicko-2; null before a game of two players.
    pub glicko: Option<Glicko>,
    /// The rating by Weng and Lin.
    pub weng_lin: WengLin,
}

/// A rating by Glicko-2.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Glicko {
    /// The rating.
    pub rating: f64,
    /// Its deviation; the 95 % interval reaches 1.96 times as far to both sides.
    pub deviation: f64,
    /// The volatility.
    pub volatility: f64,
}

/// A rating by Weng and Lin.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct WengLin {
    /// The rating.
    pub rating: f64,
    /// Its uncertainty.
    pub uncertainty: f64,
}

/// A number to a billionth: what is written and read again is the same number then, which it
/// need not be to the last bit.
fn billionths(number: f64) -> f64 {
    (1e9 * number).round() / 1e9
}

impl Glicko {
    fn rounded(self) -> Self {
        Self {
            rating: billionths(self.rating),
            deviation: billionths(self.deviation),
            volatility: billionths(self.volatility),
        }
    }
}

impl WengLin {
    fn rounded(self) -> Self {
        Self {
            rating: billionths(self.rating),
            uncertainty: billionths(self.uncertainty),
        }
    }
}

impl Default for BotRating {
    fn default() -> Self {
        Self {
            wins: 0,
            draws: 0,
            losses: 0,
            glicko: None,
            weng_lin: WengLin {
                rating: START,
                uncertainty: UNCERTAINTY,
            },
        }
    }
}

impl BotRating {
    fn glicko_rating(&self) -> Glicko2Rating {
        let glicko = self.glicko.unwrap_or(Glicko {
            rating: START,
            deviation: DEVIATION,
            volatility: VOLATILITY,
        });
        Glicko2Rating {
            rating: glicko.rating,
            deviation: glicko.deviation,
            volatility: glicko.volatility,
        }
    }

    fn weng_lin_rating(&self) -> WengLinRating {
        WengLinRating {
            rating: self.weng_lin.rating,
            uncertainty: self.weng_lin.uncertainty,
        }
    }

    /// The rating that orders a leaderboard, and half of its 95 % interval.
    #[must_use]
    pub fn shown(&self) -> (f64, f64) {
        let (rating, deviation) = match self.glicko {
            Some(glicko) => (glicko.rating, glicko.deviation),
            None => (self.weng_lin.rating, self.weng_lin.uncertainty),
        };
        (rating, super::super::estimate::Z * deviation)
    }

    fn rounded(self) -> Self {
        Self {
            glicko: self.glicko.map(Glicko::rounded),
            weng_lin: self.weng_lin.rounded(),
            ..self
        }
    }

    /// Checks numbers that came from a file.
    fn is_sound(&self) -> bool {
        let within = |x: f64, least: f64, most: f64| (least..=most).contains(&x);
        let rating = |x: f64| within(x, -1e6, 1e6);
        let glicko = self.glicko.is_none_or(|g| {
            rating(g.rating) && within(g.deviation, 1e-3, 1e4) && within(g.volatility, 1e-6, 10.0)
        });
        glicko
            && rating(self.weng_lin.rating)
            && within(self.weng_lin.uncertainty, 1e-6, 1e4)
            && [self.wins, self.draws, self.losses]
                .iter()
                .all(|n| *n < 1 << 53)
    }
}

/// Bots with their ratings.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Registry {
    bots: BTreeMap<String, RegisteredBot>,
    /// The batches that have been counted.
    rated: BTreeSet<String>,
}

/// The form in which a registry is written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    format: String,
    version: u64,
    bots: BTreeMap<String, RegisteredBot>,
    rated: BTreeSet<String>,
}

impl Registry {
    /// A registry without bots.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The bots by their names.
    #[must_use]
    pub const fn bots(&self) -> &BTreeMap<String, RegisteredBot> {
        &self.bots
    }

    /// Adds a bot, or changes one, whose ratings it then keeps.
    ///
    /// # Errors
    ///
    /// `invalid_option` for an empty name.
    pub fn register(&mut self, name: &str, mut bot: RegisteredBot) -> Result<()> {
        if name.trim().is_empty() {
            return Err(Error::invalid_option("name: is empty"));
        }
        if let Some(known) = self.bots.get(name) {
            bot.ratings.clone_from(&known.ratings);
        }
        self.bots.insert(name.to_owned(), bot);
        Ok(())
    }

    /// Sets the status of a bot.
    ///
    /// # Errors
    ///
    /// `invalid_option` for one that is not registered.
    pub fn set_status(&mut self, name: &str, status: BotStatus) -> Result<()> {
        self.bot_mut(name)?.status = status;
        Ok(())
    }

    /// Takes a bot out, with its ratings; those of others stay.
    ///
    /// # Errors
    ///
    /// `invalid_option` for one that is not registered.
    pub fn remove(&mut self, name: &str) -> Result<RegisteredBot> {
        let bot = self.bots.remove(name);
        bot.ok_or_else(|| Self::unknown(name))
    }

    pub(super) fn unknown(name: &str) -> Error {
        Error::invalid_option(format!("{} is not registered", quoted(name)))
    }

    fn bot_mut(&mut self, name: &str) -> Result<&mut RegisteredBot> {
        self.bots.get_mut(name).ok_or_else(|| Self::unknown(name))
    }

    /// The rating of a bot in a game and mode: 1200 where it has not played.
    ///
    /// # Errors
    ///
    /// `invalid_option` for one that is not registered.
    pub fn rating(&self, name: &str, game: &str, mode: &str) -> Result<BotRating> {
        let bot = self.bots.get(name).ok_or_else(|| Self::unknown(name))?;
        let rating = bot.ratings.get(game).and_then(|modes| modes.get(mode));
        Ok(rating.copied().unwrap_or_default())
    }

    /// Rates a batch of games of one game and mode; false where a batch of that name was rated
    /// before, which changes nothing.
    ///
    /// # Errors
    ///
    /// `invalid_option` for a bot that is not registered, a batch without a name, and for a game
    /// without two sides, with a side without players or with a player twice; then nothing is
    /// rated.
    pub fn rate(
        &mut self,
        batch: &str,
        game: &str,
        mode: &str,
        games: &[RatedGame],
    ) -> Result<bool> {
        if batch.trim().is_empty() {
            return Err(Error::invalid_option("batch: is empty"));
        }
        games.iter().try_for_each(RatedGame::check)?;
        let sides = || games.iter().flat_map(|game| &game.sides);
        let mut ratings: BTreeMap<&str, BotRating> = BTreeMap::new();
        for name in sides().flat_map(|side| &side.players) {
            ratings.insert(name, self.rating(name, game, mode)?);
        }
        if self.rated.contains(batch) {
            return Ok(false);
        }
        glicko(&mut ratings, games);
        for played in games {
            weng_lin(&mut ratings, played);
            let best = played.sides.iter().map(|side| side.place).min();
            let drawn = played.sides.iter().all(|side| Some(side.place) == best);
            for side in &played.sides {
                for name in &side.players {
                    let Some(rating) = ratings.get_mut(&**name) else {
                        continue;
                    };
                    match (drawn, Some(side.place) == best) {
                        (true, _) => rating.draws += 1,
                        (false, true) => rating.wins += 1,
                        (false, false) => rating.losses += 1,
                    }
                }
            }
        }
        for (name, rating) in ratings {
            let modes = &mut self.bot_mut(name)?.ratings;
            let of_game = modes.entry(game.to_owned()).or_default();
            of_game.insert(mode.to_owned(), rating.rounded());
        }
        self.rated.insert(batch.to_owned());
        Ok(true)
    }

    /// Writes it as JSON.
    ///
    /// # Errors
    ///
    /// `internal`.
    pub fn to_json(&self) -> Result<String> {
        let saved = Saved {
            format: FORMAT.into(),
            version: VERSION,
            bots: self.bots.clone(),
            rated: self.rated.clone(),
        };
        let text = serde_json::to_string_pretty(&saved);
        text.map_err(|error| Error::internal(format!("a registry cannot be written: {error}")))
    }

    /// Reads what [`to_json`](Self::to_json) wrote.
    ///
    /// # Errors
    ///
    /// `invalid_notation`, saying where; `unsupported` for another version.
    pub fn from_json(text: &str) -> Result<Self> {
        let wrong = |what: &str| Error::invalid_notation(format!("registry: {what}"));
        let value: Value =
            serde_json::from_str(text).map_err(|error| wrong(&format!("is no JSON: {error}")))?;
        if value.get("format").and_then(Value::as_str) != Some(FORMAT) {
            return Err(wrong("is not one of bots"));
        }
        if value.get("version").and_then(Value::as_u64) != Some(VERSION) {
            return Err(Error::unsupported(format!(
                "registry: is of a version that is not known, only {VERSION} is"
            )));
        }
        let mut saved: Saved =
            serde_json::from_value(value).map_err(|error| wrong(&error.to_string()))?;
        for (name, bot) in &mut saved.bots {
            for rating in bot.ratings.values_mut().flat_map(BTreeMap::values_mut) {
                if !rating.is_sound() {
                    let message = format!("a rating of {} is out of range", quoted(name));
                    return Err(wrong(&message));
                }
                *rating = rating.rounded();
            }
        }
        Ok(Self {
            bots: saved.bots,
            rated: saved.rated,
        })
    }

    /// Writes it to a file, whole or not at all.
    ///
    /// # Errors
    ///
    /// `invalid_option` with what the system says.
    pub fn save(&self, path: &Path) -> Result<()> {
        let failed = |error: std::io::Error| {
            Error::invalid_option(format!("cannot write {}: {error}", path.display()))
        };
        let mut name = path.as_os_str().to_owned();
        name.push(".new");
        let text = self.to_json()?;
        let write = || {
            let mut file = std::fs::File::create(&name)?;
            file.write_all(text.as_bytes())?;
            file.sync_all()?;
            std::fs::rename(&name, path)
        };
        write().map_err(failed)
    }

    /// Reads it from a file; an empty one where there is no file.
    ///
    /// # Errors
    ///
    /// `invalid_option` with what the system says, and those of [`from_json`](Self::from_json).
    pub fn load(path: &Path) -> Result<Self> {
        match std::fs::read_to_string(path) {
            Ok(text) => Self::from_json(&text),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Self::new()),
            Err(error) => Err(Error::invalid_option(format!(
                "cannot read {}: {error}",
                path.display()
            ))),
        }
    }
}

/// Rates the games of two players as one period, in which everybody is compared with what the
/// others were before it.
fn glicko(ratings: &mut BTreeMap<&str, BotRating>, games: &[RatedGame]) {
    let mut results: BTreeMap<&str, Vec<(Glicko2Rating, Outcomes)>> = BTreeMap::new();
    for game in games {
        let [a, b] = &game.sides[..] else { continue };
        let ([first], [second]) = (&a.players[..], &b.players[..]) else {
            continue;
        };
        for (own, other, name, opponent) in [(a, b, first, second), (b, a, second, first)] {
            let outcome = match own.place.cmp(&other.place) {
                std::cmp::Ordering::Less => Outcomes::WIN,
                std::cmp::Ordering::Equal => Outcomes::DRAW,
                std::cmp::Ordering::Greater => Outcomes::LOSS,
            };
            let Some(opponent) = ratings.get(&**opponent) else {
                continue;
            };
            let result = (opponent.glicko_rating(), outcome);
            results.entry(name).or_default().push(result);
        }
    }
    for (name, results) in results {
        if let Some(rating) = ratings.get_mut(name) {
            let config = Glicko2Config::new();
            let new = glicko2_rating_period(&rating.glicko_rating(), &results, &config);
            rating.glicko = Some(Glicko {
                rating: new.rating,
                deviation: new.deviation,
                volatility: new.volatility,
            });
        }
    }
}

fn weng_lin(ratings: &mut BTreeMap<&str, BotRating>, game: &RatedGame) {
    let config = WengLinConfig {
        beta: BETA,
        ..WengLinConfig::new()
    };
    let of = |name: &String| ratings.get(&**name).copied().unwrap_or_default();
    let teams: Vec<Vec<WengLinRating>> = game
        .sides
        .iter()
        .map(|side| {
            side.players
                .iter()
                .map(|n| of(n).weng_lin_rating())
                .collect()
        })
        .collect();
    let ranked: Vec<_> = teams
        .iter()
        .zip(&game.sides)
        .map(|(team, side)| (&team[..], MultiTeamOutcome::new(side.place)))
        .collect();
    for (side, new) in game.sides.iter().zip(weng_lin_multi_team(&ranked, &config)) {
        for (name, new) in side.players.iter().zip(new) {
            if let Some(rating) = ratings.get_mut(&**name) {
                rating.weng_lin = WengLin {
                    rating: new.rating,
                    uncertainty: new.uncertainty,
                };
            }
        }
    }
}
