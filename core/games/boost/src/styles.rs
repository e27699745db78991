//! The notations of moves: canonical, for people, and as points.
//!
//! ```text
//! boost     a1a3    a1b2     e5e6     e4e4 (both)     --
//! pretty    a1-a3   Ka1xb2   De5-e6   e4=T   e4=K     pass
//! points    a1 a3   a1 b2    e5 e6    e4 e4           - -
//! ```
//!
//! For people a knight or a dragon has its letter in front, a piece that is taken on the end
//! point an `x`; the other captures of the move are not written.

use super::bits::Bits;
use super::moves::Action;
use super::position::{Layout, Piece};
use super::rules::BoostRules;
use super::settings::BoostSettings;
use contract::error::{Error, Result, quoted};

/// The notations, the canonical one first.
pub(super) const STYLES: &[&str] = &["boost", "pretty", "points"];

/// The pass as people write it.
const PASS: &str = "pass";

impl BoostSettings {
    /// Writes a move as its two points with a blank between them; that of no point is `-`.
    fn points(&self, action: Action) -> String {
        match action {
            Action::Move { from, to } => format!("{} {}", self.point(from), self.point(to)),
            Action::Make(at) => format!("{0} {0}", self.point(at)),
            Action::Pass => "- -".into(),
        }
    }
}

impl<B: Bits> BoostRules<B> {
    /// Writes a move in a notation; `None` for one that there is not.
    pub(super) fn write(&self, p: &Layout<B>, action: Action, style: &str) -> Option<String> {
        match style {
            "boost" => Some(self.settings.text(action)),
            "pretty" => Some(self.pretty(p, action)),
            "points" => Some(self.settings.points(action)),
            _ => None,
        }
    }

    fn pretty(&self, p: &Layout<B>, action: Action) -> String {
        let point = |at| self.settings.point(at);
        match action {
            Action::Pass => PASS.into(),
            Action::Make(at) if p.at(at).is_some() => format!("{}=K", point(at)),
            Action::Make(at) => format!("{}=T", point(at)),
            Action::Move { from, to } => {
                let letter = match p.at(from) {
                    Some(Piece::Knight(_)) => "K",
                    Some(Piece::Dragon) => "D",
                    Some(Piece::Tower(_)) => "T",
                    Some(Piece::Pawn(_)) | None => "",
                };
                let way = if p.at(to).is_some() { 'x' } else { '-' };
                format!("{letter}{}{way}{}", point(from), point(to))
            }
        }
    }

    /// Reads a move in a notation that there is.
    ///
    /// # Errors
    ///
    /// `invalid_notation`, also for a move that is written differently in the position, and
    /// `illegal_move` for points too far apart.
    pub(super) fn read(&self, p: &Layout<B>, text: &str, style: &str) -> Result<Action> {
        let canonical = match (style, text) {
            ("pretty", PASS) | ("points", "- -") => Some("--".to_owned()),
            ("pretty", _) => canonical(text),
            ("points", _) => text.split_once(' ').map(|(from, to)| format!("{from}{to}")),
            _ => return self.settings.read(text),
        };
        let wrong =
            |why: &str| Error::invalid_notation(format!("{}, as {style}: {why}", quoted(text)));
        let takes = match style {
            "pretty" => "takes a move like a1-a3, Ka1xb2, e4=T, e4=K or pass",
            _ => "takes two points with a blank between them, or - -",
        };
        let action = canonical
            .ok_or_else(|| wrong(takes))
            .and_then(|text| self.settings.read(&text))?;
        match self.write(p, action, style) {
            Some(written) if written != text => Err(wrong(&format!("here it is {written}"))),
            _ => Ok(action),
        }
    }
}

/// Converts a move as people write it, whatever the position, to the canonical form.
fn canonical(text: &str) -> Option<String> {
    if let Some((at, "T" | "K")) = text.split_once('=') {
        return Some(at.repeat(2));
    }
    let (from, to) = text.split_once(['-', 'x'])?;
    let from = from.strip_prefix(['K', 'D', 'T']).unwrap_or(from);
    Some(format!("{from}{to}"))
}
