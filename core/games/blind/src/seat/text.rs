//! The view of a seat as text, in plain values, and drawn.

use std::ops::ControlFlow;

use serde_json::json;

use super::view::SeatView;
use crate::attempt::Attempt;
use chess::{Bitboard, Color, File, Piece, Rank, Square};
use contract::value::{Dict, Value};

/// How many entries of its log a seat is shown in plain values, the newest.
const LOG_SHOWN: usize = 1_000;

fn dash(text: String) -> String {
    if text.is_empty() { "-".into() } else { text }
}

fn yes_no(flag: bool) -> &'static str {
    if flag { "yes" } else { "no" }
}

fn letters(held: [u8; 5]) -> String {
    let mut out = String::new();
    for piece in Piece::DROPPABLE.into_iter().rev() {
        for _ in 0..held[piece.index()] {
            out.push(piece.letter());
        }
    }
    out
}

fn names(of: Bitboard) -> Vec<String> {
    of.into_iter().map(|s| s.to_string()).collect()
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

    fn listed(&self, tries: bool) -> Vec<String> {
        let mut out = Vec::new();
        let _ = self.shapes(tries, &mut |attempt| {
            out.push(attempt.to_string());
            ControlFlow::Continue(())
        });
        out
    }

    /// The view in plain values.
    #[must_use]
    pub fn describe(&self) -> Dict {
        let own: Dict = self
            .own
            .all()
            .into_iter()
            .filter_map(|square| {
                let piece = self.own.man_at(square)?;
                let letter = piece.fen_letter(self.own.color).to_string();
                Some((square.to_string(), letter.into()))
            })
            .collect();
        let check = self.check.map(|check| {
            let words: Vec<_> = check.iter().map(|d| d.word()).collect();
            json!({ "seat": self.to_move.name(), "directions": words })
        });
        let mut out = Dict::new();
        out.insert("rules".into(), self.rules.name.into());
        out.insert("to_move".into(), self.to_move.name().into());
        out.insert("pieces".into(), own.into());
        out.insert("castling_rooks".into(), json!(names(self.own.castling)));
        out.insert("reserve".into(), letters(self.own.reserve).into());
        out.insert("their_reserve".into(), letters(self.reserve).into());
        out.insert("check".into(), json!(check));
        out.insert(
            "touched".into(),
            json!(self.turn.armed.map(|s| s.to_string())),
        );
        out.insert("must_try_pawn".into(), self.turn.bound.into());
        out.insert("may_ask".into(), self.may_ask().into());
        out.insert("rebuffs".into(), self.turn.refused.into());
        let tried: Vec<_> = self.turn.tried.iter().map(Attempt::to_string).collect();
        out.insert("tried".into(), json!(tried));
        // Whose turn it is makes no difference to these.
        out.insert("candidates".into(), json!(self.listed(false)));
        out.insert("tries".into(), json!(self.listed(true)));
        let seen = self.sight.as_ref().map(|sight| {
            let men: Dict = sight
                .men()
                .into_iter()
                .filter_map(|square| {
                    let piece = sight.man_at(square)?;
                    let letter = piece.fen_letter(!self.own.color).to_string();
                    Some((square.to_string(), letter.into()))
                })
                .collect();
            json!({ "squares": names(sight.seen | self.own.all()), "pieces": men })
        });
        out.insert("sees".into(), json!(seen));
        out.insert(
            "opening".into(),
            self.opening.iter().map(|e| e.describe()).collect(),
        );
        // A log can be as long as one likes, and this is made anew for each view.
        let earlier = self.log.len().saturating_sub(LOG_SHOWN);
        let log = self
            .log
            .iter()
            .enumerate()
            .skip(earlier)
            .map(|(seq, entry)| {
                let mut event = Dict::new();
                event.insert("seq".into(), seq.into());
                if let Value::Object(fields) = entry.describe() {
                    event.extend(fields);
                }
                Value::Object(event)
            });
        out.insert("log".into(), log.collect());
        out
    }

    /// The seat's men, what it sees of the others, and a question mark elsewhere.
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
        if let Some(piece) = self.own.man_at(square) {
            return piece.fen_letter(self.own.color);
        }
        match &self.sight {
            Some(sight) if sight.seen.has(square) => sight
                .man_at(square)
                .map_or('.', |piece| piece.fen_letter(!self.own.color)),
            _ => '?',
        }
    }
}
