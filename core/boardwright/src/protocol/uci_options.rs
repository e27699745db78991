//! Options as UCI and its relatives declare and set them.
//!
//! What reaches a bot takes its ranges from the bot's own declaration.

use contract::error::{Error, Result, quoted};
use contract::memory;
use contract::options::{OptionKind, OptionSpec};
use contract::value::{Dict, Value};

/// Values that an option takes, with its default first.
#[derive(Clone, Debug)]
pub(super) enum UciOptionKind {
    Check(bool),
    Spin(i64, i64, i64),
    Combo(&'static str, Vec<&'static str>),
    Button,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Setting {
    Flag(bool),
    Number(i64),
    Word(&'static str),
    None,
}

#[derive(Debug)]
pub(super) struct UciOption {
    name: &'static str,
    kind: UciOptionKind,
    value: Setting,
    /// The option of the bot that it sets.
    of_bot: Option<&'static str>,
}

impl UciOption {
    pub(super) fn new(name: &'static str, kind: UciOptionKind) -> Self {
        let value = match &kind {
            UciOptionKind::Check(default) => Setting::Flag(*default),
            UciOptionKind::Spin(default, ..) => Setting::Number(*default),
            UciOptionKind::Combo(default, _) => Setting::Word(default),
            UciOptionKind::Button => Setting::None,
        };
        Self {
            name,
            kind,
            value,
            of_bot: None,
        }
    }

    /// Makes a protocol option from an option of the bot, with its range and default.
    pub(super) fn of_bot(
        name: &'static str,
        specs: &[OptionSpec],
        option: &'static str,
    ) -> Result<Self> {
        let spec = specs.iter().find(|spec| spec.name == option);
        let kind = match spec.map(|spec| spec.kind) {
            Some(OptionKind::Int { default, min, max }) => UciOptionKind::Spin(default, min, max),
            Some(OptionKind::Flag { default }) => UciOptionKind::Check(default),
            Some(OptionKind::Choice { default, values }) => {
                UciOptionKind::Combo(default, values.to_vec())
            }
            _ => {
                return Err(Error::internal(format!(
                    "the bot has no flag, number or word named {option}"
                )));
            }
        };
        Ok(Self {
            of_bot: Some(option),
            ..Self::new(name, kind)
        })
    }

    fn line(&self) -> String {
        let name = self.name;
        match &self.kind {
            UciOptionKind::Check(default) => {
                format!("option name {name} type check default {default}")
            }
            UciOptionKind::Spin(default, min, max) => {
                format!("option name {name} type spin default {default} min {min} max {max}")
            }
            UciOptionKind::Combo(default, values) => {
                let values: String = values.iter().map(|v| format!(" var {v}")).collect();
                format!("option name {name} type combo default {default}{values}")
            }
            UciOptionKind::Button => format!("option name {name} type button"),
        }
    }

    fn read(&self, value: &str) -> Result<Setting> {
        let (read, takes) = match &self.kind {
            UciOptionKind::Check(_) => (
                ["false", "true"]
                    .iter()
                    .position(|word| word.eq_ignore_ascii_case(value))
                    .map(|flag| Setting::Flag(flag == 1)),
                "true or false".into(),
            ),
            UciOptionKind::Spin(_, min, max) => (
                value
                    .parse()
                    .ok()
                    .filter(|n| (min..=max).contains(&n))
                    .map(Setting::Number),
                format!("an integer from {min} to {max}"),
            ),
            UciOptionKind::Combo(_, values) => (
                values
                    .iter()
                    .find(|word| word.eq_ignore_ascii_case(value))
                    .map(|word| Setting::Word(word)),
                format!("one of {}", values.join(", ")),
            ),
            UciOptionKind::Button => return Ok(Setting::None),
        };
        read.ok_or_else(|| {
            let got = quoted(value);
            Error::invalid_option(format!("{}: takes {takes}, not {got}", self.name))
        })
    }
}

/// All options of a program with their values.
#[derive(Debug)]
pub(super) struct UciOptions(pub(super) Vec<UciOption>);

impl UciOptions {
    /// Lists the lines that declare the options to the host.
    pub(super) fn lines(&self) -> impl Iterator<Item = String> {
        self.0.iter().map(UciOption::line)
    }

    /// Sets an option by its name, in whatever case; its name, and whether its
    /// value is another now.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(&'static str, bool)> {
        let Some(option) = self
            .0
            .iter_mut()
            .find(|option| option.name.eq_ignore_ascii_case(name))
        else {
            let names: Vec<_> = self.0.iter().map(|option| option.name).collect();
            return Err(Error::invalid_option(format!(
                "there is no option {}: there are {}",
                quoted(name),
                names.join(", ")
            )));
        };
        let value = option.read(value)?;
        if let (Some("hash"), Setting::Number(megabytes)) = (option.of_bot, value) {
            memory::check(usize::try_from(megabytes).unwrap_or(usize::MAX))?;
        }
        let changed = std::mem::replace(&mut option.value, value) != value;
        Ok((option.name, changed))
    }

    fn value(&self, name: &str) -> Setting {
        self.0
            .iter()
            .find(|option| option.name == name)
            .map_or(Setting::None, |option| option.value)
    }

    pub(super) fn flag(&self, name: &str) -> bool {
        self.value(name) == Setting::Flag(true)
    }

    pub(super) fn number(&self, name: &str) -> i64 {
        match self.value(name) {
            Setting::Number(n) => n,
            _ => 0,
        }
    }

    pub(super) fn word(&self, name: &str) -> &'static str {
        match self.value(name) {
            Setting::Word(word) => word,
            _ => "",
        }
    }

    /// Returns the options of the bot that they set.
    pub(super) fn of_bot(&self) -> Dict {
        let mut out = Dict::new();
        for option in &self.0 {
            let value: Value = match option.value {
                Setting::Number(n) => n.into(),
                Setting::Flag(flag) => flag.into(),
                Setting::Word(word) => word.into(),
                Setting::None => continue,
            };
            if let Some(name) = option.of_bot {
                out.insert(name.into(), value);
            }
        }
        out
    }
}

/// `setoption name NAME [value VALUE]`, both of which may have spaces: the two, or
/// nothing where there is no name.
pub(super) fn name_and_value<'a>(words: impl Iterator<Item = &'a str>) -> Option<(String, String)> {
    let mut words = words.peekable();
    words.next_if_eq(&"name")?;
    let mut name = Vec::new();
    while let Some(word) = words.next_if(|w| *w != "value") {
        name.push(word);
    }
    let value: Vec<_> = words.skip(1).collect();
    Some((name.join(" "), value.join(" ")))
}
