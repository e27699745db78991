//! `docs/reference/`: games, bots, states, events, the calls of a table, limits, answers and
//! errors, made from the types and lists in which the core declares them.

mod elixir;
mod json;
mod python;
mod schema;
mod typescript;

use std::fmt::Write as _;
use std::path::Path;

use boardwright::arguments::{self, WholeNumber};
use boardwright::bots::{Decision, Info, Limits};
use boardwright::description::{ObservationDescription, StateDescription};
use boardwright::game::{NamedOutcome, SeatEvent};
use boardwright::host::{ArgumentDescription, QuestionDescription};
use boardwright::jobs::{JobDescription, PoolStatistics};
use boardwright::model::{ENDPOINT, EndpointReport, Exchange, MODEL, ModelStats};
use boardwright::options::{KindDescription, LARGEST, OptionDescription};
use boardwright::own::QuestionDetails;
use boardwright::playouts::NamedPlayouts;
use boardwright::records::{Damage, RecordTree};
use boardwright::registry::{GAMES, GameDescription};
use boardwright::table::{
    AgreedAnswer, CALLS, Changed, EndedAnswer, EventsAnswer, FillAnswer, MovesAnswer, Reveal,
    SavedChanges, TableCall, TableEvent, TableView, TickAnswer, WholeView,
};
use boardwright::{
    ErrorKind,
    arena::{
        Estimate, MatchDescription,
        job::JobResult,
        rating::{EloEntry, Leaderboard, RegisteredBot, SprtState},
        tournament::{FinishedGame, TournamentReport},
    },
};
use serde_json::Value;

use crate::{Failure, bindings};
pub use schema::{Field, Schemas, Shape, Variant};

/// A page of the reference.
#[derive(Debug)]
pub struct Page {
    /// Its path in the repository.
    pub file: &'static str,
    /// The text.
    pub text: String,
    /// Names of the items without documentation.
    pub undocumented: Vec<String>,
}

struct Writer {
    schemas: Schemas,
    text: String,
    undocumented: Vec<String>,
    /// The schemas of the page, from which its types are found.
    roots: Vec<Value>,
}

impl Writer {
    fn new(title: &str, about: &str) -> Self {
        Self {
            schemas: Schemas::default(),
            text: format!(
                "# {title}\n\n{about}\n\nMade by `cargo run -p xtask -- reference`; not to be \
                 edited by hand.\n"
            ),
            undocumented: Vec::new(),
            roots: Vec::new(),
        }
    }

    fn line(&mut self, text: impl AsRef<str>) {
        self.text.push_str(text.as_ref());
        self.text.push('\n');
    }

    fn heading(&mut self, level: usize, text: &str) {
        let _ = write!(self.text, "\n{} {text}\n\n", "#".repeat(level));
    }

    /// A table of fields.
    fn fields(&mut self, of: &str, fields: &[Field]) {
        if fields.is_empty() {
            return;
        }
        self.line("| field | type | |\n|---|---|---|");
        for field in fields {
            if field.doc.is_empty() {
                self.undocumented.push(format!("{of}.{}", field.name));
            }
            let absent = if field.optional { ", or absent" } else { "" };
            let (name, kind, doc) = (&field.name, &field.kind, cell(&field.doc));
            self.line(format!("| `{name}` | {kind}{absent} | {doc} |"));
        }
    }

    /// A schema with its documentation and what it is.
    fn shape(&mut self, of: &str, schema: &Value) {
        match self.schemas.shape(schema) {
            Shape::Map(fields) => self.fields(of, &fields),
            Shape::Kinds(variants) => {
                for variant in variants {
                    if variant.doc.is_empty() {
                        self.undocumented.push(format!("{of} {}", variant.kind));
                    }
                    let tag = match variant.tag {
                        "kind" => String::new(),
                        tag => format!("`{tag}` "),
                    };
                    self.line(format!("{tag}**`{}`**: {}\n", variant.kind, variant.doc));
                    self.fields(&format!("{of} {}", variant.kind), &variant.fields);
                    self.line("");
                }
            }
            Shape::Words(words) => {
                for (word, doc) in words {
                    self.line(format!("- `{word}`: {doc}"));
                }
            }
        }
        self.roots.push(schema.clone());
    }

    fn section(&mut self, level: usize, title: &str, schema: &Value) {
        self.heading(level, title);
        let doc = self.schemas.doc(schema);
        if doc.is_empty() {
            self.undocumented.push(title.to_owned());
        }
        self.line(format!("{doc}\n"));
        self.shape(title, schema);
    }

    /// The page, with the types that were linked to.
    fn page(mut self, file: &'static str) -> Page {
        let mut names = Vec::new();
        for root in std::mem::take(&mut self.roots) {
            let resolved = match root.get("$ref").and_then(Value::as_str) {
                Some(name) => self.schemas.by_name(name.trim_start_matches("#/$defs/")),
                None => root,
            };
            self.schemas.named(&resolved, &mut names);
        }
        let linked: Vec<_> = names
            .into_iter()
            .filter(|name| self.text.contains(&format!("(#{})", name.to_lowercase())))
            .collect();
        // A type that is linked to from a type is found by going on until there is none new.
        let mut done: Vec<String> = Vec::new();
        let mut open = linked;
        if !open.is_empty() {
            self.heading(2, "Types");
        }
        while let Some(name) = open.pop() {
            if done.contains(&name) {
                continue;
            }
            done.push(name.clone());
            let schema = self.schemas.by_name(&name);
            self.section(3, &name, &schema);
            let mut more = Vec::new();
            self.schemas.named(&schema, &mut more);
            let text = &self.text;
            more.retain(|name| text.contains(&format!("(#{})", name.to_lowercase())));
            open.extend(more);
        }
        let text = self.text.replace("\n\n\n", "\n\n");
        Page {
            file,
            text: format!("{}\n", text.trim_end()),
            undocumented: self.undocumented,
        }
    }
}

/// A text for a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

fn shipped() -> Vec<GameDescription> {
    let shipped = GAMES.iter().filter(|entry| entry.shipped());
    shipped.map(|entry| entry.describe()).collect()
}

fn takes(option: &OptionDescription) -> String {
    let words = |words: &[&str]| {
        let words: Vec<_> = words.iter().map(|word| format!("`{word}`")).collect();
        words.join(", ")
    };
    match &option.kind {
        KindDescription::Flag => "true or false".into(),
        KindDescription::Int { min, max, .. } if *max == LARGEST => {
            format!("integer from {min}")
        }
        KindDescription::Int { min, max, .. } => format!("integer from {min} to {max}"),
        KindDescription::Choice { values } | KindDescription::Preset { values } => words(values),
        KindDescription::Text { examples } => format!("text, as {}", words(examples)),
        KindDescription::Plain { examples } => {
            format!("text, list or map, as {}", words(examples))
        }
    }
}

fn options(page: &mut Writer, options: &[OptionDescription]) {
    page.line("| option | default | takes | |\n|---|---|---|---|");
    for option in options {
        let default = match &option.default {
            Value::String(text) if text.is_empty() => "none".into(),
            Value::String(text) => format!("`{text}`"),
            other => other.to_string(),
        };
        let (name, takes, doc) = (option.name, cell(&takes(option)), cell(option.doc));
        page.line(format!("| `{name}` | {default} | {takes} | {doc} |"));
    }
}

fn games_page() -> Page {
    let mut page = Writer::new(
        "Games",
        "What `games()` lists. Options are given by name when a game is started, parsed or loaded.",
    );
    for game in shipped() {
        page.heading(2, game.name);
        page.line(format!("{}\n", game.summary));
        let seats = match (game.seats.min, game.seats.max) {
            (least, most) if least == most => format!("{least}"),
            (least, most) => format!("{least} to {most}"),
        };
        let styles: Vec<_> = game
            .styles
            .iter()
            .map(|style| format!("`{style}`"))
            .collect();
        let bots: Vec<_> = game.bots.iter().map(|bot| format!("`{bot}`")).collect();
        page.line(format!(
            "Seats: {seats}. Hides something: {}. Notations: {}. Bots: {}.\n",
            game.hidden.word(),
            styles.join(", "),
            bots.join(", ")
        ));
        if !game.options.is_empty() {
            options(&mut page, &game.options);
        }
    }
    page.page("docs/reference/games.md")
}

fn bots_page() -> Page {
    let mut page = Writer::new(
        "Bots",
        "The bots of each game and their options, as `games()` lists them under `bot_options`. A bot \
         without a table has no options.",
    );
    let mut seen: Vec<(String, Vec<OptionDescription>)> = Vec::new();
    for game in shipped() {
        page.heading(2, game.name);
        for (name, specs) in &game.bot_options.0 {
            let title = format!("`{name}`");
            if specs.is_empty() {
                page.line(format!("{title}\n"));
            } else if let Some((of, _)) = seen.iter().find(|(_, known)| known == specs) {
                page.line(format!("{title}: the options of {of}.\n"));
            } else {
                page.line(format!("{title}:\n"));
                options(&mut page, specs);
                page.line("");
                seen.push((format!("{title} of {}", game.name), specs.clone()));
            }
        }
    }
    page.page("docs/reference/bots.md")
}

fn questions_page() -> Page {
    let mut page = Writer::new(
        "Questions",
        "The questions about states of each game that `ask` answers, as `game.questions` lists them. \
         Arguments in bold have to be given.",
    );
    let mut seen: Vec<(&str, Vec<QuestionDescription>)> = Vec::new();
    for game in shipped() {
        page.heading(2, game.name);
        if game.questions.is_empty() {
            page.line("None.");
            continue;
        }
        if let Some((of, _)) = seen.iter().find(|(_, known)| *known == game.questions) {
            page.line(format!("Those of `{of}`."));
            continue;
        }
        page.line("| question | arguments | answer | |\n|---|---|---|---|");
        for question in &game.questions {
            let arguments: Vec<_> = question.arguments.iter().map(argument).collect();
            page.line(format!(
                "| `{}` | {} | {} | {} |",
                question.name,
                arguments.join("; "),
                question.answer,
                cell(question.doc)
            ));
        }
        seen.push((game.name, game.questions));
    }
    page.page("docs/reference/questions.md")
}

/// An argument of a question in a cell of a table.
fn argument(argument: &ArgumentDescription) -> String {
    let name = match argument.required {
        true => format!("**`{}`**", argument.name),
        false => format!("`{}`", argument.name),
    };
    cell(&format!("{name}: {}", argument.doc))
}

fn states_page() -> Page {
    let mut page = Writer::new(
        "States and observations",
        "The fields of `state.describe()`, and of `observation.describe()` of a seat, which of a game \
         that hides something is less.",
    );
    let state = page.schemas.of::<StateDescription<NoFields>>();
    page.section(2, "Every state", &state);
    let observation = page.schemas.of::<ObservationDescription<NoFields>>();
    page.section(2, "Every observation", &observation);
    page.line(
        "\nWhere nothing is hidden an observation has besides all fields of the state; where \
         something is, those of the game below.",
    );
    let mut seen: Vec<(&str, Value)> = Vec::new();
    for entry in GAMES.iter().filter(|entry| entry.shipped()) {
        let name = entry.info().name;
        let schemas = entry.schemas(page.schemas.generator());
        let state = schemas.state.to_value();
        match seen.iter().find(|(_, known)| *known == state) {
            Some((of, _)) => {
                page.heading(2, name);
                page.line(format!("As [{of}](#{of})."));
            }
            None => {
                page.section(2, name, &state);
                seen.push((name, state));
            }
        }
        if entry.info().hidden.word() != "never" {
            let observation = schemas.observation.to_value();
            page.hidden(name, &observation);
        }
    }
    page.page("docs/reference/states.md")
}

impl Writer {
    /// The observation of a game that hides something: of its two forms the smaller one.
    fn hidden(&mut self, game: &str, observation: &Value) {
        if let Some(hidden) = smaller_form(&self.schemas, observation) {
            let title = format!("{game}: an observation that hides something");
            self.section(3, &title, &hidden);
        }
    }
}

/// The place of what a game adds.
#[derive(schemars::JsonSchema, serde::Serialize)]
struct NoFields {}

fn events_page() -> Page {
    let mut page = Writer::new(
        "Events",
        "What seats are told, in the order in which it happens; `kind` says which. At a table each has \
         its number in front, as `seq`, and the number of moves made by then, those taken back \
         included, as `ply`, unless the seat does not hear of every move. `state.report(move)` gives what a move would bring about.",
    );
    let table = page.schemas.of::<TableEvent>();
    page.section(2, "Of every table", &table);
    let moved = page.schemas.of::<SeatEvent<NoFields>>();
    page.section(2, "Of every game that hides nothing", &moved);
    let mut seen: Vec<(&str, Value)> = Vec::new();
    for entry in GAMES.iter().filter(|entry| entry.shipped()) {
        let name = entry.info().name;
        let event = entry.schemas(page.schemas.generator()).event.to_value();
        match seen.iter().find(|(_, known)| *known == event) {
            Some((of, _)) => {
                page.heading(2, name);
                page.line(format!("As [{of}](#{of})."));
            }
            None => {
                page.section(2, name, &event);
                seen.push((name, event));
            }
        }
    }
    page.page("docs/reference/events.md")
}

/// The schema of the answer to a call of a table.
fn answer(schemas: &mut Schemas, call: &TableCall) -> Result<Value, Failure> {
    Ok(match call.name {
        "commit" | "resign" | "offer_draw" | "respond_draw" | "claim_draw" | "message"
        | "disconnected" | "reconnected" | "take_over" => schemas.of::<Changed>(),
        "tick" => schemas.of::<TickAnswer>(),
        "fill" => schemas.of::<FillAnswer>(),
        "abort" | "adjudicate" | "pause" | "resume" | "edit" => schemas.of::<EndedAnswer>(),
        "moves" => schemas.of::<MovesAnswer>(),
        "undo" | "propose_edit" => schemas.of::<AgreedAnswer>(),
        "view" => schemas.of::<TableView>(),
        "candidates" => schemas.of::<Vec<String>>(),
        "events" | "spectator_events" | "referee_events" => schemas.of::<EventsAnswer>(),
        "spectator_view" | "referee_view" => schemas.of::<WholeView>(),
        "reveal" => schemas.of::<Reveal>(),
        "outcome" => schemas.of::<Option<NamedOutcome>>(),
        "save" | "pgn" => schemas.of::<String>(),
        "save_changes" => schemas.of::<SavedChanges>(),
        other => {
            return Err(Failure::new(format!(
                "the answer to the call {other} of a table is not in the reference"
            )));
        }
    })
}

fn table_page() -> Result<Page, Failure> {
    let mut page = Writer::new(
        "Tables",
        "The calls of a table. Each takes `now` as well, the host's clock in milliseconds.",
    );
    for call in CALLS {
        page.heading(2, call.name);
        page.line(format!("{}\n", call.doc));
        if !call.takes.is_empty() {
            page.line("| argument | |\n|---|---|");
            for argument in call.takes {
                page.line(format!("| `{}` | {} |", argument.name, cell(argument.doc)));
            }
            page.line("");
        }
        let answer = answer(&mut page.schemas, call)?;
        let kind = page.schemas.kind(&answer);
        page.line(format!("Answer: {kind}."));
        page.roots.push(serde_json::json!({ "answer": answer }));
    }
    let question = page.schemas.of::<QuestionDetails>();
    page.section(2, "Question to a bot of the host's own", &question);
    Ok(page.page("docs/reference/table.md"))
}

fn answers_page() -> Page {
    let mut page = Writer::new(
        "Limits, answers and errors",
        "What bounds a decision, what calls answer besides states and tables, and the codes of errors.",
    );
    let limits = page.schemas.of::<Limits>();
    page.section(2, "Limits", &limits);
    page.line("\nTimes are in milliseconds; in Python `movetime` and the like are in seconds.");
    let decision = page.schemas.of::<Decision<String>>();
    page.section(2, "Decision", &decision);
    let info = page.schemas.of::<Info<String>>();
    page.section(2, "Info", &info);
    let outcome = page.schemas.of::<NamedOutcome>();
    page.section(2, "Outcome", &outcome);
    let playouts = page.schemas.of::<NamedPlayouts>();
    page.section(2, "Playouts", &playouts);
    let job = page.schemas.of::<JobDescription<u64>>();
    page.section(2, "Jobs", &job);
    let statistics = page.schemas.of::<PoolStatistics>();
    page.section(2, "Statistics", &statistics);
    let played = page.schemas.of::<MatchDescription>();
    page.section(2, "Matches", &played);
    let report = page.schemas.of::<TournamentReport>();
    page.section(2, "Tournaments", &report);
    let finished = page.schemas.of::<FinishedGame>();
    page.section(2, "Finished games", &finished);
    let done = page.schemas.of::<JobResult>();
    page.section(2, "Results of jobs", &done);
    let board = page.schemas.of::<Leaderboard>();
    page.section(2, "Leaderboards", &board);
    let bot = page.schemas.of::<RegisteredBot>();
    page.section(2, "Registered bots", &bot);
    let elo = page.schemas.of::<EloEntry>();
    page.section(2, "Elo", &elo);
    let sprt = page.schemas.of::<SprtState>();
    page.section(2, "Sequential tests", &sprt);
    let tree = page.schemas.of::<RecordTree>();
    page.section(2, "Records", &tree);
    let damage = page.schemas.of::<Damage>();
    page.section(2, "Damaged games", &damage);
    page.heading(2, "Arguments");
    page.line(
        "Whole numbers that calls take, with their ranges; anything else is `invalid_option`, in every \
         language in the same words. Node writes names as `plyLimit`. Values of options may be nested \
         in up to 16 lists and maps, and the options of one call may hold 10 000 values.\n",
    );
    page.line("| argument | of | from | to | default | |\n|---|---|---|---|---|---|");
    for (calls, argument) in arguments::ALL {
        let WholeNumber {
            name, least, most, ..
        } = argument;
        let default = argument.default.map_or_else(String::new, |n| n.to_string());
        let doc = cell(argument.doc);
        page.line(format!(
            "| `{name}` | {calls} | {least} | {most} | {default} | {doc} |"
        ));
    }
    let errors = page.schemas.of::<ErrorKind>();
    page.section(2, "Errors", &errors);
    page.page("docs/reference/answers.md")
}

fn models_page() -> Page {
    let mut page = Writer::new(
        "Players by language models",
        "The options of a `LanguageModel` and of its endpoints, and what it tells its host. Node writes names as \
         `baseUrl`. The [guide](../language-models.md) shows their use.",
    );
    for (title, list) in [("Options", MODEL), ("Options of an endpoint", ENDPOINT)] {
        page.heading(2, title);
        page.line("| option | default | |\n|---|---|---|");
        for option in list {
            let (name, default, doc) = (option.name, option.default, cell(option.doc));
            page.line(format!("| `{name}` | {default} | {doc} |"));
        }
    }
    let stats = page.schemas.of::<ModelStats>();
    page.section(2, "Counts", &stats);
    let exchange = page.schemas.of::<Exchange>();
    page.section(2, "Exchanges of the transcript", &exchange);
    let report = page.schemas.of::<EndpointReport>();
    page.section(2, "Preflight check", &report);
    page.page("docs/reference/models.md")
}

/// The types of events, descriptions and answers of a table, for hosts.
fn type_pages() -> [Page; 3] {
    let mut schemas = Schemas::default();
    let mut roots = vec![
        schemas.of::<TableEvent>(),
        schemas.of::<SeatEvent<NoFields>>(),
        schemas.of::<Changed>(),
        schemas.of::<TickAnswer>(),
        schemas.of::<FillAnswer>(),
        schemas.of::<AgreedAnswer>(),
        schemas.of::<EventsAnswer>(),
        schemas.of::<TableView>(),
        schemas.of::<WholeView>(),
        schemas.of::<EndedAnswer>(),
        schemas.of::<MovesAnswer>(),
        schemas.of::<Reveal>(),
        schemas.of::<SavedChanges>(),
        schemas.of::<QuestionDetails>(),
        schemas.of::<ModelStats>(),
        schemas.of::<Exchange>(),
        schemas.of::<EndpointReport>(),
        schemas.of::<RecordTree>(),
        schemas.of::<Damage>(),
        schemas.of::<TournamentReport>(),
        schemas.of::<FinishedGame>(),
        schemas.of::<JobResult>(),
        schemas.of::<Leaderboard>(),
        schemas.of::<RegisteredBot>(),
        schemas.of::<Estimate>(),
        schemas.of::<EloEntry>(),
        schemas.of::<SprtState>(),
    ];
    for entry in GAMES.iter().filter(|entry| entry.shipped()) {
        let of = entry.schemas(schemas.generator());
        roots.extend([of.state.to_value(), of.event.to_value()]);
        if entry.info().hidden.word() != "never" {
            roots.extend(smaller_form(&schemas, &of.observation.to_value()));
        }
    }
    let page = |file, text| Page {
        file,
        text,
        undocumented: Vec::new(),
    };
    [
        page(elixir::FILE, elixir::declarations(&schemas, &roots)),
        page(typescript::FILE, typescript::declarations(&schemas, &roots)),
        page(python::FILE, python::declarations(&schemas, &roots)),
    ]
}

/// Of the two forms of an observation that of a seat that does not know everything.
fn smaller_form(schemas: &Schemas, observation: &Value) -> Option<Value> {
    let either = schemas.by_name(schema::reference(observation)?);
    let mut smaller = either.get("anyOf")?.as_array()?.last()?.clone();
    if let Some(fields) = smaller.as_object_mut() {
        fields.remove("description");
    }
    Some(smaller)
}

/// All pages.
///
/// # Errors
///
/// Where a call of a table has an answer that is not known here.
pub fn pages() -> Result<Vec<Page>, Failure> {
    let methods = Page {
        file: bindings::PAGE,
        text: bindings::page(),
        undocumented: Vec::new(),
    };
    let pages = [
        methods,
        games_page(),
        bots_page(),
        questions_page(),
        states_page(),
        events_page(),
        table_page()?,
        answers_page(),
        models_page(),
    ];
    let schemas = json::page()?;
    Ok(pages
        .into_iter()
        .chain(type_pages())
        .chain([schemas])
        .collect())
}

/// Writes the reference; gives the files.
///
/// # Errors
///
/// Those of the file system, and of [`pages`].
pub fn write(root: &Path) -> Result<Vec<String>, Failure> {
    let mut written = Vec::new();
    for page in pages()? {
        crate::write(&root.join(page.file), &page.text)?;
        written.push(page.file.to_owned());
    }
    written.extend(bindings::write(root)?);
    Ok(written)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_documented() {
        for page in pages().unwrap() {
            assert_eq!(page.undocumented, [""; 0], "{}", page.file);
        }
    }

    #[derive(schemars::JsonSchema, serde::Serialize)]
    #[serde(tag = "kind", rename_all = "snake_case")]
    #[expect(dead_code, reason = "only its schema counts")]
    enum Planted {
        /// Something has happened.
        Told {
            /// The place.
            at: String,
            why: String,
        },
        Untold,
    }

    #[test]
    fn what_is_not_documented_is_found() {
        let mut page = Writer::new("Planted", "");
        let schema = page.schemas.of::<Planted>();
        page.section(2, "planted", &schema);
        let page = page.page("planted.md");
        assert_eq!(
            page.undocumented,
            ["planted", "planted told.why", "planted untold"]
        );
        assert!(page.text.contains("| `at` | text | The place. |"));
    }

    #[test]
    fn links_of_the_code_are_words() {
        let text = "As [`a`](Self::a), [`b`] and [c d](x::y).";
        assert_eq!(schema::unlinked(text), "As `a`, `b` and c d.");
        assert_eq!(schema::unlinked("a [b"), "a [b");
    }
}
