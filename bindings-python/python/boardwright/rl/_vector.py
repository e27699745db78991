"""Gymnasium's vector environment over VecEnv."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from boardwright._errors import InvalidOptionError
from boardwright._native import Game, VecEnv
from boardwright.rl._common import NOBODY, Seen, arrays, find, kind, space


class BoardVectorEnv(VectorEnv[Seen, NDArray[np.int64], NDArray[Any]]):
    """Many games in which each action is that of the seat to move.

    Games start anew in the step in which they end; the observation of the end itself is not
    given, so that `infos` has no `final_obs`.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as in the base class
        "render_modes": [],
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        game: str | Game,
        num_envs: int,
        *,
        observations: str,
        ply_limit: int | None,
        threads: int | None,
        reseed: bool,
        options: Mapping[str, object],
    ) -> None:
        """Makes it; `boardwright.rl.vector` says what of."""
        self.game = find(game, options)
        self._kind = kind(observations)
        self.env = VecEnv(self.game, num_envs, ply_limit=ply_limit, threads=threads, reseed=reseed)
        self.num_envs = len(self.env)
        self.single_observation_space = space(self.env, self._kind)
        self.single_action_space = spaces.Discrete(self.env.action_count)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._seats = np.full(self.num_envs, NOBODY, np.uint8)

    @staticmethod
    def _seen(told: dict[str, Any]) -> Seen:
        return {
            "observation": told["observations"],
            "action_mask": told["masks"].view(np.int8),
        }

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Starts all games anew. One seed is for all games, which draw from it by their numbers."""
        if options:
            raise InvalidOptionError(f"{', '.join(options)}: reset takes no options")
        if isinstance(seed, list):
            raise InvalidOptionError("seed: one number is for all games, and lists are not taken")
        super().reset(seed=seed)
        told = arrays(self.env, self._kind)
        self.env.reset(seed=seed, **told)
        self._seats = told["seats"]
        return self._seen(told), {"seats": self._seats.copy()}

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Seen, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Makes a move in each game; raises IllegalMoveError before any is made."""
        told = arrays(self.env, self._kind)
        self.env.step(np.ascontiguousarray(actions, np.int64), **told)
        rewards = told["rewards"]
        movers = rewards[np.arange(self.num_envs), self._seats]
        self._seats = told["seats"]
        infos = {"rewards": rewards, "seats": self._seats.copy()}
        return self._seen(told), movers, told["terminated"], told["truncated"], infos
