//! Node: the functions of the addon, the methods of the classes, and their types.

use boardwright::queries::{Answer, ArgumentKind, Query};

use super::{
    Part, Subject, call, camel, can_fail, in_order_of_core, optional, paragraphs, required, wrapped,
};

/// The parts of the binding for Node.
pub(super) fn parts(subject: Subject) -> [Part; 4] {
    let queries = subject.queries().iter();
    let name = subject.prefix();
    let (glue_file, class_file) = match subject {
        Subject::State => ("bindings-node/src/state.rs", "bindings-node/lib/state.js"),
        Subject::Observation => (
            "bindings-node/src/observation.rs",
            "bindings-node/lib/observation.js",
        ),
    };
    let joined = |parts: Vec<String>| parts.join("\n");
    let part = |file, text| Part { file, name, text };
    [
        part(
            glue_file,
            joined(queries.clone().map(|query| glue(subject, query)).collect()),
        ),
        part(
            "bindings-node/lib/native-types.d.ts",
            queries
                .clone()
                .map(|query| native(subject, query))
                .collect(),
        ),
        part(
            class_file,
            joined(
                queries
                    .clone()
                    .map(|query| method(subject, query))
                    .collect(),
            ),
        ),
        part(
            "bindings-node/index.d.ts",
            queries.map(declaration).collect(),
        ),
    ]
}

/// The name of the function of the addon.
fn native_name(subject: Subject, query: &Query) -> String {
    camel(&format!("{}_{}", subject.prefix(), query.name))
}

/// The name of an argument in Rust and JavaScript.
fn local(kind: ArgumentKind, name: &'static str) -> &'static str {
    match kind {
        ArgumentKind::Move => "action",
        ArgumentKind::Text if name == "move" => "text",
        _ => name,
    }
}

fn glue(subject: Subject, query: &Query) -> String {
    let mut out = String::new();
    let first = paragraphs(query).next().unwrap_or_default();
    for line in wrapped(first, 96) {
        out.push_str(&format!("/// {line}\n"));
    }
    out.push_str("#[napi(catch_unwind)]\n");
    let (of, kind) = (subject.prefix(), subject.name());
    let mut takes = vec![format!("{of}: Handle<{kind}>")];
    let arguments: Vec<_> = required(query).chain(optional(query)).collect();
    takes.extend(arguments.iter().map(|argument| {
        let name = local(argument.kind, argument.name);
        match argument.kind {
            ArgumentKind::Move => format!("{name}: MoveArg"),
            ArgumentKind::Text => format!("{name}: String"),
            ArgumentKind::Ply => format!("{name}: Option<f64>"),
            ArgumentKind::Seat => format!("{name}: SeatArg"),
            ArgumentKind::Style => format!("{name}: Option<String>"),
            ArgumentKind::Map => format!("{name}: String"),
        }
    }));
    let gives = match query.gives {
        Answer::Text | Answer::Texts | Answer::Description | Answer::Events => "String",
        Answer::MaybeText => "Option<String>",
        Answer::State => "New<State>",
        Answer::Count | Answer::Length => "f64",
        Answer::Id => "u32",
        Answer::Flag => "bool",
    };
    let head = format!("pub(crate) fn {of}_{}", query.name);
    out.push_str(&call("", &head, &takes, &format!(" -> Result<{gives}> {{")));
    out.push_str(&format!("    let {of} = {of}.get()?;\n"));
    let mut given = Vec::new();
    for argument in in_order_of_core(query) {
        let name = local(argument.kind, argument.name);
        match argument.kind {
            ArgumentKind::Move | ArgumentKind::Seat => {
                given.push(name.to_owned());
                out.push_str(&format!("    let {name} = {name}.get();\n"));
            }
            ArgumentKind::Style => {
                given.push(name.to_owned());
                out.push_str(&format!("    let {name} = {name}.as_deref();\n"));
            }
            ArgumentKind::Text => given.push(format!("&{name}")),
            ArgumentKind::Map => {
                given.push(format!("&{name}"));
                out.push_str(&format!(
                    "    let {name} = json::read(&{name}).or_raise()?;\n"
                ));
            }
            ArgumentKind::Ply => {
                given.push(format!("{name} as usize"));
                out.push_str(&format!(
                    "    let {name} = whole(&arguments::PLY, {name})?;\n"
                ));
            }
        }
    }
    let asked = format!("{of}.{}({})", query.rust_name(), given.join(", "));
    let asked = match can_fail(query) {
        true => asked,
        false => format!("host::guard(|| Ok({asked}))"),
    };
    let end = match query.gives {
        Answer::Text | Answer::MaybeText | Answer::Flag | Answer::Id => "answer.or_raise()",
        Answer::Texts => "answer.and_then(texts).or_raise()",
        Answer::State => "answer.map(New).or_raise()",
        Answer::Count | Answer::Length => "answer.and_then(json::count).or_raise()",
        Answer::Description | Answer::Events => {
            "answer.and_then(|value| json::write(&value)).or_raise()"
        }
    };
    out.push_str(&format!("    let answer = {asked};\n    {end}\n}}\n"));
    out
}

fn native(subject: Subject, query: &Query) -> String {
    let mut takes = vec![format!("{}: {}Handle", subject.prefix(), subject.name())];
    takes.extend(required(query).chain(optional(query)).map(|argument| {
        let kind = match argument.kind {
            ArgumentKind::Move => "Move",
            ArgumentKind::Text => "string",
            ArgumentKind::Ply => "number | undefined",
            ArgumentKind::Seat => "Seat",
            ArgumentKind::Style => "Style",
            ArgumentKind::Map => "Json",
        };
        format!("{}: {kind}", camel(argument.name))
    }));
    let gives = match query.gives {
        Answer::Text => "string",
        Answer::MaybeText => "string | null",
        Answer::Count | Answer::Length | Answer::Id => "number",
        Answer::Flag => "boolean",
        Answer::Texts | Answer::Description | Answer::Events => "Json",
        Answer::State => "StateHandle",
    };
    broken(
        "  ",
        &native_name(subject, query),
        &takes,
        &format!(": {gives}"),
    )
}

/// `head(items)tail` as the formatter breaks it.
fn broken(indent: &str, head: &str, items: &[String], tail: &str) -> String {
    let flat = format!("{indent}{head}({}){tail}\n", items.join(", "));
    if flat.chars().count() <= 101 {
        return flat;
    }
    let items: String = items
        .iter()
        .map(|item| format!("{indent}  {item},\n"))
        .collect();
    format!("{indent}{head}(\n{items}{indent}){tail}\n")
}

/// The type of the options of a method.
fn options_type(query: &Query) -> Option<&'static str> {
    let mut names: Vec<_> = optional(query).map(|of| of.name).collect();
    names.sort_unstable();
    match names[..] {
        [] => None,
        ["seat"] => Some("SeatOptions"),
        ["style"] => Some("StyleOptions"),
        ["seat", "style"] => Some("MoveOptions"),
        ["from_style", "seat", "style"] => Some("MoveTextOptions"),
        // No test passes with it: the type checker does not know such a name.
        _ => Some("OptionsOfNoKnownSet"),
    }
}

fn method(subject: Subject, query: &Query) -> String {
    let native = format!("native.{}", native_name(subject, query));
    let name = camel(query.name);
    // An answer that a function makes of what the library gives.
    let made = |by: &str, items: &[String]| {
        let flat = broken("", &format!("return {by}({native}"), items, ")");
        match flat.lines().count() {
            1 if flat.chars().count() <= 97 => format!("    {flat}"),
            _ => format!(
                "    return {by}(\n{}    )\n",
                broken("      ", &native, items, ",")
            ),
        }
    };
    let asked = |items: &[String]| match query.gives {
        Answer::Texts | Answer::Description | Answer::Events => made("JSON.parse", items),
        Answer::State => made("this.#next", items),
        _ => broken("    ", &format!("return {native}"), items, ""),
    };
    let handle = "this.#handle".to_owned();
    if query.is_property() {
        return format!("  get {name}() {{\n{}  }}\n", asked(&[handle]));
    }
    let mut documented = Vec::new();
    let mut takes = Vec::new();
    let mut items = vec![handle];
    for argument in required(query) {
        let given = camel(argument.name);
        documented.push(match argument.kind {
            ArgumentKind::Move => format!("@param {{Move}} {given}"),
            ArgumentKind::Ply => format!("@param {{number}} {given}"),
            ArgumentKind::Map => {
                format!("@param {{Readonly<Record<string, unknown>> | null}} [{given}]")
            }
            _ => format!("@param {{string}} {given}"),
        });
        items.push(match argument.kind {
            ArgumentKind::Move => format!("check.move({given})"),
            ArgumentKind::Ply => format!("check.integer('{given}', {given})"),
            ArgumentKind::Map => format!("check.options({given})"),
            _ => format!("check.text('{given}', {given})"),
        });
        takes.push(given);
    }
    let mut first = String::new();
    if let Some(kind) = options_type(query) {
        let kind = match kind {
            "MoveTextOptions" => "import('..').MoveTextOptions",
            "StyleOptions" => "import('..').StyleOptions",
            kind => kind,
        };
        documented.push(format!("@param {{{kind}}} [options]"));
        takes.push("options".into());
        let names: Vec<_> = optional(query).map(|of| camel(of.name)).collect();
        let set = match names.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            ["seat"] => "SEAT".to_owned(),
            ["seat", "style"] => "SEAT_STYLE".to_owned(),
            _ => {
                let quoted: Vec<_> = names.iter().map(|name| format!("'{name}'")).collect();
                format!("[{}]", quoted.join(", "))
            }
        };
        first = format!(
            "    const {{ {} }} = check.named(options, {set})\n",
            names.join(", ")
        );
        items.extend(optional(query).map(|of| match of.kind {
            ArgumentKind::Seat => format!("check.seat({})", camel(of.name)),
            _ => format!("check.style({})", camel(of.name)),
        }));
    }
    let comment = match &documented[..] {
        [] => String::new(),
        [line] => format!("  /** {line} */\n"),
        lines => {
            let lines: String = lines.iter().map(|line| format!("   * {line}\n")).collect();
            format!("  /**\n{lines}   */\n")
        }
    };
    format!(
        "{comment}  {name}({}) {{\n{first}{}  }}\n",
        takes.join(", "),
        asked(&items)
    )
}

fn declaration(query: &Query) -> String {
    let mut lines = Vec::new();
    for (i, paragraph) in paragraphs(query).enumerate() {
        if i > 0 {
            lines.push(String::new());
        }
        lines.extend(wrapped(&inline_names(paragraph), 92));
    }
    if let Some(example) = query.example {
        let given = |required: bool| {
            let given = example.given.iter().filter(move |(name, _)| {
                let argument = query.takes.iter().find(|of| of.name == *name);
                argument.is_some_and(|of| of.kind.is_required() == required)
            });
            given.copied()
        };
        let mut takes: Vec<_> = given(true).map(|(_, value)| format!("'{value}'")).collect();
        let named: Vec<_> = given(false)
            .map(|(name, value)| format!("{}: '{value}'", camel(name)))
            .collect();
        if !named.is_empty() {
            takes.push(format!("{{ {} }}", named.join(", ")));
        }
        let answer = match query.gives {
            Answer::Text => format!("'{}'", example.answer),
            _ => example.answer.to_owned(),
        };
        lines.push(String::new());
        lines.push("@example".into());
        lines.push(format!(
            "start('{}').{}({}) // {answer}",
            example.game,
            camel(query.name),
            takes.join(", ")
        ));
    }
    if !query.errors.is_empty() {
        let codes: Vec<_> = query
            .errors
            .iter()
            .map(|code| format!("`{code}`"))
            .collect();
        let text = format!("@throws {{BoardwrightError}} {}", codes.join(", "));
        lines.push(String::new());
        for (i, line) in wrapped(&text, 90).into_iter().enumerate() {
            lines.push(if i == 0 { line } else { format!("  {line}") });
        }
    }
    let comment = match &lines[..] {
        [line] => format!("  /** {line} */\n"),
        lines => {
            let lines: String = lines
                .iter()
                .map(|line| format!("{}\n", format!("   * {line}").trim_end()))
                .collect();
            format!("  /**\n{lines}   */\n")
        }
    };
    let name = camel(query.name);
    let gives = match query.gives {
        Answer::Text => "string",
        Answer::MaybeText => "string | null",
        Answer::Texts => "string[]",
        Answer::Count | Answer::Length | Answer::Id => "number",
        Answer::Flag => "boolean",
        Answer::Description => "Description",
        Answer::Events => "Report[]",
        Answer::State => "State",
    };
    if query.is_property() {
        return format!("{comment}  readonly {name}: {gives}\n");
    }
    let mut takes: Vec<_> = required(query)
        .map(|of| match of.kind {
            ArgumentKind::Move => format!("{}: Move", camel(of.name)),
            ArgumentKind::Ply => format!("{}: number", camel(of.name)),
            ArgumentKind::Map => format!(
                "{}?: Readonly<Record<string, unknown>> | null",
                camel(of.name)
            ),
            _ => format!("{}: string", camel(of.name)),
        })
        .collect();
    takes.extend(options_type(query).map(|kind| format!("options?: {kind} | null")));
    format!("{comment}  {name}({}): {gives}\n", takes.join(", "))
}

/// The names of arguments, which stand in code ticks, as JavaScript writes them.
fn inline_names(text: &str) -> String {
    let parts = text.split('`').enumerate();
    let parts: Vec<_> = parts
        .map(|(i, part)| match i % 2 {
            1 => camel(part),
            _ => part.to_owned(),
        })
        .collect();
    parts.join("`")
}
