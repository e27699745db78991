"""A page of a script for python-chess on both libraries, with only the import changed.

    python_chess_page.py games.pgn [--games 1000] [--rounds 3]

Reads games and replays them, plays random ones, writes SAN, makes moves and takes them back, and
asks how games stand. Both must come to the same; each row is the median of rounds in which both
run one after the other, by processor time.
"""

import argparse
import io
import itertools
import random
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import chess as theirs
import chess.pgn as their_pgn

from boardwright import chess as ours
from boardwright.chess import pgn as our_pgn


def games_of(pgn: ModuleType, text: str, most: int) -> Iterator[Any]:
    """Reads games until there are no more, or enough."""
    handle = io.StringIO(text)
    read = iter(lambda: pgn.read_game(handle), None)
    return itertools.islice(read, most)


def loop(_: ModuleType, pgn: ModuleType, text: str, most: int) -> object:
    """Replays games and counts how they end."""
    ends: Counter[str] = Counter()
    moves = 0
    for game in games_of(pgn, text, most):
        board = game.board()
        for move in game.mainline_moves():
            board.push(move)
            moves += 1
        ends[board.result()] += 1
    return moves, ends


def random_games(lib: ModuleType, *_: object) -> object:
    """Plays random games."""
    rng, count = random.Random(1), 0
    for _game in range(30):
        board = lib.Board()
        while not board.is_game_over() and board.ply() < 120:
            legal = sorted(board.legal_moves, key=str)
            count += len(legal)
            board.push(rng.choice(legal))
    return count


def lines(lib: ModuleType, plies: int, times: int) -> Iterator[tuple[Any, list[Any]]]:
    """Walks along a line a number of times: boards and their moves."""
    for _ in range(times):
        board = lib.Board()
        for _ply in range(plies):
            legal = list(board.legal_moves)
            if not legal:
                break
            yield board, legal
            board.push(min(legal, key=str))


def san(lib: ModuleType, *_: object) -> object:
    """Writes the moves of positions in SAN."""
    return sum(len(board.san(move)) for board, legal in lines(lib, 60, 20) for move in legal)


def push_and_pop(lib: ModuleType, *_: object) -> object:
    """Makes each move of positions, asks for mate and takes the move back."""
    mates = 0
    for board, legal in lines(lib, 40, 5):
        for move in legal:
            board.push(move)
            mates += board.is_checkmate()
            board.pop()
    return mates


def outcome(lib: ModuleType, *_: object) -> object:
    """Asks for the outcome of positions, with draws that can be claimed."""
    return sum(board.outcome(claim_draw=True) is None for board, _ in lines(lib, 60, 20))


PARTS: dict[str, Callable[[ModuleType, ModuleType, str, int], object]] = {
    "read and replay games": loop,
    "random games": random_games,
    "SAN of all moves": san,
    "push, mate, pop": push_and_pop,
    "outcome": outcome,
}


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    text = Path(given.file).read_text(encoding="utf-8")
    spent: dict[str, list[tuple[float, float]]] = {name: [] for name in [*PARTS, "all of it"]}
    for _ in range(given.rounds):
        for name, part in PARTS.items():
            took, told = [], []
            for lib, pgn in [(ours, our_pgn), (theirs, their_pgn)]:
                begun = time.process_time()
                told.append(part(lib, pgn, text, given.games))
                took.append(time.process_time() - begun)
            if told[0] != told[1]:
                raise SystemExit(f"{name}: {told[0]} here, {told[1]} there")
            spent[name].append((took[0], took[1]))
        last = [spent[name][-1] for name in PARTS]
        spent["all of it"].append((sum(a for a, _ in last), sum(b for _, b in last)))
    print(f"{'':24} {'boardwright':>12} {'python-chess':>12} {'times':>7}")
    for name, both in spent.items():
        mine, other = (statistics.median(column) for column in zip(*both, strict=True))
        times = statistics.median(b / a for a, b in both)
        print(f"{name:24} {mine:10.3f} s {other:10.3f} s {times:7.1f}")


if __name__ == "__main__":
    main()
