"""Listeners to tables, whose functions are called with what is new."""

import asyncio
import inspect
import threading
from collections.abc import Callable
from typing import Any

from boardwright import _jobs, _native


class Listener:
    """A function that is called after changes of a table, or with events.

    It is called in the event loop in which it was made, or on the thread of the package.
    """

    def __init__(
        self, table: _native.Table, call: Callable[..., object], args: dict[str, object]
    ) -> None:
        """Begins to listen; `Table.listen` calls this."""
        if not callable(call):
            raise TypeError("listener: takes a callable")
        if inspect.iscoroutinefunction(call):
            raise TypeError("listener: takes no coroutine function; see Table.follow")
        self._call = call
        self._follows = any(value is not None for value in args.values())
        self._stopped = False
        try:
            self._loop: asyncio.AbstractEventLoop | None = asyncio.get_running_loop()
        except RuntimeError:
            self._loop = None
        self._lock = threading.Lock()
        self._listening: _native.Listening | None = None
        # Events from before are told at once, and waits until there is where to take it.
        with self._lock:
            self._listening = _jobs.follow(table, self._hear, args)

    def stop(self) -> None:
        """Stops it: the function is not called any more."""
        self._stopped = True
        if self._listening is not None:
            self._listening.stop()

    def _hear(self) -> None:
        with self._lock:
            pass
        if self._loop is None:
            self._tell()
            return
        try:
            self._loop.call_soon_threadsafe(self._tell)
        except RuntimeError:
            # A loop that was closed has nobody to tell.
            self.stop()

    def _tell(self) -> None:
        listening = self._listening
        # There is none where what was asked for was refused.
        if listening is None:
            return
        listening.heard()
        if not self._follows:
            if not self._stopped and not listening.is_over():
                self._call()
            return
        # A function may stop itself. What it raises is the thread's or the loop's to report,
        # and what it has not been told comes with the next change.
        while not self._stopped:
            told: Any = listening.take()
            if told is None:
                return
            self._call(told)
