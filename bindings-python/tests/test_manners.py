"""Copies, pickles, weak references and `with` blocks of what the library makes."""

import asyncio
import copy
import gc
import pickle
import weakref
from collections.abc import Callable
from typing import Any

import pytest

import boardwright as bw
from support import OPEN, PATIENCE, let_go


def both(value: Any) -> list[Any]:
    return [copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))]


@pytest.mark.parametrize("played", OPEN)
def test_observations_of_open_games_are_copied_and_pickled(played: str) -> None:
    state = bw.start(played)
    state = state.play(state.legal_moves()[0])
    seat = state.live[0]
    observation = state.observe(seat)
    for other in both(observation):
        assert other == observation
        assert hash(other) == hash(observation)
        assert other.text == observation.text
        assert other.candidates() == observation.candidates()


def test_a_pickle_of_an_observation_never_holds_what_its_seat_does_not_know() -> None:
    observation = bw.start("blind").observe("white")
    assert copy.copy(observation) is observation
    with pytest.raises(bw.HiddenInformationError, match="blind hides something"):
        pickle.dumps(observation)


def test_a_bot_is_copied_as_new() -> None:
    state = bw.start("chess")
    bot = bw.Bot("search", game="chess", seed=7, strength=1500, hash=1)
    wanted = bot.decide(state, nodes=500)
    for other in both(bot):
        assert (other.name, other.game) == ("search", "chess")
        assert other is not bot
        assert other.decide(state, nodes=500).move == wanted.move
    # A table draws a seed for one that was given none, copied or not.
    assert "seed" not in bw.Bot("random", game="chess").__reduce__()[0].keywords
    with pytest.raises(bw.UnknownBotError):
        make, _ = bot.__reduce__()
        make("nobody")


def test_a_copy_of_a_cursor_goes_its_own_way() -> None:
    cursor = bw.Cursor(bw.start("chess"))
    cursor.play("e2e4")
    for other in (copy.copy(cursor), copy.deepcopy(cursor)):
        assert other.state == cursor.state
        assert other.depth == 1
        other.undo()
        other.play("d2d4")
        assert cursor.state != other.state
    with pytest.raises(TypeError, match="cannot pickle"):
        pickle.dumps(cursor)


def test_analyses_are_closed_by_their_block() -> None:
    state = bw.start("chess")
    bot = bw.Bot("search", game="chess", hash=1)
    with bot.analyse(state) as analysis:
        assert next(analysis).depth >= 1
    # It is free again.
    bot.decide(state, nodes=100)
    with pytest.raises(ZeroDivisionError), bot.analyse(state) as analysis:
        raise ZeroDivisionError
    bot.decide(state, nodes=100)

    async def later() -> None:
        async with bot.analyse_async(state) as analysis:
            async for info in analysis:
                assert info.depth >= 1
                break
        await bot.decide_async(state, nodes=100)

    asyncio.run(later())


STATE = bw.start("chess")


@pytest.mark.parametrize(
    "make",
    [
        lambda: bw.Bot("random", game="chess"),
        lambda: bw.Cursor(STATE),
        lambda: bw.Table(STATE),
        lambda: bw.VecEnv("chess", 2),
        lambda: STATE.observe("white"),
        lambda: STATE.play("e2e4"),
        lambda: bw.Bot("search", game="chess", hash=1).analyse(STATE, nodes=100),
    ],
    ids=["Bot", "Cursor", "Table", "VecEnv", "Observation", "State", "Analysis"],
)
def test_weak_references_do_not_keep_things(make: Callable[[], Any]) -> None:
    made = make()
    seen = weakref.ref(made)
    assert seen() is made
    gone = let_go(made)
    del made
    gc.collect()
    # A thread that was at work for it may be about to let go of it.
    assert gone.wait(PATIENCE)
    assert seen() is None
