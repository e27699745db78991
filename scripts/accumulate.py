"""Results that accumulate in a file, a line of JSON for each range of games.

A range is written when it was played to its end: stopped and begun again a script
goes on where it was, and no range is played twice. A line names the build that was
measured, the seed of its games, how many there were, and how many were won, drawn and
lost; the rest is its script's own.
"""

import argparse
import json
import math
import subprocess
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeVar

RESULTS = Path(__file__).parent.parent / "docs" / "results"
RANGE = 10
T = TypeVar("T")


def parser(
    about: str, results: str, *, each: str, games: int, build: str, only: str
) -> argparse.ArgumentParser:
    """The arguments that all such scripts take; `games` are for `each` of something."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("program", help="the program boardwright")
    parser.add_argument("--games", type=int, default=games, help=f"for each {each}")
    parser.add_argument("--results", type=Path, default=RESULTS / results)
    parser.add_argument(
        "--build",
        default=build,
        help="a name for what is measured; raise it when it changes",
    )
    parser.add_argument("--only", nargs="*", help=only)
    parser.add_argument("--table", action="store_true", help="play nothing")
    return parser


def ranges(args: argparse.Namespace) -> range:
    """The numbers of the ranges that are wanted."""
    return range(0 if args.table else -(-args.games // RANGE))


def read(path: Path) -> list[dict]:
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text().splitlines() if line]


def fill(
    path: Path,
    wanted: Iterable[tuple[T, tuple, int]],
    key: Callable[[dict], tuple],
    play: Callable[[T, int], dict],
) -> None:
    """Plays the ranges that are wanted and missing: of what, with the key of its lines,
    and which one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    for what, whose, number in wanted:
        lines = read(path)
        if any(key(line) == whose and line["seed"] == number + 1 for line in lines):
            continue
        line = play(what, number)
        with path.open("a") as file:
            file.write(json.dumps(line) + "\n")


def played(command: list[str], *, errors: bool = False) -> dict:
    """What a command says of a range of games. With `errors` exit code 1 says that a
    bot of our own had one, which is counted."""
    done = subprocess.run(command, check=not errors, stdout=subprocess.PIPE, text=True)
    if not done.stdout:
        raise SystemExit(f"{' '.join(command)}: exit code {done.returncode}")
    result = json.loads(done.stdout.splitlines()[-1])
    if result["games"] != RANGE:
        raise SystemExit("stopped")
    return result


def sums(lines: list[dict]) -> Iterator[int]:
    """How many games there were, and how many were won, drawn and lost."""
    return (sum(line[of] for line in lines) for of in ("games", "won", "drawn", "lost"))


def wilson(share: float, games: int) -> tuple[float, float]:
    """Wilson's bounds of a share, 95 %."""
    z = 1.959964
    middle = share + z * z / (2 * games)
    width = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    whole = 1 + z * z / games
    return (middle - width) / whole, (middle + width) / whole


def percent(share: float, games: int) -> str:
    """A share with its bounds."""
    low, high = wilson(share, games)
    return f"{100 * share:.1f} % [{100 * low:.1f}, {100 * high:.1f}]"
