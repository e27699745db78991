"""Records of games: read one after the other, and as arrays."""

import importlib
import itertools
import os
from collections.abc import Callable, Coroutine, Iterable, Mapping
from concurrent.futures import Future
from typing import IO, Any, Literal, TypeAlias, cast, overload

from boardwright import _jobs, _native
from boardwright._types import Damage

Source: TypeAlias = (
    str
    | os.PathLike[str]
    | bytes
    | bytearray
    | memoryview
    | IO[bytes]
    | IO[str]
    | Iterable[str | bytes]
)
OnDamage: TypeAlias = Literal["raise", "skip", "yield"] | Callable[[Damage], object]

NO_CLOCK = -1
"""The value of `Columns.clocks` where there is no clock."""
NO_EVAL = -(2**15)
"""The value of `Columns.evals` where there is no evaluation."""
MATE = 32_000
"""The value of `Columns.evals` for mate now; mate in n moves is n nearer to 0."""
NO_RESULT = -128
"""The value of `Columns.results` where there is no result."""


def read_games(
    source: Source,
    *,
    game: str | None = None,
    options: Mapping[str, object] | None = None,
    on_damage: OnDamage = "raise",
    variations: bool = True,
    comments: bool = True,
    play_on: bool = False,
    lenient_fen: bool = False,
    null_moves: Literal["damage", "end_line"] = "damage",
    require_result: bool = False,
    bare_clocks: bool = False,
) -> _native.GameReader:
    """Reads the games of a source one after the other, in constant memory.

    The source is a path, bytes, a file object, or an iterable of lines with their ends or of
    chunks; what is packed with gzip or zstd is unpacked. The game is the one that the tag
    `Variant` names, or `game` with its `options`, whatever the tag says. A damaged game
    raises InvalidNotationError, after which the iterator goes on with the next one, or is
    left out (`skip`), or comes as a `Damage` among the records (`yield`), or is given to
    the callable that `on_damage` is. Variations and the texts of comments can be left out.
    `play_on` reads games on that have ended by counters, `lenient_fen` repairs FEN,
    `null_moves="end_line"` cuts lines at null moves.
    """
    return _native.GameReader(
        source,
        on_damage,
        game=game,
        options=options,
        variations=variations,
        comments=comments,
        play_on=play_on,
        lenient_fen=lenient_fen,
        null_moves=null_moves,
        require_result=require_result,
        bare_clocks=bare_clocks,
    )


def _view(array: _native.Array) -> memoryview:
    # Types of Python before 3.12 do not know it as a buffer.
    return memoryview(cast("Any", array))


def _array(array: _native.Array) -> Any:
    """The array as NumPy's where that can be imported, else as a memoryview; no copy."""
    try:
        numpy = importlib.import_module("numpy")
    except ImportError:
        return _view(array)
    return numpy.asarray(array)


#: So many texts are shown of many.
SHOWN = 3


class Texts:
    """Texts that lie one after the other: a sequence of str that are made when asked for."""

    __slots__ = ("_bytes", "_data", "_offsets", "_places")

    def __init__(self, data: _native.Array, offsets: _native.Array) -> None:
        """Looks at two arrays; `Columns` calls this."""
        self._data = data
        self._places = offsets
        self._bytes = _view(data)
        self._offsets = _view(offsets)

    @property
    def bytes(self) -> Any:
        """All texts in UTF-8, an array of uint8."""
        return _array(self._data)

    @property
    def offsets(self) -> Any:
        """The offset of each text and, at last, of the end: an array of uint64."""
        return _array(self._places)

    def __len__(self) -> int:
        """Returns the number of texts."""
        return len(self._offsets) - 1

    def __repr__(self) -> str:
        """Shows the first texts."""
        some = ", ".join(repr(self[i]) for i in range(min(len(self), SHOWN)))
        more = f", and {len(self) - SHOWN} more" if len(self) > SHOWN else ""
        return f"<Texts {some}{more}>" if some else "<Texts, none>"

    @overload
    def __getitem__(self, index: int) -> str: ...

    @overload
    def __getitem__(self, index: slice) -> list[str]: ...

    def __getitem__(self, index: int | slice) -> str | list[str]:
        """Returns a text, or a list of several."""
        count = len(self)
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(count))]
        if not -count <= index < count:
            raise IndexError(index)
        index %= count
        return str(self._bytes[self._offsets[index] : self._offsets[index + 1]], "utf-8")

    def tolist(self) -> list[str]:
        """Returns all texts as a list."""
        data, offsets = self._bytes.tobytes(), self._offsets.tolist()
        return [data[start:end].decode() for start, end in itertools.pairwise(offsets)]


class Columns:
    """The main lines of games as flat arrays, read-only and without copies.

    Arrays are NumPy's where NumPy can be imported, else `memoryview`. Game `i` has the plies
    from `ply_offsets[i]` to `ply_offsets[i + 1]`. What was not asked for is empty.
    """

    __slots__ = ("_arrays", "_names")

    def __init__(self, arrays: _native.ColumnArrays, names: tuple[str, ...]) -> None:
        """Looks at what was read; `read_columns` calls this."""
        self._arrays = arrays
        self._names = names

    def __len__(self) -> int:
        """Returns the number of games."""
        return len(self._arrays.array("results"))

    def __repr__(self) -> str:
        """Says how much there is."""
        plies = len(self._arrays.array("moves"))
        return f"<Columns of {len(self)} games, {plies} plies>"

    @property
    def lines(self) -> Any:
        """The line in which each game begins, from 1 (uint64)."""
        return _array(self._arrays.array("lines"))

    @property
    def results(self) -> Any:
        """The result of each game (int8): 1, 0, -1, or NO_RESULT."""
        return _array(self._arrays.array("results"))

    @property
    def ply_offsets(self) -> Any:
        """The number of the first ply of each game and, at last, of all plies (uint64)."""
        return _array(self._arrays.array("ply_offsets"))

    @property
    def moves(self) -> Any:
        """The moves (uint16), which `move_text` writes.

        Bits 0 to 5 are the destination, 6 to 11 the origin (a1 is 0, b1 is 1, h8 is 63), 12
        to 15 the kind: 0 plain, 1 castling (to the square of the rook), 2 en passant, 4 to 7
        promotion to knight, bishop, rook, queen, 8 to 12 drop of pawn, knight, bishop, rook,
        queen (the origin is the destination).
        """
        return _array(self._arrays.array("moves"))

    @property
    def clocks(self) -> Any:
        """The mover's clock after each ply in milliseconds, or NO_CLOCK (int32)."""
        return _array(self._arrays.array("clocks"))

    @property
    def evals(self) -> Any:
        """The evaluation after each ply in centipawns of the first seat (int16).

        NO_EVAL where there is none; mate in n moves is `MATE - n`, or `n - MATE` for the
        second seat.
        """
        return _array(self._arrays.array("evals"))

    @property
    def boards(self) -> Any:
        """The board before each ply and after the last one (uint8, 64 a row, from a1 to h8).

        0 is empty, 1 to 6 pawn to king of White, 9 to 14 of Black. Game `i` has the rows from
        `ply_offsets[i] + i` on.
        """
        return _array(self._arrays.array("boards"))

    @property
    def fens(self) -> Texts:
        """The FEN of the same positions as `boards`."""
        return Texts(*self._arrays.texts("fens"))

    @property
    def starts(self) -> Texts:
        """The FEN of each game's start."""
        return Texts(*self._arrays.texts("starts"))

    @property
    def headers(self) -> dict[str, Texts]:
        """The tags asked for, by name; an empty text where a game has none."""
        return {
            name: Texts(*self._arrays.texts("headers", index))
            for index, name in enumerate(self._names)
        }

    @property
    def damages(self) -> list[Damage]:
        """The damaged games, in order."""
        return self._arrays.damages()

    def to_arrow(self) -> Any:
        """Returns a `pyarrow.Table`, one row a game, without copies of the arrays.

        Moves, clocks and evaluations are lists, tags are columns of their own names. pyarrow
        is imported here; ImportError where there is none.
        """
        pa = importlib.import_module("pyarrow")

        def flat(array: _native.Array, kind: Any) -> Any:
            return pa.Array.from_buffers(kind, len(array), [None, pa.py_buffer(array)])

        def texts(data: _native.Array, offsets: _native.Array) -> Any:
            buffers = [None, pa.py_buffer(offsets), pa.py_buffer(data)]
            return pa.Array.from_buffers(pa.large_utf8(), len(offsets) - 1, buffers)

        arrays = self._arrays
        columns = {
            "line": flat(arrays.array("lines"), pa.uint64()),
            "result": flat(arrays.array("results"), pa.int8()),
        }
        offsets = pa.py_buffer(arrays.array("ply_offsets"))
        for name, kind in (("moves", pa.uint16()), ("clocks", pa.int32()), ("evals", pa.int16())):
            array = arrays.array(name)
            if name != "moves" and len(array) == 0:
                continue
            listed = pa.large_list(kind)
            columns[name] = pa.Array.from_buffers(
                listed, len(self), [None, offsets], children=[flat(array, kind)]
            )
        if len(self.starts) > 0:
            columns["start"] = texts(*arrays.texts("starts"))
        for index, name in enumerate(self._names):
            columns[name] = texts(*arrays.texts("headers", index))
        return pa.table(columns)


def read_columns(
    source: Source,
    *,
    headers: Iterable[str] = (),
    clocks: bool = True,
    evals: bool = False,
    boards: bool = False,
    fens: bool = False,
    starts: bool = False,
    threads: int = 1,
    game: str | None = None,
    options: Mapping[str, object] | None = None,
    on_damage: Literal["raise", "skip"] = "raise",
    play_on: bool = False,
    lenient_fen: bool = False,
    null_moves: Literal["damage", "end_line"] = "damage",
    require_result: bool = False,
    bare_clocks: bool = False,
    progress: Callable[[int], object] | None = None,
    deadline: float | None = None,
) -> Columns:
    """Reads the main lines of all games of a source into flat arrays.

    The source is as in `read_games`; what an object gives is read part by part, on this
    thread, and never held whole (in the other forms it is read whole first). Games must be
    played on one chess board. A damaged game raises InvalidNotationError, or is left out with
    `on_damage="skip"` and stands in `Columns.damages`. `progress` is called
    with the number of unpacked bytes that were read, some times a second. Runs with the GIL
    released; Ctrl-C stops it, and the deadline in seconds.
    """
    names = tuple(headers)
    arrays = _native.read_columns(
        source,
        progress,
        deadline,
        headers=names,
        clocks=clocks,
        evals=evals,
        boards=boards,
        fens=fens,
        starts=starts,
        threads=threads,
        game=game,
        options=options,
        on_damage=on_damage,
        play_on=play_on,
        lenient_fen=lenient_fen,
        null_moves=null_moves,
        require_result=require_result,
        bare_clocks=bare_clocks,
    )
    return Columns(arrays, names)


def _work(
    source: Source, deadline: float | None, given: dict[str, Any]
) -> tuple[_native.Work, tuple[str, ...]]:
    names = tuple(given.pop("headers", ()))
    return _native.columns_work(source, deadline, headers=names, **given), names


def read_columns_future(
    source: Source, *, deadline: float | None = None, **given: Any
) -> Future[Columns]:
    """Starts read_columns(), with its arguments but `progress`; cancelling stops the work."""
    work, names = _work(source, deadline, given)
    return _jobs.submit(work, lambda arrays: Columns(arrays, names))


def read_columns_async(
    source: Source, *, deadline: float | None = None, **given: Any
) -> Coroutine[Any, Any, Columns]:
    """Awaits read_columns(), with its arguments but `progress`; cancelling stops the work."""
    work, names = _work(source, deadline, given)

    async def read() -> Columns:
        return Columns(await _jobs.run(work), names)

    return read()
