//! Bots of the host's own: the scenarios that all languages share, and how questions end.

use std::sync::{Arc, mpsc};

use serde_json::json;

use super::tests::{PATIENCE, call, covers, dict, run_all};
use super::*;
use crate::host;
use crate::own::{Ask, Question, Questions, Told, bot_failed};

/// The bots of a scenario's own, whose questions wait until a step answers them.
pub(super) struct OwnBots {
    send: mpsc::Sender<Question>,
    told: mpsc::Receiver<Question>,
    /// Questions that came and were not the next step's, or are held back.
    waiting: Vec<Question>,
    held: Vec<Question>,
}

impl OwnBots {
    /// Answers for all bots of the host's own at a table.
    pub(super) fn at(table: &Table) -> Self {
        let (send, told) = mpsc::channel();
        let bots = Self {
            send,
            told,
            waiting: Vec::new(),
            held: Vec::new(),
        };
        for seat in table.seats() {
            bots.attend(table, &seat);
        }
        bots
    }

    pub(super) fn attend(&self, table: &Table, seat: &str) {
        let send = self.send.clone();
        let ask: Ask = Arc::new(move |question| drop(send.send(question)));
        match table.attend(host::SeatRef::Name(seat), ask) {
            Ok(()) => {}
            Err(error) => assert_eq!(error.code(), "unsupported"),
        }
    }

    fn next(&mut self, name: &str, seat: &str) -> Question {
        let waits = |question: &Question| question.details().seat == seat && !question.is_over();
        if let Some(at) = self.waiting.iter().position(waits) {
            return self.waiting.swap_remove(at);
        }
        loop {
            let question = self.told.recv_timeout(PATIENCE.unwrap());
            let question = question.unwrap_or_else(|_| panic!("{name}: {seat} is not asked"));
            if waits(&question) {
                return question;
            }
            self.waiting.push(question);
        }
    }

    pub(super) fn question(&mut self, name: &str, step: &Value) {
        let question = self.next(name, step["seat"].as_str().unwrap());
        let details = serde_json::to_value(question.details()).unwrap();
        if !step["expect"].is_null() {
            assert!(
                covers(&details, &step["expect"]),
                "{name}: {step}: {details}"
            );
        }
        if let Some(kinds) = step["kinds"].as_array() {
            let events = question.details().events.iter();
            let got: Vec<_> = events.map(|event| event["kind"].clone()).collect();
            assert_eq!(&got, kinds, "{name}: {step}");
        }
        if let Some(count) = step["candidates"].as_u64() {
            let candidates = question.observation().candidates();
            assert_eq!(candidates.len() as u64, count, "{name}: {step}");
        }
        if step["hold"] == true {
            self.held.push(question);
        } else if let Some(message) = step["fail"].as_str() {
            assert!(question.fail(bot_failed(message)), "{name}: {step}");
        } else {
            assert!(question.answer(&step["answer"]), "{name}: {step}");
        }
    }

    pub(super) fn held(&mut self, name: &str, step: &Value) {
        let seat = step["seat"].as_str().unwrap();
        let at = self.held.iter().position(|q| q.details().seat == seat);
        let question = self.held.remove(at.unwrap());
        if step["given_up"] == true {
            let (send, told) = mpsc::channel();
            question.when_given_up(move || {
                let _ = send.send(());
            });
            assert!(told.recv_timeout(PATIENCE.unwrap()).is_ok(), "{name}");
        }
        assert_eq!(question.answer(&step["answer"]), step["taken"], "{name}");
    }
}

#[test]
fn the_scenarios_of_bots_of_the_hosts_own() {
    run_all("own.json");
}

/// Returns a table whose white seat is asked, and its question.
fn asked() -> (Table, Question) {
    let seats = dict(&json!({ "white": { "bot": "own", "delay": 0 }, "black": { "bot": "own" } }));
    let settings = dict(&json!({ "seed": 1 }));
    let table = Table::start("chess", &Dict::new(), &seats, &settings).unwrap();
    let (send, told) = mpsc::channel();
    let ask: Ask = Arc::new(move |question| drop(send.send(question)));
    table.attend(host::SeatRef::Index(0), ask).unwrap();
    let question = told.recv_timeout(PATIENCE.unwrap()).unwrap();
    (table, question)
}

#[test]
fn who_hears_that_a_question_is_given_up_has_heard_the_question() {
    // Nobody is asked what is over by then.
    let (table, question) = asked();
    let queue = Questions::new(|| {});
    call(
        &table,
        "take_over",
        json!({ "seat": 0, "occupant": "human" }),
    );
    assert!(question.is_over());
    queue.ask()(question);
    assert!(queue.take().is_none());
    // It is given up as soon as it is told, before anybody could be told of that.
    let (table, question) = asked();
    let id = question.details().id;
    let gives_up = table.downgrade();
    let queue = Questions::new(move || {
        let table = gives_up.upgrade().unwrap();
        let _ = table.call("abort", &Dict::new());
    });
    queue.ask()(question);
    assert!(matches!(queue.take(), Some(Told::Asked(question)) if question.is_over()));
    assert!(matches!(queue.take(), Some(Told::GivenUp(given_up)) if given_up == id));
    assert!(queue.take().is_none());
}

#[test]
fn a_question_that_is_dropped_or_not_answered_in_time_is_a_failure() {
    for timeout in [0, 50_000] {
        let state = host::start("chess", &Dict::new()).unwrap();
        let seats = dict(&json!({ "white": { "bot": "own", "delay": 0 } }));
        let settings = dict(&json!({ "seed": 1, "bot_timeout": timeout }));
        let table = Table::from_values(&state, &seats, &settings).unwrap();
        let (send, told) = mpsc::channel();
        let ask: Ask = Arc::new(move |question| drop(send.send(question)));
        table.attend(host::SeatRef::Index(0), ask).unwrap();
        let question = told.recv_timeout(PATIENCE.unwrap()).unwrap();
        if timeout > 0 {
            drop(question);
            assert!(table.wait_quiet(PATIENCE));
        } else {
            // Held, it is not dropped; only time ends it.
            assert!(table.wait_quiet(PATIENCE));
            assert!(question.is_over() && !question.answer(&json!("e2e4")));
        }
        let events = call(&table, "events", json!({ "seat": "white" }));
        let kinds: Vec<_> = events["events"].as_array().unwrap().iter().collect();
        assert_eq!(kinds[1]["kind"], "bot_failed", "{events}");
        assert_eq!(kinds[1]["code"], "bot_failed");
        // Nobody else hears of it.
        let events = call(&table, "events", json!({ "seat": "black" }));
        assert_eq!(events["next"], 3, "{events}");
    }
}
