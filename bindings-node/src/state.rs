//! States.

use std::cell::RefCell;
use std::hash::{BuildHasher, RandomState};
use std::sync::OnceLock;

use boardwright::arguments;
use boardwright::error::ErrorKind;
use boardwright::host::{self, DrawingOptions, MoveRef, NamedOutcome, Observation, State};
use boardwright::value::Value;
use napi_derive::napi;

use crate::args::{Ids, MoveArg, SeatArg, whole};
use crate::errors::{OrRaise, Result, raised};
use crate::handle::{Handle, New};
use crate::json;

thread_local! {
    /// Buffer in which lists are made before they are copied out; kept, since an allocation costs
    /// as much as a list.
    static LIST: RefCell<Vec<u32>> = const { RefCell::new(Vec::new()) };
}

/// Has ids listed, and copies them into JavaScript's buffer.
pub(crate) fn listed(
    ids: Ids,
    list: impl FnOnce(&mut Vec<u32>) -> boardwright::Result<()>,
) -> Result<u32> {
    LIST.with_borrow_mut(|out| {
        list(out).or_raise()?;
        Ok(ids.fill(out))
    })
}

/// Texts as JSON.
pub(crate) fn texts(texts: Vec<String>) -> boardwright::Result<String> {
    json::write(&texts)
}

/// Writes an outcome as JSON; nothing for null, the most frequent case.
pub(crate) fn outcome(outcome: Option<&NamedOutcome>) -> boardwright::Result<Option<String>> {
    outcome.map(json::write).transpose()
}

/// Frees a state.
#[napi(catch_unwind)]
pub(crate) fn state_dispose(state: Handle<State>) {
    state.dispose();
}

/// The seats that may act, a bit for each.
#[napi(catch_unwind)]
pub(crate) fn live(state: Handle<State>) -> Result<u32> {
    let state = state.get()?;
    let live = host::guard(|| Ok(state.live())).or_raise()?;
    Ok(live.iter().map(|seat| 1 << seat.index()).sum())
}

/// Returns the outcome as JSON, or nothing while the game goes on.
#[napi(catch_unwind)]
pub(crate) fn state_outcome(state: Handle<State>) -> Result<Option<String>> {
    let state = state.get()?;
    let ended = host::guard(|| Ok(state.outcome())).or_raise()?;
    outcome(ended.as_ref()).or_raise()
}

/// Writes the ids of the legal moves into the buffer; says how many there are,
/// which may be more than it has room for.
#[napi(catch_unwind)]
pub(crate) fn legal_ids(state: Handle<State>, seat: SeatArg, ids: Ids) -> Result<u32> {
    let state = state.get()?;
    listed(ids, |out| state.legal_ids(seat.get(), out))
}

/// The texts of the legal moves, as JSON.
#[napi(catch_unwind)]
pub(crate) fn legal_moves(
    state: Handle<State>,
    seat: SeatArg,
    style: Option<String>,
) -> Result<String> {
    let moves = state.get()?.legal_moves(seat.get(), style.as_deref());
    moves.and_then(texts).or_raise()
}

/// The state after a move.
#[napi(catch_unwind)]
pub(crate) fn play(
    state: Handle<State>,
    action: MoveArg,
    seat: SeatArg,
    style: Option<String>,
) -> Result<New<State>> {
    let next = state
        .get()?
        .play(seat.get(), action.get(), style.as_deref());
    next.map(New).or_raise()
}

/// The state after a move, or nothing where it cannot be read or played now.
#[napi(catch_unwind)]
pub(crate) fn try_play(
    state: Handle<State>,
    action: MoveArg,
    seat: SeatArg,
    style: Option<String>,
) -> Result<Option<New<State>>> {
    let next = state
        .get()?
        .play(seat.get(), action.get(), style.as_deref());
    match next {
        Ok(next) => Ok(Some(New(next))),
        Err(error) if is_about_the_move(error.kind()) => Ok(None),
        Err(error) => Err(raised(&error)),
    }
}

const fn is_about_the_move(kind: ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::InvalidNotation
            | ErrorKind::IllegalMove
            | ErrorKind::NotYourTurn
            | ErrorKind::GameOver
    )
}

/// The state after several moves.
#[napi(catch_unwind)]
pub(crate) fn play_many(
    state: Handle<State>,
    moves: Vec<MoveArg>,
    seat: SeatArg,
    style: Option<String>,
) -> Result<New<State>> {
    let moves: Vec<MoveRef<'_>> = moves.iter().map(MoveArg::get).collect();
    let next = state.get()?.play_many(seat.get(), &moves, style.as_deref());
    next.map(New).or_raise()
}

// <made: state> by `cargo run -p xtask -- reference` from `boardwright::queries`
/// The position in the game's notation; of a hidden game, the referee's.
#[napi(catch_unwind)]
pub(crate) fn state_notation(state: Handle<State>) -> Result<String> {
    let state = state.get()?;
    let answer = host::guard(|| Ok(state.notation()));
    answer.or_raise()
}

/// The repetition key, 16 hexadecimal digits.
#[napi(catch_unwind)]
pub(crate) fn state_key(state: Handle<State>) -> Result<String> {
    let state = state.get()?;
    let answer = host::guard(|| Ok(state.key()));
    answer.or_raise()
}

/// The number of plies in its history.
#[napi(catch_unwind)]
pub(crate) fn state_ply(state: Handle<State>) -> Result<f64> {
    let state = state.get()?;
    let answer = host::guard(|| Ok(state.ply()));
    answer.and_then(json::count).or_raise()
}

/// The number of times that its position has occurred, this time included.
#[napi(catch_unwind)]
pub(crate) fn state_repetitions(state: Handle<State>) -> Result<f64> {
    let state = state.get()?;
    let answer = host::guard(|| Ok(state.repetitions()));
    answer.and_then(json::count).or_raise()
}

/// Lists the moves that led to the state; of a hidden game, the referee's.
#[napi(catch_unwind)]
pub(crate) fn state_moves(state: Handle<State>, style: Option<String>) -> Result<String> {
    let state = state.get()?;
    let style = style.as_deref();
    let answer = state.moves(style);
    answer.and_then(texts).or_raise()
}

/// Returns the last of its moves; nothing if there are none.
#[napi(catch_unwind)]
pub(crate) fn state_last_move(
    state: Handle<State>,
    style: Option<String>,
) -> Result<Option<String>> {
    let state = state.get()?;
    let style = style.as_deref();
    let answer = state.last_move(style);
    answer.or_raise()
}

/// Returns the state at an earlier ply, which its moves lead to.
#[napi(catch_unwind)]
pub(crate) fn state_at_ply(state: Handle<State>, ply: Option<f64>) -> Result<New<State>> {
    let state = state.get()?;
    let ply = whole(&arguments::PLY, ply)?;
    let answer = state.at_ply(ply as usize);
    answer.map(New).or_raise()
}

/// Writes the game that led to the state as PGN, with tags.
#[napi(catch_unwind)]
pub(crate) fn state_pgn(state: Handle<State>, tags: String) -> Result<String> {
    let state = state.get()?;
    let tags = json::read(&tags).or_raise()?;
    let answer = state.pgn(&tags);
    answer.or_raise()
}

/// Writes the state as a line of EPD with operations.
#[napi(catch_unwind)]
pub(crate) fn state_epd(state: Handle<State>, operations: String) -> Result<String> {
    let state = state.get()?;
    let operations = json::read(&operations).or_raise()?;
    let answer = state.epd(&operations);
    answer.or_raise()
}

/// Counts the legal moves, of all live seats or of one.
#[napi(catch_unwind)]
pub(crate) fn state_count_legal(state: Handle<State>, seat: SeatArg) -> Result<f64> {
    let state = state.get()?;
    let seat = seat.get();
    let answer = state.count_legal(seat);
    answer.and_then(json::count).or_raise()
}

/// Returns a legal move in another style of notation.
#[napi(catch_unwind)]
pub(crate) fn state_move_text(
    state: Handle<State>,
    action: MoveArg,
    style: Option<String>,
    from_style: Option<String>,
    seat: SeatArg,
) -> Result<String> {
    let state = state.get()?;
    let seat = seat.get();
    let action = action.get();
    let style = style.as_deref();
    let from_style = from_style.as_deref();
    let answer = state.move_text(seat, action, style, from_style);
    answer.or_raise()
}

/// Returns the action id of a legal move.
#[napi(catch_unwind)]
pub(crate) fn state_action_id(state: Handle<State>, text: String, seat: SeatArg) -> Result<u32> {
    let state = state.get()?;
    let seat = seat.get();
    let answer = state.action_id(seat, &text);
    answer.or_raise()
}

/// Lists the events that a move would bring about, in the order to show them.
#[napi(catch_unwind)]
pub(crate) fn state_report(
    state: Handle<State>,
    action: MoveArg,
    seat: SeatArg,
    style: Option<String>,
) -> Result<String> {
    let state = state.get()?;
    let seat = seat.get();
    let action = action.get();
    let style = style.as_deref();
    let answer = state.report(seat, action, style);
    answer.and_then(|value| json::write(&value)).or_raise()
}

/// Returns the state in plain values, or what a seat may see of it.
#[napi(catch_unwind)]
pub(crate) fn state_describe(state: Handle<State>, seat: SeatArg) -> Result<String> {
    let state = state.get()?;
    let seat = seat.get();
    let answer = state.description(seat);
    answer.and_then(|value| json::write(&value)).or_raise()
}

/// Describes the state in English sentences, or what a seat may know of it.
#[napi(catch_unwind)]
pub(crate) fn state_describe_text(state: Handle<State>, seat: SeatArg) -> Result<String> {
    let state = state.get()?;
    let seat = seat.get();
    let answer = state.describe_text(seat);
    answer.or_raise()
}

/// Describes a legal move in English words.
#[napi(catch_unwind)]
pub(crate) fn state_move_in_words(
    state: Handle<State>,
    action: MoveArg,
    seat: SeatArg,
    style: Option<String>,
) -> Result<String> {
    let state = state.get()?;
    let seat = seat.get();
    let action = action.get();
    let style = style.as_deref();
    let answer = state.move_in_words(seat, action, style);
    answer.or_raise()
}

/// Returns the state in which a seat has left the game while the others play on.
#[napi(catch_unwind)]
pub(crate) fn state_leave(
    state: Handle<State>,
    name: String,
    reason: String,
) -> Result<New<State>> {
    let state = state.get()?;
    let answer = state.leave(&name, &reason);
    answer.map(New).or_raise()
}

/// The seats that are out of the game while others play on.
#[napi(catch_unwind)]
pub(crate) fn state_out(state: Handle<State>) -> Result<String> {
    let state = state.get()?;
    let answer = host::guard(|| Ok(state.out()));
    answer.and_then(texts).or_raise()
}

/// Draws the position in text.
#[napi(catch_unwind)]
pub(crate) fn state_draw(state: Handle<State>) -> Result<String> {
    let state = state.get()?;
    let answer = host::guard(|| Ok(state.draw()));
    answer.or_raise()
}
// </made: state>

/// Draws the position, or what a seat knows of it, as SVG; the options are JSON.
#[napi(catch_unwind)]
pub(crate) fn state_svg(state: Handle<State>, options: String) -> Result<String> {
    let state = state.get()?;
    let options = json::read(&options).and_then(|options| DrawingOptions::read(&options));
    options.and_then(|options| state.svg(&options)).or_raise()
}

/// A state changed from outside; the changes are JSON.
#[napi(catch_unwind)]
pub(crate) fn edit(state: Handle<State>, changes: String) -> Result<New<State>> {
    let state = state.get()?;
    let next = json::read(&changes).and_then(|changes| state.edit(&changes));
    next.map(New).or_raise()
}

/// Answers one of the questions of the game; the arguments and the answer are JSON.
#[napi(catch_unwind)]
pub(crate) fn ask(state: Handle<State>, question: String, arguments: String) -> Result<String> {
    let state = state.get()?;
    let answer = json::read(&arguments).and_then(|given| state.ask(&question, &given));
    answer.and_then(|answer| json::write(&answer)).or_raise()
}

/// Returns the observation of a seat.
#[napi(catch_unwind)]
pub(crate) fn observe(state: Handle<State>, seat: SeatArg) -> Result<New<Observation>> {
    state.get()?.observe(seat.named()).map(New).or_raise()
}

/// Everything, as text for `load`.
#[napi(catch_unwind)]
pub(crate) fn save(state: Handle<State>) -> Result<String> {
    state.get()?.save().or_raise()
}

/// A text that differs where states do, options included, and from which nothing of
/// them can be learnt: its key is this process's own, so that nobody who sees it can
/// try which state has it.
#[napi(catch_unwind)]
pub(crate) fn state_mark(state: Handle<State>) -> Result<String> {
    static KEY: OnceLock<RandomState> = OnceLock::new();
    let state = state.get()?;
    let hash = boardwright::host::guard(|| Ok(state.hash_code())).or_raise()?;
    let game = state.game();
    let options = json::write(&Value::Object(game.options())).or_raise()?;
    let key = KEY.get_or_init(RandomState::new);
    Ok(format!(
        "{:016x}",
        key.hash_one((game.name(), options, hash))
    ))
}

/// Returns true if two states are the same.
#[napi(catch_unwind)]
pub(crate) fn state_equals(state: Handle<State>, other: Handle<State>) -> Result<bool> {
    let (state, other) = (state.get()?, other.get()?);
    boardwright::host::guard(|| Ok(*state == *other)).or_raise()
}

/// A short text for a debugger, redacted where the game hides anything.
#[napi(catch_unwind)]
pub(crate) fn state_inspect(state: Handle<State>) -> Result<String> {
    let state = state.get()?;
    boardwright::host::guard(|| Ok(format!("{:?}", *state))).or_raise()
}
