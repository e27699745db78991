//! Every row of the table of the evaluation, alone.

use serde_json::{Value, json};

use super::{Play, read, standard};
use crate::{Boost, Weights};
use contract::game::Seat;
use contract::options::Options;
use contract::state::State;
use contract::value::Dict;

/// The rows of the table that are weights, with their defaults.
const TABLE: [(&str, i64); 16] = [
    ("pawn", 200),
    ("knight", 220),
    ("endgame_knight", 350),
    ("knight_activity", 5),
    ("zero_activity_distance", 4),
    ("edge_knight_penalty", 30),
    ("in_book", 30),
    ("construction_site", 80),
    ("tower", 125),
    ("endgame_tower", 700),
    ("dragon_proximity", 10),
    ("tight_spot_penalty", 30),
    ("circle_dragon", 100),
    ("crowd_member", 1),
    ("defeat", 1_000_000),
    ("victory", 10_000_000),
];

/// These weights and no others.
fn only(weights: Value) -> Weights {
    let mut options = Dict::new();
    for (name, _) in TABLE {
        options.insert(name.into(), 0.into());
    }
    for (name, value) in weights.as_object().unwrap() {
        options.insert(name.clone(), value.clone());
    }
    Weights::read(&Options::read("weights", Weights::OPTIONS, &options).unwrap()).unwrap()
}

/// The static evaluation of a player by these weights.
fn by(weights: Weights, state: &State<Boost>, player: u8) -> i64 {
    let game = state.game().with_weights(weights);
    game.static_evaluation(state.position(), Seat(player))
}

/// The static evaluation of the first of two by these weights alone.
fn score(weights: Value, text: &str) -> i64 {
    let state = standard(text);
    assert_eq!(state.outcome(), None, "{text}");
    let weights = only(weights);
    let score = by(weights, &state, 0);
    assert_eq!(by(weights, &state, 1), -score, "{text}");
    score
}

#[test]
fn the_defaults_are_those_of_the_table() {
    let state = standard("pppp5/9/9/9/9/9/9/9/PPPP5_a_-");
    assert_eq!(*state.game().weights(), Weights::DEFAULT);
    let options = Options::read("weights", Weights::OPTIONS, &Dict::new()).unwrap();
    for (name, value) in TABLE {
        assert_eq!(options.to_dict()[name], json!(value), "{name}");
    }
    // They are no options of the game, so that equal positions are equal.
    let options = state.rules().options().to_dict();
    assert!(TABLE.iter().all(|(name, _)| !options.contains_key(*name)));
}

#[test]
fn pawns() {
    assert_eq!(
        score(json!({ "pawn": 7 }), "pppp5/9/9/9/9/9/9/9/PPPPPP3_a_-"),
        14
    );
}

#[test]
fn knights_of_who_has_all_towers() {
    let text = "pptt5/9/9/9/9/9/9/9/KKTTP4_a_-";
    assert_eq!(score(json!({ "knight": 7 }), text), 14);
    assert_eq!(score(json!({ "endgame_knight": 7 }), text), 0);
}

#[test]
fn knights_of_who_lacks_towers() {
    // 350 for the one, less the most that two knights gain by it.
    let weights = json!({ "knight": 220, "endgame_knight": 350 });
    let text = "pptt5/9/9/9/9/9/9/9/K1T2PPP1_a_-";
    assert_eq!(score(weights.clone(), text), 350 - 260);
    // To give up a tower never pays.
    let all = "pptt5/9/9/9/9/9/9/9/KKTT1PPP1_a_-";
    let less = "pptt5/9/9/9/9/9/9/9/KKT2PPP1_a_-";
    assert_eq!(score(weights.clone(), all), 440);
    assert_eq!(score(weights, less), 440);
}

#[test]
fn the_activity_of_knights() {
    let weights = json!({ "knight_activity": 5, "zero_activity_distance": 4 });
    // A foe at three points; a dragon at two; the foe's own pieces do not matter.
    assert_eq!(score(weights.clone(), "9/pppp5/9/9/3K5/9/9/9/PPP6_a_-"), 5);
    assert_eq!(
        score(weights.clone(), "9/pppp5/9/9/3K1D3/9/9/9/PPP6_a_-"),
        10
    );
    // With the defaults a knight is worth a pawn at a distance of eight.
    let far = "pppp5/9/9/9/9/9/9/9/3K1PPP1_a_-";
    assert_eq!(score(weights, far), -20);
    let zero = json!({ "knight_activity": 5, "zero_activity_distance": 8 });
    assert_eq!(score(zero, far), 0);
}

#[test]
fn knights_on_the_edge() {
    let weights = json!({ "edge_knight_penalty": 30 });
    assert_eq!(
        score(weights.clone(), "pppp5/9/9/9/K8/9/1K7/9/PP6K_a_-"),
        -60
    );
    assert_eq!(score(weights, "pppp5/9/9/9/4K4/9/9/9/PPP6_a_-"), 0);
}

#[test]
fn positions_of_the_opening_book() {
    let bonus = |options: Value, weights: Value, moves: &[&str]| {
        let first = super::start(options);
        let state = moves.iter().fold(first, |state, text| state.go(text));
        let game = state.game().with_weights(only(weights));
        // What one player has of it, all have: it is told apart.
        let of = |player| game.static_evaluation(state.position(), Seat(player));
        assert_eq!((of(0), of(1)), (0, 0));
        game.in_book_bonus(state.position())
    };
    let weights = || json!({ "in_book": 7 });
    let first = super::start(json!({}));
    let known = super::super::book::tests::main_line(&first, 4);
    let known: Vec<_> = known.iter().map(String::as_str).collect();
    for plies in 1..=known.len() {
        let played = &known[..plies];
        assert_eq!(bonus(json!({}), weights(), played), 7, "{known:?}");
        assert_eq!(bonus(json!({}), json!({}), played), 0);
        let state = played
            .iter()
            .fold(first.clone(), |state, text| state.go(text));
        assert_eq!(state.described()["in_book_bonus"], 30);
    }
    // The first position is nobody's move, and a bad move is in no book.
    assert_eq!(bonus(json!({}), weights(), &[]), 0);
    let strange = start_moves_outside(&first);
    assert_eq!(bonus(json!({}), weights(), &[&strange]), 0);
    // Another game has another book, or none.
    let other = json!({ "identifier": "boost-9-9-2-8-3" });
    assert_eq!(bonus(other, weights(), &known[..1]), 0);
}

/// A move that the book does not know.
fn start_moves_outside(state: &State<Boost>) -> String {
    let mut moves = state.legal_texts().into_iter();
    moves
        .find(|text| {
            let next = state.go(text);
            next.game().in_book_bonus(next.position()) == 0
        })
        .unwrap()
}

#[test]
fn construction_sites() {
    let site = |text: &str| score(json!({ "construction_site": 160 }), text);
    // The second player's pieces lie on the edge in a line, with a friend each
    // beside the points under them: two sites are usable, a sixteenth of each.
    let base = site("pppp5/9/9/9/9/9/9/9/PPPP5_a_-");
    assert_eq!(base, 0);
    let other = -20;
    assert_eq!(
        site("pppp5/9/9/9/9/9/4P4/3P1P3/4P4_a_-"),
        160 + 10 * 4 + other
    );
    assert_eq!(
        site("pppp5/9/9/9/9/9/4P4/3P5/4PP3_a_-"),
        10 * (9 + 4) + other
    );
    // Dragons are no friends.
    assert_eq!(
        site("pppp5/9/9/9/9/9/4P4/3P1D3/4PP3_a_-"),
        10 * (9 + 4) + other
    );
    // Only with four friendly pieces that move within four points.
    assert_eq!(site("pppp5/9/8P/9/9/9/4P4/3P5/4P4_a_-"), other);
    // With all towers there is nothing to build.
    assert_eq!(site("pppp5/9/9/9/9/9/TT2P4/3P1P3/4P4_a_-"), other);
    // Without enough dragons for a circle only what could promote a pawn.
    assert_eq!(site("pppp5/9/9/9/9/9/4K4/3K1K3/4K4_a_-"), other);
    assert_eq!(site("pppp5/9/9/9/9/9/4K4/3K1K3/4P4_a_-"), 160 + other);
    assert_eq!(
        site("pppp5/9/8D/8D/8D/8D/4K4/3K1K3/4K4_a_-"),
        160 + 10 * 4 + other
    );
}

#[test]
fn towers() {
    let text = "pppp5/9/9/9/9/9/9/9/PPPPTT3_a_-";
    assert_eq!(score(json!({ "tower": 125 }), text), 250);
    assert_eq!(score(json!({ "endgame_tower": 700 }), text), 0);
    // With fewer than four that move, less the most that two towers gain by it.
    let late = "pppp5/9/9/9/9/9/9/9/PPP1TT3_a_-";
    let one = "pppp5/9/9/9/9/9/9/9/PPP1T4_a_-";
    let weights = json!({ "tower": 125, "endgame_tower": 700 });
    assert_eq!(score(weights.clone(), late), 1400 - 1150);
    assert_eq!(score(weights.clone(), one), 700 - 1150);
    // To give up pieces never pays.
    assert!(score(weights.clone(), text) >= score(weights, late));
}

#[test]
fn dragons_near_towers() {
    let weights = json!({ "dragon_proximity": 10 });
    // At distances of 1, 2, 4 and 11; from eight on nothing counts.
    let four = "pppp4D/9/9/9/4D4/9/4D4/4D4/PPPPT4_a_-";
    assert_eq!(score(weights.clone(), four), 10 * (7 + 6 + 4));
    let three = "pppp5/9/9/9/4D4/9/4D4/4D4/PPPPT4_a_-";
    assert_eq!(score(weights.clone(), three), 0);
    // The closest tower counts.
    let two = "pppp4D/9/9/9/4D4/4T4/4D4/4D4/PPPPT4_a_-";
    assert_eq!(score(weights, two), 10 * (7 + 7 + 7));
}

#[test]
fn tight_spots() {
    let weights = json!({ "tight_spot_penalty": 30 });
    assert_eq!(
        score(weights.clone(), "pppp5/9/9/9/9/9/9/4T4/PPPD1D3_a_-"),
        -60
    );
    assert_eq!(score(weights, "pppp5/9/9/9/9/3D1D3/4T4/9/PPPP5_a_-"), 0);
}

#[test]
fn dragons_beside_towers() {
    let weights = json!({ "circle_dragon": 100 });
    let four = "pppp4D/9/9/9/9/9/4D4/3DTD3/PPPP5_a_-";
    assert_eq!(score(weights.clone(), four), 300);
    assert_eq!(score(weights, "pppp5/9/9/9/9/9/4D4/3DTD3/PPPP5_a_-"), 0);
}

#[test]
fn the_circle_is_told_alone() {
    let circle = |text: &str, player| {
        let state = standard(text);
        state
            .game()
            .circle_evaluation(state.position(), Seat(player))
    };
    let text = "pppp4D/9/9/9/9/9/4D4/4TD3/PPPD5_a_-";
    // Dragons at 1, 1, 2 and 11 points; the one on d1 is in a tight spot.
    assert_eq!(circle(text, 0), 10 * (7 + 7 + 6) + 200 - 30);
    assert_eq!(circle(text, 1), 0);
    let won = "pppp5/9/9/9/9/4D4/3DTD3/4D4/PPPP5_b_-";
    assert_eq!(circle(won, 0), 10_000_000);
}

#[test]
fn members_of_a_crowd() {
    let weights = json!({ "crowd_member": 1 });
    // Four together have three friends each within four points.
    assert_eq!(
        score(weights.clone(), "p3p3p/9/9/9/p8/9/4P4/3P1P3/4P4_a_-"),
        4
    );
    assert_eq!(score(weights, "p3p3p/9/9/9/p8/P8/4P4/3P1P3/9_a_-"), 0);
}

#[test]
fn defeats_of_one_of_several() {
    let three = |text: &str| read(json!({ "identifier": "boost-9-9-3-8-2" }), text);
    let weights = only(json!({ "defeat": 9 }));
    let state = three("PbPbPb6/9/9/9/9/9/9/9/PaPaPaPa1PcPcPcPc_a_-");
    assert_eq!((by(weights, &state, 0), by(weights, &state, 2)), (9, 9));
    // Against several the others count on average.
    let weights = only(json!({ "pawn": 10 }));
    let state = three("PbPbPbPb5/9/9/9/9/9/9/9/PaPaPaPaPcPcPcPcPc_a_-");
    assert_eq!(by(weights, &state, 0), 40 - 45);
}

#[test]
fn victories() {
    let weights = only(json!({ "victory": 11 }));
    let both = |state: &State<Boost>| (by(weights, state, 0), by(weights, state, 1));
    let won = standard("ppp6/9/9/9/9/9/9/9/PPPP5_a_-");
    assert_eq!(both(&won), (11, -11));
    let circle = standard("pppp5/9/9/9/9/4D4/3DTD3/4D4/PPPP5_b_-");
    assert_eq!(both(&circle), (11, -11));
    // Who is out of several has lost.
    let options = json!({ "identifier": "boost-9-9-3-8-2" });
    let state = read(options, "PbPbPb6/9/9/9/9/9/9/9/PaPaPaPa1PcPcPcPc_a_-");
    assert_eq!(both(&state).1, -11);
    let drawn = standard("9/9/9/9/9/9/9/9/9_a_-");
    assert_eq!(both(&drawn), (0, 0));
}
