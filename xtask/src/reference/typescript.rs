//! The types of what clients are told, for TypeScript: events as unions that are told apart by
//! their `kind`, descriptions and answers as interfaces.

use std::fmt::Write as _;

use serde_json::Value;

use super::schema::{self, Field, Schemas, Shape};

/// The file, which the declarations of the addon refer to.
pub(super) const FILE: &str = "bindings-node/described.d.ts";

/// A type in TypeScript.
fn kind(schemas: &Schemas, of: &Value) -> String {
    if let Some(name) = schema::reference(of) {
        let definition = schemas.by_name(name);
        if let Some(side) = schema::sides(&definition) {
            let side = kind(schemas, side);
            return format!("{{ readonly white: {side}; readonly black: {side} }}");
        }
        return name.to_owned();
    }
    if let Some(values) = of.get("additionalProperties").filter(|of| of.is_object()) {
        return format!("Readonly<Record<string, {}>>", kind(schemas, values));
    }
    let plain = |word: &str| match word {
        "integer" | "number" => "number".to_owned(),
        "object" => "Readonly<Record<string, unknown>>".to_owned(),
        "array" => {
            let items = of
                .get("items")
                .map_or_else(|| "unknown".into(), |of| kind(schemas, of));
            match items.contains(' ') {
                true => format!("readonly ({items})[]"),
                false => format!("readonly {items}[]"),
            }
        }
        other => other.to_owned(),
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
                return "unknown".into();
            }
            if schema::is_nullable(of) {
                ones.push("null".into());
            }
            ones.join(" | ")
        }
    }
}

fn comment(out: &mut String, indent: &str, doc: &str) {
    if !doc.is_empty() {
        let _ = writeln!(out, "{indent}/** {doc} */");
    }
}

fn fields(out: &mut String, schemas: &Schemas, indent: &str, fields: &[Field]) {
    for field in fields {
        comment(out, indent, &field.doc);
        let absent = if field.optional { "?" } else { "" };
        let of = kind(schemas, &field.schema);
        let _ = writeln!(out, "{indent}readonly {}{absent}: {of}", field.name);
    }
}

/// A definition as a declaration.
fn declaration(out: &mut String, schemas: &Schemas, name: &str) {
    let of = schemas.by_name(name);
    if schema::sides(&of).is_some() {
        return;
    }
    out.push('\n');
    comment(out, "", &schemas.doc(&of));
    match schemas.shape(&of) {
        Shape::Map(all) => {
            let _ = writeln!(out, "export interface {name} {{");
            fields(out, schemas, "  ", &all);
            out.push_str("}\n");
        }
        Shape::Kinds(variants) => {
            let _ = writeln!(out, "export type {name} =");
            for variant in variants {
                out.push_str("  | {\n");
                comment(out, "      ", &variant.doc);
                let _ = writeln!(out, "      readonly {}: '{}'", variant.tag, variant.kind);
                fields(out, schemas, "      ", &variant.fields);
                out.push_str("    }\n");
            }
        }
        Shape::Words(words) => {
            let words: Vec<_> = words.iter().map(|(word, _)| format!("'{word}'")).collect();
            let _ = writeln!(out, "export type {name} = {}", words.join(" | "));
        }
    }
}

/// The declarations of some types, under their names, and of all that they refer to.
pub(super) fn declarations(schemas: &Schemas, roots: &[Value]) -> String {
    let mut out = String::from(
        "// What the library tells, by its own declarations. Made by\n\
         // `cargo run -p xtask -- reference`; not to be edited by hand.\n",
    );
    let mut names = schemas.reached(roots);
    names.sort_unstable();
    for name in names {
        declaration(&mut out, schemas, &name);
    }
    out
}
