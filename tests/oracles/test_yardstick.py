"""The yardstick's arithmetic; it takes Stockfish to use it."""

import pytest

pytest.importorskip("chess", reason="python-chess is not installed here")

from yardstick import SCALE, Fit, chance


def test_scores_of_another_scale_are_as_good_and_noise_is_not() -> None:
    right = list(range(-250, 251, 10))
    chances = [chance(score, SCALE) for score in right]
    twice = Fit.of([2 * score for score in right], chances)
    assert twice.scale == 2 * SCALE
    assert twice.error < 1e-9
    assert twice.correlation > 0.999
    noisy = Fit.of([score + (-1) ** i * 200 for i, score in enumerate(right)], chances)
    assert noisy.error > 0.05
    assert noisy.correlation < twice.correlation
