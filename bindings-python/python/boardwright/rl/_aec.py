"""PettingZoo's environment in which agents take turns."""

from collections.abc import Mapping
from typing import Any, ClassVar

from gymnasium import spaces
from pettingzoo import AECEnv  # type: ignore[import-untyped]

from boardwright._errors import GameOverError, InvalidOptionError
from boardwright._native import Game
from boardwright.rl._common import One, Seen, find, space, waiting


class BoardAEC(AECEnv[str, Seen, int | None]):  # type: ignore[misc] # it has no types
    """A game whose agents are its seats.

    An agent sees the planes of its own last turn, all 0 before the first; the mask has no
    action while it is not to move. Rewards are 1, -1 and 0 at the end. An action outside the
    mask raises IllegalMoveError, and nothing has changed.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "boardwright",
        "render_modes": [],
        "is_parallelizable": False,
    }
    render_mode = None

    def __init__(
        self,
        game: str | Game,
        *,
        observations: str,
        ply_limit: int | None,
        reseed: bool,
        options: Mapping[str, object],
    ) -> None:
        """Makes it; `boardwright.rl.aec` says what of."""
        super().__init__()
        self.game = find(game, options)
        self._one = One(self.game, observations, ply_limit, reseed=reseed)
        self.possible_agents = list(self.game.seats)
        self.agents: list[str] = []
        planes, count = space(self._one.env, self._one.kind), self._one.env.action_count
        self.observation_spaces = dict.fromkeys(self.possible_agents, planes)
        # Each has a generator of its own to sample from.
        self.action_spaces = {agent: spaces.Discrete(count) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the space of what an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the space of action ids."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts the game anew. Options mean nothing: PettingZoo's checker gives unknown ones."""
        del options
        self._one.reset(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._seen = {agent: self._one.nothing() for agent in self.agents}
        self._turn()

    def _turn(self) -> None:
        """Lets the seat to move look."""
        self.agent_selection = self.possible_agents[self._one.seat]
        self._seen[self.agent_selection] = self._one.seen()

    def observe(self, agent: str) -> Seen:
        """Returns what an agent sees, and what it may do."""
        return {name: array.copy() for name, array in self._seen[agent].items()}

    def step(self, action: int | None) -> None:
        """Makes the move of the selected agent; None once it is terminated or truncated."""
        if not self.agents:
            raise GameOverError("the game is over: reset starts it anew")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise InvalidOptionError("action: None is for agents that are out of the game")
        self._one.step(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._seen[agent] = waiting(self._seen[agent])
        if self._one.over:
            rewards = self._one.rewards[0].tolist()
            self.rewards = dict(zip(self.possible_agents, rewards, strict=True))
            self.terminations = dict.fromkeys(self.agents, bool(self._one.terminated[0]))
            self.truncations = dict.fromkeys(self.agents, not self._one.terminated[0])
            following = (self.possible_agents.index(agent) + 1) % len(self.possible_agents)
            self.agent_selection = self.possible_agents[following]
        else:
            self._turn()
        self._accumulate_rewards()

    def close(self) -> None:
        """Does nothing: a game holds nothing to close."""
