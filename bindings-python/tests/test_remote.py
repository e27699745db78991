"""Tournaments whose games are played elsewhere have the table of one process."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, Any

import pytest

import boardwright as bw
from boardwright import _remote, arena
from support import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

CASES: list[dict[str, Any]] = [
    case
    for case in json.loads((ROOT / "tests/scenarios/arena.json").read_text(encoding="utf-8"))
    if not any(isinstance(of, dict) and "own" in of for of in case["options"]["players"])
]


def given(case: dict[str, Any], **more: Any) -> tuple[str, list[Any], Any]:
    options = {**case["options"], **more}
    return options.pop("game"), options.pop("players"), options


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["name"]))
def test_threads_have_the_table_of_every_language(case: dict[str, Any]) -> None:
    game, players, options = given(case)
    told: list[arena.FinishedGame] = []
    with ThreadPoolExecutor(3) as executor:
        report = arena.tournament(game, players, executor=executor, progress=told.append, **options)
    assert report["table"] == case["table"]
    assert len({game["id"] for game in told}) == len(told) == report["table"]["games"]
    assert report["markdown"].startswith("| # | player |")


def test_processes_have_the_table_of_every_language() -> None:
    game, players, options = given(CASES[0])
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(2, mp_context=context) as executor:
        report = arena.tournament(game, players, executor=executor, **options)
    assert report["table"] == CASES[0]["table"]


class Lossy(Executor):
    """An executor that loses some tasks, each with another error of those that say so."""

    def __init__(self, error: Callable[[], BaseException]) -> None:
        self.error = error
        self.tasks = 0

    def submit(self, call: Any, /, *args: Any, **options: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.tasks += 1
        if self.tasks % 3 == 0:
            future.set_exception(self.error())
        else:
            future.set_result(call(*args, **options))
        return future


class KilledWorker(Exception):  # noqa: N818
    """As Dask says it."""


KilledWorker.__module__ = "distributed.scheduler"


def test_lost_tasks_are_played_again() -> None:
    game, players, options = given(CASES[0])
    executor = Lossy(KilledWorker)
    report = arena.tournament(game, players, executor=executor, **options)
    assert report["table"] == CASES[0]["table"]
    assert executor.tasks > 3


class Confused(ThreadPoolExecutor):
    """As Dask's executor if a worker is lost while its result is on its way.

    It then takes the result for an exception.
    """

    def __init__(self) -> None:
        super().__init__(2)
        self.confused = 3

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        if self.confused == 0:
            return super().submit(fn, *args, **kwargs)
        self.confused -= 1
        of_dask: dict[str, Any] = {"__name__": "distributed.cfexecutor"}
        exec("def cascade(result):\n    kind, exception, traceback = result", of_dask)
        return super().submit(lambda: of_dask["cascade"](fn(*args, **kwargs)))


def test_a_result_that_the_executor_takes_for_an_exception_is_played_again() -> None:
    game, players, options = given(CASES[0])
    with Confused() as executor:
        report = arena.tournament(game, players, executor=executor, **options)
        assert executor.confused == 0
    assert report["table"] == CASES[0]["table"]


def test_what_a_task_raises_ends_it() -> None:
    game, players, options = given(CASES[0])
    for error in (KeyError, BrokenProcessPool, MemoryError):
        with pytest.raises(error):
            arena.tournament(game, players, executor=Lossy(error), **options)


def test_a_job_that_is_always_lost_ends_it() -> None:
    executor = Lossy(KilledWorker)
    executor.submit = lambda *_args, **_options: failed(KilledWorker())  # type: ignore[method-assign]
    with pytest.raises(KilledWorker):
        arena.match("chess", "random", "random", games=2, executor=executor)


def failed(error: Exception) -> Future[Any]:
    future: Future[Any] = Future()
    future.set_exception(error)
    return future


def kill(jobs: list[str]) -> tuple[float, list[str]]:
    assert jobs
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


@pytest.mark.skipif(os.name == "nt", reason="kill -9")
def test_a_pool_that_breaks_goes_on_from_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "games.jsonl"
    game, players, options = given(CASES[0], log=log)
    done: list[int] = []

    def progress(finished: arena.FinishedGame) -> None:
        done.append(finished["id"])
        if len(done) == 5:
            monkeypatch.setattr(_remote, "run_jobs", kill)

    context = multiprocessing.get_context("spawn")
    with (
        ProcessPoolExecutor(1, mp_context=context) as executor,
        monkeypatch.context() as patched,
        pytest.raises(BrokenProcessPool),
    ):
        patched.setattr(_remote, "LEAST_TASKS", 1)
        arena.tournament(game, players, executor=executor, progress=progress, **options)
    monkeypatch.undo()
    rest: list[int] = []
    with ThreadPoolExecutor(2) as threads:
        report = arena.tournament(
            game,
            players,
            executor=threads,
            progress=lambda finished: rest.append(finished["id"]),
            **options,
        )
    assert report["table"] == CASES[0]["table"]
    assert sorted(done + rest) == list(range(24))


def test_what_cannot_be_is_named() -> None:
    with ThreadPoolExecutor(1) as executor:
        with pytest.raises(bw.UnsupportedError, match="plays in this process alone"):
            arena.match(
                "chess", lambda question: question.candidates[0], "random", executor=executor
            )
        with pytest.raises(bw.UnknownBotError):
            arena.match("chess", "nobody", "random", executor=executor)
        with pytest.raises(TypeError, match="not both"):
            arena.match("chess", "random", "random", executor=executor, client=object())
    wrong: Any = 3
    with pytest.raises(TypeError, match="takes a concurrent"):
        arena.match("chess", "random", "random", executor=wrong)


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ("0.0.1", r"the worker tcp://b has version 0\.0\.1"),
        (ModuleNotFoundError("no boardwright"), r"the worker tcp://b cannot play: no boardwright"),
    ],
)
def test_a_worker_with_another_library_is_refused(answer: object, text: str) -> None:
    class Client:
        def run(self, _call: object, on_error: str) -> dict[str, object]:
            assert on_error == "return"
            # The first was lost while it was asked.
            lost = ConnectionResetError()
            return {"tcp://a": lost, "tcp://b": answer, "tcp://c": bw.__version__}

    with pytest.raises(bw.UnsupportedError, match=text):
        arena.match("chess", "random", "random", client=Client())


@pytest.mark.skipif(os.name == "nt", reason="kill -9")
@pytest.mark.filterwarnings("ignore")
def test_a_dask_cluster_that_loses_workers_has_the_same_table() -> None:
    distributed = pytest.importorskip("distributed", reason="needs distributed")
    game, players, options = given(CASES[0])
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        told: list[int] = []

        def progress(finished: arena.FinishedGame) -> None:
            told.append(finished["id"])
            # One of them is lost in the middle; the cluster starts another.
            if len(told) in (4, 12):
                pids = client.run(os.getpid, on_error="return").values()
                os.kill(next(pid for pid in pids if isinstance(pid, int)), signal.SIGKILL)

        report = arena.tournament(game, players, client=client, progress=progress, **options)
    assert report["table"] == CASES[0]["table"]
    assert sorted(told) == list(range(24))
