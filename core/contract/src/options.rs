//! Options of games and bots: declared as data, checked in one place.
//!
//! A game lists its [`OptionSpec`]s; what a host passes is checked here against
//! that list, so that every unknown name, wrong type and value out of range gets
//! the same kind of answer everywhere, with what exists. An option of kind
//! [`OptionKind::Preset`] sets the defaults of others, each of which can still
//! be given alone.

use serde::Serialize;
use serde_json::Value;

use crate::error::{Error, Result, quoted};
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
    /// Whatever the game itself reads.
    Plain(Value),
}

impl OptionValue {
    /// The same as a plain value.
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

/// A named set of values for other options.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Its name.
    pub name: &'static str,
    /// What it sets.
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

/// What values an option takes, and its default.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum OptionKind {
    /// `true` or `false`.
    Flag {
        /// The value when none is given.
        default: bool,
    },
    /// A whole number from `min` to `max`, both included.
    Int {
        /// The value when none is given.
        default: i64,
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
    },
    /// A whole number from 0 to `max` that something hidden may be drawn from: 0 when
    /// none is given, one of the system's where a table starts the game itself. No seat
    /// is ever shown it.
    Seed {
        /// The greatest.
        max: i64,
    },
    /// One of several words.
    Choice {
        /// The value when none is given.
        default: &'static str,
        /// All that are allowed.
        values: &'static [&'static str],
    },
    /// The name of a set of values for other options.
    Preset {
        /// The value when none is given.
        default: &'static str,
        /// All that exist.
        presets: &'static [Preset],
    },
    /// A text that the game reads. A list of texts stands for them with commas
    /// between.
    Text {
        /// The value when none is given.
        default: &'static str,
        /// Some that are allowed.
        examples: &'static [&'static str],
    },
    /// A text, a list or a map, which the game itself reads and checks.
    Plain {
        /// The text when nothing is given.
        default: &'static str,
        /// Texts that can be given.
        examples: &'static [&'static str],
    },
}

/// One option: its name, what it takes, and a line about it.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// Its name, in `snake_case`.
    pub name: &'static str,
    /// What it takes.
    pub kind: OptionKind,
    /// What it does, with units.
    pub doc: &'static str,
}

/// Lists of options as one, of `N` in all; another number does not compile.
#[must_use]
pub const fn joined<const N: usize>(parts: &[&[OptionSpec]]) -> [OptionSpec; N] {
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
    assert!(next == N, "the options are not as many as was said");
    out
}

impl OptionSpec {
    /// Whether something may be drawn from it that a seat is not to know.
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

    /// What it takes, in words for an error message.
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

    /// The specification for clients.
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
pub struct OptionDescription {
    /// The name it is given by.
    pub name: &'static str,
    /// What it is for.
    pub doc: &'static str,
    /// What it may be.
    #[serde(flatten)]
    pub kind: KindDescription,
    /// What it is where it is not given.
    pub default: Value,
}

/// What an option may be, for clients.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum KindDescription {
    /// True or false.
    Flag,
    /// A whole number.
    Int {
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
        /// Whether it is a seed, which is drawn where it is not given.
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
        /// Some that can be given.
        examples: Vec<&'static str>,
    },
    /// Any value, as a text.
    Plain {
        /// Some that can be given.
        examples: Vec<&'static str>,
    },
}

fn integer(value: &Value, min: i64, max: i64) -> Option<OptionValue> {
    let number = whole_number(value).and_then(|i| i64::try_from(i).ok());
    number
        .filter(|i| (min..=max).contains(i))
        .map(OptionValue::Int)
}

/// A text, or texts in a list; one that no sensible list fills is none.
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

// The specifications follow from the game, which whoever compares has compared.
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
    /// Checks what was given against the specifications. A null counts as not given.
    ///
    /// # Errors
    ///
    /// `invalid_option`, naming the option and what it takes, or what options exist.
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

    /// The value of a flag.
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

    /// The value of a whole number.
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

    /// The value of a choice or a text.
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

    /// The value that the game itself reads.
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

    /// Every option with its value.
    #[must_use]
    pub fn to_dict(&self) -> Dict {
        self.listed(|_| true)
    }

    /// Every option with its value, as a seat is shown them: without seeds.
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

    /// The same options with all seeds at their defaults, so that whoever holds them
    /// cannot draw anew what was drawn.
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
