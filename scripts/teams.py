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
from dataclasses import dataclass
from functools import partial

from accumulate import RANGE, fill, parser, percent, played, ranges, read, sums


@dataclass(frozen=True)
class Pairing:
    """Two teams, how the table names them, which build of them is played, and the least
    score that is wanted for the first."""

    name: str
    title: str
    first: str
    second: str
    build: str
    score: float | None = None


# The builds that play: a new number for each that decides otherwise.
SEARCH = "5"
PROGRAM = "11"

UBI = "ubi:{program} engine ubi"
PAIRINGS = [
    Pairing(
        "random",
        "`search` at both seats, against `random`",
        "search",
        "random",
        SEARCH,
        0.99,
    ),
    Pairing(
        "heuristic",
        "the same, against `heuristic`",
        "search",
        "heuristic",
        SEARCH,
        0.95,
    ),
    Pairing(
        "messages",
        "UBI with messages, against UBI without",
        f"{UBI}[TeamMessageMode=full]",
        f"{UBI}[TeamMessageMode=ignore]",
        PROGRAM,
        0.6,
    ),
    Pairing(
        "dual",
        "UBI with `Control=dual`, against two of one seat without messages",
        f"{UBI}[Control=dual]",
        f"{UBI}[TeamMessageMode=ignore]",
        PROGRAM,
    ),
    Pairing(
        "dual-messages",
        "the same, against two of one seat with messages",
        f"{UBI}[Control=dual]",
        f"{UBI}[TeamMessageMode=full]",
        PROGRAM,
    ),
    Pairing(
        "fairy",
        "UBI, against Fairy-Stockfish, Skill Level 10",
        UBI,
        "engine:fairy-stockfish[Skill Level=10]",
        PROGRAM,
        0.5,
    ),
    Pairing(
        "fairy-full",
        "UBI, against Fairy-Stockfish at full strength",
        UBI,
        "engine:fairy-stockfish[Skill Level=20]",
        PROGRAM,
        0.95,
    ),
]


def key(line: dict) -> tuple:
    return line["pairing"], line["clock"], line["build"]


def build(args: argparse.Namespace, pairing: Pairing) -> str:
    return args.build or pairing.build


def play(args: argparse.Namespace, pairing: Pairing, number: int) -> dict:
    """One range of games."""
    seed = 1 + number
    first, second = (
        spec.format(program=args.program) for spec in (pairing.first, pairing.second)
    )
    command = [args.program, "--json", "match", "--game", "bughouse"]
    command += ["--a", first, "--b", second, "--tc", str(args.clock)]
    command += ["--games", str(RANGE), "--margin", args.margin, "--seed", str(seed)]
    result = played(command, errors=True)
    ours, theirs = result["players"]
    return {
        "pairing": pairing.name,
        "clock": args.clock,
        "build": build(args, pairing),
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
    builds = {pairing.name: build(args, pairing) for pairing in PAIRINGS}
    lines = [
        line for line in read(args.results) if line["build"] == builds[line["pairing"]]
    ]
    for clock in sorted({line["clock"] for line in lines}):
        for pairing in PAIRINGS:
            mine = [line for line in lines if key(line)[:2] == (pairing.name, clock)]
            games, won, drawn, lost = sums(mine)
            if not games:
                continue
            share = (won + drawn / 2) / games
            wanted = "" if pairing.score is None else f"{100 * pairing.score:.0f} %"
            flags = sum(line["ends"].get("timeout", 0) for line in mine)
            errors = sum(n for line in mine for n in line["errors"][0].values())
            print(
                f"| {pairing.title}, {clock} s | {won}, {drawn}, {lost} "
                f"| {percent(share, games)} | {wanted} | {flags}, {errors} |"
            )


def main() -> None:
    arguments = parser(
        __doc__,
        "bughouse-teams.jsonl",
        each="pairing",
        games=100,
        build="",
        only="names of pairings to play",
    )
    arguments.add_argument("--clock", type=int, default=3, help="seconds for each seat")
    arguments.add_argument("--margin", default="200ms", help="how late a move may come")
    args = arguments.parse_args()
    pairings = [p for p in PAIRINGS if not args.only or p.name in args.only]
    # The pairings get on side by side, so that a run that is stopped has some of each.
    wanted = (
        (pairing, (pairing.name, args.clock, build(args, pairing)), number)
        for number in ranges(args)
        for pairing in pairings
    )
    fill(args.results, wanted, key, partial(play, args))
    table(args)


if __name__ == "__main__":
    main()
