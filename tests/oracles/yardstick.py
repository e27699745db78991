#!/usr/bin/env python3
"""Scores and moves of chess programs, held against a deeper search of Stockfish.

    python tests/oracles/yardstick.py positions.txt --make 400
    python tests/oracles/yardstick.py positions.txt --nodes 500 5000 \\
        --programs "target/release/boardwright engine uci" "stockfish[Use NNUE=false]"

The positions are quiet ones from games that Stockfish plays against itself at `UCI_Elo` 1600 to
2500 from random openings, with its score after 50 000 nodes; none is beyond 250 centipawns. The
table says, for each program and number of nodes, the depth, how well the program's scores
correlate with these, the root of their mean squared error, both as chances to win at the scale
that suits the program best, and what its moves lose in centipawns. The correlation is also said
for positions of up to 10, 11 to 22 and more men, each at a scale of their own: one score that
means less in an endgame than in an opening spoils the correlation of all, and hardly a move.
Each row but the first also says by how much the chance to win is higher after its moves than
after those of the first, in thousandths a move, with the standard error of that difference,
which is much smaller than that of either: one thousandth is about 30 Elo between searches of this
library. With one node `boardwright` says its static evaluation. What a program gains by being the
same as the yardstick has to be kept in mind."""

import argparse
import math
import random
import shlex
import statistics
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

import chess
from chess.engine import INFO_ALL, Limit, SimpleEngine

# Nodes of the yardstick, and of a move of the games that positions are taken from.
JUDGE = Limit(nodes=50_000)
PLAYER = Limit(nodes=4_000)
STRENGTHS = [1600, 1900, 2200, 2500]
# Centipawns beyond which a position is not taken, and of the unit of the logistic function.
EVEN = 250
SCALE = 150
SCALES = range(60, 1200, 20)
MOST_LOSS = 600
# Most men of a phase, and the fewest positions from which a correlation is told.
PHASES = [10, 22, 32]
FEWEST = 10
MATE = 10_000


def chance(score: float, scale: float) -> float:
    """The chance to win that a score stands for."""
    return 1 / (1 + math.exp(max(-50.0, min(50.0, -score / scale))))


@dataclass(frozen=True)
class Fit:
    """Scores as chances to win, at the scale that suits them best."""

    scale: int
    error: float
    correlation: float

    @classmethod
    def of(cls, scores: list[int], chances: list[float]) -> "Fit":
        def squares(scale: int) -> float:
            return sum(
                (chance(score, scale) - right) ** 2
                for score, right in zip(scores, chances, strict=True)
            )

        scale = min(SCALES, key=squares)
        return cls(
            scale=scale,
            error=math.sqrt(squares(scale) / len(scores)),
            correlation=statistics.correlation(
                [chance(s, scale) for s in scores], chances
            ),
        )


def phase(board: chess.Board) -> int:
    """The number of a position's phase, by its men."""
    men = chess.popcount(board.occupied)
    return next(i for i, most in enumerate(PHASES) if men <= most)


def correlations(scores: list[int], chances: list[float], phases: list[int]) -> str:
    """The correlation in each phase."""
    told = []
    for number in range(len(PHASES)):
        here = [i for i, of in enumerate(phases) if of == number]
        if len(here) < FEWEST:
            told.append("-")
            continue
        fit = Fit.of([scores[i] for i in here], [chances[i] for i in here])
        told.append(f"{fit.correlation:.2f}")
    return " ".join(told)


def started(program: str) -> SimpleEngine:
    """A program as `command[Option=value,Option=value]`."""
    command, _, options = program.partition("[")
    engine = SimpleEngine.popen_uci(shlex.split(command))
    engine.configure(
        dict(part.split("=") for part in options.rstrip("]").split(",") if part)
    )
    return engine


@dataclass
class Judge:
    """The yardstick, which remembers what it was asked."""

    engine: SimpleEngine
    known: dict[str, int] = field(default_factory=dict)

    def after(self, board: chess.Board, move: chess.Move) -> int:
        """The score after a move for the side that made it, in centipawns."""
        after = board.copy(stack=False)
        after.push(move)
        fen = after.fen()
        if fen not in self.known:
            info = self.engine.analyse(after, JUDGE, game=object())
            self.known[fen] = info["score"].pov(board.turn).score(mate_score=MATE)
        return self.known[fen]


def positions(
    judge: SimpleEngine, player: SimpleEngine, seed: int
) -> Iterator[tuple[int, str]]:
    """Positions of games without end, each with its score for the side to move."""
    rng = random.Random(seed)
    while True:
        board = chess.Board()
        for _ in range(rng.randint(4, 8)):
            board.push(rng.choice(list(board.legal_moves)))
            if board.is_game_over():
                break
        player.configure({"UCI_LimitStrength": True, "UCI_Elo": rng.choice(STRENGTHS)})
        while not board.is_game_over() and board.ply() < 160:
            if rng.random() < 0.4 and not board.is_check():
                info = judge.analyse(board, JUDGE, game=object())
                score = info["score"].relative.score(mate_score=MATE)
                best = info["pv"][0]
                if (
                    abs(score) <= EVEN
                    and not board.is_capture(best)
                    and not best.promotion
                ):
                    yield score, board.fen()
            board.push(player.play(board, PLAYER).move)


def average(values: list[float], sign: str = "") -> str:
    """The mean of some numbers and its standard error."""
    error = statistics.stdev(values) / math.sqrt(len(values))
    return f"{statistics.mean(values):{sign}.1f} ± {error:.1f}"


def gain(chances: list[float], first: list[float]) -> str:
    """The mean difference of chances to win, in thousandths, and its standard error."""
    apart = [1000 * (a - b) for a, b in zip(chances, first, strict=True)]
    return average(apart, "+")


def row(
    program: str,
    nodes: int,
    judge: Judge,
    yardstick: list[tuple[int, chess.Board]],
    first: list[float] | None,
) -> tuple[str, list[float]]:
    """A row of the table, and the chances to win after its moves; `first` has those of the first
    row."""
    scores, chances, depths, losses, reached = [], [], [], [], []
    phases = [phase(board) for _, board in yardstick]
    with started(program) as engine:
        for right, board in yardstick:
            played = engine.play(
                board, Limit(nodes=nodes), game=object(), info=INFO_ALL
            )
            scores.append(played.info["score"].relative.score(mate_score=MATE))
            chances.append(chance(right, SCALE))
            depths.append(played.info.get("depth", 0))
            after = judge.after(board, played.move)
            losses.append(max(0, min(MOST_LOSS, right - after)))
            reached.append(chance(after, SCALE))
    fit = Fit.of(scores, chances)
    text = (
        f"| `{program}` | {nodes} | {statistics.mean(depths):.1f} | {fit.correlation:.3f} "
        f"| {correlations(scores, chances, phases)} | {fit.error:.3f} "
        f"| {average(losses)} | {gain(reached, first) if first else '-'} |"
    )
    return text, reached


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", help="positions, a score and a FEN to a line")
    parser.add_argument(
        "--programs",
        nargs="*",
        default=[],
        metavar="P",
        help="commands, with options in brackets",
    )
    parser.add_argument(
        "--make", type=int, metavar="N", help="make so many positions first"
    )
    parser.add_argument("--nodes", type=int, nargs="+", default=[5000])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--stockfish", default="stockfish")
    args = parser.parse_args()
    with started(args.stockfish) as engine:
        if args.make:
            with started(args.stockfish) as player, open(args.file, "w") as out:
                found = positions(engine, player, args.seed)
                out.writelines(
                    f"{score};{fen}\n" for score, fen in islice(found, args.make)
                )
        with open(args.file) as lines:
            split = [line.strip().split(";") for line in lines]
        yardstick = [(int(score), chess.Board(fen)) for score, fen in split]
        judge = Judge(engine)
        print(
            "| program | nodes | depth | correlation | by phase | error | loss | gain |"
        )
        print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
        first = None
        for program in args.programs:
            for nodes in args.nodes:
                text, reached = row(program, nodes, judge, yardstick, first)
                first = first or reached
                print(text, flush=True)


if __name__ == "__main__":
    main()
