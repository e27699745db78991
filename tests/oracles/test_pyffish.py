"""One board of bughouse against Fairy-Stockfish's pyffish: legal moves with pockets
filled at random from outside, piece-heavy positions among them."""

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
