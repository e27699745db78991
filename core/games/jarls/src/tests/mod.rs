//! The rule page, example by example.

mod bots;
mod combat;
mod fog;
mod leaving;
mod setup;
mod turns;

use std::sync::Arc;

use serde_json::{Value, json};

use super::Jarls;
use contract::game::{Game, Seat};
use contract::state::{Rules, State};
use contract::value::{Serialize, to_value};

/// The state of a notation whose options field is written by the helper.
fn state(options: Value, text: &str) -> State<Jarls> {
    let rules = rules(options);
    let own = rules.game().settings().text();
    State::parse(&rules, &format!("{text} {own}"), &[]).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn rules(options: Value) -> Arc<Rules<Jarls>> {
    Rules::new(options.as_object().unwrap()).unwrap()
}

fn two(text: &str) -> State<Jarls> {
    state(json!({}), text)
}

/// Converts a value to the JSON that clients get.
fn plain(of: impl Serialize) -> Value {
    to_value(&of).unwrap()
}

trait Play {
    fn go(&self, text: &str) -> State<Jarls>;
    fn refused(&self, text: &str) -> String;
    fn lists(&self, text: &str) -> bool;
    fn fields(&self) -> Vec<String>;
    fn events(&self, text: &str) -> Vec<Value>;
    fn kinds(&self, text: &str) -> Vec<String>;
    fn reason(&self) -> &'static str;
    fn winners(&self) -> Vec<u8>;
}

impl Play for State<Jarls> {
    fn go(&self, text: &str) -> State<Jarls> {
        let action = self.read(None, text, None).unwrap();
        self.play(&action).unwrap_or_else(|e| panic!("{text}: {e}"))
    }

    fn refused(&self, text: &str) -> String {
        let action = self.read(None, text, None).unwrap();
        let error = self.play(&action).err().unwrap();
        assert_eq!(error.code(), "illegal_move");
        error.to_string()
    }

    fn lists(&self, text: &str) -> bool {
        let action = self.read(None, text, None).unwrap();
        self.legal(None).contains(&action)
    }

    /// The fields of the notation.
    fn fields(&self) -> Vec<String> {
        self.notation().split(' ').map(str::to_owned).collect()
    }

    fn events(&self, text: &str) -> Vec<Value> {
        let action = self.read(None, text, None).unwrap();
        let events = self.game().report(self.position(), self.history(), &action);
        events.iter().map(plain).collect()
    }

    fn kinds(&self, text: &str) -> Vec<String> {
        let kind = |e: &Value| e["kind"].as_str().unwrap().to_owned();
        self.events(text).iter().map(kind).collect()
    }

    fn reason(&self) -> &'static str {
        self.outcome().map_or("-", |o| o.reason)
    }

    fn winners(&self) -> Vec<u8> {
        let outcome = self.outcome().unwrap();
        outcome.winners.iter().map(|Seat(s)| s).collect()
    }
}
