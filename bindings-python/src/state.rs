//! A position with its past.

use boardwright::arguments;
use boardwright::error::ErrorKind;
use boardwright::host::{self, MoveRef, PerftOptions, PlayoutOptions};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

use crate::args::{
    self, Arg, Int, action, items, lossy, maybe_seat, maybe_seconds, maybe_style, seat, whole,
};
use crate::cursor::Cursor;
use crate::errors::OrRaise;
use crate::game::Game;
use crate::jobs::{ResultKind, Work};
use crate::lists;
use crate::observation::Observation;
use crate::results;
use crate::value::{maybe_map, options, to_python};

/// A position with its rules and its past; a value.
///
/// Moves give new states and leave the old one as it is. States compare and hash by
/// position, counters, options and past. They can be pickled; a copy is the state
/// itself. Made by start(), parse() and load().
///
/// A seat is an index from 0 or a name; a move is a text or an action id. Long work
/// (perft, divide, playouts) runs on the library's threads: the plain form waits with
/// the GIL released and Ctrl-C stops it, the others give a future or a coroutine.
#[pyclass(frozen, weakref, module = "boardwright", name = "State")]
pub(crate) struct State {
    pub(crate) inner: host::State,
    pub(crate) game: Py<Game>,
}

/// From how many moves on a list is played with the GIL released.
const MANY: usize = 64;

/// Number of moves played before the interpreter gets its turn.
const PART: usize = 2048;

impl State {
    pub(crate) fn new(inner: host::State, game: Py<Game>) -> Self {
        Self { inner, game }
    }

    fn next(&self, py: Python<'_>, inner: boardwright::Result<host::State>) -> PyResult<Self> {
        Ok(Self::new(inner.or_raise(py)?, self.game.clone_ref(py)))
    }

    fn perft_work(
        &self,
        py: Python<'_>,
        divide: bool,
        depth: Int,
        (threads, hash): (Int, Int),
        deadline: Arg<'_, '_>,
    ) -> PyResult<Work> {
        let depth = whole(py, &arguments::DEPTH, Some(depth))? as u32;
        let options = PerftOptions {
            threads: whole(py, &arguments::THREADS, Some(threads))? as usize,
            hash: whole(py, &arguments::HASH, Some(hash))? as usize,
        };
        let state = self.inner.clone();
        let deadline = maybe_seconds("deadline", deadline)?;
        Ok(Work::new(deadline, ResultKind::Plain, move || {
            Ok(if divide {
                host::plain(state.divide(depth, options, Box::new(|_| ())))
            } else {
                host::plain(state.perft(depth, options))
            })
        }))
    }

    fn playouts_work(
        &self,
        py: Python<'_>,
        games: Int,
        (seed, ply_limit, threads): (Int, Int, Int),
        deadline: Arg<'_, '_>,
    ) -> PyResult<Work> {
        let options = PlayoutOptions {
            games: whole(py, &arguments::GAMES, Some(games))?,
            seed: whole(py, &arguments::SEED, Some(seed))?,
            ply_limit: whole(py, &arguments::PLY_LIMIT, Some(ply_limit))? as u32,
            threads: whole(py, &arguments::THREADS, Some(threads))? as usize,
        };
        let state = self.inner.clone();
        let deadline = maybe_seconds("deadline", deadline)?;
        Ok(Work::new(deadline, ResultKind::Plain, move || {
            state.playouts(options).map(host::plain)
        }))
    }
}

/// The plies after which a random game is given up, unless another number is given.
const PLY_LIMIT: i128 = match arguments::PLY_LIMIT.default {
    Some(limit) => limit as i128,
    None => 0,
};

#[pymethods]
impl State {
    /// The rules.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// The names of the seats that may act; empty after the end.
    #[getter]
    fn live(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let live = host::guard(|| Ok(self.inner.live())).or_raise(py)?;
        Ok(host::seat_names(&self.game.get().inner, live))
    }

    /// The name of the seat to move; None where none or several may act.
    #[getter]
    fn to_move<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyString>>> {
        let live = host::guard(|| Ok(self.inner.live())).or_raise(py)?;
        Ok(live
            .single()
            .and_then(|s| self.game.get().inner.seats().get(s.index()))
            .map(|name| PyString::intern(py, name)))
    }

    /// The outcome of the game, an Outcome; None while it goes on.
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let outcome = host::guard(|| Ok(self.inner.outcome()));
        results::outcome(py, outcome.or_raise(py)?.as_ref())
    }

    /// Lists the texts of the legal moves, of all live seats or of one.
    ///
    /// Raises InvalidOptionError for a seat and UnsupportedError for a style of
    /// notation that does not exist.
    #[pyo3(signature = (seat=None, style=None))]
    fn legal_moves<'py>(
        &self,
        py: Python<'py>,
        seat: Arg<'_, 'py>,
        style: Option<&Bound<'py, PyString>>,
    ) -> PyResult<Bound<'py, PyList>> {
        lists::legal_moves(py, self.game.get(), &self.inner, seat, style)
    }

    /// Lists the action ids of the legal moves, in the order of legal_moves().
    ///
    /// Raises UnsupportedError for a game without ids.
    #[pyo3(signature = (seat=None))]
    fn legal_ids<'py>(&self, py: Python<'py>, seat: Arg<'_, 'py>) -> PyResult<Bound<'py, PyList>> {
        lists::legal_ids(py, &self.inner, seat)
    }

    /// Writes into a buffer which action ids are legal; return how many are.
    ///
    /// The buffer (a NumPy array of booleans or bytes, a bytearray) has
    /// game.action_count items of one byte, which become 1 or 0. Raises
    /// InvalidOptionError for a buffer of another form.
    #[pyo3(signature = (out, seat=None))]
    fn legal_mask<'py>(
        &self,
        py: Python<'py>,
        out: &Bound<'py, PyAny>,
        seat: Arg<'_, 'py>,
    ) -> PyResult<usize> {
        lists::legal_mask(py, self.game.get(), &self.inner, out, seat)
    }

    /// Returns the state after a move, given as text or action id.
    ///
    /// The seat need be named only where several are live and the move does not say.
    /// Raises InvalidNotationError, IllegalMoveError, NotYourTurnError and GameOverError.
    #[pyo3(signature = (r#move, seat=None, style=None))]
    fn play(
        &self,
        py: Python<'_>,
        r#move: &Bound<'_, PyAny>,
        seat: Arg<'_, '_>,
        style: Option<&Bound<'_, PyString>>,
    ) -> PyResult<Self> {
        let style = maybe_style(style);
        let next = self
            .inner
            .play(maybe_seat(seat)?, action(r#move)?, style.as_deref());
        self.next(py, next)
    }

    /// Returns the state after a move, or None where it cannot be read or played now.
    #[pyo3(signature = (r#move, seat=None, style=None))]
    fn try_play(
        &self,
        py: Python<'_>,
        r#move: &Bound<'_, PyAny>,
        seat: Arg<'_, '_>,
        style: Option<&Bound<'_, PyString>>,
    ) -> PyResult<Option<Self>> {
        let style = maybe_style(style);
        let seat = maybe_seat(seat)?;
        // What is no text at all is a mistake of the program's, not of a player's.
        let action = match r#move.cast::<PyString>() {
            Ok(text) => match text.to_str() {
                Ok(text) => MoveRef::Text(text),
                Err(_) => return Ok(None),
            },
            Err(_) => action(r#move)?,
        };
        match self.inner.play(seat, action, style.as_deref()) {
            Err(error) if is_about_the_move(error.kind()) => Ok(None),
            next => self.next(py, next).map(Some),
        }
    }

    /// Returns the state after several moves; an error says which of them it was.
    #[pyo3(signature = (moves, seat=None, style=None))]
    fn play_many(
        &self,
        py: Python<'_>,
        moves: &Bound<'_, PyAny>,
        seat: Arg<'_, '_>,
        style: Option<&Bound<'_, PyString>>,
    ) -> PyResult<Self> {
        let (seat, style) = (maybe_seat(seat)?, maybe_style(style));
        let moves = items("moves", moves)?;
        let moves = moves.iter().map(action).collect::<PyResult<Vec<_>>>()?;
        let (style, moves) = (style.as_deref(), moves.as_slice());
        if moves.len() < MANY {
            return self.next(py, self.inner.play_many(seat, moves, style));
        }
        let mut state = self.inner.clone();
        for from in (0..moves.len()).step_by(PART) {
            let part = from..moves.len().min(from + PART);
            state = py
                .detach(|| state.play_part(seat, moves, part, style))
                .or_raise(py)?;
            py.check_signals()?;
        }
        self.next(py, Ok(state))
    }

    // <made: state> by `cargo run -p xtask -- reference` from `boardwright::queries`
    /// The position in the game's notation; of a hidden game, the referee's.
    #[getter]
    fn notation(&self, py: Python<'_>) -> PyResult<String> {
        let answer = host::guard(|| Ok(self.inner.notation()));
        answer.or_raise(py)
    }

    /// The repetition key, 16 hexadecimal digits.
    #[getter]
    fn key(&self, py: Python<'_>) -> PyResult<String> {
        let answer = host::guard(|| Ok(self.inner.key()));
        answer.or_raise(py)
    }

    /// The number of plies in its history.
    #[getter]
    fn ply(&self, py: Python<'_>) -> PyResult<usize> {
        let answer = host::guard(|| Ok(self.inner.ply()));
        answer.or_raise(py)
    }

    /// The number of times that its position has occurred, this time included.
    ///
    /// Counts the states in its history and this one that have its key; whether the rules
    /// look at all of them is for the game to say.
    #[getter]
    fn repetitions(&self, py: Python<'_>) -> PyResult<usize> {
        let answer = host::guard(|| Ok(self.inner.repetitions()));
        answer.or_raise(py)
    }

    /// Lists the moves that led to the state; of a hidden game, the referee's.
    ///
    /// They begin at the start or at a position that was parsed; edits may lie between
    /// them.
    ///
    /// Raises UnsupportedError.
    #[pyo3(signature = (style=None))]
    fn moves(&self, py: Python<'_>, style: Option<&Bound<'_, PyString>>) -> PyResult<Vec<String>> {
        let style = args::maybe_style(style);
        let style = style.as_deref();
        let answer = py.detach(|| self.inner.moves(style));
        answer.or_raise(py)
    }

    /// Returns the last of its moves; nothing if there are none.
    ///
    /// Raises UnsupportedError.
    #[pyo3(signature = (style=None))]
    fn last_move(
        &self,
        py: Python<'_>,
        style: Option<&Bound<'_, PyString>>,
    ) -> PyResult<Option<String>> {
        let style = args::maybe_style(style);
        let style = style.as_deref();
        let answer = py.detach(|| self.inner.last_move(style));
        answer.or_raise(py)
    }

    /// Returns the state at an earlier ply, which its moves lead to.
    ///
    /// The plies are those from the position before the first of its moves to its own.
    ///
    /// Raises InvalidOptionError.
    #[pyo3(signature = (ply))]
    fn at_ply(&self, py: Python<'_>, ply: Int) -> PyResult<Self> {
        let ply = whole(py, &arguments::PLY, Some(ply))? as usize;
        let answer = py.detach(|| self.inner.at_ply(ply));
        self.next(py, answer)
    }

    /// Writes the game that led to the state as PGN, with tags.
    ///
    /// It has the moves and the result; games of two boards are written as BPGN. Of a
    /// hidden game it is the referee's.
    ///
    /// Raises UnsupportedError and InvalidOptionError.
    #[pyo3(signature = (tags=None))]
    fn pgn(&self, py: Python<'_>, tags: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        let tags = &maybe_map("tags", tags)?;
        let answer = py.detach(|| self.inner.pgn(tags));
        answer.or_raise(py)
    }

    /// Writes the state as a line of EPD with operations.
    ///
    /// These are a map of codes to moves, numbers and texts, as `parse_epd` reads them.
    /// Moves are given canonically or in SAN, and written in SAN. Of a hidden game it is
    /// the referee's.
    ///
    /// Raises UnsupportedError, InvalidOptionError, InvalidNotationError and
    /// IllegalMoveError.
    #[pyo3(signature = (operations=None))]
    fn epd(&self, py: Python<'_>, operations: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        let operations = &maybe_map("operations", operations)?;
        let answer = self.inner.epd(operations);
        answer.or_raise(py)
    }

    /// Counts the legal moves, of all live seats or of one.
    ///
    /// Raises InvalidOptionError.
    ///
    /// >>> boardwright.start("chess").count_legal()
    /// 20
    #[pyo3(signature = (seat=None))]
    fn count_legal(&self, py: Python<'_>, seat: Arg<'_, '_>) -> PyResult<u64> {
        let seat = args::maybe_seat(seat)?;
        let answer = self.inner.count_legal(seat);
        answer.or_raise(py)
    }

    /// Returns a legal move in another style of notation.
    ///
    /// Without `style` it is the canonical one; `from_style` is the one in which the move
    /// is given.
    ///
    /// Raises InvalidNotationError, IllegalMoveError, NotYourTurnError, GameOverError and
    /// UnsupportedError.
    ///
    /// >>> boardwright.start("chess").move_text("g1f3", style="san")
    /// 'Nf3'
    #[pyo3(signature = (r#move, style=None, from_style=None, seat=None))]
    fn move_text(
        &self,
        py: Python<'_>,
        r#move: &Bound<'_, PyAny>,
        style: Option<&Bound<'_, PyString>>,
        from_style: Option<&Bound<'_, PyString>>,
        seat: Arg<'_, '_>,
    ) -> PyResult<String> {
        let r#move = args::action(r#move)?;
        let style = args::maybe_style(style);
        let from_style = args::maybe_style(from_style);
        let seat = args::maybe_seat(seat)?;
        let style = style.as_deref();
        let from_style = from_style.as_deref();
        let answer = self.inner.move_text(seat, r#move, style, from_style);
        answer.or_raise(py)
    }

    /// Returns the action id of a legal move.
    ///
    /// Raises InvalidNotationError, IllegalMoveError, NotYourTurnError, GameOverError and
    /// UnsupportedError.
    #[pyo3(signature = (r#move, seat=None))]
    fn action_id(
        &self,
        py: Python<'_>,
        r#move: &Bound<'_, PyString>,
        seat: Arg<'_, '_>,
    ) -> PyResult<u32> {
        let r#move = args::notation("move", r#move)?;
        let seat = args::maybe_seat(seat)?;
        let answer = self.inner.action_id(seat, r#move);
        answer.or_raise(py)
    }

    /// Lists the events that a move would bring about, in the order to show them.
    ///
    /// Raises InvalidNotationError, IllegalMoveError, NotYourTurnError and GameOverError.
    #[pyo3(signature = (r#move, seat=None, style=None))]
    fn report<'py>(
        &self,
        py: Python<'py>,
        r#move: &Bound<'py, PyAny>,
        seat: Arg<'_, 'py>,
        style: Option<&Bound<'py, PyString>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let r#move = args::action(r#move)?;
        let seat = args::maybe_seat(seat)?;
        let style = args::maybe_style(style);
        let style = style.as_deref();
        let answer = self.inner.report(seat, r#move, style);
        to_python(py, &answer.or_raise(py)?)
    }

    /// Returns the state in plain values, or what a seat may see of it.
    ///
    /// Raises InvalidOptionError.
    #[pyo3(signature = (seat=None))]
    fn describe<'py>(&self, py: Python<'py>, seat: Arg<'_, 'py>) -> PyResult<Bound<'py, PyAny>> {
        let seat = args::maybe_seat(seat)?;
        let answer = self.inner.description(seat);
        to_python(py, &answer.or_raise(py)?)
    }

    /// Describes the state in English sentences, or what a seat may know of it.
    ///
    /// For people with screen readers, and for prompts of language models. Of a hidden game
    /// the state's own words are the referee's; a seat's are made from what it knows.
    ///
    /// Raises InvalidOptionError.
    #[pyo3(signature = (seat=None))]
    fn describe_text(&self, py: Python<'_>, seat: Arg<'_, '_>) -> PyResult<String> {
        let seat = args::maybe_seat(seat)?;
        let answer = self.inner.describe_text(seat);
        answer.or_raise(py)
    }

    /// Describes a legal move in English words.
    ///
    /// Two legal moves of a state never have the same words. Of a hidden game these are the
    /// referee's.
    ///
    /// Raises InvalidNotationError, IllegalMoveError, NotYourTurnError and GameOverError.
    ///
    /// >>> boardwright.start("chess").move_in_words("g1f3")
    /// 'knight from g1 to f3'
    #[pyo3(signature = (r#move, seat=None, style=None))]
    fn move_in_words(
        &self,
        py: Python<'_>,
        r#move: &Bound<'_, PyAny>,
        seat: Arg<'_, '_>,
        style: Option<&Bound<'_, PyString>>,
    ) -> PyResult<String> {
        let r#move = args::action(r#move)?;
        let seat = args::maybe_seat(seat)?;
        let style = args::maybe_style(style);
        let style = style.as_deref();
        let answer = self.inner.move_in_words(seat, r#move, style);
        answer.or_raise(py)
    }

    /// Returns the state in which a seat has left the game while the others play on.
    ///
    /// The seat is given by its name, whoever's turn it is. The reason, such as `resigned`,
    /// `timeout` or `abandoned`, is that of the outcome if a single side is left. A game
    /// that ends when a seat leaves is `unsupported`, as are all games of two.
    ///
    /// Raises UnsupportedError, InvalidOptionError and GameOverError.
    #[pyo3(signature = (name, reason))]
    fn leave(
        &self,
        py: Python<'_>,
        name: &Bound<'_, PyString>,
        reason: &Bound<'_, PyString>,
    ) -> PyResult<Self> {
        let name = args::notation("name", name)?;
        let reason = args::notation("reason", reason)?;
        let answer = self.inner.leave(name, reason);
        self.next(py, answer)
    }

    /// The seats that are out of the game while others play on.
    ///
    /// They have left it, or are out by its rules.
    #[getter]
    fn out(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let answer = host::guard(|| Ok(self.inner.out()));
        answer.or_raise(py)
    }

    /// Draws the position in text.
    fn draw(&self, py: Python<'_>) -> PyResult<String> {
        let answer = host::guard(|| Ok(self.inner.draw()));
        answer.or_raise(py)
    }
    // </made: state>

    /// Draws the position as SVG, for a page, a file or a notebook.
    ///
    /// With a seat draws what that seat knows. seat and orientation are seats; last_move
    /// is the text of a move; arrows lists texts like "e2e4", pairs of cells, or maps with
    /// from, to and color; squares lists cells or maps them to "blue", "green", "red" or
    /// "yellow"; size is the width in pixels, 16 to 8192; theme is "light", "dark" or "auto";
    /// coordinates=False leaves out names; cells=True names each cell in an element of its
    /// own; clocks maps seats to milliseconds. Raises InvalidOptionError.
    #[pyo3(
        signature = (**options),
        text_signature = "($self, *, seat=None, last_move=None, arrows=None, squares=None, orientation=None, size=None, theme=None, coordinates=None, cells=None, clocks=None)"
    )]
    fn svg(&self, py: Python<'_>, options: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
        let options = host::DrawingOptions::read(&self::options(options)?).or_raise(py)?;
        self.inner.svg(&options).or_raise(py)
    }

    /// Returns a state changed from outside, where the game has such changes.
    ///
    /// Raises UnsupportedError where it has none, and InvalidOptionError.
    #[pyo3(signature = (**changes))]
    fn edit(&self, py: Python<'_>, changes: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let next = self.inner.edit(&options(changes)?);
        self.next(py, next)
    }

    /// Answers one of the questions of the game, which game.questions lists, in plain values.
    ///
    /// Of a hidden game it is the referee's answer; the end of the game does not matter. Raises
    /// InvalidOptionError for a question or an argument that does not exist and says what does,
    /// UnsupportedError for a game without questions, and the errors of moves.
    ///
    /// >>> boardwright.start("chess").ask("attackers", square="f3", by="white")
    /// ['g1', 'e2', 'g2']
    #[pyo3(signature = (question, /, **arguments))]
    fn ask<'py>(
        &self,
        py: Python<'py>,
        question: &Bound<'py, PyString>,
        arguments: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let answer = self.inner.ask(&lossy(question), &options(arguments)?);
        to_python(py, &answer.or_raise(py)?)
    }

    /// Returns what a seat may know.
    ///
    /// Raises InvalidOptionError for a seat that does not exist.
    fn observe(&self, py: Python<'_>, seat: &Bound<'_, PyAny>) -> PyResult<Observation> {
        let inner = self.inner.observe(self::seat(seat)?).or_raise(py)?;
        Ok(Observation::new(inner, self.game.clone_ref(py)))
    }

    /// Writes everything as text for load().
    fn save(&self, py: Python<'_>) -> PyResult<String> {
        // The whole past is written.
        py.detach(|| self.inner.save()).or_raise(py)
    }

    /// Returns a cursor on this state.
    fn cursor(&self, py: Python<'_>) -> Cursor {
        Cursor::at(&self.inner, self.game.clone_ref(py))
    }

    /// Counts the leaves of the tree of legal moves, depth plies (0 to 64) deep.
    ///
    /// Threads are 0 to 1024, where 0 and 1 both mean one; hash is the size of a table
    /// of positions met before, in megabytes, 0 for none; deadline is in seconds from
    /// the call. Raises CancelledError when the deadline passes, and BusyError when
    /// the queue is full.
    #[pyo3(
        signature = (depth, threads=Int::of(1), hash=Int::of(0), deadline=None),
        text_signature = "($self, depth, threads=1, hash=0, deadline=None)"
    )]
    fn perft<'py>(
        &self,
        py: Python<'py>,
        depth: Int,
        threads: Int,
        hash: Int,
        deadline: Arg<'_, 'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.perft_work(py, false, depth, (threads, hash), deadline)?
            .wait(py)
    }

    /// Starts perft(); cancelling the future stops the work.
    #[pyo3(
        signature = (depth, threads=Int::of(1), hash=Int::of(0), deadline=None),
        text_signature = "($self, depth, threads=1, hash=0, deadline=None)"
    )]
    fn perft_future<'py>(
        &self,
        py: Python<'py>,
        depth: Int,
        threads: Int,
        hash: Int,
        deadline: Arg<'_, 'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.perft_work(py, false, depth, (threads, hash), deadline)?
            .future(py)
    }

    /// Awaits perft(); cancelling the task stops the work.
    #[pyo3(
        signature = (depth, threads=Int::of(1), hash=Int::of(0), deadline=None),
        text_signature = "($self, depth, threads=1, hash=0, deadline=None)"
    )]
    fn perft_async<'py>(
        &self,
        py: Python<'py>,
        depth: Int,
        threads: Int,
        hash: Int,
        deadline: Arg<'_, 'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.perft_work(py, false, depth, (threads, hash), deadline)?
            .coroutine(py)
    }

    /// Counts the leaves below each legal move, as perft() does.
    #[pyo3(
        signature = (depth, threads=Int::of(1), hash=Int::of(0), deadline=None),
        text_signature = "($self, depth, threads=1, hash=0, deadline=None)"
    )]
    fn divide<'py>(
        &self,
        py: Python<'py>,
        depth: Int,
        threads: Int,
        hash: Int,
        deadline: Arg<'_, 'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.perft_work(py, true, depth, (threads, hash), deadline)?
            .wait(py)
    }

    /// Starts divide(); cancelling the future stops the work.
    #[pyo3(
        signature = (depth, threads=Int::of(1), hash=Int::of(0), deadline=None),
        text_signature = "($self, depth, threads=1, hash=0, deadline=None)"
    )]
    fn divide_future<'py>(
        &self,
        py: Python<'py>,
        depth: Int,
        threads: Int,
        hash: Int,
        deadline: Arg<'_, 'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.perft_work(py, true, depth, (threads, hash), deadline)?
            .future(py)
    }

    /// Awaits divide(); cancelling the task stops the work.
    #[pyo3(
        signature = (depth, threads=Int::of(1), hash=Int::of(0), deadline=None),
        text_signature = "($self, depth, threads=1, hash=0, deadline=None)"
    )]
    fn divide_async<'py>(
        &self,
        py: Python<'py>,
        depth: Int,
        threads: Int,
        hash: Int,
        deadline: Arg<'_, 'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.perft_work(py, true, depth, (threads, hash), deadline)?
            .coroutine(py)
    }

    /// Plays random games to the end, up to 2**40 of them.
    ///
    /// What is played follows from the seed (0 to 2**64 - 1), whatever the number of
    /// threads. A game is given up after ply_limit plies; deadline is in seconds from
    /// the call. Raises CancelledError when the deadline passes, and BusyError when
    /// the queue is full.
    #[pyo3(
        signature = (
            games, seed=Int::of(0), ply_limit=Int::of(PLY_LIMIT), threads=Int::of(1), deadline=None
        ),
        text_signature = "($self, games, seed=0, ply_limit=10000, threads=1, deadline=None)"
    )]
    fn playouts<'py>(
        &self,
        py: Python<'py>,
        games: Int,
        seed: Int,
        ply_limit: Int,
        threads: Int,
        deadline: Arg<'_, 'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.playouts_work(py, games, (seed, ply_limit, threads), deadline)?
            .wait(py)
    }

    /// Starts playouts(); cancelling the future stops the work.
    #[pyo3(
        signature = (
            games, seed=Int::of(0), ply_limit=Int::of(PLY_LIMIT), threads=Int::of(1), deadline=None
        ),
        text_signature = "($self, games, seed=0, ply_limit=10000, threads=1, deadline=None)"
    )]
    fn playouts_future<'py>(
        &self,
        py: Python<'py>,
        games: Int,
        seed: Int,
        ply_limit: Int,
        threads: Int,
        deadline: Arg<'_, 'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.playouts_work(py, games, (seed, ply_limit, threads), deadline)?
            .future(py)
    }

    /// Awaits playouts(); cancelling the task stops the work.
    #[pyo3(
        signature = (
            games, seed=Int::of(0), ply_limit=Int::of(PLY_LIMIT), threads=Int::of(1), deadline=None
        ),
        text_signature = "($self, games, seed=0, ply_limit=10000, threads=1, deadline=None)"
    )]
    fn playouts_async<'py>(
        &self,
        py: Python<'py>,
        games: Int,
        seed: Int,
        ply_limit: Int,
        threads: Int,
        deadline: Arg<'_, 'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.playouts_work(py, games, (seed, ply_limit, threads), deadline)?
            .coroutine(py)
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.inner == other.inner
    }

    fn __hash__(&self) -> u64 {
        self.inner.hash_code()
    }

    fn __repr__(&self) -> String {
        format!("{:?}", self.inner)
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        if self.game.get().inner.hidden() {
            Ok(self.__repr__())
        } else {
            self.notation(py)
        }
    }

    #[pyo3(signature = (p, cycle, /))]
    fn _repr_pretty_(&self, p: &Bound<'_, PyAny>, cycle: bool) -> PyResult<()> {
        let hidden = cycle || self.game.get().inner.hidden();
        let drawing = if hidden {
            String::new()
        } else {
            self.draw(p.py())?
        };
        results::print(p, &self.__repr__(), &drawing)
    }

    /// The picture in a notebook; none of a hidden state, as its repr is redacted.
    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<Option<String>> {
        if self.game.get().inner.hidden() {
            return Ok(None);
        }
        self.inner.svg(&results::NOTEBOOK).or_raise(py).map(Some)
    }

    /// The picture in a notebook with its words as alternative text; none of a hidden state.
    fn _repr_html_(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.inner.html(&results::NOTEBOOK).or_raise(py)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let load = py.import("boardwright._native")?.getattr("load")?;
        let saved = PyTuple::new(py, [slf.get().save(py)?])?;
        PyTuple::new(py, [load, saved.into_any()])
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (_memo, /))]
    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
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
