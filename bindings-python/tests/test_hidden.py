"""A game that hides something and has two live seats, played without the binding's knowing it."""

import json
import random

import pytest

import boardwright as bw


def test_two_seats_are_live(hidden: bw.State) -> None:
    assert hidden.game.hidden
    assert hidden.live == hidden.game.seats
    assert len(hidden.live) == 2
    assert hidden.to_move is None
    ours, theirs = (hidden.legal_moves(seat) for seat in hidden.live)
    assert ours
    assert theirs
    assert sorted(ours + theirs) == sorted(hidden.legal_moves())
    assert not set(ours) & set(theirs)


def test_states_do_not_show_themselves(hidden: bw.State) -> None:
    state = hidden.play(hidden.legal_moves(0)[4])
    for text in (repr(state), str(state), f"{state}", repr(state.cursor())):
        assert "hidden" in text
        assert state.notation not in text
    assert repr(state) == repr(hidden)


def test_bots_get_observations_alone(hidden: bw.State) -> None:
    bot = bw.Bot("random", game=hidden.game, seed=1)
    with pytest.raises(bw.HiddenInformationError):
        bot.decide(hidden)
    with pytest.raises(bw.HiddenInformationError):
        bot.decide(hidden, seat=0)
    for seat in hidden.live:
        assert bot.decide(hidden.observe(seat)).move in hidden.legal_moves(seat)


def test_a_seat_sees_only_its_own(hidden: bw.State) -> None:
    """What one seat does before the round ends makes no difference to the other."""
    ours, theirs = hidden.game.seats
    seen = set()
    for move in hidden.legal_moves(ours):
        state = hidden.play(move, seat=ours)
        assert state.live == [theirs]
        other = state.observe(theirs)
        seen.add(
            (
                other.text,
                other.key,
                repr(other),
                other.draw(),
                other.svg(),
                hash(other),
                json.dumps(state.describe(theirs)),
                *other.candidates(),
            )
        )
        mine = state.observe(ours)
        assert not mine.may_act
        assert mine.candidates() == []
        with pytest.raises(bw.NotYourTurnError):
            state.play(move, seat=ours)
        with pytest.raises(bw.NotYourTurnError):
            bw.Bot("random", game=state.game).decide(mine)
    assert len(seen) == 1
    assert "notation" not in hidden.describe(ours)


def test_whole_games_by_observations(hidden: bw.State) -> None:
    bots = {
        seat: bw.Bot("random", game=hidden.game, seed=index)
        for index, seat in enumerate(hidden.game.seats)
    }
    rng = random.Random(1)
    for _ in range(20):
        state = hidden
        while state.outcome is None:
            seat = rng.choice(state.live)
            state = state.play(bots[seat].decide(state.observe(seat)).move, seat=seat)
        assert state.outcome.reason
        assert all(state.observe(seat).outcome == state.outcome for seat in state.game.seats)
        assert bw.load(state.save()) == state
