//! Definitions and positions are bounded in size, and so is the work of one call.

use serde_json::json;

use super::{Presets, rules};
use crate::bots::Limits;
use crate::state::State;
use crate::work;

/// A document with one piece that moves so.
fn piece(betza: &str) -> String {
    format!("id = \"x\"\n[[piece]]\nid = \"x0\"\nletter = \"X\"\nbetza = \"{betza}\"\n")
}

fn read(betza: &str, presets: &str, fen: &str) -> crate::Result<State<Presets>> {
    let rules = rules(json!({ "define": piece(betza), "presets": presets }));
    State::parse(&rules, fen, &[])
}

/// What a call does, in moves weighed and positions made.
fn cost(call: impl FnOnce()) -> u64 {
    let before = work::done();
    call();
    work::done() - before
}

#[test]
fn what_a_piece_is_said_to_do_twice_counts_once() {
    let twice = "RBNNCCZZHHDDAAGG".repeat(12);
    let once = super::super::movement::Moves::parse("RBNNCCZZHHDDAAGG").unwrap();
    let moves = super::super::movement::Moves::parse(&twice).unwrap();
    assert_eq!(moves.parts, once.parts);
    // What is written is kept as it was written.
    assert_eq!(moves.betza(), Some(&*twice));
}

#[test]
fn a_piece_of_too_many_steps_is_refused() {
    let many: String = (1..=8)
        .flat_map(|n| ["N", "C", "Z"].map(|atom| format!("m{atom}{n}c{atom}{n}")))
        .collect();
    let error = super::super::movement::Moves::parse(&many).unwrap_err();
    assert!(error.to_string().contains("96 are the most"), "{error}");
}

#[test]
fn an_army_that_leads_to_too_many_squares_is_refused() {
    let fen = "XXXXXXkX/XXXXXXXX/XXXXXXXX/8/8/xxxxxxxx/xxxxxxxx/xxxxxxKx w - - 0 1";
    let error = read("QNCZ", "x+last-piece-standing", fen).unwrap_err();
    assert_eq!(error.code(), "invalid_notation");
    assert!(error.to_string().contains("1024"), "{error}");
    let few = "3k4/8/2XXX3/8/8/2xxx3/8/3K4 w - - 0 1";
    assert!(read("QNCZ", "x", few).is_ok());
    // With presets that add moves half as many.
    let some = "XXXXXXkX/XXX5/8/8/8/8/xxx5/xxxxxxKx w - - 0 1";
    assert!(read("QN", "x+last-piece-standing", some).is_ok());
    let error = read("QNCZ", "x+last-piece-standing+berserker", some).unwrap_err();
    assert!(error.to_string().contains("512"), "{error}");
    // A document with such a start is refused as well.
    let document = format!("{}start = \"{fen}\"\n", "id = \"y\"\n") + &piece("QNCZ")[9..];
    let rules = rules(json!({ "define": document, "presets": "y+last-piece-standing" }));
    let error = State::<Presets>::start(&rules).unwrap_err();
    assert!(error.to_string().contains("1024"), "{error}");
}

#[test]
fn one_call_does_not_take_more_than_so_much_in_what_is_accepted() {
    /// About twenty milliseconds on an ordinary machine.
    const MOST: u64 = 40_000;
    for (betza, presets, fen) in [
        (
            "RBNNCCZZHHDDAAGG",
            "x+last-piece-standing",
            "X1x1X1kX/1x1X1x1X/X1x1X1x1/1x1X1x1x/8/8/8/3K4 w - - 0 1",
        ),
        (
            "QN",
            "x+last-piece-standing+berserker",
            "XxXxXxkX/1x1X1x1x/X1x1X1x1/8/8/8/8/3K4 w - - 0 1",
        ),
        (
            "QN",
            "x+berserker",
            "6xk/6xx/8/1x1X1x1X/x1X1x1X1/8/XX6/KX6 w - - 0 1",
        ),
    ] {
        let state = match read(betza, presets, fen) {
            Ok(state) => state,
            Err(error) => panic!("{presets} {fen}: {error}"),
        };
        let listed = cost(|| assert!(!state.legal(None).is_empty()));
        assert!(listed < MOST, "{presets}: {listed}");
        let mv = state.legal(None).pop().unwrap();
        let played = cost(|| {
            let next = state.play(&mv).unwrap();
            std::hint::black_box(next.outcome());
        });
        assert!(played < MOST, "{presets}: {played}");
        let chosen = cost(|| drop(state.choices(crate::game::Seat(0), &Limits::default())));
        assert!(chosen < MOST, "{presets}: {chosen}");
    }
}
