"""Pictures of states and observations."""

from typing import Any
from xml.etree.ElementTree import fromstring

import pytest

import boardwright as bw

SVG = "{http://www.w3.org/2000/svg}"


def shapes(svg: str) -> int:
    return len(fromstring(svg).findall(f".//{SVG}use"))


def test_every_game_is_drawn(name: str) -> None:
    state = bw.start(name)
    for seat in [None, *state.game.seats]:
        root = fromstring(state.svg(seat=seat))
        assert root.tag == f"{SVG}svg"
        assert root.find(f"{SVG}title") is not None
        if seat is not None:
            assert state.observe(seat).svg() == state.svg(seat=seat)


def test_marks_and_looks() -> None:
    state = bw.start("chess").play("e2e4")
    svg = state.svg(
        last_move="e2e4",
        arrows=["e7e5", ("g8", "f6"), {"from": "d7", "to": "d5", "color": "red"}],
        squares={"e4": "green"},
        orientation="black",
        size=240,
        theme="dark",
        coordinates=False,
        clocks={"white": 61_000, "black": None},
    )
    root = fromstring(svg)
    assert root.get("width") == "240"
    classes = [node.get("class") for node in root.iter()]
    assert [classes.count(name) for name in ("m", "hb", "hr", "rg", "a")] == [1, 2, 1, 1, 0]
    assert ">1:01<" in svg
    assert state.svg(clocks=[61_000, None]) == state.svg(clocks={"white": 61_000})
    assert state.svg() == bw.start("chess").play("e2e4").svg()


def test_notebooks() -> None:
    state = bw.start("chess")
    assert state._repr_svg_() == state.svg(size=400)
    hidden = bw.start("blind", rules="fog")
    assert hidden._repr_svg_() is None
    assert shapes(hidden.svg()) == 32
    observation = hidden.observe("white")
    assert observation._repr_svg_() == observation.svg(size=400)
    assert shapes(observation.svg()) == 16


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"squares": ["e9"]}, "squares: "),
        ({"last_move": "e2e9"}, "last_move: "),
        ({"arrows": 3}, "arrows: "),
        ({"theme": "blue"}, "theme: takes one of light, dark, auto"),
        ({"size": 1 << 40}, "size: takes an integer from 16 to 8192"),
        ({"seat": "red"}, "seat: "),
        ({"colour": "red"}, "a picture has no option"),
    ],
)
def test_wrong_options(options: dict[str, Any], said: str) -> None:
    with pytest.raises(bw.InvalidOptionError, match=said):
        bw.start("chess").svg(**options)


def test_an_observation_is_of_its_own_seat() -> None:
    observation = bw.start("blind").observe("white")
    with pytest.raises(bw.HiddenInformationError):
        observation.svg(seat="black")
