//! Ends of games: mate and frozen, stalemate, repetition by board, deadlock.

use serde_json::json;

use super::{EMPTY, FROZEN, MATED, START, both, play, rules, with};
use chess::Color;
use contract::game::{Outcome, Seat, Seats};
use contract::state::State;

fn team(first: u8, second: u8) -> Seats {
    Seats::only(Seat(first)).with(Seat(second))
}

#[test]
fn the_first_mate_ends_both_boards() {
    let state = both(START, START);
    let mated = play(&state, "B:f2f3 A:e2e4 B:e7e5 B:g2g4 B:d8h4");
    // A queen at h4 could be met by a piece on g3: no mate in bughouse.
    assert_eq!(mated.outcome(), None);
    assert_eq!(mated.live(), Seats::only(Seat(1)));
    let state = both(START, "6rk/6pp/8/6N1/8/8/8/6K1[] w - - 0 1");
    let mated = play(&state, "A:e2e4 B:g5f7");
    let expected = Outcome::win(team(1, 2), "checkmate");
    assert_eq!(mated.outcome(), Some(expected));
    assert!(mated.live().is_empty() && mated.legal(None).is_empty());
    assert_eq!(both(MATED, START).outcome().unwrap().winners, team(0, 3));
}

#[test]
fn frozen_is_not_mate_and_the_partner_can_help() {
    let state = both(FROZEN, "4k3/8/8/8/8/3n4/2P5/4K3[] w - - 0 1");
    assert_eq!(state.outcome(), None);
    assert_eq!(state.live(), Seats::only(Seat(2)));
    let helped = play(&state, "B:c2d3 A:N@f8");
    assert_eq!(helped.outcome(), None);
    assert_eq!(helped.live(), team(0, 3));
}

#[test]
fn stalemate_is_what_the_option_says() {
    let stuck = "7k/5Q2/6K1/8/8/8/8/8[] b - - 0 1";
    for (option, expected) in [
        ("wait", None),
        ("loss", Some(Outcome::win(team(0, 3), "stalemate"))),
        ("draw", Some(Outcome::draw("stalemate"))),
    ] {
        let rules = with(&json!({ "stalemate": option }));
        let state = State::parse(&rules, &format!("{stuck} | {START}"), &[]).unwrap();
        assert_eq!(state.outcome(), expected, "{option}");
        assert_eq!(state.live().is_empty(), expected.is_some());
    }
    for (preset, reason) in [
        ("lichess", None),
        ("chess_com", Some("stalemate")),
        ("uscf", None),
        ("fairy", Some("stalemate")),
        ("fics", None),
    ] {
        let rules = with(&json!({ "rules": preset }));
        let state = State::parse(&rules, &format!("{stuck} | {START}"), &[]).unwrap();
        assert_eq!(state.outcome().map(|o| o.reason), reason, "{preset}");
    }
}

/// Black is in check, and may take the rook.
const IN_CHECK: &str = "5Rk1/5ppp/8/8/8/8/5PPP/4K3[] b - - 0 1";

#[test]
fn without_pins_a_king_may_be_left_and_is_taken() {
    let rules = with(&json!({ "pins": "off" }));
    let state = State::parse(&rules, &format!("{IN_CHECK} | {START}"), &[]).unwrap();
    assert_eq!(state.outcome(), None);
    assert_eq!(state.live(), team(1, 2));
    let left = play(&state, "A:h7h6");
    let taken = play(&left, "A:f8g8");
    assert_eq!(
        taken.outcome(),
        Some(Outcome::win(team(0, 3), "king_taken"))
    );
    assert!(taken.live().is_empty() && taken.legal(None).is_empty());
    // The king goes to nobody.
    let b = taken.position().board(super::super::BoardId::B);
    assert!(!b.has_pocket(Color::White) && !b.has_pocket(Color::Black));
    assert_eq!(
        State::parse(&rules, &taken.notation(), &[])
            .unwrap()
            .outcome(),
        taken.outcome()
    );
    // What is mate with pins is none without.
    assert_eq!(both(MATED, START).outcome().unwrap().reason, "checkmate");
    let mated = State::parse(&rules, &format!("{MATED} | {START}"), &[]).unwrap();
    assert_eq!(mated.outcome(), None);
    assert_eq!(
        mated.write(&mated.legal(None)[0], Some("san")).unwrap(),
        "A:g6"
    );
}

#[test]
fn nobody_can_move_and_no_clock_runs() {
    let state = both(FROZEN, FROZEN);
    assert_eq!(state.outcome(), Some(Outcome::draw("deadlock")));
    assert!(state.on_clock().is_empty());
    let rules = with(&json!({ "deadlock": "flag" }));
    let state = State::parse(&rules, &format!("{FROZEN} | {FROZEN}"), &[]).unwrap();
    assert_eq!(state.outcome(), None);
    assert!(state.live().is_empty());
    assert_eq!(state.on_clock(), team(1, 3));
}

const DANCE: &str = "g1f3 g8f6 f3g1 f6g8";

fn dance(board: char) -> Vec<String> {
    DANCE.split(' ').map(|m| format!("{board}:{m}")).collect()
}

#[test]
fn positions_of_a_board_are_counted_apart() {
    let state = both(START, START);
    let line = dance('A').join(" ");
    let twice = play(&state, &line);
    assert_eq!(twice.outcome(), None);
    let thrice = play(&twice, &line);
    assert_eq!(
        thrice.outcome(),
        Some(Outcome::draw("threefold_repetition"))
    );
    // What the other board does in between changes nothing, and a position that
    // merely stays is not there again.
    let others = "e2e4 e7e5 d2d4 d7d5 c2c4 c7c5 a2a3 a7a6".split(' ');
    let mut state = both(START, START);
    for (i, (own, other)) in dance('A').iter().cycle().zip(others).enumerate() {
        assert_eq!(state.outcome(), None, "{i}");
        state = play(&state, &format!("B:{other} {own}"));
    }
    assert_eq!(state.outcome(), Some(Outcome::draw("threefold_repetition")));
    let quiet = play(
        &both(START, START),
        "B:e2e4 B:e7e5 B:d2d4 B:d7d5 B:c2c4 B:c7c5",
    );
    assert_eq!(quiet.outcome(), None);
}

#[test]
fn repetition_looks_at_pockets_as_the_option_says() {
    // A piece arrives on A between the first occurrence and the second.
    let b = "4k3/8/8/3p4/4P3/8/8/4K3[] w - - 0 1";
    let first = dance('A').join(" ");
    for (option, ends) in [
        ("with_pockets", false),
        ("without_pockets", true),
        ("off", false),
    ] {
        let rules = with(&json!({ "repetition": option }));
        let state = State::parse(&rules, &format!("{START} | {b}"), &[]).unwrap();
        let state = play(&state, &format!("{first} B:e4d5 {first}"));
        assert_eq!(state.outcome().is_some(), ends, "{option}");
    }
    let rules = with(&json!({ "repetition_count": 2 }));
    let state = State::parse(&rules, &format!("{START} | {START}"), &[]).unwrap();
    let state = play(&state, &dance('B').join(" "));
    assert_eq!(state.outcome(), Some(Outcome::draw("repetition")));
}

#[test]
fn plies_without_progress_are_counted_on_each_board() {
    let rules = with(&json!({ "halfmove_limit": 4, "repetition": "off" }));
    let state = State::parse(&rules, &format!("{START} | {EMPTY}"), &[]).unwrap();
    let state = play(&state, "A:g1f3 B:e1e2 A:g8f6 B:e8e7 A:b1c3 B:e2e3");
    assert_eq!(state.outcome(), None);
    assert_eq!(
        play(&state, "A:b8c6").outcome(),
        Some(Outcome::draw("halfmove_limit"))
    );
}

#[test]
fn drops_are_limited_by_the_options() {
    let a = "6k1/5ppp/8/8/8/8/8/6K1[QPp] w - - 0 1";
    let count = |options: serde_json::Value, start: &str| {
        let rules = with(&options);
        let state = State::parse(&rules, &format!("{a} | {EMPTY}"), &[]).unwrap();
        let texts: Vec<_> = state
            .legal(None)
            .iter()
            .map(|m| state.write(m, None).unwrap())
            .collect();
        texts.iter().filter(|t| t.starts_with(start)).count()
    };
    let queens = count(json!({}), "A:Q@");
    assert!(count(json!({ "drop_aggression": "no_check" }), "A:Q@") < queens);
    let no_mate = count(json!({ "drop_aggression": "no_chess_mate" }), "A:Q@");
    // On the back rank: d8, c8, b8, a8, e8 would stop Black as it is.
    assert_eq!(no_mate, queens - 5);
    assert_eq!(count(json!({}), "A:P@"), 45);
    assert_eq!(count(json!({ "pawn_drop_ranks": "2-6" }), "A:P@"), 40);
    assert_eq!(count(json!({ "pawn_drop_ranks": "1-7" }), "A:P@"), 52);
    assert_eq!(rules().options().to_dict()["pawn_drop_ranks"], "2-7");
    // No piece could help here: that mate alone is one of bughouse.
    let a = "6rk/6pp/8/8/8/8/8/6K1[N] w - - 0 1";
    for (option, fewer) in [
        ("mate_allowed", 0),
        ("no_bughouse_mate", 1),
        ("no_check", 2),
    ] {
        let rules = with(&json!({ "drop_aggression": option }));
        let state = State::parse(&rules, &format!("{a} | {EMPTY}"), &[]).unwrap();
        let drops = state.legal(None).iter().filter(|m| m.mv.is_drop()).count();
        assert_eq!(drops, 59 - fewer, "{option}");
    }
}
