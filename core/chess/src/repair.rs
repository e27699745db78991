//! Texts of positions that are nearly FEN, as databases contain them.

use std::fmt::Write as _;

use super::types::{File, Square};

/// Returns a FEN in which everything that does not change the pieces is put right: blanks
/// between fields, fields that are missing at the end (White to move, no castling, no en
/// passant, counters 0 and 1), castling letters without their king and rook, twice or out
/// of the alphabet, an en passant field that is no square of rank 3 or 6, counters that are
/// no numbers. The placement is left as it is, and so are fields after the sixth and texts
/// of two boards or of none.
#[must_use]
pub fn repair_fen(text: &str) -> String {
    let mut fields = text.split_whitespace();
    let Some(placement) = fields.next().filter(|_| !text.contains('|')) else {
        return text.to_owned();
    };
    let turn = match fields.next() {
        Some("w" | "W" | "white") | None => "w",
        Some("b" | "B" | "black") => "b",
        Some(other) => other,
    };
    let castling = repaired_castling(placement, fields.next().unwrap_or("-"));
    let en_passant = fields.next().filter(|field| {
        let bytes = field.as_bytes();
        Square::from_bytes(bytes).is_some() && matches!(bytes[1], b'3' | b'6')
    });
    let number = |field: Option<&str>, least: u32, most: u32| {
        field
            .and_then(|field| field.parse::<u32>().ok())
            .map_or(least, |n| n.clamp(least, most))
    };
    let halfmove = number(fields.next(), 0, u16::MAX.into());
    let fullmove = number(fields.next(), 1, u32::MAX);
    let en_passant = en_passant.unwrap_or("-");
    let mut out = format!("{placement} {turn} {castling} {en_passant} {halfmove} {fullmove}");
    for field in fields {
        // Writing to a String does not fail.
        let _ = write!(out, " {field}");
    }
    out
}

/// The letters of castling for which king and rook stand on their back rank.
fn repaired_castling(placement: &str, letters: &str) -> String {
    let mut ranks = placement.split(['/', '[']);
    let black = back_rank(ranks.next().unwrap_or_default());
    let white = back_rank(ranks.nth(6).unwrap_or_default());
    let mut taken: Vec<(bool, usize)> = Vec::new();
    let mut out = String::new();
    for letter in letters.chars() {
        let first = letter.is_ascii_uppercase();
        let (rank, king, rook) = if first {
            (&white, 'K', 'R')
        } else {
            (&black, 'k', 'r')
        };
        let Some(king) = rank.iter().position(|piece| *piece == king) else {
            continue;
        };
        let found = match letter.to_ascii_lowercase() {
            'k' => rank
                .iter()
                .rposition(|p| *p == rook)
                .filter(|at| *at > king),
            'q' => rank.iter().position(|p| *p == rook).filter(|at| *at < king),
            file => File::from_letter(file)
                .map(File::index)
                .filter(|at| rank[*at] == rook),
        };
        // One rook on each side of the king.
        let rival = |at: usize| {
            let same = |other: &(bool, usize)| other.0 == first && (other.1 > king) == (at > king);
            taken.iter().any(same)
        };
        if let Some(at) = found.filter(|at| !rival(*at)) {
            taken.push((first, at));
            out.push(letter);
        }
    }
    if out.is_empty() {
        out.push('-');
    }
    out
}

fn back_rank(text: &str) -> [char; 8] {
    let mut rank = [' '; 8];
    let mut at = 0;
    for letter in text.chars().filter(|letter| *letter != '~') {
        match letter.to_digit(10) {
            Some(empty) => at += empty as usize,
            None => {
                if let Some(square) = rank.get_mut(at) {
                    *square = letter;
                }
                at += 1;
            }
        }
    }
    rank
}

#[cfg(test)]
mod tests {
    use super::super::board::Board;
    use super::*;

    #[test]
    fn what_is_nearly_right_is_read() {
        for (text, expected) in [
            ("4k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
            (
                "  4k3/8/8/8/8/8/8/4K3   b ",
                "4k3/8/8/8/8/8/8/4K3 b - - 0 1",
            ),
            (
                "4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1",
                "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
            ),
            (
                "4k3/8/8/8/8/8/8/4K2R w KKH - - -",
                "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
            ),
            (
                "4k3/8/8/8/8/8/8/4K3 w ? e9 x y",
                "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            ),
            (
                "4k3/8/8/8/8/8/8/4K3 w - - 3 0",
                "4k3/8/8/8/8/8/8/4K3 w - - 3 1",
            ),
            (
                "4k3/8/8/8/8/8/8/4K3 w - - -3 99999999999",
                "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            ),
        ] {
            let repaired = repair_fen(text);
            assert_eq!(repaired, expected, "{text}");
            assert_eq!(repaired.parse::<Board>().unwrap().fen(), expected);
            assert_eq!(repair_fen(&repaired), repaired);
        }
        let right = "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 5 9";
        assert_eq!(repair_fen(right), right);
        for nothing in ["", "  "] {
            assert_eq!(repair_fen(nothing), nothing);
            assert!(repair_fen(nothing).parse::<Board>().is_err());
        }
        assert!(repair_fen("8/8").parse::<Board>().is_err());
    }
}
