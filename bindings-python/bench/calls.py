"""Calls of states and tables, for every game, in microseconds.

Each call is measured at the start and after a number of plies; the figure is the median
of many calls. The thinking of bots is no part of it.

    python bench/calls.py [--plies 100] [--seconds 0.05] [--game NAME ...] [--json]
"""

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable

import boardwright as bw

Call = Callable[[], object]
# Far apart in any list, so that games are neither short nor alike.
STRIDE = 7919


def microseconds(call: Call, seconds: float) -> float:
    """Call again and again for so long; the median."""
    call()
    times: list[float] = []
    until = time.perf_counter() + seconds
    while not times or time.perf_counter() < until:
        began = time.perf_counter()
        call()
        times.append((time.perf_counter() - began) * 1e6)
    return statistics.median(times)


def choice(state: bw.State, ply: int) -> tuple[str, str]:
    """Return a seat that may act, and a move of its."""
    seat = state.live[0]
    moves = state.legal_moves(seat)
    return seat, moves[ply * STRIDE % len(moves)]


def played(game: str, plies: int) -> tuple[bw.State, bw.Table, int]:
    """Play the same game at a table for any number of plies, but not to its end."""
    table = bw.Table(game, seed=1)
    for ply in range(plies):
        state = table.state()
        seat, move = choice(state, ply)
        if state.play(move, seat).outcome is not None:
            return state, table, ply
        table.commit(seat, move)
    return table.state(), table, plies


def of_state(state: bw.State) -> dict[str, Call]:
    """Name the calls of a state."""
    seat, move = choice(state, 1)
    text = state.save()
    calls: dict[str, Call] = {
        "play": lambda: state.play(move, seat),
        "legal_moves": state.legal_moves,
        "describe": state.describe,
        "observe": lambda: state.observe(seat),
        "describe_text": state.describe_text,
        "save": state.save,
        "load": lambda: bw.load(text),
    }
    return calls


def of_table(table: bw.Table) -> dict[str, Call]:
    """Name the calls of a table."""
    seat = table.state().live[0]
    text = table.save()
    mark = table.save_changes()["next"]
    newest = table.events(seat, since=10**9)["next"]
    calls: dict[str, Call] = {
        "view": lambda: table.view(seat),
        "events, the newest": lambda: table.events(seat, since=max(0, newest - 2)),
        "save": table.save,
        "save_changes": lambda: table.save_changes(mark),
        "load": lambda: bw.Table.load(text),
    }
    return calls


def measure(game: str, plies: int, seconds: float) -> dict[str, dict[str, float]]:
    """Time all calls of a game at the start and later."""
    rows: dict[str, dict[str, float]] = {}
    for wanted in (0, plies):
        state, table, ply = played(game, wanted)
        calls = {f"state: {name}": call for name, call in of_state(state).items()}
        calls |= {f"table: {name}": call for name, call in of_table(table).items()}
        for name, call in calls.items():
            rows.setdefault(name, {})[f"{ply} plies"] = round(microseconds(call, seconds), 1)
    return rows


def main() -> None:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--plies", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=0.05)
    parser.add_argument("--game", nargs="*", default=[game["name"] for game in bw.games()])
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    told = {game: measure(game, given.plies, given.seconds) for game in given.game}
    if given.json:
        json.dump(told, sys.stdout, indent=1)
        return
    names = list(next(iter(told.values())))
    games = list(told)
    print("| call, µs | " + " | ".join(games) + " |")
    print("|---" * (len(games) + 1) + "|")
    for name in names:
        cells = [" / ".join(f"{value:g}" for value in told[game][name].values()) for game in games]
        print(f"| {name} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
