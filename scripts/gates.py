#!/usr/bin/env python3
"""The gates of blind chess: `recon` against weaker bots, as a Markdown table.

    scripts/gates.py target/release/boardwright --games 200
    scripts/gates.py target/release/boardwright --table

Results accumulate in a file, a line for each range of seeds that was played to its
end: stopped and begun again it goes on where it was, and no range is played twice.
Colours alternate from range to range. Bounds are Wilson's, 95 %.
"""

import argparse
import json
import math
import subprocess
from dataclasses import dataclass
from pathlib import Path

RESULTS = Path(__file__).parent.parent / "docs" / "results" / "blind-gates.jsonl"
RANGE = 10


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


def wilson(share: float, games: int) -> tuple[float, float]:
    z = 1.959964
    middle = share + z * z / (2 * games)
    width = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    whole = 1 + z * z / games
    return (middle - width) / whole, (middle + width) / whole


def read(path: Path) -> list[dict]:
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text().splitlines() if line]


def key(line: dict) -> tuple:
    return line["rules"], line["against"], line["limit"], line["build"]


def limit(args: argparse.Namespace) -> str:
    return f"{args.nodes} nodes" if args.nodes else args.movetime


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
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    result = json.loads(done.stdout.splitlines()[-1])
    ours = result["seats"][number % 2]
    if result["games"] != RANGE:
        raise SystemExit("stopped")
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
        wanted = (gate.rules, gate.against, limit(args), args.build)
        mine = [line for line in lines if key(line) == wanted]
        games = sum(line["games"] for line in mine)
        if not games:
            continue
        won, drawn, lost = (
            sum(line[name] for line in mine) for name in ("won", "drawn", "lost")
        )
        share = (won + drawn / 2 if gate.score else won) / games
        low, high = wilson(share, games)
        passed = low >= gate.wins or gate.score and share >= gate.wins
        passed &= gate.losses is None or lost <= gate.losses * games
        least = f"{'score' if gate.score else 'wins'} {100 * gate.wins:.0f} %"
        most = "" if gate.losses is None else f", lost {100 * gate.losses:.1f} %"
        stands = "yes" if passed else "no"
        mean = sum(line["milliseconds_per_move"] for line in mine) / len(mine)
        longest = max(line["longest_milliseconds"] for line in mine)
        print(
            f"| {gate.rules} | `{gate.against}` | {won} | {drawn} | {lost} | {least}{most} "
            f"| {100 * share:.1f} % [{100 * low:.1f}, {100 * high:.1f}], {stands} "
            f"| {mean:.0f}, {longest:.0f} |"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", help="the program boardwright")
    parser.add_argument("--games", type=int, default=200, help="for each gate")
    parser.add_argument("--movetime", default="30ms")
    parser.add_argument(
        "--nodes", type=int, help="instead of a time: the same on a busy machine"
    )
    parser.add_argument("--max-ply", type=int, default=400)
    parser.add_argument("--results", type=Path, default=RESULTS)
    parser.add_argument(
        "--build",
        default="2",
        help="a name for what is measured; raise it when it changes",
    )
    parser.add_argument("--only", nargs="*", help="rules/against, to play only these")
    parser.add_argument("--table", action="store_true", help="play nothing")
    args = parser.parse_args()
    args.results.parent.mkdir(parents=True, exist_ok=True)
    for gate in [] if args.table else GATES:
        if args.only and f"{gate.rules}/{gate.against}" not in args.only:
            continue
        lines = read(args.results)
        wanted = (gate.rules, gate.against, limit(args), args.build)
        done = {line["seed"] for line in lines if key(line) == wanted}
        for number in range(-(-args.games // RANGE)):
            if number + 1 in done:
                continue
            line = play(args, gate, number)
            with args.results.open("a") as file:
                file.write(json.dumps(line) + "\n")
    table(args)


if __name__ == "__main__":
    main()
