//! Tests of searches: the moves that they find, and that they keep the rules on every board.

use serde_json::{Value, json};

use super::{Play, read, standard, start};
use crate::{Boost, Weights};
use contract::bot::{Limits, Score};
use contract::game::{Game, Seat};
use contract::history::{EmptyHistory, PositionHistory};
use contract::jobs::Control;
use contract::rng::Rng;
use contract::state::State;
use search::{Searched, Stage};

fn choice(state: &State<Boost>, bot: &str, options: Value, nodes: u64) -> String {
    let seat = state.live().iter().next().unwrap();
    let mut bot = search::bots::make::<Boost>(bot, options.as_object().unwrap(), 1).unwrap();
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let observation = state.observe(seat);
    let decision = bot
        .decide(&observation, &limits, &Control::default())
        .unwrap();
    state.game().text(&decision.action)
}

#[test]
fn a_circle_is_completed_and_one_of_the_other_prevented() {
    let state = standard("pppp1pppp/9/4D4/3DTD3/1PD6/9/9/7D1/PPPP2P2_a_-");
    assert_eq!(state.go("c5e5").winners(), [0]);
    for bot in ["heuristic", "search"] {
        assert_eq!(choice(&state, bot, json!({}), 3_000), "c5e5", "{bot}");
    }
    let threatened = standard("pppp1pppp/9/4D4/3DTD3/1PD6/9/9/7D1/PPPP2P2_b_-");
    let answer = choice(&threatened, "search", json!({}), 20_000);
    assert!(
        !threatened
            .go(&answer)
            .legal_texts()
            .contains(&"c5e5".into()),
        "{answer}"
    );
}

#[test]
fn stages_and_codes_are_those_of_the_legal_moves() {
    let mut seen = 0;
    for options in [
        json!({}),
        json!({ "identifier": "boost-5-6-3-4-2", "dragon_count": 4 }),
        json!({ "identifier": "boost-16-16-2-14-3" }),
        json!({ "identifier": "boost-3-2-2-2-1-demo", "dragon_count": 2 }),
    ] {
        let mut state = start(options);
        let mut rng = Rng::new(4);
        for _ in 0..80 {
            let legal = state.legal(None);
            if legal.is_empty() {
                break;
            }
            let (game, position, past) = (state.game(), state.position(), state.history());
            let site = game.node(position);
            let mut staged = Vec::new();
            game.moves(position, &site, past, Stage::Tactical, &mut staged);
            let tactical = staged.len();
            game.moves(position, &site, past, Stage::Quiet, &mut staged);
            for (i, action) in staged.iter().enumerate() {
                let repeats = past.occurrences(game.key(&game.play(position, action).0), 9999) > 0;
                assert!(repeats || game.tactical(position, action) == (i < tactical));
                let code = game.tt_move(action);
                assert_ne!(code, 0);
                assert_eq!(game.decode(position, &site, past, code), Some(*action));
                assert!(game.slot(position, action) < Boost::SLOTS);
                assert!(game.pair(position, action) < Boost::PAIRS);
            }
            assert_eq!(staged.len(), legal.len());
            assert!(legal.iter().all(|action| staged.contains(action)));
            for code in (1..2_000).chain([u16::MAX]) {
                if let Some(action) = game.decode(position, &site, past, code) {
                    assert!(legal.contains(&action));
                }
            }
            seen += 1;
            state = state.play_unchecked(&legal[rng.below(legal.len() as u32) as usize]);
        }
    }
    assert!(seen > 150, "{seen}");
}

#[test]
fn a_search_reckons_with_the_static_evaluation() {
    let state = standard("pppp1p3/9/4D4/3DTD3/1P7/9/9/7D1/PPPP2P2_a_-");
    let (game, position) = (state.game(), state.position());
    for seat in [Seat(0), Seat(1)] {
        let searched = i64::from(game.evaluate(&mut (), position, seat));
        assert_eq!(searched, game.static_evaluation(position, seat));
    }
    assert!(game.outcome(position, &EmptyHistory).is_none());
}

#[test]
fn games_between_bots_are_legal_on_every_board() {
    for (options, bot, settings) in [
        (
            json!({ "identifier": "boost-7-7-2-8-2" }),
            "search",
            json!({ "strength": 100 }),
        ),
        (
            json!({ "identifier": "boost-16-16-6-8-2" }),
            "search",
            json!({}),
        ),
        (
            json!({ "identifier": "boost-9-9-3-8-2" }),
            "search",
            json!({ "opponents": "max_n" }),
        ),
        (
            json!({ "identifier": "boost-9-9-1-8-2" }),
            "search",
            json!({ "depth": 2 }),
        ),
        (
            json!({ "identifier": "boost-9-9-4-8-2-demo" }),
            "heuristic",
            json!({}),
        ),
    ] {
        let mut state = start(options);
        for _ in 0..12 {
            if state.outcome().is_some() {
                break;
            }
            state = state.go(&choice(&state, bot, settings.clone(), 300));
        }
    }
    // Who is out answers with a pass.
    let state = read(
        json!({ "identifier": "boost-9-9-3-8-2" }),
        "PbPbPb6/9/9/9/9/9/9/9/PaPaPaPa1PcPcPcPc_b_-",
    );
    for bot in ["random", "heuristic", "search", "mcts"] {
        assert_eq!(choice(&state, bot, json!({}), 50), "--");
    }
}

#[test]
fn deeper_searches_beat_shallower_ones() {
    let full = std::env::var("BOARDWRIGHT_FULL").is_ok_and(|v| v == "1");
    let games = if full { 20 } else { 2 };
    let mut won = 0;
    for number in 0..games {
        let mut state = start(json!({
            "identifier": "boost-7-7-2-8-2", "seed": number / 2, "ply_limit": 300
        }));
        let deep = Seat(number % 2);
        while state.outcome().is_none() {
            let seat = state.live().iter().next().unwrap();
            let depth = if seat == deep { 4 } else { 1 };
            let options = json!({ "depth": depth, "book": false });
            let text = choice(&state, "search", options, 100_000);
            state = state.go(&text);
        }
        won += u32::from(state.outcome().unwrap().winners.contains(deep));
    }
    assert!(won * 20 >= u32::from(games) * 19, "{won} of {games}");
}

#[test]
fn bots_evaluate_by_their_own_weights() {
    let state = standard("pppp5/9/9/9/9/9/9/9/PPPPPP3_a_-");
    let limits = Limits {
        depth: Some(1),
        ..Limits::default()
    };
    let seat = state.live().single().unwrap();
    let nothing: Value = Weights::OPTIONS
        .iter()
        .map(|spec| (spec.name.to_owned(), json!(0)))
        .collect();
    for name in ["heuristic", "search", "mcts"] {
        let score = |pawn: i64| {
            let mut options = nothing.clone();
            options["pawn"] = pawn.into();
            let mut bot =
                search::bots::make::<Boost>(name, options.as_object().unwrap(), 1).unwrap();
            // The second time the rules with the weights are known.
            let scores = [(); 2].map(|()| {
                let observation = state.observe(seat);
                let decision = bot
                    .decide(&observation, &limits, &Control::default())
                    .unwrap();
                decision.score.unwrap()
            });
            assert_eq!(scores[0], scores[1], "{name}");
            match scores[0] {
                Score::Decitempi(value) => f64::from(value),
                Score::WinProbability(chance) => chance,
                other => panic!("{name}: {other:?}"),
            }
        };
        assert!(score(50) > score(0), "{name}");
        assert!(score(200) > score(50), "{name}");
    }
    assert_eq!(*state.game().weights(), Weights::DEFAULT);
}

#[test]
fn weights_of_another_value_want_another_bot() {
    let dict = |value: Value| value.as_object().unwrap().clone();
    let mut bot = search::bots::make::<Boost>("search", &dict(json!({ "pawn": 7 })), 1).unwrap();
    assert!(!bot.adjust(&dict(json!({ "pawn": 8 }))).unwrap());
    assert!(!bot.adjust(&dict(json!({}))).unwrap());
    for (name, options, word) in [
        ("search", json!({ "pawn": -1 }), "pawn"),
        ("heuristic", json!({ "pawns": 1 }), "endgame_knight"),
        ("mcts", json!({ "zero_activity_distance": 31 }), "30"),
    ] {
        let error = search::bots::make::<Boost>(name, &dict(options), 1).err();
        let error = error.unwrap();
        assert_eq!(error.code(), "invalid_option");
        assert!(error.to_string().contains(word), "{error}");
    }
}
