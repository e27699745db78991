//! Options of games and bots: declared as data, checked in one place.
//!
//! A game lists its [`OptionSpec`]s; the options that a host passes are checked here
//! against that list, so that every unknown name, wrong type and value out of range gets
//! the same kind of answer everywhere, with the valid choices. An option of kind
//! [`OptionKind::Preset`] sets the defaults of others, each of which can still be given
//! alone.

use serde::Serialize;
use serde_json::Value;

use crate::error::{Error, Result, quoted};
use crate::rng::Rng;
use crate::value::{Dict, quoted_value, whole_number};

/// The value of an option.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum OptionValue {
    /// On or off.
    Flag(bool),
    /// A whole number.
    Int(i64),
    /// One of several words, or a free text.
    Text(std::borrow::Cow<'static, str>),
    /// A value that the game itself reads.
    Plain(Value),
}

impl OptionValue {
    /// Returns the same as a plain value.
    #[must_use]
    pub fn to_value(&self) -> Value {
        match self {
            Self::Flag(b) => Value::Bool(*b),
            Self::Int(i) => Value::from(*i),
            Self::Text(t) => Value::from(&**t),
            Self::Plain(value) => value.clone(),
        }
    }
}

/// The largest whole number that every host language holds exactly: JavaScript counts to 2^53.
pub const LARGEST: i64 = 1 << 53;

/// A named set of values for other options.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Its name.
    pub name: &'static str,
    /// The values that it sets.
    pub sets: &'static [(&'static str, Setting)],
}

/// A value in a constant table.
#[derive(Clone, Copy, Debug)]
pub enum Setting {
    /// On or off.
    Flag(bool),
    /// A whole number.
    Int(i64),
    /// A word.
    Word(&'static str),
}

impl From<Setting> for OptionValue {
    fn from(setting: Setting) -> Self {
        match setting {
            Setting::Flag(b) => Self::Flag(b),
            Setting::Int(i) => Self::Int(i),
            Setting::Word(w) => Self::Text(w.into()),
        }
    }
}

/// The type, range and default of an option.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum OptionKind {
    /// `true` or `false`.
    Flag {
        /// The default.
        default: bool,
    },
    /// A whole number from `min` to `max`, both included.
    Int {
        /// The default.
        default: i64,
        /// The minimum.
        min: i64,
        /// The maximum.
        max: i64,
    },
    /// A whole number from 0 to `max` from which secrets may be drawn: by default 0, or one
    /// from the system if a table starts the game itself. No seat ever sees it.
    Seed {
        /// The maximum.
        max: i64,
    },
    /// One of several words.
    Choice {
        /// The default.
        default: &'static str,
        /// All allowed words.
        values: &'static [&'static str],
    },
    /// The name of a set of values for other options.
    Preset {
        /// The default.
        default: &'static str,
        /// All presets.
        presets: &'static [Preset],
    },
    /// A text that the game reads. A list of texts is joined with commas.
    Text {
        /// The default.
        default: &'static str,
        /// Some allowed texts.
        examples: &'static [&'static str],
    },
    /// A text, a list or a map, which the game itself reads and checks.
    Plain {
        /// The default text.
        default: &'static str,
        /// Some allowed texts.
        examples: &'static [&'static str],
    },
}

/// One option: its name, its type, and a line about it.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// Its name, in `snake_case`.
    pub name: &'static str,
    /// Its type and default.
    pub kind: OptionKind,
    /// Its effect, with units.
    pub doc: &'static str,
}

/// Joins lists of what a game declares into one of `N` in all; a wrong `N` does not compile.
#[must_use]
pub const fn joined<T: Copy, const N: usize>(parts: &[&[T]]) -> [T; N] {
    let mut out = [parts[0][0]; N];
    let (mut part, mut next) = (0, 0);
    while part < parts.len() {
        let mut i = 0;
        while i < parts[part].len() {
            out[next] = parts[part][i];
            next += 1;
            i += 1;
        }
        part += 1;
    }
    assert!(next == N, "there are not as many as was said");
    out
}

impl OptionSpec {
    /// Returns true if secrets may be drawn from it.
    #[must_use]
    pub const fn is_seed(&self) -> bool {
        matches!(self.kind, OptionKind::Seed { .. })
    }

    fn default_value(&self) -> OptionValue {
        match self.kind {
            OptionKind::Flag { default } => OptionValue::Flag(default),
            OptionKind::Int { default, .. } => OptionValue::Int(default),
            OptionKind::Seed { .. } => OptionValue::Int(0),
            OptionKind::Choice { default, .. }
            | OptionKind::Preset { default, .. }
            | OptionKind::Text { default, .. } => OptionValue::Text(default.into()),
            OptionKind::Plain { default, .. } => OptionValue::Plain(Value::from(default)),
        }
    }

    /// Returns the accepted values in words for an error message.
    fn takes(&self) -> String {
        match self.kind {
            OptionKind::Flag { .. } => "true or false".into(),
            OptionKind::Int { min, max, .. } => format!("an integer from {min} to {max}"),
            OptionKind::Seed { max } => format!("an integer from 0 to {max}"),
            OptionKind::Choice { values, .. } => format!("one of {}", values.join(", ")),
            OptionKind::Preset { presets, .. } => {
                format!("one of {}", join(presets.iter().map(|p| p.name)))
            }
            OptionKind::Text { .. } => "a text or a list of texts".into(),
            OptionKind::Plain { .. } => "a text, a list or a map".into(),
        }
    }

    fn read(&self, value: &Value) -> Result<OptionValue> {
        let word = |known: Option<&'static str>| known.map(|w| OptionValue::Text(w.into()));
        let read = match (self.kind, value) {
            (OptionKind::Flag { .. }, Value::Bool(b)) => Some(OptionValue::Flag(*b)),
            (OptionKind::Int { min, max, .. }, value) => integer(value, min, max),
            (OptionKind::Seed { max }, value) => integer(value, 0, max),
            (OptionKind::Choice { values, .. }, Value::String(s)) => {
                word(values.iter().copied().find(|v| v == s))
            }
            (OptionKind::Preset { presets, .. }, Value::String(s)) => {
                word(presets.iter().map(|p| p.name).find(|v| v == s))
            }
            (OptionKind::Text { .. }, value) => text(value).map(|t| OptionValue::Text(t.into())),
            (OptionKind::Plain { .. }, Value::String(_) | Value::Array(_) | Value::Object(_)) => {
                Some(OptionValue::Plain(value.clone()))
            }
            _ => None,
        };
        read.ok_or_else(|| {
            let got = quoted_value(value);
            Error::invalid_option(format!("{}: takes {}, not {got}", self.name, self.takes()))
        })
    }

    /// Returns the specification for clients.
    #[must_use]
    pub fn describe(&self) -> OptionDescription {
        OptionDescription {
            name: self.name,
            doc: self.doc,
            default: self.default_value().to_value(),
            kind: match self.kind {
                OptionKind::Flag { .. } => KindDescription::Flag,
                OptionKind::Int { min, max, .. } => KindDescription::Int {
                    min,
                    max,
                    seed: false,
                },
                OptionKind::Seed { max } => KindDescription::Int {
                    min: 0,
                    max,
                    seed: true,
                },
                OptionKind::Choice { values, .. } => KindDescription::Choice {
                    values: values.to_vec(),
                },
                OptionKind::Preset { presets, .. } => KindDescription::Preset {
                    values: presets.iter().map(|p| p.name).collect(),
                },
                OptionKind::Text { examples, .. } => KindDescription::Text {
                    examples: examples.to_vec(),
                },
                OptionKind::Plain { examples, .. } => KindDescription::Plain {
                    examples: examples.to_vec(),
                },
            },
        }
    }
}

/// An option of a game, for clients.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OptionDescription {
    /// The name by which it is set.
    pub name: &'static str,
    /// Its effect, with units.
    pub doc: &'static str,
    /// Its type and range.
    #[serde(flatten)]
    pub kind: KindDescription,
    /// The default.
    pub default: Value,
}

/// The type and range of an option, for clients.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum KindDescription {
    /// True or false.
    Flag,
    /// A whole number.
    Int {
        /// The minimum.
        min: i64,
        /// The maximum.
        max: i64,
        /// True for a seed, which is drawn if it is not given.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        seed: bool,
    },
    /// One of some words.
    Choice {
        /// The words.
        values: Vec<&'static str>,
    },
    /// One of some words that set other options.
    Preset {
        /// The words.
        values: Vec<&'static str>,
    },
    /// A text.
    Text {
        /// Some allowed texts.
        examples: Vec<&'static str>,
    },
    /// Any value, as a text.
    Plain {
        /// Some allowed texts.
        examples: Vec<&'static str>,
    },
}

fn integer(value: &Value, min: i64, max: i64) -> Option<OptionValue> {
    let number = whole_number(value).and_then(|i| i64::try_from(i).ok());
    number
        .filter(|i| (min..=max).contains(i))
        .map(OptionValue::Int)
}

/// Returns a text, or a list of texts joined; `None` for other values and for texts that
/// are too long.
fn text(value: &Value) -> Option<String> {
    const LONGEST: usize = 1 << 14;
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Array(list) => list
            .iter()
            .map(Value::as_str)
            .collect::<Option<Vec<_>>>()?
            .join(","),
        _ => return None,
    };
    (text.len() <= LONGEST).then_some(text)
}

fn join<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

/// A complete set of values for a list of specifications.
#[derive(Clone, Debug)]
pub struct Options {
    specs: &'static [OptionSpec],
    values: Vec<OptionValue>,
}

// The specifications follow from the game, which the caller has compared.
impl PartialEq for Options {
    fn eq(&self, other: &Self) -> bool {
        self.values == other.values
    }
}

impl Eq for Options {}

impl std::hash::Hash for Options {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.values.hash(state);
    }
}

impl Options {
    /// Checks the given options against the specifications. A null counts as not given.
    ///
    /// # Errors
    ///
    /// `invalid_option`, naming the option and its accepted values, or the options that
    /// exist.
    pub fn read(of: &str, specs: &'static [OptionSpec], given: &Dict) -> Result<Self> {
        for name in given.keys() {
            if !specs.iter().any(|s| s.name == name) {
                let known = if specs.is_empty() {
                    "it takes none".into()
                } else {
                    format!("there are {}", join(specs.iter().map(|s| s.name)))
                };
                return Err(Error::invalid_option(format!(
                    "{of} has no option {}: {known}",
                    quoted(name)
                )));
            }
        }
        let explicit = |spec: &OptionSpec| given.get(spec.name).filter(|v| !v.is_null());
        let mut values: Vec<_> = specs.iter().map(OptionSpec::default_value).collect();
        for spec in specs {
            if let OptionKind::Preset { presets, default } = spec.kind {
                let chosen = explicit(spec).map(|v| spec.read(v)).transpose()?;
                let name = match &chosen {
                    Some(OptionValue::Text(t)) => t.as_ref(),
                    _ => default,
                };
                let preset = presets.iter().find(|p| p.name == name);
                for (option, setting) in preset.map_or(&[][..], |p| p.sets) {
                    if let Some(i) = specs.iter().position(|s| s.name == *option) {
                        values[i] = (*setting).into();
                    }
                }
            }
        }
        for (spec, value) in specs.iter().zip(&mut values) {
            if let Some(given) = explicit(spec) {
                *value = spec.read(given)?;
            }
        }
        Ok(Self { specs, values })
    }

    fn get(&self, name: &str) -> Result<&OptionValue> {
        self.specs
            .iter()
            .position(|s| s.name == name)
            .map(|i| &self.values[i])
            .ok_or_else(|| Error::internal(format!("no option {name} is declared")))
    }

    /// Returns the value of a flag.
    ///
    /// # Errors
    ///
    /// `internal` if no flag of that name is declared.
    pub fn flag(&self, name: &str) -> Result<bool> {
        match self.get(name)? {
            OptionValue::Flag(b) => Ok(*b),
            _ => Err(Error::internal(format!("option {name} is not a flag"))),
        }
    }

    /// Returns the value of a whole number.
    ///
    /// # Errors
    ///
    /// `internal` if no number of that name is declared.
    pub fn int(&self, name: &str) -> Result<i64> {
        match self.get(name)? {
            OptionValue::Int(i) => Ok(*i),
            _ => Err(Error::internal(format!("option {name} is not a number"))),
        }
    }

    /// Returns the value of a choice or a text.
    ///
    /// # Errors
    ///
    /// `internal` if no choice of that name is declared.
    pub fn word(&self, name: &str) -> Result<&str> {
        match self.get(name)? {
            OptionValue::Text(t) => Ok(t),
            _ => Err(Error::internal(format!("option {name} is not a word"))),
        }
    }

    /// Returns the value of an option that the game itself reads.
    ///
    /// # Errors
    ///
    /// `internal` if no such option of that name is declared.
    pub fn plain(&self, name: &str) -> Result<&Value> {
        match self.get(name)? {
            OptionValue::Plain(value) => Ok(value),
            _ => Err(Error::internal(format!(
                "option {name} is not a plain value"
            ))),
        }
    }

    /// Returns every option with its value.
    #[must_use]
    pub fn to_dict(&self) -> Dict {
        self.listed(|_| true)
    }

    /// Returns every option with its value, without seeds, as a seat may see them.
    #[must_use]
    pub fn shown_to_seats(&self) -> Dict {
        self.listed(|spec| !spec.is_seed())
    }

    fn listed(&self, which: impl Fn(&OptionSpec) -> bool) -> Dict {
        self.specs
            .iter()
            .zip(&self.values)
            .filter(|(spec, _)| which(spec))
            .map(|(spec, value)| (spec.name.to_owned(), value.to_value()))
            .collect()
    }

    /// Returns the same options with all seeds at their defaults, so that the secrets
    /// cannot be drawn again from them.
    #[must_use]
    pub fn without_seeds(&self) -> Self {
        let mut out = self.clone();
        for (spec, value) in out.specs.iter().zip(&mut out.values) {
            if spec.is_seed() {
                *value = spec.default_value();
            }
        }
        out
    }
}

/// Returns options with the seeds that they leave open derived from another seed.
#[must_use]
pub fn derive_seeds(specs: &[OptionSpec], options: &Dict, seed: u64) -> Dict {
    /// Apart from what else is derived from the same seed.
    const TERRAIN: u64 = 0x7e44;
    let mut options = options.clone();
    for (i, spec) in specs.iter().enumerate() {
        let open = options.get(spec.name).is_none_or(Value::is_null);
        if let (OptionKind::Seed { max }, true) = (spec.kind, open) {
            let count = max.unsigned_abs().saturating_add(1);
            let drawn = Rng::derived(&[seed, TERRAIN, i as u64]).next_u64();
            options.insert(spec.name.into(), (drawn % count).into());
        }
    }
    options
}
