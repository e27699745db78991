"""The table: the scenarios that all languages share, and what Python adds."""

import asyncio
import gc
import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import boardwright as bw
from support import PATIENCE, covers, let_go

FOLDER = Path(__file__).parents[2] / "tests" / "scenarios"
SCENARIOS = [
    scenario
    for name in ("tables.json", "partners.json")
    for scenario in json.loads((FOLDER / name).read_text())
]


def decide(state: bw.State, step: dict[str, Any]) -> None:
    """Has a bot decide without a table."""
    bot = bw.Bot(step["bot"], game=state.game.name, seed=1, **step.get("options", {}))
    observation = state.observe(step["seat"])
    if "error" in step:
        with pytest.raises(bw.BoardwrightError) as error:
            bot.decide(observation, **step["limits"])
        assert error.value.code == step["error"]
        return
    decision = bot.decide(observation, **step["limits"])
    says = [{"text": said.text, "repeated": said.repeated} for said in decision.says]
    got = {"move": decision.move, "says": says}
    assert covers(got, step["expect"]), f"{step}: {got}"


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda s: s["name"])
def test_scenario(scenario: dict[str, Any]) -> None:
    game = bw.Game(scenario["game"], **scenario.get("options", {}))
    position = scenario.get("position")
    state = game.start() if position is None else game.parse(position)
    table = bw.Table(state, scenario["seats"], **scenario.get("settings", {}))
    for step in scenario["steps"]:
        if step.get("wait"):
            assert table.wait(60)
        elif step.get("save_load"):
            table = bw.Table.load(table.save())
        elif "decide" in step:
            decide(table.state(), step["decide"])
        elif "error" in step:
            with pytest.raises(bw.BoardwrightError) as error:
                table._call(step["call"], **step.get("args", {}))
            assert error.value.code == step["error"]
        else:
            got = table._call(step["call"], **step.get("args", {}))
            assert covers(got, step.get("expect", got)), f"{step}: {got}"
            if "kinds" in step:
                assert [event["kind"] for event in got["events"]] == step["kinds"]
            for name, found in (("includes", True), ("excludes", False)):
                if name in step:
                    assert any(covers(e, step[name]) for e in got["events"]) == found, step


def test_named_methods_and_a_bot_object() -> None:
    bot = bw.Bot("random", game="chess", seed=5)
    table = bw.Table("chess", {"black": bot}, clock={"base": 60_000})
    assert table.commit("white", "e4", style="san", now=1_000)["since"] == 1
    asyncio.run(asyncio.wait_for(table.run_bots(), 60))
    view = table.view("white")
    assert view["ply"] == 2
    assert view["table"]["players"][1]["bot"] == "random"
    assert table.candidates("white")
    assert table.events("white")["next"] == view["table"]["next_seq"]
    assert table.outcome is None
    table.resign(0)
    assert table.outcome is not None
    assert table.outcome.reason == "resigned"
    assert table.reveal()["moves"][0]["move"] == "e2e4"
    again = bw.Table.load(table.save())
    assert again.reveal() == table.reveal()
    table.close()


def test_a_host_looks_at_everything() -> None:
    table = bw.Table("blind", options={"rules": "fog"}, seed=1)
    before = table.revision
    table.commit("white", "e2e4")
    assert table.revision > before
    assert table.game.options["rules"] == "fog"
    assert table.state().moves() == ["e2e4"]
    assert table.observe("black") == table.state().observe(1)
    with pytest.raises(bw.InvalidOptionError):
        table.observe("green")
    assert table.moves()["moves"][0]["move"] == "e2e4"
    table.pause()
    table.resume(now=5)
    assert table.adjudicate(["black"])["ended"]
    assert table.outcome is not None
    assert table.outcome.reason == "adjudicated"
    with pytest.raises(bw.GameOverError):
        table.abort()


def test_the_time_of_the_next_tick() -> None:
    table = bw.Table("chess", clock={"base": 60_000}, grace=5_000, now=1_000)
    told = table.tick(2_000)
    assert told == {"now": 2_000, "next_flag": 61_000, "next": 61_000, "ended": False}
    assert set(told) == bw.Tick.__required_keys__
    table.disconnected("black", 3_000)
    told = table.tick(4_000)
    assert (told["next_flag"], told["next"]) == (61_000, 8_000)
    assert table.tick(8_000)["ended"]
    assert table.tick(9_000)["next"] is None


def test_many_tables_of_bots_play_at_once() -> None:
    async def play() -> None:
        tables = [
            bw.Table(
                "crazyhouse",
                {side: {"bot": "random", "seed": i} for side in ("white", "black")},
            )
            for i in range(100)
        ]
        await asyncio.wait_for(asyncio.gather(*(table.run_bots() for table in tables)), 120)
        assert all(table.outcome is not None for table in tables)

    asyncio.run(play())


@pytest.mark.parametrize(
    "garbage", [None, 3, 2.5, "x", b"x", [], {}, {"bot": 1}, object(), "\ud800"]
)
def test_garbage_gets_typed_errors(garbage: Any) -> None:
    wrong = (bw.BoardwrightError, TypeError)
    table = bw.Table("chess")
    for call in ("commit", "respond_draw", "take_over", "undo", "events", "tick", "disconnected"):
        for name in ("seat", "move", "accept", "occupant", "plies", "since", "now"):
            args: dict[str, Any] = {"seat": "white", name: garbage}
            try:
                table._call(call, **args)
            except wrong as error:
                assert getattr(error, "code", "") != "internal"
    with pytest.raises(wrong):
        bw.Table("chess", {"white": garbage})
    with pytest.raises(wrong):
        bw.Table("chess", {}, clock=garbage if garbage is not None else 5)
    with pytest.raises(wrong):
        bw.Table.load(garbage)


def test_a_listener_is_called_with_events_as_they_happen() -> None:
    table = bw.Table("chess", {"black": {"bot": "random", "seed": 1, "delay": 0}}, seed=1)
    told: dict[str, list[str]] = {"black": [], "spectators": []}
    changes, done = [], {name: threading.Event() for name in ("black", "spectators", "changes")}

    def hear(name: str) -> Callable[[bw.Events], None]:
        def tell(events: bw.Events) -> None:
            told[name] += [event["kind"] for event in events["events"]]
            if "ended" in told[name]:
                done[name].set()

        return tell

    def changed() -> None:
        changes.append(table.revision)
        if table.outcome is not None:
            done["changes"].set()

    table.listen(hear("black"), seat="black", since=1)
    table.listen(hear("spectators"), feed="spectators")
    stop = table.listen(changed)
    stopped: list[object] = []
    table.listen(stopped.append, seat="white", since=1)()
    table.commit("white", "e2e4")
    assert table.wait()
    table.resign("white")
    for event in done.values():
        assert event.wait()
    moves = ["moved", "move"] * 2
    assert told["black"] == [*moves, "resigned", "ended"]
    assert told["spectators"] == ["started", *moves, "resigned", "ended"]
    # Called for one change, it may find that the next has been made as well.
    assert changes == sorted(changes)
    assert stopped == []
    stop()
    stop()


def test_events_are_followed_in_an_event_loop() -> None:
    async def run() -> list[str]:
        table = bw.Table("blind", seed=1)
        loop = asyncio.get_running_loop()
        called: list[asyncio.AbstractEventLoop] = []
        heard = asyncio.Event()

        def changed() -> None:
            called.append(asyncio.get_running_loop())
            heard.set()

        table.listen(changed)
        following = table.follow("black")
        kinds: list[str] = []

        async def play() -> None:
            table.commit("white", "e2e5")
            table.commit("white", "e2e4")
            table.resign("black")

        task = asyncio.create_task(play())
        async for events in following:
            kinds += [event["kind"] for event in events["events"]]
            if "ended" in kinds:
                await heard.wait()
                table.close()
        await task
        assert set(called) == {loop}
        return kinds

    # Nothing of what the other side tried in vain.
    assert asyncio.run(run()) == ["started", "moved", "resigned", "ended"]


def test_a_listener_keeps_no_table_and_what_makes_no_sense_is_refused() -> None:
    table = bw.Table("chess")
    with pytest.raises(bw.InvalidOptionError, match="feed: takes spectators or referee"):
        table.listen(print, feed="everybody")  # type: ignore[arg-type]
    with pytest.raises(bw.InvalidOptionError, match="beside a seat"):
        table.listen(print, seat="white", feed="referee")
    with pytest.raises(bw.InvalidOptionError, match="takes a seat, or a feed"):
        table.listen(print, since=1)
    with pytest.raises(TypeError, match="coroutine"):
        table.listen(asyncio.sleep)
    with pytest.raises(TypeError, match="callable"):
        table.listen(None)  # type: ignore[arg-type]
    table.listen(print, seat="white", since=1)
    gone = let_go(table)
    del table
    gc.collect()
    # A thread may be about to hand on an event.
    assert gone.wait(PATIENCE)


def test_spectators_and_referees_see_what_is_theirs() -> None:
    table = bw.Table("blind", seed=1)
    table.commit("white", "e2e5")
    assert table.spectator_events()["events"] == []
    assert table.spectator_view()["shown"] is False
    heard = table.referee_events()["events"]
    assert heard[1]["kind"] == "attempted"
    assert table.referee_view()["to_move"] == "white"
    table.resign("white")
    assert len(table.spectator_events()["events"]) == len(heard) + 2


def test_a_table_is_the_same_by_its_changes() -> None:
    table = bw.Table("chess", seed=1)
    saved = table.save_changes()
    texts = [saved["saved"]]
    for seat, move in [("white", "e2e4"), ("black", "e7e5")]:
        table.commit(seat, move)
        saved = table.save_changes(saved["next"])
        texts.append(saved["saved"])
    assert bw.Table.load("\n".join(texts)).save() == table.save()
    with pytest.raises(bw.InvalidOptionError, match="since: "):
        bw.Table("bughouse").save_changes(saved["next"])


def test_clients_make_the_calls_of_seats_and_no_others() -> None:
    table = bw.Table("chess")
    assert "commit" in bw.SEAT_CALLS
    assert "take_over" not in bw.SEAT_CALLS
    answer = table.seat_call("white", "commit", {"move": "e2e4"}, now=5)
    assert answer["ended"] is False
    refused: list[tuple[str, dict[str, object] | None, str, str]] = [
        ("commit", {"move": "e7e5", "seat": "black"}, "invalid_option", "seat is for the server"),
        ("view", {"now": 9}, "invalid_option", "now is for the server"),
        ("resign", {"why": 1}, "invalid_option", "a seat gives nothing"),
        ("take_over", {"occupant": "random"}, "unsupported", "a seat has no call"),
        ("dance", None, "unsupported", "a seat has no call"),
        ("commit", {"move": "d2d4"}, "not_your_turn", "turn"),
    ]
    for name, payload, code, message in refused:
        with pytest.raises(bw.BoardwrightError, match=message) as error:
            table.seat_call("white", name, payload)
        assert error.value.code == code, name
    with pytest.raises(bw.InvalidOptionError):
        table.seat_call("nobody", "view")
    with pytest.raises(bw.InvalidOptionError, match="now"):
        table.seat_call("white", "view", now=-1)


def test_bots_that_were_made_are_seated_with_their_names_options_and_seeds() -> None:
    one = bw.Bot("random", game="chess", seed=3)
    seat = {"bot": "random", "seed": 3, "name": "Ann"}

    def played(white: Any) -> list[Any]:
        table = bw.Table("chess", {"white": white, "black": {"bot": "random", "seed": 4}}, seed=1)
        asyncio.run(asyncio.wait_for(table.run_bots(), 60))
        assert table.outcome is not None
        return list(table.reveal()["moves"])

    # Its own number of moves is not its table's: it is made again there.
    assert one.decide(bw.start("chess")).move
    assert played(one) == played({"bot": one, "name": "Ann"}) == played(seat)
    table = bw.Table("chess", {"white": "empty", "black": "human"}, on_abandoned=one)
    assert table.fill(occupant={"bot": one, "name": "Bea"}) == ["white"]
    assert table.view("black")["table"]["players"][0]["name"] == "Bea"
    exploding = bw.Bot("random", game="chess+atomic")
    bw.Table("chess+atomic", {"black": exploding}).close()
    other = bw.Bot("random", game="crazyhouse")
    for wrong, message in (
        (other, "seats.white.bot: it plays .?crazyhouse.?, not chess"),
        ({"bot": other}, "seats.white.bot: it plays .?crazyhouse.?, not chess"),
        ({"bot": one, "seed": 2}, "seats.white.seed: the bot has its own already"),
        ({"bot": one, "options": {}}, "seats.white.options: the bot has its own already"),
    ):
        with pytest.raises(bw.InvalidOptionError, match=message):
            bw.Table("chess", {"white": wrong})
    with pytest.raises(bw.InvalidOptionError, match=r"on_abandoned\.bot: it plays"):
        bw.Table("chess", on_abandoned=other)
