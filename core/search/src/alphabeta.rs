//! Alpha-beta: one thread's search below the root.
//!
//! Principal variation search with null move, late move reductions, pruning by
//! static worth and by exchanges, singular extensions, and quiescence. Sides need
//! not alternate: a child is negated only where the other side is to move, and
//! with more than two sides all that are not allied to the root's seat count as
//! one (paranoid). Every score is from the side to move of its position.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::hooks::Searched;
use super::move_history::{HistoryIndex, Statistics, bonus};
use super::params::Params;
use super::picker::{Lists, PickContext, Picker, Wanted};
use super::quota::Quota;
use super::timer::{Pace, Timer};
use super::tt::{Bound, TableEntry, TranspositionTable};
use super::{EVAL_LIMIT, INFINITE, MATE, MATE_BOUND, MAX_PLY};
use contract::game::{Outcome, Seat};
use contract::history::{History, KeyStack};
use contract::state::Rules;

/// From so many nodes on the first iteration may end where enough was looked at, if there is a
/// move that was; it is hardly ever as large.
const FIRST_NODES: u64 = 50_000;
/// How many nodes a quiescence may take. It takes some dozens as a rule, but for positions
/// in which both sides can take and promote with check on and on: there it may take
/// millions, and no limit would hold.
const QUIET_NODES: u64 = 2_000;
/// Plies and moves up to which reductions are tabulated.
pub(super) const TABULATED: usize = 64;
/// A worth from which on a game is won: then the way to the end is looked for, and
/// nothing is left out because it is good enough already.
const WON: i32 = 2000;

/// What the threads of one search have in common.
pub(super) struct SharedSearch<G: Searched> {
    pub(super) rules: Arc<Rules<G>>,
    pub(super) table: Arc<TranspositionTable>,
    pub(super) params: Params,
    pub(super) stop: AtomicBool,
    pub(super) nodes: AtomicU64,
    /// What may still be looked at.
    pub(super) quota: Quota,
    pub(super) root: Seat,
    /// What a draw costs the root's side.
    pub(super) contempt: i32,
    pub(super) late: [[i32; TABULATED]; TABULATED],
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
            late: late_table(&params),
            salt,
        }
    }

    /// Whether the side to move is the root's.
    #[inline]
    pub(super) fn is_root_side(&self, position: &G::Position) -> bool {
        let game = self.rules.game();
        game.allied(game.to_move(position), self.root)
    }

    #[inline]
    fn key(&self, position: &G::Position) -> u64 {
        self.rules.game().search_key(position) ^ self.salt
    }

    /// What the end of a game is worth for a side.
    pub(super) fn terminal_score(&self, outcome: Outcome, mine: bool, ply: usize) -> i32 {
        let game = self.rules.game();
        let worth = if outcome.is_draw() {
            -self.contempt
        } else if outcome.winners.iter().any(|s| game.allied(s, self.root)) {
            MATE - ply as i32
        } else {
            ply as i32 - MATE
        };
        if mine { worth } else { -worth }
    }
}

/// Reductions in hundredths of a ply. Logarithms in integer arithmetic, so that
/// every machine has the same table.
fn late_table(params: &Params) -> [[i32; TABULATED]; TABULATED] {
    let mut table = [[0; TABULATED]; TABULATED];
    for (depth, row) in table.iter_mut().enumerate().skip(1) {
        for (number, entry) in row.iter_mut().enumerate().skip(1) {
            let product = i64::from(ln(depth as u32)) * i64::from(ln(number as u32)) / 1024;
            *entry = params.lmr_base + (i64::from(params.lmr_factor) * product / 1024) as i32;
        }
    }
    table
}

/// The natural logarithm in 1024ths, by squaring for the binary one (Knuth, TAOCP
/// 1.2.2, exercise 25).
pub(super) fn ln(n: u32) -> u32 {
    let whole = n.ilog2();
    let mut x = (u64::from(n) << 32) >> whole;
    let mut log2 = u64::from(whole) << 10;
    for bit in (0..10).rev() {
        x = ((u128::from(x) * u128::from(x)) >> 32) as u64;
        if x >= 2 << 32 {
            x >>= 1;
            log2 |= 1 << bit;
        }
    }
    (log2 * 710 / 1024) as u32
}

/// What one thread knows of each ply of its line.
#[derive(Clone, Copy, Debug, Default)]
struct Frame {
    killers: [u16; 2],
    /// The static worth for the side to move; `None` in danger.
    eval: Option<i32>,
    /// The pair slot of the move that is being tried.
    pair: Option<usize>,
    /// A move that is left out, to see how the others do.
    excluded: u16,
    /// Whether the move before was a pass.
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
    line: KeyStack<'a, G::Record>,
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
    /// Whether it may stop: there is a move to give, of a whole iteration.
    pub(super) may_stop: bool,
    /// Whether it may stop if it must: a move at least was looked at.
    pub(super) has_one: bool,
    /// Nodes from which on the quiescence that is under way looks at nothing more.
    quiet_limit: u64,
}

impl<'a, G: Searched> Worker<'a, G> {
    pub(super) fn new(
        shared: &'a SharedSearch<G>,
        history: &'a History<G::Record>,
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

    /// The static worth of a position for the side to move.
    pub(super) fn evaluate(&mut self, position: &G::Position, mine: bool) -> i32 {
        let shared = self.shared;
        let worth = shared
            .rules
            .game()
            .evaluate(&mut self.evaluator, position, shared.root)
            .clamp(-EVAL_LIMIT, EVAL_LIMIT);
        if mine { worth } else { -worth }
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

    #[allow(clippy::too_many_arguments)]
    fn search<const PV: bool>(
        &mut self,
        position: &G::Position,
        mine: bool,
        mut alpha: i32,
        mut beta: i32,
        mut depth: i32,
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
        let (game, params) = (self.game(), &shared.params);
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
        let danger = game.in_check(&node);
        let eval = match entry {
            _ if danger => None,
            Some(entry) => Some(entry.eval),
            None => Some(self.evaluate(position, mine)),
        };
        self.frames[ply].eval = eval;
        self.frames[ply + 1].killers = [0; 2];
        let static_worth = eval.unwrap_or(-INFINITE);
        // What the table knows is better than a static judgement.
        let worth = match (eval, entry) {
            (Some(eval), Some(e)) => match e.bound {
                Bound::Exact => e.score,
                Bound::Lower => e.score.max(eval),
                Bound::Upper => e.score.min(eval),
            },
            _ => static_worth,
        };
        let improving = ply >= 2
            && eval.is_some_and(|now| self.frames[ply - 2].eval.is_none_or(|then| now > then));

        if !PV && !danger && excluded == 0 && beta > -MATE_BOUND && beta < WON {
            let margin = params.reverse_margin * (depth - i32::from(improving));
            if depth <= params.reverse_depth && worth < MATE_BOUND && worth - margin >= beta {
                return (worth + beta) / 2;
            }
            if depth >= 3
                && worth >= beta
                && !self.frames[ply].passed
                && let Some(next) = game.null(position, &node)
            {
                let reduction = params.null_base
                    + depth / params.null_slope
                    + ((worth - beta) / params.null_surplus).min(3);
                self.push(position);
                self.frames[ply].pair = None;
                self.frames[ply + 1].passed = true;
                let score = self.descend::<false>(
                    &next,
                    mine,
                    beta - 1,
                    beta,
                    depth - reduction,
                    ply,
                    !cut,
                );
                self.pop();
                self.frames[ply + 1].passed = false;
                if self.stopped {
                    return 0;
                }
                if score >= beta {
                    // A mate that rests on a pass is not proved.
                    return if score >= MATE_BOUND { beta } else { score };
                }
            }
        }
        let table_code = entry.map_or(0, |e| e.code);
        if danger && (ply as i32) < self.iteration as i32 + params.check_extension_plies {
            depth += 1;
        } else if (PV || cut) && depth >= 4 && table_code == 0 && excluded == 0 {
            // Without a move to begin with, a shallower search finds one first.
            depth -= 1;
        }
        let table_move = if table_code == 0 {
            None
        } else {
            game.decode(position, &node, &self.line, table_code)
        };

        let site = PickContext {
            game,
            position,
            node: &node,
            side: mine,
            before: self.before(ply),
        };
        let mut picker = Picker::<G>::new(
            table_move,
            self.frames[ply].killers,
            Wanted::All,
            std::mem::take(&mut self.lists[ply]),
        );
        let old_alpha = alpha;
        let (mut best, mut best_code) = (-INFINITE, 0);
        let (mut number, mut quiets) = (0_usize, 0);
        let mut tried_quiet: smallvec::SmallVec<[HistoryIndex; 32]> = smallvec::SmallVec::new();
        let mut tried_tactical: smallvec::SmallVec<[HistoryIndex; 16]> = smallvec::SmallVec::new();

        while let Some(pick) = picker.next(site, &self.line, &self.statistics) {
            let code = game.tt_move(&pick.action);
            if excluded != 0 && code == excluded {
                continue;
            }
            number += 1;
            let forcing = game.forcing(position, &node, &pick.action);
            let mut reduction =
                shared.late[(depth as usize).min(TABULATED - 1)][number.min(TABULATED - 1)];
            if !pick.tactical {
                quiets += 1;
                reduction -= pick.known * 100 / params.lmr_history;
            }
            // What is better than won is a mate, of which no static worth tells.
            if best > -MATE_BOUND && alpha < WON {
                if pick.tactical {
                    if !pick.sound {
                        let least = -params.see_tactical * depth * depth;
                        if !game.see_at_least(position, &pick.action, least) {
                            continue;
                        }
                    }
                } else {
                    if !forcing {
                        let after = params.lmp_base + depth * depth;
                        let enough = if improving { after } else { after / 2 };
                        if depth <= params.lmp_depth && quiets > enough {
                            picker.skip_quiets();
                            continue;
                        }
                        let left = (depth - reduction / 100).max(0);
                        let margin = params.futility_base + params.futility_margin * left;
                        if !danger
                            && left <= params.futility_depth
                            && static_worth + margin <= alpha
                        {
                            picker.skip_quiets();
                            continue;
                        }
                    }
                    if !forcing
                        && depth <= params.history_depth
                        && pick.known < -params.history_margin * depth
                    {
                        continue;
                    }
                    if depth <= 8
                        && !game.see_at_least(position, &pick.action, -params.see_quiet * depth)
                    {
                        continue;
                    }
                }
            }

            let mut extension = 0;
            if depth >= 7
                && code == table_code
                && excluded == 0
                && ply < 2 * self.iteration
                && let Some(e) = entry.filter(|e| {
                    e.depth >= depth - 3 && e.bound != Bound::Upper && e.score.abs() < MATE_BOUND
                })
            {
                let bar = e.score - 2 * depth;
                self.frames[ply].excluded = code;
                let lists = std::mem::take(&mut self.lists[ply]);
                let others =
                    self.search::<false>(position, mine, bar - 1, bar, (depth - 1) / 2, ply, cut);
                self.frames[ply].excluded = 0;
                self.lists[ply] = lists;
                if self.stopped {
                    break;
                }
                if others < bar {
                    extension = 1;
                } else if bar >= beta {
                    // Several moves are good enough: the position is.
                    self.lists[ply] = picker.into_lists();
                    return bar;
                } else if e.score >= beta {
                    extension = -1;
                }
            }

            let child = game.play(position, &pick.action).0;
            self.push(position);
            self.trying(ply, Some(pick.place.pair));
            let next_depth = depth - 1 + extension;
            let mut score = -INFINITE;
            let mut full = PV && number == 1;
            if !full {
                let mut reduced = next_depth;
                if depth >= 3 && number > 1 + usize::from(PV) && (!pick.tactical || !pick.sound) {
                    if PV {
                        reduction -= params.exact_reduction;
                    }
                    if cut {
                        reduction += params.cut_reduction;
                    }
                    if improving {
                        reduction -= params.improving_reduction;
                    }
                    if forcing || danger {
                        reduction -= 100;
                    }
                    reduced = (next_depth - reduction.max(0) / 100).clamp(1, next_depth.max(1));
                }
                score = self.descend::<false>(&child, mine, alpha, alpha + 1, reduced, ply, true);
                if score > alpha && reduced < next_depth && !self.stopped {
                    score = self.descend::<false>(
                        &child,
                        mine,
                        alpha,
                        alpha + 1,
                        next_depth,
                        ply,
                        !cut,
                    );
                }
                full = PV && score > alpha;
            }
            if full && !self.stopped {
                score = self.descend::<true>(&child, mine, alpha, beta, next_depth, ply, false);
            }
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
                        self.update_history(
                            site,
                            &pick.place,
                            pick.tactical,
                            code,
                            depth,
                            ply,
                            &tried_quiet,
                            &tried_tactical,
                        );
                        break;
                    }
                }
            }
            if pick.tactical {
                tried_tactical.push(pick.place);
            } else {
                tried_quiet.push(pick.place);
            }
        }
        self.lists[ply] = picker.into_lists();
        if self.stopped {
            return 0;
        }
        if number == 0 {
            if excluded != 0 {
                return alpha;
            }
            return match game.no_moves_outcome(position, &node, &self.line) {
                Some(outcome) => shared.terminal_score(outcome, mine, ply),
                None => self.evaluate(position, mine),
            };
        }
        // Everything was pruned: it is worth no more than alpha.
        if best == -INFINITE {
            best = old_alpha;
        }
        if excluded == 0 {
            let bound = if best >= beta {
                Bound::Lower
            } else if best > old_alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let entry = TableEntry {
                code: best_code,
                score: best,
                eval: eval.unwrap_or(0),
                depth,
                bound,
            };
            shared.table.store(key, entry, ply);
        }
        best
    }

    #[allow(clippy::too_many_arguments)]
    fn update_history(
        &mut self,
        site: PickContext<'_, G>,
        good: &HistoryIndex,
        tactical: bool,
        code: u16,
        depth: i32,
        ply: usize,
        quiets: &[HistoryIndex],
        tacticals: &[HistoryIndex],
    ) {
        let bonus = bonus(depth);
        let side = site.side;
        if tactical {
            self.statistics.learn_tactical(side, *good, bonus);
        } else {
            let killers = &mut self.frames[ply].killers;
            if killers[0] != code {
                *killers = [code, killers[0]];
            }
            self.statistics
                .update_quiet(side, *good, site.before, bonus);
            for place in quiets {
                self.statistics
                    .update_quiet(side, *place, site.before, -bonus);
            }
        }
        for place in tacticals {
            self.statistics.learn_tactical(side, *place, -bonus);
        }
    }

    fn quiesce<const PV: bool>(
        &mut self,
        position: &G::Position,
        mine: bool,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        quiet_ply: u32,
    ) -> i32 {
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
        if quiet_ply == 0 {
            self.quiet_limit = self.nodes.saturating_add(QUIET_NODES);
        }
        if ply + 1 >= MAX_PLY || self.nodes >= self.quiet_limit {
            return self.evaluate(position, mine);
        }
        let key = shared.key(position);
        let entry = shared.table.probe(key, ply);
        let node = game.node(position);
        let danger = game.in_check(&node);
        // What was searched with forcing moves is better than what was without.
        let depth = if danger || quiet_ply == 0 { 0 } else { -1 };
        if !PV
            && let Some(entry) = entry.filter(|e| e.depth >= depth)
            && cuts(entry, alpha, beta)
        {
            return entry.score;
        }
        let old_alpha = alpha;
        let (mut best, mut best_code) = (-INFINITE, 0);
        let mut eval = 0;
        if !danger {
            eval = match entry {
                Some(entry) => entry.eval,
                None => self.evaluate(position, mine),
            };
            best = eval;
            if let Some(entry) = entry
                && cuts(entry, best, best)
            {
                best = entry.score;
            }
            if best >= beta {
                if entry.is_none() {
                    let entry = TableEntry {
                        code: 0,
                        score: best,
                        eval,
                        depth: -1,
                        bound: Bound::Lower,
                    };
                    shared.table.store(key, entry, ply);
                }
                return best;
            }
            alpha = alpha.max(best);
        }
        let wanted = match (danger, quiet_ply) {
            (true, _) => Wanted::All,
            (false, 0) => Wanted::SoundAndForcing,
            (false, _) => Wanted::Sound,
        };
        let table_move = match entry.map_or(0, |e| e.code) {
            0 => None,
            code => game
                .decode(position, &node, &self.line, code)
                .filter(|a| danger || game.tactical(position, a)),
        };
        let site = PickContext {
            game,
            position,
            node: &node,
            side: mine,
            before: self.before(ply),
        };
        let mut picker = Picker::<G>::new(
            table_move,
            [0; 2],
            wanted,
            std::mem::take(&mut self.lists[ply]),
        );
        let mut number = 0;
        let floor = eval + shared.params.delta;
        while let Some(pick) = picker.next(site, &self.line, &self.statistics) {
            number += 1;
            if best > -MATE_BOUND {
                if danger {
                    // One answer that is no mate shows enough.
                    if !pick.tactical && number > 3 {
                        picker.skip_quiets();
                        continue;
                    }
                } else if pick.tactical
                    && let Some(gain) = game.max_gain(position, &pick.action)
                    && floor + gain <= alpha
                    && !game.forcing(position, &node, &pick.action)
                {
                    best = best.max(floor + gain);
                    continue;
                }
            }
            let child = game.play(position, &pick.action).0;
            self.push(position);
            self.trying(ply, Some(pick.place.pair));
            let next = shared.is_root_side(&child);
            let score = if next == mine {
                self.quiesce::<PV>(&child, next, alpha, beta, ply + 1, quiet_ply + 1)
            } else {
                -self.quiesce::<PV>(&child, next, -beta, -alpha, ply + 1, quiet_ply + 1)
            };
            self.pop();
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_code = game.tt_move(&pick.action);
                    if PV {
                        self.new_line(ply, &pick.action);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        self.lists[ply] = picker.into_lists();
        if self.stopped {
            return 0;
        }
        if danger && number == 0 {
            return match game.no_moves_outcome(position, &node, &self.line) {
                Some(outcome) => shared.terminal_score(outcome, mine, ply),
                None => self.evaluate(position, mine),
            };
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best > old_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        // Without all moves tried an exact score is only a bound.
        let bound = if bound == Bound::Exact && !PV {
            Bound::Upper
        } else {
            bound
        };
        let entry = TableEntry {
            code: best_code,
            score: best,
            eval,
            depth,
            bound,
        };
        shared.table.store(key, entry, ply);
        best
    }
}

/// Whether what is known settles the question whether a score lies in a window.
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
        let table = late_table(&Params::DEFAULT);
        assert!(table[10][20] > table[5][20] && table[10][20] > table[10][10]);
        assert!(table[3][2] < 150 && table[20][40] < 1000);
    }
}
