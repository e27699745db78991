//! Alpha-beta: one thread's search below the root.
//!
//! Principal variation search with null move, late move reductions, pruning by
//! static evaluation and by exchanges, singular extensions, and quiescence. Sides need
//! not alternate: a child is negated only where the other side is to move, and
//! with more than two sides all that are not allied to the root's seat count as
//! one (paranoid). Every score is from the side to move of its position.

mod node;
mod quiescence;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::hooks::Searched;
use super::move_history::{Statistics, bonus};
use super::params::Params;
use super::picker::{Lists, Pick, PickContext, Picker, Wanted};
use super::quota::Quota;
use super::timer::{Pace, Timer};
use super::tt::{Bound, TableEntry, TranspositionTable};
use super::{EVAL_LIMIT, INFINITE, MATE, MATE_BOUND, MAX_PLY};
use contract::game::{Outcome, Seat};
use contract::history::KeyStack;
use contract::state::{HistoryOf, Rules};
use node::{MoveOrder, NodeFacts, Searches, Singular, TriedMoves, Verdict};

/// From so many nodes on the first iteration may end where enough was looked at, if there is a
/// move that was; it is hardly ever as large.
const FIRST_NODES: u64 = 50_000;
/// Largest number of nodes of a quiescence search. It usually takes some dozens, except in
/// positions in which both sides can go on capturing and promoting with check: there it may take
/// millions, and no limit would hold.
const QUIET_NODES: u64 = 2_000;
/// Plies and moves up to which reductions are tabulated.
const TABULATED: usize = 64;
/// A score from which on a game is won: then the way to the end is looked for, and
/// nothing is left out because it is good enough already.
const WON: i32 = 2000;

/// State shared by the threads of one search.
pub(super) struct SharedSearch<G: Searched> {
    pub(super) rules: Arc<Rules<G>>,
    pub(super) table: Arc<TranspositionTable>,
    pub(super) params: Params,
    pub(super) stop: AtomicBool,
    pub(super) nodes: AtomicU64,
    /// Nodes that the search may still visit.
    pub(super) quota: Quota,
    pub(super) root: Seat,
    /// Cost of a draw for the root's side, in the units of the evaluation.
    pub(super) contempt: i32,
    /// Distinguishes positions by the root's seat where scores depend on it.
    salt: u64,
}

impl<G: Searched> SharedSearch<G> {
    pub(super) fn new(
        rules: Arc<Rules<G>>,
        table: Arc<TranspositionTable>,
        params: Params,
        root: Seat,
        contempt: i32,
        nodes: u64,
    ) -> Self {
        let game = rules.game();
        let seats = rules.seat_names().len() as u8;
        let sides = (0..seats)
            .filter(|s| (0..*s).all(|earlier| !game.allied(Seat(earlier), Seat(*s))))
            .count();
        let salt = if sides > 2 {
            (u64::from(root.0) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        } else {
            0
        };
        Self {
            rules,
            table,
            params,
            stop: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            quota: Quota::new(nodes),
            root,
            contempt,
            salt,
        }
    }

    /// Returns true if the side to move is the root's.
    #[inline]
    pub(super) fn is_root_side(&self, position: &G::Position) -> bool {
        let game = self.rules.game();
        game.allied(game.to_move(position), self.root)
    }

    #[inline]
    fn key(&self, position: &G::Position) -> u64 {
        self.rules.game().search_key(position) ^ self.salt
    }

    /// Returns the score of an ended game: for the root's side if `mine`, else for its opponents.
    pub(super) fn terminal_score(&self, outcome: Outcome, mine: bool, ply: usize) -> i32 {
        let game = self.rules.game();
        let value = if outcome.is_draw() {
            -self.contempt
        } else if outcome.winners.iter().any(|s| game.allied(s, self.root)) {
            MATE - ply as i32
        } else {
            ply as i32 - MATE
        };
        if mine { value } else { -value }
    }
}

/// Logarithms of small numbers. A decision of few nodes has no time to make a table of reductions.
const LOGARITHMS: [u32; TABULATED] = {
    let mut table = [0; TABULATED];
    let mut n = 1;
    while n < TABULATED {
        table[n] = ln(n as u32);
        n += 1;
    }
    table
};

/// The reduction of a late move in hundredths of a ply, by its depth and its number. Logarithms in integer
/// arithmetic, so that every machine has the same.
#[inline]
pub(super) fn late_reduction(params: &Params, depth: usize, number: usize) -> i32 {
    let ln = |n: usize| i64::from(LOGARITHMS[n.min(TABULATED - 1)]);
    if depth == 0 || number == 0 {
        return 0;
    }
    let product = ln(depth) * ln(number) / 1024;
    params.lmr_base + (i64::from(params.lmr_factor) * product / 1024) as i32
}

/// The natural logarithm in 1024ths, by squaring for the binary one (Knuth, TAOCP
/// 1.2.2, exercise 25).
pub(super) const fn ln(n: u32) -> u32 {
    let whole = n.ilog2();
    let mut x = ((n as u64) << 32) >> whole;
    let mut log2 = (whole as u64) << 10;
    let mut bit = 10;
    while bit > 0 {
        bit -= 1;
        x = ((x as u128 * x as u128) >> 32) as u64;
        if x >= 2 << 32 {
            x >>= 1;
            log2 |= 1 << bit;
        }
    }
    (log2 * 710 / 1024) as u32
}

/// State of one thread at one ply of its line.
#[derive(Clone, Copy, Debug, Default)]
struct Frame {
    killers: [u16; 2],
    /// The static evaluation for the side to move; `None` in danger.
    eval: Option<i32>,
    /// The pair slot of the move that is being tried.
    pair: Option<usize>,
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
            statistics: Statistics::new::<G>(),
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

    /// Makes `key` part of the past while the moves of its position are tried.
    pub(super) fn push(&mut self, position: &G::Position) {
        self.line.push(self.game().key(position));
    }

    pub(super) fn pop(&mut self) {
        self.line.pop();
    }

    /// The pair slot of the move that is tried at a ply.
    pub(super) fn trying(&mut self, ply: usize, pair: Option<usize>) {
        self.frames[ply].pair = pair.filter(|_| G::PAIRS > 0);
        self.frames[ply + 1].passed = false;
    }

    fn before(&self, ply: usize) -> [Option<usize>; 2] {
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
        let key = shared.key(position);
        let excluded = self.frames[ply].excluded;
        let entry = shared.table.probe(key, ply).filter(|_| excluded == 0);
        if !PV
            && let Some(entry) = entry.filter(|e| e.depth >= depth)
            && cuts(entry, alpha, beta)
        {
            return entry.score;
        }
        let node = game.node(position);
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
            Searches::Best { score, code } => {
                // Everything was pruned: the score is at most alpha.
                let score = if score == -INFINITE { alpha } else { score };
                if excluded == 0 {
                    let entry = TableEntry {
                        code,
                        score,
                        eval: here.eval.unwrap_or(0),
                        depth: here.depth,
                        bound: bound_of(score, alpha, beta),
                    };
                    shared.table.store(key, entry, ply);
                }
                score
            }
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
        let eval = match entry {
            _ if danger => None,
            Some(entry) => Some(entry.eval),
            None => Some(self.evaluate(position, mine)),
        };
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
            eval,
            static_score,
            likely,
            improving,
        }
    }

    /// The score of a node that is so good that no move need be searched: by a margin, or
    /// because even a pass is good enough.
    #[inline]
    fn prune(&mut self, here: &NodeFacts<'_, G>, beta: i32) -> Option<i32> {
        let NodeFacts {
            depth, ply, likely, ..
        } = *here;
        if here.danger || here.excluded != 0 || beta <= -MATE_BOUND || beta >= WON {
            return None;
        }
        let params = &self.shared.params;
        let margin = params.reverse_margin * (depth - i32::from(here.improving));
        if depth <= params.reverse_depth && likely < MATE_BOUND && likely - margin >= beta {
            return Some((likely + beta) / 2);
        }
        if depth < 3 || likely < beta || self.frames[ply].passed {
            return None;
        }
        let next = self.game().null(here.position, here.node)?;
        let reduction = params.null_base
            + depth / params.null_slope
            + ((likely - beta) / params.null_surplus).min(3);
        self.push(here.position);
        self.frames[ply].pair = None;
        self.frames[ply + 1].passed = true;
        let score = self.descend::<false>(
            &next,
            here.mine,
            beta - 1,
            beta,
            depth - reduction,
            ply,
            !here.cut,
        );
        self.pop();
        self.frames[ply + 1].passed = false;
        if self.stopped {
            return Some(0);
        }
        // A mate that rests on a pass is not proved.
        (score >= beta).then_some(if score >= MATE_BOUND { beta } else { score })
    }

    /// The plies by which a node is searched deeper, in check, or less deep: without a move
    /// to begin with, a shallower search finds one first.
    #[inline]
    fn depth_change<const PV: bool>(&self, here: &NodeFacts<'_, G>) -> i32 {
        let extended = self.iteration as i32 + self.shared.params.check_extension_plies;
        if here.danger && (here.ply as i32) < extended {
            1
        } else if (PV || here.cut)
            && here.depth >= 4
            && here.table_code() == 0
            && here.excluded == 0
        {
            -1
        } else {
            0
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
        let (mut best, mut best_code) = (-INFINITE, 0);
        let (mut number, mut quiets) = (0_usize, 0);
        let mut tried = TriedMoves::default();

        while let Some(pick) = picker.next(site, &self.line, &self.statistics) {
            let code = game.tt_move(&pick.action);
            if here.excluded != 0 && code == here.excluded {
                continue;
            }
            number += 1;
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
            self.push(position);
            self.trying(ply, Some(pick.place.pair));
            let order = MoveOrder {
                number,
                late: number > 1 + usize::from(PV) && (!pick.tactical || !pick.sound),
                calm: !forcing && !here.danger,
                reduction,
                extension,
            };
            let score = self.search_move::<PV>(here, &child, order, alpha, beta);
            self.pop();
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_code = code;
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
            }
        }
    }

    /// The reduction of a move by its place in the order and its history, in hundredths of a
    /// ply.
    #[inline]
    fn reduction(&self, here: &NodeFacts<'_, G>, pick: &Pick<G::Action>, number: usize) -> i32 {
        let shared = self.shared;
        let late = late_reduction(&shared.params, here.depth as usize, number);
        match pick.tactical {
            true => late,
            false => late - pick.known * 100 / shared.params.lmr_history,
        }
    }

    /// Judges if a move need not be searched: quiet moves late in the order or far below
    /// alpha, with a bad history, and moves that lose material.
    #[inline]
    fn verdict(
        &self,
        here: &NodeFacts<'_, G>,
        pick: &Pick<G::Action>,
        forcing: bool,
        reduction: i32,
        quiets: i32,
        alpha: i32,
    ) -> Verdict {
        let (game, params) = (self.game(), &self.shared.params);
        let depth = here.depth;
        let loses = |least: i32| !game.see_at_least(here.position, &pick.action, least);
        if pick.tactical {
            return Verdict::skip_if(!pick.sound && loses(-params.see_tactical * depth * depth));
        }
        if !forcing {
            let after = params.lmp_base + depth * depth;
            let enough = if here.improving { after } else { after / 2 };
            if depth <= params.lmp_depth && quiets > enough {
                return Verdict::SkipQuiets;
            }
            let left = (depth - reduction / 100).max(0);
            let margin = params.futility_base + params.futility_margin * left;
            if !here.danger && left <= params.futility_depth && here.static_score + margin <= alpha
            {
                return Verdict::SkipQuiets;
            }
            if depth <= params.history_depth && pick.known < -params.history_margin * depth {
                return Verdict::Skip;
            }
        }
        Verdict::skip_if(depth <= 8 && loses(-params.see_quiet * depth))
    }

    /// Searches the other moves of a node, less deep: if the move of the table is the only
    /// good one, it is extended; if several are good enough, so is the position.
    #[inline]
    fn singular(&mut self, here: &NodeFacts<'_, G>, code: u16, beta: i32) -> Singular {
        let NodeFacts { depth, ply, .. } = *here;
        if depth < 7 || code != here.table_code() || here.excluded != 0 || ply >= 2 * self.iteration
        {
            return Singular::Extend(0);
        }
        let Some(entry) = here.entry.filter(|e| {
            e.depth >= depth - 3 && e.bound != Bound::Upper && e.score.abs() < MATE_BOUND
        }) else {
            return Singular::Extend(0);
        };
        let bar = entry.score - 2 * depth;
        self.frames[ply].excluded = code;
        let lists = std::mem::take(&mut self.lists[ply]);
        let others = self.search::<false>(
            here.position,
            here.mine,
            bar - 1,
            bar,
            (depth - 1) / 2,
            ply,
            here.cut,
        );
        self.frames[ply].excluded = 0;
        self.lists[ply] = lists;
        if self.stopped {
            Singular::Stopped
        } else if others < bar {
            Singular::Extend(1)
        } else if bar >= beta {
            Singular::Cut(bar)
        } else {
            Singular::Extend(-i32::from(entry.score >= beta))
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

    /// The depth to which a late move is searched first.
    #[inline]
    fn reduced_depth<const PV: bool>(
        &self,
        here: &NodeFacts<'_, G>,
        order: MoveOrder,
        next: i32,
    ) -> i32 {
        let params = &self.shared.params;
        let mut reduction = order.reduction;
        if PV {
            reduction -= params.exact_reduction;
        }
        if here.cut {
            reduction += params.cut_reduction;
        }
        if here.improving {
            reduction -= params.improving_reduction;
        }
        if !order.calm {
            reduction -= 100;
        }
        (next - reduction.max(0) / 100).clamp(1, next.max(1))
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
            let killers = &mut self.frames[here.ply].killers;
            if killers[0] != code {
                *killers = [code, killers[0]];
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
const fn bound_of(score: i32, alpha: i32, beta: i32) -> Bound {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_close() {
        for n in 1..200_u32 {
            let exact = f64::from(n).ln() * 1024.0;
            assert!(
                (f64::from(ln(n)) - exact).abs() < 6.0,
                "{n}: {} {exact}",
                ln(n)
            );
        }
    }

    #[test]
    fn later_and_deeper_means_more_reduction() {
        let late = |depth, number| late_reduction(&Params::DEFAULT, depth, number);
        assert!(late(10, 20) > late(5, 20) && late(10, 20) > late(10, 10));
        assert!(late(3, 2) < 150 && late(20, 40) < 1000);
        assert_eq!(late(63, 63), late(100, 200));
    }
}
