"""Registries of bots: the answers of every language, files, and what outlives them."""

import json
import pickle
from pathlib import Path
from typing import Any

import pytest

import boardwright as bw
from boardwright import arena
from support import ROOT

CASES: list[dict[str, Any]] = json.loads(
    (ROOT / "tests" / "scenarios" / "ratings.json").read_text(encoding="utf-8")
)


def taken(registry: arena.BotRegistry, step: dict[str, Any]) -> Any:
    given: dict[str, Any] = step.get("given", {})
    if "tournament" in step:
        options = dict(step["tournament"])
        report = arena.tournament(options.pop("game"), options.pop("players"), **options)
        return registry.rate_report(step["batch"], report)
    if "strength" in step:
        return getattr(arena, step["strength"])(**given)
    return getattr(registry, step.get("ask") or step["change"])(**given)


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["name"]))
def test_answers_are_those_of_every_language(case: dict[str, Any]) -> None:
    registry = arena.BotRegistry()
    for step in case["steps"]:
        if "error" in step:
            with pytest.raises(bw.BoardwrightError) as raised:
                taken(registry, step)
            assert raised.value.code == step["error"]
        else:
            assert taken(registry, step) == step["answer"]


def test_a_registry_is_kept_in_a_file_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "bots.json"
    registry = arena.BotRegistry.load(path)
    assert len(registry) == 0
    for name in ("a", "b"):
        registry.register(name, modes=["chess"])
    results: list[arena.Result] = [
        {"sides": [{"players": ["a"], "place": 1}, {"players": ["b"], "place": 2}], "games": 2}
    ]
    assert registry.rate("1", game="chess", results=results)
    registry.save(path)
    again = arena.BotRegistry.load(path)
    assert again.bots() == registry.bots()
    assert not again.rate("1", game="chess", results=results)
    assert again.rate("2", game="chess", results=results)
    assert again.rating("a", "chess")["wins"] == 4
    assert registry.rating("a", "chess")["wins"] == 2
    for copy in (
        arena.BotRegistry.from_json(again.to_json()),
        pickle.loads(pickle.dumps(again)),
    ):
        assert copy.to_json() == again.to_json()
    path.write_text("{", encoding="utf-8")
    with pytest.raises(bw.InvalidNotationError):
        arena.BotRegistry.load(path)
    with pytest.raises(bw.InvalidOptionError, match="cannot write"):
        registry.save(tmp_path / "none" / "bots.json")


def test_results_of_many_games_are_taken() -> None:
    registry = arena.BotRegistry()
    names = [f"bot {number}" for number in range(60)]
    for name in names:
        registry.register(name)
    results: list[arena.Result] = [
        {"sides": [{"players": [a], "place": 1}, {"players": [b], "place": 2}]}
        for number, a in enumerate(names)
        for b in names[number + 1 :]
    ]
    assert registry.rate("all", game="chess", results=results)
    ranked = [bot["name"] for bot in registry.leaderboard("chess")["bots"]]
    assert ranked == names
    assert [entry["name"] for entry in arena.elo(results)] == names
    with pytest.raises(bw.InvalidOptionError, match="1000000 games"):
        registry.rate("more", game="chess", results=[{**results[0], "games": 1_000_001}])
