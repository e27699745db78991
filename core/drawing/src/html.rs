//! A picture as an image of HTML.

use std::fmt::Write as _;

use crate::svg::Svg;

/// Writes an HTML image that carries a picture, with the text that stands for it where it is not
/// seen.
///
/// As an image it keeps its ids and colours apart from those of the page.
#[must_use]
pub fn image(svg: &str, text: &str) -> String {
    let mut out = String::with_capacity(svg.len() * 3 / 2 + text.len() + 64);
    out.push_str("<img src=\"data:image/svg+xml,");
    for byte in svg.trim_end().bytes() {
        match byte {
            b'"' | b'#' | b'%' | b'&' | b'<' | b'>' | b'\'' | ..=b' ' | 0x7f.. => {
                // Writing to a string cannot fail.
                let _ = write!(out, "%{byte:02X}");
            }
            _ => out.push(char::from(byte)),
        }
    }
    out.push_str("\" alt=\"");
    out.push_str(&escaped(text));
    out.push_str("\">");
    out
}

/// Returns a text as it is written in HTML and XML, in attributes as well.
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut svg = Svg::with_capacity(text.len());
    svg.text(text);
    let mut out = String::with_capacity(text.len());
    svg.finish("", &mut out);
    out
}

#[cfg(test)]
mod tests {
    use super::image;

    #[test]
    fn nothing_breaks_out_of_an_image() {
        assert_eq!(
            image("<a b=\"c\">50% #é'\n</a>\n", "1 < 2 & \"x\""),
            "<img src=\"data:image/svg+xml,%3Ca%20b=%22c%22%3E50%25%20%23%C3%A9%27%0A%3C/a%3E\" \
             alt=\"1 &lt; 2 &amp; &quot;x&quot;\">"
        );
    }
}
