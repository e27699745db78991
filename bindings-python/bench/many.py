"""Masks of many states, and decisions about them, in one call beside loops; medians."""

import copy
import statistics
import sys
import time
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

import boardwright as bw

ROUNDS = 15


def states_of(name: str, count: int = 2000) -> list[bw.State]:
    """Lists the states of lines of play, one after the other."""
    states: list[bw.State] = []
    state, number = bw.start(name), 0
    while len(states) < count:
        states.append(state)
        moves = state.legal_moves()
        number = (number * 31 + 7) % 1009
        ended = state.outcome is not None or not moves or state.ply == 80
        state = bw.start(name) if ended else state.play(moves[number % len(moves)])
    return states


def seconds(work: Callable[[], None]) -> float:
    """Returns the seconds of one call."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def main() -> None:
    """Prints a line for each game."""
    for name in ["chess", "crazyhouse", "jarls", "boost"]:
        states = states_of(name)
        count = states[0].game.action_count or 0
        masks = np.zeros((len(states), count), np.bool_)

        def loop(states: list[bw.State] = states, masks: npt.NDArray[np.bool_] = masks) -> None:
            for state, mask in zip(states, masks, strict=True):
                state.legal_mask(mask)

        def lists(states: list[bw.State] = states, masks: npt.NDArray[np.bool_] = masks) -> None:
            masks[:] = False
            for state, mask in zip(states, masks, strict=True):
                mask[state.legal_ids()] = True

        def many(states: list[bw.State] = states, masks: npt.NDArray[np.bool_] = masks) -> None:
            bw.legal_masks(states, masks)

        rounds = [(seconds(loop), seconds(lists), seconds(many)) for _ in range(ROUNDS)]
        by_loop = statistics.median(loop / many for loop, _, many in rounds)
        by_lists = statistics.median(lists / many for _, lists, many in rounds)
        each = statistics.median(many for _, _, many in rounds) / len(states)
        print(
            f"{name}: {each * 1e6:.2f} µs a mask; a loop over legal_mask takes {by_loop:.1f} times "
            f"that, one over legal_ids {by_lists:.1f} times"
        )
        sys.stdout.flush()
    states = states_of("crazyhouse", 400)
    states = [state for state in states if state.outcome is None]
    bot = bw.Bot("search", game="crazyhouse", seed=1, hash=1)

    def one_by_one() -> None:
        for state in states:
            copy.copy(bot).decide(state, nodes=1000)

    def at_once() -> None:
        bot.decide_many(states, nodes=1000)

    pairs = [(seconds(one_by_one), seconds(at_once)) for _ in range(5)]
    ratio = statistics.median(loop / many for loop, many in pairs)
    each = statistics.median(many for _, many in pairs) / len(states)
    print(
        f"crazyhouse, 1000 nodes: {each * 1e3:.2f} ms a decision of decide_many; a loop over "
        f"decide takes {ratio:.2f} times that with {bw.statistics()['threads']} threads"
    )


if __name__ == "__main__":
    main()
