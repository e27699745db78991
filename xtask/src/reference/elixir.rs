//! The types of what clients are told, for Elixir. A typespec cannot name the string keys of a
//! map, so that the fields of each type stand in its documentation.

use std::fmt::Write as _;

use serde_json::Value;

use super::schema::{self, Field, Schemas, Shape};

/// The file.
pub(super) const FILE: &str = "bindings-elixir/lib/boardwright/described.ex";

/// The name of a type in snake case.
fn snake(name: &str) -> String {
    let mut out = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !out.is_empty() {
            out.push('_');
        }
        out.push(letter.to_ascii_lowercase());
    }
    out
}

/// A type of a field, in words; others by their names.
fn kind(schemas: &Schemas, of: &Value) -> String {
    if let Some(name) = schema::reference(of) {
        let definition = schemas.by_name(name);
        return match schema::sides(&definition) {
            Some(side) => format!("a map of white and black to {}", kind(schemas, side)),
            None => format!("`t:{}/0`", snake(name)),
        };
    }
    if let Some(values) = of.get("additionalProperties").filter(|of| of.is_object()) {
        return format!("a map of names to {}", kind(schemas, values));
    }
    let plain = |word: &str| match word {
        "object" => "map".to_owned(),
        "array" => {
            let items = of
                .get("items")
                .map_or_else(|| "anything".into(), |of| kind(schemas, of));
            format!("list of {items}")
        }
        "null" => "nil".into(),
        other => other.to_owned(),
    };
    let ones: Vec<String> = match of.get("type") {
        Some(Value::String(word)) => vec![plain(word)],
        Some(Value::Array(words)) => words.iter().filter_map(Value::as_str).map(plain).collect(),
        _ => {
            let mut ones: Vec<_> = schema::alternatives(of)
                .map(|of| kind(schemas, of))
                .collect();
            if schema::is_nullable(of) {
                ones.push("nil".into());
            }
            ones
        }
    };
    match ones.is_empty() {
        true => "anything".into(),
        false => ones.join(" or "),
    }
}

/// A text in a heredoc.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace("#{", "\\#{")
}

fn fields(out: &mut String, schemas: &Schemas, indent: &str, fields: &[Field]) {
    for field in fields {
        let absent = if field.optional { ", or absent" } else { "" };
        let of = kind(schemas, &field.schema);
        let doc = escaped(&field.doc);
        let line = format!("{indent}- `\"{}\"` ({of}{absent}): {doc}", field.name);
        let _ = writeln!(out, "{}", line.trim_end_matches([':', ' ']));
    }
}

/// A definition as a type.
fn declaration(out: &mut String, schemas: &Schemas, name: &str) {
    let of = schemas.by_name(name);
    if schema::sides(&of).is_some() {
        return;
    }
    let doc = escaped(&schemas.doc(&of));
    let _ = write!(out, "\n  @typedoc \"\"\"\n  {doc}\n\n");
    let data = match schemas.shape(&of) {
        Shape::Map(all) => {
            fields(out, schemas, "  ", &all);
            "%{String.t() => Boardwright.data()}"
        }
        Shape::Kinds(variants) => {
            for variant in variants {
                let (tag, kind, doc) = (variant.tag, variant.kind, escaped(&variant.doc));
                let _ = writeln!(out, "  - `\"{tag}\"` is `\"{kind}\"`: {doc}");
                fields(out, schemas, "    ", &variant.fields);
            }
            "%{String.t() => Boardwright.data()}"
        }
        Shape::Words(words) => {
            for (word, doc) in words {
                let _ = writeln!(out, "  - `\"{word}\"`: {}", escaped(&doc));
            }
            "String.t()"
        }
    };
    let _ = write!(out, "  \"\"\"\n  @type {} :: {data}\n", snake(name));
}

/// The types of some schemas, under their names, and of all that they refer to.
pub(super) fn declarations(schemas: &Schemas, roots: &[Value]) -> String {
    let mut out = String::from(
        "defmodule Boardwright.Described do\n  @moduledoc \"\"\"\n  The types of states, \
         observations, events and answers of a table, by the library's own declarations.\n\n  \
         Keys are strings, which a typespec cannot name: the fields stand in the documentation of \
         each\n  type. Made by `cargo run -p xtask -- reference`; not to be edited by hand.\n  \
         \"\"\"\n",
    );
    let mut names = schemas.reached(roots);
    names.sort_unstable();
    for name in names {
        declaration(&mut out, schemas, &name);
    }
    out.push_str("end\n");
    out
}
