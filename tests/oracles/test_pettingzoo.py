"""The layout `chess_v6` of `boardwright.rl` against PettingZoo's environment of that name."""

import random
from typing import Any

import pytest
from boardwright import rl
from boardwright.rl._chess_v6 import action_of
from budget import budget

np = pytest.importorskip("numpy")
# It needs PettingZoo, python-chess and pygame.
chess_v6 = pytest.importorskip(
    "pettingzoo.classic.chess_v6",
    reason="requirements-oracles.txt is not installed here",
)


OPENING = "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1g1 e8g8 b1c3 b8c6 c3b1 c6b8"
"""Both sides castle, and a position comes again."""


def agree(ours: Any, theirs: Any) -> None:
    """Compares what both agents see, as far as PettingZoo lets them look."""
    for seat, player in zip(ours.possible_agents, theirs.possible_agents, strict=True):
        own, their = ours.observe(seat), theirs.observe(player)
        planes = [
            at
            for at in range(111)
            if (own["observation"][..., at] != their["observation"][..., at]).any()
        ]
        assert planes == [], (seat, theirs.board.fen())
        if not any(theirs.terminations.values()):
            assert (own["action_mask"] == their["action_mask"]).all(), (
                theirs.board.fen()
            )


def test_both_agents_see_what_they_see_in_chess_v6() -> None:
    """Random games, to the end or until a draw may be claimed, which ends them in PettingZoo."""
    rng = random.Random(7)
    ours, theirs = rl.aec("chess", layout="chess_v6"), chess_v6.raw_env()
    assert ours.observation_space("white") == theirs.observation_space("player_0")
    assert ours.action_space("white").n == theirs.action_space("player_0").n
    promoted = seen = 0
    while seen < budget(700, 60_000):
        ours.reset()
        theirs.reset()
        agree(ours, theirs)
        first = OPENING.split() if seen == 0 else []
        while not any(theirs.terminations.values()):
            if first:
                black = ours.agent_selection == "black"
                action = action_of(first.pop(0), black=black)
            else:
                mask = ours.observe(ours.agent_selection)["action_mask"]
                action = rng.choice(np.flatnonzero(mask).tolist())
            ours.step(action)
            theirs.step(action)
            seen += 1
            agree(ours, theirs)
            promoted += theirs.board.peek().promotion is not None
            assert any(ours.terminations.values()) <= any(theirs.terminations.values())
            if seen == len(OPENING.split()):
                assert ours.observe("white")["observation"][0, 0, 19], "it stood before"
                assert theirs.board.castling_rights == 0
    assert promoted > 0
