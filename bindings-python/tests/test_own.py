"""Bots of Python's own: the scenarios that all languages share, and what Python adds."""

import asyncio
import gc
import json
import threading
from pathlib import Path
from typing import Any

import pytest

import boardwright as bw
from support import PATIENCE, covers, let_go

SCENARIOS = json.loads((Path(__file__).parents[2] / "tests" / "scenarios" / "own.json").read_text())


class Waiting:
    """Bots whose questions wait until a step answers them."""

    def __init__(self) -> None:
        self.waiting: list[tuple[bw.Question, asyncio.Future[Any]]] = []
        self.held: list[tuple[bw.Question, asyncio.Future[Any]]] = []
        self.come = asyncio.Event()

    async def bot(self, question: bw.Question) -> Any:
        answer = asyncio.get_running_loop().create_future()
        self.waiting.append((question, answer))
        self.come.set()
        return await answer

    async def question(self, step: dict[str, Any]) -> None:
        while True:
            self.come.clear()
            fits = [w for w in self.waiting if w[0].seat == step["seat"] and not w[0].is_over]
            if fits:
                break
            await self.come.wait()
        self.waiting.remove(fits[0])
        question, answer = fits[0]
        names = ("id", "seat", "kind", "refused", "movetime", "nodes", "clock", "timeout")
        got = {name: getattr(question, name) for name in names}
        assert covers(got, step.get("expect", {})), f"{step}: {got}"
        if "kinds" in step:
            assert [event["kind"] for event in question.events] == step["kinds"], step
        if "candidates" in step:
            assert len(question.candidates) == step["candidates"]
        if "hold" in step:
            self.held.append((question, answer))
        elif "fail" in step:
            answer.set_exception(RuntimeError(step["fail"]))
        else:
            answer.set_result(step["answer"])

    async def after(self, step: dict[str, Any]) -> None:
        """Checks a question that was held back."""
        held = next(h for h in self.held if h[0].seat == step["seat"])
        self.held.remove(held)
        question, answer = held
        if step["given_up"]:
            with pytest.raises(asyncio.CancelledError):
                await answer
        assert question.is_over != step["taken"]
        assert question._native.answer(step["answer"]) == step["taken"]


def seated(occupant: Any, waiting: Waiting) -> Any:
    """Puts a callable in place of the word, as a host gives it."""
    if isinstance(occupant, dict) and occupant["bot"] == "own":
        return {**occupant, "bot": waiting.bot}
    return occupant


def loaded(table: bw.Table, seats: dict[str, Any], waiting: Waiting) -> bw.Table:
    """Saves and loads a table, whose own bots go on."""
    table = bw.Table.load(table.save())
    for seat, who in seats.items():
        if who["bot"] == "own":
            table.attend(seat, waiting.bot)
    return table


def called(table: bw.Table, call: str, args: dict[str, Any], waiting: Waiting) -> Any:
    if call == "take_over":
        return table.take_over(args["seat"], seated(args["occupant"], waiting))
    return table._call(call, **args)


async def play(scenario: dict[str, Any]) -> None:
    game = bw.Game(scenario["game"], **scenario.get("options", {}))
    position = scenario.get("position")
    state = game.start() if position is None else game.parse(position)
    waiting = Waiting()
    seats = {seat: seated(who, waiting) for seat, who in scenario["seats"].items()}
    table = bw.Table(state, seats, **scenario.get("settings", {}))
    for step in scenario["steps"]:
        args = step.get("args", {})
        if "wait" in step:
            await table.run_bots()
        elif "question" in step:
            await waiting.question(step["question"])
        elif "held" in step:
            await waiting.after(step["held"])
        elif "save_load" in step:
            table = loaded(table, scenario["seats"], waiting)
        elif "error" in step:
            with pytest.raises(bw.BoardwrightError) as error:
                table._call(step["call"], **args)
            assert error.value.code == step["error"]
        else:
            got = called(table, step["call"], args, waiting)
            assert covers(got, step.get("expect", got)), f"{step}: {got}"
            if "kinds" in step:
                assert [event["kind"] for event in got["events"]] == step["kinds"]
    table.close()


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda s: s["name"])
def test_scenario(scenario: dict[str, Any]) -> None:
    asyncio.run(asyncio.wait_for(play(scenario), 60))


def blind(bot: Any, **settings: Any) -> bw.Table:
    seats = {"white": {"bot": bot, "delay": 0}, "black": {"bot": "random", "seed": 2}}
    return bw.Table("blind", seats, options={"rules": "fog"}, seed=1, **settings)


def test_ten_lines_play_a_whole_blind_game() -> None:
    asked = []

    def first(question: bw.Question) -> str:
        asked.append(question.observation.seat)
        tried = [refusal["move"] for refusal in question.refused]
        return next(move for move in question.candidates if move not in tried)

    table = blind(first)
    assert table.wait(60)
    assert table.outcome is not None
    assert len(asked) > 5
    assert set(asked) == {"white"}
    events = table.reveal()["seats"][0]["events"]
    assert "bot_failed" not in {event["kind"] for event in events}


def test_a_bot_that_raises_or_answers_nonsense_never_stops_the_game() -> None:
    calls = 0

    async def broken(question: bw.Question) -> Any:
        nonlocal calls
        calls += 1
        if calls % 4 == 0:
            raise TypeError("it is broken")
        if calls % 4 == 1:
            return {"move": "nonsense"}
        if calls % 4 == 2:
            return object()
        return question.candidates[0]

    async def run() -> bw.Table:
        table = blind(broken)
        await table.run_bots()
        return table

    table = asyncio.run(asyncio.wait_for(run(), 60))
    assert table.outcome is not None
    failed = [e for e in table.reveal()["seats"][0]["events"] if e["kind"] == "bot_failed"]
    assert any(event["reason"] == "TypeError: it is broken" for event in failed)
    assert all(event["code"] == "bot_failed" and event["fallback"] for event in failed)


def test_a_bot_that_hangs_is_replaced_and_the_others_go_on() -> None:
    go = threading.Event()

    def hangs(_: bw.Question) -> str:
        go.wait(60)
        return "e2e4"

    table = bw.Table("chess", {"white": {"bot": hangs, "delay": 0}}, bot_timeout=1, seed=1)
    assert table.wait(60)
    assert table.view("black")["ply"] == 1
    table.commit("black", table.candidates("black")[0])
    assert table.wait(60)
    assert table.view("black")["ply"] == 3
    go.set()


def test_a_late_answer_is_not_taken_and_a_coroutine_is_cancelled() -> None:
    async def run() -> None:
        asked, cancelled = asyncio.Event(), asyncio.Event()

        async def late(_: bw.Question) -> str:
            asked.set()
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                cancelled.set()
                raise
            return "d2d4"

        table = bw.Table("chess", {"white": late}, seed=1)
        await asked.wait()
        table.take_over("white", "human")
        table.commit("white", "e2e4")
        await cancelled.wait()
        assert table.view("black")["ply"] == 1

    asyncio.run(asyncio.wait_for(run(), 60))


def test_a_coroutine_function_without_a_loop() -> None:
    async def mate(question: bw.Question) -> dict[str, Any]:
        await asyncio.sleep(0)
        return {"move": {0: "f2f3", 1: "g2g4"}[len(question.events) // 4], "thought": "?"}

    table = bw.Table("chess", {"white": mate}, seed=1)
    for move in ("e7e5", "d8h4"):
        assert table.wait(60)
        table.commit("black", move)
    assert table.outcome is not None
    assert table.outcome.reason == "checkmate"


def test_it_is_asked_with_what_its_seat_knows() -> None:
    questions = []

    def first(question: bw.Question) -> str:
        questions.append(question)
        return question.candidates[0]

    table = bw.Table(
        "blind",
        {"white": first, "black": {"bot": "random", "seed": 3}},
        options={"rules": "fog"},
        seed=1,
    )
    assert table.wait(60)
    told = [event for question in questions for event in question.events]
    assert told == table.events("white")["events"][: len(told)]
    assert {question.observation.seat for question in questions} == {"white"}


def test_a_table_goes_with_its_bots() -> None:
    class Bot:
        def __call__(self, question: bw.Question) -> str:
            return question.candidates[0]

    bot = Bot()
    gone = let_go(bot)
    table = bw.Table("chess", {"white": bot}, seed=1)
    assert table.wait(60)
    del bot, table
    gc.collect()
    # The thread that called it may be about to let go of it.
    assert gone.wait(PATIENCE)


def test_what_cannot_answer_is_refused() -> None:
    table = bw.Table("chess", {"white": "external"})
    with pytest.raises(bw.UnsupportedError):
        table.attend("white", lambda _: "e2e4")
    with pytest.raises(bw.InvalidOptionError):
        table.attend("green", lambda _: "e2e4")
    with pytest.raises(TypeError):
        table.attend("white", "random")  # type: ignore[arg-type]
    with pytest.raises(bw.InvalidOptionError):
        bw.Table("chess", {"white": {"bot": lambda _: "e2e4", "options": {}}})


def test_seats_are_filled_with_bots_of_ones_own() -> None:
    asked: list[str] = []

    def first(question: bw.Question) -> str:
        asked.append(question.seat)
        return question.candidates[0]

    table = bw.Table("chess", {"white": "human", "black": "empty"}, seed=1)
    with table:
        assert table.fill(occupant=first) == ["black"]
        table.commit("white", "e2e4")
        assert table.wait(60)
        assert asked == ["black"]
        assert table.view("white")["ply"] == 2


def test_the_bot_for_abandoned_seats_may_be_an_object() -> None:
    bot = bw.Bot("search", game="chess", level="beginner")
    with bw.Table("chess", seed=1, grace=10, on_abandoned=bot) as table:
        table.disconnected("white", 0)
        table.tick(10)
        assert table.view("black")["table"]["players"][0]["bot"] == "search"
    with pytest.raises(bw.InvalidOptionError, match=r"on_abandoned\.bot"):
        bw.Table("chess", on_abandoned={"bot": "own"})
