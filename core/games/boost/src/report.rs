//! A position and a move in plain values, and the board drawn in text.

use serde_json::json;

use super::bits::Bits;
use super::moves::Action;
use super::position::{Layout, Piece};
use super::rules::BoostRules;
use super::settings::BoostSettings;
use contract::error::{Error, Result, quoted};
use contract::state::key_text;
use contract::value::{Dict, Value, shown};

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
        let mut next = *p;
        next.mover = self.after(p.mover);
        self.signature(&next)
    }

    /// The position in plain values.
    pub(super) fn describe(&self, p: &Layout<B>) -> Dict {
        let settings = &self.settings;
        let mut pieces = Dict::new();
        for at in p.occupied().points() {
            if let Some(piece) = p.at(at) {
                pieces.insert(settings.point(at), settings.piece(piece).into());
            }
        }
        let players: Vec<Value> = (0..settings.players).map(|q| self.player(p, q)).collect();
        let centre = settings.centre();
        let north = centre.map(|at| settings.point(at + settings.width));
        let mut out = Dict::new();
        out.insert("identifier".into(), settings.identifier().into());
        out.insert("width".into(), settings.width.into());
        out.insert("height".into(), settings.height.into());
        let mover = BoostSettings::letter(p.mover).to_string();
        out.insert("turn".into(), mover.into());
        out.insert("pieces".into(), pieces.into());
        out.insert("dragons".into(), p.dragons.len().into());
        out.insert("players".into(), players.into());
        out.insert("signature".into(), key_text(self.signature(p)).into());
        let next = key_text(self.next_signature(p));
        out.insert("next_signature".into(), next.into());
        let opening = key_text(self.opening_signature(p));
        out.insert("opening_signature".into(), opening.into());
        let from = centre.map(|at| settings.point(at));
        out.insert("compensation_from".into(), json!(from));
        out.insert("compensation_to".into(), json!(north));
        out
    }

    fn player(&self, p: &Layout<B>, player: u8) -> Value {
        let of = p.of(player);
        json!({
            "seat": BoostSettings::letter(player).to_string(),
            "pawns": (of & p.pawns).len(),
            "knights": (of & p.knights).len(),
            "towers": (of & p.towers).len(),
            "population": of.len(),
            "forfeited": p.forfeited >> player & 1 != 0,
            "defeated": p.forfeited >> player & 1 != 0 || self.defeated(p, player),
            "static_evaluation": self.static_evaluation(p, player),
            "circle_evaluation": self.circle_evaluation(p, player),
        })
    }

    /// What a move brings about, in order.
    pub(super) fn events(&self, p: &Layout<B>, action: Action, seats: &[String]) -> Vec<Value> {
        let settings = &self.settings;
        let next = self.made(p, action);
        let mover = BoostSettings::letter(p.mover).to_string();
        let seat = |player: u8| BoostSettings::letter(player).to_string();
        let mut out = vec![match action {
            Action::Pass => json!({ "kind": "pass", "seat": mover }),
            Action::Make(at) => {
                let promotes = p.pawns.has(at);
                let kind = if promotes { "promote" } else { "build" };
                json!({ "kind": kind, "seat": mover, "at": settings.point(at) })
            }
            Action::Move { from, to } => json!({
                "kind": "move",
                "seat": mover,
                "piece": p.at(from).map(Piece::word),
                "from": settings.point(from),
                "to": settings.point(to),
            }),
        }];
        for player in (0..settings.players).filter(|q| *q != p.mover) {
            for at in p.of(player).without(next.of(player)).points() {
                out.push(json!({
                    "kind": "capture",
                    "seat": seat(player),
                    "piece": p.at(at).map(Piece::word),
                    "at": settings.point(at),
                }));
            }
        }
        let fell = self.living(p) & !self.living(&next);
        for player in (0..settings.players).filter(|q| fell >> q & 1 != 0) {
            out.push(json!({ "kind": "defeated", "seat": seat(player) }));
        }
        if let Some(outcome) = self.ended(&next) {
            let mut end = Dict::new();
            end.insert("kind".into(), "end".into());
            if let Value::Object(fields) = outcome.describe(seats) {
                end.extend(fields);
            }
            out.push(end.into());
        }
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
                        shown(value),
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
        shown(value)
    ))
}
