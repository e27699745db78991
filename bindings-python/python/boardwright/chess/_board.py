"""Boards of chess."""

from typing import ClassVar, Self

from boardwright.chess._position import Position
from boardwright.chess._squares import STARTING_FEN
from boardwright.chess._texts import Texts
from boardwright.chess._values import Move


class Board(Texts):
    """A board of chess that moves change, with the names of python-chess.

    It holds an immutable state of the core: `push` puts the next one in its place, and `pop` the
    last one back. Rules are asked of the core alone.

    >>> board = Board()
    >>> board.push_san("e4")
    Move.from_uci('e2e4')
    """

    aliases: ClassVar[list[str]] = [
        "Standard",
        "Chess",
        "Classical",
        "Normal",
        "Illegal",
        "From Position",
    ]
    uci_variant: ClassVar[str | None] = "chess"
    xboard_variant: ClassVar[str | None] = "normal"
    connected_kings: ClassVar[bool] = False
    one_king: ClassVar[bool] = True
    captures_compulsory: ClassVar[bool] = False

    def __init__(self, fen: str | None = STARTING_FEN, *, chess960: bool = False) -> None:
        super().__init__(fen, chess960=chess960)

    @classmethod
    def empty(cls, *, chess960: bool = False) -> Self:
        """Returns a board without pieces."""
        return cls(None, chess960=chess960)

    @classmethod
    def from_epd(cls, epd: str, *, chess960: bool = False) -> tuple[Self, dict[str, object]]:
        """Reads a line of EPD: the board and the operations; raises as set_epd."""
        board = cls.empty(chess960=chess960)
        return board, board.set_epd(epd)

    @classmethod
    def from_chess960_pos(cls, scharnagl: int) -> Self:
        """Returns the start position of Chess960 of a number from 0 to 959."""
        board = cls.empty(chess960=True)
        board.set_chess960_pos(scharnagl)
        return board

    def chess960_pos(
        self,
        *,
        ignore_turn: bool = False,
        ignore_castling: bool = False,
        ignore_counters: bool = True,
    ) -> int | None:
        """Returns the number of the start position of Chess960; None for another position."""
        rooks = self.rooks
        if not ignore_turn and not self._turn:
            return None
        if not ignore_castling and self.clean_castling_rights() != rooks:
            return None
        if not ignore_counters and (self.fullmove_number != 1 or self.halfmove_clock):
            return None
        return super().chess960_pos()

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Board):
            return self.uci_variant == other.uci_variant and (
                self._comparable() == other._comparable()
            )
        return super().__eq__(other) if isinstance(other, Position) else NotImplemented

    def _comparable(self) -> str:
        return self.fen()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        name = type(self).__name__
        return f"{name}({self.fen()!r}{', chess960=True' if self._chess960 else ''})"

    def __reduce__(self) -> tuple[object, ...]:
        return _unpickled, (type(self), self.root()._record(), self._chess960, self.move_stack)

    def _record(self) -> str:
        return self.fen(shredder=self._chess960, en_passant="fen")

    def _repr_svg_(self) -> str:
        from boardwright.chess import svg

        last = self.move_stack[-1] if self.move_stack else None
        check = self.king(self._turn) if self.is_check() else None
        return svg.board(self, size=390, lastmove=last, check=check)


def _unpickled(cls: type[Board], fen: str, chess960: bool, moves: list[Move]) -> Board:
    board = cls(fen, chess960=chess960)
    for move in moves:
        board.push(move)
    return board
