//! Against a king that is alone all that is not known is one square, so a set of
//! positions is 64 bits and a plan can be made for all of it, several moves deep.
//!
//! A set is split by what is heard: an attempt is refused where the king is in the
//! way or its square is next to the king, a check is told with its directions, and
//! what is left after the reply is every square that the king may have gone to. This
//! is what Ciancarini and Favini call a metaposition ("Solving Kriegspiel endings
//! with brute force", 2010), searched here as far as the effort goes, with a score
//! at its end after Bolognesi and Ciancarini ("Computer programming of Kriegspiel
//! endings", 2003): little room for the king, our king near, nothing given away.

use super::ranking::Ranked;
use super::squares::{apart, distance, edge};
use crate::attempt::Attempt;
use crate::belief::Budget;
use chess::{Bitboard, Board, Color, Piece, Rank, Square, attacks};
use contract::rng::Rng;
use contract::work;

/// Value of a mate, added to the material. It is low: a side that can mate will mate some day, and
/// a high value made it wait for luck, move after move.
const MATE: i32 = 300;
/// Bonus for each move by which a mate is earlier.
const SOONER: i32 = 8;
/// Value of a position in which a win has been thrown away.
const THROWN_WIN: i32 = -6_000;
/// Cost of any chance of that, however small, on top of its share.
const RISK: i32 = 300;
/// Largest search depth, in moves of ours.
const DEEPEST: u32 = 8;
/// Numbers of attempts that are searched deeper than one move: in the position itself, and in those
/// that follow.
const BROAD: usize = 12;
const NARROW: usize = 6;
/// Number of refused attempts that are followed by another one in the position itself.
const RETRIES: u32 = 2;
/// In how many parts of sixteen what may be heard is taken as it comes; in the others
/// the worst of it is.
const EXPECTATION_SIXTEENTHS: i32 = 8;
/// Bound of the random bonus that varies the choice among attempts of about the same value, so that
/// nothing repeats for ever.
const JITTER: u32 = 12;

const WORTH: [i32; 6] = [100, 320, 330, 500, 900, 0];

/// Squares whose rising diagonal (up and to the right) is the longer one.
const LONG_RISING: Bitboard = {
    let mut all = 0;
    let mut square = 0;
    while square < 64 {
        let (file, rank) = (square % 8, square / 8);
        let rising: i32 = file - rank;
        let falling: i32 = file + rank - 7;
        if rising.abs() < falling.abs() {
            all |= 1 << square;
        }
        square += 1;
    }
    Bitboard(all)
};

/// The pieces of the side that plays for a mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PieceSets {
    of: [Bitboard; 6],
    color: Color,
}

/// A move of one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct HuntMove {
    piece: Piece,
    from: Square,
    to: Square,
    promotion: Option<Piece>,
}

/// Squares that are attacked, by the direction as a king there is told it.
struct Attacked {
    by: [Bitboard; 5],
    all: Bitboard,
}

impl PieceSets {
    pub(super) fn of(board: &Board, color: Color) -> Self {
        Self {
            of: Piece::ALL.map(|piece| board.colored_pieces(color, piece)),
            color,
        }
    }

    fn get(&self, piece: Piece) -> Bitboard {
        self.of[piece.index()]
    }

    fn all(&self) -> Bitboard {
        self.of.into_iter().fold(Bitboard::EMPTY, |a, b| a | b)
    }

    /// Returns true if the pieces can force a mate, a pawn counted as what it will become.
    pub(super) fn mate(&self) -> bool {
        self.get(Piece::Pawn).any() || self.officers_mate()
    }

    /// Returns true if the pieces can force a mate without pawns.
    pub(super) fn officers_mate(&self) -> bool {
        let bishops = self.get(Piece::Bishop);
        let heavy = self.get(Piece::Queen) | self.get(Piece::Rook);
        let pair = bishops.meets(Bitboard::LIGHT) && (bishops - Bitboard::LIGHT).any();
        heavy.any() || pair || bishops.any() && self.get(Piece::Knight).any()
    }

    fn after(&self, step: HuntMove) -> Self {
        let mut next = *self;
        next.of[step.piece.index()] = next.get(step.piece) - step.from.into();
        next.of[step.promotion.unwrap_or(step.piece).index()] |= step.to.into();
        next
    }

    fn without(&self, square: Square) -> Self {
        Self {
            of: self.of.map(|of| of - square.into()),
            color: self.color,
        }
    }

    /// Returns the squares that the pieces attack, their own included; the other king blocks
    /// nothing.
    fn attacked(&self) -> Attacked {
        let occupied = self.all();
        let mut by = [Bitboard::EMPTY; 5];
        let mut all = attacks::king(self.king());
        let (mut rising, mut falling) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for from in self.get(Piece::Rook) | self.get(Piece::Queen) {
            let to = attacks::rook(from, occupied);
            by[0] |= to & Bitboard::file(from.file());
            by[1] |= to & Bitboard::rank(from.rank());
        }
        let mut diagonal = |from: Square, to: Bitboard| {
            for square in to {
                let (file, rank) = (square.file() > from.file(), square.rank() > from.rank());
                if file == rank {
                    rising |= square.into();
                } else {
                    falling |= square.into();
                }
            }
        };
        for from in self.get(Piece::Bishop) | self.get(Piece::Queen) {
            diagonal(from, attacks::bishop(from, occupied));
        }
        for from in self.get(Piece::Pawn) {
            diagonal(from, attacks::pawn(self.color, from));
        }
        for from in self.get(Piece::Knight) {
            by[4] |= attacks::knight(from);
        }
        by[2] = (rising & LONG_RISING) | (falling - LONG_RISING);
        by[3] = (rising - LONG_RISING) | (falling & LONG_RISING);
        for one in by {
            all |= one;
        }
        Attacked { by, all }
    }

    fn king(&self) -> Square {
        self.get(Piece::King).first().unwrap_or(Square::wrap(0))
    }

    fn piece_at(&self, square: Square) -> Option<Piece> {
        Piece::ALL
            .into_iter()
            .find(|piece| self.get(*piece).has(square))
    }

    /// The step that an attempt is; none for castling and what is no move.
    fn step(&self, attempt: Attempt) -> Option<HuntMove> {
        let Attempt::Move {
            from,
            to,
            promotion,
        } = attempt
        else {
            return None;
        };
        let piece = self.piece_at(from)?;
        let castles = piece == Piece::King && !attacks::king(from).has(to);
        let takes = piece == Piece::Pawn && from.file() != to.file();
        (!castles && !takes).then_some(HuntMove {
            piece,
            from,
            to,
            promotion,
        })
    }

    /// Every step but for castling and promotions to less than a queen.
    fn steps(&self, mut visit: impl FnMut(HuntMove)) {
        let mine = self.all();
        for piece in Piece::ALL {
            for from in self.get(piece) {
                let to = match piece {
                    Piece::Pawn => self.ahead(from, mine),
                    Piece::Knight => attacks::knight(from),
                    Piece::Bishop => attacks::bishop(from, mine),
                    Piece::Rook => attacks::rook(from, mine),
                    Piece::Queen => attacks::bishop(from, mine) | attacks::rook(from, mine),
                    Piece::King => attacks::king(from),
                };
                for to in to - mine {
                    let last = piece == Piece::Pawn && Bitboard::BACK_RANKS.has(to);
                    visit(HuntMove {
                        piece,
                        from,
                        to,
                        promotion: last.then_some(Piece::Queen),
                    });
                }
            }
        }
    }

    fn ahead(&self, from: Square, occupied: Bitboard) -> Bitboard {
        let (up, home) = match self.color {
            Color::White => (8, Rank::Second),
            Color::Black => (-8, Rank::Seventh),
        };
        let Some(one) = Square::new((from.index() as i32 + up) as u8) else {
            return Bitboard::EMPTY;
        };
        if occupied.has(one) {
            return Bitboard::EMPTY;
        }
        let mut to = Bitboard::from(one);
        if from.rank() == home {
            to |= Square::wrap((one.index() as i32 + up) as u8).into();
        }
        to
    }

    /// Returns the squares that remain possible for the king if a step is accepted.
    fn accepted(&self, kings: Bitboard, step: HuntMove) -> Bitboard {
        let way = match step.piece {
            Piece::King => attacks::king(step.to),
            _ => attacks::between(step.from, step.to) | step.to.into(),
        };
        kings - way
    }
}

/// All squares next to some.
fn around(of: Bitboard) -> Bitboard {
    const A: u64 = 0x0101_0101_0101_0101;
    const H: u64 = A << 7;
    let sides = (of.0 & !H) << 1 | (of.0 & !A) >> 1;
    let row = sides | of.0;
    Bitboard(sides | row << 8 | row >> 8)
}

/// Plans against a king that is alone.
pub(super) struct LoneKingHunt {
    /// True if checks are announced.
    pub(super) checks: bool,
    /// True if the stalemated side loses.
    pub(super) stalemate_wins: bool,
}

impl LoneKingHunt {
    /// Ranks attempts, the one to make first; and how deep it searched, in moves.
    pub(super) fn rank(
        &self,
        men: &PieceSets,
        kings: Bitboard,
        attempts: &[Attempt],
        rng: &mut Rng,
        effort: &mut Budget<'_>,
    ) -> (Vec<Ranked>, u32) {
        let mut rated: Vec<(Attempt, HuntMove, i32)> = Vec::new();
        for attempt in attempts {
            if !rated.is_empty() && effort.is_over() || effort.is_late() {
                break;
            }
            if let Some(step) = men.step(*attempt)
                && let Some(value) = self.tried(men, kings, step, 1, 0, effort)
            {
                rated.push((*attempt, step, value));
            }
        }
        rated.sort_by_key(|(_, _, value)| -value);
        let mut depth = 1;
        while depth < DEEPEST && !effort.is_over() && rated.len() > 1 {
            let broad = rated.len().min(BROAD);
            let mut done = 0;
            for (_, step, value) in &mut rated[..broad] {
                let again = self.tried(men, kings, *step, depth + 1, RETRIES, effort);
                if effort.is_over() {
                    break;
                }
                *value = again.unwrap_or(*value) + rng.below(JITTER) as i32;
                done += 1;
            }
            if done > 1 {
                rated[..done].sort_by_key(|(_, _, value)| -value);
            }
            if done < broad {
                break;
            }
            depth += 1;
        }
        let all = kings.len().max(1);
        let told = |(attempt, step, value): (Attempt, HuntMove, i32)| {
            let accepted = men.accepted(kings, step).len();
            Ranked {
                attempt,
                value,
                chance: accepted * 1000 / all,
            }
        };
        (rated.into_iter().map(told).collect(), depth)
    }

    /// Returns the value of trying a step, from the cases that it is accepted and that it is
    /// refused; none if it cannot be accepted.
    fn tried(
        &self,
        men: &PieceSets,
        kings: Bitboard,
        step: HuntMove,
        depth: u32,
        retries: u32,
        effort: &mut Budget<'_>,
    ) -> Option<i32> {
        let accepted = men.accepted(kings, step);
        if accepted.is_empty() {
            return None;
        }
        let mut value = self.made(men, accepted, step, depth, effort);
        let refused = kings - accepted;
        if refused.any() {
            let otherwise = if retries > 0 && depth > 1 {
                self.best(men, refused, depth - 1, retries - 1, effort)
            } else {
                self.evaluate(men, refused)
            };
            let (a, r) = (accepted.len() as i32, refused.len() as i32);
            let mean = (value * a + otherwise * r) / (a + r) - 1;
            value = (mean * EXPECTATION_SIXTEENTHS
                + value.min(otherwise) * (16 - EXPECTATION_SIXTEENTHS))
                / 16;
        }
        Some(value)
    }

    /// The value of having the move, searched.
    fn best(
        &self,
        men: &PieceSets,
        kings: Bitboard,
        depth: u32,
        retries: u32,
        effort: &mut Budget<'_>,
    ) -> i32 {
        let mut found: Vec<(i32, HuntMove)> = Vec::new();
        men.steps(|step| {
            if effort.is_late() {
                return;
            }
            if let Some(value) = self.tried(men, kings, step, 1, 0, effort) {
                found.push((value, step));
            }
        });
        if depth > 1 && !effort.is_over() {
            found.sort_by_key(|(value, _)| -value);
            found.truncate(NARROW);
            for (value, step) in &mut found {
                if effort.is_over() {
                    break;
                }
                if let Some(again) = self.tried(men, kings, *step, depth, retries, effort) {
                    *value = again;
                }
            }
        }
        let best = found.into_iter().map(|(value, _)| value).max();
        best.unwrap_or_else(|| self.evaluate(men, kings))
    }

    /// Returns the value of a step where it is accepted.
    fn made(
        &self,
        men: &PieceSets,
        kings: Bitboard,
        step: HuntMove,
        depth: u32,
        effort: &mut Budget<'_>,
    ) -> i32 {
        if !effort.take(1) {
            return self.evaluate(men, kings);
        }
        work::add(1);
        let next = men.after(step);
        let attacked = next.attacked();
        let mine = next.all();
        let mut parts = [Bitboard::EMPTY; 32];
        let mut count = 1;
        parts[0] = kings;
        if self.checks {
            for by in attacked.by {
                let before = count;
                for number in 0..before {
                    let (told, other) = (parts[number] & by, parts[number] - by);
                    if told.any() && other.any() && count < 32 {
                        parts[number] = other;
                        parts[count] = told;
                        count += 1;
                    }
                }
            }
        }
        let open = !attacked.all;
        let free = around(open);
        let mut sum = 0_i64;
        let mut worst = i32::MAX;
        for part in &parts[..count] {
            let stuck = *part - free;
            let mated = if self.stalemate_wins {
                stuck
            } else {
                stuck & attacked.all
            };
            let stalemated = stuck - mated;
            sum +=
                i64::from(mated.len()) * i64::from(material(&next) + MATE + SOONER * depth as i32);
            sum += i64::from(stalemated.len()) * i64::from(THROWN_WIN);
            if stalemated.any() {
                sum -= i64::from(RISK) * i64::from(kings.len());
            }
            let going = *part & free;
            if going.is_empty() {
                continue;
            }
            let to = around(going) & open;
            for taken in to & mine {
                let who = going & attacks::king(taken);
                let left = next.without(taken);
                let value = if left.mate() {
                    self.evaluate(&left, taken.into())
                } else {
                    sum -= i64::from(RISK) * i64::from(kings.len());
                    THROWN_WIN
                };
                // It is taken to do so whenever it can.
                let other = self.evaluate(&next, to - mine);
                sum += i64::from(who.len()) * i64::from(value.min(other) - other);
            }
            let kept = to - mine;
            if kept.is_empty() {
                continue;
            }
            let value = if depth > 1 && !effort.is_over() {
                self.best(&next, kept, depth - 1, u32::from(depth > 2), effort)
            } else {
                self.evaluate(&next, kept)
            };
            sum += i64::from(going.len()) * i64::from(value);
            worst = worst.min(value);
        }
        let mean = (sum / i64::from(kings.len().max(1))) as i32;
        (mean * EXPECTATION_SIXTEENTHS + worst.min(mean) * (16 - EXPECTATION_SIXTEENTHS)) / 16
    }

    /// Evaluates the pieces against a king on one of some squares, with our side to move.
    fn evaluate(&self, men: &PieceSets, kings: Bitboard) -> i32 {
        if kings.is_empty() {
            return 0;
        }
        let ours = men.king();
        let mut sum = 0;
        let corners = self.corners(men);
        for king in kings {
            sum += 14 * edge(king) as i32 + 6 * distance(ours, king) as i32;
            if corners.any() {
                let near = corners.into_iter().map(|c| apart(c, king)).min();
                sum += 14 * near.unwrap_or(0) as i32;
            }
        }
        let count = kings.len() as i32;
        let mut score = -sum / count - 3 * count - 9 * room(men, kings).len() as i32;
        score += material(men);
        score
    }

    /// With a bishop and a knight a king is mated in two corners only.
    fn corners(&self, men: &PieceSets) -> Bitboard {
        let heavy = men.get(Piece::Queen) | men.get(Piece::Rook) | men.get(Piece::Pawn);
        let bishops = men.get(Piece::Bishop);
        if heavy.any() || bishops.len() != 1 {
            return Bitboard::EMPTY;
        }
        let corners = Bitboard(0x8100_0000_0000_0081);
        if bishops.meets(Bitboard::LIGHT) {
            corners & Bitboard::LIGHT
        } else {
            corners - Bitboard::LIGHT
        }
    }
}

/// Returns the value of the pieces, in centipawns; a pawn's grows towards promotion.
fn material(men: &PieceSets) -> i32 {
    let mut score = 0;
    for piece in Piece::DROPPABLE {
        score += WORTH[piece.index()] * men.get(piece).len() as i32;
    }
    for pawn in men.get(Piece::Pawn) {
        let ahead = match men.color {
            Color::White => pawn.rank().index(),
            Color::Black => 7 - pawn.rank().index(),
        } as i32;
        score += 6 * ahead * ahead;
    }
    score
}

/// Returns the squares that a king on one of some squares can reach while we do not move.
fn room(men: &PieceSets, kings: Bitboard) -> Bitboard {
    // Pieces that nobody guards are no wall, but no ground to run on either.
    let open = !men.attacked().all - men.all();
    let mut reached = kings;
    loop {
        let next = reached | around(reached) & open;
        if next == reached {
            return reached;
        }
        reached = next;
    }
}
