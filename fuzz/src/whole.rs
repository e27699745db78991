//! Invariants of every state that the library lets exist.

use boardwright::host::{self, MoveRef, SeatRef, State};

use crate::must;

/// Number of legal moves that are played.
const MADE: usize = 4;

/// Panics where a state does not hold together.
pub(crate) fn check(state: &State) {
    readable(state);
    let moves = must(state.legal_moves(None, None));
    assert_eq!(must(state.count_legal(None)), moves.len() as u64);
    if state.outcome().is_some() {
        assert!(moves.is_empty(), "moves after the end");
    }
    // The first, the last and some between: kinds of moves are listed together.
    let step = moves.len().div_ceil(MADE).max(1);
    for text in moves.iter().step_by(step).chain(moves.last()) {
        let next = must(state.play(None, MoveRef::Text(text), None));
        readable(&next);
        must(next.count_legal(None));
        must(state.report(None, MoveRef::Text(text), None));
        for style in state.game().info().styles {
            let written = must(state.move_text(None, MoveRef::Text(text), Some(style), None));
            let again = must(state.play(None, MoveRef::Text(&written), Some(style)));
            assert!(again == next, "{text} is not {written} in {style}");
        }
    }
}

/// Panics where a state cannot be written, read and looked at.
fn readable(state: &State) {
    let game = state.game();
    let text = state.notation();
    let again = must(game.parse(&text, &[]));
    assert_eq!(again.notation(), text);
    assert_eq!(again.key(), state.key(), "{text}");
    let saved = must(state.save());
    assert!(must(host::load(&saved)) == *state, "{saved}");
    must(state.describe(None));
    let _ = state.draw();
    for seat in 0..game.seats().len() as i64 {
        let seen = must(state.observe(SeatRef::Index(seat)));
        let _ = seen.text();
        must(seen.describe());
        let _ = seen.draw();
        let _ = seen.candidates();
    }
}
