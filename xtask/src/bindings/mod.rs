//! The parts of the bindings that are made from `boardwright::queries`: for each question the
//! glue to the core, the method of the host, its types and its documentation.
//!
//! A made part stands between two lines that hold `<made: NAME>` and `</made: NAME>`, in a file
//! whose rest is written by hand.

mod elixir;
mod node;
mod python;
mod reference;

use std::path::Path;

use boardwright::queries::{Answer, Argument, ArgumentKind, OBSERVATION, Query, STATE};

use crate::Failure;

/// The path of the page of the reference.
pub const PAGE: &str = "docs/reference/methods.md";

/// The object that is asked.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Subject {
    State,
    Observation,
}

impl Subject {
    const ALL: [Self; 2] = [Self::State, Self::Observation];

    const fn queries(self) -> &'static [Query] {
        match self {
            Self::State => STATE,
            Self::Observation => OBSERVATION,
        }
    }

    /// The name of its type.
    const fn name(self) -> &'static str {
        match self {
            Self::State => "State",
            Self::Observation => "Observation",
        }
    }

    /// The beginning of the names of its functions.
    const fn prefix(self) -> &'static str {
        match self {
            Self::State => "state",
            Self::Observation => "observation",
        }
    }
}

/// A made part of a file.
#[derive(Debug)]
pub struct Part {
    /// The path of the file in the repository.
    pub file: &'static str,
    /// The name between the two marks.
    pub name: &'static str,
    /// The text between the lines of the marks.
    pub text: String,
}

/// Makes all parts.
#[must_use]
pub fn parts() -> Vec<Part> {
    let mut parts = Vec::new();
    for subject in Subject::ALL {
        parts.extend(python::parts(subject));
        parts.extend(node::parts(subject));
        parts.extend(elixir::parts(subject));
    }
    parts
}

/// Makes the page of the reference.
#[must_use]
pub fn page() -> String {
    reference::page()
}

/// Puts a part in its place in the text of its file.
///
/// # Errors
///
/// If the file lacks one of the marks.
pub fn place(part: &Part, text: &str) -> Result<String, Failure> {
    let mark = |of: &str| {
        let line = text.find(&format!("<{of}made: {}>", part.name));
        line.ok_or_else(|| {
            Failure::new(format!(
                "{}: no line has <{of}made: {}>",
                part.file, part.name
            ))
        })
    };
    let (open, close) = (mark("")?, mark("/")?);
    let from = text[open..]
        .find('\n')
        .map_or(text.len(), |at| open + at + 1);
    let to = text[..close].rfind('\n').map_or(0, |at| at + 1);
    if to < from {
        return Err(Failure::new(format!(
            "{}: the marks of {} are in the wrong order",
            part.file, part.name
        )));
    }
    Ok(format!("{}{}{}", &text[..from], part.text, &text[to..]))
}

/// Writes all parts; gives the files.
///
/// # Errors
///
/// Those of the file system, and of [`place`].
pub fn write(root: &Path) -> Result<Vec<String>, Failure> {
    let mut written: Vec<String> = Vec::new();
    for part in parts() {
        let file = root.join(part.file);
        let text = place(&part, &crate::read(&file)?)?;
        crate::write(&file, &text)?;
        if !written.iter().any(|known| known == part.file) {
            written.push(part.file.to_owned());
        }
    }
    Ok(written)
}

/// The paragraphs of a documentation.
fn paragraphs(query: &Query) -> impl Iterator<Item = &'static str> {
    query.doc.split("\n\n")
}

/// The arguments that are given by their place, and then those given by name.
fn required(query: &Query) -> impl Iterator<Item = &'static Argument> {
    query.takes.iter().filter(|of| of.kind.is_placed())
}

fn optional(query: &Query) -> impl Iterator<Item = &'static Argument> {
    query.takes.iter().filter(|of| !of.kind.is_placed())
}

/// The arguments in the order in which the core takes them: the seat, what has to be given,
/// and the styles.
fn in_order_of_core(query: &Query) -> Vec<&'static Argument> {
    let rank = |of: &&Argument| match of.kind {
        ArgumentKind::Seat => 0,
        ArgumentKind::Move | ArgumentKind::Text | ArgumentKind::Ply | ArgumentKind::Map => 1,
        ArgumentKind::Style => 2,
    };
    let mut takes: Vec<_> = query.takes.iter().collect();
    takes.sort_by_key(rank);
    takes
}

/// True if the method of the core gives a `Result`.
const fn can_fail(query: &Query) -> bool {
    !query.errors.is_empty() || matches!(query.gives, Answer::Description | Answer::Events)
}

/// Breaks a text into lines of at most `width` columns.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// `head(items)tail`, on one line where that fits into 100 columns, else an item on each line.
fn call(indent: &str, head: &str, items: &[String], tail: &str) -> String {
    let flat = format!("{indent}{head}({}){tail}", items.join(", "));
    if flat.chars().count() <= 100 {
        return format!("{flat}\n");
    }
    let items: String = items
        .iter()
        .map(|item| format!("{indent}    {item},\n"))
        .collect();
    format!("{indent}{head}(\n{items}{indent}){tail}\n")
}

/// Words with "and" before the last.
fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

fn camel(word: &str) -> String {
    let mut parts = word.split('_');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |name, part| name + &capital(part))
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_put_between_its_marks() {
        let part = Part {
            file: "file",
            name: "state",
            text: "new\n".into(),
        };
        let text = "before\n  // <made: state> by xtask\nold\nolder\n  // </made: state>\nafter\n";
        let placed = place(&part, text).unwrap();
        assert_eq!(
            placed,
            "before\n  // <made: state> by xtask\nnew\n  // </made: state>\nafter\n"
        );
        assert!(place(&part, "nothing").is_err());
        assert!(place(&part, "</made: state>\n<made: state>\n").is_err());
    }

    #[test]
    fn every_question_is_documented_in_a_line() {
        for subject in Subject::ALL {
            for query in subject.queries() {
                let first = paragraphs(query).next().unwrap_or_default();
                let length = first.chars().count();
                assert!((10..=84).contains(&length), "{}: {length}", query.name);
                assert!(first.ends_with('.'), "{}", query.name);
                for word in ["What", "Whether", "How", "Where", "Who"] {
                    assert!(!first.starts_with(word), "{}", query.name);
                }
            }
        }
    }
}
