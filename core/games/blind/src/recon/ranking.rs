//! Which attempt to make: every attempt is judged in a sample of the positions that
//! are believed in, the same for all of them.
//!
//! Where a refused attempt costs nothing, the one to make first is not the one with
//! the best chance to be accepted but the one that is better than any other in the
//! positions that accept both: what is refused has taught something, and the turn
//! goes on. A refusal costs a little, more when the referee's patience ends or the
//! other side hears it too; and what is as likely refused as not teaches most.

use super::asking::Question;
use super::shallow::{MATE, ShallowSearch};
use crate::attempt::Attempt;
use crate::belief::Budget;
use crate::position::Position;
use crate::rules::{Audience, Play, RuleSet};
use crate::seat::{self, ReachableSquares};
use crate::sight::own_pieces;
use crate::{Blind, color_of};
use chess::{Board, Color, Move, Piece};
use contract::history::EmptyHistory;
use search::Searched;

/// Value of a win beside material, in centipawns.
pub(super) const WON: i32 = 4_000;
/// Up to here a centipawn is one.
const PLAIN: i32 = 500;
/// Number of attempts that are put in order, one better than the other.
const FAVOURITES: usize = 8;
/// Largest value of the information in the answer to an attempt, in centipawns.
const LESSON: i64 = 6;
/// The fewest positions by which anything is decided.
const FEWEST: usize = 12;

/// One look at attempts.
struct Pass {
    /// Full-width search depth, in plies.
    depth: u32,
    /// Number of attempts, the best so far.
    attempts: usize,
    /// In how many positions of the sample.
    worlds: usize,
}

const fn pass(depth: u32, attempts: usize, worlds: usize) -> Pass {
    Pass {
        depth,
        attempts,
        worlds,
    }
}

/// From all attempts in a part of the sample to few in all of it, and deeper: what is
/// left of the effort goes to those that may still be chosen.
const PASSES: [Pass; 7] = [
    pass(0, usize::MAX, 64),
    pass(1, 6, 64),
    pass(1, 3, 192),
    pass(2, 4, 48),
    pass(2, 2, 192),
    pass(3, 3, 48),
    pass(3, 2, 192),
];
/// Number of search depths, from 0 plies.
const DEPTHS: usize = 4;

/// A position with its weight.
pub(super) type Hypothesis = (Position, u64);

/// Values of an attempt in each position of a sample, in centipawns; none where it is refused.
#[derive(Clone, Default)]
pub(super) struct Column {
    pub(super) values: Vec<Option<i32>>,
}

/// Positions in which attempts are judged.
struct HypothesisSample<'a> {
    worlds: &'a [Hypothesis],
    /// Value of each position for the side to move.
    before: Vec<i32>,
}

/// An attempt with what is thought of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranked {
    pub(super) attempt: Attempt,
    /// The mean of what it comes to where it is accepted.
    pub(super) value: i32,
    /// Probability that it is accepted, in thousandths.
    pub(super) chance: u32,
}

impl Ranked {
    /// Returns the part of it that is reported.
    pub(super) fn summary(&self) -> String {
        format!("accepted in {} of 1000", self.chance)
    }
}

/// Great advantages count for less, and none for as much as a win.
fn damped(score: i32) -> i32 {
    let size = score.abs();
    if size >= MATE - 100 {
        return WON * score.signum();
    }
    let size = match size {
        ..=PLAIN => size,
        _ => PLAIN + (size - PLAIN).min(6_000) / 3,
    };
    size * score.signum()
}

/// Lead with which a side wins in any case, in centipawns.
const AHEAD: i32 = 1_000;
/// Value that a win adds to the lead, in centipawns.
const SURE: i32 = 400;

/// Returns the value of a win for a side that has the value `before`.
fn won(before: i32) -> i32 {
    let sure = damped(before.max(AHEAD)) + SURE;
    if before >= AHEAD {
        sure
    } else {
        WON - before.max(0) * (WON - sure) / AHEAD
    }
}

/// Judges attempts in positions that may be the true one.
pub(super) struct AttemptRanker<'g, G: Searched> {
    pub(super) game: &'g Blind,
    pub(super) lookout: ShallowSearch<'g, G>,
    /// Weight of the case that the other side sees everything, in sixteenths.
    pub(super) seeing: i32,
    /// Centipawns that asking "any?" must gain; none where it may not be asked.
    pub(super) asks: Option<i64>,
}

impl<G: Searched<Position = Board, Action = Move>> AttemptRanker<'_, G> {
    /// Returns the value of an attempt for the side that makes it, which has the value `before`;
    /// none if it is refused.
    fn value(
        &mut self,
        position: &Position,
        attempt: Attempt,
        depth: u32,
        before: i32,
    ) -> Option<i32> {
        let won = won(before);
        let damped = |score: i32| {
            if score >= MATE - 100 {
                won
            } else {
                damped(score)
            }
        };
        let us = position.board.turn();
        let (next, taken) = if self.game.rules.play == Play::Reconnaissance {
            let answer = self.game.adjudicate(position, attempt);
            if answer.next.board.turn() == us && answer.next.won.is_none() {
                return None;
            }
            let taken = answer.next.board.occupied().len() < position.board.occupied().len();
            (answer.next, taken)
        } else {
            let mv = self.game.judged(position, attempt).ok()?;
            let taken = position.board.captured_by(mv).is_some();
            (self.game.made(position, mv, &mut |_, _| {}), taken)
        };
        if let Some(outcome) = self.game.outcome_of(&next, &EmptyHistory) {
            return Some(match outcome.winners.single() {
                Some(seat) if color_of(seat) == us => won,
                Some(_) => -WON,
                // To a side that is winning a draw is a loss.
                None => -(before.clamp(0, AHEAD) * (WON / AHEAD)),
            });
        }
        let board = &next.board;
        let seen = -self.lookout.search(board, depth, -MATE, MATE);
        if seen <= 100 - MATE && self.game.rules.takes_kings() {
            // A king that can be taken is seen in fog.
            return Some(-WON);
        }
        let unseen = -self.lookout.static_eval(board);
        // Where something was taken, the other side knows that there is something.
        let seeing = if taken { 15 } else { self.seeing };
        let seen = damped(seen);
        // What it does not see it does not make worse for itself, either.
        let unseen = damped(unseen).max(seen);
        Some((seen * seeing + unseen * (16 - seeing)) / 16 + self.progress(position, attempt))
    }

    /// Returns a small bonus for progress: 4 centipawns for an attempt with a pawn.
    fn progress(&self, position: &Position, attempt: Attempt) -> i32 {
        let pawn = attempt
            .from()
            .is_some_and(|from| position.board.piece_at(from) == Some(Piece::Pawn));
        i32::from(pawn) * 4
    }

    fn sample<'w>(&mut self, worlds: &'w [Hypothesis]) -> HypothesisSample<'w> {
        let before = worlds
            .iter()
            .map(|(p, _)| self.lookout.static_eval(&p.board))
            .collect();
        HypothesisSample { worlds, before }
    }

    /// The values of attempts at a first look, in as many of the positions as there is effort for.
    pub(super) fn columns(
        &mut self,
        worlds: &[Hypothesis],
        attempts: &[Attempt],
        effort: &mut Budget<'_>,
    ) -> Vec<Column> {
        let sample = self.sample(worlds);
        let mut columns = vec![Column::default(); attempts.len()];
        let all: Vec<usize> = (0..attempts.len()).collect();
        let rows = worlds.len();
        self.fill_columns(&sample, attempts, &all, 0, rows, &mut columns, effort);
        columns
    }

    /// Ranks attempts, the one to make first; those that no position accepts are
    /// left out.
    pub(super) fn rank(
        &mut self,
        worlds: &[Hypothesis],
        attempts: &[Attempt],
        refused: usize,
        effort: &mut Budget<'_>,
    ) -> (Vec<Ranked>, u32) {
        let sample = self.sample(worlds);
        let rules = self.game.rules;
        let weights: Vec<u64> = worlds.iter().map(|w| w.1).collect();
        let mut looks: [Vec<Column>; DEPTHS] =
            std::array::from_fn(|_| vec![Column::default(); attempts.len()]);
        let mut order: Vec<usize> = (0..attempts.len()).collect();
        let mut depth = 0;
        let mut asked = false;
        for (number, pass) in PASSES.iter().enumerate() {
            let which: Vec<usize> = order.iter().copied().take(pass.attempts).collect();
            let rows = pass.worlds.min(worlds.len());
            let columns = &mut looks[pass.depth as usize];
            let common = |columns: &[Column]| {
                let rows = which.iter().map(|i| columns[*i].values.len());
                rows.min().unwrap_or(0)
            };
            if number > 0 && which.len() < 2 || common(columns) >= rows {
                continue;
            }
            self.fill_columns(&sample, attempts, &which, pass.depth, rows, columns, effort);
            let found = common(columns);
            if number > 0 && (found < FEWEST.min(rows) || found * 3 < rows) {
                break;
            }
            let seen: Vec<&Column> = which.iter().map(|i| &columns[*i]).collect();
            let best = self::order(&seen, &weights[..found], rules, refused);
            let best: Vec<usize> = best.iter().map(|i| which[*i]).collect();
            // What none of the positions of the first pass accepts is left out.
            order.retain(|i| number > 0 && !best.contains(i));
            order.splice(..0, best);
            depth = pass.depth;
            if number == 0 && found >= FEWEST {
                // The first pass alone has looked at everything.
                asked = self.is_asked(&sample, attempts, columns, &weights[..found], refused);
            }
            if asked || found < rows {
                break;
            }
        }
        let mut ranked: Vec<Ranked> = order
            .into_iter()
            .map(|i| {
                let column = &looks[0][i];
                let weights = &weights[..column.values.len()];
                let total = weights.iter().sum::<u64>().max(1);
                let (sum, legal) = mean(column, weights);
                Ranked {
                    attempt: attempts[i],
                    value: (sum / legal.max(1) as i64) as i32,
                    chance: (legal * 1000 / total) as u32,
                }
            })
            .collect();
        if asked {
            let value = ranked.first().map_or(0, |best| best.value);
            ranked.insert(
                0,
                Ranked {
                    attempt: Attempt::AskAny,
                    value,
                    chance: 1000,
                },
            );
        }
        (ranked, depth)
    }

    /// Returns true if it gains enough to ask "any?" before anything is attempted.
    fn is_asked(
        &self,
        sample: &HypothesisSample<'_>,
        attempts: &[Attempt],
        columns: &[Column],
        weights: &[u64],
        refused: usize,
    ) -> bool {
        let (Some(least), Some((position, _))) = (self.asks, sample.worlds.first()) else {
            return false;
        };
        let own = own_pieces(&position.board, position.board.turn());
        let is_try = |attempt: &Attempt| {
            seat::legal_shape(&own, &ReachableSquares::NOTHING, *attempt) == Some(true)
        };
        let tries: Vec<bool> = attempts.iter().map(is_try).collect();
        let question = Question {
            rules: self.game.rules,
            columns,
            tries: &tries,
            weights,
            refused,
        };
        question.gain().is_some_and(|gain| gain >= least)
    }

    /// Looks at some of the attempts in the first `rows` positions of a sample, or in as many
    /// as there is effort for, and adds what is not known yet to their columns.
    #[allow(clippy::too_many_arguments)]
    fn fill_columns(
        &mut self,
        sample: &HypothesisSample<'_>,
        attempts: &[Attempt],
        which: &[usize],
        depth: u32,
        rows: usize,
        columns: &mut [Column],
        effort: &mut Budget<'_>,
    ) {
        for number in 0..rows {
            let missing: Vec<usize> = which
                .iter()
                .copied()
                .filter(|i| columns[*i].values.len() == number)
                .collect();
            let mut row = Vec::with_capacity(missing.len());
            for i in &missing {
                // A first look is finished if there is any time for it.
                if (number > 0 || depth > 0) && effort.is_over() || effort.is_late() {
                    return;
                }
                let value = self.count(effort, |judge| {
                    let (position, before) = (&sample.worlds[number].0, sample.before[number]);
                    judge.value(position, attempts[*i], depth, before)
                });
                let Some(value) = value else { return };
                row.push(value);
            }
            for (i, value) in missing.into_iter().zip(row) {
                columns[i].values.push(value);
            }
        }
    }

    /// Returns the result of one look; none where the budget ended before the look was complete.
    fn count<T>(
        &mut self,
        effort: &mut Budget<'_>,
        look: impl FnOnce(&mut Self) -> T,
    ) -> Option<T> {
        if !effort.take(1) {
            return None;
        }
        self.lookout.begin(effort.left());
        let value = look(self);
        let whole = self.lookout.is_whole();
        (effort.take(self.lookout.nodes) && whole).then_some(value)
    }
}

/// The weighted sum of what is accepted, and the weight of it.
fn mean(column: &Column, weights: &[u64]) -> (i64, u64) {
    let accepted = column.values.iter().zip(weights);
    accepted.fold((0, 0), |(sum, legal), (value, weight)| match value {
        Some(value) => (sum + i64::from(*value) * *weight as i64, legal + weight),
        None => (sum, legal),
    })
}

/// Returns the cost of a refusal, in centipawns.
pub(super) fn cost(rules: &RuleSet, refused: usize) -> i64 {
    // A table tries anything at all when its patience has ended.
    let patience = (rules.retries as usize).saturating_sub(refused);
    if patience <= 2 {
        return 400;
    }
    match rules.rejected {
        Audience::Mover => 1,
        _ => 4,
    }
}

/// The attempts that some position accepts, by their numbers, the one to make first
/// in front; of each column as much counts as there are weights.
pub(super) fn order(
    columns: &[&Column],
    weights: &[u64],
    rules: &RuleSet,
    refused: usize,
) -> Vec<usize> {
    let total = weights.iter().sum::<u64>().max(1) as i64;
    let cost = cost(rules, refused);
    let legal: Vec<i64> = columns.iter().map(|c| mean(c, weights).1 as i64).collect();
    // In millionths the shares do not overflow.
    let bonus = |i: usize| {
        let share = (i128::from(legal[i]) * 1000 / i128::from(total)) as i64;
        let doubt = share * (1000 - share) * 4 * LESSON / 1_000_000;
        doubt - cost * (1000 - share) / 1000
    };
    let beats = |a: usize, b: usize| {
        let mut sum = 0_i128;
        for ((x, y), weight) in columns[a]
            .values
            .iter()
            .zip(&columns[b].values)
            .zip(weights)
        {
            if let (Some(x), Some(y)) = (x, y) {
                sum += i128::from(x - y) * i128::from(*weight);
            }
        }
        // A tenth of a centipawn is enough.
        let gain = (sum * 10 / i128::from(total)) as i64 + 10 * (bonus(a) - bonus(b));
        gain > 0
    };
    let mut left: Vec<usize> = (0..columns.len()).filter(|i| legal[*i] > 0).collect();
    // In the order of the means a champion is found quickly.
    left.sort_by_key(|i| {
        let (sum, legal) = mean(columns[*i], weights);
        -(sum / legal.max(1) as i64)
    });
    let mut out = Vec::with_capacity(left.len());
    while !left.is_empty() {
        let mut champion = 0;
        for _ in 0..2 {
            for rival in 0..left.len() {
                if rival != champion && beats(left[rival], left[champion]) {
                    champion = rival;
                }
            }
        }
        out.push(left.remove(champion));
        if out.len() == FAVOURITES {
            // The rest is never made but for want of anything better.
            out.append(&mut left);
        }
    }
    out
}

/// The other colour's pieces but for pawns and the king, in pawns.
pub(super) fn officers(board: &Board, color: Color) -> u32 {
    [
        (Piece::Knight, 3),
        (Piece::Bishop, 3),
        (Piece::Rook, 5),
        (Piece::Queen, 9),
    ]
    .into_iter()
    .map(|(piece, score)| score * board.colored_pieces(color, piece).len())
    .sum()
}
