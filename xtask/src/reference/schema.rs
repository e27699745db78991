//! Schemas as the reference shows them: fields of maps, kinds of events, types by name.

use std::collections::BTreeSet;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value};

/// The fields by which maps are told apart.
const TAGS: [&str; 2] = ["kind", "unit"];

/// The field beside `unit`.
const CONTENT: &str = "value";

/// Schemas of several types and of all that they refer to.
#[derive(Debug)]
pub struct Schemas {
    generator: SchemaGenerator,
}

/// A field of a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The name.
    pub name: String,
    /// The type in words, others by links.
    pub kind: String,
    /// Its schema.
    pub schema: Value,
    /// True if it may be absent.
    pub optional: bool,
    /// The documentation.
    pub doc: String,
}

/// A map of one kind among several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// The field that tells it apart.
    pub tag: &'static str,
    /// The word for it.
    pub kind: String,
    /// The documentation.
    pub doc: String,
    /// The fields besides `kind`.
    pub fields: Vec<Field>,
}

/// Form in which a schema is shown to a reader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A map.
    Map(Vec<Field>),
    /// One of several maps, told apart by one of their fields.
    Kinds(Vec<Variant>),
    /// One of several words.
    Words(Vec<(String, String)>),
}

impl Default for Schemas {
    fn default() -> Self {
        Self {
            generator: SchemaGenerator::new(SchemaSettings::draft2020_12().for_serialize()),
        }
    }
}

impl Schemas {
    /// Schemas of what hosts give, of which what has a default may be left out.
    pub fn of_input() -> Self {
        Self {
            generator: SchemaGenerator::new(SchemaSettings::draft2020_12().for_deserialize()),
        }
    }

    /// The generator, for types that only others know.
    pub const fn generator(&mut self) -> &mut SchemaGenerator {
        &mut self.generator
    }

    /// The schema of a type.
    pub fn of<T: JsonSchema>(&mut self) -> Value {
        self.generator.subschema_for::<T>().to_value()
    }

    fn definition(&self, name: &str) -> Option<&Value> {
        self.generator.definitions().get(name)
    }

    /// A schema, or the one that it refers to.
    fn resolved<'a>(&'a self, schema: &'a Value) -> &'a Value {
        match reference(schema) {
            Some(name) if schema.get("properties").is_none() => {
                self.definition(name).unwrap_or(schema)
            }
            _ => schema,
        }
    }

    /// The documentation of a schema.
    pub fn doc(&self, schema: &Value) -> String {
        let own = text(schema, "description");
        if own.is_empty() {
            text(self.resolved(schema), "description")
        } else {
            own
        }
    }

    /// Returns the form in which a schema is shown to a reader.
    pub fn shape(&self, schema: &Value) -> Shape {
        let schema = self.resolved(schema);
        let mut variants = Vec::new();
        self.variants(schema, &[], &mut variants);
        if !variants.is_empty() {
            return Shape::Kinds(variants);
        }
        let words = self.words(schema);
        if !words.is_empty() {
            return Shape::Words(words);
        }
        Shape::Map(self.fields(schema))
    }

    /// The maps with a `kind` that a schema allows; `more` are fields that all of them have.
    fn variants(&self, schema: &Value, more: &[Field], out: &mut Vec<Variant>) {
        for one in alternatives(schema) {
            let resolved = self.resolved(one);
            let properties = map(resolved, "properties");
            let kind = properties.and_then(|p| {
                let tag = |tag: &'static str| Some((tag, p.get(tag)?.get("const")?.as_str()?));
                TAGS.into_iter().find_map(tag)
            });
            let own: Vec<Field> = self.own_fields(schema);
            match kind {
                Some((tag, kind)) => {
                    let mut fields = self.fields(resolved);
                    fields.retain(|field| field.name != tag);
                    // What stands beside the tag alone is said by the word for it.
                    if let [content] = &mut fields[..]
                        && content.name == CONTENT
                    {
                        content.doc = "The number.".into();
                    }
                    fields.extend(own.into_iter().chain(more.iter().cloned()));
                    out.push(Variant {
                        tag,
                        kind: kind.to_owned(),
                        doc: text(resolved, "description"),
                        fields,
                    });
                }
                None => {
                    let more: Vec<_> = own.into_iter().chain(more.iter().cloned()).collect();
                    self.variants(resolved, &more, out);
                }
            }
        }
    }

    fn words(&self, schema: &Value) -> Vec<(String, String)> {
        let list = schema.get("enum").and_then(Value::as_array);
        let plain = list.into_iter().flatten().filter_map(Value::as_str);
        let plain = plain.map(|word| (word.to_owned(), String::new()));
        let documented = alternatives(schema).filter_map(|one| {
            let word = one.get("const")?.as_str()?.to_owned();
            Some((word, text(one, "description")))
        });
        plain.chain(documented).collect()
    }

    /// The fields of a map, those of what is spread into it included.
    fn fields(&self, schema: &Value) -> Vec<Field> {
        let mut out = Vec::new();
        if let Some(name) = reference(schema)
            && let Some(spread) = self.definition(name)
        {
            out.extend(self.fields(spread));
        }
        out.extend(self.own_fields(schema));
        for part in array(schema, "allOf") {
            out.extend(self.fields(self.resolved(part)));
        }
        let mut spread: Vec<Field> = Vec::new();
        for one in alternatives(schema) {
            let when = text(one, "description");
            let when = when.trim_end_matches('.');
            for field in self.fields(self.resolved(one)) {
                let same =
                    |other: &&mut Field| other.name == field.name && other.schema == field.schema;
                if let Some(known) = spread.iter_mut().find(same) {
                    // What several of them have is of none of them.
                    known.doc = field.doc;
                    continue;
                }
                let doc = match when.is_empty() {
                    true => field.doc,
                    false => format!("({when}.) {}", field.doc),
                };
                spread.push(Field {
                    doc,
                    optional: true,
                    ..field
                });
            }
        }
        out.extend(spread);
        out
    }

    fn own_fields(&self, schema: &Value) -> Vec<Field> {
        let required: BTreeSet<&str> = array(schema, "required")
            .filter_map(Value::as_str)
            .collect();
        let properties = map(schema, "properties").into_iter().flatten();
        properties
            .map(|(name, of)| Field {
                name: name.clone(),
                kind: self.kind(of),
                schema: of.clone(),
                optional: !required.contains(name.as_str()),
                doc: text(of, "description"),
            })
            .collect()
    }

    /// A type in words.
    pub fn kind(&self, schema: &Value) -> String {
        if let Some(name) = reference(schema) {
            return self.kind_of_definition(name);
        }
        if schema
            .get("additionalProperties")
            .is_some_and(Value::is_object)
        {
            let of = &schema["additionalProperties"];
            return format!("map of {}", self.kind(of));
        }
        match schema.get("type") {
            Some(Value::String(one)) => self.plain(one, schema),
            Some(Value::Array(several)) => {
                let words = several.iter().filter_map(Value::as_str);
                let words: Vec<_> = words.map(|word| self.plain(word, schema)).collect();
                words.join(" or ")
            }
            _ => {
                let ones: Vec<_> = alternatives(schema).map(|one| self.kind(one)).collect();
                if ones.is_empty() {
                    "any value".into()
                } else {
                    ones.join(" or ")
                }
            }
        }
    }

    fn kind_of_definition(&self, name: &str) -> String {
        let of = self.definition(name).unwrap_or(&Value::Null);
        if let Some(side) = sides(of) {
            return format!("`white` and `black`: {}", self.kind(side));
        }
        if let Shape::Words(words) = self.shape(of) {
            let words: Vec<_> = words.iter().map(|(word, _)| format!("`{word}`")).collect();
            return words.join(" or ");
        }
        format!("[{name}](#{})", name.to_lowercase())
    }

    fn plain(&self, word: &str, schema: &Value) -> String {
        match word {
            "array" => {
                let of = schema
                    .get("items")
                    .map_or_else(String::new, |items| self.kind(items));
                let size = schema.get("maxItems").and_then(Value::as_u64);
                let size = size.map_or_else(String::new, |size| format!("{size} "));
                format!("list of {size}{of}")
            }
            "string" => "text".into(),
            "number" => "number".into(),
            "object" => "map".into(),
            other => other.into(),
        }
    }

    /// The names of the definitions that a schema leads to and that have a section of their own.
    pub fn named(&self, schema: &Value, out: &mut Vec<String>) {
        match schema {
            Value::Object(fields) => {
                if let Some(name) = reference(schema) {
                    let known = out.iter().any(|other| other == name);
                    let of = self.definition(name).cloned().unwrap_or_default();
                    let linked = self.kind_of_definition(name).starts_with('[');
                    if linked && !known {
                        out.push(name.to_owned());
                    }
                    if !known {
                        self.named(&of, out);
                    }
                }
                fields.values().for_each(|of| self.named(of, out));
            }
            Value::Array(items) => items.iter().for_each(|of| self.named(of, out)),
            _ => {}
        }
    }

    /// The names of the definitions that some types lead to, each after those that it refers to.
    pub fn reached(&self, roots: &[Value]) -> Vec<String> {
        let mut out = Vec::new();
        for root in roots {
            self.reach(root, &mut out, &mut Vec::new());
        }
        out
    }

    fn reach(&self, schema: &Value, out: &mut Vec<String>, above: &mut Vec<String>) {
        match schema {
            Value::Object(fields) => {
                if let Some(name) = reference(schema)
                    && !out.iter().chain(&*above).any(|known| known == name)
                {
                    above.push(name.to_owned());
                    self.reach(&self.by_name(name), out, above);
                    above.pop();
                    out.push(name.to_owned());
                }
                fields.values().for_each(|of| self.reach(of, out, above));
            }
            Value::Array(items) => items.iter().for_each(|of| self.reach(of, out, above)),
            _ => {}
        }
    }

    /// The definition of a name.
    pub fn by_name(&self, name: &str) -> Value {
        self.definition(name).cloned().unwrap_or_default()
    }
}

/// The name of the definition that a schema refers to.
pub(super) fn reference(schema: &Value) -> Option<&str> {
    schema.get("$ref")?.as_str()?.strip_prefix("#/$defs/")
}

/// A text on one line, links to items of the code as words.
fn text(schema: &Value, name: &str) -> String {
    let text = schema.get(name).and_then(Value::as_str).unwrap_or_default();
    unlinked(&text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// A text without links of rustdoc: of `[words](path)` and `[words]` the words are left.
pub(super) fn unlinked(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('[') {
        out.push_str(before);
        let Some((words, after)) = after.split_once(']') else {
            out.push('[');
            rest = after;
            continue;
        };
        out.push_str(words);
        rest = match after
            .strip_prefix('(')
            .and_then(|target| target.split_once(')'))
        {
            Some((_, after)) => after,
            None => after,
        };
    }
    out + rest
}

pub(super) fn map<'a>(schema: &'a Value, name: &str) -> Option<&'a Map<String, Value>> {
    schema.get(name)?.as_object()
}

fn array<'a>(schema: &'a Value, name: &str) -> impl Iterator<Item = &'a Value> {
    schema
        .get(name)
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
}

/// Returns the schema of one side, if a map has exactly the fields `white` and `black`.
pub(super) fn sides(definition: &Value) -> Option<&Value> {
    let fields = map(definition, "properties")?;
    fields
        .keys()
        .eq(["white", "black"])
        .then(|| &fields["white"])
}

/// True if one of the alternatives is null.
pub(super) fn is_nullable(schema: &Value) -> bool {
    array(schema, "anyOf").any(|of| text(of, "type") == "null")
}

/// A word with underscores as a part of a name of a type.
pub(super) fn camel(word: &str) -> String {
    let words = word.split('_').map(|word| {
        let (first, rest) = word.split_at(word.len().min(1));
        first.to_uppercase() + rest
    });
    words.collect()
}

/// Returns the alternatives of a schema, null excepted.
pub(super) fn alternatives(schema: &Value) -> impl Iterator<Item = &Value> {
    let all = array(schema, "oneOf").chain(array(schema, "anyOf"));
    all.filter(|one| {
        one.get("type").and_then(Value::as_str) != Some("null") || one.get("const").is_some()
    })
}
