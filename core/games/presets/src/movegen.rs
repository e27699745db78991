//! The moves that there are: those of the pieces, with what presets add and take away.

use std::collections::HashSet;
use std::ops::ControlFlow;

use super::action::{Action, Special};
use super::board::{ColoredPiece, PieceTypeId};
use super::context::{FilterMoves, Listing, Promotions};
use super::engine::castled;
use super::library::Library;
use super::movement::MoveSite;
use super::position::Position;
use super::preset::Hooks;
use chess::{Bitboard, Color, Rank, Square, attacks};
use contract::game::Flow;

impl Library {
    pub(super) fn site(
        &self,
        position: &Position,
        from: Square,
        man: ColoredPiece,
        cylinder: bool,
    ) -> MoveSite {
        MoveSite {
            from,
            color: man.color,
            occupied: position.occupied(),
            friends: position.of(man.color),
            unmoved: position.unmoved & from.bit() != 0,
            cylinder,
        }
    }

    pub(super) fn targets(
        &self,
        position: &Position,
        from: Square,
        cylinder: bool,
    ) -> (Bitboard, Bitboard) {
        let Some(man) = position.piece_at(from) else {
            return (Bitboard::EMPTY, Bitboard::EMPTY);
        };
        let moves = &self.type_of(man.kind).moves;
        let (quiet, captures) = moves.targets(&self.site(position, from, man, cylinder));
        (quiet, captures & position.of(!man.color))
    }

    fn promotions(&self, position: &Position, color: Color) -> Vec<PieceTypeId> {
        let mut kinds = vec![
            PieceTypeId::QUEEN,
            PieceTypeId::ROOK,
            PieceTypeId::BISHOP,
            PieceTypeId::KNIGHT,
        ];
        for own in self.attached(position, Hooks::PROMOTIONS, Some(color)) {
            let look = self.board(position, own);
            self.preset(own.preset)
                .promotions(&Promotions { board: look, color }, &mut kinds);
        }
        let mut seen = 0_u64;
        kinds.retain(|k| {
            let new = k.index() < self.kinds.len() && seen & 1 << k.index() == 0;
            seen |= 1 << k.index();
            new && self.has_room(position, color, Some(PieceTypeId::PAWN), *k)
        });
        kinds
    }

    /// Adds moves to squares; those of a pawn to its last rank once for each promotion.
    pub(super) fn push_moves(
        &self,
        position: &Position,
        from: Square,
        to: Bitboard,
        moves: &mut Vec<Action>,
    ) {
        let Some(man) = position.piece_at(from) else {
            return;
        };
        let last = Bitboard::rank((!man.color).back_rank());
        let promoting = match man.kind {
            PieceTypeId::PAWN => to & last,
            _ => Bitboard::EMPTY,
        };
        moves.extend((to - promoting).into_iter().map(|s| Action::new(from, s)));
        if promoting.any() {
            let kinds = self.promotions(position, man.color);
            for to in promoting {
                let action = Action::new(from, to);
                match kinds.is_empty() {
                    true => moves.push(action),
                    false => moves.extend(kinds.iter().map(|k| action.promoting(*k))),
                }
            }
        }
    }

    fn pawn(&self, position: &Position, from: Square, color: Color, moves: &mut Vec<Action>) {
        let occupied = position.occupied();
        let (ahead, second) = match color {
            Color::White => (8_i8, Rank::Second),
            Color::Black => (-8, Rank::Seventh),
        };
        let step = |at: Square| {
            let next = at.index() as i8 + ahead;
            Square::new(next as u8).filter(|s| !occupied.has(*s))
        };
        let mut to = attacks::pawn(color, from) & position.of(!color);
        let one = step(from);
        to |= one.map_or(Bitboard::EMPTY, Into::into);
        self.push_moves(position, from, to, moves);
        if from.rank() == second
            && let Some(two) = one.and_then(step)
        {
            moves.push(Action::new(from, two).special(Special::Double));
        }
        if let Some(square) = position.en_passant()
            && position.turn == color
            && attacks::pawn(color, from).has(square)
        {
            moves.push(Action::new(from, square).special(Special::EnPassant));
        }
    }

    fn castles(&self, position: &Position, from: Square, color: Color, moves: &mut Vec<Action>) {
        // Of several kings the one that the rights are about castles, and none where
        // that cannot be told.
        let alone = |rook: Square| {
            let home = Bitboard::rank(rook.rank());
            position.pieces(color, PieceTypeId::KING) & home == from.into()
        };
        let rights: Vec<(usize, Square)> = (0..2)
            .filter_map(|side| Some((side, position.rook(color, side)?)))
            .filter(|(_, rook)| alone(*rook))
            .collect();
        if rights.is_empty() {
            return;
        }
        let ignored = self.ignores_check(position, color);
        if !ignored && !self.safe(position, color) {
            return;
        }
        for (side, rook) in rights {
            let (king_to, rook_to) = castled(side);
            let rank = from.rank();
            let (king_to, rook_to) = (Square::at(king_to, rank), Square::at(rook_to, rank));
            let way = attacks::between(from, king_to) | king_to.into();
            let rooks_way = attacks::between(rook, rook_to) | rook_to.into();
            let others = position.occupied() - from.into() - rook.into();
            if (way | rooks_way).meets(others) {
                continue;
            }
            let passes = |square: Square| {
                let mut there = position.clone();
                if square == rook {
                    there.take(rook);
                }
                there.relocate(from, square);
                self.safe(&there, color)
            };
            if ignored || (way - king_to.into()).into_iter().all(passes) {
                let castle = Action::new(from, king_to).special(Special::Castle);
                moves.push(if self.chess960 {
                    castle.over(rook)
                } else {
                    castle
                });
            }
        }
    }

    /// The moves of a piece by the rules of chess and its type.
    fn own_moves(
        &self,
        position: &Position,
        from: Square,
        man: ColoredPiece,
        moves: &mut Vec<Action>,
    ) {
        let free = !position.of(man.color);
        let occupied = position.occupied();
        let to = match man.kind {
            PieceTypeId::PAWN => return self.pawn(position, from, man.color, moves),
            PieceTypeId::KNIGHT => attacks::knight(from) & free,
            PieceTypeId::BISHOP => attacks::bishop(from, occupied) & free,
            PieceTypeId::ROOK => attacks::rook(from, occupied) & free,
            PieceTypeId::QUEEN => {
                (attacks::bishop(from, occupied) | attacks::rook(from, occupied)) & free
            }
            PieceTypeId::KING => {
                self.castles(position, from, man.color, moves);
                attacks::king(from) & free
            }
            _ => {
                let (quiet, captures) = self.targets(position, from, false);
                quiet | captures
            }
        };
        moves.extend(to.into_iter().map(|s| Action::new(from, s)));
    }

    /// Adds the presets' moves of a piece; with a `goal`, at least those that touch that square.
    pub(super) fn extra(
        &self,
        position: &Position,
        from: Square,
        goal: Option<Square>,
        moves: &mut Vec<Action>,
    ) {
        let Some(man) = position.piece_at(from) else {
            return;
        };
        for own in self.attached(position, Hooks::EXTRA_MOVES, Some(man.color)) {
            let look = self.board(position, own);
            let listing = Listing {
                board: look,
                from,
                piece: man,
                goal,
            };
            self.preset(own.preset).extra_moves(&listing, moves);
        }
    }

    /// All moves of the side to move before presets take any away, and before the safety
    /// of its king is looked at.
    pub(super) fn offered(&self, position: &Position) -> Vec<Action> {
        let color = position.turn;
        let mut all = Vec::with_capacity(64);
        let mut more = Vec::new();
        let mut ways = HashSet::new();
        let extras = !self
            .attached(position, Hooks::EXTRA_MOVES, Some(color))
            .is_empty();
        for from in position.of(color) {
            let Some(man) = position.piece_at(from) else {
                continue;
            };
            let begin = all.len();
            self.own_moves(position, from, man, &mut all);
            if extras {
                more.clear();
                self.extra(position, from, None, &mut more);
                if more.is_empty() {
                    continue;
                }
                ways.clear();
                ways.extend(all[begin..].iter().map(Action::way));
                all.extend(more.iter().filter(|action| ways.insert(action.way())));
            }
        }
        all
    }

    /// All moves of the side to move before the safety of its king is looked at.
    pub(super) fn listed(&self, position: &Position) -> Vec<Action> {
        let all = self.offered(position);
        let filters = self.attached(position, Hooks::FILTER_MOVES, Some(position.turn));
        if filters.is_empty() {
            return all;
        }
        let mut kept = Vec::with_capacity(all.len());
        for of_one in all.chunk_by(|a, b| a.from() == b.from()) {
            let from = of_one[0].from();
            let Some(man) = position.piece_at(from) else {
                continue;
            };
            let mut moves = of_one.to_vec();
            for own in &filters {
                let context = FilterMoves {
                    board: self.board(position, *own),
                    from,
                    piece: man,
                    all: &all,
                };
                self.preset(own.preset).filter_moves(&context, &mut moves);
            }
            kept.append(&mut moves);
        }
        kept
    }

    /// Which preset has taken an offered move away, in words.
    fn taken_away(&self, position: &Position, action: &Action) -> Option<String> {
        let all = self.offered(position);
        let from = action.from();
        let man = position.piece_at(from)?;
        let of_one = all.iter().filter(|a| a.from() == from);
        let mut moves: Vec<_> = of_one.copied().collect();
        for own in self.attached(position, Hooks::FILTER_MOVES, Some(position.turn)) {
            if !moves.contains(action) {
                return None;
            }
            let context = FilterMoves {
                board: self.board(position, own),
                from,
                piece: man,
                all: &all,
            };
            let preset = self.preset(own.preset);
            preset.filter_moves(&context, &mut moves);
            if !moves.contains(action) {
                let id = preset.id();
                return Some(match preset.why_filtered(&context, action) {
                    Some(why) => format!("{id} forbids it: {why}"),
                    None => format!("{id} forbids it"),
                });
            }
        }
        None
    }

    /// Visits the legal moves, ends of the game left aside.
    pub(super) fn each_move(
        &self,
        position: &Position,
        mut visit: impl FnMut(Action) -> Flow,
    ) -> Flow {
        let safety = self.safety(position);
        for action in self.listed(position) {
            if self.permitted(position, &safety, &action).is_ok() {
                visit(action)?;
            }
        }
        ControlFlow::Continue(())
    }

    pub(super) fn any_move(
        &self,
        position: &Position,
        like: &mut dyn FnMut(&Action) -> bool,
    ) -> bool {
        let found = self.each_move(position, |action| match like(&action) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        });
        found.is_break()
    }

    pub(super) fn has_move(&self, position: &Position) -> bool {
        self.any_move(position, &mut |_| true)
    }

    /// Why a move may not be made; `Ok` for one that may.
    pub(super) fn refused(&self, position: &Position, action: &Action) -> Result<(), String> {
        if !self.listed(position).contains(action) {
            let why = self.taken_away(position, action);
            return Err(why.unwrap_or_else(|| "no piece moves so here".into()));
        }
        self.permitted(position, &self.safety(position), action)
    }

    /// Returns true if the side to move has a legal en passant capture.
    pub(super) fn can_take_in_passing(&self, position: &Position) -> bool {
        let Some(square) = position.en_passant() else {
            return false;
        };
        if !position.has_passed(square) {
            return false;
        }
        let near = attacks::pawn(!position.turn, square);
        if !near.meets(position.pieces(position.turn, PieceTypeId::PAWN))
            && !position.hooks.has(Hooks::EXTRA_MOVES)
        {
            return false;
        }
        self.any_move(position, &mut |a| a.kind() == Special::EnPassant)
    }
}
