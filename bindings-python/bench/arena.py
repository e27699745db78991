"""Self-play in the arena beside a hand-written loop over `decide`: games a second, in turns.

    python bench/arena.py [--games 40] [--nodes 100] [--rounds 5] [--concurrency 2]

Both play crazyhouse by `search` from the start, at so many nodes a move and at most 200 plies a
game, with another seed for each game. The loop plays one game after the other, as one writes it
first; each round measures both by the clock, and the ratio is the median of the rounds.
"""

import argparse
import statistics
import time

import boardwright as bw
from boardwright import arena

PLIES = 200


def by_loop(games: int, nodes: int) -> int:
    """Plays as one would by hand; returns the number of plies."""
    plies = 0
    for seed in range(games):
        bots = [bw.Bot("search", game="crazyhouse", seed=2 * seed + seat) for seat in range(2)]
        state = bw.start("crazyhouse")
        for ply in range(PLIES):
            if state.outcome is not None:
                break
            state = state.play(bots[ply % 2].decide(state, nodes=nodes).move)
            plies += 1
    return plies


def by_arena(games: int, nodes: int, concurrency: int) -> int:
    """Plays in the arena; returns the number of plies."""
    run = arena.games(
        "selfplay",
        "crazyhouse",
        "search",
        games=games,
        limits={"nodes": nodes},
        ply_limit=PLIES,
        opening_plies=0,
        concurrency=concurrency,
    )
    return sum(len(game["moves"]) for game in run)


def main() -> None:
    """Measures both in turns."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    for name, usual in [("games", 40), ("nodes", 100), ("rounds", 5), ("concurrency", 2)]:
        parser.add_argument(f"--{name}", type=int, default=usual)
    given = parser.parse_args()
    loop: list[float] = []
    ours: list[float] = []
    for _ in range(given.rounds):
        began = time.perf_counter()
        plies = by_loop(given.games, given.nodes)
        loop.append(plies / (time.perf_counter() - began))
        began = time.perf_counter()
        plies = by_arena(given.games, given.nodes, given.concurrency)
        ours.append(plies / (time.perf_counter() - began))
    ratio = statistics.median(a / b for a, b in zip(ours, loop, strict=True))
    print(f"loop over decide   {statistics.median(loop):8.0f} plies/s")
    print(f"arena, {given.concurrency} at once   {statistics.median(ours):8.0f} plies/s")
    print(f"ratio              {ratio:8.2f}")


if __name__ == "__main__":
    main()
