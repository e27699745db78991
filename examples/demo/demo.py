"""The same seeded games as demo.mjs and demo.exs play: a crazyhouse game, and two
boards of bughouse that feed each other. Writes a transcript to the file named on
the command line and prints the games with boards."""

import sys
import time
from pathlib import Path

import boardwright as bw

out: list[str] = []


def show(title: str, state: bw.State) -> None:
    print(f"\n{title}\n{state.draw()}")


def crazyhouse() -> None:
    state = bw.start("crazyhouse")
    bot = bw.Bot("random", game="crazyhouse", seed=2026)
    while state.outcome is None:
        move = bot.decide(state).move
        out.append(f"{state.ply} {state.move_text(move, style='san')} {state.key}")
        state = state.play(move)
        if state.ply % 40 == 0:
            show(f"crazyhouse, ply {state.ply}", state)
    show(
        f"crazyhouse, the end: {state.outcome.reason}, winner {state.outcome.winner}",
        state,
    )
    out.append(f"{state.notation} {state.key} {state.outcome.reason}")


def two_boards() -> None:
    """What a capture hands over on one board is added to the pockets of the other."""
    boards = [bw.start("bughouse-board"), bw.start("bughouse-board")]
    bots = [bw.Bot("random", game="bughouse-board", seed=seed) for seed in (1, 2)]
    for ply in range(200):
        here, there = ply % 2, 1 - ply % 2
        state = boards[here]
        if any(board.outcome for board in boards):
            break
        if not state.live:
            continue
        move = bots[here].decide(state).move
        out.append(f"{'AB'[here]} {state.move_text(move, style='san')} {state.key}")
        for event in state.report(move):
            if event.get("handed_over"):
                boards[there] = boards[there].edit(add=event["handed_over"])
        boards[here] = state.play(move)
    for name, state in zip("AB", boards, strict=True):
        show(f"bughouse, board {name}", state)
        out.append(f"{state.notation} {state.key}")


def speed() -> None:
    state = bw.start("crazyhouse")
    lists = 300_000
    began = time.perf_counter()
    for _ in range(lists):
        state.legal_moves()
    per_second = lists / (time.perf_counter() - began)
    began = time.perf_counter()
    plies = state.playouts(3_000, seed=1)["plies"]
    plies_per_second = plies / (time.perf_counter() - began)
    print(
        f"speed python: {per_second:,.0f} legal-move lists/s, {plies_per_second:,.0f} random plies/s"
    )


crazyhouse()
two_boards()
speed()
Path(sys.argv[1]).write_text("\n".join(out) + "\n")
