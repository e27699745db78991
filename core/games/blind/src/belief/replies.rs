//! Possible turns of the other side, by what was heard of them.

use std::ops::ControlFlow;

use super::plausible::{ATTACKS_KING, NO_MOVE, likelihood};
use crate::event::Event;
use crate::position::Position;
use crate::rules::{Audience, InPassing, Play};
use crate::sight::{own_pieces, victim_of};
use crate::{Blind, seat};
use chess::{Board, Move, MoveKind, Piece, Square, Stages};
use contract::history::EmptyHistory;

/// Clues about a turn of the other side.
pub(super) struct ReplyClues<'a> {
    game: &'a Blind,
    /// True if a pawn has to capture.
    bound: bool,
    after: &'a [Event],
    capture: Option<(Square, bool)>,
    dropped: Option<Piece>,
    promoted: bool,
    /// Square on which the other side has just lost a piece.
    taken: Option<Square>,
}

/// A move, or none where a turn can be passed.
pub(super) type Reply = Option<Move>;

/// The moves of an arrangement that may have been heard, with the likelihood of
/// each, and that of all moves together.
#[derive(Default)]
pub(super) struct Replies {
    pub(super) list: Vec<(Reply, u32)>,
    pub(super) fitting: u64,
    pub(super) all: u64,
}

impl<'a> ReplyClues<'a> {
    pub(super) fn new(
        game: &'a Blind,
        before: &[Event],
        after: &'a [Event],
        taken: Option<Square>,
    ) -> Self {
        let mut bound = false;
        for event in before {
            match event {
                Event::MustTryPawn => bound = true,
                Event::Released => bound = false,
                _ => {}
            }
        }
        let capture = after.iter().find_map(|event| match event {
            Event::Capture {
                square, en_passant, ..
            } => Some((*square, *en_passant)),
            _ => None,
        });
        let dropped = after.iter().find_map(|event| match event {
            Event::Dropped(piece) => Some(*piece),
            _ => None,
        });
        Self {
            game,
            bound,
            after,
            capture,
            dropped,
            promoted: after.contains(&Event::Promoted),
            taken,
        }
    }

    /// Returns true if a legal move fits the clues, as far as that is seen without making it.
    fn may_be(&self, board: &Board, mv: Move) -> bool {
        let rules = self.game.rules;
        let in_passing = mv.kind() == MoveKind::EnPassant;
        let takes = in_passing || !mv.is_drop() && !mv.is_castle() && board.occupied().has(mv.to());
        let fits = match self.capture {
            None => !takes,
            Some((_, true)) => in_passing,
            Some((square, false)) if in_passing => {
                rules.in_passing == InPassing::OnVictim
                    && victim_of(board.turn(), mv.to()) == square
            }
            Some((square, false)) => takes && mv.to() == square,
        };
        let pawn = || {
            !mv.is_drop()
                && mv.from().file() != mv.to().file()
                && board.piece_at(mv.from()) == Some(Piece::Pawn)
        };
        fits && (!rules.drops || mv.dropped() == self.dropped)
            && (!rules.promotion || mv.promoted_to().is_some() == self.promoted)
            && (!self.bound || pawn())
    }

    /// Lists the moves of a position that may have been heard.
    pub(super) fn replies(&self, position: &Position, out: &mut Replies) {
        out.list.clear();
        (out.fitting, out.all) = (0, 0);
        let board = &position.board;
        let rules = self.game.board_rules();
        let reconnoitres = self.game.rules.play == Play::Reconnaissance;
        let likelihood = |mv| {
            let likely = likelihood(board, mv, self.taken);
            match reconnoitres && board.gives_check(mv, rules) {
                true => likely * ATTACKS_KING,
                false => likely,
            }
        };
        let mut add = |mv: Reply| {
            let likely = mv.map_or(NO_MOVE, likelihood);
            out.all += u64::from(likely);
            let fits = match mv {
                Some(mv) => self.may_be(board, mv),
                None => self.capture.is_none(),
            };
            if fits {
                out.fitting += u64::from(likely);
                out.list.push((mv, likely));
            }
        };
        if self.game.rules.takes_kings() {
            let men = own_pieces(board, board.turn());
            let truth = Blind::truth(position, board.turn());
            let mut each = |attempt| {
                if let Some(mv) = self.game.resolved(position, attempt) {
                    add(Some(mv));
                }
                ControlFlow::Continue(())
            };
            let _ = seat::candidates(&men, &truth, &mut each);
            let _ = seat::tries(&men, &truth, &mut each);
            if self.game.rules.play == Play::Reconnaissance {
                add(None);
            }
        } else {
            let _ = board.visit(self.game.board_rules(), Stages::ALL, |set| {
                set.into_iter().for_each(|mv| add(Some(mv)));
                ControlFlow::Continue(())
            });
        }
    }

    /// The position after a reply, if it is heard as it was and the game goes on.
    pub(super) fn after(&self, position: &Position, reply: Reply) -> Option<Position> {
        let Some(mv) = reply else {
            return Some(Position::new(position.board.make_null(), None));
        };
        if let Some(Event::Sees(sight)) = self.after.last() {
            // Far cheaper than to find out all that is in sight.
            let next = position.board.make(mv, self.game.board_rules());
            let theirs = next.colors(position.board.turn());
            let seen = Piece::ALL.map(|piece| next.pieces(piece) & theirs & sight.seen);
            if seen != sight.theirs {
                return None;
            }
        }
        let mut expected = self.after.iter().filter(tells_of_move);
        let mut same = true;
        let next = self.game.made(position, mv, &mut |audience, event| {
            if audience != Audience::Mover && tells_of_move(&&event) {
                same &= expected.next() == Some(&event);
            }
        });
        let same = same && expected.next().is_none();
        (same && next.won.is_none() && self.game.outcome_of(&next, &EmptyHistory).is_none())
            .then_some(next)
    }
}

/// Returns true if an event is about the move; the number of refused attempts is about the turn.
pub(super) fn tells_of_move(event: &&Event) -> bool {
    !matches!(event, Event::RebuffCount(_))
}
