//! Antichess and suicide chess.

use super::{Play, at, start};
use crate::Presets;
use chess::Color;
use contract::state::State;

#[test]
fn antichess_is_won_by_losing() {
    let state = start("antichess").all("e2e4 d7d5");
    assert_eq!(state.texts(), ["e4d5"]);
    let last = at("antichess", "8/8/8/8/8/1p6/P7/8 w - - 0 1").go("a2b3");
    assert_eq!((last.reason(), last.winner()), ("no_piece_left", Some(1)));
    let stuck = at("antichess", "8/8/8/8/8/p7/P7/8 w - - 0 1");
    assert_eq!((stuck.reason(), stuck.winner()), ("no_move_left", Some(0)));
    assert!(at("antichess", "8/P7/8/8/8/8/8/7k w - - 0 1").lists("a7a8k"));
    // A pawn that has become a king does not castle with the rook of the first one.
    let two = at("antichess", "4K3/8/8/8/8/8/p7/4K2R w K - 0 1");
    assert!(two.lists("e1g1") && !two.lists("e8g8"));
}

#[test]
fn suicide_without_a_move_is_won_by_fewer_pieces() {
    let end = |text: &str| {
        let state = at("suicide", text);
        (state.reason(), state.winner())
    };
    assert_eq!(end("8/8/8/8/8/p7/P7/8 w - - 0 1"), ("stalemate", None));
    let open = at("suicide", "8/8/8/8/8/pp6/PP6/8 w - - 0 1");
    assert_eq!(open.texts(), ["a2b3", "b2a3"]);
    for (text, winner) in [
        ("8/8/8/8/8/p6p/P7/8 w - - 0 1", 0),
        ("8/8/8/p7/P6P/8/8/8 b - - 0 1", 1),
        ("8/8/p7/P7/8/P7/8/8 b - - 0 1", 1),
        ("8/p7/P7/8/p7/P7/P7/8 w - - 0 1", 1),
    ] {
        assert_eq!(end(text), ("no_move_left", Some(winner)), "{text}");
    }
    assert_eq!(end("8/8/8/8/p7/P7/8/8 b - - 0 1"), ("stalemate", None));
    let last = at("suicide", "8/8/8/8/8/1p6/P7/8 w - - 0 1").go("a2b3");
    assert_eq!((last.reason(), last.winner()), ("no_piece_left", Some(1)));
}

/// Returns true if a side of a game that is won by losing can still come to win, by a search of
/// all that both may play.
fn can_win(state: &State<Presets>, color: Color, plies: u32) -> bool {
    if state.live().is_empty() {
        return state.winner() == Some(color.index());
    }
    plies > 0
        && state
            .legal(None)
            .iter()
            .any(|action| can_win(&state.play(action).unwrap(), color, plies - 1))
}

#[test]
fn who_cannot_lose_a_piece_cannot_win() {
    for (fen, never) in [
        ("8/4bk2/8/8/8/8/3KB3/8 w - - 0 1", [false, false]),
        // A bishop on squares that no other goes to.
        ("8/8/8/6b1/8/3B4/4B3/8 w - - 0 1", [true, true]),
        ("8/8/5b2/8/8/3B4/3B4/8 w - - 0 1", [true, false]),
        ("8/8/8/8/2b5/1B6/8/8 w - - 0 1", [false, false]),
        // Knights that are or are not on like squares when it is their enemy's turn.
        ("8/8/8/1n2N3/8/8/8/8 w - - 0 1", [true, false]),
        ("8/3N4/8/1n6/8/8/8/8 b - - 0 1", [true, false]),
        ("6n1/8/8/4N3/8/8/8/8 b - - 0 1", [false, true]),
        ("8/8/5n2/4N3/8/8/8/8 w - - 0 1", [false, true]),
    ] {
        for preset in ["antichess", "suicide"] {
            let state = at(preset, fen);
            let library = &state.game().settings.library;
            for color in Color::ALL {
                let expected = never[color.index()];
                let found = library.cannot_win(state.position(), color);
                assert_eq!(found, expected, "{preset} {fen} {color:?}");
                assert!(
                    !(found && can_win(&state, color, 4)),
                    "{preset} {fen} {color:?}"
                );
            }
            let dead = never == [true, true];
            assert_eq!(state.live().is_empty(), dead, "{preset} {fen}");
        }
    }
}
