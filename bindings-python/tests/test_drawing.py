"""Pictures of states and observations."""

import re
from html import unescape
from typing import Any
from urllib.parse import unquote
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


def image(html: str) -> tuple[str, str, str]:
    """The picture of an image, its alternative text, and what follows."""
    form = r'<img src="data:image/svg\+xml,([^"]+)" alt="([^"]+)">(.*)'
    match = re.fullmatch(form, html, re.DOTALL)
    assert match, html
    picture, words, rest = match.groups()
    return unquote(picture), unescape(words), rest


def test_notebooks_have_pictures_with_words() -> None:
    state = bw.start("bughouse").play("A:e2e4")
    html = state._repr_html_()
    assert html is not None
    assert image(html) == (state.svg(size=400).rstrip(), state.describe_text(), "")
    hidden = bw.start("blind", rules="fog").play("e2e4")
    assert hidden._repr_html_() is None
    observation = hidden.observe("black")
    picture, words, rest = image(observation._repr_html_())
    assert (picture, rest) == (observation.svg(size=400).rstrip(), "")
    assert words == observation.describe_text()


def test_records_show_themselves_in_notebooks() -> None:
    moves: Any = [
        {"move": "e2e4", "comments": ['<best> & "first"']},
        "e7e5",
    ]
    record = bw.Record.of(bw.start("chess"), moves, tags={"White": "<b>Ann</b>"})
    html = record._repr_html_()
    assert html is not None
    picture, words, rest = image(html)
    assert picture == record.state().svg(size=400).rstrip()
    assert words == record.state().describe_text()
    head, tail = '<pre style="white-space:pre-wrap">', "\n</pre>"
    assert rest.startswith(head)
    assert rest.endswith(tail)
    text = rest[len(head) : -len(tail)]
    assert "<" not in text
    assert unescape(text) == record.pgn().rstrip()
    # A game without SAN has its moves.
    start = bw.start("boost")
    line = [start.legal_moves()[0]]
    html = bw.Record.of(start, line)._repr_html_()
    assert html is not None
    assert html.endswith(f">{line[0]}\n</pre>")
    hidden = bw.start("blind")
    assert bw.Record.of(hidden, ["e2e4"])._repr_html_() is None


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
