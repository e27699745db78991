//! JSON in what a model says.

use contract::value::{Dict, Value};

/// Opening braces that are tried in a text.
const MOST_TRIED: usize = 64;

/// Returns the text without the thoughts that some models write in front.
pub(super) fn without_thoughts(text: &str) -> &str {
    match text.rfind("</think>") {
        Some(end) => &text[end + "</think>".len()..],
        None => text,
    }
}

/// Returns the last object in a text that has one of the keys.
pub(super) fn object_in(text: &str, keys: &[&str]) -> Option<Dict> {
    let fits = |value: Value| match value {
        Value::Object(dict) if keys.iter().any(|key| dict.contains_key(*key)) => Some(dict),
        _ => None,
    };
    if let Some(dict) = serde_json::from_str(text.trim()).ok().and_then(fits) {
        return Some(dict);
    }
    let opened = text.rmatch_indices('{').take(MOST_TRIED);
    opened
        .filter_map(|(at, _)| {
            let mut values = serde_json::Deserializer::from_str(&text[at..]).into_iter::<Value>();
            fits(values.next()?.ok()?)
        })
        .next()
}
