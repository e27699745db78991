//! One game between players: whose turn it is, who was late, who broke the rules.
//!
//! Where several seats are live at once they take turns, unless there are clocks:
//! then all of them think at the same time ([`live`]).
//!
//! What the rules of a game let a seat claim (a draw by threefold repetition) is
//! claimed at once, since programs go on for ever; nothing else is adjudicated.

use std::time::Duration;

use super::live;
use super::opening::Opening;
use super::player::{
    Decided, Fault, FaultKind, MovesSoFar, Player, RestartSignal, Setup, Stop, TeamChat, Turn,
};
use super::record::{Faulted, Played, RecordedPly};
use crate::host::{Game, MoveRef, SeatRef, State};
use contract::bot::{Clock, Limits};
use contract::error::{Error, Result, quoted};
use contract::game::{Outcome, Seat, Seats};
use contract::rng::Rng;
use contract::time::Time;

/// The stack of a thread on which a player decides: what a search needs, as on the
/// pool of [`contract::jobs`].
pub(super) const STACK: usize = 8 << 20;

/// A clock for each seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// Time on each seat's clock at the start.
    pub base: Duration,
    /// Time that each move adds, after it was made.
    pub increment: Duration,
}

/// Under what conditions a game is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conditions {
    /// Within what each move is decided.
    pub limits: Limits,
    /// The clocks, where there are any.
    pub clocks: Option<TimeControl>,
    /// After so many plies, the opening included, a game ends as a draw.
    pub ply_limit: u32,
    /// Time by which a move may exceed `limits.movetime`.
    pub movetime_margin: Duration,
    /// Time by which a clock may fall below zero.
    pub clock_margin: Duration,
    /// Time limit of a move where neither of these bounds it.
    pub move_timeout: Duration,
}

impl Conditions {
    /// Returns the time that a seat has for a move, and the reason by which it loses if it takes
    /// longer.
    pub(super) fn allowance(&self, clock: Option<&Clock>) -> (Duration, &'static str) {
        let movetime = self.limits.movetime;
        let moving = movetime.map(|t| t.saturating_add(self.movetime_margin));
        let flag = clock.map(|c| c.remaining.saturating_add(self.clock_margin));
        [(moving, "time_limit"), (flag, "timeout")]
            .into_iter()
            .filter_map(|(time, reason)| time.map(|t| (t, reason)))
            .min_by_key(|(time, _)| *time)
            .unwrap_or((self.move_timeout, "time_limit"))
    }
}

fn at(seat: Seat) -> Option<SeatRef<'static>> {
    Some(SeatRef::Index(i64::from(seat.0)))
}

/// A game in progress.
pub(super) struct Referee<'a> {
    game: &'a Game,
    pub(super) conditions: &'a Conditions,
    pub(super) state: State,
    line: MovesSoFar,
    pub(super) plies: Vec<RecordedPly>,
    pub(super) clocks: Vec<Clock>,
    /// Number of moves that each seat has made, those of the opening included.
    turns: Vec<u32>,
    pub(super) post: TeamChat,
    /// By which the players are timed.
    pub(super) time: Time,
}

/// End of a game.
pub(super) struct Ended {
    pub(super) outcome: Outcome,
    pub(super) fault: Option<(Seat, FaultKind, String)>,
}

impl From<Outcome> for Ended {
    fn from(outcome: Outcome) -> Self {
        Self {
            outcome,
            fault: None,
        }
    }
}

/// Result of an answer.
pub(super) enum Ruling {
    /// The move was made.
    Made,
    /// Others moved since it was asked, and its move is none any more.
    Stale,
    /// The game is over, otherwise than by the rules.
    Ended(Ended),
}

/// Plays a game to its end; `players` sit at the seats in order, and `numbers` says
/// which player of the match each of them is. `seed` is that of the game.
///
/// # Errors
///
/// `cancelled` once the match is stopped; whatever keeps a player from beginning.
#[expect(
    clippy::too_many_arguments,
    reason = "the parts of a game are what they are"
)]
pub fn play(
    id: u64,
    number: u64,
    game: &Game,
    conditions: &Conditions,
    opening: Opening,
    players: &mut [Box<dyn Player>],
    numbers: &[usize],
    seed: u64,
    stop: &Stop,
) -> Result<Played> {
    let time = Time::default();
    play_by(
        &time, id, number, game, conditions, opening, players, numbers, seed, stop,
    )
}

/// The same, timed by this time.
#[expect(
    clippy::too_many_arguments,
    reason = "the parts of a game are what they are"
)]
pub(super) fn play_by(
    time: &Time,
    id: u64,
    number: u64,
    game: &Game,
    conditions: &Conditions,
    opening: Opening,
    players: &mut [Box<dyn Player>],
    numbers: &[usize],
    seed: u64,
    stop: &Stop,
) -> Result<Played> {
    if players.len() != game.seats().len() || numbers.len() != players.len() {
        return Err(Error::invalid_option(format!(
            "players: takes {}, one for each seat, not {}",
            game.seats().len(),
            players.len()
        )));
    }
    for (index, player) in players.iter_mut().enumerate() {
        stop.check()?;
        let setup = Setup {
            game,
            seat: Seat(index as u8),
            seed: Rng::derived(&[seed, id, index as u64]).next_u64(),
        };
        player.new_game(&setup, stop)?;
    }
    let start = opening.start.clone();
    let mut referee = Referee::new(game, conditions, opening, time.clone());
    let ended = referee.run(players, stop)?;
    let fault = ended.fault.map(|(seat, kind, message)| Faulted {
        player: numbers[seat.index()],
        seat: seat.0,
        kind,
        message,
    });
    Ok(Played {
        id,
        opening: number,
        players: numbers.to_vec(),
        start,
        plies: referee.plies,
        winners: ended.outcome.winners.iter().map(|s| s.0).collect(),
        reason: ended.outcome.reason.to_owned(),
        fault,
    })
}

impl<'a> Referee<'a> {
    fn new(game: &'a Game, conditions: &'a Conditions, opening: Opening, time: Time) -> Self {
        let seats = game.seats().len();
        let mut turns = vec![0; seats];
        for (seat, _) in &opening.moves {
            if let Some(count) = turns.get_mut(usize::from(*seat)) {
                *count += 1;
            }
        }
        let clocks = conditions.clocks.map(|control| {
            let clock = Clock {
                remaining: control.base,
                increment: control.increment,
                moves_to_go: None,
            };
            vec![clock; seats]
        });
        let plies = opening.moves.iter().map(|(seat, text)| RecordedPly {
            seat: *seat,
            text: text.clone(),
            time: None,
            score: None,
            depth: None,
            nodes: None,
            fallback: None,
        });
        Self {
            game,
            conditions,
            plies: plies.collect(),
            line: MovesSoFar {
                start: opening.start,
                moves: opening.moves.into_iter().map(|(_, text)| text).collect(),
            },
            state: opening.state,
            clocks: clocks.unwrap_or_default(),
            turns,
            post: TeamChat::of(game),
            time,
        }
    }

    fn run(&mut self, players: &mut [Box<dyn Player>], stop: &Stop) -> Result<Ended> {
        // Without clocks nobody gains by being quick, and taking turns is the same
        // on every machine.
        if !self.clocks.is_empty() && self.state.on_clock().len() > 1 {
            return live::run(self, players, stop);
        }
        loop {
            stop.check()?;
            if let Some(ended) = self.over() {
                return Ok(ended);
            }
            let Some(seat) = self.next()? else {
                return Ok(Outcome::draw("waiting").into());
            };
            let player = &mut players[seat.index()];
            if let Some(ended) = self.turn(seat, &mut **player, stop)? {
                return Ok(ended);
            }
        }
    }

    /// The end by the rules, by a claim, or because it has taken long enough.
    pub(super) fn over(&self) -> Option<Ended> {
        if let Some(outcome) = self.state.ended() {
            return Some(outcome.into());
        }
        if let Some(reason) = self.state.claimable() {
            return Some(Outcome::draw(reason).into());
        }
        let long = self.plies.len() >= self.conditions.ply_limit as usize;
        long.then(|| Outcome::draw("ply_limit").into())
    }

    /// Returns true if a live seat has a move, as far as it can know.
    pub(super) fn has_move(&self, seat: Seat) -> Result<bool> {
        if self.game.hidden() {
            let candidates = self.state.observe_seat(seat)?.candidates();
            return Ok(!candidates.is_empty());
        }
        Ok(self.state.count_legal(at(seat))? > 0)
    }

    /// Returns the moves so far; `None` if the game hides anything.
    pub(super) fn known_moves(&self) -> Option<MovesSoFar> {
        (!self.game.hidden()).then(|| self.line.clone())
    }

    /// The seat to act next: of the live ones that have a move, the one that has
    /// acted least. None where everybody waits for something from outside.
    fn next(&self) -> Result<Option<Seat>> {
        let mut next: Option<Seat> = None;
        for seat in self.state.live().iter() {
            let turns = |s: Seat| self.turns.get(s.index()).copied().unwrap_or(0);
            if next.is_some_and(|other| turns(seat) >= turns(other)) {
                continue;
            }
            if self.has_move(seat)? {
                next = Some(seat);
            }
        }
        Ok(next)
    }

    /// Has a seat make its move; says how the game ended if that ended it otherwise
    /// than by the rules.
    fn turn(&mut self, seat: Seat, player: &mut dyn Player, stop: &Stop) -> Result<Option<Ended>> {
        let clock = self.clocks.get(seat.index()).copied();
        let (allowance, _) = self.conditions.allowance(clock.as_ref());
        let mut limits = self.conditions.limits.clone();
        limits.clock = clock;
        let observation = self.state.observe_seat(seat)?;
        let turn = Turn {
            seat,
            observation: &observation,
            line: (!self.game.hidden()).then_some(&self.line),
            limits: &limits,
            clocks: &self.clocks,
            allowance,
            post: &self.post,
            // Nobody else acts meanwhile.
            recall: &RestartSignal::default(),
        };
        let began = self.time.now();
        let decided = player.decide(&turn, stop);
        let took = self.time.since(began);
        let asked_at = self.plies.len();
        match self.hear(seat, decided, took, asked_at, stop)? {
            Ruling::Ended(ended) => Ok(Some(ended)),
            Ruling::Stale => Ok(None),
            Ruling::Made => {
                let control = stop.control(self.conditions.move_timeout);
                player.reflect(seat, &self.post, &control);
                Ok(None)
            }
        }
    }

    /// Takes up what a seat answered that was asked after so many plies: its move is
    /// made if it came in time and is one.
    pub(super) fn hear(
        &mut self,
        seat: Seat,
        decided: Result<Decided, Fault>,
        took: Duration,
        asked_at: usize,
        stop: &Stop,
    ) -> Result<Ruling> {
        let clock = self.clocks.get(seat.index()).copied();
        let (allowance, late) = self.conditions.allowance(clock.as_ref());
        let (kind, message) = match decided {
            Ok(decided) if took > allowance => {
                let (took, allowed) = (took.as_millis(), allowance.as_millis());
                let text = quoted(&decided.text);
                let message = format!("{text} took {took} ms where {allowed} were allowed");
                (FaultKind::Timeout, message)
            }
            // Whatever the others did meanwhile.
            Ok(decided) if decided.resigns => {
                let outcome = self.state.forfeited(Seats::only(seat), "resignation");
                return Ok(Ruling::Ended(Ended {
                    outcome,
                    fault: None,
                }));
            }
            Ok(decided) => match self.commit(seat, decided, took) {
                Ok(()) => return Ok(Ruling::Made),
                // What others did since it was asked may have changed what it can do.
                Err(_) if asked_at < self.plies.len() => return Ok(Ruling::Stale),
                Err(message) => (FaultKind::IllegalMove, message),
            },
            Err(Fault::Stopped) => {
                stop.check()?;
                return Err(Error::internal(
                    "a player says that the match was stopped, and it was not",
                ));
            }
            Err(Fault::Of(kind, message)) => (kind, message),
        };
        let reason = match kind {
            FaultKind::Timeout => late,
            other => other.code(),
        };
        let outcome = self.state.forfeited(Seats::only(seat), reason);
        Ok(Ruling::Ended(Ended {
            outcome,
            fault: Some((seat, kind, message)),
        }))
    }

    /// Makes a move and stops the clock; says why the rules forbid it if they do.
    fn commit(&mut self, seat: Seat, decided: Decided, took: Duration) -> Result<(), String> {
        let refused = |error| format!("{}: {error}", quoted(&decided.text));
        let said = MoveRef::Text(&decided.text);
        // Programs have spellings of their own; what is kept is the canonical one.
        let text = self
            .state
            .move_text(at(seat), said, None, None)
            .map_err(refused)?;
        let next = self.state.play(at(seat), said, None).map_err(refused)?;
        self.state = next;
        if let Some(clock) = self.clocks.get_mut(seat.index()) {
            clock.remaining = clock.remaining.saturating_sub(took) + clock.increment;
        }
        if let Some(count) = self.turns.get_mut(seat.index()) {
            *count += 1;
        }
        self.line.moves.push(text.clone());
        self.plies.push(RecordedPly {
            seat: seat.0,
            text,
            time: Some(u64::try_from(took.as_micros()).unwrap_or(u64::MAX)),
            score: decided.score,
            depth: decided.depth,
            nodes: decided.nodes,
            fallback: decided.fallback,
        });
        Ok(())
    }
}
