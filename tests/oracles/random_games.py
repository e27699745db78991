"""Random games in two libraries at once."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import boardwright as bw


def positions(
    begin: Callable[[], tuple[bw.State, Any]], rng: random.Random, count: int
) -> Iterator[tuple[bw.State, Any]]:
    """Yields so many positions of random games: ours, and the board of python-chess."""
    while count > 0:
        ours, theirs = begin()
        while count > 0:
            yield ours, theirs
            count -= 1
            if ours.outcome is not None:
                break
            text = rng.choice(sorted(ours.legal_moves()))
            ours = ours.play(text)
            theirs.push_uci(text)
