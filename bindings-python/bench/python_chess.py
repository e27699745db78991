"""Speed of `boardwright.chess` beside python-chess: the same code on both, in turns.

    python_chess.py [--rounds 5]

Each row is the median of rounds in which both are measured one after the other, by processor
time, which a busy machine disturbs less. The last column is how many times faster ours is.
"""

import argparse
import importlib
import io
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

import chess as theirs
import chess.pgn

from boardwright import chess as ours

Task = Callable[[], object]

FENS = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9",
    "8/5k2/3p4/1p1Pp2p/pP2Pp1P/P4P1K/8/8 b - - 99 50",
]


def game_text(plies: int) -> str:
    """Plays a random game and writes it as PGN with a comment after each fourth move."""
    rng = random.Random(7)
    game = chess.pgn.Game()
    node, board = game, theirs.Board()
    for ply in range(plies):
        move = rng.choice(list(board.legal_moves))
        node = node.add_variation(move, comment="[%clk 0:03:00]" if ply % 4 == 0 else "")
        board.push(move)
    return f"{game}\n\n"


def tasks(lib: Any, text: str) -> dict[str, tuple[int, Task]]:  # noqa: C901  # small ones
    """Returns the tasks by name, each with the number of operations in it."""
    boards = [lib.Board(fen) for fen in FENS]
    moves = [(board, list(board.legal_moves)) for board in boards]
    count = sum(len(some) for _, some in moves)
    sans = [(board, [board.san(move) for move in some]) for board, some in moves]
    line = [move.uci() for move in chess.pgn.read_game(io.StringIO(text)).mainline_moves()]
    pgn = importlib.import_module(f"{lib.__name__}.pgn")

    def push_and_pop() -> None:
        for board, some in moves:
            for move in some:
                board.push(move)
                board.pop()

    def play_on() -> None:
        board = lib.Board()
        for uci in line:
            board.push_uci(uci)
            board.outcome()

    def walk() -> None:
        board = lib.Board(FENS[1])
        for move in board.legal_moves:
            board.push(move)
            for _ in board.legal_moves:
                pass
            board.pop()

    def after_moves(ask: Callable[[Any], object]) -> Task:
        def task() -> None:
            for board, some in moves:
                for move in some:
                    board.push(move)
                    ask(board)
                    board.pop()

        return task

    def of_all_kinds(board: Any) -> None:
        for color in lib.COLORS:
            for kind in lib.PIECE_TYPES:
                board.pieces(kind, color)

    def attacks() -> None:
        for board in boards:
            for square in lib.SQUARES:
                board.attackers(lib.WHITE, square)

    def read() -> None:
        pgn.read_game(io.StringIO(text))

    def read_and_replay() -> None:
        game = pgn.read_game(io.StringIO(text))
        board = game.board()
        for move in game.mainline_moves():
            board.push(move)

    return {
        "list(board.legal_moves)": (4, lambda: [list(board.legal_moves) for board in boards]),
        "board.legal_moves.count()": (4, lambda: [board.legal_moves.count() for board in boards]),
        "board.push, board.pop": (count, push_and_pop),
        "legal moves two plies deep": (48, walk),
        "board.san": (count, lambda: [b.san(m) for b, some in moves for m in some]),
        "board.parse_san": (count, lambda: [b.parse_san(s) for b, some in sans for s in some]),
        "move in board.legal_moves": (
            count,
            lambda: [m in b.legal_moves for b, some in moves for m in some],
        ),
        "board.gives_check": (count, lambda: [b.gives_check(m) for b, some in moves for m in some]),
        "board.is_capture": (count, lambda: [b.is_capture(m) for b, some in moves for m in some]),
        "board.is_check": (4, lambda: [board.is_check() for board in boards]),
        "board.attackers": (256, attacks),
        "board.piece_at": (256, lambda: [b.piece_at(s) for b in boards for s in lib.SQUARES]),
        "pieces of all kinds, after a move": (count, after_moves(of_all_kinds)),
        "board.piece_map, after a move": (count, after_moves(lambda board: board.piece_map())),
        "legal captures, after a move": (
            count,
            after_moves(lambda board: list(board.generate_legal_captures())),
        ),
        "board.fen": (4, lambda: [board.fen() for board in boards]),
        "Board(fen)": (4, lambda: [lib.Board(fen) for fen in FENS]),
        "board.copy": (4, lambda: [board.copy() for board in boards]),
        "board.outcome": (4, lambda: [board.outcome() for board in boards]),
        "board.outcome(claim_draw=True)": (
            4,
            lambda: [board.outcome(claim_draw=True) for board in boards],
        ),
        "board.status": (4, lambda: [board.status() for board in boards]),
        "push_uci and outcome, a game": (len(line), play_on),
        "pgn.read_game": (1, read),
        "pgn.read_game, replayed": (1, read_and_replay),
    }


def seconds(task: Task, at_least: float = 0.02) -> float:
    """Returns the processor time of one call of a task."""
    calls = 1
    while True:
        begun = time.process_time()
        for _ in range(calls):
            task()
        spent = time.process_time() - begun
        if spent >= at_least:
            return spent / calls
        calls *= 2 if spent <= 0 else max(2, round(1.2 * at_least / spent))


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    text = game_text(80)
    mine, other = tasks(ours, text), tasks(theirs, text)
    print(f"{'':36} {'boardwright':>14} {'python-chess':>14} {'times':>7}")
    for name, (operations, task) in mine.items():
        pairs = [(seconds(task), seconds(other[name][1])) for _ in range(rounds)]
        ratio = statistics.median(b / a for a, b in pairs)
        one, two = (statistics.median(column) for column in zip(*pairs, strict=True))
        shown = [f"{1e6 * value / operations:.2f} µs" for value in (one, two)]
        print(f"{name:36} {shown[0]:>14} {shown[1]:>14} {ratio:7.1f}")


if __name__ == "__main__":
    main()
