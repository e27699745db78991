"""Gymnasium's environment: one seat, and bots at the others."""

from collections.abc import Mapping
from typing import Any

import gymnasium
from gymnasium import spaces

from boardwright._errors import GameOverError, IllegalMoveError, InvalidOptionError
from boardwright._native import Bot, Game, State
from boardwright.rl._common import One, Seen, find, waiting


class BoardEnv(gymnasium.Env[dict[str, Any], int]):
    """One seat of a game against a bot. At the end the planes are those of its last turn."""

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012 - as in the base class

    def __init__(
        self,
        game: str | Game,
        *,
        seat: int | str,
        bot: tuple[str, dict[str, object], int],
        illegal: str,
        observations: str,
        ply_limit: int | None,
        options: Mapping[str, object],
    ) -> None:
        """Makes it; `boardwright.rl.single` says what of."""
        self.game = find(game, options)
        seats = self.game.seats
        if illegal not in ("raise", "lose"):
            raise InvalidOptionError(f"illegal: takes raise or lose, not {illegal!r}")
        if seat not in seats and seat not in range(len(seats)):
            raise InvalidOptionError(f"seat: there is no {seat!r}: there are {', '.join(seats)}")
        self.seat = seats.index(seat) if isinstance(seat, str) else int(seat)
        self._bot, self._illegal = bot, illegal
        self._make(0)
        self._one = One(self.game, observations, ply_limit)
        self.observation_space = self._one.space
        self.action_space: spaces.Discrete[Any] = spaces.Discrete(self._one.actions)
        self._state: State | None = None
        self._over = True

    def _make(self, seed: int) -> Bot:
        name, options, _ = self._bot
        return Bot(name, game=self.game, seed=seed, **options)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Starts the game anew, and lets others move first where it is their turn."""
        if options:
            raise InvalidOptionError(f"{', '.join(options)}: reset takes no options")
        super().reset(seed=seed)
        draws = self.np_random.integers(2**63, size=1 + len(self.game.seats))
        self._one.reset(int(draws[0]))
        self._bots = [self._make(int(draw)) for draw in draws[1:]]
        self._state = self.game.start()
        self._over = False
        self._others()
        return self._one.observe(self.seat), {}

    def _play(self, action: int) -> None:
        assert self._state is not None  # noqa: S101 - reset has made it
        seat = self._one.seat
        self._one.step(action)
        self._state = self._state.play(action, seat)
        self._over = self._one.over

    def _others(self) -> None:
        """Lets bots move until it is the seat's turn or the end, each by what it may know."""
        while not self._over and (seat := self._one.seat) != self.seat:
            assert self._state is not None  # noqa: S101 - reset has made it
            known = self._state.observe(seat)
            move = self._bots[seat].decide(known, nodes=self._bot[2]).move
            self._play(known.candidate_ids()[known.candidates().index(move)])

    def step(self, action: int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Makes the seat's move, and those of the others up to its next turn."""
        if self._over:
            raise GameOverError("the episode is over: reset starts another")
        action = int(action)
        try:
            self._play(action)
        except IllegalMoveError:
            if self._illegal == "raise":
                raise
            self._over = True
            return waiting(self._one.observe(self.seat)), -1.0, True, False, {"illegal": True}
        self._others()
        # All 0 and false unless the last move ended the game.
        reward = float(self._one.rewards[0, self.seat])
        terminated = bool(self._one.terminated[0])
        truncated = self._one.over and not terminated
        return self._one.observe(self.seat), reward, terminated, truncated, {}
