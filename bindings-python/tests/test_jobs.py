"""Long work: waiting, futures, coroutines; cancelling, deadlines, and full queues."""

import asyncio
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import CancelledError, Future, wait

import pytest

import boardwright as bw
from support import OPEN, python

STATE = bw.start(OPEN[0])

# So deep that it does not end in a lifetime.
ENDLESS = 40

# Seconds, more than anything here takes on any machine.
PATIENCE = 120


def test_futures() -> None:
    perft = STATE.perft_future(3)
    divide = STATE.divide_future(2)
    playouts = STATE.playouts_future(10, seed=1)
    bot = bw.Bot("random", game=OPEN[0])
    decision = bot.decide_future(STATE)
    assert isinstance(perft, Future)
    assert perft.result(timeout=PATIENCE) == STATE.perft(3)
    assert divide.result(timeout=PATIENCE) == STATE.divide(2)
    assert playouts.result(timeout=PATIENCE) == STATE.playouts(10, seed=1)
    assert decision.result(timeout=PATIENCE).move == bot.decide(STATE).move
    assert perft.done()
    assert not perft.cancel()
    assert not perft.cancelled()


def test_coroutines() -> None:
    bot = bw.Bot("random", game=OPEN[0])

    async def all_of_them() -> None:
        assert await STATE.perft_async(3) == STATE.perft(3)
        assert await STATE.divide_async(2) == STATE.divide(2)
        assert await STATE.playouts_async(10, seed=1) == STATE.playouts(10, seed=1)
        assert (await bot.decide_async(STATE)).move == bot.decide(STATE).move

    asyncio.run(all_of_them())


def test_many_at_once() -> None:
    async def many() -> list[int]:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(STATE.perft_async(2)) for _ in range(500)]
        return [task.result() for task in tasks]

    assert set(asyncio.run(many())) == {STATE.perft(2)}
    futures = [STATE.perft_future(1) for _ in range(2000)]
    assert {future.result(timeout=PATIENCE) for future in futures} == {STATE.perft(1)}


def test_many_threads_wait() -> None:
    results: list[int] = []
    threads = [threading.Thread(target=lambda: results.append(STATE.perft(3))) for _ in range(32)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [STATE.perft(3)] * 32


def test_the_event_loop_and_the_gil_stay_free() -> None:
    async def ticks() -> None:
        task = asyncio.create_task(STATE.perft_async(ENDLESS))
        for _ in range(500):
            await asyncio.sleep(0)
        assert not task.done()
        task.cancel()
        await asyncio.wait([task])

    asyncio.run(ticks())
    # On a pool of one thread a long count waits for another that only we end.
    python(
        """
        import threading
        import boardwright as bw

        bw.configure(threads=1)
        state = bw.start(bw.games()[0]["name"])
        for _ in range(10):
            running = state.perft_future(40)
            thread = threading.Thread(target=state.perft, args=(2,))
            thread.start()
            for _ in range(10_000):
                assert thread.is_alive()
            assert running.cancel()
            thread.join()
        """
    )


def test_cancelling_a_task() -> None:
    async def cancelled() -> None:
        task = asyncio.create_task(STATE.perft_async(ENDLESS))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(STATE.playouts_async(1 << 40), timeout=0.05)

    asyncio.run(cancelled())
    thread_is_free()


def thread_is_free() -> None:
    """All threads of the pool are: as many jobs as there may be run at once."""
    jobs = [STATE.perft_future(2, deadline=PATIENCE) for _ in range(64)]
    assert {job.result(timeout=PATIENCE) for job in jobs} == {STATE.perft(2)}


def test_cancelling_futures() -> None:
    # More than there are threads, so that some run and some wait.
    futures = [STATE.perft_future(ENDLESS) for _ in range(200)]
    assert all(future.cancel() for future in futures)
    assert all(future.cancelled() for future in futures)
    assert len(wait(futures, timeout=PATIENCE).done) == 200
    with pytest.raises(CancelledError):
        futures[0].result(timeout=PATIENCE)
    thread_is_free()


def test_deadlines() -> None:
    with pytest.raises(bw.CancelledError, match="deadline") as caught:
        STATE.perft(ENDLESS, deadline=0.1)
    assert caught.value.code == "cancelled"
    with pytest.raises(bw.CancelledError, match="deadline"):
        STATE.divide(ENDLESS, deadline=0.1)
    with pytest.raises(bw.CancelledError, match="deadline"):
        STATE.playouts(1 << 40, threads=2, deadline=0.1)
    with pytest.raises(bw.CancelledError, match="deadline"):
        STATE.perft_future(ENDLESS, deadline=0.1).result(timeout=PATIENCE)
    with pytest.raises(bw.CancelledError, match="deadline"):
        asyncio.run(STATE.perft_async(ENDLESS, deadline=0.1))
    with pytest.raises(bw.CancelledError, match="deadline"):
        bw.Bot("random", game=OPEN[0]).decide(STATE, deadline=0)
    assert STATE.perft(2, deadline=1e300) == STATE.perft(2)


def test_a_coroutine_starts_when_it_is_awaited() -> None:
    bot = bw.Bot("random", game=OPEN[0])
    first, second = bot.decide_async(STATE), bot.decide_async(STATE)

    async def one_after_the_other() -> bool:
        return (await first).move == (await second).move

    assert asyncio.run(one_after_the_other())
    unused = bot.decide_async(STATE)
    unused.close()
    assert bot.decide(STATE).move


def test_errors_come_out_of_futures() -> None:
    *_, over = [STATE]
    while over.outcome is None:
        over = over.play(bw.Bot("random", game=OPEN[0]).decide(over).move)
    bot = bw.Bot("random", game=OPEN[0])
    with pytest.raises(bw.GameOverError):
        bot.decide_future(over)
    with pytest.raises(bw.GameOverError):
        asyncio.run(bot.decide_async(over))
    with pytest.raises(bw.InvalidOptionError):
        STATE.perft_future(1000)
    with pytest.raises(TypeError):
        STATE.perft_future("x")  # type: ignore[arg-type]


def test_full_queues() -> None:
    python(
        """
        import asyncio, time
        import boardwright as bw

        state = bw.start(bw.games()[0]["name"])
        bot = bw.Bot("search", game=state.game, nodes=3000)
        bw.configure(threads=1, max_queue=3)
        running = bw.Bot("search", game=state.game).analyse(state)
        next(running)
        deciding = bot.decide_future(state)
        queued = [state.perft_future(2), state.perft_future(2)]

        def busy(call, code="busy"):
            try:
                call()
            except (bw.BusyError, bw.BotBusyError) as error:
                assert error.code == code
            else:
                raise AssertionError

        busy(lambda: state.perft(2))
        busy(lambda: state.perft_future(2))
        busy(lambda: asyncio.run(state.perft_async(2)))
        assert queued[0].cancel()
        # A queued job is cancelled at once, so there is room again.
        while True:
            try:
                late = state.perft_future(2, deadline=0.1)
            except bw.BusyError:
                time.sleep(0.001)
            else:
                break
        # The bot waits in the queue and takes no second decision.
        busy(lambda: bot.decide(state), "bot_busy")
        # A deadline that passes in the queue is told at once.
        assert type(late.exception(timeout=60)) is bw.CancelledError
        assert not deciding.done() and not queued[1].done()
        running.close()
        assert queued[1].result(timeout=60) == state.perft(2)
        decision = deciding.result(timeout=60)
        # Longer than the deadline of what came after it.
        assert decision.queued > 0.1
        assert bot.decide(state).move in state.legal_moves()
        """
    )


# Who waits for a future leaves its job running, so it is the caller's to stop.
WAIT_FOR_FUTURE = """future = state.perft_future(40)
    try:
        future.result()
    finally:
        future.cancel()"""


def interrupted(code: str, start: str = "") -> str:
    """What a script prints that is sent an interrupt once it has said `ready`."""
    script = f"""
import asyncio, time
import boardwright as bw
bw.configure(threads=1)
state = bw.start(bw.games()[0]["name"])
{start}
try:
    print("ready", flush=True)
    {code}
except KeyboardInterrupt:
    print("interrupted", state.perft(2, deadline=60))
"""
    with subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        assert process.stdout
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0, out
        return out


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent another way there")
@pytest.mark.parametrize(
    "code",
    [
        "state.perft(40)",
        "state.divide(40, threads=2)",
        "state.playouts(1 << 40)",
        WAIT_FOR_FUTURE,
        "asyncio.run(state.perft_async(40))",
    ],
)
def test_ctrl_c(code: str) -> None:
    assert interrupted(code) == f"interrupted {STATE.perft(2)}\n"


def test_jobs_are_listed_and_cancelled() -> None:
    python(
        """
        import boardwright as bw

        state = bw.start("chess")
        bw.configure(threads=1)
        running, waiting = state.perft_future(40), state.playouts_future(1 << 40)
        while (first := bw.jobs()[0])["state"] != "running":
            pass
        second = bw.jobs()[1]
        assert (first["kind"], first["state"]) == ("perft", "running"), first
        assert (second["kind"], second["state"]) == ("playouts", "waiting"), second
        assert 0 <= first["ran"] <= first["age"] and second["ran"] == 0
        kinds = bw.statistics()["kinds"]
        assert kinds["perft"] == {"waiting": 0, "running": 1}
        assert kinds["playouts"] == {"waiting": 1, "running": 0}
        # Short work does not wait for what runs.
        assert bw.Bot("random", game="chess").decide(state).move in state.legal_moves()
        assert state.perft(1) == 20
        assert bw.cancel_job(second["id"]) and bw.cancel_job(first["id"])
        for future in (running, waiting):
            assert type(future.exception(timeout=60)) is bw.CancelledError
        assert not bw.cancel_job(first["id"])
        """
    )


def test_hash_tables_have_a_ceiling() -> None:
    python(
        """
        import boardwright as bw

        state = bw.start("chess")
        bw.configure(hash_mb=64)
        assert bw.statistics()["hash_mb"] == 64
        seats = {"white": {"bot": "search", "options": {"hash": 65536}}}
        for call in (
            lambda: bw.Bot("search", game="chess", hash=65536),
            lambda: bw.Table("chess", seats=seats),
            lambda: state.perft(2, hash=65536),
        ):
            try:
                call()
            except bw.InvalidOptionError as error:
                assert "65536 MB cannot be had" in str(error), error
            else:
                raise AssertionError
        said = []
        engine = bw.Engine("uci", said.append)
        engine.send("setoption name Hash value 65536\\ngo nodes 100")
        assert engine.wait(60)
        engine.close()
        bots = [bw.Bot("search", game="chess", nodes=200) for _ in range(50)]
        for bot in bots:
            bot.decide(state)
        assert bw.statistics()["hash_bytes"] <= 50 * (64 << 10)
        """
    )
