//! Alpha-beta: one thread's search below the root.
//!
//! Principal variation search with null move, late move reductions, pruning by
//! static evaluation and by exchanges, singular extensions, and quiescence. Sides need
//! not alternate: a child is negated only where the other side is to move, and
//! with more than two sides all that are not allied to the root's seat count as
//! one (paranoid). Every score is from the side to move of its position.

mod node;
mod quiescence;
mod selective;
mod shared;

use std::sync::atomic::Ordering;

pub(super) use selective::{late_reduction, ln, settled};
pub(super) use shared::SharedSearch;

use super::corrections::Corrections;
use super::feature::Feature;
use super::hooks::Searched;
use super::move_history::{Statistics, bonus};
use super::picker::{Lists, Pick, PickContext, Picker, Wanted};
use super::timer::{Pace, Timer};
use super::tt::{Bound, TableEntry};
use super::{EVAL_LIMIT, INFINITE, MATE, MATE_BOUND, MAX_PLY};
use contract::history::KeyStack;
use contract::state::HistoryOf;
use node::{MoveOrder, NodeFacts, Searches, Singular, TriedMoves, Verdict};

/// From so many nodes on the first iteration may end where enough was looked at, if there is a
/// move that was; it is hardly ever as large.
const FIRST_NODES: u64 = 50_000;
/// Largest number of nodes of a quiescence search. It usually takes some dozens, except in
/// positions in which both sides can go on capturing and promoting with check: there it may take
/// millions, and no limit would hold.
const QUIET_NODES: u64 = 2_000;
/// A score from which on a game is won: then the way to the end is looked for, and
/// nothing is left out because it is good enough already.
const WON: i32 = 2000;

/// State of one thread at one ply of its line.
#[derive(Clone, Copy, Debug, Default)]
struct Frame {
    killers: [u16; 2],
    /// The static evaluation for the side to move; `None` in danger.
    eval: Option<i32>,
    /// The pair slot of the move that is being tried.
    pair: Option<u32>,
    /// A move that is left out, to see how the others do.
    excluded: u16,
    /// True if the previous move was a null move.
    passed: bool,
}

/// One thread of a search.
pub(super) struct Worker<'a, G: Searched> {
    pub(super) shared: &'a SharedSearch<G>,
    /// The clock, for the thread that watches it.
    timer: Option<&'a Timer<'a>>,
    /// Nodes from which on this thread ends as soon as there is a move of a whole
    /// iteration.
    enough: u64,
    /// So many of the quota it has taken.
    granted: u64,
    /// When to look at the clock, or whether to stop.
    pace: Pace,
    evaluator: G::Evaluator,
    line: KeyStack<'a>,
    statistics: Statistics,
    corrections: Corrections,
    frames: Vec<Frame>,
    lists: Vec<Lists<G::Action>>,
    /// For each ply, the best line found from it.
    lines: Vec<Vec<G::Action>>,
    pub(super) nodes: u64,
    told: u64,
    pub(super) deepest: usize,
    /// The depth of this iteration, which bounds extensions.
    pub(super) iteration: usize,
    pub(super) stopped: bool,
    /// True if the worker may stop: it has a move from a completed iteration.
    pub(super) may_stop: bool,
    /// True if the worker has a move to give when it must stop: at least one root move was
    /// searched.
    pub(super) has_one: bool,
    /// Nodes from which on the quiescence that is under way looks at nothing more.
    quiet_limit: u64,
}

impl<'a, G: Searched> Worker<'a, G> {
    pub(super) fn new(
        shared: &'a SharedSearch<G>,
        history: &'a HistoryOf<G>,
        timer: Option<&'a Timer<'a>>,
        enough: u64,
        evaluator: G::Evaluator,
    ) -> Self {
        Self {
            shared,
            timer,
            enough,
            granted: 0,
            pace: Pace::every(G::NODES_PER_LOOK),
            evaluator,
            line: KeyStack::after(history),
            statistics: Statistics::new::<G>(shared.params.without),
            corrections: Corrections::new::<G>(),
            frames: vec![Frame::default(); MAX_PLY + 4],
            lists: std::iter::repeat_with(Lists::default)
                .take(MAX_PLY + 4)
                .collect(),
            lines: vec![Vec::new(); MAX_PLY + 4],
            nodes: 0,
            told: 0,
            deepest: 0,
            iteration: 1,
            stopped: false,
            may_stop: false,
            has_one: false,
            quiet_limit: u64::MAX,
        }
    }

    fn game(&self) -> &'a G {
        self.shared.rules.game()
    }

    /// Tells the others how many nodes were looked at.
    pub(super) fn tell_nodes(&mut self) {
        let new = self.nodes - self.told;
        self.told = self.nodes;
        self.shared.nodes.fetch_add(new, Ordering::Relaxed);
        self.shared.table.visited(new);
    }

    #[inline]
    fn count(&mut self, ply: usize) {
        self.nodes += 1;
        self.deepest = self.deepest.max(ply);
        if self.nodes >= self.granted {
            self.take_more();
        }
        if self.nodes >= self.enough && (self.may_stop || self.has_one && self.nodes >= FIRST_NODES)
        {
            self.stopped = true;
        }
        if self.pace.step() {
            self.poll();
        }
    }

    #[cold]
    fn take_more(&mut self) {
        while self.nodes >= self.granted {
            match self.shared.quota.take() {
                0 => {
                    // What was not granted is not looked at.
                    self.nodes = self.nodes.min(self.granted);
                    self.stopped = true;
                    return;
                }
                more => self.granted += more,
            }
        }
    }

    #[cold]
    fn poll(&mut self) {
        self.tell_nodes();
        if self.shared.stop.load(Ordering::Relaxed) {
            self.stopped = true;
        }
        if let Some(timer) = self.timer {
            // One thread sees to it, the first.
            self.shared.table.grow();
            let has_move = self.may_stop || self.has_one;
            if has_move && timer.is_over() || timer.is_late() {
                self.stopped = true;
            }
        }
    }

    /// The static evaluation of a position for the side to move.
    pub(super) fn evaluate(&mut self, position: &G::Position, mine: bool) -> i32 {
        let shared = self.shared;
        let value = shared
            .rules
            .game()
            .evaluate(&mut self.evaluator, position, shared.root)
            .clamp(-EVAL_LIMIT, EVAL_LIMIT);
        if mine { value } else { -value }
    }

    /// The line of play found from a ply on.
    pub(super) fn line_from(&self, ply: usize) -> &[G::Action] {
        &self.lines[ply]
    }

    fn new_line(&mut self, ply: usize, action: &G::Action) {
        let (head, tail) = self.lines.split_at_mut(ply + 1);
        let line = &mut head[ply];
        line.clear();
        line.push(action.clone());
        line.extend_from_slice(&tail[0]);
    }

    /// Returns true if the search does without a feature.
    #[inline]
    fn without(&self, feature: Feature) -> bool {
        self.shared.params.without.has(feature)
    }

    /// The score of a child for the side to move at `ply`.
    #[allow(clippy::too_many_arguments)]
    #[inline]
    pub(super) fn descend<const PV: bool>(
        &mut self,
        child: &G::Position,
        mine: bool,
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
        cut: bool,
    ) -> i32 {
        let next = self.shared.is_root_side(child);
        if next == mine {
            self.search::<PV>(child, next, alpha, beta, depth, ply + 1, cut)
        } else {
            -self.search::<PV>(child, next, -beta, -alpha, depth, ply + 1, cut)
        }
    }

    /// Makes a position part of the past until [`leave`](Self::leave), and begins to bring near
    /// what the table knows of the child that is searched next.
    #[inline]
    pub(super) fn enter(&mut self, position: &G::Position, child: &G::Position) {
        self.shared.table.prefetch(self.shared.key(child));
        self.line.push(self.game().key(position));
    }

    pub(super) fn leave(&mut self) {
        self.line.pop();
    }

    /// The pair slot of the move that is tried at a ply.
    pub(super) fn trying(&mut self, ply: usize, pair: Option<u32>) {
        self.frames[ply].pair = pair.filter(|_| G::PAIRS > 0);
        self.frames[ply + 1].passed = false;
    }

    fn before(&self, ply: usize) -> [Option<u32>; 2] {
        let at = |back: usize| self.frames[ply.checked_sub(back)?].pair;
        [at(1), at(2)]
    }

    /// Searches a position to a depth, in plies, within a window.
    #[allow(clippy::too_many_arguments)]
    fn search<const PV: bool>(
        &mut self,
        position: &G::Position,
        mine: bool,
        mut alpha: i32,
        mut beta: i32,
        depth: i32,
        ply: usize,
        cut: bool,
    ) -> i32 {
        if depth <= 0 {
            return self.quiesce::<PV>(position, mine, alpha, beta, ply, 0);
        }
        self.lines[ply].clear();
        self.count(ply);
        if self.stopped {
            return 0;
        }
        let shared = self.shared;
        let game = self.game();
        if let Some(outcome) = game.terminal(position, &self.line, ply) {
            return shared.terminal_score(outcome, mine, ply);
        }
        if ply + 1 >= MAX_PLY {
            return self.evaluate(position, mine);
        }
        // No line from here can be better than a mate at the next ply.
        alpha = alpha.max(ply as i32 - MATE);
        beta = beta.min(MATE - ply as i32 - 1);
        if alpha >= beta {
            return alpha;
        }
        let excluded = self.frames[ply].excluded;
        let draw = shared.draw_score(mine);
        // At the leaves, which are most nodes, it is not worth the look.
        if alpha < draw && depth > 1 && excluded == 0 && game.can_go_back(position, &self.line, ply)
        {
            alpha = draw;
            if alpha >= beta {
                return alpha;
            }
        }
        let node = game.node(position);
        let key = shared.key(position);
        let entry = shared.table.probe(key, ply).filter(|_| excluded == 0);
        if !PV
            && let Some(entry) = entry.filter(|e| e.depth >= depth)
            && cuts(entry, alpha, beta)
        {
            return entry.score;
        }
        let mut here = self.facts(position, &node, mine, depth, ply, cut, excluded, entry);
        if !PV && let Some(score) = self.prune(&here, beta) {
            return score;
        }
        here.depth += self.depth_change::<PV>(&here);
        let searched = self.search_moves::<PV>(&here, alpha, beta);
        match searched {
            Searches::Stopped => 0,
            Searches::Cut(score) => score,
            Searches::None if excluded != 0 => alpha,
            Searches::None => match game.no_moves_outcome(position, &node, &self.line) {
                Some(outcome) => shared.terminal_score(outcome, mine, ply),
                None => self.evaluate(position, mine),
            },
            Searches::Best { score, code, quiet } => {
                // Everything was pruned: the score is at most alpha.
                let score = if score == -INFINITE { alpha } else { score };
                if excluded == 0 {
                    let entry = TableEntry {
                        code,
                        score,
                        eval: here.raw,
                        depth: here.depth,
                        bound: bound_of(score, alpha, beta),
                    };
                    shared.table.store(key, entry, ply);
                    if quiet {
                        self.correct(&here, entry.bound, score);
                    }
                }
                score
            }
        }
    }

    /// The static evaluation, corrected by what was found wrong with it in similar positions.
    #[inline]
    pub(super) fn corrected(&self, position: &G::Position, mine: bool, raw: i32) -> i32 {
        let unit = self.shared.params.correction;
        if G::STRUCTURES == 0 || unit == 0 {
            return raw;
        }
        let change = self.corrections.of(self.game(), position, mine, unit);
        (raw + change).clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    /// Learns how far the static evaluation of a node was from its score, if that is known.
    #[inline]
    fn correct(&mut self, here: &NodeFacts<'_, G>, bound: Bound, score: i32) {
        let miss = score - here.static_score;
        let known = match bound {
            Bound::Exact => true,
            Bound::Lower => miss > 0,
            Bound::Upper => miss < 0,
        };
        if G::STRUCTURES > 0 && known && !here.danger && score.abs() < MATE_BOUND {
            let game = self.shared.rules.game();
            self.corrections
                .learn(game, here.position, here.mine, here.depth, miss);
        }
    }

    /// Finds out what the moves of a node are searched by.
    #[allow(clippy::too_many_arguments)]
    #[inline]
    fn facts<'n>(
        &mut self,
        position: &'n G::Position,
        node: &'n G::Node,
        mine: bool,
        depth: i32,
        ply: usize,
        cut: bool,
        excluded: u16,
        entry: Option<TableEntry>,
    ) -> NodeFacts<'n, G> {
        let danger = self.game().in_check(node);
        let raw = match entry {
            _ if danger => 0,
            Some(entry) => entry.eval,
            None => self.evaluate(position, mine),
        };
        let eval = (!danger).then(|| self.corrected(position, mine, raw));
        self.frames[ply].eval = eval;
        self.frames[ply + 1].killers = [0; 2];
        let static_score = eval.unwrap_or(-INFINITE);
        // The score of the table is better than a static one.
        let likely = match (eval, entry) {
            (Some(eval), Some(e)) => match e.bound {
                Bound::Exact => e.score,
                Bound::Lower => e.score.max(eval),
                Bound::Upper => e.score.min(eval),
            },
            _ => static_score,
        };
        let improving = ply >= 2
            && eval.is_some_and(|now| self.frames[ply - 2].eval.is_none_or(|then| now > then));
        NodeFacts {
            position,
            node,
            mine,
            depth,
            ply,
            cut,
            excluded,
            entry,
            danger,
            raw,
            static_score,
            likely,
            improving,
        }
    }

    /// Searches the moves of a node, the likeliest first.
    #[inline]
    fn search_moves<const PV: bool>(
        &mut self,
        here: &NodeFacts<'_, G>,
        mut alpha: i32,
        beta: i32,
    ) -> Searches {
        let game = self.game();
        let NodeFacts { position, ply, .. } = *here;
        let table_move = match here.table_code() {
            0 => None,
            code => game.decode(position, here.node, &self.line, code),
        };
        let site = PickContext {
            game,
            position,
            node: here.node,
            side: here.mine,
            before: self.before(ply),
        };
        let mut picker = Picker::<G>::new(
            table_move,
            self.frames[ply].killers,
            Wanted::All,
            std::mem::take(&mut self.lists[ply]),
        );
        let (mut best, mut best_code, mut best_quiet) = (-INFINITE, 0, true);
        let (mut number, mut quiets) = (0_usize, 0);
        let mut tried = TriedMoves::default();

        while let Some(pick) = picker.next(site, &self.line, &self.statistics) {
            let code = game.tt_move(&pick.action);
            if here.excluded != 0 && code == here.excluded {
                continue;
            }
            number += 1;
            self.shared.bring_near(position, &pick.action);
            let forcing = game.forcing(position, here.node, &pick.action);
            let reduction = self.reduction(here, &pick, number);
            quiets += i32::from(!pick.tactical);
            // A score better than won is a mate, of which no static score tells.
            if best > -MATE_BOUND && alpha < WON {
                match self.verdict(here, &pick, forcing, reduction, quiets, alpha) {
                    Verdict::Search => {}
                    Verdict::Skip => continue,
                    Verdict::SkipQuiets => {
                        picker.skip_quiets();
                        continue;
                    }
                }
            }
            let extension = match self.singular(here, code, beta) {
                Singular::Extend(plies) => plies,
                Singular::Cut(score) => {
                    self.lists[ply] = picker.into_lists();
                    return Searches::Cut(score);
                }
                Singular::Stopped => break,
            };
            let child = game.play(position, &pick.action).0;
            self.enter(position, &child);
            self.trying(ply, Some(pick.place.pair));
            let order = MoveOrder {
                number,
                late: number > 1 + usize::from(PV)
                    && (!pick.tactical || !pick.sound)
                    && !self.settles(alpha, beta),
                calm: !forcing && !here.danger,
                reduction,
                extension,
            };
            let score = self.search_move::<PV>(here, &child, order, alpha, beta);
            self.leave();
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_code = code;
                    best_quiet = !pick.tactical;
                    if PV {
                        self.new_line(ply, &pick.action);
                    }
                    if score >= beta {
                        self.update_history(site, &pick, code, here, &tried);
                        break;
                    }
                }
            }
            tried.push(&pick);
        }
        self.lists[ply] = picker.into_lists();
        if self.stopped {
            Searches::Stopped
        } else if number == 0 {
            Searches::None
        } else {
            Searches::Best {
                score: best,
                code: best_code,
                quiet: best_quiet,
            }
        }
    }

    /// Searches a move: the first one of a line with the whole window, others with none and
    /// reduced, and again where they turn out better.
    #[inline]
    fn search_move<const PV: bool>(
        &mut self,
        here: &NodeFacts<'_, G>,
        child: &G::Position,
        order: MoveOrder,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        let NodeFacts {
            mine,
            depth,
            ply,
            cut,
            ..
        } = *here;
        let next = depth - 1 + order.extension;
        let mut score = -INFINITE;
        let mut full = PV && order.number == 1;
        if !full {
            let reduced = match depth >= 3 && order.late {
                true => self.reduced_depth::<PV>(here, order, next),
                false => next,
            };
            score = self.descend::<false>(child, mine, alpha, alpha + 1, reduced, ply, true);
            if score > alpha && reduced < next && !self.stopped {
                score = self.descend::<false>(child, mine, alpha, alpha + 1, next, ply, !cut);
            }
            full = PV && score > alpha;
        }
        if full && !self.stopped {
            score = self.descend::<true>(child, mine, alpha, beta, next, ply, false);
        }
        score
    }

    /// Remembers the move that was good enough, and that those before it were not.
    fn update_history(
        &mut self,
        site: PickContext<'_, G>,
        good: &Pick<G::Action>,
        code: u16,
        here: &NodeFacts<'_, G>,
        tried: &TriedMoves,
    ) {
        let bonus = bonus(here.depth);
        let side = site.side;
        if good.tactical {
            self.statistics.learn_tactical(side, good.place, bonus);
        } else {
            if !self.without(Feature::Killers) {
                let killers = &mut self.frames[here.ply].killers;
                if killers[0] != code {
                    *killers = [code, killers[0]];
                }
            }
            self.statistics
                .update_quiet(side, good.place, site.before, bonus);
            for place in &tried.quiet {
                self.statistics
                    .update_quiet(side, *place, site.before, -bonus);
            }
        }
        for place in &tried.tactical {
            self.statistics.learn_tactical(side, *place, -bonus);
        }
    }
}

/// The bound that a score is within a window.
pub(super) const fn bound_of(score: i32, alpha: i32, beta: i32) -> Bound {
    if score >= beta {
        Bound::Lower
    } else if score > alpha {
        Bound::Exact
    } else {
        Bound::Upper
    }
}

/// Returns true if a table entry decides on which side of the window a score lies, or is exact.
fn cuts(entry: TableEntry, alpha: i32, beta: i32) -> bool {
    match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score >= beta,
        Bound::Upper => entry.score <= alpha,
    }
}
