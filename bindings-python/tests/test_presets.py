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


def test_presets_are_listed() -> None:
    presets = {preset["id"]: preset for preset in bw.presets()}
    assert presets["king-heals"]["requires"] == ["piece-hp"]
    assert "racing-kings" in presets["piece-hp"]["incompatible_with"]
    assert presets["piece-hp"]["attributes"] == ["Hp"]
    assert presets["cannon"]["pieces"][0]["betza"] == "mRcpR"
    assert presets["atomic"]["start"] is None
    assert presets["three-check"]["hooks"] == ["after_move", "game_result", "describe_move"]
    assert [option["name"] for option in presets["atomic"]["options"]] == ["scope", "turns"]
    for preset in presets.values():
        needed = "+".join([*preset["requires"], preset["id"]])
        in_force = bw.start("chess+" + needed).describe()["presets"]
        assert preset["description"] in [shown["description"] for shown in in_force]


HOOKS = """
id = "duel"

[[hook]]
when = "before_move"
if = [{ piece = { kind = ["queen"] } }, { not = { captures = {} } }]
then = [{ forbid = "queens only capture" }]

[[hook]]
when = "on_check"
then = [{ counter = { name = "checks", side = "own", add = 1 } }]

[[hook]]
when = "describe_move"
then = [{ note = "{checks} of 2" }]

[[hook]]
when = "game_result"
if = [{ counter = { name = "checks", side = "own", min = 2 } }]
then = [{ end = { winner = "own", reason = "checks_given" } }]
"""


def test_hooks_are_data_and_refused_with_their_line() -> None:
    state = bw.start("chess+duel", define=HOOKS).play("e2e4").play("f7f6")
    with pytest.raises(bw.IllegalMoveError, match="queens only capture"):
        state.play("d1h5")
    state = bw.parse("chess+duel", "4k3/8/8/8/8/8/R7/4K3 w - - 0 1", define=HOOKS)
    for move in ["a2a8", "e8e7", "a8a7"]:
        state = state.play(move)
    assert state.outcome
    assert (state.outcome.winner, state.outcome.reason) == ("white", "checks_given")
    assert state.describe()["log"][2]["notes"] == ["2 of 2"]
    assert bw.load(state.save()) == state
    with pytest.raises(bw.InvalidOptionError, match=r"line 5.*tea.*on_check"):
        bw.start("chess+duel", define=HOOKS.replace("before_move", "tea"))
    with pytest.raises(bw.InvalidOptionError, match=r"line 7.*forget.*forbid"):
        bw.start("chess+duel", define=HOOKS.replace("forbid", "forget"))
