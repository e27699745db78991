"""Games read from text, one after the other."""

import re
from collections.abc import Callable
from typing import IO, Any, Final, TypeAlias, TypeVar, overload

from boardwright.chess._board import Board
from boardwright.chess.pgn._fast import build
from boardwright.chess.pgn._headers import Headers
from boardwright.chess.pgn._nodes import Game
from boardwright.chess.pgn._visitors import (
    SKIP,
    BaseVisitor,
    GameBuilder,
    HeadersBuilder,
    SkipVisitor,
)
from boardwright.chess.pgn._words import (
    BEGIN,
    END,
    GLYPH,
    GLYPHS,
    MOVE,
    NAG,
    OPEN,
    REST,
    WORD,
    comment_of,
)

_Result = TypeVar("_Result")
_Take: TypeAlias = Callable[[str, str], None]
_Fail: TypeAlias = Callable[[Exception], None]

_TAG: Final = re.compile(r'\[([A-Za-z0-9][A-Za-z0-9_+#=:-]*)\s+"(.*)"\s*\]\s*\Z')


class _Reading:
    """The reading of the moves of one game, one after the other."""

    def __init__(self, visitor: BaseVisitor[Any], board: Board) -> None:
        self.visitor = visitor
        self.boards = [board]
        self.skipped = 0
        """Sidelines that are left out, one in the other; 1 as well after an error in a line."""

    def run(self, text: str) -> None:
        """Reads the moves in a text."""
        visitor, boards = self.visitor, self.boards
        for found in WORD.finditer(text):
            kind = found.lastindex
            if kind == MOVE:
                if not self.skipped:
                    self.move(found[0], boards[-1])
            elif kind == OPEN:
                if not self.skipped:
                    visitor.visit_comment(comment_of(found[0]))
            elif kind == REST:
                if not self.skipped:
                    visitor.visit_comment(found[REST][1:].strip())
            else:
                self.sign(kind, found)

    def sign(self, kind: int | None, found: re.Match[str]) -> None:
        """Reads a bracket, a glyph or a result."""
        if kind == BEGIN:
            self.begin()
        elif kind == END:
            self.end()
        elif self.skipped:
            return
        elif kind == NAG:
            self.visitor.visit_nag(int(found[NAG]))
        elif kind == GLYPH:
            self.visitor.visit_nag(GLYPHS[found[0]])
        elif len(self.boards) == 1:
            self.visitor.visit_result(found[0])

    def move(self, san: str, board: Board) -> None:
        """Reads a move and makes it."""
        visitor = self.visitor
        if visitor.begin_parse_san(board, san) is SKIP:
            self.skipped = 1
            return
        try:
            move = visitor.parse_san(board, san)
        except ValueError as error:
            visitor.handle_error(error)
            self.skipped = 1
            return
        visitor.visit_move(board, move)
        board.push(move)
        visitor.visit_board(board)

    def begin(self) -> None:
        """Begins a sideline."""
        if self.skipped:
            self.skipped += 1
        elif self.boards[-1].move_stack:
            if self.visitor.begin_variation() is SKIP:
                self.skipped = 1
            board = self.boards[-1].copy()
            board.pop()
            self.boards.append(board)

    def end(self) -> None:
        """Ends a sideline."""
        if self.skipped > 1:
            self.skipped -= 1
        elif len(self.boards) > 1:
            self.skipped = 0
            self.visitor.end_variation()
            self.boards.pop()


def _moves_text(handle: IO[str], line: str) -> str:
    """Returns the lines up to an empty one; comments may have empty lines."""
    lines: list[str] = []
    commented = False
    while line and (commented or not line.isspace()):
        if commented or line[0] != "%":
            lines.append(line)
            if commented or "{" in line:
                commented = _is_open(line, commented=commented)
        line = handle.readline()
    return "".join(lines)


def _is_open(line: str, *, commented: bool) -> bool:
    """Returns true if a comment goes on after a line."""
    if ";" not in line:
        closed = line.rfind("}")
        return line.rfind("{") > closed if closed >= 0 or not commented else True
    for sign in line:
        if commented:
            commented = sign != "}"
        elif sign == ";":
            break
        elif sign == "{":
            commented = True
    return commented


def _header(line: str) -> tuple[str, str] | None:
    """Returns the name and the value of a header; None for a line that has none."""
    found = _TAG.match(line)
    if found is None:
        return None
    value = found[2]
    if "\\" in value:
        value = value.replace('\\"', '"').replace("\\\\", "\\")
    return found[1], value


def _taker(visitor: BaseVisitor[Any], headers: Headers, *, told: bool) -> _Take:
    """Returns what is done with a header: headers keep it, and a visitor is told of it."""
    if type(visitor) is GameBuilder and type(headers) is Headers:
        # It would write the same to the same headers.
        return headers._tags.__setitem__

    def take(name: str, value: str) -> None:
        if told:
            visitor.visit_header(name, value)
        headers[name] = value

    return take


def _read_headers(handle: IO[str], line: str, take: _Take, fail: _Fail) -> str:
    """Reads the headers that begin with a line; returns the line after them."""
    empty = 0
    while line:
        if line[0] == "[":
            empty = 0
            header = _header(line)
            if header is None:
                fail(ValueError(f"no header: {line.strip()!r}"))
            elif "\r" in header[1]:
                fail(ValueError(f"the header {header[0]} goes over the end of a line"))
            else:
                take(*header)
        elif line.isspace():
            empty += 1
            if empty > 1:
                break
        elif line[0] not in "%;":
            break
        line = handle.readline()
    return line


def _pass_over(error: Exception) -> None:
    """Does nothing about an error in a game that is skipped."""


@overload
def read_game(
    handle: IO[str], *, Visitor: type[GameBuilder[Game]] = GameBuilder
) -> Game | None: ...
@overload
def read_game(
    handle: IO[str], *, Visitor: Callable[[], BaseVisitor[_Result]]
) -> _Result | None: ...
def read_game(handle: IO[str], *, Visitor: Callable[[], BaseVisitor[Any]] = GameBuilder) -> Any:
    """Reads the next game from a text file and returns what the visitor makes of it.

    None if there is no other. A move that cannot be played ends its line, and the visitor is told
    of it: `Game.errors` has what was wrong. A game ends with an empty line after its moves.
    """
    line = handle.readline().lstrip("\ufeff")
    while line and (line.isspace() or line[0] in "%;"):
        line = handle.readline()
    if not line:
        return None
    visitor = Visitor()
    skipped = visitor.begin_game() is SKIP
    managed = None if skipped else visitor.begin_headers()
    headers = Headers({}) if managed is None else managed
    take = _taker(visitor, headers, told=not skipped)
    line = _read_headers(handle, line, take, _pass_over if skipped else visitor.handle_error)
    if skipped or visitor.end_headers() is SKIP:
        _moves_text(handle, line)
        if not skipped:
            visitor.end_game()
        return visitor.result()
    text = _moves_text(handle, line)
    try:
        board = headers.board()
    except ValueError as error:
        visitor.handle_error(error)
    else:
        if Visitor is GameBuilder and build(visitor.result(), text, board._now()):
            return visitor.result()
        visitor.visit_board(board)
        _Reading(visitor, board).run(text)
    visitor.end_game()
    return visitor.result()


def read_headers(handle: IO[str]) -> Headers | None:
    """Reads the headers of the next game and skips its moves; None if there is no other."""
    return read_game(handle, Visitor=HeadersBuilder)


def skip_game(handle: IO[str]) -> bool:
    """Skips a game; returns false if there is no other."""
    return read_game(handle, Visitor=SkipVisitor) is True
