//! Rounds, skipping, starvation, sudden death, ends by counting, drafted shields.

use serde_json::json;

use super::{Play, rules, state};
use contract::game::{Game, Seat, Seats};
use contract::state::State;

fn movers(mut state: State<super::Jarls>, plies: usize) -> Vec<u8> {
    let mut out = Vec::new();
    for _ in 0..plies {
        out.push(state.live().single().unwrap().0);
        let first = state.legal(None)[0];
        state = state.play(&first).unwrap();
    }
    out
}

#[test]
fn the_first_player_of_a_round_shifts() {
    let start = |players: u8| State::start(&rules(json!({ "players": players }))).unwrap();
    assert_eq!(movers(start(2), 6), [0, 1, 1, 0, 0, 1]);
    assert_eq!(movers(start(3), 9), [0, 1, 2, 1, 2, 0, 2, 0, 1]);
    assert_eq!(movers(start(4), 8), [0, 1, 2, 3, 1, 2, 3, 0]);
}

#[test]
fn the_eliminated_drop_out_of_the_rotation() {
    let three = json!({ "players": 4, "radius": 3 });
    let at = |mover: u8, first: u8, dead: usize| {
        let mut jarls = ["J3,-3", "J0,-3", "J-3,0", "J-3,3"];
        jarls[dead] = "-";
        let jarls = jarls.join(" ");
        state(
            three.clone(),
            &format!("3 - {jarls} {mover} 5 2 {first} 0 -"),
        )
    };
    assert_eq!(movers(at(0, 0, 1), 7), [0, 2, 3, 2, 3, 0, 3]);
    // The first player itself may be the one who is out.
    assert_eq!(movers(at(2, 1, 1), 7), [2, 3, 0, 2, 3, 0, 3]);
    assert_eq!(movers(at(0, 3, 3), 4), [0, 1, 2, 0]);
}

#[test]
fn a_player_without_any_move_is_skipped() {
    let three = json!({ "players": 3, "radius": 3 });
    // Player 1 is in a corner behind holes.
    let text = "3 H2,0H3,-1H2,1 J-3,0 J3,0 J-3,3 0 1 1 0 0 -";
    let state = state(three, text);
    let after = state.go("-3,0>-2,0");
    assert_eq!(after.fields()[5], "2");
    assert_eq!(
        state.kinds("-3,0>-2,0"),
        ["move", "turn_ended", "turn_skipped"]
    );
    assert_eq!(state.events("-3,0>-2,0")[2]["seat"], "p1");
    // In the next round it would begin, and is skipped again.
    let kinds = after.kinds("-3,3>-2,2");
    assert_eq!(kinds, ["move", "turn_ended", "round", "turn_skipped"]);
    assert_eq!(after.go("-3,3>-2,2").fields()[5..9], ["2", "3", "2", "1"]);
}

#[test]
fn where_nobody_can_move_rounds_go_by_until_hunger_ends_it() {
    // Both Jarls are behind holes, and the last warriors starve.
    let text = "3 H2,0H3,-1H2,1H-2,0H-3,1H-2,-1 J3,0W1,1 J-3,0W-1,-1 1 19 10 0 9 -";
    let state = state(json!({ "starvation": true }), text);
    let end = state.go("-1,-1>-1,-2");
    assert_eq!(end.reason(), "no_jarl_left");
    assert_eq!(end.fields()[5..9], ["20", "16", "1", "15"]);
    let kinds = state.kinds("-1,-1>-1,-2");
    let skipped = kinds.iter().filter(|k| *k == "turn_skipped").count();
    assert_eq!(skipped, 2, "each is told of once: {kinds:?}");
    assert_eq!(
        kinds[..5],
        ["move", "turn_ended", "eliminated", "eliminated", "round"]
    );
    assert_eq!(
        kinds[kinds.len() - 3..],
        ["eliminated", "eliminated", "game_ended"]
    );
}

#[test]
fn too_many_rounds_without_an_elimination_are_a_draw() {
    let short = json!({ "round_limit": 3 });
    let mut at = state(short, "3 - J3,0 J-3,0 0 1 1 0 0 -");
    for text in ["3,0>2,0", "-3,0>-2,0", "-2,0>-3,0", "2,0>3,0", "3,0>2,0"] {
        at = at.go(text);
        assert_eq!(at.reason(), "-");
    }
    let end = at.go("-3,0>-2,0");
    assert_eq!((end.reason(), end.winners()), ("round_limit", vec![]));
    assert_eq!(
        at.kinds("-3,0>-2,0"),
        ["move", "turn_ended", "round", "game_ended"]
    );
    // An elimination starts the count anew.
    let text = "3 - J3,-3W-2,1W-1,1W0,1 J-3,0W1,1W2,1 1 5 3 0 2 -";
    let again = state(json!({ "round_limit": 3 }), text);
    assert_eq!(again.go("-3,0>-2,0").reason(), "round_limit");
    let text = text.replace("1 5 3 0 2", "0 5 3 1 2");
    let again = state(json!({ "round_limit": 3 }), &text).go("0,1>1,1");
    assert_eq!((again.reason(), &again.fields()[8][..]), ("-", "0"));
}

#[test]
fn the_hungry_give_up_the_warrior_farthest_from_the_throne() {
    let hungry = json!({ "starvation": true });
    let before = "3 - J3,0W1,0W-1,1 J-3,0W2,-2W3,-3W-2,2 1 19 10 0 9 -";
    let at = state(hungry.clone(), before);
    let after = at.go("-3,0>-2,0");
    // Player 1 loses the only one at distance 3; player 0 has two at distance 1.
    assert_eq!(after.fields()[2..4], ["J3,0W-1,1W1,0", "J-2,0W-2,2W2,-2"]);
    assert_eq!(after.fields()[4..10], ["0", "20", "11", "1", "10", "x0"]);
    let kinds = at.kinds("-3,0>-2,0");
    assert_eq!(
        kinds,
        ["move", "turn_ended", "eliminated", "round", "starving"]
    );
    let events = at.events("-3,0>-2,0");
    assert_eq!(events[2]["cause"], "starved");
    assert_eq!(events[4]["among"], json!(["-1,1", "1,0"]));
    let choices: Vec<_> = after
        .legal(None)
        .iter()
        .map(|a| after.write(a, None).unwrap())
        .collect();
    assert_eq!(choices, ["x-1,1", "x1,0"]);
    assert!(after.refused("1,0>2,0").contains("given up"));
    assert!(after.refused("x2,-2").contains("none of the own"));
    let fed = after.go("x1,0");
    assert_eq!(
        fed.fields()[2..10],
        [
            "J3,0W-1,1",
            "J-2,0W-2,2W2,-2",
            "1",
            "20",
            "11",
            "1",
            "10",
            "-"
        ]
    );
    // Five rounds later again; in between nothing.
    let later = state(hungry, "3 - J3,0W-1,1 J-3,0W2,-2W3,-3 1 25 15 0 14 -").go("-3,0>-2,0");
    assert_eq!(later.fields()[2..4], ["J3,0", "J-2,0W2,-2"]);
}

#[test]
fn who_has_no_warrior_left_loses_the_jarl_five_rounds_later() {
    let at = |zero: &str, one: &str, quiet: i32| {
        let text = format!("3 - {zero} {one} 1 19 20 0 {quiet} -");
        state(json!({ "starvation": true }), &text).go("-3,0>-2,0")
    };
    assert_eq!(
        at("J3,0", "J-3,0W1,1W1,-2", 9).reason(),
        "-",
        "not the first time"
    );
    let lost = at("J3,0", "J-3,0W1,1W1,-2", 14);
    assert_eq!((lost.reason(), lost.winners()), ("last_standing", vec![1]));
    assert_eq!(at("J3,0", "J-3,0W1,1W1,-2", 12).reason(), "-");
    let both = at("J3,0", "J-3,0", 14);
    assert_eq!((both.reason(), both.winners()), ("no_jarl_left", vec![]));
    assert!(both.outcome().unwrap().is_draw());
}

#[test]
fn rings_fall_in_sudden_death() {
    let sudden = json!({ "sudden_death": true });
    let text = "3 H1,-2H2,1 J3,0W2,0 J-2,0W-3,1W1,1 1 39 20 0 19 -";
    let at = state(sudden.clone(), text);
    let end = at.go("-2,0>-1,0");
    assert_eq!((end.reason(), end.winners()), ("last_standing", vec![1]));
    assert_eq!(end.fields()[..4], ["2", "H1,-2", "-", "J-1,0W1,1"]);
    let kinds = at.kinds("-2,0>-1,0");
    let (ring, gone) = ("ring", "eliminated");
    assert_eq!(
        kinds,
        ["move", "turn_ended", ring, gone, gone, gone, "game_ended"]
    );
    // On a smaller board one is pushed off earlier.
    let small = state(sudden.clone(), "2 - J-2,0W-1,1W0,1 J2,0W1,1 0 41 21 0 20 -");
    assert_eq!(small.go("0,1>1,1").fields()[3], "J2,0");
    assert!(small.refused("-2,0>-3,0").contains("off the board"));
    assert!(small.read(None, "-2,0>-4,0", None).is_err());
    let all = state(sudden, "3 - J3,0 J-3,0 1 39 20 0 19 -").go("-3,0>-3,1");
    assert_eq!((all.reason(), all.winners()), ("no_jarl_left", vec![]));
}

#[test]
fn players_place_shields_in_reverse_order() {
    let options = json!({ "players": 3, "terrain": "shields", "draft_shields": true });
    let start = State::start(&rules(options)).unwrap();
    assert_eq!(start.position().shields.len(), 0);
    assert_eq!(start.live(), Seats::only(Seat(2)));
    for text in ["s0,0", "s5,0", "s4,0", "s1,0", "s5,-2"] {
        assert!(start.refused(text).contains("a shield stands"), "{text}");
    }
    assert!(start.refused("5,0>5,-1").contains("to be placed"));
    let one = start.go("s2,-1");
    assert!(one.refused("s2,-1").contains("a shield stands"));
    let all = one.go("s1,-2").go("s-1,-1");
    assert_eq!(all.live(), Seats::only(Seat(0)));
    assert_eq!(all.fields()[1], "S-1,-1S1,-2S2,-1");
    assert_eq!(all.fields()[5..11], ["0", "1", "1", "0", "0", "-"]);
    assert_eq!(
        one.events("s1,-2")[0],
        json!({"kind": "shield", "seat": "p1", "at": "1,-2"})
    );
}

#[test]
fn who_leaves_loses_and_in_a_team_so_does_the_team() {
    let three = State::start(&rules(json!({ "players": 3 }))).unwrap();
    let outcome = |s: &State<super::Jarls>, losers: &[u8]| {
        let losers = losers.iter().map(|s| Seat(*s)).collect();
        s.game().forfeited(s.position(), losers, "resigned")
    };
    assert_eq!(
        outcome(&three, &[1]).winners,
        [0, 2].map(Seat).into_iter().collect()
    );
    let teams = State::start(&rules(json!({ "players": 4, "teams": 2 }))).unwrap();
    assert_eq!(
        outcome(&teams, &[1]).winners,
        [0, 2].map(Seat).into_iter().collect()
    );
    assert!(outcome(&teams, &[1, 2]).is_draw());
    let out = state(
        json!({ "players": 3, "radius": 3 }),
        "3 - J3,0 - J-3,0 0 1 1 0 0 -",
    );
    assert_eq!(
        outcome(&out, &[0]).winners,
        Seats::only(Seat(2)),
        "who is out wins nothing"
    );
}
