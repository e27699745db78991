"""Tournaments: the tables of every language, progress, cutting short and going on."""

import asyncio
import gc
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import boardwright as bw
from boardwright import arena
from support import ROOT

CASES: list[dict[str, Any]] = json.loads(
    (ROOT / "tests" / "scenarios" / "arena.json").read_text(encoding="utf-8")
)
FOUR = CASES[0]


# The bots of the host's own that the cases name by number, as every language has them.
OWN: list[Callable[[bw.Question], Any]] = [
    lambda question: question.candidates[0],
    lambda question: question.candidates[-1],
    lambda question: {"resign": True},
]


def player(of: Any) -> Any:
    if isinstance(of, dict) and "own" in of:
        return {"name": of["name"], "bot": OWN[of["own"]]}
    return of


def given(case: dict[str, Any], **more: Any) -> tuple[str, list[Any], Any]:
    options = {**case["options"], **more}
    return options.pop("game"), [player(of) for of in options.pop("players")], options


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["name"]))
def test_tables_are_those_of_every_language(case: dict[str, Any]) -> None:
    game, players, options = given(case)
    told: list[arena.FinishedGame] = []
    report = arena.tournament(game, players, progress=told.append, **options)
    assert report["table"] == case["table"]
    assert len(told) == report["table"]["games"]
    assert told[-1]["done"] == len(told)
    assert report["markdown"].startswith("| # | player |")


def test_futures_and_coroutines_have_the_same_table() -> None:
    game, players, options = given(FOUR)
    told: list[int] = []
    future = arena.tournament_future(
        game, players, progress=lambda game: told.append(game["id"]), **options
    )
    assert future.result()["table"] == FOUR["table"]
    assert sorted(told) == list(range(24))

    async def later() -> arena.TournamentReport:
        return await arena.tournament_async(
            game, players, progress=lambda game: told.append(game["id"]), **options
        )

    told.clear()
    assert asyncio.run(later())["table"] == FOUR["table"]
    assert sorted(told) == list(range(24))


def test_games_are_an_iterator() -> None:
    game, players, options = given(FOUR)
    run = arena.games("tournament", game, players, **options)
    # A bar of progress asks before the first game.
    assert len(run) == 24
    ids = [finished["id"] for finished in run]
    assert sorted(ids) == list(range(24))
    assert len(run) == 24
    assert run.report is not None
    assert run.report["table"] == FOUR["table"]

    async def all_games() -> list[int]:
        run = arena.games("tournament", game, players, **options)
        return [finished["id"] async for finished in run]

    assert sorted(asyncio.run(all_games())) == list(range(24))


def test_a_tournament_that_is_left_goes_on_from_its_file(tmp_path: Path) -> None:
    log = tmp_path / "games.jsonl"
    game, players, options = given(FOUR, log=log)
    seen: list[int] = []
    left: list[int] = []
    for _ in range(3):
        with arena.games("tournament", game, players, **options) as run:
            # Those that it goes on with, as far as any bar is concerned.
            rest = len(run)
            assert rest <= 24
            for _ in range(5):
                next(run)
                assert len(run) == rest
            left.append(rest)
        with pytest.raises(bw.InvalidOptionError, match="seed was"):
            arena.tournament(game, players, **{**options, "seed": 1})
    report = arena.tournament(
        game, players, progress=lambda game: seen.append(game["id"]), **options
    )
    assert report["table"] == FOUR["table"]
    assert len(seen) <= 24 - 15
    assert left[0] == 24
    assert left[1] <= 19
    assert left[2] <= 14
    broken = arena.games("tournament", game, players, **{**options, "seed": 1})
    assert len(broken) == 0
    with pytest.raises(bw.InvalidOptionError, match="seed was"):
        next(broken)
    lines = log.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 25


KILLED = """
import json, sys
from boardwright import arena
options = json.loads(sys.argv[1])
game, players = options.pop("game"), options.pop("players")
arena.tournament(game, players, **options)
"""


@pytest.mark.skipif(os.name == "nt", reason="kill -9")
def test_a_tournament_that_is_killed_goes_on(tmp_path: Path) -> None:
    log = tmp_path / "games.jsonl"
    options = {**FOUR["options"], "log": str(log)}
    for killed in range(1, 4):
        with subprocess.Popen([sys.executable, "-c", KILLED, json.dumps(options)]) as child:
            while child.poll() is None:
                lines = log.read_bytes().count(b"\n") if log.exists() else 0
                if lines > 5 * killed:
                    child.send_signal(signal.SIGKILL)
                    break
    game, players, rest = given(FOUR, log=log)
    assert arena.tournament(game, players, **rest)["table"] == FOUR["table"]
    assert log.read_bytes().count(b"\n") == 25


def test_matches_and_selfplay() -> None:
    short: Any = {"ply_limit": 10, "opening_plies": 0, "concurrency": 2}
    report = arena.match("crazyhouse", "random", {"bot": "heuristic"}, games=4, **short)
    assert report["table"]["games"] == 4
    assert report["table"]["estimate"] is not None
    assert arena.match_future("chess", "random", "random", games=2, **short).result()
    seats = arena.selfplay("crazyhouse", "random", games=3, **short)["table"]["players"]
    assert [player["name"] for player in seats] == ["random", "random #2"]
    assert arena.selfplay_future("chess", "random", games=1, **short).result()["times"]

    async def both() -> list[int]:
        a = await arena.match_async("chess", "random", "random", games=2, **short)
        b = await arena.selfplay_async("chess", ["random", "random"], games=1, **short)
        return [a["table"]["games"], b["table"]["games"]]

    assert asyncio.run(both()) == [2, 1]


def test_games_in_pgn_are_records() -> None:
    run = arena.games("match", "chess", ["random", "random"], games=2, ply_limit=20, pgn=True)
    for finished in run:
        assert finished["pgn"] is not None
        (record,) = bw.read_games([finished["pgn"]])
        assert record.moves() == finished["moves"]


def test_what_is_wrong_is_named() -> None:
    with pytest.raises(bw.UnknownBotError, match="nobody"):
        arena.tournament("chess", ["random", "nobody"])
    with pytest.raises(bw.UnknownGameError):
        arena.match("checkers", "random", "random")
    with pytest.raises(bw.InvalidOptionError, match="games: takes a multiple of 2"):
        arena.match("chess", "random", "random", games=3)
    wrong: Any = {"colour": 1}
    with pytest.raises(bw.InvalidOptionError, match="there is no option"):
        arena.match("chess", "random", "random", **wrong)
    with pytest.raises(bw.InvalidOptionError, match='there is no "cup"'):
        arena.games("cup", "chess", ["random", "random"])  # type: ignore[arg-type]
    with pytest.raises(bw.InvalidOptionError, match="cannot be started"):
        arena.match("chess", "random", "engine:no-such-program", limits={"nodes": 1})


def test_an_exception_of_progress_ends_it() -> None:
    def fail(_: object) -> None:
        raise KeyError("enough")

    with pytest.raises(KeyError):
        arena.match("chess", "random", "random", progress=fail, games=1000, ply_limit=10)


def test_a_cancelled_task_stops_it() -> None:
    async def left() -> None:
        begun = asyncio.Event()
        task = asyncio.create_task(
            arena.match_async(
                "chess", "random", "random", games=10**6, progress=lambda _: begun.set()
            )
        )
        await begun.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(left())


def test_a_program_plays() -> None:
    program = {
        "command": [sys.executable, "-m", "boardwright", "engine", "uci"],
        "name": "ours",
        # With the network it mates within the twenty plies that are counted.
        "options": {"Evaluation": "hand"},
    }
    report = arena.match(
        "chess", "random", program, games=2, limits={"nodes": 20}, ply_limit=20, opening_plies=0
    )
    ours = next(player for player in report["table"]["players"] if player["name"] == "ours")
    assert ours["errors"] == {}
    assert ours["moves"] == 20


def test_a_bot_of_ones_own_is_called_as_its_function_and_kept_while_it_plays() -> None:
    asked: list[str] = []

    def first(question: bw.Question) -> str:
        asked.append(question.seat)
        assert (question.kind, question.refused, question.events) == ("move", [], [])
        return question.candidates[0]

    report = arena.match_future("chess", first, "random", games=2, ply_limit=20)
    del first
    gc.collect()
    names = {row["name"] for row in report.result()["table"]["players"]}
    assert names == {"first", "random"}
    assert set(asked) == {"white", "black"}


def test_coroutines_play_in_the_loop_of_their_tournament() -> None:
    async def play() -> list[arena.FinishedGame]:
        loop = asyncio.get_running_loop()

        async def last(question: bw.Question) -> str:
            assert asyncio.get_running_loop() is loop
            await asyncio.sleep(0)
            return question.candidates[-1]

        games = arena.games("match", "crazyhouse", [last, "random"], games=4, ply_limit=20)
        return [game async for game in games]

    finished = asyncio.run(play())
    assert len(finished) == 4
    assert all(game["fault"] is None for game in finished)


def test_a_bot_of_ones_own_that_fails_loses_its_games_alone() -> None:
    def broken(question: bw.Question) -> str:
        raise ValueError("oh")

    finished: list[arena.FinishedGame] = []
    report = arena.tournament(
        "chess",
        [broken, "random", "heuristic"],
        games=2,
        ply_limit=6,
        opening_plies=0,
        progress=finished.append,
    )
    assert report["table"]["complete"]
    faults = [game["fault"] for game in finished if "broken" in game["players"].values()]
    assert len(faults) == 4
    for fault in faults:
        assert fault is not None
        assert (fault["player"], fault["kind"]) == ("broken", "crash")
        assert fault["message"] == "ValueError: oh"


def test_a_handle_of_a_program_is_no_player() -> None:
    with pytest.raises(bw.InvalidOptionError, match="takes a text or a map"):
        arena.match("chess", "random", 3)  # type: ignore[arg-type]


def test_bots_that_were_made_play_as_their_names_and_options() -> None:
    strong = bw.Bot("search", game="chess", level="casual", seed=7)
    weak = bw.Bot("random", game="chess")
    rules: Any = {"games": 4, "limits": {"nodes": 50}, "ply_limit": 40}
    made = arena.match("chess", strong, {"name": "weak", "bot": weak}, **rules)
    named = arena.match(
        "chess",
        {"bot": "search", "options": {"level": "casual"}},
        {"name": "weak", "bot": "random"},
        **rules,
    )
    assert made["table"] == named["table"]
    alone = arena.selfplay("chess", weak, games=2, ply_limit=10)
    assert alone["table"]["games"] == 2
    with pytest.raises(bw.InvalidOptionError, match=r"players\[1\]: bot: it plays .?chess"):
        arena.match("crazyhouse", "random", weak, games=2)
    with pytest.raises(bw.InvalidOptionError, match=r"players\[0\]: options: the bot has its own"):
        arena.match("chess", {"bot": strong, "options": {"level": "strong"}}, weak, games=2)
