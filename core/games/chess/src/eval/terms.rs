//! The terms of the evaluation.

use super::danger_cost;
use super::weights::{
    EvalWeights, Pair, Taper, attacker, attacker_hand, backward_pawn, bare_file, bare_king_edge,
    bare_king_near, base, bishop_mobility, bishop_pair, castling, connected_pawn, contact_check,
    defender, defender_hand, doubled_pawn, drop_check, hand, hanging, hole, hole_hand,
    isolated_pawn, knight_mobility, material, minor_threat, no_queen, open_king_file, outpost,
    passed_free, passed_own_king, passed_pawn, passed_their_king, pawn_threat, pinned,
    queen_mobility, ring_attack, ring_pawn, rook_file, rook_mobility, rook_threat, safe_check,
    shield, squares, storm, tempo, undeveloped, unsafe_check, weak_ring,
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
    for color in Color::ALL {
        judge.pieces(color);
    }
    for color in Color::ALL {
        judge.pawns(color);
        judge.threats(color);
        judge.king(color);
        if board.has_pocket(color) {
            judge.hand(color);
        }
    }
    let sign = sign(board.turn());
    judge.term(tempo, sign);
    let (mut middle, mut end) = (judge.total.middle(), judge.total.end());
    for color in Color::ALL {
        let (m, e) = danger_cost(weights.taper, judge.danger(color));
        middle -= self::sign(color) * m;
        end -= self::sign(color) * e;
    }
    sign * tapered(board, weights.taper, middle, end)
}

const fn sign(color: Color) -> i32 {
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
struct TermEvaluator<'a, T> {
    board: &'a Board,
    weights: &'a EvalWeights,
    trace: &'a mut T,
    total: Pair,
    occupied: Bitboard,
    /// For each colour the squares that each kind attacks.
    by: [[Bitboard; 6]; 2],
    all: [Bitboard; 2],
    twice: [Bitboard; 2],
    /// The king's square, what is round it, and one rank further ahead.
    ring: [Bitboard; 2],
    /// Attackers of the other side's ring, knight to queen, and their attacks on it.
    attackers: [[i32; 4]; 2],
    ring_attacks: [i32; 2],
}

impl<'a, T: TermTrace> TermEvaluator<'a, T> {
    fn new(board: &'a Board, weights: &'a EvalWeights, trace: &'a mut T) -> Self {
        let mut judge = Self {
            board,
            weights,
            trace,
            total: Pair::default(),
            occupied: board.occupied(),
            by: [[Bitboard::EMPTY; 6]; 2],
            all: [Bitboard::EMPTY; 2],
            twice: [Bitboard::EMPTY; 2],
            ring: [Bitboard::EMPTY; 2],
            attackers: [[0; 4]; 2],
            ring_attacks: [0; 2],
        };
        for color in Color::ALL {
            let i = color.index();
            let king = board.king(color);
            let near = attacks::king(king);
            judge.ring[i] = near | forward(color, near) | king.into();
            let (left, right) = pawn_attacks(color, board.colored_pieces(color, Piece::Pawn));
            judge.by[i][Piece::King.index()] = near;
            judge.by[i][Piece::Pawn.index()] = left | right;
            judge.twice[i] = left & right | (left | right) & near;
            judge.all[i] = left | right | near;
        }
        judge
    }

    #[inline(always)]
    fn term(&mut self, index: usize, by: i32) {
        self.total += self.weights.terms[index] * by;
        self.trace.term(index, by);
    }

    fn pieces_of(&self, color: Color, piece: Piece) -> Bitboard {
        self.board.colored_pieces(color, piece)
    }

    /// Material, squares and mobility.
    #[inline(always)]
    fn pieces(&mut self, color: Color) {
        let (us, sign) = (color.index(), sign(color));
        let them = 1 - us;
        let own = self.board.colors(color);
        let pawns = self.pieces_of(color, Piece::Pawn);
        for square in pawns {
            self.stands(color, Piece::Pawn, square);
        }
        self.term(material, sign * pawns.len() as i32);
        let king = self.board.king(color);
        self.stands(color, Piece::King, king);
        // Squares that pawns attack, and own pawns and king, are no room to move.
        let room = !(self.by[them][Piece::Pawn.index()] | pawns | king.into());
        let straight = self.board.pieces(Piece::Rook) | self.board.pieces(Piece::Queen);
        let diagonal = self.board.pieces(Piece::Bishop) | self.board.pieces(Piece::Queen);
        for piece in [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
            let men = self.pieces_of(color, piece);
            if men.is_empty() {
                continue;
            }
            self.term(material + piece.index(), sign * men.len() as i32);
            for square in men {
                self.stands(color, piece, square);
                // Sliders that stand behind each other attack together.
                let reached = match piece {
                    Piece::Knight => attacks::knight(square),
                    Piece::Bishop => attacks::bishop(square, self.occupied - (diagonal & own)),
                    Piece::Rook => attacks::rook(square, self.occupied - (straight & own)),
                    _ => {
                        attacks::bishop(square, self.occupied)
                            | attacks::rook(square, self.occupied)
                    }
                };
                self.twice[us] |= self.all[us] & reached;
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
        if self.pieces_of(color, Piece::Bishop).more_than_one() {
            self.term(bishop_pair, sign);
        }
        let all_pawns = self.board.pieces(Piece::Pawn);
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

    #[inline(always)]
    fn stands(&mut self, color: Color, piece: Piece, square: Square) {
        let square = relative(color, square);
        self.term(squares + piece.index() * 64 + square, sign(color));
    }

    #[inline(always)]
    fn pawns(&mut self, color: Color) {
        let (us, sign) = (color.index(), sign(color));
        let ours = self.pieces_of(color, Piece::Pawn);
        let theirs = self.pieces_of(!color, Piece::Pawn);
        let covered = self.by[us][Piece::Pawn.index()];
        let their_cover = self.by[1 - us][Piece::Pawn.index()];
        let kings = [self.board.king(color), self.board.king(!color)];
        for pawn in ours {
            let rank = relative(color, pawn) / 8;
            let before = ahead(color, pawn);
            let file = Bitboard::file(pawn.file());
            let beside = adjacent_files(pawn);
            if (before & file).meets(ours) {
                self.term(doubled_pawn, sign);
            }
            let phalanx = beside & Bitboard::rank(pawn.rank());
            if covered.has(pawn) || phalanx.meets(ours) {
                self.term(connected_pawn + rank, sign);
            } else if !beside.meets(ours) {
                self.term(isolated_pawn, sign);
            } else {
                let support = beside - before;
                let stop = forward(color, pawn.into());
                if !support.meets(ours) && stop.meets(their_cover) {
                    self.term(backward_pawn, sign);
                }
            }
            let way = before & (file | beside);
            if !way.meets(theirs) && !(before & file).meets(ours) {
                self.term(passed_pawn + rank, sign);
                let stop = forward(color, pawn.into());
                if let Some(square) = stop.first() {
                    if !self.occupied.has(square) {
                        self.term(passed_free + rank, sign);
                    }
                    self.term(passed_own_king + distance(kings[0], square), sign);
                    self.term(passed_their_king + distance(kings[1], square), sign);
                }
            }
        }
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
        let loose = self.board.colors(!color) & (self.all[us] - self.all[them]);
        if loose.any() {
            for piece in [
                Piece::Pawn,
                Piece::Knight,
                Piece::Bishop,
                Piece::Rook,
                Piece::Queen,
            ] {
                let hit = loose & self.board.pieces(piece);
                if hit.any() {
                    self.term(hanging + piece.index(), sign * hit.len() as i32);
                }
            }
        }
    }

    #[inline(always)]
    fn king(&mut self, color: Color) {
        let sign = sign(color);
        let king = self.board.king(color);
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
        if self.board.colors(!color) == self.board.king(!color).into()
            && !self.board.has_pocket(!color)
        {
            let bare = self.board.king(!color);
            self.term(bare_king_edge, sign * off_centre(bare));
            self.term(bare_king_near, sign * (7 - distance(king, bare) as i32));
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

    /// Returns the danger of a colour's king, at least 0 where it matters.
    #[inline(always)]
    fn danger(&mut self, color: Color) -> i32 {
        let (us, board) = (color.index(), self.board);
        let them = 1 - us;
        let attackers_hand = board.has_pocket(!color);
        let threatened = self.ring_attacks[them] > 0 || attackers_hand;
        if !threatened {
            return 0;
        }
        let mut danger = Danger {
            color,
            weights: self.weights,
            sum: 0,
        };
        let trace = &mut *self.trace;
        danger.add(trace, base, 1);
        for (i, count) in self.attackers[them].into_iter().enumerate() {
            danger.add(trace, attacker + i, count);
        }
        let ring = self.ring[us];
        danger.add(trace, ring_attack, self.ring_attacks[them]);
        let their_pawns = self.by[them][Piece::Pawn.index()];
        danger.add(trace, ring_pawn, (ring & their_pawns).len() as i32);
        // What nobody but the king defends.
        let defended = self.by[us][..5].iter().fold(Bitboard::EMPTY, |a, b| a | *b);
        let weak = ring - defended;
        danger.add(trace, weak_ring, (weak & self.all[them]).len() as i32);
        danger.add(
            trace,
            defender,
            (ring & board.colors(color)).len() as i32 - 1,
        );

        let king = board.king(color);
        let knight = attacks::knight(king);
        let bishop = attacks::bishop(king, self.occupied);
        let rook = attacks::rook(king, self.occupied);
        let from = [knight, bishop, rook, bishop | rook];
        // A checker is safe where nobody takes it: not attacked, or only by the
        // king and defended.
        let taken = defended | (self.by[us][Piece::King.index()] - self.all[them]);
        let free = !board.colors(!color);
        let mut unsafe_checks = 0;
        for (i, reach) in from.into_iter().enumerate() {
            let checks = reach & self.by[them][i + 1] & free;
            if (checks - taken).any() {
                danger.add(trace, safe_check + i, 1);
            } else if checks.any() {
                unsafe_checks += 1;
            }
        }
        danger.add(trace, unsafe_check, unsafe_checks);
        let snipers = attacks::bishop_rays(king)
            & (board.pieces(Piece::Bishop) | board.pieces(Piece::Queen))
            | attacks::rook_rays(king) & (board.pieces(Piece::Rook) | board.pieces(Piece::Queen));
        let mut held = 0;
        for sniper in snipers & board.colors(!color) {
            let between = attacks::between(king, sniper) & self.occupied;
            if !between.more_than_one() && between.meets(board.colors(color)) {
                held += 1;
            }
        }
        danger.add(trace, pinned, held);
        let pawns = board.colored_pieces(color, Piece::Pawn);
        let bare = files_round(king).filter(|f| !Bitboard::file(*f).meets(pawns));
        danger.add(trace, bare_file, bare.count() as i32);
        let queens = board.colored_pieces(!color, Piece::Queen).any()
            || board.pocket(!color, Piece::Queen) > 0;
        danger.add(trace, no_queen, i32::from(!queens));

        if attackers_hand {
            let empty = !self.occupied;
            // Against a pawn the king's own pawns' ranks matter little: any square
            // from which it would check counts.
            let drops = [
                attacks::pawn(color, king),
                knight,
                bishop,
                rook,
                bishop | rook,
            ];
            let near = self.by[us][Piece::King.index()];
            let mut in_hand = 0;
            for (i, piece) in DROPPED.into_iter().enumerate() {
                let count = i32::from(board.pocket(!color, piece));
                if count == 0 {
                    continue;
                }
                in_hand += count;
                danger.add(trace, attacker_hand + 3 * i, 1);
                danger.add(trace, attacker_hand + 3 * i + 1, i32::from(count > 1));
                danger.add(trace, attacker_hand + 3 * i + 2, (count - 2).clamp(0, 4));
                let checks = drops[i] & empty;
                if (checks - taken).any() {
                    danger.add(trace, drop_check + i, 1);
                }
                if (checks & near & (self.all[them] - defended)).any() {
                    danger.add(trace, contact_check + i, 1);
                }
            }
            let holes = (weak & empty).len() as i32;
            danger.add(trace, hole, holes);
            danger.add(trace, hole_hand, holes * in_hand.min(4));
        }
        if board.has_pocket(color) {
            for (i, piece) in DROPPED.into_iter().enumerate() {
                let count = i32::from(board.pocket(color, piece)).min(3);
                danger.add(trace, defender_hand + i, count);
            }
        }
        danger.sum
    }
}

struct Danger<'a> {
    color: Color,
    weights: &'a EvalWeights,
    sum: i32,
}

impl Danger<'_> {
    #[inline(always)]
    fn add(&mut self, trace: &mut impl TermTrace, index: usize, by: i32) {
        self.sum += self.weights.dangers[index] * by;
        trace.danger(self.color, index, by);
    }
}

/// Pieces that can be in hand.
const DROPPED: [Piece; 5] = [
    Piece::Pawn,
    Piece::Knight,
    Piece::Bishop,
    Piece::Rook,
    Piece::Queen,
];

/// The index of a square as its side sees it, a1 being 0 for either.
const fn relative(color: Color, square: Square) -> usize {
    match color {
        Color::White => square.index(),
        Color::Black => square.index() ^ 56,
    }
}

fn forward(color: Color, set: Bitboard) -> Bitboard {
    match color {
        Color::White => Bitboard(set.0 << 8),
        Color::Black => Bitboard(set.0 >> 8),
    }
}

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

fn pawn_attacks(color: Color, pawns: Bitboard) -> (Bitboard, Bitboard) {
    let ahead = forward(color, pawns).0;
    (
        Bitboard((ahead & !FILE_A) >> 1),
        Bitboard((ahead & !FILE_H) << 1),
    )
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
    let file = Bitboard::file(square.file()).0;
    Bitboard((file & !FILE_A) >> 1 | (file & !FILE_H) << 1)
}

/// The file of a king and those beside it.
fn files_round(king: Square) -> impl Iterator<Item = File> {
    let at = king.file() as u8;
    (at.saturating_sub(1)..=(at + 1).min(7)).map(File::wrap)
}

fn distance(a: Square, b: Square) -> usize {
    let files = a.file().index().abs_diff(b.file().index());
    let ranks = a.rank().index().abs_diff(b.rank().index());
    files.max(ranks)
}

/// Returns the distance from the four squares in the centre, 0 to 6.
fn off_centre(square: Square) -> i32 {
    let away = |i: usize| if i < 4 { 3 - i } else { i - 4 };
    (away(square.file().index()) + away(square.rank().index())) as i32
}
