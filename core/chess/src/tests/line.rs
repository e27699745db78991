//! Lines read from their texts, beside boards.

use super::super::line::{Line, LineEnds};
use super::super::{Board, Color, FenOptions, Move, Rules};
use super::in_random_games;

const ALPHABET: &[u8] = b"abcdefgh12345678NBRQKOx+#=-@ !?";

/// A line plays what a board plays, and refuses what it refuses: right texts, and texts with a
/// letter more, less or another.
#[test]
fn lines_read_what_boards_read() {
    in_random_games(60, 80, |board, variant, rng| {
        let rules = &variant.rules;
        let Some(line) = Line::new(board, rules, LineEnds::default()) else {
            let pockets = Color::ALL.into_iter().any(|color| board.has_pocket(color));
            assert!(*rules != Rules::CHESS || pockets);
            return;
        };
        let found = |text: &[u8]| {
            let mut line = line.clone();
            let mv = line.read(text);
            let next = mv.map(|mv| board.make(mv, rules));
            // The next position reads the same, so it is the same.
            if let Some(next) = next {
                for mv in next.legal_moves(rules).into_iter().take(3) {
                    let text = next.san(mv, rules);
                    assert_eq!(
                        line.clone().read(text.as_bytes()),
                        Some(mv),
                        "{text} in {next:?}"
                    );
                }
            }
            mv
        };
        let moves = board.legal_moves(rules);
        for mv in moves.iter().copied() {
            let text = board.san(mv, rules);
            assert_eq!(found(text.as_bytes()), Some(mv), "{text} in {board:?}");
            let mut text = text.into_bytes();
            let at = rng.below(text.len() as u32) as usize;
            let letter = ALPHABET[rng.below(ALPHABET.len() as u32) as usize];
            match rng.below(3) {
                0 => text[at] = letter,
                1 => text.insert(at, letter),
                _ => drop(text.remove(at)),
            }
            let shown = String::from_utf8_lossy(&text).into_owned();
            let expected = board.parse_by_candidates(shown.trim(), rules).ok();
            assert_eq!(
                board.find_san(shown.trim().as_bytes(), rules),
                expected,
                "{shown} in {board:?}"
            );
            assert_eq!(
                found(shown.trim().as_bytes()),
                expected,
                "{shown} in {board:?}"
            );
        }
    });
}

fn played(fen: &str, ends: LineEnds, texts: &[&str]) -> usize {
    let board = Board::from_fen(fen, &FenOptions::CHESS).unwrap();
    let mut line = Line::new(&board, &Rules::CHESS, ends).unwrap();
    let moves: Vec<Move> = texts
        .iter()
        .map_while(|text| line.read(text.as_bytes()))
        .collect();
    moves.len()
}

#[test]
fn a_line_ends_with_the_game() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let cycle = ["Nf3", "Nf6", "Ng1", "Ng8"].repeat(6);
    let repeated = |occurrences| LineEnds {
        occurrences,
        ..LineEnds::default()
    };
    assert_eq!(played(start, repeated(5), &cycle), 16);
    assert_eq!(played(start, repeated(3), &cycle), 8);
    assert_eq!(played(start, repeated(0), &cycle), 24);
    // A pawn move does not come back.
    let with_a_pawn: Vec<_> = cycle[..4]
        .iter()
        .chain(&["e4", "e5"])
        .chain(&cycle)
        .copied()
        .collect();
    assert_eq!(played(start, repeated(3), &with_a_pawn), 14);
    // Neither does a right to castle: the position after the first move is the one that comes
    // again.
    let castling = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let rook = ["Rg1", "Kd8", "Rh1", "Ke8"].repeat(4);
    assert_eq!(played(castling, repeated(3), &rook), 9);

    let counted = LineEnds {
        halfmoves: 100,
        ..LineEnds::default()
    };
    let late = "4k3/8/8/8/8/8/8/4K2R w - - 97 80";
    assert_eq!(played(late, counted, &rook), 3);
    let dead = LineEnds {
        dead: true,
        ..LineEnds::default()
    };
    let last = "4k3/8/8/8/8/8/3p4/4K3 w - - 0 1";
    assert_eq!(played(last, dead, &["Kxd2", "Kd7"]), 1);
    assert_eq!(played(last, LineEnds::default(), &["Kxd2", "Kd7"]), 2);
}
