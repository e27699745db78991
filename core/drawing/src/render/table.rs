//! Rows of names and values, for positions without a board, and lines of text.

use super::{LINE, PAD, Picture};
use crate::palette::Class;

/// Rows beyond which nothing more is written.
const MOST_ROWS: usize = 400;

impl Picture<'_> {
    /// Writes the rows of a table; returns where they end.
    pub(super) fn table(&mut self, width: i32, mut y: i32) -> i32 {
        let scene = self.scene;
        let mut rows = 0;
        for fact in &scene.facts {
            let x = PAD + 20 + i32::from(fact.depth.min(8)) * 160;
            let split = x.max(PAD + 20) + 1300;
            let lines = wrapped(&fact.value, width - PAD - split, 130);
            self.svg.line(Class::Strong, x, y + LINE - 40, &fact.name);
            for line in lines {
                y += LINE;
                rows += 1;
                if rows == MOST_ROWS {
                    self.svg.line(Class::Text, split, y - 40, "…");
                    return y;
                }
                self.svg.line(Class::Text, split, y - 40, line);
            }
        }
        y
    }
}

/// Breaks a text into lines of at most a width, at blanks where it has some; one line at least.
pub(super) fn wrapped(text: &str, width: i32, size: i32) -> Vec<&str> {
    let most = (width.max(size) * 100 / (size * 58)).max(8) as usize;
    let mut lines = Vec::new();
    let mut rest = text;
    loop {
        // The byte at which the first character that does not fit begins.
        let Some((limit, _)) = rest.char_indices().nth(most) else {
            lines.push(rest);
            return lines;
        };
        let at = rest[..limit].rfind(' ').filter(|at| *at > 0);
        let (line, next) = rest.split_at(at.unwrap_or(limit));
        lines.push(line);
        rest = next.trim_start_matches(' ');
    }
}

#[cfg(test)]
mod tests {
    use super::wrapped;

    #[test]
    fn lines_break_at_blanks() {
        assert_eq!(wrapped("", 1000, 130), [""]);
        assert_eq!(wrapped("ab cd ef gh ij", 1000, 130), ["ab cd ef gh", "ij"]);
        assert_eq!(wrapped("ééééééééééééééé", 0, 130), ["éééééééé", "ééééééé"]);
    }
}
