//! A tournament whose games are jobs for others: which come next, which results count, and
//! what came of it.
//!
//! [`JobQueue`] is a value without files, threads or clocks; [`TournamentQueue`] keeps finished
//! games in the tournament's file as well.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::json;

use super::host::TournamentReport;
use super::ledger::Ledger;
use super::run::Progress;
use super::settings::{Occasion, TournamentSettings};
use super::{Encounter, FinishedGame, Tournament};
use crate::VERSION;
use crate::arena::job::{GamePlace, Given, describe_opening};
use crate::arena::log::{GameLog, TOURNAMENT, fingerprint};
use crate::arena::own::Guests;
use crate::arena::record::Played;
use crate::arena::spec::{NamedPlayer, PlayerSpec};
use contract::error::{Error, Result, quoted};
use contract::value::{Dict, Value};

/// The games of a tournament as jobs, each of which counts once.
#[derive(Clone, Debug)]
pub struct JobQueue {
    settings: TournamentSettings,
    /// The beginning of all ids, by which jobs of other tournaments are told apart.
    key: String,
    ledger: Ledger,
    /// The jobs that are out, with the time at which they were handed out last.
    out: BTreeMap<u64, Duration>,
    lease: Option<Duration>,
}

impl JobQueue {
    /// The jobs of a tournament after these games. A job of which no result has come within
    /// the `lease` is handed out again.
    ///
    /// # Errors
    ///
    /// `invalid_option` for games that are not of this tournament; `unsupported` for bots of the
    /// host's own, which no other process has; for a bot that cannot play what says why.
    pub fn new(
        settings: TournamentSettings,
        done: BTreeMap<u64, Played>,
        lease: Option<Duration>,
    ) -> Result<Self> {
        for player in &settings.players {
            match &player.spec {
                PlayerSpec::Own(_) => {
                    return Err(Error::unsupported(format!(
                        "{}: a bot of the host's own plays in this process alone",
                        quoted(&player.name)
                    )));
                }
                // It is there where the games are played.
                PlayerSpec::Program(_) => {}
                PlayerSpec::Bot { .. } => {
                    let made = player.make(&settings.tournament.game, &Guests::default());
                    made.map_err(|error| {
                        let text = format!("{}: {}", quoted(&player.name), error.message());
                        Error::new(error.kind(), text)
                    })?;
                }
            }
        }
        if settings.pgn {
            settings.check_pgn()?;
        }
        let identity = Value::Object(settings.identity()?).to_string();
        Ok(Self {
            key: fingerprint(&[identity]),
            ledger: Ledger::new(&settings.tournament, done)?,
            settings,
            out: BTreeMap::new(),
            lease,
        })
    }

    /// The tournament.
    #[must_use]
    pub const fn tournament(&self) -> &Tournament {
        &self.settings.tournament
    }

    /// The next job; `None` while none can begin before results of others have come, and once
    /// the tournament is over. `now` counts from any time that stays the same.
    ///
    /// # Errors
    ///
    /// `internal`.
    pub fn acquire(&mut self, now: Duration) -> Result<Option<Value>> {
        let Some(id) = self.ledger.begin().or_else(|| self.overdue(now)) else {
            return Ok(None);
        };
        self.out.insert(id, now);
        self.job(id).map(Some)
    }

    /// The job that was handed out the longest ago, if that is longer than the lease.
    fn overdue(&self, now: Duration) -> Option<u64> {
        let lease = self.lease?;
        let (id, at) = self.out.iter().min_by_key(|(_, at)| **at)?;
        (!self.is_over() && now.saturating_sub(*at) >= lease).then_some(*id)
    }

    /// The job of a game.
    fn job(&self, id: u64) -> Result<Value> {
        let tournament = &self.settings.tournament;
        let encounter = self.ledger.encounter(tournament, id);
        let encounter = encounter.ok_or_else(|| Error::internal("a game of no encounter"))?;
        let mut job = tournament.job_of(id, encounter, &self.settings.players)?;
        job["id"] = self.text(id).into();
        Ok(job)
    }

    fn text(&self, id: u64) -> String {
        format!("{}-{id}", self.key)
    }

    /// The number of a job's game.
    fn number(&self, id: &str) -> Result<u64> {
        let unknown = || Error::invalid_option(format!("id: there is no job {}", quoted(id)));
        let (key, number) = id.rsplit_once('-').ok_or_else(unknown)?;
        let number: u64 = number.parse().map_err(|_| unknown())?;
        let known = self.ledger.encounter(self.tournament(), number).is_some();
        // A number that is written in another way would count twice.
        if key != self.key || !known || self.text(number) != id {
            return Err(unknown());
        }
        Ok(number)
    }

    /// Has a job handed out again of which no result will come; false for one that is not out.
    ///
    /// # Errors
    ///
    /// `invalid_option` for an id that no job has.
    pub fn release(&mut self, id: &str) -> Result<bool> {
        let number = self.number(id)?;
        self.out.remove(&number);
        Ok(self.ledger.give_back(number))
    }

    /// Takes a result as a worker has written it, and returns the finished game; `None` for a
    /// job that has a result already. `keep` is called before the game counts.
    ///
    /// # Errors
    ///
    /// `unsupported` for the result of another version; `invalid_option` for an id that no job
    /// has and for what is no result of it; the error of a job that failed, which stays out; that
    /// of `keep`.
    pub fn submit(
        &mut self,
        result: &Value,
        keep: &mut dyn FnMut(&Played) -> Result<()>,
    ) -> Result<Option<FinishedGame>> {
        let given = Given::read(result)?;
        let id = self.number(given.id)?;
        if self.ledger.played().contains_key(&id) {
            return Ok(None);
        }
        let tournament = &self.settings.tournament;
        let encounter = self.ledger.encounter(tournament, id);
        let encounter = encounter.ok_or_else(|| Error::internal("a game of no encounter"))?;
        let (opening, players) = tournament.seats_of(encounter, id % tournament.plan.games)?;
        let place = GamePlace {
            game: &tournament.game,
            id,
            opening,
            players,
            names: &tournament.names,
        };
        let result = match &given.result {
            Ok(result) => place.played(result, &given.times),
            Err(error) => Err(error.clone()),
        };
        let played = result.map_err(|error| given.failed(&error))?;
        let finished = self.settings.finished(&Progress {
            game: &played,
            encounter,
            done: self.ledger.played().len() as u64 + 1,
            games: self.ledger.games(tournament),
        })?;
        keep(&played)?;
        self.out.remove(&id);
        self.ledger.finish(tournament, played)?;
        Ok(Some(finished))
    }

    /// True once no further job is handed out: all games have ended, or a test has decided.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.ledger.is_over()
    }

    /// The number of jobs that can begin now.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.ledger.waiting()
    }

    /// The number of jobs that were handed out and have no result.
    #[must_use]
    pub fn out(&self) -> usize {
        self.out.len()
    }

    /// The finished games by their numbers.
    #[must_use]
    pub const fn played(&self) -> &BTreeMap<u64, Played> {
        self.ledger.played()
    }

    /// The report on the games so far.
    #[must_use]
    pub fn report(&self) -> TournamentReport {
        self.settings.report(self.played())
    }
}

/// A [`JobQueue`] for hosts, that keeps finished games in the file of the tournament, if it has
/// one, and goes on with those that it holds.
#[derive(Debug)]
pub struct TournamentQueue {
    queue: JobQueue,
    log: Option<GameLog>,
    broken: bool,
}

impl TournamentQueue {
    /// The jobs of a tournament, match or self-play by the options of
    /// [`TOURNAMENT`](super::TOURNAMENT). `concurrency` is that of those who play.
    ///
    /// # Errors
    ///
    /// Those of [`TournamentSettings::of`], of [`JobQueue::new`] and of the file of games.
    pub fn open(occasion: Occasion, given: Dict, lease: Option<Duration>) -> Result<Self> {
        let settings = TournamentSettings::of(occasion, given)?;
        // A player that cannot play is found before anything is written.
        let queue = JobQueue::new(settings, BTreeMap::new(), lease)?;
        let Some(path) = &queue.settings.log else {
            return Ok(Self {
                queue,
                log: None,
                broken: false,
            });
        };
        let (log, done) = GameLog::open(path, TOURNAMENT, &queue.settings.identity()?)?;
        Ok(Self {
            queue: JobQueue::new(queue.settings, done, lease)?,
            log: Some(log),
            broken: false,
        })
    }

    /// The value without the file.
    #[must_use]
    pub const fn queue(&self) -> &JobQueue {
        &self.queue
    }

    /// The next job, as [`JobQueue::acquire`].
    ///
    /// # Errors
    ///
    /// `internal`.
    pub fn acquire(&mut self, now: Duration) -> Result<Option<Value>> {
        self.queue.acquire(now)
    }

    /// Has a job handed out again, as [`JobQueue::release`].
    ///
    /// # Errors
    ///
    /// `invalid_option` for an id that no job has.
    pub fn release(&mut self, id: &str) -> Result<bool> {
        self.queue.release(id)
    }

    /// Takes a result, as [`JobQueue::submit`]; a game counts once it is in the file.
    ///
    /// # Errors
    ///
    /// Those of [`JobQueue::submit`] and of the file.
    pub fn submit(&mut self, result: &Value) -> Result<Option<FinishedGame>> {
        let Self { queue, log, broken } = self;
        queue.submit(result, &mut |played| match log {
            Some(log) => Ok(log.add(played).inspect_err(|_| *broken = true)?),
            None => Ok(()),
        })
    }

    /// Takes a result as a text of JSON, as [`submit`](Self::submit).
    ///
    /// # Errors
    ///
    /// `invalid_notation` for what is no JSON, and those of [`submit`](Self::submit).
    pub fn submit_text(&mut self, result: &str) -> Result<Option<FinishedGame>> {
        let result = serde_json::from_str(result)
            .map_err(|error| Error::invalid_notation(format!("result: is no JSON: {error}")))?;
        self.submit(&result)
    }

    /// True once a game could not be written to the file, so that nothing more would be kept.
    #[must_use]
    pub const fn is_broken(&self) -> bool {
        self.broken
    }
}

impl Tournament {
    /// The job of a game: what another machine needs to play it as it is played here.
    ///
    /// # Errors
    ///
    /// `invalid_option` for a number that no game has.
    pub fn job(
        &self,
        id: u64,
        players: &[NamedPlayer],
        done: &BTreeMap<u64, Played>,
    ) -> Result<Value> {
        let schedule = self.schedule(done);
        let encounter = schedule.encounters.get((id / self.plan.games) as usize);
        let encounter = encounter
            .ok_or_else(|| Error::invalid_option(format!("there is no game {id} so far")))?;
        self.job_of(id, encounter, players)
    }

    fn job_of(&self, id: u64, encounter: &Encounter, players: &[NamedPlayer]) -> Result<Value> {
        let (number, seats) = self.seats_of(encounter, id % self.plan.games)?;
        let players: Vec<_> = seats
            .iter()
            .filter_map(|number| players.get(*number))
            .map(NamedPlayer::describe)
            .collect();
        let milliseconds = |time: Duration| time.as_secs_f64() * 1000.0;
        let whole = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let conditions = &self.conditions;
        let limits = &conditions.limits;
        let mut job = json!({
            "id": id.to_string(),
            "version": VERSION,
            "kind": "game",
            "game": self.game.name(),
            "options": self.game.options(),
            "players": players,
            "opening": describe_opening(&self.openings, number)?,
            "seed": self.game_seed(id).to_string(),
            "limits": {
                "nodes": limits.nodes,
                "depth": limits.depth,
                "movetime": limits.movetime.map(milliseconds),
            },
            "ply_limit": conditions.ply_limit,
            "move_timeout": whole(conditions.move_timeout),
        });
        if let Some(clock) = &conditions.clocks {
            job["clock"] = json!({
                "base": whole(clock.base), "increment": whole(clock.increment),
            });
        }
        // By default they differ.
        if conditions.movetime_margin == conditions.clock_margin {
            job["margin"] = whole(conditions.clock_margin).into();
        }
        Ok(job)
    }
}
