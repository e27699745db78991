"""The names that OpenSpiel has for states, over State."""

from boardwright._errors import UnsupportedError
from boardwright._native import Game, State

TERMINAL = -4


class OpenSpielState:
    """A state that changes with each action, under names of `pyspiel.State`.

    Players are the indices of seats, actions are action ids. Legal actions are made from the
    player's observation. Raises UnsupportedError for games without ids and those in which
    several seats may act at once.
    """

    def __init__(self, state: State | Game | str) -> None:
        """Begins at a state, or at the first one of a game."""
        if isinstance(state, str):
            state = Game(state)
        if isinstance(state, Game):
            state = state.start()
        if state.game.action_count is None:
            raise UnsupportedError(f"{state.game.name} has no action ids")
        self.state = state
        self._history: list[int] = []
        self._turn()

    def _turn(self) -> None:
        live = self.state.live if self.state.outcome is None else []
        if len(live) > 1:
            raise UnsupportedError(
                f"{self.state.game.name}: several seats may act at once, which has no name here"
            )
        self._player = self.state.game.seats.index(live[0]) if live else TERMINAL

    def current_player(self) -> int:
        """Returns the index of the seat to move, -4 after the end."""
        return self._player

    def is_terminal(self) -> bool:
        """Returns true once nobody is to move."""
        return self._player == TERMINAL

    def num_players(self) -> int:
        """Returns the number of seats."""
        return len(self.state.game.seats)

    def num_distinct_actions(self) -> int:
        """Returns the number of action ids."""
        return self.state.game.action_count or 0

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Returns the ids of a player's actions in order; none for one who is not to move."""
        if self.is_terminal() or player not in (None, self._player):
            return []
        return sorted(self.state.observe(self._player).candidate_ids())

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """Returns 1 for each id that is legal and 0 for the others."""
        mask = [0] * self.num_distinct_actions()
        for action in self.legal_actions(player):
            mask[action] = 1
        return mask

    def apply_action(self, action: int) -> None:
        """Plays an action; an error leaves the state as it is."""
        self.state = self.state.play(action)
        self._history.append(int(action))
        self._turn()

    def action_to_string(self, player: int, action: int) -> str:
        """Returns the canonical text of an action, the same for every player."""
        del player
        return self.state.game.action_text(action)

    def string_to_action(self, text: str) -> int:
        """Returns the id of a legal action."""
        return self.state.action_id(text)

    def returns(self) -> list[float]:
        """Returns 1 for each seat that has won, -1 for the others, 0 in a draw and before."""
        outcome = self.state.outcome
        if outcome is None or outcome.draw:
            return [0.0] * self.num_players()
        return [1.0 if seat in outcome.winners else -1.0 for seat in self.state.game.seats]

    def history(self) -> list[int]:
        """Returns the actions applied so far."""
        return list(self._history)

    def information_state_string(self, player: int | None = None) -> str:
        """Returns all that a player knows, as text."""
        return self.state.observe(self._player if player is None else player).text

    def clone(self) -> "OpenSpielState":
        """Returns a state of its own at the same place."""
        other = OpenSpielState(self.state)
        other._history = list(self._history)
        return other

    def __str__(self) -> str:
        """Returns the notation; of a hidden game, the referee's."""
        return self.state.notation
