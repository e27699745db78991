//! Python: methods of the native classes, and their stubs.

use boardwright::queries::{Answer, ArgumentKind, Cost, Query};

use super::{
    Part, Subject, call, can_fail, capital, in_order_of_core, listed, optional, paragraphs,
    required, wrapped,
};

/// The parts of the binding for Python.
pub(super) fn parts(subject: Subject) -> [Part; 2] {
    let queries = subject.queries().iter();
    let glue: Vec<_> = queries.clone().map(glue).collect();
    let name = subject.prefix();
    let (file, stub) = match subject {
        Subject::State => ("bindings-python/src/state.rs", "state"),
        Subject::Observation => ("bindings-python/src/observation.rs", "observation"),
    };
    [
        Part {
            file,
            name,
            text: glue.join("\n"),
        },
        Part {
            file: "bindings-python/python/boardwright/_native.pyi",
            name: stub,
            text: queries.map(self::stub).collect(),
        },
    ]
}

/// The lines of the documentation.
fn documentation(query: &Query, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for (i, paragraph) in paragraphs(query).enumerate() {
        if i > 0 {
            lines.push(String::new());
        }
        lines.extend(wrapped(paragraph, width));
    }
    if !query.errors.is_empty() {
        let errors: Vec<_> = query.errors.iter().map(|code| error(code)).collect();
        lines.push(String::new());
        lines.extend(wrapped(&format!("Raises {}.", listed(&errors)), width));
    }
    if let Some(example) = query.example {
        let mut given: Vec<String> = Vec::new();
        for argument in required(query).chain(optional(query)) {
            let value = example
                .given
                .iter()
                .find(|(name, _)| *name == argument.name);
            if let Some((name, value)) = value {
                given.push(match argument.kind.is_required() {
                    true => format!("\"{value}\""),
                    false => format!("{name}=\"{value}\""),
                });
            }
        }
        let (name, given) = (query.name, given.join(", "));
        lines.push(String::new());
        lines.push(format!(
            ">>> boardwright.start(\"{}\").{name}({given})",
            example.game
        ));
        lines.push(match query.gives {
            Answer::Text => format!("'{}'", example.answer),
            _ => example.answer.to_owned(),
        });
    }
    lines
}

/// The name of the exception of a code.
fn error(code: &str) -> String {
    let words: String = code.split('_').map(capital).collect();
    format!("{words}Error")
}

const fn rust_type(gives: Answer) -> &'static str {
    match gives {
        Answer::Text => "String",
        Answer::MaybeText => "Option<String>",
        Answer::Texts => "Vec<String>",
        Answer::Count => "u64",
        Answer::Length => "usize",
        Answer::Id => "u32",
        Answer::Flag => "bool",
        Answer::Description | Answer::Events => "Bound<'py, PyAny>",
        Answer::State => "Self",
    }
}

const fn python_type(gives: Answer) -> &'static str {
    match gives {
        Answer::Text => "str",
        Answer::MaybeText => "str | None",
        Answer::Texts => "list[str]",
        Answer::Count | Answer::Length | Answer::Id => "int",
        Answer::Flag => "bool",
        Answer::Description => "dict[str, Any]",
        Answer::Events => "list[dict[str, Any]]",
        Answer::State => "State",
    }
}

/// The name of an argument in Rust.
fn rust_name(name: &str) -> String {
    match name {
        "move" => "r#move".into(),
        name => name.into(),
    }
}

fn glue(query: &Query) -> String {
    let mut out = String::new();
    for line in documentation(query, 84) {
        out.push_str(format!("    /// {line}").trim_end());
        out.push('\n');
    }
    let arguments: Vec<_> = required(query).chain(optional(query)).collect();
    if query.is_property() {
        out.push_str("    #[getter]\n");
    } else if !arguments.is_empty() {
        let names: Vec<_> = arguments
            .iter()
            .map(|argument| match argument.kind.is_required() {
                true => rust_name(argument.name),
                false => format!("{}=None", argument.name),
            })
            .collect();
        out.push_str(&format!(
            "    #[pyo3(signature = ({}))]\n",
            names.join(", ")
        ));
    }
    let value = matches!(query.gives, Answer::Description | Answer::Events);
    let (life, of) = if value { ("<'py>", "'py") } else { ("", "'_") };
    let mut takes = vec!["&self".to_owned(), format!("py: Python<{of}>")];
    takes.extend(arguments.iter().map(|argument| {
        let kind = match argument.kind {
            ArgumentKind::Move => format!("&Bound<{of}, PyAny>"),
            ArgumentKind::Text => format!("&Bound<{of}, PyString>"),
            ArgumentKind::Ply => "Int".into(),
            ArgumentKind::Seat => format!("Arg<'_, {of}>"),
            ArgumentKind::Style => format!("Option<&Bound<{of}, PyString>>"),
            ArgumentKind::Map => format!("Option<&Bound<{of}, PyAny>>"),
        };
        format!("{}: {kind}", rust_name(argument.name))
    }));
    let head = format!("fn {}{life}", query.name);
    let tail = format!(" -> PyResult<{}> {{", rust_type(query.gives));
    out.push_str(&call("    ", &head, &takes, &tail));
    for argument in &arguments {
        let name = rust_name(argument.name);
        out.push_str(&match argument.kind {
            ArgumentKind::Move => format!("        let {name} = args::action({name})?;\n"),
            ArgumentKind::Text => {
                format!(
                    "        let {name} = args::notation(\"{}\", {name})?;\n",
                    argument.name
                )
            }
            ArgumentKind::Ply => format!(
                "        let {name} = whole(py, &arguments::PLY, Some({name}))? as usize;\n"
            ),
            ArgumentKind::Seat => format!("        let {name} = args::maybe_seat({name})?;\n"),
            ArgumentKind::Style => format!("        let {name} = args::maybe_style({name});\n"),
            ArgumentKind::Map => {
                format!("        let {name} = &maybe_map(\"{name}\", {name})?;\n")
            }
        });
    }
    let given: Vec<_> = in_order_of_core(query)
        .iter()
        .map(|argument| rust_name(argument.name))
        .collect();
    for style in arguments.iter().filter(|of| of.kind == ArgumentKind::Style) {
        let name = style.name;
        out.push_str(&format!("        let {name} = {name}.as_deref();\n"));
    }
    let asked = format!("self.inner.{}({})", query.rust_name(), given.join(", "));
    let asked = match can_fail(query) {
        true => asked,
        false => format!("host::guard(|| Ok({asked}))"),
    };
    let asked = match query.cost {
        // Other threads go on meanwhile.
        Cost::Replay => format!("py.detach(|| {asked})"),
        Cost::Short | Cost::Rules | Cost::Log => asked,
    };
    let given = match query.gives {
        Answer::Description | Answer::Events => "to_python(py, &answer.or_raise(py)?)",
        Answer::State => "self.next(py, answer)",
        _ => "answer.or_raise(py)",
    };
    out.push_str(&format!("        let answer = {asked};\n        {given}\n"));
    out.push_str("    }\n");
    out
}

fn stub(query: &Query) -> String {
    let mut takes = vec!["self".to_owned()];
    takes.extend(
        required(query)
            .chain(optional(query))
            .map(|argument| match argument.kind {
                ArgumentKind::Move => format!("{}: _Move", argument.name),
                ArgumentKind::Text => format!("{}: str", argument.name),
                ArgumentKind::Ply => format!("{}: SupportsIndex", argument.name),
                ArgumentKind::Seat => format!("{}: _Seat | None = None", argument.name),
                ArgumentKind::Style => format!("{}: str | None = None", argument.name),
                ArgumentKind::Map => {
                    format!("{}: Mapping[str, object] | None = None", argument.name)
                }
            }),
    );
    let mut out = String::new();
    if query.is_property() {
        out.push_str("    @property\n");
    }
    let head = format!("def {}", query.name);
    let tail = format!(" -> {}:", python_type(query.gives));
    out.push_str(&signature(&head, &takes, &tail));
    let lines = documentation(query, 84);
    if let [line] = &lines[..] {
        return format!("{out}        \"\"\"{line}\"\"\"\n");
    }
    out.push_str("        \"\"\"");
    for (i, line) in lines.iter().enumerate() {
        let indent = if i == 0 { "" } else { "        " };
        out.push_str(format!("{indent}{line}").trim_end());
        out.push('\n');
    }
    out.push_str("        \"\"\"\n");
    out
}

/// A signature as the formatter breaks it: on one line, or its arguments on the next, or each
/// on its own.
fn signature(head: &str, takes: &[String], tail: &str) -> String {
    let all = takes.join(", ");
    let flat = format!("    {head}({all}){tail}\n");
    if flat.chars().count() <= 101 {
        return flat;
    }
    if all.chars().count() + 8 <= 100 {
        return format!("    {head}(\n        {all}\n    ){tail}\n");
    }
    call("    ", head, takes, tail)
}
