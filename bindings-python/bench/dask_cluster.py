"""A tournament on a local Dask cluster of four workers, one of which is killed every ten seconds.

Four bots of crazyhouse play 600 games at 100 nodes a move (`--games` of each encounter, `--nodes`);
the table is compared with that of the same tournament in this process.
"""

import argparse
import os
import signal
import threading
import time
from typing import Any

import distributed

from boardwright import arena

PLAYERS: list[arena.Player] = [
    "random",
    "heuristic",
    {"name": "casual", "bot": "search", "options": {"level": "casual", "hash": 1}},
    {"name": "max", "bot": "search", "options": {"level": "max", "hash": 1}},
]


def main() -> None:
    """Plays both and compares."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="games of an encounter")
    parser.add_argument("--nodes", type=int, default=100, help="nodes of a move")
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--every", type=float, default=10, help="seconds between kills")
    given = parser.parse_args()
    options: Any = {"games": given.games, "limits": {"nodes": given.nodes}, "seed": 2026}
    over = threading.Event()
    killed: list[int] = []
    with (
        distributed.LocalCluster(
            n_workers=given.workers, threads_per_worker=1, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):

        def kill() -> None:
            while not over.wait(given.every):
                answers = client.run(os.getpid, on_error="return").values()
                pids = sorted(pid for pid in answers if isinstance(pid, int))
                if pids:
                    pid = pids[len(killed) % len(pids)]
                    os.kill(pid, signal.SIGKILL)
                    killed.append(pid)

        killer = threading.Thread(target=kill)
        killer.start()
        begun = time.perf_counter()
        try:
            remote = arena.tournament("crazyhouse", PLAYERS, client=client, **options)
        finally:
            over.set()
            killer.join()
        took = time.perf_counter() - begun
    begun = time.perf_counter()
    local = arena.tournament("crazyhouse", PLAYERS, **options)
    alone = time.perf_counter() - begun
    print(local["markdown"])
    games = local["table"]["games"]
    print(f"{games} games: {took:.1f} s on the cluster, {len(killed)} workers killed")
    print(f"{alone:.1f} s in this process, with one game at once")
    if remote["table"] != local["table"]:
        raise SystemExit("the tables differ")
    print("same table")


if __name__ == "__main__":
    main()
