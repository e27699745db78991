//! A second moderator over a plain map of squares: what either side hears of an
//! attempt under some rule sets, by the rules as they are written down. Of the
//! library it takes the list of legal moves and the making of them, which are
//! tested elsewhere against other programs.

use super::super::Attempt;
use chess::{Board, Color, Move, MoveKind, Piece, Rules, Square};

type Man = Option<(Color, Piece)>;

fn man(board: &Board, file: i32, rank: i32) -> Option<Man> {
    let inside = (0..8).contains(&file) && (0..8).contains(&rank);
    inside.then(|| board.colored_piece_at(Square::wrap((rank * 8 + file) as u8)))
}

fn place(square: Square) -> (i32, i32) {
    (square.file().index() as i32, square.rank().index() as i32)
}

/// The ways of a piece that goes on until something is in the way.
fn lines(piece: Piece) -> &'static [(i32, i32)] {
    const STRAIGHT: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
    const DIAGONAL: [(i32, i32); 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
    const ALL: [(i32, i32); 8] = [
        (1, 0),
        (-1, 0),
        (0, 1),
        (0, -1),
        (1, 1),
        (-1, 1),
        (1, -1),
        (-1, -1),
    ];
    match piece {
        Piece::Rook => &STRAIGHT,
        Piece::Bishop => &DIAGONAL,
        Piece::Queen => &ALL,
        _ => &[],
    }
}

/// Returns true if a piece attacks a square.
fn attacks(board: &Board, from: Square, to: Square) -> bool {
    let Some((color, piece)) = board.colored_piece_at(from) else {
        return false;
    };
    let ((f, r), (tf, tr)) = (place(from), place(to));
    let (df, dr) = (tf - f, tr - r);
    match piece {
        Piece::Pawn => df.abs() == 1 && dr == if color == Color::White { 1 } else { -1 },
        Piece::Knight => df.abs() * dr.abs() == 2,
        Piece::King => df.abs().max(dr.abs()) == 1,
        _ => lines(piece).iter().any(|(x, y)| {
            for step in 1..8 {
                let (file, rank) = (f + x * step, r + y * step);
                if (file, rank) == (tf, tr) {
                    return true;
                }
                if man(board, file, rank) != Some(None) {
                    return false;
                }
            }
            false
        }),
    }
}

/// Returns true if a move is pseudo-legal, castling and en passant left out.
fn could(board: &Board, from: Square, to: Square) -> bool {
    let Some((color, piece)) = board.colored_piece_at(from) else {
        return false;
    };
    if board.color_at(to) == Some(color) {
        return false;
    }
    if piece != Piece::Pawn {
        return attacks(board, from, to);
    }
    let ((f, r), (tf, tr)) = (place(from), place(to));
    let up = if color == Color::White { 1 } else { -1 };
    if f != tf {
        return attacks(board, from, to) && board.color_at(to).is_some();
    }
    let empty = |rank| man(board, f, rank) == Some(None);
    let home = if color == Color::White { 1 } else { 6 };
    empty(r + up) && (tr == r + up || tr == r + 2 * up && r == home && empty(r + 2 * up))
}

/// The directions of a check, in the order in which they are told.
fn directions(board: &Board) -> Vec<&'static str> {
    let king = board.king(board.turn());
    let (f, r) = place(king);
    // How many squares the diagonals through the king have.
    let (rising, falling) = (8 - (f - r).abs(), 8 - (f + r - 7).abs());
    let mut out = Vec::new();
    for word in ["file", "rank", "long_diagonal", "short_diagonal", "knight"] {
        for from in board.colors(!board.turn()) {
            let (cf, cr) = place(from);
            let (df, dr) = (cf - f, cr - r);
            let direction = if df == 0 {
                "file"
            } else if dr == 0 {
                "rank"
            } else if df == dr {
                if rising > falling {
                    "long_diagonal"
                } else {
                    "short_diagonal"
                }
            } else if df == -dr {
                if falling > rising {
                    "long_diagonal"
                } else {
                    "short_diagonal"
                }
            } else {
                "knight"
            };
            if direction == word && attacks(board, from, king) && !out.contains(&word) {
                out.push(word);
            }
        }
    }
    out
}

fn tries(board: &Board) -> Vec<(Square, Square)> {
    let mut out = Vec::new();
    for mv in board.legal_moves(&Rules::CHESS) {
        let pawn = board.piece_at(mv.from()) == Some(Piece::Pawn);
        if pawn && mv.from().file() != mv.to().file() && !out.contains(&(mv.from(), mv.to())) {
            out.push((mv.from(), mv.to()));
        }
    }
    out.sort();
    out
}

/// The legal move that an attempt is, if it is one.
pub(super) fn legal(board: &Board, attempt: Attempt) -> Option<Move> {
    board
        .legal_moves(&Rules::CHESS)
        .into_iter()
        .find(|mv| said(*mv) == attempt.to_string())
}

/// A move as it is attempted.
pub(super) fn said(mv: Move) -> String {
    if mv.kind() == MoveKind::Castle {
        let (from, rook) = (mv.from(), mv.to());
        let file = if rook.file() > from.file() { 'g' } else { 'c' };
        return format!("{from}{file}{}", from.rank().letter());
    }
    mv.to_string()
}

/// Returns the announcements to the mover and to the other side about an attempt that the mover's
/// own pieces allow and that was not tried in this turn before; and the board after it.
pub(super) fn referee(
    rules: &str,
    board: &Board,
    attempt: Attempt,
) -> (String, String, Option<Board>) {
    let Attempt::Move { from, to, .. } = attempt else {
        panic!("only moves are attempted here");
    };
    let Some(mv) = legal(board, attempt) else {
        let king = board.piece_at(from) == Some(Piece::King);
        let check = !directions(board).is_empty();
        let only_exposed = could(board, from, to) && (!king || check);
        let word = match rules {
            "blind" if only_exposed => "wont_help",
            "cincinnati" if tries(board).is_empty() && is_try(board, from, to) => "nonsense",
            _ => "illegal_move",
        };
        let heard = word.to_owned();
        return match rules {
            "blind" | "wild16" => (heard, String::new(), None),
            _ => (heard.clone(), heard, None),
        };
    };
    let mut events = vec![format!("{}_moved", board.turn().name())];
    let victim = match mv.kind() {
        MoveKind::EnPassant => Some((Square::at(to.file(), from.rank()), Piece::Pawn)),
        MoveKind::Castle => None,
        _ => board.piece_at(to).map(|piece| (to, piece)),
    };
    if let Some((square, piece)) = victim {
        let told = match (rules, piece) {
            ("berkeley", _) => "hidden",
            (_, Piece::Pawn) => "pawn",
            _ => "piece",
        };
        events.push(format!("capture:{square}:{told}:hidden:-"));
    }
    let next = board.make(mv, &Rules::CHESS);
    let check = directions(&next);
    if !check.is_empty() {
        events.push(format!("check:{}", check.join("+")));
    }
    let over = next.legal_moves(&Rules::CHESS).is_empty() || next.is_insufficient_material();
    if !over {
        let tries = tries(&next);
        match rules {
            "wild16" => events.push(format!("pawn_tries:{}", tries.len())),
            "cincinnati" => events.push(format!(
                "pawn_tries:{}",
                if tries.is_empty() { "no" } else { "yes" }
            )),
            _ => {}
        }
    }
    let text = events.join(" ");
    (text.clone(), text, Some(next))
}

fn is_try(board: &Board, from: Square, to: Square) -> bool {
    board.piece_at(from) == Some(Piece::Pawn) && from.file() != to.file()
}

/// Returns the announcements at the start of a game that begins from a position.
pub(super) fn opening(rules: &str, board: &Board) -> String {
    let check = directions(board);
    let tries = tries(board).len();
    match rules {
        "wild16" => format!("{check:?} {tries}"),
        "cincinnati" => format!("{check:?} {}", tries > 0),
        _ => format!("{check:?}"),
    }
}
