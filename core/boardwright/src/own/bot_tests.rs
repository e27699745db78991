//! Bots of the host's own without a table: the scenarios that all languages share, and how
//! decisions end.

use std::path::Path;
use std::sync::{Arc, mpsc};
use std::time::Duration;

use serde_json::json;

use super::{Ask, OwnBot, Question};
use crate::host::{self, Decision, Game, Limits, SeatRef, State, Subject, plain};
use crate::table::tests::{PATIENCE, covers, dict};
use contract::error::{Error, Result};
use contract::jobs::{self, Control, Request, Task};
use contract::value::Value;

/// A bot whose questions wait until a step answers them.
fn asking() -> (Ask, mpsc::Receiver<Question>) {
    let (send, questions) = mpsc::channel();
    let ask: Ask = Arc::new(move |question| drop(send.send(question)));
    (ask, questions)
}

fn next(questions: &mpsc::Receiver<Question>) -> Question {
    questions.recv_timeout(PATIENCE.unwrap()).unwrap()
}

fn start<T: serde::Serialize + Send + 'static>(work: Result<host::Work<T>>) -> Result<Task<Value>> {
    plain(work?).start(Request::default())
}

fn end(task: &Task<Value>) -> Result<Value> {
    task.wait(PATIENCE).unwrap().result
}

fn answers(name: &str, step: &Value, question: &Question) {
    let details = serde_json::to_value(question.details()).unwrap();
    let fits = step["expect"].is_null() || covers(&details, &step["expect"]);
    assert!(fits, "{name}: {step}: {details}");
    let candidates = question.observation().candidates();
    if let Some(count) = step["candidates"].as_u64() {
        assert_eq!(candidates.len() as u64, count, "{name}");
    }
    if let Some(message) = step["fail"].as_str() {
        assert!(question.fail(super::bot_failed(message)));
    } else {
        assert!(question.answer(&step["answer"]), "{name}");
    }
}

fn play(scenario: &Value) -> Result<Value> {
    let name = scenario["name"].as_str().unwrap();
    let game = Game::new(
        scenario["game"].as_str().unwrap(),
        &dict(&scenario["options"]),
    )?;
    let moves = scenario["moves"].as_array().into_iter().flatten();
    let state = moves.fold(game.start()?, |state, text| {
        let text = host::MoveRef::Text(text.as_str().unwrap());
        state.play(None, text, None).unwrap()
    });
    let seat = scenario["seat"].as_str().map(SeatRef::Name);
    let seen = scenario["observe"]
        .as_str()
        .map(|seat| state.observe(SeatRef::Name(seat)).unwrap());
    let subject = match &seen {
        Some(seen) => Subject::Observation(seen),
        None => Subject::State(&state, seat),
    };
    let bot = OwnBot::new(&dict(&scenario["bot"]))?;
    let (ask, questions) = asking();
    let limits = Limits::read(&dict(&scenario["limits"]))?;
    let task = start(bot.decide(ask, &subject, &limits))?;
    for step in scenario["answers"].as_array().unwrap() {
        answers(name, step, &next(&questions));
    }
    let ended = end(&task);
    assert!(questions.try_recv().is_err(), "{name}: it is asked on");
    ended
}

#[test]
fn the_scenarios_of_decisions() {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/scenarios/own-decisions.json");
    let scenarios: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let scenarios = scenarios.as_array().unwrap();
    assert!(scenarios.len() > 15);
    for scenario in scenarios {
        let name = scenario["name"].as_str().unwrap();
        match (play(scenario), scenario["error"].as_str()) {
            (Ok(got), None) => assert!(covers(&got, &scenario["expect"]), "{name}: {got}"),
            (Err(error), Some(code)) => {
                let says = error
                    .message()
                    .contains(scenario["message"].as_str().unwrap());
                assert!(error.code() == code && says, "{name}: {error:?}");
            }
            (got, _) => panic!("{name}: {got:?}"),
        }
    }
}

/// Returns a decision at the start of chess that is under way, and its question.
fn under_way(options: &Value, limits: Limits) -> (Task<Value>, Question, mpsc::Receiver<Question>) {
    let state = host::start("chess", &host::fields(&())).unwrap();
    let bot = OwnBot::new(&dict(options)).unwrap();
    let (ask, questions) = asking();
    let task = start(bot.decide(ask, &Subject::State(&state, None), &limits)).unwrap();
    let question = next(&questions);
    (task, question, questions)
}

fn code(ended: Result<Value>) -> &'static str {
    ended.map_or_else(|error: Error| error.code(), |_| "decided")
}

#[test]
fn what_is_cancelled_is_given_up_and_not_asked_again() {
    let (task, question, questions) = under_way(&json!({}), Limits::default());
    let (send, told) = mpsc::channel();
    question.when_given_up(move || send.send(()).unwrap());
    task.handle().cancel();
    assert_eq!(code(end(&task)), "cancelled");
    told.recv_timeout(PATIENCE.unwrap()).unwrap();
    assert!(question.is_over() && !question.answer(&json!("e2e4")));
    // After a refusal as well.
    let (task, question, questions_of_second) = under_way(&json!({}), Limits::default());
    assert!(question.answer(&json!("nonsense")));
    let again = next(&questions_of_second);
    drop(task);
    while !again.is_over() {
        std::thread::yield_now();
    }
    assert!(questions.try_recv().is_err() && questions_of_second.try_recv().is_err());
}

#[test]
fn a_question_that_is_dropped_or_not_answered_in_time_fails_the_decision() {
    let (task, question, _) = under_way(&json!({}), Limits::default());
    drop(question);
    assert_eq!(code(end(&task)), "bot_failed");
    let deadline = Limits {
        deadline: Some(Duration::ZERO),
        ..Limits::default()
    };
    for (options, limits) in [
        (json!({}), deadline),
        (json!({ "bot_timeout": 0 }), Limits::default()),
    ] {
        let (task, question, _) = under_way(&options, limits);
        assert_eq!(question.details().timeout, 0);
        assert_eq!(code(end(&task)), "bot_failed");
        assert!(question.is_over() && !question.answer(&json!("e2e4")));
    }
}

#[test]
fn decisions_at_once_wait_for_no_thread_and_for_nobody() {
    let state = host::start("chess", &host::fields(&())).unwrap();
    let bot = OwnBot::new(&host::fields(&())).unwrap();
    let (ask, questions) = asking();
    let decide = || {
        bot.decide(
            Arc::clone(&ask),
            &Subject::State(&state, None),
            &Limits::default(),
        )
    };
    let count = jobs::threads() + 20;
    let tasks: Vec<_> = (0..count).map(|_| start(decide()).unwrap()).collect();
    let asked: Vec<_> = (0..count).map(|_| next(&questions)).collect();
    let mut ids: Vec<_> = asked.iter().map(|question| question.details().id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), count);
    // Other work has its turn meanwhile.
    let leaves = state
        .perft(1, host::PerftOptions::default())
        .wait()
        .unwrap();
    assert_eq!(leaves, 20);
    for question in asked.iter().rev() {
        assert!(question.answer(&json!("e2e4")));
    }
    for task in tasks {
        assert_eq!(end(&task).unwrap()["move"], "e2e4");
    }
    // Nor does it run on a thread of the caller's.
    let refused = decide().unwrap().run(&Control::default());
    assert_eq!(
        refused.map(|_: Decision<String>| ()).unwrap_err().code(),
        "unsupported"
    );
}

#[test]
fn a_whole_blind_game_is_played_by_observations_alone() {
    let game = Game::new("blind", &dict(&json!({ "rules": "fog" }))).unwrap();
    let bot = OwnBot::new(&host::fields(&())).unwrap();
    // It answers with what its seat may try, the same way each time.
    let ask: Ask = Arc::new(|question: Question| {
        let candidates = question.observation().candidates();
        let at = (question.details().id * 7) as usize % candidates.len();
        question.answer(&json!(candidates[at]));
    });
    let mut state: State = game.start().unwrap();
    for _ in 0..60 {
        let Some(seat) = state.live().single() else {
            break;
        };
        let seen = state.observe(SeatRef::Index(i64::from(seat.0))).unwrap();
        let subject = Subject::Observation(&seen);
        let work = bot.decide(Arc::clone(&ask), &subject, &Limits::default());
        let decision = end(&start(work).unwrap()).unwrap();
        let text = decision["move"].as_str().unwrap();
        assert!(seen.candidates().iter().any(|candidate| candidate == text));
        state = state.play(None, host::MoveRef::Text(text), None).unwrap();
    }
}
