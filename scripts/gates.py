#!/usr/bin/env python3
"""The gates of blind chess: `recon` against weaker bots, as a Markdown table.

    scripts/gates.py target/release/boardwright --games 200
    scripts/gates.py target/release/boardwright --table

Results accumulate in a file, a line for each range of seeds that was played to its
end: stopped and begun again it goes on where it was, and no range is played twice.
Colours alternate from range to range. Bounds are Wilson's, 95 %.
"""

import argparse
from dataclasses import dataclass
from functools import partial

from accumulate import RANGE, fill, parser, percent, played, ranges, read, sums, wilson


@dataclass(frozen=True)
class Gate:
    """One pairing and what is wanted: the least of the lower bound of the share of
    wins (or of the score), and the greatest share of losses."""

    rules: str
    against: str
    wins: float
    losses: float | None = None
    score: bool = False


GATES = [
    Gate("wild16", "random", 0.95, 0.005),
    Gate("wild16", "casual", 0.85, 0.03),
    Gate("blind", "random", 0.95, 0.005),
    Gate("blind", "casual", 0.85, 0.03),
    Gate("berkeley", "random", 0.95, 0.005),
    Gate("berkeley", "casual", 0.85, 0.03),
    Gate("wild16", "recon(particles=1000,exact=1000)", 0.65, score=True),
    Gate("fog", "random", 0.99),
]


def key(line: dict) -> tuple:
    return line["rules"], line["against"], line["limit"], line["build"]


def limit(args: argparse.Namespace) -> str:
    return f"{args.nodes} nodes" if args.nodes else args.movetime


def whose(args: argparse.Namespace, gate: Gate) -> tuple:
    """The key of the lines of a gate."""
    return gate.rules, gate.against, limit(args), args.build


def play(args: argparse.Namespace, gate: Gate, number: int) -> dict:
    """One range of seeds."""
    seats = ["--white", "recon", "--black", gate.against]
    if number % 2:
        seats = ["--white", gate.against, "--black", "recon"]
    command = [args.program, "--json", "selfplay", "--game", "blind"]
    command += ["--rules", gate.rules, *seats, "--games", str(RANGE)]
    command += ["--seed", str(number + 1), "--max-ply", str(args.max_ply)]
    if args.nodes:
        command += ["--nodes", str(args.nodes)]
    else:
        command += ["--movetime", args.movetime]
    result = played(command)
    ours = result["seats"][number % 2]
    return {
        "rules": gate.rules,
        "against": gate.against,
        "limit": limit(args),
        "build": args.build,
        "seed": number + 1,
        "games": RANGE,
        "won": ours["won"],
        "drawn": ours["drawn"],
        "lost": ours["lost"],
        "refused_per_turn": round(ours["refused_per_turn"], 3),
        "milliseconds_per_move": round(ours["milliseconds_per_move"], 3),
        "longest_milliseconds": round(ours["longest_milliseconds"], 3),
        "belief": ours.get("belief"),
        "ends": result["ends"],
        "stuck": result["stuck"],
        "errors": result["errors"],
    }


def table(args: argparse.Namespace) -> None:
    lines = [line for line in read(args.results) if line["build"] == args.build]
    print("| rules | against | won | drawn | lost | wanted | found | ms a move, most |")
    print("| --- | --- | ---: | ---: | ---: | --- | --- | ---: |")
    for gate in GATES:
        mine = [line for line in lines if key(line) == whose(args, gate)]
        games, won, drawn, lost = sums(mine)
        if not games:
            continue
        share = (won + drawn / 2 if gate.score else won) / games
        low, _ = wilson(share, games)
        passed = low >= gate.wins or gate.score and share >= gate.wins
        passed &= gate.losses is None or lost <= gate.losses * games
        least = f"{'score' if gate.score else 'wins'} {100 * gate.wins:.0f} %"
        most = "" if gate.losses is None else f", lost {100 * gate.losses:.1f} %"
        stands = "yes" if passed else "no"
        mean = sum(line["milliseconds_per_move"] for line in mine) / len(mine)
        longest = max(line["longest_milliseconds"] for line in mine)
        print(
            f"| {gate.rules} | `{gate.against}` | {won} | {drawn} | {lost} | {least}{most} "
            f"| {percent(share, games)}, {stands} | {mean:.0f}, {longest:.0f} |"
        )


def main() -> None:
    arguments = parser(
        __doc__,
        "blind-gates.jsonl",
        each="gate",
        games=200,
        build="6",
        only="rules/against, to play only these",
    )
    arguments.add_argument("--movetime", default="30ms")
    arguments.add_argument(
        "--nodes", type=int, help="instead of a time: the same on a busy machine"
    )
    arguments.add_argument("--max-ply", type=int, default=400)
    args = arguments.parse_args()
    wanted = (
        (gate, whose(args, gate), number)
        for gate in GATES
        if not args.only or f"{gate.rules}/{gate.against}" in args.only
        for number in ranges(args)
    )
    fill(args.results, wanted, key, partial(play, args))
    table(args)


if __name__ == "__main__":
    main()
