//! The board drawn in text.

use super::Jarls;
use super::fog::Glimpse;
use super::hex::Hex;
use super::mask::Mask;
use super::position::Position;

impl Jarls {
    /// Rows from the top, each with its r and the q of its first hex: `J0` is the
    /// Jarl of player 0, `*` the empty Throne, `o` a hole, `#` a shield.
    pub(super) fn diagram(&self, position: &Position) -> String {
        self.diagram_of(position, |_| true)
    }

    /// Draws what a seat sees, and the terrain that it remembers.
    pub(super) fn glimpse_diagram(&self, glimpse: &Glimpse, known: Mask) -> String {
        self.diagram_of(&self.known_by(glimpse), |at| known.has(at))
    }

    /// The board where some hexes are not seen, which are drawn as `?`.
    fn diagram_of(&self, position: &Position, seen: impl Fn(u8) -> bool) -> String {
        let span = self.board.radius() as i8;
        let mut out = String::new();
        for r in -span..=span {
            let (least, most) = ((-span).max(-span - r), span.min(span - r));
            let indent = 2 * r.unsigned_abs() as usize;
            out.push_str(&format!("{:<10}", format!("r{r} q{least}")));
            out.push_str(&" ".repeat(indent));
            for q in least..=most {
                let at = self.board.index_of(Hex { q, r });
                let text = match at {
                    None => String::new(),
                    Some(at) if self.board.distance(at) > position.radius => String::new(),
                    Some(at) if !seen(at) => "?".into(),
                    Some(at) => self.square(position, at),
                };
                out.push_str(&format!("{text:<4}"));
            }
            out.truncate(out.trim_end().len());
            out.push('\n');
        }
        out
    }

    fn square(&self, position: &Position, at: u8) -> String {
        match position.owner(at) {
            Some(player) => format!("{}{player}", position.letter(at)),
            None if position.holes.has(at) => "o".into(),
            None if position.shields.has(at) => "#".into(),
            None if at == self.board.throne() => "*".into(),
            None => ".".into(),
        }
    }
}
