"""Speed beside what Python users have now: python-chess and rust-chess.

All libraries are measured in the same run, in rounds that take turns, so that whatever
else the machine does falls on all of them; the figures are medians of the rounds. A peer
that is not installed is named and left out.

    python bench/speed.py [--rounds N] [--seconds S] [--json]
"""

import argparse
import importlib
import json
import os
import platform
import random
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import boardwright as bw

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

# How much work one call does; the rate is that by the time it takes.
Measure = Callable[[float], tuple[int, float]]


@dataclass
class Row:
    """One comparison: who does it at what rate."""

    what: str
    unit: str
    who: dict[str, Measure]
    wanted: dict[str, float] = field(default_factory=dict)


def peer(module: str) -> Any:
    """Import a library of somebody else's, or say that it is not there."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        sys.stderr.write(f"{module} is not installed and is left out ({error})\n")
        return None


def repeated(call: Callable[[], object], batch: int = 200) -> Measure:
    """How often a call can be made."""

    def measure(seconds: float) -> tuple[int, float]:
        count, began = 0, time.perf_counter()
        while (elapsed := time.perf_counter() - began) < seconds:
            for _ in range(batch):
                call()
            count += batch
        return count, elapsed

    return measure


def native_playouts(threads: int) -> Measure:
    """Random games in the core, as many as fill the time."""
    state = bw.start("crazyhouse")
    games = [200]

    def measure(seconds: float) -> tuple[int, float]:
        began = time.perf_counter()
        plies = state.playouts(games[0], seed=1, threads=threads)["plies"]
        elapsed = time.perf_counter() - began
        games[0] = max(1, int(games[0] * seconds / elapsed))
        return plies, elapsed

    return measure


def python_chess_playouts(variant: Any, *, ends: bool) -> Measure:
    """Random games with python-chess, until a rule ends them or just until no move is left."""

    def measure(seconds: float) -> tuple[int, float]:
        rng = random.Random(1)
        plies, began = 0, time.perf_counter()
        while (elapsed := time.perf_counter() - began) < seconds:
            board = variant.CrazyhouseBoard()
            while moves := list(board.legal_moves):
                if ends and board.is_game_over():
                    break
                board.push(rng.choice(moves))
                plies += 1
                if plies % 64 == 0 and time.perf_counter() - began > seconds:
                    break
        return plies, elapsed

    return measure


def python_chess_list(board: Any) -> Callable[[], Any]:
    """List the legal moves with python-chess."""
    return lambda: list(board.legal_moves)


def rust_chess_list(board: Any) -> Callable[[], Any]:
    """List the legal moves with rust-chess, whose generator has to be reset before."""

    def call() -> object:
        board.reset_move_generator()
        return list(board.generate_legal_moves())

    return call


def rows() -> list[Row]:
    """Say what is compared; every peer must give as many moves as we do."""
    chess = peer("chess")
    variant = peer("chess.variant") if chess else None
    rust_chess = peer("rust_chess")
    out = []
    for what, fen in [("start", bw.start("chess").notation), ("Kiwipete", KIWIPETE)]:
        state = bw.parse("chess", fen)
        calls: dict[str, Callable[[], Any]] = {"boardwright": state.legal_moves}
        if rust_chess:
            calls["rust-chess"] = rust_chess_list(rust_chess.Board(fen))
        if chess:
            calls["python-chess"] = python_chess_list(chess.Board(fen))
        for who, call in calls.items():
            if len(call()) != len(state.legal_moves()):
                message = f"{who} lists other moves at {what}"
                raise SystemExit(message)
        measures = {who: repeated(call) for who, call in calls.items()}
        out.append(Row(f"legal moves, {what}", "lists/s", measures, {"rust-chess": 5.0}))
        ids = {"boardwright": repeated(state.legal_ids)}
        out.append(Row(f"legal action ids, {what}", "lists/s", ids))
    state = bw.start("chess")
    mask = bytearray(state.game.action_count or 0)
    for what, unit, ours in [
        ("legal mask, start", "masks/s", lambda: state.legal_mask(mask)),
        ("play a move", "moves/s", lambda: state.play("e2e4")),
    ]:
        out.append(Row(what, unit, {"boardwright": repeated(ours)}))
    playouts = {"boardwright": native_playouts(threads=1)}
    if variant:
        playouts["python-chess"] = python_chess_playouts(variant, ends=True)
        playouts["python-chess, ends not looked for"] = python_chess_playouts(variant, ends=False)
    out.append(Row("random crazyhouse games", "plies/s", playouts, {"python-chess": 300.0}))
    threads = os.cpu_count() or 1
    if threads > 1:
        many = {"boardwright": native_playouts(threads)}
        out.append(Row(f"the same, {threads} threads", "plies/s", many))
    return out


def run(row: Row, rounds: int, seconds: float) -> dict[str, Any]:
    """Measure one row: a round of each in turn, the first one not counted."""
    rates: dict[str, list[float]] = {who: [] for who in row.who}
    for number in range(rounds + 1):
        for who, measure in row.who.items():
            work, elapsed = measure(seconds)
            if number:
                rates[who].append(work / elapsed)
    medians = {who: statistics.median(values) for who, values in rates.items()}
    ours = medians["boardwright"]
    return {
        "what": row.what,
        "unit": row.unit,
        "rates": medians,
        "ratios": {who: ours / rate for who, rate in medians.items() if who != "boardwright"},
        "wanted": {who: ratio for who, ratio in row.wanted.items() if who in medians},
    }


def table(results: list[dict[str, Any]]) -> str:
    """Lay the results out in text."""
    lines = [f"{'':30} {'boardwright':>14}   beside"]
    for result in results:
        peers = ", ".join(
            f"{who} {result['rates'][who]:,.0f} (x {ratio:,.1f}"
            + (f", wanted {result['wanted'][who]:g})" if who in result["wanted"] else ")")
            for who, ratio in result["ratios"].items()
        )
        ours = f"{result['rates']['boardwright']:,.0f}"
        lines.append(f"{result['what']:30} {ours:>14} {result['unit']:8} {peers}".rstrip())
    return "\n".join(lines)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="legal-move lists and random games a second")
    parser.add_argument("--rounds", type=int, default=7, help="rounds that count (7)")
    parser.add_argument("--seconds", type=float, default=0.12, help="length of a round (0.12)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    arguments = parser.parse_args()
    results = [run(row, arguments.rounds, arguments.seconds) for row in rows()]
    if arguments.json:
        about = {
            "boardwright": bw.__version__,
            "python": platform.python_version(),
            "machine": platform.machine(),
            "processors": os.cpu_count(),
        }
        print(json.dumps({"about": about, "results": results}, indent=2))
    else:
        print(f"python {platform.python_version()}, boardwright {bw.__version__}")
        print(table(results))


if __name__ == "__main__":
    main()
