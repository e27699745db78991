"""Pictures of boards and pieces, drawn by the core as SVG."""

import re
from collections.abc import Iterable, Mapping
from typing import Final

from boardwright._native import State
from boardwright.chess import _rules
from boardwright.chess._base import BaseBoard
from boardwright.chess._position import Position
from boardwright.chess._sets import IntoSquareSet, SquareSet
from boardwright.chess._squares import (
    COLOR_NAMES,
    SQUARE_NAMES,
    WHITE,
    Color,
    Square,
    parse_square,
)
from boardwright.chess._values import Move, Piece, piece_name

_MARKS: Final = {"G": "green", "R": "red", "Y": "yellow", "B": "blue"}
_MARK_LETTERS: Final = {mark: letter for letter, mark in _MARKS.items()}
_PARTS: Final = re.compile(r"<style>.*?</style>|<defs>.*?</defs>", re.DOTALL)
_FIGURE: Final = re.compile(r'<use (class="\w+" href="#\w+") x="[-\d.]+" y="[-\d.]+"/>')
_ID: Final = re.compile(r'<svg [^>]*?id="(\w+)"')


class Arrow:
    """An arrow from a square to another, or a ring where both are one."""

    def __init__(self, tail: Square, head: Square, *, color: str = "green") -> None:
        self.tail = tail
        self.head = head
        self.color = color

    def pgn(self) -> str:
        """Returns the arrow as comments in PGN have it, as Ge2e4."""
        letter = _MARK_LETTERS.get(self.color, "G")
        head = "" if self.head == self.tail else SQUARE_NAMES[self.head]
        return letter + SQUARE_NAMES[self.tail] + head

    @classmethod
    def from_pgn(cls, pgn: str) -> "Arrow":
        """Reads an arrow as comments in PGN have it; raises ValueError for another text."""
        color = _MARKS.get(pgn[:1])
        squares = pgn[1:] if color else pgn
        tail = parse_square(squares[:2])
        head = parse_square(squares[2:]) if len(squares) > 2 else tail  # noqa: PLR2004
        return cls(tail, head, color=color or "green")

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Arrow):
            return (self.tail, self.head, self.color) == (other.tail, other.head, other.color)
        return NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        tail, head = SQUARE_NAMES[self.tail].upper(), SQUARE_NAMES[self.head].upper()
        return f"Arrow({tail}, {head}, color={self.color!r})"


class SvgWrapper(str):
    """A text that notebooks show as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def _state_of(board: BaseBoard | None) -> State:
    if isinstance(board, Position):
        return board._now()
    placement = "8/8/8/8/8/8/8/8" if board is None else board.board_fen()
    text = f"{placement} w - - 0 1"
    return _rules.parsed(_rules.any_board(), text) or _rules.no_kings().parse(text)


def _mark(color: str) -> str:
    """Returns the mark that is nearest to a colour: one of the four that pictures have."""
    name = color.lower()
    return name if name in _MARK_LETTERS else "yellow"


def board(
    board: BaseBoard | None = None,
    *,
    orientation: Color = WHITE,
    lastmove: Move | None = None,
    check: Square | None = None,
    arrows: Iterable[Arrow | tuple[Square, Square]] = (),
    fill: Mapping[Square, str] | None = None,
    squares: IntoSquareSet | None = None,
    size: int | None = None,
    coordinates: bool = True,
) -> str:
    """Draws a board, an empty one for None.

    `fill` and `squares` become rings in the colours that pictures have, as a square in `check`
    does where the position itself has no check. Colours are those of CSS variables.
    """
    marks = {square: _mark(color) for square, color in (fill or {}).items()}
    if squares is not None:
        marks.update(dict.fromkeys(SquareSet(squares), "blue"))
    state = _state_of(board)
    if check is not None and not state.ask("checkers"):
        marks[check] = "red"
    drawn = []
    for arrow in arrows:
        known = arrow if isinstance(arrow, Arrow) else Arrow(*arrow)
        if known.tail == known.head:
            marks[known.tail] = _mark(known.color)
        else:
            ends = {"from": SQUARE_NAMES[known.tail], "to": SQUARE_NAMES[known.head]}
            drawn.append({**ends, "color": _mark(known.color)})
    picture = state.svg(
        orientation=COLOR_NAMES[orientation],
        last_move=lastmove.uci() if lastmove else False,
        arrows=drawn,
        squares={SQUARE_NAMES[square]: mark for square, mark in marks.items()},
        size=size,
        coordinates=coordinates,
    )
    return SvgWrapper(picture)


def piece(piece: Piece, size: int | None = None) -> str:
    """Draws a piece alone."""
    text = f"8/8/8/8/8/8/8/{piece.symbol()}7 w - - 0 1"
    picture = (_rules.no_kings().parse(text)).svg(coordinates=False, last_move=False)
    parts = "".join(_PARTS.findall(picture))
    figure, owner = _FIGURE.search(picture), _ID.search(picture)
    if figure is None or owner is None:
        raise ValueError(f"no picture of {piece!r}")
    name = f"{COLOR_NAMES[piece.color]}-{piece_name(piece.piece_type)}"
    width = "" if size is None else f' width="{size}" height="{size}"'
    return SvgWrapper(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"{width}>'
        f'<g id="{owner[1]}">{parts}<g id="{name}"><use {figure[1]}/></g></g></svg>'
    )
