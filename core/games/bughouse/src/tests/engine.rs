//! The bots on two boards, by situations made for it and limits of nodes.

use std::time::Duration;

use serde_json::json;

use super::super::engine::EngineParams;
use super::super::{Bughouse, engine};
use super::{EMPTY, START, both, dict, play, seat, with};
use chess::Piece;
use contract::ErrorKind;
use contract::bot::{self, Bot, Clock, Decision, Limits, Score};
use contract::game::Seat;
use contract::jobs::Control;
use contract::state::State;
use contract::value::{Dict, Value};

type Action = super::super::Action;

const NEVER_FORESEEN: EngineParams = EngineParams {
    foreseen_capture: 10_000,
    ..EngineParams::SHIPPED
};

fn decided(state: &State<Bughouse>, name: &str, options: Value) -> Decision<Action> {
    tuned(state, name, options, EngineParams::SHIPPED, Some(5_000))
}

/// A decision with other parameters; of one ply without nodes.
fn tuned(
    state: &State<Bughouse>,
    name: &str,
    options: Value,
    params: EngineParams,
    nodes: Option<u64>,
) -> Decision<Action> {
    let mut bot = engine::make_tuned(&dict(options), 1, params).unwrap();
    let limits = Limits {
        nodes,
        depth: nodes.is_none().then_some(1),
        ..Limits::default()
    };
    let observation = state.observe(seat(name));
    bot.decide(&observation, &limits, &Control::default())
        .unwrap()
}

fn text(state: &State<Bughouse>, decision: &Decision<Action>) -> String {
    state.write(&decision.action, None).unwrap()
}

#[test]
fn mates_on_its_own_board_by_a_drop() {
    let state = both(START, "6rk/6pp/8/8/8/8/8/6K1[N] w - - 0 1");
    for control in ["single", "dual"] {
        let found = decided(&state, "B.white", json!({ "control": control }));
        assert_eq!(text(&state, &found), "B:N@f7", "{control}");
        assert_eq!(found.score, Some(Score::Mate(1)), "{control}");
    }
}

#[test]
fn without_pins_kings_are_taken_and_not_left() {
    let rules = with(&json!({ "pins": "off" }));
    let at = |a: &str| State::parse(&rules, &format!("{a} | {START}"), &[]).unwrap();
    let open = at("6k1/5pp1/8/8/8/8/q4PPP/4R1K1[] w - - 0 1");
    let hung = play(&open, "A:e1e8 A:g7g6");
    // A knight that is pinned must not take the queen.
    let pinned = at("4r1k1/5ppp/8/8/8/3q4/4N1PP/4K3[] w - - 0 1");
    for name in ["search", "heuristic", "mcts"] {
        for control in ["single", "dual"] {
            let options = match name {
                "search" => json!({ "control": control }),
                _ => json!({}),
            };
            let decide = |state: &State<Bughouse>, of: &str| {
                let mut bot = engine::make(name, &dict(options.clone()), 1).unwrap();
                let limits = Limits {
                    nodes: Some(3_000),
                    ..Limits::default()
                };
                let control = Control::default();
                bot.decide(&state.observe(seat(of)), &limits, &control)
                    .unwrap()
            };
            assert_eq!(text(&hung, &decide(&hung, "A.white")), "A:e8g8", "{name}");
            let found = text(&pinned, &decide(&pinned, "A.white"));
            assert!(!found.starts_with("A:e2"), "{name} plays {found}");
            // Who is mated still plays.
            let mated = at(super::MATED);
            assert!(!text(&mated, &decide(&mated, "A.black")).is_empty());
        }
    }
}

/// With a knight `B.black` mates; `A.white` can take a knight or a queen.
const HELP: (&str, &str) = (
    "3q2k1/5ppp/8/8/3R3n/8/5PPP/6K1[] w - - 0 1",
    "6k1/8/8/8/8/8/6PP/6RK[] b - - 0 1",
);

#[test]
fn takes_what_mates_on_the_other_board_when_it_plans_for_both() {
    let state = both(HELP.0, HELP.1);
    let found = decided(&state, "A.white", json!({ "control": "dual" }));
    assert_eq!(text(&state, &found), "A:d4h4");
    assert!(
        matches!(found.score, Some(Score::Mate(1..=3))),
        "{:?}",
        found.score
    );
}

#[test]
fn on_its_own_board_it_takes_what_the_partner_mates_with_at_once() {
    let state = both(HELP.0, HELP.1);
    let found = decided(&state, "A.white", json!({}));
    assert_eq!(text(&state, &found), "A:d4h4");
    assert!(
        matches!(found.score, Some(Score::Mate(1 | 2))),
        "{:?}",
        found.score
    );
    // Where the other side is to move there, a queen is a queen.
    let later = both(HELP.0, &HELP.1.replace(" b ", " w "));
    let found = tuned(&later, "A.white", json!({}), NEVER_FORESEEN, Some(5_000));
    assert_eq!(text(&later, &found), "A:d4d8");
}

#[test]
fn a_capture_is_worth_what_the_partner_can_do_with_it() {
    // A pawn that the partner needs, against the same pawn where nobody does.
    let a = "4k3/8/8/3p4/4P3/8/8/4K3[] w - - 0 1";
    let state = both(a, &START.replace(" w ", " b "));
    let eval = |other_board: i32| {
        let params = EngineParams {
            other_board,
            ..EngineParams::SHIPPED
        };
        match tuned(&state, "A.white", json!({}), params, None).score {
            Some(Score::Centipawns(eval)) => eval,
            other => panic!("{other:?}"),
        }
    };
    assert!(eval(100) > eval(0), "{} {}", eval(100), eval(0));
}

#[test]
fn does_not_give_the_other_team_what_it_mates_with() {
    // A.white can win a pawn with the knight, which is then taken back: with a
    // knight in hand B.white mates.
    let a = "4k3/2p5/3p4/8/4N3/8/8/4K3[] w - - 0 1";
    let b = "6rk/6pp/8/8/8/8/8/6K1[] w - - 0 1";
    let state = both(a, b);
    let found = decided(&state, "A.white", json!({ "control": "dual" }));
    assert_ne!(text(&state, &found), "A:e4d6");
}

#[test]
fn to_be_frozen_costs_but_is_no_mate() {
    // The check on e8 freezes Black; a mate it is not.
    let state = both("6k1/5ppp/8/8/8/8/5PPP/4R1K1[] w - - 0 1", EMPTY);
    let with = |frozen: i32| EngineParams {
        frozen,
        ..EngineParams::SHIPPED
    };
    let score = |frozen: i32| match tuned(&state, "A.white", json!({}), with(frozen), None).score {
        Some(Score::Centipawns(eval)) => eval,
        other => panic!("{other:?}"),
    };
    assert!(
        score(2000) >= score(0) + 1500,
        "{} {}",
        score(2000),
        score(0)
    );
    let found = tuned(&state, "A.white", json!({}), with(2000), Some(5_000));
    assert_eq!(text(&state, &found), "A:e1e8");
}

/// Which of two moves `A.white` makes on some advice, looking so many plies ahead.
fn chosen_among(
    state: &State<Bughouse>,
    moves: [&str; 2],
    depth: u32,
    advice: engine::Advice,
) -> String {
    let mut bot = engine::TeamBot::new(&Dict::new()).unwrap();
    bot.prepare(&Dict::new(), advice).unwrap();
    let limits = Limits {
        depth: Some(depth),
        moves: Some(moves.map(Into::into).to_vec()),
        ..Limits::default()
    };
    let observation = state.observe(seat("A.white"));
    let found = bot
        .decide(&observation, &limits, &Control::default())
        .unwrap();
    text(state, &found)
}

#[test]
fn takes_what_the_partner_wants() {
    // A knight or a rook, both for nothing.
    let a = "4k3/8/7r/n5P1/1P6/8/8/4K3[] w - - 0 1";
    let state = both(a, START);
    let chosen = |advice| chosen_among(&state, ["A:g5h6", "A:b4a5"], 1, advice);
    let advice = engine::Advice::default();
    assert_eq!(chosen(advice), "A:g5h6");
    assert_eq!(chosen(advice.wanting(Piece::Knight, 900)), "A:b4a5");
}

#[test]
fn does_not_give_what_the_partners_opponent_must_not_get() {
    // The rook can be kept, or given for a queen that is worth more.
    let a = "3qk3/8/8/8/8/8/8/3RK3 w - - 0 1";
    let state = both(a, START);
    let chosen = |advice| chosen_among(&state, ["A:d1d8", "A:d1a1"], 2, advice);
    let advice = engine::Advice::default();
    assert_eq!(chosen(advice), "A:d1d8");
    assert_eq!(chosen(advice.fearing(Piece::Rook, 5000)), "A:d1a1");
}

#[test]
fn keeps_to_its_own_board() {
    let state = both(START, START);
    for name in ["heuristic", "search", "mcts"] {
        let mut bot = engine::make(name, &dict(json!({})), 1).unwrap();
        let limits = Limits {
            nodes: Some(300),
            ..Limits::default()
        };
        let observation = state.observe(seat("B.white"));
        let found = bot
            .decide(&observation, &limits, &Control::default())
            .unwrap();
        assert!(text(&state, &found).starts_with("B:"), "{name}");
    }
    for (name, options, kind) in [
        ("oracle", json!({}), ErrorKind::UnknownBot),
        (
            "search",
            json!({ "control": "both" }),
            ErrorKind::InvalidOption,
        ),
        ("search", json!({ "sit": 1 }), ErrorKind::InvalidOption),
        (
            "heuristic",
            json!({ "sit": true }),
            ErrorKind::InvalidOption,
        ),
    ] {
        assert_eq!(
            engine::make(name, &dict(options), 1).err().unwrap().kind(),
            kind
        );
    }
    assert!(bot::names::<Bughouse>().any(|n| n == "search"));
}

#[test]
fn decisions_repeat_themselves_and_both_kinds_play() {
    let state = both(START, START);
    for control in ["single", "dual"] {
        let one = decided(&state, "A.white", json!({ "control": control }));
        let two = decided(&state, "A.white", json!({ "control": control }));
        assert_eq!((one.action, one.nodes), (two.action, two.nodes));
    }
    // A planning team against two bots that look at their own boards only.
    let mut state = state;
    let bot = |options: Value| engine::make("search", &dict(options), 1).unwrap();
    let mut dual = bot(json!({ "control": "dual" }));
    let mut single = bot(json!({}));
    let limits = Limits {
        nodes: Some(200),
        ..Limits::default()
    };
    for ply in 0..60 {
        let live: Vec<_> = state.live().iter().collect();
        let Some(mover) = live.get(ply % live.len().max(1)) else {
            break;
        };
        let observation = state.observe(*mover);
        let bot = if mover.0 == 0 || mover.0 == 3 {
            &mut dual
        } else {
            &mut single
        };
        let found = bot
            .decide(&observation, &limits, &Control::default())
            .unwrap();
        state = state.play(&found.action).unwrap();
    }
    assert!(state.history().len() > 20);
}

#[test]
fn what_the_other_team_is_about_to_take_counts_as_taken() {
    // On A Black takes a queen next, with which White on B would mate at g7: no time
    // for the knight.
    let state = both(
        "4k3/8/8/4p3/3Q4/8/8/4K3[] b - - 0 1",
        "r5k1/5p1p/5P2/8/8/N7/5PPP/6K1[] b - - 0 1",
    );
    let careful = decided(&state, "B.black", json!({}));
    assert_eq!(text(&state, &careful), "B:g8f8");
    let hasty = tuned(&state, "B.black", json!({}), NEVER_FORESEEN, Some(5_000));
    assert_eq!(text(&state, &hasty), "B:a8a3");
}

/// White has one move, after which it is mated.
const LOST: &str = "6k1/8/8/8/8/5b1q/8/7K[] w - - 0 1";

/// Returns the decision of `A.white` with so many seconds on the clocks of all seats.
fn timed(state: &State<Bughouse>, clocks: [u64; 4], options: Value) -> Decision<Action> {
    timed_with(state, clocks, options, EngineParams::SHIPPED)
}

/// The same with other parameters.
fn timed_with(
    state: &State<Bughouse>,
    clocks: [u64; 4],
    options: Value,
    params: EngineParams,
) -> Decision<Action> {
    let mut bot = engine::make_tuned(&dict(options), 1, params).unwrap();
    let clock = |seconds| Clock {
        remaining: Duration::from_secs(seconds),
        ..Clock::default()
    };
    let limits = Limits {
        nodes: Some(2_000),
        clocks: clocks.map(clock).to_vec(),
        // So the clocks count for what they show, and never end the search.
        ponder: true,
        ..Limits::default()
    };
    let observation = state.observe(seat("A.white"));
    bot.decide(&observation, &limits, &Control::default())
        .unwrap()
}

#[test]
fn sits_while_its_partner_plays_on() {
    let seconds = |state: &State<Bughouse>, clocks, options| {
        timed(state, clocks, options).hold.as_millis() as f64 / 1000.0
    };
    let state = both(LOST, START);
    // All but what the regime keeps.
    assert_eq!(seconds(&state, [10; 4], json!({})), 9.6);
    assert_eq!(seconds(&state, [100; 4], json!({})), 97.0);
    assert_eq!(seconds(&state, [10; 4], json!({ "regime": "blitz" })), 7.0);
    assert_eq!(seconds(&state, [10; 4], json!({ "sit": false })), 0.0);
    assert_eq!(seconds(&state, [10; 4], json!({ "control": "dual" })), 9.6);
    // That the partner is about to be mated is no reason to.
    let partner = both(START, "7k/8/5B1Q/8/8/8/8/6K1[] b - - 0 1");
    assert_eq!(
        seconds(&partner, [10; 4], json!({ "control": "dual" })),
        0.0
    );
    // Mated within two plies, which is all that it sits for.
    let params = EngineParams {
        sit_plies: 1,
        sit_below: 30_000,
        ..EngineParams::SHIPPED
    };
    let found = timed_with(&state, [10; 4], json!({}), params);
    assert!(found.hold.is_zero());
    assert_eq!(seconds(&both(START, START), [10; 4], json!({})), 0.0);
    // Without clocks nobody knows how long.
    assert!(decided(&state, "A.white", json!({})).hold.is_zero());
}

#[test]
fn sits_until_the_flag_of_a_rival_falls_that_only_a_piece_could_help() {
    // On B White, the rival of `A.white`, is frozen: it waits for what its partner takes
    // on A, which nobody does while White there sits.
    let frozen = "4r1k1/8/8/8/8/8/3P1P2/3RKR2[] w - - 0 1";
    let state = both(START, frozen);
    assert_eq!(state.live().iter().count(), 1);
    let hold = |own: u64, rival: u64| timed(&state, [own, 60, rival, 60], json!({})).hold;
    assert_eq!(hold(60, 20), Duration::from_secs(23));
    assert_eq!(hold(20, 60), Duration::ZERO);
    // Of a partner that is frozen nobody's flag falls but ours.
    let partner = "3rkr2/3p1p2/8/8/8/8/8/4R1K1[] b - - 0 1";
    let state = both(START, partner);
    assert!(timed(&state, [60, 60, 20, 60], json!({})).hold.is_zero());
}

#[test]
fn options_can_be_changed_in_the_middle_of_a_game() {
    let state = both(
        "r1bqkb1r/ppp2ppp/2n2n2/3pp3/4P3/2NP1N2/PPP2PPP/R1BQKB1R[] w KQkq - 0 5",
        START,
    );
    let observation = state.observe(Seat(0));
    let limits = Limits {
        depth: Some(4),
        ..Limits::default()
    };
    let decide = |bot: &mut Box<dyn Bot<Bughouse>>| {
        let found = bot.decide(&observation, &limits, &Control::default());
        let found = found.unwrap();
        (found.action, found.nodes, found.score)
    };
    for options in [
        json!({ "control": "dual", "book": false }),
        json!({ "depth": 2, "book": false }),
    ] {
        let options = dict(options);
        let mut bot = engine::make("search", &Dict::new(), 1).unwrap();
        let plain = decide(&mut bot);
        assert!(bot.adjust(&options).unwrap());
        bot.new_game();
        let adjusted = decide(&mut bot);
        let mut fresh = engine::make("search", &options, 1).unwrap();
        assert_eq!(adjusted, decide(&mut fresh), "{options:?}");
        assert_ne!(adjusted, plain, "{options:?}");
    }
    let mut heuristic = engine::make("heuristic", &Dict::new(), 1).unwrap();
    assert!(!heuristic.adjust(&Dict::new()).unwrap());
}

#[test]
fn advice_holds_until_there_is_other_advice() {
    let state = both(
        "r1bqkb1r/ppp2ppp/2n2n2/3pp3/4P3/2NP1N2/PPP2PPP/R1BQKB1R[] w KQkq - 0 5",
        START,
    );
    let options = dict(json!({ "book": false, "contempt": 990 }));
    let limits = Limits {
        depth: Some(4),
        ..Limits::default()
    };
    let decide = |bot: &mut engine::TeamBot| {
        let found = bot.decide(&state.observe(Seat(0)), &limits, &Control::default());
        let found = found.unwrap();
        (found.action, found.nodes, found.score)
    };
    let fresh = |options: &Dict, advice| {
        let mut bot = engine::TeamBot::new(options).unwrap();
        bot.prepare(options, advice).unwrap();
        decide(&mut bot)
    };
    let none = engine::Advice::default();
    let knight = none.wanting(Piece::Knight, 900);
    let proud = engine::Advice {
        // The sum is as great as contempt can be.
        contempt: 500,
        other_board: 400,
        ..none
    };
    let mut bot = engine::TeamBot::new(&options).unwrap();
    let plain = decide(&mut bot);
    let other = dict(json!({ "book": false, "control": "dual" }));
    for (options, advice) in [
        (&options, knight),
        (&options, proud),
        (&other, proud),
        (&other, knight),
        (&options, none),
    ] {
        bot.prepare(options, advice).unwrap();
        bot.new_game();
        assert_eq!(decide(&mut bot), fresh(options, advice), "{advice:?}");
    }
    assert_ne!(fresh(&options, knight), plain);
    assert_ne!(fresh(&options, proud), plain);
    assert_eq!(fresh(&options, none), plain);
    let unknown = dict(json!({ "want_knight": 900 }));
    let error = bot.prepare(&unknown, none).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidOption);
    bot.new_game();
    assert_eq!(decide(&mut bot), plain, "and nothing has changed");
}
