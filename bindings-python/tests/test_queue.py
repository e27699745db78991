"""Tournaments whose games are jobs: the tables of every language, whoever plays and how often."""

from __future__ import annotations

import json
import types
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest

import boardwright as bw
from boardwright import arena
from support import ROOT

if TYPE_CHECKING:
    from pathlib import Path

CASES: list[dict[str, Any]] = [
    case
    for case in json.loads((ROOT / "tests/scenarios/arena.json").read_text(encoding="utf-8"))
    if not any(isinstance(of, dict) and "own" in of for of in case["options"]["players"])
]


def queue(case: dict[str, Any], **more: Any) -> arena.JobQueue:
    options = {**case["options"], **more}
    return arena.JobQueue("tournament", options.pop("game"), options.pop("players"), **options)


def match(**more: Any) -> arena.JobQueue:
    short: dict[str, Any] = {"games": 2, "ply_limit": 9, "opening_plies": 0, **more}
    return arena.JobQueue("match", "chess", ["random", "random"], **short)


def code(result: arena.JobResult) -> str | None:
    error = result.get("error")
    return None if error is None else error["code"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["name"]))
def test_jobs_have_the_table_of_every_language(case: dict[str, Any]) -> None:
    told: list[arena.FinishedGame | None] = []
    with queue(case) as jobs, ThreadPoolExecutor(3) as threads:
        while not jobs.over:
            # A round's jobs at once, the last one first, every result twice.
            held: list[dict[str, Any]] = []
            while (job := jobs.acquire()) is not None:
                held.insert(0, job)
            assert (jobs.waiting, jobs.out) == (0, len(held))
            for result in threads.map(arena.run_job, held):
                told.append(jobs.submit(result))
                assert jobs.submit(json.dumps(result)) is None
        assert jobs.report()["table"] == case["table"]
        assert jobs.acquire() is None
    assert {game["id"] for game in told if game} == set(range(case["table"]["games"]))
    assert len(told) == case["table"]["games"]


def test_the_clock_of_a_lease_is_set_by_its_owner() -> None:
    now: Any = 0
    jobs = match(lease=1000, now=lambda: now)
    first, other = jobs.acquire(), jobs.acquire()
    assert first is not None
    assert other is not None
    assert first["id"] != other["id"]
    now = 999.9
    assert jobs.acquire() is None
    now = 1000
    assert [jobs.acquire() for _ in range(3)] == [first, other, None]
    assert jobs.submit(arena.run_job(first)) is not None
    now = 1e300
    assert jobs.acquire() == other
    for wrong in (-1, float("nan"), float("inf")):
        now = wrong
        with pytest.raises(bw.InvalidOptionError, match=r"^now: gives milliseconds"):
            jobs.acquire()
    # Without a lease nothing is handed out twice.
    plain = match()
    assert [plain.acquire() is None for _ in range(3)] == [False, False, True]


def test_what_is_given_back_is_handed_out_again() -> None:
    jobs = match()
    first, _ = jobs.acquire(), jobs.acquire()
    assert first is not None
    assert jobs.release(first["id"])
    assert not jobs.release(first["id"])
    assert (jobs.waiting, jobs.out) == (1, 1)
    assert jobs.submit(arena.run_job(first)) is not None
    assert jobs.acquire() is None


def test_a_queue_goes_on_from_its_file_which_close_frees(tmp_path: Path) -> None:
    log = tmp_path / "games.jsonl"
    case = CASES[0]
    late = None
    queues = 0
    while True:
        jobs = queue(case, log=log)
        queues += 1
        with pytest.raises(bw.InvalidOptionError, match="in use"):
            queue(case, log=log)
        # The result of a job that was handed out before.
        if late is not None:
            assert jobs.submit(late) is not None
        for _ in range(5):
            if (job := jobs.acquire()) is not None:
                jobs.submit(arena.run_job(json.dumps(job)))
        job = jobs.acquire()
        late = None if job is None else arena.run_job(types.MappingProxyType(job))
        over, table = jobs.over, jobs.report()["table"]
        jobs.close()
        jobs.close()
        for call in (jobs.acquire, jobs.report, lambda jobs=jobs: jobs.submit("{}")):
            with pytest.raises(bw.DisposedError):
                call()
        if over:
            break
    assert queues > 3
    assert table == case["table"]
    assert len(log.read_text(encoding="utf-8").splitlines()) == 25


def test_results_that_do_not_count_are_named() -> None:
    jobs = match()
    job = jobs.acquire()
    assert job is not None
    done = arena.run_job(job)
    assert (done["id"], done["version"]) == (job["id"], bw.__version__)
    wrong: list[tuple[Any, type[bw.BoardwrightError], str]] = [
        ({**done, "version": "0.0.1"}, bw.UnsupportedError, r'of version "0\.0\.1"'),
        ({**done, "id": "x"}, bw.InvalidOptionError, 'there is no job "x"'),
        ({**done, "times": [float("nan")]}, bw.InvalidOptionError, "result: is no JSON"),
        ({}, bw.UnsupportedError, "version"),
        ("{", bw.InvalidNotationError, "result: is no JSON"),
    ]
    for result, error, message in wrong:
        with pytest.raises(error, match=message):
            jobs.submit(result)
    no_mapping: Any = 3
    with pytest.raises(TypeError, match=r"^result: takes a mapping"):
        jobs.submit(no_mapping)
    # The job of another version is refused by who would do it, and so is its result here.
    old = arena.run_job({**job, "version": "0.0.1"})
    assert code(old) == "unsupported"
    with pytest.raises(bw.UnsupportedError, match=r'version "0\.0\.1"'):
        jobs.submit(old)
    assert jobs.out == 1
    assert jobs.submit(done) is not None


def test_what_is_wrong_with_a_job_is_its_result() -> None:
    perft = {"id": "1", "version": bw.__version__, "kind": "perft", "game": "chess", "depth": 2}
    assert arena.run_job(perft)["result"] == {"nodes": 400}
    for job, wanted in (
        ({**perft, "kind": "tea"}, "invalid_option"),
        ({**perft, "game": "checkers"}, "unknown_game"),
        ("", "invalid_notation"),
    ):
        assert code(arena.run_job(job)) == wanted
    program = {
        **perft,
        "kind": "game",
        "players": ["random", "engine:no-such-program"],
        "limits": {"nodes": 1},
    }
    del program["depth"]
    assert code(arena.run_job(program)) == "unsupported"
    missing = arena.run_job(program, programs=True)
    assert "no-such-program" in str(missing.get("error"))
    assert code(missing) != "unsupported"
    no_mapping: Any = 3
    with pytest.raises(TypeError, match=r"^job: takes a mapping"):
        arena.run_job(no_mapping)


def test_what_cannot_be_is_named() -> None:
    with pytest.raises(bw.UnsupportedError, match="plays in this process alone"):
        arena.JobQueue("match", "chess", [lambda question: question.candidates[0], "random"])
    with pytest.raises(bw.UnknownBotError):
        arena.JobQueue("match", "chess", ["random", "nobody"])
    cup: Any = "cup"
    with pytest.raises(bw.InvalidOptionError, match='there is no "cup"'):
        arena.JobQueue(cup, "chess", ["random", "random"])
    for lease in (-1, 2**64):
        with pytest.raises(bw.InvalidOptionError, match=r"^lease: "):
            match(lease=lease)
    with pytest.raises(TypeError):
        match(lease=0.5)
    with pytest.raises(bw.InvalidOptionError, match="plies"):
        match(plies=3)
    with pytest.raises(bw.InvalidOptionError, match='there is no job "x"'):
        match().release("x")
