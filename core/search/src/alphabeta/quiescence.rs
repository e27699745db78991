//! Quiescence: tactical moves until the position is quiet, and all moves in check.

use super::node::Searches;
use super::{QUIET_NODES, Worker, bound_of, cuts};
use crate::feature::Feature;
use crate::hooks::Searched;
use crate::picker::{PickContext, Picker, Wanted};
use crate::tt::{Bound, TableEntry};
use crate::{INFINITE, MATE_BOUND, MAX_PLY};

/// The facts of a node of quiescence.
struct QuietFacts<'n, G: Searched> {
    position: &'n G::Position,
    node: &'n G::Node,
    /// True if the side to move is that of the root.
    mine: bool,
    /// The distance from the root, in plies.
    ply: usize,
    /// The distance from the first node of quiescence, in plies.
    quiet_ply: u32,
    /// True in check.
    danger: bool,
    /// The move of the transposition table; 0 for none.
    code: u16,
    /// The static evaluation, before and after it is corrected; 0 in check.
    raw: i32,
    eval: i32,
    /// The score without a move; the least one in check.
    stand: i32,
}

impl<G: Searched> Worker<'_, G> {
    /// Searches tactical moves until the position is quiet, and all moves in check. Beyond the
    /// first ply forcing moves are left out.
    pub(super) fn quiesce<const PV: bool>(
        &mut self,
        position: &G::Position,
        mine: bool,
        alpha: i32,
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
        let node = game.node(position);
        let danger = game.in_check(&node);
        let early = (G::EVALUATES_EARLY && !danger).then(|| self.evaluate(position, mine));
        let key = shared.key(position);
        let entry = shared.table.probe(key, ply);
        // A search with forcing moves is better than one without.
        let depth = if danger || quiet_ply == 0 { 0 } else { -1 };
        if !PV
            && let Some(entry) = entry.filter(|e| e.depth >= depth)
            && cuts(entry, alpha, beta)
        {
            return entry.score;
        }
        let (raw, eval, stand) = match danger {
            true => (0, 0, -INFINITE),
            false => self.stand_pat(position, mine, entry, early),
        };
        if stand >= beta {
            if entry.is_none() {
                let entry = TableEntry {
                    code: 0,
                    score: stand,
                    eval: raw,
                    depth: -1,
                    bound: Bound::Lower,
                };
                shared.table.store(key, entry, ply);
            }
            return stand;
        }
        let here = QuietFacts {
            position,
            node: &node,
            mine,
            ply,
            quiet_ply,
            danger,
            code: entry.map_or(0, |e| e.code),
            raw,
            eval,
            stand,
        };
        match self.search_quiet_moves::<PV>(&here, alpha.max(stand), beta) {
            Searches::Stopped => 0,
            Searches::None => match game.no_moves_outcome(position, &node, &self.line) {
                Some(outcome) => shared.terminal_score(outcome, mine, ply),
                None => self.evaluate(position, mine),
            },
            Searches::Cut(score) => score,
            Searches::Best { score, code, .. } => {
                let bound = match bound_of(score, alpha, beta) {
                    // Without all moves tried an exact score is only a bound.
                    Bound::Exact if !PV => Bound::Upper,
                    bound => bound,
                };
                let entry = TableEntry {
                    code,
                    score,
                    eval: here.raw,
                    depth,
                    bound,
                };
                shared.table.store(key, entry, ply);
                score
            }
        }
    }

    /// The static evaluation, if it is not known from `early` on, and the score without a move: the
    /// same, corrected by the table.
    #[inline]
    fn stand_pat(
        &mut self,
        position: &G::Position,
        mine: bool,
        entry: Option<TableEntry>,
        early: Option<i32>,
    ) -> (i32, i32, i32) {
        let Some(entry) = entry else {
            let raw = early.unwrap_or_else(|| self.evaluate(position, mine));
            let eval = self.corrected(position, mine, raw);
            return (raw, eval, eval);
        };
        let eval = self.corrected(position, mine, entry.eval);
        match cuts(entry, eval, eval) {
            true => (entry.eval, eval, entry.score),
            false => (entry.eval, eval, eval),
        }
    }

    /// Searches the moves of a node of quiescence.
    #[inline]
    fn search_quiet_moves<const PV: bool>(
        &mut self,
        here: &QuietFacts<'_, G>,
        mut alpha: i32,
        beta: i32,
    ) -> Searches {
        let game = self.game();
        let QuietFacts {
            position,
            mine,
            ply,
            quiet_ply,
            danger,
            ..
        } = *here;
        let wanted = match (danger, quiet_ply) {
            (true, _) => Wanted::All,
            (false, 0) if !self.without(Feature::QuietChecks) => Wanted::SoundAndForcing,
            (false, _) => Wanted::Sound,
        };
        let table_move = match here.code {
            0 => None,
            code => game
                .decode(position, here.node, &self.line, code)
                .filter(|a| danger || game.tactical(position, a)),
        };
        let site = PickContext {
            game,
            position,
            node: here.node,
            side: mine,
            before: self.before(ply),
        };
        let lists = std::mem::take(&mut self.lists[ply]);
        let mut picker = Picker::<G>::new(table_move, [0; 2], wanted, lists);
        let (mut best, mut best_code) = (here.stand, 0);
        let mut number = 0;
        let floor = here.eval + self.shared.params.delta;
        while let Some(pick) = picker.next(site, &self.line, &self.statistics) {
            number += 1;
            self.shared.bring_near(position, &pick.action);
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
                    && !self.without(Feature::Delta)
                    && !game.forcing(position, here.node, &pick.action)
                {
                    best = best.max(floor + gain);
                    continue;
                }
            }
            let child = game.play(position, &pick.action).0;
            self.enter(position, &child);
            self.trying(ply, Some(pick.place.pair));
            let next = self.shared.is_root_side(&child);
            let score = if next == mine {
                self.quiesce::<PV>(&child, next, alpha, beta, ply + 1, quiet_ply + 1)
            } else {
                -self.quiesce::<PV>(&child, next, -beta, -alpha, ply + 1, quiet_ply + 1)
            };
            self.leave();
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
            Searches::Stopped
        } else if danger && number == 0 {
            Searches::None
        } else {
            Searches::Best {
                score: best,
                code: best_code,
                quiet: true,
            }
        }
    }
}
