"""What is dropped stops, and what callbacks do ends no thread of the package."""

import asyncio
import gc
import os
import sys
import threading
import weakref
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

import boardwright as bw
from boardwright import _jobs
from support import OPEN, python

if TYPE_CHECKING:
    from concurrent.futures import Future

STATE = bw.start(OPEN[0])

# So deep that it does not end in a lifetime, and longer than anything here takes.
ENDLESS = 40
PATIENCE = 60

# In a process of its own there is one thread, which an endless job would keep.
ONE_THREAD = """
import asyncio, gc, threading
import boardwright as bw
bw.configure(threads=1)
state = bw.start("chess")

def thread_is_free():
    assert state.perft(2, deadline=60) == 400
"""


def test_a_future_that_nobody_has_stops_its_work() -> None:
    python(
        ONE_THREAD
        + """
running, queued = state.perft_future(40), state.perft_future(40)
bot = bw.Bot("search", game="chess")
deciding = bot.decide_future(state)
del running, queued, deciding
gc.collect()
thread_is_free()
assert bot.decide(state, nodes=1).move
# One that is over has nothing to stop.
future = state.perft_future(2)
assert future.result(60) == 400
del future
thread_is_free()
"""
    )


def test_a_future_with_a_callback_goes_on() -> None:
    python(
        ONE_THREAD
        + """
running = state.perft_future(40)
told = []
heard = threading.Event()
def tell(future):
    told.append(future.result())
    heard.set()
state.perft_future(2).add_done_callback(tell)
gc.collect()
assert running.cancel()
assert heard.wait(60) and told == [400]
"""
    )


def test_a_coroutine_that_is_cancelled_or_closed_stops_its_work() -> None:
    python(
        ONE_THREAD
        + """
async def main():
    task = asyncio.create_task(state.perft_async(40))
    await asyncio.sleep(0)          # it has started
    task.cancel()
    assert await state.perft_async(2, deadline=60) == 400
    coroutine = state.perft_async(40)
    coroutine.send(None)            # it has started
    coroutine.close()
    assert await state.perft_async(2, deadline=60) == 400
asyncio.run(main())
"""
    )


def test_an_iterator_that_nobody_has_stops_its_search() -> None:
    python(
        ONE_THREAD
        + """
analysis = bw.Bot("search", game="chess").analyse(state)
next(analysis)
del analysis
thread_is_free()
"""
    )


TABLE = """
thinking = {"bot": "search", "movetime": 3_600_000, "delay": 0}
def make():
    return bw.Table("chess", {"white": thinking})
"""


@pytest.mark.parametrize(
    "end",
    [
        "table.close()",
        "with table: pass",
        "del table",
        "loop = [table]; loop.append(loop); del table, loop; gc.collect()",
    ],
)
def test_a_table_that_is_closed_or_dropped_stops_its_bots(end: str) -> None:
    python(
        ONE_THREAD
        + TABLE
        + f"""
table = make()
assert not table.wait(0)
{end}
thread_is_free()
"""
    )


def test_who_waits_for_the_bots_of_a_closed_table_is_told() -> None:
    table = bw.Table("chess", {"white": {"bot": "search", "movetime": 3_600_000, "delay": 0}})

    async def main() -> None:
        waiting = asyncio.create_task(table.run_bots())
        await asyncio.sleep(0)
        table.close()
        with pytest.raises(bw.CancelledError, match="closed"):
            await asyncio.wait_for(waiting, PATIENCE)
        # From then on no bot is at work.
        await asyncio.wait_for(table.run_bots(), PATIENCE)

    asyncio.run(main())
    assert table.wait(PATIENCE)


def test_a_closed_table_can_be_read() -> None:
    with bw.Table("chess", {"black": {"bot": "random"}}) as table:
        table.commit("white", "e2e4")
        assert table.wait(PATIENCE)
        before = table.view("white")["ply"]
    table.close()
    assert table.view("white")["ply"] == before
    assert repr(table).startswith("Table(chess")
    assert str(table)
    assert table.events("white")["events"]
    assert table.outcome is None
    with bw.Table.load(table.save()) as again:
        assert again.view("white")["ply"] == before


class Posts:
    """A mailbox with what a test puts into it."""

    def __init__(self, *arrivals: Callable[[], list[Any]]) -> None:
        self._arrivals = iter(arrivals)

    def wait(self) -> list[Any]:
        return next(self._arrivals, list)()

    def close(self) -> None:
        pass


def fail(error: BaseException) -> list[Any]:
    raise error


@pytest.fixture
def ignored(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[type[BaseException]]]:
    """What is raised where nobody can catch it."""
    seen: list[type[BaseException]] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda args: seen.append(args.exc_type))
    yield seen
    gc.collect()


@pytest.mark.parametrize("error", [SystemExit, KeyboardInterrupt, GeneratorExit])
def test_callbacks_of_futures_end_nothing(
    error: type[BaseException], ignored: list[type[BaseException]]
) -> None:
    def leave_by_it(_: object) -> None:
        raise error

    waiter = _jobs._Waiter()
    future = _jobs._JobFuture(waiter._awaited)
    told: list[Future[Any]] = []
    future.add_done_callback(leave_by_it)
    future.add_done_callback(told.append)
    waiter._pending = {1: weakref.ref(future)}
    waiter._mailbox = Posts(lambda: [(1, 42, None, True)])  # type: ignore[assignment]
    thread = _jobs._Thread(waiter._serve)
    thread.start()
    thread.join(PATIENCE)
    assert told == [future]
    assert future.result(0) == 42
    assert ignored == [error]
    # On a thread of the host's it is the host's.
    with pytest.raises(error):
        future.add_done_callback(leave_by_it)


def test_callbacks_of_engines_end_nothing(ignored: list[type[BaseException]]) -> None:
    heard: list[str] = []
    told = threading.Event()

    def hear(line: str) -> None:
        heard.append(line)
        if line == "readyok":
            if heard.count(line) == 2:
                told.set()
            sys.exit(3)

    engine = bw.Engine("uci", hear)
    engine.send("isready\nisready")
    assert told.wait(PATIENCE)
    assert STATE.perft_future(2).result(PATIENCE) == STATE.perft(2)
    assert ignored == [SystemExit, SystemExit]
    engine.send("isready")


def test_the_thread_outlives_anything(ignored: list[type[BaseException]]) -> None:
    waiter = _jobs._Waiter()
    future = _jobs._JobFuture(waiter._awaited)
    late = _jobs._JobFuture(waiter._awaited)

    class Bell(_jobs._Bell):
        def __init__(self) -> None:
            pass

        def ring(self) -> None:
            raise SystemExit

    waiter._pending = {1: weakref.ref(future), 2: Bell(), 4: weakref.ref(late)}
    gone = _jobs._JobFuture(waiter._awaited)
    waiter._pending[5] = weakref.ref(gone)
    del gone
    waiter._mailbox = Posts(  # type: ignore[assignment]
        # An engine's last bell, and a line of it that was on its way.
        lambda: [(3, None, None, True), (3, None, None, False)],
        lambda: fail(MemoryError()),
        lambda: [(2, None, None, True), (5, 1, None, True), (1, 42, None, True)],
        lambda: fail(SystemExit()),
        lambda: [(4, None, KeyError("x"), True)],
    )
    waiter._serve()
    assert future.result(0) == 42
    assert type(late.exception(0)) is KeyError
    assert ignored == [MemoryError, SystemExit, SystemExit]
    assert not waiter._pending
    assert not waiter._awaited


def test_a_thread_that_has_ended_is_started_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    # A mailbox of its own: two threads at one would hand on what belongs together at once.
    waiter = _jobs._Waiter()
    monkeypatch.setitem(_jobs._waiters, os.getpid(), waiter)
    ended = _jobs._Thread(lambda: None)
    ended.start()
    ended.join()
    waiter._thread = ended
    try:
        assert STATE.perft_future(2).result(PATIENCE) == STATE.perft(2)
        assert waiter._thread is not ended
        assert waiter._thread.is_alive()
    finally:
        waiter.close()
