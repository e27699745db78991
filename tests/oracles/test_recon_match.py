"""Our bot `recon` as a player of the package reconchess: whole games, in which every look and
move has the same answer in a state of ours."""

import pytest
from budget import budget

pytest.importorskip("reconchess", reason="reconchess is not installed here")

import recon_match


@pytest.mark.parametrize("against", ["attacker", "random"])
def test_games_are_played_to_their_ends(against: str) -> None:
    points = 0.0
    games = budget(quick=2, full=20)
    for number in range(100, 100 + games):
        done = recon_match.play(number, against, {"nodes": 5000})
        points += done["points"]
        assert not done["they passed instead of what they may not"]
    assert points * 2 > games
