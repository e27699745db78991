//! Text that people write and others see: names, messages. The characters that it may
//! contain are decided here and nowhere else.

use std::borrow::Cow;

use crate::error::{Error, Result};

/// Returns a text of foreign encoding: UTF-8, or else Latin-1 for the whole of it.
#[must_use]
pub fn decoded(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().map(|byte| char::from(*byte)).collect()),
    }
}

/// Returns true for a character that is invisible itself but changes lines or the order and
/// looks of the text around it: controls, line separators, marks of direction, joiners and
/// spaces of no width, tags.
pub fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{00ad}'
                | '\u{034f}'
                | '\u{061c}'
                | '\u{115f}'..='\u{1160}'
                | '\u{17b4}'..='\u{17b5}'
                | '\u{180b}'..='\u{180f}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{3164}'
                | '\u{feff}'
                | '\u{ffa0}'
                | '\u{fff0}'..='\u{fffb}'
                | '\u{1bca0}'..='\u{1bca3}'
                | '\u{1d173}'..='\u{1d17a}'
                | '\u{e0000}'..='\u{e007f}'
        )
}

/// Checks that a text has no [unseen](is_unseen) character.
///
/// # Errors
///
/// `invalid_option`, naming the field, the character and its place.
pub fn check_seen(field: &str, text: &str) -> Result<()> {
    match text.chars().enumerate().find(|(_, c)| is_unseen(*c)) {
        None => Ok(()),
        Some((at, c)) => Err(Error::invalid_option(format!(
            "{field}: takes text without control, direction and invisible characters, and \
             character {} is U+{:04X}",
            at + 1,
            u32::from(c)
        ))),
    }
}

/// The longest message between seats, in bytes.
const LONGEST_MESSAGE: usize = 1000;

/// Checks a message as the seats of a team may send it to each other.
///
/// # Errors
///
/// `invalid_option`, naming the field.
pub fn check_message<'a>(field: &str, text: &'a str) -> Result<&'a str> {
    if text.is_empty() || text.len() > LONGEST_MESSAGE {
        return Err(Error::invalid_option(format!(
            "{field}: takes a string of 1 to {LONGEST_MESSAGE} bytes"
        )));
    }
    check_seen(field, text)?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_that_can_be_seen_passes() {
        for text in [
            "",
            "Ann",
            "Zoë O'Hara-Łuk",
            "Магнус",
            "דוד",
            "علي",
            "陳 小明",
            "♞ 😀\u{fe0f}",
        ] {
            check_seen("name", text).unwrap();
        }
    }

    #[test]
    fn text_that_hides_or_turns_around_is_refused() {
        let ranges = [
            '\u{0}'..='\u{1f}',
            '\u{7f}'..='\u{9f}',
            '\u{61c}'..='\u{61c}',
            '\u{200b}'..='\u{200f}',
            '\u{2028}'..='\u{202e}',
            '\u{2060}'..='\u{2064}',
            '\u{2066}'..='\u{2069}',
            '\u{feff}'..='\u{feff}',
            '\u{e0001}'..='\u{e0001}',
        ];
        for c in ranges.into_iter().flatten() {
            let error = check_seen("name", &format!("An{c}n")).unwrap_err();
            assert_eq!(error.code(), "invalid_option");
            let named = format!(
                "name: takes text without control, direction and invisible \
                characters, and character 3 is U+{:04X}",
                u32::from(c)
            );
            assert_eq!(error.message(), named);
        }
    }
}
