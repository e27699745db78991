//! Calls about several states at once, with the GIL released in parts.

use boardwright::host::{self, MoveRef, SeatRef};
use boardwright::{Error, Result};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

use crate::args::{Arg, action, items, maybe_seat, maybe_style, type_error};
use crate::buffers::Array;
use crate::errors::{OrRaise, raised};
use crate::lists;
use crate::state::State;

/// Number of moves played, or found, before the interpreter gets its turn: some milliseconds.
const PLAYED: usize = 2048;
const FOUND: usize = 1 << 15;

/// Number of moves of a state for which there is room at first.
const USUAL: usize = 32;

/// Reads a list of states.
fn states_of<'a>(given: &'a [Bound<'_, PyAny>]) -> PyResult<Vec<&'a State>> {
    let each = given.iter().map(|state| match state.cast::<State>() {
        Ok(state) => Ok(state.get()),
        Err(_) => Err(type_error("states", "a list of State", state)),
    });
    each.collect()
}

/// Names the state that an error is about.
fn at(place: usize, error: &Error) -> Error {
    let message = format!("state {place}: {}", error.message());
    Error::new(error.kind(), message)
}

/// Lists the texts of the legal moves of each of several states, of any games.
///
/// Works in parts with the GIL released, and Ctrl-C stops it between them.
#[pyfunction]
#[pyo3(signature = (states, seat=None))]
pub(crate) fn legal_moves_many<'py>(
    py: Python<'py>,
    states: &Bound<'py, PyAny>,
    seat: Arg<'_, 'py>,
) -> PyResult<Bound<'py, PyList>> {
    let given = items("states", states)?;
    lists::legal_moves_many(py, &states_of(&given)?, seat)
}

/// Lists the action ids of the legal moves of several states, one after the other.
///
/// Returns two arrays, which `numpy.asarray` takes as they are: the ids (uint32), and offsets
/// (uint64), one more than there are states: those of state i are `ids[offsets[i]:offsets[i + 1]]`,
/// in the order of legal_moves(). Works in parts with the GIL released, and Ctrl-C stops it
/// between them. Raises UnsupportedError for a game without ids, naming the state.
#[pyfunction]
#[pyo3(signature = (states, seat=None))]
pub(crate) fn legal_ids_many<'py>(
    py: Python<'py>,
    states: &Bound<'py, PyAny>,
    seat: Arg<'_, 'py>,
) -> PyResult<(Array, Array)> {
    let given = items("states", states)?;
    let states = states_of(&given)?;
    let asked: Vec<_> = states.iter().map(|state| &state.inner).collect();
    let seat = maybe_seat(seat)?;
    let mut offsets = Vec::with_capacity(asked.len() + 1);
    offsets.push(0_u64);
    let mut all = Vec::with_capacity(asked.len() * USUAL);
    while offsets.len() <= asked.len() {
        let found = py.detach(|| find(&asked, seat, &mut all, &mut offsets));
        found.or_raise(py)?;
        py.check_signals()?;
    }
    Ok((Array::of_numbers(all), Array::of_numbers(offsets)))
}

/// Finds the ids of the next states until there are enough for a part.
fn find(
    states: &[&host::State],
    seat: Option<SeatRef<'_>>,
    all: &mut Vec<u32>,
    offsets: &mut Vec<u64>,
) -> Result<()> {
    let (first, before) = (offsets.len() - 1, all.len());
    for (place, state) in states.iter().enumerate().skip(first) {
        let found = state.append_legal_ids(seat, all);
        found.map_err(|error| at(place, &error))?;
        offsets.push(all.len() as u64);
        // A state without moves is work as well.
        if all.len() - before + place - first >= FOUND {
            break;
        }
    }
    Ok(())
}

/// Writes the masks of several states of one game into an array, one after the other.
///
/// The array (bool or uint8) has len(states) times game.action_count items. Returns how many
/// moves are legal in all. Worked on with the GIL released, in parts between which Ctrl-C is
/// seen to. Raises InvalidOptionError for another array or states of different games, and
/// UnsupportedError for a game without ids.
#[pyfunction]
#[pyo3(signature = (states, out, seat=None))]
pub(crate) fn legal_masks(
    py: Python<'_>,
    states: &Bound<'_, PyAny>,
    out: &Bound<'_, PyAny>,
    seat: Arg<'_, '_>,
) -> PyResult<usize> {
    let given = items("states", states)?;
    lists::legal_masks(py, &states_of(&given)?, out, seat)
}

/// Plays a move in each of several states, of any games, and lists the states after them.
///
/// There are as many moves as states, texts or action ids. Works in parts with the GIL released,
/// and Ctrl-C stops it between them. Raises what State.play() raises, naming the state, and
/// InvalidOptionError for another number of moves.
#[pyfunction]
#[pyo3(signature = (states, moves, seat=None, style=None))]
pub(crate) fn play_many_states(
    py: Python<'_>,
    states: &Bound<'_, PyAny>,
    moves: &Bound<'_, PyAny>,
    seat: Arg<'_, '_>,
    style: Option<&Bound<'_, PyString>>,
) -> PyResult<Vec<State>> {
    let (states, moves) = (items("states", states)?, items("moves", moves)?);
    let states = states_of(&states)?;
    let moves: Vec<MoveRef<'_>> = moves.iter().map(action).collect::<PyResult<_>>()?;
    if moves.len() != states.len() {
        let (states, moves) = (states.len(), moves.len());
        let message = format!("moves: there must be {states}, as many as states, not {moves}");
        return Err(raised(py, &Error::invalid_option(message)));
    }
    let (seat, style) = (maybe_seat(seat)?, maybe_style(style));
    let style = style.as_deref();
    let asked: Vec<_> = states.iter().map(|state| &state.inner).zip(moves).collect();
    let mut next = Vec::with_capacity(asked.len());
    for part in asked.chunks(PLAYED) {
        let played = py.detach(|| {
            for (state, action) in part {
                let after = state.play(seat, *action, style);
                next.push(after.map_err(|error| at(next.len(), &error))?);
            }
            Ok(())
        });
        played.or_raise(py)?;
        py.check_signals()?;
    }
    let each = next.into_iter().zip(&states);
    Ok(each
        .map(|(after, state)| State::new(after, state.game.clone_ref(py)))
        .collect())
}
