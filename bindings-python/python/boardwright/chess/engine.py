"""Players with the names of python-chess's engines, over the bots of boardwright.

No program is started: the bot searches on the library's own threads.

>>> from boardwright import chess
>>> from boardwright.chess import engine
>>> with engine.SimpleEngine("search", seed=1) as player:
...     result = player.play(chess.Board(), engine.Limit(depth=2))
>>> result.move in chess.Board().legal_moves
True
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Final, Literal, Self, TypedDict, overload

from boardwright import _types
from boardwright._errors import BoardwrightError
from boardwright._native import Bot, Game, State
from boardwright.chess._board import Board
from boardwright.chess._scores import Cp, Mate, MateGiven, PovScore, Score
from boardwright.chess._squares import Color
from boardwright.chess._values import MOVES, Move

__all__ = [
    "Cp",
    "EngineError",
    "InfoDict",
    "Limit",
    "Mate",
    "MateGiven",
    "PlayResult",
    "PovScore",
    "Score",
    "SimpleEngine",
]

# Repetitions that draw by themselves for a bot, which has no one who would claim.
_THREEFOLD: Final = 3


class EngineError(RuntimeError):
    """A player that cannot answer."""


@dataclass
class Limit:
    """Bounds of a search: seconds, plies, positions, moves to mate, or clocks of both sides."""

    time: float | None = None
    depth: int | None = None
    nodes: int | None = None
    mate: int | None = None
    white_clock: float | None = None
    black_clock: float | None = None
    white_inc: float | None = None
    black_inc: float | None = None
    remaining_moves: int | None = None


class InfoDict(TypedDict, total=False):
    """The report of a search."""

    score: PovScore
    pv: list[Move]
    depth: int
    nodes: int
    time: float
    multipv: int


@dataclass
class PlayResult:
    """The decision of a player."""

    move: Move | None
    ponder: Move | None
    info: InfoDict = field(default_factory=InfoDict)
    draw_offered: bool = False
    resigned: bool = False


def _clock(limit: Limit, turn: Color) -> _types.Clock | None:
    remaining = limit.white_clock if turn else limit.black_clock
    if remaining is None:
        return None
    clock: _types.Clock = {"remaining": remaining}
    increment = limit.white_inc if turn else limit.black_inc
    if increment is not None:
        clock["increment"] = increment
    if limit.remaining_moves is not None:
        clock["moves_to_go"] = limit.remaining_moves
    return clock


def _score(score: _types.Score | None, turn: Color) -> PovScore | None:
    if score is None:
        return None
    value = round(score.value)
    if score.unit == "mate":
        # In plies, of which a move has two.
        moves = (abs(value) + 1) // 2
        return PovScore(Mate(moves if value > 0 else -moves), turn)
    return PovScore(Cp(value), turn) if score.unit == "centipawns" else None


def state_of(board: Board) -> State:
    """Returns the state that a bot is asked about, with the moves that led to it.

    It is one of a game in which the third occurrence of a position draws, if it can be.
    """
    state = board._now()
    options = dict(state.game.options)
    if "repetition_count" not in options:
        return state
    options["repetition_count"] = _THREEFOLD
    options["halfmove_limit"] = 100
    try:
        game = Game(state.game.name, **{name: value for name, value in options.items() if value})
        root = game.parse(board.root()._now().notation)
        told = root.play_many(move.uci() for move in board.move_stack)
    except BoardwrightError:
        return state
    return told if told.outcome is None else state


class SimpleEngine:
    """A player that answers at once, by the bot of a name and its options.

    Bots are `search` (with `level` or `strength`), `mcts`, `heuristic` and `random`; which there
    are, the game of the board says. A call waits with the GIL released.
    """

    def __init__(self, bot: str = "search", *, seed: int = 0, **options: object) -> None:
        self._bot = bot
        self._seed = seed
        self._options = options
        self._bots: dict[Game, Bot] = {}
        self._closed = False

    @property
    def id(self) -> dict[str, str]:
        """The name of the player."""
        return {"name": f"boardwright {self._bot}"}

    def configure(self, options: dict[str, object]) -> None:
        """Sets options of the bot."""
        self._options = {**self._options, **options}
        self._bots.clear()

    def _decide(self, board: Board, limit: Limit, lines: int | None, moves: Any) -> Any:
        if self._closed:
            raise EngineError("the player has been closed")
        state = state_of(board)
        bot = self._bots.get(state.game)
        if bot is None:
            bot = Bot(self._bot, game=state.game, seed=self._seed, **self._options)
            self._bots[state.game] = bot
        try:
            return bot.decide(
                state,
                movetime=limit.time,
                depth=limit.depth,
                nodes=limit.nodes,
                mate=limit.mate,
                lines=lines,
                moves=None if moves is None else [move.uci() for move in moves],
                clock=_clock(limit, board.turn),
            )
        except BoardwrightError as error:
            raise EngineError(str(error)) from error

    def play(
        self, board: Board, limit: Limit, *, root_moves: Iterable[Move] | None = None
    ) -> PlayResult:
        """Decides for a move; raises EngineError where the game is over or the bot cannot."""
        decision = self._decide(board, limit, None, root_moves)
        info = self._info(decision, board.turn)
        pv = info.get("pv", [])
        return PlayResult(
            MOVES[decision.move],
            pv[1] if len(pv) > 1 else None,
            info,
            draw_offered=decision.offer_draw,
            resigned=decision.resign,
        )

    @staticmethod
    def _info(decision: Any, turn: Color) -> InfoDict:
        info: InfoDict = {
            "depth": decision.depth,
            "nodes": decision.nodes,
            "time": decision.time,
            "pv": [MOVES[text] for text in decision.pv],
        }
        score = _score(decision.score, turn)
        if score is not None:
            info["score"] = score
        return info

    @overload
    def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: None = None,
        root_moves: Iterable[Move] | None = None,
    ) -> InfoDict: ...
    @overload
    def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: int,
        root_moves: Iterable[Move] | None = None,
    ) -> list[InfoDict]: ...
    def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: int | None = None,
        root_moves: Iterable[Move] | None = None,
    ) -> InfoDict | list[InfoDict]:
        """Tells what the bot thinks of a position: one report, or one for each of some lines."""
        decision = self._decide(board, limit, multipv, root_moves)
        first = self._info(decision, board.turn)
        if multipv is None:
            return first
        infos = [first]
        for other in decision.alternatives[: multipv - 1]:
            info: InfoDict = {"pv": [MOVES[other.move]]}
            score = _score(other.score, board.turn)
            if score is not None:
                info["score"] = score
            infos.append(info)
        for number, info in enumerate(infos, 1):
            info["multipv"] = number
        return infos

    def ping(self) -> None:
        """Does nothing: the player is in this process."""

    def quit(self) -> None:
        """Ends the player."""
        self._closed = True
        self._bots.clear()

    close = quit

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> Literal[False]:
        self.quit()
        return False
