"""What a bot decides within its limits, and what it tells while it thinks."""

import asyncio
import copy
import gc
import json
import time
from contextlib import aclosing, closing
from typing import Any

import pytest

import boardwright as bw
from support import FULL, HIDDEN, line, python
from test_jobs import interrupted
from test_vectors import game, lines, position

NAMES = [info["name"] for info in bw.games() if "search" in info["bots"]]
NAME = NAMES[0]
STATE = bw.start(NAME)


def search(name: str = NAME, **options: Any) -> bw.Bot:
    return bw.Bot("search", game=name, **options)


def free(bot: bw.Bot) -> None:
    """The bot is, for it takes another decision."""
    assert bot.decide(STATE, depth=1).depth == 1


async def free_in_the_end(bot: bw.Bot) -> None:
    """What was cancelled while it waited for a thread is let go of by the pool."""
    while True:
        try:
            decision = await bot.decide_async(STATE, depth=1)
        except bw.BusyError:
            await asyncio.sleep(0)
        else:
            assert decision.depth == 1
            return


@pytest.mark.parametrize(
    "limits",
    [
        {"movetime": 0.02},
        {"movetime": 1},
        {"deadline": 120, "depth": 3},
        {"nodes": 3000},
        {"depth": 3},
        {"mate": 2, "nodes": 2000},
        {"clock": {"remaining": 1.5}},
        {"clock": {"remaining": 1, "increment": 0.01, "moves_to_go": 40}},
        {"clock": {"remaining": 0, "increment": None, "moves_to_go": None}, "depth": None},
        {"clocks": [{"remaining": 1}, {"remaining": 2, "increment": 0.01}]},
        {"clocks": None, "nodes": 100},
        {"movetime": 0, "nodes": 10**15, "moves": None},
        {"nodes": 0},
        {"depth": 0},
        {"deadline": 1e300, "movetime": 0.01},
    ],
)
def test_limits(limits: dict[str, Any]) -> None:
    decision = search().decide(STATE, **limits)
    assert decision.move in STATE.legal_moves()
    assert decision.pv[0] == decision.move
    assert decision.score is not None
    if limits.get("depth"):
        assert decision.depth == limits["depth"]
    if limits.get("nodes", 10**15) < 10**15:
        assert decision.nodes <= limits["nodes"]


def test_lines_and_moves() -> None:
    decision = search().decide(STATE, depth=3, lines=4)
    assert len(decision.alternatives) == 3
    assert len({decision.move, *(other.move for other in decision.alternatives)}) == 4
    some = STATE.legal_moves()[2:5]
    assert search().decide(STATE, depth=3, moves=iter(some)).move in some
    for bot in bw.Bot("random", game=STATE.game.name), search():
        assert bot.decide(STATE, depth=1, moves=[some[1]]).move == some[1]
        with pytest.raises(bw.InvalidOptionError, match="moves"):
            bot.decide(STATE, depth=1, moves=[])


@pytest.mark.parametrize(
    ("limits", "error"),
    [
        ({"movetime": -1}, bw.InvalidOptionError),
        ({"movetime": "1"}, TypeError),
        ({"deadline": float("nan")}, bw.InvalidOptionError),
        ({"nodes": -1}, bw.InvalidOptionError),
        ({"nodes": 1 << 64}, bw.InvalidOptionError),
        ({"depth": 1.5}, TypeError),
        ({"depth": 1 << 32}, bw.InvalidOptionError),
        ({"mate": 0}, bw.InvalidOptionError),
        ({"lines": True}, TypeError),
        ({"lines": 0}, bw.InvalidOptionError),
        ({"moves": "e2e4"}, TypeError),
        ({"moves": [1]}, TypeError),
        ({"moves": ["nonsense"]}, bw.InvalidNotationError),
        ({"clock": 1}, TypeError),
        ({"clock": {}}, bw.InvalidOptionError),
        ({"clock": {"remaining": "1"}}, TypeError),
        ({"clock": {"remaining": -1}}, bw.InvalidOptionError),
        ({"clock": {"remaining": 1, "rest": 1}}, bw.InvalidOptionError),
        ({"clock": {"remaining": 1, "moves_to_go": 0}}, bw.InvalidOptionError),
        ({"clock": {1: 1}}, bw.InvalidOptionError),
        ({"clocks": {"remaining": 1}}, TypeError),
        ({"clocks": [1]}, TypeError),
        ({"clocks": [{"remaining": 1}]}, bw.InvalidOptionError),
        ({"clocks": [{"remaining": -1}]}, bw.InvalidOptionError),
        ({"time": 1}, TypeError),
    ],
)
def test_wrong_limits(limits: dict[str, Any], error: type[Exception]) -> None:
    bot = search()
    with pytest.raises(error):
        bot.decide(STATE, **limits)
    with pytest.raises(error):
        list(bot.analyse(STATE, **limits))
    free(bot)


def test_a_seat_that_is_being_mated_sits_by_the_clocks() -> None:
    lost = "6k1/8/8/8/8/5b1q/8/7K[] w - - 0 1"
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"
    state = bw.parse("bughouse", f"{lost} | {start}")
    bot = search("bughouse")
    clocks: list[bw.Clock] = [{"remaining": 1000.0} for _ in range(4)]
    decision = bot.decide(state, "A.white", nodes=2000, clocks=clocks)
    assert (decision.move, decision.hold) == ("A:h1g1", 980.0)
    assert bot.decide(state, "A.white", nodes=2000).hold == 0
    assert bot.decide(state, "B.white", nodes=2000, clock={"remaining": 10}).hold == 0


@pytest.mark.parametrize("searched", NAMES)
def test_analyse(searched: str) -> None:
    *_, state = line(searched, seed=3, plies=9)
    bot = search(searched)
    seat = state.live[0]
    analysis = bot.analyse(state, seat, depth=5, lines=3)
    assert iter(analysis) is analysis
    assert analysis.decision is None
    infos = list(analysis)
    assert isinstance(infos[0], bw.Info)
    assert [(info.depth, info.line) for info in infos if info.bound is None] == [
        (depth, number) for depth in range(1, 6) for number in range(1, 4)
    ]
    last = infos[-3]
    assert (last.line, last.depth, last.nodes > 0, last.time >= 0) == (1, 5, True, True)
    assert last.selective_depth >= 5
    decision = analysis.decision
    assert decision is not None
    assert (decision.move, decision.pv, decision.score) == (last.pv[0], last.pv, last.score)
    assert list(analysis) == []
    # The same for a seat's own view, and for bots that have nothing to tell.
    seen = state.observe(state.live[0])
    assert [info.pv for info in search(searched).analyse(seen, depth=5, lines=3)] == [
        info.pv for info in infos
    ]
    random = bw.Bot("random", game=searched).analyse(state, seat)
    told = list(random)
    assert len(told) == 1
    assert random.decision is not None
    assert random.decision.pv == told[0].pv


def test_a_hidden_state_is_not_analysed(hidden: bw.State) -> None:
    bot = bw.Bot("random", game=HIDDEN[0])
    with pytest.raises(bw.HiddenInformationError):
        bot.analyse(hidden)
    assert [info.depth for info in bot.analyse(hidden.observe(0))] == [0]


def test_leaving_the_loop_stops_the_search() -> None:
    bot = search()
    for _ in range(20):
        for info in bot.analyse(STATE):
            if info.depth == 4:
                break
        gc.collect()
        free(bot)
    for info in (analysis := bot.analyse(STATE)):
        if info.depth == 4:
            break
    with pytest.raises(bw.BotBusyError):
        bot.decide(STATE)
    analysis.close()
    assert list(analysis) == []
    assert analysis.decision is None
    analysis.close()
    free(bot)
    with closing(bot.analyse(STATE)) as analysis:
        assert next(analysis).depth == 1
    free(bot)


def test_concluding() -> None:
    analysis = search().analyse(STATE)
    depths = []
    for info in analysis:
        depths.append(info.depth)
        if info.depth == 4:
            analysis.conclude()
    assert analysis.decision is not None
    assert depths[-1] in (analysis.decision.depth, analysis.decision.depth + 1)


def test_who_reads_slowly_misses_the_oldest() -> None:
    """A position so small that it is searched to the greatest depth at once."""
    state = next(s for s in line(NAME, 1, 400) if s.count_legal() > 2)
    analysis = search().analyse(state, lines=100, nodes=400_000)
    while not analysis._ended:
        time.sleep(0.01)
    infos = list(analysis)
    assert len(infos) <= 1024
    decision = analysis.decision
    assert decision is not None
    # A search that ends within an iteration has told what that changed of the best.
    assert infos[-1].depth in (decision.depth, decision.depth + 1)
    best = next(info for info in reversed(infos) if info.line == 1)
    assert (best.pv[0], best.score) == (decision.move, decision.score)


def test_errors_of_an_analysis() -> None:
    bot = search()
    deadline = bot.analyse(STATE, deadline=0)
    with pytest.raises(bw.CancelledError, match="deadline"):
        next(deadline)
    assert list(deadline) == []
    free(bot)
    engaged = bot.analyse(STATE)
    with pytest.raises(bw.BotBusyError):
        bot.analyse(STATE)
    with pytest.raises(bw.BotBusyError):
        bot.new_game()
    engaged.close()
    bot.new_game()


def test_a_new_game() -> None:
    # With the network the second search happens to change its move, and takes longer.
    bot, other = (search(evaluation="hand") for _ in range(2))
    fresh = other.decide(STATE, depth=6)
    first = bot.decide(STATE, depth=6)
    assert (first.nodes, first.pv) == (fresh.nodes, fresh.pv)
    # With its table full it has less to look at.
    assert bot.decide(STATE, depth=6).nodes < fresh.nodes
    bot.new_game()
    again = bot.decide(STATE, depth=6)
    assert (again.nodes, again.pv, again.score) == (fresh.nodes, fresh.pv, fresh.score)


def test_analyse_async() -> None:
    bot = search()

    async def whole() -> None:
        analysis = bot.analyse_async(STATE, depth=5)
        assert analysis.decision is None
        depths = [info.depth async for info in analysis]
        # A slow machine is told of a depth more than once.
        assert depths == sorted(depths)
        assert set(depths) == {1, 2, 3, 4, 5}
        assert analysis.decision is not None
        assert analysis.decision.depth == 5
        assert [info async for info in analysis] == []

    async def concluded() -> None:
        analysis = bot.analyse_async(STATE)
        async for info in analysis:
            if info.depth == 3:
                analysis.conclude()
        assert analysis.decision is not None

    async def failed() -> None:
        with pytest.raises(bw.InvalidNotationError):
            await anext(bot.analyse_async(STATE, moves=["nonsense"]))
        with pytest.raises(bw.CancelledError):
            await anext(bot.analyse_async(STATE, deadline=0))

    asyncio.run(whole())
    asyncio.run(concluded())
    asyncio.run(failed())
    free(bot)


def test_an_async_analysis_that_is_left() -> None:
    bot = search()

    async def left() -> None:
        for _ in range(20):
            async for info in bot.analyse_async(STATE):
                if info.depth == 4:
                    break
            assert (await bot.decide_async(STATE, depth=1)).depth == 1

    async def closed() -> None:
        async with aclosing(bot.analyse_async(STATE)) as analysis:
            async for info in analysis:
                if info.depth == 3:
                    break
        free(bot)
        assert [info async for info in analysis] == []
        unused = bot.analyse_async(STATE)
        await unused.aclose()
        assert [info async for info in unused] == []

    asyncio.run(left())
    asyncio.run(closed())
    free(bot)


def test_an_async_analysis_that_is_cancelled() -> None:
    bot = search()

    async def cancelled() -> None:
        begun = asyncio.Event()

        async def forever() -> None:
            async for _ in bot.analyse_async(STATE):
                begun.set()

        task = asyncio.create_task(forever())
        await begun.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(forever_after_free(), timeout=0.1)

    async def forever_after_free() -> None:
        while True:
            try:
                async for _ in bot.analyse_async(STATE):
                    pass
            except bw.BotBusyError:
                await asyncio.sleep(0)

    asyncio.run(cancelled())
    asyncio.run(asyncio.wait_for(free_in_the_end(bot), 120))


def test_the_worker_is_free_at_once() -> None:
    """On a pool of one thread, whatever way a long search was stopped."""
    python(
        f"""
        import asyncio
        import boardwright as bw

        bw.configure(threads=1)
        state = bw.start({NAME!r})
        searching, other = (bw.Bot("search", game=state.game) for _ in range(2))
        # As long as a search keeps the thread, which is much longer than a deadline lets
        # others wait for it.
        longest, patience = 3600, 120

        def future():
            future = searching.decide_future(state, movetime=longest)
            return future.cancel

        def iterator():
            analysis = searching.analyse(state)
            next(analysis)
            return analysis.close

        def dropped():
            held = [searching.analyse(state)]
            next(held[0])
            return held.clear

        for way in (future, iterator, dropped) * 10:
            stop = way()
            stop()
            assert other.decide(state, depth=1, deadline=patience).depth == 1

        async def told(begun):
            async for _ in searching.analyse_async(state):
                begun.set()

        async def task():
            begun = asyncio.Event()
            task = asyncio.create_task(told(begun))
            await begun.wait()
            task.cancel()
            assert (await other.decide_async(state, depth=1, deadline=patience)).depth == 1

        for _ in range(10):
            asyncio.run(task())
        """
    )


def test_other_threads_run_meanwhile() -> None:
    """Who waits for a decision, or for the next of an analysis, waits on a pool of one
    thread for work that only another thread of Python ends."""
    python(
        f"""
        import threading
        import boardwright as bw

        bw.configure(threads=1)
        state = bw.start({NAME!r})
        keeping, bot = (bw.Bot("search", game=state.game) for _ in range(2))

        def decided():
            assert bot.decide(state, depth=1).depth == 1

        def analysed():
            assert [info.depth for info in bot.analyse(state, depth=1)] == [1]

        for waits in (decided, analysed) * 10:
            kept = keeping.analyse(state)
            next(kept)
            thread = threading.Thread(target=waits)
            thread.start()
            for _ in range(10_000):
                assert thread.is_alive()
            kept.close()
            thread.join()
        """
    )


@pytest.mark.parametrize(
    "code",
    [
        "bot.decide(state, movetime=100)",
        "bot.decide(state, clock={'remaining': 10_000})",
        "bot.decide_many([state] * 1000, movetime=100)",
        "for info in bot.analyse(state): pass",
        "asyncio.run(bot.decide_async(state, movetime=100))",
        "asyncio.run(told())",
    ],
)
def test_ctrl_c(code: str) -> None:
    start = f"""
state = bw.start({NAME!r})
bot = bw.Bot("search", game=state.game)
async def told():
    async for info in bot.analyse_async(state): pass
"""
    assert interrupted(code, start) == f"interrupted {STATE.perft(2)}\n"


def test_the_same_decisions_as_in_every_language() -> None:
    read = lines("decisions")
    for name, rules, text, seat, options, nodes, move, score in read if FULL else read[:100]:
        state = position(game(rules), text)
        bot = bw.Bot("search", game=state.game, **json.loads(options))
        seen = state if seat == "-" else state.observe(seat)
        decision = bot.decide(seen, nodes=int(nodes))
        worth = decision.score
        assert decision.move == move, name
        assert (f"{worth.unit} {worth.value}" if worth else "-") == score, name
    assert len(read) >= 1000


def test_decisions_about_many_depend_on_their_own_subject_alone() -> None:
    first = bw.start("crazyhouse")
    states = [first.play(move) for move in first.legal_moves()]
    bot = bw.Bot("search", game="crazyhouse", seed=3, hash=1)
    many = bot.decide_many(states, nodes=300)
    assert [decision.nodes <= 300 for decision in many] == [True] * len(states)
    alone = [copy.copy(bot).decide(state, nodes=300) for state in states]
    assert [(d.move, d.nodes, d.score) for d in many] == [(d.move, d.nodes, d.score) for d in alone]
    backwards = bot.decide_many((state.observe(state.live[0]) for state in states[::-1]), nodes=300)
    assert [d.move for d in backwards[::-1]] == [d.move for d in many]
    assert bot.decide_many([], nodes=300) == []


def test_decisions_about_many_name_what_is_wrong() -> None:
    state = bw.start("chess")
    bot = bw.Bot("search", game="chess", hash=1)
    mate = state
    for move in ("f2f3", "e7e5", "g2g4", "d8h4"):
        mate = mate.play(move)
    with pytest.raises(bw.GameOverError, match="subject 2: "):
        bot.decide_many([state, state, mate, state], nodes=50)
    with pytest.raises(bw.InvalidOptionError, match="subject 1: the bot plays chess"):
        bot.decide_many([state, bw.start("crazyhouse")], nodes=50)
    with pytest.raises(TypeError, match="takes a State or an Observation"):
        bot.decide_many([state, "e4"], nodes=50)  # type: ignore[list-item]
    with pytest.raises(bw.HiddenInformationError, match="subject 0"):
        bw.Bot("casual", game="blind").decide_many([bw.start("blind")])
