//! PGN written in the standard's export format: the seven tags first, lines shorter than
//! 80 characters.
//!
//! [`pgn`] writes a [`Record`]. [`Movetext`] and [`tags`] are its parts, for hosts that
//! hold their moves in other forms.

use contract::error::{Error, Result};
use contract::game::Game;
use contract::state::{Rules, State};
use contract::text::is_unseen;
use contract::value::Value;

use crate::STYLE;
use crate::comment::Annotations;
use crate::reader::{Keys, Record, SECOND, tag};
use crate::scan::GameResult;
use crate::tree::{Node, NodeId, Tree};

/// Lines are broken before this many characters, as the PGN standard requires.
const WIDTH: usize = 80;

/// The seven tags that every game has, in the order of the standard, with their values
/// where nothing is known.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// Tags that follow from the record, whatever is given.
const DERIVED: [&str; 4] = ["Result", "Variant", "SetUp", "FEN"];

/// Parts of a record that are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WriteOptions {
    /// True for variations.
    pub variations: bool,
    /// True for the texts of comments.
    pub comments: bool,
    /// True for clocks, times, evaluations and marks.
    pub notes: bool,
    /// True for numeric glyphs.
    pub nags: bool,
}

impl Default for WriteOptions {
    fn default() -> Self {
        Self {
            variations: true,
            comments: true,
            notes: true,
            nags: true,
        }
    }
}

/// Writes a tag as a line.
#[must_use]
pub fn tag_line(name: &str, value: &str) -> String {
    let clean: String = value.chars().filter(|c| !is_unseen(*c)).collect();
    let escaped = clean.replace('\\', "\\\\").replace('"', "\\\"");
    format!("[{name} \"{escaped}\"]\n")
}

/// Writes tags, the seven of the standard first, and a blank line.
///
/// # Errors
///
/// `invalid_option` for a name that is not made of letters, digits and `_`.
pub fn tags(given: &[(String, String)]) -> Result<String> {
    let mut out = String::new();
    // Players of two boards have tags of their own.
    let boards = given
        .iter()
        .any(|(name, _)| matches!(name.as_str(), "WhiteA" | "WhiteB"));
    for (name, unknown) in ROSTER {
        if boards && matches!(name, "White" | "Black") && tag(given, name).is_none() {
            continue;
        }
        let value = tag(given, name).filter(|value| !value.is_empty());
        out.push_str(&tag_line(name, value.unwrap_or(unknown)));
    }
    for (name, value) in given {
        if ROSTER.iter().any(|(known, _)| known == name) {
            continue;
        }
        let proper = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
        if name.is_empty() || !name.bytes().all(proper) {
            return Err(Error::invalid_option(format!(
                "tags: {} is no name of letters, digits and _",
                contract::error::quoted(name)
            )));
        }
        out.push_str(&tag_line(name, value));
    }
    out.push('\n');
    Ok(out)
}

/// Joins words into lines, each with a line end.
#[must_use]
pub fn wrapped<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let mut lines = LineBreaker::default();
    for word in words {
        lines.word(word);
    }
    lines.end()
}

/// Words in lines.
#[derive(Clone, Debug, Default)]
struct LineBreaker {
    out: String,
    width: usize,
}

impl LineBreaker {
    fn word(&mut self, word: &str) {
        let length = word.chars().count();
        if self.width > 0 && self.width + 1 + length >= WIDTH {
            self.out.push('\n');
            self.width = 0;
        }
        // A line that begins with % is skipped by readers.
        if self.width > 0 || word.starts_with('%') {
            self.out.push(' ');
            self.width += 1;
        }
        self.width += length;
        self.out.push_str(word);
    }

    fn end(mut self) -> String {
        self.out.push('\n');
        self.out
    }
}

/// The moves of a game as they are written: numbers, comments, variations, line breaks.
#[derive(Clone, Debug)]
pub struct Movetext {
    lines: LineBreaker,
    /// The number of the next move.
    number: u64,
    /// True if the second seat makes it.
    second: bool,
    /// True if its number must be written.
    force: bool,
    /// The moves to return to after a variation.
    open: Vec<(u64, bool)>,
    /// Parentheses before the next word.
    pending: String,
    /// The last word, which parentheses may still follow.
    held: String,
}

impl Movetext {
    /// Begins before a move of this number, of the second seat if `second`.
    #[must_use]
    pub fn new(number: u64, second: bool) -> Self {
        Self {
            lines: LineBreaker::default(),
            number,
            second,
            force: true,
            open: Vec::new(),
            pending: String::new(),
            held: String::new(),
        }
    }

    /// Begins before the first move of a game whose start has this notation.
    #[must_use]
    pub fn after_start(notation: &str, second: bool) -> Self {
        let number = notation.split(' ').nth(5).and_then(|n| n.parse().ok());
        Self::new(number.unwrap_or(1), second)
    }

    fn word(&mut self, word: &str) {
        let word = std::mem::take(&mut self.pending) + word;
        let before = std::mem::replace(&mut self.held, word);
        if !before.is_empty() {
            self.lines.word(&before);
        }
    }

    /// Writes a move, with its number where one belongs.
    pub fn action(&mut self, text: &str) {
        if !self.second {
            self.word(&format!("{}.", self.number));
        } else if self.force {
            self.word(&format!("{}...", self.number));
        }
        self.word(text);
        self.force = false;
        self.number += u64::from(self.second);
        self.second = !self.second;
    }

    /// Writes a move with a number that names its board.
    fn numbered(&mut self, number: &str, text: &str) {
        self.word(&format!("{number}."));
        let text = text.split_once(':').map_or(text, |(_, text)| text);
        self.word(text);
    }

    /// Writes a clock in seconds, as records of several boards have it.
    fn bare_clock(&mut self, ms: u64) {
        self.word(&format!("{{{}.{:03}}}", ms / 1000, ms % 1000));
    }

    /// Writes a numeric glyph.
    pub fn nag(&mut self, nag: u8) {
        self.word(&format!("${nag}"));
    }

    /// Writes a comment with its commands; nothing if both are empty. PGN has no escape for
    /// braces in a comment: they become parentheses.
    pub fn comment(&mut self, text: &str, notes: &Annotations) {
        let mut words: Vec<String> = Vec::new();
        let mut commands = String::new();
        notes.write(&mut commands);
        words.extend(
            commands
                .split_inclusive("] ")
                .map(|c| c.trim_end().to_owned()),
        );
        let clean: String = text
            .chars()
            .map(|c| match c {
                '{' => '(',
                '}' => ')',
                c if c.is_whitespace() => ' ',
                c => c,
            })
            .filter(|c| !is_unseen(*c))
            .collect();
        words.extend(clean.split_whitespace().map(str::to_owned));
        if let Some(first) = words.first_mut() {
            first.insert(0, '{');
        }
        if let Some(last) = words.last_mut() {
            last.push('}');
            self.force = true;
        }
        for word in &words {
            self.word(word);
        }
    }

    /// Begins a variation to the last move.
    pub fn open(&mut self) {
        self.open.push((self.number, self.second));
        self.number -= u64::from(!self.second && self.number > 0);
        self.second = !self.second;
        self.force = true;
        self.pending.push('(');
    }

    /// Ends a variation; without one nothing happens.
    pub fn close(&mut self) {
        let Some((number, second)) = self.open.pop() else {
            return;
        };
        (self.number, self.second, self.force) = (number, second, true);
        if self.pending.pop().is_none() {
            self.held.push(')');
        }
    }

    /// Writes the result and returns the lines.
    #[must_use]
    pub fn end(mut self, result: GameResult) -> String {
        self.word(result.text());
        self.lines.word(&self.held);
        self.lines.end()
    }
}

/// Returns the value of the tag `Variant` for games under these rules: the name of the
/// game, with `960` for Chess960 and with its presets for composed games; `None` for chess,
/// which needs no tag.
#[must_use]
pub fn variant_name<G: Game>(rules: &Rules<G>) -> Option<String> {
    let options = rules.options().to_dict();
    let mut name = G::INFO.name.to_owned();
    if name.ends_with('+') {
        match options.get("presets") {
            Some(Value::String(presets)) => name.push_str(presets),
            Some(Value::Array(presets)) => {
                let names: Vec<_> = presets.iter().filter_map(Value::as_str).collect();
                name.push_str(&names.join("+"));
            }
            _ => {}
        }
    }
    if options.get("chess960") == Some(&Value::Bool(true)) {
        name.push_str("960");
    }
    (name != "chess").then_some(name)
}

/// Writes a record as PGN, a blank line at its end. Tags that follow from the record
/// (`Result`, `Variant`, `SetUp`, `FEN`) are written as they are, whatever its tags say.
///
/// # Errors
///
/// `unsupported` for a game without SAN, `invalid_option` for a tag that cannot be written.
pub fn pgn<G: Game>(record: &Record<G>, options: WriteOptions) -> Result<String> {
    if !G::INFO.styles.contains(&STYLE) {
        return Err(Error::unsupported(format!(
            "PGN: {} is not written in PGN",
            G::INFO.name
        )));
    }
    let result = record.result.unwrap_or(GameResult::Unknown);
    let rules = record.start.rules();
    let mut given: Vec<(String, String)> = record
        .tags
        .iter()
        .filter(|(name, _)| !DERIVED.contains(&name.as_str()))
        .cloned()
        .collect();
    given.push(("Result".into(), result.text().into()));
    let variant = variant_name(rules);
    let start = record.start.notation();
    let usual = State::start(rules)?.notation() == start
        && !variant.as_ref().is_some_and(|name| name.ends_with("960"));
    if let Some(variant) = variant {
        given.push(("Variant".into(), variant));
    }
    if !usual {
        given.push(("SetUp".into(), "1".into()));
        given.push(("FEN".into(), start));
    }
    let mut out = tags(&given)?;
    out.push_str(&movetext(&record.start, &record.moves, result, options)?);
    out.push('\n');
    Ok(out)
}

/// A move whose variations are being written.
struct Frame<P> {
    node: NodeId,
    /// The position before it.
    before: P,
    keys: usize,
    /// The next variation.
    next: Option<NodeId>,
}

/// Writes the moves of a record, with the result.
///
/// # Errors
///
/// As in [`pgn`].
pub fn movetext<G: Game>(
    start: &State<G>,
    tree: &Tree<G::Action>,
    result: GameResult,
    options: WriteOptions,
) -> Result<String> {
    let game = start.game();
    let second = tree.main_line().next().map_or_else(
        || game.live(start.position()).single() == Some(SECOND),
        |first| first.seat == SECOND,
    );
    let mut text = Movetext::after_start(&start.notation(), second);
    comments(&mut text, &tree.comments, &tree.notes, options);
    let mut position = start.position().clone();
    let mut keys = Keys::default();
    let mut stack: Vec<Frame<G::Position>> = Vec::new();
    let mut at = tree.first_child(None);
    loop {
        if let Some(id) = at {
            let node = tree.node(id);
            if options.comments {
                for comment in &node.before {
                    text.comment(comment, &Annotations::default());
                }
            }
            let san = game.write(&position, &keys, &node.action, STYLE)?;
            let number = game.recorded_number(&position, &node.action);
            match &number {
                Some(number) => text.numbered(number, &san),
                None => text.action(&san),
            }
            after(&mut text, node, options, number.is_some());
            let main = tree.first_child(node.parent()) == Some(id);
            let variation = tree.sibling(id).filter(|_| main && options.variations);
            if let Some(variation) = variation {
                stack.push(Frame {
                    node: id,
                    before: position.clone(),
                    keys: keys.0.len(),
                    next: tree.sibling(variation),
                });
                text.open();
                at = Some(variation);
                continue;
            }
            (position, at) = advance(game, tree, &mut keys, position, id);
            continue;
        }
        let Some(frame) = stack.last_mut() else {
            return Ok(text.end(result));
        };
        text.close();
        keys.0.truncate(frame.keys);
        if let Some(next) = frame.next {
            frame.next = tree.sibling(next);
            position = frame.before.clone();
            text.open();
            at = Some(next);
        } else if let Some(frame) = stack.pop() {
            (position, at) = advance(game, tree, &mut keys, frame.before, frame.node);
        }
    }
}

fn advance<G: Game>(
    game: &G,
    tree: &Tree<G::Action>,
    keys: &mut Keys,
    position: G::Position,
    id: NodeId,
) -> (G::Position, Option<NodeId>) {
    keys.0.push(game.key(&position));
    let (next, _) = game.play(&position, &tree.node(id).action);
    (next, tree.first_child(Some(id)))
}

fn after<A>(text: &mut Movetext, node: &Node<A>, options: WriteOptions, boards: bool) {
    if options.nags {
        for nag in &node.nags {
            text.nag(*nag);
        }
    }
    match node.notes.clock.filter(|_| boards && options.notes) {
        None => comments(text, &node.after, &node.notes, options),
        Some(clock) => {
            text.bare_clock(clock);
            let rest = Annotations {
                clock: None,
                ..node.notes.clone()
            };
            comments(text, &node.after, &rest, options);
        }
    }
}

fn comments(text: &mut Movetext, comments: &[String], notes: &Annotations, options: WriteOptions) {
    let none = Annotations::default();
    let notes = if options.notes { notes } else { &none };
    let texts = if options.comments { comments } else { &[] };
    let (first, rest) = match texts.split_first() {
        Some((first, rest)) => (first.as_str(), rest),
        None => ("", texts),
    };
    text.comment(first, notes);
    for comment in rest {
        text.comment(comment, &none);
    }
}
