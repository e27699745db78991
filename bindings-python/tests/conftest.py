"""What the tests share."""

import os
import signal

import pytest

import boardwright as bw
from support import HIDDEN, NAMES, NUMBERED

# Whoever started this in the background had it ignore Ctrl-C, and so would all the
# programs that tests start and stop by it.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that takes `name` for every registered game, `numbered` for some."""
    if "name" in metafunc.fixturenames:
        metafunc.parametrize("name", NAMES)
    if "numbered" in metafunc.fixturenames:
        metafunc.parametrize("numbered", NUMBERED)


@pytest.fixture
def start(name: str) -> bw.State:
    """The first state of the game under test."""
    return bw.start(name)


@pytest.fixture
def hidden() -> bw.State:
    """The first state of a game that hides something; such games are in test builds."""
    if not HIDDEN:
        assert "test-games" not in os.environ.get("BOARDWRIGHT_FEATURES", "")
        pytest.skip("this build has no game that hides anything")
    return bw.start(HIDDEN[0])
