//! One of several games.

use std::sync::Arc;

use contract::error::Result;
use contract::game::{Flow, Game, Outcome, Seat, Seats};
use contract::ids::IdSet;
use contract::options::derive_seeds;
use contract::rng::Rng;
use contract::state::{Rules, State};
use contract::value::Dict;

use super::NOBODY;
use super::arrays::{Observations, Part, Shape};
use super::line::Line;

/// Parts that the games have in common.
#[derive(Debug)]
pub(super) struct Setup<G: Game> {
    pub(super) rules: Arc<Rules<G>>,
    pub(super) reseeded: Option<Dict>,
    pub(super) seed: u64,
    pub(super) ply_limit: u32,
    pub(super) units: Vec<f32>,
    pub(super) shape: Shape,
}

/// Apart from the other numbers that follow from the seed of a game.
const TERRAIN: u64 = 0x7e44;

impl<G: Game> Setup<G> {
    /// The rules of an episode, with seeds of its own where they were asked for.
    fn rules_of(&self, index: u64, episode: u64) -> Result<Arc<Rules<G>>> {
        match &self.reseeded {
            None => Ok(Arc::clone(&self.rules)),
            Some(given) => {
                let seed = Rng::derived(&[self.seed, index, episode, TERRAIN]).next_u64();
                Rules::new(&derive_seeds(G::INFO.options, given, seed))
            }
        }
    }
}

/// Standing of a game. Where nothing is hidden a position and the keys before it are enough;
/// otherwise views are folded from the records of the history.
enum Standing<G: Game> {
    Open {
        rules: Arc<Rules<G>>,
        position: G::Position,
        line: Box<Line>,
    },
    Hidden(State<G>),
}

impl<G: Game> Standing<G> {
    fn start(rules: Arc<Rules<G>>) -> Result<Self> {
        if rules.game().hidden() {
            return Ok(Self::Hidden(State::start(&rules)?));
        }
        Ok(Self::Open {
            position: rules.game().start()?,
            rules,
            line: Box::new(Line::new()),
        })
    }

    fn live(&self) -> Seats {
        match self {
            Self::Open {
                rules, position, ..
            } => rules.game().live(position),
            Self::Hidden(state) => state.live(),
        }
    }
}

/// A game and the seat to move in it.
pub(super) struct Lane<G: Game> {
    index: u64,
    episode: u64,
    plies: u32,
    rng: Rng,
    standing: Standing<G>,
    /// The seat to move; nobody's turn only if the game waits for something from outside as it
    /// begins, for later it is given up then.
    seat: Option<Seat>,
    /// True if no other seat has a move.
    all: bool,
    /// Ids of the moves that the seat may try, in the order of the game.
    ids: Vec<IdSet>,
    /// The number of these.
    count: u32,
    /// The moves themselves of a hidden game, each of which has a set of its own.
    actions: Vec<G::Action>,
    /// The move to be made; before it is chosen, the one that was drawn.
    chosen: Option<u32>,
    scratch: Vec<u8>,
}

impl<G: Game> std::fmt::Debug for Lane<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The position of a hidden game must not get into a log.
        write!(
            f,
            "Lane({}, episode {}, ply {})",
            self.index, self.episode, self.plies
        )
    }
}

impl<G: Game> Lane<G> {
    pub(super) fn new(setup: &Setup<G>, index: u64) -> Result<Self> {
        let mut lane = Self {
            index,
            episode: 0,
            plies: 0,
            rng: Rng::derived(&[setup.seed, index, 0]),
            standing: Standing::start(setup.rules_of(index, 0)?)?,
            seat: None,
            all: true,
            ids: Vec::new(),
            count: 0,
            actions: Vec::new(),
            chosen: None,
            scratch: Vec::new(),
        };
        lane.list(None);
        Ok(lane)
    }

    /// Starts an episode.
    pub(super) fn restart(&mut self, setup: &Setup<G>, episode: u64) -> Result<()> {
        self.episode = episode;
        self.plies = 0;
        self.rng = Rng::derived(&[setup.seed, self.index, episode]);
        self.standing = Standing::start(setup.rules_of(self.index, episode)?)?;
        self.list(None);
        Ok(())
    }

    /// Finds the seat to move, the next live one after the last mover, and what it may try.
    fn list(&mut self, last: Option<Seat>) {
        let live = self.standing.live();
        let next = last.and_then(|last| live.iter().find(|seat| seat.0 > last.0));
        self.seat = next.or_else(|| live.iter().next());
        self.all = live.len() < 2;
        self.actions.clear();
        self.ids.clear();
        (self.count, self.chosen) = (0, None);
        let Some(seat) = self.seat else { return };
        let (actions, ids, count) = (&mut self.actions, &mut self.ids, &mut self.count);
        let mut add = |set: IdSet| {
            *count += set.len();
            ids.push(set);
        };
        match &self.standing {
            Standing::Open {
                rules,
                position,
                line,
            } if self.all => rules.game().legal_ids(position, &**line, add),
            Standing::Open {
                rules,
                position,
                line,
            } => {
                let game = rules.game();
                let _ = game.legal(position, &**line, |action| {
                    if game.actor(position, &action) == seat {
                        add(IdSet::one(game.action_id(&action)));
                    }
                    Flow::Continue(())
                });
            }
            Standing::Hidden(state) => {
                for action in state.observe(seat).candidates() {
                    add(IdSet::one(state.game().action_id(&action)));
                    actions.push(action);
                }
            }
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        match &self.standing {
            Standing::Open {
                rules,
                position,
                line,
            } if self.all => rules
                .game()
                .outcome_listed(position, &**line, !self.ids.is_empty()),
            Standing::Open {
                rules,
                position,
                line,
            } => rules.game().outcome(position, &**line),
            Standing::Hidden(state) => state.outcome(),
        }
    }

    /// Looks up the move to be made.
    pub(super) fn choose(&mut self, action: i64) -> std::result::Result<(), &'static str> {
        // Without a move the game is given up in the next step, whatever the action.
        if self.ids.is_empty() || self.chosen.is_some_and(|id| i64::from(id) == action) {
            return Ok(());
        }
        self.chosen = u32::try_from(action)
            .ok()
            .filter(|id| self.ids.iter().any(|set| set.contains(*id)));
        self.chosen.map(drop).ok_or("is not in the mask")
    }

    /// Takes the chosen move; none if there is none to choose.
    fn take(&mut self) -> Option<G::Action> {
        let id = self.chosen?;
        match &self.standing {
            Standing::Open {
                rules, position, ..
            } => rules.game().action_from_id(position, id),
            Standing::Hidden(_) => {
                let place = self.ids.iter().position(|set| set.contains(id))?;
                Some(self.actions.swap_remove(place))
            }
        }
    }

    /// Makes the chosen move, and starts anew where it ends the game.
    pub(super) fn step(&mut self, setup: &Setup<G>, out: &mut Part<'_>) -> Result<()> {
        out.no_ends();
        let last = self.seat;
        if let Some(action) = self.take() {
            match &mut self.standing {
                Standing::Open {
                    rules,
                    position,
                    line,
                } => {
                    let game = rules.game();
                    line.push(game.key(position));
                    *position = game.play(position, &action).0;
                }
                Standing::Hidden(state) => *state = state.play(&action)?,
            }
            self.plies += 1;
        }
        // First, for whether there is a move decides about the end of some games.
        self.list(last);
        let outcome = self.outcome();
        if let Some(outcome) = outcome {
            if let Some(rewards) = &mut out.0.rewards {
                for (seat, reward) in (0..).zip(rewards.iter_mut()) {
                    *reward = (2.0 * outcome.score(Seat(seat)) - 1.0) as f32;
                }
            }
            if let Some([flag, ..]) = out.0.terminated.as_deref_mut() {
                *flag = 1;
            }
        } else if self.ids.is_empty() || self.plies >= setup.ply_limit {
            if let Some([flag, ..]) = out.0.truncated.as_deref_mut() {
                *flag = 1;
            }
        } else {
            return Ok(());
        }
        self.restart(setup, self.episode + 1)
    }

    /// Writes what the seat to move sees.
    pub(super) fn write(&mut self, setup: &Setup<G>, out: &mut Part<'_>) {
        if let Some([seat, ..]) = out.0.seats.as_deref_mut() {
            *seat = self.seat.map_or(NOBODY, |seat| seat.0);
        }
        if let Some(mask) = &mut out.0.masks {
            mask.fill(0);
            IdSet::flag_all(&self.ids, mask);
        }
        match &mut out.0.observations {
            None => {}
            Some(Observations::U8(planes)) => self.fill(planes),
            Some(Observations::F32(planes)) => {
                let mut bytes = std::mem::take(&mut self.scratch);
                bytes.resize(setup.shape.size, 0);
                self.fill(&mut bytes);
                let area = setup.shape.area;
                for ((from, to), unit) in bytes
                    .chunks(area)
                    .zip(planes.chunks_mut(area))
                    .zip(&setup.units)
                {
                    for (from, to) in from.iter().zip(to) {
                        *to = f32::from(*from) / unit;
                    }
                }
                self.scratch = bytes;
            }
        }
    }

    fn fill(&self, out: &mut [u8]) {
        let Some(seat) = self.seat else {
            out.fill(0);
            return;
        };
        match &self.standing {
            Standing::Open {
                rules,
                position,
                line,
            } => rules.game().fill_planes(position, &**line, seat, out),
            Standing::Hidden(state) => state.observe(seat).fill_planes(out),
        }
    }

    /// Draws one of the moves that the seat may try; -1 if there are none.
    pub(super) fn sample(&mut self) -> i64 {
        let drawn = (self.count > 0).then(|| self.rng.below(self.count));
        self.chosen = drawn.and_then(|mut before| {
            self.ids.iter().find_map(|set| {
                let found = set.nth(before);
                before = before.saturating_sub(set.len());
                found
            })
        });
        self.chosen.map_or(-1, i64::from)
    }

    pub(super) fn notation(&self) -> String {
        match &self.standing {
            Standing::Open {
                rules, position, ..
            } => rules.game().notation(position),
            Standing::Hidden(state) => state.notation(),
        }
    }
}
