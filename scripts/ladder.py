#!/usr/bin/env python3
"""The ladder of strengths: each rung against the one below, as a Markdown table.

    scripts/ladder.py target/release/boardwright --game crazyhouse --games 200

A rung is right where the stronger scores between 65 and 85 per cent.
"""

import argparse
import json
import subprocess


def match(program: str, args: argparse.Namespace, upper: int, lower: int) -> dict:
    command = [program, "--json", "match", "--game", args.game]
    command += ["--a", f"search(strength={upper})", "--b", f"search(strength={lower})"]
    command += ["--games", str(args.games), "--concurrency", str(args.concurrency)]
    command += ["--movetime", args.movetime, "--seed", str(args.seed)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return json.loads(done.stdout.splitlines()[-1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--game", default="crazyhouse")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--concurrency", type=int, default=2)
    parser.add_argument(
        "--movetime", default="2s", help="never reached: levels count nodes"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--rungs", type=int, nargs="+", default=list(range(100, 2501, 200))
    )
    args = parser.parse_args()
    print("| strength | against | score | Elo |")
    print("| ---: | ---: | ---: | ---: |")
    for lower, upper in zip(args.rungs, args.rungs[1:], strict=False):
        found = match(args.program, args, upper, lower)["estimate"]
        # A bound is missing where every game went the same way.
        elo, low, high = (
            "–" if found[name] is None else f"{found[name]:.0f}"
            for name in ("elo", "elo_low", "elo_high")
        )
        score = 100 * found["score"]
        print(
            f"| {upper} | {lower} | {score:.1f} % | {elo} [{low}, {high}] |", flush=True
        )


if __name__ == "__main__":
    main()
