"""What the tests share: the games, seeded lines of play, other processes."""

import os
import random
import subprocess
import sys
import textwrap
import threading
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import boardwright as bw

ROOT = Path(__file__).parents[2]
# Seconds after which what should come about on other threads will not.
PATIENCE = 600

FULL = os.environ.get("BOARDWRIGHT_FULL") == "1"

GAMES = bw.games()
NAMES = [game["name"] for game in GAMES]
HIDDEN = [game["name"] for game in GAMES if game["hidden"] == "always"]
OPEN = [game["name"] for game in GAMES if game["hidden"] == "never"]
# Those that number their actions.
NUMBERED = [name for name in NAMES if bw.start(name).game.action_count]


def line(name: str, seed: int = 0, plies: int = 60) -> Iterator[bw.State]:
    """The states of a random game, the first one included."""
    rng = random.Random(f"{name} {seed}")
    state = bw.start(name)
    yield state
    for _ in range(plies):
        moves = state.legal_moves()
        if not moves:
            return
        state = state.play(rng.choice(moves))
        yield state


def python(
    code: str, *arguments: str, timeout: float = 300, check: bool = True
) -> subprocess.CompletedProcess[str]:
    """Run a script in a process of its own, in which every warning is an error."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", textwrap.dedent(code), *arguments],
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )
    if check:
        assert done.returncode == 0, done.stdout + done.stderr
    return done


def let_go(thing: object) -> threading.Event:
    """Returns an event that is set once nothing holds a thing any more."""
    gone = threading.Event()
    weakref.finalize(thing, gone.set)
    return gone


def covers(got: Any, expected: Any) -> bool:
    """Returns true if all that is expected is there; lists must be as long as expected."""
    if isinstance(got, dict) and isinstance(expected, dict):
        return all(name in got and covers(got[name], value) for name, value in expected.items())
    if isinstance(got, list) and isinstance(expected, list):
        return len(got) == len(expected) and all(map(covers, got, expected))
    return bool(got == expected)
