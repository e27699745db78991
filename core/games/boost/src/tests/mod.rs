//! The rule page, sentence by sentence.

mod bots;
mod ends;
mod evaluation;
mod moves;
mod setup;
mod texts;

use std::sync::Arc;

use serde_json::{Value, json};

use super::Boost;
use contract::game::Seat;
use contract::state::{Rules, State};
use contract::value::to_value;

fn rules(options: Value) -> Arc<Rules<Boost>> {
    Rules::new(options.as_object().unwrap()).unwrap()
}

pub(super) fn start(options: Value) -> State<Boost> {
    State::start(&rules(options)).unwrap()
}

fn read(options: Value, text: &str) -> State<Boost> {
    State::parse(&rules(options), text, &[]).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// A position of the standard game.
pub(super) fn standard(text: &str) -> State<Boost> {
    read(json!({}), text)
}

/// A position of five by five points with two towers each.
fn five(text: &str) -> State<Boost> {
    read(json!({ "identifier": "boost-5-5-2-4-2" }), text)
}

pub(super) trait Play {
    fn go(&self, text: &str) -> State<Boost>;
    fn refused(&self, text: &str) -> String;
    fn legal_texts(&self) -> Vec<String>;
    fn ends(&self, from: &str) -> Vec<String>;
    fn kinds(&self, text: &str) -> Vec<String>;
    fn reason(&self) -> &'static str;
    fn winners(&self) -> Vec<u8>;
    fn described(&self) -> Value;
    fn changed(&self, changes: Value) -> State<Boost>;
}

impl Play for State<Boost> {
    fn go(&self, text: &str) -> State<Boost> {
        let action = self.read(None, text, None).unwrap();
        self.play(&action).unwrap_or_else(|e| panic!("{text}: {e}"))
    }

    fn refused(&self, text: &str) -> String {
        let action = self.read(None, text, None).unwrap();
        let error = self.play(&action).err().unwrap();
        assert_eq!(error.code(), "illegal_move");
        assert!(!self.legal_texts().contains(&text.to_owned()));
        error.to_string()
    }

    fn legal_texts(&self) -> Vec<String> {
        let legal = self.legal(None);
        let mut moves: Vec<_> = legal
            .iter()
            .map(|a| self.game().settings().text(*a))
            .collect();
        moves.sort();
        moves
    }

    /// Returns the end points of the piece on a point.
    fn ends(&self, from: &str) -> Vec<String> {
        let moves = self.legal_texts();
        let ends = moves.iter().filter_map(|m| m.strip_prefix(from));
        ends.map(str::to_owned).collect()
    }

    fn kinds(&self, text: &str) -> Vec<String> {
        use contract::game::Game;
        let action = self.read(None, text, None).unwrap();
        let events = self.game().report(self.position(), self.history(), &action);
        events
            .iter()
            .map(|e| to_value(e).unwrap()["kind"].as_str().unwrap().to_owned())
            .collect()
    }

    fn reason(&self) -> &'static str {
        self.outcome().map_or("-", |o| o.reason)
    }

    fn winners(&self) -> Vec<u8> {
        let outcome = self.outcome().unwrap();
        outcome.winners.iter().map(|Seat(s)| s).collect()
    }

    fn described(&self) -> Value {
        to_value(&self.describe()).unwrap()
    }

    fn changed(&self, changes: Value) -> State<Boost> {
        self.edit(changes.as_object().unwrap()).unwrap()
    }
}
