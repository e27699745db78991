//! A position with its past.

use boardwright::arguments;
use boardwright::host;
use boardwright::value::Dict;
use boardwright::{Error, Result};
use rustler::types::atom::Atom;
use rustler::{Encoder, Env, NifResult, Resource, ResourceArc, Term};

use crate::args::{self, Seat, action, items, kind, options, options_and_rest, word};
use crate::atoms;
use crate::errors::{bare, tagged};
use crate::game::Game;
use crate::lists::{self, seats};
use crate::observation::Observation;
use crate::results::outcome as outcome_term;
use crate::twins::twins;
use crate::value::term;

/// A state, with the game whose table of texts it uses.
pub(crate) struct State {
    pub(crate) inner: host::State,
    pub(crate) game: host::Game,
}

#[rustler::resource_impl]
impl Resource for State {}

impl State {
    /// A state as Elixir holds it.
    pub(crate) fn resource(inner: host::State, game: host::Game) -> ResourceArc<Self> {
        ResourceArc::new(Self { inner, game })
    }

    fn next(&self, inner: Result<host::State>) -> Result<ResourceArc<Self>> {
        Ok(Self::resource(inner?, self.game.clone()))
    }
}

/// The state that a `Boardwright.State` holds.
pub(crate) fn state_of(term: Term<'_>) -> Result<&State> {
    let reference = Atom::from_str(term.get_env(), "ref").and_then(|key| term.map_get(key));
    reference
        .ok()
        .and_then(|reference| reference.try_get_resource())
        .ok_or_else(|| {
            let got = kind(term);
            Error::invalid_option(format!("states: takes a list of states, and {got} is none"))
        })
}

/// The options that say how a move is to be read.
struct MoveOptions<'a> {
    seat: Option<Seat<'a>>,
    style: Option<std::borrow::Cow<'a, str>>,
}

impl<'a> MoveOptions<'a> {
    fn new(of: &str, given: Term<'a>) -> Result<Self> {
        let [seat, style] = options(of, given, ["seat", "style"])?;
        Ok(Self {
            seat: seat.map(Seat::new).transpose()?,
            style: style.map(|style| word("style", style)).transpose()?,
        })
    }

    fn seat(&self) -> Option<host::SeatRef<'_>> {
        self.seat.as_ref().map(Seat::as_ref)
    }

    fn style(&self) -> Option<&str> {
        self.style.as_deref()
    }
}

fn play_now<'a>(
    env: Env<'a>,
    state: &State,
    what: Term<'a>,
    given: Term<'a>,
) -> NifResult<Term<'a>> {
    let play = || {
        let how = MoveOptions::new("play", given)?;
        state.next(state.inner.play(how.seat(), action(what)?, how.style()))
    };
    Ok(tagged(env, play()))
}

macro_rules! play_many {
    ($($name:ident $schedule:literal $slow:path),+) => {$(
        #[rustler::nif(schedule = $schedule)]
        fn $name<'a>(env: Env<'a>, state: &State, moves: Term<'a>, given: Term<'a>) -> Term<'a> {
            if $slow(state) {
                return atoms::dirty().encode(env);
            }
            let play = || {
                let how = MoveOptions::new("play_many", given)?;
                let moves = items("moves", "a list of moves", moves)?
                    .into_iter()
                    .map(action)
                    .collect::<Result<Vec<_>>>()?;
                state.next(state.inner.play_many(how.seat(), &moves, how.style()))
            };
            tagged(env, play())
        }
    )+};
}

play_many!(play_many "Normal" slow, play_many_dirty "DirtyCpu" never);

fn edit_now<'a>(env: Env<'a>, state: &State, changes: Term<'a>) -> NifResult<Term<'a>> {
    let edit = || {
        let ([], changes): (_, Dict) = options_and_rest("edit", changes, [])?;
        state.next(state.inner.edit(&changes))
    };
    Ok(tagged(env, edit()))
}

/// `ask`, and the same for a dirty thread where the answer may take long: there it answers
/// `:dirty`.
macro_rules! ask {
    ($($name:ident $schedule:literal $dirty:literal),+) => {$(
        #[rustler::nif(schedule = $schedule)]
        fn $name<'a>(
            env: Env<'a>,
            state: &State,
            question: Term<'a>,
            given: Term<'a>,
        ) -> NifResult<Term<'a>> {
            let question = match word("question", question) {
                Ok(question) => question,
                Err(error) => return bare(env, Err::<Atom, _>(error)),
            };
            if !$dirty && state.game.is_long(&question) {
                return Ok(atoms::dirty().encode(env));
            }
            let ask = || {
                let ([], given): (_, Dict) = options_and_rest("ask", given, [])?;
                state.inner.ask(&question, &given)
            };
            bare(env, ask().and_then(|answer| term(env, &answer)))
        }
    )+};
}

ask!(ask "Normal" false, ask_dirty "DirtyCpu" true);

const fn never(_state: &State) -> bool {
    false
}

fn slow(state: &State) -> bool {
    state.game.slow()
}

/// Number of plies from which on a replay may take more than a millisecond.
const LONG_PAST: usize = 400;

/// Returns true if there are many plies to replay, or the rules are slow.
fn long_or_slow(state: &State) -> bool {
    state.inner.ply() > LONG_PAST || slow(state)
}

/// Returns true if the answer may hold all that a seat was told in a game that hides something, or
/// the rules are slow.
fn told_or_slow(state: &State) -> bool {
    state.game.hidden() || slow(state)
}

twins! {
    State;
    play play_dirty play_now, slow, (what, given);
    edit edit_dirty edit_now, slow, (changes);
    svg svg_dirty svg_now, told_or_slow, (given);
    live live_dirty live_now, slow, ();
    to_move to_move_dirty to_move_now, slow, ();
    outcome outcome_dirty outcome_now, slow, ();
    observe observe_dirty observe_now, slow, (seat);
    legal_moves legal_moves_dirty lists::legal_moves, slow, (given);
    legal_ids legal_ids_dirty lists::legal_ids, slow, (given);
}

#[rustler::nif]
fn game(state: &State) -> ResourceArc<Game> {
    ResourceArc::new(Game(state.game.clone()))
}

#[rustler::nif]
fn inspect<'a>(env: Env<'a>, state: &State) -> NifResult<Term<'a>> {
    bare(env, host::guard(|| Ok(format!("{:?}", state.inner))))
}

#[rustler::nif]
fn hidden(state: &State) -> bool {
    state.game.hidden()
}

fn live_now<'a>(env: Env<'a>, state: &State) -> NifResult<Term<'a>> {
    let live = host::guard(|| Ok(state.inner.live()));
    bare(env, live.map(|live| seats(env, &state.game, live)))
}

fn to_move_now<'a>(env: Env<'a>, state: &State) -> NifResult<Term<'a>> {
    let name = |seat: boardwright::game::Seat| state.game.seats().get(seat.index());
    let live = host::guard(|| Ok(state.inner.live()));
    bare(env, live.map(|live| live.single().and_then(name)))
}

fn outcome_now<'a>(env: Env<'a>, state: &State) -> NifResult<Term<'a>> {
    let outcome = host::guard(|| Ok(state.inner.outcome()));
    bare(
        env,
        outcome.map(|outcome| outcome_term(env, outcome.as_ref())),
    )
}

// <made: state> by `cargo run -p xtask -- reference` from `boardwright::queries`
#[rustler::nif]
fn state_notation<'a>(env: Env<'a>, state: &State) -> NifResult<Term<'a>> {
    let answer = host::guard(|| Ok(state.inner.notation()));
    bare(env, answer)
}

#[rustler::nif]
fn state_key<'a>(env: Env<'a>, state: &State) -> NifResult<Term<'a>> {
    let answer = host::guard(|| Ok(state.inner.key()));
    bare(env, answer)
}

#[rustler::nif]
fn state_ply<'a>(env: Env<'a>, state: &State) -> NifResult<Term<'a>> {
    let answer = host::guard(|| Ok(state.inner.ply()));
    bare(env, answer)
}

#[rustler::nif]
fn state_repetitions<'a>(env: Env<'a>, state: &State) -> NifResult<Term<'a>> {
    let answer = host::guard(|| Ok(state.inner.repetitions()));
    bare(env, answer)
}

fn state_moves_now<'a>(env: Env<'a>, state: &State, given: Term<'a>) -> NifResult<Term<'a>> {
    let ask = || {
        let names = ["style"];
        let [style] = options("moves", given, names)?;
        let style = args::maybe_word("style", style)?;
        let style = style.as_deref();
        state.inner.moves(style)
    };
    let answer = ask();
    bare(env, answer)
}

fn state_last_move_now<'a>(env: Env<'a>, state: &State, given: Term<'a>) -> NifResult<Term<'a>> {
    let ask = || {
        let names = ["style"];
        let [style] = options("last_move", given, names)?;
        let style = args::maybe_word("style", style)?;
        let style = style.as_deref();
        state.inner.last_move(style)
    };
    let answer = ask();
    bare(env, answer)
}

fn state_at_ply_now<'a>(env: Env<'a>, state: &State, ply: Term<'a>) -> NifResult<Term<'a>> {
    let ask = || {
        let ply = args::whole(&arguments::PLY, ply)? as usize;
        state.inner.at_ply(ply)
    };
    let answer = ask();
    bare(env, state.next(answer))
}

fn state_pgn_now<'a>(env: Env<'a>, state: &State, tags: Term<'a>) -> NifResult<Term<'a>> {
    let ask = || {
        let tags = &args::map("tags", tags)?;
        state.inner.pgn(tags)
    };
    let answer = ask();
    bare(env, answer)
}

fn state_epd_now<'a>(env: Env<'a>, state: &State, operations: Term<'a>) -> NifResult<Term<'a>> {
    let ask = || {
        let operations = &args::map("operations", operations)?;
        state.inner.epd(operations)
    };
    let answer = ask();
    bare(env, answer)
}

fn state_count_legal_now<'a>(env: Env<'a>, state: &State, given: Term<'a>) -> NifResult<Term<'a>> {
    let ask = || {
        let names = ["seat"];
        let [seat] = options("count_legal", given, names)?;
        let seat = seat.map(Seat::new).transpose()?;
        let seat = seat.as_ref().map(Seat::as_ref);
        state.inner.count_legal(seat)
    };
    let answer = ask();
    bare(env, answer)
}

fn state_move_text_now<'a>(
    env: Env<'a>,
    state: &State,
    action: Term<'a>,
    given: Term<'a>,
) -> NifResult<Term<'a>> {
    let ask = || {
        let names = ["style", "from_style", "seat"];
        let [style, from_style, seat] = options("move_text", given, names)?;
        let seat = seat.map(Seat::new).transpose()?;
        let seat = seat.as_ref().map(Seat::as_ref);
        let action = args::action(action)?;
        let style = args::maybe_word("style", style)?;
        let style = style.as_deref();
        let from_style = args::maybe_word("from_style", from_style)?;
        let from_style = from_style.as_deref();
        state.inner.move_text(seat, action, style, from_style)
    };
    let answer = ask();
    bare(env, answer)
}

fn state_action_id_now<'a>(
    env: Env<'a>,
    state: &State,
    text: Term<'a>,
    given: Term<'a>,
) -> NifResult<Term<'a>> {
    let ask = || {
        let names = ["seat"];
        let [seat] = options("action_id", given, names)?;
        let seat = seat.map(Seat::new).transpose()?;
        let seat = seat.as_ref().map(Seat::as_ref);
        let text = args::notation("move", text)?;
        state.inner.action_id(seat, text)
    };
    let answer = ask();
    bare(env, answer)
}

fn state_report_now<'a>(
    env: Env<'a>,
    state: &State,
    action: Term<'a>,
    given: Term<'a>,
) -> NifResult<Term<'a>> {
    let ask = || {
        let names = ["seat", "style"];
        let [seat, style] = options("report", given, names)?;
        let seat = seat.map(Seat::new).transpose()?;
        let seat = seat.as_ref().map(Seat::as_ref);
        let action = args::action(action)?;
        let style = args::maybe_word("style", style)?;
        let style = style.as_deref();
        state.inner.report(seat, action, style)
    };
    let answer = ask();
    bare(env, answer.and_then(|told| term(env, &told)))
}

fn state_describe_now<'a>(env: Env<'a>, state: &State, given: Term<'a>) -> NifResult<Term<'a>> {
    let ask = || {
        let names = ["seat"];
        let [seat] = options("describe", given, names)?;
        let seat = seat.map(Seat::new).transpose()?;
        let seat = seat.as_ref().map(Seat::as_ref);
        state.inner.description(seat)
    };
    let answer = ask();
    bare(env, answer.and_then(|told| term(env, &told)))
}

fn state_describe_text_now<'a>(
    env: Env<'a>,
    state: &State,
    given: Term<'a>,
) -> NifResult<Term<'a>> {
    let ask = || {
        let names = ["seat"];
        let [seat] = options("describe_text", given, names)?;
        let seat = seat.map(Seat::new).transpose()?;
        let seat = seat.as_ref().map(Seat::as_ref);
        state.inner.describe_text(seat)
    };
    let answer = ask();
    bare(env, answer)
}

fn state_move_in_words_now<'a>(
    env: Env<'a>,
    state: &State,
    action: Term<'a>,
    given: Term<'a>,
) -> NifResult<Term<'a>> {
    let ask = || {
        let names = ["seat", "style"];
        let [seat, style] = options("move_in_words", given, names)?;
        let seat = seat.map(Seat::new).transpose()?;
        let seat = seat.as_ref().map(Seat::as_ref);
        let action = args::action(action)?;
        let style = args::maybe_word("style", style)?;
        let style = style.as_deref();
        state.inner.move_in_words(seat, action, style)
    };
    let answer = ask();
    bare(env, answer)
}

fn state_leave_now<'a>(
    env: Env<'a>,
    state: &State,
    name: Term<'a>,
    reason: Term<'a>,
) -> NifResult<Term<'a>> {
    let ask = || {
        let name = args::notation("name", name)?;
        let reason = args::notation("reason", reason)?;
        state.inner.leave(name, reason)
    };
    let answer = ask();
    bare(env, state.next(answer))
}

#[rustler::nif]
fn state_out<'a>(env: Env<'a>, state: &State) -> NifResult<Term<'a>> {
    let answer = host::guard(|| Ok(state.inner.out()));
    bare(env, answer)
}

#[rustler::nif]
fn state_draw<'a>(env: Env<'a>, state: &State) -> NifResult<Term<'a>> {
    let answer = host::guard(|| Ok(state.inner.draw()));
    bare(env, answer)
}

twins! {
    State;
    state_moves state_moves_dirty state_moves_now, long_or_slow, (given);
    state_last_move state_last_move_dirty state_last_move_now, long_or_slow, (given);
    state_at_ply state_at_ply_dirty state_at_ply_now, long_or_slow, (ply);
    state_pgn state_pgn_dirty state_pgn_now, long_or_slow, (tags);
    state_epd state_epd_dirty state_epd_now, slow, (operations);
    state_count_legal state_count_legal_dirty state_count_legal_now, slow, (given);
    state_move_text state_move_text_dirty state_move_text_now, slow, (action, given);
    state_action_id state_action_id_dirty state_action_id_now, slow, (text, given);
    state_report state_report_dirty state_report_now, slow, (action, given);
    state_describe state_describe_dirty state_describe_now, told_or_slow, (given);
    state_describe_text state_describe_text_dirty state_describe_text_now, told_or_slow, (given);
    state_move_in_words state_move_in_words_dirty state_move_in_words_now, slow, (action, given);
    state_leave state_leave_dirty state_leave_now, slow, (name, reason);
}
// </made: state>

/// Draws the position, or what a seat knows of it, as SVG.
fn svg_now<'a>(env: Env<'a>, state: &State, given: Term<'a>) -> NifResult<Term<'a>> {
    let draw = || {
        let ([], options): (_, Dict) = options_and_rest("svg", given, [])?;
        state.inner.svg(&host::DrawingOptions::read(&options)?)
    };
    bare(env, draw())
}

fn observe_now<'a>(env: Env<'a>, state: &State, seat: Term<'a>) -> NifResult<Term<'a>> {
    let observe = || {
        let inner = state.inner.observe(Seat::new(seat)?.as_ref())?;
        Ok(Observation::resource(inner))
    };
    bare(env, observe())
}

macro_rules! save {
    ($($name:ident $schedule:literal),+) => {$(
        #[rustler::nif(schedule = $schedule)]
        fn $name<'a>(env: Env<'a>, state: &State) -> NifResult<Term<'a>> {
            bare(env, state.inner.save())
        }
    )+};
}

save!(save "Normal", save_dirty "DirtyCpu");

#[rustler::nif]
fn same<'a>(env: Env<'a>, state: &State, other: &State) -> NifResult<Term<'a>> {
    bare(env, host::guard(|| Ok(state.inner == other.inner)))
}

#[rustler::nif]
fn hash<'a>(env: Env<'a>, state: &State) -> NifResult<Term<'a>> {
    bare(env, host::guard(|| Ok(state.inner.hash_code())))
}
