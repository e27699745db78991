//! Tournaments for hosts: one piece of work from plain values to plain values.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use serde::Serialize;

use super::run::Progress;
use super::settings::{Occasion, TournamentSettings};
use super::table::Table;
use crate::arena::driver::PlayerFactory;
use crate::arena::log::{GameLog, TOURNAMENT};
use crate::arena::own::Guests;
use crate::arena::pgn::{PgnTags, pgn};
use crate::arena::player::Player;
use crate::arena::rating::RatedResults;
use crate::arena::record::Played;
use contract::error::{Error, Result};
use contract::game::Seat;
use contract::jobs::{Class, Control, Kind, Work};
use contract::value::{Dict, Named};

/// A finished game of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FinishedGame {
    /// Its number, from 0; the same in every run.
    pub id: u64,
    /// The number of its encounter, from 0.
    pub encounter: u64,
    /// The round of the encounter, from 0.
    pub round: u32,
    /// The number of its opening; games of one opening differ by who sits where.
    pub opening: u64,
    /// The name of the player at each seat.
    pub players: Named<String>,
    /// The names of the winning seats.
    pub winners: Vec<String>,
    /// True if there is no winner.
    pub draw: bool,
    /// Why it ended.
    pub reason: String,
    /// The fault by which a player lost that was no move.
    pub fault: Option<GameFault>,
    /// The position that it began with; null for the game's own start.
    pub start: Option<String>,
    /// The moves, those of the opening first, in the game's canonical notation.
    pub moves: Vec<String>,
    /// The time that all decisions took, in milliseconds.
    pub time: f64,
    /// The number of moves for which another player stepped in.
    pub fallbacks: u64,
    /// The game in PGN or BPGN, where that was asked for.
    pub pgn: Option<String>,
    /// The number of finished games by then, those of earlier runs included.
    pub done: u64,
    /// The number of games that are known to be played.
    pub games: u64,
}

/// A fault by which a player lost a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameFault {
    /// The seat.
    pub seat: String,
    /// The name of the player.
    pub player: String,
    /// `crash`, `illegal_move` or `timeout`.
    pub kind: String,
    /// The fault in words.
    pub message: String,
}

/// The outcome of a tournament: its table, and the times of its players.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TournamentReport {
    /// The table, which holds no times: with limits by nodes or depth it is the same everywhere.
    pub table: Table,
    /// The table in Markdown.
    pub markdown: String,
    /// The times of the players, in the order in which they were given.
    pub times: Vec<PlayerTimes>,
    /// The results as a registry of bots rates them.
    pub rated: RatedResults,
}

/// Times of a player, in milliseconds.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerTimes {
    /// The name.
    pub name: String,
    /// The number of moves that were decided.
    pub moves: u64,
    /// The mean time of a move; null without any.
    pub mean: Option<f64>,
    /// The longest time of a move.
    pub longest: f64,
    /// The mean depth that was reached; null where none is known.
    pub mean_depth: Option<f64>,
}

/// Receives each finished game, on the thread that has played it.
pub type Told = Box<dyn FnMut(FinishedGame) -> ControlFlow<()> + Send>;

/// Receives, before the first game, how many are expected to be played, without those that the
/// file of games holds. A knock-out can have more, and a test fewer.
pub type Begun = Box<dyn FnOnce(u64) + Send>;

/// A tournament, match or self-play by the options of [`TOURNAMENT`](super::TOURNAMENT), as one
/// piece of work, which reads them as well: that can take more than a moment. `told` receives
/// each finished game and may break off, which ends the tournament with the table so far.
///
/// The work has the errors of [`TournamentSettings::of`]; for a player that cannot play at all
/// those that say why; those of the file of games; `cancelled`.
pub fn tournament(
    occasion: Occasion,
    given: Dict,
    guests: Arc<Guests>,
    told: Told,
) -> Work<TournamentReport> {
    tournament_counted(occasion, given, guests, Box::new(|_| {}), told)
}

/// The same as [`tournament`], for whoever shows how far it has come.
pub fn tournament_counted(
    occasion: Occasion,
    given: Dict,
    guests: Arc<Guests>,
    begun: Begun,
    told: Told,
) -> Work<TournamentReport> {
    Work::new(Kind::Other, Class::Long, move |control| {
        crate::host::guard(|| {
            let settings = TournamentSettings::of(occasion, given)?;
            settings.play(&guests, begun, told, control)
        })
    })
}

impl TournamentSettings {
    /// Plays what is missing, and keeps finished games in the file that is given.
    ///
    /// # Errors
    ///
    /// As [`tournament`].
    pub fn play(
        &self,
        guests: &Guests,
        begun: Begun,
        mut told: Told,
        control: &Control,
    ) -> Result<TournamentReport> {
        let game = &self.tournament.game;
        let make = |number: usize| -> Result<Box<dyn Player>> {
            let player = self.players.get(number);
            let player = player.ok_or_else(|| Error::internal("there is no such player"))?;
            player.make(game, guests)
        };
        let factory: &PlayerFactory<'_> = &make;
        // What cannot play at all is found before anything is written.
        for (number, player) in self.players.iter().enumerate() {
            control.check()?;
            make(number).map_err(|error| error.at(&player.name))?;
        }
        if self.pgn {
            self.check_pgn()?;
        }
        let (mut log, done) = match &self.log {
            None => (None, BTreeMap::new()),
            Some(path) => {
                let (log, done) = GameLog::open(path, TOURNAMENT, &self.identity()?)?;
                (Some(log), done)
            }
        };
        let expected = self.tournament.plan.expected_games(0);
        begun(expected.saturating_sub(done.len() as u64));
        let mut finished = |progress: Progress<'_>| {
            if let Some(log) = &mut log {
                log.add(progress.game)?;
            }
            Ok(told(self.finished(&progress)?))
        };
        let played =
            self.tournament
                .run(self.concurrency, factory, done, &mut finished, control)?;
        Ok(self.report(&played))
    }

    pub(super) fn check_pgn(&self) -> Result<()> {
        let nothing = Played {
            id: 0,
            opening: 0,
            players: (0..self.tournament.game.seats().len()).map(|_| 0).collect(),
            start: None,
            plies: Vec::new(),
            winners: Vec::new(),
            reason: String::new(),
            fault: None,
        };
        self.pgn_of(&nothing).map(|_| ())
    }

    fn pgn_of(&self, played: &Played) -> Result<String> {
        let tags = PgnTags {
            event: format!("boardwright tournament, seed {}", self.tournament.seed),
            ..PgnTags::default()
        };
        pgn(&self.tournament.game, played, &self.tournament.names, &tags)
    }

    pub(super) fn finished(&self, progress: &Progress<'_>) -> Result<FinishedGame> {
        let Progress {
            game: played,
            encounter,
            done,
            games,
        } = progress;
        let names = &self.tournament.names;
        let seats = self.tournament.game.seats();
        let seat = |seat: u8| seats.get(Seat(seat).index()).cloned().unwrap_or_default();
        let name = |number: usize| names.get(number).cloned().unwrap_or_default();
        let players = seats.iter().zip(&played.players);
        let micros: u64 = played.decided().filter_map(|ply| ply.time).sum();
        Ok(FinishedGame {
            id: played.id,
            encounter: encounter.number,
            round: encounter.round,
            opening: played.opening,
            players: Named(players.map(|(s, p)| (s.clone(), name(*p))).collect()),
            winners: played.winners.iter().map(|s| seat(*s)).collect(),
            draw: played.is_draw(),
            reason: played.reason.clone(),
            fault: played.fault.as_ref().map(|fault| GameFault {
                seat: seat(fault.seat),
                player: name(fault.player),
                kind: fault.kind.code().to_owned(),
                message: fault.message.clone(),
            }),
            start: played.start.clone(),
            moves: played.plies.iter().map(|ply| ply.text.clone()).collect(),
            time: micros as f64 / 1000.0,
            fallbacks: played.decided().filter(|p| p.fallback.is_some()).count() as u64,
            pgn: self.pgn.then(|| self.pgn_of(played)).transpose()?,
            done: *done,
            games: *games,
        })
    }

    /// The report on these games.
    #[must_use]
    pub fn report(&self, played: &BTreeMap<u64, Played>) -> TournamentReport {
        let table = self.tournament.table(played);
        let sum = self.tournament.summary(played);
        let times = self.tournament.names.iter().zip(&sum.players);
        let times = times.map(|(name, tally)| {
            let effort = &tally.effort;
            let mean = |sum: u64, count: u64| (count > 0).then(|| sum as f64 / count as f64);
            PlayerTimes {
                name: name.clone(),
                moves: effort.moves,
                mean: mean(effort.time, effort.moves).map(|t| t / 1000.0),
                longest: effort.longest as f64 / 1000.0,
                mean_depth: mean(effort.depths, effort.with_depth),
            }
        });
        TournamentReport {
            markdown: table.markdown(),
            times: times.collect(),
            rated: self.tournament.rated_results(played),
            table,
        }
    }
}
