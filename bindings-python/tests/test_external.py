"""Programs of others at the seats of tables."""

import asyncio
import re
import sys
from typing import Any

import pytest

import boardwright as bw
from boardwright._errors import BoardwrightError

OURS = [sys.executable, "-m", "boardwright", "engine"]


def script(go: str) -> list[str]:
    """Returns the command of a program that answers `go` in its own way."""
    return [
        "sh",
        "-c",
        f"""while read -r line; do
    case "$line" in
        uci) echo "id name fake 1"; echo "option name Level type spin"; echo uciok ;;
        isready) echo readyok ;;
        quit) exit 0 ;;
        go*) {go} ;;
    esac
done""",
    ]


def test_a_program_plays_a_whole_game() -> None:
    with bw.ExternalEngine("chess", [*OURS, "uci"], options={"Hash": 1}) as engine:
        assert engine.name.startswith("Boardwright")
        assert engine.protocol == "uci"
        assert engine.game is bw.Game("chess")
        assert repr(engine) == f'ExternalEngine("chess", name="{engine.name}")'
        seats = {"white": {"bot": "random"}, "black": {"bot": engine, "nodes": 30}}
        with bw.Table("chess", seats, seed=1) as table:
            assert table.wait()
            assert table.outcome is not None
            black = table.reveal()["seats"][1]
            assert len(black["thoughts"]) > 3
            assert all(thought["nodes"] for thought in black["thoughts"])
        # Its seat is free for the next table.
        again = bw.Table("chess", {"black": engine}, seed=1)
        again.commit("white", "e2e4")
        again.close()


def test_a_program_plays_boost_through_bei() -> None:
    game = bw.Game("boost")
    options = {"depth": 1}
    engine = bw.ExternalEngine(game, [*OURS, "bei"], protocol="bei", options=options)
    seats = {0: {"bot": "random"}, 1: {"bot": engine, "name": "Bea"}}
    table = bw.Table("boost", seats, seed=1)
    assert table.wait()
    assert table.outcome is not None
    told = table.events(1)["events"]
    assert not [event for event in told if event["kind"] == "bot_failed"]


def test_a_program_that_fails_costs_it_the_move() -> None:
    for go, why in [
        ("exit 3", "it (ended|closed its output)"),
        ("echo bestmove e9e5", "it answered"),
        (":", "there was no answer within 20 ms"),
    ]:
        engine = bw.ExternalEngine("chess", script(go))
        patience = 20 if go == ":" else 60_000
        table = bw.Table("chess", {"black": {"bot": engine, "delay": 0}}, bot_timeout=patience)
        for move in ["e2e4", "a2a3"]:
            table.commit("white", move)
            assert table.wait()
            assert table.view("white")["to_move"] == "white"
        told: list[Any] = list(table.events("black")["events"])
        reasons = [event["reason"] for event in told if event["kind"] == "bot_failed"]
        assert len(reasons) == 2
        assert all(re.search(why, reason) for reason in reasons)


def test_a_program_takes_over_and_answers_for_a_loaded_table() -> None:
    engine = bw.ExternalEngine("chess", script("echo bestmove e7e5"))
    table = bw.Table("chess", seed=1)
    table.take_over("black", {"bot": engine, "delay": 0})
    with pytest.raises(bw.BotBusyError):
        bw.Table("chess", {"white": engine})
    saved = table.save()
    table.close()
    loaded = bw.Table.load(saved)
    loaded.attend("black", engine)
    loaded.commit("white", "e2e4")
    assert loaded.wait()
    assert [made["move"] for made in loaded.moves()["moves"]] == ["e2e4", "e7e5"]
    engine.close()
    with pytest.raises(bw.BotFailedError):
        loaded.attend("black", engine)


def test_programs_start_beside_an_event_loop() -> None:
    async def run() -> str:
        command = script("echo bestmove e7e5")
        engine = await asyncio.to_thread(bw.ExternalEngine, "chess", command)
        table = bw.Table("chess", {"black": {"bot": engine, "delay": 0}})
        table.commit("white", "e2e4")
        await table.run_bots()
        return str(table.view("white")["notation"])

    assert "4p3" in asyncio.run(run())


def test_programs_that_cannot_play_are_refused() -> None:
    for game in ["blind", "jarls"]:
        with pytest.raises(bw.UnsupportedError, match=game):
            bw.ExternalEngine(game, "sh")
    with pytest.raises(bw.UnsupportedError, match="crazyhouse"):
        bw.ExternalEngine("crazyhouse", script(":"))
    with pytest.raises(bw.InvalidOptionError, match="nowhere"):
        bw.ExternalEngine("chess", "/nowhere/at-all")
    with pytest.raises(bw.InvalidOptionError, match="Level"):
        bw.ExternalEngine("chess", script(":"), options={"Nope": 1})
    with pytest.raises(bw.InvalidOptionError, match="protocol"):
        bw.ExternalEngine("chess", "sh", protocol="usi")  # type: ignore[arg-type]
    with pytest.raises(bw.InvalidOptionError, match="chess"):
        bw.Table("crazyhouse", {"white": bw.ExternalEngine("chess", script(":"))})
    with pytest.raises(bw.UnsupportedError):
        bw.Table("chess").attend("white", bw.ExternalEngine("chess", script(":")))
    wrong: list[tuple[Any, Any]] = [(1, "sh"), ("chess", []), ("chess", [1]), ("chess", None)]
    for game, command in wrong:
        with pytest.raises((BoardwrightError, TypeError)):
            bw.ExternalEngine(game, command)
    # Nothing that a client sends names a program.
    for payload in [{"bot": "ExternalEngine"}, {"bot": {"command": ["sh"]}}, {"command": ["sh"]}]:
        with pytest.raises(BoardwrightError):
            bw.Table("chess").take_over("white", payload)
