"""Two hundred decisions of 100 ms each, awaited at once in an asyncio program.

Do all get their full search, does the event loop stay responsive, do other threads run,
and how soon is a bot free whose decision was cancelled?

    python bench/decisions.py [--decisions 200] [--movetime 0.1] [--json]
"""

import argparse
import asyncio
import json
import threading
import time

import boardwright as bw


class Counter(threading.Thread):
    """Another thread of Python's, which counts as fast as it may."""

    def __init__(self) -> None:
        """Begin at nothing."""
        super().__init__(daemon=True)
        self.count = 0
        self.going = True

    def run(self) -> None:
        """Count until told to end."""
        while self.going:
            self.count += sum(range(50)) > 0

    def rate(self, seconds: float) -> float:
        """Count for so many seconds of the caller's; how many a second."""
        before, began = self.count, time.perf_counter()
        time.sleep(seconds)
        return (self.count - before) / (time.perf_counter() - began)


def share(times: list[float], part: float) -> float:
    """Return the value below which that part of them lies."""
    return sorted(times)[min(len(times) - 1, int(len(times) * part))]


async def loop_delays(until: asyncio.Event) -> list[float]:
    """How much later than asked for the loop wakes a task, in milliseconds."""
    late = []
    while not until.is_set():
        began = time.perf_counter()
        await asyncio.sleep(0.001)
        late.append((time.perf_counter() - began - 0.001) * 1000)
    return late


async def decide(count: int, movetime: float) -> dict[str, float]:
    """Ask for all of them at once."""
    state = bw.start("crazyhouse")
    legal = set(state.legal_moves())
    bots = [bw.Bot("search", game="crazyhouse", seed=seed, hash=1) for seed in range(count)]
    await bots[0].decide_async(state, nodes=1000)
    done = asyncio.Event()
    watching = asyncio.create_task(loop_delays(done))
    decisions = await asyncio.gather(*(bot.decide_async(state, movetime=movetime) for bot in bots))
    done.set()
    late = await watching
    times = [decision.time for decision in decisions]
    return {
        "decisions": count,
        "answered": sum(decision.move in legal for decision in decisions),
        "full_time": sum(t >= movetime - 0.001 for t in times),
        "overrun_p99_ms": (share(times, 0.99) - movetime) * 1000,
        "loop_delay_p50_ms": share(late, 0.5),
        "loop_delay_p99_ms": share(late, 0.99),
        "loop_delay_max_ms": max(late),
    }


async def cancel(times: int = 100) -> float:
    """From the cancelling to when the bot takes another question; p99, milliseconds."""
    state = bw.start("crazyhouse")
    bot = bw.Bot("search", game="crazyhouse", hash=1)
    freed = []
    for i in range(times):
        task = asyncio.create_task(bot.decide_async(state, movetime=60))
        await asyncio.sleep(0.005 + i % 7 / 1000)
        began = time.perf_counter()
        task.cancel()
        while True:
            try:
                await bot.decide_async(state, nodes=1)
            except bw.BotBusyError:
                await asyncio.sleep(0)
            else:
                break
        freed.append((time.perf_counter() - began) * 1000)
    return share(freed, 0.99)


def beside(count: int, movetime: float) -> float:
    """Return what another thread keeps of its speed beside decisions, in percent."""
    state = bw.start("crazyhouse")
    counter = Counter()
    counter.start()
    idle = counter.rate(1.0)
    bots = [bw.Bot("search", game="crazyhouse", seed=seed, hash=1) for seed in range(count)]
    futures = [bot.decide_future(state, movetime=movetime) for bot in bots]
    busy = counter.rate(1.0)
    for future in futures:
        future.cancel()
    counter.going = False
    counter.join()
    return 100 * busy / idle


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="decisions beside an event loop")
    parser.add_argument("--decisions", type=int, default=200, help="how many (200)")
    parser.add_argument("--movetime", type=float, default=0.1, help="seconds for each (0.1)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    arguments = parser.parse_args()
    bw.configure(max_queue=arguments.decisions + 16)
    result = asyncio.run(decide(arguments.decisions, arguments.movetime))
    result["free_after_cancel_p99_ms"] = asyncio.run(cancel())
    result["other_thread_keeps_percent"] = beside(arguments.decisions, arguments.movetime)
    if arguments.json:
        print(json.dumps(result))
    else:
        for name, value in result.items():
            print(f"{name:<28}{value:.3f}".rstrip("0").rstrip("."))


if __name__ == "__main__":
    main()
