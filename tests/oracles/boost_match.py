#!/usr/bin/env python3
"""Our `search` against the players of the PyPI package boost-game, and how fast both list moves.

    python tests/oracles/boost_match.py --depth 4 --against 1 --games 20
    python tests/oracles/boost_match.py --depth 4 --against 2 --games 4
    python tests/oracles/boost_match.py --speed

The package knows neither repetition nor passing: where the move that it chooses would repeat an
arrangement, it plays another one, drawn by the seed, and where it has none it passes. Dragons are
placed by the number of the pair of games, colours are swapped within a pair."""

import argparse
import json
import random
import time
from types import SimpleNamespace

import boardwright as bw
import boost_peer as peer

IDENTIFIER = "boost-9-9-2-8-2"
HEIGHT = 9


class Theirs:
    """A player of the package's, which thinks about one position at a time."""

    def __init__(self, depth: int, seed: int) -> None:
        self.rng = random.Random(seed)
        self.depth = depth
        self.replaced = 0

    def choose(self, state: bw.State) -> str:
        legal = state.legal_moves()
        if legal == ["--"]:
            return "--"
        board = peer.theirs(IDENTIFIER, state.notation)
        game = peer.oracle.Game.__new__(peer.oracle.Game)
        game.__dict__.update(
            SimpleNamespace(
                board=board,
                players=2,
                depth=self.depth,
                turn=1 + (state.to_move == "b"),
                maxi_cache=None,
                mini_cache=None,
                recursions=0,
                cache_hits=0,
            ).__dict__
        )
        move = game.get_best_move()
        text = peer.named(move, HEIGHT) if move else ""
        if text not in legal:
            self.replaced += 1
            text = self.rng.choice(sorted(legal))
        return text


def play(number: int, args: argparse.Namespace) -> dict[str, object]:
    """One game; the dragons are those of its pair."""
    ours_to_move = "ab"[number % 2]
    bot = bw.Bot("search", game="boost", depth=args.depth, seed=number, book=args.book)
    theirs = Theirs(args.against, number)
    state = bw.start("boost", identifier=IDENTIFIER, seed=number // 2)
    longest, began = 0.0, time.perf_counter()
    while state.outcome is None:
        if state.to_move == ours_to_move:
            decision = bot.decide(state)
            longest = max(longest, decision.time)
            state = state.play(decision.move)
        else:
            state = state.play(theirs.choose(state))
    return {
        "game": number,
        "ours": ours_to_move,
        "won": state.outcome.winner == ours_to_move,
        "reason": state.outcome.reason,
        "plies": state.ply,
        "replaced": theirs.replaced,
        "our longest move, s": round(longest, 3),
        "s": round(time.perf_counter() - began, 1),
    }


def speed(seconds: float) -> None:
    """Lists of moves in the positions of random games, one thread."""
    rng = random.Random(1)
    states = []
    for seed in range(10):
        state = bw.start("boost", identifier=IDENTIFIER, seed=seed)
        for _ in range(60):
            if state.outcome is not None:
                break
            states.append(bw.parse("boost", state.notation, identifier=IDENTIFIER))
            state = state.play(rng.choice(sorted(state.legal_moves())))
    boards = [
        (peer.theirs(IDENTIFIER, s.notation), 1 + (s.to_move == "b")) for s in states
    ]
    rates = []
    for lists in (
        lambda: [state.legal_moves() for state in states],
        lambda: [board.get_owner_moves(owner) for board, owner in boards],
    ):
        rounds, began = 0, time.perf_counter()
        while time.perf_counter() - began < seconds:
            lists()
            rounds += 1
        rates.append(rounds * len(states) / (time.perf_counter() - began))
    ours, theirs = rates
    print(
        f"lists of moves a second: {ours:.0f} here, {theirs:.0f} there,"
        f" {ours / theirs:.0f} times as fast"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--depth", type=int, default=4)
    parser.add_argument("--against", type=int, default=1, help="its depth")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--book", action="store_true", help="open our book")
    parser.add_argument("--speed", action="store_true", help="compare lists of moves")
    args = parser.parse_args()
    if args.speed:
        speed(5.0)
        return
    won = 0
    for number in range(args.games):
        done = play(number, args)
        won += bool(done["won"])
        print(json.dumps(done), flush=True)
    print(f"{won} of {args.games}")


if __name__ == "__main__":
    main()
