//! Steps, captures, building, promoting, passing, repetition.

use std::collections::BTreeSet;

use serde_json::json;

use super::{Boost, Play, five, read, standard, start};
use contract::rng::Rng;
use contract::state::State;

#[test]
fn a_piece_takes_one_step_and_one_more_for_each_occupied_neighbour() {
    // Alone: one step.
    let alone = standard("pppp5/9/9/9/4P4/9/9/9/P1P1P4_a_-");
    assert_eq!(alone.ends("e5"), ["d5", "e4", "e6", "f5"]);
    // One neighbour: exactly two, round corners as well, and not back.
    let one = standard("pppp5/9/9/4P4/4P4/9/9/9/P1P6_a_-");
    assert_eq!(one.ends("e5"), ["c5", "d4", "d6", "e3", "f4", "f6", "g5"]);
    // Two neighbours: three steps; owners do not matter, dragons count.
    let two = standard("pppp5/9/9/4D4/4P4/4p4/9/9/P1P1P4_a_-");
    let ends = two.ends("e5");
    assert!(ends.contains(&"b5".into()) && ends.contains(&"h5".into()));
    // By a way round, next to where it started, but not on its first step.
    assert!(!ends.contains(&"d5".into()) && !ends.contains(&"f5".into()));
    assert!(ends.contains(&"c4".into()) && ends.contains(&"d3".into()));
    // Three: four steps by the one way out.
    let three = standard("pppp5/9/9/4D4/3PP4/4p4/9/9/P1P6_a_-");
    assert!(three.ends("e5").contains(&"i5".into()));
    assert!(three.ends("e5").contains(&"g5".into()));
    assert!(!three.ends("e5").contains(&"f5".into()));
    // Four: five steps from a point that has no way out.
    let four = standard("pppp5/9/9/4D4/3PPp3/4p4/9/9/P1P6_a_-");
    assert_eq!(four.ends("e5"), [""; 0]);
    assert_eq!(
        four.refused("e5g5"),
        "e5g5: the pawn on e5 takes exactly 5 steps, and cannot end on g5"
    );
}

#[test]
fn no_point_is_visited_twice_nor_an_occupied_one_entered() {
    // Three steps in a corridor of two points: there is no third.
    let blind = read(
        json!({ "identifier": "boost-5-5-2-4-2" }),
        "pp1pp/PDDDD/P2DD/PDDDP/5_a_-",
    );
    assert_eq!(blind.ends("a3"), [""; 0]);
    // Round a block of four points back beside the start.
    let round = standard("pppp5/9/9/9/4PP3/4P4/9/9/P8_a_-");
    let ends = round.ends("e5");
    assert!(ends.contains(&"c6".into()) && ends.contains(&"b5".into()));
    assert!(!ends.contains(&"e4".into()) && !ends.contains(&"f5".into()));
    assert!(round.refused("e5e4").contains("takes exactly 3 steps"));
    // Two ways to one end are one move.
    let mut moves = round.legal_texts();
    moves.dedup();
    assert_eq!(moves, round.legal_texts());
}

#[test]
fn one_moves_ones_own_and_the_dragons_beside() {
    let state = standard("pppp5/9/9/2DD5/2T6/9/7D1/9/PPPP1K3_a_-");
    assert!(!state.ends("c6").is_empty());
    assert!(state.ends("d6").is_empty() && state.ends("h3").is_empty());
    assert!(
        state
            .refused("d6e6")
            .contains("the dragon on d6 is beside no piece")
    );
    assert!(state.refused("c5b5").contains("towers do not move"));
    assert!(
        state
            .refused("a9a8")
            .contains("the pawn on a9 is another player's")
    );
    assert!(state.refused("e5e6").contains("nothing stands on e5"));
    assert!(!state.ends("f1").is_empty());
}

#[test]
fn a_knight_may_end_on_an_enemy_and_removes_it() {
    let state = standard("pppp5/9/9/4p4/3DKt3/9/9/9/PPPP5_a_-");
    // Three neighbours: four steps, the last of which may be onto an enemy.
    assert!(!state.ends("e5").contains(&"e6".into()));
    let state = standard("pppp5/9/3p5/9/4K4/4p4/5t3/9/PPPP5_a_-");
    let ends = state.ends("e5");
    assert!(!ends.contains(&"e4".into()), "it takes two steps: {ends:?}");
    let state = standard("pppp5/9/4p4/9/4K4/4D4/9/9/PPPP5_a_-");
    let next = state.go("e5e7");
    assert_eq!(state.kinds("e5e7"), ["move", "capture"]);
    assert_eq!(next.notation(), "pppp5/9/4K4/9/9/4D4/9/9/PPPP5_b_-");
    // Towers too, but neither dragons nor its own, and only at the last step.
    let state = standard("pppp5/4t4/4p4/9/4K4/4D4/9/9/PPPP5_a_-");
    assert!(state.ends("e5").contains(&"e7".into()));
    let state = standard("ppppt4/9/4D4/9/4K4/4D4/9/9/PPPP5_a_-");
    assert!(!state.ends("e5").contains(&"e7".into()));
    assert!(state.refused("e5e7").contains("cannot end on e7"));
    let state = standard("pppp5/9/4P4/4p4/4K4/9/9/9/PPPP5_a_-");
    assert!(!state.ends("e5").contains(&"e7".into()));
    // A pawn never.
    let state = standard("pppp5/9/4p4/9/4P4/4D4/9/9/PPPP5_a_-");
    assert!(!state.ends("e5").contains(&"e7".into()));
}

#[test]
fn a_pawn_flanks_with_its_own_pieces_and_with_dragons() {
    let state = standard("pppp5/9/4P4/4p4/9/4P4/9/9/PPP6_a_-");
    assert_eq!(
        state.go("e4e5").notation(),
        "pppp5/9/4P4/9/4P4/9/9/9/PPP6_b_-"
    );
    assert_eq!(state.kinds("e4e5"), ["move", "capture"]);
    let dragon = standard("pppp5/9/4D4/4t4/9/4P4/9/9/PPP6_a_-");
    assert_eq!(
        dragon.go("e4e5").notation(),
        "pppp5/9/4D4/9/4P4/9/9/9/PPP6_b_-"
    );
    // Several at once.
    let several = standard("pppp5/9/4D4/4p4/2Pp1pP2/4P4/9/9/P8_a_-");
    let next = several.go("e4e5");
    assert_eq!(next.notation(), "pppp5/9/4D4/9/2P1P1P2/9/9/9/P8_b_-");
    assert_eq!(
        several.kinds("e4e5"),
        ["move", "capture", "capture", "capture"]
    );
    // Nothing behind it, or an enemy: it stays.
    let bare = standard("pppp5/9/9/4p4/9/4P4/9/9/PPP6_a_-");
    assert_eq!(bare.kinds("e4e5"), ["move"]);
    let enemy = standard("pppp5/9/4p4/4p4/9/4P4/9/9/PPP6_a_-");
    assert_eq!(enemy.kinds("e4e5"), ["move"]);
    // At the edge nothing is behind.
    let edge = standard("pppp5/9/9/9/p1P6/9/9/9/PPP6_a_-");
    assert_eq!(edge.kinds("c5b5"), ["move"]);
    // To come between two enemies is safe.
    let between = standard("pppp5/9/9/4p4/3P5/4p4/9/9/PPP6_a_-");
    assert_eq!(between.kinds("d5e5"), ["move"]);
}

#[test]
fn another_opponent_is_no_flanker() {
    let three = json!({ "identifier": "boost-9-9-3-8-2" });
    let state = read(three, "PbPbPbPb5/9/4Pc4/4Pb4/9/4Pa4/9/9/PaPaPa1PcPcPc2_a_-");
    assert_eq!(state.kinds("e4e5"), ["move"]);
}

#[test]
fn a_dragon_flanks_for_whoever_moves_it_and_leaves_its_place() {
    let state = standard("pppp5/9/4P4/4p4/9/4D4/4P4/9/PPP6_a_-");
    // It takes two steps: from e4 to e6 is no way, d5 is beside nothing.
    assert_eq!(state.kinds("e4d5"), ["move"]);
    let state = standard("pppp5/9/4P4/4p4/3D5/2PD5/9/9/PP7_a_-");
    assert_eq!(state.kinds("d4e5"), ["move", "capture"]);
    // The point it came from flanks no more.
    let left = standard("pppp5/9/9/9/3pDP3/4P4/9/9/PPP6_a_-");
    assert_eq!(left.kinds("e5c5"), ["move"]);
}

#[test]
fn knights_never_flank() {
    let state = standard("pppp5/9/4P4/4p4/9/4K4/9/9/PPP6_a_-");
    assert_eq!(state.kinds("e4e5"), ["move"]);
}

#[test]
fn a_tower_is_built_between_four_pieces_of_its_owner() {
    let state = five("pppp1/2P2/1P1K1/2P2/5_a_-");
    let next = state.go("c3c3");
    assert_eq!(state.kinds("c3c3"), ["build"]);
    assert_eq!(next.notation(), "pppp1/2P2/1PTK1/2P2/5_b_-");
    let lacks = five("pppp1/2P2/1P1p1/2P2/4P_a_-");
    assert!(
        lacks
            .refused("c3c3")
            .contains("has not four pieces of its builder")
    );
    // A point of the edge has three neighbours.
    let edge = five("pppp1/5/P4/1P3/P3P_a_-");
    assert!(edge.refused("a2a2").contains("a2 has not four pieces"));
    // As many as the game allows.
    let text = "pppp1/2T2/1P1P1/2T2/5_a_-";
    assert_eq!(five(text).refused("c3c3"), "c3c3: 2 towers are the most");
    let more = read(json!({ "identifier": "boost-5-5-2-4-3" }), text);
    assert_eq!(more.kinds("c3c3"), ["build"]);
}

#[test]
fn a_pawn_beside_ones_tower_becomes_a_knight_while_there_are_fewer() {
    let state = five("pppp1/5/1PT2/1PP2/5_a_-");
    assert_eq!(state.kinds("b3b3"), ["promote"]);
    assert_eq!(state.go("b3b3").notation(), "pppp1/5/1KT2/1PP2/5_b_-");
    assert!(
        state
            .refused("b2b2")
            .contains("no tower of its player stands beside b2")
    );
    let full = five("pppp1/5/1KT2/1PP2/5_a_-");
    assert_eq!(
        full.refused("c2c2"),
        "c2c2: there are no fewer knights than towers"
    );
    assert!(full.refused("b3b3").contains("on b3 stands a knight"));
    // An enemy's tower does not promote.
    let enemy = five("pppp1/5/1Pt2/1PP2/4P_a_-");
    assert!(enemy.refused("b3b3").contains("no tower"));
}

#[test]
fn only_who_cannot_move_passes() {
    let state = start(json!({}));
    assert_eq!(state.refused("--"), "--: who can move does not pass");
    let stuck = read(
        json!({ "identifier": "boost-3-3-2-8-1" }),
        "K1p/TPk/PPt_a_-",
    );
    assert!(!stuck.legal_texts().contains(&"--".into()));
    let stuck = read(
        json!({ "identifier": "boost-3-3-2-8-1" }),
        "Kpp/TPk/PPt_a_-",
    );
    assert_eq!(stuck.legal_texts(), ["--"]);
    assert_eq!(stuck.kinds("--"), ["pass"]);
    assert_eq!(stuck.go("--").notation(), "Kpp/TPk/PPt_b_-");
}

fn three_with_b_out() -> State<super::Boost> {
    read(
        json!({ "identifier": "boost-9-9-3-8-2" }),
        "PbPbPb6/9/9/9/9/9/9/9/PaPaPaPa1PcPcPcPc_b_-",
    )
}

#[test]
fn who_is_defeated_passes() {
    let state = three_with_b_out();
    assert_eq!(state.legal_texts(), ["--"]);
    assert_eq!(state.refused("a9a8"), "a9a8: a defeated player passes");
    assert_eq!(state.go("--").go("f1f3").go("a1a3").legal_texts(), ["--"]);
}

#[test]
fn no_arrangement_comes_again_whoever_is_to_move() {
    let alone = |text| read(json!({ "identifier": "boost-9-9-2-4-2" }), text);
    let state = alone("p1p1p1p2/9/9/9/9/9/9/9/P1P1P1P2_a_-");
    let there = state.go("a1a2").go("a9a8").go("a2a1");
    assert_eq!(
        there.refused("a8a9"),
        "a8a9: the same arrangement was on the board before"
    );
    // Another way there, with another player to move, is refused as well.
    let other = state.go("a1a2").go("a9a8").go("a2a3").go("a8a7");
    let other = other.go("a3a2").go("c9c8");
    assert!(other.legal_texts().contains(&"a2a1".into()));
    // Earlier positions may be given by the caller.
    let rules = std::sync::Arc::clone(state.rules());
    let now = there.notation();
    let free = State::parse(&rules, &now, &[]).unwrap();
    assert!(free.legal_texts().contains(&"a8a9".into()));
    let bound = State::parse(&rules, &now, &[&state.notation()]).unwrap();
    bound.refused("a8a9");
    assert_eq!(bound.legal_texts().len() + 1, free.legal_texts().len());
}

/// Returns a position without whose turn it is.
fn arrangement(state: &State<Boost>) -> String {
    state.notation().split('_').next().unwrap().to_owned()
}

/// Plays at random, back where it came from every other turn, and holds the moves of each position
/// against what the same position without a past permits; counts those that the past forbids.
fn forbidden(options: serde_json::Value, text: Option<&str>, rng: &mut Rng) -> usize {
    let rules = super::rules(options);
    let mut state = match text {
        Some(text) => State::parse(&rules, text, &[]).unwrap(),
        None => State::start(&rules).unwrap(),
    };
    let (mut past, mut played, mut count) = (BTreeSet::new(), Vec::<String>::new(), 0);
    for _ in 0..120 {
        let alone = State::parse(&rules, &state.notation(), &[]).unwrap();
        let all = alone.legal_texts();
        let mut expected = all.clone();
        expected.retain(|text| text == "--" || !past.contains(&arrangement(&alone.go(text))));
        count += all.len() - expected.len();
        if expected.is_empty() {
            expected = all;
        }
        assert_eq!(state.legal_texts(), expected, "{played:?}");
        if expected.is_empty() {
            break;
        }
        let back = played.iter().nth_back(1).map(|text| {
            let (from, to) = text.split_at(2);
            format!("{to}{from}")
        });
        let text = match back {
            Some(back) if expected.contains(&back) && rng.below(2) == 0 => back,
            _ => expected[rng.below(expected.len() as u32) as usize].clone(),
        };
        past.insert(arrangement(&state));
        state = state.go(&text);
        played.push(text);
    }
    count
}

#[test]
fn the_past_forbids_what_would_bring_an_arrangement_back_and_nothing_else() {
    let mut rng = Rng::new(8);
    let towers = "P1p1D/1PTp1/Dp1pT/pTP1D/1P1tP_a_-";
    for (identifier, text, least) in [
        (
            "boost-9-9-2-4-2-demo",
            Some("p1p1p1p2/9/4D4/9/3D5/9/9/9/P1P1P1P2_a_-"),
            100,
        ),
        ("boost-5-5-2-4-3-demo", Some(towers), 20),
        ("boost-7-7-2-8-2", None, 20),
        ("boost-9-9-3-8-2", None, 5),
        ("boost-16-9-2-8-2", None, 5),
    ] {
        let games = (0..20).map(|_| {
            forbidden(
                json!({ "identifier": identifier, "dragon_count": 2 }),
                text,
                &mut rng,
            )
        });
        let found: usize = games.sum();
        assert!(found >= least, "{identifier}: {found}");
    }
}

#[test]
fn what_takes_a_tower_may_bring_an_arrangement_back_and_what_takes_others_cannot() {
    let rules = super::rules(json!({}));
    for (text, action, again) in [
        ("pppp5/9/4t4/9/4K4/4D4/9/9/PPPP5_a_-", "e5e7", true),
        ("pppp5/9/4D4/4t4/9/4P4/9/9/PPP6_a_-", "e4e5", true),
        ("pppp5/9/4P4/4t4/9/9/3PD4/9/PP7_a_-", "e3e5", true),
        ("pppp5/9/4p4/9/4K4/4D4/9/9/PPPP5_a_-", "e5e7", false),
        ("pppp5/9/4D4/4p4/9/4P4/9/9/PPP6_a_-", "e4e5", false),
    ] {
        let state = standard(text);
        assert_eq!(state.kinds(action), ["move", "capture"], "{text}");
        // No game has fewer pawns and knights first and more of them later.
        let past = [state.go(action).notation()];
        let bound = State::parse(&rules, text, &past.each_ref().map(|p| p.as_str())).unwrap();
        assert_eq!(
            !bound.legal_texts().contains(&action.into()),
            again,
            "{text}"
        );
        let taken = bound.read(None, action, None).unwrap();
        assert_eq!(bound.play(&taken).is_err(), again, "{text}");
    }
}

#[test]
fn where_every_move_repeats_each_may_be_made() {
    let options = json!({ "identifier": "boost-9-9-2-8-2-demo" });
    let rules = super::rules(options);
    let read = |text: &str, past: &[&str]| State::parse(&rules, text, past).unwrap();
    let text = "p8/9/9/9/9/9/9/9/P8_a_-";
    let all = read(text, &[]).legal_texts();
    let after: Vec<String> = all
        .iter()
        .map(|m| read(text, &[]).go(m).notation())
        .collect();
    let past: Vec<&str> = after.iter().map(String::as_str).collect();
    assert_eq!(all, ["a1a2", "a1b1"]);
    assert_eq!(read(text, &past).legal_texts(), all);
    assert_eq!(read(text, &past[1..]).legal_texts(), ["a1a2"]);
    assert_eq!(read(text, &past[..1]).legal_texts(), ["a1b1"]);
    read(text, &past).go(&all[0]);
}

#[test]
fn ids_are_listed_in_the_order_of_the_moves_on_boards_of_all_widths() {
    let mut rng = Rng::new(5);
    for board in ["9-9", "7-7", "16-16", "9-16", "12-8", "4-9", "5-5", "3-2"] {
        let identifier = format!("boost-{board}-2-8-2-demo");
        let mut state = start(json!({ "identifier": identifier, "dragon_count": 5 }));
        for _ in 0..80 {
            let moves = state.legal(None);
            let settings = state.game().settings();
            let expected: Vec<_> = moves.iter().map(|m| settings.action_id(*m)).collect();
            let mut ids = Vec::new();
            state.each_legal_id(None, |set| ids.extend(set));
            assert_eq!(ids, expected, "{}", state.notation());
            if moves.is_empty() {
                break;
            }
            state = state
                .play(&moves[rng.below(moves.len() as u32) as usize])
                .unwrap();
        }
    }
}
