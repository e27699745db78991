"""Parts that environments share: games by name, spaces, arrays, and one game of a VecEnv."""

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from boardwright._errors import InvalidOptionError
from boardwright._native import Game, VecEnv

Seen: TypeAlias = dict[str, NDArray[Any]]

NOBODY = 255


def find(game: str | Game, options: Mapping[str, object]) -> Game:
    """Returns the game, of which a Game has its options already."""
    if isinstance(game, str):
        return Game(game, **options)
    if options:
        names = ", ".join(options)
        raise InvalidOptionError(f"{names}: a Game has its options, and takes no others here")
    return game


def kind(observations: str) -> type[np.uint8] | type[np.float32]:
    """Returns the type of the items of observations."""
    if observations == "uint8":
        return np.uint8
    if observations == "float32":
        return np.float32
    raise InvalidOptionError(f"observations: takes uint8 or float32, not {observations!r}")


def space(env: VecEnv, of: type[np.uint8] | type[np.float32]) -> spaces.Dict:
    """Returns the space of what a seat gets: planes and the mask of its actions."""
    # Numbers beyond 255 stay there, and units are at least 1.
    planes = spaces.Box(0, 255, env.observation_shape, of)
    return spaces.Dict(
        {"observation": planes, "action_mask": spaces.Box(0, 1, (env.action_count,), np.int8)}
    )


def arrays(env: VecEnv, of: type[np.uint8] | type[np.float32]) -> dict[str, Any]:
    """Returns the arrays that an environment writes into, by the names that VecEnv has for them."""
    games = len(env)
    return {
        "observations": np.zeros((games, *env.observation_shape), of),
        "masks": np.zeros((games, env.action_count), np.uint8),
        "rewards": np.zeros((games, len(env.game.seats)), np.float32),
        "terminated": np.zeros(games, np.bool_),
        "truncated": np.zeros(games, np.bool_),
        "seats": np.zeros(games, np.uint8),
    }


class One:
    """One game of a VecEnv with the arrays it writes into."""

    def __init__(
        self, game: Game, observations: str, ply_limit: int | None, *, reseed: bool = False
    ) -> None:
        """Makes the game and its arrays."""
        self.kind = kind(observations)
        self.env = VecEnv(game, 1, threads=1, ply_limit=ply_limit, reseed=reseed)
        self.arrays = arrays(self.env, self.kind)
        self.planes, self.mask = self.arrays["observations"], self.arrays["masks"]
        self.rewards, self.seats = self.arrays["rewards"], self.arrays["seats"]
        self.terminated, self.truncated = self.arrays["terminated"], self.arrays["truncated"]
        self.space = space(self.env, self.kind)
        self.actions = self.env.action_count
        self.seed: int | None = None
        self.ready = False
        self._seen: list[Seen] = []

    def reset(self, seed: int | None) -> None:
        """Starts the game anew, under another seed if one is given.

        Without one the game goes on to a further episode of its seed, if it has been played.
        """
        if seed is None and self.ready:
            seed = int(np.random.default_rng(self.seed).integers(2**63))
        self.seed = seed
        self.env.reset(seed=seed, **self.arrays)
        self.ready = True
        self._seen = [self._nothing() for _ in self.env.game.seats]
        self._look()

    def step(self, action: int) -> None:
        """Makes a move of the seat to move."""
        mover = self.seat
        self.env.step(np.array([action], np.int64), **self.arrays)
        self._seen[mover] = waiting(self._seen[mover])
        # After the end the arrays are those of the next game.
        if not self.over:
            self._look()

    @property
    def seat(self) -> int:
        """The index of the seat to move."""
        return int(self.seats[0])

    @property
    def over(self) -> bool:
        """True if the last step ended the game."""
        return bool(self.terminated[0] or self.truncated[0])

    def observe(self, seat: int) -> Seen:
        """Returns what a seat saw at its last turn; without actions while it is not to move."""
        return {name: array.copy() for name, array in self._seen[seat].items()}

    def _look(self) -> None:
        """Lets the seat to move look."""
        mask = self.mask[0].astype(np.int8)
        self._seen[self.seat] = {"observation": self.planes[0].copy(), "action_mask": mask}

    def _nothing(self) -> Seen:
        """Returns what a seat sees that has not been to move yet."""
        return {
            "observation": np.zeros_like(self.planes[0]),
            "action_mask": np.zeros(self.mask.shape[1], np.int8),
        }


def waiting(seen: Seen) -> Seen:
    """Returns what a seat saw at its last turn, without actions."""
    mask = np.zeros_like(seen["action_mask"])
    return {"observation": seen["observation"], "action_mask": mask}
