//! Elixir: the functions of the native library, their stubs, and the functions over them.

use boardwright::queries::{Answer, ArgumentKind, Cost, Query};

use super::{
    Part, Subject, call, can_fail, in_order_of_core, listed, optional, paragraphs, required,
    wrapped,
};

/// The parts of the binding for Elixir.
pub(super) fn parts(subject: Subject) -> [Part; 3] {
    let queries = subject.queries().iter();
    let name = subject.prefix();
    let (glue_file, module_file) = match subject {
        Subject::State => (
            "bindings-elixir/native/boardwright_nif/src/state.rs",
            "bindings-elixir/lib/boardwright.ex",
        ),
        Subject::Observation => (
            "bindings-elixir/native/boardwright_nif/src/observation.rs",
            "bindings-elixir/lib/boardwright/observation.ex",
        ),
    };
    let glue: Vec<_> = queries.clone().map(|query| glue(subject, query)).collect();
    let functions: Vec<_> = queries
        .clone()
        .map(|query| function(subject, query))
        .collect();
    let part = |file, text| Part { file, name, text };
    [
        part(glue_file, format!("{}{}", glue.join("\n"), twins(subject))),
        part(
            "bindings-elixir/lib/boardwright/native.ex",
            queries.map(|query| native(subject, query)).collect(),
        ),
        part(module_file, format!("{}\n", functions.join("\n"))),
    ]
}

/// The name of an argument in Rust and Elixir.
fn local(kind: ArgumentKind, name: &'static str) -> &'static str {
    match kind {
        ArgumentKind::Text if name == "move" => "text",
        ArgumentKind::Move => "action",
        _ => name,
    }
}

/// The functions that have a twin for dirty schedulers.
fn twins(subject: Subject) -> String {
    let mut out = String::new();
    for query in subject.queries() {
        let slow = match query.cost {
            Cost::Short => continue,
            Cost::Rules => "slow",
            Cost::Replay => "long_or_slow",
            Cost::Log => "told_or_slow",
        };
        let mut takes: Vec<_> = required(query)
            .map(|of| local(of.kind, of.name).to_owned())
            .collect();
        takes.extend(optional(query).next().map(|_| "given".to_owned()));
        let name = format!("{}_{}", subject.prefix(), query.name);
        out.push_str(&format!(
            "    {name} {name}_dirty {name}_now, {slow}, ({});\n",
            takes.join(", ")
        ));
    }
    match out.is_empty() {
        true => out,
        false => format!("\ntwins! {{\n    {};\n{out}}}\n", subject.name()),
    }
}

fn glue(subject: Subject, query: &Query) -> String {
    let (of, kind) = (subject.prefix(), subject.name());
    let twin = query.cost != Cost::Short;
    let suffix = if twin { "_now" } else { "" };
    let mut out = String::new();
    if !twin {
        out.push_str("#[rustler::nif]\n");
    }
    let mut takes = vec!["env: Env<'a>".to_owned(), format!("{of}: &{kind}")];
    takes.extend(required(query).map(|argument| {
        let name = local(argument.kind, argument.name);
        format!("{name}: Term<'a>")
    }));
    takes.extend(optional(query).next().map(|_| "given: Term<'a>".to_owned()));
    let head = format!("fn {of}_{}{suffix}<'a>", query.name);
    out.push_str(&call("", &head, &takes, " -> NifResult<Term<'a>> {"));
    let arguments = in_order_of_core(query);
    let given: Vec<_> = arguments
        .iter()
        .map(|argument| local(argument.kind, argument.name))
        .collect();
    let asked = format!("{of}.inner.{}({})", query.rust_name(), given.join(", "));
    if arguments.is_empty() {
        let asked = match can_fail(query) {
            true => asked,
            false => format!("host::guard(|| Ok({asked}))"),
        };
        out.push_str(&format!("    let answer = {asked};\n"));
    } else {
        out.push_str("    let ask = || {\n");
        let names: Vec<_> = optional(query).map(|of| of.name).collect();
        if !names.is_empty() {
            let quoted: Vec<_> = names.iter().map(|name| format!("\"{name}\"")).collect();
            let flat = format!(
                "        let names = [{}];\n        let [{}] = options(\"{}\", given, names)?;\n",
                quoted.join(", "),
                names.join(", "),
                query.name
            );
            out.push_str(&flat);
        }
        for argument in &arguments {
            let name = local(argument.kind, argument.name);
            out.push_str(&match argument.kind {
                ArgumentKind::Move => format!("        let {name} = args::action({name})?;\n"),
                ArgumentKind::Text => format!(
                    "        let {name} = args::notation(\"{}\", {name})?;\n",
                    argument.name
                ),
                ArgumentKind::Ply => format!(
                    "        let {name} = args::whole(&arguments::PLY, {name})? as usize;\n"
                ),
                ArgumentKind::Map => {
                    format!("        let {name} = &args::map(\"{name}\", {name})?;\n")
                }
                ArgumentKind::Seat => format!(
                    "        let {name} = {name}.map(Seat::new).transpose()?;\n        let {name} = \
                     {name}.as_ref().map(Seat::as_ref);\n"
                ),
                ArgumentKind::Style => format!(
                    "        let {name} = args::maybe_word(\"{name}\", {name})?;\n        let {name} \
                     = {name}.as_deref();\n"
                ),
            });
        }
        out.push_str(&format!(
            "        {asked}\n    }};\n    let answer = ask();\n"
        ));
    }
    out.push_str(match query.gives {
        Answer::Description | Answer::Events => {
            "    bare(env, answer.and_then(|told| term(env, &told)))\n}\n"
        }
        Answer::State => "    bare(env, state.next(answer))\n}\n",
        _ => "    bare(env, answer)\n}\n",
    });
    out
}

fn native(subject: Subject, query: &Query) -> String {
    let of = subject.prefix();
    let mut takes = vec![format!("_{of}")];
    takes.extend(required(query).map(|of| format!("_{}", of.name)));
    takes.extend(optional(query).next().map(|_| "_options".to_owned()));
    let takes = takes.join(", ");
    let name = query.name;
    let mut out = format!("  def {of}_{name}({takes}), do: missing()\n");
    if query.cost != Cost::Short {
        out.push_str(&format!(
            "  def {of}_{name}_dirty({takes}), do: missing()\n"
        ));
    }
    out
}

fn function(subject: Subject, query: &Query) -> String {
    let name = match query.gives {
        Answer::Flag => format!("{}?", query.name),
        _ => query.name.to_owned(),
    };
    let (of, of_type, module) = match subject {
        Subject::State => ("%State{ref: ref}", "State.t()", "Boardwright"),
        Subject::Observation => ("%__MODULE__{ref: ref}", "t", "Boardwright.Observation"),
    };
    let mut lines: Vec<String> = Vec::new();
    for (i, paragraph) in paragraphs(query).enumerate() {
        if i > 0 {
            lines.push(String::new());
        }
        lines.extend(wrapped(paragraph, 94));
    }
    if !query.errors.is_empty() {
        let codes: Vec<_> = query
            .errors
            .iter()
            .map(|code| format!("`:{code}`"))
            .collect();
        let text = format!("Raises `Boardwright.Error`: {}.", listed(&codes));
        lines.push(String::new());
        lines.extend(wrapped(&text, 94));
    }
    if let Some(example) = query.example {
        let mut takes = vec!["state".to_owned()];
        for argument in required(query).chain(optional(query)) {
            let value = example
                .given
                .iter()
                .find(|(name, _)| *name == argument.name);
            if let Some((name, value)) = value {
                takes.push(match argument.kind.is_required() {
                    true => format!("\"{value}\""),
                    false => format!("{name}: \"{value}\""),
                });
            }
        }
        let answer = match query.gives {
            Answer::Text => format!("\"{}\"", example.answer),
            _ => example.answer.to_owned(),
        };
        lines.extend([
            String::new(),
            format!("    iex> state = Boardwright.start!(\"{}\")", example.game),
            format!("    iex> {module}.{name}({})", takes.join(", ")),
            format!("    {answer}"),
        ]);
    }
    let documentation = match &lines[..] {
        [line] if line.chars().count() <= 88 => format!("  @doc \"{line}\"\n"),
        lines => {
            let lines: String = lines
                .iter()
                .map(|line| format!("{}\n", format!("  {line}").trim_end()))
                .collect();
            format!("  @doc \"\"\"\n{lines}  \"\"\"\n")
        }
    };
    let mut types = vec![of_type.to_owned()];
    let mut takes = vec![of.to_owned()];
    let mut passed = vec!["ref".to_owned()];
    for argument in required(query) {
        types.push(match (argument.kind, subject) {
            (ArgumentKind::Move, Subject::State) => "move".into(),
            (ArgumentKind::Move, Subject::Observation) => "Boardwright.move()".into(),
            (ArgumentKind::Ply, _) => "non_neg_integer".into(),
            (ArgumentKind::Map, _) => "map | keyword | [{String.t(), term}]".into(),
            _ => "String.t()".into(),
        });
        takes.push(match argument.kind {
            ArgumentKind::Map => format!("{} \\\\ %{{}}", argument.name),
            _ => argument.name.into(),
        });
        passed.push(argument.name.into());
    }
    let mut names: Vec<_> = optional(query).map(|of| of.name).collect();
    names.sort_unstable();
    if !names.is_empty() {
        types.push(match names[..] {
            ["seat"] => "seat: seat | nil".into(),
            ["style"] => "style: style | nil".into(),
            ["seat", "style"] => "[move_option]".into(),
            ["from_style", "seat", "style"] => "[move_option | {:from_style, style | nil}]".into(),
            // No such type exists, and the compiler says so.
            _ => "options_of_no_known_set".into(),
        });
        takes.push("options \\\\ []".into());
        passed.push("options".into());
    }
    let data = match subject {
        Subject::State => "data",
        Subject::Observation => "Boardwright.data()",
    };
    let gives = match query.gives {
        Answer::Text => "String.t()".into(),
        Answer::MaybeText => "String.t() | nil".into(),
        Answer::Texts => "[String.t()]".into(),
        Answer::Count | Answer::Length | Answer::Id => "non_neg_integer".into(),
        Answer::Flag => "boolean".into(),
        Answer::Description => format!("%{{String.t() => {data}}}"),
        Answer::Events => format!("[%{{String.t() => {data}}}]"),
        Answer::State => "State.t()".into(),
    };
    let asked = format!(
        "Native.{}_{}({})",
        subject.prefix(),
        query.name,
        passed.join(", ")
    );
    let asked = match query.cost {
        Cost::Short => asked,
        _ => format!("either({asked})"),
    };
    let asked = match query.gives {
        Answer::State => format!("%State{{ref: {asked}}}"),
        _ => asked,
    };
    format!(
        "{documentation}  @spec {name}({}) :: {gives}\n  def {name}({}) do\n    {asked}\n  end\n",
        types.join(", "),
        takes.join(", ")
    )
}
