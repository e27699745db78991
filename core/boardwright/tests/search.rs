//! Requirements on a search, tested through the bots that hosts have.

use std::collections::BTreeMap;
use std::sync::mpsc;
use std::time::Duration;

use boardwright::ErrorKind;
use boardwright::bots::LEVELS;
use boardwright::host::{self, Bot, Info, Limits, MoveRef, SeatRef, State, Subject};
use boardwright::jobs::Request;
use boardwright::rng::Rng;
use boardwright::value::{Dict, Value};
use serde_json::json;

fn options(value: Value) -> Dict {
    value.as_object().cloned().unwrap_or_default()
}

fn position(game: &str, text: &str) -> State {
    host::parse(game, text, &[], &Dict::new()).unwrap()
}

fn decide_with(bot: &Bot, state: &State, limits: Limits) -> Value {
    let work = bot.decide(&Subject::State(state, None), limits).unwrap();
    let found = work.start(Request::default()).unwrap().wait(None).unwrap();
    json!(found.result.unwrap())
}

fn decide(game: &str, text: &str, limits: Limits) -> Value {
    let bot = Bot::new("search", game, &Dict::new(), 1).unwrap();
    decide_with(&bot, &position(game, text), limits)
}

fn nodes(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}

fn depth(depth: u32) -> Limits {
    Limits {
        depth: Some(depth),
        ..Limits::default()
    }
}

/// Positions that seeded random play comes to.
fn positions(count: u64) -> Vec<State> {
    let games = [
        ("chess", json!({})),
        (
            "chess",
            json!({ "chess960": true, "chess960_position": 77 }),
        ),
        ("crazyhouse", json!({})),
    ];
    let mut out = Vec::new();
    for i in 0..count {
        let (game, given) = &games[i as usize % games.len()];
        let mut rng = Rng::derived(&[i, 4]);
        let mut state = host::start(game, &options(given.clone())).unwrap();
        for _ in 0..rng.below(60) {
            let moves = state.legal_moves(None, None).unwrap();
            let text = &moves[rng.below(moves.len() as u32) as usize];
            let next = state.play(None, MoveRef::Text(text), None).unwrap();
            if next.outcome().is_some() {
                break;
            }
            state = next;
        }
        out.push(state);
    }
    out
}

#[test]
fn nodes_and_one_thread_give_the_same_decision_again() {
    for state in positions(24) {
        for name in ["search", "heuristic", "mcts"] {
            let ask = |limits| {
                let bot = Bot::new(name, state.game().name(), &Dict::new(), 9).unwrap();
                let mut found = decide_with(&bot, &state, limits);
                let map = found.as_object_mut().unwrap();
                map.remove("time");
                found
            };
            let found = ask(nodes(1500));
            assert_eq!(found, ask(nodes(1500)), "{name}");
            let legal = state.legal_moves(None, None).unwrap();
            assert!(legal.iter().any(|m| found["move"] == m.as_str()));
            assert_eq!(found["pv"][0], found["move"]);
        }
    }
}

/// The first of the seats that may move now.
fn first_live(state: &State) -> Option<SeatRef<'static>> {
    let seat = state.live().iter().next()?;
    Some(SeatRef::Index(i64::from(seat.0)))
}

/// Returns the reports of an analysis and its final decision.
fn analyse_with(bot: &Bot, state: &State, limits: Limits) -> (Vec<Dict>, Value) {
    let (send, reports) = mpsc::channel();
    let watch = Box::new(move |info: Info<String>| send.send(host::fields(&info)).unwrap());
    let subject = Subject::State(state, first_live(state));
    let work = bot.analyse(&subject, limits, watch).unwrap();
    let task = work.start(Request::default()).unwrap();
    let found = task.wait(None).unwrap().result.unwrap();
    (reports.iter().collect(), json!(found))
}

/// A search that is stopped within an iteration decides on what that iteration found
/// or on the best of the one before, and on nothing older.
#[test]
fn the_first_move_of_the_last_report_is_what_is_decided() {
    let mut changed = 0;
    for game in [
        "chess",
        "crazyhouse",
        "bughouse",
        "bughouse-board",
        "chess+atomic",
        "jarls",
        "boost",
    ] {
        for (i, name) in ["search", "search", "search", "heuristic", "mcts"]
            .iter()
            .enumerate()
        {
            let mut rng = Rng::derived(&[i as u64, 77]);
            let mut state = host::start(game, &Dict::new()).unwrap();
            for _ in 0..rng.below(30) {
                let seat = first_live(&state);
                let moves = state.legal_moves(seat, None).unwrap();
                let text = &moves[rng.below(moves.len() as u32) as usize];
                let next = state.play(seat, MoveRef::Text(text), None).unwrap();
                if next.outcome().is_some() || next.live().is_empty() {
                    break;
                }
                state = next;
            }
            if game == "jarls" && *name == "mcts" {
                continue;
            }
            for limit in [200, 700, 1_300, 2_900, 6_100] {
                let given = match (*name, i) {
                    ("search", 1) if game == "bughouse" => json!({ "control": "dual" }),
                    _ => json!({}),
                };
                let fresh = || Bot::new(name, game, &options(given.clone()), 3).unwrap();
                let lines = Limits {
                    lines: (i == 2).then_some(3),
                    ..nodes(limit)
                };
                let (reports, analysed) = analyse_with(&fresh(), &state, lines.clone());
                let first: Vec<_> = reports.iter().filter(|r| r["line"] == 1).collect();
                let last = first.last().unwrap();
                changed += first
                    .windows(2)
                    .filter(|w| w[0]["pv"][0] != w[1]["pv"][0])
                    .count();
                let told = format!("{game} {name} {limit} {state:?}");
                assert_eq!(last["pv"][0], analysed["move"], "{told}");
                assert_eq!(last["score"], analysed["score"], "{told}");
                let subject = Subject::State(&state, first_live(&state));
                let work = fresh().decide(&subject, lines).unwrap();
                let task = work.start(Request::default()).unwrap();
                let decided = json!(task.wait(None).unwrap().result.unwrap());
                assert_eq!(decided["move"], analysed["move"], "{told}");
                assert_eq!(decided["score"], analysed["score"], "{told}");
            }
        }
    }
    assert!(changed > 50, "best moves changed {changed} times only");
}

#[test]
fn the_line_of_play_can_be_played() {
    for state in positions(24) {
        let bot = Bot::new("search", state.game().name(), &Dict::new(), 9).unwrap();
        let found = decide_with(&bot, &state, nodes(4000));
        let line = found["pv"].as_array().unwrap();
        let mut state = state;
        for text in line {
            let text = text.as_str().unwrap();
            state = state.play(None, MoveRef::Text(text), None).unwrap();
        }
    }
}

#[test]
fn mates_are_found_and_counted_in_plies() {
    for (game, text, action, plies) in [
        ("chess", "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "a1a8", 1),
        ("chess", "7k/8/8/8/8/8/R7/1R5K w - - 0 1", "", 3),
        ("crazyhouse", "6k1/5ppp/8/8/8/8/8/7K[R] w - - 0 1", "", 1),
        ("crazyhouse", "4k3/8/4K3/8/8/8/8/8[Q] w - - 0 1", "", 1),
    ] {
        let found = decide(game, text, depth(6));
        assert_eq!(
            found["score"],
            json!({ "unit": "mate", "value": plies }),
            "{text}"
        );
        if !action.is_empty() {
            assert_eq!(found["move"], action);
        }
    }
    // The side that is mated counts below zero.
    let found = decide("chess", "7k/R7/8/8/8/8/8/1R5K b - - 0 1", depth(6));
    assert_eq!(found["score"], json!({ "unit": "mate", "value": -2 }));
}

#[test]
fn a_mate_that_was_asked_for_ends_the_search() {
    let limits = Limits {
        mate: Some(2),
        nodes: Some(10_000_000),
        ..Limits::default()
    };
    let found = decide("chess", "7k/8/8/8/8/8/R7/1R5K w - - 0 1", limits);
    assert_eq!(found["score"]["value"], 3);
    assert!(found["nodes"].as_u64().unwrap() < 100_000);
}

/// White draws by taking the last pawn, and loses otherwise.
const LAST_PAWN: &str = "8/8/8/8/4k3/8/3Kp3/8 w - - 0 1";

#[test]
fn a_dead_draw_counts_as_one() {
    let found = decide("chess", LAST_PAWN, depth(4));
    assert_eq!(found["score"]["value"], 0);
    assert_eq!(found["move"], "d2e2");
}

#[test]
fn stalemate_is_a_draw() {
    // Of the queen's moves some mate at once and some leave no move.
    let state = position("chess", "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1");
    let bot = Bot::new("search", "chess", &Dict::new(), 1).unwrap();
    let limits = Limits {
        moves: Some(vec!["g1g6".into()]),
        ..depth(3)
    };
    let found = decide_with(&bot, &state, limits);
    assert_eq!(found["score"]["value"], 0, "{found}");
}

#[test]
fn contempt_makes_a_draw_worth_less() {
    let bot = Bot::new("search", "chess", &options(json!({ "contempt": 25 })), 1).unwrap();
    let found = decide_with(&bot, &position("chess", LAST_PAWN), depth(4));
    assert_eq!(found["score"]["value"], -25);
}

#[test]
fn a_repetition_that_is_at_hand_counts() {
    let mut state = host::start("chess", &Dict::new()).unwrap();
    for text in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"] {
        state = state.play(None, MoveRef::Text(text), None).unwrap();
    }
    let limits = Limits {
        moves: Some(vec!["f6g8".into()]),
        ..depth(5)
    };
    let bot = Bot::new("search", "chess", &Dict::new(), 1).unwrap();
    let found = decide_with(&bot, &state, limits);
    assert_eq!(
        found["score"]["value"], 0,
        "the third time is a draw: {found}"
    );
}

#[test]
fn moves_to_choose_from_bind() {
    let limits = Limits {
        moves: Some(vec!["a2a3".into(), "h2h3".into()]),
        lines: Some(5),
        ..depth(4)
    };
    let bot = Bot::new("search", "chess", &Dict::new(), 1).unwrap();
    let state = host::start("chess", &Dict::new()).unwrap();
    let found = decide_with(&bot, &state, limits);
    let other = found["alternatives"].as_array().unwrap();
    assert_eq!(other.len(), 1);
    let mut moves = [&found["move"], &other[0]["move"]];
    moves.sort_by_key(|m| m.to_string());
    assert_eq!(moves, [&json!("a2a3"), &json!("h2h3")]);
    for (moves, kind) in [
        (vec!["a2a5".to_owned()], ErrorKind::IllegalMove),
        (vec!["nonsense".to_owned()], ErrorKind::InvalidNotation),
    ] {
        let limits = Limits {
            moves: Some(moves),
            ..Limits::default()
        };
        let work = bot.decide(&Subject::State(&state, None), limits).unwrap();
        let finished = work.start(Request::default()).unwrap().wait(None);
        assert_eq!(finished.unwrap().result.unwrap_err().kind(), kind);
    }
}

#[test]
fn several_lines_come_best_first_and_differ() {
    for state in positions(9) {
        let bot = Bot::new("search", state.game().name(), &Dict::new(), 9).unwrap();
        let limits = Limits {
            lines: Some(4),
            ..depth(5)
        };
        let found = decide_with(&bot, &state, limits);
        let mut all = vec![(found["move"].clone(), found["score"].clone())];
        for other in found["alternatives"].as_array().unwrap() {
            all.push((other["move"].clone(), other["score"].clone()));
        }
        assert_eq!(all.len(), state.count_legal(None).unwrap().min(4) as usize);
        for (i, (action, score)) in all.iter().enumerate() {
            assert!(all[..i].iter().all(|(earlier, _)| earlier != action));
            if i > 0 && score["unit"] == "centipawns" && all[i - 1].1["unit"] == "centipawns" {
                let value = |s: &Value| s["value"].as_i64().unwrap();
                assert!(value(score) <= value(&all[i - 1].1), "{all:?}");
            }
        }
    }
}

#[test]
fn an_analysis_goes_on_until_it_is_concluded_and_then_has_a_move() {
    let state = host::start("crazyhouse", &Dict::new()).unwrap();
    let bot = Bot::new("search", "crazyhouse", &Dict::new(), 1).unwrap();
    let (send, infos) = mpsc::channel();
    let watch = Box::new(move |info: Info<String>| {
        let _ = send.send(info);
    });
    let work = bot
        .analyse(&Subject::State(&state, None), Limits::default(), watch)
        .unwrap();
    let task = work.start(Request::default()).unwrap();
    // A report of the sixth iteration says that the fifth is whole.
    let mut last = 0;
    while last < 6 {
        let info = infos.recv().unwrap();
        assert!(info.depth >= last);
        last = info.depth;
        assert!(!info.pv.is_empty());
    }
    task.handle().finish_early();
    let decision = task.wait(None).unwrap().result.unwrap();
    assert!(decision.depth >= 5);
}

#[test]
fn cancelled_is_an_error_and_the_bot_is_free_again() {
    let state = host::start("chess", &Dict::new()).unwrap();
    let bot = Bot::new("search", "chess", &Dict::new(), 1).unwrap();
    let (send, infos) = mpsc::channel();
    let watch = Box::new(move |info: Info<String>| {
        let _ = send.send(info);
    });
    let work = bot
        .analyse(&Subject::State(&state, None), Limits::default(), watch)
        .unwrap();
    let task = work.start(Request::default()).unwrap();
    // It is in the middle of it.
    infos.recv().unwrap();
    task.handle().cancel();
    let error = task.wait(None).unwrap().result.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Cancelled);
    let found = decide_with(&bot, &state, nodes(100));
    assert!(found["move"].is_string());
}

#[test]
fn every_limit_ends_a_search() {
    let state = host::start("crazyhouse", &Dict::new()).unwrap();
    let bot = Bot::new("search", "crazyhouse", &Dict::new(), 1).unwrap();
    let mut all = vec![nodes(1), nodes(5000), depth(1), depth(3)];
    for ms in [0, 1, 30] {
        let time = Duration::from_millis(ms);
        all.push(Limits {
            movetime: Some(time),
            ..Limits::default()
        });
        all.push(Limits {
            clock: Some(host::Clock {
                remaining: time * 10,
                increment: time,
                moves_to_go: None,
            }),
            ..Limits::default()
        });
    }
    for limits in all {
        let found = decide_with(&bot, &state, limits.clone());
        assert!(found["move"].is_string(), "{limits:?}");
        if let Some(depth) = limits.depth {
            assert_eq!(found["depth"], depth);
        }
        if let Some(most) = limits.nodes {
            // The first iteration is always finished.
            assert!(found["nodes"].as_u64().unwrap() <= most + 500);
        }
    }
}

#[test]
fn a_storm_of_captures_and_promotions_keeps_to_its_limits() {
    // Without a bound on quiescence one ply of this takes 39 million positions.
    let text = "3rk2r/1pp1PpP1/p3pP2/8/2n1N1P1/P1P1n1pP/1P1pPbBN/R1BQ1R1K[nQqrrbbp] b - - 0 31";
    let decision = decide("bughouse-board", text, nodes(250));
    assert!(decision["nodes"].as_u64().unwrap() < 60_000, "{decision}");
    let decision = decide("crazyhouse", text, nodes(20_000));
    assert!(decision["nodes"].as_u64().unwrap() < 60_000, "{decision}");
}

#[test]
fn two_threads_find_what_one_does() {
    let given = options(json!({ "threads": 2 }));
    let bot = Bot::new("search", "chess", &given, 1).unwrap();
    let state = position("chess", "7k/8/8/8/8/8/R7/1R5K w - - 0 1");
    for _ in 0..20 {
        let found = decide_with(&bot, &state, depth(7));
        assert_eq!(found["score"], json!({ "unit": "mate", "value": 3 }));
    }
}

#[test]
fn levels_play_and_are_checked() {
    let state = position(
        "crazyhouse",
        "r1bqk2r/pppp1ppp/2n1p3/4P3/1b1Pn3/2NB1N2/PPP2PPP/R1BQK2R[] b KQkq - 0 1",
    );
    for (level, _) in LEVELS {
        let given = options(json!({ "level": level, "nodes": 3000 }));
        let bot = Bot::new("search", "crazyhouse", &given, 1).unwrap();
        let found = decide_with(&bot, &state, Limits::default());
        let text = found["move"].as_str().unwrap();
        assert!(state.play(None, MoveRef::Text(text), None).is_ok());
    }
    let mut weak = Vec::new();
    for seed in 0..40 {
        let given = options(json!({ "strength": 100 }));
        let bot = Bot::new("search", "crazyhouse", &given, seed).unwrap();
        weak.push(decide_with(&bot, &state, Limits::default())["move"].to_string());
    }
    weak.sort();
    weak.dedup();
    assert!(weak.len() > 3, "a weak level varies: {weak:?}");
    for wrong in [
        json!({ "strength": 99 }),
        json!({ "level": "godlike" }),
        json!({ "hash": 0 }),
    ] {
        let error = Bot::new("search", "chess", &options(wrong), 1).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidOption);
    }
}

/// The moves that bots with some options and other seeds each decide on, and how often.
fn choices_of(given: &Value, state: &State, seeds: u64) -> BTreeMap<String, u32> {
    let mut counts = BTreeMap::new();
    for seed in 0..seeds {
        let bot = Bot::new("search", "chess", &options(given.clone()), seed).unwrap();
        let found = decide_with(&bot, state, Limits::default());
        *counts
            .entry(found["move"].as_str().unwrap().to_owned())
            .or_default() += 1;
    }
    counts
}

#[test]
fn weak_levels_take_back() {
    // A bishop takes a knight, and two pawns can take it.
    let fen = "rn1qkbnr/ppp1pppp/8/3p4/3P2b1/5N2/PPP1PPPP/RNBQKB1R b KQkq - 2 3";
    let before = position("chess", fen);
    let state = before.play(None, MoveRef::Text("g4f3"), None).unwrap();
    for strength in [500, 1000, 1500] {
        let counts = choices_of(&json!({ "strength": strength }), &state, 100);
        let back = ["e2f3", "g2f3"].map(|mv| counts.get(mv).copied().unwrap_or(0));
        assert!(back.iter().sum::<u32>() >= 97, "{strength}: {counts:?}");
    }
}

#[test]
fn weak_levels_look_at_few_positions_where_the_game_is_decided() {
    // White is lost, and has some hundred checks to look for a mate among.
    let fen = "rnb1k2r/ppp2ppp/8/3BP2n/8/4P3/PqPb1PPP/3R1KNR[NPPqbp] b kq - 1 18";
    let state = position("crazyhouse", fen);
    for strength in [100, 500, 700, 1100] {
        let given = options(json!({ "strength": strength }));
        let bot = Bot::new("search", "crazyhouse", &given, 1).unwrap();
        let found = decide_with(&bot, &state, Limits::default());
        let nodes = found["nodes"].as_u64().unwrap();
        assert!(nodes < 5_000, "{strength}: {found}");
    }
}

#[test]
fn a_careless_player_leaves_what_is_attacked() {
    // A pawn attacks the knight, which nothing defends: it goes, unless that is overlooked.
    let fen = "rnbqkb1r/ppp1pppp/8/3p4/3Pn3/5P2/PPP1P1PP/RNBQKBNR b KQkq - 0 3";
    let state = position("chess", fen);
    let goes = |given: Value| -> u32 {
        let counts = choices_of(&given, &state, 100);
        let gone = counts.iter().filter(|(mv, _)| mv.starts_with("e4"));
        gone.map(|(_, count)| count).sum()
    };
    assert_eq!(goes(json!({ "noise": 20, "nodes": 2000 })), 100);
    let seeing = goes(json!({ "noise": 100, "nodes": 2000 }));
    let careless = goes(json!({ "noise": 100, "careless": 1000, "nodes": 2000 }));
    assert!(careless + 20 < seeing, "{careless} of {seeing}");
    // Errors that are named go before those of the strength.
    assert_eq!(goes(json!({ "strength": 2300 })), 100);
    let named = goes(json!({ "strength": 2300, "noise": 100, "careless": 1000 }));
    assert!(named < 90, "{named}");
}

#[test]
fn trees_and_max_n_find_a_mate() {
    let state = position("crazyhouse", "6k1/5ppp/8/8/8/8/8/7K[R] w - - 0 1");
    for (name, given) in [
        ("mcts", json!({ "leaf": "evaluation" })),
        ("mcts", json!({ "leaf": "playout" })),
        ("search", json!({ "opponents": "max_n", "depth": 2 })),
    ] {
        let bot = Bot::new(name, "crazyhouse", &options(given), 3).unwrap();
        let found = decide_with(&bot, &state, nodes(4000));
        let text = found["move"].as_str().unwrap();
        let after = state.play(None, MoveRef::Text(text), None).unwrap();
        let winner = after.outcome().and_then(|outcome| outcome.winner);
        assert_eq!(winner.as_deref(), Some("white"), "{name}: {found}");
    }
}

#[test]
fn other_options_in_the_middle_of_a_game_keep_what_was_learnt() {
    let state = position(
        "crazyhouse",
        "r1bqkb1r/ppp2ppp/2n2n2/3pp3/4P3/2NP1N2/PPP2PPP/R1BQKB1R[] w KQkq - 0 5",
    );
    let made = |options: &Dict| Bot::new("search", "crazyhouse", options, 1).unwrap();
    let asked = options(json!({ "contempt": 40 }));
    let fresh = decide_with(&made(&asked), &state, depth(6));
    let bot = made(&Dict::new());
    decide_with(&bot, &state, depth(6));
    let same = bot.with_options(&asked).unwrap();
    assert_eq!(*same.options(), asked);
    let known = decide_with(&same, &state, depth(6));
    assert!(known["nodes"].as_u64() < fresh["nodes"].as_u64());
    // Without what was learnt it is as if it had been made with them.
    same.new_game().unwrap();
    let again = decide_with(&same, &state, depth(6));
    for of in ["move", "nodes", "score"] {
        assert_eq!(again[of], fresh[of], "{of}");
    }
    // A table of another size begins empty.
    let other = same.with_options(&options(json!({ "hash": 2 }))).unwrap();
    let fresh = decide_with(&made(&options(json!({ "hash": 2 }))), &state, depth(6));
    assert_eq!(
        decide_with(&other, &state, depth(6))["nodes"],
        fresh["nodes"]
    );
    let wrong = same.with_options(&options(json!({ "speed": 2 })));
    assert_eq!(wrong.unwrap_err().kind(), ErrorKind::InvalidOption);
    let _work = same
        .decide(&Subject::State(&state, None), depth(1))
        .unwrap();
    let busy = same.with_options(&Dict::new());
    assert_eq!(busy.unwrap_err().kind(), ErrorKind::BotBusy);
}
