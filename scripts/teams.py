#!/usr/bin/env python3
"""Teams of bughouse against each other, all who are live thinking at once.

    scripts/teams.py target/release/boardwright
    scripts/teams.py target/release/boardwright --clock 20 --games 10
    scripts/teams.py target/release/boardwright --table

Results accumulate in a file, a line for each range of games that was played to its
end: stopped and begun again it goes on where it was, and no range is played twice.
Each opening is played with both colours. Bounds are Wilson's, 95 %.
"""

import argparse
import json
import subprocess
from dataclasses import dataclass
from pathlib import Path

from gates import read, wilson

RESULTS = Path(__file__).parent.parent / "docs" / "results" / "bughouse-teams.jsonl"
RANGE = 10


@dataclass(frozen=True)
class Pairing:
    """Two teams, and the least score that is wanted for the first."""

    name: str
    first: str
    second: str
    score: float | None = None


UBI = "ubi:{program} engine ubi"
PAIRINGS = [
    Pairing("random", "search", "random", 0.99),
    Pairing("heuristic", "search", "heuristic", 0.95),
    Pairing(
        "messages",
        f"{UBI}[TeamMessageMode=full]",
        f"{UBI}[TeamMessageMode=ignore]",
        0.6,
    ),
    Pairing("dual", f"{UBI}[Control=dual]", f"{UBI}[TeamMessageMode=ignore]"),
    Pairing("fairy", UBI, "engine:fairy-stockfish[Skill Level=10]", 0.5),
]
TITLES = {
    "random": "`search` at both seats, against `random`",
    "heuristic": "the same, against `heuristic`",
    "messages": "UBI with messages, against UBI without",
    "dual": "UBI with `Control=dual`, against two of one seat without messages",
    "fairy": "UBI, against Fairy-Stockfish, Skill Level 10",
}


def key(line: dict) -> tuple:
    return line["pairing"], line["clock"], line["build"]


def play(args: argparse.Namespace, pairing: Pairing, number: int) -> dict:
    """One range of games."""
    seed = 1 + number
    first, second = (
        spec.format(program=args.program) for spec in (pairing.first, pairing.second)
    )
    command = [args.program, "--json", "match", "--game", "bughouse"]
    command += ["--a", first, "--b", second, "--tc", str(args.clock)]
    command += ["--games", str(RANGE), "--margin", args.margin, "--seed", str(seed)]
    # Exit code 1 says that a bot of our own had an error, which is counted.
    done = subprocess.run(command, check=False, stdout=subprocess.PIPE, text=True)
    if not done.stdout:
        raise SystemExit(f"{pairing.name}: exit code {done.returncode}")
    result = json.loads(done.stdout.splitlines()[-1])
    if result["games"] != RANGE:
        raise SystemExit("stopped")
    ours, theirs = result["players"]
    return {
        "pairing": pairing.name,
        "clock": args.clock,
        "build": args.build,
        "seed": seed,
        "games": RANGE,
        "won": ours["wins"],
        "drawn": ours["draws"],
        "lost": ours["losses"],
        "ends": result["reasons"],
        "faults": result["faults"],
        "errors": [ours["errors"], theirs["errors"]],
        "milliseconds_per_move": [
            round(player["mean_time"], 1) for player in (ours, theirs)
        ],
        "plies": result["plies"]["mean"],
    }


def table(args: argparse.Namespace) -> None:
    print(
        "| teams, seconds for each seat | won, drawn, lost | score | wanted | flags, errors |"
    )
    print("| --- | ---: | --- | --- | --- |")
    lines = [line for line in read(args.results) if line["build"] == args.build]
    for clock in sorted({line["clock"] for line in lines}):
        for pairing in PAIRINGS:
            mine = [line for line in lines if key(line)[:2] == (pairing.name, clock)]
            games = sum(line["games"] for line in mine)
            if not games:
                continue
            won, drawn, lost = (
                sum(line[name] for line in mine) for name in ("won", "drawn", "lost")
            )
            share = (won + drawn / 2) / games
            low, high = wilson(share, games)
            wanted = "" if pairing.score is None else f"{100 * pairing.score:.0f} %"
            flags = sum(line["ends"].get("timeout", 0) for line in mine)
            errors = sum(n for line in mine for n in line["errors"][0].values())
            print(
                f"| {TITLES[pairing.name]}, {clock} s | {won}, {drawn}, {lost} "
                f"| {100 * share:.1f} % [{100 * low:.1f}, {100 * high:.1f}] | {wanted} "
                f"| {flags}, {errors} |"
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", help="the program boardwright")
    parser.add_argument("--games", type=int, default=100, help="for each pairing")
    parser.add_argument("--clock", type=int, default=3, help="seconds for each seat")
    parser.add_argument("--margin", default="200ms", help="how late a move may come")
    parser.add_argument("--results", type=Path, default=RESULTS)
    parser.add_argument(
        "--build",
        default="1",
        help="a name for what is measured; raise it when it changes",
    )
    parser.add_argument("--only", nargs="*", help="names of pairings to play")
    parser.add_argument("--table", action="store_true", help="play nothing")
    args = parser.parse_args()
    args.results.parent.mkdir(parents=True, exist_ok=True)
    # The pairings get on side by side, so that a run that is stopped has some of each.
    for number in [] if args.table else range(-(-args.games // RANGE)):
        for pairing in PAIRINGS:
            if args.only and pairing.name not in args.only:
                continue
            lines = read(args.results)
            wanted = (pairing.name, args.clock, args.build)
            if any(
                key(line) == wanted and line["seed"] == number + 1 for line in lines
            ):
                continue
            line = play(args, pairing, number)
            with args.results.open("a") as file:
                file.write(json.dumps(line) + "\n")
    table(args)


if __name__ == "__main__":
    main()
