//! Standard algebraic notation: `Nbd2`, `exd6`, `O-O`, `e8=Q+`, `N@f7#`.
//!
//! Writing gives the same form as python-chess, a dropped pawn as `@e4`. Reading tolerates
//! missing or wrong redundant signs.

mod find;
mod read;

use super::bitboard::Bitboard;
use super::board::Board;
use super::inspect::attacks_of;
use super::moves::{Move, MoveKind};
use super::rules::Rules;
use super::types::{Piece, Square};

pub(super) use read::Wanted;

impl Board {
    /// Returns the text of a legal move.
    #[must_use]
    pub fn san(&self, mv: Move, rules: &Rules) -> String {
        let mut out = String::with_capacity(8);
        self.write_san(mv, rules, &mut out);
        self.write_check(mv, rules, &mut out);
        out
    }

    /// Returns the text of a legal move with its whole origin, as `Ng1-f3` and `e5xd6`.
    #[must_use]
    pub fn lan(&self, mv: Move, rules: &Rules) -> String {
        let mut out = String::with_capacity(8);
        match mv.kind() {
            MoveKind::Castle | MoveKind::Drop(_) => self.write_san(mv, rules, &mut out),
            MoveKind::Normal | MoveKind::EnPassant | MoveKind::Promotion(_) => {
                if let Some(piece) = self.piece_at(mv.from()).filter(|p| *p != Piece::Pawn) {
                    out.push(piece.letter());
                }
                mv.from().push_to(&mut out);
                let takes = self.captured_by(mv).is_some();
                out.push(if takes { 'x' } else { '-' });
                mv.to().push_to(&mut out);
                write_promotion(mv, &mut out);
            }
        }
        self.write_check(mv, rules, &mut out);
        out
    }

    /// Writes the sign for check or mate.
    fn write_check(&self, mv: Move, rules: &Rules, out: &mut String) {
        if let Some(next) = self.checked_by(mv, rules) {
            out.push(if next.is_mate(rules) { '#' } else { '+' });
        }
    }

    /// Writes the text without the sign for check.
    fn write_san(&self, mv: Move, rules: &Rules, out: &mut String) {
        let (from, to) = (mv.from(), mv.to());
        match mv.kind() {
            MoveKind::Castle => {
                out.push_str(if to > from { "O-O" } else { "O-O-O" });
                return;
            }
            MoveKind::Drop(piece) => {
                if piece != Piece::Pawn {
                    out.push(piece.letter());
                }
                out.push('@');
                to.push_to(out);
                return;
            }
            _ => {}
        }
        let takes = self.captured_by(mv).is_some();
        match self.piece_at(from) {
            Some(Piece::Pawn) | None => {
                if takes {
                    out.push(from.file().letter());
                }
            }
            Some(piece) => {
                out.push(piece.letter());
                self.write_origin(piece, from, to, rules, out);
            }
        }
        if takes {
            out.push('x');
        }
        to.push_to(out);
        write_promotion(mv, out);
    }

    /// Writes as much of the origin as needed to distinguish the move from those of other
    /// pieces of the same kind that can legally go to the same square.
    fn write_origin(
        &self,
        piece: Piece,
        from: Square,
        to: Square,
        rules: &Rules,
        out: &mut String,
    ) {
        let twins = self.colored_pieces(self.turn(), piece) - from.into();
        // What a piece attacks, it is attacked from.
        let reaching = twins & attacks_of(self.turn(), piece, to, self.occupied());
        let rivals: Bitboard = reaching
            .into_iter()
            .filter(|&twin| self.is_legal(Move::normal(twin, to), rules))
            .collect();
        if rivals.is_empty() {
            return;
        }
        let same_file = rivals.meets(Bitboard::file(from.file()));
        if !same_file || rivals.meets(Bitboard::rank(from.rank())) {
            out.push(from.file().letter());
        }
        if same_file {
            out.push(from.rank().letter());
        }
    }
}

fn write_promotion(mv: Move, out: &mut String) {
    if let Some(piece) = mv.promoted_to() {
        out.push('=');
        out.push(piece.letter());
    }
}

#[cfg(test)]
mod tests {
    use super::super::fen::FenOptions;
    use super::*;

    fn board(fen: &str) -> Board {
        Board::from_fen(fen, &FenOptions::CRAZYHOUSE).unwrap()
    }

    fn legal_text(fen: &str, uci: &str) -> String {
        let board = board(fen);
        let mv = board.parse_uci(uci, &Rules::CRAZYHOUSE).unwrap();
        board.san(mv, &Rules::CRAZYHOUSE)
    }

    #[test]
    fn origins_are_as_short_as_can_be() {
        for (fen, uci, san) in [
            ("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "b1d2", "Nbd2"),
            ("4k3/8/8/1N6/8/8/8/1N2K3 w - - 0 1", "b1c3", "N1c3"),
            ("4k3/8/8/1N3N2/8/8/8/1N2K3 w - - 0 1", "b5d4", "Nbd4"),
            ("7k/8/8/8/1Q2Q3/8/8/KQ6 w - - 0 1", "b4b3", "Q4b3"),
            ("7k/8/8/8/1Q2Q3/8/8/KQ2Q3 w - - 0 1", "e4e2", "Q4e2"),
            ("2k5/8/8/8/Q2Q4/8/8/Q2K4 w - - 0 1", "a4d7", "Qad7+"),
            ("4k3/4r3/8/8/8/8/4N3/N3K3 w - - 0 1", "a1c2", "Nc2"),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"),
            ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "a8=Q+"),
            ("r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7a8n", "bxa8=N"),
            ("r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "e8c8", "O-O-O"),
            ("7k/R7/1R6/8/8/8/8/4K3 w - - 0 1", "b6b8", "Rb8#"),
            ("4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1", "P@e4", "@e4"),
            ("4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1", "N@f6", "N@f6+"),
        ] {
            assert_eq!(legal_text(fen, uci), san, "{fen} {uci}");
        }
    }

    #[test]
    fn reading_is_lenient() {
        let start = Board::start();
        for (text, uci) in [
            ("e4", "e2e4"),
            ("e2e4", "e2e4"),
            ("e2-e4", "e2e4"),
            ("Pe4", "e2e4"),
            ("Nf3!?", "g1f3"),
            ("Ngf3+", "g1f3"),
            ("Ng1f3", "g1f3"),
            (" Nf3# ", "g1f3"),
        ] {
            let mv = start.parse_san(text, &Rules::CHESS).unwrap();
            assert_eq!(mv.to_string(), uci, "{text}");
        }
        let castle = board("4k3/P7/8/8/8/8/8/4K2R w K - 0 1");
        for (text, uci) in [
            ("0-0", "e1h1"),
            ("o-o!", "e1h1"),
            ("a8Q", "a7a8q"),
            ("a8=q+", "a7a8q"),
            ("a8(N)", "a7a8n"),
            ("a8/R", "a7a8r"),
        ] {
            let mv = castle.parse_san(text, &Rules::CHESS).unwrap();
            assert_eq!(mv.to_string(), uci, "{text}");
        }
    }

    #[test]
    fn errors_are_typed() {
        let start = Board::start();
        for text in [
            "", "xx", "nf3", "N", "Ni3", "e9", "e4e5e6", "N@", "K@e4", "NN@e4", "e=Q", "é",
        ] {
            let error = start.parse_san(text, &Rules::CHESS).unwrap_err();
            assert_eq!(error.code(), "invalid_notation", "{text:?}: {error}");
        }
        for text in [
            "e5", "Nd2", "Ke2", "O-O", "Qh5", "N@e4", "exd5", "e8", "O-O-O", "Ke1",
        ] {
            let error = start.parse_san(text, &Rules::CHESS).unwrap_err();
            assert_eq!(error.code(), "illegal_move", "{text:?}: {error}");
        }
        for text in ["Nxf3", "Ng1xf3", "N:f3", "Ngxf3+"] {
            let error = start.parse_san(text, &Rules::CHESS).unwrap_err();
            assert_eq!(error.code(), "illegal_move", "{text:?}: {error}");
            let said = error.message().ends_with("there is nothing to take on f3");
            assert!(said, "{error}");
        }
        // Only one of two knights can capture, and the sign is optional.
        let takes = board("4k3/8/8/8/8/3p4/8/2N1KN2 w - - 0 1");
        for text in ["Nxd3", "Nd3", "Nc1xd3", "Nc1d3+"] {
            let mv = takes.parse_san(text, &Rules::CHESS).unwrap();
            assert_eq!(mv.to_string(), "c1d3", "{text}");
        }
        let twins = board("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1");
        let error = twins.parse_san("Nd2", &Rules::CHESS).unwrap_err();
        assert_eq!(error.code(), "invalid_notation");
        assert!(error.message().ends_with("Nbd2, Nfd2"), "{error}");
        let pinned = board("4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1");
        let error = pinned.parse_san("Nc3", &Rules::CHESS).unwrap_err();
        assert!(
            error.message().contains("the king would be in check"),
            "{error}"
        );
    }

    /// Random games: every text and every damaged text has one verdict on both ways, and
    /// they mean the same move.
    #[test]
    fn moves_are_found_as_by_trying_all() {
        use rand_chacha::ChaCha8Rng;
        use rand_chacha::rand_core::{Rng as _, SeedableRng as _};

        const LETTERS: &[u8] = b"abcdefgh12345678KQRBNPx=-@O0o+#!e.p)(";
        let games = if std::env::var_os("BOARDWRIGHT_FULL").is_some() {
            2000
        } else {
            40
        };
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        let mut below = |n: usize| (rng.next_u32() as usize) % n;
        for game in 0..games {
            let rules = [Rules::CHESS, Rules::CRAZYHOUSE, Rules::BUGHOUSE][game % 3];
            let mut board = if game % 2 == 0 {
                Board::start()
            } else {
                crate::chess960_start(below(960) as u16).unwrap()
            };
            for _ in 0..120 {
                let moves = board.legal_moves(&rules);
                if moves.is_empty() {
                    break;
                }
                for &mv in &moves {
                    let text = board.san(mv, &rules);
                    let found = board.find_san(text.as_bytes(), &rules);
                    assert_eq!(found, Some(mv), "{text} in {board:?}");
                    let long = board.lan(mv, &rules);
                    let read = board.parse_san(&long, &rules);
                    assert_eq!(read, Ok(mv), "{long} in {board:?}");
                }
                for _ in 0..20 {
                    let mut text = board.san(moves[below(moves.len())], &rules).into_bytes();
                    for _ in 0..=below(2) {
                        let at = below(text.len() + 1);
                        let letter = LETTERS[below(LETTERS.len())];
                        match below(3) {
                            0 => text.insert(at, letter),
                            1 if at < text.len() => text[at] = letter,
                            _ if at < text.len() => drop(text.remove(at)),
                            _ => text.push(letter),
                        }
                    }
                    let text = String::from_utf8(text).unwrap();
                    let slow = board.parse_by_candidates(&text, &rules).ok();
                    let found = board.find_san(text.as_bytes(), &rules);
                    assert_eq!(found, slow, "{text} in {board:?}");
                }
                board = board.make(moves[below(moves.len())], &rules);
            }
        }
    }
}
