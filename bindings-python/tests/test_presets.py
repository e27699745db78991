"""Pieces and rules as data, composed at run time."""

import pickle

import pytest

import boardwright as bw

DATA = """
id = "arsenal"

[[piece]]
id = "amazon"
letter = "A"
betza = "QN"
replaces = "queen"

[[piece]]
id = "gun"
letter = "C"
betza = "mRcpR"
replaces = "rook"
"""


def at(text: str) -> bw.State:
    return bw.parse("chess+arsenal", text + " {}", define=DATA)


def test_a_cannon_and_an_amazon_move_check_mate_and_are_kept() -> None:
    state = bw.start("chess+arsenal", define=DATA)
    assert str(state).startswith("cnbakbnc/pppppppp/8/8/8/8/PPPPPPPP/CNBAKBNC")
    assert {"d1c3", "d1e3"} <= set(state.legal_moves())
    assert "1 C N B A K B N C" in state.draw()
    played = state.play("d1c3").play("d8c6")
    assert pickle.loads(pickle.dumps(played)) == played
    assert bw.load(played.save()).legal_moves() == played.legal_moves()
    mated = at("7k/8/6A1/8/8/8/8/K7 b - - 0 1").outcome
    assert mated
    assert mated.reason == "checkmate"
    assert at("7k/8/7p/8/8/8/8/K6C b - - 0 1").describe()["check"] is True
    assert at("7k/8/8/8/8/8/8/K6C b - - 0 1").describe()["check"] is False
    assert "h1h7" in at("k7/7n/8/7p/8/8/8/K6C w - - 0 1").legal_moves()


def test_maps_do_as_well_and_errors_say_where() -> None:
    piece = {"id": "camel", "letter": "M", "betza": "C", "replaces": "knight"}
    state = bw.start("chess+camels", define={"id": "camels", "piece": [piece]})
    assert "b1a4" in state.legal_moves()
    with pytest.raises(bw.InvalidOptionError, match=r"line 7, field piece\[0\]\.betza"):
        bw.start("chess+arsenal", define=DATA.replace("QN", "Q?"))


def test_presets_are_switched_in_a_running_game() -> None:
    state = bw.start("chess+piece-hp@white:4+king-heals@white").play("e2e4")
    assert state.describe()["presets"][0]["turns"] == 3
    state = state.edit(activate={"id": "atomic", "scope": "black"}, deactivate="king-heals")
    assert [p["id"] for p in state.describe()["presets"]] == ["piece-hp", "atomic"]
    with pytest.raises(bw.InvalidOptionError, match="requires piece-hp"):
        bw.start("chess+king-heals")
