//! The notation of positions: one word, fields parted by `_`.
//!
//! ```text
//! position  = ranks "_" player "_" forfeited
//! ranks     = rank { "/" rank }                     from the top
//! rank      = { piece | number }                    a number of empty points
//! piece     = "D" | kind | kind player
//! kind      = "P" | "K" | "T"                       lower case for the second of two
//! player    = "a" to "f"                            whose turn it is; after a kind: whose piece
//! forfeited = "-" | player { player }
//! ```
//!
//! Pieces have their player's letter where there are three players or more.

use super::bits::Bits;
use super::position::{Layout, Piece};
use super::rules::BoostRules;
use super::settings::BoostSettings;
use contract::error::{Error, Result, quoted};

impl BoostSettings {
    /// A piece as the notation has it.
    pub(super) fn piece(&self, piece: Piece) -> String {
        let letter = match piece {
            Piece::Dragon => return "D".into(),
            Piece::Pawn(_) => 'P',
            Piece::Knight(_) => 'K',
            Piece::Tower(_) => 'T',
        };
        let owner = piece.owner().unwrap_or_default();
        match (self.players > 2, owner) {
            (true, _) => [letter, Self::letter(owner)].iter().collect(),
            (false, 0) => letter.to_string(),
            (false, _) => letter.to_ascii_lowercase().to_string(),
        }
    }

    /// Reads a piece at the front of a text; what is left is given back.
    pub(super) fn read_piece<'t>(&self, text: &'t str) -> Option<(Piece, &'t str)> {
        let mut chars = text.chars();
        let letter = chars.next()?;
        if letter == 'D' {
            return Some((Piece::Dragon, chars.as_str()));
        }
        let owner = if self.players > 2 {
            let named = chars.next()?;
            (0..self.players).find(|p| Self::letter(*p) == named && letter.is_ascii_uppercase())?
        } else {
            u8::from(letter.is_ascii_lowercase())
        };
        let piece = match letter.to_ascii_uppercase() {
            'P' => Piece::Pawn(owner),
            'K' => Piece::Knight(owner),
            'T' => Piece::Tower(owner),
            _ => return None,
        };
        (owner < self.players).then_some((piece, chars.as_str()))
    }

    fn read_player(&self, name: &str, field: &str) -> Result<u8> {
        let found = (0..self.players).find(|p| field == Self::letter(*p).to_string());
        found.ok_or_else(|| {
            let last = Self::letter(self.players - 1);
            wrong(name, field, &format!("takes a letter from a to {last}"))
        })
    }
}

impl<B: Bits> BoostRules<B> {
    pub(super) fn notation(&self, p: &Layout<B>) -> String {
        use std::fmt::Write as _;
        let (width, height) = (self.settings.width, self.settings.height);
        let mut out = String::new();
        for rank in (0..height).rev() {
            let mut run = 0;
            for file in 0..width {
                let at = (u16::from(rank) * u16::from(width) + u16::from(file)) as u8;
                let piece = p.at(at);
                if piece.is_some() && run > 0 || file + 1 == width && piece.is_none() {
                    run += u8::from(piece.is_none());
                    // Writing to a string cannot fail.
                    let _ = write!(out, "{run}");
                    run = 0;
                } else if piece.is_none() {
                    run += 1;
                }
                if let Some(piece) = piece {
                    out += &self.settings.piece(piece);
                }
            }
            if rank > 0 {
                out.push('/');
            }
        }
        out.push('_');
        out.push(BoostSettings::letter(p.mover));
        out.push('_');
        if p.forfeited == 0 {
            out.push('-');
        }
        let players = (0..self.settings.players).filter(|q| p.forfeited >> q & 1 != 0);
        out.extend(players.map(BoostSettings::letter));
        out
    }

    pub(super) fn parse(&self, text: &str) -> Result<Layout<B>> {
        let fields: Vec<_> = text.split('_').collect();
        let [ranks, mover, forfeited] = fields[..] else {
            return Err(Error::invalid_notation(format!(
                "{} has {} fields parted by _, and there are three: ranks, player to move, \
                 forfeited players",
                quoted(text),
                fields.len()
            )));
        };
        let mut p = self.read_ranks(ranks)?;
        p.mover = self.settings.read_player("player to move", mover)?;
        if forfeited != "-" {
            let name = "forfeited players";
            let mut least = 0;
            for letter in forfeited.chars() {
                let player = self
                    .settings
                    .read_player(name, letter.encode_utf8(&mut [0; 4]))?;
                if player < least {
                    return Err(wrong(name, forfeited, "takes each letter once, in order"));
                }
                least = player + 1;
                p.forfeited |= 1 << player;
            }
            if forfeited.is_empty() {
                return Err(wrong(name, forfeited, "takes letters, or - for none"));
            }
        }
        p.victor = self.circler_at_sight(&p);
        Ok(p)
    }

    fn read_ranks(&self, text: &str) -> Result<Layout<B>> {
        let (width, height) = (self.settings.width, self.settings.height);
        let ranks: Vec<_> = text.split('/').collect();
        if ranks.len() != usize::from(height) {
            return Err(wrong(
                "ranks",
                text,
                &format!("there are {height}, parted by /"),
            ));
        }
        let mut p = Layout::EMPTY;
        for (rank, field) in (0..height).rev().zip(ranks) {
            let name = format!("rank {}", rank + 1);
            let (mut file, mut rest) = (0_u8, field);
            let full = || wrong(&name, field, &format!("it has not {width} points"));
            while !rest.is_empty() {
                let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
                if digits > 0 {
                    let (number, left) = rest.split_at(digits);
                    let run: u8 = number
                        .parse()
                        .ok()
                        .filter(|n| !number.starts_with('0') && *n <= width - file)
                        .ok_or_else(full)?;
                    (file, rest) = (file + run, left);
                    continue;
                }
                let Some((piece, left)) = self.settings.read_piece(rest) else {
                    return Err(wrong(&name, field, &self.pieces_read()));
                };
                if file >= width {
                    return Err(full());
                }
                let at = (u16::from(rank) * u16::from(width) + u16::from(file)) as u8;
                self.put(&mut p, piece, at);
                (file, rest) = (file + 1, left);
            }
            if file != width {
                return Err(full());
            }
        }
        Ok(p)
    }

    fn pieces_read(&self) -> String {
        let letters = match self.settings.players {
            1 => "P, K, T, D and numbers of empty points".into(),
            2 => "P, K, T, p, k, t, D and numbers of empty points".into(),
            n => format!(
                "P, K, T with a letter from a to {}, D and numbers of empty points",
                BoostSettings::letter(n - 1)
            ),
        };
        format!("takes {letters}")
    }
}

fn wrong(name: &str, field: &str, why: &str) -> Error {
    Error::invalid_notation(format!("{name}, {}: {why}", quoted(field)))
}
