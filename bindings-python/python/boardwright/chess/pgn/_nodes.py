"""Games as trees of moves."""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from boardwright.chess._board import Board
from boardwright.chess._scores import PovScore
from boardwright.chess._squares import WHITE, Color, Square
from boardwright.chess._values import Move
from boardwright.chess.pgn import _notes
from boardwright.chess.pgn._headers import Headers
from boardwright.chess.pgn._times import TimeControl, parse_time_control
from boardwright.chess.svg import Arrow

if TYPE_CHECKING:
    from boardwright.chess.pgn._fast import Unbuilt
    from boardwright.chess.pgn._visitors import BaseVisitor

_Result = TypeVar("_Result")


class GameNode:
    """A position of a game with what is said about the move to it; the moves on are below it."""

    parent: "GameNode | None"
    move: Move | None
    variations: "list[ChildNode]"
    comment: str = ""
    starting_comment: str = ""
    _nags: set[int] | None = None

    def __init__(self, *, comment: str = "") -> None:
        self.parent = None
        self.move = None
        self.variations = []
        self.comment = comment
        self.starting_comment = ""

    @property
    def nags(self) -> set[int]:
        """The numbers of the glyphs of the move."""
        nags = self._nags
        if nags is None:
            nags = self._nags = set()
        return nags

    @nags.setter
    def nags(self, nags: set[int]) -> None:
        self._nags = nags

    def board(self) -> Board:
        """Returns a board with the position and the moves to it, a new one at each call."""
        moves: list[Move] = []
        node = self
        while node.parent is not None and node.move is not None:
            moves.append(node.move)
            node = node.parent
        board = node._start_board()
        for move in reversed(moves):
            board.push(move)
        return board

    def _start_board(self) -> Board:
        return Board()

    def ply(self) -> int:
        """Returns the number of plies since the start of the game."""
        node, plies = self, 0
        while node.parent is not None:
            node, plies = node.parent, plies + 1
        return node._start_board().ply() + plies

    def turn(self) -> Color:
        """Returns the side to move."""
        return self.ply() % 2 == 0

    def root(self) -> "GameNode":
        """Returns the node at the start."""
        node = self
        while node.parent is not None:
            node = node.parent
        return node

    def game(self) -> "Game":
        """Returns the game; raises TypeError for a node that is of none."""
        root = self.root()
        if not isinstance(root, Game):
            raise TypeError("the node is of no game")
        return root

    def end(self) -> "GameNode":
        """Returns the last node of the line that goes on here."""
        node: GameNode = self
        while node.variations:
            node = node.variations[0]
        return node

    def is_end(self) -> bool:
        """Returns true if no move goes on here."""
        return not self.variations

    def starts_variation(self) -> bool:
        """Returns true if the node begins a sideline."""
        if self.parent is None or not self.parent.variations:
            return False
        return self.parent.variations[0] is not self

    def is_mainline(self) -> bool:
        """Returns true if the node is of the main line."""
        node = self
        while node.parent is not None:
            if not node.parent.variations or node.parent.variations[0] is not node:
                return False
            node = node.parent
        return True

    def is_main_variation(self) -> bool:
        """Returns true if the move is the first of those from the position before it."""
        return self.parent is None or not self.starts_variation()

    def _index(self, move: "int | Move | GameNode") -> int:
        if isinstance(move, int):
            return range(len(self.variations))[move]
        for index, child in enumerate(self.variations):
            if child is move or child.move == move:
                return index
        raise KeyError(move)

    def __getitem__(self, move: "int | Move | GameNode") -> "ChildNode":
        return self.variations[self._index(move)]

    def __contains__(self, move: "int | Move | GameNode") -> bool:
        return self.has_variation(move)

    def variation(self, move: "int | Move | GameNode") -> "ChildNode":
        """Returns the node after a move, given by itself or its number; raises KeyError."""
        return self[move]

    def has_variation(self, move: "int | Move | GameNode") -> bool:
        """Returns true if a move goes on here."""
        try:
            self._index(move)
        except LookupError:
            return False
        return True

    def promote_to_main(self, move: "int | Move | GameNode") -> None:
        """Makes a move the first of those from here."""
        self.variations.insert(0, self.variations.pop(self._index(move)))

    def promote(self, move: "int | Move | GameNode") -> None:
        """Moves a move one place up."""
        index = self._index(move)
        if index > 0:
            children = self.variations
            children[index - 1], children[index] = children[index], children[index - 1]

    def demote(self, move: "int | Move | GameNode") -> None:
        """Moves a move one place down."""
        index = self._index(move)
        if index < len(self.variations) - 1:
            self.promote(index + 1)

    def remove_variation(self, move: "int | Move | GameNode") -> None:
        """Removes a move with all that goes on after it."""
        del self.variations[self._index(move)]

    def add_variation(
        self,
        move: Move,
        *,
        comment: str = "",
        starting_comment: str = "",
        nags: Iterable[int] = (),
    ) -> "ChildNode":
        """Adds a move at the end of those from here and returns its node."""
        return ChildNode(self, move, comment=comment, starting_comment=starting_comment, nags=nags)

    def add_main_variation(
        self, move: Move, *, comment: str = "", nags: Iterable[int] = ()
    ) -> "ChildNode":
        """Adds a move as the first of those from here and returns its node."""
        node = self.add_variation(move, comment=comment, nags=nags)
        self.variations.insert(0, self.variations.pop())
        return node

    def next(self) -> "ChildNode | None":
        """Returns the node after the first move from here; None if there is none."""
        return self.variations[0] if self.variations else None

    def add_line(
        self,
        moves: Iterable[Move],
        *,
        comment: str = "",
        starting_comment: str = "",
        nags: Iterable[int] = (),
    ) -> "GameNode":
        """Adds moves one after the other and returns the last node, which gets the comment."""
        node: GameNode = self
        for move in moves:
            node = node.add_variation(move, starting_comment=starting_comment)
            starting_comment = ""
        node.comment = " ".join(filter(None, [node.comment, comment]))
        node.nags.update(nags)
        return node

    def mainline(self) -> "Mainline[ChildNode]":
        """Returns the nodes of the line that goes on here."""
        return Mainline(self, lambda node: node)

    def mainline_moves(self) -> "Mainline[Move]":
        """Returns the moves of the line that goes on here."""
        return Mainline(self, _move_of)

    # Commands in comments.

    def eval(self) -> PovScore | None:
        """Returns the evaluation in the comment; None without one."""
        return _notes.eval_of(self.comment, self.turn())[0] if "[%" in self.comment else None

    def eval_depth(self) -> int | None:
        """Returns the depth of the evaluation in the comment; None without one."""
        return _notes.eval_of(self.comment, WHITE)[1]

    def set_eval(self, score: PovScore | None, depth: int | None = None) -> None:
        """Writes an evaluation into the comment, or takes it out."""
        self.comment = _notes.with_eval(self.comment, score, depth)

    def arrows(self) -> list[Arrow]:
        """Returns the arrows and squares that the comment marks."""
        return _notes.arrows_of(self.comment)

    def set_arrows(self, arrows: Iterable[Arrow | tuple[Square, Square]]) -> None:
        """Writes arrows and squares into the comment in place of those that it marks."""
        self.comment = _notes.with_arrows(self.comment, arrows)

    def clock(self) -> float | None:
        """Returns the seconds on the mover's clock by the comment; None without them."""
        return _notes.seconds_of("clk", self.comment)

    def set_clock(self, seconds: float | None) -> None:
        """Writes the seconds on the clock into the comment, or takes them out."""
        self.comment = _notes.with_seconds("clk", self.comment, seconds)

    def emt(self) -> float | None:
        """Returns the seconds that the move took by the comment; None without them."""
        return _notes.seconds_of("emt", self.comment)

    def set_emt(self, seconds: float | None) -> None:
        """Writes the seconds that the move took into the comment, or takes them out."""
        self.comment = _notes.with_seconds("emt", self.comment, seconds)

    # Visits.

    def accept(self, visitor: "BaseVisitor[_Result]") -> _Result:
        """Shows the move to the node and all that goes on after it to a visitor."""
        from boardwright.chess.pgn._walk import walk_from

        return walk_from(self, visitor)

    def accept_subgame(self, visitor: "BaseVisitor[_Result]") -> _Result:
        """Shows what goes on here to a visitor, as a game that begins here."""
        from boardwright.chess.pgn._walk import walk_subgame

        return walk_subgame(self, visitor)

    def __str__(self) -> str:
        from boardwright.chess.pgn._exporters import StringExporter

        return self.accept(StringExporter(columns=None))


class ChildNode(GameNode):
    """A node after a move."""

    parent: GameNode
    move: Move

    def __init__(
        self,
        parent: GameNode,
        move: Move,
        *,
        comment: str = "",
        starting_comment: str = "",
        nags: Iterable[int] = (),
    ) -> None:
        self.parent = parent
        self.move = move
        self.variations = []
        self.comment = comment
        self.starting_comment = starting_comment
        if nags:
            self.nags = set(nags)
        parent.variations.append(self)

    def san(self) -> str:
        """Returns the move in SAN."""
        return self.parent.board().san(self.move)

    def uci(self, *, chess960: bool | None = None) -> str:
        """Returns the move as UCI has it."""
        return self.parent.board().uci(self.move, chess960=chess960)

    def __repr__(self) -> str:
        board = self.parent.board()
        number = f"{board.fullmove_number}{'.' if board.turn else '...'}"
        return f"<{type(self).__name__} at {id(self):#x} ({number} {board.san(self.move)} ...)>"


class Game(GameNode):
    """The start of a game, with its headers and the errors met in reading it."""

    headers: Headers
    errors: list[Exception]
    _children: list[ChildNode]
    _unbuilt: "Unbuilt | None" = None

    def __init__(self, headers: Any = None) -> None:
        super().__init__()
        self.headers = Headers(headers)
        self.errors = []

    @property
    def variations(self) -> list[ChildNode]:
        """The nodes after the moves from the start, made when they are first asked for."""
        unbuilt = self._unbuilt
        if unbuilt is not None:
            self._unbuilt = None
            unbuilt.fill(self)
        return self._children

    @variations.setter
    def variations(self, variations: list[ChildNode]) -> None:
        self._unbuilt = None
        self._children = variations

    def __getstate__(self) -> object:
        """Returns what a copy is made of, with all nodes."""
        _ = self.variations
        return super().__getstate__()

    def _start_board(self) -> Board:
        return self.headers.board()

    def setup(self, board: Board | str) -> None:
        """Sets the position at the start, by headers."""
        self.headers.setup(board)

    def time_control(self) -> TimeControl:
        """Returns the time control by the headers."""
        return parse_time_control(self.headers.get("TimeControl", ""))

    def accept(self, visitor: "BaseVisitor[_Result]") -> _Result:
        """Shows the whole game to a visitor and returns its result."""
        from boardwright.chess.pgn._walk import walk_game

        return walk_game(self, visitor)

    @classmethod
    def from_board(cls, board: Board) -> Self:
        """Returns the game with the moves that led to a board, and its result."""
        game = cls()
        game.setup(board.root())
        game.add_line(board.move_stack)
        game.headers["Result"] = board.result()
        return game

    @classmethod
    def without_tag_roster(cls) -> Self:
        """Returns a game without any header."""
        return cls(headers={})

    @classmethod
    def builder(cls) -> "BaseVisitor[Self]":
        """Returns a visitor that makes such games."""
        from boardwright.chess.pgn._visitors import GameBuilder

        return GameBuilder(Game=cls)

    def __repr__(self) -> str:
        headers = self.headers
        players = f"{headers.get('White', '?')!r} vs. {headers.get('Black', '?')!r}"
        return f"<{type(self).__name__} at {id(self):#x} ({players}, {headers.get('Date', '?')!r})>"


_Item = TypeVar("_Item")


def _move_of(node: ChildNode) -> Move:
    return node.move


class Mainline(Iterable[_Item]):
    """The nodes or moves of a line, from after a node on."""

    def __init__(self, start: GameNode, shown: Callable[[ChildNode], _Item]) -> None:
        self.start = start
        self._shown = shown

    def _unbuilt(self) -> "Unbuilt | None":
        """Returns the moves without nodes, if there are no nodes yet and none are wanted."""
        start = self.start
        return start._unbuilt if self._shown is _move_of and isinstance(start, Game) else None

    def __bool__(self) -> bool:
        unbuilt = self._unbuilt()
        return bool(self.start.variations if unbuilt is None else unbuilt)

    def __iter__(self) -> Iterator[_Item]:
        unbuilt = self._unbuilt()
        if unbuilt is not None:
            return iter(cast("list[_Item]", unbuilt.moves()))
        return self._walked()

    def _walked(self) -> Iterator[_Item]:
        shown, node = self._shown, self.start
        while node.variations:
            child = node.variations[0]
            node = child
            yield shown(child)

    def __reversed__(self) -> Iterator[_Item]:
        return reversed(list(self))

    def accept(self, visitor: "BaseVisitor[_Result]") -> _Result:
        """Shows the line to a visitor, without sidelines."""
        from boardwright.chess.pgn._walk import walk_mainline

        return walk_mainline(self.start, visitor)

    def __str__(self) -> str:
        from boardwright.chess.pgn._exporters import StringExporter

        return self.accept(StringExporter(columns=None))
