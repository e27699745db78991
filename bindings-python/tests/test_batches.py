"""Long lists: worked on in parts, with the GIL released, and stopped by Ctrl-C."""

import _thread
import functools
import gc
import itertools
import operator
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

import boardwright as bw
from support import line

START = bw.start("chess")
STATES = [START.play(move) for move in START.legal_moves()] * 500
# A game that no repetition ends.
LONG = bw.start("blind", rules="berkeley")
MOVES = ["g1f3", "g8f6", "f3g1", "f6g8"] * 2000

BATCHES: list[tuple[Callable[[Iterable[Any]], object], list[Any]]] = [
    (bw.legal_moves_many, STATES),
    (LONG.play_many, MOVES),
    (bw.legal_ids_many, STATES),
    (functools.partial(bw.play_many_states, moves=["e7e5"] * len(STATES)), STATES),
]


@pytest.fixture
def _no_collection() -> Iterator[None]:
    """What others have called at a collection would be lines of Python."""
    gc.disable()
    yield
    gc.enable()


def after(items: Iterable[Any], call: Callable[..., None], argument: object) -> Iterable[Any]:
    """The items, and at their end a call of a native function that says nothing.

    No line of Python is run by it, so that no signal is seen to in between.
    """
    return itertools.chain(items, filter(None, map(call, [argument])))


def test_many_are_as_one_by_one(name: str) -> None:
    states = list(line(name)) * 20
    assert bw.legal_moves_many(states) == [state.legal_moves() for state in states]
    assert bw.legal_moves_many([]) == []


def test_parts_are_put_together() -> None:
    assert bw.legal_moves_many(STATES) == [state.legal_moves() for state in STATES[:20]] * 500
    end = LONG.play_many(MOVES)
    assert (end.ply, end.legal_moves()) == (len(MOVES), LONG.legal_moves())
    with pytest.raises(bw.InvalidNotationError, match=f"^move 7001 of {len(MOVES)}: "):
        LONG.play_many([*MOVES[:7000], "nowhere", *MOVES[7001:]])
    with pytest.raises(bw.InvalidOptionError, match="seat"):
        bw.legal_moves_many(STATES, seat="green")
    with pytest.raises(TypeError, match="states: takes a list of State, not int"):
        bw.legal_moves_many([START, 3])  # type: ignore[list-item]


@pytest.mark.usefixtures("_no_collection")
@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent another way there")
@pytest.mark.parametrize(("call", "items"), BATCHES)
def test_ctrl_c_stops_a_batch(call: Callable[[Iterable[Any]], object], items: list[Any]) -> None:
    done: list[object] = []
    # The signal has come before the work begins, and is seen to between its parts.
    with pytest.raises(KeyboardInterrupt):
        done.extend(map(call, [after(items, _thread.interrupt_main, signal.SIGINT)]))
    assert not done


@pytest.mark.usefixtures("_no_collection")
@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent another way there")
def test_ctrl_c_stops_a_step_of_many_games() -> None:
    numpy = pytest.importorskip("numpy")
    env = bw.VecEnv("chess", 10_000)
    actions = numpy.full(len(env), START.action_id("e2e4"))
    step = functools.partial(env.step, actions)
    # No line of Python is run between the two calls.
    calls = [functools.partial(_thread.interrupt_main, signal.SIGINT), step]
    with pytest.raises(KeyboardInterrupt):
        list(map(operator.call, calls))
    assert " b " in env.notation(0)
    assert " w " in env.notation(len(env) - 1)
    # Each game stands somewhere, and goes on from there.
    seats = numpy.zeros(len(env), numpy.uint8)
    env.write(seats=seats)
    assert 0 < seats.sum() < len(env)
    env.sample(actions)
    env.step(actions)
    assert " w " in env.notation(0)


@pytest.mark.usefixtures("_no_collection")
@pytest.mark.parametrize(("call", "items"), BATCHES)
def test_other_threads_run_beside_a_batch(
    call: Callable[[Iterable[Any]], object], items: list[Any]
) -> None:
    begun: list[None] = []
    done: list[object] = []
    beside, stop = threading.Event(), threading.Event()

    def look() -> None:
        while not (beside.is_set() or stop.is_set()):
            # From the one to the other the first thread runs no line of Python.
            if begun and not done:
                beside.set()

    thread = threading.Thread(target=look)
    thread.start()
    for _ in range(1000):
        done.clear()
        done.extend(map(call, [after(items, begun.append, None)]))
        begun.clear()
        if beside.is_set():
            break
    stop.set()
    thread.join()
    assert beside.is_set()
