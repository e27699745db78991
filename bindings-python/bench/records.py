"""Reading of records beside other libraries: games and megabytes a second.

    records.py [--games 100000] [--file games.pgn]

Makes a file of distinct games (most moves are the bot `heuristic`'s, the others random, with
clocks), or takes one, and reads it by `read_columns` (moves and clocks, one thread), by PyPI's
`rust-pgn-reader-python-binding` and by python-chess, the latter two where they are installed,
in turns: medians of their rounds. python-chess reads a part of it. Speeds are by processor time
of all threads, which a busy machine disturbs less, and by wall clock.
"""

import argparse
import importlib
import io
import random
import resource
import statistics
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import boardwright as bw

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS = 3
SLOW_GAMES = 300


def write(path: Path, count: int) -> None:
    """Writes games of 50 to 80 plies with a clock after every move."""
    rng = random.Random(1)
    start = bw.start("chess")
    bot = bw.Bot("heuristic", game="chess", seed=1)
    with path.open("w", encoding="utf-8") as file:
        for number in range(count):
            state = start
            moves: list[str] = []
            for _ in range(rng.randrange(50, 80)):
                legal = state.legal_moves()
                if not legal:
                    break
                own = len(moves) > 6 and rng.random() < 0.8
                moves.append(bot.decide(state).move if own else rng.choice(legal))
                state = state.play(moves[-1])
            clock, clocks = 600_000, []
            for _ in moves:
                clock -= 1000 * rng.randrange(5)
                clocks.append(clock)
            tags = {
                "Event": "Rated game",
                "Site": f"https://example.org/{number:08x}",
                "Date": "2024.05.01",
                "White": f"player{rng.randrange(10**6)}",
                "Black": f"player{rng.randrange(10**6)}",
                "WhiteElo": str(rng.randrange(1000, 2800)),
                "BlackElo": str(rng.randrange(1000, 2800)),
                "TimeControl": "600+0",
            }
            result = rng.choice(["1-0", "0-1", "1/2-1/2"])
            file.write(bw.Record.of(start, moves, tags=tags, result=result, clocks=clocks).pgn())


def peak() -> float:
    """The greatest memory of the process so far in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def columns(text: bytes) -> int:
    """Reads all games into columns."""
    return len(bw.read_columns(text))


def records(text: bytes) -> int:
    """Reads one game after the other."""
    return sum(1 for _ in bw.read_games(text))


def python_chess(text: str) -> int:
    """Reads games with python-chess."""
    pgn = importlib.import_module("chess.pgn")
    handle = io.StringIO(text)
    count = 0
    while pgn.read_game(handle) is not None:
        count += 1
    return count


def peer(games: Any) -> int:
    """Reads games with the Rust peer of PyPI."""
    module = importlib.import_module("rust_pgn_reader_python_binding")
    return len(module.parse_games(games, num_threads=1))


def arrow(path: Path) -> Any:
    """The games as the Rust peer takes them; None where it is not installed."""
    try:
        importlib.import_module("rust_pgn_reader_python_binding")
        pyarrow = importlib.import_module("pyarrow")
    except ImportError:
        return None
    return pyarrow.chunked_array([[record.pgn() for record in bw.read_games(path)]])


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--file", type=Path)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = args.file or Path(folder) / "games.pgn"
        if args.file is None:
            write(path, args.games)
        text = path.read_bytes()
        games = len(bw.read_columns(text, clocks=False))
        print(f"{games} games, {len(text) / 1e6:.0f} MB, {len(text) / games:.0f} bytes a game")
        before = peak()
        for _ in bw.read_games(path):
            pass
        print(f"memory that reading one after the other adds: {peak() - before:.0f} MB")
        slow = "".join(
            record.pgn() for record, _ in zip(bw.read_games(path), range(SLOW_GAMES), strict=False)
        )
        runs: dict[str, tuple[Callable[[Any], int], Any]] = {
            "read_columns": (columns, text),
            "read_games": (records, text),
        }
        given = arrow(path)
        if given is not None:
            runs["rust-pgn-reader-python-binding"] = (peer, given)
        runs["python-chess read_game"] = (python_chess, slow)
        times: dict[str, list[tuple[float, float]]] = {name: [] for name in runs}
        found: dict[str, int] = {}
        for _ in range(ROUNDS):
            for name, (read, what) in runs.items():
                wall, processor = time.perf_counter(), time.process_time()
                found[name] = read(what)
                wall, processor = time.perf_counter() - wall, time.process_time() - processor
                times[name].append((processor, wall))
        size = len(text) / games / 1e6

        def rate(name: str, clock: int) -> float:
            return found[name] / statistics.median(run[clock] for run in times[name])

        print(f"{'':32} {'games/s':>9} {'MB/s':>7} {'by wall':>9}")
        for name in runs:
            speed = rate(name, 0)
            ratio = rate("read_columns", 0) / speed
            print(f"{name:32} {speed:9.0f} {speed * size:7.1f} {rate(name, 1):9.0f}", end="")
            print("" if ratio == 1 else f"   read_columns: {ratio:.2f} times as fast")


if __name__ == "__main__":
    main()
