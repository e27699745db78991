//! The page of the reference.

use boardwright::queries::{Answer, ArgumentKind, Query};

use super::{Subject, optional, required};

/// Makes the page.
pub(super) fn page() -> String {
    let mut out = String::from(
        "# Methods of states and observations\n\nThe questions that every language asks in the \
         same way. Python and Elixir write their names as here, Node as `moveText`; what takes no \
         argument is a property in Python and Node. Besides these each has what its language \
         needs (lists of moves, `play`, `observe`, `save`, work on the pool).\n\nMade by `cargo \
         run -p xtask -- reference`; not to be edited by hand.\n",
    );
    for subject in Subject::ALL {
        out.push_str(&format!("\n## {}\n", subject.name()));
        for query in subject.queries() {
            out.push_str(&entry(query));
        }
    }
    out
}

fn entry(query: &Query) -> String {
    let takes: Vec<_> = required(query)
        .map(|of| match of.kind.is_required() {
            true => of.name.to_owned(),
            false => format!("{}={{}}", of.name),
        })
        .chain(optional(query).map(|of| format!("{}=", of.name)))
        .collect();
    let form = match query.is_property() {
        true => query.name.to_owned(),
        false => format!("{}({})", query.name, takes.join(", ")),
    };
    let gives = match query.gives {
        Answer::Text => "text",
        Answer::MaybeText => "text or nothing",
        Answer::Texts => "list of texts",
        Answer::Count | Answer::Length | Answer::Id => "integer from 0",
        Answer::Flag => "true or false",
        Answer::Description => "[fields](states.md)",
        Answer::Events => "list of [events](events.md)",
        Answer::State => "state",
    };
    let mut out = format!(
        "\n### {}\n\n`{form}`: {gives}.\n\n{}\n",
        query.name, query.doc
    );
    let kinds: Vec<_> = query
        .takes
        .iter()
        .map(|of| {
            let kind = match of.kind {
                ArgumentKind::Move => "a text or an action id",
                ArgumentKind::Text => "a text",
                ArgumentKind::Ply => "an integer from 0",
                ArgumentKind::Seat => "a name or a number from 0; all live seats if not given",
                ArgumentKind::Map => "a map; empty if not given",
                ArgumentKind::Style => "a style of notation; the canonical one if not given",
            };
            format!("- `{}`: {kind}\n", of.name)
        })
        .collect();
    if !kinds.is_empty() {
        out.push_str(&format!("\n{}", kinds.concat()));
    }
    if !query.errors.is_empty() {
        let codes: Vec<_> = query
            .errors
            .iter()
            .map(|code| format!("`{code}`"))
            .collect();
        out.push_str(&format!("\nErrors: {}.\n", codes.join(", ")));
    }
    out
}
