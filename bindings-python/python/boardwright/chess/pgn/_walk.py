"""Walks over trees of moves, which visitors accompany; deep trees take no deep stack."""

from collections.abc import Callable
from typing import TypeVar

from boardwright.chess._board import Board
from boardwright.chess.pgn._headers import Headers
from boardwright.chess.pgn._nodes import ChildNode, Game, GameNode
from boardwright.chess.pgn._visitors import SKIP, BaseVisitor

_Result = TypeVar("_Result")


class _Walk:
    """A walk in work: what is still to be done lies on a stack of its own."""

    def __init__(self, board: Board, visitor: "BaseVisitor[_Result]", *, sidelines: bool) -> None:
        self.board = board
        self.visitor: BaseVisitor[object] = visitor  # type: ignore[assignment]
        self.sidelines = sidelines
        self.todo: list[Callable[[], None]] = []

    def run(self, first: Callable[[], None]) -> None:
        """Does the first thing and all that comes of it."""
        self.todo.append(first)
        while self.todo:
            self.todo.pop()()

    def line(self, node: GameNode) -> None:
        """Shows the moves from a node on."""
        if node.variations:
            main, *others = node.variations
            self.move(main, others if self.sidelines else [])

    def move(self, node: ChildNode, others: list[ChildNode]) -> None:
        """Shows a move, then the sidelines beside it, then what follows it."""
        visitor, board = self.visitor, self.board
        if node.starting_comment:
            visitor.visit_comment(node.starting_comment)
        visitor.visit_move(board, node.move)
        board.push(node.move)
        visitor.visit_board(board)
        for nag in sorted(node._nags or ()):
            visitor.visit_nag(nag)
        if node.comment:
            visitor.visit_comment(node.comment)
        self.todo.append(lambda: self.line(node))
        if others:
            self.todo.append(lambda: board.push(node.move))
            depth = len(board.move_stack) - 1
            for other in reversed(others):
                self.todo.append(lambda other=other: self.sideline(other, depth))  # type: ignore[misc]
            self.todo.append(lambda: self._back(depth))

    def sideline(self, node: ChildNode, depth: int) -> None:
        """Shows a sideline, unless the visitor leaves it out."""
        skipped = self.visitor.begin_variation() is SKIP
        self.todo.append(lambda: self._ended(depth))
        if not skipped:
            self.todo.append(lambda: self.move(node, []))

    def _ended(self, depth: int) -> None:
        self.visitor.end_variation()
        self._back(depth)

    def _back(self, depth: int) -> None:
        while len(self.board.move_stack) > depth:
            self.board.pop()


def walk_game(game: Game, visitor: "BaseVisitor[_Result]") -> _Result:
    """Shows a whole game to a visitor."""
    if visitor.begin_game() is not SKIP:
        if _headers(game.headers, visitor):
            board = game.board()
            visitor.visit_board(board)
            if game.comment:
                visitor.visit_comment(game.comment)
            walk = _Walk(board, visitor, sidelines=True)
            walk.run(lambda: walk.line(game))
            visitor.visit_result(game.headers.get("Result", "*"))
        visitor.end_game()
    return visitor.result()


def _headers(headers: Headers, visitor: "BaseVisitor[_Result]") -> bool:
    visitor.begin_headers()
    for name, value in headers.items():
        visitor.visit_header(name, value)
    return visitor.end_headers() is not SKIP


def walk_from(node: GameNode, visitor: "BaseVisitor[_Result]") -> _Result:
    """Shows the move to a node and all after it to a visitor."""
    if not isinstance(node, ChildNode):
        board = node.board()
        walk = _Walk(board, visitor, sidelines=True)
        walk.run(lambda: walk.line(node))
        return visitor.result()
    walk = _Walk(node.parent.board(), visitor, sidelines=True)
    walk.run(lambda: walk.move(node, []))
    return visitor.result()


def walk_subgame(node: GameNode, visitor: "BaseVisitor[_Result]") -> _Result:
    """Shows what goes on at a node to a visitor, as a game that begins there."""
    if visitor.begin_game() is not SKIP:
        root = node.root()
        headers = Headers(root.headers if isinstance(root, Game) else {})
        board = node.board()
        board.clear_stack()
        headers.setup(board)
        if _headers(headers, visitor):
            visitor.visit_board(board)
            if node.comment:
                visitor.visit_comment(node.comment)
            walk = _Walk(board, visitor, sidelines=True)
            walk.run(lambda: walk.line(node))
            visitor.visit_result(headers.get("Result", "*"))
        visitor.end_game()
    return visitor.result()


def walk_mainline(start: GameNode, visitor: "BaseVisitor[_Result]") -> _Result:
    """Shows the line from a node on to a visitor, without sidelines."""
    walk = _Walk(start.board(), visitor, sidelines=False)
    walk.run(lambda: walk.line(start))
    return visitor.result()
