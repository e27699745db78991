"""PettingZoo's environment in which agents take turns."""

from collections.abc import Mapping
from typing import Any, ClassVar

from gymnasium import spaces
from pettingzoo import AECEnv  # type: ignore[import-untyped]

from boardwright._errors import GameOverError, InvalidOptionError
from boardwright._native import Game
from boardwright.rl._chess_v6 import ChessV6
from boardwright.rl._common import One, Seen, find


class BoardAEC(AECEnv[str, Seen, int | None]):  # type: ignore[misc] # it has no types
    """A game whose agents are its seats.

    An agent sees the planes of its own last turn, all 0 before the first, or in the layout of
    `chess_v6` the present position; the mask has no action while it is not to move. Rewards are
    1, -1 and 0 at the end. An action outside the mask raises IllegalMoveError, and nothing has
    changed.
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
        layout: str,
        observations: str,
        ply_limit: int | None,
        reseed: bool,
        options: Mapping[str, object],
    ) -> None:
        """Makes it; `boardwright.rl.aec` says what of."""
        super().__init__()
        self.game = find(game, options)
        self._one: One | ChessV6
        if layout == "planes":
            self._one = One(self.game, observations, ply_limit, reseed=reseed)
        elif layout == "chess_v6":
            self._one = ChessV6(self.game, observations, ply_limit)
        else:
            raise InvalidOptionError(f"layout: takes planes or chess_v6, not {layout!r}")
        self.possible_agents = list(self.game.seats)
        self.agents: list[str] = []
        self.observation_spaces = dict.fromkeys(self.possible_agents, self._one.space)
        # Each has a generator of its own to sample from.
        self.action_spaces = {
            agent: spaces.Discrete(self._one.actions) for agent in self.possible_agents
        }

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
        self.agent_selection = self.possible_agents[self._one.seat]

    def observe(self, agent: str) -> Seen:
        """Returns what an agent sees, and what it may do."""
        return self._one.observe(self.possible_agents.index(agent))

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
        if self._one.over:
            rewards = self._one.rewards[0].tolist()
            self.rewards = dict(zip(self.possible_agents, rewards, strict=True))
            self.terminations = dict.fromkeys(self.agents, bool(self._one.terminated[0]))
            self.truncations = dict.fromkeys(self.agents, not self._one.terminated[0])
            following = (self.possible_agents.index(agent) + 1) % len(self.possible_agents)
            self.agent_selection = self.possible_agents[following]
        else:
            self.agent_selection = self.possible_agents[self._one.seat]
        self._accumulate_rewards()

    def close(self) -> None:
        """Does nothing: a game holds nothing to close."""
