//! A game of two teams by clocks that count positions: each thing that a bot looks at takes its
//! time, the boards go on beside each other, and a game follows from its seed alone, whatever the
//! machine does.
//!
//! It is what the arena and a table do with clocks: who holds a move back decides anew when
//! anybody moves, who thinks when its own board changes or its partner says something urgent, and
//! who has moved finds out what its partner should know until it is asked again.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use boardwright::bots::{Bot, Clock, Heard, LEAST_TIME_TO_TALK, Limits, MAX_RESTARTS, make_room};
use boardwright::bughouse::engine::{EngineParams, make_tuned};
use boardwright::bughouse::{Action, Bughouse, partner_of, rival_of};
use boardwright::error::Result;
use boardwright::game::{Game as _, Seat};
use boardwright::jobs::Control;
use boardwright::state::State;
use boardwright::value::Dict;

/// The seats.
const SEATS: [Seat; 4] = [Seat(0), Seat(1), Seat(2), Seat(3)];
/// Number of plies after which a game counts as drawn.
const PLY_LIMIT: usize = 600;
/// A move takes at most one in so many parts of the clock, and looks at so many positions at
/// least.
const PARTS: u64 = 40;
const LEAST_NODES: u64 = 100;
/// Positions that count for each look at the clock of what follows a move.
const A_LOOK: u64 = 128;

/// The conditions of a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    /// The time of a seat for the game.
    pub(super) clock: Duration,
    /// Positions that are looked at in a second.
    pub(super) speed: u64,
    /// Positions of a move while there is time.
    pub(super) nodes: u64,
}

impl Pace {
    /// The time that positions take.
    fn time(&self, nodes: u64) -> Duration {
        Duration::from_nanos(nodes.saturating_mul(1_000_000_000) / self.speed)
    }

    /// The positions that a move may look at.
    fn nodes(&self, left: Duration) -> u64 {
        let all = left.as_nanos() * u128::from(self.speed) / 1_000_000_000;
        let part = u64::try_from(all).unwrap_or(u64::MAX) / PARTS;
        self.nodes.min(part)
    }
}

/// The bots of a team.
#[derive(Clone, Debug)]
pub(super) struct Team {
    /// Options of `search`.
    pub(super) options: Dict,
    /// The numbers of its team play.
    pub(super) params: EngineParams,
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// By the rules.
    Board,
    /// A flag fell.
    Flag,
    /// It took too many plies.
    Long,
}

/// A game that was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Played {
    /// The points of the team of `A.white`, in halves.
    pub(super) points: u8,
    pub(super) end: End,
    pub(super) plies: usize,
    /// Messages that were delivered.
    pub(super) messages: usize,
    /// Decisions to hold a move back.
    pub(super) sits: usize,
}

/// Plays a game; the first team has the seats `A.white` and `B.black`.
///
/// # Errors
///
/// `invalid_option`.
pub(super) fn play(
    start: &State<Bughouse>,
    teams: [&Team; 2],
    pace: &Pace,
    seed: u64,
) -> Result<Played> {
    let first = start.game().team(Seat(0));
    let mut places = Vec::new();
    for seat in SEATS {
        let team = teams[usize::from(!first.contains(seat))];
        let bot = make_tuned(&team.options, seed + seat.index() as u64, team.params)?;
        places.push(Place {
            bot,
            hurry: team.params.hurry_percent,
            left: pace.clock,
            since: None,
            turn: None,
            heard: Vec::new(),
            said: None,
            restarts: 0,
            renewals: 0,
            asked: 0,
        });
    }
    let mut course = Course {
        pace,
        state: start.clone(),
        epoch: Instant::now(),
        now: Duration::ZERO,
        places,
        post: Vec::new(),
        messages: 0,
        sits: 0,
    };
    let (points, end) = course.run()?;
    Ok(Played {
        points,
        end,
        plies: course.state.history().len(),
        messages: course.messages,
        sits: course.sits,
    })
}

/// A decision that has been made, before its move is.
struct Turn {
    /// When it is decided, and when the move is made.
    decided: Duration,
    until: Duration,
    action: Action,
    /// The basis of the decision.
    basis: u64,
}

/// A seat and its bot.
struct Place {
    bot: Box<dyn Bot<Bughouse>>,
    /// The share of the usual positions while its rival has more time, in hundredths.
    hurry: i32,
    /// The time left on its clock when that last stood, and since when it runs.
    left: Duration,
    since: Option<Duration>,
    turn: Option<Turn>,
    heard: Vec<Heard>,
    /// Its last words.
    said: Option<String>,
    /// Number of times that it has decided anew in this turn, for its board and for messages.
    restarts: u32,
    renewals: u32,
    /// Number of times that it was asked.
    asked: u64,
}

/// A message on its way.
struct Letter {
    at: Duration,
    from: Seat,
    text: String,
    repeated: bool,
    /// It is found out after a move, unless the seat has been asked more often than this.
    after: Option<u64>,
}

/// Words, with the number of looks at the clock before them.
type Spoken = Arc<Mutex<Vec<(u64, String, bool)>>>;

/// The course of a game.
struct Course<'a> {
    pace: &'a Pace,
    state: State<Bughouse>,
    /// The beginning of the game, for whoever thinks.
    epoch: Instant,
    /// The time since.
    now: Duration,
    places: Vec<Place>,
    post: Vec<Letter>,
    messages: usize,
    sits: usize,
}

impl Course<'_> {
    /// Plays on to the end; the points of the first team, in halves.
    fn run(&mut self) -> Result<(u8, End)> {
        while self.state.history().len() < PLY_LIMIT {
            if let Some(outcome) = self.state.outcome() {
                return Ok(((outcome.score(Seat(0)) * 2.0) as u8, End::Board));
            }
            let running = self.state.on_clock();
            for seat in SEATS {
                let now = self.now;
                let place = &mut self.places[seat.index()];
                place.since = running.contains(seat).then(|| place.since.unwrap_or(now));
            }
            for seat in self.state.live().iter() {
                if self.places[seat.index()].turn.is_none() {
                    self.ask(seat)?;
                }
            }
            let falls = running
                .iter()
                .map(|seat| (self.now + self.clock(seat), seat));
            let Some((flag, loser)) = falls.min() else {
                return Ok((1, End::Board));
            };
            let turns = SEATS.iter().filter_map(|seat| {
                let turn = self.places[seat.index()].turn.as_ref()?;
                Some((turn.until, *seat))
            });
            let turn = turns.min().filter(|(until, _)| *until <= flag);
            let letters = self.post.iter().enumerate();
            let letter = letters.map(|(index, letter)| (letter.at, index)).min();
            let before = turn.map_or(flag, |(until, _)| until);
            if let Some((at, index)) = letter.filter(|(at, _)| *at <= before) {
                self.now = self.now.max(at);
                let letter = self.post.remove(index);
                self.deliver(letter);
            } else if let Some((until, seat)) = turn {
                self.now = self.now.max(until);
                self.make_move(seat)?;
            } else {
                let lost = self.state.game().team(Seat(0)).contains(loser);
                return Ok((if lost { 0 } else { 2 }, End::Flag));
            }
        }
        Ok((1, End::Long))
    }

    /// The reading of a clock.
    fn clock(&self, seat: Seat) -> Duration {
        let place = &self.places[seat.index()];
        let ran = place.since.map_or(Duration::ZERO, |since| self.now - since);
        place.left.saturating_sub(ran)
    }

    /// A control for whom time stands still, the number of its looks at the clock, and what is
    /// said under it.
    fn control(&self) -> (Control, Arc<AtomicU64>, Spoken) {
        let looks = Arc::new(AtomicU64::new(0));
        let (count, at) = (Arc::clone(&looks), self.epoch + self.now);
        let control = Control::new(None).timed_by(move || {
            count.fetch_add(1, Ordering::Relaxed);
            at
        });
        let spoken = Spoken::default();
        let (hear, count) = (Arc::clone(&spoken), Arc::clone(&looks));
        control.when_said(move |said| {
            let mut spoken = hear.lock().unwrap_or_else(PoisonError::into_inner);
            spoken.push((count.load(Ordering::Relaxed), said.text, said.repeated));
        });
        (control, looks, spoken)
    }

    /// Has a seat decide: the answer counts when its time has come.
    fn ask(&mut self, seat: Seat) -> Result<()> {
        let clocks = SEATS.map(|seat| Clock {
            remaining: self.clock(seat),
            ..Clock::default()
        });
        let own = clocks[seat.index()];
        let behind = clocks[rival_of(seat).index()].remaining > own.remaining;
        let place = &self.places[seat.index()];
        let share = if behind { place.hurry } else { 100 };
        let nodes = self.pace.nodes(own.remaining) * u64::from(share.unsigned_abs()) / 100;
        let limits = Limits {
            nodes: Some(nodes.max(LEAST_NODES)),
            clock: Some(own),
            clocks: clocks.to_vec(),
            heard: place.bot.talks().then(|| place.heard.clone()),
            ..Limits::default()
        };
        let (control, looks, spoken) = self.control();
        let observation = self.state.observe(seat);
        let bot = &mut self.places[seat.index()].bot;
        let decision = bot.decide(&observation, &limits, &control)?;
        let looks = looks.load(Ordering::Relaxed).max(1);
        let decided = self.now + self.pace.time(decision.nodes.max(1));
        for (look, text, repeated) in take(&spoken) {
            let at = self.now + self.pace.time(decision.nodes * look / looks);
            self.send(seat, at, text, repeated, None);
        }
        self.sits += usize::from(!decision.hold.is_zero());
        let basis = self.state.decision_key(seat);
        let place = &mut self.places[seat.index()];
        place.asked += 1;
        place.turn = Some(Turn {
            decided,
            until: decided + decision.hold,
            action: decision.action,
            basis,
        });
        Ok(())
    }

    fn send(&mut self, from: Seat, at: Duration, text: String, repeated: bool, after: Option<u64>) {
        self.post.push(Letter {
            at,
            from,
            text,
            repeated,
            after,
        });
    }

    /// Has the partner hear a message, and decide anew where that is a reason.
    fn deliver(&mut self, letter: Letter) {
        let Letter { from, text, .. } = letter;
        let speaker = &mut self.places[from.index()];
        if letter.after.is_some_and(|asked| asked != speaker.asked) {
            return;
        }
        let repeated = letter.repeated || speaker.said.as_ref() == Some(&text);
        if !repeated {
            speaker.said = Some(text.clone());
        }
        self.messages += 1;
        let to = partner_of(from);
        let left = self.clock(to);
        let place = &mut self.places[to.index()];
        let heard = Heard {
            from: self.state.rules().seat_names()[from.index()].clone(),
            text,
            ply: Some(self.state.history().len() as u64),
        };
        make_room(&mut place.heard, &heard);
        let urgent = !repeated && self.state.game().is_urgent(&place.heard, &heard.text);
        place.heard.push(heard);
        let may = left >= LEAST_TIME_TO_TALK && place.renewals < MAX_RESTARTS;
        if urgent && may && place.turn.take().is_some() {
            place.renewals += 1;
        }
    }

    /// Makes the move that a seat has decided on.
    fn make_move(&mut self, seat: Seat) -> Result<()> {
        let left = self.clock(seat);
        let place = &mut self.places[seat.index()];
        let Some(turn) = place.turn.take() else {
            return Ok(());
        };
        (place.left, place.since) = (left, None);
        (place.restarts, place.renewals) = (0, 0);
        let asked = place.asked;
        self.state = self.state.play(&turn.action)?;
        if self.state.outcome().is_none() {
            let (control, _, spoken) = self.control();
            self.places[seat.index()].bot.reflect(&control)?;
            for (look, text, repeated) in take(&spoken) {
                let at = self.now + self.pace.time(look * A_LOOK);
                self.send(seat, at, text, repeated, Some(asked));
            }
        }
        for other in SEATS {
            let basis = self.state.decision_key(other);
            let place = &mut self.places[other.index()];
            let Some(turn) = &place.turn else {
                continue;
            };
            let holds = turn.decided <= self.now && self.now < turn.until;
            let thinks = self.now < turn.decided;
            if holds {
                place.turn = None;
            } else if thinks && turn.basis != basis && place.restarts < MAX_RESTARTS {
                place.restarts += 1;
                place.turn = None;
            }
        }
        Ok(())
    }
}

fn take(spoken: &Spoken) -> Vec<(u64, String, bool)> {
    std::mem::take(&mut *spoken.lock().unwrap_or_else(PoisonError::into_inner))
}
