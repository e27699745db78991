//! Text of SVG: numbers, escapes, classes in use and the id of a picture.

use crate::palette::{Class, Classes};

/// Stands for the id of the picture until all of it is written.
const ID: char = '\u{1}';

/// The body of a picture while it is written. Lengths are in tenths of a unit.
#[derive(Debug, Default)]
pub(crate) struct Svg {
    out: String,
    /// The classes that it uses.
    pub(crate) used: Classes,
}

impl Svg {
    pub(crate) fn with_capacity(bytes: usize) -> Self {
        Self {
            out: String::with_capacity(bytes),
            used: Classes::default(),
        }
    }

    /// Writes text as it is.
    pub(crate) fn raw(&mut self, text: &str) -> &mut Self {
        self.out.push_str(text);
        self
    }

    /// Writes foreign text: escaped, and without characters that XML does not have.
    pub(crate) fn text(&mut self, text: &str) -> &mut Self {
        for c in text.chars() {
            match c {
                '&' => self.out.push_str("&amp;"),
                '<' => self.out.push_str("&lt;"),
                '>' => self.out.push_str("&gt;"),
                '"' => self.out.push_str("&quot;"),
                '\t' | '\n' | '\r' => self.out.push(' '),
                '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => {
                    self.out.push('\u{fffd}');
                }
                c => self.out.push(c),
            }
        }
        self
    }

    /// Writes a length.
    pub(crate) fn num(&mut self, tenths: i32) -> &mut Self {
        let size = tenths.unsigned_abs();
        if tenths < 0 {
            self.out.push('-');
        }
        let (whole, part) = (size / 10, size % 10);
        if whole != 0 || part == 0 {
            self.decimal(whole);
        }
        if part != 0 {
            self.out.push('.');
            self.decimal(part);
        }
        self
    }

    /// Writes two lengths with a blank between them where one is needed.
    pub(crate) fn pair(&mut self, x: i32, y: i32) -> &mut Self {
        self.num(x);
        if y >= 0 {
            self.out.push(' ');
        }
        self.num(y)
    }

    fn decimal(&mut self, number: u32) {
        let mut digits = [0; 10];
        let (mut at, mut left) = (digits.len(), number);
        loop {
            at -= 1;
            digits[at] = b'0' + (left % 10) as u8;
            left /= 10;
            if left == 0 {
                break;
            }
        }
        self.out
            .extend(digits[at..].iter().map(|digit| char::from(*digit)));
    }

    /// Writes the id of the picture.
    pub(crate) fn id(&mut self) -> &mut Self {
        self.out.push(ID);
        self
    }

    /// Writes ` class="…"`.
    pub(crate) fn class(&mut self, class: Class) -> &mut Self {
        self.used.add(class);
        self.raw(" class=\"").raw(class.name()).raw("\"")
    }

    /// Writes ` x="…" y="…"`.
    pub(crate) fn at(&mut self, x: i32, y: i32) -> &mut Self {
        self.raw(" x=\"").num(x).raw("\" y=\"").num(y).raw("\"")
    }

    /// Writes the start of a group that is moved, and scaled by a number of hundredths.
    pub(crate) fn moved(&mut self, x: i32, y: i32, percent: i32) -> &mut Self {
        self.raw("<g transform=\"translate(").pair(x, y).raw(")");
        let percent = percent.max(1).unsigned_abs();
        if percent != 100 {
            self.raw(" scale(");
            if percent > 100 {
                self.decimal(percent / 100);
            }
            self.raw(if percent % 100 < 10 { ".0" } else { "." });
            self.decimal(percent % 100);
            self.raw(")");
        }
        self.raw("\">")
    }

    /// Writes a line of text that starts, is centred or ends at a place.
    pub(crate) fn line(&mut self, class: Class, x: i32, y: i32, text: &str) -> &mut Self {
        self.raw("<text").class(class).at(x, y).raw(">");
        self.text(text).raw("</text>")
    }

    /// Writes a circle.
    pub(crate) fn circle(&mut self, class: Class, x: i32, y: i32, radius: i32) -> &mut Self {
        self.raw("<circle").class(class).raw(" cx=\"").num(x);
        self.raw("\" cy=\"").num(y).raw("\" r=\"").num(radius);
        self.raw("\"/>")
    }

    /// Writes a rectangle with round corners.
    pub(crate) fn rect(&mut self, class: Class, at: [i32; 4], round: i32) -> &mut Self {
        let [x, y, width, height] = at;
        self.raw("<rect").class(class).at(x, y);
        self.raw(" width=\"")
            .num(width)
            .raw("\" height=\"")
            .num(height);
        if round > 0 {
            self.raw("\" rx=\"").num(round);
        }
        self.raw("\"/>")
    }

    /// Returns the id that follows from everything written so far.
    pub(crate) fn digest(&self, salt: &str) -> String {
        // FNV-1a.
        let fold = |sum: u64, byte: u8| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        let bytes = self.out.bytes().chain(salt.bytes());
        let sum = bytes.fold(0xcbf2_9ce4_8422_2325, fold);
        format!("bw{:08x}", (sum ^ sum >> 32) as u32)
    }

    /// Appends everything to a text, with the id in its places.
    pub(crate) fn finish(&self, id: &str, out: &mut String) {
        let mut parts = self.out.split(ID);
        out.extend(parts.next());
        for part in parts {
            out.push_str(id);
            out.push_str(part);
        }
    }
}

/// Returns the width of a text in tenths of a unit, about: a font of the reader's draws it.
pub(crate) fn width_of(text: &str, size: i32) -> i32 {
    let chars = text.chars().count().min(10_000) as i32;
    chars * size * 60 / 100
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let mut svg = Svg::default();
        for tenths in [0, 5, -5, 10, -10, 123, -123, 4000, i32::MIN] {
            svg.num(tenths).raw(";");
        }
        svg.pair(10, -5).raw(";").pair(-10, 5);
        let mut out = String::new();
        svg.finish("", &mut out);
        assert_eq!(out, "0;.5;-.5;1;-1;12.3;-12.3;400;-214748364.8;1-.5;-1 .5");
    }

    #[test]
    fn groups_are_scaled_by_hundredths() {
        for (percent, scale) in [
            (100, ""),
            (7, " scale(.07)"),
            (70, " scale(.70)"),
            (105, " scale(1.05)"),
            (220, " scale(2.20)"),
        ] {
            let mut svg = Svg::default();
            svg.moved(10, 20, percent);
            let mut out = String::new();
            svg.finish("", &mut out);
            assert_eq!(out, format!("<g transform=\"translate(1 2){scale}\">"));
        }
    }

    #[test]
    fn foreign_text_is_escaped() {
        let mut svg = Svg::default();
        svg.id().text("<a b=\"c\">&\u{1}\u{0}\n\u{ffff}é");
        let mut out = String::new();
        svg.finish("me", &mut out);
        assert_eq!(
            out,
            "me&lt;a b=&quot;c&quot;&gt;&amp;\u{fffd}\u{fffd} \u{fffd}é"
        );
    }
}
