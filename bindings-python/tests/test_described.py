"""The declared types of what is told, held against what is told."""

import typing
from typing import Any

import pytest

import boardwright as bw
from boardwright import described
from boardwright._types import Event

GAMES = [
    ("chess", {}),
    ("crazyhouse", {}),
    ("bughouse-board", {}),
    ("bughouse", {}),
    ("jarls", {}),
    ("jarls", {"fog": True}),
    ("boost", {}),
    ("blind", {"rules": "berkeley"}),
    ("blind", {"rules": "wild16"}),
    ("blind", {"rules": "fog"}),
    ("blind", {"rules": "rbc"}),
    ("blind", {"rules": "vanilla"}),
    ("chess+", {"presets": ["atomic", "piece-hp"]}),
]

DESCRIPTIONS: dict[str, Any] = {
    "chess": described.BoardDescription,
    "crazyhouse": described.BoardDescription,
    "bughouse-board": described.BoardDescription,
    "bughouse": described.BughouseDescription,
    "jarls": described.JarlsDescription,
    "boost": described.BoostDescription,
    "blind": described.BlindDescription,
    "chess+": described.PresetsDescription,
}

#: What every state has beside what its game says.
EVERY = {"game", "options", "notation", "key", "ply", "seats", "live", "to_move", "outcome"}


def fits(declared: Any, event: dict[str, Any]) -> bool:
    (kind,) = typing.get_args(typing.get_type_hints(declared)["kind"])
    required, optional = declared.__required_keys__, declared.__optional_keys__
    return bool(kind == event["kind"] and required <= event.keys() <= required | optional)


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_every_event_is_of_a_declared_kind(game: str, options: dict[str, Any]) -> None:
    seats = bw.start(game, **options).game.seats
    bot = {"bot": "random", "delay": 0}
    table = bw.Table(game, options=options, seats=dict.fromkeys(seats, bot), seed=1)
    assert table.wait(60)
    told = 0
    for seat in seats:
        since, more = 0, True
        while more:
            events = table.events(seat, since)
            since, more = events["next"], events["more"]
            for event in events["events"]:
                plain: dict[str, Any] = dict(event)
                assert any(fits(one, plain) for one in typing.get_args(Event)), plain
                told += 1
    assert told > 0


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_states_have_the_declared_fields(game: str, options: dict[str, Any]) -> None:
    state, declared = bw.start(game, **options), DESCRIPTIONS[game]
    for _ in range(40):
        fields = state.describe().keys() - EVERY
        required, optional = declared.__required_keys__, declared.__optional_keys__
        assert required <= fields <= required | optional
        moves = state.legal_moves()
        if not moves:
            break
        state = state.play(moves[len(moves) // 2])
