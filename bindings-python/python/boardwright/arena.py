"""Matches, tournaments and self-play of bots and programs, on the library's own threads.

>>> from boardwright import arena
>>> report = arena.match("crazyhouse", "heuristic", "random", games=4, ply_limit=40)
>>> report["table"]["games"]
4

Each has three forms, as all long work here: `tournament` waits, `tournament_future` returns a
`concurrent.futures.Future`, `tournament_async` is to be awaited. `progress` is called with
each finished game. `games` is an iterator of them, for a loop or `async for`, whose length is
the number of games, as `tqdm` wants it. A player is a text such as `search(level=max)`, or a
mapping of `bot` and `options`, or of `command`, `protocol` and `options` for a program, with a
`name` where that is to be another. A callable or coroutine function that answers a
`boardwright.Question` is a player as well, and so is a mapping with one as `bot`. What is given
must not come from strangers: a player can be any program.
"""

import asyncio
import contextlib
import json
import math
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError as FutureCancelledError
from concurrent.futures import Executor, Future
from os import PathLike, fspath
from typing import Any, Literal, Self, TypeAlias, TypedDict, Unpack, cast

from boardwright import _jobs, _native, _own, _remote
from boardwright._errors import InvalidOptionError
from boardwright._ratings import BotRegistry, Result, elo, estimate, sprt
from boardwright.described import FinishedGame, JobError, JobResult, TournamentReport

__all__ = [
    "BotRegistry",
    "FinishedGame",
    "Games",
    "JobError",
    "JobQueue",
    "JobResult",
    "Options",
    "Player",
    "Progress",
    "Result",
    "TournamentReport",
    "elo",
    "estimate",
    "games",
    "match",
    "match_async",
    "match_future",
    "run_job",
    "selfplay",
    "selfplay_async",
    "selfplay_future",
    "sprt",
    "tournament",
    "tournament_async",
    "tournament_future",
]

Player: TypeAlias = str | Mapping[str, object] | _own.OwnBot | _native.Bot
Progress: TypeAlias = Callable[[FinishedGame], object]


class Options(TypedDict, total=False):
    """Options of tournaments; docs/arena.md says what they mean."""

    options: Mapping[str, object]
    system: Literal["round_robin", "gauntlet", "swiss", "knock_out", "fixed"]
    rounds: int
    games: int
    at_once: int
    challengers: int
    seeded: bool
    seed: int
    limits: Mapping[str, object]
    clock: Mapping[str, int]
    margin: int
    move_timeout: int
    ply_limit: int
    openings: Sequence[str]
    opening_plies: int
    opening_balance: int
    opening_nodes: int
    sprt: Mapping[str, float]
    concurrency: int
    log: str | PathLike[str]
    pgn: bool


class _Given:
    """Options as the library takes them, and who answers for bots of Python's own."""

    def __init__(
        self, game: str, players: Sequence[Player] | Player, options: Mapping[str, Any]
    ) -> None:
        self._seats: list[_own.OwnSeat] = []
        one = isinstance(players, str | Mapping | _native.Bot) or _own.is_own(players)
        several: Sequence[Any] = [players] if one else list(cast("Sequence[Any]", players))
        told = [self._told(player) for player in several]
        self.options = {**options, "game": game, "players": told}
        if options.get("log") is not None:
            self.options["log"] = fspath(options["log"])

    def _told(self, player: Any) -> object:
        given = player if isinstance(player, Mapping) else {"bot": player}
        bot = _own.unwrapped(given.get("bot"))
        if isinstance(bot, _native.Bot):
            return {**given, "bot": bot._described()}  # noqa: SLF001
        if not _own.is_own(bot):
            return player
        rest = {name: value for name, value in given.items() if name != "bot"}
        self._seats.append(_own.OwnSeat(bot))
        name = getattr(bot, "__name__", type(bot).__name__)
        return {"name": name, **rest, "own": len(self._seats) - 1}

    def remote(
        self, occasion: str, executor: Executor | None, client: Any, progress: Progress | None
    ) -> TournamentReport:
        return _remote.play(
            occasion, self.options, executor=executor, client=client, progress=progress
        )

    def work(self, occasion: str) -> tuple[_native.Work, _native.FinishedGames]:
        questions = [seat.questions for seat in self._seats]
        return _native.arena_work(occasion, self.options, questions)


class Games:
    """The finished games of a tournament, as they end: an iterator, also for `async for`.

    `games` makes one. It starts at once, and is stopped by `close` and when it is no longer
    used. Its length is the number of games that it is expected to give, those taken included and
    those of a `log` not; a knock-out can have more, and a test fewer.
    """

    def __init__(self, occasion: str, given: _Given) -> None:
        """Starts it; `games` calls this."""
        # Those who answer are kept as long as they are asked.
        self._given = given
        work, self._games = given.work(occasion)
        self._future = _jobs.submit(work)
        del work
        self._bell: _jobs._Bell | None = None
        self._length: int | None = None
        self._taken = 0

    def __iter__(self) -> Iterator[FinishedGame]:
        """Returns itself."""
        return self

    def __aiter__(self) -> AsyncIterator[FinishedGame]:
        """Returns itself."""
        return self

    def __len__(self) -> int:
        """Returns the number of games, for which it waits until the options have been read."""
        while self._length is None:
            expected = self._games.expected
            if expected is not None or self._games.over:
                self._length = expected or 0
            else:
                self._games.wait()
        return self._length

    def _take(self) -> FinishedGame | None:
        game = cast("FinishedGame | None", self._games.take())
        if game is not None:
            self._taken += 1
            self._length = self._taken + game["games"] - game["done"]
        return game

    def __next__(self) -> FinishedGame:
        """Waits for the next game; raises what has ended the tournament."""
        while True:
            # Asked before, so that no game is missed that ends meanwhile.
            done = self._future.done()
            game = self._take()
            if game is not None:
                return game
            if done:
                self._raise()
                raise StopIteration
            self._games.wait()

    async def __anext__(self) -> FinishedGame:
        """Awaits the next game; raises what has ended the tournament."""
        if self._bell is None:
            self._bell = _jobs.bell(self._games, self._future)
        while True:
            self._bell.hush()
            done = self._future.done()
            game = self._take()
            if game is not None:
                return game
            if done:
                self._raise()
                raise StopAsyncIteration
            await self._bell.wait()

    def _raise(self) -> None:
        """Raises what has ended it, but for its own closing."""
        with contextlib.suppress(FutureCancelledError):
            self._future.result()

    @property
    def report(self) -> TournamentReport | None:
        """The report, once all games have ended."""
        if not self._future.done() or self._future.cancelled():
            return None
        return cast("TournamentReport", self._future.result())

    def close(self) -> None:
        """Stops it, and waits until the games under way have been given up."""
        self._future.cancel()
        while not self._games.over:
            if self._games.take() is None:
                self._games.wait()

    def __enter__(self) -> Self:
        """Returns itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Stops it."""
        self.close()


class _Teller:
    """Hands finished games to a function of the host's, on the thread of the package."""

    def __init__(self, games: _native.FinishedGames, progress: Progress) -> None:
        self._games = games
        self._progress = progress

    def tell(self) -> None:
        while (game := self._games.take()) is not None:
            self._progress(cast("FinishedGame", game))


def games(
    occasion: Literal["tournament", "match", "selfplay"],
    game: str,
    players: Sequence[Player] | Player,
    **options: Unpack[Options],
) -> Games:
    """Starts a tournament, a match or self-play; returns an iterator of its finished games."""
    return Games(occasion, _Given(game, players, options))


def _wait(
    occasion: str,
    given: _Given,
    progress: Progress | None,
    executor: Executor | None,
    client: Any,
) -> TournamentReport:
    if executor is not None or client is not None:
        return given.remote(occasion, executor, client, progress)
    with Games(occasion, given) as run:
        for game in run:
            if progress is not None:
                progress(game)
        report = run.report
    if report is None:
        raise RuntimeError("a tournament has no report")
    return report


def _future(occasion: str, given: _Given, progress: Progress | None) -> Future[TournamentReport]:
    work, finished = given.work(occasion)
    teller = None
    if progress is not None:
        teller = _Teller(finished, progress)
        _jobs.hear(finished, teller.tell)

    def made(report: object, _kept: _Given = given) -> object:
        # The last games may have come with the end.
        if teller is not None:
            teller.tell()
        return report

    return _jobs.submit(work, made)


async def _await(occasion: str, given: _Given, progress: Progress | None) -> TournamentReport:
    with Games(occasion, given) as run:
        async for game in run:
            if progress is not None:
                progress(game)
        report = run.report
    if report is None:
        raise asyncio.CancelledError
    return report


def tournament(
    game: str,
    players: Sequence[Player],
    *,
    progress: Progress | None = None,
    executor: Executor | None = None,
    client: Any = None,
    **options: Unpack[Options],
) -> TournamentReport:
    """Plays a tournament and waits for its end; Ctrl-C stops it.

    With a `log` finished games are kept in that file, and those that it holds are not played
    again. With an `executor` its workers play, and with `client` those of a `dask.distributed`
    client; the games are the same. Raises InvalidOptionError, UnknownBotError and the like, which
    say what is wrong.
    """
    return _wait("tournament", _Given(game, players, options), progress, executor, client)


def tournament_future(
    game: str,
    players: Sequence[Player],
    *,
    progress: Progress | None = None,
    **options: Unpack[Options],
) -> Future[TournamentReport]:
    """Starts a tournament; `progress` is called on the thread of the package."""
    return _future("tournament", _Given(game, players, options), progress)


async def tournament_async(
    game: str,
    players: Sequence[Player],
    *,
    progress: Progress | None = None,
    **options: Unpack[Options],
) -> TournamentReport:
    """Plays a tournament and awaits its end; cancelling the task stops it."""
    return await _await("tournament", _Given(game, players, options), progress)


def match(
    game: str,
    a: Player,
    b: Player,
    *,
    progress: Progress | None = None,
    executor: Executor | None = None,
    client: Any = None,
    **options: Unpack[Options],
) -> TournamentReport:
    """Plays a match of 100 games, or as many as `games` says, and waits for its end.

    With `sprt` it ends when the test has decided.
    """
    return _wait("match", _Given(game, [a, b], options), progress, executor, client)


def match_future(
    game: str,
    a: Player,
    b: Player,
    *,
    progress: Progress | None = None,
    **options: Unpack[Options],
) -> Future[TournamentReport]:
    """Starts a match; `progress` is called on the thread of the package."""
    return _future("match", _Given(game, [a, b], options), progress)


async def match_async(
    game: str,
    a: Player,
    b: Player,
    *,
    progress: Progress | None = None,
    **options: Unpack[Options],
) -> TournamentReport:
    """Plays a match and awaits its end; cancelling the task stops it."""
    return await _await("match", _Given(game, [a, b], options), progress)


def selfplay(
    game: str,
    players: Sequence[Player] | Player,
    *,
    progress: Progress | None = None,
    executor: Executor | None = None,
    client: Any = None,
    **options: Unpack[Options],
) -> TournamentReport:
    """Plays 100 games, or as many as `games` says, of players who stay at their seats.

    One player takes all seats.
    """
    return _wait("selfplay", _Given(game, players, options), progress, executor, client)


def selfplay_future(
    game: str,
    players: Sequence[Player] | Player,
    *,
    progress: Progress | None = None,
    **options: Unpack[Options],
) -> Future[TournamentReport]:
    """Starts self-play; `progress` is called on the thread of the package."""
    return _future("selfplay", _Given(game, players, options), progress)


async def selfplay_async(
    game: str,
    players: Sequence[Player] | Player,
    *,
    progress: Progress | None = None,
    **options: Unpack[Options],
) -> TournamentReport:
    """Plays games of players who stay at their seats and awaits their end."""
    return await _await("selfplay", _Given(game, players, options), progress)


def _text(name: str, value: object) -> str:
    """Returns a job or a result as JSON."""
    if isinstance(value, str):
        return value
    if not isinstance(value, Mapping):
        raise TypeError(f"{name}: takes a mapping or a text of JSON, not {value!r}")
    try:
        return json.dumps(value, allow_nan=False, default=dict)
    except (TypeError, ValueError) as error:
        raise InvalidOptionError(f"{name}: is no JSON: {error}") from error


def run_job(job: Mapping[str, Any] | str, *, programs: bool = False) -> JobResult:
    """Does a job, a mapping or a text of JSON, on the calling thread, without the GIL.

    What is wrong with the job is the ``error`` of its result, another version too. Only with
    ``programs`` may the job start programs, which can be any.
    """
    return cast("JobResult", json.loads(_native.run_job(_text("job", job), programs)))


class JobQueue:
    """A tournament whose games are jobs for others, such as the workers of Celery or RQ.

    >>> from boardwright import arena
    >>> players = ["random", "heuristic"]
    >>> with arena.JobQueue("match", "chess", players, games=2, ply_limit=9) as queue:
    ...     while (job := queue.acquire()) is not None:
    ...         _ = queue.submit(arena.run_job(job))
    ...     queue.over, queue.report()["table"]["games"]
    (True, 2)

    In any order, lost, repeated or late, the jobs make the table of `tournament`. With a ``log`` it
    goes on with the games of that file, which is in use until `close`. A job of which no result has
    come within ``lease`` milliseconds is handed out again; ``now`` is the clock of that, in
    milliseconds, `time.monotonic` where it is left out. Bots of one's own are refused with
    UnsupportedError. Threads may share it.
    """

    def __init__(
        self,
        occasion: Literal["tournament", "match", "selfplay"],
        game: str,
        players: Sequence[Player] | Player,
        *,
        lease: int | None = None,
        now: Callable[[], float] | None = None,
        **options: Unpack[Options],
    ) -> None:
        """Opens it."""
        if lease is not None and not 0 <= lease < 2**53:
            raise InvalidOptionError(f"lease: takes milliseconds from 0 to 2^53 - 1, not {lease}")
        self._now = now or (lambda: time.monotonic() * 1000)
        given = _Given(game, players, options)
        self._native = _native.JobQueue(occasion, given.options, lease)

    @property
    def over(self) -> bool:
        """True once no further job is handed out."""
        return self._native.over

    @property
    def waiting(self) -> int:
        """The number of jobs that can begin now."""
        return self._native.waiting

    @property
    def out(self) -> int:
        """The number of jobs that were handed out and have no result."""
        return self._native.out

    def acquire(self) -> dict[str, Any] | None:
        """Hands out the next job; None while a round waits for results, and once it is over."""
        now = self._now()
        if not (math.isfinite(now) and now >= 0):
            raise InvalidOptionError(f"now: gives milliseconds from 0, not {now}")
        job = self._native.acquire(now)
        return None if job is None else cast("dict[str, Any]", json.loads(job))

    def submit(self, result: Mapping[str, Any] | str) -> FinishedGame | None:
        """Takes a result; returns the finished game, or None for a job that has a result already.

        Raises UnsupportedError for the result of another version, InvalidOptionError for an unknown
        job and for what is no result of it, and the error of a job that failed, which stays out.
        """
        return cast("FinishedGame | None", self._native.submit(_text("result", result)))

    def release(self, id: str) -> bool:
        """Has a job handed out again, for which none will come; False for one that is not out."""
        return self._native.release(id)

    def report(self) -> TournamentReport:
        """Returns the report on the games so far."""
        return cast("TournamentReport", self._native.report())

    def close(self) -> None:
        """Frees the file of games; other calls raise DisposedError from then on."""
        self._native.close()

    def __enter__(self) -> Self:
        """Returns itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Frees the file of games."""
        self.close()
