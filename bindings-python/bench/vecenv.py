"""Steps a second of VecEnv, beside PettingZoo's chess and OpenSpiel where they are installed.

Each step draws a random move under the mask and writes mask and observation. All figures are
medians of several rounds, those beside a peer in turns with it.
"""

import importlib
import random
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

import boardwright as bw

SECONDS = 0.5
ROUNDS = 7


def rate(step: Callable[[], int]) -> float:
    """Returns how much of what a call returns there is in a second."""
    for _ in range(3):
        step()
    done, start = 0, time.perf_counter()
    while (passed := time.perf_counter() - start) < SECONDS:
        done += step()
    return done / passed


def vectors(name: str, threads: int = 1) -> float:
    """Returns the steps a second of 128 games a thread; more leave its cache."""
    games = 128 * threads
    env = bw.VecEnv(name, games, threads=threads)
    observations = np.zeros((games, *env.observation_shape), np.uint8)
    masks = np.zeros((games, env.action_count), np.bool_)
    actions = np.zeros(games, np.int64)
    env.reset(observations=observations, masks=masks)

    def step() -> int:
        env.sample(actions)
        env.step(actions, observations=observations, masks=masks)
        return games

    return rate(step)


def found(name: str) -> Any:
    """Returns a module, or says that its line is skipped."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        print(f"{name}: skipped, it cannot be imported here ({error})")
        return None


def pettingzoo(module: Any) -> float:
    """Returns the steps a second of PettingZoo's chess."""
    env = module.env()
    env.reset(seed=1)
    rng = np.random.default_rng(1)

    def step() -> int:
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.reset()
            return 0
        env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
        return 1

    return rate(step)


def openspiel(module: Any) -> float:
    """Returns the steps a second of OpenSpiel's chess with tensor and mask."""
    game = module.load_game("chess")
    states = [game.new_initial_state()]
    rng = random.Random(1)

    def step() -> int:
        state = states[0]
        if state.is_terminal():
            states[0] = game.new_initial_state()
            return 0
        state.observation_tensor(state.current_player())
        state.legal_actions_mask()
        state.apply_action(rng.choice(state.legal_actions()))
        return 1

    return rate(step)


def in_turns(step: Callable[[], float], other: Callable[[], float]) -> tuple[float, float]:
    """Returns the medians of a rate and of its ratio to another one, measured in turns."""
    rounds = [(step(), other()) for _ in range(ROUNDS)]
    return statistics.median(a for a, _ in rounds), statistics.median(a / b for a, b in rounds)


def main() -> None:
    """Prints a line for each."""
    for name in ["chess", "crazyhouse", "bughouse", "jarls", "boost", "blind"]:
        steps = statistics.median(vectors(name) for _ in range(ROUNDS))
        print(f"boardwright {name}: {steps:,.0f} steps a second")
    peers = [("pettingzoo.classic.chess_v6", pettingzoo), ("pyspiel", openspiel)]
    for name, measure in peers:
        if module := found(name):
            for threads in [1, 2]:
                here = partial(vectors, "chess", threads)
                steps, ratio = in_turns(here, partial(measure, module))
                print(
                    f"{name}: chess {steps:,.0f} steps a second here on {threads} threads, "
                    f"{ratio:,.0f} times as many"
                )
    sys.stdout.flush()


if __name__ == "__main__":
    main()
