//! The bot `recon`: it follows what the other side's pieces can be ([`belief`]), judges
//! its attempts in a sample of that, and against a bare king ([`lone_king`]) plans for all
//! of it at once. It is told its observation and nothing else; where nothing is hidden it
//! believes in the one position that it sees.
//!
//! Whatever happens it has a move: before anything is judged, the candidate that a
//! casual look would choose. With a limit of nodes its decisions follow from its
//! seed and the log.
//!
//! [`belief`]: super::belief

mod asking;
mod endgame;
mod lone_king;
#[cfg(test)]
mod mates;
mod ranking;
mod sensing;
mod shallow;
mod squares;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use self::lone_king::{LoneKingHunt, PieceSets};
use self::ranking::{AttemptRanker, Hypothesis, Ranked};
use self::shallow::ShallowSearch;
use super::attempt::Attempt;
use super::belief::{Belief, Budget, Packed};
use super::casual::Casual;
use super::position::Position;
use super::rules::Play;
use super::seat::{SeatView, Turn};
use super::view::BlindView;
use super::{Below, Blind, color_of};
use chess::{Bitboard, Board, Color, Move};
use contract::bot::{Alternative, BeliefCounters, Bot, Decision, Limits, NODES, Score};
use contract::error::{Error, Result};
use contract::game::{Flow, Game, View};
use contract::jobs::Control;
use contract::options::{OptionKind, OptionSpec, Options};
use contract::rng::Rng;
use contract::state::{Observation, Rules};
use search::Searched;

/// Time that it thinks where nothing else limits it.
const DEFAULT_TIME: Duration = Duration::from_secs(1);
/// In how many positions attempts are judged.
const SAMPLE: usize = 192;
/// In how many a look is chosen.
const LOOKS: usize = 600;
/// In how many of these the moves after it are judged.
const JUDGED: usize = 96;
/// From so many positions is drawn where threats to the king are drawn apart.
const POOL: usize = 4096;
/// Centipawns that asking "any?" must gain within the turn. It may lose some: the information is of
/// use in later turns.
const ASK: i64 = -15;
/// By how much it must stand worse to accept a draw, in centipawns.
const WORSE: i32 = 100;

pub(super) const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "exact",
        kind: OptionKind::Int {
            default: 100_000,
            min: 1,
            max: 1_000_000,
        },
        doc: "up to how many positions all are kept that the log allows, if there is time for it",
    },
    OptionSpec {
        name: "particles",
        kind: OptionKind::Int {
            default: 40_000,
            min: 100,
            max: 1_000_000,
        },
        doc: "how many positions are kept of more than that, if there is time for it",
    },
    OptionSpec {
        name: "ask",
        kind: OptionKind::Int {
            default: ASK,
            min: -10_000,
            max: 10_000,
        },
        doc: "how many centipawns asking \"any?\" must gain within the turn to be done, where \
              the rules have that question; 10000 never asks",
    },
    NODES,
];

/// Believes, and chooses by what it believes.
#[derive(Debug)]
pub struct Recon {
    belief: Belief,
    sizes: [usize; 2],
    /// Centipawns that asking "any?" must gain.
    ask: i64,
    nodes: Option<u64>,
    seed: u64,
    /// Rules of the game and state of the turn at its last decision.
    moment: Option<(Arc<Rules<Blind>>, Turn)>,
}

/// Attempts of a decision, best first.
struct Choice {
    ranked: Vec<Ranked>,
    depth: u32,
}

impl Recon {
    /// A bot with the options of [`OPTIONS`].
    pub(super) fn new(options: &Options, seed: u64) -> Result<Self> {
        let exact = options.int("exact")? as usize;
        let drawn = options.int("particles")? as usize;
        Ok(Self {
            ask: options.int("ask")?,
            nodes: Some(options.int("nodes")? as u64).filter(|n| *n > 0),
            ..Self::sized(exact, drawn, seed)
        })
    }

    /// A bot that keeps all positions up to `exact` of them, and `particles` of more.
    #[must_use]
    pub fn sized(exact: usize, particles: usize, seed: u64) -> Self {
        Self {
            belief: Belief::new(exact, particles, seed),
            sizes: [exact, particles],
            ask: ASK,
            nodes: None,
            seed,
            moment: None,
        }
    }

    /// Follows what a seat has heard and decides nothing: as a decision does, with
    /// three quarters of what the limits allow. Where nothing is hidden there is nothing to
    /// follow. Returns how many positions were looked at.
    ///
    /// # Errors
    ///
    /// `internal` if the game cannot begin.
    pub fn follow(
        &mut self,
        observation: &Observation<Blind>,
        limits: &Limits,
        control: &Control,
    ) -> Result<u64> {
        let mut effort = Budget::begin(limits, DEFAULT_TIME, control);
        if let BlindView::Hidden(view) = observation.view() {
            self.followed(observation, view, &mut effort)?;
        }
        Ok(effort.spent())
    }

    /// Follows a view; whether it has come to its end.
    fn followed(
        &mut self,
        observation: &Observation<Blind>,
        view: &SeatView,
        effort: &mut Budget<'_>,
    ) -> Result<bool> {
        let rules = observation.rules();
        let arrived = self.belief.follow(rules.game(), view, effort)?;
        self.moment = arrived.then(|| (Arc::clone(rules), view.turn().clone()));
        Ok(arrived)
    }

    /// Returns the size, exactness and history of its belief.
    #[must_use]
    pub fn counters(&self) -> BeliefCounters {
        self.belief.counters()
    }

    /// The keys of what it believes in.
    fn keys(&self) -> Option<Vec<u64>> {
        let (rules, turn) = self.moment.as_ref()?;
        let (frame, cloud) = self.belief.all()?;
        let positions = cloud.all().iter().map(|p| frame.unpack_in(p, turn));
        Some(positions.map(|p| rules.game().key(&p)).collect())
    }

    /// The pieces and all squares where the other king may be, where that is all that the
    /// other side has and it can be mated.
    fn hunted(&self, game: &Blind, us: Color) -> Option<(PieceSets, Bitboard)> {
        if game.rules.takes_kings() || game.rules.drops {
            return None;
        }
        let (frame, cloud) = self.belief.all()?;
        let first = frame.unpack(cloud.all().first()?);
        let men = PieceSets::of(first.board(), us);
        let mut kings = Bitboard::EMPTY;
        for packed in cloud.all() {
            kings |= packed.lone_king()?.into();
        }
        men.mate().then_some((men, kings))
    }

    /// A sample of the positions that may be the true one, with what has been done
    /// in the turn. Where the king of a side can be taken unseen, half of the sample are
    /// positions in which it can, if there are any, and weigh accordingly less: a few
    /// positions decide the game.
    fn worlds(
        &self,
        turn: &Turn,
        most: usize,
        kings: Option<Color>,
        rng: &mut Rng,
    ) -> Vec<Hypothesis> {
        let Some((frame, cloud)) = self.belief.all() else {
            return Vec::new();
        };
        let drawn: Vec<_> = match kings {
            None => cloud
                .draw(most, rng)
                .into_iter()
                .map(|(packed, times)| (packed, u64::from(times)))
                .collect(),
            Some(us) => {
                let threatened = |packed: &Packed| {
                    let board = frame.unpack(packed).board;
                    board.is_attacked(board.king(us), !us)
                };
                cloud.draw_halves(most, POOL, threatened, rng)
            }
        };
        let mut worlds: Vec<Hypothesis> = drawn
            .into_iter()
            .map(|(packed, weight)| (frame.unpack_in(&packed, turn), weight))
            .collect();
        // Where time runs out, what has been looked at must be a sample as well.
        for last in (1..worlds.len()).rev() {
            worlds.swap(last, rng.below(last as u32 + 1) as usize);
        }
        worlds
    }
}

/// Ranks attempts against a king that is alone.
fn hunt(
    game: &Blind,
    men: &PieceSets,
    kings: Bitboard,
    attempts: &[Attempt],
    rng: &mut Rng,
    effort: &mut Budget<'_>,
) -> Choice {
    let hunt = LoneKingHunt {
        checks: game.rules.checks,
        stalemate_wins: game.rules.stalemate_loses,
    };
    let (ranked, depth) = hunt.rank(men, kings, attempts, rng, effort);
    Choice { ranked, depth }
}

/// Ranks attempts in a sample.
fn rank(
    game: &Blind,
    worlds: &[Hypothesis],
    attempts: &[Attempt],
    us: Color,
    asks: Option<i64>,
    effort: &mut Budget<'_>,
) -> Choice {
    let planned = !game.rules.takes_kings()
        && !game.rules.drops
        && worlds
            .iter()
            .all(|(position, _)| endgame::is_one(&position.board, us));
    if planned {
        let worlds = &worlds[..worlds.len().min(endgame::WORLDS)];
        let (ranked, depth) = endgame::Planner { game, us }.rank(worlds, attempts, effort);
        return Choice { ranked, depth };
    }
    let refused = worlds.first().map_or(0, |(p, _)| p.turn.tried.len());
    let (ranked, depth) = match &game.below {
        Below::Chess(chess) => ranker(game, chess, asks).rank(worlds, attempts, refused, effort),
        Below::Crazyhouse(chess) => {
            ranker(game, chess, asks).rank(worlds, attempts, refused, effort)
        }
    };
    Choice { ranked, depth }
}

fn ranker<'g, G: Searched<Position = Board, Action = Move>>(
    game: &'g Blind,
    below: &'g G,
    asks: Option<i64>,
) -> AttemptRanker<'g, G> {
    // In fog both sides see what threatens them; where all is open, everything.
    let seeing = match game.rules.play {
        _ if game.rules.open => 16,
        Play::Fog => 13,
        _ => 9,
    };
    AttemptRanker {
        game,
        lookout: ShallowSearch::new(below, game.rules.takes_kings()),
        seeing,
        asks,
    }
}

/// Chooses where to look, by the moves that may follow.
fn look(
    game: &Blind,
    worlds: &[Hypothesis],
    looks: &[Attempt],
    view: &SeatView,
    us: Color,
    effort: &mut Budget<'_>,
) -> Choice {
    let mut moves = Vec::new();
    let _ = view.moves(&mut |attempt| {
        moves.push(attempt);
        Flow::Continue(())
    });
    let judged = &worlds[..worlds.len().min(JUDGED)];
    let judged: Vec<Hypothesis> = judged
        .iter()
        .cloned()
        .map(|(mut position, weight)| {
            position.turn.sensed = true;
            (position, weight)
        })
        .collect();
    let columns = match &game.below {
        Below::Chess(chess) => ranker(game, chess, None).columns(&judged, &moves, effort),
        Below::Crazyhouse(chess) => ranker(game, chess, None).columns(&judged, &moves, effort),
    };
    let best = sensing::best(worlds, &columns, looks, us);
    let ranked = best.map(|(attempt, value)| Ranked {
        attempt,
        value,
        chance: 1000,
    });
    Choice {
        ranked: ranked.into_iter().collect(),
        depth: 0,
    }
}

impl Bot<Blind> for Recon {
    fn decide(
        &mut self,
        observation: &Observation<Blind>,
        limits: &Limits,
        control: &Control,
    ) -> Result<Decision<Attempt>> {
        control.check()?;
        let mut limits = limits.clone();
        if !limits.bind() {
            limits.nodes = self.nodes;
        }
        let mut effort = Budget::begin(&limits, DEFAULT_TIME, control);
        let candidates = observation.choices(&limits)?;
        let game = observation.rules().game();
        let us = color_of(observation.seat());
        let mut rng = Rng::derived(&[self.seed, observation.key(), 0x7ec0]);
        let mut messages = Vec::new();
        let (mut hunted, mut asks) = (None, None);
        let (worlds, looks): (Vec<Hypothesis>, Option<&SeatView>) = match observation.view() {
            BlindView::Full(view) => {
                let whole = view.full().map(|state| state.position().clone());
                (whole.into_iter().map(|p| (p, 1)).collect(), None)
            }
            BlindView::Hidden(view) => {
                let arrived = self.followed(observation, view, &mut effort)?;
                messages.push(self.message());
                let reconnoitres = view.rules().play == Play::Reconnaissance;
                let looks = reconnoitres && !view.turn().sensed;
                if view.may_ask() && limits.moves.is_none() {
                    asks = Some(self.ask);
                }
                let most = if looks { LOOKS } else { SAMPLE };
                let worlds = if arrived {
                    hunted = self.hunted(game, us);
                    let kings = reconnoitres.then_some(us);
                    self.worlds(view.turn(), most, kings, &mut rng)
                } else {
                    // Behind its time: what it believes is of an earlier moment.
                    Vec::new()
                };
                (worlds, looks.then_some(view))
            }
        };
        if control.is_cancelled() {
            return Err(Error::cancelled("cancelled by the caller"));
        }
        let choice = if let Some(view) = looks {
            look(game, &worlds, &candidates, view, us, &mut effort)
        } else if worlds.is_empty() {
            Choice {
                ranked: Vec::new(),
                depth: 0,
            }
        } else if let Some((men, kings)) = hunted {
            hunt(game, &men, kings, &candidates, &mut rng, &mut effort)
        } else {
            rank(game, &worlds, &candidates, us, asks, &mut effort)
        };
        if control.is_cancelled() {
            return Err(Error::cancelled("cancelled by the caller"));
        }
        messages.extend(choice.ranked.first().map(Ranked::summary));
        let Some(best) = choice.ranked.first().copied() else {
            // Nothing to go by: a look at its own pieces.
            let casual = Casual::new(self.seed);
            let mut decision = casual.choose(observation, &candidates)?;
            decision.messages = messages;
            return Ok(decision);
        };
        Ok(Decision {
            score: Some(Score::Centipawns(best.value)),
            depth: choice.depth,
            nodes: effort.spent(),
            alternatives: choice.ranked[1..]
                .iter()
                .map(|r| Alternative {
                    action: r.attempt,
                    score: Some(Score::Centipawns(r.value)),
                })
                .collect(),
            messages,
            ..Decision::plain(best.attempt)
        })
    }

    fn new_game(&mut self) {
        let [exact, drawn] = self.sizes;
        self.belief = Belief::new(exact, drawn, self.seed);
        self.moment = None;
    }

    fn believed(&self) -> Option<Vec<u64>> {
        self.keys()
    }

    fn belief_counters(&self) -> Option<BeliefCounters> {
        Some(self.counters())
    }

    fn accepts_draw(
        &mut self,
        observation: &Observation<Blind>,
        control: &Control,
    ) -> Result<bool> {
        control.check()?;
        let limits = Limits {
            nodes: Some(20_000),
            ..Limits::default()
        };
        let mut effort = Budget::begin(&limits, DEFAULT_TIME, control);
        let game = observation.rules().game();
        let us = color_of(observation.seat());
        let mut rng = Rng::derived(&[self.seed, observation.key(), 0xd7a3]);
        let worlds: Vec<Hypothesis> = match observation.view() {
            BlindView::Full(view) => {
                let whole = view.full().map(|state| state.position().clone());
                whole.into_iter().map(|p| (p, 1)).collect()
            }
            BlindView::Hidden(view) => {
                self.belief.follow(game, view, &mut effort)?;
                self.worlds(view.turn(), 48, None, &mut rng)
            }
        };
        let total: u64 = worlds.iter().map(|w| w.1).sum();
        let sum: i64 = worlds
            .iter()
            .map(|(position, weight)| {
                i64::from(self::evaluate(game, position, us)) * *weight as i64
            })
            .sum();
        Ok(total > 0 && sum / (total as i64) < -i64::from(WORSE))
    }
}

/// Evaluates a position statically for a side.
fn evaluate(game: &Blind, position: &Position, us: Color) -> i32 {
    let board = &position.board;
    let eval = match &game.below {
        Below::Chess(chess) => ShallowSearch::new(chess, false).static_eval(board),
        Below::Crazyhouse(chess) => ShallowSearch::new(chess, false).static_eval(board),
    };
    if board.turn() == us { eval } else { -eval }
}

impl Recon {
    fn message(&self) -> String {
        let counters = self.counters();
        format!(
            "belief size={} exact={} depletions={} replays={} rejuvenations={}",
            counters.size,
            if counters.exact { "yes" } else { "no" },
            counters.depletions,
            counters.replays,
            counters.rejuvenations
        )
    }
}
