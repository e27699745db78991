"""Futures and coroutines for the long work that runs on the library's own threads.

The library's threads never touch the interpreter: what they come to goes into a
native mailbox, from which one Python thread takes it and settles the futures. Each
process has a mailbox and a thread of its own, found by its process id, so that a
forked child starts afresh and touches no lock of its parent's.
"""

import asyncio
import atexit
import os
import threading
from concurrent.futures import Future
from typing import Any

from boardwright import _native


class _JobFuture(Future[Any]):
    """A future that stops its job when it is cancelled.

    It counts as pending until its end is known, so that it can be cancelled while
    the job runs.
    """

    job: _native.Job | None = None

    def cancel(self) -> bool:
        cancelled = super().cancel()
        if cancelled and self.job is not None:
            self.job.cancel()
        return cancelled


class _Waiter:
    """The mailbox of one process, and the thread that empties it."""

    def __init__(self) -> None:
        self._mailbox = _native.Mailbox()
        self._lock = threading.Lock()
        self._pending: dict[int, _JobFuture] = {}
        self._started = 0
        self._thread: threading.Thread | None = None

    def submit(self, work: _native.Work | _native.Table) -> Future[Any]:
        future = _JobFuture()
        with self._lock:
            if self._thread is None:
                # A daemon, for it must not keep the process alive; `close` ends it.
                thread = threading.Thread(target=self._serve, name="boardwright", daemon=True)
                thread.start()
                self._thread = thread
            self._started += 1
            number = self._started
            self._pending[number] = future
        try:
            future.job = work.start(self._mailbox, number)
        except BaseException:
            del self._pending[number]
            raise
        return future

    def _serve(self) -> None:
        while ends := self._mailbox.wait():
            for number, result, error in ends:
                future = self._pending.pop(number)
                if not future.set_running_or_notify_cancel():
                    continue
                if error is None:
                    future.set_result(result)
                else:
                    future.set_exception(error)
            # Nothing that was delivered is kept alive until the next delivery.
            ends = result = error = future = None  # type: ignore[assignment]

    def close(self) -> None:
        self._mailbox.close()
        if self._thread is not None:
            self._thread.join(timeout=5)


_waiters: dict[int, _Waiter] = {}


def submit(work: _native.Work | _native.Table) -> Future[Any]:
    """Start the work; the future has its end."""
    process = os.getpid()
    waiter = _waiters.get(process)
    if waiter is None:
        # Of two threads that get here at once, one prevails; no lock is needed.
        waiter = _waiters.setdefault(process, _Waiter())
    return waiter.submit(work)


async def run(work: _native.Work | _native.Table) -> Any:
    """Start the work and await its end; cancelling the task stops it."""
    return await asyncio.wrap_future(submit(work))


@atexit.register
def _close() -> None:
    """Stop the library's threads before the interpreter goes."""
    _native.shutdown()
    waiter = _waiters.pop(os.getpid(), None)
    if waiter is not None:
        waiter.close()
