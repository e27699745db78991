//! Tests of blind chess, by subject: the table of rule sets cell by cell, views
//! against the truth, what must not leak, bots. `slow.rs` is a second moderator,
//! written over a plain map of squares.

mod bots;
mod hidden;
mod rules;
mod slow;
mod views;

use std::sync::Arc;

use super::{Attempt, Blind, BlindView, LogEntry, SeatView};
use chess::Color;
use contract::game::{Game, Outcome};
use contract::rng::Rng;
use contract::state::{Rules, State};
use contract::value::Dict;

/// Returns true if the long forms of the tests run.
pub(super) fn full() -> bool {
    std::env::var_os("BOARDWRIGHT_FULL").is_some()
}

fn game(rules: &str) -> Arc<Rules<Blind>> {
    let mut options = Dict::new();
    options.insert("rules".into(), rules.into());
    Rules::new(&options).unwrap()
}

pub(super) fn start(rules: &str) -> State<Blind> {
    State::start(&game(rules)).unwrap()
}

pub(super) fn at(rules: &str, fen: &str) -> State<Blind> {
    State::parse(&game(rules), fen, &[]).unwrap()
}

pub(super) fn attempt(text: &str) -> Attempt {
    Attempt::read(text).unwrap()
}

pub(super) fn go(state: &State<Blind>, line: &str) -> State<Blind> {
    line.split_ascii_whitespace()
        .fold(state.clone(), |state, text| {
            state
                .play(&attempt(text))
                .unwrap_or_else(|e| panic!("{text}: {e}"))
        })
}

/// Returns the announcements of the last attempt to a side, without its own attempt.
fn heard(state: &State<Blind>, color: Color) -> String {
    let last = state.history().backwards().next().unwrap();
    let events = last.record.heard(color).iter().filter_map(|e| match e {
        LogEntry::Own(_) => None,
        LogEntry::Heard(event) => Some(event.to_string()),
    });
    events.collect::<Vec<_>>().join(" ")
}

/// Returns the announcements of the last attempt of a line: to the mover, then to the other side.
fn told(state: &State<Blind>, line: &str) -> (String, String) {
    let (before, last) = line.rsplit_once(' ').unwrap_or(("", line));
    let before = go(state, before);
    let mover = before.position().board().turn();
    let after = go(&before, last);
    (heard(&after, mover), heard(&after, !mover))
}

fn both(text: &str) -> (String, String) {
    (text.to_owned(), text.to_owned())
}

fn mover(text: &str) -> (String, String) {
    (text.to_owned(), String::new())
}

pub(super) fn seen(state: &State<Blind>, color: Color) -> SeatView {
    match state.game().view(state, super::seat_of(color)) {
        BlindView::Hidden(view) => *view,
        BlindView::Full(_) => panic!("nothing is hidden"),
    }
}

fn texts(of: &[Attempt]) -> Vec<String> {
    let mut texts: Vec<_> = of.iter().map(Attempt::to_string).collect();
    texts.sort();
    texts
}

fn ended(state: &State<Blind>) -> Option<(&'static str, Option<usize>)> {
    let end = |o: Outcome| (o.reason, o.winners.single().map(|s| s.index()));
    state.outcome().map(end)
}

/// A random game of attempts: mostly what the side to move may try, now and then
/// anything at all. Shows every state.
pub(super) fn wander(rules: &str, seed: u64, plies: usize, mut see: impl FnMut(&State<Blind>)) {
    let mut rng = Rng::derived(&[seed, 0xb11d]);
    let mut state = start(rules);
    for _ in 0..plies {
        see(&state);
        if state.outcome().is_some() {
            return;
        }
        let color = state.position().board().turn();
        let choices = state.observe(super::seat_of(color)).candidates();
        assert!(!choices.is_empty(), "{rules}: {}", state.notation());
        let chosen = match rng.below(12) {
            0 => Attempt::from_id(rng.below(Attempt::IDS)),
            1 if state.game().rules.any != super::Any::Never => Some(Attempt::AskAny),
            _ => Some(choices[rng.below(choices.len() as u32) as usize]),
        };
        if let Some(next) = chosen.and_then(|attempt| state.play(&attempt).ok()) {
            state = next;
        }
    }
}

pub(super) const HIDDEN: [&str; 10] = [
    "blind",
    "wild16",
    "berkeley",
    "berkeley_any",
    "cincinnati",
    "rand",
    "english",
    "crazykrieg",
    "fog",
    "rbc",
];
