//! Every shipped preset by its sentence.

use serde_json::json;

use super::{Play, at, start};

#[test]
fn piece_hp() {
    // A capture deals 1, and the attacker stays unless the target dies.
    let state = start("piece-hp").all("e2e4 d7d5");
    assert_eq!(state.attribute("d5", "Hp"), Some(2));
    let once = state.go("e4d5");
    assert_eq!(once.attribute("d5", "Hp"), Some(1));
    assert_eq!(once.attribute("e4", "Hp"), Some(2));
    let twice = once.all("a7a6 e4d5");
    assert_eq!(
        twice.board(),
        "rnbqkbnr/1pp1pppp/p7/3P4/8/8/PPPP1PPP/RNBQKBNR"
    );
    assert_eq!(twice.attribute("d5", "Hp"), Some(2));
    // A king in check just takes damage: no move is filtered for it.
    let check = at("piece-hp", "4k3/8/8/8/8/8/4r3/4K2R w - - 0 1");
    assert!(check.lists("h1h5"));
    let hit = check.all("h1h5 e2e1");
    assert_eq!(hit.attribute("e1", "Hp"), Some(1));
    assert_eq!(hit.reason(), "-");
    // Losing the king loses.
    let over = hit.all("h5h6 e2e1");
    assert_eq!((over.reason(), over.winner()), ("king_lost", Some(1)));
    assert!(over.texts().is_empty());
}

#[test]
fn king_heals() {
    let state = at("piece-hp+king-heals", "4k3/8/8/8/8/8/4r3/4K2R w - - 0 1");
    let hit = state.all("h1h5 e2e1");
    assert_eq!(hit.attribute("e1", "Hp"), Some(1));
    // After each own move it regains one, up to its maximum.
    let healed = hit.go("h5h6");
    assert_eq!(healed.attribute("e1", "Hp"), Some(2));
    assert_eq!(healed.all("e8d8 h6h7").attribute("e1", "Hp"), Some(2));
}

#[test]
fn queen_splits() {
    let state = at("queen-splits", "3rk3/8/8/8/8/8/8/3QK3 w - - 0 1").go("d1d8");
    assert_eq!(state.board(), "3Rk3/8/8/8/8/8/8/3BK3");
    // Not where she only moves.
    let state = at("queen-splits", "3rk3/8/8/8/8/8/8/3QK3 w - - 0 1").go("d1d7");
    assert_eq!(state.board(), "3rk3/3Q4/8/8/8/8/8/4K3");
    // Spawn hooks run.
    let state = at("piece-hp+queen-splits", "3rk3/8/8/8/8/8/8/3QK3 w - - 0 1");
    let split = state.all("d1d8 e8e7 d1d8");
    assert_eq!(split.board(), "3R4/4k3/8/8/8/8/8/3BK3");
    assert_eq!(split.attribute("d8", "Hp"), Some(2));
    assert_eq!(split.attribute("d1", "Hp"), Some(2));
}

#[test]
fn explosive_rook() {
    // A rook that captures: the eight neighbours of the square go, the rook stays.
    let state = at("explosive-rook", "7k/2ppp3/2nrn3/8/8/8/8/K2R4 w - - 0 1").go("d1d6");
    assert_eq!(state.board(), "7k/8/3R4/8/8/8/8/K7");
    // A rook that is captured.
    let state = at("explosive-rook", "7k/2p1p3/2nrn3/4P3/8/8/8/K7 w - - 0 1").go("e5d6");
    assert_eq!(state.board(), "7k/8/3P4/8/8/8/8/K7");
    // Kings included.
    let state = at("explosive-rook", "4k3/3r4/8/8/8/8/8/K2R4 w - - 0 1").go("d1d7");
    assert_eq!((state.reason(), state.winner()), ("king_lost", Some(0)));
    // But nobody may blow up the own king.
    let own = at("explosive-rook", "7k/8/8/8/8/8/Kr6/1R6 w - - 0 1");
    assert!(own.refused("b1b2").contains("king"));
    // With hit points neighbours are only hurt.
    let state = at(
        "piece-hp+explosive-rook",
        "7k/8/2nrn3/8/8/8/8/K2R4 w - - 0 1",
    );
    let state = state.all("d1d6 h8g8 d1d6");
    assert_eq!(state.attribute("c6", "Hp"), Some(1));
    assert_eq!(state.attribute("e6", "Hp"), Some(1));
}

#[test]
fn capture_to_win() {
    let state = start("capture-to-win").all("e2e4 d7d5 e4d5");
    assert_eq!((state.reason(), state.winner()), ("first_capture", Some(0)));
    let state = start("capture-to-win").all("e2e4 d7d5 a2a3 d5e4");
    assert_eq!((state.reason(), state.winner()), ("first_capture", Some(1)));
}

#[test]
fn last_piece_standing() {
    // Checkmate is no end, and kings are ordinary pieces.
    let mate = at("last-piece-standing", "7k/5KQ1/8/8/8/8/8/8 b - - 0 1");
    assert_eq!(mate.reason(), "-");
    assert!(mate.lists("h8g7"));
    let state = mate.go("h8g7").go("f7g7");
    assert_eq!((state.reason(), state.winner()), ("annihilation", Some(0)));
    let state = at("last-piece-standing", "7k/7p/8/8/8/8/8/K6R w - - 0 1").go("h1h7");
    let state = state.go("h8g8").go("a1a2");
    assert_eq!(state.reason(), "-");
}

#[test]
fn knight_immunity() {
    let state = at("knight-immunity", "4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1");
    assert!(!state.lists("e4d5") && state.lists("e4e5"));
    let black = at("knight-immunity@black", "4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1");
    assert!(black.lists("e4d5"));
}

#[test]
fn knights_leap_twice() {
    let state = at("knights-leap-twice", "4k3/8/8/8/8/8/8/N3K3 w - - 0 1");
    for to in [
        "a1b3", "a1c2", "a1d4", "a1c5", "a1a5", "a1e3", "a1b4", "a1d2", "a1a3",
    ] {
        assert!(state.lists(to), "{to}");
    }
    // The first leap must land on an empty square.
    let blocked = at("knights-leap-twice", "4k3/8/8/8/8/1p6/2p5/N3K3 w - - 0 1");
    let moves = blocked.texts();
    let knights: Vec<_> = moves.iter().filter(|m| m.starts_with("a1")).collect();
    assert_eq!(knights, ["a1c2", "a1b3"]);
    // It gives check over two leaps.
    let check = at("knights-leap-twice", "8/8/8/8/3k4/8/8/N3K3 b - - 0 1");
    assert_eq!(check.described()["check"], true);
}

#[test]
fn wrap_board() {
    let state = at("wrap-board", "4k3/8/8/8/8/8/8/RN2K3 w - - 0 1");
    assert!(state.lists("a1h1") && state.lists("a1g1") && !state.lists("a1e1"));
    let knight = at("wrap-board", "4k3/8/8/8/N7/8/8/4K3 w - - 0 1");
    assert!(knight.lists("a4h6") && knight.lists("a4g5") && knight.lists("a4b6"));
    let pawn = at("wrap-board", "4k3/8/8/7p/P7/8/8/4K3 w - - 0 1");
    assert!(pawn.lists("a4h5"));
    // In passing as well.
    let passing = at("wrap-board", "4k3/p7/8/7P/8/8/8/4K3 b - - 0 1").go("a7a5");
    assert!(passing.notation().contains(" a6 "));
    assert_eq!(passing.go("h5a6").board(), "4k3/8/P7/8/8/8/8/4K3");
    // Check goes around, too.
    let check = at("wrap-board", "k7/8/8/8/8/8/8/4K2R b - - 0 1");
    assert_eq!(check.described()["check"], false);
    let check = at("wrap-board", "8/8/8/8/k6R/8/8/4K3 b - - 0 1");
    assert_eq!(check.described()["check"], true);
}

#[test]
fn poisoned_squares() {
    let state = start("poisoned-squares").go("e2e4");
    assert_eq!(state.board(), "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR");
    let hp = start("piece-hp+poisoned-squares").go("e2e4");
    assert_eq!(hp.attribute("e4", "Hp"), Some(1));
    // A pawn that is gone cannot be taken in passing.
    let passed = at("poisoned-squares", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1").go("e2e4");
    assert_eq!(passed.board(), "4k3/8/8/8/3p4/8/8/4K3");
    assert!(!passed.lists("d4e3"), "{}", passed.notation());
    assert!(passed.notation().contains(" b - - 0 1"));
    // No king may walk into it.
    let king = at("poisoned-squares", "4k3/8/8/8/8/3K4/8/8 w - - 0 1");
    assert!(king.refused("d3d4").contains("lost") && king.lists("d3c4"));
    // Passing over is harmless.
    let over = at("poisoned-squares", "4k3/8/8/8/8/3R4/8/4K3 w - - 0 1").go("d3d6");
    assert_eq!(over.board(), "4k3/8/3R4/8/8/8/8/4K3");
}

#[test]
fn piece_shield() {
    let state = start("piece-shield").all("e2e4 d7d5 e4d5");
    assert_eq!(state.attribute("d5", "Shield"), Some(0));
    assert_eq!(state.attribute("e4", "Shield"), Some(1));
    let state = state.all("a7a6 e4d5");
    assert_eq!(
        state.board(),
        "rnbqkbnr/1pp1pppp/p7/3P4/8/8/PPPP1PPP/RNBQKBNR"
    );
}

#[test]
fn a_shield_acts_before_hit_points_only_if_it_came_first() {
    let shield_first = start("piece-shield")
        .edited(json!({ "activate": "piece-hp" }))
        .all("e2e4 d7d5 e4d5");
    assert_eq!(shield_first.attribute("d5", "Shield"), Some(0));
    assert_eq!(shield_first.attribute("d5", "Hp"), Some(2));
    let hp_first = start("piece-hp")
        .edited(json!({ "activate": "piece-shield" }))
        .all("e2e4 d7d5 e4d5");
    assert_eq!(hp_first.attribute("d5", "Shield"), Some(1));
    assert_eq!(hp_first.attribute("d5", "Hp"), Some(1));
    // A whole set comes into force in the order of registration.
    let together = start("piece-shield+piece-hp").all("e2e4 d7d5 e4d5");
    assert_eq!(together.attribute("d5", "Hp"), Some(1));
}

#[test]
fn berserker() {
    let state = at("berserker", "4k3/8/1p1p4/8/1p1p4/8/8/1R2K3 w - - 0 1");
    assert!(state.lists("b1b4") && state.lists("b1b4d4") && state.lists("b1b4d4d6"));
    assert!(state.lists("b1b4b6d6"));
    // Up to three in a move.
    assert!(!state.texts().iter().any(|m| m.len() > 8));
    let state = state.go("b1b4d4d6");
    assert_eq!(state.board(), "4k3/8/1p1R4/8/8/8/8/4K3");
    // Not after a move that takes nothing.
    let quiet = at("berserker", "4k3/8/8/8/3p4/8/8/1R2K3 w - - 0 1");
    assert!(!quiet.lists("b1b4d4"));
    // A king that can be reached by going on is in check.
    let check = at("berserker", "4k3/8/8/8/4p3/8/8/4R1K1 b - - 0 1");
    assert_eq!(check.described()["check"], true);
}

#[test]
fn pawn_stamina() {
    let state = start("pawn-stamina");
    assert_eq!(state.attribute("e2", "Stamina"), Some(3));
    assert_eq!(state.attribute("e1", "Stamina"), None);
    let tired =
        at("pawn-stamina", "4k3/7p/8/8/8/8/P7/4K3 w - - 0 1").all("a2a3 e8d8 a3a4 d8e8 a4a5");
    assert_eq!(tired.attribute("a5", "Stamina"), Some(0));
    let black = tired.go("e8d8");
    assert!(!black.lists("a5a6"));
    let rested = black.go("e1d1").go("d8e8");
    assert_eq!(rested.attribute("a5", "Stamina"), Some(1));
    assert!(rested.lists("a5a6"));
    assert_eq!(rested.attribute("h7", "Stamina"), Some(3));
}

#[test]
fn cannon() {
    let state = start("cannon");
    assert_eq!(state.board(), "cnbqkbnc/pppppppp/8/8/8/8/PPPPPPPP/CNBQKBNC");
    // It takes by hopping over one piece: here over the pawn onto the knight b8… a7 only moves.
    assert!(at("cannon", "4k3/8/8/8/r7/8/P7/R3K3 w - - 0 1").lists("a1a4"));
    let open = at("cannon", "4k3/8/8/8/r7/8/8/R3K3 w - - 0 1");
    assert!(open.lists("a1a3") && !open.lists("a1a4"));
    // For one side alone, and back again.
    let white = start("cannon@white");
    assert_eq!(white.board(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/CNBQKBNC");
    let back = white.edited(json!({ "deactivate": "cannon" }));
    assert_eq!(back.board(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
    // What is promoted to a rook is a cannon.
    let pawn = at("cannon", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    assert!(pawn.lists("a7a8c") && !pawn.lists("a7a8r"));
}

#[test]
fn atomic_explosions() {
    let state = at("atomic", "4k3/8/8/2npn3/2PPB3/8/8/4K3 w - - 0 1").go("e4d5");
    // The pawns beside it stay; the knights, the attacker and the target go.
    assert_eq!(state.board(), "4k3/8/8/8/2PP4/8/8/4K3");
    let king = at("atomic", "4k3/3p4/8/8/8/8/8/3QK3 w - - 0 1").go("d1d7");
    assert_eq!((king.reason(), king.winner()), ("king_lost", Some(0)));
}

#[test]
fn three_checks_win() {
    let state = at("three-check", "7k/8/8/8/8/8/8/R5K1 w - - 0 1");
    let state = state.all("a1a8 h8h7 a8a7 h7h8");
    assert_eq!(state.reason(), "-");
    let state = state.go("a7a8");
    assert_eq!((state.reason(), state.winner()), ("three_checks", Some(0)));
    let notes = state.history().backwards().next().unwrap().record;
    assert_eq!(notes.entry().unwrap().notes, ["check 3 of 3"]);
}

#[test]
fn the_hill_wins() {
    let state = at("king-of-the-hill", "8/8/8/8/8/3K4/8/7k w - - 0 1").go("d3d4");
    assert_eq!(
        (state.reason(), state.winner()),
        ("king_of_the_hill", Some(0))
    );
}

#[test]
fn racing_kings_give_black_a_last_move() {
    let fen = "8/1K3k2/8/8/8/8/8/8 w - - 0 1";
    let white = at("racing-kings", fen).go("b7b8");
    assert_eq!(white.reason(), "-");
    let drawn = white.go("f7f8");
    assert_eq!(
        (drawn.reason(), drawn.winner()),
        ("both_kings_arrived", None)
    );
    let late = white.go("f7f6");
    assert_eq!((late.reason(), late.winner()), ("king_arrived", Some(0)));
    let far = at("racing-kings", "8/1K6/5k2/8/8/8/8/8 w - - 0 1").go("b7b8");
    assert_eq!((far.reason(), far.winner()), ("king_arrived", Some(0)));
    let checks = at("racing-kings", "8/8/8/8/8/8/K6k/6R1 w - - 0 1");
    assert!(checks.refused("g1h1").contains("check"));
}

#[test]
fn the_horde_loses_when_it_is_gone() {
    let state = at("horde", "4k3/8/8/8/8/8/3r4/3P4 b - - 0 1").go("d2d1");
    assert_eq!(
        (state.reason(), state.winner()),
        ("horde_destroyed", Some(1))
    );
    let double = at("horde", "4k3/8/8/8/8/8/8/3P4 w - - 0 1");
    assert!(double.lists("d1d3"));
}

#[test]
fn dead_positions_are_those_of_lichess() {
    let dead = Some("insufficient_material");
    for (preset, fen, end) in [
        // Bare kings, and what is too little for a mate with help.
        ("atomic", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", dead),
        ("atomic", "4k3/8/8/8/8/8/8/4KN2 w - - 0 1", dead),
        ("atomic", "4k3/8/8/8/8/8/8/3NKN2 b - - 0 1", dead),
        ("atomic", "2b1k3/8/8/8/8/8/8/4K3 w - - 0 1", dead),
        ("atomic", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", dead),
        ("atomic", "2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1", dead),
        ("atomic", "4k3/8/8/8/8/8/8/B1B1K3 w - - 0 1", dead),
        ("atomic", "4k3/8/8/8/8/8/8/1BB1K3 w - - 0 1", None),
        ("atomic", "2b1k3/8/8/8/8/8/8/B1B1K3 w - - 0 1", None),
        // A piece of the other side can explode beside its king.
        ("atomic", "4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", None),
        ("atomic", "4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", None),
        ("atomic", "4k3/8/8/8/8/8/8/2NNKN2 b - - 0 1", None),
        ("atomic", "4k3/8/8/8/8/8/8/2BNK3 b - - 0 1", None),
        ("atomic", "4k3/8/8/8/8/8/8/3QK3 b - - 0 1", None),
        ("atomic", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", None),
        // Pawns that stand before each other, and kings that do not capture.
        ("atomic", "4k3/8/3p4/3P4/8/8/8/4K3 w - - 0 1", dead),
        ("atomic", "4k3/8/2pp4/3P4/8/8/8/4K3 w - - 0 1", None),
        ("atomic", "4k3/8/3p4/3P4/8/8/8/3BK3 w - - 0 1", dead),
        ("atomic", "4k3/8/3p4/3P4/8/8/8/2B1K3 w - - 0 1", None),
        ("atomic", "4k3/8/3p4/3P4/8/8/4P3/4K3 w - - 0 1", None),
        // By a king alone no check is given.
        ("three-check", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", dead),
        ("three-check", "4k3/8/8/8/8/8/8/4KN2 w - - 0 1", None),
        ("three-check", "4k3/8/8/8/8/8/8/4KB2 w - - 0 1", None),
        // Both together, and beside what knows of no dead positions.
        ("atomic+three-check", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", dead),
        ("atomic+three-check", "4k3/8/8/8/8/8/8/4KN2 w - - 0 1", None),
        (
            "atomic+king-of-the-hill",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            None,
        ),
        ("king-of-the-hill", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", None),
    ] {
        let state = at(preset, fen);
        assert_eq!(state.outcome().map(|o| o.reason), end, "{preset}: {fen}");
    }
    // For a while, or for one side, it is another game.
    let while_it_lasts = json!([{ "id": "atomic", "turns": 4 }]);
    let state = at("", "4k3/8/8/8/8/8/8/4KN1n w - - 0 1");
    let state = state.edited(json!({ "presets": while_it_lasts, "place": { "h1": null } }));
    assert_eq!(state.reason(), "-");
}

#[test]
fn a_flag_falls_against_who_can_win() {
    use contract::game::{Game, Seat, Seats};
    for (preset, fen, reason) in [
        (
            "atomic",
            "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
            "timeout_against_insufficient_material",
        ),
        ("atomic", "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1", "timeout"),
        (
            "three-check",
            "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
            "timeout_against_insufficient_material",
        ),
        ("three-check", "4kn2/8/8/8/8/8/3Q4/4K3 w - - 0 1", "timeout"),
        (
            "",
            "4kn2/8/8/8/8/8/3Q4/4K3 w - - 0 1",
            "timeout_against_insufficient_material",
        ),
        ("", "4kn2/8/8/8/8/8/4P3/4K3 w - - 0 1", "timeout"),
        (
            "",
            "4kb2/8/8/8/8/8/3R4/4K3 w - - 0 1",
            "timeout_against_insufficient_material",
        ),
        (
            "king-of-the-hill",
            "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
            "timeout",
        ),
    ] {
        let state = at(preset, fen);
        let white = Seats::only(Seat(0));
        let end = state.game().forfeited(state.position(), white, "timeout");
        assert_eq!(end.reason, reason, "{preset}: {fen}");
        assert_eq!(end.is_draw(), reason != "timeout", "{preset}: {fen}");
        let end = state.game().forfeited(state.position(), white, "abandoned");
        assert_eq!(end.winners.single(), Some(Seat(1)), "{preset}: {fen}");
    }
}

#[test]
fn what_a_preset_takes_away_is_said_with_its_reason() {
    let tired = start("pawn-stamina").all("e2e3 a7a6 e3e4 b7b6 e4e5 c7c6");
    assert_eq!(tired.attribute("e5", "Stamina"), Some(0));
    let why = tired.refused("e5e6");
    assert!(
        why.ends_with("e5e6: pawn-stamina forbids it: the pawn has no stamina left"),
        "{why}"
    );
    let error = tired
        .read(None, "e6", Some("san"))
        .and_then(|a| tired.play(&a))
        .unwrap_err();
    assert_eq!(error.to_string(), why);
    let knight = at("knight-immunity", "4k3/8/8/8/8/8/3n4/3RK3 w - - 0 1");
    assert!(knight.refused("d1d2").contains("a knight cannot be taken"));
    let must = at("antichess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1");
    assert!(must.refused("e4e5").contains("who can capture must"));
    let king = at("atomic", "4k3/7p/8/8/8/8/4n3/4K3 w - - 0 1");
    assert!(king.refused("e1e2").contains("kings do not capture"));
    // Where no preset has a hand in it nothing is said of any.
    assert!(tired.refused("a2a5").contains("no piece moves so here"));
}

#[test]
fn san_is_read_as_in_chess() {
    let reads = |state: &contract::state::State<crate::Presets>, text: &str| {
        let action = state.read(None, text, Some("san"));
        action.map(|a| state.write(&a, None).unwrap())
    };
    let state = start("piece-hp");
    for text in ["Nf3", "Ngf3", "N1f3", "Ng1f3", "Ng1-f3", " Nf3! ", "Nf3+"] {
        assert_eq!(reads(&state, text).unwrap(), "g1f3", "{text}");
    }
    for text in ["e4", "e2e4", "e2-e4", "Pe4"] {
        assert_eq!(reads(&state, text).unwrap(), "e2e4", "{text}");
    }
    for text in ["Nxf3", "Ng1xf3", "N:f3"] {
        let error = reads(&state, text).unwrap_err();
        assert_eq!(error.code(), "illegal_move", "{text}");
        assert!(
            error.message().ends_with("nothing to take on f3"),
            "{error}"
        );
    }
    let two = at("piece-hp", "4k3/8/8/8/8/8/3p4/1N1K1N2 w - - 0 1");
    for text in ["Nbxd2", "Nbd2", "Nb1xd2"] {
        assert_eq!(reads(&two, text).unwrap(), "b1d2", "{text}");
    }
    let error = reads(&two, "Nxd2").unwrap_err();
    assert!(
        error.message().ends_with("is ambiguous: Nbxd2, Nfxd2"),
        "{error}"
    );
    let castle = at("piece-hp", "4k3/P7/8/8/8/8/8/4K2R w K - 0 1");
    for (text, uci) in [
        ("O-O", "e1g1"),
        ("0-0", "e1g1"),
        ("a8=Q", "a7a8q"),
        ("a7a8N", "a7a8n"),
    ] {
        assert_eq!(reads(&castle, text).unwrap(), uci, "{text}");
    }
    // All legs of a berserker, with or without the signs.
    let legs = at("berserker", "4k3/8/8/8/3p4/8/2p5/N3K3 w - - 0 1");
    for action in legs.legal(None) {
        let text = legs.write(&action, Some("san")).unwrap();
        assert_eq!(
            legs.read(None, &text, Some("san")).unwrap(),
            action,
            "{text}"
        );
    }
}

#[test]
fn pieces_are_placed_and_taken_off_by_edit() {
    let state = start("piece-hp").edited(json!({ "place": { "e4": "N", "d8": null, "d5": "q" } }));
    assert_eq!(
        state.board(),
        "rnb1kbnr/pppppppp/8/3q4/4N3/8/PPPPPPPP/RNBQKBNR"
    );
    assert_eq!(state.attribute("e4", "Hp"), Some(2));
    assert_eq!(state.attribute("d8", "Hp"), None);
    assert!(state.lists("e4f6"));
    // Who stands there goes, with the rights that hang on it.
    let rook = start("").edited(json!({ "place": { "h1": "B" } }));
    assert!(rook.notation().contains(" w Qkq "), "{}", rook.notation());
    // A place changes the king's; nothing may do without one.
    let king = start("").edited(json!({ "place": { "e1": null, "e3": "K" } }));
    assert_eq!(
        king.board(),
        "rnbqkbnr/pppppppp/8/8/8/4K3/PPPPPPPP/RNBQ1BNR"
    );
    for (change, said) in [
        (json!({ "e1": null }), "white would have no king"),
        (json!({ "e4": null }), "nobody stands on e4"),
        (json!({ "e9": "N" }), "e9"),
        (
            json!({ "e4": "X" }),
            "\"X\" for e4 is no piece: there are P, N, B, R, Q, K",
        ),
        (json!({ "e4": "NN" }), "is no piece"),
        (json!({ "e4": 1 }), "takes the letter of a piece, or null"),
        (
            json!({ "e7": "Q", "f7": null }),
            "the king of black could be taken",
        ),
        (json!("Ne4"), "takes a map from squares"),
    ] {
        let changes = json!({ "place": change });
        let error = start("").edit(changes.as_object().unwrap()).unwrap_err();
        assert_eq!(error.code(), "invalid_option", "{changes}");
        assert!(error.message().contains(said), "{error}");
    }
    let both = start("").edited(json!({ "activate": "cannon", "place": { "a3": "R" } }));
    assert!(both.board().contains("/C7/"), "{}", both.board());
}

#[test]
fn presets_are_listed_with_all_that_a_host_has_to_know() {
    let all = crate::presets().unwrap();
    let of = |id: &str| all.iter().find(|p| p.id == id).unwrap();
    let shipped = ["piece-hp", "king-heals", "queen-splits", "explosive-rook"];
    let first: Vec<_> = all.iter().take(4).map(|p| p.id.as_str()).collect();
    assert_eq!(first, shipped);
    assert!(
        all.iter()
            .all(|p| !p.name.is_empty() && !p.description.is_empty())
    );
    let heals = of("king-heals");
    assert_eq!(
        (&heals.requires[..], &heals.attributes[..]),
        (&["piece-hp".into()][..], &["Hp".into()][..])
    );
    assert_eq!(heals.hooks, ["after_move"]);
    // It is mutual, whoever names the other.
    assert!(
        of("piece-hp")
            .incompatible_with
            .contains(&"racing-kings".into())
    );
    assert!(
        of("racing-kings")
            .incompatible_with
            .contains(&"piece-hp".into())
    );
    let cannon = &of("cannon").pieces[0];
    assert_eq!(
        (cannon.letter, cannon.betza.as_deref()),
        ('C', Some("mRcpR"))
    );
    assert!(
        of("horde")
            .start
            .as_deref()
            .unwrap()
            .starts_with("rnbqkbnr/pppppppp/8/1PP2PP1")
    );
    assert_eq!(of("atomic").start, None);
    assert_eq!(
        of("piece-hp").hooks,
        ["on_damage", "on_activate", "on_spawn", "filter_self_check"]
    );
    let options: Vec<_> = of("atomic").options.iter().map(|o| o.name).collect();
    assert_eq!(options, ["scope", "turns"]);
    // Each is found by its id, and what it says of others is about presets that there are.
    for preset in &all {
        for other in preset.requires.iter().chain(&preset.incompatible_with) {
            assert!(all.iter().any(|p| p.id == *other), "{}: {other}", preset.id);
        }
    }
}
