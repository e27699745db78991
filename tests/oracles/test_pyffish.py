"""Bughouse against Fairy-Stockfish's pyffish: legal moves of one board with pockets
filled at random from outside, and of both boards in games of four seats; piece-heavy
positions among them."""

import random

import boardwright as bw
import pytest
from budget import budget

pyffish = pytest.importorskip("pyffish", reason="pyffish is not installed here")


def test_legal_moves_of_bughouse_boards() -> None:
    left = budget(quick=4_000, full=60_000)
    rng = random.Random("boardwright bughouse-board")
    heavy = 0
    while left > 0:
        # Stalemate and repetition are the referee's business, not the list's.
        state = bw.start("bughouse-board", repetition="off")
        generous = rng.random()
        for _ in range(rng.randrange(20, 200)):
            if rng.random() < generous:
                state = state.edit(add=rng.choice("QRBNPPPqrbnppp"))
            fen = state.notation
            theirs = pyffish.legal_moves("bughouse", fen, [])
            # A side in check without a move waits here; the list is empty in both.
            assert sorted(state.legal_moves()) == sorted(theirs), fen
            pieces = state.describe()["pieces"].values()
            heavy += (
                max(sum(p.isupper() for p in pieces), sum(p.islower() for p in pieces))
                > 18
            )
            left -= 1
            if not state.live or left <= 0:
                break
            state = state.play(rng.choice(sorted(state.legal_moves())))
    assert heavy > 0, "no position with more than 18 men a side came up"


def test_legal_moves_of_both_boards() -> None:
    left = budget(quick=2_000, full=50_000)
    rng = random.Random("boardwright bughouse")
    heavy = mates = 0
    while left > 0:
        state = bw.start("bughouse", repetition="off")
        generous = rng.random() / 2
        for _ in range(rng.randrange(40, 300)):
            if rng.random() < generous:
                board = rng.choice("AB")
                state = state.edit(**{f"{board}.add": rng.choice("QRBNPPPqrbnppp")})
            fens = dict(zip("AB", state.notation.split(" | "), strict=True))
            theirs = [
                f"{board}:{move}"
                for board, fen in fens.items()
                for move in pyffish.legal_moves("bughouse", fen, [])
            ]
            if state.outcome is None:
                assert sorted(state.legal_moves()) == sorted(theirs), state.notation
            else:
                # The first mate ends both boards.
                mated = [
                    f
                    for f in fens.values()
                    if not pyffish.legal_moves("bughouse", f, [])
                ]
                assert mated, state.notation
                mates += 1
            for board in state.describe()["boards"].values():
                pieces = board["pieces"].values()
                white = sum(p.isupper() for p in pieces)
                heavy += max(white, len(pieces) - white) > 18
            left -= 1
            if not state.live or left <= 0:
                break
            moves = sorted(state.legal_moves())
            # Captures feed the other board, so they are preferred.
            written = zip(
                state.legal_moves(), state.legal_moves(style="san"), strict=True
            )
            takes = sorted(move for move, san in written if "x" in san)
            greedy = takes and rng.random() < 0.3
            state = state.play(rng.choice(takes if greedy else moves))
    assert heavy > 0, "no position with more than 18 men a side came up"
    assert mates > 0, "no game was mated"
