//! Lists of moves: texts taken from the game's table by action id, ids, masks.

use std::cell::Cell;

use boardwright::host;
use boardwright::{Error, Result};
use pyo3::buffer::PyUntypedBuffer;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyInt, PyList, PyString};

use crate::args::{Arg, maybe_seat, maybe_style};
use crate::errors::{OrRaise, raised};
use crate::game::{Game, no_ids};
use crate::state::State;
use crate::vector::{FLAGS, Filled};

thread_local! {
    static IDS: Cell<Vec<u32>> = const { Cell::new(Vec::new()) };
}

/// Lends a buffer of ids. Taken out of its cell, because making Python objects
/// may run any code, this function included.
fn with_ids<T>(
    py: Python<'_>,
    fill: impl FnOnce(&mut Vec<u32>) -> Result<()>,
    then: impl FnOnce(&[u32]) -> PyResult<T>,
) -> PyResult<T> {
    let mut ids = IDS.take();
    let out = fill(&mut ids).or_raise(py).and_then(|()| then(&ids));
    IDS.set(ids);
    out
}

/// Numbers made once, as the texts are: most of Python's are made anew each time.
static NUMBERS: PyOnceLock<Box<[Py<PyInt>]>> = PyOnceLock::new();

/// Number of texts kept; of games with more ids the others are made each time.
const KEPT: u32 = 8192;

fn numbers<'py>(py: Python<'py>, ids: &[u32]) -> PyResult<Bound<'py, PyList>> {
    let kept = NUMBERS.get_or_init(py, || {
        (0..KEPT).map(|n| PyInt::new(py, n).unbind()).collect()
    });
    PyList::new(
        py,
        ids.iter().map(|id| match kept.get(*id as usize) {
            Some(number) => number.bind(py).clone(),
            None => PyInt::new(py, *id),
        }),
    )
}

/// The texts of the legal moves of a state.
pub(crate) fn legal_moves<'py>(
    py: Python<'py>,
    game: &Game,
    state: &host::State,
    seat: Arg<'_, 'py>,
    style: Option<&Bound<'py, PyString>>,
) -> PyResult<Bound<'py, PyList>> {
    let seat = maybe_seat(seat)?;
    let style = maybe_style(style);
    if game.is_canonical(style.as_deref()) {
        let texts = game.texts(py);
        if !texts.is_empty() {
            return with_ids(
                py,
                |ids| state.legal_ids(seat, ids),
                |ids| PyList::new(py, ids.iter().map(|id| &texts[*id as usize])),
            );
        }
    }
    PyList::new(py, state.legal_moves(seat, style.as_deref()).or_raise(py)?)
}

/// Number of moves found, approximately, before the interpreter gets its turn: some milliseconds of
/// work.
const PART: usize = 1 << 15;

/// The moves of one state.
enum ListItem {
    /// Ends of its action ids in those of the part.
    Ids(usize),
    Texts(Vec<String>),
}

/// The moves found in one go with the GIL released.
#[derive(Default)]
struct ListPart {
    ids: Vec<u32>,
    found: Vec<ListItem>,
}

impl ListPart {
    /// Finds the moves of the next states until there are enough for a part.
    fn fill(states: &[(&host::State, bool)], seat: Option<host::SeatRef<'_>>) -> Result<Self> {
        let (mut part, mut count) = (Self::default(), 0);
        for (state, numbered) in states {
            if *numbered {
                let before = part.ids.len();
                state.append_legal_ids(seat, &mut part.ids)?;
                count += part.ids.len() - before;
                part.found.push(ListItem::Ids(part.ids.len()));
            } else {
                let texts = state.legal_moves(seat, None)?;
                count += texts.len();
                part.found.push(ListItem::Texts(texts));
            }
            // A state without moves is work as well.
            count += 1;
            if count >= PART {
                break;
            }
        }
        Ok(part)
    }
}

/// The texts of the legal moves of several states.
pub(crate) fn legal_moves_many<'py>(
    py: Python<'py>,
    states: &[&State],
    seat: Arg<'_, 'py>,
) -> PyResult<Bound<'py, PyList>> {
    let seat = maybe_seat(seat)?;
    let asked: Vec<_> = states
        .iter()
        .map(|state| (&state.inner, !state.game.get().texts(py).is_empty()))
        .collect();
    let out = PyList::empty(py);
    while out.len() < states.len() {
        let done = out.len();
        let part = py.detach(|| ListPart::fill(&asked[done..], seat));
        let part = part.or_raise(py)?;
        let mut start = 0;
        for (state, found) in states[done..].iter().zip(part.found) {
            match found {
                ListItem::Ids(end) => {
                    let texts = state.game.get().texts(py);
                    let ids = &part.ids[start..end];
                    start = end;
                    out.append(PyList::new(py, ids.iter().map(|id| &texts[*id as usize]))?)?;
                }
                ListItem::Texts(texts) => out.append(PyList::new(py, texts)?)?,
            }
        }
        py.check_signals()?;
    }
    Ok(out)
}

/// The action ids of the legal moves of a state.
pub(crate) fn legal_ids<'py>(
    py: Python<'py>,
    state: &host::State,
    seat: Arg<'_, 'py>,
) -> PyResult<Bound<'py, PyList>> {
    let seat = maybe_seat(seat)?;
    with_ids(py, |ids| state.legal_ids(seat, ids), |ids| numbers(py, ids))
}

/// The action ids of the moves that a seat may try.
pub(crate) fn candidate_ids<'py>(
    py: Python<'py>,
    observation: &host::Observation,
) -> PyResult<Bound<'py, PyList>> {
    with_ids(
        py,
        |ids| observation.candidate_ids(ids),
        |ids| numbers(py, ids),
    )
}

/// Writes into a caller's buffer which action ids are legal; says how many are.
pub(crate) fn legal_mask(
    py: Python<'_>,
    game: &Game,
    state: &host::State,
    out: &Bound<'_, PyAny>,
    seat: Arg<'_, '_>,
) -> PyResult<usize> {
    let seat = maybe_seat(seat)?;
    let count = game.inner.action_texts().len();
    if count == 0 {
        return Err(no_ids(py, game));
    }
    let buffer = PyUntypedBuffer::get(out)
        .map_err(|_| PyTypeError::new_err("out: takes a writable buffer of booleans or bytes"))?;
    let refuse = |what: String| raised(py, &Error::invalid_option(format!("out: {what}")));
    if buffer.readonly() {
        return Err(refuse("the buffer is read-only".to_owned()));
    }
    if !matches!(buffer.format().to_bytes(), b"?" | b"B" | b"b" | b"c") || buffer.item_size() != 1 {
        return Err(refuse("its items must be booleans or bytes".to_owned()));
    }
    if buffer.item_count() != count {
        return Err(refuse(format!(
            "it must have {count} items, not {}",
            buffer.item_count()
        )));
    }
    if !buffer.is_c_contiguous() {
        return Err(refuse(
            "the buffer is strided, and its items must lie one after the other in memory"
                .to_owned(),
        ));
    }
    with_ids(
        py,
        |ids| state.legal_ids(seat, ids),
        |ids| {
            let start = buffer.buf_ptr().cast::<u8>();
            // SAFETY: the exporter keeps `count` writable, contiguous items of one
            // byte alive for as long as `buffer` does, and no reference to them is
            // made here. Whoever writes to them from another thread at the same
            // time gets a mixture, as with any array.
            unsafe { start.write_bytes(0, count) };
            for id in ids.iter().map(|id| *id as usize).filter(|id| *id < count) {
                // SAFETY: as above, and `id < count`.
                unsafe { start.add(id).write(1) };
            }
            Ok(ids.len())
        },
    )
}

/// Number of bytes of masks written, at most, before the interpreter gets its turn.
const MASK_PART: usize = 1 << 22;

/// Writes the masks of several states of one game, one after the other; says how many moves are
/// legal in all.
pub(crate) fn legal_masks(
    py: Python<'_>,
    states: &[&State],
    out: &Bound<'_, PyAny>,
    seat: Arg<'_, '_>,
) -> PyResult<usize> {
    let seat = maybe_seat(seat)?;
    let given = Filled::get(py, "out", Some(out), FLAGS, "bool or uint8", true)?;
    let Some(first) = states.first() else {
        return Ok(0);
    };
    let game = first.game.get();
    let width = game.inner.action_texts().len();
    if width == 0 {
        return Err(no_ids(py, game));
    }
    // Neighbours are mostly of one game, so that options need not be compared.
    let mut last = first;
    let other = states.iter().position(|state| {
        let before = std::mem::replace(&mut last, state);
        !state.game.is(&before.game) && !state.game.get().inner.same(&game.inner)
    });
    if let Some(other) = other {
        return Err(raised(
            py,
            &Error::invalid_option(format!(
                "states: state {other} is of another game than the first"
            )),
        ));
    }
    let Some(given) = given else { return Ok(0) };
    given.has(py, states.len() * width)?;
    // SAFETY: the items were checked to be of one byte, and no other slice of them is made here.
    let masks = unsafe { given.items::<u8>() };
    let asked: Vec<_> = states.iter().map(|state| &state.inner).collect();
    let (mut done, mut found) = (0, 0);
    while done < asked.len() {
        let part = py.detach(|| {
            let (mut count, start) = (0, done);
            while done < asked.len() && count < PART && (done - start) * width < MASK_PART {
                let mask = &mut masks[done * width..][..width];
                // A state without moves is work as well.
                count += asked[done].legal_mask(seat, mask)? as usize + 1;
                done += 1;
            }
            Ok(count - (done - start))
        });
        found += part.or_raise(py)?;
        py.check_signals()?;
    }
    Ok(found)
}

/// Writes the mask of the moves that a seat may try; says how many ids are in it.
pub(crate) fn candidate_mask(
    py: Python<'_>,
    game: &Game,
    observation: &host::Observation,
    out: &Bound<'_, PyAny>,
) -> PyResult<usize> {
    let width = game.inner.action_texts().len();
    if width == 0 {
        return Err(no_ids(py, game));
    }
    let given = Filled::get(py, "out", Some(out), FLAGS, "bool or uint8", true)?;
    let Some(given) = given else { return Ok(0) };
    given.has(py, width)?;
    with_ids(
        py,
        |ids| observation.candidate_ids(ids),
        |ids| {
            // SAFETY: the items were checked to be of one byte, and no other slice is made here.
            let mask = unsafe { given.items::<u8>() };
            mask.fill(0);
            for id in ids {
                if let Some(place) = mask.get_mut(*id as usize) {
                    *place = 1;
                }
            }
            Ok(ids.len())
        },
    )
}

/// Writes the planes of what a seat knows.
pub(crate) fn planes(
    py: Python<'_>,
    observation: &host::Observation,
    out: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let planes = py.detach(|| observation.planes()).or_raise(py)?;
    let given = Filled::get(
        py,
        "out",
        Some(out),
        &[b"B", b"f"],
        "uint8 or float32",
        true,
    )?;
    let Some(given) = given else { return Ok(()) };
    given.has(py, planes.len())?;
    if !given.is_float() {
        // SAFETY: the items were checked to be of one byte, and no other slice is made here.
        unsafe { given.items::<u8>() }.copy_from_slice(&planes);
        return Ok(());
    }
    let game = observation.game();
    let layout = game.planes().or_raise(py)?;
    let cells = usize::from(layout.rows) * usize::from(layout.columns);
    // SAFETY: the items were checked to be float32, and no other slice is made here.
    let floats = unsafe { given.items::<f32>() };
    let units = layout.planes.iter().map(|plane| f32::from(plane.unit));
    let bytes = planes.chunks(cells).zip(units);
    for (floats, (bytes, unit)) in floats.chunks_mut(cells).zip(bytes) {
        for (float, byte) in floats.iter_mut().zip(bytes) {
            *float = f32::from(*byte) / unit;
        }
    }
    Ok(())
}
