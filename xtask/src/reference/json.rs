//! JSON Schemas for servers in JavaScript: the settings of a table, its calls with their
//! arguments and answers, and the types that they refer to.

use boardwright::table::{ArgumentKind, CALLS, TableArgument, TableSettings};
use serde_json::{Map, Value, json};

use super::schema::{Schemas, unlinked};
use super::{Page, answer};
use crate::Failure;

/// The file, which the plugin for Fastify reads.
const FILE: &str = "bindings-node/lib/schemas.json";

/// The schema of a value of this kind.
fn kind(of: ArgumentKind) -> Value {
    let number = json!({ "type": "integer", "minimum": 0 });
    match of {
        ArgumentKind::Seat | ArgumentKind::Move => {
            json!({ "type": ["string", "integer"], "minimum": 0 })
        }
        ArgumentKind::Seats => json!({ "type": "array", "items": kind(ArgumentKind::Seat) }),
        ArgumentKind::Text => json!({ "type": "string" }),
        ArgumentKind::Flag => json!({ "type": "boolean" }),
        ArgumentKind::Number => number,
        ArgumentKind::Occupant => json!({ "type": ["string", "object"] }),
        ArgumentKind::Map => json!({ "type": "object" }),
        ArgumentKind::Texts => {
            json!({ "type": "object", "additionalProperties": { "type": "string" } })
        }
    }
}

/// The same schema, of values that may be null as well: they count as not given.
fn nullable(mut schema: Value) -> Value {
    if let Some(Value::Array(ones)) = schema.get("anyOf")
        && ones.iter().any(|one| one["type"] == "null")
    {
        return schema;
    }
    let word = json!("null");
    match schema.get_mut("type") {
        Some(Value::Array(words)) if words.contains(&word) => {}
        Some(Value::Array(words)) => words.push(word),
        Some(single) => *single = json!([single.take(), word]),
        None => return json!({ "anyOf": [schema, { "type": "null" }] }),
    }
    schema
}

fn documented(mut schema: Value, doc: &str) -> Value {
    schema["description"] = json!(doc);
    schema
}

/// The arguments of a call as a map.
fn arguments(takes: &[TableArgument]) -> Value {
    let mut properties = Map::new();
    for argument in takes {
        let schema = match argument.required {
            true => kind(argument.kind),
            false => nullable(kind(argument.kind)),
        };
        properties.insert(argument.name.to_owned(), documented(schema, argument.doc));
    }
    let now = documented(
        nullable(kind(ArgumentKind::Number)),
        "The host's clock, in milliseconds.",
    );
    properties.insert("now".to_owned(), now);
    let required: Vec<_> = takes
        .iter()
        .filter(|a| a.required)
        .map(|a| a.name)
        .collect();
    json!({ "type": "object", "properties": properties, "required": required })
}

/// Makes a schema fit for validators and serialisers that know no more than drafts before 2020:
/// without formats of numbers and defaults, and without links and words of the code in its texts.
fn plain(schema: &mut Value) {
    match schema {
        Value::Object(map) => {
            // A property may have such a name as well, and is a map. Defaults are the library's.
            for name in ["default", "format"] {
                if map.get(name).is_some_and(|value| !value.is_object()) {
                    map.remove(name);
                }
            }
            if let Some(Value::String(doc)) = map.get_mut("description") {
                let words: Vec<_> = doc.split_whitespace().collect();
                *doc = unlinked(&words.join(" ")).replace("`None`", "null");
            }
            map.values_mut().for_each(plain);
        }
        Value::Array(list) => list.iter_mut().for_each(plain),
        _ => {}
    }
}

/// The settings: any of them may be left out, and `now` comes with the call that makes a table.
fn settings(schemas: &mut Schemas) -> Value {
    let of = schemas.of::<TableSettings>();
    let mut of = match super::schema::reference(&of) {
        Some(name) => schemas.by_name(name),
        None => of,
    };
    if let Some(map) = of.as_object_mut() {
        map.remove("required");
    }
    if let Some(Value::Object(properties)) = of.get_mut("properties") {
        for schema in properties.values_mut() {
            *schema = nullable(schema.take());
        }
        let now = documented(
            nullable(kind(ArgumentKind::Number)),
            "The host's clock when the table is made, in milliseconds.",
        );
        properties.insert("now".to_owned(), now);
    }
    of
}

/// The page.
pub(super) fn page() -> Result<Page, Failure> {
    let mut schemas = Schemas::default();
    let mut calls = Map::new();
    let mut roots = Vec::new();
    for call in CALLS {
        let answer = answer(&mut schemas, call)?;
        roots.push(answer.clone());
        let described = json!({
            "description": call.doc,
            "arguments": arguments(call.takes),
            "answer": answer,
        });
        calls.insert(call.name.to_owned(), described);
    }
    let mut given = Schemas::of_input();
    let settings = settings(&mut given);
    let mut types = Map::new();
    for (of, roots) in [(&schemas, roots), (&given, vec![settings.clone()])] {
        for name in of.reached(&roots) {
            let schema = of.by_name(&name);
            types.insert(name, schema);
        }
    }
    let mut all = json!({
        "$comment": "Made by `cargo run -p xtask -- reference`; not to be edited by hand.",
        "settings": settings,
        "calls": calls,
        "$defs": types,
    });
    plain(&mut all);
    let mut text = serde_json::to_string_pretty(&all)
        .map_err(|error| Failure::new(format!("{FILE}: {error}")))?;
    text.push('\n');
    Ok(Page {
        file: FILE,
        text,
        undocumented: Vec::new(),
    })
}
