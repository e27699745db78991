"""The planes and actions of PettingZoo's `chess_v6`, after AlphaZero's.

Planes and legal moves are the core's; here they are only put into another order. The source of
the order is the documentation of `chess_v6` and AlphaZero's paper (arXiv 1712.01815).
"""

from typing import TypeAlias

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from boardwright._errors import IllegalMoveError, UnsupportedError
from boardwright._native import Game, VecEnv
from boardwright.rl._common import Seen, kind

Flags: TypeAlias = NDArray[np.bool_]

ACTIONS = 8 * 8 * 73
PLY_LIMIT = 10_000
PIECES = 6
PLANES = 13
"""Planes of a position: those of the pieces of both sides, and one for repetition."""
POSITIONS = 8
FIRST = 7
"""Planes before those of the positions."""
DIRECTIONS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
LEAPS = [(x, y) for x in range(-2, 3) for y in range(-2, 3) if {abs(x), abs(y)} == {1, 2}]
KNIGHT, UNDER = 56, 64
"""The first ways of knights and of promotions to other pieces than queens."""
LAST_ROW = 7


def way(columns: int, rows: int, promotion: str) -> int | None:
    """Returns the plane of a step as its side sees it; none for one that no piece makes."""
    if (columns, rows) in LEAPS:
        return KNIGHT + LEAPS.index((columns, rows))
    if columns and rows and abs(columns) != abs(rows):
        return None
    if promotion in ("n", "b", "r"):
        return UNDER + 3 * (columns + 1) + "nbr".index(promotion)
    far = max(abs(columns), abs(rows))
    return (far - 1) * 8 + DIRECTIONS.index((columns // far, rows // far))


def action_of(text: str, *, black: bool) -> int | None:
    """Returns the action of a move in UCI; none for one that the side never makes."""
    (left, right), (first, last) = (ord(text[0]), ord(text[2])), (int(text[1]), int(text[3]))
    if black:
        first, last = 9 - first, 9 - last
    promotion = text[4:]
    taken = way(right - left, last - first, promotion)
    if taken is None or (promotion and last - 1 != LAST_ROW):
        return None
    return ((left - ord("a")) * 8 + first - 1) * 73 + taken


def tables() -> tuple[dict[int, int], dict[int, int]]:
    """Returns the actions of the ids of chess, for White and for Black."""
    game = Game("chess")
    texts = {number: game.action_text(number) for number in range(game.action_count or 0)}

    def of(*, black: bool) -> dict[int, int]:
        # A square to itself has no text.
        found = {n: action_of(text, black=black) for n, text in texts.items() if text}
        return {number: action for number, action in found.items() if action is not None}

    return of(black=False), of(black=True)


class ChessV6:
    """One game of chess, seen as `chess_v6` shows it.

    Each seat sees the present position at any time, after the end the last one. Positions
    before the first move are empty, as they are there.
    """

    def __init__(self, game: Game, observations: str, ply_limit: int | None) -> None:
        """Makes the game."""
        if game.name != "chess" or game.options["chess960"]:
            raise UnsupportedError("layout: chess_v6 is there for chess alone, not for Chess960")
        of = np.bool_ if kind(observations) is np.uint8 else np.float32
        planes = spaces.Box(0, 1, (8, 8, FIRST + POSITIONS * PLANES), of)
        mask = spaces.Box(0, 1, (ACTIONS,), np.int8)
        self.space = spaces.Dict({"observation": planes, "action_mask": mask})
        self.actions = ACTIONS
        self.rewards = np.zeros((1, 2), np.float32)
        self.terminated = np.zeros(1, np.bool_)
        self.over = False
        # The games of a vector are not needed, only what it says of planes and limits.
        env = VecEnv(game, 1, threads=1, ply_limit=ply_limit)
        self._limit = PLY_LIMIT if ply_limit is None else ply_limit
        self._named = {plane["name"]: at for at, plane in enumerate(env.layout["planes"])}
        self._planes = np.zeros(env.observation_shape, np.uint8)
        self._actions = tables()
        self._of = of
        self._game = game

    def reset(self, seed: int | None) -> None:
        """Starts the game anew; a seed means nothing, for nothing is drawn."""
        del seed
        self.rewards[:] = 0
        self.terminated[:] = self.over = False
        self._positions = np.zeros((8, 8, POSITIONS * PLANES), np.bool_)
        self._state = self._game.start()
        self._look()

    def _look(self) -> None:
        """Notes what White sees, and what may be done."""
        self._state.observe(0).planes(self._planes)
        self.seat = self._state.ply % 2
        ids = [] if self.over else self._state.legal_ids()
        actions = self._actions[self.seat]
        self._legal = {actions[number]: number for number in ids}

    def step(self, action: int) -> None:
        """Makes a move of the seat to move."""
        if action not in self._legal:
            raise IllegalMoveError(f"action: {action} is not in the mask")
        number = self._legal[action]
        self._state = self._state.play(number)
        outcome = self._state.outcome
        self.over = outcome is not None or self._state.ply >= self._limit
        if outcome is not None:
            self.terminated[:] = True
            if not outcome.draw:
                won = [seat in outcome.winners for seat in self._game.seats]
                self.rewards[0] = np.where(won, 1, -1)
        self._look()
        newest = self._pieces(self._game.action_text(number))
        self._positions = np.dstack((newest, self._positions[:, :, :-PLANES]))

    def _pieces(self, text: str) -> Flags:
        """Returns the planes of the pieces after a move, from White's side, row 0 the eighth."""
        planes = np.zeros((PLANES, 8, 8), np.bool_)
        planes[:-1] = self._planes[: PLANES - 1] > 0
        planes[-1] = self._planes[self._named["repetitions"]] > 0
        column, rows = ord(text[2]) - ord("a"), (int(text[1]) - 1, int(text[3]) - 1)
        # A pawn that has just gone two squares stands on its own first row.
        for pawns, double, home in [(planes[0], (1, 3), 0), (planes[PIECES], (6, 4), LAST_ROW)]:
            if rows == double and pawns[rows[1], column]:
                pawns[rows[1], column] = False
                pawns[home, column] = True
        return np.flip(planes, axis=1).transpose(1, 2, 0)

    def observe(self, seat: int) -> Seen:
        """Returns what a seat sees of the present position; without actions if not to move."""
        black = seat == 1
        castling = self._planes[self._named["castling"]] > 0
        if black:
            castling = np.flip(castling, axis=0)
        general = np.zeros((8, 8, FIRST), np.bool_)
        corners = [(0, LAST_ROW), (0, 0), (LAST_ROW, LAST_ROW), (LAST_ROW, 0)]
        for at, (row, column) in enumerate(corners):
            general[:, :, at] = castling[row, column]
        general[:, :, 4] = black
        half = int(self._planes[self._named["halfmoves"], 0, 0]) // 2
        row, column = divmod(min(half, 63), 8)
        general[LAST_ROW - row, column, 5] = True
        general[:, :, 6] = True
        observation = np.dstack((general, self._positions))
        if black:
            observation = np.flip(observation, axis=0).copy()
            for first in range(FIRST, observation.shape[2], PLANES):
                own, their = first + PIECES, first + 2 * PIECES
                sides = (observation[:, :, own:their], observation[:, :, first:own])
                observation[:, :, first:their] = np.concatenate(sides, axis=2)
        mask = np.zeros(ACTIONS, np.int8)
        if seat == self.seat and self._legal:
            mask[list(self._legal)] = 1
        return {"observation": observation.astype(self._of), "action_mask": mask}
