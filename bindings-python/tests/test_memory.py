"""Memory stays flat, and nothing that was given away is kept."""

import asyncio
import gc
import os
import sys
import weakref
from pathlib import Path

import pytest

import boardwright as bw
from support import FULL, NAMES, NUMBERED

CYCLES = 1_000_000 if FULL else 100_000

# What allocators may keep for themselves, in bytes.
SLACK = 3 << 20

STATM = Path("/proc/self/statm")

resident_is_known = pytest.mark.skipif(
    not STATM.exists(), reason="resident memory is read from /proc"
)


def resident() -> int:
    gc.collect()
    return int(STATM.read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")


def cycles(name: str, count: int) -> None:
    numbered = name in NUMBERED
    for number in range(count):
        state = bw.start(name)
        moves = state.legal_moves()
        state = state.play(moves[number % len(moves)])
        if numbered:
            state.legal_ids()


@resident_is_known
def test_start_play_drop(name: str) -> None:
    cycles(name, 10_000)
    before = resident()
    cycles(name, CYCLES)
    assert resident() - before < SLACK


@resident_is_known
def test_everything_else_once_in_a_while(name: str) -> None:
    bot = bw.Bot("random", game=name)

    def once(number: int) -> None:
        state = bw.start(name)
        seat = state.live[0]
        seen = state.observe(seat)
        state.describe()
        str(seen), repr(state), hash(state), seen.describe(), state.draw()
        state = bw.load(state.play(state.legal_moves(seat)[number % 5]).save())
        bw.parse(name, state.notation, history=[state.notation])
        cursor = state.cursor()
        cursor.play(cursor.legal_ids()[0] if name in NUMBERED else cursor.legal_moves()[0])
        state.perft_future(1).result()
        state.perft(1)
        bot.decide(seen)
        assert state.try_play("nonsense") is None
        with pytest.raises(bw.BoardwrightError):
            bw.start(f"nonsense {number}")

    for number in range(500):
        once(number)
    before = resident()
    for number in range(CYCLES // 50):
        once(number)
    assert resident() - before < SLACK


@resident_is_known
def test_cancelled_work() -> None:
    state = bw.start(NAMES[0])

    async def rounds(count: int) -> None:
        for _ in range(count):
            task = asyncio.create_task(state.perft_async(40))
            await asyncio.sleep(0)
            task.cancel()
            await asyncio.wait([task])

    asyncio.run(rounds(300))
    before = resident()
    asyncio.run(rounds(CYCLES // 100))
    assert resident() - before < SLACK


def test_references_are_balanced() -> None:
    state = bw.start(NAMES[0])
    game, moves = state.game, state.legal_moves()
    before = sys.getrefcount(game), [sys.getrefcount(move) for move in moves]
    for _ in range(100):
        state.legal_moves()
        state.play(moves[0]).play_many([])
        state.cursor().state.observe(0)
    assert (sys.getrefcount(game), [sys.getrefcount(move) for move in moves]) == before


def test_results_are_let_go() -> None:
    future = bw.start(NAMES[0]).perft_future(2)
    future.result()
    gone = weakref.ref(future)
    del future
    for _ in range(200):
        if gone() is None:
            break
        bw.start(NAMES[0]).perft(1)
    assert gone() is None
