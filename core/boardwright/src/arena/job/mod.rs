//! Jobs: work for another process or machine as small self-contained values.
//!
//! A job names everything that its result follows from, seeds included, and the version of the
//! library that is to do it. With limits that do not depend on time its result is the same
//! wherever it is done, and holds no times; a job that is done twice counts once
//! ([`JobResults`]).

mod game;
mod opening;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;
use serde_json::json;

pub(super) use game::GamePlace;
pub(super) use opening::describe_opening;
use opening::read_opening;

use super::own::Guests;
use super::player::Stop;
use super::spec::{self, NamedPlayer, PlayerSpec};
use super::tournament::TournamentSettings;
use crate::VERSION;
use crate::host::{Bot, Game, SeatRef, Subject, guard};
use crate::taken::Taken;
use contract::arguments::{DEPTH, WholeNumber};
use contract::bot::Limits;
use contract::error::{Error, ErrorKind, Result, quoted};
use contract::jobs::{Class, Control, Kind, Work};
use contract::value::{Dict, Value, quoted_value, to_value};
use search::perft::PerftOptions;

/// The longest line of a job, in bytes.
pub const LONGEST_JOB: usize = 1 << 20;

/// A kind of job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobKind {
    /// One game, of which the moves are the result.
    Game,
    /// Games of players who stay at their seats, of which a table is the result.
    Selfplay,
    /// A decision of a bot in full strength.
    Analysis,
    /// A count of leaves.
    Perft,
}

impl JobKind {
    /// All kinds by their names.
    pub const ALL: [(&'static str, Self); 4] = [
        ("game", Self::Game),
        ("selfplay", Self::Selfplay),
        ("analysis", Self::Analysis),
        ("perft", Self::Perft),
    ];
}

/// A job.
#[derive(Clone, Debug, PartialEq)]
pub struct Job {
    /// By which its result is told from others.
    pub id: String,
    /// The kind of work.
    pub kind: JobKind,
    /// The rest of it.
    given: Dict,
}

/// A job that was done.
#[derive(Clone, Debug, PartialEq)]
pub struct Done {
    /// The result, which holds no times.
    pub result: Value,
    /// The microseconds that each decision of a game took.
    pub times: Option<Vec<u64>>,
}

/// The result of a job, or why there is none.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JobResult {
    /// That of the job; null where it could not be read.
    pub id: Option<String>,
    /// The version that has done it.
    pub version: String,
    /// The result; absent where there is an error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<Value>,
    /// The error; absent where there is a result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<JobError>,
    /// The microseconds that each decision of a game took, beside the result since they differ
    /// each time; absent for other kinds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub times: Option<Vec<u64>>,
}

/// Why a job has no result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JobError {
    /// The code, as everywhere.
    pub code: String,
    /// The error in words.
    pub message: String,
}

/// The seed where none is given.
const USUAL_SEED: u64 = 1;

const SEED: WholeNumber = WholeNumber {
    name: "seed",
    doc: "",
    least: 0,
    most: u64::MAX,
    default: None,
};

impl Job {
    /// Reads a job: `id`, `version`, `kind`, and what the kind takes.
    ///
    /// # Errors
    ///
    /// `invalid_option`, naming what is wrong; `unsupported` for another version.
    pub fn read(value: &Value) -> Result<Self> {
        let Value::Object(given) = value else {
            return Err(Error::invalid_option(format!(
                "job: takes a map, not {}",
                quoted_value(value)
            )));
        };
        let mut given = given.clone();
        let mut take = |name: &str| given.shift_remove(name).unwrap_or(Value::Null);
        let (id, version, kind) = (take("id"), take("version"), take("kind"));
        let id = match id {
            Value::String(id) if !id.is_empty() => id,
            other => {
                return Err(Error::invalid_option(format!(
                    "id: takes a text that is not empty, not {}",
                    quoted_value(&other)
                )));
            }
        };
        match version.as_str() {
            Some(VERSION) => {}
            Some(other) => {
                return Err(Error::unsupported(format!(
                    "version: the job is for version {}, and this is {VERSION}",
                    quoted(other)
                )));
            }
            None => {
                return Err(Error::invalid_option(format!(
                    "version: takes a text, not {}",
                    quoted_value(&version)
                )));
            }
        }
        let known = JobKind::ALL.iter().find(|(name, _)| kind == *name);
        let kind = known.map(|(_, kind)| *kind).ok_or_else(|| {
            let names: Vec<_> = JobKind::ALL.iter().map(|(name, _)| *name).collect();
            Error::invalid_option(format!(
                "kind: takes one of {}, not {}",
                names.join(", "),
                quoted_value(&kind)
            ))
        })?;
        Ok(Self { id, kind, given })
    }

    /// Does it.
    ///
    /// # Errors
    ///
    /// Those of what it does, and `cancelled`.
    pub fn run(self, guests: &Guests, control: &Control) -> Result<Done> {
        let without_times = |result| Done {
            result,
            times: None,
        };
        guard(|| match self.kind {
            JobKind::Game => game::play(self.given, guests, control),
            JobKind::Selfplay => selfplay(self.given, guests, control).map(without_times),
            JobKind::Analysis => analysis(self.given, control).map(without_times),
            JobKind::Perft => perft(self.given, control).map(without_times),
        })
    }
}

/// Does the job of a line of JSON; whatever is wrong with it is the result.
#[must_use]
pub fn run_line(line: &str, guests: &Guests, control: &Control) -> JobResult {
    let read = || -> Result<Value> {
        if line.len() > LONGEST_JOB {
            return Err(Error::invalid_option(format!(
                "job: takes at most {LONGEST_JOB} bytes, not {}",
                line.len()
            )));
        }
        serde_json::from_str(line)
            .map_err(|error| Error::invalid_notation(format!("job: is no JSON: {error}")))
    };
    match read() {
        Ok(value) => run_value(&value, guests, control),
        Err(error) => JobResult::new(None, Err(error)),
    }
}

/// Does the job of a line, as [`run_line`], and writes the result as JSON.
///
/// # Errors
///
/// `internal`.
pub fn run_text(line: &str, guests: &Guests, control: &Control) -> Result<String> {
    to_value(&run_line(line, guests, control)).map(|done| done.to_string())
}

/// Does a job; whatever is wrong with it is the result.
#[must_use]
pub fn run_value(value: &Value, guests: &Guests, control: &Control) -> JobResult {
    let id = value.get("id").and_then(Value::as_str).map(str::to_owned);
    let result = Job::read(value).and_then(|job| job.run(guests, control));
    JobResult::new(id, result)
}

/// Does the job of a line of JSON as a piece of work for the pool; whatever is wrong with it is
/// the result. The work has the error `cancelled` alone: a job that was stopped has no result.
pub fn work(line: String, guests: Arc<Guests>) -> Work<JobResult> {
    Work::new(Kind::Other, Class::Long, move |control| {
        let done = run_line(&line, &guests, control);
        if done.error.is_some() {
            control.check()?;
        }
        Ok(done)
    })
}

/// Does a job as [`work`], and writes the result as JSON.
pub fn work_text(line: String, guests: Arc<Guests>) -> Work<String> {
    work(line, guests).then(|done| to_value(&done).map(|done| done.to_string()))
}

impl JobResult {
    fn new(id: Option<String>, done: Result<Done>) -> Self {
        let (result, times, error) = match done {
            Ok(done) => (Some(done.result), done.times, None),
            Err(error) => {
                let error = JobError {
                    code: error.code().to_owned(),
                    message: error.message().to_owned(),
                };
                (None, None, Some(error))
            }
        };
        Self {
            id,
            version: VERSION.to_owned(),
            result,
            error,
            times,
        }
    }
}

/// Results of jobs, each of which counts once.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JobResults {
    results: BTreeMap<String, Value>,
}

impl JobResults {
    /// No results yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The results by the ids of their jobs.
    #[must_use]
    pub const fn results(&self) -> &BTreeMap<String, Value> {
        &self.results
    }

    /// Takes a result as a worker has written it; false for one of a job that has one already.
    ///
    /// # Errors
    ///
    /// `unsupported` for the result of another version; `invalid_option` for no result; for that
    /// of a job that failed its error.
    pub fn accept(&mut self, value: &Value) -> Result<bool> {
        let given = Given::read(value)?;
        let result = match &given.result {
            Ok(result) => (*result).clone(),
            Err(error) => return Err(given.failed(error)),
        };
        if self.results.contains_key(given.id) {
            return Ok(false);
        }
        self.results.insert(given.id.to_owned(), result);
        Ok(true)
    }
}

/// The result of a job as a worker has written it.
pub(super) struct Given<'a> {
    pub(super) id: &'a str,
    pub(super) result: std::result::Result<&'a Value, Error>,
    pub(super) times: Vec<u64>,
}

impl<'a> Given<'a> {
    /// Reads a result: `unsupported` for that of another version, `invalid_option` for none.
    pub(super) fn read(value: &'a Value) -> Result<Self> {
        let text = |name: &str| value.get(name).and_then(Value::as_str);
        match text("version") {
            Some(VERSION) => {}
            other => {
                return Err(Error::unsupported(format!(
                    "version: the result is of version {}, and this is {VERSION}",
                    quoted(other.unwrap_or_default())
                )));
            }
        }
        let error = value.get("error").map(|error| {
            let of = |name: &str| error.get(name).and_then(Value::as_str).unwrap_or_default();
            let kind = ErrorKind::ALL.into_iter().find(|k| k.code() == of("code"));
            Error::new(
                kind.unwrap_or(ErrorKind::Internal),
                of("message").to_owned(),
            )
        });
        let id = match (text("id"), &error) {
            (Some(id), _) => id,
            // A job that could not be read has none.
            (None, Some(error)) => return Err(error.clone()),
            (None, None) => return Err(Error::invalid_option("id: takes a text")),
        };
        let result = match error {
            Some(error) => Err(error),
            None => Ok(value
                .get("result")
                .ok_or_else(|| Error::invalid_option("result: is missing"))?),
        };
        let times = value.get("times").and_then(Value::as_array);
        let times = times.into_iter().flatten().map(|t| t.as_u64().unwrap_or(0));
        Ok(Self {
            id,
            result,
            times: times.collect(),
        })
    }

    /// The error of the job, with its id.
    pub(super) fn failed(&self, error: &Error) -> Error {
        let id = quoted(self.id);
        error.at(format_args!("job {id}"))
    }
}

/// A seed: a whole number, or its digits as a text, since not every language reads
/// whole numbers of JSON above 2⁵³ exactly.
fn read_seed(taken: &mut Taken<'_>) -> Result<Option<u64>> {
    match taken.value("seed") {
        None => Ok(None),
        Some(Value::String(text)) => text.parse().map(Some).map_err(|_| {
            let got = quoted(&text);
            Error::invalid_option(format!("seed: takes an integer from 0, not {got}"))
        }),
        Some(number) => {
            let mut one = Taken::new([("seed".to_owned(), number)].into_iter().collect());
            one.maybe_whole(&SEED)
        }
    }
}

fn read_game(taken: &mut Taken<'_>) -> Result<Game> {
    taken
        .game()?
        .ok_or_else(|| Error::invalid_option("game: takes a name, and none is given"))
}

fn read_players(taken: &mut Taken<'_>, game: &Game) -> Result<Vec<NamedPlayer>> {
    spec::read_players(taken.list("players")?, game.name())
}

/// The table of games of players who stay at their seats.
fn selfplay(mut given: Dict, guests: &Guests, control: &Control) -> Result<Value> {
    for name in ["system", "log", "concurrency", "pgn"] {
        if given.contains_key(name) {
            return Err(Error::invalid_option(format!(
                "there is no option {} of selfplay",
                quoted(name)
            )));
        }
    }
    given.insert("system".into(), "fixed".into());
    let settings = TournamentSettings::read(given)?;
    let told = Box::new(|_| std::ops::ControlFlow::Continue(()));
    let report = settings.play(guests, Box::new(|_| {}), told, control)?;
    to_value(&report.table)
}

fn analysis(given: Dict, control: &Control) -> Result<Value> {
    let mut taken = Taken::new(given);
    let game = read_game(&mut taken)?;
    let players = read_players(&mut taken, &game)?;
    let opening = read_opening(&mut taken, &game, &Stop::new())?;
    let seed = read_seed(&mut taken)?.unwrap_or(USUAL_SEED);
    let limits = Limits::read(&taken.map("limits")?.unwrap_or_default())?;
    let seat = taken.text("seat")?;
    taken.end()?;
    let [player] = &players[..] else {
        return Err(Error::invalid_option(format!(
            "players: an analysis takes one, not {}",
            players.len()
        )));
    };
    let PlayerSpec::Bot { name, options } = &player.spec else {
        return Err(Error::unsupported(
            "players: a program does not analyse here",
        ));
    };
    // Without a limit it would never end.
    if !limits.bind() {
        return Err(Error::invalid_option("limits: an analysis takes one"));
    }
    let bot = Bot::new(name, game.name(), options, seed)?;
    let seat = match &seat {
        Some(name) => Some(game.seat(SeatRef::Name(name))?),
        None => opening.state.live().single(),
    };
    let seat =
        seat.ok_or_else(|| Error::invalid_option("seat: several may act, so one is named"))?;
    let observation = opening.state.observe_seat(seat)?;
    let work = bot.analyse(
        &Subject::Observation(&observation),
        limits,
        Box::new(|_| ()),
    )?;
    let decision = work.run(control)?;
    let mut value = to_value(&decision)?;
    if let Value::Object(fields) = &mut value {
        fields.shift_remove("time");
    }
    Ok(value)
}

fn perft(given: Dict, control: &Control) -> Result<Value> {
    let mut taken = Taken::new(given);
    let game = read_game(&mut taken)?;
    let opening = read_opening(&mut taken, &game, &Stop::new())?;
    let depth = taken.whole(&DEPTH)? as u32;
    taken.end()?;
    let options = PerftOptions {
        threads: 1,
        hash: 0,
    };
    let nodes = opening.state.perft(depth, options).run(control)?;
    Ok(json!({ "nodes": nodes }))
}
