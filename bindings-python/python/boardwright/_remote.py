"""Tournaments whose games other processes play, by an executor or a Dask client."""

from __future__ import annotations

import json
import math
import time
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, wait
from typing import TYPE_CHECKING, Any, cast

from boardwright import _native
from boardwright._errors import UnsupportedError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from concurrent.futures import Future

    from boardwright.described import FinishedGame, TournamentReport

# Least seconds of a task, so that handing it out costs little.
TASK_SECONDS = 1.0
# Tasks that an executor has at least, whatever the number of its workers: some grow with them.
LEAST_TASKS = 16
# Most losses of a job with its worker, each after the tries of the scheduler.
MOST_LOSSES = 5


def run_jobs(jobs: Sequence[str]) -> tuple[float, list[str]]:
    """Does jobs, where the executor has its workers; returns the seconds and the results."""
    begun = time.perf_counter()
    results = [_native.run_job(job, True) for job in jobs]
    return time.perf_counter() - begun, results


def version() -> str:
    """Returns the version of the library, where this is called."""
    return str(_native.__version__)


class _Run:
    """A tournament whose games are tasks of an executor."""

    def __init__(
        self,
        queue: _native.JobQueue,
        executor: Executor,
        workers: Callable[[], int],
        progress: Callable[[FinishedGame], object] | None,
    ) -> None:
        self._queue = queue
        self._executor = executor
        self._workers = workers
        self._progress = progress
        self._tasks: dict[Future[tuple[float, list[str]]], list[str]] = {}
        self._losses: dict[str, int] = {}
        self._seconds = 0.0
        self._jobs = 0

    def play(self) -> TournamentReport:
        try:
            while True:
                self._submit()
                if not self._tasks:
                    break
                done, _ = wait(self._tasks, return_when=FIRST_COMPLETED)
                for task in done:
                    self._take(task, self._tasks.pop(task))
        finally:
            for task in self._tasks:
                task.cancel()
            report = self._queue.report()
            # The traceback of an exception would keep the file of games in use.
            self._queue.close()
        return cast("TournamentReport", report)

    def _submit(self) -> None:
        workers = self._workers()
        most = max(2 * workers, LEAST_TASKS)
        while len(self._tasks) < most:
            size = self._size(workers)
            jobs: list[str] = []
            while len(jobs) < size and (job := self._queue.acquire(0)) is not None:
                jobs.append(job)
            if not jobs:
                return
            self._tasks[self._executor.submit(run_jobs, jobs)] = jobs

    def _size(self, workers: int) -> int:
        """Returns the number of jobs of a task: a second, but a share for every worker."""
        if self._seconds == 0:
            return 1
        wanted = math.ceil(TASK_SECONDS * self._jobs / self._seconds)
        return max(1, min(wanted, self._queue.waiting // (2 * workers)))

    def _take(self, task: Future[tuple[float, list[str]]], jobs: list[str]) -> None:
        try:
            seconds, results = task.result()
        except BrokenExecutor:
            raise
        except (Exception, CancelledError) as error:
            if not _is_loss(error):
                raise
            for job in jobs:
                self._lose(json.loads(job)["id"], error)
            return
        self._seconds += seconds
        self._jobs += len(jobs)
        for result in results:
            game = self._queue.submit(result)
            if game is not None and self._progress is not None:
                self._progress(cast("FinishedGame", game))

    def _lose(self, id: str, error: BaseException) -> None:
        self._losses[id] = self._losses.get(id, 0) + 1
        if self._losses[id] > MOST_LOSSES:
            raise error
        self._queue.release(id)


def _is_loss(error: BaseException) -> bool:
    """Returns True for what says that a worker was lost, and not what it has raised.

    Its executor may say so by accident: one of Dask takes a result for an exception if the worker
    that had it is lost at the same moment.
    """
    families = {type(error).__module__.partition(".")[0], _raised_by(error)}
    return "distributed" in families or isinstance(error, (CancelledError, ConnectionError))


def _raised_by(error: BaseException) -> str:
    """Returns the name of the package whose code has raised an exception."""
    traceback, module = error.__traceback__, ""
    while traceback is not None:
        module = str(traceback.tb_frame.f_globals.get("__name__", ""))
        traceback = traceback.tb_next
    return module.partition(".")[0]


def _check_versions(client: Any) -> None:
    for name, of in client.run(version, on_error="return").items():
        if isinstance(of, BaseException):
            # Tasks of a worker that is lost go to others.
            if not _is_loss(of):
                raise UnsupportedError(f"version: the worker {name} cannot play: {of}") from of
        elif of != version():
            raise UnsupportedError(
                f"version: the worker {name} has version {of}, and this is {version()}"
            )


def play(
    occasion: str,
    options: Mapping[str, Any],
    *,
    executor: Executor | None,
    client: Any,
    progress: Callable[[FinishedGame], object] | None,
) -> TournamentReport:
    """Plays a tournament by the workers of an executor or a Dask client."""
    if executor is not None and client is not None:
        raise TypeError("takes an executor or a client, not both")
    if client is not None:
        _check_versions(client)
        executor = client.get_executor()
    if not isinstance(executor, Executor):
        raise TypeError(f"executor: takes a concurrent.futures.Executor, not {executor!r}")

    def workers() -> int:
        if client is not None:
            return max(1, sum(int(count) for count in client.nthreads().values()))
        # Executors of the standard library say nowhere else how many workers they have.
        return int(getattr(executor, "_max_workers", 1))

    return _Run(_native.JobQueue(occasion, dict(options), None), executor, workers, progress).play()
