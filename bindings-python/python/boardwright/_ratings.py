"""Registries of bots, and what results say about strength; `boardwright.arena` has them."""

from collections.abc import Mapping, Sequence
from os import PathLike, fspath
from typing import Any, Literal, NotRequired, Self, TypeAlias, TypedDict, cast

from boardwright import _native
from boardwright.described import (
    BotRating,
    EloEntry,
    Estimate,
    Leaderboard,
    RatedSide,
    RegisteredBot,
    SprtState,
    TournamentReport,
)

_Path: TypeAlias = str | PathLike[str]


class Result(TypedDict):
    """A result that is to be rated: its sides with their places, and the number of such games."""

    sides: Sequence[RatedSide]
    games: NotRequired[int]


def _given(**given: Any) -> dict[str, Any]:
    return {name: value for name, value in given.items() if value is not None}


class BotRegistry:
    """Bots by name, with kind, modes, status, player and ratings, apart by game and mode.

    >>> from boardwright import arena
    >>> registry = arena.BotRegistry()
    >>> for name in ("random", "heuristic"):
    ...     _ = registry.register(name, player=name, modes=["chess"])
    >>> report = arena.match("chess", "random", "heuristic", games=2, ply_limit=40)
    >>> registry.rate_report("monday", report), registry.rate_report("monday", report)
    (True, False)
    >>> [bot["rank"] for bot in registry.leaderboard("chess")["bots"]]
    [1, 2]

    Everybody begins with 1200. Games of two players are rated by Glicko-2 and by Weng and Lin,
    those of teams and of more sides by Weng and Lin. A batch counts once, by its name.
    """

    def __init__(self, _native_registry: _native.NativeRegistry | None = None, /) -> None:
        """Makes an empty one."""
        self._native = _native_registry or _native.NativeRegistry()

    @classmethod
    def load(cls, path: _Path) -> Self:
        """Reads a registry from the file that `save` has written; without one it is empty."""
        return cls(_native.NativeRegistry.load(fspath(path)))

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Reads a registry from the text of `to_json`."""
        return cls(_native.NativeRegistry.parse(text))

    def save(self, path: _Path) -> None:
        """Writes it to a file, whole or not at all."""
        self._native.ask("save", {"path": fspath(path)})

    def to_json(self) -> str:
        """The registry as a text."""
        return cast("str", self._native.ask("text", {}))

    def __len__(self) -> int:
        """Returns the number of bots."""
        return len(self._native)

    def __repr__(self) -> str:
        """Says how many bots it has."""
        return f"<BotRegistry of {len(self)} bots>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Is pickled as its text."""
        return type(self).from_json, (self.to_json(),)

    def register(
        self,
        name: str,
        *,
        kind: Literal["internal", "external"] = "internal",
        player: str | Mapping[str, object] | None = None,
        modes: Mapping[str, Sequence[str]] | Sequence[str] | None = None,
        status: Literal["active", "paused", "retired"] = "active",
    ) -> RegisteredBot:
        """Adds a bot, or changes one, whose ratings it then keeps; returns it.

        `player` is one as tournaments take it, for an external bot any mapping of the host's own.
        `modes` has the modes of each game that it plays; a list of games is short for `one_seat`.
        """
        given = _given(name=name, kind=kind, player=player, modes=modes, status=status)
        return cast("RegisteredBot", self._native.change("register", given))

    def set_status(
        self, name: str, status: Literal["active", "paused", "retired"]
    ) -> RegisteredBot:
        """Sets the status of a bot; returns the bot."""
        given = {"name": name, "status": status}
        return cast("RegisteredBot", self._native.change("set_status", given))

    def remove(self, name: str) -> RegisteredBot:
        """Takes a bot out with its ratings; returns it."""
        return cast("RegisteredBot", self._native.change("remove", {"name": name}))

    def rate(
        self, batch: str, *, game: str, results: Sequence[Result], mode: str = "one_seat"
    ) -> bool:
        """Rates results as one batch; False for a batch that was rated before.

        Nothing is rated where a bot is not registered.
        """
        given = {"batch": batch, "game": game, "mode": mode, "results": results}
        return cast("bool", self._native.change("rate", given))

    def rate_report(self, batch: str, report: TournamentReport) -> bool:
        """Rates all games of a tournament, whose players are registered by their names."""
        return cast("bool", self._native.change("rate", {"batch": batch, **report["rated"]}))

    def rate_game(
        self,
        batch: str,
        *,
        game: str,
        players: Mapping[str, str],
        winners: Sequence[str],
        options: Mapping[str, object] | None = None,
        mode: str | None = None,
    ) -> bool:
        """Rates one game, such as that of a table, by the name of the bot at each seat.

        The mode follows from the number of seats that each has.
        """
        given = _given(
            batch=batch, game=game, options=options, players=players, winners=winners, mode=mode
        )
        return cast("bool", self._native.change("rate_game", given))

    def bot(self, name: str) -> RegisteredBot:
        """Returns a bot."""
        return cast("RegisteredBot", self._native.ask("bot", {"name": name}))

    def bots(self) -> dict[str, RegisteredBot]:
        """Returns all bots by their names."""
        return cast("dict[str, RegisteredBot]", self._native.ask("bots", {}))

    def rating(self, name: str, game: str, mode: str = "one_seat") -> BotRating:
        """Returns the results and ratings of a bot in a game and mode."""
        given = {"name": name, "game": game, "mode": mode}
        return cast("BotRating", self._native.ask("rating", given))

    def leaderboard(self, game: str, mode: str = "one_seat") -> Leaderboard:
        """Returns the leaderboard of a game and mode."""
        given = {"game": game, "mode": mode}
        return cast("Leaderboard", self._native.ask("leaderboard", given))

    def markdown(self, game: str, mode: str = "one_seat") -> str:
        """Returns the leaderboard of a game and mode in Markdown."""
        return cast("str", self._native.ask("markdown", {"game": game, "mode": mode}))


def estimate(
    *,
    wins: int | None = None,
    draws: int | None = None,
    losses: int | None = None,
    pairs: Sequence[int] | None = None,
) -> Estimate | None:
    """Estimates from results how much stronger a player is; None without games.

    `pairs` are the numbers of pairs of games with 0, ½, 1, 1½ and 2 points; otherwise single games
    are counted. The answer has Elo with its 95 % interval and `los`, the likelihood of superiority.

    >>> from boardwright import arena
    >>> round(arena.estimate(wins=60, draws=20, losses=20)["elo"], 1)
    147.2
    """
    given = _given(wins=wins, draws=draws, losses=losses, pairs=pairs)
    return cast("Estimate | None", _native.strength("estimate", given))


def sprt(
    pairs: Sequence[int], *, elo0: float, elo1: float, alpha: float = 0.05, beta: float = 0.05
) -> SprtState:
    """Tests pairs of games sequentially: is a player better by `elo1` rather than `elo0`.

    `alpha` and `beta` are the chances of an error. `pairs` are as in `estimate`.
    """
    given = {"pairs": pairs, "elo0": elo0, "elo1": elo1, "alpha": alpha, "beta": beta}
    return cast("SprtState", _native.strength("sprt", given))


def elo(results: Sequence[Result]) -> list[EloEntry]:
    """Rates players by all their games against each other at once, the strongest first."""
    return cast("list[EloEntry]", _native.strength("elo", {"results": results}))
