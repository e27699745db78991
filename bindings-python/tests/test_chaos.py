"""Decisions within random limits, cancelled at random: each ends as it should."""

import asyncio
import random
from concurrent.futures import CancelledError, Future
from typing import Any

import pytest

import boardwright as bw
from support import FULL, line
from test_memory import SLACK, resident, resident_is_known

DECISIONS = 10_000 if FULL else 300
GAMES = ("chess", "crazyhouse")
AT_ONCE = 16


def positions() -> list[bw.State]:
    states = [s for name in GAMES for seed in range(4) for s in line(name, seed, 80)]
    return [state for state in states if state.outcome is None]


def limits(rng: random.Random) -> dict[str, Any]:
    """Some of them together, none too large to wait for."""
    choices: dict[str, Any] = {
        "movetime": rng.choice([0, 0.001, 0.005, 0.02]),
        "deadline": rng.choice([0, 0.002, 0.01, 0.05]),
        "nodes": rng.choice([0, 1, 100, 5000]),
        "depth": rng.choice([0, 1, 3, 6]),
        "clock": {
            "remaining": rng.choice([0, 0.01, 0.3]),
            "increment": rng.choice([None, 0, 0.01]),
            "moves_to_go": rng.choice([None, 1, 30]),
        },
    }
    picked = rng.sample(sorted(choices), rng.choice([1, 1, 2, 3]))
    return {name: choices[name] for name in picked} | {"lines": rng.choice([None, 1, 3])}


def outcome(state: bw.State, future: "Future[bw.Decision]") -> str:
    try:
        decision = future.result(timeout=60)
    except bw.CancelledError as error:
        assert error.code == "cancelled"
        return "cancelled"
    except CancelledError:
        return "cancelled"
    assert decision.move in state.legal_moves()
    return "decided"


def chaos(bots: dict[str, list[bw.Bot]], states: list[bw.State], count: int) -> set[str]:
    rng = random.Random(count)
    seen: set[str] = set()
    for _ in range(count // AT_ONCE + 1):
        running: list[tuple[bw.State, Future[bw.Decision]]] = []
        for number in range(AT_ONCE):
            state = rng.choice(states)
            bot = bots[state.game.name][number]
            try:
                future = bot.decide_future(state, **limits(rng))
            except bw.BotBusyError:
                # Cancelled by its last future, and not told so yet.
                seen.add("busy")
                continue
            running.append((state, future))
            if rng.random() < 0.3:
                future.cancel()
        for _, future in rng.sample(running, len(running) // 4):
            future.cancel()
        seen |= {outcome(state, future) for state, future in running}
    return seen


@resident_is_known
def test_chaos() -> None:
    states = positions()
    assert len(states) > 200
    bots = {
        name: [bw.Bot("search", game=name, hash=1, seed=i) for i in range(AT_ONCE)]
        for name in GAMES
    }
    # Each takes its table at its first decision.
    for name in GAMES:
        for bot in bots[name]:
            bot.decide(bw.start(name), nodes=20_000)
    chaos(bots, states, DECISIONS)
    before = resident()
    assert chaos(bots, states, DECISIONS) >= {"decided", "cancelled"}
    assert resident() - before < 2 * SLACK
    for name in GAMES:
        state = bw.start(name)
        for bot in bots[name]:
            while True:
                try:
                    assert bot.decide(state, nodes=100).move in state.legal_moves()
                    break
                except bw.BotBusyError:
                    continue


def test_chaos_of_async_analyses() -> None:
    states = positions()
    rng = random.Random(5)

    async def analysed(state: bw.State) -> None:
        bot = bw.Bot("search", game=state.game, hash=1)
        most = rng.randrange(6)
        async for info in bot.analyse_async(state, **limits(rng)):
            state.play(info.pv[0])
            if info.depth > most:
                break

    async def together() -> None:
        tasks = [asyncio.create_task(analysed(rng.choice(states))) for _ in range(AT_ONCE)]
        await asyncio.sleep(rng.choice([0, 0.001, 0.01]))
        for task in rng.sample(tasks, AT_ONCE // 2):
            task.cancel()
        for end in await asyncio.gather(*tasks, return_exceptions=True):
            if end is not None:
                assert isinstance(end, (bw.CancelledError, asyncio.CancelledError)), end

    for _ in range(DECISIONS // AT_ONCE // 4):
        asyncio.run(together())


def until_free(bot: bw.Bot, state: bw.State) -> None:
    while True:
        try:
            bot.decide(state, nodes=1)
        except bw.BotBusyError:
            continue
        return


def test_chaos_of_analyses() -> None:
    states = positions()
    rng = random.Random(6)
    bots = {name: bw.Bot("search", game=name, hash=1) for name in GAMES}
    for _ in range(DECISIONS // 4):
        state = rng.choice(states)
        most = rng.randrange(6)
        try:
            for info in bots[state.game.name].analyse(state, **limits(rng)):
                state.play(info.pv[0])
                if info.depth > most:
                    break
        except bw.CancelledError:
            # At its deadline it is answered for, and its search notices a moment later.
            until_free(bots[state.game.name], state)
        except bw.BotBusyError:
            pytest.fail("an iterator went away, and its bot was not free")
