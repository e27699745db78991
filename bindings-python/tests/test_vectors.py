"""The vectors that every language runs from the same files; `tests/README.md` in the
repository says what the lines mean."""

import json
import re
from collections.abc import Iterator

import pytest

import boardwright as bw
from support import FULL, ROOT

MOST_LEAVES = 50_000_000 if FULL else 2_000_000

# The files of counts have names of their own for some rules.
ALIASES = {"chess960": "chess(chess960=true)"}


def lines(extension: str) -> list[list[str]]:
    found = [
        text.split(" ; ")
        for file in sorted((ROOT / "tests" / "vectors").glob(f"*.{extension}"))
        for text in file.read_text(encoding="utf-8").splitlines()
        if text.strip() and not text.startswith("#")
    ]
    assert found, f"no *.{extension} line was read"
    return found


def game(text: str) -> bw.Game:
    match = re.fullmatch(r"([^(]+)(?:\((.*)\))?", ALIASES.get(text, text))
    assert match
    name, options = match.groups()
    pairs = (option.split("=", 1) for option in (options or "").split(",") if option)
    return bw.Game(name, **{key: json.loads(value) for key, value in pairs})


def position(rules: bw.Game, text: str) -> bw.State:
    return rules.start() if text == "start" else rules.parse(text)


def counts() -> Iterator[tuple[str, str, str, int, int]]:
    for name, rules, text, *depths in lines("perft"):
        for depth in depths:
            plies, leaves = depth.removeprefix("d").split()
            yield name, rules, text, int(plies), int(leaves)


def test_counts_of_leaves() -> None:
    run = 0
    for name, rules, text, depth, leaves in counts():
        if leaves <= MOST_LEAVES:
            state = position(game(rules), text)
            assert state.perft(depth, threads=2 if FULL else 1) == leaves, (rules, name, depth)
            run += 1
    assert run > 100


def test_games() -> None:
    for name, rules, text, moves, notation, key, reason in lines("games"):
        state = first = position(game(rules), text)
        for move in moves.split():
            state = state.play(move)
        assert state == first.play_many(moves.split()), name
        assert state.notation == notation, name
        assert state.key == key, name
        assert (state.outcome.reason if state.outcome else "-") == reason, name


def argument(text: str) -> object:
    if text.startswith("nested:"):
        value: object = "x"
        for _ in range(int(text.removeprefix("nested:"))):
            value = [value]
        return value
    return int(text) if text.lstrip("-").isdigit() else text


@pytest.mark.parametrize("fields", lines("arguments"))
def test_arguments_are_checked_as_everywhere(fields: list[str]) -> None:
    name, given, named, message = fields
    positional = [argument(text) for text in given.split(",") if given != "-"]
    keywords = {
        key: argument(value)
        for key, value in (pair.split("=") for pair in named.split(",") if named != "-")
    }
    call = getattr(bw if hasattr(bw, name) else bw.start("chess"), name)
    with pytest.raises(bw.InvalidOptionError) as caught:
        call(*positional, **keywords)
    assert str(caught.value) == message


def test_wrong_input() -> None:
    for what, rules, text, move, code in lines("errors"):
        with pytest.raises(bw.BoardwrightError) as caught:
            state = position(game(rules), text)
            if move != "-":
                state.play(move)
        assert caught.value.code == code, (what, caught.value)
        assert len(str(caught.value)) > 10


def test_words() -> None:
    seats = 0
    for name, rules, moves, seat, position, told in lines("words"):
        state = game(rules).start()
        state = state if moves == "-" else state.play_many(moves.split())
        speaker: bw.State | bw.Observation = state if seat == "-" else state.observe(seat)
        assert speaker.describe_text() == position, (rules, name)
        for pair in told.split(" | ") if told != "-" else ():
            text, words = pair.split(" = ")
            assert speaker.move_in_words(text) == words, (rules, name, text)
        seats += seat != "-"
        if isinstance(speaker, bw.Observation):
            assert state.describe_text(seat=seat) == position
            with pytest.raises(
                bw.IllegalMoveError, match="none of the moves that the seat may try"
            ):
                speaker.move_in_words("z9z9")
    assert seats > 0


def test_questions() -> None:
    hidden = 0
    for name, rules, moves, question, given, answer in lines("questions"):
        state = game(rules).start()
        state = state if moves == "-" else state.play_many(moves.split())
        arguments = json.loads(given)
        observation = state.observe(0)
        if answer[0].isalpha() and answer not in ("true", "false", "null"):
            with pytest.raises(bw.BoardwrightError) as caught:
                state.ask(question, **arguments)
            assert caught.value.code == answer, (rules, name)
        else:
            assert state.ask(question, **arguments) == json.loads(answer), (rules, name)
            if not state.game.hidden:
                assert observation.ask(question, **arguments) == json.loads(answer)
        if state.game.hidden:
            with pytest.raises(bw.HiddenInformationError):
                observation.ask(question, **arguments)
            hidden += 1
    assert hidden > 0


def test_questions_are_listed() -> None:
    questions = {question["name"]: question for question in bw.Game("chess").questions}
    assert [argument["name"] for argument in questions["attackers"]["arguments"]] == [
        "square",
        "by",
    ]
    assert questions["attackers"]["answer"] == "a list of texts"
    listed = {entry["name"]: entry["questions"] for entry in bw.games()}
    assert listed["chess"] == bw.Game("chess").questions
    state = bw.start("chess")
    with pytest.raises(bw.InvalidOptionError, match="there are pieces, piece_at"):
        state.ask("atackers")
    with pytest.raises(bw.InvalidOptionError, match="there are square, by"):
        state.ask("attackers", sqare="e4")
    with pytest.raises(bw.InvalidOptionError, match="square has to be given"):
        state.ask("attackers")
