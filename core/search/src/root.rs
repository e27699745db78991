//! The root of a search: iterative deepening, aspiration windows, several lines,
//! and threads that search the same tree together.
//!
//! Threads share nothing but the table (lazy SMP): each deepens on its own, and
//! the first one decides. Only it watches the clock, so a search with one thread
//! and a limit of nodes is the same everywhere. A limit of nodes holds for all of them
//! together.

use std::cmp::Reverse;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::alphabeta::{SharedSearch, Worker, bound_of, late_reduction, settled};
use super::feature::Feature;
use super::hooks::Searched;
use super::mate_search::{self, NodeBudget};
use super::picker::PickContext;
use super::timer::Timer;
use super::tt::Bound;
use super::{INFINITE, MATE, MATE_BOUND, MAX_PLY};
use contract::jobs;
use contract::state::State;

/// A move of the root and what is known of it.
#[derive(Clone, Debug)]
pub(crate) struct RootMove<A> {
    pub(crate) action: A,
    /// The score of this iteration; `-INFINITE` where it only is no better than others.
    pub(crate) score: i32,
    /// The score of the last iteration, as [`score`](Self::score).
    pub(crate) previous: i32,
    /// The bound that the score of this iteration is.
    bound: Bound,
    pub(crate) line: Vec<A>,
    pub(crate) nodes: u64,
    /// Of these in the last iteration.
    effort: u64,
    pub(crate) deepest: usize,
}

impl<A> RootMove<A> {
    /// Returns true if the move has a score, of this iteration or the last.
    pub(crate) const fn is_scored(&self) -> bool {
        self.score > -INFINITE || self.previous > -INFINITE
    }

    /// Returns the score of this iteration, or of the last if this one has none yet, and the
    /// bound that it is.
    pub(crate) const fn value(&self) -> (i32, Bound) {
        if self.score > -INFINITE {
            (self.score, self.bound)
        } else {
            (self.previous, Bound::Exact)
        }
    }
}

/// State of a search after an iteration, or within one.
pub(crate) struct IterationProgress<'a, A> {
    pub(crate) depth: u32,
    /// Best first, as many as lines were asked for.
    pub(crate) lines: &'a [RootMove<A>],
    /// Which of them is told of, from 0.
    pub(crate) index: usize,
    pub(crate) bound: Bound,
    pub(crate) nodes: u64,
}

/// Task of a search from the root.
pub(crate) struct RootTask<G: Searched> {
    pub(crate) state: State<G>,
    pub(crate) shared: Arc<SharedSearch<G>>,
    /// The moves to choose from, at least one.
    pub(crate) moves: Vec<G::Action>,
    pub(crate) depth: u32,
    /// Number of lines to report.
    pub(crate) lines: usize,
    pub(crate) nodes: u64,
    /// Positions after which it ends where it has a move of a whole iteration.
    pub(crate) enough: u64,
    /// Ends when a mate within so many plies is found.
    pub(crate) mate: Option<u32>,
    pub(crate) threads: usize,
    pub(crate) evaluator: G::Evaluator,
}

/// Result of a search from the root.
pub(crate) struct RootResult<A> {
    /// Best first; the first `lines` of them have scores.
    pub(crate) moves: Vec<RootMove<A>>,
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
}

/// Searches. `watch` is told of each line of each iteration.
pub(crate) fn run<G: Searched>(
    task: RootTask<G>,
    timer: &Timer<'_>,
    watch: &mut dyn FnMut(&IterationProgress<'_, G::Action>),
) -> RootResult<G::Action> {
    let task = Arc::new(task);
    for helper in 1..task.threads {
        let task = Arc::clone(&task);
        // Where no thread is to be had the search goes on with fewer.
        let _ = jobs::spawn_helper(move || {
            let mut deepening = Deepening::new(&task, None);
            deepening.run(helper, u32::MAX, &mut |_| {});
        });
    }
    let mate = force(&task, timer);
    let mut deepening = Deepening::new(&task, Some(timer));
    let mut depth = 0;
    // Where a mate is proved only a shorter one is of interest, with a quiet move
    // in it. As everywhere it takes about twice its depth to be sure of it.
    let shorter = match &mate {
        Some(mate) if mate.moves == 1 => 0,
        Some(mate) => 4 * u32::from(mate.moves),
        None => u32::MAX,
    };
    if shorter > 0 {
        depth = deepening.run(0, shorter, watch);
    }
    task.shared.stop.store(true, Ordering::Relaxed);
    if let Some(mate) = mate {
        depth = depth.max(deepening.announce(mate, watch));
    }
    deepening.worker.tell_nodes();
    let moves = std::mem::take(&mut deepening.moves);
    RootResult {
        moves,
        depth,
        nodes: task.shared.nodes.load(Ordering::Relaxed),
    }
}

/// A part of what may be spent goes into looking for a mate by checks alone, where
/// one line is wanted.
fn force<G: Searched>(
    task: &RootTask<G>,
    timer: &Timer<'_>,
) -> Option<mate_search::Mate<G::Action>> {
    const SHARE: u32 = 16;
    /// Positions that are kept in mind, which takes a few MB.
    const MOST: u64 = 200_000;
    /// Node limit if only the depth is limited.
    const FEW: u64 = 2_000;
    let params = &task.shared.params;
    let moves = match params.without.has(Feature::ForcingMates) {
        true => 0,
        false => params.forcing_moves as u32,
    };
    let moves = moves.min(task.depth.div_ceil(2));
    let moves = task
        .mate
        .map_or(moves, |plies| moves.min(plies.div_ceil(2)));
    if task.lines > 1 || moves == 0 || task.moves.len() == 1 && task.mate.is_none() {
        return None;
    }
    // A weaker player looks no further ahead here than elsewhere.
    let nodes = match (task.nodes.min(task.enough), timer.is_bounded()) {
        (u64::MAX, false) if task.depth < MAX_PLY as u32 => FEW,
        (nodes, _) => (nodes / u64::from(SHARE)).min(MOST),
    };
    let allowance = NodeBudget {
        nodes,
        moves: moves as u8,
        share: SHARE,
    };
    mate_search::find(
        &task.shared,
        task.state.history(),
        task.state.position(),
        &task.moves,
        timer,
        allowance,
    )
}

/// Puts the moves that promise most first, so that a search which ends within its first
/// iteration has looked at them: sound tactical moves, quiet moves, tactical moves that
/// lose material. Equals stay in the order of the list.
fn order<G: Searched>(task: &RootTask<G>, moves: &mut [RootMove<G::Action>]) {
    let (game, position) = (task.state.game(), task.state.position());
    let node = game.node(position);
    moves.sort_by_cached_key(|root| {
        let action = &root.action;
        let class = match game.tactical(position, action) {
            true if game.see_at_least(position, action, 0) => 0,
            true => 2,
            false => 1,
        };
        (class, Reverse(game.order_score(position, &node, action)))
    });
}

struct Deepening<'a, G: Searched> {
    task: &'a RootTask<G>,
    timer: Option<&'a Timer<'a>>,
    worker: Worker<'a, G>,
    moves: Vec<RootMove<G::Action>>,
    /// The best move that was reported last and its score. The last report tells what is
    /// decided.
    reported: Option<(G::Action, i32)>,
}

impl<'a, G: Searched> Deepening<'a, G> {
    fn new(task: &'a RootTask<G>, timer: Option<&'a Timer<'a>>) -> Self {
        let moves = task.moves.iter().map(|action| RootMove {
            action: action.clone(),
            score: -INFINITE,
            previous: -INFINITE,
            bound: Bound::Exact,
            line: vec![action.clone()],
            nodes: 0,
            effort: 0,
            deepest: 0,
        });
        let mut moves: Vec<_> = moves.collect();
        if task.lines < moves.len() {
            order(task, &mut moves);
        }
        Self {
            task,
            timer,
            worker: Worker::new(
                &task.shared,
                task.state.history(),
                timer,
                if timer.is_some() {
                    task.enough
                } else {
                    u64::MAX
                },
                task.evaluator.clone(),
            ),
            moves,
            reported: None,
        }
    }

    /// Deepens until something ends it; the depth of the last whole iteration.
    fn run(
        &mut self,
        helper: usize,
        deepest: u32,
        watch: &mut dyn FnMut(&IterationProgress<'_, G::Action>),
    ) -> u32 {
        let lines = self.task.lines.clamp(1, self.moves.len());
        let mut done = 0;
        let mut steady = 0_u32;
        for depth in 1..=self.task.depth.min(deepest).min(MAX_PLY as u32 - 8) {
            // Helpers that all do the same would find the same: some run ahead.
            if helper > 0 && depth > 1 && (depth as usize).is_multiple_of(helper + 1) {
                continue;
            }
            self.worker.iteration = depth as usize;
            if lines == 1 && depth > 1 {
                // What took most work to refute is most likely to be best next.
                let scored = self.moves.iter().take_while(|m| m.score > -INFINITE);
                let scored = scored.count().clamp(1, self.moves.len());
                self.moves[scored..].sort_by_key(|m| Reverse(m.effort));
            }
            for root in &mut self.moves {
                root.previous = root.score;
                root.score = -INFINITE;
                root.effort = 0;
            }
            let before = self.moves[0].action.clone();
            if lines > 1 && lines == self.moves.len() {
                self.search_each(depth as i32);
            } else {
                for index in 0..lines {
                    self.worker.deepest = 0;
                    self.aspire(depth, index, lines, watch);
                    if self.worker.stopped {
                        break;
                    }
                }
            }
            if self.worker.stopped {
                if !self.moves[0].is_scored() {
                    // There was no time to look at anything: any move, worth what the
                    // position is as it stands.
                    let position = self.task.state.position();
                    self.moves[0].score = self.worker.evaluate(position, true);
                }
                let best = &self.moves[0];
                if self.reported != Some((best.action.clone(), best.value().0)) {
                    let scored = self.moves[..lines].iter().filter(|m| m.is_scored());
                    for index in 0..scored.count() {
                        let (_, bound) = self.moves[index].value();
                        self.tell(depth, index, bound, watch);
                    }
                }
                break;
            }
            done = depth;
            // There is a move to give now.
            self.worker.may_stop = true;
            for index in 0..lines {
                self.tell(depth, index, Bound::Exact, watch);
            }
            if self.is_enough(depth, lines) {
                break;
            }
            steady = if self.moves[0].action == before {
                steady + 1
            } else {
                0
            };
            if self.timer.is_some_and(|t| !t.goes_on(self.stretch(steady))) {
                break;
            }
        }
        done
    }

    /// Returns true if a deeper iteration cannot add anything that was asked for.
    fn is_enough(&self, depth: u32, lines: usize) -> bool {
        let best = &self.moves[0];
        if let Some(mate) = self.task.mate
            && best.score >= MATE - mate as i32
        {
            return true;
        }
        let Some(timer) = self.timer else {
            return false;
        };
        if timer.is_thrifty() && self.moves.len() == 1 && depth >= 4 {
            return true;
        }
        // A mate that is found much deeper than it is long is the shortest.
        let mut all = self.moves[..lines].iter();
        all.all(|m| m.score.abs() >= settled(depth as i32)) && self.task.mate.is_none()
    }

    /// Returns the percentage of the time to use: less where the best move stays the same and took
    /// most of the nodes.
    fn stretch(&self, steady: u32) -> u32 {
        let best = &self.moves[0];
        let share = (best.nodes * 100 / self.worker.nodes.max(1)) as u32;
        let fallen = (best.previous - best.score).clamp(0, 100) as u32;
        let calm = 150 - 12 * steady.min(6) + fallen * 3 / 5;
        (calm * (160 - share.min(100)) / 100).clamp(30, 250)
    }

    /// Searches one line with a window round what it was worth before.
    fn aspire(
        &mut self,
        depth: u32,
        index: usize,
        lines: usize,
        watch: &mut dyn FnMut(&IterationProgress<'_, G::Action>),
    ) {
        let params = &self.task.shared.params;
        let guess = self.moves[index..]
            .iter()
            .map(|m| m.previous)
            .max()
            .unwrap_or(-INFINITE);
        let mut width = params.window;
        let narrow = depth >= 4 && !params.without.has(Feature::Aspiration);
        let (mut alpha, mut beta) = if narrow && guess.abs() < MATE_BOUND {
            (guess - width, guess + width)
        } else {
            (-INFINITE, INFINITE)
        };
        let mut reduction = 0;
        loop {
            let reduced = (depth as i32 - reduction).max(1);
            let score = self.search(alpha, beta, reduced, index, watch);
            if self.worker.stopped {
                break;
            }
            if score <= alpha {
                self.tell_slowly(depth, index, lines, Bound::Upper, watch);
                beta = (alpha + beta) / 2;
                alpha = (score - width).max(-INFINITE);
                reduction = 0;
            } else if score >= beta {
                self.tell_slowly(depth, index, lines, Bound::Lower, watch);
                beta = (score + width).min(INFINITE);
                reduction = (reduction + 1).min(3);
            } else {
                break;
            }
            width += width / 2;
            if width > 1000 {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
        self.moves[..=index].sort_by_key(|m| Reverse(m.score));
    }

    /// The moves of the root from `index` on, those before being better.
    fn search(
        &mut self,
        mut alpha: i32,
        beta: i32,
        depth: i32,
        index: usize,
        watch: &mut dyn FnMut(&IterationProgress<'_, G::Action>),
    ) -> i32 {
        let task = self.task;
        let game = task.state.game();
        let position = task.state.position();
        let node = game.node(position);
        let site = PickContext {
            game,
            position,
            node: &node,
            side: true,
            before: [None; 2],
        };
        let mut best = -INFINITE;
        for (number, i) in (index..self.moves.len()).enumerate() {
            let action = self.moves[i].action.clone();
            let before = self.worker.nodes;
            let child = game.play(position, &action).0;
            self.worker.enter(position, &child);
            self.worker.trying(0, Some(site.place(&action).pair));
            let mut score = -INFINITE;
            if number > 0 {
                // Late moves are looked at less deeply first.
                let calm = depth >= 3
                    && !self.worker.settles(alpha, beta)
                    && !game.tactical(position, &action)
                    && !game.forcing(position, &node, &action);
                let reduction = if calm {
                    let late = late_reduction(&task.shared.params, depth as usize, number);
                    (late - task.shared.params.lmr_root).max(0) / 100
                } else {
                    0
                };
                let late = reduction > 0;
                let reduced = (depth - 1 - reduction).max(0);
                score =
                    self.worker
                        .descend::<false>(&child, true, alpha, alpha + 1, reduced, 0, true);
                if late && score > alpha && !self.worker.stopped {
                    score = self.worker.descend::<false>(
                        &child,
                        true,
                        alpha,
                        alpha + 1,
                        depth - 1,
                        0,
                        true,
                    );
                }
            }
            if (number == 0 || score > alpha) && !self.worker.stopped {
                score = self
                    .worker
                    .descend::<true>(&child, true, alpha, beta, depth - 1, 0, false);
            }
            self.worker.leave();
            let spent = self.worker.nodes - before;
            let root = &mut self.moves[i];
            root.nodes += spent;
            root.effort += spent;
            if self.worker.stopped {
                return best;
            }
            if number == 0 || score > alpha {
                root.score = score;
                root.bound = bound_of(score, alpha, beta);
                root.deepest = self.worker.deepest;
                root.line.clear();
                root.line.push(action);
                root.line.extend_from_slice(self.worker.line_from(1));
                // Only what was searched moves, so that a stop leaves nothing to
                // settle: the best comes first, the others stay as they were.
                self.moves[index..=i].rotate_right(1);
                if number > 0 && task.lines <= 1 {
                    let (_, bound) = self.moves[index].value();
                    self.tell(self.worker.iteration as u32, index, bound, watch);
                }
            } else {
                root.score = -INFINITE;
            }
            self.worker.has_one = true;
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// The exact score of every move, where that is wanted of all of them.
    fn search_each(&mut self, depth: i32) {
        let task = self.task;
        let (game, position) = (task.state.game(), task.state.position());
        for i in 0..self.moves.len() {
            let action = self.moves[i].action.clone();
            let child = game.play(position, &action).0;
            self.worker.enter(position, &child);
            self.worker.trying(0, None);
            self.worker.deepest = 0;
            let score =
                self.worker
                    .descend::<true>(&child, true, -INFINITE, INFINITE, depth - 1, 0, false);
            self.worker.leave();
            if self.worker.stopped {
                // Those that were searched, in their new order; the others stay
                // behind them as they were.
                self.moves[..i].sort_by_key(|m| Reverse(m.score));
                return;
            }
            let root = &mut self.moves[i];
            root.score = score;
            root.bound = Bound::Exact;
            root.deepest = self.worker.deepest;
            root.line.truncate(1);
            root.line.extend_from_slice(self.worker.line_from(1));
            self.worker.has_one = true;
        }
        // Stable: equals stay in the order of the list.
        self.moves.sort_by_key(|m| Reverse(m.score));
    }

    /// Puts a proved mate first, if the search found none that is as short; how deep
    /// that is.
    fn announce(
        &mut self,
        mate: mate_search::Mate<G::Action>,
        watch: &mut dyn FnMut(&IterationProgress<'_, G::Action>),
    ) -> u32 {
        let plies = 2 * u32::from(mate.moves) - 1;
        let score = MATE - plies as i32;
        let best = &self.moves[0];
        if best.score.max(best.previous) >= score {
            return plies;
        }
        let at = self.moves.iter().position(|m| m.action == mate.line[0]);
        // It is one of the moves that the proof was asked for.
        let Some(at) = at else { return 0 };
        self.moves[..=at].rotate_right(1);
        let first = &mut self.moves[0];
        first.score = score;
        first.previous = score;
        first.bound = Bound::Exact;
        first.deepest = mate.line.len();
        first.line = mate.line;
        self.tell(plies, 0, Bound::Exact, watch);
        plies
    }

    fn tell_slowly(
        &mut self,
        depth: u32,
        index: usize,
        lines: usize,
        bound: Bound,
        watch: &mut dyn FnMut(&IterationProgress<'_, G::Action>),
    ) {
        const QUIET: std::time::Duration = std::time::Duration::from_millis(1000);
        if lines == 1 && self.timer.is_some_and(|t| t.elapsed() > QUIET) {
            self.tell(depth, index, bound, watch);
        }
    }

    fn tell(
        &mut self,
        depth: u32,
        index: usize,
        bound: Bound,
        watch: &mut dyn FnMut(&IterationProgress<'_, G::Action>),
    ) {
        self.worker.tell_nodes();
        if index == 0 {
            let best = &self.moves[0];
            self.reported = Some((best.action.clone(), best.value().0));
        }
        watch(&IterationProgress {
            depth,
            lines: &self.moves,
            index,
            bound,
            nodes: self.task.shared.nodes.load(Ordering::Relaxed),
        });
    }
}
