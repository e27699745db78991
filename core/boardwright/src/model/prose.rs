//! Moves in prose: which of the moves that a seat may make a text settles on.

use std::collections::HashMap;

use super::prompt::canonical;
use crate::host::Observation;
use contract::error::quoted;

/// The longest text that is looked through, in bytes; of a longer one the end is.
const LONGEST: usize = 32 << 10;

/// Words after which a move is an answer.
const MARKS: [&str; 9] = [
    "move", "answer", "play", "choose", "choice", "decision", "final", "boxed", "playing",
];
/// Words between such a word and the move.
const FILLERS: [&str; 9] = [
    "is", "be", "will", "would", "now", "with", "to", "the", "text",
];
/// Words after which a move is not meant.
const DENIALS: [&str; 7] = [
    "not",
    "avoid",
    "than",
    "instead of",
    "without",
    "never",
    "t play",
];

/// The texts by which moves are known: by each, the indices of the moves that may be meant.
struct Forms {
    by_text: HashMap<String, Vec<usize>>,
    /// The lengths of the texts, the longest first.
    lengths: Vec<usize>,
}

impl Forms {
    fn add(&mut self, text: &str, at: usize) {
        if text.is_empty() {
            return;
        }
        let known = self.by_text.entry(text.to_owned()).or_default();
        if !known.contains(&at) {
            known.push(at);
        }
    }

    /// The texts of moves in every style that is known of the seat's position. Looser ones,
    /// such as without the signs of check, only where no move is written so exactly.
    fn of(observation: &Observation, candidates: &[String]) -> Self {
        let mut exact = Self {
            by_text: HashMap::new(),
            lengths: Vec::new(),
        };
        let mut loose = Vec::new();
        for style in observation.game().info().styles {
            let texts = match *style == canonical(observation) {
                true => candidates.to_vec(),
                false => observation.candidates_in(style).unwrap_or_default(),
            };
            for (at, text) in texts.iter().enumerate() {
                exact.add(text, at);
                loose.extend(loosened(text).into_iter().map(|form| (form, at)));
            }
        }
        loose.retain(|(form, _)| !exact.by_text.contains_key(form));
        for (form, at) in loose {
            exact.add(&form, at);
        }
        let mut lengths: Vec<_> = exact.by_text.keys().map(String::len).collect();
        lengths.sort_unstable_by(|a, b| b.cmp(a));
        lengths.dedup();
        exact.lengths = lengths;
        exact
    }

    /// The longest text of a move that stands at a place.
    fn at<'f, 't>(&'f self, text: &'t str, at: usize) -> Option<(&'t str, &'f [usize])> {
        self.lengths.iter().find_map(|length| {
            let form = text.get(at..at + length)?;
            let moves = self.by_text.get(form)?;
            ends(text, at + length).then_some((form, &**moves))
        })
    }
}

/// Other ways to write a move: without signs of check, without a capture's sign, with a hyphen,
/// with zeros for castling, a promotion without its sign.
fn loosened(text: &str) -> Vec<String> {
    let plain = text.trim_end_matches(['+', '#']).to_owned();
    let mut out = vec![plain.clone()];
    if plain.contains("O-O") {
        out.push(plain.replace('O', "0"));
    }
    let squares = |part: &[u8]| part[0].is_ascii_lowercase() && part[1].is_ascii_digit();
    let bytes = plain.as_bytes();
    if plain.is_ascii() && bytes.len() >= 4 && squares(&bytes[..2]) && squares(&bytes[2..4]) {
        out.push(format!("{}-{}", &plain[..2], &plain[2..]));
    } else {
        out.push(plain.replace('x', ""));
    }
    out.push(plain.replace('=', ""));
    out.push(plain.replace('>', " > "));
    out.push(plain.replace('>', " -> "));
    out.push(plain.replace('>', "->"));
    out.push(plain.replace('>', " → "));
    out.push(plain.replace('>', "→"));
    out.retain(|form| form != text);
    out
}

/// Returns true if a move may begin here.
fn begins(text: &str, at: usize) -> bool {
    let mut before = text[..at].chars().rev();
    match before.next() {
        None => true,
        Some('-') => !before.next().is_none_or(char::is_alphanumeric) || at == 1,
        Some('.') => true,
        Some(c) => !c.is_alphanumeric() && !">@=+/_,".contains(c),
    }
}

/// Returns true if a move may end here.
fn ends(text: &str, at: usize) -> bool {
    let mut after = text[at..].chars();
    match after.next() {
        None => true,
        Some('-' | '=' | '@' | '>' | ',' | '.' | '/' | ':') => {
            !after.next().is_some_and(|c| c.is_ascii_alphanumeric())
        }
        Some(c) => !c.is_alphanumeric() && c != '_',
    }
}

/// A move that is named in a text.
struct Mention<'t> {
    form: &'t str,
    moves: Vec<usize>,
    from: usize,
    to: usize,
    /// The weight of what it is marked by.
    mark: u8,
}

/// The words before a place on its line, in small letters and without signs.
fn words_before(text: &str, at: usize) -> Vec<String> {
    const MOST: usize = 6;
    let line = text[..at].rsplit('\n').next().unwrap_or_default();
    let words = line.split(|c: char| !c.is_alphanumeric());
    let mut words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    let from = words.len().saturating_sub(MOST);
    words.drain(..from);
    words.into_iter().map(str::to_lowercase).collect()
}

fn mark(text: &str, from: usize, to: usize) -> Option<u8> {
    let words = words_before(text, from);
    let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
    let tail = words.iter().rev().take(2).rev().copied();
    let tail = tail.collect::<Vec<_>>().join(" ");
    let denied = |denial: &&str| words.last() == Some(denial) || tail == **denial;
    if DENIALS.iter().any(denied) {
        return None;
    }
    while words.last().is_some_and(|word| FILLERS.contains(word)) {
        words.pop();
    }
    if words.last().is_some_and(|word| MARKS.contains(word)) {
        return Some(2);
    }
    let (before, after) = (&text[..from], &text[to..]);
    let framed = ["**", "`", "\""];
    let framed = framed
        .iter()
        .any(|sign| before.ends_with(sign) && after.starts_with(sign));
    Some(u8::from(framed))
}

fn mentions<'t>(forms: &Forms, text: &'t str) -> Vec<Mention<'t>> {
    let mut out = Vec::new();
    let mut next = 0;
    for (at, _) in text.char_indices() {
        if at < next || !begins(text, at) {
            continue;
        }
        let Some((form, moves)) = forms.at(text, at) else {
            continue;
        };
        next = at + form.len();
        // Numbers and single letters are words of prose unless they are marked as moves.
        let short = form.chars().count() < 2;
        if let Some(mark) = mark(text, at, next).filter(|mark| !short || *mark > 0) {
            out.push(Mention {
                form,
                moves: moves.to_vec(),
                from: at,
                to: next,
                mark,
            });
        }
    }
    out
}

/// Returns true if nothing but an "or", an "and" or a comma parts two places.
fn joined(between: &str) -> bool {
    let words = between.split(|c: char| !c.is_alphanumeric());
    let mut words = words.filter(|word| !word.is_empty());
    let short = !between.contains(['\n', '.', ';', ':']);
    short && words.all(|word| ["or", "and", "either"].contains(&word.to_lowercase().as_str()))
}

/// The place after the last "move:" or "answer:", the word there, and the end of its line.
fn named(text: &str) -> Option<(usize, &str, usize)> {
    let lower = text.to_ascii_lowercase();
    let found = ["move:", "answer:", "move**:", "answer**:"];
    let found = found
        .iter()
        .filter_map(|mark| Some(lower.rfind(mark)? + mark.len()));
    let at = found.max()?;
    let line = text[at..].split('\n').next()?;
    let word = line.split_whitespace().next()?;
    let word = word.trim_matches(|c: char| "*`\"'.,()[]{}".contains(c));
    Some((at, word, at + line.len()))
}

/// Returns the index of the move that a text settles on: the last one that is marked as the
/// answer, or else the last one that is named.
///
/// # Errors
///
/// The reason for which there is none, for the model.
pub(super) fn settled(
    observation: &Observation,
    candidates: &[String],
    text: &str,
) -> Result<usize, String> {
    let from = text.len().saturating_sub(LONGEST);
    let from = (from..=text.len()).find(|at| text.is_char_boundary(*at));
    let text = &text[from.unwrap_or_default()..];
    let forms = Forms::of(observation, candidates);
    let mentions = mentions(&forms, text);
    // An answer that is marked and no move is not replaced by a move named before it.
    if let Some((at, word, end)) = named(text)
        && word.contains(|c: char| c.is_ascii_digit())
        && !mentions
            .iter()
            .any(|mention| (at..end).contains(&mention.from))
    {
        return Err(format!(
            "{} is none of the moves that you may make",
            quoted(word)
        ));
    }
    let strongest = mentions.iter().map(|mention| mention.mark).max();
    let strongest: Vec<_> = mentions
        .iter()
        .filter(|mention| Some(mention.mark) == strongest)
        .collect();
    let Some(last) = strongest.last() else {
        return Err("no move was recognised in it".into());
    };
    let [only] = last.moves[..] else {
        let meant: Vec<_> = last.moves.iter().map(|at| &*candidates[*at]).collect();
        let form = last.form;
        return Err(format!("{form} may mean {}", meant.join(" or ")));
    };
    let before = mentions
        .iter()
        .rev()
        .find(|mention| mention.to <= last.from);
    if let Some(other) = before
        && other.moves != last.moves
        && joined(&text[other.to..last.from])
    {
        return Err(format!(
            "it names {} and {}: name one move only",
            other.form, last.form
        ));
    }
    Ok(only)
}
