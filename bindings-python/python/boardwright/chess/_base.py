"""Boards with pieces alone."""

from collections.abc import Callable, Mapping
from typing import ClassVar, Self

from boardwright._native import State
from boardwright.chess import _rules
from boardwright.chess._parts import (
    BISHOPS,
    BLACK_MEN,
    EMPTY,
    KINGS,
    KNIGHTS,
    PAWNS,
    PROMOTED,
    QUEENS,
    ROOKS,
    WHITE_MEN,
    Parts,
    king_in,
)
from boardwright.chess._sets import SquareSet
from boardwright.chess._squares import (
    BB_ALL,
    BB_EMPTY,
    COLOR_NAMES,
    FILE_NAMES,
    KING,
    PAWN,
    RANK_NAMES,
    SQUARE_NAMES,
    STARTING_BOARD_FEN,
    UNICODE_PIECE_SYMBOLS,
    Bitboard,
    Color,
    PieceType,
    Square,
    scan_forward,
)
from boardwright.chess._told import Told
from boardwright.chess._values import PIECES, Piece

_TYPES = {letter: piece.piece_type for letter, piece in PIECES.items()}
_BITS = {name: 1 << square for square, name in enumerate(SQUARE_NAMES)}


def mask_of_names(names: list[str]) -> Bitboard:
    """Returns the set of squares of some names."""
    mask = BB_EMPTY
    for name in names:
        mask |= _BITS[name]
    return mask


class BaseBoard:
    """A board with pieces alone: no side to move, no rights, no rules.

    The sets of pieces (`pawns`, `occupied`, `occupied_co`, …) are read from it; they change with
    the pieces and not the other way round.
    """

    starting_board_fen: ClassVar[str] = STARTING_BOARD_FEN
    _parts: Parts | None

    def __init__(self, board_fen: str | None = STARTING_BOARD_FEN) -> None:
        self._parts = Parts()
        if board_fen is not None:
            self._parts.read_placement(board_fen.strip())

    def _now_parts(self) -> Parts:
        """Returns the parts to be read."""
        assert self._parts is not None  # noqa: S101  # a Board alone has none at times
        return self._parts

    def _pieces(self) -> Parts | Told:
        """Returns what tells the pieces."""
        return self._now_parts()

    def _change(self) -> Parts:
        """Returns the parts to be changed."""
        return self._now_parts()

    def _cleared_stack(self) -> None:
        """Forgets what led to the position, where anything is known of it."""

    @property
    def pawns(self) -> Bitboard:
        """The squares of pawns."""
        return self._pieces().sets()[PAWNS]

    @property
    def knights(self) -> Bitboard:
        """The squares of knights."""
        return self._pieces().sets()[KNIGHTS]

    @property
    def bishops(self) -> Bitboard:
        """The squares of bishops."""
        return self._pieces().sets()[BISHOPS]

    @property
    def rooks(self) -> Bitboard:
        """The squares of rooks."""
        return self._pieces().sets()[ROOKS]

    @property
    def queens(self) -> Bitboard:
        """The squares of queens."""
        return self._pieces().sets()[QUEENS]

    @property
    def kings(self) -> Bitboard:
        """The squares of kings."""
        return self._pieces().sets()[KINGS]

    @property
    def occupied(self) -> Bitboard:
        """The squares of all pieces."""
        sets = self._pieces().sets()
        return sets[BLACK_MEN] | sets[WHITE_MEN]

    @property
    def occupied_co(self) -> list[Bitboard]:
        """The squares of Black's pieces and of White's."""
        return list(self._pieces().sets()[BLACK_MEN:PROMOTED])

    @property
    def promoted(self) -> Bitboard:
        """The squares of pieces that were pawns, where that is known."""
        return self._pieces().sets()[PROMOTED]

    @promoted.setter
    def promoted(self, mask: Bitboard) -> None:
        self._change().promoted = mask

    def pieces_mask(self, piece_type: PieceType, color: Color) -> Bitboard:
        """Returns the squares of pieces of a kind and a side; raises ValueError for no kind."""
        if not PAWN <= piece_type <= KING:
            raise ValueError(f"{piece_type!r} is no kind of piece")
        sets = self._pieces().sets()
        return sets[piece_type - PAWN] & sets[WHITE_MEN if color else BLACK_MEN]

    def pieces(self, piece_type: PieceType, color: Color) -> SquareSet:
        """Returns the squares of pieces of a kind and a side."""
        return SquareSet._of(self.pieces_mask(piece_type, color))

    def piece_at(self, square: Square) -> Piece | None:
        """Returns the piece on a square; None if there is none."""
        letter = self._pieces().letters()[square]
        return None if letter == EMPTY else PIECES[letter]

    def piece_type_at(self, square: Square) -> PieceType | None:
        """Returns the kind of the piece on a square; None if there is none."""
        return _TYPES.get(self._pieces().letters()[square])

    def color_at(self, square: Square) -> Color | None:
        """Returns the side of the piece on a square; None if there is none."""
        letter = self._pieces().letters()[square]
        return None if letter == EMPTY else letter.isupper()

    def king(self, color: Color) -> Square | None:
        """Returns the square of a king; None if there is none.

        A king that was a pawn does not count, and of several the last one is told.
        """
        return king_in(self._pieces().sets(), color)

    def piece_map(self, *, mask: Bitboard = -1) -> dict[Square, Piece]:
        """Returns the pieces by square, all or those on the squares of a set."""
        return {
            square: PIECES[letter]
            for square, letter in enumerate(self._pieces().letters())
            if letter != EMPTY and mask >> square & 1
        }

    def remove_piece_at(self, square: Square) -> Piece | None:
        """Takes the piece off a square and returns it."""
        piece = self.piece_at(square)
        self.set_piece_at(square, None)
        return piece

    def set_piece_at(self, square: Square, piece: Piece | None, promoted: bool = False) -> None:
        """Puts a piece on a square, or takes it off for None."""
        letter = None if piece is None else piece.symbol()
        self._change().put(square, letter, promoted=promoted)
        self._cleared_stack()

    def set_piece_map(self, pieces: Mapping[Square, Piece]) -> None:
        """Puts exactly these pieces on the board."""
        parts = self._change()
        parts.read_placement("8/8/8/8/8/8/8/8")
        for square, piece in pieces.items():
            parts.put(square, piece.symbol())
        self._cleared_stack()

    # Attacks.

    def _now(self) -> State:
        """Returns a state to be asked."""
        text = f"{self._now_parts().placement(promoted=False)} w - - 0 1"
        return _rules.parsed(_rules.any_board(), text) or _rules.no_kings().parse(text)

    def attackers_mask(self, color: Color, square: Square) -> Bitboard:
        """Returns the squares of the pieces of a side that attack a square."""
        name, by = SQUARE_NAMES[square], COLOR_NAMES[color]
        return mask_of_names(self._now().ask("attackers", square=name, by=by))

    def attackers(self, color: Color, square: Square) -> SquareSet:
        """Returns the squares of the pieces of a side, pinned or not, that attack a square."""
        return SquareSet._of(self.attackers_mask(color, square))

    def is_attacked_by(self, color: Color, square: Square) -> bool:
        """Returns true if a side attacks a square."""
        return bool(self.attackers_mask(color, square))

    def attacks_mask(self, square: Square) -> Bitboard:
        """Returns the squares that the piece on a square attacks."""
        return mask_of_names(self._now().ask("attacks", square=SQUARE_NAMES[square]))

    def attacks(self, square: Square) -> SquareSet:
        """Returns the squares that the piece on a square attacks or defends."""
        return SquareSet._of(self.attacks_mask(square))

    def pin_mask(self, color: Color, square: Square) -> Bitboard:
        """Returns the line on which a square is pinned to the king of a side, or all squares."""
        name, side = SQUARE_NAMES[square], COLOR_NAMES[color]
        line = self._now().ask("pin", square=name, color=side)
        return BB_ALL if line is None else mask_of_names(line)

    def pin(self, color: Color, square: Square) -> SquareSet:
        """Returns the line on which a square is pinned to the king of a side, or all squares."""
        return SquareSet._of(self.pin_mask(color, square))

    def is_pinned(self, color: Color, square: Square) -> bool:
        """Returns true if a piece on a square must not leave the line to the king of a side."""
        return self.pin_mask(color, square) != BB_ALL

    def reset_board(self) -> None:
        """Puts the pieces where a game begins."""
        self.set_board_fen(self.starting_board_fen)

    def clear_board(self) -> None:
        """Takes all pieces off."""
        self.set_piece_map({})

    _shows_promoted: ClassVar[bool] = False

    def board_fen(self, *, promoted: bool | None = None) -> str:
        """Returns the pieces as the first field of FEN, with signs of promoted ones if wanted."""
        shown = self._shows_promoted if promoted is None else promoted
        return self._now_parts().placement(promoted=shown)

    def set_board_fen(self, fen: str) -> None:
        """Puts the pieces as the first field of FEN has them; raises ValueError for another text.

        Nothing changes then.
        """
        read = Parts()
        read.read_placement(fen.strip())
        parts = self._change()
        parts.read_placement(fen.strip())
        self._cleared_stack()

    def _transform_parts(self, parts: Parts, turned: Callable[[Bitboard], Bitboard]) -> None:
        men = {}
        for square, letter in parts.men.items():
            men[turned(1 << square).bit_length() - 1] = letter
        promoted = turned(parts.promoted)
        parts.read_placement("8/8/8/8/8/8/8/8")
        for square, letter in men.items():
            parts.put(square, letter)
        parts.promoted = promoted

    def apply_transform(self, f: Callable[[Bitboard], Bitboard]) -> None:
        """Turns the board by a function of sets of squares, such as flip_vertical."""
        self._transform_parts(self._change(), f)
        self._cleared_stack()

    def transform(self, f: Callable[[Bitboard], Bitboard]) -> Self:
        """Returns the board turned by a function of sets of squares, such as flip_vertical."""
        board = self.copy()
        board.apply_transform(f)
        return board

    def apply_mirror(self) -> None:
        """Exchanges the sides and the ranks."""
        parts = self._change()
        men = {square ^ 56: letter.swapcase() for square, letter in parts.men.items()}
        promoted = sum(1 << (square ^ 56) for square in scan_forward(parts.promoted))
        parts.read_placement("8/8/8/8/8/8/8/8")
        for square, letter in men.items():
            parts.put(square, letter)
        parts.promoted = promoted
        self._cleared_stack()

    def mirror(self) -> Self:
        """Returns the board with the sides and the ranks exchanged."""
        board = self.copy()
        board.apply_mirror()
        return board

    def copy(self) -> Self:
        """Returns a copy."""
        board = type(self)(None)
        board._parts = self._now_parts().copy()
        return board

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    @classmethod
    def empty(cls) -> Self:
        """Returns a board without pieces."""
        return cls(None)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, BaseBoard):
            return self._pieces().sets()[:PROMOTED] == other._pieces().sets()[:PROMOTED]
        return NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.board_fen()!r})"

    def __str__(self) -> str:
        return "\n".join(" ".join(row) for row in self._rows(".", lambda letter: letter))

    def _rows(self, empty: str, shown: Callable[[str], str]) -> list[list[str]]:
        letters = self._pieces().letters()
        return [
            [
                empty if letter == EMPTY else shown(letter)
                for letter in letters[8 * rank : 8 * rank + 8]
            ]
            for rank in range(7, -1, -1)
        ]

    def unicode(
        self,
        *,
        invert_color: bool = False,
        borders: bool = False,
        empty_square: str = "⭘",
        orientation: Color = True,
    ) -> str:
        """Draws the board in figures, with lines and names if they are wanted."""
        rows = self._rows(
            empty_square,
            lambda letter: UNICODE_PIECE_SYMBOLS[letter.swapcase() if invert_color else letter],
        )
        ranks, files = RANK_NAMES[::-1], FILE_NAMES
        if not orientation:
            rows = [row[::-1] for row in reversed(rows)]
            ranks, files = RANK_NAMES, FILE_NAMES[::-1]
        if not borders:
            return "\n".join(" ".join(row) for row in rows)
        line = "  " + "-" * 17
        lines = [line]
        for rank, row in zip(ranks, rows, strict=True):
            lines += [f"{rank} |" + "|".join(row) + "|", line]
        return "\n".join([*lines, "   " + " ".join(files)])

    @classmethod
    def from_chess960_pos(cls, scharnagl: int) -> Self:
        """Returns the start position of Chess960 of a number from 0 to 959."""
        board = cls(None)
        board.set_chess960_pos(scharnagl)
        return board

    def set_chess960_pos(self, scharnagl: int) -> None:
        """Puts the pieces as in the start position of Chess960 of a number from 0 to 959."""
        self.set_board_fen(_rules.chess960_placement(scharnagl))

    def chess960_pos(self) -> int | None:
        """Returns the number of the start position of Chess960; None for another position."""
        if self.promoted != BB_EMPTY:
            return None
        return _rules.chess960_number(self.board_fen())

    def _repr_svg_(self) -> str:
        from boardwright.chess import svg

        return svg.board(self, size=400)
