"""Bots of Python's own without a table: scenarios of all languages, and what Python adds."""

import asyncio
import copy
import gc
import json
import pickle
import threading
import weakref
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

import boardwright as bw
from boardwright import arena
from boardwright._llm import Call, Response
from support import covers

FILE = Path(__file__).parents[2] / "tests" / "scenarios" / "own-decisions.json"
SCENARIOS = json.loads(FILE.read_text())


class Answers:
    """Answers step by step."""

    def __init__(self, steps: list[dict[str, Any]]) -> None:
        self.steps = list(steps)
        self.faults: list[str] = []

    def __call__(self, question: bw.Question) -> Any:
        step = self.steps.pop(0)
        names = ("id", "seat", "kind", "refused", "events", "movetime", "nodes", "clock", "timeout")
        got = {name: getattr(question, name) for name in names}
        # An assertion here would fail the bot, and not the test.
        if not covers(got, step.get("expect", {})):
            self.faults.append(f"{step}: {got}")
        if step.get("candidates", len(question.candidates)) != len(question.candidates):
            self.faults.append(f"{step}: {question.candidates}")
        if "fail" in step:
            raise RuntimeError(step["fail"])
        return step["answer"]


def limits(given: dict[str, Any]) -> dict[str, Any]:
    """The limits with times in seconds."""

    def seconds(name: str, value: Any) -> Any:
        if name in ("movetime", "deadline", "remaining", "increment"):
            return value / 1000
        if isinstance(value, dict):
            return {name: seconds(name, value) for name, value in value.items()}
        return [seconds("", item) for item in value] if isinstance(value, list) else value

    return {name: seconds(name, value) for name, value in given.items()}


def plain(answers: Answers, bot: dict[str, Any], *about: Any, **given: Any) -> bw.Decision:
    return bw.Bot(answers, **bot).decide(*about, **given)


def future(answers: Answers, bot: dict[str, Any], *about: Any, **given: Any) -> bw.Decision:
    return bw.Bot(answers, **bot).decide_future(*about, **given).result(60)


def coroutine(answers: Answers, bot: dict[str, Any], *about: Any, **given: Any) -> bw.Decision:
    loops = []

    async def answer(question: bw.Question) -> Any:
        loops.append(asyncio.get_running_loop())
        await asyncio.sleep(0)
        return answers(question)

    async def run() -> bw.Decision:
        decision = await bw.Bot(answer, **bot).decide_async(*about, **given)
        assert set(loops) == {asyncio.get_running_loop()}
        return decision

    return asyncio.run(asyncio.wait_for(run(), 60))


@pytest.mark.parametrize("how", [plain, future, coroutine], ids=lambda how: str(how.__name__))
@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda s: s["name"])
def test_scenario(scenario: dict[str, Any], how: Callable[..., bw.Decision]) -> None:
    state = bw.start(scenario["game"], **scenario.get("options", {}))
    for move in scenario.get("moves", []):
        state = state.play(move)
    about: Any = (state, scenario.get("seat"))
    if "observe" in scenario:
        about = (state.observe(scenario["observe"]),)
    answers = Answers(scenario["answers"])
    given = limits(scenario.get("limits", {}))
    if "error" in scenario:
        with pytest.raises(bw.BoardwrightError) as error:
            how(answers, scenario.get("bot", {}), *about, **given)
        assert error.value.code == scenario["error"]
        assert scenario["message"] in str(error.value)
    else:
        decision = how(answers, scenario.get("bot", {}), *about, **given)
        got = asdict(decision) | {"pv": list(decision.pv), "messages": list(decision.messages)}
        got["says"] = [asdict(said) for said in decision.says]
        assert covers(got, scenario["expect"]), got
    assert answers.faults == []
    assert answers.steps == []


def test_a_callable_is_called_on_the_thread_that_asks() -> None:
    threads = []

    def first(question: bw.Question) -> str:
        threads.append(threading.get_ident())
        return question.candidates[0]

    bot = bw.Bot(first)
    assert bot.decide(bw.start("chess")).move == "a2a3"
    assert threads == [threading.get_ident()]
    assert bot.decide_future(bw.start("chess")).result(60).move == "a2a3"
    assert threads[1] != threading.get_ident()


def test_what_it_raises_is_the_cause() -> None:
    def broken(_: bw.Question) -> str:
        raise KeyError("book")

    with pytest.raises(bw.BotFailedError, match="KeyError: 'book'") as error:
        bw.Bot(broken).decide(bw.start("chess"))
    assert isinstance(error.value.__cause__, KeyError)

    async def breaks(_: bw.Question) -> str:
        raise KeyError("book")

    for bot in (bw.Bot(broken), bw.Bot(breaks)):
        with pytest.raises(bw.BotFailedError, match="KeyError: 'book'") as error:
            asyncio.run(bot.decide_async(bw.start("chess")))
        assert isinstance(error.value.__cause__, KeyError)
    with pytest.raises(bw.BotFailedError) as error:
        bw.Bot(broken).decide_future(bw.start("chess")).result(60)
    assert isinstance(error.value.__cause__, KeyError)

    def interrupted(_: bw.Question) -> str:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        bw.Bot(interrupted).decide(bw.start("chess"))


def test_an_answer_after_its_time_is_not_taken() -> None:
    asked = []

    def late(question: bw.Question) -> str:
        asked.append(question.timeout)
        while not question.is_over:
            threading.Event().wait(0.001)
        return "e2e4"

    with pytest.raises(bw.BotFailedError, match="no answer within"):
        bw.Bot(late).decide(bw.start("chess"), deadline=0.02)
    with pytest.raises(bw.BotFailedError, match="no answer within"):
        bw.Bot(late, bot_timeout=20).decide(bw.start("chess"))
    assert all(timeout <= 20 for timeout in asked)


def test_a_coroutine_function_wants_a_loop() -> None:
    async def first(question: bw.Question) -> str:
        return question.candidates[0]

    bot = bw.Bot(first)
    with pytest.raises(bw.UnsupportedError, match="decide_async"):
        bot.decide(bw.start("chess"))
    with pytest.raises(bw.BotFailedError, match="decide_async"):
        bw.Bot(lambda question: first(question)).decide(bw.start("chess"))  # noqa: PLW0108
    # Without a loop the future has one of its own.
    assert bot.decide_future(bw.start("chess")).result(60).move == "a2a3"


def test_a_decision_that_is_cancelled_is_not_thought_about() -> None:
    async def run() -> None:
        asked, cancelled = asyncio.Event(), asyncio.Event()
        questions = []

        async def hangs(question: bw.Question) -> str:
            questions.append(question)
            asked.set()
            try:
                await asyncio.Event().wait()
            finally:
                cancelled.set()
            return "e2e4"

        bot = bw.Bot(hangs)
        task = asyncio.create_task(bot.decide_async(bw.start("chess")))
        await asked.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await cancelled.wait()
        assert questions[0].is_over
        asked.clear()
        cancelled.clear()
        future = bot.decide_future(bw.start("chess"))
        await asked.wait()
        assert future.cancel()
        await cancelled.wait()

    asyncio.run(asyncio.wait_for(run(), 60))
    asked, seen = threading.Event(), threading.Event()

    def looks(question: bw.Question) -> str:
        asked.set()
        while not question.is_over:
            threading.Event().wait(0.001)
        seen.set()
        return "e2e4"

    future = bw.Bot(looks).decide_future(bw.start("chess"))
    assert asked.wait(60)
    assert future.cancel()
    assert seen.wait(60)


def test_decisions_at_once() -> None:
    async def run() -> None:
        go = asyncio.Event()

        async def waits(question: bw.Question) -> str:
            await go.wait()
            return question.candidates[-1]

        bot = bw.Bot(waits, game="chess")
        states = [bw.start("chess")] * 50
        tasks = [asyncio.create_task(bot.decide_async(state)) for state in states]
        await asyncio.sleep(0)
        go.set()
        assert {decision.move for decision in await asyncio.gather(*tasks)} == {"g1h3"}

    asyncio.run(asyncio.wait_for(run(), 60))


def first(question: bw.Question) -> str:
    return question.candidates[0]


def test_what_it_does_not_do() -> None:
    bot = bw.Bot(first, game="chess", retry_cap=2)
    state = bw.start("chess")
    for call in (
        lambda: bot.analyse(state),
        lambda: bot.analyse_async(state),
        lambda: bot.decide_many([state]),
        bot.new_game,
    ):
        with pytest.raises(bw.UnsupportedError):
            call()
    assert (bot.name, bot.game, repr(bot)) == ("own", "chess", f"Bot({first!r}, game='chess')")
    assert (bw.Bot(first).game, repr(bw.Bot(first))) == (None, f"Bot({first!r})")
    for wrong in (3, None, int, object()):
        with pytest.raises(TypeError):
            bw.Bot(wrong)  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="game"):
        bw.Bot("random")  # type: ignore[call-overload]
    with pytest.raises(bw.InvalidOptionError, match="seed"):
        bw.Bot(first, seed=1)  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="subject"):
        bot.decide("chess")  # type: ignore[arg-type]


def test_copies_and_pickles_hold_the_callable() -> None:
    bot = bw.Bot(first, game="chess", retry_cap=0)
    for again in (copy.copy(bot), copy.deepcopy(bot), pickle.loads(pickle.dumps(bot))):
        assert again.game == "chess"
        assert again.decide(bw.start("chess")).move == "a2a3"
    with pytest.raises((pickle.PicklingError, AttributeError)):
        pickle.dumps(bw.Bot(lambda _: "e2e4"))


def test_nothing_keeps_a_bot_that_refers_to_itself() -> None:
    class Player:
        def __init__(self) -> None:
            self.bot = bw.Bot(self.answer)

        def answer(self, question: bw.Question) -> str:
            return question.candidates[0]

    player = Player()
    assert player.bot.decide(bw.start("chess")).move == "a2a3"
    gone = weakref.ref(player)
    del player
    gc.collect()
    assert gone() is None


def test_seated_it_is_the_callable_itself() -> None:
    bot = bw.Bot(first, retry_cap=0)
    for occupant in (bot, {"bot": bot, "name": "Ada"}):
        table = bw.Table("chess", {"white": occupant}, seed=1)
        assert table.wait(60)
        assert table.view("black")["table"]["players"][0]["bot"] == "own"
        assert table.moves()["moves"][0]["move"] == "a2a3"
        table.close()
    table = bw.Table("chess", {"black": "empty"}, seed=1)
    assert table.fill(occupant=bot) == ["black"]
    table.take_over("white", bot)
    table.attend("white", bot)
    table.close()
    with pytest.raises(bw.InvalidOptionError, match=r"on_abandoned\.bot"):
        bw.Table("chess", on_abandoned=bot)
    report = arena.tournament("chess", [bot, "random"], games=2, ply_limit=6, seed=1)
    assert {player["name"] for player in report["times"]} == {"first", "random"}


def test_a_language_model_decides() -> None:
    async def send(call: Call) -> Response:
        content = json.dumps({"move": "e4"})
        body = {"choices": [{"message": {"content": content}}]}
        return {"status": 200, "headers": {}, "body": json.dumps(body)}

    endpoint = bw.Endpoint(base_url="http://localhost:1", model="m")
    player = bw.LanguageModel([endpoint], send=send, preflight=False)
    decision = asyncio.run(bw.Bot(player).decide_async(bw.start("chess")))
    assert decision.move == "e2e4"
