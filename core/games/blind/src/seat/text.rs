//! The view of a seat as text, and drawn.

use std::fmt;

use super::view::SeatView;
use crate::attempt::Attempt;
use chess::{Bitboard, Color, File, Piece, Rank, Square};

fn dash(text: String) -> String {
    if text.is_empty() { "-".into() } else { text }
}

fn yes_no(flag: bool) -> &'static str {
    if flag { "yes" } else { "no" }
}

pub(super) fn letters(held: [u8; 5]) -> String {
    let mut out = String::new();
    for piece in Piece::DROPPABLE.into_iter().rev() {
        for _ in 0..held[piece.index()] {
            out.push(piece.letter());
        }
    }
    out
}

pub(super) fn names(of: Bitboard) -> Vec<String> {
    of.into_iter().map(|s| s.to_string()).collect()
}

// It shows what the seat may be shown, and not how that is held.
impl fmt::Debug for SeatView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SeatView({})", self.text())
    }
}

impl SeatView {
    /// The information state: fields `name=value`, in this order, none of which
    /// holds a space. See `docs/blind.md`.
    #[must_use]
    pub fn text(&self) -> String {
        let tried: Vec<_> = self.turn.tried.iter().map(Attempt::to_string).collect();
        let opening: Vec<_> = self.opening.iter().map(ToString::to_string).collect();
        let log: Vec<_> = self.log.iter().map(ToString::to_string).collect();
        let end = self.outcome.map_or_else(
            || "-".to_owned(),
            |outcome| {
                let winner = Color::ALL
                    .into_iter()
                    .find(|c| outcome.winners.iter().any(|s| s.index() == c.index()));
                format!("{}:{}", outcome.reason, winner.map_or("-", Color::name))
            },
        );
        [
            "blind=1".to_owned(),
            format!("rules={}", self.rules.name),
            format!("seat={}", self.own.color.name()),
            format!("own={}", self.own.placement()),
            format!("castling={}", dash(names(self.own.castling).concat())),
            format!("reserve={}", dash(letters(self.own.reserve))),
            format!("their_reserve={}", dash(letters(self.reserve))),
            format!("to_move={}", self.to_move.name()),
            format!(
                "touched={}",
                self.turn
                    .armed
                    .map_or_else(|| "-".into(), |s| s.to_string())
            ),
            format!("must_try_pawn={}", yes_no(self.turn.bound)),
            format!("asked={}", self.turn.asked.map_or("-", yes_no)),
            format!("sensed={}", yes_no(self.turn.sensed)),
            format!("refused={}", self.turn.refused),
            format!("tried={}", dash(tried.join(","))),
            format!("end={end}"),
            format!("opening={}", dash(opening.join(","))),
            format!("log={}", dash(log.join(","))),
        ]
        .join(" ")
    }

    /// The seat's pieces, what it sees of the others, and a question mark elsewhere.
    #[must_use]
    pub fn draw(&self) -> String {
        let mut ranks = Rank::ALL;
        let mut files = File::ALL;
        match self.own.color {
            Color::White => ranks.reverse(),
            Color::Black => files.reverse(),
        }
        let mut out = String::with_capacity(180);
        for rank in ranks {
            out.push(rank.letter());
            for file in files {
                let square = Square::at(file, rank);
                out.push(' ');
                out.push(self.letter(square));
            }
            out.push('\n');
        }
        out.push(' ');
        for file in files {
            out.push(' ');
            out.push(file.letter());
        }
        out.push('\n');
        out
    }

    fn letter(&self, square: Square) -> char {
        if let Some(piece) = self.own.piece_at(square) {
            return piece.fen_letter(self.own.color);
        }
        match &self.sight {
            Some(sight) if sight.seen.has(square) => sight
                .piece_at(square)
                .map_or('.', |piece| piece.fen_letter(!self.own.color)),
            _ => '?',
        }
    }
}
