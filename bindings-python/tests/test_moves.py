"""The moves of a state, and the states on the way to it."""

import copy
import pickle

import pytest

import boardwright as bw

LINE = ["e2e4", "e7e5", "g1f3", "b8c6"]


def test_moves_in_both_notations_and_the_last() -> None:
    state = bw.start("chess").play_many(LINE)
    assert state.moves() == LINE
    assert state.moves(style="san") == ["e4", "e5", "Nf3", "Nc6"]
    assert (state.last_move(), state.last_move("san")) == ("b8c6", "Nc6")
    start = bw.start("chess")
    assert (start.moves(), start.last_move()) == ([], None)
    with pytest.raises(bw.UnsupportedError):
        start.moves("morse")
    with pytest.raises(bw.UnsupportedError):
        state.last_move(style="morse")


def test_states_on_the_way() -> None:
    states = [bw.start("crazyhouse")]
    for move in ["e2e4", "d7d5", "e4d5", "d8d5", "P@e6"]:
        states.append(states[-1].play(move))
    for ply, state in enumerate(states):
        again = states[-1].at_ply(ply)
        assert again == state
        assert hash(again) == hash(state)
        assert again.moves() == states[-1].moves()[:ply]
    for ply in (6, -1, 2**70):
        with pytest.raises(bw.InvalidOptionError, match=r"^ply: takes an integer from 0 to "):
            states[-1].at_ply(ply)
    with pytest.raises(TypeError):
        states[-1].at_ply("1")  # type: ignore[arg-type]


def test_moves_stay_with_saves_pickles_and_copies() -> None:
    state = bw.start("chess").play_many(LINE)
    for same in (bw.load(state.save()), pickle.loads(pickle.dumps(state)), copy.deepcopy(state)):
        assert same == state
        assert same.moves() == LINE
        assert same.at_ply(1) == bw.start("chess").play("e2e4")


def test_moves_begin_where_a_position_was_parsed_and_go_on_through_edits() -> None:
    start = bw.start("chess")
    state = start.play_many(LINE)
    parsed = bw.parse("chess", state.notation, history=[start.at_ply(0).notation])
    assert (parsed.ply, parsed.moves()) == (1, [])
    after = parsed.play("f1b5")
    assert after.moves("san") == ["Bb5"]
    assert after.at_ply(1) == parsed
    with pytest.raises(bw.InvalidOptionError, match="no moves are known before ply 1"):
        after.at_ply(0)
    board = bw.start("bughouse-board").play("e2e4").play("d7d5").edit(add="N")
    assert (board.ply, board.moves()) == (2, ["e2e4", "d7d5"])
    dropped = board.play("N@f3")
    assert dropped.moves() == ["e2e4", "d7d5", "N@f3"]
    assert dropped.at_ply(2) == board
    assert bw.load(dropped.save()).moves() == dropped.moves()


def test_a_table_and_its_moves() -> None:
    table = bw.Table("chess", {"white": "human", "black": "human"}, undo=True)
    for seat, move in [("white", "e2e4"), ("black", "e7e5"), ("white", "g1f3")]:
        table.commit(seat, move)
    table.undo("white", 2)
    table.undo("black", 2)
    table.commit("black", "c7c5")
    again = bw.Table.load(table.save())
    again.resign("white")
    assert [step["move"] for step in again.reveal()["moves"]] == ["e2e4", "c7c5"]


def test_a_save_with_other_moves_is_refused() -> None:
    saved = bw.start("chess").play_many(LINE).save()
    for wrong in ("e2e4 e7e5 g1f3 b8a6", "e2e4 e7e5 g1f3", "e2e4 e2e4", "x" * 10_000):
        with pytest.raises(bw.InvalidNotationError, match=r"^saved state, (moves|position): "):
            bw.load(saved.replace(" ".join(LINE), wrong))


def test_a_seat_leaves_and_the_others_play_on() -> None:
    start = bw.start("jarls", players=3)
    state = start.leave("p1", "resigned")
    assert (state.out, start.out, state.ply) == (["p1"], [], 0)
    assert state.outcome is None
    assert bw.load(state.save()) == state
    assert pickle.loads(pickle.dumps(state)).out == ["p1"]
    end = state.leave("p0", "timeout").outcome
    assert end is not None
    assert (end.winners, end.reason) == (("p2",), "timeout")
    with pytest.raises(bw.GameOverError, match="p1"):
        state.leave("p1", "resigned")
    with pytest.raises(bw.InvalidOptionError, match="takes one of resigned"):
        start.leave("p1", "bored")
    with pytest.raises(bw.InvalidOptionError):
        start.leave("p7", "resigned")
    with pytest.raises(bw.UnsupportedError, match="ends when a seat leaves"):
        bw.start("chess").leave("white", "resigned")
