//! Boards and moves in English, for all games that are played on chess boards.

use super::OneBoard;
use super::variants::Variant;
use chess::{Bitboard, Board, Color, File, Move, MoveKind, Piece, Square};
use contract::game::{Game, Outcome};
use contract::history::{PositionHistory, WithOne};
use contract::words::{self, Sentences, list};

/// The order in which pieces are told.
pub const TOLD: [Piece; 6] = [
    Piece::King,
    Piece::Queen,
    Piece::Rook,
    Piece::Bishop,
    Piece::Knight,
    Piece::Pawn,
];

/// Returns the name of a side.
#[must_use]
pub const fn side(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// Returns the pieces of a side by kind: `king g1, rooks a1 and f1`; `none` without any.
#[must_use]
pub fn pieces(of: impl Fn(Piece) -> Bitboard) -> String {
    let told = TOLD.into_iter().filter_map(|piece| {
        let squares = of(piece).into_iter();
        let squares: Vec<_> = squares.map(|square| square.to_string()).collect();
        words::places(piece.name(), &squares)
    });
    joined(told.collect())
}

/// Joins groups that hold lists themselves; `none` without any.
#[must_use]
pub fn joined(groups: Vec<String>) -> String {
    match groups.is_empty() {
        true => "none".into(),
        false => groups.join(", "),
    }
}

/// Returns pieces in hand: `two pawns and a knight`; `nothing` without any.
#[must_use]
pub fn hand(held: impl Fn(Piece) -> u8) -> String {
    let counts = TOLD.into_iter().filter(|piece| *piece != Piece::King);
    let counts = counts.filter(|piece| held(*piece) > 0);
    let counts: Vec<_> = counts
        .map(|piece| words::count(held(piece).into(), piece.name()))
        .collect();
    match counts.is_empty() {
        true => "nothing".into(),
        false => list(&counts),
    }
}

/// Returns the ways in which a side may castle: `castle on the king's side`; nothing without
/// any. The rooks are those towards the a-file and the h-file; one that does not stand in a
/// corner is named.
#[must_use]
pub fn castling(rooks: [Option<Square>; 2]) -> Option<String> {
    let way = |name: &str, corner: File, rook: Square| match rook.file() == corner {
        true => format!("on the {name}'s side"),
        false => format!("on the {name}'s side with the rook on {rook}"),
    };
    let [queen, king] = rooks;
    let king = king.map(|rook| way("king", File::H, rook));
    let queen = queen.map(|rook| way("queen", File::A, rook));
    let ways: Vec<_> = king.into_iter().chain(queen).collect();
    (!ways.is_empty()).then(|| format!("castle {}", list(&ways)))
}

/// Adds the pieces, pockets and rights of a board.
pub fn board(board: &Board, pockets: bool, out: &mut Sentences) {
    for color in Color::ALL {
        let own = pieces(|piece| board.colored_pieces(color, piece));
        out.add(format!("{}: {own}", side(color)));
    }
    if pockets {
        for color in Color::ALL {
            let held = hand(|piece| board.pocket(color, piece));
            out.add(format!("in {}'s hand: {held}", side(color)));
        }
        let promoted = board.promoted().into_iter();
        let promoted: Vec<_> = promoted.map(|square| square.to_string()).collect();
        if !promoted.is_empty() {
            out.add(format!(
                "promoted pawns, taken as pawns: {}",
                list(&promoted)
            ));
        }
    }
    for color in Color::ALL {
        if let Some(ways) = castling(board.castling_rooks(color)) {
            out.add(format!("{} may {ways}", side(color)));
        }
    }
    if let Some(square) = board.en_passant() {
        out.add(format!("a pawn may be taken en passant on {square}"));
    }
}

/// Adds the check that the side to move is in.
pub fn check(board: &Board, out: &mut Sentences) {
    let checkers = board.checkers().into_iter().filter_map(|square| {
        let piece = board.piece_at(square)?;
        Some(format!("the {} on {square}", piece.name()))
    });
    let checkers: Vec<_> = checkers.collect();
    if !checkers.is_empty() {
        let (side, checkers) = (side(board.turn()), list(&checkers));
        out.add(format!("{side} is in check from {checkers}"));
    }
}

/// Returns a move and the capture it makes, without what it leads to.
#[must_use]
pub fn plain_move(board: &Board, mv: Move) -> String {
    let (from, to) = (mv.from(), mv.to());
    match mv.kind() {
        MoveKind::Castle => {
            let way = if to > from { "king" } else { "queen" };
            return format!("castles on the {way}'s side");
        }
        MoveKind::Drop(piece) => return format!("drops {} on {to}", words::article(piece.name())),
        MoveKind::Normal | MoveKind::EnPassant | MoveKind::Promotion(_) => {}
    }
    let piece = board.piece_at(from).map_or("piece", Piece::name);
    let mut out = match board.captured_by(mv) {
        None => format!("{piece} from {from} to {to}"),
        Some(taken) => {
            let victim = taken.piece.name();
            let mut out = format!("{piece} from {from} takes {victim} on {to}");
            if mv.kind() == MoveKind::EnPassant {
                let square = Square::at(to.file(), from.rank());
                out = format!("{piece} from {from} takes {victim} on {square} en passant, to {to}");
            }
            if taken.promoted {
                out.push_str(", a promoted pawn");
            }
            out
        }
    };
    if let Some(piece) = mv.promoted_to() {
        out.push_str(&format!(", promotes to {}", piece.name()));
    }
    out
}

/// Adds a check to the words of a move that leads to a board.
pub fn add_check(next: &Board, out: &mut String) {
    match next.checkers().len() {
        0 => {}
        1 => out.push_str(", check"),
        _ => out.push_str(", double check"),
    }
}

/// Adds the end of the game to the words of a move. A mate is told by its one word, whatever
/// check it is.
pub fn add_end<G: Game>(game: &G, outcome: Outcome, next: &Board, out: &mut String) {
    if outcome.reason == "checkmate" {
        out.push_str(", checkmate");
        return;
    }
    add_check(next, out);
    out.push_str(&format!(", {}", words::result(game, outcome)));
}

impl<V: Variant> OneBoard<V> {
    pub(super) fn board_words(&self, position: &Board) -> String {
        let mut out = Sentences::default();
        out.add(format!("move {}", position.fullmove()));
        board(position, V::DROPS, &mut out);
        check(position, &mut out);
        if V::WAITS && self.decided(position).is_none() && self.live(position).is_empty() {
            let side = side(position.turn());
            out.add(format!("{side} has no move until a piece comes to hand"));
        }
        out.finish()
    }

    pub(super) fn move_words(&self, board: &Board, past: &dyn PositionHistory, mv: Move) -> String {
        let mut out = plain_move(board, mv);
        let next = board.make(mv, self.rules());
        let after = WithOne::new(past, self.key(board));
        match self.end(&next, &after) {
            Some(outcome) => add_end(self, outcome, &next, &mut out),
            None => {
                add_check(&next, &mut out);
                if V::WAITS && self.live(&next).is_empty() {
                    let side = side(next.turn());
                    out.push_str(&format!(", {side} has no move until a piece comes to hand"));
                }
            }
        }
        out
    }
}
