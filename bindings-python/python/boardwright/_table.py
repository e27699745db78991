"""The table: what a server needs around any game.

Seats, clocks, draw offers, resignation, bots, events for each seat, saving. Times are
integer milliseconds of the host's own clock: a call that is given ``now`` takes note of
it, and a flag falls at its instant however late the host looks.
"""

from collections.abc import Callable, Iterable, Mapping
from types import TracebackType
from typing import Any, Literal, Self, SupportsIndex

from boardwright import _jobs, _listening, _native, _own, described
from boardwright._errors import InvalidOptionError
from boardwright._types import Events, Outcome, Tick, outcome_from

Seat = str | SupportsIndex
"""A seat, by its name or index."""


class Table:
    """Seats, clocks, bots and events around one game.

    ``seats`` maps seats to ``"human"``, ``"external"``, ``"empty"``, a ``Bot``, or a dict
    such as ``{"bot": "random", "name": "Ann", "seed": 3, "delay": [200, 400], "movetime":
    500}``; a seat that is not named is a person's, a bot that is not has a name of the
    library's own. Settings: ``clock`` (a dict with ``base`` and, if
    wanted, ``increment`` and ``delay``), ``grace``, ``on_abandoned`` (``"lose"``, ``"bot"``, or
    the bot to come, as a ``Bot`` or such a dict), ``on_leave`` (``"play_on"``, the default: when
    a seat resigns, loses on time or is abandoned, the others play on where the game has it; or
    ``"end"``), ``on_flag`` (``"lose"``, or ``"play_on"`` without time), ``retry_cap``, ``on_cap``,
    ``bot_timeout``, ``attempt_cap`` (how many attempts that are no move a
    person may make in one turn; then only candidates are taken up; 100), ``undo`` (on where
    nothing is hidden), ``edits`` (seats may change the position, or the presets in force, by
    agreement; off), ``spectator_delay`` (how many moves late spectators are told; at once
    where nothing is hidden, otherwise after the end), ``seed``, ``now`` (the host's clock
    when the table is made), ``paused`` (nobody moves and no bot is asked before ``resume``; off).
    ``options`` are those of a game that is given by its name. Seeds that are not given are
    drawn from the operating system, are saved, and no seat is ever shown one.

    A bot of your own is a callable or coroutine function in place of a ``Bot``, alone or as
    ``{"bot": callable, "name": "Ada", "on_failure": "lose"}``. It gets a ``Question`` and returns
    a move (text or action id), true or false to an offered draw, or a dict of ``move``,
    ``resign``, ``claim_draw`` or ``accept`` with ``style``, ``offer_draw``, ``says`` and
    ``thought``. A coroutine function runs in the event loop in which the table is made, anything
    else on a thread of its seat. What it raises costs it the move, or by ``on_failure`` the game.

    Bots answer by themselves, on the library's own threads. What changes something
    answers with ``since``, the number from which on the seat's events are new.
    """

    __slots__ = ("__weakref__", "_listeners", "_native", "_own")

    def __init__(
        self,
        game: str | _native.State,
        seats: Mapping[Any, object] | None = None,
        *,
        options: Mapping[str, Any] | None = None,
        **settings: object,
    ) -> None:
        if not isinstance(seats, Mapping | None):
            raise TypeError("seats: takes a map of seats to who sits there")
        places: dict[Any, object] = {}
        own: dict[Any, _own.Answerer] = {}
        for seat, occupant in (seats or {}).items():
            places[seat], bot = _own.split(occupant)
            if bot is not None:
                own[seat] = bot
        if isinstance(game, _native.State):
            if options is not None:
                raise InvalidOptionError("options: a State has its own")
            self._native = _native.Table(game, places, settings)
        elif isinstance(game, str):
            self._native = _native.Table.of_game(game, dict(options or {}), places, settings)
        else:
            raise TypeError("game: takes the name of a game or a State")
        self._own: dict[str, _own.OwnSeat] = {}
        self._listeners: set[_listening.Listener] = set()
        for seat, bot in own.items():
            self.attend(seat, bot)

    @classmethod
    def load(cls, text: str) -> Self:
        """Takes up what ``save`` or ``save_changes`` gave; bots at work are asked anew."""
        table = cls.__new__(cls)
        table._native = _native.Table.load(text)  # noqa: SLF001
        table._own = {}  # noqa: SLF001
        table._listeners = set()  # noqa: SLF001
        return table

    def attend(self, seat: Seat, bot: _own.Answerer | _native.Bot) -> None:
        """Has a bot of your own, or an ExternalEngine, answer for a seat at which one sits.

        For a loaded table, or in place of the one that answered before. Raises
        UnsupportedError where none sits, and BotBusyError for a program that plays at another
        table.
        """
        name = str(seat)
        bot = _own.unwrapped(bot)
        if isinstance(bot, _native.ExternalEngine):
            bot._attend(self._native, name)  # noqa: SLF001
            self._own.pop(name, None)
            return
        if not _own.is_own(bot):
            raise TypeError("bot: takes a callable or an ExternalEngine")
        attendant = _own.OwnSeat(bot)
        self._native.attend(name, attendant.questions)
        self._own[name] = attendant

    def seat_call(
        self,
        seat: Seat,
        name: str,
        payload: Mapping[str, object] | None = None,
        *,
        now: int | None = None,
    ) -> Any:
        """Makes a call for the client of a seat: one of ``SEAT_CALLS``.

        The server says the seat, and the client sends the rest. An argument that the call does
        not have, or that is the server's (``seat``, ``now``), is an InvalidOptionError; another
        call is an UnsupportedError.
        """
        return self._native.seat_call(str(seat), name, dict(payload or {}), now)

    def commit(
        self,
        seat: Seat,
        move: str | SupportsIndex,
        *,
        style: str | None = None,
        now: int | None = None,
    ) -> dict[str, Any]:
        """Makes a move."""
        return self._ask("commit", seat=seat, move=move, style=style, now=now)

    def resign(self, seat: Seat, *, now: int | None = None) -> dict[str, Any]:
        """Gives up."""
        return self._ask("resign", seat=seat, now=now)

    def offer_draw(self, seat: Seat, *, now: int | None = None) -> dict[str, Any]:
        """Offers a draw; it lapses with the next move of a seat that was asked."""
        return self._ask("offer_draw", seat=seat, now=now)

    def respond_draw(self, seat: Seat, accept: bool, *, now: int | None = None) -> dict[str, Any]:
        """Accepts or decline the draw that another seat offers."""
        return self._ask("respond_draw", seat=seat, accept=accept, now=now)

    def claim_draw(self, seat: Seat, *, now: int | None = None) -> dict[str, Any]:
        """Claims the draw that the rules allow."""
        return self._ask("claim_draw", seat=seat, now=now)

    def message(self, seat: Seat, text: str, *, now: int | None = None) -> dict[str, Any]:
        """Says something to the seats that it plays with, and to nobody else."""
        return self._ask("message", seat=seat, text=text, now=now)

    def tick(self, now: int) -> Tick:
        """Takes note of the time; ``next`` says when something happens by itself."""
        told: Tick = self._call("tick", now=now)
        return told

    def disconnected(self, seat: Seat, now: int) -> dict[str, Any]:
        """Takes note that a person has gone."""
        return self._ask("disconnected", seat=seat, now=now)

    def reconnected(self, seat: Seat, now: int) -> dict[str, Any]:
        """Takes note that a person is back."""
        return self._ask("reconnected", seat=seat, now=now)

    def take_over(self, seat: Seat, occupant: object, *, now: int | None = None) -> dict[str, Any]:
        """Lets somebody else sit there."""
        told, bot = _own.split(occupant)
        answer = self._ask("take_over", seat=seat, occupant=told, now=now)
        if bot is not None:
            self.attend(seat, bot)
        return answer

    def fill(
        self, seat: Seat | None = None, *, occupant: object = None, now: int | None = None
    ) -> list[str]:
        """Lets bots sit on the empty seats, or on the one named; says on which.

        ``occupant`` is a bot as in ``seats``: a ``Bot``, a dict or a callable, which then
        answers for each of them. The library chooses one where it is left out.
        """
        told, bot = _own.split(occupant)
        filled: list[str] = self._call("fill", seat=seat, occupant=told, now=now)["filled"]
        if bot is not None:
            for name in filled:
                self.attend(name, bot)
        return filled

    def undo(self, seat: Seat, plies: int = 1, *, now: int | None = None) -> described.AgreedAnswer:
        """Wants plies taken back; ``done`` says whether all agreed."""
        answer: described.AgreedAnswer = self._call("undo", seat=seat, plies=plies, now=now)
        return answer

    def propose_edit(
        self, seat: Seat, changes: Mapping[str, Any], *, now: int | None = None
    ) -> described.AgreedAnswer:
        """Wants the game changed as by ``edit``; ``done`` says whether all agreed.

        For tables with the setting ``edits``.
        """
        answer: described.AgreedAnswer = self._call(
            "propose_edit", seat=seat, changes=dict(changes), now=now
        )
        return answer

    def edit(self, changes: Mapping[str, Any], *, now: int | None = None) -> described.EndedAnswer:
        """Changes the position, or the presets in force, while the game goes on.

        ``changes`` are those of ``State.edit``. The moves before stay, and none of them is taken
        back any more.
        """
        answer: described.EndedAnswer = self._call("edit", changes=dict(changes), now=now)
        return answer

    def view(
        self, seat: Seat, *, since: int | None = None, now: int | None = None
    ) -> dict[str, Any]:
        """Shows what a seat sees of the game, and under ``table`` what belongs to the table.

        With ``since`` the seat's events from that number on come along, as ``events`` gives
        them, under ``table``.
        """
        return self._ask("view", seat=seat, since=since, now=now)

    def candidates(self, seat: Seat, style: str | None = None) -> list[str]:
        """Lists the moves that a seat may try; in a style only where nothing is hidden."""
        moves: list[str] = self._call("candidates", seat=seat, style=style)
        return moves

    def events(self, seat: Seat, since: int = 0, *, now: int | None = None) -> Events:
        """Shows what a seat was told from a number on.

        At most 1000 events; ``next`` is where to go on, ``more`` whether there are more.
        """
        events: Events = self._call("events", seat=seat, since=since, now=now)
        return events

    def spectator_view(self, *, now: int | None = None) -> dict[str, Any]:
        """Shows the table as spectators may see it; ``shown`` says whether the game is there.

        Where something is hidden it shows the players alone until the end, or by the setting
        ``spectator_delay`` the whole game so many moves late.
        """
        return self._ask("spectator_view", now=now)

    def spectator_events(self, since: int = 0, *, now: int | None = None) -> Events:
        """Shows the events that spectators may know from a number on, numbered for them."""
        events: Events = self._call("spectator_events", since=since, now=now)
        return events

    def referee_view(self, *, now: int | None = None) -> dict[str, Any]:
        """Shows the whole table. For the host, or a referee whom it trusts."""
        return self._ask("referee_view", now=now)

    def referee_events(self, since: int = 0, *, now: int | None = None) -> Events:
        """Shows all that anybody was told, with the seats that heard of it under ``heard_by``.

        For the host, or a referee whom it trusts.
        """
        events: Events = self._call("referee_events", since=since, now=now)
        return events

    def listen(
        self,
        listener: Callable[..., object],
        *,
        seat: Seat | None = None,
        feed: Literal["spectators", "referee"] | None = None,
        since: int | None = None,
    ) -> Callable[[], None]:
        """Has a function called as things happen, whoever does them; returns what stops it.

        With a ``seat`` or a ``feed`` it is called with the events, each once and in order, from
        the number ``since`` (0) on, as ``events`` answers them; otherwise after changes, without
        arguments. Made in a running event loop it is called there, otherwise on the thread of
        the package, which must not be kept. Nothing is kept for it: while it is not called the
        events wait at the table, and come together then. To listen does not keep the table.
        """
        args: dict[str, object] = {"seat": seat, "feed": feed, "since": since}
        entry = _listening.Listener(self._native, listener, args)
        self._listeners.add(entry)

        def stop() -> None:
            self._listeners.discard(entry)
            entry.stop()

        return stop

    def follow(
        self,
        seat: Seat | None = None,
        *,
        feed: Literal["spectators", "referee"] | None = None,
        since: int = 0,
    ) -> _jobs.Following:
        """Iterates asynchronously over the events of a seat or of a ``feed`` as they happen.

        Each item is what ``events`` answers, from the number ``since`` on. It ends when the
        table is closed.
        """
        return _jobs.Following(self._native, {"seat": seat, "feed": feed, "since": since})

    def reveal(self, since: int = 0) -> described.Reveal:
        """Shows the whole game, after its end and not before.

        Of the moves and of each seat's events and thoughts at most 1000 from a number on;
        ``next`` is where to go on, ``more`` whether there are more.
        """
        revealed: described.Reveal = self._call("reveal", since=since)
        return revealed

    def pgn(self, tags: Mapping[str, str] | None = None) -> str:
        """Writes the game as PGN with clocks, of two boards as BPGN.

        ``tags`` are further ones, such as the names of people under ``White``; they replace
        those that the table knows. Of a game that hides something it is written after its end,
        before which HiddenInformationError is raised; UnsupportedError for a game without PGN.
        """
        written: str = self._call("pgn", tags=None if tags is None else dict(tags))
        return written

    def save(self) -> str:
        """Writes everything as text, at any moment, also while a bot thinks."""
        saved: str = self._call("save")
        return saved

    def save_changes(self, since: described.SavedMark | None = None) -> described.SavedChanges:
        """Writes what has changed since an earlier call, whose ``next`` is ``since``.

        Without it the whole table is written. The texts, one after the other in their order, are
        what ``load`` reads.
        """
        saved: described.SavedChanges = self._call("save_changes", since=since)
        return saved

    @property
    def outcome(self) -> Outcome | None:
        """Returns the outcome, if the game has ended."""
        outcome = self._call("outcome")
        return None if outcome is None else outcome_from(outcome)

    def abort(self, *, now: int | None = None) -> described.EndedAnswer:
        """Ends the game without a result: a draw by the reason ``aborted``. For the host."""
        ended: described.EndedAnswer = self._call("abort", now=now)
        return ended

    def adjudicate(
        self, winners: Iterable[Seat], *, now: int | None = None
    ) -> described.EndedAnswer:
        """Ends the game with a result; a draw without winners. For the host."""
        ended: described.EndedAnswer = self._call("adjudicate", winners=list(winners), now=now)
        return ended

    def pause(self, *, now: int | None = None) -> described.EndedAnswer:
        """Stops the clocks: nobody moves and no bot thinks until ``resume``. For the host."""
        ended: described.EndedAnswer = self._call("pause", now=now)
        return ended

    def resume(self, *, now: int | None = None) -> described.EndedAnswer:
        """Lets the clocks go on from ``now``. For the host.

        The time since ``pause`` counts for nobody, nor, where there was none, the time since
        the table last heard of it: so a table goes on that was loaded after the server was
        down.
        """
        ended: described.EndedAnswer = self._call("resume", now=now)
        return ended

    def moves(
        self,
        style: str | None = None,
        since: int = 0,
        *,
        seat: Seat | None = None,
        now: int | None = None,
    ) -> described.MovesAnswer:
        """Returns the moves made so far, and what was tried, at most 1000.

        Where something is hidden a seat is given its own; without a seat it is for the host.
        """
        args = {"seat": seat, "style": style, "since": since, "now": now}
        moves: described.MovesAnswer = self._call("moves", **args)
        return moves

    @property
    def game(self) -> _native.Game:
        """The game with its options."""
        return self._native.game()

    @property
    def revision(self) -> int:
        """A number that grows with each change."""
        return self._native.revision()

    def state(self) -> _native.State:
        """Returns the state, with everything that is hidden from seats: for the host."""
        return self._native.state()

    def observe(self, seat: Seat) -> _native.Observation:
        """Returns the knowledge of a seat."""
        return self._native.observe(seat)

    def wait(self, timeout: float | None = None) -> bool:
        """Waits until no bot is at work, up to some seconds; says whether it is so."""
        return self._native.wait(timeout)

    async def run_bots(self) -> None:
        """Awaits that no bot is at work; raises CancelledError where it is closed meanwhile."""
        await _jobs.run(self._native)

    def close(self) -> None:
        """Ends all work of the bots; what was said stays readable.

        So ends a table that is no longer used, and one in a ``with`` statement at its end.
        """
        self._native.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        # One that could not be made is shown in tracebacks all the same.
        native = getattr(self, "_native", None)
        return object.__repr__(self) if native is None else repr(native)

    def _ask(self, name: str, **args: object) -> dict[str, Any]:
        answer: dict[str, Any] = self._call(name, **args)
        return answer

    def _call(self, name: str, **args: object) -> Any:
        return self._native.call(name, **args)
