//! States that are moved forward and back in place.

use boardwright::arguments;
use boardwright::host::{Cursor, State};
use napi_derive::napi;

use crate::args::{Ids, MoveArg, SeatArg, whole};
use crate::errors::{OrRaise, Result};
use crate::handle::{Handle, New};
use crate::json;
use crate::state::{listed, texts};

/// A cursor on a state.
#[napi(catch_unwind)]
pub(crate) fn cursor(state: Handle<State>) -> Result<New<Cursor>> {
    Ok(New(Cursor::new(&*state.get()?)))
}

/// Frees a cursor.
#[napi(catch_unwind)]
pub(crate) fn cursor_dispose(cursor: Handle<Cursor>) {
    cursor.dispose();
}

/// The state where it stands.
#[napi(catch_unwind)]
pub(crate) fn cursor_state(cursor: Handle<Cursor>) -> Result<New<State>> {
    Ok(New(cursor.get()?.state().clone()))
}

/// Counts the moves made since the start.
#[napi(catch_unwind)]
pub(crate) fn cursor_depth(cursor: Handle<Cursor>) -> Result<f64> {
    json::count(cursor.get()?.depth()).or_raise()
}

/// Goes on by a move.
#[napi(catch_unwind)]
pub(crate) fn cursor_play(
    cursor: Handle<Cursor>,
    action: MoveArg,
    seat: SeatArg,
    style: Option<String>,
) -> Result<()> {
    cursor
        .get_mut()?
        .play(seat.get(), action.get(), style.as_deref())
        .or_raise()
}

/// Goes back by some plies; says how many it went.
#[napi(catch_unwind)]
pub(crate) fn cursor_undo(cursor: Handle<Cursor>, plies: Option<f64>) -> Result<f64> {
    let plies = whole(&arguments::PLIES, plies)?;
    json::count(cursor.get_mut()?.undo(plies as usize) as u64).or_raise()
}

/// As `legal_ids` for a state.
#[napi(catch_unwind)]
pub(crate) fn cursor_legal_ids(cursor: Handle<Cursor>, seat: SeatArg, ids: Ids) -> Result<u32> {
    let cursor = cursor.get()?;
    listed(ids, |out| cursor.state().legal_ids(seat.get(), out))
}

/// As `legal_moves` for a state.
#[napi(catch_unwind)]
pub(crate) fn cursor_legal_moves(
    cursor: Handle<Cursor>,
    seat: SeatArg,
    style: Option<String>,
) -> Result<String> {
    let cursor = cursor.get()?;
    let moves = cursor.state().legal_moves(seat.get(), style.as_deref());
    moves.and_then(texts).or_raise()
}

/// As `count_legal` for a state.
#[napi(catch_unwind)]
pub(crate) fn cursor_count_legal(cursor: Handle<Cursor>, seat: SeatArg) -> Result<f64> {
    let count = cursor.get()?.state().count_legal(seat.get());
    count.and_then(json::count).or_raise()
}
