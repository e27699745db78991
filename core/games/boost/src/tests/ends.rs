//! Defeat, circles, draws, resignation, demos.

use serde_json::json;

use super::{Play, five, read, rules, standard, start};
use contract::game::{Game, Seat, Seats};
use contract::state::State;
use contract::value::to_value;

const THREE: &str = "boost-9-9-3-8-2";

#[test]
fn without_a_tower_four_pieces_are_needed() {
    let state = standard("pppp5/4P4/9/9/9/9/9/9/PPP6_b_-");
    assert_eq!(state.reason(), "-");
    assert_eq!(standard("ppp6/4P4/9/9/9/9/9/9/PPP6_b_-").winners(), [0]);
    assert_eq!(standard("pppp5/9/9/9/9/9/9/9/PPP6_b_-").winners(), [1]);
    assert_eq!(standard("pppk5/9/9/9/9/9/9/9/PPPP5_b_-").reason(), "-");
    // One tower and one piece are enough, towers alone are not.
    assert_eq!(standard("tp7/9/9/9/9/9/9/9/PPPP5_b_-").reason(), "-");
    let towers = standard("tt7/9/9/9/9/9/9/9/PPPP5_b_-");
    assert_eq!(
        (towers.reason(), towers.winners()),
        ("opponents_defeated", vec![0])
    );
}

#[test]
fn who_defeats_all_opponents_wins() {
    let state = standard("pp2p4/9/4P4/4p4/9/4P4/9/9/PPP6_a_-");
    assert_eq!(state.kinds("e4e5"), ["move", "capture", "defeated", "end"]);
    let end = state.go("e4e5");
    assert_eq!(
        (end.reason(), end.winners()),
        ("opponents_defeated", vec![0])
    );
    assert!(end.legal_texts().is_empty());
    // One of several is only out; the pieces stay.
    let three = json!({ "identifier": THREE });
    let text = "PbPb2Pb4/9/4Pa4/4Pb4/9/4Pa4/9/9/PaPaPa2PcPcPcPc_a_-";
    let state = read(three, text);
    assert_eq!(state.kinds("e4e5"), ["move", "capture", "defeated"]);
    let next = state.go("e4e5");
    assert_eq!(next.reason(), "-");
    assert_eq!(next.described()["players"][1]["defeated"], true);
    assert_eq!(next.described()["players"][1]["pawns"], 3);
    assert_eq!(next.legal_texts(), ["--"]);
}

#[test]
fn four_dragons_round_ones_tower_win() {
    let state = five("pppp1/2D2/1DTD1/4D/P3P_a_-");
    assert_eq!(state.kinds("e2c2"), ["move", "end"]);
    let end = state.go("e2c2");
    assert_eq!((end.reason(), end.winners()), ("dragon_circle", vec![0]));
    assert_eq!(
        end.described()["players"][0]["circle_evaluation"],
        10_000_000
    );
}

#[test]
fn captures_go_before_circles() {
    // The dragon that closes the circle takes the last pieces as well.
    let text = "pp3/2D2/1DTD1/2p2/PPDP1_a_-";
    let state = five(text);
    assert_eq!(state.reason(), "opponents_defeated");
    // The circle round another's tower is a capture.
    let state = read(
        json!({ "identifier": THREE }),
        "PbPbPbPb1PcPcPcPc/9/4D4/3DTbD3/1PaD6/3DTaD3/4D4/9/PaPaPa6_a_-",
    );
    assert_eq!(state.kinds("c5e5"), ["move", "capture", "end"]);
    assert_eq!(state.go("c5e5").reason(), "dragon_circle");
    assert_eq!(state.go("c5e5").winners(), [0]);
}

#[test]
fn a_victory_by_capture_goes_before_a_circle() {
    let state = standard("pp7/9/4D4/3DTD3/1PD6/4p4/4D4/9/PPP4p1_a_-");
    assert_eq!(state.reason(), "-");
    let end = state.go("c5e5");
    assert_eq!(end.reason(), "opponents_defeated");
}

/// Circles of the players named, around one dragon on e5.
fn circles(north: &str, south: &str, west: &str, east: &str, rest: &str) -> State<super::Boost> {
    let four = json!({ "identifier": "boost-9-9-4-8-2" });
    let text = format!(
        "PbPbPbPb1PcPcPcPc/9/4D4/3D{north}D3/2D{west}D{east}D2/3D{south}D3/4D4/9/\
         PaPaPaPa1PdPdPdPd_{rest}"
    );
    read(four, &text)
}

#[test]
fn of_several_circles_the_movers_own_goes_first_then_north_south_west_east() {
    assert_eq!(circles("Ta", "Tb", "Tc", "Td", "a_-").winners(), [3]);
    assert_eq!(circles("Ta", "Tb", "Tc", "Td", "d_-").winners(), [2]);
    assert_eq!(circles("Ta", "Tb", "Tc", "1", "a_-").winners(), [0]);
    assert_eq!(circles("1", "Tb", "Tc", "Td", "b_-").winners(), [1]);
    // South and west share two dragons; d4 comes first, and west is north of it.
    assert_eq!(circles("1", "Tb", "Tc", "1", "a_-").winners(), [2]);
    assert_eq!(circles("1", "1", "Tb", "Tc", "a_-").winners(), [1]);
    assert_eq!(circles("1", "1", "1", "Tc", "a_-").winners(), [2]);
    assert_eq!(circles("1", "1", "1", "1", "a_-").reason(), "-");
    // Circles of who is out count for nothing.
    assert_eq!(circles("Ta", "Tb", "Tc", "1", "a_a").winners(), [2]);
    assert_eq!(circles("Ta", "1", "1", "1", "b_a").reason(), "-");
}

#[test]
fn alone_one_wins_by_a_circle_only() {
    let one = json!({ "identifier": "boost-9-9-1-8-2" });
    let state = start(one.clone());
    assert_eq!(state.reason(), "-");
    assert!(state.go("a1a3").notation().ends_with("_a_-"));
    let circle = read(one.clone(), "9/4D4/3DTD3/4D4/9/9/9/9/PPPP5_a_-");
    assert_eq!(
        (circle.reason(), circle.winners()),
        ("dragon_circle", vec![0])
    );
    let lost = read(one, "9/9/9/9/9/9/9/9/PPP6_a_-");
    assert_eq!((lost.reason(), lost.winners()), ("all_defeated", vec![]));
}

#[test]
fn who_resigns_is_out() {
    let three = json!({ "identifier": THREE });
    let state = start(three).changed(json!({ "forfeit": "b" }));
    assert!(state.notation().ends_with("_a_b"));
    assert_eq!(state.reason(), "-");
    let next = state.go(&state.legal_texts()[0]);
    assert_eq!(next.legal_texts(), ["--"]);
    let last = state.changed(json!({ "forfeit": "c" }));
    assert_eq!(
        (last.reason(), last.winners()),
        ("opponents_defeated", vec![0])
    );
    assert!(last.notation().ends_with("_a_bc"));
    let none = last.changed(json!({ "forfeit": "a" }));
    assert_eq!(none.reason(), "all_defeated");
    // At a table a seat that loses by something else loses to all who are not out.
    let outcome = state
        .game()
        .forfeited(state.position(), Seats::only(Seat(0)), "resigned");
    assert_eq!(outcome.winners.iter().collect::<Vec<_>>(), [Seat(2)]);
}

#[test]
fn who_leaves_forfeits_and_the_others_play_on() {
    let start = start(json!({ "identifier": THREE }));
    let seats = |list: &[u8]| -> Seats { list.iter().copied().map(Seat).collect() };
    let leave =
        |s: &State<super::Boost>, list: &[u8]| s.leave(seats(list), "timeout").unwrap().unwrap();
    // The turn is not its own: nothing changes but that it is out.
    let state = leave(&start, &[1]);
    assert!(state.notation().ends_with("_a_b"));
    assert_eq!((state.reason(), state.out()), ("-", seats(&[1])));
    assert!(
        state == start.changed(json!({ "forfeit": "b" })),
        "leaving is no ply"
    );
    let events = start
        .game()
        .leave_events(start.position(), seats(&[1]), Seat(0));
    assert_eq!(
        to_value(&events).unwrap(),
        json!([{"kind": "defeated", "seat": "b"}])
    );
    // On its turn it passes.
    let own = leave(&start, &[0]);
    assert_eq!(own.legal_texts(), ["--"]);
    assert_eq!(own.go("--").live(), seats(&[1]));
    let last = leave(&state, &[2]);
    assert_eq!((last.reason(), last.winners()), ("timeout", vec![0]));
    let all = leave(&start, &[0, 1, 2]);
    assert_eq!((all.reason(), all.winners()), ("timeout", vec![]));
    // Two do not play on, nor does one alone.
    for identifier in ["boost-9-9-2-8-2", "boost-9-9-1-8-2"] {
        let few = super::start(json!({ "identifier": identifier }));
        assert!(few.leave(seats(&[0]), "resigned").unwrap().is_none());
    }
}

#[test]
fn who_is_out_has_no_part_in_a_draw() {
    let state = start(json!({ "identifier": THREE, "ply_limit": 2 }));
    let left = state
        .leave(Seats::only(Seat(2)), "resigned")
        .unwrap()
        .unwrap();
    let end = left.go(&left.legal_texts()[0]);
    let end = end.go(&end.legal_texts()[0]).outcome().unwrap();
    assert_eq!(end.reason, "ply_limit");
    assert_eq!([0, 1, 2].map(|seat| end.score(Seat(seat))), [0.5, 0.5, 0.0]);
}

#[test]
fn when_every_living_player_has_passed_in_succession_it_is_drawn() {
    let stuck = read(
        json!({ "identifier": "boost-3-3-2-8-1" }),
        "Kpp/TPk/PPt_a_-",
    );
    let once = stuck.go("--");
    assert_eq!(once.reason(), "-");
    let twice = once.go("--");
    assert_eq!((twice.reason(), twice.winners()), ("all_passed", vec![]));
    // A player who is out does not count, but stands in no row of passes either.
    let three = read(
        json!({ "identifier": "boost-3-3-3-8-1" }),
        "KaPbPb/TaPbPb/KaPcTa_b_c",
    );
    assert_eq!(three.reason(), "-");
    let passed = three.go("--").go("--");
    assert_eq!(passed.reason(), "-");
    assert_eq!(passed.go("--").reason(), "all_passed");
}

#[test]
fn the_limit_of_plies_draws() {
    let options = json!({ "ply_limit": 2 });
    let state = start(options);
    let last = state.go("a1a3").go("a9a7");
    assert_eq!((last.reason(), last.winners()), ("ply_limit", vec![]));
    assert_eq!(start(json!({})).game().settings().ply_limit, 1000);
    let ends = rules(json!({ "ply_limit": 1 }));
    assert_eq!(
        State::start(&ends).unwrap().go("a1a3").reason(),
        "ply_limit"
    );
}

#[test]
fn in_a_demo_the_defeated_go_on() {
    let text = "p8/9/9/9/9/9/9/9/P8_a_-";
    assert_eq!(standard(text).reason(), "all_defeated");
    let demo = read(json!({ "identifier": "boost-9-9-2-8-2-demo" }), text);
    assert_eq!(demo.reason(), "-");
    assert_eq!(demo.legal_texts(), ["a1a2", "a1b1"]);
    assert_eq!(demo.described()["players"][0]["defeated"], true);
    // Who resigns is out even there.
    assert_eq!(demo.changed(json!({ "forfeit": "b" })).winners(), [0]);
}
