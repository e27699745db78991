//! Arrangements made up to fit what a seat knows at one moment, for when nothing is
//! left of those that were followed, or the log begins in the middle of a game.

use super::budget::Budget;
use super::packed::{Frame, Packed};
use super::particles::ParticleBuilder;
use super::step::lost;
use crate::event::{Event, LogEntry};
use crate::position::Position;
use crate::seat::SeatView;
use crate::sight::checks;
use crate::{Blind, Play};
use chess::{Bitboard, Color, Piece, Rank, Square};
use contract::history::EmptyHistory;
use contract::rng::Rng;

/// Largest number of tries for each arrangement that is wanted.
const TRIES: usize = 60;

/// Knowledge of the other side's pieces apart from their squares.
#[derive(Clone, Copy, Debug)]
pub(super) struct Count {
    /// Number of pieces, the king included; none if it is not known.
    men: Option<u32>,
    /// The most pawns there can be.
    pawns: u32,
    /// Square of the piece that has just captured.
    captor: Option<Square>,
}

impl Count {
    /// From a log; `start` if it begins with a game of chess.
    pub(super) fn of(view: &SeatView, start: bool) -> Self {
        let [pawns, officers, unknown] = lost(view);
        let taken = pawns + officers + unknown;
        let drops = view.rules().play == Play::Crazyhouse;
        Self {
            // What was dropped is on the board again.
            men: (start && !drops).then(|| 16_u32.saturating_sub(taken).max(1)),
            pawns: 8_u32.saturating_sub(pawns),
            captor: captor(view),
        }
    }
}

/// Returns the square of the piece with which the other side captured in its last move; none where
/// the square may be the victim's of an en passant capture.
fn captor(view: &SeatView) -> Option<Square> {
    if view.to_move() != view.own_pieces().color {
        return None;
    }
    let mut at = None;
    for entry in view.log() {
        match entry {
            LogEntry::Heard(Event::Moved(_)) => at = None,
            LogEntry::Heard(Event::Capture {
                square,
                en_passant: false,
                ..
            }) => at = Some(*square),
            _ => {}
        }
    }
    let behind = match view.own_pieces().color {
        Color::White => Rank::Fourth,
        Color::Black => Rank::Fifth,
    };
    at.filter(|square| square.rank() != behind)
}

/// Returns true if a position fits all that a seat knows at this moment.
pub(super) fn fits(game: &Blind, view: &SeatView, position: &Position) -> bool {
    let (rules, board) = (game.rules, &position.board);
    let us = view.own_pieces().color;
    if !rules.takes_kings() && board.is_attacked(board.king(!board.turn()), board.turn()) {
        return false;
    }
    if rules.checks {
        let told = board.is_check().then(|| checks(board));
        if told != view.check() {
            return false;
        }
    }
    if let Some(told) = view.tries_told() {
        let same = match game.tries_told(board) {
            Some(Event::PawnTries(tries)) => tries == told,
            _ => false,
        };
        if !same {
            return false;
        }
    }
    if let Some(sight) = view.sight()
        && Blind::sight(position, us) != *sight
    {
        return false;
    }
    if position.won.is_some() || game.outcome_of(position, &EmptyHistory).is_some() {
        return false;
    }
    if board.turn() != us {
        return true;
    }
    let turn = view.turn();
    if let Some(any) = turn.asked
        && game.pawn_captures(board).is_empty() == any
    {
        return false;
    }
    turn.tried
        .iter()
        .all(|attempt| game.judged(position, *attempt).is_err())
}

/// A square of a set, each as likely as any other.
fn some(of: Bitboard, rng: &mut Rng) -> Option<Square> {
    of.nth(rng.below(of.len()))
}

/// Pieces put down at random.
struct Draft {
    men: [Option<(Piece, bool)>; 64],
    taken: Bitboard,
}

impl Draft {
    fn new(frame: &Frame) -> Self {
        Self {
            men: [None; 64],
            taken: frame.own_squares(),
        }
    }

    fn put(&mut self, piece: Piece, square: Square) {
        self.men[square.index()] = Some((piece, false));
        self.taken |= square.into();
    }

    fn position(&self, frame: &Frame) -> Position {
        frame.with(
            Bitboard::FULL
                .into_iter()
                .filter_map(|square| Some((square, self.men[square.index()]?))),
        )
    }
}

/// Pieces of a kind, as likely as they are in a game.
fn officer(rng: &mut Rng) -> Piece {
    match rng.below(7) {
        0 => Piece::Queen,
        1 | 2 => Piece::Rook,
        3 | 4 => Piece::Bishop,
        _ => Piece::Knight,
    }
}

/// Pieces anywhere.
fn scattered(frame: &Frame, view: &SeatView, count: Count, rng: &mut Rng) -> Option<Draft> {
    let theirs = !view.own_pieces().color;
    let men = count
        .men
        .unwrap_or_else(|| 1 + rng.below(view.own_pieces().all().len().clamp(1, 16)));
    let mut draft = Draft::new(frame);
    let sight = view.sight().copied().unwrap_or_default();
    let mut left = men;
    for square in sight.their_pieces() {
        draft.put(sight.piece_at(square)?, square);
        left = left.saturating_sub(1);
    }
    // What is in sight without a piece stays so.
    draft.taken |= sight.seen;
    let shown = sight.theirs[Piece::King.index()].any();
    if !shown {
        let home = match theirs {
            Color::White => Bitboard(0x00ff_ffff),
            Color::Black => Bitboard(0xffff_ff00_0000_0000),
        };
        let free = !draft.taken;
        let near = free & home;
        let square = if near.any() && rng.below(4) > 0 && men > 4 {
            some(near, rng)
        } else {
            some(free, rng)
        };
        draft.put(Piece::King, square?);
        left = left.saturating_sub(1);
    }
    if let Some(square) = count.captor.filter(|s| !draft.taken.has(*s))
        && left > 0
    {
        let pawn = count.pawns > 0 && rng.below(3) == 0 && !Bitboard::BACK_RANKS.has(square);
        let piece = if pawn { Piece::Pawn } else { officer(rng) };
        draft.put(piece, square);
        left -= 1;
    }
    let pawns = (left * 4).div_ceil(7).min(count.pawns);
    for number in 0..left {
        if number < pawns {
            let square = some(!draft.taken - Bitboard::BACK_RANKS, rng)?;
            draft.put(Piece::Pawn, square);
        } else {
            let square = some(!draft.taken, rng)?;
            draft.put(officer(rng), square);
        }
    }
    Some(draft)
}

/// An arrangement that was believed in, with a few pieces elsewhere.
fn shifted(
    frame: &Frame,
    packed: &Packed,
    old: &Frame,
    count: Count,
    rng: &mut Rng,
) -> Option<Draft> {
    let board = old.unpack(packed).board;
    let mut draft = Draft::new(frame);
    let mut loose = Vec::new();
    let moving = 1 + rng.below(3);
    let men: Vec<_> = packed
        .occupied()
        .into_iter()
        .filter_map(|square| Some((square, board.piece_at(square)?)))
        .collect();
    let chance = (men.len() as u32).max(1);
    for (square, piece) in men {
        if draft.taken.has(square) || rng.below(chance) < moving {
            loose.push(piece);
        } else {
            draft.put(piece, square);
        }
    }
    if let Some(square) = count.captor.filter(|s| !draft.taken.has(*s)) {
        let at = rng.below(loose.len().max(1) as u32) as usize;
        if at >= loose.len() {
            return None;
        }
        let piece = loose.swap_remove(at);
        if piece == Piece::Pawn && Bitboard::BACK_RANKS.has(square) {
            return None;
        }
        draft.put(piece, square);
    }
    // Pieces that were taken since then are among those that can be anywhere.
    let men = count.men.map(|men| men as usize);
    for piece in loose {
        let standing = (draft.taken - frame.own_squares()).len() as usize;
        if piece != Piece::King && men.is_some_and(|men| standing >= men) {
            continue;
        }
        let free = match piece {
            Piece::Pawn => !draft.taken - Bitboard::BACK_RANKS,
            _ => !draft.taken,
        };
        draft.put(piece, some(free, rng)?);
    }
    Some(draft)
}

/// Up to `wanted` arrangements that fit what a seat knows now: from what was
/// believed before, moved about, then anything at all.
pub(super) fn guessed(
    game: &Blind,
    view: &SeatView,
    before: Option<(&Frame, &[Packed])>,
    count: Count,
    wanted: usize,
    effort: &mut Budget<'_>,
    rng: &mut Rng,
) -> super::ParticleSet {
    let frame = Frame::of(view);
    let theirs = !view.own_pieces().color;
    let mut out = ParticleBuilder::new(wanted);
    for made in 0..wanted * TRIES {
        if out.len() >= wanted || out.len() > 16 && effort.tracking_exhausted() {
            break;
        }
        // Nothing is found for ever.
        if made > 200 * TRIES && effort.tracking_exhausted() || effort.is_over() {
            break;
        }
        if !effort.take(1) {
            break;
        }
        let old = before.filter(|(_, all)| !all.is_empty() && made < wanted * TRIES / 2);
        let draft = match old {
            Some((old, all)) => {
                let packed = &all[rng.below(all.len() as u32) as usize];
                shifted(&frame, packed, old, count, rng)
            }
            None => scattered(&frame, view, count, rng),
        };
        let Some(draft) = draft else { continue };
        let position = draft.position(&frame);
        if fits(game, view, &position) {
            out.add(Packed::of(&position, theirs, 0), 1);
        }
    }
    out.cloud()
}
