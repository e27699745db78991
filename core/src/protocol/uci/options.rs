//! The options of the UCI program: what is declared to the host, and what it sets.
//!
//! What reaches the bot takes its ranges from the bot's own declaration.

use crate::bots::SEARCH_OPTIONS;
use crate::error::{Error, Result, quoted};
use crate::options::OptionKind;
use crate::value::Dict;

/// The strengths that may be asked for.
const ELO: (i64, i64, i64) = (1500, 100, 2500);
/// The most lines that may be asked for.
const MOST_LINES: i64 = 500;

/// What an option takes, with its default first.
#[derive(Clone, Debug)]
enum Kind {
    Check(bool),
    Spin(i64, i64, i64),
    Combo(&'static str, Vec<&'static str>),
    Button,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Setting {
    Flag(bool),
    Number(i64),
    Word(&'static str),
    None,
}

#[derive(Debug)]
struct Declared {
    name: &'static str,
    kind: Kind,
    value: Setting,
    /// The option of the bot that it sets.
    of_bot: Option<&'static str>,
}

impl Declared {
    fn new(name: &'static str, kind: Kind) -> Self {
        let value = match &kind {
            Kind::Check(default) => Setting::Flag(*default),
            Kind::Spin(default, ..) => Setting::Number(*default),
            Kind::Combo(default, _) => Setting::Word(default),
            Kind::Button => Setting::None,
        };
        Self {
            name,
            kind,
            value,
            of_bot: None,
        }
    }

    /// A number that the bot has an option for.
    fn of_bot(name: &'static str, option: &'static str) -> Result<Self> {
        let spec = SEARCH_OPTIONS.iter().find(|spec| spec.name == option);
        match spec.map(|spec| spec.kind) {
            Some(OptionKind::Int { default, min, max }) => Ok(Self {
                of_bot: Some(option),
                ..Self::new(name, Kind::Spin(default, min, max))
            }),
            _ => Err(Error::internal(format!(
                "the bot has no number named {option}"
            ))),
        }
    }

    fn line(&self) -> String {
        let name = self.name;
        match &self.kind {
            Kind::Check(default) => format!("option name {name} type check default {default}"),
            Kind::Spin(default, min, max) => {
                format!("option name {name} type spin default {default} min {min} max {max}")
            }
            Kind::Combo(default, values) => {
                let values: String = values.iter().map(|v| format!(" var {v}")).collect();
                format!("option name {name} type combo default {default}{values}")
            }
            Kind::Button => format!("option name {name} type button"),
        }
    }

    fn read(&self, value: &str) -> Result<Setting> {
        let (read, takes) = match &self.kind {
            Kind::Check(_) => (
                ["false", "true"]
                    .iter()
                    .position(|word| word.eq_ignore_ascii_case(value))
                    .map(|flag| Setting::Flag(flag == 1)),
                "true or false".into(),
            ),
            Kind::Spin(_, min, max) => (
                value
                    .parse()
                    .ok()
                    .filter(|n| (min..=max).contains(&n))
                    .map(Setting::Number),
                format!("an integer from {min} to {max}"),
            ),
            Kind::Combo(_, values) => (
                values
                    .iter()
                    .find(|word| word.eq_ignore_ascii_case(value))
                    .map(|word| Setting::Word(word)),
                format!("one of {}", values.join(", ")),
            ),
            Kind::Button => return Ok(Setting::None),
        };
        read.ok_or_else(|| {
            let got = quoted(value);
            Error::invalid_option(format!("{}: takes {takes}, not {got}", self.name))
        })
    }
}

/// What setting an option calls for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// Nothing before the next search.
    Nothing,
    /// Forgetting what was learnt.
    Clear,
    /// Another bot.
    Bot,
    /// Other rules.
    Rules,
}

/// All options with their values.
#[derive(Debug)]
pub(super) struct Options(Vec<Declared>);

impl Options {
    /// The options of a program that plays these games, the first by default.
    pub(super) fn new(games: &[&'static str]) -> Result<Self> {
        let first = *games
            .first()
            .ok_or_else(|| Error::unsupported("no game is registered that UCI could play"))?;
        Ok(Self(vec![
            Declared::of_bot("Hash", "hash")?,
            Declared::new("Clear Hash", Kind::Button),
            Declared::of_bot("Threads", "threads")?,
            Declared::new("Ponder", Kind::Check(false)),
            Declared::new("MultiPV", Kind::Spin(1, 1, MOST_LINES)),
            Declared::new("UCI_Variant", Kind::Combo(first, games.to_vec())),
            Declared::new("UCI_Chess960", Kind::Check(false)),
            Declared::new("UCI_LimitStrength", Kind::Check(false)),
            Declared::new("UCI_Elo", Kind::Spin(ELO.0, ELO.1, ELO.2)),
            Declared::new("UCI_AnalyseMode", Kind::Check(false)),
            Declared::of_bot("Contempt", "contempt")?,
            Declared::of_bot("Move Overhead", "overhead")?,
            Declared::new("Seed", Kind::Spin(0, 0, i64::from(i32::MAX))),
        ]))
    }

    /// What is told of them to the host.
    pub(super) fn lines(&self) -> impl Iterator<Item = String> {
        self.0.iter().map(Declared::line)
    }

    /// Sets an option by its name, in whatever case.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<Change> {
        let before = (self.of_bot(), self.seed());
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
        let changed = std::mem::replace(&mut option.value, value) != value;
        let name = option.name;
        Ok(match name {
            "Clear Hash" => Change::Clear,
            "UCI_Variant" | "UCI_Chess960" if changed => Change::Rules,
            _ if (self.of_bot(), self.seed()) != before => Change::Bot,
            _ => Change::Nothing,
        })
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

    /// The name of the game.
    pub(super) fn variant(&self) -> &'static str {
        match self.value("UCI_Variant") {
            Setting::Word(word) => word,
            _ => "",
        }
    }

    /// Where the chances of a limited strength come from.
    pub(super) fn seed(&self) -> u64 {
        self.number("Seed").unsigned_abs()
    }

    /// The options of the bot.
    pub(super) fn of_bot(&self) -> Dict {
        let mut out = Dict::new();
        for option in &self.0 {
            if let (Some(name), Setting::Number(n)) = (option.of_bot, option.value) {
                out.insert(name.into(), n.into());
            }
        }
        if self.flag("UCI_LimitStrength") {
            out.insert("strength".into(), self.number("UCI_Elo").into());
        }
        if self.flag("UCI_AnalyseMode") {
            // Whoever analyses wants to know what a position is worth.
            out.insert("contempt".into(), 0.into());
        }
        out
    }
}
