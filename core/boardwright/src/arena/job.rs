//! Jobs: work for another process or machine as small self-contained values.
//!
//! A job names everything that its result follows from, seeds included, and the version of the
//! library that is to do it. With limits that do not depend on time its result is the same
//! wherever it is done, and holds no times; a job that is done twice counts once
//! ([`JobResults`]).

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;
use serde_json::json;

use super::opening::{Opening, Openings};
use super::own::Guests;
use super::player::Stop;
use super::record::Played;
use super::referee::{self, Conditions};
use super::spec::{NamedPlayer, PlayerSpec};
use super::tournament::{Tournament, TournamentSettings, read_conditions};
use crate::VERSION;
use crate::host::{Bot, Game, MoveRef, SeatRef, State, Subject, guard};
use crate::taken::Taken;
use contract::arguments::{DEPTH, WholeNumber};
use contract::bot::Limits;
use contract::error::{Error, ErrorKind, Result, quoted};
use contract::jobs::Control;
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

const SEED: WholeNumber = WholeNumber {
    name: "seed",
    doc: "",
    least: 0,
    most: u64::MAX,
    default: Some(1),
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
    pub fn run(self, guests: &Guests, control: &Control) -> Result<Value> {
        guard(|| match self.kind {
            JobKind::Game => game(self.given, guests, control),
            JobKind::Selfplay => selfplay(self.given, guests, control),
            JobKind::Analysis => analysis(self.given, control),
            JobKind::Perft => perft(self.given, control),
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

/// Does a job; whatever is wrong with it is the result.
#[must_use]
pub fn run_value(value: &Value, guests: &Guests, control: &Control) -> JobResult {
    let id = value.get("id").and_then(Value::as_str).map(str::to_owned);
    let result = Job::read(value).and_then(|job| job.run(guests, control));
    JobResult::new(id, result)
}

impl JobResult {
    fn new(id: Option<String>, result: Result<Value>) -> Self {
        let (result, error) = match result {
            Ok(value) => (Some(value), None),
            Err(error) => {
                let error = JobError {
                    code: error.code().to_owned(),
                    message: error.message().to_owned(),
                };
                (None, Some(error))
            }
        };
        Self {
            id,
            version: VERSION.to_owned(),
            result,
            error,
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
        if let Some(error) = value.get("error") {
            let of = |name: &str| error.get(name).and_then(Value::as_str).unwrap_or_default();
            let kind = ErrorKind::ALL.into_iter().find(|k| k.code() == of("code"));
            let kind = kind.unwrap_or(ErrorKind::Internal);
            let id = text("id").unwrap_or_default();
            return Err(Error::new(
                kind,
                format!("job {}: {}", quoted(id), of("message")),
            ));
        }
        let id = text("id").ok_or_else(|| Error::invalid_option("id: takes a text"))?;
        let result = value
            .get("result")
            .ok_or_else(|| Error::invalid_option("result: is missing"))?;
        if self.results.contains_key(id) {
            return Ok(false);
        }
        self.results.insert(id.to_owned(), result.clone());
        Ok(true)
    }
}

fn read_game(taken: &mut Taken<'_>) -> Result<Game> {
    taken
        .game()?
        .ok_or_else(|| Error::invalid_option("game: takes a name, and none is given"))
}

fn read_players(taken: &mut Taken<'_>) -> Result<Vec<NamedPlayer>> {
    let list = taken.list("players")?;
    let list = list.ok_or_else(|| {
        Error::invalid_option("players: takes a list of players, and none is given")
    })?;
    let read = |(i, value): (usize, &Value)| NamedPlayer::read(&format!("players[{i}]"), value);
    list.iter().enumerate().map(read).collect()
}

/// The opening of a job: a map of `start` and `moves`, each move a text or a list of a seat and
/// a text.
fn read_opening(taken: &mut Taken<'_>, game: &Game) -> Result<Opening> {
    let given = taken.map("opening")?.unwrap_or_default();
    let mut taken = Taken::new(given);
    let start = taken.text("start")?;
    let moves = taken.list("moves")?.unwrap_or_default();
    taken.end()?;
    let state = match &start {
        None => game.start()?,
        Some(text) => game
            .parse(text, &[])
            .map_err(|error| Error::new(error.kind(), format!("opening: {error}")))?,
    };
    let mut opening = Opening {
        start,
        moves: Vec::with_capacity(moves.len()),
        state,
    };
    for (index, value) in moves.iter().enumerate() {
        add_move(&mut opening, value)
            .map_err(|e| Error::new(e.kind(), format!("opening: moves[{index}]: {e}")))?;
    }
    Ok(opening)
}

fn add_move(opening: &mut Opening, value: &Value) -> Result<()> {
    let wrong = || {
        Error::invalid_option(format!(
            "takes a move, or a list of a seat and a move, not {}",
            quoted_value(value)
        ))
    };
    let (seat, text) = match value {
        Value::String(text) => (None, &**text),
        Value::Array(pair) => match &pair[..] {
            [Value::String(seat), Value::String(text)] => (Some(&**seat), &**text),
            _ => return Err(wrong()),
        },
        _ => return Err(wrong()),
    };
    let state: &State = &opening.state;
    let seat = match seat {
        Some(name) => state.game().seat(SeatRef::Name(name))?,
        None => state.live().single().ok_or_else(|| {
            Error::invalid_option("several seats may act, so a move is a list of a seat and a move")
        })?,
    };
    let at = Some(SeatRef::Index(i64::from(seat.0)));
    let said = MoveRef::Text(text);
    let canonical = state.move_text(at, said, None, None)?;
    let next = state.play(at, said, None)?;
    opening.state = next;
    opening.moves.push((seat.0, canonical));
    Ok(())
}

/// A game without anything that depends on the machine.
fn plain(game: &Game, played: &Played, names: &[String]) -> Value {
    let seats = game.seats();
    let seat = |seat: u8| seats.get(usize::from(seat)).cloned().unwrap_or_default();
    let plies: Vec<_> = played
        .plies
        .iter()
        .map(|ply| json!([seat(ply.seat), ply.text]))
        .collect();
    let nodes: u64 = played.decided().filter_map(|ply| ply.nodes).sum();
    let players: Dict = seats
        .iter()
        .cloned()
        .zip(names.iter().map(|name| name.as_str().into()))
        .collect();
    let winners: Vec<_> = played.winners.iter().map(|s| seat(*s)).collect();
    json!({
        "players": players,
        "start": played.start,
        "moves": plies,
        "winners": winners,
        "draw": played.is_draw(),
        "reason": played.reason,
        "fault": played.fault.as_ref().map(|fault| json!({
            "seat": seat(fault.seat), "kind": fault.kind.code(), "message": fault.message,
        })),
        "nodes": nodes,
        "fallbacks": played.decided().filter(|ply| ply.fallback.is_some()).count(),
    })
}

fn game(given: Dict, guests: &Guests, control: &Control) -> Result<Value> {
    let mut taken = Taken::new(given);
    let game = read_game(&mut taken)?;
    let players = read_players(&mut taken)?;
    let opening = read_opening(&mut taken, &game)?;
    let seed = taken.whole(&SEED)?;
    let conditions: Conditions = read_conditions(&mut taken)?;
    taken.end()?;
    let mut made = players
        .iter()
        .map(|player| player.make(&game, guests))
        .collect::<Result<Vec<_>>>()?;
    let stop = Arc::new(Stop::new());
    let told = Arc::clone(&stop);
    control.when_cancelled(move || told.ask());
    let numbers: Vec<_> = (0..made.len()).collect();
    let played = referee::play(
        0,
        0,
        &game,
        &conditions,
        opening,
        &mut made,
        &numbers,
        seed,
        &stop,
    )?;
    let names: Vec<_> = players.into_iter().map(|player| player.name).collect();
    Ok(plain(&game, &played, &names))
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
    let report = settings.play(guests, told, control)?;
    to_value(&report.table)
}

fn analysis(given: Dict, control: &Control) -> Result<Value> {
    let mut taken = Taken::new(given);
    let game = read_game(&mut taken)?;
    let players = read_players(&mut taken)?;
    let opening = read_opening(&mut taken, &game)?;
    let seed = taken.whole(&SEED)?;
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
    let opening = read_opening(&mut taken, &game)?;
    let depth = taken.whole(&DEPTH)? as u32;
    taken.end()?;
    let options = PerftOptions {
        threads: 1,
        hash: 0,
    };
    let nodes = opening.state.perft(depth, options).run(control)?;
    Ok(json!({ "nodes": nodes }))
}

impl Tournament {
    /// The job of a game: what another machine needs to play it as it is played here.
    ///
    /// # Errors
    ///
    /// `invalid_option` for a number that no game has; those of its opening.
    pub fn job(
        &self,
        id: u64,
        players: &[NamedPlayer],
        done: &BTreeMap<u64, Played>,
        stop: &Stop,
    ) -> Result<Value> {
        let schedule = self.schedule(done);
        let encounter = schedule.encounters.get((id / self.plan.games) as usize);
        let encounter = encounter
            .ok_or_else(|| Error::invalid_option(format!("there is no game {id} so far")))?;
        let (number, seats) = self.seats_of(encounter, id % self.plan.games)?;
        let opening = Openings::opening(&self.openings, &self.game, number, stop)?;
        let names = self.game.seats();
        let moves: Vec<_> = opening
            .moves
            .iter()
            .map(|(seat, text)| json!([names[usize::from(*seat)], text]))
            .collect();
        let players: Vec<_> = seats
            .iter()
            .filter_map(|number| players.get(*number))
            .map(NamedPlayer::describe)
            .collect();
        let milliseconds = |time: std::time::Duration| time.as_secs_f64() * 1000.0;
        let conditions = &self.conditions;
        Ok(json!({
            "id": id.to_string(),
            "version": VERSION,
            "kind": "game",
            "game": self.game.name(),
            "options": self.game.options(),
            "players": players,
            "opening": { "start": opening.start, "moves": moves },
            "seed": self.game_seed(id),
            "limits": {
                "nodes": conditions.limits.nodes,
                "depth": conditions.limits.depth,
                "movetime": conditions.limits.movetime.map(milliseconds),
            },
            "clock": conditions.clocks.map(|clock| json!({
                "base": milliseconds(clock.base), "increment": milliseconds(clock.increment),
            })),
            "ply_limit": conditions.ply_limit,
        }))
    }
}
