//! A position and a move for clients, and the board drawn in text.

use super::bits::Bits;
use super::description::{BoostDescription, BoostEvent, PlayerDescription};
use super::moves::Action;
use super::position::{Layout, Piece};
use super::rules::BoostRules;
use super::settings::BoostSettings;
use contract::error::{Error, Result, quoted};
use contract::state::key_text;
use contract::value::{Dict, Named, Value, quoted_value};

/// A step of a multiplicative hash: the constant is that of SplitMix64 (Steele,
/// Lea and Flood).
const fn stir(key: u64, word: u64) -> u64 {
    let mixed = (key ^ word).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ mixed >> 32
}

impl<B: Bits> BoostRules<B> {
    /// A key of the arrangement, who is to move and who has resigned.
    pub(super) fn signature(&self, p: &Layout<B>) -> u64 {
        stir(
            p.key,
            1 + (u64::from(p.mover) << 8 | u64::from(p.forfeited)),
        )
    }

    /// The same where pawns and knights count as alike.
    pub(super) fn opening_signature(&self, p: &Layout<B>) -> u64 {
        let mut alike = *p;
        for at in p.knights.points() {
            if let Some(piece) = p.at(at) {
                let pawn = Piece::Pawn(piece.owner().unwrap_or_default());
                alike.key ^= self.zobrist(piece, at) ^ self.zobrist(pawn, at);
            }
        }
        self.signature(&alike)
    }

    /// The signature after the turn has passed.
    fn next_signature(&self, p: &Layout<B>) -> u64 {
        self.signature_of(p, self.after(p.mover))
    }

    /// The signature if it were the turn of a player.
    fn signature_of(&self, p: &Layout<B>, player: u8) -> u64 {
        let mut turned = *p;
        turned.mover = player;
        self.signature(&turned)
    }

    pub(super) fn describe(&self, p: &Layout<B>, in_book_bonus: i64) -> BoostDescription {
        let settings = &self.settings;
        let pieces = p.occupied().points().filter_map(|at| {
            let piece = p.at(at)?;
            Some((settings.point(at), settings.piece(piece)))
        });
        let centre = settings.centre();
        BoostDescription {
            identifier: settings.identifier(),
            width: settings.width,
            height: settings.height,
            turn: BoostSettings::letter(p.mover),
            pieces: Named(pieces.collect()),
            dragons: p.dragons.len(),
            players: (0..settings.players).map(|q| self.player(p, q)).collect(),
            signature: key_text(self.signature(p)),
            next_signature: key_text(self.next_signature(p)),
            opening_signature: key_text(self.opening_signature(p)),
            compensation_from: centre.map(|at| settings.point(at)),
            compensation_to: centre.map(|at| settings.point(at + settings.width)),
            in_book_bonus,
        }
    }

    fn player(&self, p: &Layout<B>, player: u8) -> PlayerDescription {
        let of = p.of(player);
        let forfeited = p.forfeited >> player & 1 != 0;
        PlayerDescription {
            seat: BoostSettings::letter(player),
            pawns: (of & p.pawns).len(),
            knights: (of & p.knights).len(),
            towers: (of & p.towers).len(),
            population: of.len(),
            forfeited,
            defeated: forfeited || self.defeated(p, player),
            signature: key_text(self.signature_of(p, player)),
            static_evaluation: self.static_evaluation(p, player),
            circle_evaluation: self.circle_evaluation(p, player),
        }
    }

    /// Lists the events of a move, in order.
    pub(super) fn events(
        &self,
        p: &Layout<B>,
        action: Action,
        seats: &[String],
    ) -> Vec<BoostEvent> {
        let settings = &self.settings;
        let next = self.made(p, action);
        let seat = BoostSettings::letter(p.mover);
        let mut out = vec![match action {
            Action::Pass => BoostEvent::Pass { seat },
            Action::Make(at) if p.pawns.has(at) => BoostEvent::Promote {
                seat,
                at: settings.point(at),
            },
            Action::Make(at) => BoostEvent::Build {
                seat,
                at: settings.point(at),
            },
            Action::Move { from, to } => BoostEvent::Move {
                seat,
                piece: p.at(from).map(Piece::word),
                from: settings.point(from),
                to: settings.point(to),
            },
        }];
        for player in (0..settings.players).filter(|q| *q != p.mover) {
            let taken = p.of(player).without(next.of(player)).points();
            out.extend(taken.filter_map(|at| {
                Some(BoostEvent::Capture {
                    seat: BoostSettings::letter(player),
                    piece: p.at(at)?.word(),
                    at: settings.point(at),
                })
            }));
        }
        let fell = self.living(p) & !self.living(&next);
        for player in (0..settings.players).filter(|q| fell >> q & 1 != 0) {
            let seat = BoostSettings::letter(player);
            out.push(BoostEvent::Defeated { seat });
        }
        let end = self.outcome_of(&next);
        out.extend(end.map(|outcome| BoostEvent::End(outcome.named(seats))));
        out
    }

    /// A position changed by hand: points take a piece or null, `forfeit` takes a
    /// seat that resigns.
    ///
    /// # Errors
    ///
    /// `invalid_option` for a change that does not exist, `invalid_notation` for a
    /// value that cannot be read.
    pub(super) fn edit(&self, p: &Layout<B>, changes: &Dict) -> Result<Layout<B>> {
        let settings = &self.settings;
        let mut next = *p;
        for (name, value) in changes {
            if name == "forfeit" {
                let seat = value.as_str().unwrap_or_default();
                let mut all = 0..settings.players;
                let player = all.find(|q| seat == BoostSettings::letter(*q).to_string());
                let player = player.ok_or_else(|| {
                    Error::invalid_notation(format!(
                        "forfeit: {} is no seat: a to {}",
                        quoted_value(value),
                        BoostSettings::letter(settings.players - 1)
                    ))
                })?;
                next.forfeited |= 1 << player;
                continue;
            }
            let (width, height) = (settings.width, settings.height);
            let Some((at, "")) = super::settings::read_point(name, width, height) else {
                return Err(Error::invalid_option(format!(
                    "there is no change {}: points like e4, and forfeit",
                    quoted(name)
                )));
            };
            let piece = match value {
                Value::Null => None,
                Value::String(text) => match settings.read_piece(text) {
                    Some((piece, "")) => Some(piece),
                    _ => return Err(no_piece(name, value)),
                },
                _ => return Err(no_piece(name, value)),
            };
            self.take(&mut next, at);
            if let Some(piece) = piece {
                self.put(&mut next, piece, at);
            }
        }
        next.victor = self.circler_at_sight(&next);
        Ok(next)
    }

    /// Ranks from the top with their numbers, files below: pieces as the notation
    /// has them, `.` for an empty point.
    pub(super) fn diagram(&self, p: &Layout<B>) -> String {
        let (width, height) = (self.settings.width, self.settings.height);
        let mut out = String::new();
        for rank in (0..height).rev() {
            let mut line = format!("{:>2} ", rank + 1);
            for file in 0..width {
                let at = (u16::from(rank) * u16::from(width) + u16::from(file)) as u8;
                let piece = p.at(at).map_or(".".into(), |q| self.settings.piece(q));
                line += &format!(" {piece:<2}");
            }
            out += line.trim_end();
            out.push('\n');
        }
        let files: Vec<_> = (0..width)
            .map(|f| format!(" {:<2}", char::from(b'a' + f)))
            .collect();
        out += format!("   {}", files.concat()).trim_end();
        out.push('\n');
        out
    }
}

fn no_piece(point: &str, value: &Value) -> Error {
    Error::invalid_notation(format!(
        "{point}: {} is no piece of this game, nor null",
        quoted_value(value)
    ))
}
