"""Opening books of Polyglot, and the key by which they know a position."""

import mmap
import os
import random
import struct
from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass
from types import TracebackType
from typing import Final, Self

from boardwright.chess import _rules
from boardwright.chess._board import Board
from boardwright.chess._values import Move

_ENTRY: Final = struct.Struct(">QHHI")
_BY_ROOK: Final = frozenset(["e1h1", "e1a1", "e8h8", "e8a8"])
_KEYS: Final = 1 << 64


def zobrist_hash(board: Board) -> int:
    """Returns the key of a position, 64 bits.

    The square of en passant counts where the capture is legal. Raises ValueError for a board
    that is none of chess or crazyhouse.
    """
    game = board._game(chess960=board.chess960)
    if board._composed:
        game = _rules.chess(chess960=False)
    state = _rules.parsed(game, board.fen())
    if state is None:
        raise ValueError(f"no key for {board.fen()!r}")
    return int(state.ask("polyglot_key"), 16)


@dataclass(frozen=True)
class Entry:
    """An entry of a book: a move with its weight and what was learned of it."""

    key: int
    raw_move: int
    weight: int
    learn: int
    move: Move


def _read_move(raw: int) -> Move:
    """Reads a move: three bits each for file and rank of destination and origin, and a piece."""
    to_square, from_square, kind = raw & 0o77, raw >> 6 & 0o77, raw >> 12 & 7
    if from_square == to_square:
        # Not of the format, but written for drops.
        return Move(from_square, to_square, None, kind + 1 if kind else None)
    return Move(from_square, to_square, kind + 1 if kind else None)


class MemoryMappedReader:
    """A book in a file, whose entries are found by their keys where they lie.

    Entries are sorted by key; of a file that ends within one the last is an IndexError.
    """

    def __init__(self, filename: str | os.PathLike[str]) -> None:
        with open(filename, "rb") as file:  # noqa: PTH123  # a descriptor to be mapped
            size = os.fstat(file.fileno()).st_size
            self._bytes: bytes | mmap.mmap = b""
            if size:
                self._bytes = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self._count = size // _ENTRY.size

    def __len__(self) -> int:
        return self._count

    def _key(self, index: int) -> int:
        return int(_ENTRY.unpack_from(self._bytes, index * _ENTRY.size)[0])

    def __getitem__(self, index: int) -> Entry:
        position = range(self._count)[index] * _ENTRY.size
        key, raw, weight, learn = _ENTRY.unpack_from(self._bytes, position)
        return Entry(key, raw, weight, learn, _read_move(raw))

    def __iter__(self) -> Iterator[Entry]:
        return (self[index] for index in range(self._count))

    def __reversed__(self) -> Iterator[Entry]:
        return (self[index] for index in range(self._count - 1, -1, -1))

    def bisect_key_left(self, key: int) -> int:
        """Returns the index of the first entry whose key is not below one."""
        low, high = 0, self._count
        while low < high:
            middle = (low + high) // 2
            if self._key(middle) < key:
                low = middle + 1
            else:
                high = middle
        return low

    def __contains__(self, entry: object) -> bool:
        if not isinstance(entry, Entry):
            return False
        first = self.bisect_key_left(entry.key)
        for index in range(first, self._count):
            if self._key(index) != entry.key:
                return False
            if self[index] == entry:
                return True
        return False

    def find_all(
        self, board: Board | int, *, minimum_weight: int = 1, exclude_moves: Container[Move] = ()
    ) -> Iterator[Entry]:
        """Yields the entries of a position or a key, of a board those with legal moves alone."""
        key = board if isinstance(board, int) else zobrist_hash(board)
        for index in range(self.bisect_key_left(key % _KEYS), self._count):
            entry = self[index]
            if entry.key != key:
                return
            if entry.weight < minimum_weight:
                continue
            if not isinstance(board, int):
                entry = _on_board(entry, board)
                if not board.is_legal(entry.move):
                    continue
            if entry.move not in exclude_moves:
                yield entry

    def find(
        self, board: Board | int, *, minimum_weight: int = 1, exclude_moves: Container[Move] = ()
    ) -> Entry:
        """Returns the entry of a position with the greatest weight; IndexError without one."""
        found = self.get(board, None, minimum_weight=minimum_weight, exclude_moves=exclude_moves)
        if found is None:
            raise IndexError("no entry for the position")
        return found

    def get(
        self,
        board: Board | int,
        default: Entry | None = None,
        *,
        minimum_weight: int = 1,
        exclude_moves: Container[Move] = (),
    ) -> Entry | None:
        """Returns the entry of a position with the greatest weight, or another value."""
        found = self.find_all(board, minimum_weight=minimum_weight, exclude_moves=exclude_moves)
        return max(found, key=lambda entry: entry.weight, default=default)

    def choice(
        self,
        board: Board | int,
        *,
        minimum_weight: int = 1,
        exclude_moves: Container[Move] = (),
        random: random.Random | None = None,
    ) -> Entry:
        """Draws an entry of a position, each as likely as another; IndexError without one."""
        found = list(
            self.find_all(board, minimum_weight=minimum_weight, exclude_moves=exclude_moves)
        )
        if not found:
            raise IndexError("no entry for the position")
        return found[_drawn(random)(len(found))]

    def weighted_choice(
        self,
        board: Board | int,
        *,
        exclude_moves: Container[Move] = (),
        random: random.Random | None = None,
    ) -> Entry:
        """Draws an entry of a position by its weight; IndexError without one."""
        found = list(self.find_all(board, exclude_moves=exclude_moves))
        if not found:
            raise IndexError("no entry for the position")
        drawn = _drawn(random)(sum(entry.weight for entry in found))
        for entry in found:
            drawn -= entry.weight
            if drawn < 0:
                return entry
        return found[-1]

    def close(self) -> None:
        """Closes the file."""
        if isinstance(self._bytes, mmap.mmap):
            self._bytes.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


def _drawn(generator: random.Random | None) -> Callable[[int], int]:
    draw = random.randint if generator is None else generator.randint
    return lambda count: draw(0, count - 1)


def _on_board(entry: Entry, board: Board) -> Entry:
    """Returns an entry with castling as the board writes it: books have the rook's square."""
    move = entry.move
    if board.chess960 or move.uci() not in _BY_ROOK or not board.is_castling(move):
        return entry
    king = Move.from_uci(board.uci(move))
    return Entry(entry.key, entry.raw_move, entry.weight, entry.learn, king)


def open_reader(path: str | os.PathLike[str]) -> MemoryMappedReader:
    """Opens a book; raises OSError for a file that cannot be read."""
    return MemoryMappedReader(path)
