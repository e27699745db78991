//! Limits hold: for every bot of every game, in positions that take long.
//!
//! Time is a value here. A clock that stands still until so much has been done and
//! then jumps an hour ahead stands for a search whose time is up; what is done after
//! that is counted in positions made, which is the same on every machine.
//!
//! `BOARDWRIGHT_FULL=1` tries every game from its start, too, at more moments, and
//! with more nodes.
#![cfg(feature = "test-games")]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use boardwright::error::ErrorKind;
use boardwright::host::{Bot, Game, Limits, MoveRef, SeatRef, State, Subject};
use boardwright::jobs::{Control, Request};
use boardwright::registry::GAMES;
use boardwright::rng::Rng;
use boardwright::value::{Dict, Value};
use boardwright::{Error, host, work};
use serde_json::json;

/// A position, and the seat that decides.
struct Case {
    label: String,
    state: State,
    seat: i64,
}

/// A bot with its options.
#[derive(Clone)]
struct Decider {
    name: &'static str,
    options: Dict,
}

fn dict(value: Value) -> Dict {
    match value {
        Value::Object(map) => map,
        other => panic!("{other} is no map"),
    }
}

fn full() -> bool {
    std::env::var("BOARDWRIGHT_FULL").is_ok_and(|v| v == "1")
}

/// All of them in the full form, the first few otherwise.
fn some<T>(all: &[T], few: usize) -> &[T] {
    &all[..if full() { all.len() } else { few }]
}

/// A game after so many random plies, or some fewer where it would have ended.
fn after(game: &Game, plies: usize, seed: u64) -> State {
    let mut rng = Rng::derived(&[seed, 0x71e5]);
    let mut state = game.start().unwrap();
    for _ in 0..plies {
        let moves = state.legal_moves(None, None).unwrap();
        if moves.is_empty() {
            break;
        }
        let text = &moves[rng.below(moves.len() as u32) as usize];
        let next = state.play(None, MoveRef::Text(text), None).unwrap();
        if next.outcome().is_some() {
            break;
        }
        state = next;
    }
    state
}

/// Every game as it begins and in the middle, and settings that make much work.
fn cases() -> Vec<Case> {
    let mut games: Vec<(&str, Dict)> = GAMES
        .iter()
        .filter(|entry| entry.shipped())
        .map(|entry| (entry.info().name, Dict::new()))
        .collect();
    let more = [
        ("boost", json!({ "width": 16, "height": 16, "players": 6 })),
        ("jarls", json!({ "players": 6 })),
        ("jarls", json!({ "fog": true })),
        (
            "chess+",
            json!({ "presets": "knights-leap-twice+wrap-board" }),
        ),
        (
            "chess+",
            json!({ "presets": "berserker+pawn-stamina+cannon" }),
        ),
        (
            "chess+",
            json!({ "presets": "piece-hp+king-heals+explosive-rook" }),
        ),
        ("blind", json!({ "rules": "fog" })),
        ("blind", json!({ "rules": "vanilla" })),
    ];
    games.extend(more.map(|(name, options)| (name, dict(options))));
    let mut cases = Vec::new();
    for (name, options) in games {
        let game = Game::new(name, &options).unwrap();
        for plies in some(&[40, 0], 1)
            .iter()
            .copied()
            .filter(|plies| *plies > 0 || options.is_empty())
        {
            let state = after(&game, plies, 7);
            let seat = state.live().iter().next().unwrap();
            cases.push(Case {
                label: format!("{name} {options:?} after {plies}"),
                state,
                seat: i64::from(seat.0),
            });
        }
    }
    cases
}

/// All bots of a game, those with a choice of method in each.
fn deciders(game: &Game) -> Vec<Decider> {
    let info = GAMES
        .iter()
        .find(|entry| entry.info().name == game.name())
        .unwrap();
    let mut all = Vec::new();
    for name in info.bots() {
        let mut with = |options: Value| {
            all.push(Decider {
                name,
                options: dict(options),
            });
        };
        match name {
            "search" => {
                with(json!({ "hash": 1 }));
                with(json!({ "hash": 1, "opponents": "max_n" }));
                with(json!({ "hash": 1, "level": "beginner" }));
                if game.name() == "bughouse" {
                    with(json!({ "hash": 1, "control": "dual" }));
                }
            }
            "mcts" => {
                with(json!({}));
                with(json!({ "leaf": "playout" }));
            }
            _ => with(json!({})),
        }
    }
    all
}

impl Case {
    fn game(&self) -> Game {
        self.state.game()
    }

    fn decide(&self, bot: &Bot, limits: Limits, control: &Control) -> Result<Value, Error> {
        let seat = SeatRef::Index(self.seat);
        let work = if self.game().hidden() {
            let observation = self.state.observe(seat).unwrap();
            bot.decide(&Subject::Observation(&observation), limits)
        } else {
            bot.decide(&Subject::State(&self.state, Some(seat)), limits)
        };
        work?.run(control).map(|decision| json!(decision))
    }

    fn candidates(&self) -> Vec<String> {
        let observation = self.state.observe(SeatRef::Index(self.seat)).unwrap();
        observation.candidates()
    }

    /// Returns the work allowed after the time is up, in counted units: about that of two
    /// milliseconds.
    fn slack(&self) -> u64 {
        match self.game().name() {
            name if name.starts_with("chess+") => 600,
            "boost" | "jarls" => 1_000,
            _ => 2_000,
        }
    }

    /// The complaint about a decision that did more than that after its moment.
    fn late(&self, decider: &Decider, over: u64, moment: u64) -> Option<String> {
        let (label, name, options) = (&self.label, decider.name, &decider.options);
        (over > self.slack()).then(|| format!("{label} {name} {options:?}: {over} after {moment}"))
    }
}

fn each(mut test: impl FnMut(&Case, &Decider, &Bot)) {
    for case in cases() {
        for decider in deciders(&case.game()) {
            let bot = Bot::new(decider.name, case.game().name(), &decider.options, 5);
            let Ok(bot) = bot else {
                // Not every search has every option.
                assert!(decider.options.len() > 1, "{} {}", case.label, decider.name);
                continue;
            };
            test(&case, &decider, &bot);
        }
    }
}

/// The moments at which time runs out, in positions made since the decision was begun.
const MOMENTS: [u64; 4] = [150, 0, 1, 4_000];

#[test]
fn every_bot_ends_soon_after_its_time() {
    let mut late = Vec::new();
    each(|case, decider, bot| {
        let candidates = case.candidates();
        for &moment in some(&MOMENTS, 2) {
            for deadline in [false, true] {
                let begun = work::done();
                let start = Instant::now();
                // The first look is the call's own: a search counts its time from there.
                let called = AtomicBool::new(false);
                let clock = move || {
                    let called = called.swap(true, Ordering::Relaxed);
                    if !called || work::done() - begun < moment {
                        start
                    } else {
                        start + Duration::from_secs(3600)
                    }
                };
                let at = deadline.then(|| start + Duration::from_secs(1));
                let control = Control::new(at).timed_by(clock);
                let limits = Limits {
                    movetime: (!deadline).then(|| Duration::from_secs(1)),
                    ..Limits::default()
                };
                let found = case.decide(bot, limits, &control);
                let found = match found {
                    Ok(found) => found,
                    // A deadline that has passed before the work began is the job's.
                    Err(error) if deadline && moment < 2 => {
                        assert_eq!(error.kind(), ErrorKind::Cancelled);
                        continue;
                    }
                    Err(error) => panic!("{} {}: {error}", case.label, decider.name),
                };
                let text = found["move"].as_str().unwrap().to_owned();
                let known = candidates.contains(&text) || text == "any?";
                assert!(known, "{} {}: {text}", case.label, decider.name);
                let over = (work::done() - begun).saturating_sub(moment);
                late.extend(case.late(decider, over, moment));
            }
        }
    });
    assert!(late.is_empty(), "{} late:\n{}", late.len(), late.join("\n"));
}

#[test]
fn every_bot_that_is_cancelled_ends_soon() {
    let mut late = Vec::new();
    each(|case, decider, bot| {
        for &moment in some(&MOMENTS, 2) {
            let control = Arc::new(Control::new(None));
            let strings = Arc::clone(&control);
            let begun = work::done();
            work::after(moment.max(1), move || strings.cancel());
            let limits = Limits {
                nodes: Some(100_000),
                movetime: Some(Duration::from_secs(600)),
                ..Limits::default()
            };
            let found = case.decide(bot, limits, &control);
            let over = (work::done() - begun).saturating_sub(moment.max(1));
            if let Err(error) = &found {
                assert_eq!(error.kind(), ErrorKind::Cancelled);
            }
            late.extend(case.late(decider, over, moment));
        }
    });
    assert!(late.is_empty(), "{} late:\n{}", late.len(), late.join("\n"));
}

#[test]
fn no_bot_looks_at_more_than_its_nodes() {
    each(|case, decider, bot| {
        let candidates = case.candidates();
        for &nodes in some(&[0, 1, 30, 2_000], 3) {
            let limits = Limits {
                nodes: Some(nodes),
                ..Limits::default()
            };
            let found = case.decide(bot, limits, &Control::default()).unwrap();
            let text = found["move"].as_str().unwrap().to_owned();
            assert!(
                found["nodes"].as_u64().unwrap() <= nodes,
                "{} {} {:?}: {} of {nodes}",
                case.label,
                decider.name,
                decider.options,
                found["nodes"]
            );
            assert!(
                candidates.contains(&text) || text == "any?",
                "{text} {}",
                case.label
            );
        }
    });
}

#[test]
fn threads_share_the_nodes() {
    for entry in GAMES.iter().filter(|e| e.shipped()) {
        let game = Game::new(entry.info().name, &Dict::new()).unwrap();
        let state = after(&game, 20, 3);
        if game.hidden() || !entry.bots().contains(&"search") {
            continue;
        }
        let options = dict(json!({ "hash": 1, "threads": 4 }));
        let bot = Bot::new("search", game.name(), &options, 0).unwrap();
        let seat = state.live().iter().next().unwrap();
        let subject = Subject::State(&state, Some(SeatRef::Index(i64::from(seat.0))));
        for &nodes in some(&[1, 700, 20_000], 2) {
            let limits = Limits {
                nodes: Some(nodes),
                ..Limits::default()
            };
            let work = bot.decide(&subject, limits).unwrap();
            let finished = work.start(Request::default()).unwrap().wait(None);
            let found = finished.unwrap().result.unwrap();
            let spent = found.nodes;
            assert!(spent <= nodes, "{}: {spent} of {nodes}", game.name());
        }
    }
}

#[test]
fn moves_to_choose_from_hold_for_every_bot() {
    each(|case, decider, bot| {
        let candidates = case.candidates();
        let wanted: Vec<String> = [candidates.len() / 2, candidates.len() - 1]
            .map(|i| candidates[i].clone())
            .into();
        for seed in 0..if full() { 3 } else { 1 } {
            let limits = Limits {
                nodes: Some(20 + seed),
                moves: Some(wanted.clone()),
                ..Limits::default()
            };
            let found = case.decide(bot, limits, &Control::default()).unwrap();
            let text = found["move"].as_str().unwrap().to_owned();
            assert!(
                wanted.contains(&text),
                "{} {}: {text} is none of {wanted:?}",
                case.label,
                decider.name
            );
        }
        for (moves, kinds) in [
            (Vec::new(), vec![ErrorKind::InvalidOption]),
            (
                vec!["no such move".to_owned()],
                vec![ErrorKind::InvalidNotation, ErrorKind::IllegalMove],
            ),
        ] {
            let limits = Limits {
                moves: Some(moves),
                ..Limits::default()
            };
            let error = case
                .decide(bot, limits, &Control::default())
                .expect_err(&case.label);
            assert!(
                kinds.contains(&error.kind()),
                "{} {}: {error}",
                case.label,
                decider.name
            );
        }
    });
}

#[test]
fn an_empty_list_of_moves_is_refused_when_it_is_read() {
    let error = host::Limits::read(&dict(json!({ "moves": [] }))).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidOption);
    assert!(error.to_string().contains("moves"), "{error}");
    let all = host::Limits::read(&dict(json!({ "moves": null }))).unwrap();
    assert_eq!(all.moves, None);
}
