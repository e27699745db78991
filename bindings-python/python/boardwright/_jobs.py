"""Futures and coroutines for the long work that runs on the library's own threads.

The library's threads never touch the interpreter: what they come to goes into a
native mailbox, from which one Python thread takes it and settles the futures. Each
process has a mailbox and a thread of its own, found by its process id, so that a
forked child starts afresh and touches no lock of its parent's. What callbacks raise on
that thread goes to `sys.unraisablehook` where nobody else hears of it.
"""

import asyncio
import atexit
import contextlib
import functools
import os
import threading
import weakref
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Self

from boardwright import _native
from boardwright._errors import BotFailedError
from boardwright._types import Decision, Events, Info


class Answerer:
    """Somebody who answers the questions of a job."""

    failure: BaseException | None = None
    """The last exception in place of an answer."""


class _JobFuture(Future[Any]):
    """A future that stops its job when it is cancelled, or when nobody has it any more.

    It counts as pending until its end is known, so that it can be cancelled while
    the job runs.
    """

    def __init__(
        self,
        awaited: set["_JobFuture"],
        made: Callable[[Any], Any] | None = None,
        keeps: object = None,
    ) -> None:
        super().__init__()
        self._made = made
        # All that its job cannot do without.
        self._keeps = keeps
        # Dropped with the future, which stops it.
        self.job: _native.Job | None = None
        self._awaited = awaited

    def cancel(self) -> bool:
        cancelled = super().cancel()
        if cancelled and self.job is not None:
            self.job.cancel()
        return cancelled

    def add_done_callback(self, fn: Callable[[Future[Any]], object]) -> None:
        # Somebody counts on its end, whoever has it.
        self._awaited.add(self)
        super().add_done_callback(functools.partial(_call, fn))
        if self.done():
            self._awaited.discard(self)

    def settle(self, result: object, error: BaseException | None) -> None:
        try:
            if not self.set_running_or_notify_cancel():
                return
            if error is None:
                self.set_result(result if self._made is None else self._made(result))
            else:
                if isinstance(error, BotFailedError) and isinstance(self._keeps, Answerer):
                    error.__cause__ = self._keeps.failure
                self.set_exception(error)
        finally:
            self._awaited.discard(self)


def _call(callback: Callable[[Future[Any]], object], future: Future[Any]) -> None:
    """Calls back; on the thread of the package `sys.exit` and the like end nothing.

    An `Exception` is logged, as with every future.
    """
    try:
        callback(future)
    except Exception:
        raise
    except BaseException as error:
        if not isinstance(threading.current_thread(), _Thread):
            raise
        _native.report(error, callback)


class _Bell:
    """Wakes who waits in an event loop; it keeps neither the iterator nor its search alive."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._rung = asyncio.Event()

    def ring(self) -> None:
        # A loop that was closed has nobody who waits.
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._rung.set)

    def hush(self) -> None:
        self._rung.clear()

    async def wait(self) -> None:
        await self._rung.wait()


class _Ear:
    """Has an engine hand on what it has said; it does not keep the engine alive."""

    def __init__(self, hear: Callable[[], None]) -> None:
        self._hear = weakref.WeakMethod(hear)

    def ring(self) -> None:
        hear = self._hear()
        if hear is not None:
            hear()


class _Thread(threading.Thread):
    """The thread that empties a mailbox."""

    def __init__(self, serve: Callable[[], None]) -> None:
        # A daemon, for it must not keep the process alive; `close` ends it.
        super().__init__(target=serve, name="boardwright", daemon=True)


class _Waiter:
    """The mailbox of one process, and the thread that empties it."""

    def __init__(self) -> None:
        self._mailbox = _native.Mailbox()
        # A signal's handler may get here while its thread is inside.
        self._lock = threading.RLock()
        # A future is its owner's: nobody else keeps it, but for those who are called back.
        self._pending: dict[int, weakref.ref[_JobFuture] | _Bell | _Ear] = {}
        self._awaited: set[_JobFuture] = set()
        self._posts: deque[tuple[int, Any, BaseException | None, bool]] = deque()
        self._started = 0
        self._thread: _Thread | None = None

    def _expect(self, waits: "weakref.ref[_JobFuture] | _Bell | _Ear") -> int:
        with self._lock:
            if self._thread is None or not self._thread.is_alive():
                thread = _Thread(self._serve)
                thread.start()
                self._thread = thread
            self._started += 1
            self._pending[self._started] = waits
            return self._started

    def submit(
        self,
        work: _native.Work | _native.Table,
        made: Callable[[Any], Any] | None,
        keeps: object,
    ) -> Future[Any]:
        future = _JobFuture(self._awaited, made, keeps)
        number = self._expect(weakref.ref(future))
        try:
            future.job = work.start(self._mailbox, number)
        except BaseException:
            del self._pending[number]
            raise
        return future

    def begin(self, study: _native.Study, bell: _Bell) -> _native.Analysis:
        number = self._expect(bell)
        try:
            return study.start(self._mailbox, number)
        except BaseException:
            del self._pending[number]
            raise

    def listen(self, protocol: str, hear: Callable[[], None]) -> _native.Engine:
        number = self._expect(_Ear(hear))
        try:
            return _native.Engine(protocol, self._mailbox, number)
        except BaseException:
            del self._pending[number]
            raise

    def questions(self, hear: Callable[[], None]) -> _native.Questions:
        return _native.Questions(self._mailbox, self._expect(_Ear(hear)))

    def follow(
        self, table: _native.Table, waits: "_Ear | _Bell", args: dict[str, object]
    ) -> _native.Listening:
        number = self._expect(waits)
        try:
            return table.listen(self._mailbox, number, args)
        except BaseException:
            self._pending.pop(number, None)
            raise

    def hear(self, games: _native.FinishedGames, waits: "_Ear | _Bell") -> None:
        games.listen(self._mailbox, self._expect(waits))

    def _serve(self) -> None:
        # All futures and callbacks hang on this thread, so nothing ends it but `close`.
        while True:
            try:
                if not self._posts:
                    self._posts.extend(self._mailbox.wait())
                    if not self._posts:
                        return
                self._deliver(*self._posts.popleft())
            except BaseException as error:  # noqa: BLE001
                _native.report(error, self._serve)

    def _deliver(
        self, number: int, result: object, error: BaseException | None, last: bool
    ) -> None:
        waits = self._pending.pop(number, None) if last else self._pending.get(number)
        if isinstance(waits, weakref.ref):
            future = waits()
            if future is not None:
                future.settle(result, error)
        elif waits is not None:
            waits.ring()

    def close(self) -> None:
        self._mailbox.close()
        if self._thread is not None:
            self._thread.join(timeout=5)


_waiters: dict[int, _Waiter] = {}


def _waiter() -> _Waiter:
    process = os.getpid()
    waiter = _waiters.get(process)
    if waiter is None:
        # Of two threads that get here at once, one prevails; no lock is needed.
        waiter = _waiters.setdefault(process, _Waiter())
    return waiter


def submit(
    work: _native.Work | _native.Table,
    made: Callable[[Any], Any] | None = None,
    *,
    keeps: object = None,
) -> Future[Any]:
    """Starts the work; the future has its end, or what `made` makes of it."""
    return _waiter().submit(work, made, keeps)


def listen(protocol: str, hear: Callable[[], None]) -> _native.Engine:
    """Makes an engine; `hear`, a bound method, is called when it has said something."""
    return _waiter().listen(protocol, hear)


def questions(hear: Callable[[], None]) -> _native.Questions:
    """Makes a queue; `hear`, a bound method, is called when there is something to take."""
    return _waiter().questions(hear)


def follow(
    table: _native.Table, hear: Callable[[], None], args: dict[str, object]
) -> _native.Listening:
    """Listens to a table; `hear`, a bound method, is called when there is something new."""
    return _waiter().follow(table, _Ear(hear), args)


def hear(games: _native.FinishedGames, hear: Callable[[], None]) -> None:
    """Has `hear`, a bound method, called when there is a finished game."""
    _waiter().hear(games, _Ear(hear))


def bell(games: _native.FinishedGames, future: Future[Any]) -> _Bell:
    """Makes a bell of this event loop, rung when there is a finished game and at the end."""
    made = _Bell()
    _waiter().hear(games, made)
    future.add_done_callback(lambda _: made.ring())
    return made


class Following:
    """The events of a seat, of spectators or of the referee: an asynchronous iterator.

    `Table.follow` makes one. Each item is what `Table.events` answers. It ends when the table
    is closed or gone, or by `close`.
    """

    def __init__(self, table: _native.Table, args: dict[str, object]) -> None:
        """Follows a table; `Table.follow` calls this."""
        self._bell = _Bell()
        self._listening = _waiter().follow(table, self._bell, args)

    def __aiter__(self) -> Self:
        """Returns itself."""
        return self

    async def __anext__(self) -> Events:
        """Returns what is new, once there is something."""
        while True:
            self._bell.hush()
            self._listening.heard()
            told: Events | None = self._listening.take()
            if told is not None:
                return told
            if self._listening.is_over():
                raise StopAsyncIteration
            await self._bell.wait()

    def close(self) -> None:
        """Ends it: who waits is told nothing more."""
        self._listening.stop()


async def run(work: _native.Work | _native.Table, *, keeps: object = None) -> Any:
    """Starts the work and await its end; cancelling the task stops it."""
    future = submit(work, keeps=keeps)
    try:
        return await asyncio.wrap_future(future)
    finally:
        # Also where the coroutine is closed.
        future.cancel()


class AsyncAnalysis:
    """The infos of a bot that thinks: an asynchronous iterator of `Info`.

    `Bot.analyse_async` makes one. It starts when it is first asked. The search stops
    when its task is cancelled, when it is closed, and when it is no longer used.
    """

    def __init__(self, study: _native.Study) -> None:
        """Analyses later; `Bot.analyse_async` calls this."""
        self._study = study
        self._analysis: _native.Analysis | None = None
        self._bell: _Bell | None = None
        self._closed = False

    async def __aenter__(self) -> Self:
        """Returns itself, which is closed at the end of the block."""
        return self

    async def __aexit__(self, *_exception: object) -> None:
        """Closes it."""
        await self.aclose()

    def __aiter__(self) -> Self:
        """Returns itself."""
        return self

    async def __anext__(self) -> Info:
        """Returns the next, once there is one."""
        if self._closed:
            raise StopAsyncIteration
        if self._analysis is None or self._bell is None:
            self._bell = _Bell()
            self._analysis = _waiter().begin(self._study, self._bell)
        while True:
            self._bell.hush()
            info = self._analysis._take()
            if info is not None:
                return info
            if self._analysis._over:
                raise StopAsyncIteration
            try:
                await self._bell.wait()
            except BaseException:
                self._analysis._cancel()
                raise

    @property
    def decision(self) -> Decision | None:
        """The decision, once there is nothing more to tell; None where it was closed before."""
        return None if self._analysis is None else self._analysis.decision

    def conclude(self) -> None:
        """Has the search end with what it has: the decision follows what was told."""
        if self._analysis is not None:
            self._analysis.conclude()

    async def aclose(self) -> None:
        """Stops the search, and waits until the bot is free. Nothing more is told."""
        self._closed = True
        if self._analysis is None or self._bell is None:
            return
        self._analysis._cancel()
        while True:
            self._bell.hush()
            if self._analysis._ended:
                return
            await self._bell.wait()


if hasattr(os, "register_at_fork"):
    # What the parent waits for never comes to the child, whose id may come again.
    os.register_at_fork(after_in_child=_waiters.clear)


@atexit.register
def _close() -> None:
    """Stops the library's threads before the interpreter goes."""
    _native.shutdown()
    waiter = _waiters.pop(os.getpid(), None)
    if waiter is not None:
        waiter.close()
