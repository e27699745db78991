"""One class for each code."""

import pickle

import pytest

import boardwright as bw
from boardwright import _errors


def test_every_code_has_a_class_of_its_own() -> None:
    assert list(_errors.BY_CODE) == bw.error_codes()
    assert len(set(_errors.BY_CODE.values())) == len(bw.error_codes())
    for code, error in _errors.BY_CODE.items():
        assert issubclass(error, bw.BoardwrightError)
        assert issubclass(error, ValueError)
        assert error.code == code
        assert getattr(bw, error.__name__) is error
        assert error.__name__ in bw.__all__
        words = "".join(word.capitalize() for word in code.split("_"))
        assert error.__name__ == f"{words}Error"


def test_messages_say_what_exists() -> None:
    with pytest.raises(bw.UnknownGameError) as caught:
        bw.start("no such game")
    for game in bw.games():
        assert game["name"] in str(caught.value)
    with pytest.raises(bw.UnknownBotError, match="random"):
        bw.Bot("no such bot", game=bw.games()[0]["name"])
    with pytest.raises(bw.InvalidOptionError, match="no_such_option"):
        bw.start(bw.games()[0]["name"], no_such_option=1)


def test_errors_can_be_pickled() -> None:
    with pytest.raises(bw.BoardwrightError) as caught:
        bw.start("no such game")
    again = pickle.loads(pickle.dumps(caught.value))
    assert type(again) is bw.UnknownGameError
    assert str(again) == str(caught.value)
    assert again.code == "unknown_game"


def test_what_would_have_been_understood_is_named() -> None:
    chess = bw.start("chess")
    with pytest.raises(bw.InvalidNotationError, match="the style san would read it"):
        chess.play("e4")
    bot = bw.Bot("random", game="crazyhouse")
    said = "the bot plays crazyhouse and was given "
    with pytest.raises(bw.InvalidOptionError, match=said + "a state of chess"):
        bot.decide(chess)
    with pytest.raises(bw.InvalidOptionError, match=said + "an observation of chess"):
        bot.decide(chess.observe("white"))
