#!/usr/bin/env python3
"""Nodes a second of UCI programs on the same positions, in one run.

    bench-peers/uci_speed.py --movetime 1000 \\
        'target/release/boardwright engine uci' 'fairy-stockfish'

Each program is given each position in turn, so that a machine that grows slower
grows so for all of them. With --threads 1 2 the first program is also compared
with itself. Positions are those of crazyhouse's perft table and a few more.
"""

import argparse
import json
import shlex
import statistics
import subprocess

POSITIONS = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
    "r1bqk2r/pppp1ppp/2n1p3/4P3/1b1Pn3/2NB1N2/PPP2PPP/R1BQK2R[] b KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R[NPnp] w KQkq - 0 1",
    "r4rk1/ppp2pp1/2n2n1p/2b1p3/2B1P3/2N2N2/PPP2PPP/R4RK1[QBPqbp] w - - 0 10",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1[Pp] w kq - 0 1",
    "r2q1rk1/ppp2ppp/2np1n2/2b1p1B1/2B1P1b1/2NP1N2/PPP2PPP/R2Q1RK1[] w - - 0 8",
    "r1b2rk1/pp3ppp/2p2n2/q3p3/2B1P3/2N2N2/PPP2PPP/R2QR1K1[BNPbp] b - - 0 12",
    "2kr3r/ppp2ppp/2n1b3/4p3/1bB1n3/2N2N2/PPPB1PPP/R3K2R[QPqp] w KQ - 0 11",
]


class Program:
    """A UCI program and what it told of its speed."""

    def __init__(self, command: str, threads: int, hash_mb: int) -> None:
        self.name = f"{command} ({threads} thread{'s' if threads > 1 else ''})"
        self.process = subprocess.Popen(
            shlex.split(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.speeds: list[float] = []
        self.depths: list[int] = []
        self.send("uci")
        self.until("uciok")
        self.send("setoption name UCI_Variant value crazyhouse")
        self.send(f"setoption name Hash value {hash_mb}")
        self.send(f"setoption name Threads value {threads}")

    def send(self, line: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def until(self, word: str) -> str:
        """Reads up to a line that begins with the word; the last info before it."""
        assert self.process.stdout
        info = ""
        for line in self.process.stdout:
            if line.startswith("info") and " nodes " in line and " time " in line:
                info = line
            if line.startswith(word):
                return info
        raise SystemExit(f"{self.name} ended")

    def measure(self, position: str, movetime: int) -> None:
        self.send("ucinewgame")
        self.send("isready")
        self.until("readyok")
        self.send(f"position fen {position}")
        self.send(f"go movetime {movetime}")
        words = self.until("bestmove").split()
        value = {
            name: int(words[words.index(name) + 1])
            for name in ("nodes", "time", "depth")
        }
        self.speeds.append(1000 * value["nodes"] / max(1, value["time"]))
        self.depths.append(value["depth"])

    def quit(self) -> None:
        self.send("quit")
        self.process.wait(timeout=10)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("programs", nargs="+")
    parser.add_argument(
        "--movetime", type=int, default=1000, help="milliseconds a position"
    )
    parser.add_argument("--hash", type=int, default=64, help="MB")
    parser.add_argument(
        "--threads", type=int, nargs="+", default=[1], help="of the first program"
    )
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    programs = [Program(args.programs[0], n, args.hash) for n in args.threads]
    programs += [Program(command, 1, args.hash) for command in args.programs[1:]]
    for position in POSITIONS:
        for program in programs:
            program.measure(position, args.movetime)
    base = statistics.mean(programs[0].speeds)
    for program in programs:
        program.quit()
        speed = statistics.mean(program.speeds)
        row = {
            "program": program.name,
            "nodes_per_second": round(speed),
            "of_the_first": round(speed / base, 2),
            "depth": statistics.mean(program.depths),
        }
        print(
            json.dumps(row)
            if args.json
            else "{program}: {nodes_per_second} nodes/s, "
            "{of_the_first} of the first, depth {depth:.1f}".format(**row)
        )


if __name__ == "__main__":
    main()
