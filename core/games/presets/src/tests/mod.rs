//! The rule page, sentence by sentence.

mod betza;
mod chess960;
mod data;
mod edits;
mod hooks;
mod ids;
mod losing;
mod pairs;
mod perft;
mod questions;
mod shipped;
mod size;
mod twins;
mod written;

use std::sync::Arc;

use serde_json::{Value, json};

use super::Presets;
use contract::state::{Rules, State};
use contract::value::{Dict, to_value};

/// Options with these presets.
fn with(presets: &str) -> Dict {
    let options = json!({ "presets": presets });
    options.as_object().cloned().unwrap()
}

fn rules(options: Value) -> Arc<Rules<Presets>> {
    Rules::new(options.as_object().unwrap()).unwrap()
}

/// A game with presets from its start.
fn start(presets: &str) -> State<Presets> {
    State::start(&Rules::new(&with(presets)).unwrap()).unwrap()
}

/// A position of a game with presets.
fn at(presets: &str, text: &str) -> State<Presets> {
    let rules = Rules::new(&with(presets)).unwrap();
    State::parse(&rules, text, &[]).unwrap_or_else(|e| panic!("{text}: {e}"))
}

trait Play: Sized {
    fn go(&self, text: &str) -> Self;
    fn all(&self, moves: &str) -> Self;
    fn refused(&self, text: &str) -> String;
    fn texts(&self) -> Vec<String>;
    fn lists(&self, text: &str) -> bool;
    fn reason(&self) -> &'static str;
    fn winner(&self) -> Option<usize>;
    fn board(&self) -> String;
    fn attribute(&self, square: &str, name: &str) -> Option<i16>;
    fn edited(&self, changes: Value) -> Self;
    fn described(&self) -> Value;
}

impl Play for State<Presets> {
    fn go(&self, text: &str) -> Self {
        let action = self.read(None, text, None).unwrap();
        self.play(&action).unwrap_or_else(|e| panic!("{text}: {e}"))
    }

    fn all(&self, moves: &str) -> Self {
        let mut state = self.clone();
        for text in moves.split(' ') {
            state = state.go(text);
        }
        state
    }

    fn refused(&self, text: &str) -> String {
        let error = self
            .read(None, text, None)
            .and_then(|action| self.play(&action))
            .unwrap_err();
        assert_eq!(error.code(), "illegal_move");
        error.to_string()
    }

    fn texts(&self) -> Vec<String> {
        let moves = self.legal(None);
        moves.iter().map(|m| self.write(m, None).unwrap()).collect()
    }

    fn lists(&self, text: &str) -> bool {
        self.texts().iter().any(|t| t == text)
    }

    fn reason(&self) -> &'static str {
        self.outcome().map_or("-", |o| o.reason)
    }

    fn winner(&self) -> Option<usize> {
        self.outcome()?.winners.single().map(|s| s.index())
    }

    fn board(&self) -> String {
        let text = self.notation();
        text.split(' ').next().unwrap().to_owned()
    }

    fn attribute(&self, square: &str, name: &str) -> Option<i16> {
        let look = self.game().board(self.position());
        look.attribute(square.parse().unwrap(), name)
    }

    fn edited(&self, changes: Value) -> Self {
        self.edit(changes.as_object().unwrap()).unwrap()
    }

    fn described(&self) -> Value {
        to_value(&self.describe()).unwrap()
    }
}
