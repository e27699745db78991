"""Exporters: games as text."""

from typing import IO, Any, TypeVar

from boardwright.chess._board import Board
from boardwright.chess._values import Move
from boardwright.chess.pgn._visitors import SKIP, BaseVisitor, Skipped

_Result = TypeVar("_Result")


class _Exporter(BaseVisitor[_Result]):
    """Writes a game as lines of some width."""

    def __init__(
        self,
        *,
        columns: int | None = 80,
        headers: bool = True,
        comments: bool = True,
        variations: bool = True,
    ) -> None:
        self.columns = columns
        self.headers = headers
        self.comments = comments
        self.variations = variations
        self.found_headers = False
        self.force_movenumber = True
        self.current_line = ""
        self.lines: list[str] = []
        self.variation_depth = 0

    def write_line(self, line: str = "") -> None:
        """Writes a line, after what is left of the one before."""
        self.flush_current_line()
        self.lines.append(line.rstrip())

    def flush_current_line(self) -> None:
        """Ends the line."""
        if self.current_line:
            self.lines.append(self.current_line.rstrip())
        self.current_line = ""

    def write_token(self, token: str) -> None:
        """Writes a word, on the next line where this one is full."""
        if self.columns is not None and len(self.current_line) + len(token) > self.columns:
            self.flush_current_line()
        self.current_line += token

    def begin_game(self) -> Skipped:
        """Begins a game."""
        self.found_headers = False
        self.force_movenumber = True
        return None

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        """Writes a header."""
        if self.headers:
            self.found_headers = True
            value = tagvalue.replace("\\", "\\\\").replace('"', '\\"')
            self.write_line(f'[{tagname} "{value}"]')

    def end_headers(self) -> Skipped:
        """Writes an empty line after the headers."""
        if self.found_headers:
            self.write_line()
        return None

    def begin_variation(self) -> Skipped:
        """Opens a sideline."""
        self.variation_depth += 1
        if not self.variations:
            return SKIP
        self.write_token("( ")
        self.force_movenumber = True
        return None

    def end_variation(self) -> None:
        """Closes a sideline."""
        self.variation_depth -= 1
        if self.variations:
            self.write_token(") ")
            self.force_movenumber = True

    def visit_comment(self, comment: str) -> None:
        """Writes a comment, without the braces that would end it."""
        if self.comments and (self.variations or not self.variation_depth):
            self.write_token("{ " + comment.replace("}", "").strip() + " } ")
            self.force_movenumber = True

    def visit_nag(self, nag: int) -> None:
        """Writes a glyph."""
        if self.comments and (self.variations or not self.variation_depth):
            self.write_token(f"${nag} ")

    def visit_move(self, board: Board, move: Move) -> None:
        """Writes a move, with its number where that is needed."""
        if not self.variations and self.variation_depth:
            return
        if board.turn:
            self.write_token(f"{board.fullmove_number}. ")
        elif self.force_movenumber:
            self.write_token(f"{board.fullmove_number}... ")
        self.write_token(board.san(move) + " ")
        self.force_movenumber = False

    def visit_result(self, result: str) -> None:
        """Writes the result."""
        self.write_token(result + " ")


class StringExporter(_Exporter[str]):
    """Writes a game as a text; `columns` is the width of lines, None for no limit."""

    def result(self) -> str:
        """Returns the text."""
        if self.current_line:
            return "\n".join([*self.lines, self.current_line.rstrip()]).rstrip()
        return "\n".join(self.lines).rstrip()

    def __str__(self) -> str:
        return self.result()


class FileExporter(_Exporter[int]):
    """Writes games into a text file, an empty line after each."""

    def __init__(self, handle: IO[str], **options: Any) -> None:
        super().__init__(**options)
        self.handle = handle
        self.written = 0

    def begin_game(self) -> Skipped:
        """Begins a game."""
        self.written = 0
        return super().begin_game()

    def end_game(self) -> None:
        """Writes the game with an empty line after it."""
        self.flush_current_line()
        text = "\n".join(self.lines).rstrip() + "\n\n"
        self.lines.clear()
        self.written = self.handle.write(text)

    def result(self) -> int:
        """Returns the number of characters written."""
        return self.written

    def __repr__(self) -> str:
        return f"<FileExporter at {id(self):#x}>"

    def __str__(self) -> str:
        return repr(self)
