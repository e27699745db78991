"""Headers of games."""

import re
from collections.abc import Iterable, Iterator, Mapping, MutableMapping
from typing import Final, Self

from boardwright.chess._board import Board
from boardwright.chess.variant import find_variant

TAG_ROSTER: Final = {
    "Event": "?",
    "Site": "?",
    "Date": "????.??.??",
    "Round": "?",
    "White": "?",
    "Black": "?",
    "Result": "*",
}
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_+#=:-]*\Z")
_CHESS960: Final = frozenset(
    ["chess960", "chess 960", "fischerandom", "fischerrandom", "fischer random"]
)
_WILD: Final = frozenset(f"wild/{number}" for number in [0, 1, 2, 3, 4, 5, 6, 7, 8, "8a"])


class Headers(MutableMapping[str, str]):
    """The headers of a game, those of the seven tag roster first.

    A name that PGN does not allow, and a value with the end of a line, are ValueErrors.
    """

    def __init__(
        self, data: Mapping[str, str] | Iterable[tuple[str, str]] | None = None, **kwargs: str
    ) -> None:
        self._tags: dict[str, str] = dict(TAG_ROSTER) if data is None else {}
        if data or kwargs:
            self.update(data or {}, **kwargs)

    def is_chess960(self) -> bool:
        """Returns true if the variant is Chess960."""
        return self._tags.get("Variant", "").lower() in _CHESS960

    def is_wild(self) -> bool:
        """Returns true if the variant is one of the shuffled starts that servers number."""
        return self._tags.get("Variant", "").lower() in _WILD

    def variant(self) -> type[Board]:
        """Returns the class of boards; raises ValueError for a variant that the core lacks."""
        name = self._tags.get("Variant", "").lower()
        if not name or self.is_chess960() or self.is_wild():
            return Board
        return find_variant(name)

    def board(self) -> Board:
        """Returns the board at the start; raises ValueError for a header that cannot be read."""
        variant = self.variant()
        fen = self._tags.get("FEN")
        if fen is None:
            return variant(variant.starting_fen, chess960=self.is_chess960())
        board = variant(fen, chess960=self.is_chess960())
        board.chess960 = board.chess960 or board._needs_chess960(fen)
        return board

    def __setitem__(self, name: str, value: str) -> None:
        if not _NAME.match(name):
            raise ValueError(f"{name!r} is no name of a header")
        if "\n" in value or "\r" in value:
            raise ValueError(f"the header {name} goes over the end of a line: {value!r}")
        self._tags[name] = value

    def __getitem__(self, name: str) -> str:
        return self._tags[name]

    def __delitem__(self, name: str) -> None:
        del self._tags[name]

    def __iter__(self) -> Iterator[str]:
        tags = self._tags
        yield from (name for name in TAG_ROSTER if name in tags)
        yield from (name for name in tags if name not in TAG_ROSTER)

    def __len__(self) -> int:
        return len(self._tags)

    def copy(self) -> Self:
        """Returns a copy."""
        return type(self)(self)

    def __copy__(self) -> Self:
        return self.copy()

    def __repr__(self) -> str:
        tags = ", ".join(f"{name}={value!r}" for name, value in self.items())
        return f"{type(self).__name__}({tags})"

    def setup(self, board: Board | str) -> None:
        """Sets the headers that say where the game begins."""
        if isinstance(board, str):
            start = Board(board)
            start.chess960 = start._needs_chess960(board)
        else:
            start = board
        fen = start.fen()
        if fen == type(start).starting_fen and not start.chess960:
            self.pop("FEN", None)
            self.pop("SetUp", None)
        else:
            self["FEN"] = fen
            self["SetUp"] = "1"
        if type(start).aliases[0] == Board.aliases[0] and start.chess960:
            self["Variant"] = "Chess960"
        elif type(start).aliases[0] != Board.aliases[0]:
            self["Variant"] = type(start).aliases[0]
        else:
            self.pop("Variant", None)

    @classmethod
    def builder(cls) -> "object":
        """Returns a visitor that makes headers."""
        from boardwright.chess.pgn._visitors import HeadersBuilder

        return HeadersBuilder(Headers=cls)
