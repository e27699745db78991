"""BEI, the interface of Boost engines, from the controller's side, in this process.

>>> import queue
>>> from boardwright import bei
>>> moves = queue.Queue()
>>> controller = bei.Controller("boost-7-7-2-8-2", on_move=moves.put)
>>> controller.set_depth(2)
>>> controller.go()
>>> len(moves.get(timeout=60).move)
4
"""

import threading
import weakref
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from operator import index
from types import TracebackType
from typing import Self, SupportsIndex

from boardwright import _native
from boardwright._engine import Engine
from boardwright._errors import InvalidOptionError

__all__ = ["Controller", "Move"]

STANDARD = "boost-9-9-2-8-2"
"""The identifier of the standard game."""


@dataclass(frozen=True, slots=True)
class Move:
    """The move of an engine."""

    score: int
    """The score for the player to move, in decitempi."""
    move: str
    """The chosen move; ``--`` is a pass."""
    equals: tuple[str, ...]
    """Others that are as good."""


class Controller:
    """Tells an engine what to think about, and hears what it comes to.

    ``on_property(name, value)`` is told what the engine says of itself (``protocol``,
    ``name``, ``author``, ``version``, ``beiok``), of a game (``known``, ``unknown``) and
    to people (``log``); ``on_move`` is given each ``Move``. Both are called on a thread of
    the package and should be brief; what they raise is raised by the next call.

    A controller that is no longer used is closed, and its search stopped.
    """

    __slots__ = ("__weakref__", "_engine", "_game", "_gos", "_lock", "_on_move", "_on_property")

    def __init__(
        self,
        identifier: str = STANDARD,
        *,
        on_property: Callable[[str, str], object] | None = None,
        on_move: Callable[[Move], object] | None = None,
    ) -> None:
        """Makes one and begin a game."""
        for name, callback in (("on_property", on_property), ("on_move", on_move)):
            if callback is not None and not callable(callback):
                raise TypeError(f"{name}: takes a function")
        self._on_property = on_property
        self._on_move = on_move
        self._lock = threading.Lock()
        # Every go has one move, in order; whether it is wanted.
        self._gos: deque[bool] = deque()
        self._game: _native.Game | None = None
        heard = weakref.WeakMethod(self._heard)

        def on_line(line: str) -> None:
            hear = heard()
            if hear is not None:
                hear(line)

        self._engine = Engine("bei", on_line)
        self._engine.send("bei")
        self.new_game(identifier)

    def new_game(self, identifier: str) -> None:
        """Begins a game, at its first position; the engine says ``known`` or ``unknown``.

        What is unknown leaves the game that is played as it was.
        """
        word(identifier, "identifier")
        try:
            game = _native.Game("boost", identifier=identifier)
        except InvalidOptionError:
            game = None
        self._engine.send(f"newgame {identifier}")
        if game is not None:
            self._game = game

    def set_strength(self, strength: SupportsIndex) -> None:
        """Plays as an opponent of a strength from 100 to 2500; beyond that counts as that."""
        self._engine.send(f"setoption strength {index(strength)}")

    def set_depth(self, depth: SupportsIndex) -> None:
        """Looks so many plies ahead, from 1 to 100, in place of a strength."""
        self._engine.send(f"setoption depth {index(depth)}")

    def set_weight(self, name: str, value: SupportsIndex) -> None:
        """Evaluates with another weight, by the names that the bots of the game have as options."""
        word(name, "name")
        self._engine.send(f"setoption {name} {index(value)}")

    def set_line(self, position: str, taboo: Iterable[str] = ()) -> None:
        """Thinks about a position; those of ``taboo`` were on the board and must not come again.

        Raises InvalidNotationError for a text that is no position of the game.
        """
        if isinstance(taboo, str):
            raise TypeError("taboo: takes a list of positions")
        line = [position, *taboo]
        # The engine would say the same, but in a log.
        self._known().parse(position, history=line[1:])
        for text in line:
            word(text, "position")
        self._engine.send(f"setline {' '.join(line)}")

    def ponder(self, turns: SupportsIndex) -> None:
        """Thinks in the opponents' time, for the turn that comes after so many others."""
        self._known()
        if index(turns) < 0:
            raise InvalidOptionError(f"turns: takes an integer from 0, not {index(turns)}")
        self._engine.send(f"ponder {index(turns)}")

    def go(self) -> None:
        """Thinks; ``on_move`` is given what comes of it."""
        self._known()
        # Who hears the move waits for this lock.
        with self._lock:
            self._gos.append(True)
            self._engine.send("go")

    def stop(self, want_move: bool = True) -> None:
        """Ends what is thought; with ``want_move=False`` its move is discarded."""
        with self._lock:
            if not want_move:
                self._gos = deque(False for _ in self._gos)
            self._engine.send("stop")

    def wait(self, timeout: float | None = None) -> bool:
        """Waits until nothing is thought, up to some seconds; says whether it is so.

        The last move may be on its way to ``on_move`` then.
        """
        return self._engine.wait(timeout)

    def close(self) -> None:
        """Ends everything, without another word."""
        self._engine.close()

    @property
    def closed(self) -> bool:
        """True if it was closed."""
        return self._engine.closed

    def __enter__(self) -> Self:
        """Returns itself, to be closed at the end of the block."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Closes it."""
        self.close()

    def __repr__(self) -> str:
        """Says what it is."""
        return "Controller()"

    def _known(self) -> _native.Game:
        if self._game is None:
            raise InvalidOptionError("there is no game yet: new_game begins one")
        return self._game

    def _heard(self, line: str) -> None:
        kind, _, rest = line.partition(" ")
        if kind == "move":
            with self._lock:
                wanted = self._gos.popleft()
            score, move, *equals = rest.split()
            if wanted and self._on_move is not None:
                self._on_move(Move(int(score), move, tuple(equals)))
            return
        if kind == "id":
            kind, _, rest = rest.partition(" ")
        if self._on_property is not None:
            self._on_property(kind, rest)


def word(text: str, name: str) -> None:
    """Refuses what would be more than one word of a line."""
    if not isinstance(text, str):
        raise TypeError(f"{name}: takes a text")
    if len(text.split()) != 1 or text.strip() != text:
        raise InvalidOptionError(f"{name}: takes a word without spaces, not {text!r}")
