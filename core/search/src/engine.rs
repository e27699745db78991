//! A search with its table, asked again and again.

use std::sync::Arc;
use std::time::Duration;

use super::alphabeta::SharedSearch;
use super::hooks::{Searched, Unit};
use super::idle::{self, IdleTable};
use super::params::Params;
use super::root::{self, IterationProgress, RootTask};
use super::timer::Timer;
use super::tt::{Bound, TranspositionTable};
use super::{MATE, MATE_BOUND, MAX_PLY, maxn, mcts};
use contract::bot::{self, Limits, Score};
use contract::error::{Error, Result};
use contract::game::Seat;
use contract::jobs::Control;
use contract::rng::Rng;
use contract::state::State;

/// The least and the greatest size of a table, in MB.
const TABLE_MB: (usize, usize) = (1, 65_536);

/// One of the best lines of play.
#[derive(Clone, Debug)]
pub struct RankedLine<A> {
    /// Score for the side that decides, in the units of the evaluation; mates as in
    /// [`score`](Self::score).
    pub value: i32,
    /// The same with its unit.
    pub score: Score,
    /// The moves, the one to decide on first; never empty.
    pub moves: Vec<A>,
    /// Greatest depth reached, quiescence included, in plies.
    pub deepest: u32,
}

/// Progress report of a running search.
#[derive(Clone, Debug)]
pub struct SearchReport<A> {
    /// The iteration, in plies.
    pub depth: u32,
    /// Which of the best lines it is, from 1.
    pub index: u32,
    /// The line.
    pub line: RankedLine<A>,
    /// On which side of its score its value lies; `None` where the score is exact.
    pub bound: Option<bot::Bound>,
    /// Positions looked at by all threads.
    pub nodes: u64,
    /// Since the search began.
    pub time: Duration,
    /// Share of the transposition table in use, in thousandths.
    pub hash_full: u32,
}

/// Result of a search.
#[derive(Clone, Debug)]
pub struct SearchResult<A> {
    /// Best first; as many as were asked for, at least one.
    pub lines: Vec<RankedLine<A>>,
    /// The last whole iteration, in plies.
    pub depth: u32,
    /// Positions looked at by all threads.
    pub nodes: u64,
}

/// Algorithm of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// Alpha-beta; with more than two sides everybody else is taken to play
    /// together against the seat that decides (paranoid).
    #[default]
    AlphaBeta,
    /// Everybody plays for themselves; for games of more than two sides.
    MaxN,
    /// A tree grown by chances to win, leaves judged by the evaluation.
    TreeByEvaluation,
    /// A tree grown by chances to win, leaves judged by random games.
    TreeByPlayouts,
}

/// A search for one game. It keeps its table between searches; statistics of
/// moves are begun anew each time.
pub struct Engine<G: Searched> {
    place: IdleTable,
    megabytes: usize,
    /// Number of threads that search together.
    pub threads: usize,
    /// Cost of a draw for the side that decides, in the units of the evaluation.
    pub contempt: i32,
    /// Time that the host needs for itself on a running clock.
    pub overhead: Duration,
    /// The margins of the search.
    pub params: Params,
    /// Algorithm of the search. Only alpha-beta supports threads, contempt, mate limits and
    /// progress reports.
    pub method: Method,
    /// Weight of exploration in a tree search, in hundredths: a greater value tries moves that do
    /// not look best more often.
    pub exploration: u32,
    /// Positions after which a search ends that has a move of a whole iteration, unlike
    /// a limit of nodes, which ends it in any case.
    pub enough: Option<u64>,
    /// Seed of the random games.
    pub seed: u64,
    /// True if positions are evaluated without the game's network. It counts until the first
    /// search.
    pub hand_written: bool,
    evaluator: Option<G::Evaluator>,
}

impl<G: Searched> std::fmt::Debug for Engine<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Engine({}, {} MB)", G::INFO.name, self.megabytes)
    }
}

impl<G: Searched> Engine<G> {
    /// A search with a table of so many MB at most, taken as it is needed and freed
    /// when it is idle for long, and one thread.
    #[must_use]
    pub fn new(megabytes: usize) -> Self {
        Self {
            place: IdleTable::default(),
            megabytes: megabytes.clamp(TABLE_MB.0, TABLE_MB.1),
            threads: 1,
            contempt: 0,
            overhead: Duration::from_millis(20),
            params: G::PARAMS,
            method: Method::default(),
            exploration: 60,
            enough: None,
            seed: 0,
            hand_written: false,
            evaluator: None,
        }
    }

    /// Uses other weights than the shipped ones.
    pub fn set_evaluator(&mut self, evaluator: G::Evaluator) {
        self.evaluator = Some(evaluator);
    }

    /// Takes over what another search has learnt, if there is room for just as much and it
    /// evaluates alike.
    /// Returns whether there is.
    pub fn take_over(&mut self, other: &mut Self) -> bool {
        let fits = self.megabytes == other.megabytes && self.hand_written == other.hand_written;
        if fits {
            self.place = std::mem::take(&mut other.place);
            self.evaluator = other.evaluator.take();
        }
        fits
    }

    /// Creates a search that decides by the same method and weights, with one thread and a small
    /// table that knows nothing, and for which a draw costs nothing.
    #[must_use]
    pub fn unlearnt(&self) -> Self {
        Self {
            method: self.method,
            params: self.params,
            exploration: self.exploration,
            seed: self.seed,
            hand_written: self.hand_written,
            evaluator: self.evaluator.clone(),
            ..Self::new(1)
        }
    }

    /// Returns the static score of a state for a seat and its allies, in the units of the
    /// evaluation.
    pub fn evaluate(&mut self, state: &State<G>, seat: Seat) -> i32 {
        let game = state.game();
        game.evaluate(self.evaluator(game), state.position(), seat)
    }

    /// Returns the same of the position after a move of a state, which must be legal.
    pub fn evaluate_after(&mut self, state: &State<G>, action: &G::Action, seat: Seat) -> i32 {
        let game = state.game();
        let after = game.play(state.position(), action).0;
        game.evaluate(self.evaluator(game), &after, seat)
    }

    fn evaluator(&mut self, game: &G) -> &mut G::Evaluator {
        let hand_written = self.hand_written;
        self.evaluator.get_or_insert_with(|| match hand_written {
            true => game.hand_written(),
            false => game.evaluator(),
        })
    }

    /// Returns the moves that a search of a state looks at, for a seat within limits.
    ///
    /// # Errors
    ///
    /// As in [`think`](Self::think).
    pub fn choices(state: &State<G>, seat: Seat, limits: &Limits) -> Result<Vec<G::Action>> {
        let mut moves = state.choices(seat, limits)?;
        let worth = |action: &G::Action| state.game().first_look(state.position(), action);
        let greatest = moves.iter().map(worth).max();
        moves.retain(|action| Some(worth(action)) == greatest);
        Ok(moves)
    }

    /// Forgets all it has learnt.
    pub fn clear(&mut self) {
        self.place.clear();
    }

    /// Searches a state for a seat that may act in it, within limits. `watch` is
    /// told of every line of every iteration, and of each change of the best move within
    /// one; the first move of its last report is the best line's. Told to conclude, it ends
    /// as soon as it has a move. Where the limits leave no time or nodes to look at any move,
    /// the first of the list is the answer, worth what the position is as it stands.
    ///
    /// # Errors
    ///
    /// `cancelled`; `not_your_turn` where the seat has no move; `invalid_notation`
    /// and `illegal_move` for moves to choose from that are none; `invalid_option` where
    /// its table cannot be had.
    pub fn think(
        &mut self,
        state: &State<G>,
        seat: Seat,
        limits: &Limits,
        control: &Control,
        watch: &mut dyn FnMut(&SearchReport<G::Action>),
    ) -> Result<SearchResult<G::Action>> {
        control.check()?;
        let timer = Timer::start(limits, self.overhead, control);
        let moves = Self::choices(state, seat, limits)?;
        let lines = limits.lines.unwrap_or(1) as usize;
        let evaluator = self.evaluator(state.game()).clone();
        let depth = limits.depth.unwrap_or(MAX_PLY as u32).max(1);
        let nodes = limits.nodes.unwrap_or(u64::MAX);
        let thought = match self.method {
            Method::AlphaBeta => {
                self.alpha_beta(state, seat, limits, moves, evaluator, &timer, watch)?
            }
            Method::MaxN => maxn::run(
                maxn::MaxnTask {
                    state,
                    moves,
                    seat,
                    depth,
                    nodes,
                    enough: self.enough.unwrap_or(u64::MAX),
                    lines,
                    evaluator,
                },
                &timer,
            ),
            Method::TreeByEvaluation | Method::TreeByPlayouts => mcts::run(
                mcts::MctsTask {
                    state,
                    moves,
                    leaf: if self.method == Method::TreeByEvaluation {
                        mcts::Leaf::Evaluation
                    } else {
                        mcts::Leaf::Playout
                    },
                    exploration: self.exploration,
                    iterations: nodes,
                    lines,
                    evaluator,
                    rng: Rng::derived(&[self.seed, state.key(), state.history().len() as u64]),
                },
                &timer,
            ),
        };
        if control.is_cancelled() {
            return Err(Error::cancelled("cancelled by the caller"));
        }
        if self.method != Method::AlphaBeta {
            // The other methods tell once what they came to.
            for (i, line) in thought.lines.iter().enumerate() {
                watch(&SearchReport {
                    depth: thought.depth,
                    index: i as u32 + 1,
                    line: line.clone(),
                    bound: None,
                    nodes: thought.nodes,
                    time: timer.elapsed(),
                    hash_full: 0,
                });
            }
        }
        Ok(thought)
    }

    #[allow(clippy::too_many_arguments)]
    fn alpha_beta(
        &mut self,
        state: &State<G>,
        seat: Seat,
        limits: &Limits,
        moves: Vec<G::Action>,
        evaluator: G::Evaluator,
        timer: &Timer<'_>,
        watch: &mut dyn FnMut(&SearchReport<G::Action>),
    ) -> Result<SearchResult<G::Action>> {
        let table = self.table(limits.nodes.unwrap_or(u64::MAX))?;
        table.new_generation();
        let shared = Arc::new(SharedSearch::new(
            Arc::clone(state.rules()),
            Arc::clone(&table),
            self.params,
            seat,
            self.contempt,
            limits.nodes.unwrap_or(u64::MAX),
        ));
        let lines = limits.lines.unwrap_or(1) as usize;
        let task = RootTask {
            state: state.clone(),
            shared,
            moves,
            depth: limits.depth.unwrap_or(MAX_PLY as u32).max(1),
            lines,
            nodes: limits.nodes.unwrap_or(u64::MAX),
            enough: self.enough.unwrap_or(u64::MAX),
            // Moves of one's own; the last of them ends it.
            mate: limits.mate.map(|moves| moves * 2 - 1),
            threads: self.threads.max(1),
            evaluator,
        };
        let mut found = root::run(task, timer, &mut |progress: &IterationProgress<
            '_,
            G::Action,
        >| {
            watch(&report::<G>(progress, timer, &table));
        });
        // Of what was not looked at there is nothing to tell.
        found.moves.retain(root::RootMove::is_scored);
        let lines = 0..found.moves.len().min(lines.max(1));
        let lines = lines.map(|index| line::<G>(&found.moves, index)).collect();
        self.place.leave(table);
        Ok(SearchResult {
            lines,
            depth: found.depth,
            nodes: found.nodes,
        })
    }

    /// The table for a search of so many positions: the one that was left, or a new one.
    fn table(&mut self, nodes: u64) -> Result<Arc<TranspositionTable>> {
        let mut ready = || {
            let table = match self.place.take() {
                Some(table) => table,
                None => Arc::new(TranspositionTable::new(self.megabytes << 20)?),
            };
            table.prepare(nodes).map(|()| table)
        };
        ready().or_else(|_| {
            // Others that are idle make room for it.
            idle::free_all();
            ready()
        })
    }
}

fn report<G: Searched>(
    progress: &IterationProgress<'_, G::Action>,
    timer: &Timer<'_>,
    table: &TranspositionTable,
) -> SearchReport<G::Action> {
    SearchReport {
        depth: progress.depth,
        index: progress.index as u32 + 1,
        line: line::<G>(progress.lines, progress.index),
        bound: match progress.bound {
            Bound::Exact => None,
            Bound::Lower => Some(bot::Bound::Lower),
            Bound::Upper => Some(bot::Bound::Upper),
        },
        nodes: progress.nodes,
        time: timer.elapsed(),
        hash_full: table.fullness(),
    }
}

/// The line of that index. Of a move that looked better in the last iteration, one that was
/// stopped may know only that it is no better than those before it, and then it is worth as much
/// as they are at most.
fn line<G: Searched>(moves: &[root::RootMove<G::Action>], index: usize) -> RankedLine<G::Action> {
    let values = moves[..=index].iter().map(|root| root.value().0);
    let value = values.min().unwrap_or_default();
    let root = &moves[index];
    RankedLine {
        value,
        score: score(value, G::UNIT),
        moves: root.line.clone(),
        deepest: root.deepest as u32,
    }
}

/// A value of the search as a score.
pub(crate) fn score(value: i32, unit: Unit) -> Score {
    match value {
        v if v >= MATE_BOUND => Score::Mate(MATE - v),
        v if v <= -MATE_BOUND => Score::Mate(-(MATE + v)),
        v => match unit {
            Unit::Centipawns => Score::Centipawns(v),
            Unit::Decitempi => Score::Decitempi(v),
            Unit::Points => Score::Points(v),
        },
    }
}
