//! Tests of the two boards, by subject.

mod ends;
mod engine;
mod perft;
mod random;
mod records;
mod rules;
mod slow;
mod team;

use std::sync::Arc;

use serde_json::json;

use super::{Bughouse, SEATS};
use contract::game::Seat;
use contract::state::{Rules, State};
use contract::value::{Dict, Value};

const EMPTY: &str = "4k3/8/8/8/8/8/8/4K3[] w - - 0 1";
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
/// In check on the back rank; a piece in hand would help.
const FROZEN: &str = "4R1k1/5ppp/8/8/8/8/5PPP/6K1[] b - - 0 1";
/// Mated whatever there were in hand.
const MATED: &str = "6rk/5Npp/8/8/8/8/8/6K1[] b - - 0 1";

fn with(options: &Value) -> Arc<Rules<Bughouse>> {
    let Value::Object(options) = options else {
        panic!("options are a map");
    };
    Rules::new(options).unwrap()
}

fn rules() -> Arc<Rules<Bughouse>> {
    with(&json!({}))
}

fn both(a: &str, b: &str) -> State<Bughouse> {
    State::parse(&rules(), &format!("{a} | {b}"), &[]).unwrap()
}

fn play(state: &State<Bughouse>, moves: &str) -> State<Bughouse> {
    moves.split_whitespace().fold(state.clone(), |state, text| {
        let action = state.read(None, text, None).unwrap();
        state
            .play(&action)
            .unwrap_or_else(|e| panic!("{text} in {}: {e}", state.notation()))
    })
}

fn seat(name: &str) -> Seat {
    Seat(SEATS.iter().position(|s| *s == name).unwrap() as u8)
}

fn dict(value: Value) -> Dict {
    match value {
        Value::Object(map) => map,
        _ => panic!("a map"),
    }
}

/// Returns true if the long forms of the tests are wanted.
fn full() -> bool {
    std::env::var("BOARDWRIGHT_FULL").is_ok_and(|v| v == "1")
}
