//! The types of what clients are told, for Python: a `TypedDict` for each map, a union of them
//! where they are told apart by a field.

use std::fmt::Write as _;

use serde_json::Value;

use super::schema::{self, Field, Schemas, Shape};

/// The file, a module of the package.
pub(super) const FILE: &str = "bindings-python/python/boardwright/described.py";

/// Words that no field of a class can be called.
const KEYWORDS: [&str; 6] = ["from", "in", "is", "not", "class", "def"];

/// A type in Python.
fn kind(schemas: &Schemas, of: &Value) -> String {
    if let Some(name) = schema::reference(of) {
        let definition = schemas.by_name(name);
        if let Some(side) = schema::sides(&definition) {
            // The keys are `white` and `black`.
            return format!("dict[str, {}]", kind(schemas, side));
        }
        // Words have no name of their own: a checker of stubs takes an alias of several for a
        // union, which it is not when it runs.
        if let Shape::Words(words) = schemas.shape(&definition) {
            let words: Vec<_> = words.iter().map(|(w, _)| format!("\"{w}\"")).collect();
            return format!("Literal[{}]", words.join(", "));
        }
        return name.to_owned();
    }
    if let Some(values) = of.get("additionalProperties").filter(|of| of.is_object()) {
        return format!("dict[str, {}]", kind(schemas, values));
    }
    let plain = |word: &str| match word {
        "integer" => "int".to_owned(),
        "number" => "float".to_owned(),
        "boolean" => "bool".to_owned(),
        "string" => "str".to_owned(),
        "null" => "None".to_owned(),
        "array" => {
            let items = of
                .get("items")
                .map_or_else(|| "Any".into(), |of| kind(schemas, of));
            format!("list[{items}]")
        }
        _ => "dict[str, Any]".to_owned(),
    };
    match of.get("type") {
        Some(Value::String(word)) => plain(word),
        Some(Value::Array(words)) => {
            let words = words.iter().filter_map(Value::as_str);
            words.map(plain).collect::<Vec<_>>().join(" | ")
        }
        _ => {
            let mut ones: Vec<_> = schema::alternatives(of)
                .map(|of| kind(schemas, of))
                .collect();
            if ones.is_empty() {
                return "Any".into();
            }
            if schema::is_nullable(of) {
                ones.push("None".into());
            }
            ones.join(" | ")
        }
    }
}

fn typed(schemas: &Schemas, field: &Field) -> String {
    let of = kind(schemas, &field.schema);
    if field.optional {
        format!("NotRequired[{of}]")
    } else {
        of
    }
}

/// A map as a class, or where a field has a name that no field of a class can have, by a call.
fn class(out: &mut String, name: &str, doc: &str, fields: &[(String, &str)]) {
    let keyword = |name: &str| KEYWORDS.contains(&name.split(':').next().unwrap_or_default());
    if fields.iter().any(|(field, _)| keyword(field)) {
        let _ = writeln!(
            out,
            "\n\n#: {doc}\n{name} = TypedDict(\n    \"{name}\",\n    {{"
        );
        for (field, doc) in fields {
            let (name, of) = field.split_once(": ").unwrap_or((field, "Any"));
            if !doc.is_empty() {
                let _ = writeln!(out, "        # {doc}");
            }
            let _ = writeln!(out, "        \"{name}\": {of},");
        }
        out.push_str("    },\n)\n");
        return;
    }
    let _ = writeln!(out, "\n\nclass {name}(TypedDict):\n    \"\"\"{doc}\"\"\"\n");
    for (field, doc) in fields {
        if !doc.is_empty() {
            let _ = writeln!(out, "    #: {doc}");
        }
        let _ = writeln!(out, "    {field}");
    }
    if fields.is_empty() {
        out.truncate(out.trim_end().len());
        out.push('\n');
    }
}

/// The declarations of definitions, in an order in which each comes after what it refers to.
pub(super) fn declarations(schemas: &Schemas, roots: &[Value]) -> String {
    let mut out = String::from(
        "\"\"\"Types of what the library tells, by its own declarations.\n\n\
         Made by `cargo run -p xtask -- reference`; not to be edited by hand.\n\"\"\"\n\n\
         from typing import Any, Literal, NotRequired, TypedDict\n",
    );
    for name in schemas.reached(roots) {
        let of = schemas.by_name(&name);
        if schema::sides(&of).is_some() {
            continue;
        }
        let doc = schemas.doc(&of);
        match schemas.shape(&of) {
            Shape::Map(fields) => {
                let fields: Vec<_> = fields
                    .iter()
                    .map(|f| (format!("{}: {}", f.name, typed(schemas, f)), f.doc.as_str()))
                    .collect();
                class(&mut out, &name, &doc, &fields);
            }
            Shape::Kinds(variants) => {
                let mut all: Vec<String> = Vec::new();
                for variant in &variants {
                    let mut own = match variants.len() {
                        1 => name.clone(),
                        _ => format!("{name}{}", schema::camel(&variant.kind)),
                    };
                    if all.contains(&own) {
                        own.push_str("OnBoard");
                    }
                    let numbered = variant.fields.iter().any(|field| field.name == "seq");
                    let tag = format!("{}: Literal[\"{}\"]", variant.tag, variant.kind);
                    let at_table = [
                        ("seq", "Its number at a table."),
                        (
                            "ply",
                            "The number of moves made by then at a table, those taken back included.",
                        ),
                    ];
                    let at_table =
                        at_table.map(|(name, doc)| (format!("{name}: NotRequired[int]"), doc));
                    let fields: Vec<_> = [(tag, "")]
                        .into_iter()
                        .chain(
                            at_table
                                .into_iter()
                                .filter(|_| variant.tag == "kind" && !numbered),
                        )
                        .chain(variant.fields.iter().map(|f| {
                            (format!("{}: {}", f.name, typed(schemas, f)), f.doc.as_str())
                        }))
                        .collect();
                    class(&mut out, &own, &variant.doc, &fields);
                    all.push(own);
                }
                if all.len() > 1 {
                    let _ = writeln!(
                        out,
                        "\n\n#: {doc}\n{name} = (\n    {}\n)",
                        all.join("\n    | ")
                    );
                }
            }
            Shape::Words(_) => {}
        }
    }
    out
}
