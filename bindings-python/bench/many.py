"""Many states in one call beside loops: masks, ids, moves and decisions; medians."""

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


def seconds(work: Callable[[], object]) -> float:
    """Returns the seconds of one call."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def ratio(loop: Callable[[], object], call: Callable[[], object], rounds: int = ROUNDS) -> float:
    """Returns how many times as long as the call the loop takes."""
    return statistics.median(seconds(loop) / seconds(call) for _ in range(rounds))


def masks(states: list[bw.State]) -> tuple[float, float]:
    """Returns the ratios of loops over legal_mask and over legal_ids to legal_masks."""
    out = np.zeros((len(states), states[0].game.action_count or 0), np.bool_)

    def loop() -> None:
        for state, mask in zip(states, out, strict=True):
            state.legal_mask(mask)

    def lists() -> None:
        out[:] = False
        for state, mask in zip(states, out, strict=True):
            mask[state.legal_ids()] = True

    def call() -> None:
        bw.legal_masks(states, out)

    return ratio(loop, call), ratio(lists, call)


def ids(states: list[bw.State]) -> float:
    """Returns the ratio of a loop over legal_ids to legal_ids_many."""

    def loop() -> list[npt.NDArray[np.uint32]]:
        return [np.array(state.legal_ids(), np.uint32) for state in states]

    return ratio(loop, lambda: np.asarray(bw.legal_ids_many(states)[0]))


def moves(states: list[bw.State]) -> float:
    """Returns the ratio of a loop over play to play_many_states."""
    states = [state for state in states if state.count_legal()]
    actions = np.array([state.legal_ids()[0] for state in states])

    def loop() -> list[bw.State]:
        return [state.play(action) for state, action in zip(states, actions, strict=True)]

    return ratio(loop, lambda: bw.play_many_states(states, actions))


def decisions(states: list[bw.State]) -> float:
    """Returns the ratio of a loop over decide, each by a bot as new, to decide_many."""
    states = [state for state in states if state.outcome is None]
    bot = bw.Bot("search", game=states[0].game, seed=1, hash=1)

    def loop() -> list[bw.Decision]:
        return [copy.copy(bot).decide(state, nodes=1000) for state in states]

    return ratio(loop, lambda: bot.decide_many(states, nodes=1000), rounds=5)


def main() -> None:
    """Prints how many times as long as one call loops take."""
    for name in ["chess", "crazyhouse", "jarls", "boost"]:
        states = states_of(name)
        one_call_each, lists = masks(states)
        print(
            f"{name}: masks {lists:.1f} (over legal_mask {one_call_each:.1f}), "
            f"arrays of ids {ids(states):.1f}, moves {moves(states):.1f}"
        )
        sys.stdout.flush()
    ratio_of_decisions = decisions(states_of("crazyhouse", 400))
    print(f"crazyhouse, decisions of 1000 nodes: {ratio_of_decisions:.1f}")


if __name__ == "__main__":
    main()
