//! The terms of the evaluation.

use super::danger_cost;
use super::weights::{
    EvalWeights, Pair, Taper, bishop_mobility, bishop_pair, castling, hand, hanging,
    knight_mobility, material, minor_threat, open_king_file, outpost, pawn_threat, queen_mobility,
    rook_file, rook_mobility, rook_threat, shield, squares, storm, tempo, undeveloped,
};
use chess::{Bitboard, Board, Color, File, Piece, Square, attacks};

/// The receiver of the weights that counted, with their factors: for White positive, for Black
/// negative.
pub trait TermTrace {
    /// A term of the linear part.
    fn term(&mut self, index: usize, by: i32);
    /// A part of the danger to a king.
    fn danger(&mut self, king: Color, index: usize, by: i32);
}

/// Nobody is told.
#[derive(Clone, Copy, Debug)]
pub struct Untraced;

impl TermTrace for Untraced {
    #[inline(always)]
    fn term(&mut self, _: usize, _: i32) {}

    #[inline(always)]
    fn danger(&mut self, _: Color, _: usize, _: i32) {}
}

/// The pieces that make a middlegame, by what they weigh in it.
const PHASES: [(Piece, i32); 4] = [
    (Piece::Knight, 1),
    (Piece::Bishop, 1),
    (Piece::Rook, 2),
    (Piece::Queen, 4),
];
const FULL_PHASE: i32 = 24;

/// Evaluates a board for the side to move.
pub(super) fn evaluate(board: &Board, weights: &EvalWeights, trace: &mut impl TermTrace) -> i32 {
    let mut judge = TermEvaluator::new(board, weights, trace);
    // Each side by itself, and not in a loop: there is code of its own for either.
    judge.pieces(Color::White);
    judge.pieces(Color::Black);
    judge.others(Color::White);
    judge.others(Color::Black);
    let sign = sign(board.turn());
    judge.term(tempo, sign);
    let (mut middle, mut end) = (judge.total.middle(), judge.total.end());
    let dangers = [judge.danger(Color::White), judge.danger(Color::Black)];
    let [white, black] = dangers.map(|danger| danger_cost(weights.taper, danger));
    middle += black.0 - white.0;
    end += black.1 - white.1;
    sign * tapered(board, weights.taper, middle, end)
}

pub(super) const fn sign(color: Color) -> i32 {
    match color {
        Color::White => 1,
        Color::Black => -1,
    }
}

/// In games with drops: what a piece in hand counts of a full hand, pawn to queen.
const HANDS: [i32; 5] = [1, 2, 2, 2, 3];
/// Material that both sides together have in hand where nothing is missing any more.
const FULL_HANDS: i32 = 12;

/// Between the two halves of the weights, from White's side.
pub(super) fn tapered(board: &Board, taper: Taper, middle: i32, end: i32) -> i32 {
    match taper {
        Taper::Men => {
            let mut phase = 0;
            for (piece, weight) in PHASES {
                let mut count = board.pieces(piece).len() as i32;
                for color in Color::ALL {
                    count += i32::from(board.pocket(color, piece));
                }
                phase += weight * count;
            }
            let phase = phase.min(FULL_PHASE);
            let end = end * scale(board, end) / 64;
            (middle * phase + end * (FULL_PHASE - phase)) / FULL_PHASE
        }
        Taper::Hands => {
            let mut phase = 0;
            for color in Color::ALL {
                if board.has_pocket(color) {
                    for (piece, weight) in Piece::ALL.into_iter().zip(HANDS) {
                        phase += weight * i32::from(board.pocket(color, piece));
                    }
                }
            }
            let phase = phase.min(FULL_HANDS);
            (middle * phase + end * (FULL_HANDS - phase)) / FULL_HANDS
        }
    }
}

/// Returns the share of an endgame advantage that can be won with, in 64ths: little where the
/// stronger side has no pawn left and hardly more pieces.
fn scale(board: &Board, end: i32) -> i32 {
    let strong = if end > 0 { Color::White } else { Color::Black };
    if board.has_pocket(Color::White) || board.has_pocket(Color::Black) {
        return 64;
    }
    if board.colored_pieces(strong, Piece::Pawn).any() {
        return 64;
    }
    let value = |color| {
        let count = |piece| board.colored_pieces(color, piece).len() as i32;
        3 * (count(Piece::Knight) + count(Piece::Bishop))
            + 5 * count(Piece::Rook)
            + 9 * count(Piece::Queen)
    };
    let (ours, theirs) = (value(strong), value(!strong));
    if ours - theirs > 3 {
        64
    } else if ours < 5 {
        4
    } else {
        14
    }
}

/// The terms gathered while a board is evaluated.
pub(super) struct TermEvaluator<'a, T> {
    pub(super) board: &'a Board,
    pub(super) weights: &'a EvalWeights,
    pub(super) trace: &'a mut T,
    total: Pair,
    pub(super) occupied: Bitboard,
    /// For each colour its pieces of each kind, and all of them.
    pub(super) men: [[Bitboard; 6]; 2],
    pub(super) own: [Bitboard; 2],
    /// For each colour the squares that each kind attacks.
    pub(super) by: [[Bitboard; 6]; 2],
    pub(super) all: [Bitboard; 2],
    /// The king's square, what is round it, and one rank further ahead.
    pub(super) ring: [Bitboard; 2],
    /// Attackers of the other side's ring, knight to queen, and their attacks on it.
    pub(super) attackers: [[i32; 4]; 2],
    pub(super) ring_attacks: [i32; 2],
}

impl<'a, T: TermTrace> TermEvaluator<'a, T> {
    #[inline(always)]
    fn new(board: &'a Board, weights: &'a EvalWeights, trace: &'a mut T) -> Self {
        let own = Color::ALL.map(|color| board.colors(color));
        let all = Piece::ALL.map(|piece| board.pieces(piece));
        let mut judge = Self {
            board,
            weights,
            trace,
            total: Pair::default(),
            occupied: board.occupied(),
            men: own.map(|own| all.map(|all| own & all)),
            own,
            by: [[Bitboard::EMPTY; 6]; 2],
            all: [Bitboard::EMPTY; 2],
            ring: [Bitboard::EMPTY; 2],
            attackers: [[0; 4]; 2],
            ring_attacks: [0; 2],
        };
        judge.begin(Color::White);
        judge.begin(Color::Black);
        judge
    }

    /// Finds the attacks of king and pawns.
    #[inline(always)]
    fn begin(&mut self, color: Color) {
        let i = color.index();
        let king = self.king_of(color);
        let near = attacks::king(king);
        self.ring[i] = near | forward(color, near) | king.into();
        let (left, right) = attacks::pawns(color, self.pieces_of(color, Piece::Pawn));
        self.by[i][Piece::King.index()] = near;
        self.by[i][Piece::Pawn.index()] = left | right;
        self.all[i] = left | right | near;
    }

    #[inline(always)]
    pub(super) fn term(&mut self, index: usize, by: i32) {
        self.total += self.weights.terms[index] * by;
        self.trace.term(index, by);
    }

    #[inline(always)]
    pub(super) const fn pieces_of(&self, color: Color, piece: Piece) -> Bitboard {
        self.men[color.index()][piece.index()]
    }

    #[inline(always)]
    pub(super) const fn king_of(&self, color: Color) -> Square {
        self.board.king(color)
    }

    /// All but what pieces do.
    #[inline(always)]
    fn others(&mut self, color: Color) {
        self.pawns(color);
        self.threats(color);
        self.king(color);
        if self.board.has_pocket(color) {
            self.hand(color);
        }
    }

    /// Material, squares and mobility.
    #[inline(always)]
    fn pieces(&mut self, color: Color) {
        let (us, sign) = (color.index(), sign(color));
        let them = 1 - us;
        let pawns = self.pieces_of(color, Piece::Pawn);
        for square in pawns {
            self.stands(color, Piece::Pawn, square);
        }
        self.term(material, sign * pawns.len() as i32);
        let king = self.king_of(color);
        self.stands(color, Piece::King, king);
        // Squares that pawns attack, and own pawns and king, are no room to move.
        let room = !(self.by[them][Piece::Pawn.index()] | pawns | king.into());
        let queens = self.pieces_of(color, Piece::Queen);
        let straight = self.pieces_of(color, Piece::Rook) | queens;
        let diagonal = self.pieces_of(color, Piece::Bishop) | queens;
        // Sliders that stand behind each other attack together.
        let occupied = self.occupied;
        self.roam(color, Piece::Knight, room, attacks::knight);
        self.roam(color, Piece::Bishop, room, |from| {
            attacks::bishop(from, occupied - diagonal)
        });
        self.roam(color, Piece::Rook, room, |from| {
            attacks::rook(from, occupied - straight)
        });
        self.roam(color, Piece::Queen, room, |from| {
            attacks::bishop(from, occupied) | attacks::rook(from, occupied)
        });
        if self.pieces_of(color, Piece::Bishop).more_than_one() {
            self.term(bishop_pair, sign);
        }
        let all_pawns = pawns | self.pieces_of(!color, Piece::Pawn);
        for rook in self.pieces_of(color, Piece::Rook) {
            let file = Bitboard::file(rook.file());
            if !file.meets(pawns) {
                let open = !file.meets(all_pawns);
                self.term(rook_file + usize::from(open), sign);
            }
        }
        let minors = self.pieces_of(color, Piece::Knight) | self.pieces_of(color, Piece::Bishop);
        let home = minors & Bitboard::rank(color.back_rank());
        if home.any() {
            self.term(undeveloped, sign * home.len() as i32);
        }
        let defended = self.by[us][Piece::Pawn.index()];
        for (i, piece) in [Piece::Knight, Piece::Bishop].into_iter().enumerate() {
            for square in self.pieces_of(color, piece) & defended & enemy_half(color) {
                let chasers = adjacent_files(square) & ahead(color, square);
                if !chasers.meets(self.pieces_of(!color, Piece::Pawn)) {
                    self.term(outpost + i, sign);
                }
            }
        }
    }

    /// The pieces of a kind: material, squares, attacks and mobility.
    #[inline(always)]
    fn roam(
        &mut self,
        color: Color,
        piece: Piece,
        room: Bitboard,
        reach: impl Fn(Square) -> Bitboard,
    ) {
        let (us, sign) = (color.index(), sign(color));
        let them = 1 - us;
        let men = self.pieces_of(color, piece);
        if men.is_empty() {
            return;
        }
        self.term(material + piece.index(), sign * men.len() as i32);
        for square in men {
            self.stands(color, piece, square);
            let reached = reach(square);
            self.all[us] |= reached;
            self.by[us][piece.index()] |= reached;
            let on_ring = reached & self.ring[them];
            if on_ring.any() {
                self.attackers[us][piece.index() - 1] += 1;
                self.ring_attacks[us] += on_ring.len() as i32;
            }
            let moves = (reached & room).len() as usize;
            let index = match piece {
                Piece::Knight => knight_mobility + moves.min(8),
                Piece::Bishop => bishop_mobility + moves.min(13),
                Piece::Rook => rook_mobility + moves.min(14),
                _ => queen_mobility + moves.min(27),
            };
            self.term(index, sign);
        }
    }

    #[inline(always)]
    fn stands(&mut self, color: Color, piece: Piece, square: Square) {
        let square = relative(color, square);
        self.term(squares + piece.index() * 64 + square, sign(color));
    }

    #[inline(always)]
    fn threats(&mut self, color: Color) {
        let (us, sign) = (color.index(), sign(color));
        let them = 1 - us;
        let by_pawns = self.by[us][Piece::Pawn.index()];
        let by_minors = self.by[us][Piece::Knight.index()] | self.by[us][Piece::Bishop.index()];
        let rooks = self.pieces_of(!color, Piece::Rook);
        let queens = self.pieces_of(!color, Piece::Queen);
        for piece in [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
            let hit = self.pieces_of(!color, piece) & by_pawns;
            if hit.any() {
                let index = pawn_threat + piece.index() - 1;
                self.term(index, sign * hit.len() as i32);
            }
        }
        for (index, hit) in [
            (minor_threat, rooks & by_minors),
            (minor_threat + 1, queens & by_minors),
            (rook_threat, queens & self.by[us][Piece::Rook.index()]),
        ] {
            if hit.any() {
                self.term(index, sign * hit.len() as i32);
            }
        }
        let loose = self.own[them] & (self.all[us] - self.all[them]);
        if loose.any() {
            for piece in [
                Piece::Pawn,
                Piece::Knight,
                Piece::Bishop,
                Piece::Rook,
                Piece::Queen,
            ] {
                let hit = loose & self.men[them][piece.index()];
                if hit.any() {
                    self.term(hanging + piece.index(), sign * hit.len() as i32);
                }
            }
        }
    }

    #[inline(always)]
    fn king(&mut self, color: Color) {
        let sign = sign(color);
        let king = self.king_of(color);
        let ours = self.pieces_of(color, Piece::Pawn);
        let theirs = self.pieces_of(!color, Piece::Pawn);
        let level = Bitboard::rank(king.rank());
        let front = ahead(color, king) | level;
        let columns = Bitboard::file(king.file()) | adjacent_files(king);
        for pawn in front & columns & ours {
            let far = pawn.rank().index().abs_diff(king.rank().index());
            self.term(shield + far, sign);
        }
        for pawn in front & columns & theirs {
            let far = pawn.rank().index().abs_diff(king.rank().index());
            self.term(storm + far, sign);
        }
        for file in files_round(king) {
            if !Bitboard::file(file).meets(ours) {
                self.term(open_king_file, sign);
            }
        }
        for (i, rook) in self.board.castling_rooks(color).into_iter().enumerate() {
            if rook.is_some() {
                self.term(castling + i, sign);
            }
        }
    }

    #[inline(always)]
    fn hand(&mut self, color: Color) {
        let sign = sign(color);
        for piece in DROPPED {
            let count = usize::from(self.board.pocket(color, piece));
            for i in 0..count.min(16) {
                self.term(hand + piece.index() * 6 + i.min(5), sign);
            }
        }
    }
}

/// Pieces that can be in hand.
pub(super) const DROPPED: [Piece; 5] = [
    Piece::Pawn,
    Piece::Knight,
    Piece::Bishop,
    Piece::Rook,
    Piece::Queen,
];

/// The index of a square as its side sees it, a1 being 0 for either.
pub(super) const fn relative(color: Color, square: Square) -> usize {
    match color {
        Color::White => square.index(),
        Color::Black => square.index() ^ 56,
    }
}

#[inline(always)]
pub(super) const fn forward(color: Color, set: Bitboard) -> Bitboard {
    match color {
        Color::White => Bitboard(set.0 << 8),
        Color::Black => Bitboard(set.0 >> 8),
    }
}

/// The ranks ahead of a square.
const fn ahead(color: Color, square: Square) -> Bitboard {
    let rank = square.rank() as u32;
    Bitboard(match color {
        Color::White => u64::MAX.wrapping_shl(8 * rank + 8) & if rank == 7 { 0 } else { u64::MAX },
        Color::Black => !(u64::MAX << (8 * rank)),
    })
}

const fn enemy_half(color: Color) -> Bitboard {
    Bitboard(match color {
        Color::White => 0x00ff_ffff_0000_0000,
        Color::Black => 0x0000_0000_ffff_ff00,
    })
}

const fn adjacent_files(square: Square) -> Bitboard {
    beside(Bitboard::file(square.file()))
}

/// The squares to the left and to the right of a set.
#[inline(always)]
pub(super) const fn beside(set: Bitboard) -> Bitboard {
    let (first, last) = (Bitboard::file(File::A), Bitboard::file(File::H));
    Bitboard((set.0 & !first.0) >> 1 | (set.0 & !last.0) << 1)
}

/// The file of a king and those beside it.
pub(super) fn files_round(king: Square) -> impl Iterator<Item = File> {
    let at = king.file() as u8;
    (at.saturating_sub(1)..=(at + 1).min(7)).map(File::wrap)
}

pub(super) fn distance(a: Square, b: Square) -> usize {
    let files = a.file().index().abs_diff(b.file().index());
    let ranks = a.rank().index().abs_diff(b.rank().index());
    files.max(ranks)
}
