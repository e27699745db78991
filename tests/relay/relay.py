"""A stage of the relay: takes tables up as another language saved them, plays on and
saves them. The stages and the rule by which moves are chosen are the same in relay.mjs
and relay.exs; run.sh says how they are strung together.

    relay.py start COUNT OUT           new tables, one a line
    relay.py go ROUND IN OUT           some plies on each
    relay.py whole COUNT ROUNDS OUT    the same games in one go, never saved on the way
"""

import sys
from pathlib import Path

import boardwright as bw


def new(index: int) -> bw.Table:
    names = [game["name"] for game in bw.games()]
    # What is not given is drawn, and a terrain with it where a table is made by the name
    # of a game: the games of two runs must be the same.
    state = bw.start(names[index % len(names)])
    return bw.Table(state, seed=index, clock={"base": 600_000, "increment": 1_000})


def play(table: bw.Table, index: int, turn: int) -> None:
    """Some plies, by a rule that is the same in every language."""
    for _ in range(1 + (index * 13 + turn * 29) % 40):
        if table.outcome is not None:
            return
        ply = table.events(0)["next"]
        for seat in (0, 1):
            moves = table.candidates(seat)
            if moves:
                move = moves[(ply * 7919 + index * 104_729) % len(moves)]
                table.commit(seat, move, now=1_000 * ply)
                break
        else:
            return


def main(stage: str, *arguments: str) -> None:
    out = Path(arguments[-1])
    if stage == "start":
        saves = [new(index).save() for index in range(int(arguments[0]))]
    elif stage == "go":
        saves = []
        for index, line in enumerate(Path(arguments[1]).read_text().splitlines()):
            table = bw.Table.load(line)
            play(table, index, int(arguments[0]))
            saves.append(table.save())
    else:
        saves = []
        for index in range(int(arguments[0])):
            table = new(index)
            for turn in range(int(arguments[1])):
                play(table, index, turn)
            saves.append(table.save())
    out.write_text("".join(f"{save}\n" for save in saves))


main(*sys.argv[1:])
