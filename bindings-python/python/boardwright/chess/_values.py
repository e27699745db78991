"""Moves, pieces, outcomes, faults of positions and errors."""

import enum
from dataclasses import dataclass
from typing import Final, NoReturn, Self

from boardwright.chess._squares import (
    PIECE_SYMBOLS,
    SQUARE_NAMES,
    UNICODE_PIECE_SYMBOLS,
    Color,
    PieceType,
    Square,
    parse_square,
)

_TYPE_BY_SYMBOL: Final = {symbol: kind for kind, symbol in enumerate(PIECE_SYMBOLS) if symbol}


class InvalidMoveError(ValueError):
    """A text that is no move."""


class IllegalMoveError(ValueError):
    """A move that the rules forbid here."""


class AmbiguousMoveError(ValueError):
    """A text that several legal moves have."""


class InvalidBaseFenError(ValueError):
    """A placement of pieces that cannot be read."""


def piece_symbol(piece_type: PieceType) -> str:
    """Returns the letter of a kind of pieces, as n."""
    symbol = PIECE_SYMBOLS[piece_type]
    if symbol is None:
        raise ValueError(f"{piece_type} is no kind of pieces")
    return symbol


def piece_name(piece_type: PieceType) -> str:
    """Returns the name of a kind of pieces, as knight."""
    from boardwright.chess._squares import PIECE_NAMES

    name = PIECE_NAMES[piece_type]
    if name is None:
        raise ValueError(f"{piece_type} is no kind of pieces")
    return name


class _Fixed:
    """A value whose attributes stay as they are, because equal ones are shared."""

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} cannot be changed; make another one")

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self


class Piece(_Fixed):
    """A piece: its kind and its colour."""

    __slots__ = ("color", "piece_type")

    piece_type: PieceType
    color: Color

    def __init__(self, piece_type: PieceType, color: Color) -> None:
        object.__setattr__(self, "piece_type", piece_type)
        object.__setattr__(self, "color", color)

    @classmethod
    def from_symbol(cls, symbol: str) -> Self:
        """Returns the piece of a letter as FEN has it; raises ValueError for another text."""
        kind = _TYPE_BY_SYMBOL.get(symbol.lower())
        if kind is None:
            raise ValueError(f"{symbol!r} is no letter of a piece")
        return cls(kind, symbol.isupper())

    def symbol(self) -> str:
        """Returns the letter as FEN has it: capitals are White's."""
        symbol = piece_symbol(self.piece_type)
        return symbol.upper() if self.color else symbol

    def unicode_symbol(self, *, invert_color: bool = False) -> str:
        """Returns the figure, that of the other colour if it is asked for."""
        symbol = self.symbol()
        return UNICODE_PIECE_SYMBOLS[symbol.swapcase() if invert_color else symbol]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Piece):
            return self.piece_type == other.piece_type and self.color == other.color
        return NotImplemented

    def __hash__(self) -> int:
        return self.piece_type - 1 + (0 if self.color else 6)

    def __reduce__(self) -> tuple[type[Self], tuple[PieceType, Color]]:
        return type(self), (self.piece_type, self.color)

    def __repr__(self) -> str:
        return f"Piece.from_symbol({self.symbol()!r})"

    def __str__(self) -> str:
        return self.symbol()

    def _repr_svg_(self) -> str:
        from boardwright.chess import svg

        return svg.piece(self, size=45)


PIECES: Final = {letter: Piece.from_symbol(letter) for letter in "PNBRQKpnbrqk"}


class Move(_Fixed):
    """A move: origin, destination, what a pawn becomes, or what is dropped.

    Castling is the move of the king: two files far in chess, onto the rook in Chess960.
    """

    __slots__ = ("_text", "drop", "from_square", "promotion", "to_square")

    from_square: Square
    to_square: Square
    promotion: PieceType | None
    drop: PieceType | None
    _text: str

    def __init__(
        self,
        from_square: Square,
        to_square: Square,
        promotion: PieceType | None = None,
        drop: PieceType | None = None,
    ) -> None:
        keep = object.__setattr__
        keep(self, "from_square", from_square)
        keep(self, "to_square", to_square)
        keep(self, "promotion", promotion)
        keep(self, "drop", drop)
        keep(self, "_text", self._written())

    def _written(self) -> str:
        if self.drop is not None:
            return f"{piece_symbol(self.drop).upper()}@{SQUARE_NAMES[self.to_square]}"
        if self.promotion is not None:
            squares = SQUARE_NAMES[self.from_square] + SQUARE_NAMES[self.to_square]
            return squares + piece_symbol(self.promotion)
        if self.from_square or self.to_square:
            return SQUARE_NAMES[self.from_square] + SQUARE_NAMES[self.to_square]
        return "0000"

    @classmethod
    def from_uci(cls, uci: str) -> "Move":
        """Reads a move as UCI has it, as g1f3, a7a8q or N@f3; 0000 is the null move.

        Raises InvalidMoveError for another text.
        """
        return MOVES[uci]

    @classmethod
    def null(cls) -> "Move":
        """Returns the null move, which passes the turn."""
        return NULL

    def uci(self) -> str:
        """Returns the move as UCI has it."""
        return self._text

    def xboard(self) -> str:
        """Returns the move as XBoard has it."""
        return self._text if self else "@@@@"

    def __bool__(self) -> bool:
        return bool(self.from_square or self.to_square or self.promotion or self.drop)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Move):
            return self is other or self._text == other._text
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self._text)

    def __reduce__(self) -> tuple[type[Self], tuple[int, int, int | None, int | None]]:
        return type(self), (self.from_square, self.to_square, self.promotion, self.drop)

    def __repr__(self) -> str:
        return f"Move.from_uci({self._text!r})"

    def __str__(self) -> str:
        return self._text


def _read_move(uci: str) -> Move:
    length = len(uci)
    try:
        if uci == "0000":
            return NULL
        if length == 4 and uci[1] == "@":  # noqa: PLR2004
            to_square = parse_square(uci[2:])
            return Move(to_square, to_square, drop=_TYPE_BY_SYMBOL[uci[0].lower()])
        if length in (4, 5):
            from_square, to_square = parse_square(uci[:2]), parse_square(uci[2:4])
            promotion = _TYPE_BY_SYMBOL[uci[4]] if length == 5 else None  # noqa: PLR2004
            if from_square != to_square:
                return Move(from_square, to_square, promotion)
    except (ValueError, KeyError):
        pass
    raise InvalidMoveError(f"{uci!r} is no move as UCI has them")


class _Moves(dict[str, Move]):
    """All moves met so far by their texts; each is made once."""

    def __missing__(self, uci: str) -> Move:
        move = _read_move(uci)
        self[uci] = move
        return move


NULL: Final = Move(0, 0)
MOVES: Final = _Moves()


class Termination(enum.Enum):
    """The reason for which a game is over."""

    CHECKMATE = 1
    STALEMATE = 2
    INSUFFICIENT_MATERIAL = 3
    SEVENTYFIVE_MOVES = 4
    FIVEFOLD_REPETITION = 5
    FIFTY_MOVES = 6
    THREEFOLD_REPETITION = 7
    VARIANT_WIN = 8
    VARIANT_LOSS = 9
    VARIANT_DRAW = 10


@dataclass
class Outcome:
    """The outcome of a game that is over: the reason and the winner, None for a draw."""

    termination: Termination
    winner: Color | None

    def result(self) -> str:
        """Returns 1-0, 0-1 or 1/2-1/2."""
        if self.winner is None:
            return "1/2-1/2"
        return "1-0" if self.winner else "0-1"


class Status(enum.IntFlag):
    """The faults of a position."""

    VALID = 0
    NO_WHITE_KING = 1 << 0
    NO_BLACK_KING = 1 << 1
    TOO_MANY_KINGS = 1 << 2
    TOO_MANY_WHITE_PAWNS = 1 << 3
    TOO_MANY_BLACK_PAWNS = 1 << 4
    PAWNS_ON_BACKRANK = 1 << 5
    TOO_MANY_WHITE_PIECES = 1 << 6
    TOO_MANY_BLACK_PIECES = 1 << 7
    BAD_CASTLING_RIGHTS = 1 << 8
    INVALID_EP_SQUARE = 1 << 9
    OPPOSITE_CHECK = 1 << 10
    EMPTY = 1 << 11
    RACE_CHECK = 1 << 12
    RACE_OVER = 1 << 13
    RACE_MATERIAL = 1 << 14
    TOO_MANY_CHECKERS = 1 << 15
    IMPOSSIBLE_CHECK = 1 << 16
