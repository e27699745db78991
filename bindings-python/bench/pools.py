"""Orders of bots that tournaments and ratings recover, and a registry that keeps modes apart.

A Swiss tournament of 64 bots of random strengths in crazyhouse; pools of Jarls with four seats and
of Boost with three, rated by Weng and Lin; bughouse with one seat and with both seats of a team.
Each prints the rank correlation (Spearman) of the order found with that of the strengths.
"""

import argparse
import random
from typing import Any

import numpy as np

from boardwright import arena


def strength(value: int) -> dict[str, Any]:
    """Returns a bot of a strength, with a small table for the search."""
    options = {"strength": value, "hash": 1}
    return {"name": str(value), "bot": "search", "options": options}


def correlation(found: list[str]) -> float:
    """Returns Spearman's rank correlation of names, best first, with the numbers they are."""
    ranks = np.argsort(np.argsort([-int(name) for name in found]))
    return float(np.corrcoef(ranks, np.arange(len(found)))[0, 1])


def swiss(bots: int, rounds: int, nodes: int, seed: int) -> None:
    """Plays a Swiss tournament of random strengths."""
    drawn = random.Random(seed).sample(range(300, 2501), bots)
    players: list[Any] = [strength(value) for value in drawn]
    report = arena.tournament(
        "crazyhouse",
        players,
        system="swiss",
        rounds=rounds,
        limits={"nodes": nodes},
        concurrency=2,
        seed=seed,
    )
    table = report["table"]
    order = [row["name"] for row in table["players"]]
    registry = arena.BotRegistry()
    for value in drawn:
        registry.register(str(value), modes=["crazyhouse"])
    registry.rate_report("swiss", report)
    rated = [str(bot["name"]) for bot in registry.leaderboard("crazyhouse")["bots"]]
    print(
        f"Swiss of {bots} strengths, {rounds} rounds, {table['games']} games of crazyhouse: "
        f"correlation {correlation(order):.3f} by points, {correlation(rated):.3f} by Glicko-2"
    )


def pool(game: str, seats: int, games: int, nodes: int, seed: int) -> None:
    """Rates six strengths in a game of several seats by Weng and Lin."""
    values = [300, 700, 1100, 1500, 1900, 2300]
    registry = arena.BotRegistry()
    for value in values:
        registry.register(str(value), modes=[game])
    report = arena.tournament(
        game,
        [strength(value) for value in values],
        options={"players": seats},
        games=games,
        limits={"nodes": nodes},
        concurrency=2,
        seed=seed,
    )
    registry.rate_report("pool", report)
    order = [str(bot["name"]) for bot in registry.leaderboard(game)["bots"]]
    ratings = [registry.rating(name, game)["weng_lin"]["rating"] for name in order]
    print(
        f"{game} with {seats} seats, {report['table']['games']} games: "
        f"correlation {correlation(order):.3f} by Weng-Lin, "
        + ", ".join(f"{name}: {rating:.0f}" for name, rating in zip(order, ratings, strict=True))
    )


def bughouse(games: int, nodes: int, seed: int) -> None:
    """Rates three strengths in bughouse, with one seat and with both seats of a team."""
    values = [500, 1300, 2300]
    registry = arena.BotRegistry()
    for value in values:
        registry.register(str(value), modes={"bughouse": ["one_seat", "two_seats"]})
    players: list[Any] = [strength(value) for value in values]
    common: Any = {"limits": {"nodes": nodes}, "concurrency": 2, "seed": seed}
    teams = arena.tournament("bughouse", players, games=games, **common)
    players.append(strength(900))
    registry.register("900", modes={"bughouse": ["one_seat", "two_seats"]})
    mixed = arena.tournament("bughouse", players, games=4 * games, at_once=4, **common)
    registry.rate_report("teams", teams)
    registry.rate_report("mixed", mixed)
    for mode in ("two_seats", "one_seat"):
        print(f"bughouse, {mode}:")
        print(registry.markdown("bughouse", mode))


def main() -> None:
    """Plays all of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bots", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=16)
    parser.add_argument("--nodes", type=int, default=1500, help="nodes of a move")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    swiss(given.bots, given.rounds, given.nodes, given.seed)
    pool("jarls", 4, 16, 400, given.seed)
    pool("boost", 3, 12, 2000, given.seed)
    bughouse(8, 200, given.seed)


if __name__ == "__main__":
    main()
