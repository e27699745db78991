//! Attacks on squares and kings, and the check that no move leaves a king exposed.

use smallvec::SmallVec;

use super::action::{Action, Special};
use super::board::PieceBoard;
use super::context::SelfCheck;
use super::engine::MoveTrace;
use super::library::Library;
use super::movement::MoveSite;
use super::position::Position;
use super::preset::Hooks;
use super::scope::Active;
use chess::{Bitboard, Color, Square, attacks};

/// Facts computed once for a list of moves.
pub(super) struct Safety {
    /// Nobody minds whether the king is in check.
    ignored: bool,
    /// A quiet move need not be made in full to see whether the king is safe.
    quiet: bool,
    /// Neither need a capture.
    captures: bool,
    /// Squares a piece other than the king may leave without being looked at.
    free: Bitboard,
    /// Presets that may do something after a move.
    after: SmallVec<[Active; 4]>,
}

/// The hooks for which a capture must be made in full.
pub(super) const OF_CAPTURES: [Hooks; 3] =
    [Hooks::BEFORE_CAPTURE, Hooks::ON_DAMAGE, Hooks::ON_RETRACT];

const IN_CHECK: &str = "it would leave the king in check";

impl Library {
    /// Returns true if a side attacks a square by the movements alone.
    fn reaches(&self, board: &PieceBoard, unmoved: u64, square: Square, by: Color) -> bool {
        let occupied = board.occupied();
        if board.chessman_attacks(by, square, occupied) {
            return true;
        }
        board.strange(by).into_iter().any(|from| {
            board.piece_at(from).is_some_and(|man| {
                let moves = &self.type_of(man.kind).moves;
                if !moves.may_reach(by, from).has(square) {
                    return false;
                }
                let site = MoveSite {
                    from,
                    color: by,
                    occupied,
                    friends: board.of(by),
                    unmoved: unmoved & from.bit() != 0,
                    cylinder: false,
                };
                moves.targets(&site).1.has(square)
            })
        })
    }

    /// Returns true if a side attacks a square, by its movements or by moves that presets add.
    pub(super) fn attacked(&self, position: &Position, square: Square, by: Color) -> bool {
        if self.reaches(&position.board, position.unmoved, square, by) {
            return true;
        }
        if !position.hooks.has(Hooks::EXTRA_MOVES) {
            return false;
        }
        let mut moves = Vec::new();
        position.of(by).into_iter().any(|from| {
            moves.clear();
            self.extra(position, from, Some(square), &mut moves);
            moves.iter().any(|m| m.legs().any(|leg| leg == square))
        })
    }

    /// Returns true if a royal piece of a side is attacked.
    pub(super) fn exposed(&self, position: &Position, color: Color) -> bool {
        self.royals(&position.board, color)
            .into_iter()
            .any(|king| self.attacked(position, king, !color))
    }

    /// Returns true if a side is not in check or may ignore it.
    pub(super) fn safe(&self, position: &Position, mover: Color) -> bool {
        if self.ignores_check(position, mover) || !self.exposed(position, mover) {
            return true;
        }
        self.attached(position, Hooks::FILTER_SELF_CHECK, Some(mover))
            .into_iter()
            .any(|own| {
                let look = self.board(position, own);
                self.preset(own.preset)
                    .filter_self_check(&SelfCheck { board: look, mover })
            })
    }

    pub(super) fn ignores_check(&self, position: &Position, mover: Color) -> bool {
        !self
            .attached(position, Hooks::IGNORES_SELF_CHECK, Some(mover))
            .is_empty()
    }

    pub(super) fn safety(&self, position: &Position) -> Safety {
        let mover = position.turn;
        let hooks = position.hooks;
        let ignored = self.ignores_check(position, mover);
        let quiet = !hooks.meets(Hooks::BEFORE_MOVE | Hooks::EXTRA_MOVES)
            && !hooks.has(Hooks::FILTER_SELF_CHECK)
            && position.active.iter().all(|a| a.turns != Some(1));
        let captures = quiet && !OF_CAPTURES.iter().any(|h| hooks.has(*h));
        let mut free = Bitboard::EMPTY;
        if quiet && !ignored && position.board.strange(!mover).is_empty() {
            let kings = self.royals(&position.board, mover);
            let lines =
                |king: Square| attacks::rook_rays(king) | attacks::bishop_rays(king) | king.into();
            let near = kings
                .into_iter()
                .fold(Bitboard::EMPTY, |all, king| all | lines(king));
            if !self.exposed(position, mover) {
                free = !near;
            }
        }
        Safety {
            ignored,
            quiet,
            captures,
            free,
            after: self.attached(position, Hooks::LOUDLY, None),
        }
    }

    /// Checks that a listed move is legal.
    ///
    /// # Errors
    ///
    /// The reason of a preset that cancels it, or that the king is left in check.
    pub(super) fn permitted(
        &self,
        position: &Position,
        safety: &Safety,
        action: &Action,
    ) -> Result<(), String> {
        contract::work::add(1);
        let mover = position.turn;
        if position.hooks.has(Hooks::BEFORE_MOVE) {
            let mut copy = position.clone();
            self.permit(&mut copy, &mut MoveTrace::default(), action)?;
            if !safety.ignored {
                self.advance(&mut copy, &mut MoveTrace::default(), action);
                return self.judged(position, &copy, mover);
            }
        }
        if safety.ignored {
            return Ok(());
        }
        let target = self.target(position, action, mover, action.to());
        let light = match target {
            None => safety.quiet,
            Some(_) => safety.captures,
        };
        let light = light
            && !safety.after.iter().any(|own| {
                let look = self.board(position, *own);
                self.preset(own.preset).follows(&look, action)
            });
        if !light || action.len() > 1 || action.kind() == Special::Castle {
            let after = self.tried(position, action);
            return self.judged(position, &after, mover);
        }
        if safety.free.has(action.from()) && action.kind() != Special::EnPassant {
            return Ok(());
        }
        let mut board = position.board;
        let mut unmoved = position.unmoved & !action.from().bit();
        if let Some(target) = target {
            board.take(target);
            unmoved &= !target.bit();
        }
        if let Some(man) = board.take(action.from()) {
            board.put(action.to(), man);
        }
        let royals = self.royals(&board, mover);
        let exposed = royals
            .into_iter()
            .any(|king| self.reaches(&board, unmoved, king, !mover));
        // A side that takes the last king of the other need not mind its own.
        if exposed && !self.takes_last_royal(position, target) {
            return Err(IN_CHECK.into());
        }
        Ok(())
    }

    fn takes_last_royal(&self, position: &Position, target: Option<Square>) -> bool {
        let royals = self.royals(&position.board, !position.turn);
        target.is_some_and(|square| royals.any() && (royals - square.into()).is_empty())
    }

    /// Checks that the king is safe after the move.
    fn judged(&self, before: &Position, after: &Position, mover: Color) -> Result<(), String> {
        let lost = |color: Color| after.lost & !before.lost & 1 << color.index() != 0;
        if lost(mover) {
            return Err("the king would be lost".into());
        }
        if lost(!mover) || self.safe(after, mover) {
            return Ok(());
        }
        Err(IN_CHECK.into())
    }

    /// Returns true if an offered move leaves its side's king safe, whatever else forbids it.
    pub(super) fn keeps_safe(&self, position: &Position, action: &Action) -> bool {
        self.permitted(position, &self.safety(position), action)
            .is_ok()
    }
}
