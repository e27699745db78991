//! Situations of a seat in a position of two boards, derived from the rules alone.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use boardwright::bughouse::{Action, BoardId, Bughouse, Position, partner_of, place_of, seat_of};
use boardwright::chess::Piece;
use boardwright::game::{Game, Outcome, Seat};
use boardwright::history::EmptyHistory;

/// Expected answer to a situation.
#[derive(Clone, Debug)]
pub(super) enum Expected {
    Best(BTreeSet<String>),
    Avoid(BTreeSet<String>),
    Sit,
}

/// A situation without its number.
#[derive(Clone, Debug)]
pub(super) struct Situation {
    pub(super) kind: &'static str,
    pub(super) position: Position,
    pub(super) seat: Seat,
    /// Of all seats, in milliseconds.
    pub(super) clocks: Option<[u64; 4]>,
    pub(super) message: Option<String>,
    pub(super) expected: Expected,
}

/// The rules, and what is asked of them.
pub(super) struct Rulebook<'a>(pub(super) &'a Bughouse);

impl Rulebook<'_> {
    fn moves(&self, position: &Position, id: BoardId) -> Vec<Action> {
        let mut moves = Vec::new();
        let _ = self.0.legal(position, &EmptyHistory, |action| {
            if action.board == id {
                moves.push(action);
            }
            ControlFlow::Continue(())
        });
        moves
    }

    fn over(&self, position: &Position) -> Option<Outcome> {
        self.0.outcome(position, &EmptyHistory)
    }

    pub(super) fn play(&self, position: &Position, action: &Action) -> Position {
        self.0.play(position, action).0
    }

    fn texts<'a>(&self, actions: impl IntoIterator<Item = &'a Action>) -> BTreeSet<String> {
        actions.into_iter().map(|a| self.0.text(a)).collect()
    }

    /// The moves with which whoever is to move on a board mates.
    fn mates(&self, position: &Position, id: BoardId) -> Vec<Action> {
        let mut moves = self.moves(position, id);
        moves.retain(|action| self.mated(&self.play(position, action), id));
        moves
    }

    /// Returns true if the side to move on a board is mated.
    fn mated(&self, position: &Position, id: BoardId) -> bool {
        position.board(id).is_check()
            && self
                .over(position)
                .is_some_and(|outcome| outcome.reason == "checkmate")
    }

    /// All situations that a seat to move is in.
    pub(super) fn scan(&self, position: &Position, seat: Seat) -> Vec<Situation> {
        let (own, color) = place_of(seat);
        if self.over(position).is_some() || position.board(own).turn() != color {
            return Vec::new();
        }
        let moves = self.moves(position, own);
        if moves.len() < 3 {
            return Vec::new();
        }
        let mates = self.mates(position, own);
        if !mates.is_empty() {
            return self
                .mate(position, seat, &moves, &mates)
                .into_iter()
                .collect();
        }
        let other = own.other();
        let mover = seat_of(other, position.board(other).turn());
        let partners = mover == partner_of(seat);
        let mut found = Vec::new();
        if self.mates(position, other).is_empty() {
            found.extend(match partners {
                true => self.need(position, seat, &moves),
                false => self.feed(position, seat, &moves),
            });
        }
        found.extend(self.asked(position, seat, &moves));
        let waits = self.moves(position, other).is_empty();
        if waits && !partners {
            let clocks = times(seat, mover, 60_000, 10_000);
            found.push(situation(
                "flag",
                position,
                seat,
                Some(clocks),
                Expected::Sit,
            ));
        }
        if !waits && self.lost(position, own, &moves) {
            let clocks = [10_000; 4];
            found.push(situation(
                "lost",
                position,
                seat,
                Some(clocks),
                Expected::Sit,
            ));
        } else if !waits && partners {
            found.push(Situation {
                message: Some("stall".into()),
                ..situation("stall", position, seat, Some([10_000; 4]), Expected::Sit)
            });
        }
        found
    }

    fn need(&self, position: &Position, seat: Seat, moves: &[Action]) -> Option<Situation> {
        let (own, _) = place_of(seat);
        let board = position.board(own);
        let captures: Vec<_> = moves
            .iter()
            .filter(|a| board.captured_by(a.mv).is_some())
            .collect();
        let helps = |action: &&&Action| {
            let after = self.play(position, action);
            self.over(&after).is_none() && !self.mates(&after, own.other()).is_empty()
        };
        let good: Vec<_> = captures.iter().filter(helps).copied().collect();
        // What is worth as much and does not help must be there to be left alone.
        let most = |of: &mut dyn Iterator<Item = &&Action>| {
            of.filter_map(|a| board.captured_by(a.mv))
                .map(|c| worth(c.piece))
                .max()
        };
        let best = most(&mut good.iter())?;
        let others = most(&mut captures.iter().filter(|a| !good.contains(a)))?;
        (others >= best).then(|| {
            let expected = Expected::Best(self.texts(good.iter().copied()));
            situation("need", position, seat, None, expected)
        })
    }

    fn asked(&self, position: &Position, seat: Seat, moves: &[Action]) -> Option<Situation> {
        let (own, _) = place_of(seat);
        let board = position.board(own);
        if board.is_check() {
            return None;
        }
        let captures: Vec<_> = moves
            .iter()
            .filter_map(|action| Some((action, board.captured_by(action.mv)?)))
            .collect();
        // Nobody takes back, and nothing greater could be had.
        let free = |action: &Action| {
            let after = self.play(position, action);
            let to = action.mv.to();
            let takes = |reply: &Action| {
                reply.mv.to() == to && after.board(own).captured_by(reply.mv).is_some()
            };
            !self.moves(&after, own).iter().any(takes)
        };
        let greatest = captures.iter().map(|(_, c)| worth(c.piece)).max()?;
        let had: Vec<_> = captures
            .iter()
            .filter(|(action, c)| !c.promoted && worth(c.piece) + 1 >= greatest && free(action))
            .collect();
        let least = had.iter().map(|(_, c)| c.piece).min_by_key(|p| worth(*p))?;
        let other = had
            .iter()
            .any(|(_, c)| c.piece != least && worth(c.piece) == greatest);
        let wanted = had
            .iter()
            .filter(|(_, c)| c.piece == least)
            .map(|(action, _)| *action);
        other.then(|| Situation {
            message: Some(format!(
                "need {} urgency high",
                least.letter().to_ascii_lowercase()
            )),
            ..situation(
                "asked",
                position,
                seat,
                None,
                Expected::Best(self.texts(wanted)),
            )
        })
    }

    fn feed(&self, position: &Position, seat: Seat, moves: &[Action]) -> Option<Situation> {
        let (own, _) = place_of(seat);
        let board = position.board(own);
        let fatal: Vec<_> = moves
            .iter()
            .filter(|action| {
                let after = self.play(position, action);
                self.feeds(&after, own)
            })
            .collect();
        // Something must be there to be won by it, and enough that is not fatal.
        let tempting = fatal.iter().any(|action| {
            let taken = board.captured_by(action.mv).map_or(0, |c| worth(c.piece));
            let risked = board.piece_at(action.mv.from()).map_or(0, worth);
            taken > 0 && taken >= risked
        });
        (tempting && fatal.len() * 2 <= moves.len()).then(|| {
            let expected = Expected::Avoid(self.texts(fatal.iter().copied()));
            situation("feed", position, seat, None, expected)
        })
    }

    /// Returns true if a capture on a board gives the side to move on the other board a piece that
    /// mates there at once.
    fn feeds(&self, position: &Position, id: BoardId) -> bool {
        let board = position.board(id);
        self.moves(position, id)
            .iter()
            .filter(|reply| board.captured_by(reply.mv).is_some())
            .any(|reply| {
                let fed = self.play(position, reply);
                self.over(&fed).is_none() && !self.mates(&fed, id.other()).is_empty()
            })
    }

    fn mate(
        &self,
        position: &Position,
        seat: Seat,
        moves: &[Action],
        mates: &[Action],
    ) -> Option<Situation> {
        let (own, _) = place_of(seat);
        let freezes = moves.iter().any(|action| {
            let after = self.play(position, action);
            let board = after.board(own);
            !mates.contains(action) && board.is_check() && self.moves(&after, own).is_empty()
        });
        freezes.then(|| {
            situation(
                "mate",
                position,
                seat,
                None,
                Expected::Best(self.texts(mates)),
            )
        })
    }

    fn lost(&self, position: &Position, own: BoardId, moves: &[Action]) -> bool {
        moves.iter().all(|action| {
            let after = self.play(position, action);
            !self.mates(&after, own).is_empty()
        })
    }
}

fn situation(
    kind: &'static str,
    position: &Position,
    seat: Seat,
    clocks: Option<[u64; 4]>,
    expected: Expected,
) -> Situation {
    Situation {
        kind,
        position: *position,
        seat,
        clocks,
        message: None,
        expected,
    }
}

/// The clocks where two seats are known and the others have a minute.
fn times(seat: Seat, rival: Seat, own: u64, rivals: u64) -> [u64; 4] {
    let mut clocks = [60_000; 4];
    clocks[seat.index()] = own;
    clocks[rival.index()] = rivals;
    clocks
}

/// Returns the value of a piece in comparisons of captures, in pawns.
pub(super) const fn worth(piece: Piece) -> u32 {
    match piece {
        Piece::Pawn => 1,
        Piece::Knight | Piece::Bishop => 2,
        Piece::Rook => 3,
        Piece::Queen => 5,
        Piece::King => 0,
    }
}
