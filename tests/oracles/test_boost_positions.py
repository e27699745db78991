"""Boost against the PyPI package boost-game, on random positions: legal moves, results of
moves, winners.

Its known gaps are left out: it lists no capture by a knight (what comes of one is
compared all the same), has no rule of repetition (positions are read without a past
here) and no passing."""

import random
import re

import boardwright as bw
import pytest
from budget import budget

peer = pytest.importorskip("boost_peer", reason="boost-game is not installed here")

# Identifiers, and how many dragons.
GAMES = [
    ("boost-9-9-2-8-2", 7),
    ("boost-9-9-2-8-2", 7),
    ("boost-9-9-2-8-2", 0),
    ("boost-9-9-1-8-2", 7),
    ("boost-7-7-2-8-2", 5),
    ("boost-9-9-3-8-2", 7),
    ("boost-9-9-4-8-2", 7),
    ("boost-12-10-2-8-3", 9),
]


def both(move: str) -> tuple[str, str]:
    start, end = re.findall(r"[a-p]\d+", move)
    return start, end


def chosen(rng: random.Random, moves: list[str]) -> str:
    """Towers and knights come up more often where they are liked."""
    made = [move for move in moves if len(set(both(move))) == 1]
    return rng.choice(made if made and rng.random() < 0.8 else moves)


def compare(rng: random.Random, state: bw.State, seen: dict[str, int]) -> None:
    """One position: its moves, and what comes of some of them."""
    described = state.describe()
    identifier, height = described["identifier"], described["height"]
    players, pieces = len(described["players"]), described["pieces"]
    owner = ord(described["turn"]) - ord("a") + 1
    moves = state.legal_moves()
    by_knight = {m for m in moves if len(set(both(m))) == 2 and both(m)[1] in pieces}
    board = peer.theirs(identifier, state.notation)
    listed = {peer.named(move, height) for move in board.get_owner_moves(owner)}
    assert listed == set(moves) - by_knight, state.notation
    for move in sorted({chosen(rng, moves) for _ in range(3)} | by_knight):
        board = peer.theirs(identifier, state.notation)
        winner = board.move(peer.oracle.Move(*peer.cells(move, height)), owner)
        after = state.play(move)
        expected = peer.written(peer.theirs(identifier, after.notation))
        assert peer.written(board) == expected, (state.notation, move)
        if players > 1:
            ours = after.outcome.winner if after.outcome else None
            theirs = chr(ord("a") + winner - 1) if winner else None
            assert ours == theirs, (state.notation, move)
        left = len(after.describe()["pieces"])
        seen["captures by knights"] += move in by_knight
        seen["captures"] += left < len(pieces)
        seen["made"] += len(set(both(move))) == 1
        seen["wins"] += winner is not None


def test_moves_and_what_comes_of_them() -> None:
    left = budget(quick=300, full=6_000)
    rng = random.Random("boardwright boost")
    seen = {"captures by knights": 0, "captures": 0, "made": 0, "wins": 0}
    while left > 0:
        identifier, dragons = rng.choice(GAMES)
        seed = rng.randrange(1 << 30)
        game = bw.Game("boost", identifier=identifier, dragon_count=dragons, seed=seed)
        # At random alone nobody gets around to building much.
        bot = bw.Bot("heuristic", game="boost", seed=seed)
        state = game.start()
        for _ in range(rng.randrange(30, 160)):
            # Without a past nothing is a repetition.
            state = game.parse(state.notation)
            if state.outcome is not None:
                break
            moves = sorted(state.legal_moves())
            if moves == ["--"]:
                state = state.play("--")
                continue
            compare(rng, state, seen)
            left -= 1
            likes = rng.random() < 0.6
            state = state.play(bot.decide(state).move if likes else chosen(rng, moves))
    assert min(seen["captures"], seen["made"]) > 0, seen
    if budget(quick=0, full=1):
        assert min(seen.values()) > 0, seen
