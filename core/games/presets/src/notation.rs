//! Moves in UCI and SAN.

use super::action::{Action, Special};
use super::board::PieceTypeId;
use super::engine::castling_side;
use super::library::Library;
use super::position::Position;
use chess::{File, Square};
use contract::error::{Error, Result, quoted};

impl Library {
    /// A move as UCI writes it, in several legs with all squares: `e7e8q`, `d1d7d8`.
    pub(super) fn text(&self, action: &Action) -> String {
        let mut out = action.from().to_string();
        if action.kind() == Special::Castle {
            return out + &action.written_to().to_string();
        }
        for leg in action.legs() {
            out += &leg.to_string();
        }
        if let Some(kind) = action.promotion() {
            out.push(self.type_of(kind).letter.to_ascii_lowercase());
        }
        out
    }

    /// A move in SAN; further legs follow with an `x`, and `+` and `#` are the caller's.
    fn short(&self, position: &Position, action: &Action, others: &[Action]) -> String {
        if action.kind() == Special::Castle {
            let long = action.to().file() == File::C;
            return if long { "O-O-O" } else { "O-O" }.to_owned();
        }
        let kind = position.piece_at(action.from()).map(|m| m.kind);
        let Some(kind) = kind else {
            return self.text(action);
        };
        let captures = self.is_capture(position, action);
        let from = action.from();
        let mut out = String::new();
        if kind == PieceTypeId::PAWN {
            let straight = from.file() == action.to().file() && action.len() == 1;
            if captures || !straight {
                out.push(from.file().letter());
            }
        } else {
            out.push(self.type_of(kind).letter);
        }
        let rivals: Vec<Square> = others
            .iter()
            .filter(|a| a.from() != from && a.kind() != Special::Castle)
            .filter(|a| position.piece_at(a.from()).map(|m| m.kind) == Some(kind))
            .filter(|a| a.legs().eq(action.legs()) && a.promotion() == action.promotion())
            .map(Action::from)
            .collect();
        let by_file = rivals.iter().all(|s| s.file() != from.file());
        let by_rank = rivals.iter().all(|s| s.rank() != from.rank());
        if !rivals.is_empty() {
            let named = kind == PieceTypeId::PAWN && out.len() == 1;
            if !named && (by_file || !by_rank) {
                out.push(from.file().letter());
            }
            if !by_file {
                out.push(from.rank().letter());
            }
        }
        for (i, leg) in action.legs().enumerate() {
            if captures || i > 0 {
                out.push('x');
            }
            out += &leg.to_string();
        }
        if let Some(kind) = action.promotion() {
            out.push('=');
            out.push(self.type_of(kind).letter);
        }
        out
    }

    pub(super) fn legal_moves(&self, position: &Position) -> Vec<Action> {
        let mut moves = Vec::new();
        let _ = self.each_move(position, |action| {
            moves.push(action);
            std::ops::ControlFlow::Continue(())
        });
        moves
    }

    pub(super) fn san(&self, position: &Position, action: &Action) -> String {
        let mut out = self.short(position, action, &self.legal_moves(position));
        let (next, _) = self.played(position, action);
        if !self.safe(&next, next.turn) {
            out.push(if self.has_move(&next) { '+' } else { '#' });
        }
        out
    }

    /// Reads UCI; the move must be one that a piece could make, if no preset took it away.
    /// Castling is read as the king's move and as the king taking the rook.
    pub(super) fn read_uci(&self, position: &Position, text: &str) -> Result<Action> {
        let meant = |action: &Action| self.text(action) == text;
        let castles = |action: &Action| {
            let side = castling_side(action);
            let rook = position.rook(position.turn, side);
            let ends = [Some(action.to()), rook];
            let mut ends = ends.into_iter().flatten();
            action.kind() == Special::Castle
                && ends.any(|to| format!("{}{to}", action.from()) == text)
        };
        self.first_move(position, meant)
            .or_else(|| self.first_move(position, castles))
            .ok_or_else(|| unread(text))
    }

    /// Returns the first move that is meant: one that the presets list, or one that they take away.
    pub(super) fn first_move(
        &self,
        position: &Position,
        meant: impl Fn(&Action) -> bool,
    ) -> Option<Action> {
        let listed = self.listed(position).into_iter().find(&meant);
        listed.or_else(|| self.offered(position).into_iter().find(&meant))
    }

    /// Reads SAN; `=`, `+` and `#` are not looked at, `x` may be missing, and more of the
    /// origin may stand there than is needed. A move that is not legal is read where but
    /// one can be meant.
    pub(super) fn read_san(&self, position: &Position, text: &str) -> Result<Action> {
        let wanted = plain(text);
        let fits = |spelled: &str| {
            let spelled = plain(spelled);
            spelled == wanted || !wanted.contains('x') && spelled.replace('x', "") == wanted
        };
        let legal = self.legal_moves(position);
        let shortly = |a: &&Action| fits(&self.short(position, a, &legal));
        let anyhow = |a: &&Action| self.spellings(position, a).iter().any(|s| fits(s));
        let mut found: Vec<_> = legal.iter().filter(shortly).copied().collect();
        if found.is_empty() {
            found = legal.iter().filter(anyhow).copied().collect();
        }
        match found[..] {
            [action] => return Ok(action),
            [] => {}
            _ => {
                let names: Vec<_> = found.iter().map(|a| self.san(position, a)).collect();
                return Err(Error::invalid_notation(format!(
                    "SAN: {} is ambiguous: {}",
                    quoted(text),
                    names.join(", ")
                )));
            }
        }
        if wanted.contains('x') {
            let quiet = wanted.replace('x', "");
            let taken = legal.iter().find(|a| {
                let spellings = self.spellings(position, a);
                !self.is_capture(position, a) && spellings.contains(&quiet)
            });
            if let Some(action) = taken {
                return Err(Error::illegal_move(format!(
                    "{}: there is nothing to take on {}",
                    quoted(text),
                    action.to()
                )));
            }
        }
        let offered = self.offered(position);
        let mut meant = offered.iter().filter(anyhow);
        match (meant.next(), meant.next()) {
            (Some(action), None) => Ok(*action),
            _ => Err(unread(text)),
        }
    }

    /// A move in SAN with as much of its origin as one likes, signs for check and
    /// promotion left out.
    fn spellings(&self, position: &Position, action: &Action) -> Vec<String> {
        let kind = position.piece_at(action.from()).map(|m| m.kind);
        let (Some(kind), false) = (kind, action.kind() == Special::Castle) else {
            return vec![plain(&self.short(position, action, &[]))];
        };
        let captures = self.is_capture(position, action);
        let mut way = String::new();
        for (i, leg) in action.legs().enumerate() {
            if captures || i > 0 {
                way.push('x');
            }
            way += &leg.to_string();
        }
        if let Some(kind) = action.promotion() {
            way.push(self.type_of(kind).letter);
        }
        let from = action.from();
        let (file, rank) = (from.file().letter(), from.rank().letter());
        let mut origins = vec![file.to_string(), from.to_string()];
        let mut letter = String::new();
        if kind == PieceTypeId::PAWN {
            // Only a step straight ahead goes without the file.
            if !captures && file == action.to().file().letter() {
                origins.push(String::new());
            }
        } else {
            letter.push(self.type_of(kind).letter);
            origins.extend([String::new(), rank.to_string()]);
        }
        let spelled = |origin: String| format!("{letter}{origin}{way}");
        origins.into_iter().map(spelled).collect()
    }
}

/// A text in SAN without the signs that say nothing of which move is meant.
fn plain(text: &str) -> String {
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    match text {
        "0-0" | "o-o" => return "O-O".to_owned(),
        "0-0-0" | "o-o-o" => return "O-O-O".to_owned(),
        _ => {}
    }
    if text.starts_with("O-O") {
        return text.to_owned();
    }
    let text = text.strip_prefix('P').unwrap_or(text);
    text.replace(['=', '-'], "").replace(':', "x")
}

/// Returns the error for a text that is no move, by the form of the text.
fn unread(text: &str) -> Error {
    let bytes = text.as_bytes();
    let square = |at: usize| {
        let text = bytes
            .get(at..at + 2)
            .and_then(|b| std::str::from_utf8(b).ok());
        text.is_some_and(|t| t.parse::<Square>().is_ok())
    };
    let last = text.trim_end_matches(['+', '#', '!', '?']);
    let last = last.rsplit_once('=').map_or(last, |(before, _)| before);
    let ends = last.len() >= 2
        && last.is_char_boundary(last.len() - 2)
        && last[last.len() - 2..].parse::<Square>().is_ok();
    if (square(0) && square(2)) || ends || text.starts_with("O-O") {
        Error::illegal_move(format!("{}: no piece moves so here", quoted(text)))
    } else {
        Error::invalid_notation(format!("{} is no move", quoted(text)))
    }
}
