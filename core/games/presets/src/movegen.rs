//! Which moves there are: those of the pieces, what presets add and take away, and
//! that a king may not be left in check.

use std::collections::HashSet;
use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::action::{Action, Special};
use super::board::{ColoredPiece, PieceBoard, PieceTypeId};
use super::context::{FilterMoves, Listing, Promotions, SelfCheck};
use super::engine::{MoveTrace, castled};
use super::library::Library;
use super::movement::MoveSite;
use super::position::Position;
use super::preset::Hooks;
use super::scope::Active;
use chess::{Bitboard, Color, Rank, Square, attacks};
use contract::error::Error;
use contract::game::Flow;

/// Facts computed once for a list of moves.
struct Safety {
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

/// To how many squares the pieces of a side may lead together in a position to begin
/// with, each counted where it leads to most: 321 for an army of chess, 972 for the 36
/// pawns of horde.
pub(super) const MOST_BREADTH: u32 = 1024;

/// The same in a position that was played to: pieces split, are promoted, and change.
pub(super) const MOST_GROWN: u32 = 2 * MOST_BREADTH;

/// The hooks for which a capture must be made in full.
pub(super) const OF_CAPTURES: [Hooks; 3] =
    [Hooks::BEFORE_CAPTURE, Hooks::ON_DAMAGE, Hooks::ON_RETRACT];

impl Library {
    /// To how many squares a piece of a type may lead; a pawn counts as the queen that
    /// it may become.
    fn width(&self, kind: PieceTypeId) -> u32 {
        let kind = match kind {
            PieceTypeId::PAWN => PieceTypeId::QUEEN,
            kind => kind,
        };
        self.type_of(kind).moves.width()
    }

    /// To how many squares the pieces of a side may lead together.
    pub(super) fn breadth(&self, position: &Position, color: Color) -> u32 {
        let men = position.of(color).into_iter();
        men.filter_map(|square| position.piece_at(square))
            .map(|man| self.width(man.kind))
            .sum()
    }

    /// Returns true if a side has room for a new piece, in place of another or of none, so that an
    /// army grown by play can be read again.
    pub(super) fn has_room(
        &self,
        position: &Position,
        color: Color,
        old: Option<PieceTypeId>,
        new: PieceTypeId,
    ) -> bool {
        let (old, new) = (old.map_or(0, |old| self.width(old)), self.width(new));
        new <= old || self.breadth(position, color) - old + new <= MOST_GROWN
    }

    /// Checks that a position is small enough for its moves to be listed at once: as a first
    /// position, or as one that was played to.
    ///
    /// # Errors
    ///
    /// `invalid_notation`, with the limit.
    pub(super) fn check_breadth(&self, position: &Position, most: u32) -> contract::Result<()> {
        for color in Color::ALL {
            let breadth = self.breadth(position, color);
            if breadth > most {
                return Err(Error::invalid_notation(format!(
                    "pieces: those of {} lead to {breadth} squares together, and {most} are the \
                     most",
                    color.name()
                )));
            }
        }
        Ok(())
    }

    // ----- what is attacked

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

    // ----- the moves of the pieces

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

    // ----- the safety of the king

    fn safety(&self, position: &Position) -> Safety {
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
    fn permitted(
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

    /// Returns true if an offered move leaves its side's king safe, whatever else forbids it.
    pub(super) fn keeps_safe(&self, position: &Position, action: &Action) -> bool {
        self.permitted(position, &self.safety(position), action)
            .is_ok()
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

const IN_CHECK: &str = "it would leave the king in check";
