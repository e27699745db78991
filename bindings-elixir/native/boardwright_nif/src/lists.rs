//! Lists of moves, whose texts come from the game's table by action id.
//!
//! A text becomes a binary on the caller's heap, of three words for up to eight
//! bytes. Parts of one shared binary were measured too and gain a tenth of a
//! microsecond a list, but a list that is kept or sent then drags the whole table
//! along, whose size counts towards the caller's garbage at each call.

use std::cell::Cell;

use boardwright::Result;
use boardwright::host;
use rustler::{Encoder, Env, NewBinary, NifResult, Term};

use crate::args::{Seat, items, options, word};
use crate::atoms;
use crate::errors::bare;
use crate::game::texts;
use crate::state::{State, state_of};

thread_local! {
    static IDS: Cell<Vec<u32>> = const { Cell::new(Vec::new()) };
}

/// Lends a buffer of ids, so that none is allocated for each list.
pub(crate) fn with_ids<T>(
    fill: impl FnOnce(&mut Vec<u32>) -> Result<()>,
    then: impl FnOnce(&[u32]) -> T,
) -> Result<T> {
    let mut ids = IDS.take();
    let out = fill(&mut ids).map(|()| then(&ids));
    IDS.set(ids);
    out
}

fn binary<'a>(env: Env<'a>, text: &str) -> Term<'a> {
    let mut binary = NewBinary::new(env, text.len());
    binary.as_mut_slice().copy_from_slice(text.as_bytes());
    binary.into()
}

fn list<'a>(env: Env<'a>, texts: impl DoubleEndedIterator<Item = Term<'a>>) -> Term<'a> {
    let empty = Term::list_new_empty(env);
    texts
        .rev()
        .fold(empty, |list, text| list.list_prepend(text))
}

/// The texts of the legal moves of a state.
fn legal<'a>(
    env: Env<'a>,
    state: &State,
    seat: Option<&Seat<'_>>,
    style: Option<&str>,
) -> Result<Term<'a>> {
    let seat = seat.map(Seat::as_ref);
    let canonical = style.is_none() || style == state.game.info().styles.first().copied();
    if canonical {
        let texts = texts(&state.game)?;
        if !texts.is_empty() {
            return with_ids(
                |ids| state.inner.legal_ids(seat, ids),
                |ids| {
                    let texts = ids.iter().map(|id| binary(env, &texts[*id as usize]));
                    list(env, texts)
                },
            );
        }
    }
    let texts = state.inner.legal_moves(seat, style)?;
    Ok(list(env, texts.iter().map(|text| binary(env, text))))
}

/// The texts of the legal moves.
pub(crate) fn legal_moves<'a>(env: Env<'a>, state: &State, given: Term<'a>) -> NifResult<Term<'a>> {
    let moves = || {
        let [seat, style] = options("legal_moves", given, ["seat", "style"])?;
        let seat = seat.map(Seat::new).transpose()?;
        let style = style.map(|style| word("style", style)).transpose()?;
        legal(env, state, seat.as_ref(), style.as_deref())
    };
    bare(env, moves())
}

/// Lists for many states, and the same for a dirty thread where they are very many, or
/// the rules of one are slow.
macro_rules! legal_moves_many {
    ($($name:ident $schedule:literal $dirty:literal),+) => {$(
        #[rustler::nif(schedule = $schedule)]
        fn $name<'a>(env: Env<'a>, states: Term<'a>, given: Term<'a>) -> NifResult<Term<'a>> {
            let moves = || {
                let [seat, style] = options("legal_moves_many", given, ["seat", "style"])?;
                let seat = seat.map(Seat::new).transpose()?;
                let style = style.map(|style| word("style", style)).transpose()?;
                let mut lists = Vec::new();
                for state in items("states", "a list of states", states)? {
                    let state = state_of(state)?;
                    if !$dirty && state.game.slow() {
                        return Ok(atoms::dirty().encode(env));
                    }
                    lists.push(legal(env, state, seat.as_ref(), style.as_deref())?);
                }
                Ok(lists.encode(env))
            };
            bare(env, moves())
        }
    )+};
}

legal_moves_many!(legal_moves_many "Normal" false, legal_moves_many_dirty "DirtyCpu" true);

/// The ids of the legal moves.
pub(crate) fn legal_ids<'a>(env: Env<'a>, state: &State, given: Term<'a>) -> NifResult<Term<'a>> {
    let ids = || {
        let [seat] = options("legal_ids", given, ["seat"])?;
        let seat = seat.map(Seat::new).transpose()?;
        let seat = seat.as_ref().map(Seat::as_ref);
        with_ids(
            |ids| state.inner.legal_ids(seat, ids),
            |ids| id_list(env, ids),
        )
    };
    bare(env, ids())
}

/// A list of action ids.
pub(crate) fn id_list<'a>(env: Env<'a>, ids: &[u32]) -> Term<'a> {
    list(env, ids.iter().map(|id| id.encode(env)))
}

/// The lists of texts of moves that are no legal list.
pub(crate) fn text_list<'a>(env: Env<'a>, texts: &[String]) -> Term<'a> {
    list(env, texts.iter().map(|text| binary(env, text)))
}

/// The names of the seats in a set.
pub(crate) fn seats<'a>(
    env: Env<'a>,
    game: &host::Game,
    seats: boardwright::game::Seats,
) -> Term<'a> {
    let names: Vec<_> = seats
        .iter()
        .filter_map(|seat| game.seats().get(seat.index()))
        .collect();
    list(env, names.into_iter().map(|name| binary(env, name)))
}
