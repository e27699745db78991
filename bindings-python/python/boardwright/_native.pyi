import sys
from collections.abc import Coroutine, Iterable, Mapping, Sequence
from concurrent.futures import Future
from typing import Any, Final, Literal, Protocol, Self, SupportsIndex, TypeAlias, final, overload

from typing_extensions import Buffer

from boardwright import described
from boardwright._jobs import AsyncAnalysis
from boardwright._own import OwnBot
from boardwright._types import (
    Clock,
    Damage,
    Decision,
    GameInfo,
    Heard,
    Info,
    JobInfo,
    Outcome,
    Playouts,
    PresetInfo,
    QuestionInfo,
    Statistics,
)

__all__ = [
    "SEAT_CALLS",
    "Analysis",
    "Array",
    "Bot",
    "ColumnArrays",
    "Cursor",
    "Engine",
    "ExternalEngine",
    "FinishedGames",
    "Game",
    "GameReader",
    "Job",
    "JobQueue",
    "Listening",
    "Mailbox",
    "NativeModel",
    "NativeQuestion",
    "NativeRegistry",
    "NativeTurn",
    "Observation",
    "PlayedText",
    "Questions",
    "Record",
    "State",
    "Study",
    "Table",
    "VecEnv",
    "Work",
    "__version__",
    "_observed",
    "arena_work",
    "cancel_job",
    "columns_work",
    "configure",
    "error_codes",
    "games",
    "jobs",
    "legal_ids_many",
    "legal_masks",
    "legal_moves_many",
    "load",
    "move_text",
    "parse",
    "parse_epd",
    "play_many_states",
    "presets",
    "protocols",
    "read_columns",
    "report",
    "run_command_line",
    "run_job",
    "shutdown",
    "start",
    "statistics",
    "strength",
]

_Seat: TypeAlias = str | SupportsIndex
_Move: TypeAlias = str | SupportsIndex

# An array of NumPy's, which types of Python before 3.12 do not know as a buffer.
class _Array(Protocol):
    @property
    def __array_interface__(self) -> dict[str, Any]: ...

__version__: Final[str]
SEAT_CALLS: Final[tuple[str, ...]]

def games() -> list[GameInfo]:
    """Lists all games: names, seats, options, styles of notation, bots."""

def presets() -> list[PresetInfo]:
    """Lists all presets of composed chess: names, what each brings along, requires and excludes.

    They stand in the order in which a whole set of them comes into force.
    """

def start(game: str, /, **options: object) -> State:
    """Returns the first state of a game; options are given by name.

    Raises UnknownGameError and InvalidOptionError, which say what exists.
    """

def parse(
    game: str, text: str, /, history: Iterable[str] | None = None, **options: object
) -> State:
    """Reads a position of a game, and earlier ones (oldest first) for repetitions.

    Raises InvalidNotationError, which names the field and what is wrong with it,
    UnknownGameError and InvalidOptionError.
    """

def parse_epd(
    line: str,
    /,
    game: str | None = None,
    *,
    style: str | None = None,
    **options: object,
) -> tuple[State, dict[str, Any]]:
    """Reads a line of EPD, a position of a game with operations: the state and the operations.

    As Game.parse_epd(), with the options of the game by name. State.epd() writes such a line.
    Raises UnknownGameError and InvalidOptionError as well.
    """

def _observed(saved: str, seat: str, /) -> Observation:
    """Returns the observation of a seat of a saved state; what a pickle of one names."""

def load(text: str, /) -> State:
    """Takes up what State.save() wrote.

    Raises InvalidNotationError for a text that is none, and UnsupportedError for
    one of another version.
    """

def configure(
    threads: int | None = None, max_queue: int | None = None, hash_mb: int | None = None
) -> None:
    """Sets how many jobs run at once (1 to 1024), and how many more may wait.

    Further ones are refused with BusyError. hash_mb is what all hash tables of the
    process may take together; one that goes beyond raises InvalidOptionError. What is
    None stays as it is; a fresh process has as many threads as the machine has
    processors, a queue of 4096, and half of the machine's memory for hash tables.
    """

def statistics() -> Statistics:
    """Tells how busy the library is: what waits and what runs, by kinds of jobs."""

def jobs() -> list[JobInfo]:
    """Lists the jobs that run and those that wait, in the order in which they were asked for."""

def cancel_job(id: int, /) -> bool:
    """Cancels the job of a number that jobs() gives; say whether there is one."""

def legal_moves_many(states: Iterable[State], seat: _Seat | None = None) -> list[list[str]]:
    """Lists the texts of the legal moves of each of several states, of any games.

    Works in parts with the GIL released, and Ctrl-C stops it between them.
    """

def legal_ids_many(states: Iterable[State], seat: _Seat | None = None) -> tuple[Array, Array]:
    """Lists the action ids of the legal moves of several states, one after the other.

    Returns two arrays, which `numpy.asarray` takes as they are: the ids (uint32), and offsets
    (uint64), one more than there are states: those of state i are `ids[offsets[i]:offsets[i + 1]]`,
    in the order of legal_moves(). Works in parts with the GIL released, and Ctrl-C stops it
    between them. Raises UnsupportedError for a game without ids, naming the state.
    """

def legal_masks(states: Iterable[State], out: Buffer | _Array, seat: _Seat | None = None) -> int:
    """Writes the masks of several states of one game into an array, one after the other.

    The array (bool or uint8) has len(states) times game.action_count items. Returns how many
    moves are legal in all. Worked on with the GIL released, in parts between which Ctrl-C is
    seen to. Raises InvalidOptionError for another array or states of different games, and
    UnsupportedError for a game without ids.
    """

def play_many_states(
    states: Iterable[State],
    moves: Iterable[_Move],
    seat: _Seat | None = None,
    style: str | None = None,
) -> list[State]:
    """Plays a move in each of several states, of any games, and lists the states after them.

    There are as many moves as states, texts or action ids. Works in parts with the GIL released,
    and Ctrl-C stops it between them. Raises what State.play() raises, naming the state, and
    InvalidOptionError for another number of moves.
    """

def move_text(code: int, game: str | Game | None = None) -> str:
    """Returns the canonical text of a code of Columns.moves.

    The game is a name or a Game. Raises InvalidNotationError for a code that no move has, and
    UnsupportedError for a game that is not played on one chess board.
    """

def read_columns(
    source: object,
    progress: object,
    deadline: float | None,
    /,
    **given: object,
) -> ColumnArrays:
    """Reads games into arrays, for the function of this name in the package."""

def columns_work(source: object, deadline: float | None, /, **given: object) -> Work:
    """Prepares the reading of games into arrays, to be started."""

def error_codes() -> list[str]:
    """Lists the codes of all errors, each of which has a class."""

@final
class Game:
    """The rules of a game with their options fixed.

    Equal games under equal options compare and hash equal; a game can be pickled.
    Raises UnknownGameError and InvalidOptionError, which say what exists.
    """

    def __new__(cls, name: str, /, **options: object) -> Self: ...
    @property
    def name(self) -> str:
        """The name."""
    @property
    def options(self) -> dict[str, bool | int | str]:
        """All options with their values, defaults included."""
    @property
    def seats(self) -> list[str]:
        """The names of the seats, in order."""
    @property
    def hidden(self) -> bool:
        """True if seats see less than everything."""
    @property
    def questions(self) -> list[QuestionInfo]:
        """The questions about states that State.ask() answers, with their arguments."""
    @property
    def action_count(self) -> int | None:
        """The number of action ids, counted from 0; None for a game without ids."""
    def action_text(self, id: SupportsIndex) -> str:
        """Returns the canonical text of an action id; empty for an id that no move has.

        Raises InvalidNotationError for a number that is no id, and UnsupportedError
        where the game has none.
        """
    def start(self) -> State:
        """Returns the first state."""
    def parse(self, text: str, history: Iterable[str] | None = None) -> State:
        """Reads a position, and earlier ones (oldest first) for the rules that look back.

        Raises InvalidNotationError, which names the field and what is wrong with it.
        """
    def parse_epd(self, line: str, style: str | None = None) -> tuple[State, dict[str, Any]]:
        """Reads a line of EPD: the state, and the operations by their codes.

        bm, am, sm and pv are lists of moves in a style, the canonical one by default; the other
        codes of the standard are numbers or texts. A code without a meaning here has the list of
        its words, those in quotes with their quotes. Raises InvalidNotationError and
        IllegalMoveError, which name the column, and UnsupportedError for a game without EPD.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, bool | int | str]]: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: object, /) -> Self: ...

@final
class State:
    """A position with its rules and its past; a value.

    Moves give new states and leave the old one as it is. States compare and hash by
    position, counters, options and past. They can be pickled; a copy is the state
    itself. Made by start(), parse() and load().

    A seat is an index from 0 or a name; a move is a text or an action id. Long work
    (perft, divide, playouts) runs on the library's threads: the plain form waits with
    the GIL released and Ctrl-C stops it, the others give a future or a coroutine.
    """

    @property
    def game(self) -> Game:
        """The rules."""
    @property
    def live(self) -> list[str]:
        """The names of the seats that may act; empty after the end."""
    @property
    def to_move(self) -> str | None:
        """The name of the seat to move; None where none or several may act."""
    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the game, an Outcome; None while it goes on."""
    def legal_moves(self, seat: _Seat | None = None, style: str | None = None) -> list[str]:
        """Lists the texts of the legal moves, of all live seats or of one.

        Raises InvalidOptionError for a seat and UnsupportedError for a style of
        notation that does not exist.
        """
    def legal_ids(self, seat: _Seat | None = None) -> list[int]:
        """Lists the action ids of the legal moves, in the order of legal_moves().

        Raises UnsupportedError for a game without ids.
        """
    def legal_mask(self, out: Buffer | _Array, seat: _Seat | None = None) -> int:
        """Writes into a buffer which action ids are legal; return how many are.

        The buffer (a NumPy array of booleans or bytes, a bytearray) has
        game.action_count items of one byte, which become 1 or 0. Raises
        InvalidOptionError for a buffer of another form.
        """
    def play(self, move: _Move, seat: _Seat | None = None, style: str | None = None) -> State:
        """Returns the state after a move, given as text or action id.

        The seat need be named only where several are live and the move does not say.
        Raises InvalidNotationError, IllegalMoveError, NotYourTurnError and GameOverError.
        """
    def try_play(
        self, move: _Move, seat: _Seat | None = None, style: str | None = None
    ) -> State | None:
        """Returns the state after a move, or None where it cannot be read or played now."""
    def play_many(
        self, moves: Iterable[_Move], seat: _Seat | None = None, style: str | None = None
    ) -> State:
        """Returns the state after several moves; an error says which of them it was."""
    # <made: state> by `cargo run -p xtask -- reference` from `boardwright::queries`
    @property
    def notation(self) -> str:
        """The position in the game's notation; of a hidden game, the referee's."""
    @property
    def key(self) -> str:
        """The repetition key, 16 hexadecimal digits."""
    @property
    def ply(self) -> int:
        """The number of plies in its history."""
    @property
    def repetitions(self) -> int:
        """The number of times that its position has occurred, this time included.

        Counts the states in its history and this one that have its key; whether the rules
        look at all of them is for the game to say.
        """
    def moves(self, style: str | None = None) -> list[str]:
        """Lists the moves that led to the state; of a hidden game, the referee's.

        They begin at the start or at a position that was parsed; edits may lie between
        them.

        Raises UnsupportedError.
        """
    def last_move(self, style: str | None = None) -> str | None:
        """Returns the last of its moves; nothing if there are none.

        Raises UnsupportedError.
        """
    def at_ply(self, ply: SupportsIndex) -> State:
        """Returns the state at an earlier ply, which its moves lead to.

        The plies are those from the position before the first of its moves to its own.

        Raises InvalidOptionError.
        """
    def pgn(self, tags: Mapping[str, object] | None = None) -> str:
        """Writes the game that led to the state as PGN, with tags.

        It has the moves and the result; games of two boards are written as BPGN. Of a
        hidden game it is the referee's.

        Raises UnsupportedError and InvalidOptionError.
        """
    def epd(self, operations: Mapping[str, object] | None = None) -> str:
        """Writes the state as a line of EPD with operations.

        These are a map of codes to moves, numbers and texts, as `parse_epd` reads them.
        Moves are given canonically or in SAN, and written in SAN. Of a hidden game it is
        the referee's.

        Raises UnsupportedError, InvalidOptionError, InvalidNotationError and
        IllegalMoveError.
        """
    def count_legal(self, seat: _Seat | None = None) -> int:
        """Counts the legal moves, of all live seats or of one.

        Raises InvalidOptionError.

        >>> boardwright.start("chess").count_legal()
        20
        """
    def move_text(
        self,
        move: _Move,
        style: str | None = None,
        from_style: str | None = None,
        seat: _Seat | None = None,
    ) -> str:
        """Returns a legal move in another style of notation.

        Without `style` it is the canonical one; `from_style` is the one in which the move
        is given.

        Raises InvalidNotationError, IllegalMoveError, NotYourTurnError, GameOverError and
        UnsupportedError.

        >>> boardwright.start("chess").move_text("g1f3", style="san")
        'Nf3'
        """
    def action_id(self, move: str, seat: _Seat | None = None) -> int:
        """Returns the action id of a legal move.

        Raises InvalidNotationError, IllegalMoveError, NotYourTurnError, GameOverError and
        UnsupportedError.
        """
    def report(
        self, move: _Move, seat: _Seat | None = None, style: str | None = None
    ) -> list[dict[str, Any]]:
        """Lists the events that a move would bring about, in the order to show them.

        Raises InvalidNotationError, IllegalMoveError, NotYourTurnError and GameOverError.
        """
    def describe(self, seat: _Seat | None = None) -> dict[str, Any]:
        """Returns the state in plain values, or what a seat may see of it.

        Raises InvalidOptionError.
        """
    def describe_text(self, seat: _Seat | None = None) -> str:
        """Describes the state in English sentences, or what a seat may know of it.

        For people with screen readers, and for prompts of language models. Of a hidden game
        the state's own words are the referee's; a seat's are made from what it knows.

        Raises InvalidOptionError.
        """
    def move_in_words(
        self, move: _Move, seat: _Seat | None = None, style: str | None = None
    ) -> str:
        """Describes a legal move in English words.

        Two legal moves of a state never have the same words. Of a hidden game these are the
        referee's.

        Raises InvalidNotationError, IllegalMoveError, NotYourTurnError and GameOverError.

        >>> boardwright.start("chess").move_in_words("g1f3")
        'knight from g1 to f3'
        """
    def leave(self, name: str, reason: str) -> State:
        """Returns the state in which a seat has left the game while the others play on.

        The seat is given by its name, whoever's turn it is. The reason, such as `resigned`,
        `timeout` or `abandoned`, is that of the outcome if a single side is left. A game
        that ends when a seat leaves is `unsupported`, as are all games of two.

        Raises UnsupportedError, InvalidOptionError and GameOverError.
        """
    @property
    def out(self) -> list[str]:
        """The seats that are out of the game while others play on.

        They have left it, or are out by its rules.
        """
    def draw(self) -> str:
        """Draws the position in text."""
    # </made: state>
    def svg(
        self,
        *,
        seat: _Seat | None = None,
        last_move: str | bool | None = None,
        arrows: Sequence[str | Sequence[str] | Mapping[str, str]] | None = None,
        squares: Sequence[str] | Mapping[str, str] | None = None,
        orientation: _Seat | None = None,
        size: int | None = None,
        theme: str | None = None,
        coordinates: bool | None = None,
        cells: bool | None = None,
        clocks: Mapping[str, int | None] | Sequence[int | None] | None = None,
    ) -> str:
        """Draws the position as SVG, for a page, a file or a notebook.

        With a seat draws what that seat knows. seat and orientation are seats; last_move
        is the text of a move; arrows lists texts like "e2e4", pairs of cells, or maps with
        from, to and color; squares lists cells or maps them to "blue", "green", "red" or
        "yellow"; size is the width in pixels, 16 to 8192; theme is "light", "dark" or "auto";
        coordinates=False leaves out names; cells=True names each cell in an element of its
        own; clocks maps seats to milliseconds. Raises InvalidOptionError.
        """
    def edit(self, **changes: object) -> State:
        """Returns a state changed from outside, where the game has such changes.

        Raises UnsupportedError where it has none, and InvalidOptionError.
        """
    def ask(self, question: str, /, **arguments: object) -> Any:
        """Answers one of the questions of the game, which game.questions lists, in plain values.

        Of a hidden game it is the referee's answer; the end of the game does not matter. Raises
        InvalidOptionError for a question or an argument that does not exist and says what does,
        UnsupportedError for a game without questions, and the errors of moves.

        >>> boardwright.start("chess").ask("attackers", square="f3", by="white")
        ['g1', 'e2', 'g2']
        """
    def observe(self, seat: _Seat) -> Observation:
        """Returns what a seat may know.

        Raises InvalidOptionError for a seat that does not exist.
        """
    def save(self) -> str:
        """Writes everything as text for load()."""
    def cursor(self) -> Cursor:
        """Returns a cursor on this state."""
    def perft(
        self, depth: int, threads: int = 1, hash: int = 0, deadline: float | None = None
    ) -> int:
        """Counts the leaves of the tree of legal moves, depth plies (0 to 64) deep.

        Threads are 0 to 1024, where 0 and 1 both mean one; hash is the size of a table
        of positions met before, in megabytes, 0 for none; deadline is in seconds from
        the call. Raises CancelledError when the deadline passes, and BusyError when
        the queue is full.
        """
    def perft_future(
        self, depth: int, threads: int = 1, hash: int = 0, deadline: float | None = None
    ) -> Future[int]:
        """Starts perft(); cancelling the future stops the work."""
    def perft_async(
        self, depth: int, threads: int = 1, hash: int = 0, deadline: float | None = None
    ) -> Coroutine[Any, Any, int]:
        """Awaits perft(); cancelling the task stops the work."""
    def divide(
        self, depth: int, threads: int = 1, hash: int = 0, deadline: float | None = None
    ) -> dict[str, int]:
        """Counts the leaves below each legal move, as perft() does."""
    def divide_future(
        self, depth: int, threads: int = 1, hash: int = 0, deadline: float | None = None
    ) -> Future[dict[str, int]]:
        """Starts divide(); cancelling the future stops the work."""
    def divide_async(
        self, depth: int, threads: int = 1, hash: int = 0, deadline: float | None = None
    ) -> Coroutine[Any, Any, dict[str, int]]:
        """Awaits divide(); cancelling the task stops the work."""
    def playouts(
        self,
        games: int,
        seed: int = 0,
        ply_limit: int = 10000,
        threads: int = 1,
        deadline: float | None = None,
    ) -> Playouts:
        """Plays random games to the end, up to 2**40 of them.

        What is played follows from the seed (0 to 2**64 - 1), whatever the number of
        threads. A game is given up after ply_limit plies; deadline is in seconds from
        the call. Raises CancelledError when the deadline passes, and BusyError when
        the queue is full.
        """
    def playouts_future(
        self,
        games: int,
        seed: int = 0,
        ply_limit: int = 10000,
        threads: int = 1,
        deadline: float | None = None,
    ) -> Future[Playouts]:
        """Starts playouts(); cancelling the future stops the work."""
    def playouts_async(
        self,
        games: int,
        seed: int = 0,
        ply_limit: int = 10000,
        threads: int = 1,
        deadline: float | None = None,
    ) -> Coroutine[Any, Any, Playouts]:
        """Awaits playouts(); cancelling the task stops the work."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: object, /) -> Self: ...
    def _repr_pretty_(self, p: Any, cycle: bool, /) -> None: ...
    def _repr_svg_(self) -> str | None: ...
    def _repr_html_(self) -> str | None: ...

@final
class Observation:
    """The knowledge of one seat about a state.

    The only thing that a bot, a prompt or a page for a seat of a hidden game is made
    from. Made by State.observe(); compares and hashes by what is known. Pickles hold the
    state, and raise HiddenInformationError where the seat does not know all of it.
    """

    @property
    def game(self) -> Game:
        """The rules."""
    @property
    def outcome(self) -> Outcome | None:
        """The outcome, if the game has ended and the seat was told; None otherwise."""
    def candidates(self) -> list[str]:
        """Lists the texts of the moves that the seat may try."""
    def candidate_ids(self) -> list[int]:
        """Lists the action ids of the moves that the seat may try.

        Raises UnsupportedError for a game without ids.
        """
    def candidate_mask(self, out: Buffer | _Array) -> int:
        """Writes into a buffer which action ids the seat may try; returns how many moves those are.

        The array (bool or uint8) has game.action_count items, which become 1 or 0. Raises
        InvalidOptionError for another, and UnsupportedError for a game without ids.
        """
    def planes(self, out: Buffer | _Array) -> None:
        """Writes the planes of what the seat knows into an array of uint8 or float32.

        They are those of VecEnv.layout: planes by rows by columns, as float32 divided by their
        units. Raises InvalidOptionError for another array, and UnsupportedError for a game
        without planes.
        """
    # <made: observation> by `cargo run -p xtask -- reference` from `boardwright::queries`
    @property
    def seat(self) -> str:
        """The name of its seat."""
    @property
    def text(self) -> str:
        """All that the seat knows, as text: equal exactly if the seat knows the same."""
    @property
    def key(self) -> str:
        """The key of the information set, 16 hexadecimal digits."""
    @property
    def may_act(self) -> bool:
        """True if the seat may act, as far as it can know."""
    def describe(self) -> dict[str, Any]:
        """Returns all that the seat knows, in plain values."""
    def describe_text(self) -> str:
        """Describes all that the seat knows in English sentences."""
    def move_in_words(self, move: _Move) -> str:
        """Describes in English words a move that the seat may try.

        The move is to be given as `candidates` has it, or by its action id. Says no more of
        it than the seat knows.

        Raises IllegalMoveError and UnsupportedError.
        """
    def draw(self) -> str:
        """Draws in text what the seat sees."""
    # </made: observation>
    def ask(self, question: str, /, **arguments: object) -> Any:
        """Answers one of the questions of the game, as State.ask(), where the seat sees everything.

        Raises HiddenInformationError where something is hidden.
        """
    def svg(
        self,
        *,
        seat: _Seat | None = None,
        last_move: str | bool | None = None,
        arrows: Sequence[str | Sequence[str] | Mapping[str, str]] | None = None,
        squares: Sequence[str] | Mapping[str, str] | None = None,
        orientation: _Seat | None = None,
        size: int | None = None,
        theme: str | None = None,
        coordinates: bool | None = None,
        cells: bool | None = None,
        clocks: Mapping[str, int | None] | Sequence[int | None] | None = None,
    ) -> str:
        """Draws what the seat knows as SVG, for a page, a file or a notebook.

        seat and orientation are seats; last_move is the text of a move; arrows
        lists texts like "e2e4", pairs of cells, or maps with from, to and color; squares
        lists cells or maps them to "blue", "green", "red" or "yellow"; size is the width
        in pixels, 16 to 8192; theme is "light", "dark" or "auto"; coordinates=False leaves
        out names; cells=True names each cell in an element of its own; clocks maps seats to
        milliseconds. Raises InvalidOptionError.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: object, /) -> Self: ...
    def _repr_pretty_(self, p: Any, cycle: bool, /) -> None: ...
    def _repr_svg_(self) -> str: ...
    def _repr_html_(self) -> str: ...

@final
class Bot:
    """A bot for one game, made by name; or a bot of your own.

    The draws of one made by name follow from its seed (0 to 2**64 - 1). It takes one decision
    at a time; a second one meanwhile is refused with BotBusyError. Copies and pickles are as
    new: they have learnt nothing. Raises UnknownBotError, UnknownGameError and
    InvalidOptionError, which say what exists.

    In place of the name a callable or coroutine function makes a bot of your own, as at the seat
    of a table: it gets a Question and returns a move. It plays any game, or the one that is
    named, and may be asked any number of times at once. retry_cap says how many of its answers
    may be refused in one decision, each asked again with the reason, and bot_timeout how many
    milliseconds it has, as at a table; after that it has failed, as by an exception, with
    BotFailedError. Seated, it is the callable itself. Pickles hold the callable, which must
    allow for it.
    """

    @overload
    def __new__(
        cls, bot: str, /, *, game: str | Game, seed: int = 0, **options: object
    ) -> Self: ...
    @overload
    def __new__(
        cls,
        bot: OwnBot,
        /,
        *,
        game: str | Game | None = None,
        retry_cap: int | None = None,
        bot_timeout: int | None = None,
    ) -> Self: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    @property
    def _own(self) -> OwnBot | None: ...
    def _described(self) -> Any: ...
    @property
    def name(self) -> str:
        """Its name; that of all bots of your own is own."""
    @property
    def game(self) -> str | None:
        """The name of the game it plays; None for a bot of your own that plays any."""
    def decide(
        self,
        subject: State | Observation,
        seat: _Seat | None = None,
        *,
        movetime: float | None = None,
        deadline: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        mate: int | None = None,
        lines: int | None = None,
        moves: Iterable[str] | None = None,
        clock: Clock | None = None,
        clocks: Iterable[Clock] | None = None,
        heard: Iterable[Heard] | None = None,
    ) -> Decision:
        """Decides for a state of a game that hides nothing, or for an observation.

        Waits with the GIL released, and Ctrl-C stops it. Times are in seconds: movetime
        counts from the start of the search, deadline from the call, clock is a map of
        remaining, increment and moves_to_go, and clocks has one for each seat; nodes are
        positions, depth is in plies, and mate in moves. lines asks for that many of the best
        moves, and moves names those to choose from. heard lists what those that the seat plays
        with have said, the oldest first; where it is given, also empty, a bot that talks
        says something itself. The seat need be named only for a state with several live ones.
        Without limits a bot that searches takes 1 s. Raises HiddenInformationError for a state
        of a game that hides anything, NotYourTurnError, GameOverError, BotBusyError, BusyError
        and CancelledError.

        A bot of your own is called on this thread. Raises BotFailedError where it fails or its
        answers are refused too often, and UnsupportedError for a coroutine function, and for
        depth, mate, lines and moves, of which it is not told.
        """
    def decide_future(
        self,
        subject: State | Observation,
        seat: _Seat | None = None,
        *,
        movetime: float | None = None,
        deadline: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        mate: int | None = None,
        lines: int | None = None,
        moves: Iterable[str] | None = None,
        clock: Clock | None = None,
        clocks: Iterable[Clock] | None = None,
        heard: Iterable[Heard] | None = None,
    ) -> Future[Decision]:
        """Starts decide(); cancelling the future stops the work.

        A callable runs on a thread of its own, a coroutine function in the event loop in which
        this is called, if one runs.
        """
    def decide_async(
        self,
        subject: State | Observation,
        seat: _Seat | None = None,
        *,
        movetime: float | None = None,
        deadline: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        mate: int | None = None,
        lines: int | None = None,
        moves: Iterable[str] | None = None,
        clock: Clock | None = None,
        clocks: Iterable[Clock] | None = None,
        heard: Iterable[Heard] | None = None,
    ) -> Coroutine[Any, Any, Decision]:
        """Awaits decide(); cancelling the task stops the work.

        A callable runs on a thread of its own, a coroutine function in the event loop that
        awaits it.
        """
    def decide_many(
        self,
        subjects: Iterable[State | Observation],
        /,
        *,
        movetime: float | None = None,
        deadline: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        mate: int | None = None,
        lines: int | None = None,
        moves: Iterable[str] | None = None,
        clock: Clock | None = None,
        clocks: Iterable[Clock] | None = None,
        heard: Iterable[Heard] | None = None,
    ) -> list[Decision]:
        """Decides about each of several states or observations, on all threads of the pool.

        Each decision is made by the bot as new, so that it depends on its own subject alone, in
        whatever order they come; the bot itself stays free. The limits are those of each
        decision, but for deadline, which is that of all. Waits with the GIL released, and
        Ctrl-C stops it. Errors are those of decide(), and name the subject by its place.
        """
    def analyse(
        self,
        subject: State | Observation,
        seat: _Seat | None = None,
        *,
        movetime: float | None = None,
        deadline: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        mate: int | None = None,
        lines: int | None = None,
        moves: Iterable[str] | None = None,
        clock: Clock | None = None,
        clocks: Iterable[Clock] | None = None,
        heard: Iterable[Heard] | None = None,
    ) -> Analysis:
        """Thinks in full strength, and tells what it thinks: an iterator of Info.

        There is one for each line of each depth and, where there is one line, for each
        change of the best move within a depth; at the end the iterator has the decision,
        which is the first move of the last Info. Without limits it goes on until it is
        stopped: by conclude(), by close(), or when the iterator is no longer used, as after
        a break. Of someone who reads so slowly that a thousand wait, the oldest are dropped.
        Arguments and errors are those of decide().
        """
    def analyse_async(
        self,
        subject: State | Observation,
        seat: _Seat | None = None,
        *,
        movetime: float | None = None,
        deadline: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        mate: int | None = None,
        lines: int | None = None,
        moves: Iterable[str] | None = None,
        clock: Clock | None = None,
        clocks: Iterable[Clock] | None = None,
        heard: Iterable[Heard] | None = None,
    ) -> AsyncAnalysis:
        """Returns an asynchronous iterator of what analyse() tells.

        It starts when it is first asked, and is stopped when its task is cancelled.
        """
    def new_game(self) -> None:
        """Forgets what was learnt of a game, so that the bot is as new.

        Raises BotBusyError while it is at work.
        """

@final
class Analysis:
    """The infos of a bot that thinks: an iterator of Info.

    It stops the search when it is closed, at the end of a with block, or no longer used.
    """

    def __enter__(self) -> Self: ...
    def __exit__(self, *_exception: object) -> None: ...
    def __iter__(self) -> Self: ...
    def __next__(self) -> Info:
        """Waits for the next with the GIL released; Ctrl-C stops the search."""
    @property
    def decision(self) -> Decision | None:
        """The decision, once there is nothing more to tell; None where it was closed before."""
    def conclude(self) -> None:
        """Has the search end with what it has: the decision follows what was told."""
    def close(self) -> None:
        """Stops the search, and waits until the bot is free. Nothing more is told."""
    # For `boardwright._jobs` alone.
    def _take(self) -> Info | None:
        """Fetches the next without waiting; None where there is none."""
    @property
    def _over(self) -> bool:
        """True if nothing more is to be fetched."""
    @property
    def _ended(self) -> bool:
        """True if the search has ended."""
    def _cancel(self) -> None:
        """Stops the search without waiting."""

@final
class Cursor:
    """A state that is moved forward and back in place, for loops that try lines."""

    def __new__(cls, state: State, /) -> Self: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: object, /) -> Self: ...
    @property
    def state(self) -> State:
        """The state where it stands."""
    @property
    def depth(self) -> int:
        """The number of moves made since the start."""
    def play(self, move: _Move, seat: _Seat | None = None, style: str | None = None) -> None:
        """Goes on by a move, given as text or action id; stays on an error.

        Raises as State.play() does.
        """
    def undo(self, plies: int = 1) -> int:
        """Goes back by some plies; returns how many, fewer where the line is shorter."""
    def legal_moves(self, seat: _Seat | None = None, style: str | None = None) -> list[str]:
        """Lists the texts of the legal moves, of all live seats or of one."""
    def legal_ids(self, seat: _Seat | None = None) -> list[int]:
        """Lists the action ids of the legal moves, in the order of legal_moves()."""
    def count_legal(self, seat: _Seat | None = None) -> int:
        """Counts the legal moves, of all live seats or of one."""

def protocols() -> list[str]:
    """Lists the names of the protocols."""

# For `boardwright._table`, `boardwright._engine`, `boardwright._jobs` and `boardwright._cli` alone.

@final
class Engine:
    """An engine that speaks a protocol."""

    def __new__(cls, protocol: str, mailbox: Mailbox, number: int, /) -> Self:
        """Makes one whose lines ring under the number."""
    @property
    def protocol(self) -> str:
        """The name of its protocol."""
    @property
    def closed(self) -> bool:
        """True if it was closed, by `close` or by its protocol's word for the end."""
    def send(self, text: str, /) -> None:
        """Tells it a line, or several."""
    def wait(self, timeout: float | None = None) -> bool:
        """Waits until it searches nothing, up to some seconds; say whether it is so."""
    def close(self) -> None:
        """Cancels what it searches, without another word."""
    def _take(self) -> list[str]:
        """Takes what it has said."""

@final
class Table:
    """Seats, clocks, bots and events around one game."""

    def __new__(cls, state: State, seats: dict[Any, Any], settings: dict[str, Any], /) -> Self: ...
    @staticmethod
    def of_game(
        game: str,
        game_options: dict[str, Any],
        seats: dict[Any, Any],
        settings: dict[str, Any],
        /,
    ) -> Table:
        """Starts a game by its name, with seeds that are drawn where none are given."""
    @staticmethod
    def load(text: str, /) -> Table:
        """Takes up what the call `save` gave."""
    def call(self, name: str, /, **args: Any) -> Any:
        """Makes a call by its name."""
    def wait(self, timeout: float | None = None) -> bool:
        """Waits until no bot is at work, up to some seconds; say whether it is so."""
    def listen(self, mailbox: Mailbox, number: int, args: dict[str, Any], /) -> Listening:
        """Rings a bell under the number after each change, until `Listening.heard` only once.

        The arguments say whose events are followed, if any are.
        """
    def start(self, mailbox: Mailbox, number: int, /) -> None:
        """Puts a letter into the mailbox once no bot is at work, or the table is closed."""
    def game(self) -> Game:
        """The game."""
    def state(self) -> State:
        """The state, with everything that is hidden from seats."""
    def observe(self, seat: _Seat, /) -> Observation:
        """The knowledge of a seat."""
    def revision(self) -> int:
        """A number that grows with each change."""
    def seat_call(
        self, seat: str, name: str, payload: dict[str, Any], now: int | None = None, /
    ) -> Any:
        """Makes a call for the client of a seat."""
    def attend(self, seat: str, questions: Questions, /) -> None:
        """Has the questions of a seat of the host's own bot put there."""
    def close(self) -> None:
        """Ends all work of its bots, and whoever waits for them; what was said stays readable."""

@final
class Listening:
    """A listener of a table, which it does not keep."""

    def heard(self) -> None:
        """Takes note that it looks at the table: it rings again after the next change."""
    def take(self) -> Any:
        """Takes the events that it was not told yet; None where there are none."""
    def is_over(self) -> bool:
        """True once it is told nothing any more."""
    def stop(self) -> None:
        """Stops; the bell rings for the last time."""

@final
class Questions:
    """The questions to bots of the host's own; a bell rings in the mailbox under the number."""

    def __new__(cls, mailbox: Mailbox, number: int, /) -> Self: ...
    def take(self) -> NativeQuestion | int | None:
        """Takes the oldest item: a question, or the number of one that is given up."""

@final
class ExternalEngine:
    """A program of somebody else that sits at tables, started by its command.

    It speaks the `protocol` `uci`, `ubi` or `bei`, and is started for a `game`, a Game or a name:
    for chess and its variants, for a player of bughouse, for Boost; never for one that hides
    something. `command` is the program and its arguments; `options` are set at the start.
    The call waits until the program is ready, at most 30 seconds; in an event loop
    `await asyncio.to_thread(ExternalEngine, ...)` does so beside it.

    It takes a seat of one table at a time, as a bot of your own does: `Table("chess",
    {"black": {"bot": engine, "movetime": 200}})`, with 1 s a move where neither a time, nor
    positions, nor a clock is given. A program that breaks down, hangs or says nonsense is
    replaced for that move, and started anew for the next. It ends with `close`, at the end of
    a `with` statement, and when neither you nor a table has it.

    Raises UnsupportedError for a game that the protocol or the program does not play, and
    InvalidOptionError for a program that does not start or has no such option.
    """

    def __new__(
        cls,
        game: Game | str,
        command: str | Sequence[str],
        *,
        protocol: Literal["uci", "ubi", "bei"] | None = None,
        options: Mapping[str, str | int | bool | None] | None = None,
    ) -> Self: ...
    @property
    def name(self) -> str:
        """The name that the program gives itself, or else its command."""
    @property
    def game(self) -> Game:
        """The game for which it was started."""
    @property
    def protocol(self) -> str:
        """The protocol that it speaks."""
    def close(self) -> None:
        """Ends the program; what it is still asked is answered by others."""
    def __enter__(self) -> Self: ...
    def __exit__(self, *_args: object) -> None: ...
    def _attend(self, table: Table, seat: str, /) -> None:
        """Answers for a seat of a table."""

@final
class NativeQuestion:
    """A question; dropped without an answer, it counts as a failure of the bot."""

    def details(self) -> Any:
        """The question besides the observation."""
    def observation(self) -> Observation:
        """The knowledge of the seat."""
    def is_over(self) -> bool:
        """True once no answer is awaited any more."""
    def answer(self, value: object, /) -> bool:
        """Answers; says whether an answer was awaited."""
    def fail(self, message: str, /) -> bool:
        """Reports that the bot failed; says whether an answer was awaited."""

@final
class NativeModel:
    """A player by language models, without the calls."""

    def __new__(cls, given: dict[str, Any], /) -> Self: ...
    def models(self) -> list[str]:
        """The names of the models, in the order of the endpoints."""
    def ask(self, question: NativeQuestion, /) -> NativeTurn:
        """Begins to answer a question."""
    def preflight(self) -> NativeTurn:
        """Begins to check all endpoints."""
    def prompt(self, observation: Observation, /) -> Any:
        """The prompt for the move of a seat."""
    def stats(self) -> Any:
        """The counts so far."""
    def transcript(self) -> Any:
        """The last exchanges with the endpoints."""

@final
class NativeTurn:
    """The steps from a question to its answer."""

    def step(self, now: int, reply: object | None, /) -> Any:
        """Returns the next step, with what a call came to if it was the last one."""
    def cancel(self) -> None:
        """Gives it up, if it has not ended."""

@final
class Study:
    """An analysis that has not been started."""

    def start(self, mailbox: Mailbox, number: int, /) -> Analysis:
        """Starts it; a bell rings in the mailbox under the number."""

@final
class Work:
    """Long work that has not been started."""

    def start(self, mailbox: Mailbox, number: int, /) -> Job:
        """Queue the work; its end goes into the mailbox under the number."""

@final
class Job:
    """Work that was started; it stops when nobody has this any more."""

    def cancel(self) -> None:
        """Asks it to stop; its end comes in any case."""

@final
class FinishedGames:
    """The finished games of a tournament that were not taken yet."""

    def take(self) -> dict[str, Any] | None:
        """Takes the oldest; None where there is none."""
    @property
    def expected(self) -> int | None:
        """The number of games that are expected; None before that is known."""
    @property
    def over(self) -> bool:
        """True once the work has ended."""
    def wait(self) -> None:
        """Waits a moment for a game or the end, with the GIL released."""
    def listen(self, mailbox: Mailbox, number: int, /) -> None:
        """Has a bell ring in the mailbox under the number when there is a game."""

def arena_work(
    occasion: str, options: dict[str, Any], own: Sequence[Questions], /
) -> tuple[Work, FinishedGames]:
    """Makes the work of a tournament, a match or self-play, and the place of its games.

    `own` has the questions to each bot of the host's own, which players name by its place.
    """

@final
class NativeRegistry:
    """A registry of bots.

    Python's lock is held while it is changed, so that no fork finds it locked.
    """

    def __new__(cls) -> Self: ...
    @staticmethod
    def parse(text: str, /) -> NativeRegistry:
        """Reads a registry from JSON."""
    @staticmethod
    def load(path: str, /) -> NativeRegistry:
        """Reads a registry from a file; without one it is empty."""
    def __len__(self) -> int: ...
    def ask(self, question: str, given: dict[str, Any], /) -> Any:
        """Answers a question."""
    def change(self, change: str, given: dict[str, Any], /) -> Any:
        """Makes a change."""

def strength(question: str, given: dict[str, Any], /) -> Any:
    """Answers a question about results."""

@final
class JobQueue:
    """A tournament whose games are jobs, until it is closed."""

    def __new__(cls, occasion: str, options: dict[str, Any], lease: int | None, /) -> Self: ...
    def acquire(self, now: float, /) -> str | None:
        """Takes the next job, as JSON, at a time in milliseconds; None while there is none."""
    def submit(self, result: str, /) -> dict[str, Any] | None:
        """Takes a result, as JSON; returns the game, or None for one that is there already."""
    def release(self, id: str, /) -> bool:
        """Has a job handed out again; False for one that is not out."""
    @property
    def over(self) -> bool:
        """True once no further job is handed out."""
    @property
    def waiting(self) -> int:
        """The number of jobs that can begin now."""
    @property
    def out(self) -> int:
        """The number of jobs that were handed out and have no result."""
    def close(self) -> None:
        """Frees the file of games."""
    def report(self) -> dict[str, Any]:
        """The report on the games so far."""

def run_job(job: str, programs: bool, /) -> str:
    """Does a job, both as JSON; whatever is wrong with it is the result."""

@final
class Mailbox:
    """The queue at which the results of jobs arrive."""

    def __new__(cls) -> Self: ...
    def wait(self) -> list[tuple[int, Any, BaseException | None, bool]]:
        """Waits, with the GIL released, until something has arrived, and take it.

        An empty list says that the mailbox was closed.
        """
    def close(self) -> None:
        """Lets whoever waits go once nothing is left."""

def report(error: BaseException, source: object, /) -> None:
    """Tells `sys.unraisablehook` of what was raised where nobody can catch it."""

def shutdown() -> None:
    """Cancels all jobs and wait for the library's threads to end."""

def run_command_line(arguments: Sequence[str], /) -> int:
    """Runs the command line and return its exit code.

    The first argument is the name of the program.
    """

@final
class PlayedText:
    """The moves of a game as text, played from a state; a value."""

    @staticmethod
    def read(text: str, start: State) -> PlayedText | None:
        """Plays the moves of a text without tags from a state on.

        None for a text that can be read in more than one way, or a move that cannot be played.
        """
    @property
    def result(self) -> str | None:
        """The result at its end; None if there is none."""
    @property
    def opening(self) -> list[str]:
        """The comments before the first move."""
    def __len__(self) -> int: ...
    def moves(self) -> list[str]:
        """Lists the moves of the main line."""
    def lines(
        self,
    ) -> list[
        tuple[tuple[int, int] | None, list[str], list[tuple[int, str]], list[tuple[int, int]]]
    ]:
        """Lists the lines, each after the one that it leaves; the main line is the first.

        A line is the number of the one that it leaves with that of the moves before, the
        moves, comments and glyphs by the number of moves before them.
        """

@final
class Record:
    """The record of a game: tags, moves with what is said about them, result; a value.

    read_games() reads it, Record.of() makes it. Times are in milliseconds, evaluations in
    centipawns of the first seat.
    """

    @staticmethod
    def of(
        start: State,
        moves: Iterable[str | Mapping[str, object]] | described.RecordTree,
        *,
        tags: Mapping[str, str] | None = None,
        result: str | None = None,
        style: str | None = None,
        clocks: Sequence[int | None] | None = None,
        comments: Sequence[str | None] | None = None,
    ) -> Record:
        """Makes a record of moves from a state on, to be written.

        The moves are texts of a style (the canonical one by default), dictionaries with a
        "move" and what tree() has beside it, or a whole tree as tree() returns it. Clocks (in
        milliseconds) and comments are those after each move. Raises IllegalMoveError and
        InvalidNotationError for the first move that cannot be played, InvalidOptionError for
        what is no record.
        """
    @property
    def line(self) -> int:
        """The line of the source in which it begins, from 1; 0 for one that was not read."""
    @property
    def game(self) -> Game:
        """The rules."""
    @property
    def tags(self) -> dict[str, str]:
        """The tags, in order."""
    @property
    def result(self) -> str | None:
        """The result: 1-0, 0-1, 1/2-1/2 or *; None where there is none."""
    @property
    def start(self) -> State:
        """The first state."""
    def state(self, node: int | None = None) -> State:
        """Returns the state after a move, by its index in the nodes of tree().

        By default it is the last state of the main line.
        """
    def moves(self, style: str | None = None) -> list[str]:
        """Lists the moves of the main line."""
    def tree(self, style: str | None = None) -> described.RecordTree:
        """Returns all moves and what is said about them, as plain dictionaries.

        These are variations, comments, glyphs, clocks and evaluations.
        """
    @property
    def clocks(self) -> list[int | None]:
        """The mover's clock after each move of the main line in milliseconds, or None."""
    @property
    def evals(self) -> list[int | None]:
        """The evaluation after each move of the main line, or None.

        It is in centipawns of the first seat; mates are in tree() alone.
        """
    def pgn(
        self,
        *,
        variations: bool = True,
        comments: bool = True,
        notes: bool = True,
        nags: bool = True,
    ) -> str:
        """Writes it as PGN (BPGN for games of two boards), a blank line at its end.

        Notes are clocks, evaluations and marks. Raises UnsupportedError for a game that has
        no such notation.
        """
    def _repr_html_(self) -> str | None: ...

@final
class GameReader:
    """The games of a source, one after the other: an iterator of Record."""

    def __new__(cls, source: object, on_damage: object, /, **given: object) -> Self: ...
    def __iter__(self) -> Self:
        """Returns itself."""
    def __next__(self) -> Any:
        """Reads the next game.

        Raises InvalidNotationError for a damaged one, and goes on after it when it is asked
        again.
        """

@final
class Array:
    """An array that cannot be changed.

    `memoryview(array)` and `numpy.asarray(array)` look at it where it lies and keep it alive.
    """

    def __len__(self) -> int: ...
    if sys.version_info >= (3, 12):
        def __buffer__(self, flags: int, /) -> memoryview: ...

@final
class ColumnArrays:
    """The arrays of read_columns()."""

    def array(self, name: str) -> Array:
        """The array of a name."""
    def texts(self, name: str, index: int = 0) -> tuple[Array, Array]:
        """The bytes and the offsets of texts."""
    def damages(self) -> list[Damage]:
        """The damaged games."""

@final
class VecEnv:
    """Many games stepped at once for learning, written into arrays of the caller.

    The arrays are given by name to each call, and each can be left out: `observations` (uint8 or
    float32, games by `observation_shape`), `masks` (bool or uint8, games by `action_count`),
    `rewards` (float32, games by seats: 1 for a win, -1 for a loss), `terminated` and `truncated`
    (bool or uint8) and `seats` (uint8), the seat to move, or 255. A game that ends starts anew in
    the same step. Planes and masks hold what the seat to move may know. With `reseed` each
    episode draws terrain of its own. Raises UnsupportedError for a game without action ids.
    """

    def __new__(
        cls,
        game: Game | str,
        games: SupportsIndex,
        /,
        *,
        seed: SupportsIndex | None = None,
        threads: SupportsIndex | None = None,
        ply_limit: SupportsIndex | None = None,
        reseed: bool = False,
    ) -> Self: ...
    def __len__(self) -> int: ...
    @property
    def game(self) -> Game:
        """The game."""
    @property
    def games(self) -> int:
        """The number of games."""
    @property
    def action_count(self) -> int:
        """The number of action ids."""
    @property
    def observation_shape(self) -> tuple[int, int, int]:
        """Planes, rows and columns of the observation of one game."""
    @property
    def layout(self) -> dict[str, Any]:
        """The documentation of the planes: `rows`, `columns`, `grid` and `planes`.

        Each plane has a `name`, a `doc` and the `unit` that float32 observations are divided by.
        """
    def reset(
        self,
        *,
        seed: SupportsIndex | None = None,
        observations: Buffer | _Array | None = None,
        masks: Buffer | _Array | None = None,
        rewards: Buffer | _Array | None = None,
        terminated: Buffer | _Array | None = None,
        truncated: Buffer | _Array | None = None,
        seats: Buffer | _Array | None = None,
    ) -> None:
        """Starts all games anew as at the very beginning, under another seed if one is given."""
    def step(
        self,
        actions: Buffer | _Array,
        /,
        *,
        observations: Buffer | _Array | None = None,
        masks: Buffer | _Array | None = None,
        rewards: Buffer | _Array | None = None,
        terminated: Buffer | _Array | None = None,
        truncated: Buffer | _Array | None = None,
        seats: Buffer | _Array | None = None,
    ) -> None:
        """Makes a move in each game, by its action id in an array of int64.

        Raises IllegalMoveError for an action that is not in the mask, naming the game; then no move
        is made at all.
        """
    def write(
        self,
        *,
        observations: Buffer | _Array | None = None,
        masks: Buffer | _Array | None = None,
        rewards: Buffer | _Array | None = None,
        terminated: Buffer | _Array | None = None,
        truncated: Buffer | _Array | None = None,
        seats: Buffer | _Array | None = None,
    ) -> None:
        """Writes what the seats to move see now; rewards and flags become 0."""
    def sample(self, actions: Buffer | _Array) -> None:
        """Draws one of the moves in the mask of each game into an array of int64.

        Each game draws from the seed, its number and its episode.
        """
    def notation(self, index: SupportsIndex) -> str:
        """Returns the notation of the position of a game, all of it, as a referee sees it."""
