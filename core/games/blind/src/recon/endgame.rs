//! Against a king that has only pawns left, or is alone where all is open, a plan is made for all
//! positions that are believed in together: what is heard after an attempt and the
//! reply splits them into sets, and a set is the better the less room its kings
//! have, the nearer to the edge they are, and the fewer they are. Mates count where
//! they are mates, stalemates and pieces that are lost where they happen.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;

use super::lone_king::PieceSets;
use super::ranking::{Hypothesis, Ranked, WON, cost, officers};
use super::squares::{apart, distance, edge};
use crate::attempt::Attempt;
use crate::belief::Budget;
use crate::position::Position;
use crate::rules::Audience;
use crate::sight::own_pieces;
use crate::{Blind, ReachableSquares, color_of, seat};
use chess::{Bitboard, Board, Color, File, Piece, Rank, Square, Stages, attacks};
use contract::fnv::Fnv;
use contract::history::EmptyHistory;

/// Largest number of positions that are planned for.
pub(super) const WORLDS: usize = 72;
/// Value of a mate, added to the material.
const MATE: i64 = 500;
/// Largest number of positions in a set of the second step.
const FEWER: usize = 20;
/// Number of attempts that are searched two moves ahead.
const FAVOURITES: usize = 8;
/// A second step is left out for sets with a smaller share of the weight, in
/// thousandths.
const NEGLIGIBLE: u64 = 8;

/// Returns true if a position is planned in this way: the other side has at most pawns beside its
/// king, and our pieces can force a mate and outweigh the pawns.
pub(super) fn is_one(board: &Board, us: Color) -> bool {
    let pawns = board.colored_pieces(!us, Piece::Pawn).len();
    PieceSets::of(board, us).officers_mate()
        && officers(board, !us) == 0
        && officers(board, us) >= 5 + 2 * pawns
}

/// Positions that cannot be told apart, with their weights.
type Set = Vec<(Board, u64)>;

/// Plans for one side.
pub(super) struct Planner<'g> {
    pub(super) game: &'g Blind,
    pub(super) us: Color,
}

impl Planner<'_> {
    /// Ranks attempts, the one to make first.
    pub(super) fn rank(
        &self,
        worlds: &[Hypothesis],
        attempts: &[Attempt],
        effort: &mut Budget<'_>,
    ) -> (Vec<Ranked>, u32) {
        let total: u64 = worlds.iter().map(|w| w.1).sum::<u64>().max(1);
        let mut rated: Vec<(Ranked, i64)> = Vec::new();
        for attempt in attempts {
            if !rated.is_empty() && effort.is_over() || effort.is_late() {
                break;
            }
            if let Some((value, legal)) = self.rate(worlds, *attempt, false, effort) {
                let chance = (legal * 1000 / total) as u32;
                rated.push((
                    Ranked {
                        attempt: *attempt,
                        value: value as i32,
                        chance,
                    },
                    value,
                ));
            }
        }
        let refused = worlds.first().map_or(0, |(p, _)| p.turn.tried.len());
        let cost = cost(self.game.rules, refused);
        let in_doubt = |ranked: &Ranked| cost * i64::from(1000 - ranked.chance) / 1000;
        let order = |(ranked, value): &(Ranked, i64)| in_doubt(ranked) - value;
        rated.sort_by_key(order);
        let mut deeper = 0;
        for (number, (ranked, value)) in rated.iter_mut().take(FAVOURITES).enumerate() {
            if effort.is_over() {
                break;
            }
            let Some((again, _)) = self.rate(worlds, ranked.attempt, true, effort) else {
                continue;
            };
            if effort.is_over() {
                break;
            }
            *value = again;
            ranked.value = again as i32;
            deeper = number + 1;
        }
        if deeper > 1 {
            rated[..deeper].sort_by_key(order);
        }
        let depth = 1 + u32::from(deeper > 1);
        (rated.into_iter().map(|(ranked, _)| ranked).collect(), depth)
    }

    /// Returns the value of an attempt where it is accepted, relative to the value of those
    /// positions as they are, and their weight.
    fn rate(
        &self,
        worlds: &[Hypothesis],
        attempt: Attempt,
        twice: bool,
        effort: &mut Budget<'_>,
    ) -> Option<(i64, u64)> {
        let mut before: Set = Vec::new();
        let mut sets: BTreeMap<u64, Set> = BTreeMap::new();
        let (mut sum, mut legal) = (0_i128, 0_u64);
        for (position, weight) in worlds {
            if effort.is_late() || !effort.take(1) {
                break;
            }
            let Ok(mv) = self.game.judged(position, attempt) else {
                continue;
            };
            legal += weight;
            before.push((position.board, *weight));
            let mut ear = Fnv::new();
            let next = self.game.made(position, mv, &mut |audience, event| {
                if audience != Audience::Opponent {
                    event.hash(&mut ear);
                }
            });
            if let Some(value) = self.terminal_value(&next) {
                sum += i128::from(value) * i128::from(*weight);
                continue;
            }
            sum += self.replies(&next, *weight, ear, &mut sets, effort);
        }
        if legal == 0 {
            return None;
        }
        let all = legal;
        for set in sets.values() {
            let weight: u64 = set.iter().map(|(_, w)| w).sum();
            let mut value = self.set_value(set);
            if twice && weight * 1000 >= NEGLIGIBLE * all && !effort.is_over() {
                value += self.best(set, effort).max(0) * 3 / 4;
            }
            sum += i128::from(value) * i128::from(weight);
        }
        let value = (sum / i128::from(legal)) as i64 - self.set_value(&before);
        Some((value, legal))
    }

    /// Returns the value of the game if it has ended.
    fn terminal_value(&self, position: &Position) -> Option<i64> {
        let outcome = self.game.outcome_of(position, &EmptyHistory)?;
        Some(match outcome.winners.single() {
            // Who can mate will mate some day: that is no reason to risk a draw.
            Some(seat) if color_of(seat) == self.us => material(&position.board, self.us) + MATE,
            Some(_) | None => -i64::from(WON),
        })
    }

    /// Sorts what follows into sets by what is heard. Returns what the replies that
    /// end the game come to.
    fn replies(
        &self,
        position: &Position,
        weight: u64,
        ear: Fnv,
        sets: &mut BTreeMap<u64, Set>,
        effort: &mut Budget<'_>,
    ) -> i128 {
        let board = &position.board;
        let rules = self.game.board_rules();
        let count = u64::from(board.count_legal(rules)).max(1);
        // Shares of a weight are whole numbers.
        let share = (weight / count).max(1);
        let mut sum = 0;
        let _ = board.visit(rules, Stages::ALL, |moves| {
            for mv in moves {
                if effort.is_late() || !effort.take(1) {
                    return ControlFlow::Break(());
                }
                let mut ear = ear;
                let next = self.game.made(position, mv, &mut |audience, event| {
                    if audience != Audience::Mover {
                        event.hash(&mut ear);
                    }
                });
                match self.terminal_value(&next) {
                    Some(value) => sum += i128::from(value) * i128::from(share),
                    None => sets
                        .entry(ear.finish())
                        .or_default()
                        .push((next.board, share)),
                }
            }
            ControlFlow::Continue(())
        });
        sum
    }

    /// Returns the gain of the best attempt in a set, at least 0.
    fn best(&self, set: &Set, effort: &mut Budget<'_>) -> i64 {
        let mut heaviest: Vec<&(Board, u64)> = set.iter().collect();
        heaviest.sort_by_key(|(board, weight)| (std::cmp::Reverse(*weight), board.hash()));
        heaviest.dedup_by_key(|(board, _)| board.hash());
        let worlds: Vec<Hypothesis> = heaviest
            .into_iter()
            .take(FEWER)
            .map(|(board, weight)| (Position::new(*board, None), *weight))
            .collect();
        let men = own_pieces(&worlds[0].0.board, self.us);
        let mut best = 0;
        let mut each = |attempt| {
            if effort.is_over() {
                return ControlFlow::Break(());
            }
            if let Some((value, legal)) = self.rate(&worlds, attempt, false, effort) {
                let total: u64 = worlds.iter().map(|w| w.1).sum();
                // What is mostly refused is mostly not what happens.
                let value = value * legal as i64 / total.max(1) as i64;
                best = best.max(value);
            }
            ControlFlow::Continue(())
        };
        let _ = seat::candidates(&men, &ReachableSquares::NOTHING, &mut each);
        best
    }

    /// Returns the value of a set, in centipawns.
    fn set_value(&self, set: &Set) -> i64 {
        let weight: u64 = set.iter().map(|(_, w)| w).sum();
        let Some((first, _)) = set.first() else {
            return 0;
        };
        let us = self.us;
        let mut kings = Bitboard::EMPTY;
        let mut sum = 0_i128;
        let ours = first.king(us);
        let corner = corners(first, us);
        for (board, weight) in set {
            let king = board.king(!us);
            kings |= king.into();
            let mut score = material(board, us);
            score -= 14 * edge(king) as i64 + 6 * distance(ours, king) as i64;
            if let Some(corners) = corner {
                let near = corners.into_iter().map(|c| apart(c, king)).min();
                score -= 14 * near.unwrap_or(0) as i64;
            }
            sum += i128::from(score) * i128::from(*weight);
        }
        let room = i64::from(room(first, us, kings).len());
        let mean = (sum / i128::from(weight.max(1))) as i64;
        mean - 9 * room - 3 * i64::from(kings.len())
    }
}

/// Returns the squares that the kings of a set can reach while only they move.
fn room(board: &Board, us: Color, kings: Bitboard) -> Bitboard {
    let men = board.colors(us);
    let guarded = guarded(board, us);
    let open = !guarded;
    let mut reached = kings;
    loop {
        let mut next = reached;
        for square in reached {
            next |= attacks::king(square) & open;
        }
        // Pieces that nobody guards are no wall, but no ground to run on either.
        next = (next - men) | kings;
        if next == reached {
            return reached;
        }
        reached = next;
    }
}

/// The squares that a side guards if the other king is nowhere.
fn guarded(board: &Board, us: Color) -> Bitboard {
    let occupied = board.occupied() - board.king(!us).into();
    let mut all = Bitboard::EMPTY;
    for square in board.colors(us) {
        all |= match board.piece_at(square) {
            Some(Piece::Pawn) => attacks::pawn(us, square),
            Some(Piece::Knight) => attacks::knight(square),
            Some(Piece::Bishop) => attacks::bishop(square, occupied),
            Some(Piece::Rook) => attacks::rook(square, occupied),
            Some(Piece::Queen) => {
                attacks::bishop(square, occupied) | attacks::rook(square, occupied)
            }
            _ => attacks::king(square),
        };
    }
    all
}

fn material(board: &Board, us: Color) -> i64 {
    const WORTH: [i64; 5] = [100, 320, 330, 500, 900];
    let mut sum = 0;
    for piece in Piece::DROPPABLE {
        let of = |color| i64::from(board.colored_pieces(color, piece).len());
        sum += WORTH[piece.index()] * (of(us) - of(!us));
    }
    for (color, sign) in [(us, 1), (!us, -1)] {
        for pawn in board.colored_pieces(color, Piece::Pawn) {
            let ahead = match color {
                Color::White => pawn.rank().index(),
                Color::Black => 7 - pawn.rank().index(),
            } as i64;
            sum += sign * 5 * ahead * ahead;
        }
    }
    sum
}

/// With a bishop and a knight a king is mated in two corners only.
fn corners(board: &Board, us: Color) -> Option<[Square; 2]> {
    let of = |piece| board.colored_pieces(us, piece);
    let heavy = of(Piece::Queen) | of(Piece::Rook) | of(Piece::Pawn);
    let bishop = of(Piece::Bishop);
    if heavy.any() || bishop.len() != 1 || of(Piece::Knight).is_empty() {
        return None;
    }
    let light = bishop.meets(Bitboard::LIGHT);
    let at = Square::at;
    Some(if light {
        [at(File::A, Rank::Eighth), at(File::H, Rank::First)]
    } else {
        [at(File::A, Rank::First), at(File::H, Rank::Eighth)]
    })
}
