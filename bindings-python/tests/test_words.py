"""Positions and moves in words, for every registered game."""

import pytest

import boardwright as bw
from support import line


def test_positions_and_moves_are_told(name: str) -> None:
    for state in line(name, seed=3, plies=30):
        text = state.describe_text()
        assert text.endswith(".")
        assert text.isprintable()
        for seat in state.game.seats:
            observation = state.observe(seat)
            told = observation.describe_text()
            assert told.startswith("You are ")
            assert state.describe_text(seat) == state.describe_text(seat=seat) == told
            moves = observation.candidates()
            words = {observation.move_in_words(move) for move in moves}
            assert len(words) == len(moves)
        moves = state.legal_moves()
        words = {state.move_in_words(move) for move in moves}
        assert len(words) == len(moves)


def test_chess_in_words() -> None:
    state = bw.parse("chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
    assert state.describe_text() == (
        "White to move. Move 1. White: king g1, rook a1. Black: king g8, pawns f7, g7 and h7."
    )
    assert state.describe_text(seat="black").startswith("You are Black. White to move.")
    assert state.move_in_words("a1a8") == "rook from a1 to a8, checkmate"
    assert state.move_in_words("Ra8#", style="san") == "rook from a1 to a8, checkmate"
    assert state.move_in_words(state.action_id("g1f1"), seat="white") == "king from g1 to f1"
    with pytest.raises(bw.IllegalMoveError):
        state.move_in_words("a1b2")
    with pytest.raises(bw.InvalidOptionError):
        state.describe_text("nobody")


def test_a_seat_is_told_what_it_knows() -> None:
    state = bw.start("blind", rules="fog").play_many(["e2e4", "d7d5"])
    white = state.observe("white")
    assert white.move_in_words("e4d5").endswith("on d5, where a pawn is seen")
    assert "Your pieces: king e1, queen d1, " in white.describe_text()
    assert "king e8" in state.describe_text()
    assert "king e8" not in white.describe_text()
    with pytest.raises(bw.IllegalMoveError):
        white.move_in_words("e7e5")
