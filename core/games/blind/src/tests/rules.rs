//! The table of rule sets, cell by cell.

use super::super::RULE_SETS;
use super::*;
use Color::{Black, White};

const KRIEGSPIEL: [&str; 7] = [
    "wild16",
    "berkeley",
    "berkeley_any",
    "cincinnati",
    "rand",
    "english",
    "crazykrieg",
];

/// A knight on e2 is pinned; the rook of a1 is blocked on a5.
const PINNED: &str = "4k3/8/8/p7/8/4r3/4N3/R3K3 w - - 0 1";

#[test]
fn every_rule_set_has_its_name_once() {
    for (i, rules) in RULE_SETS.iter().enumerate() {
        assert_eq!(RULE_SETS.iter().position(|r| r.name == rules.name), Some(i));
        assert_eq!(super::super::rules::NAMES[i], rules.name);
        assert_eq!(HIDDEN.contains(&rules.name), !rules.open);
    }
}

#[test]
fn refused_moves() {
    let blind = at("blind", PINNED);
    assert_eq!(told(&blind, "e2c3"), mover("wont_help"));
    assert_eq!(told(&blind, "a1a7"), mover("illegal_move"));
    assert_eq!(told(&blind, "e4e5"), mover("no_such_piece"));
    // What the other side has on a square is no more told than an empty one.
    assert_eq!(told(&blind, "a5a4"), mover("no_such_piece"));
    assert_eq!(told(&blind, "e2c3 e2c3"), mover("already_tried"));
    let check = at("blind", "4k3/8/8/8/8/8/4r3/R3K3 w - - 0 1");
    assert_eq!(told(&check, "a1a2"), mover("wont_help"));
    assert_eq!(told(&check, "e1d2"), mover("wont_help"));
    let attacked = at("blind", "4k3/8/8/8/8/8/3r4/R3K3 w - - 0 1");
    assert_eq!(told(&attacked, "e1d1"), mover("illegal_move"));
    for rules in KRIEGSPIEL {
        let refused = match rules {
            "wild16" => mover("illegal_move"),
            _ => both("illegal_move"),
        };
        let fen = match rules {
            "crazykrieg" => PINNED.replace(" w", "[] w"),
            _ => PINNED.into(),
        };
        let state = at(rules, &fen);
        assert_eq!(told(&state, "e2c3"), refused, "{rules}");
        assert_eq!(told(&state, "a1a7"), refused, "{rules}");
    }
}

/// The referee tests a move by other steps than those that list the legal ones.
#[test]
fn what_is_accepted_is_what_is_legal() {
    let games = if full() { 300 } else { 12 };
    for rules in HIDDEN.into_iter().filter(|rules| *rules != "rbc") {
        let (mut accepted, mut refused) = (0, 0);
        for seed in 0..games {
            wander(rules, seed, 120, |state| {
                if state.outcome().is_some() {
                    return;
                }
                let (game, position) = (state.game(), state.position());
                let mover = state.observe(super::super::seat_of(position.board().turn()));
                let legal = state.legal(None);
                for attempt in mover.candidates() {
                    let fits = game.judged(position, attempt).is_ok();
                    let context = || format!("{rules}: {attempt} in {}", state.notation());
                    assert_eq!(fits, legal.contains(&attempt), "{}", context());
                    accepted += u32::from(fits);
                    refused += u32::from(!fits);
                }
            });
        }
        assert!(accepted > 1_000, "{rules}: {accepted}");
        assert!(refused > 1_000 || rules == "fog", "{rules}: {refused}");
    }
}

#[test]
fn what_ones_own_men_rule_out() {
    for (rules, answer) in [
        ("blind", mover("illegal_move")),
        ("wild16", mover("illegal_move")),
        ("berkeley", mover("nonsense")),
        ("berkeley_any", mover("nonsense")),
        ("cincinnati", both("nonsense")),
        ("rand", both("nonsense")),
        ("english", both("illegal_move")),
        ("crazykrieg", both("nonsense")),
    ] {
        for line in ["a1a3", "e2e5", "e1e3", "b1d2", "a2b4"] {
            assert_eq!(told(&start(rules), line), answer, "{rules} {line}");
        }
    }
    // A pawn on the last rank becomes something.
    let last = at("berkeley", "8/P3k3/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(told(&last, "a7a8"), mover("nonsense"));
    assert_eq!(ended(&go(&last, "a7a8q")), None);
    for (rules, again) in [
        ("wild16", mover("illegal_move")),
        ("berkeley", mover("nonsense")),
        ("cincinnati", both("nonsense")),
        ("rand", both("nonsense")),
        ("english", both("illegal_move")),
    ] {
        assert_eq!(told(&at(rules, PINNED), "e2c3 e2c3"), again, "{rules}");
    }
    // Nonsense that the mover alone hears is not counted.
    let counted = |rules| go(&at(rules, PINNED), "a1a7 a1a7").position().turn.refused;
    assert_eq!(counted("berkeley"), 1);
    assert_eq!(counted("cincinnati"), 2);
}

#[test]
fn unannounced_captures_by_pawns_and_ignored_checks() {
    // No pawn can take anything.
    for (rules, answer) in [
        ("wild16", mover("illegal_move")),
        ("berkeley", both("illegal_move")),
        ("cincinnati", both("nonsense")),
        ("rand", both("nonsense")),
        ("english", both("illegal_move")),
    ] {
        assert_eq!(told(&start(rules), "e2d3"), answer, "{rules}");
    }
    // The pawn of e4 can take on d5: that of a2 nothing, and e4 not on f5.
    let fen = "4k3/8/8/3p4/4P3/8/P7/4K3 w - - 0 1";
    assert_eq!(told(&at("cincinnati", fen), "a2b3"), both("illegal_move"));
    assert_eq!(told(&at("rand", fen), "a2b3"), both("nonsense"));
    assert_eq!(told(&at("rand", fen), "e4f5"), both("illegal_move"));
    // In check along the file nothing but e2 to e7 helps; a knight's check is
    // answered on its eight squares alone.
    let file = "4k3/4r3/8/8/8/8/8/R3K2R w KQ - 0 1";
    assert_eq!(told(&at("rand", file), "a1a2"), mover("nonsense"));
    assert_eq!(told(&at("rand", file), "e1g1"), mover("nonsense"));
    assert_eq!(told(&at("rand", file), "e1e2"), both("illegal_move"));
    assert_eq!(told(&at("cincinnati", file), "a1a2"), both("illegal_move"));
    let knight = "4k3/8/8/8/8/3n4/8/R3K1NR w KQ - 0 1";
    assert_eq!(told(&at("rand", knight), "g1h3"), mover("nonsense"));
    assert_eq!(told(&at("rand", knight), "g1f3"), both("illegal_move"));
    let double = "4k3/4r3/8/8/7b/8/8/R3K3 w - - 0 1";
    assert_eq!(told(&at("rand", double), "a1a7"), mover("nonsense"));
    assert_eq!(told(&at("rand", double), "e1e2"), both("illegal_move"));
    // A step of a pawn takes nothing: on the edge it is between the king and nobody,
    // and a double step passes nobody.
    let bishop = at("rand", "8/8/8/8/p4k2/4p3/6KP/5b2 w - - 0 4");
    for step in ["h2h3", "h2h4"] {
        assert_eq!(told(&bishop, step), mover("nonsense"), "{step}");
        let after = go(&bishop, step);
        assert_eq!(after.position().turn.refused, 0, "{step}");
        assert_eq!(seen(&after, White).turn().refused, 0, "{step}");
        assert_eq!(seen(&after, Black).turn().refused, 0, "{step}");
    }
    let candidates = bishop.observe(super::super::seat_of(White)).candidates();
    let texts: Vec<_> = candidates.iter().map(ToString::to_string).collect();
    assert!(
        !texts.iter().any(|text| text.starts_with("h2")),
        "{texts:?}"
    );
    let knight = "4k3/8/8/8/8/3n4/5P2/R3K3 w - - 0 1";
    for step in ["f2f3", "f2f4"] {
        assert_eq!(told(&at("rand", knight), step), mover("nonsense"), "{step}");
    }
    // One that may come between is no nonsense, though the piece that gives check stands there.
    let queen = "4k3/8/8/7b/8/8/6P1/3K4 w - - 0 1";
    assert_eq!(ended(&go(&at("rand", queen), "g2g4")), None);
    let nearer = "4k3/8/8/8/6b1/8/6P1/3K4 w - - 0 1";
    assert_eq!(told(&at("rand", nearer), "g2g4"), both("illegal_move"));
    // A pawn that gives check can be taken in passing.
    let state = at("rand", "4k3/3p4/8/4P3/2K5/8/8/8 b - - 0 1");
    let state = go(&state, "d7d5");
    assert_eq!(ended(&go(&state, "e5d6")), None);
    assert!(heard(&go(&state, "e5d6"), White).starts_with("white_moved capture:d5:pawn"));
}

const CAPTURES: &str = "4k3/8/8/3q4/4P3/p7/1P6/4K3 w - - 0 1";

#[test]
fn captures() {
    for (rules, queen, pawn) in [
        ("blind", "piece", "pawn"),
        ("wild16", "piece", "pawn"),
        ("berkeley", "hidden", "hidden"),
        ("berkeley_any", "hidden", "hidden"),
        ("cincinnati", "piece", "pawn"),
        ("rand", "piece", "pawn"),
        ("english", "hidden", "hidden"),
        ("crazykrieg", "queen", "pawn"),
    ] {
        let fen = match rules {
            "crazykrieg" => CAPTURES.replace(" w", "[] w"),
            _ => CAPTURES.into(),
        };
        for (line, square, victim) in [("e4d5", "d5", queen), ("b2a3", "a3", pawn)] {
            let (mover, other) = told(&at(rules, &fen), line);
            assert_eq!(mover, other);
            let event = format!("white_moved capture:{square}:{victim}:hidden:-");
            assert!(mover.starts_with(&event), "{rules} {line}: {mover}");
        }
    }
}

#[test]
fn captures_in_passing() {
    for rules in KRIEGSPIEL.into_iter().chain(["blind"]) {
        let state = go(&start(rules), "e2e4 a7a6 e4e5 d7d5");
        let (mover, other) = told(&state, "e5d6");
        assert_eq!(mover, other);
        let event = match rules {
            "english" => "white_moved capture:d6:hidden:hidden:en_passant",
            "berkeley" | "berkeley_any" => "white_moved capture:d5:hidden:hidden:-",
            _ => "white_moved capture:d5:pawn:hidden:-",
        };
        assert!(mover.starts_with(event), "{rules}: {mover}");
        // The pawn is gone from its owner's view.
        let after = go(&state, "e5d6");
        assert_eq!(seen(&after, Black).piece_at("d5".parse().unwrap()), None);
    }
}

#[test]
fn tries_of_pawns() {
    // Both captures on d5 are possible, and one on a7 by two pieces.
    let fen = "1q2k3/8/8/3p4/2P1P3/8/8/4K3 b - - 0 1";
    for (rules, some, none) in [
        ("blind", "", ""),
        ("wild16", " pawn_tries:2", " pawn_tries:0"),
        ("berkeley", "", ""),
        ("berkeley_any", "", ""),
        ("cincinnati", " pawn_tries:yes", " pawn_tries:no"),
        (
            "rand",
            " pawn_tries:from:c4+e4 rebuffs:0",
            " pawn_tries:from: rebuffs:0",
        ),
        ("english", "", ""),
    ] {
        assert_eq!(
            told(&at(rules, fen), "b8b7"),
            both(&format!("black_moved{some}")),
            "{rules}"
        );
        assert_eq!(
            told(&start(rules), "e2e4"),
            both(&format!("white_moved{none}")),
            "{rules}"
        );
    }
    // A pinned pawn has no try, nor one that does not answer the check; a capture
    // that promotes counts once.
    let pinned = "4k3/8/8/8/1b6/3p4/3PP3/4K2n b - - 0 1";
    assert_eq!(
        told(&at("wild16", pinned), "h1g3"),
        both("black_moved pawn_tries:1")
    );
    let promotes = "1n2k3/P7/8/8/8/8/8/4K3 b - - 0 1";
    assert_eq!(
        told(&at("wild16", promotes), "e8e7"),
        both("black_moved pawn_tries:1")
    );
}

const ASKED: &str = "4k3/8/8/3p4/4P3/4N3/8/R3K3 w - - 0 1";

#[test]
fn the_question_any() {
    for rules in ["blind", "wild16", "berkeley", "cincinnati", "rand"] {
        assert_eq!(
            start(rules).play(&Attempt::AskAny).unwrap_err().code(),
            "illegal_move"
        );
    }
    for rules in ["berkeley_any", "english"] {
        assert_eq!(told(&start(rules), "any?"), both("any_no"));
        let yes = at(rules, ASKED);
        assert_eq!(told(&yes, "any?"), both("any_yes must_try_pawn"));
        // Told to the mover alone, who knows it.
        assert_eq!(told(&yes, "any? a1a2"), mover("nonsense"));
        assert_eq!(told(&yes, "any? any?"), mover("nonsense"));
        assert_eq!(texts(&yes.legal(None)).len(), 25, "{rules}");
        let bound = go(&yes, "any?");
        assert_eq!(texts(&bound.legal(None)), ["e4d5"]);
        let open = bound.observe(super::super::seat_of(White)).candidates();
        assert_eq!(texts(&open), ["e4d5", "e4f5"]);
        assert!(told(&bound, "e4d5").0.starts_with("white_moved capture:d5"));
    }
    let any = go(&at("berkeley_any", ASKED), "any?");
    assert_eq!(told(&any, "e4f5"), both("illegal_move"));
    assert_eq!(told(&any, "e4f5 a1a2"), mover("nonsense"));
    // What was refused is no try, and does not release, whether it was refused
    // before the question or after it.
    for rules in ["berkeley_any", "english"] {
        let bound = go(&at(rules, ASKED), "e4f5 any?");
        assert_eq!(told(&bound, "e4f5"), mover("nonsense"), "{rules}");
        let still = go(&bound, "e4f5 e4f5");
        assert_eq!(texts(&still.legal(None)), ["e4d5"], "{rules}");
        let view = seen(&still, White);
        assert_eq!(*view.turn(), still.position().turn, "{rules}");
        assert_eq!(view.turn().refused, 1, "{rules}");
    }
    assert_eq!(told(&any, "e4f5 e4f5"), mover("nonsense"));
    let english = go(&at("english", ASKED), "any?");
    assert_eq!(told(&english, "e4f5"), both("illegal_move released"));
    assert_eq!(told(&english, "e4f5 a1a2"), both("white_moved"));
    assert_eq!(told(&english, "e4f5 any?"), mover("nonsense"));
    // After "no" a capture by a pawn is known to be impossible.
    assert_eq!(told(&start("berkeley_any"), "any? e2d3"), mover("nonsense"));
    assert_eq!(told(&start("english"), "any? e2d3"), both("illegal_move"));
}

#[test]
fn promotions() {
    let fen = "8/P3k3/8/8/8/8/8/4K3 w - - 0 1";
    for rules in KRIEGSPIEL.into_iter().chain(["blind"]) {
        let fen = match rules {
            "crazykrieg" => fen.replace(" w", "[] w"),
            _ => fen.into(),
        };
        let (mover, other) = told(&at(rules, &fen), "a7a8n");
        assert_eq!(mover, other);
        assert_eq!(mover.contains("promoted"), rules == "rand", "{rules}");
    }
}

#[test]
fn checks() {
    for (fen, line, directions) in [
        ("4k3/7p/8/8/8/8/7P/R3K3 w - - 0 1", "a1a8", "rank"),
        ("4k3/7p/8/8/8/8/7P/R4K2 w - - 0 1", "a1e1", "file"),
        ("4k3/7p/8/8/8/8/7P/4KN2 w - - 0 1", "f1e3", ""),
        ("4k3/7p/8/8/8/4N3/7P/4K3 w - - 0 1", "e3f5", ""),
        ("4k3/7p/8/5N2/8/8/7P/4K3 w - - 0 1", "f5g7", "knight"),
        // The king on e8 is in the upper right quarter: rising is long.
        ("4k3/7p/8/8/8/8/7P/4KB2 w - - 0 1", "f1b5", "long_diagonal"),
        ("4k3/7p/8/8/8/8/7P/3BK3 w - - 0 1", "d1h5", "short_diagonal"),
        ("4k3/7p/3P4/8/8/8/7P/4K3 w - - 0 1", "d6d7", "long_diagonal"),
        // The rook goes and leaves the bishop's line: two checks.
        (
            "4k3/7p/2R5/1B6/8/8/7P/4K3 w - - 0 1",
            "c6e6",
            "file+long_diagonal",
        ),
    ] {
        for rules in KRIEGSPIEL.into_iter().chain(["blind"]) {
            let fen = match rules {
                "crazykrieg" => fen.replace(" w", "[] w"),
                _ => fen.into(),
            };
            let (mover, other) = told(&at(rules, &fen), line);
            assert_eq!(mover, other);
            let said = mover.split(' ').find(|e| e.starts_with("check"));
            let expected = (!directions.is_empty()).then(|| format!("check:{directions}"));
            assert_eq!(said.map(str::to_owned), expected, "{rules} {fen} {line}");
        }
    }
    let double = "4k3/8/8/8/8/8/4N3/4RK2 w - - 0 1";
    assert_eq!(
        told(&at("blind", double), "e2d4"),
        both("white_moved check:file")
    );
    assert_eq!(
        told(&at("blind", "4k3/8/8/8/4N3/8/8/4RK2 w - - 0 1"), "e4f6"),
        both("white_moved check:file+knight")
    );
}

#[test]
fn ends_and_draws() {
    let shuffle = "g1f3 g8f6 f3g1 f6g8 ";
    for rules in KRIEGSPIEL.into_iter().chain(["blind"]) {
        let thrice = go(&start(rules), &shuffle.repeat(2));
        let berkeley = rules.starts_with("berkeley");
        let claims = !berkeley && rules != "crazykrieg";
        let game = thrice.game();
        let claimable = |s: &State<Blind>| game.claimable(s.position(), s.history());
        assert_eq!(claimable(&thrice).is_some(), claims, "{rules}");
        // Refused attempts are no repetition, and do not undo one.
        let tried = go(&thrice, "e2d3 e2f3 e2d3");
        assert_eq!(claimable(&tried).is_some(), claims, "{rules}");
        let once = go(&start(rules), "e2d3 e2f3 e2d3 d2e3 d2c3 a2b3");
        assert_eq!(claimable(&once), None, "{rules}");
        let five = go(&start(rules), &shuffle.repeat(4));
        let end = (!berkeley).then_some(("fivefold_repetition", None));
        let end = end.map(|e| {
            if rules == "crazykrieg" {
                ("repetition", None)
            } else {
                e
            }
        });
        if rules == "crazykrieg" {
            assert!(ended(&five).is_some());
        } else {
            assert_eq!(ended(&five), end, "{rules}");
        }
        let fifty = match rules {
            "crazykrieg" => "4k3/8/8/8/8/8/8/R3K3[] w - - 149 90",
            _ => "4k3/8/8/8/8/8/8/R3K3 w - - 149 90",
        };
        let fifty = go(&at(rules, fifty), "a1a2");
        let end = claims.then_some(("seventyfive_moves", None));
        assert_eq!(ended(&fifty), end, "{rules}");
        // Stalemate loses in rand alone.
        if rules != "crazykrieg" {
            let stuck = go(&at(rules, "7k/8/5KQ1/8/8/8/8/8 w - - 0 1"), "g6f7");
            let end = if rules == "rand" { Some(0) } else { None };
            assert_eq!(ended(&stuck), Some(("stalemate", end)), "{rules}");
        }
    }
    let mate = go(&start("blind"), "f2f3 e7e5 g2g4 d8h4");
    assert_eq!(ended(&mate), Some(("checkmate", Some(1))));
    assert_eq!(heard(&mate, White), "black_moved check:short_diagonal");
}

#[test]
fn drops() {
    let state = go(&start("crazykrieg"), "e2e4 d7d5 e4d5");
    assert_eq!(heard(&state, Black), "white_moved capture:d5:pawn:hidden:-");
    let state = go(&state, "d8d5 b1c3 d5e5");
    assert_eq!(heard(&state, White), "black_moved check:file");
    assert_eq!(seen(&state, White).own_pieces().reserve, [1, 0, 0, 0, 0]);
    let state = go(&state, "P@e4");
    // A drop does answer the check, and does not: e5 is where the queen stands.
    assert!(
        heard(&state, Black).starts_with("illegal_move")
            || heard(&state, Black) == "white_moved dropped:pawn"
    );
    assert_eq!(
        told(&go(&start("crazykrieg"), "e2e4 d7d5 e4d5 d8d5"), "P@d5"),
        both("illegal_move")
    );
    assert_eq!(
        told(&go(&start("crazykrieg"), "e2e4 d7d5 e4d5 d8d5"), "P@e2"),
        both("white_moved dropped:pawn")
    );
    assert_eq!(
        told(&go(&start("crazykrieg"), "e2e4 d7d5 e4d5 d8d5"), "P@e8"),
        both("nonsense")
    );
    assert_eq!(
        told(&go(&start("crazykrieg"), "e2e4 d7d5 e4d5 d8d5"), "Q@e4"),
        both("nonsense")
    );
    // A promoted piece that is taken goes over as a pawn, and is told as one.
    let promoted = at("crazykrieg", "q1n1k3/1P6/8/8/8/8/8/4K3[] w - - 0 1");
    let promoted = go(&promoted, "b7c8q e8f7 c8d7 f7f8 d7d8");
    let taken = go(&promoted, "a8d8");
    assert_eq!(heard(&taken, White), "black_moved capture:d8:pawn:hidden:-");
    assert_eq!(seen(&taken, Black).own_pieces().reserve, [1, 0, 0, 0, 0]);
    // White knows what lies in Black's reserve.
    assert!(
        seen(&taken, White)
            .text()
            .contains(" reserve=N their_reserve=P ")
    );
}

#[test]
fn fog() {
    let state = start("fog");
    let view = seen(&state, White);
    let sight = view.sight().unwrap();
    assert_eq!(sight.seen.len(), 32, "four ranks");
    assert_eq!(sight.their_pieces().len(), 0);
    // A blocker in front of a pawn is not seen, and does not stop it from being known
    // that the pawn cannot go there.
    let blocked = go(&start("fog"), "e2e4 e7e5");
    let view = seen(&blocked, White);
    assert!(!view.sight().unwrap().seen.has("e5".parse().unwrap()));
    assert!(!texts(&blocked.legal(None)).contains(&"e4e5".to_owned()));
    // The victim of a capture in passing is seen.
    let passing = go(&start("fog"), "e2e4 a7a6 e4e5 d7d5");
    let view = seen(&passing, White);
    let d5 = "d5".parse().unwrap();
    assert_eq!(view.sight().unwrap().piece_at(d5), Some(chess::Piece::Pawn));
    assert!(texts(&passing.legal(None)).contains(&"e5d6".to_owned()));
    assert!(
        heard(&go(&passing, "e5d6"), Black).starts_with("black_moved")
            || heard(&go(&passing, "e5d6"), Black).starts_with("white_moved capture:d5:hidden")
    );
    // The king may be left where it is taken, and that wins.
    let mated = go(&start("fog"), "f2f3 e7e5 g2g4 d8h4");
    assert_eq!(ended(&mated), None);
    assert_eq!(texts(&mated.legal(None)).len(), 19);
    let taken = go(&mated, "a2a3 h4e1");
    assert_eq!(ended(&taken), Some(("king_taken", Some(1))));
    assert!(heard(&taken, White).contains("capture:e1:hidden"));
    assert!(heard(&taken, Black).contains("capture:e1:king"));
    // Stalemate by option.
    let fen = "7k/8/8/8/8/8/p7/K7 w - - 0 1";
    assert_eq!(ended(&at("fog", fen)), None);
    let stuck = "k7/P7/8/8/8/8/8/6rK w - - 0 1";
    assert_eq!(ended(&at("fog", stuck)), None);
    let stuck = at("fog", "8/8/8/8/8/p1p5/P1P5/kr5K b - - 0 1");
    assert_eq!(ended(&stuck), None);
    let blocked = "8/8/8/8/8/p6k/P7/K7 w - - 0 1";
    assert_eq!(ended(&at("fog", blocked)), None);
    let draw = at("fog", "7k/8/8/8/8/pp6/Pp6/Kb6 w - - 0 1");
    assert_eq!(ended(&draw), None, "the king may take what protects itself");
}

#[test]
fn reconnaissance() {
    let state = start("rbc");
    assert_eq!(state.legal(None).len(), 65);
    assert_eq!(told(&state, "e2e4"), mover("illegal_move"));
    let looked = "sensed:d7:8/8/8/8/8/8/8/8";
    let (mover_heard, other) = told(&state, "sense:d7");
    assert_eq!(other, "");
    assert_eq!(
        mover_heard, "sensed:d7:2BQK3/2PPP3/2...3/8/8/8/8/8",
        "{looked}"
    );
    let sensed = go(&state, "sense:d7");
    assert_eq!(sensed.legal(None).len(), 35);
    assert_eq!(told(&sensed, "sense:d7"), mover("illegal_move"));
    // A capture by a pawn that is none costs the turn.
    assert_eq!(
        told(&sensed, "e2d3"),
        ("move_taken:e2d3:- white_moved".into(), "white_moved".into())
    );
    assert_eq!(
        told(&sensed, "pass"),
        ("move_taken:-:- white_moved".into(), "white_moved".into())
    );
    // Sliding pieces stop at the first piece in the way and take it.
    let open = go(
        &start("rbc"),
        "pass e2e4 pass a7a5 pass d1g4 pass a5a4 pass",
    );
    assert_eq!(
        told(&open, "g4g8"),
        (
            "move_taken:g4g8:g4g7 white_moved capture:g7:hidden:hidden:-".into(),
            "white_moved capture:g7:hidden:hidden:-".into()
        )
    );
    // A double step that is blocked at its end is a single one.
    let step = go(
        &start("rbc"),
        "pass a2a4 pass b7b5 pass a4b5 pass h7h6 pass b5b6 pass h6h5 pass",
    );
    assert_eq!(told(&step, "h2h4").0, "move_taken:h2h4:h2h4 white_moved");
    let step = at("rbc", "4k3/8/8/8/p7/8/P7/4K3 w - - 0 1 sensed=yes");
    assert_eq!(told(&step, "a2a4").0, "move_taken:a2a4:a2a3 white_moved");
    // Castling through check, and not through pieces.
    let castle = at("rbc", "4k3/5r2/8/8/8/8/8/R3K2R w KQ - 0 1 sensed=yes");
    assert_eq!(told(&castle, "e1g1").0, "move_taken:e1g1:e1g1 white_moved");
    let castle = at("rbc", "4k3/8/8/8/8/8/8/R3K1nR w KQ - 0 1 sensed=yes");
    assert_eq!(told(&castle, "e1g1").0, "move_taken:e1g1:- white_moved");
    let taken = at("rbc", "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1 sensed=yes");
    assert_eq!(ended(&go(&taken, "e2e8")), Some(("king_taken", Some(0))));
    let fifty = at("rbc", "4k3/8/8/8/8/8/4R3/4K3 w - - 99 60 sensed=yes");
    assert_eq!(ended(&go(&fifty, "pass")), Some(("fifty_moves", None)));
}

#[test]
fn touching() {
    let blind = at("blind", PINNED);
    assert_eq!(told(&blind, "touch:e2"), mover("no_legal_moves"));
    assert_eq!(told(&blind, "touch:e4"), mover("no_such_piece"));
    assert_eq!(told(&blind, "touch:a1"), mover(""));
    assert_eq!(told(&blind, "touch:a1 touch:e1"), mover("illegal_move"));
    assert_eq!(told(&blind, "touch:a1 e1d1"), mover("illegal_move"));
    let armed = go(&blind, "touch:a1 touch:e1");
    assert_eq!(
        seen(&armed, White).turn().armed,
        Some("a1".parse().unwrap())
    );
    let open = armed.observe(super::super::seat_of(White)).candidates();
    assert!(open.iter().all(|a| a.from() == Some("a1".parse().unwrap())));
    assert_eq!(told(&armed, "a1a4"), both("white_moved"));
    // Elsewhere a piece that could move on an empty board is taken up and let go of.
    for rules in ["wild16", "berkeley", "rand", "english"] {
        let state = at(rules, PINNED);
        assert_eq!(told(&state, "touch:e2"), mover(""), "{rules}");
        let let_go = go(&state, "touch:e2 touch:e2");
        assert_eq!(seen(&let_go, White).turn().armed, None);
        let other = go(&state, "touch:e2 touch:a1");
        assert_eq!(
            seen(&other, White).turn().armed,
            Some("a1".parse().unwrap())
        );
        let word = match rules {
            "berkeley" | "rand" => "nonsense",
            _ => "illegal_move",
        };
        assert_eq!(told(&start(rules), "touch:a1"), mover(word), "{rules}");
        assert_eq!(told(&start(rules), "touch:e7"), mover(word), "{rules}");
    }
    // The other side hears nothing of it.
    let touched = go(&start("blind"), "touch:e2");
    assert_eq!(seen(&touched, Black), seen(&start("blind"), Black));
}

#[test]
fn vanilla() {
    let state = start("vanilla");
    assert!(!state.game().hidden());
    assert_eq!(state.legal(None).len(), 20);
    let pinned = at("vanilla", PINNED);
    let error = pinned.play(&attempt("e2c3")).unwrap_err();
    assert_eq!(error.code(), "illegal_move");
    assert!(error.message().contains("the king would be in check"));
    assert!(!texts(&pinned.legal(None)).contains(&"e2c3".to_owned()));
    assert_eq!(
        pinned.play(&attempt("touch:e2")).unwrap_err().code(),
        "illegal_move"
    );
    let touched = go(&pinned, "touch:a1");
    assert!(
        touched
            .legal(None)
            .iter()
            .all(|a| a.from() == Some("a1".parse().unwrap()))
    );
    let mate = go(&start("vanilla"), "f2f3 e7e5 g2g4 touch:d8 d8h4");
    assert_eq!(ended(&mate), Some(("checkmate", Some(1))));
}
