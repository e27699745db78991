//! Selective search: which nodes and moves are searched deeper, less deep, or not at all.

use super::node::{MoveOrder, NodeFacts, Singular, Verdict};
use super::{WON, Worker};
use crate::feature::Feature;
use crate::hooks::Searched;
use crate::params::Params;
use crate::picker::Pick;
use crate::tt::Bound;
use crate::{MATE, MATE_BOUND};

/// Plies and moves up to which reductions are tabulated.
const TABULATED: usize = 64;

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
pub(crate) fn late_reduction(params: &Params, depth: usize, number: usize) -> i32 {
    let ln = |n: usize| i64::from(LOGARITHMS[n.min(TABULATED - 1)]);
    if depth == 0 || number == 0 || params.without.has(Feature::Reductions) {
        return 0;
    }
    let product = ln(depth) * ln(number) / 1024;
    params.lmr_base + (i64::from(params.lmr_factor) * product / 1024) as i32
}

/// The natural logarithm in 1024ths, by squaring for the binary one (Knuth, TAOCP
/// 1.2.2, exercise 25).
pub(crate) const fn ln(n: u32) -> u32 {
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

/// The least score of a mate that an iteration settles: it is deeper than twice its plies.
#[inline]
pub(crate) const fn settled(iteration: i32) -> i32 {
    MATE - (iteration - 1) / 2
}

impl<G: Searched> Worker<'_, G> {
    /// True if a window asks for a quicker mate than one that the iteration settles. Then no move is
    /// reduced, or a quiet first move of it might be missed; plies beyond the known mate are cut off,
    /// so few are left.
    #[inline]
    pub(crate) const fn settles(&self, alpha: i32, beta: i32) -> bool {
        let known = settled(self.iteration as i32);
        alpha >= known || beta <= -known
    }

    /// The score of a node that is so good that no move need be searched: by a margin, or
    /// because even a pass is good enough.
    #[inline]
    pub(super) fn prune(&mut self, here: &NodeFacts<'_, G>, beta: i32) -> Option<i32> {
        let NodeFacts {
            depth, ply, likely, ..
        } = *here;
        if here.danger || here.excluded != 0 || beta <= -MATE_BOUND || beta >= WON {
            return None;
        }
        let params = &self.shared.params;
        let margin = params.reverse_margin * (depth - i32::from(here.improving));
        if depth <= params.reverse_depth
            && likely < MATE_BOUND
            && likely - margin >= beta
            && !self.without(Feature::ReverseFutility)
        {
            return Some((likely + beta) / 2);
        }
        if depth < 3 || likely < beta || self.frames[ply].passed || self.without(Feature::NullMove)
        {
            return None;
        }
        let next = self.game().null(here.position, here.node)?;
        let reduction = params.null_base
            + depth / params.null_slope
            + ((likely - beta) / params.null_surplus).min(3);
        self.enter(here.position, &next);
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
        self.leave();
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
    pub(super) fn depth_change<const PV: bool>(&self, here: &NodeFacts<'_, G>) -> i32 {
        let params = &self.shared.params;
        let extended = self.iteration as i32 + params.check_extension_plies;
        if here.danger && (here.ply as i32) < extended && !self.without(Feature::CheckExtension) {
            1
        } else if (PV || here.cut)
            && here.depth >= 4
            && here.table_code() == 0
            && here.excluded == 0
            && !self.without(Feature::ShallowFirst)
        {
            -1
        } else {
            0
        }
    }

    /// The reduction of a move by its place in the order and its history, in hundredths of a
    /// ply.
    #[inline]
    pub(super) fn reduction(
        &self,
        here: &NodeFacts<'_, G>,
        pick: &Pick<G::Action>,
        number: usize,
    ) -> i32 {
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
    pub(super) fn verdict(
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
        let loses = |least: i32| {
            !self.without(Feature::Exchanges)
                && !game.see_at_least(here.position, &pick.action, least)
        };
        if pick.tactical {
            return Verdict::skip_if(!pick.sound && loses(-params.see_tactical * depth * depth));
        }
        if !forcing {
            let after = params.lmp_base + depth * depth;
            let enough = if here.improving { after } else { after / 2 };
            if depth <= params.lmp_depth
                && here.ply as i32 > params.lmp_ply
                && quiets > enough
                && !self.without(Feature::LateMoves)
            {
                return Verdict::SkipQuiets;
            }
            let left = (depth - reduction / 100).max(0);
            let margin = params.futility_base + params.futility_margin * left;
            if !here.danger
                && left <= params.futility_depth
                && here.static_score + margin <= alpha
                && !self.without(Feature::Futility)
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
    pub(super) fn singular(&mut self, here: &NodeFacts<'_, G>, code: u16, beta: i32) -> Singular {
        let NodeFacts { depth, ply, .. } = *here;
        if depth < 7
            || code != here.table_code()
            || here.excluded != 0
            || ply >= 2 * self.iteration
            || self.without(Feature::Singular)
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

    /// The depth to which a late move is searched first.
    #[inline]
    pub(super) fn reduced_depth<const PV: bool>(
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
