//! boardwright for Elixir: converts terms, calls `boardwright::host`, converts
//! back. No game is named here.
//!
//! What runs on a scheduler thread is short, or marked dirty, and never
//! recursive; what may take long is a [job](jobs) on the library's own threads,
//! whose end is a message. Functions whose results are tagged answer with
//! `{:ok, …}` or `{:error, error}`; queries answer with the bare value or raise
//! the error.

mod arena;
mod args;
mod bot;
mod errors;
mod external;
mod game;
mod jobs;
mod lists;
mod model;
mod observation;
mod own;
mod protocol;
mod queue;
mod ratings;
mod records;
mod results;
mod served;
mod state;
mod table;
mod twins;
mod value;
mod wire;

use boardwright::host;
use rustler::{Env, NifResult, Term};

use errors::bare;

/// Atoms that the binding makes: a fixed list, so that no atom comes from data.
mod atoms {
    rustler::atoms! {
        nil,
        ok,
        error,
        boardwright,
        boardwright_table,
        boardwright_events,
        boardwright_engine,
        boardwright_program,
        boardwright_wire,
        open,
        close,
        line,
        wait,
        progress,
        game,
        boardwright_question,
        boardwright_given_up,
        boardwright_unattended,
        dirty,
        info,
        infinity,
        record,
        damage,
        more,
        hungry,
        end,
        lines,
        results,
        ply_offsets,
        moves,
        clocks,
        evals,
        boards,
        starts,
        fens,
        headers,
        damages,
        code,
        message,
        reference = "ref",
        structure = "__struct__",
        exception = "__exception__",
        error_module = "Elixir.Boardwright.Error",
        outcome_module = "Elixir.Boardwright.Outcome",
        decision_module = "Elixir.Boardwright.Decision",
        info_module = "Elixir.Boardwright.Info",
        observation_module = "Elixir.Boardwright.Observation",
        question_module = "Elixir.Boardwright.Question",
    }
}

/// All games, as maps.
#[rustler::nif]
fn games(env: Env<'_>) -> NifResult<Term<'_>> {
    bare(env, value::term(env, &host::games()))
}

/// All presets of composed chess, as maps.
#[rustler::nif]
fn presets(env: Env<'_>) -> NifResult<Term<'_>> {
    let all = host::presets();
    bare(env, all.and_then(|all| value::term(env, &all)))
}

/// The version of the native library.
#[rustler::nif]
fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

/// The codes that errors can have, as strings.
#[rustler::nif]
fn error_codes(env: Env<'_>) -> Term<'_> {
    value::encode(env, &host::error_codes())
}

/// Sets up the library when it is loaded.
fn load(_env: Env<'_>, _info: Term<'_>) -> bool {
    host::silence_panics();
    true
}

rustler::init!("Elixir.Boardwright.Native.Library", load = load);
