//! Betza's notation: against Fairy-Stockfish, and what is refused where.

use std::collections::BTreeSet;

use serde_json::json;

use super::{Play, rules};
use crate::{MoveSite, Moves};
use chess::{Bitboard, Color, Square};
use contract::state::State;

#[test]
fn pieces_move_as_fairy_stockfish_says() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../tests/vectors/betza.moves"
    );
    let text = std::fs::read_to_string(path).unwrap();
    let mut pieces = BTreeSet::new();
    for line in text.lines().filter(|l| !l.starts_with('#')) {
        let fields: Vec<&str> = line.split(" ; ").collect();
        let [betza, fen, moves] = fields[..] else {
            panic!("{line}");
        };
        let define =
            format!("id = \"a\"\n[[piece]]\nid = \"a\"\nletter = \"A\"\nbetza = \"{betza}\"");
        let rules = rules(json!({ "define": define }));
        // Read exactly as it stands: Black's king may be attacked in it.
        let state = State::parse(&rules, &format!("{fen} {{}}"), &[]).unwrap();
        let look = state.game().board(state.position());
        let mut a = look.position().of(Color::White).into_iter();
        let kind = look.kind("a").unwrap();
        let from = a.find(|s| look.piece_at(*s).unwrap().kind == kind).unwrap();
        let king = look.royals(Color::Black).first().unwrap();
        let mut ours: Vec<String> = state.texts();
        ours.retain(|m| m.starts_with(&from.to_string()) && !m.ends_with(&king.to_string()));
        ours.sort();
        let theirs: Vec<&str> = moves.split(' ').filter(|m| *m != "-").collect();
        let taken = format!("{from}{king}");
        let theirs: Vec<&str> = theirs.into_iter().filter(|m| *m != taken).collect();
        assert_eq!(ours, theirs, "{betza} in {fen}");
        pieces.insert(betza.to_owned());
    }
    assert!(pieces.len() >= 100, "only {} pieces", pieces.len());
}

/// Returns the squares that a piece reaches from d4 on an empty board.
fn reached(betza: &str, color: Color) -> Bitboard {
    let site = MoveSite {
        from: Square::wrap(27),
        color,
        occupied: Bitboard::EMPTY,
        friends: Bitboard::EMPTY,
        unmoved: true,
        cylinder: false,
    };
    Moves::parse(betza).unwrap().targets(&site).0
}

#[test]
fn directions_are_seen_from_the_side() {
    for betza in ["fW", "fN", "flF", "rN", "fsR", "brB"] {
        // What is ahead of one side is ahead of the other upside down: from d4 that
        // is compared on d5, hence by the count and by the ranks.
        let (white, black) = (reached(betza, Color::White), reached(betza, Color::Black));
        let mirrored: Bitboard = white
            .into_iter()
            .filter_map(|s| Square::new((27 + (s.flipped().index() as i32 - 35)) as u8))
            .collect();
        assert!(mirrored.meets(black), "{betza}");
    }
    assert_eq!(reached("fW", Color::White), Square::wrap(35).into());
    assert_eq!(reached("fW", Color::Black), Square::wrap(19).into());
}

#[test]
fn the_first_move_and_the_cylinder() {
    assert_eq!(reached("iW2", Color::White).len(), 8);
    let site = |unmoved| MoveSite {
        from: Square::wrap(0),
        color: Color::White,
        occupied: Bitboard::EMPTY,
        friends: Bitboard::EMPTY,
        unmoved,
        cylinder: false,
    };
    let ship = Moves::parse("WimfR3").unwrap();
    assert_eq!(ship.targets(&site(true)).0.len(), 4);
    assert_eq!(ship.targets(&site(false)).0.len(), 2);
    let round = Moves::parse("oR").unwrap();
    assert_eq!(round.targets(&site(false)).0.len(), 14);
    let wazir = Moves::parse("oW").unwrap();
    assert!(wazir.targets(&site(false)).0.has(Square::wrap(7)));
}

#[test]
fn what_cannot_be_said_is_refused_with_the_place() {
    for (text, place) in [
        ("", "character 1"),
        ("m", "character 2"),
        ("Wx", "character 2"),
        ("X", "character 1"),
        ("KO", "character 2"),
        ("eF", "character 1"),
        ("WaW", "character 2"),
        ("W12", "character 3"),
        ("hF", "character 2"),
    ] {
        let error = Moves::parse(text).unwrap_err();
        assert_eq!(error.code(), "invalid_notation", "{text}");
        assert!(error.message().contains(place), "{text}: {error}");
    }
}
