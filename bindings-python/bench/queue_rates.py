"""Sizes of jobs and results, and the rates at which games are handed out and taken in.

Two bots of crazyhouse play games of 60 plies at 100 nodes a move (`--games`, `--plies`, `--nodes`).
Their results are then taken in again, `--rounds` times by a queue in this process and once by
`boardwright tournament --serve` over one connection, each with a file of games.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, cast

from boardwright import __version__, arena

PLAYER = "search(hash=1)"


def queue(given: argparse.Namespace, log: Path) -> arena.JobQueue:
    """Returns the queue of a match whose games end after some plies."""
    limits = {"nodes": given.nodes}
    more: Any = {"games": given.games, "ply_limit": given.plies, "limits": limits, "log": log}
    return arena.JobQueue("match", "crazyhouse", [PLAYER, PLAYER], **more)


def local(given: argparse.Namespace, log: Path, results: list[str]) -> tuple[float, float]:
    """Returns the seconds in which a queue hands out all jobs and takes in all results."""
    with queue(given, log) as jobs:
        begun = time.perf_counter()
        while jobs.acquire() is not None:
            pass
        between = time.perf_counter()
        for result in results:
            jobs.submit(result)
        ended = time.perf_counter()
        if not jobs.over:
            raise SystemExit("not all results count")
    return between - begun, ended - between


def served(given: argparse.Namespace, log: Path, results: list[str]) -> tuple[float, float]:
    """As `local`, by a server."""
    numbers = {"games": given.games, "nodes": given.nodes, "ply-limit": given.plies}
    command = [sys.executable, "-m", "boardwright", "tournament", "--serve", "127.0.0.1:0"]
    command += ["--results", str(log), "--game", "crazyhouse", f"--player={PLAYER}"]
    command += [f"--player={PLAYER}", *(f"--{name}={number}" for name, number in numbers.items())]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    line = cast("Any", server.stderr).readline().strip()
    connection = HTTPConnection(line.removeprefix("serving at http://"))

    def post(path: str, body: str) -> int:
        connection.request("POST", path, body)
        answer = connection.getresponse()
        answer.read()
        return answer.status

    try:
        begun = time.perf_counter()
        while post("/acquire", json.dumps({"version": __version__})) == 200:
            pass
        between = time.perf_counter()
        for result in results:
            if post("/submit", result) != 200:
                raise SystemExit("a result does not count")
        return between - begun, time.perf_counter() - between
    finally:
        connection.close()
        server.kill()
        server.wait()


def main() -> None:
    """Plays, measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--plies", type=int, default=60)
    parser.add_argument("--nodes", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=10)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        with queue(given, Path(folder) / "played") as jobs:
            held = [job for _ in range(given.games) if (job := jobs.acquire()) is not None]
        begun = time.perf_counter()
        done = [json.dumps(arena.run_job(job), separators=(",", ":")) for job in held]
        played = (time.perf_counter() - begun) / len(held)
        plies = sum(len(json.loads(result)["result"]["moves"]) for result in done) / len(done)
        jobs_long = sum(len(json.dumps(job, separators=(",", ":"))) for job in held) / len(held)
        print(f"{len(done)} games of {plies:.0f} plies, {played * 1000:.1f} ms each")
        print(f"job {jobs_long:.0f} bytes, result {sum(map(len, done)) / len(done):.0f} bytes")
        rounds = [local(given, Path(folder) / f"{i}", done) for i in range(given.rounds)]
        size = (Path(folder) / "0").stat().st_size / len(done)
        print(f"file of games {size:.0f} bytes a game")
        times = {
            "in this process": [sum(times) / given.rounds for times in zip(*rounds, strict=True)],
            "over HTTP": served(given, Path(folder) / "served", done),
        }
    for name, seconds in times.items():
        out, taken = (each / len(done) * 1e6 for each in seconds)
        print(
            f"{name}: a job handed out in {out:.0f} µs, a result taken in {taken:.0f} µs, "
            f"{1e6 / (out + taken):.0f} games a second"
        )


if __name__ == "__main__":
    main()
