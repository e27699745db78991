"""Visitors of games: what reads and builds them."""

from typing import Any, Final, Generic, Literal, TypeAlias, TypeVar

from boardwright.chess._board import Board
from boardwright.chess._values import Move
from boardwright.chess.pgn._headers import Headers
from boardwright.chess.pgn._nodes import Game, GameNode

_Result = TypeVar("_Result")


class SkipType:
    """The type of `SKIP`."""

    def __repr__(self) -> str:
        return "SKIP"


SKIP: Final = SkipType()
"""Says that a game, its moves or a variation is to be left out."""

Skipped: TypeAlias = SkipType | None


class BaseVisitor(Generic[_Result]):
    """A visitor is told what a game consists of, from a text or a tree of moves, in its order."""

    def begin_game(self) -> Skipped:
        """Begins a game; SKIP leaves it out."""

    def begin_headers(self) -> Headers | None:
        """Begins the headers; those that are returned are filled."""

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        """Sees a header."""

    def end_headers(self) -> Skipped:
        """Ends the headers; SKIP leaves out the moves."""

    def begin_parse_san(self, board: Board, san: str) -> Skipped:
        """Sees a move before it is read; SKIP leaves it and what follows in its line out."""

    def parse_san(self, board: Board, san: str) -> Move:
        """Reads a move; raises ValueError for one that cannot be played."""
        return board.parse_san(san)

    def visit_move(self, board: Board, move: Move) -> None:
        """Sees a move, on the board before it."""

    def visit_board(self, board: Board) -> None:
        """Sees the board at the start and after each move; it must not be changed."""

    def visit_comment(self, comment: str) -> None:
        """Sees a comment."""

    def visit_nag(self, nag: int) -> None:
        """Sees a numeric glyph."""

    def begin_variation(self) -> Skipped:
        """Begins a sideline; SKIP leaves it out."""

    def end_variation(self) -> None:
        """Ends a sideline."""

    def visit_result(self, result: str) -> None:
        """Sees the result at the end of the moves."""

    def end_game(self) -> None:
        """Ends the game."""

    def result(self) -> _Result:
        """Returns what the visitor has made of the game."""
        raise NotImplementedError

    def handle_error(self, error: Exception) -> None:
        """Sees an error in the text; raises it unless it is overridden."""
        raise error


_Game = TypeVar("_Game", bound=Game)


class GameBuilder(BaseVisitor[_Game]):
    """Makes a game. Errors are kept in `Game.errors`, and the line ends before them."""

    def __init__(self, *, Game: Any = Game) -> None:
        self.Game = Game
        self.begin_game()

    def begin_game(self) -> Skipped:
        """Begins a game."""
        self.game: _Game = self.Game()
        self.variation_stack: list[GameNode] = [self.game]
        self.starting_comment = ""
        self.in_variation = False
        return None

    def begin_headers(self) -> Headers:
        """Returns the headers of the game, which are filled."""
        return self.game.headers

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        """Keeps a header."""
        self.game.headers[tagname] = tagvalue

    def visit_nag(self, nag: int) -> None:
        """Keeps a glyph."""
        self.variation_stack[-1].nags.add(nag)

    def begin_variation(self) -> Skipped:
        """Goes on at the move before."""
        parent = self.variation_stack[-1].parent
        self.variation_stack.append(self.game if parent is None else parent)
        self.in_variation = False
        return None

    def end_variation(self) -> None:
        """Goes back to the line from which the sideline began."""
        self.variation_stack.pop()

    def visit_result(self, result: str) -> None:
        """Keeps the result, if the headers have none."""
        if self.game.headers.get("Result", "*") == "*":
            self.game.headers["Result"] = result

    def visit_comment(self, comment: str) -> None:
        """Keeps a comment: of the move before it, or of the sideline that it begins."""
        node = self.variation_stack[-1]
        if self.in_variation or (node.parent is None and node.is_end()):
            node.comment = " ".join(filter(None, [node.comment, comment]))
        else:
            self.starting_comment = " ".join(filter(None, [self.starting_comment, comment]))

    def visit_move(self, board: Board, move: Move) -> None:
        """Adds a move."""
        node = self.variation_stack[-1].add_variation(move)
        if self.starting_comment:
            node.starting_comment = self.starting_comment
            self.starting_comment = ""
        self.variation_stack[-1] = node
        self.in_variation = True

    def handle_error(self, error: Exception) -> None:
        """Keeps an error."""
        self.game.errors.append(error)

    def result(self) -> _Game:
        """Returns the game."""
        return self.game


class HeadersBuilder(BaseVisitor[Headers]):
    """Makes the headers of a game and leaves out its moves."""

    def __init__(self, *, Headers: type[Headers] = Headers) -> None:
        self.Headers = Headers

    def begin_headers(self) -> Headers:
        """Returns the headers, which are filled."""
        self.headers = self.Headers({})
        return self.headers

    def end_headers(self) -> SkipType:
        """Leaves out the moves."""
        return SKIP

    def handle_error(self, error: Exception) -> None:
        """Leaves out a header that cannot be read."""

    def result(self) -> Headers:
        """Returns the headers."""
        return self.headers


class BoardBuilder(BaseVisitor[Board]):
    """Makes the board at the end of the main line."""

    def begin_variation(self) -> SkipType:
        """Leaves sidelines out."""
        return SKIP

    def visit_board(self, board: Board) -> None:
        """Keeps the board."""
        self.board = board

    def result(self) -> Board:
        """Returns the board."""
        return self.board


class SkipVisitor(BaseVisitor[Literal[True]]):
    """Leaves a game out."""

    def begin_game(self) -> SkipType:
        """Leaves the game out."""
        return SKIP

    def end_headers(self) -> SkipType:
        """Leaves out the moves."""
        return SKIP

    def begin_variation(self) -> SkipType:
        """Leaves the sideline out."""
        return SKIP

    def result(self) -> Literal[True]:
        """Returns true: there was a game."""
        return True
