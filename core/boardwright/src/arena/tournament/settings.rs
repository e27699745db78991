//! Tournaments by plain values, as every host and the command line give them.

use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;

use super::{Plan, System, Tournament};
use crate::arena::opening::Openings;
use crate::arena::referee::{Conditions, TimeControl};
use crate::arena::spec::{self, NamedPlayer, PlayerSpec};
use crate::arena::sprt::Sprt;
use crate::taken::Taken;
use contract::arguments::WholeNumber;
use contract::bot::Limits;
use contract::error::{Error, Result, quoted};
use contract::jobs::MOST_THREADS;
use contract::value::{Dict, Value, quoted_value, to_value};

/// Time by which a move may be late by default with a time for each move: a loaded machine is
/// no fault of a player.
const MARGIN: Duration = Duration::from_secs(1);

/// An option of a tournament, for documentation.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct TournamentOption {
    /// The name.
    pub name: &'static str,
    /// The default, or that there is none.
    pub default: &'static str,
    /// The meaning.
    pub doc: &'static str,
}

const fn option(name: &'static str, default: &'static str, doc: &'static str) -> TournamentOption {
    TournamentOption { name, default, doc }
}

/// The options of a tournament.
pub const TOURNAMENT: &[TournamentOption] = &[
    option("game", "required", "the name of the game"),
    option("options", "none", "the options of the game"),
    option(
        "players",
        "required",
        "the players: each a text such as `search(level=max)`, or a map of `bot` and `options`, or of `command`, `protocol` and `options` for a program; with a `name` where that is to be another",
    ),
    option(
        "system",
        "round_robin",
        "round_robin, gauntlet, swiss, knock_out, or fixed for players who stay at their seats",
    ),
    option(
        "rounds",
        "1, or by the number of players",
        "how often all meet, or the rounds of a Swiss tournament",
    ),
    option(
        "games",
        "one from each side",
        "the games of an encounter, a multiple of the players of a game",
    ),
    option(
        "at_once",
        "one for each side",
        "the players of a game, where there are more than two sides",
    ),
    option(
        "challengers",
        "1",
        "the number of first players who meet the others in a gauntlet",
    ),
    option(
        "seeded",
        "false",
        "true if the players are given with the strongest first; otherwise lots are drawn in a Swiss tournament and a knock-out",
    ),
    option("seed", "1", "the seed of openings, lots and players"),
    option(
        "limits",
        "none",
        "`nodes`, `depth` and `movetime` (milliseconds) for each move",
    ),
    option(
        "clock",
        "none",
        "a clock for each seat: `base` and `increment`, in milliseconds",
    ),
    option(
        "margin",
        "1000 with a movetime, otherwise 0",
        "the milliseconds by which a move may be late",
    ),
    option(
        "move_timeout",
        "60000",
        "the milliseconds that a move may take where nothing else bounds it",
    ),
    option(
        "ply_limit",
        "1000",
        "the plies after which a game is a draw",
    ),
    option(
        "openings",
        "none",
        "the positions that games begin with, in turn",
    ),
    option(
        "opening_plies",
        "8 for a game that has a bot `search`, otherwise 0",
        "the random plies that games begin with",
    ),
    option(
        "opening_balance",
        "150",
        "the most that such an opening may favour a side, in centipawns; -1 takes any",
    ),
    option(
        "opening_nodes",
        "4000",
        "the positions that are searched to find out, up to a million",
    ),
    option(
        "sprt",
        "none",
        "the test that ends a match of two players: `elo0`, `elo1`, `alpha` and `beta` (0.05)",
    ),
    option("concurrency", "1", "the games that are played at once"),
    option(
        "log",
        "none",
        "the file in which finished games are kept; those that it holds are not played again",
    ),
    option(
        "pgn",
        "false",
        "true to have each finished game in PGN or BPGN",
    ),
];

/// The kind of event, by which options are that are not given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occasion {
    /// A tournament of any system.
    Tournament,
    /// A match of two players.
    Match,
    /// Games of players who stay at their seats; one player takes all.
    Selfplay,
}

/// The games of a match and of self-play, where their number is not given.
const USUAL_GAMES: u64 = 100;

impl Occasion {
    /// All of them by the names of their calls.
    pub const ALL: [(&'static str, Self); 3] = [
        ("tournament", Self::Tournament),
        ("match", Self::Match),
        ("selfplay", Self::Selfplay),
    ];

    /// The one of this name.
    ///
    /// # Errors
    ///
    /// `invalid_option`, naming those that there are.
    pub fn named(name: &str) -> Result<Self> {
        let found = Self::ALL.iter().find(|(known, _)| *known == name);
        found.map(|(_, occasion)| *occasion).ok_or_else(|| {
            let names = Self::ALL.map(|(name, _)| name).join(", ");
            Error::invalid_option(format!("there is no {}: there are {names}", quoted(name)))
        })
    }

    /// The options of a tournament that it stands for.
    fn options(self, mut given: Dict) -> Result<Dict> {
        let system = match self {
            Self::Tournament => return Ok(given),
            Self::Match => System::RoundRobin,
            Self::Selfplay => System::Fixed,
        };
        let none = |value: Option<&Value>| value.is_none_or(Value::is_null);
        for name in ["system", "rounds", "challengers", "seeded", "at_once"] {
            if !none(given.get(name)) {
                return Err(Error::invalid_option(format!(
                    "{name}: is an option of tournaments alone"
                )));
            }
        }
        given.insert("system".into(), system.name().into());
        if none(given.get("games")) {
            given.insert("games".into(), USUAL_GAMES.into());
        }
        let count = given.get("players").and_then(Value::as_array).map(Vec::len);
        match (self, count) {
            (Self::Match, Some(count)) if count != 2 => {
                return Err(Error::invalid_option(format!(
                    "players: a match takes 2, not {count}"
                )));
            }
            (Self::Match, _) => {
                // Two of them, however many seats there are.
                given.insert("at_once".into(), 2.into());
            }
            (Self::Selfplay, Some(1)) => {
                let mut taken = Taken::new(given.clone());
                let seats = taken.game()?.map_or(1, |game| game.seats().len());
                if let Some(Value::Array(players)) = given.get_mut("players") {
                    let one = players[0].clone();
                    players.resize(seats, one);
                }
            }
            _ => {}
        }
        Ok(given)
    }
}

const fn whole(name: &'static str, range: (u64, u64), default: Option<u64>) -> WholeNumber {
    WholeNumber {
        name,
        doc: "",
        least: range.0,
        most: range.1,
        default,
    }
}

const ROUNDS: WholeNumber = whole("rounds", (1, 1 << 20), None);
const GAMES: WholeNumber = whole("games", (1, 1 << 40), None);
const AT_ONCE: WholeNumber = whole("at_once", (2, 16), None);
const CHALLENGERS: WholeNumber = whole("challengers", (1, 255), Some(1));
const SEED: WholeNumber = whole("seed", (0, u64::MAX), Some(1));
const MILLISECONDS: u64 = 30 * 24 * 3600 * 1000;
const MARGIN_MS: WholeNumber = whole("margin", (0, MILLISECONDS), None);
const MOVE_TIMEOUT: WholeNumber = whole("move_timeout", (1, MILLISECONDS), Some(60_000));
const PLY_LIMIT: WholeNumber = whole("ply_limit", (1, u32::MAX as u64), Some(1000));
const PLIES: WholeNumber = whole("opening_plies", (0, Openings::MOST_PLIES as u64), None);
const OPENING_NODES: WholeNumber = whole(
    "opening_nodes",
    (1, Openings::MOST_NODES),
    Some(Openings::USUAL_NODES),
);
const CONCURRENCY: WholeNumber = whole("concurrency", (1, MOST_THREADS as u64), Some(1));
const BASE: WholeNumber = whole("clock: base", (1, MILLISECONDS), None);
const INCREMENT: WholeNumber = whole("clock: increment", (0, MILLISECONDS), Some(0));

/// A tournament with its players, read from plain values.
#[derive(Clone, Debug)]
pub struct TournamentSettings {
    /// The tournament.
    pub tournament: Tournament,
    /// The players by their numbers.
    pub players: Vec<NamedPlayer>,
    /// Games played at once.
    pub concurrency: usize,
    /// The file in which finished games are kept.
    pub log: Option<PathBuf>,
    /// True if finished games are told in PGN.
    pub pgn: bool,
}

impl TournamentSettings {
    /// Reads the options of [`TOURNAMENT`] for an occasion.
    ///
    /// # Errors
    ///
    /// As [`read`](Self::read).
    pub fn of(occasion: Occasion, given: Dict) -> Result<Self> {
        Self::read(occasion.options(given)?)
    }

    /// Reads the options of [`TOURNAMENT`].
    ///
    /// # Errors
    ///
    /// `invalid_option`, naming the option and what there is, `unknown_game`,
    /// `invalid_notation` for an opening.
    pub fn read(given: Dict) -> Result<Self> {
        let mut taken = Taken::new(given);
        let game = taken
            .game()?
            .ok_or_else(|| Error::invalid_option("game: takes a name, and none is given"))?;
        let players = read_players(taken.list("players")?, game.name())?;
        let system = taken
            .word("system", &System::ALL)?
            .unwrap_or(System::RoundRobin);
        let sides = 1 + game.sides().into_iter().max().unwrap_or(0);
        let usual = sides.min(players.len()).max(2);
        let at_once = taken.maybe_whole(&AT_ONCE)?.map_or(usual, |n| n as usize);
        let rounds = taken.maybe_whole(&ROUNDS)?;
        let games = taken.maybe_whole(&GAMES)?;
        let challengers = taken.whole(&CHALLENGERS)? as usize;
        let seeded = taken.flag("seeded", false)?;
        let seed = taken.whole(&SEED)?;
        let usual_rounds = match system {
            // As many as a knock-out has, and two more.
            System::Swiss => u64::from(players.len().next_power_of_two().trailing_zeros()) + 2,
            _ => 1,
        };
        let mut plan = Plan {
            system,
            players: players.len(),
            at_once,
            games: 1,
            rounds: rounds.unwrap_or(usual_rounds) as u32,
            challengers,
            lots: (!seeded).then_some(seed),
        };
        plan.games = games.unwrap_or_else(|| plan.turns());
        let conditions = read_conditions(&mut taken)?;
        let openings = read_openings(&mut taken, &game, seed)?;
        let sprt = taken.map("sprt")?.map(read_sprt).transpose()?;
        let concurrency = taken.whole(&CONCURRENCY)? as usize;
        let log = taken.text("log")?.map(PathBuf::from);
        let pgn = taken.flag("pgn", false)?;
        taken.end()?;
        let settings = Self {
            tournament: Tournament {
                names: players.iter().map(|player| player.name.clone()).collect(),
                game,
                plan,
                openings,
                conditions,
                seed,
                sprt,
            },
            players,
            concurrency,
            log,
            pgn,
        };
        settings.tournament.check()?;
        let programs = |player: &NamedPlayer| matches!(player.spec, PlayerSpec::Program(_));
        let conditions = &settings.tournament.conditions;
        if !conditions.limits.bind()
            && conditions.clocks.is_none()
            && settings.players.iter().any(programs)
        {
            return Err(Error::invalid_option(
                "limits: a program needs one: give nodes, depth or movetime, or a clock",
            ));
        }
        Ok(settings)
    }

    /// The value that tells this tournament from others: games of another must not be counted in it.
    ///
    /// # Errors
    ///
    /// `internal`.
    pub fn identity(&self) -> Result<Dict> {
        let Tournament {
            game,
            plan,
            openings,
            conditions,
            seed,
            ..
        } = &self.tournament;
        let milliseconds = |time: Duration| time.as_secs_f64() * 1000.0;
        let players: Vec<_> = self.players.iter().map(NamedPlayer::describe).collect();
        let openings = openings.identity();
        let limits = &conditions.limits;
        let identity = serde_json::json!({
            "library": crate::VERSION,
            "game": game.name(),
            "options": game.options(),
            "players": players,
            "system": plan.system,
            "rounds": plan.rounds,
            "games": plan.games,
            "at_once": plan.at_once,
            "challengers": plan.challengers,
            "seeded": plan.lots.is_none(),
            "seed": seed,
            "nodes": limits.nodes,
            "depth": limits.depth,
            "movetime": limits.movetime.map(milliseconds),
            "clock": conditions.clocks.map(|clock| serde_json::json!({
                "base": milliseconds(clock.base),
                "increment": milliseconds(clock.increment),
            })),
            "openings": openings,
            "ply_limit": conditions.ply_limit,
        });
        match to_value(&identity)? {
            Value::Object(identity) => Ok(identity),
            _ => Err(Error::internal("an identity is no map")),
        }
    }
}

fn read_players(list: Option<Vec<Value>>, game: &str) -> Result<Vec<NamedPlayer>> {
    let mut players = spec::read_players(list, game)?;
    // Names that are given twice are told apart by their numbers.
    for i in 1..players.len() {
        let (before, here) = players.split_at_mut(i);
        let plain = here[0].name.clone();
        let mut count = 1;
        while before.iter().any(|other| other.name == here[0].name) {
            count += 1;
            here[0].name = format!("{plain} #{count}");
        }
    }
    Ok(players)
}

pub(in crate::arena) fn read_conditions(taken: &mut Taken<'_>) -> Result<Conditions> {
    let limits = taken.map("limits")?.unwrap_or_default();
    let known = ["nodes", "depth", "movetime"];
    if let Some(name) = limits.keys().find(|name| !known.contains(&name.as_str())) {
        return Err(Error::invalid_option(format!(
            "limits: there is no {name}: there are {}",
            known.join(", ")
        )));
    }
    let limits = Limits::read(&limits)?;
    let clocks = match taken.map("clock")? {
        None => None,
        Some(clock) => {
            let named = |(name, value)| (format!("clock: {name}"), value);
            let mut of_clock = Taken::new(clock.into_iter().map(named).collect());
            let millis = |number| Duration::from_millis(number);
            let control = TimeControl {
                base: millis(of_clock.whole(&BASE)?),
                increment: millis(of_clock.whole(&INCREMENT)?),
            };
            of_clock.end()?;
            Some(control)
        }
    };
    let margin = taken.maybe_whole(&MARGIN_MS)?.map(Duration::from_millis);
    Ok(Conditions {
        limits,
        clocks,
        ply_limit: taken.whole(&PLY_LIMIT)? as u32,
        movetime_margin: margin.unwrap_or(MARGIN),
        clock_margin: margin.unwrap_or_default(),
        move_timeout: Duration::from_millis(taken.whole(&MOVE_TIMEOUT)?),
    })
}

fn read_openings(taken: &mut Taken<'_>, game: &crate::host::Game, seed: u64) -> Result<Openings> {
    let list = taken.list("openings")?;
    let plies = taken.maybe_whole(&PLIES)?;
    let nodes = taken.whole(&OPENING_NODES)?;
    let balance = match taken.value("opening_balance") {
        None => Some(Openings::USUAL_BALANCE),
        Some(value) => match contract::value::whole_number(&value) {
            Some(-1) => None,
            Some(number) if u32::try_from(number).is_ok() => Some(number as u32),
            _ => {
                return Err(Error::invalid_option(format!(
                    "opening_balance: takes an integer from -1, not {}",
                    quoted_value(&value)
                )));
            }
        },
    };
    let Some(list) = list else {
        return Ok(Openings::Random {
            seed,
            plies: plies.map_or_else(|| Openings::usual_plies(game), |n| n as u32),
            balance,
            nodes,
        });
    };
    if plies.is_some() {
        return Err(Error::invalid_option(
            "opening_plies: openings are given, so none are random",
        ));
    }
    let mut texts = Vec::with_capacity(list.len());
    for (index, value) in list.iter().enumerate() {
        let wrong = |what: &str| format!("openings[{index}]: {what}");
        let Some(text) = value.as_str() else {
            let got = quoted_value(value);
            return Err(Error::invalid_option(wrong(&format!(
                "takes a position, not {got}"
            ))));
        };
        let state = game
            .parse(text, &[])
            .map_err(|error| Error::new(error.kind(), wrong(error.message())))?;
        if state.outcome().is_some() {
            return Err(Error::invalid_option(wrong("the game is over there")));
        }
        texts.push(text.to_owned());
    }
    if texts.is_empty() {
        return Err(Error::invalid_option("openings: the list is empty"));
    }
    Ok(Openings::Listed(texts.into()))
}

pub(in crate::arena) fn read_sprt(map: Dict) -> Result<Sprt> {
    let mut taken = Taken::new(map);
    let mut number = |name: &'static str, default: Option<f64>| match taken.value(name) {
        None => default.ok_or_else(|| {
            Error::invalid_option(format!("sprt: {name} takes a number, and none is given"))
        }),
        Some(value) => value.as_f64().ok_or_else(|| {
            let got = quoted_value(&value);
            Error::invalid_option(format!("sprt: {name} takes a number, not {got}"))
        }),
    };
    let (elo0, elo1) = (number("elo0", None)?, number("elo1", None)?);
    let (alpha, beta) = (number("alpha", Some(0.05))?, number("beta", Some(0.05))?);
    taken.end()?;
    Sprt::new(elo0, elo1, alpha, beta)
}
