//! The options of the UCI program: what is declared to the host, and what it sets.
//!
//! What reaches the bot takes its ranges from the bot's own declaration.

use crate::protocol::uci_options::{UciOption, UciOptionKind, UciOptions};
use contract::error::{Error, Result};
use contract::value::Dict;
use search::bots::SEARCH_OPTIONS;

/// The strengths that may be asked for.
const ELO: (i64, i64, i64) = (1500, 100, 2500);
/// The most lines that may be asked for.
const MOST_LINES: i64 = 500;

/// Consequence of setting an option.
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
pub(super) struct Options(UciOptions);

impl Options {
    /// The options of a program that plays these games, the first by default.
    pub(super) fn new(games: &[&'static str]) -> Result<Self> {
        let first = *games
            .first()
            .ok_or_else(|| Error::unsupported("no game is registered that UCI could play"))?;
        Ok(Self(UciOptions(vec![
            UciOption::of_bot("Hash", SEARCH_OPTIONS, "hash")?,
            UciOption::new("Clear Hash", UciOptionKind::Button),
            UciOption::of_bot("Threads", SEARCH_OPTIONS, "threads")?,
            UciOption::new("Ponder", UciOptionKind::Check(false)),
            UciOption::new("MultiPV", UciOptionKind::Spin(1, 1, MOST_LINES)),
            UciOption::new("UCI_Variant", UciOptionKind::Combo(first, games.to_vec())),
            UciOption::new("UCI_Chess960", UciOptionKind::Check(false)),
            UciOption::new("UCI_LimitStrength", UciOptionKind::Check(false)),
            UciOption::new("UCI_Elo", UciOptionKind::Spin(ELO.0, ELO.1, ELO.2)),
            UciOption::new("UCI_AnalyseMode", UciOptionKind::Check(false)),
            UciOption::of_bot("Contempt", SEARCH_OPTIONS, "contempt")?,
            UciOption::of_bot("Move Overhead", SEARCH_OPTIONS, "overhead")?,
            UciOption::of_bot("Evaluation", SEARCH_OPTIONS, "evaluation")?,
            UciOption::new("Seed", UciOptionKind::Spin(0, 0, i64::from(i32::MAX))),
        ])))
    }

    /// Lists the lines that declare the options to the host.
    pub(super) fn lines(&self) -> impl Iterator<Item = String> {
        self.0.lines()
    }

    /// Sets an option by its name, in whatever case.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<Change> {
        let before = (self.of_bot(), self.seed());
        let (name, changed) = self.0.set(name, value)?;
        Ok(match name {
            "Clear Hash" => Change::Clear,
            "UCI_Variant" | "UCI_Chess960" if changed => Change::Rules,
            _ if (self.of_bot(), self.seed()) != before => Change::Bot,
            _ => Change::Nothing,
        })
    }

    pub(super) fn flag(&self, name: &str) -> bool {
        self.0.flag(name)
    }

    pub(super) fn number(&self, name: &str) -> i64 {
        self.0.number(name)
    }

    /// The name of the game.
    pub(super) fn variant(&self) -> &'static str {
        self.0.word("UCI_Variant")
    }

    /// Returns the seed of the random numbers of a limited strength.
    pub(super) fn seed(&self) -> u64 {
        self.number("Seed").unsigned_abs()
    }

    /// The options of the bot.
    pub(super) fn of_bot(&self) -> Dict {
        let mut out = self.0.of_bot();
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
