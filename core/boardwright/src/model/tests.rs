//! The scenarios that all languages share, without their servers: what a call comes to is in
//! the script, and time goes on by the waits alone.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::mpsc;
use std::sync::{Arc, Mutex};

use serde_json::json;

use super::*;
use crate::host::{self, SeatRef};
use crate::own::{Ask, Question, QuestionClock, QuestionKind, Refusal, bot_failed};
use crate::table::Table;
use crate::table::tests::{PATIENCE, covers, dict};

/// A server as its clients see it.
struct Server {
    script: Mutex<Dict>,
    models: Option<Value>,
    requests: Mutex<Vec<(Value, Dict)>>,
    held: mpsc::Sender<()>,
}

impl Server {
    /// The reply to a call and the time that it took; none for a call that is never answered.
    fn reply(&self, call: &Call) -> Option<(Reply, u64)> {
        let Some(body) = &call.body else {
            let response = match &self.models {
                None => (404, String::new()),
                Some(models) => {
                    let list = models.as_array().unwrap().iter();
                    let list: Vec<_> = list.map(|id| json!({ "id": id })).collect();
                    (200, json!({ "data": list }).to_string())
                }
            };
            return Some((reply(response.0, response.1), 1));
        };
        let body: Value = serde_json::from_str(body).unwrap();
        let next = {
            let mut script = self.script.lock().unwrap();
            let list = script[body["model"].as_str().unwrap()].as_array_mut();
            let list = list.unwrap();
            assert!(!list.is_empty(), "a call too many: {body}");
            list.remove(0)
        };
        self.requests
            .lock()
            .unwrap()
            .push((body, call.headers.clone()));
        if next["never"] == true {
            self.held.send(()).unwrap();
            return None;
        }
        if next["slow"] == true {
            return Some((Reply::Timeout, call.timeout));
        }
        if next["close"] == true {
            return Some((Reply::NoConnection("closed".into()), 1));
        }
        if let Some(said) = next["say"].as_str() {
            let usage = match next.get("usage") {
                None => json!({ "prompt_tokens": 100, "completion_tokens": 10 }),
                Some(usage) => usage.clone(),
            };
            let message = json!({ "role": "assistant", "content": said });
            let choice = json!({ "message": message, "finish_reason": "stop" });
            let body = json!({ "choices": [choice], "usage": usage });
            return Some((reply(200, body.to_string()), 1));
        }
        let value =
            json!({ "status": next["status"], "headers": next["headers"], "body": next["body"] });
        Some((Reply::read(&value).unwrap(), 1))
    }
}

fn reply(status: u16, body: String) -> Reply {
    Reply::Response {
        status,
        headers: Dict::new(),
        body,
    }
}

/// Answers a question as a host does. A turn that is never answered is given back.
fn drive(server: &Server, turn: Turn, clock: &Mutex<u64>) -> Result<Step, Box<Turn>> {
    let mut heard = None;
    loop {
        let now = *clock.lock().unwrap();
        match turn.step(now, heard.take().as_ref()).unwrap() {
            Step::Call(call) => {
                let Some((reply, time)) = server.reply(&call) else {
                    return Err(Box::new(turn));
                };
                *clock.lock().unwrap() += time;
                heard = Some(reply);
            }
            Step::Wait { wait } => *clock.lock().unwrap() += wait,
            end => return Ok(end),
        }
    }
}

struct Host {
    server: Server,
    clock: Mutex<u64>,
    held: Mutex<VecDeque<(Arc<Question>, Turn)>>,
    gone: mpsc::Sender<()>,
}

impl Host {
    fn answer(self: &Arc<Self>, player: &LanguageModel, question: Question) {
        let turn = player.ask(question.details(), question.observation());
        let question = Arc::new(question);
        // Held before the test is told of it.
        let mut held = self.held.lock().unwrap();
        match drive(&self.server, turn, &self.clock) {
            Ok(Step::Answer { answer }) => assert!(question.answer(&answer)),
            Ok(Step::Fail { reason }) => assert!(question.fail(bot_failed(&reason))),
            Ok(other) => panic!("{other:?}"),
            Err(turn) => {
                held.push_back((Arc::clone(&question), *turn));
                // It may be given up already, and is then told at once.
                drop(held);
                let host = Arc::downgrade(self);
                question.when_given_up(move || {
                    if let Some(host) = host.upgrade() {
                        drop(host.held.lock().unwrap().pop_front());
                        let _ = host.gone.send(());
                    }
                });
            }
        }
    }
}

fn players(scenario: &Value) -> Vec<LanguageModel> {
    let players = scenario["players"].as_array().unwrap().iter();
    players
        .map(|options| {
            let mut options = dict(options);
            for endpoint in options["endpoints"].as_array_mut().unwrap() {
                endpoint["base_url"] = "http://server/v1".into();
            }
            LanguageModel::new(&options).unwrap()
        })
        .collect()
}

fn check_requests(name: &str, server: &Server, expected: &Value) {
    let requests = server.requests.lock().unwrap();
    let expected = expected.as_array().unwrap();
    assert_eq!(requests.len(), expected.len(), "{name}");
    for ((body, headers), expected) in requests.iter().zip(expected) {
        let messages = body["messages"].as_array().unwrap().iter();
        let mut text = body.to_string();
        text.extend(messages.map(|message| message["content"].as_str().unwrap()));
        for has in expected["has"].as_array().into_iter().flatten() {
            let has = has.as_str().unwrap();
            assert!(text.contains(has), "{name}: {has}: {text}");
        }
        for lacks in expected["lacks"].as_array().into_iter().flatten() {
            assert!(!text.contains(lacks.as_str().unwrap()), "{name}: {lacks}");
        }
        if let Some(format) = expected.get("format") {
            assert_eq!(body["response_format"]["type"], *format, "{name}");
        }
        if let Some(model) = expected.get("model") {
            assert_eq!(body["model"], *model, "{name}");
        }
        if let Some(key) = expected.get("key") {
            assert_eq!(headers["authorization"], *key, "{name}");
        }
    }
}

fn run(scenario: &Value) {
    let name = scenario["name"].as_str().unwrap();
    let state = host::start(
        scenario["game"].as_str().unwrap(),
        &dict(&scenario["options"]),
    );
    let players = players(scenario);
    let (held, is_held) = mpsc::channel();
    let (gone, is_gone) = mpsc::channel();
    let host = Arc::new(Host {
        server: Server {
            script: Mutex::new(dict(&scenario["script"])),
            models: scenario.get("models").cloned(),
            requests: Mutex::default(),
            held,
        },
        clock: Mutex::new(1_000),
        held: Mutex::default(),
        gone,
    });
    let mut seats = dict(&scenario["seats"]);
    let mut bots = Vec::new();
    for (seat, occupant) in &mut seats {
        if let Some(player) = occupant["model"].as_u64() {
            bots.push((seat.clone(), players[player as usize].clone()));
            *occupant = json!({ "bot": "own", "delay": 0, "name": occupant["name"] });
        }
    }
    let settings = dict(&json!({ "seed": 1 }));
    let table = Table::from_values(&state.unwrap(), &seats, &settings).unwrap();
    for (seat, player) in bots {
        let host = Arc::clone(&host);
        let ask: Ask = Arc::new(move |question| host.answer(&player, question));
        table.attend(SeatRef::Name(&seat), ask).unwrap();
    }
    for step in scenario["steps"].as_array().unwrap() {
        let player = &players[step["player"].as_u64().unwrap_or_default() as usize];
        if step["wait"] == true {
            assert!(table.wait_quiet(PATIENCE), "{name}: a bot is stuck");
        } else if step["held"].is_u64() {
            is_held.recv_timeout(PATIENCE.unwrap()).unwrap();
        } else if step["gone"].is_u64() {
            is_gone.recv_timeout(PATIENCE.unwrap()).unwrap();
        } else if !step["moves"].is_null() {
            let got = table.call("moves", &Dict::new()).unwrap();
            let got = got["moves"].as_array().unwrap().iter();
            let got: Vec<_> = got.map(|made| made["move"].clone()).collect();
            assert_eq!(json!(got), step["moves"], "{name}");
        } else if let Some(failed) = step["failed"].as_object() {
            let events = table.call("events", &dict(&json!({ "seat": failed["seat"] })));
            let events = events.unwrap();
            let mut events = events["events"].as_array().unwrap().iter();
            let failure = events.find(|event| event["kind"] == "bot_failed").unwrap();
            assert_eq!(failure["reason"], failed["reason"], "{name}");
            assert!(failure["fallback"].is_string(), "{name}");
        } else if step["stats"].is_object() {
            let stats = to_value(&player.stats()).unwrap();
            assert!(covers(&stats, &step["stats"]), "{name}: {step}: {stats}");
        } else if step["transcript"].is_array() {
            let transcript = json!(player.transcript().unwrap());
            assert!(
                covers(&transcript, &step["transcript"]),
                "{name}: {transcript}"
            );
            assert!(!transcript.to_string().contains("key-of-"), "{name}");
        } else if step["requests"].is_array() {
            check_requests(name, &host.server, &step["requests"]);
        } else if step["preflight"].is_array() {
            let checked = drive(&host.server, player.preflight(), &host.clock).unwrap();
            let Step::Checked { endpoints } = checked else {
                panic!("{name}: {checked:?}");
            };
            assert_eq!(to_value(&endpoints).unwrap(), step["preflight"], "{name}");
        } else {
            let got = table.call(step["call"].as_str().unwrap(), &dict(&step["args"]));
            let got = got.unwrap_or_else(|error| panic!("{name}: {step}: {error}"));
            let fits = step["expect"].is_null() || covers(&got, &step["expect"]);
            assert!(fits, "{name}: {step}: {got}");
        }
    }
}

#[test]
fn the_shared_scenarios() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/scenarios/models.json");
    let scenarios = std::fs::read_to_string(file).unwrap();
    let scenarios: Vec<Value> = serde_json::from_str(&scenarios).unwrap();
    assert!(scenarios.len() > 15);
    for scenario in &scenarios {
        run(scenario);
    }
}

fn player(options: Value, endpoints: &[Value]) -> LanguageModel {
    let mut options = dict(&options);
    let endpoints = endpoints.iter().map(|endpoint| {
        let mut endpoint = endpoint.clone();
        endpoint["base_url"] = "https://server/v1/".into();
        endpoint
    });
    options.insert("endpoints".into(), endpoints.collect());
    LanguageModel::new(&options).unwrap()
}

fn details(timeout: u64) -> QuestionDetails {
    QuestionDetails {
        id: 1,
        seat: "white".into(),
        kind: QuestionKind::Move,
        refused: Vec::new(),
        events: Vec::new(),
        movetime: None,
        nodes: None,
        clock: None,
        timeout,
    }
}

fn observation(game: &str, position: Option<&str>) -> Observation {
    let state = match position {
        None => host::start(game, &Dict::new()),
        Some(text) => host::parse(game, text, &[], &Dict::new()),
    };
    state.unwrap().observe(SeatRef::Index(0)).unwrap()
}

fn called(step: Step) -> Call {
    match step {
        Step::Call(call) => call,
        other => panic!("{other:?}"),
    }
}

fn status(status: u16, retry_after: Option<&str>) -> Reply {
    let headers = retry_after.map(|after| ("Retry-After".to_owned(), after.into()));
    Reply::Response {
        status,
        headers: headers.into_iter().collect(),
        body: String::new(),
    }
}

#[test]
fn failures_are_waited_for_ever_longer_and_never_beyond_the_time_for_the_answer() {
    let player = player(
        json!({ "preflight": false, "attempts": 5, "max_wait": 3_000 }),
        &[json!({ "model": "a" })],
    );
    let white = observation("chess", None);
    let turn = player.ask(&details(60_000), &white);
    let mut now = 5_000;
    for wait in [1_000, 2_000, 3_000, 3_000] {
        called(turn.step(now, None).unwrap());
        let step = turn.step(now, Some(&status(503, None))).unwrap();
        assert_eq!(step, Step::Wait { wait });
        now += wait;
    }
    called(turn.step(now, None).unwrap());
    let end = turn.step(now, Some(&status(503, None))).unwrap();
    assert!(
        matches!(&end, Step::Fail { reason } if reason.contains("too many calls (a: status 503)"))
    );
    assert_eq!(turn.step(now, None).unwrap_err().code(), "unsupported");

    // What the endpoint says of the time counts, and the time for the answer.
    now += 3_000;
    let turn = player.ask(&details(2_000), &white);
    let call = called(turn.step(now, None).unwrap());
    assert_eq!(call.timeout, 1_900);
    let wait = turn.step(now, Some(&status(429, Some("1.5")))).unwrap();
    assert_eq!(wait, Step::Wait { wait: 1_500 });
    let call = called(turn.step(now + 1_500, None).unwrap());
    assert_eq!(call.timeout, 400);
    let end = turn
        .step(now + 1_600, Some(&status(429, Some("1"))))
        .unwrap();
    assert!(
        matches!(&end, Step::Fail { reason } if reason.starts_with("no endpoint can be called in time"))
    );
    let stats = player.stats();
    assert_eq!((stats.fallbacks, stats.limited, stats.errors), (2, 2, 5));
}

#[test]
fn a_part_of_the_clock_is_all_that_a_model_uses() {
    let player = player(json!({ "preflight": false }), &[json!({ "model": "a" })]);
    let mut question = details(60_000);
    question.clock = Some(QuestionClock {
        remaining: 8_000,
        increment: 1_000,
    });
    let turn = player.ask(&question, &observation("chess", None));
    assert_eq!(called(turn.step(0, None).unwrap()).timeout, 3_000);
}

#[test]
fn a_reply_comes_when_a_call_is_under_way_and_only_then() {
    let player = player(json!({}), &[json!({ "model": "a" })]);
    let turn = player.ask(&details(0), &observation("chess", None));
    let error = turn.step(0, Some(&Reply::Timeout)).unwrap_err();
    assert_eq!(error.code(), "invalid_option");
    let call = called(turn.step(0, None).unwrap());
    assert_eq!(
        (call.method, &*call.url),
        ("GET", "https://server/v1/models")
    );
    assert_eq!(turn.step(0, None).unwrap_err().code(), "invalid_option");
    for wrong in [
        json!(null),
        json!({}),
        json!({ "status": 20 }),
        json!({ "status": 200, "body": 5 }),
        json!({ "status": 200, "headers": [] }),
        json!({ "error": "tired" }),
    ] {
        let error = Reply::read(&wrong).unwrap_err();
        assert_eq!(error.code(), "invalid_option");
        assert!(error.message().starts_with("response: "), "{error}");
    }
}

#[test]
fn wrong_options_are_named_and_no_secret_is_shown() {
    let good = json!({ "base_url": "http://h/v1", "model": "m" });
    let with = |name: &str, value: Value| {
        let mut endpoint = good.clone();
        endpoint[name] = value;
        json!({ "endpoints": [endpoint] })
    };
    for (options, message) in [
        (json!({}), "endpoints: is needed"),
        (json!({ "endpoints": [] }), "endpoints: takes 1 to 16"),
        (json!({ "endpoints": [5] }), "endpoints[0]: takes a map"),
        (
            json!({ "endpoints": [good], "styl": "hard" }),
            "there is no option \"styl\": there are endpoints, style",
        ),
        (
            json!({ "endpoints": [good], "style": "soft" }),
            "style: takes beginner, intermediate, hard, not \"soft\"",
        ),
        (
            json!({ "endpoints": [good], "legal_moves": true }),
            "legal_moves: takes a string",
        ),
        (
            json!({ "endpoints": [good], "retries": 11 }),
            "retries: takes an integer from 0 to 10, not 11",
        ),
        (
            json!({ "endpoints": [good], "max_cost": 1 }),
            "max_cost: needs input_price and output_price of endpoints[0]",
        ),
        (with("model", json!(" ")), "endpoints[0].model: is needed"),
        (
            with("base_url", json!("h/v1")),
            "endpoints[0].base_url: begins with http",
        ),
        (
            with("base_url", json!("http://user:secret@h")),
            "endpoints[0].base_url: has no user",
        ),
        (
            with("base_url", json!("http://h/v1?key=secret")),
            "endpoints[0].base_url: has no user",
        ),
        (
            with("base_url", json!("http://h/v1/chat/completions")),
            "endpoints[0].base_url: ends before",
        ),
        (
            with("key", json!("secret\r\n")),
            "endpoints[0].key: takes printable",
        ),
        (
            with("headers", json!({ "x": 5 })),
            "endpoints[0].headers: takes a map of strings",
        ),
        (
            with("headers", json!({ "x y": "z" })),
            "endpoints[0].headers: takes names",
        ),
        (
            with("extra", json!({ "model": "x" })),
            "endpoints[0].extra: model is set",
        ),
        (
            with("timeout", json!(0)),
            "endpoints[0].timeout: takes an integer from 1",
        ),
        (
            with("input_price", json!(-1)),
            "endpoints[0].input_price: takes a number",
        ),
        (
            with("output", json!("xml")),
            "endpoints[0].output: takes schema, object, text",
        ),
    ] {
        let error = LanguageModel::new(&dict(&options)).unwrap_err();
        assert_eq!(error.code(), "invalid_option", "{options}");
        assert!(error.message().starts_with(message), "{message}: {error}");
        assert!(!error.message().contains("secret"), "{error}");
    }
    for (list, read) in [(MODEL, model_options()), (ENDPOINT, endpoint_options())] {
        assert_eq!(list.iter().map(|o| o.name).collect::<Vec<_>>(), read);
    }
    let player = player(
        json!({ "preflight": false }),
        &[json!({ "model": "a", "key": "top-secret", "headers": { "X-Org": "more-secret" } })],
    );
    let turn = player.ask(&details(0), &observation("chess", None));
    let call = called(turn.step(0, None).unwrap());
    assert_eq!(call.headers["x-org"], "more-secret");
    for shown in [
        format!("{player:?}"),
        format!("{turn:?}"),
        format!("{call:?}"),
    ] {
        assert!(!shown.contains("secret"), "{shown}");
    }
    let Some(body) = &call.body else { panic!() };
    assert!(!body.contains("secret"));
}

/// The move that a text settles on.
fn read(observation: &Observation, text: &str) -> std::result::Result<String, String> {
    answer::read(QuestionKind::Move, observation, &[], text).map(|answer| {
        answer["move"]
            .as_str()
            .map_or_else(|| answer.to_string(), str::to_owned)
    })
}

#[test]
fn moves_are_found_in_prose() {
    let open = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
    let white = observation("chess", Some(open));
    for (text, expected) in [
        ("Bb5", "f1b5"),
        ("3.Bb5!", "f1b5"),
        ("I play Bb5, the Spanish.", "f1b5"),
        ("`f1b5`", "f1b5"),
        ("f1-b5 it is", "f1b5"),
        ("Nxe5 looks good, but d4 is better.", "d2d4"),
        ("My move: **Nxe5**. (Not d4, which loses a tempo.)", "f3e5"),
        ("Best move is Ne5 as nothing defends", "f3e5"),
        ("{\"move\": \"Bb5 (Ruy Lopez)\"}", "f1b5"),
        (
            "Sure!\n```json\n{\"reasoning\": \"d4 {sharp}\", \"move\": \"c4\"}\n```\nGood luck",
            "c2c4",
        ),
        ("\\boxed{Bc4}", "f1c4"),
        ("d4 instead of c4", "d2d4"),
        ("<think>I'd play a3</think>h3", "h2h3"),
    ] {
        assert_eq!(read(&white, text).as_deref(), Ok(expected), "{text}");
    }
    for (text, reason) in [
        ("", "no move was recognised"),
        (
            "The e-file matters, and Nf3 has been played.",
            "no move was recognised",
        ),
        ("Bb5 or Bc4", "it names Bb5 and Bc4"),
        (
            "I liked d4.\nMove: O-O-O1",
            "\"O-O-O1\" is none of the moves",
        ),
        ("{\"move\": \"Bc5\"}", ""),
        ("{\"move\": null}", "move is missing"),
        (
            "{\"move\": \"d4\", \"resign\": \"no\"}",
            "resign is true or false",
        ),
        ("{\"move\": [\"d4\"]}", "move is a string, not a list"),
    ] {
        let got = read(&white, text).unwrap_err();
        assert!(got.starts_with(reason), "{text}: {got}");
    }
    let two = observation("chess", Some("4k3/8/8/8/8/8/8/R4RK1 w - - 0 1"));
    assert!(
        read(&two, "Rd1").unwrap_err().contains("no move"),
        "two rooks reach d1"
    );
    let jarls = observation("jarls", None);
    let first = jarls.candidates().remove(0);
    assert_eq!(read(&jarls, &format!("So: {first}.")), Ok(first));
}

#[test]
fn anything_at_all_may_be_said() {
    let white = observation("blind", None);
    let words = [
        "e2e4", "🂡", "{", "\"move\"", ":", "**", "e2", "-", "\u{200b}", "Move:", "\n", "3,0>",
    ];
    let mut rng = contract::rng::Rng::derived(&[7]);
    for _ in 0..3_000 {
        let count = rng.next_u64() % 9;
        let text: String = (0..count)
            .map(|_| words[(rng.next_u64() % words.len() as u64) as usize])
            .collect();
        if let Ok(text) = read(&white, &text) {
            assert!(white.candidates().contains(&text));
        }
    }
}

#[test]
fn a_refused_move_is_not_listed_and_not_taken_again() {
    let player = player(json!({ "preflight": false }), &[json!({ "model": "a" })]);
    let white = observation("blind", None);
    let mut question = details(0);
    question.refused.push(Refusal {
        text: "e2d3".into(),
        code: "illegal_move".into(),
        reason: "illegal move".into(),
    });
    let turn = player.ask(&question, &white);
    let call = called(turn.step(0, None).unwrap());
    let body: Value = serde_json::from_str(&call.body.unwrap()).unwrap();
    let schema = &body["response_format"]["json_schema"]["schema"]["properties"];
    let listed = schema["move"]["enum"].as_array().unwrap();
    assert_eq!(listed.len(), white.candidates().len() - 1);
    assert!(!listed.contains(&json!("e2d3")));
}
