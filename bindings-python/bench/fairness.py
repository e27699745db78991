"""Short decisions beside long searches.

The time of a decision that needs next to none, and of one with a clock, alone and while others
think for ten seconds each.

    python bench/fairness.py [--searches 4] [--seconds 10] [--json]
"""

import argparse
import json
import time
from collections.abc import Callable
from concurrent.futures import Future

import boardwright as bw


def milliseconds(work: Callable[[], object], seconds: float) -> list[float]:
    """Do it again and again for so long, with a pause between; the time of each, in order."""
    times = []
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        began = time.perf_counter()
        work()
        times.append((time.perf_counter() - began) * 1000)
        time.sleep(0.002)
    return sorted(times)


def told(times: list[float]) -> dict[str, float]:
    """Return the median, the 99th of a hundred, and the most."""
    at = [times[min(len(times) - 1, int(len(times) * part))] for part in (0.5, 0.99, 1.0)]
    return dict(zip(("p50", "p99", "most"), (round(value, 2) for value in at), strict=True))


def searches(count: int, seconds: float) -> list[Future[bw.Decision]]:
    """Begin so many searches of that length."""
    state = bw.start("crazyhouse")
    bots = [bw.Bot("search", game="crazyhouse", seed=seed, hash=1) for seed in range(count)]
    return [bot.decide_future(state, movetime=seconds) for bot in bots]


def measure(count: int, seconds: float) -> dict[str, dict[str, float]]:
    """Time short work alone and beside searches, and what the searches lose by it."""
    state = bw.start("chess")
    quick = bw.Bot("random", game="chess")
    clocked = bw.Bot("search", game="chess", hash=1)
    works = {
        "random": lambda: quick.decide(state),
        "search, 5 ms of a clock": lambda: clocked.decide(state, movetime=0.005),
    }
    rows = {}
    for name, work in works.items():
        rows[f"{name}, alone"] = told(milliseconds(work, seconds / 2))
        running = searches(count, seconds)
        rows[f"{name}, beside {count} searches"] = told(milliseconds(work, seconds - 0.5))
        times = sorted(future.result().time * 1000 for future in running)
        rows[f"those searches beside {name}"] = told(times)
    return rows


def main() -> None:
    """Read the arguments, measure, and say what came out."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--searches", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    rows = measure(args.searches, args.seconds)
    if args.json:
        print(json.dumps(rows))
        return
    for name, row in rows.items():
        print(f"{name:52} p50 {row['p50']:8.2f}  p99 {row['p99']:8.2f}  most {row['most']:8.2f} ms")


if __name__ == "__main__":
    main()
