//! A line of chess read from its text, with no more kept than that needs.
//!
//! A record is read move by move and most of its positions are never asked for. So there is
//! neither hash nor pocket, and nothing but the words of the positions since the last
//! irreversible move tells which of them came again.

use super::board::{Board, Counted, NoPockets, Position};
use super::moves::Move;
use super::rules::Rules;
use super::san::Wanted;
use super::side::{Side, for_side};
use super::types::{Color, Piece};

/// The draws that end a line, whoever could still move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineEnds {
    /// Number of plies without a capture or pawn move that draw; 0 for none.
    pub halfmoves: u16,
    /// Number of occurrences of a position that draw; 0 for none.
    pub occurrences: u32,
    /// True if insufficient material draws.
    pub dead: bool,
}

/// A position without drops and the line that led to it.
///
/// It may refuse what a [`Board`] would accept, never the reverse: who wants to know more about
/// a line that it does not finish follows it with boards.
#[derive(Clone)]
pub struct Line {
    position: Position<NoPockets, Counted>,
    turn: Color,
    ends: LineEnds,
    /// The plies since the last irreversible move from which on counting can draw.
    watched_from: u64,
    /// The words of the positions before since the last irreversible move; none where repetition
    /// does not matter.
    past: Vec<[u64; 5]>,
}

impl Line {
    /// Begins a line; `None` where pieces in hand or the rules are not those of chess.
    #[must_use]
    pub fn new(start: &Board, rules: &Rules, ends: LineEnds) -> Option<Self> {
        if rules.mark_promoted || rules.exposed_kings {
            return None;
        }
        let position = start.without_drops(rules, Counted(start.halfmove().into()))?;
        // A position comes again after four plies at the earliest.
        let shortest = match ends.occurrences {
            0 => u64::MAX,
            more => 4 * (u64::from(more) - 1),
        };
        let longest = match ends.halfmoves {
            0 => u64::MAX,
            plies => plies.into(),
        };
        Some(Self {
            position,
            turn: start.turn(),
            ends,
            watched_from: shortest.min(longest),
            past: Vec::new(),
        })
    }

    /// Plays the legal move that a text in SAN names and returns it, as [`Board::find_san`] and
    /// [`Board::make`] would; `None`, and the line stays, where they would refuse it, or the
    /// game may be over.
    #[inline]
    pub fn read(&mut self, text: &[u8]) -> Option<Move> {
        for_side!(self.turn, S => self.step::<S>(text))
    }

    #[inline(always)]
    fn step<S: Side>(&mut self, text: &[u8]) -> Option<Move> {
        // Not a copy, which would have to wait for the words to be written.
        let position = &self.position;
        let view = position.view::<S>();
        let heavy = view.pawns() | view.straight();
        let watched = position.halfmove() >= self.watched_from;
        if self.ends.dead && heavy.is_empty() || watched && self.is_drawn() {
            return None;
        }
        let rules = &Rules::CHESS;
        let (mv, next) = match Wanted::read(text)? {
            Wanted::Move(named) if named.piece == Piece::Pawn => {
                let mv = position.find_pawn::<S>(&named, rules)?;
                (mv, position.make::<S>(mv, rules))
            }
            Wanted::Move(named) => {
                let mv = position.find_officer::<S>(&named, rules)?;
                let passed = position.passed::<S>();
                let next = passed.piece(named.piece, mv.from(), mv.to(), false, rules);
                (mv, next)
            }
            Wanted::Castle { kingside } => {
                let mv = position.find_castling::<S>(kingside, rules)?;
                (mv, position.passed::<S>().castle(mv.from(), mv.to()))
            }
            Wanted::Drop { .. } => return None,
        };
        if self.ends.occurrences > 0 {
            self.past.push(position.words());
            if next.halfmove() == 0 {
                self.past.clear();
            }
        }
        self.position = next;
        self.turn = S::Other::COLOR;
        Some(mv)
    }

    /// Returns true if the position is drawn by counting.
    #[inline(never)]
    fn is_drawn(&self) -> bool {
        let LineEnds {
            halfmoves,
            occurrences,
            ..
        } = self.ends;
        if halfmoves > 0 && self.position.halfmove() >= u64::from(halfmoves) {
            return true;
        }
        let words = self.position.words();
        let alike = self.past.iter().rev().skip(1).step_by(2);
        let before = alike.filter(|earlier| **earlier == words).count();
        occurrences > 0 && before + 1 >= occurrences as usize
    }
}
