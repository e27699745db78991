//! A position drawn with letters.

use super::board::Board;
use super::types::{Color, File, Piece, Rank, Square};

impl Board {
    /// Draws the board as text, seen from one side: capitals are White, `~` follows a
    /// promoted piece, and the pockets follow if they hold anything.
    #[must_use]
    pub fn diagram(&self, viewpoint: Color) -> String {
        let mut ranks = Rank::ALL;
        let mut files = File::ALL;
        match viewpoint {
            Color::White => ranks.reverse(),
            Color::Black => files.reverse(),
        }
        let mut out = String::with_capacity(256);
        for rank in ranks {
            out.push(rank.letter());
            for file in files {
                let square = Square::at(file, rank);
                let man = self.colored_piece_at(square);
                out.push(if self.is_marked_before(square, &files) {
                    '~'
                } else {
                    ' '
                });
                out.push(man.map_or('.', |(color, piece)| piece.fen_letter(color)));
            }
            let last = Square::at(files[7], rank);
            if self.promoted().has(last) {
                out.push('~');
            }
            out.push('\n');
        }
        out.push(' ');
        for file in files {
            out.push(' ');
            out.push(file.letter());
        }
        out.push('\n');
        for color in Color::ALL {
            if self.has_pocket(color) {
                self.draw_pocket(color, &mut out);
            }
        }
        out
    }

    /// Returns true if the piece on the square to the left is marked.
    fn is_marked_before(&self, square: Square, files: &[File; 8]) -> bool {
        let place = files.iter().position(|&file| file == square.file());
        place
            .and_then(|place| files.get(place.checked_sub(1)?))
            .is_some_and(|&file| self.promoted().has(Square::at(file, square.rank())))
    }

    fn draw_pocket(&self, color: Color, out: &mut String) {
        out.push_str(color.name());
        out.push_str(" holds");
        for piece in Piece::DROPPABLE.into_iter().rev() {
            match self.pocket(color, piece) {
                0 => {}
                1 => out.extend([' ', piece.fen_letter(color)]),
                count => out.push_str(&format!(" {count}{}", piece.fen_letter(color))),
            }
        }
        out.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::super::fen::FenOptions;
    use super::*;

    #[test]
    fn diagrams_show_both_views() {
        let text = "4k2q~/1Q~6/8/8/8/8/8/4K3[QQp] w - - 0 1";
        let board = Board::from_fen(text, &FenOptions::CRAZYHOUSE).unwrap();
        let white = board.diagram(Color::White);
        assert!(
            white.starts_with("8 . . . . k . . q~\n7 . Q~. . . . . .\n"),
            "{white}"
        );
        assert!(
            white.ends_with("  a b c d e f g h\nwhite holds 2Q\nblack holds p\n"),
            "{white}"
        );
        let black = board.diagram(Color::Black);
        assert!(black.starts_with("1 . . . K . . . .\n2 "), "{black}");
        assert!(black.contains("8 q~. . k . . . .\n"), "{black}");
    }
}
