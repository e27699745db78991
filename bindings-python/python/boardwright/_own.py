"""Bots of Python's own, at a table, in a tournament or by themselves.

The library puts questions into a queue and rings; a callable answers them: a coroutine
function in the event loop in which its table or tournament was made or its decision is
awaited, anything else on a thread of its seat or player, one question after the other.
"""

import asyncio
import contextlib
import inspect
import threading
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import Future
from typing import Any, Literal, TypeGuard

from boardwright import _jobs, _native, described
from boardwright._errors import BotFailedError, UnsupportedError
from boardwright._types import Event

Answer = Any
"""A move (text or action id), true or false for an offered draw, or a dict."""


class Question:
    """A question to a bot of your own: what its seat may know, and nothing else."""

    __slots__ = ("_details", "_native", "observation")

    observation: "_native.Observation"
    """The knowledge of the seat."""

    def __init__(self, native: _native.NativeQuestion) -> None:
        """Wraps what the library asks; a table calls this."""
        self._native = native
        self._details: described.QuestionDetails = native.details()
        self.observation = native.observation()

    @property
    def id(self) -> int:
        """The number of the question at its table."""
        return self._details["id"]

    @property
    def seat(self) -> str:
        """The seat that is asked."""
        return self._details["seat"]

    @property
    def kind(self) -> Literal["move", "draw"]:
        """The subject: a move, or the draw that another seat offers."""
        return self._details["kind"]

    @property
    def candidates(self) -> list[str]:
        """The moves that the seat may try."""
        return self.observation.candidates()

    @property
    def refused(self) -> list[described.Refusal]:
        """The moves and answers of this turn that were not taken, each with its reason."""
        return list(self._details["refused"])

    @property
    def events(self) -> list[Event]:
        """The events that the seat was told since the last question; at most 1000."""
        events: list[Any] = list(self._details["events"])
        return events

    @property
    def movetime(self) -> int | None:
        """Thinking time that its seat was given, in milliseconds as all times of a table."""
        return self._details["movetime"]

    @property
    def nodes(self) -> int | None:
        """Positions that its seat was given."""
        return self._details["nodes"]

    @property
    def clock(self) -> described.QuestionClock | None:
        """The clock of the seat when it was asked, in milliseconds."""
        return self._details["clock"]

    @property
    def timeout(self) -> int:
        """Milliseconds within which to answer; at a table another bot steps in then."""
        return self._details["timeout"]

    @property
    def is_over(self) -> bool:
        """True once an answer comes to nothing: long thoughts look at it now and then."""
        return self._native.is_over()

    def __repr__(self) -> str:
        return f"Question({self.id}, {self.seat!r}, {self.kind!r})"


OwnBot = Callable[[Question], Answer | Awaitable[Answer]]
"""A callable or coroutine function that answers a `Question`."""

Answerer = OwnBot | _native.ExternalEngine
"""Anything that answers for a seat and is not of the library: a bot of your own, or a program."""


def is_own(value: Any) -> TypeGuard[OwnBot]:
    """Returns true if an occupant is a bot of Python's own; the library's bots are no callables."""
    return callable(value) and not isinstance(value, type)


def unwrapped(value: Any) -> Any:
    """Returns the callable of a `Bot` that was made of one, and anything else as it is."""
    call = value._own if isinstance(value, _native.Bot) else None  # noqa: SLF001
    return value if call is None else call


def answers(value: Any) -> TypeGuard[Answerer]:
    """Returns true if an occupant is no bot of the library's."""
    return is_own(value) or isinstance(value, _native.ExternalEngine)


def split(occupant: Any) -> tuple[object, Answerer | None]:
    """Returns what the library is told of an occupant, and who answers for it."""
    given = occupant if isinstance(occupant, Mapping) else {"bot": occupant}
    bot = unwrapped(given.get("bot"))
    return ({**given, "bot": "own"}, bot) if answers(bot) else (occupant, None)


def _message(error: BaseException) -> str:
    if isinstance(error, BotFailedError):
        # Its words are a reason already.
        return str(error)
    return f"{type(error).__name__}: {error}"


def _is_coroutine_function(bot: OwnBot) -> bool:
    call = getattr(type(bot), "__call__", None)  # noqa: B004
    return inspect.iscoroutinefunction(bot) or inspect.iscoroutinefunction(call)


class OwnSeat(_jobs.Answerer):
    """A seat of a table, a player of a tournament or a decision, and who answers for it."""

    questions: _native.Questions
    """Questions to it; nobody answers any more once this seat is gone."""

    def __init__(self, bot: OwnBot) -> None:
        self._bot = bot
        self._waiting: deque[tuple[_native.NativeQuestion, Question]] = deque()
        self._lock = threading.Lock()
        self._works = False
        self._tasks: dict[int, asyncio.Task[None]] = {}
        # The coroutine that runs on the thread of the seat, by the number of its question.
        self._run: tuple[int, asyncio.AbstractEventLoop, asyncio.Task[Answer]] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        if _is_coroutine_function(bot):
            try:
                self._loop = asyncio.get_running_loop()
            except RuntimeError:
                # It gets a loop of its own for each question.
                self._loop = None
        self.questions = _jobs.questions(self._hear)

    def _hear(self) -> None:
        """Hands on what is asked, on the thread of the package, which must not be kept."""
        while (told := self.questions.take()) is not None:
            if isinstance(told, int):
                if self._loop is None:
                    self._stop(told)
                else:
                    # A loop that was closed has nothing to cancel.
                    with contextlib.suppress(RuntimeError):
                        self._loop.call_soon_threadsafe(self._cancel, told)
            elif self._loop is None:
                self._put(told)
            else:
                try:
                    self._loop.call_soon_threadsafe(self._begin, told)
                except RuntimeError as error:
                    told.fail(_message(error))

    def _stop(self, number: int) -> None:
        """Cancels the coroutine on the thread of the seat if it thinks about that question."""
        with self._lock:
            if self._run is not None and self._run[0] == number:
                _, loop, task = self._run
                # Its loop is not closed before the lock was taken there.
                loop.call_soon_threadsafe(task.cancel)

    async def _running(self, question: Question, answer: Awaitable[Answer]) -> Answer:
        """Awaits an answer on the thread of the seat, where it can be cancelled."""
        task = asyncio.ensure_future(_awaited(answer))
        with self._lock:
            self._run = (question.id, asyncio.get_running_loop(), task)
        try:
            if question.is_over:
                task.cancel()
            return await task
        finally:
            with self._lock:
                self._run = None

    def cancel(self) -> None:
        """Cancels what runs in the event loop, which is the caller's."""
        for task in self._tasks.values():
            task.cancel()

    def _begin(self, native: _native.NativeQuestion) -> None:
        question = Question(native)
        task = asyncio.ensure_future(self._answer(native, question))
        self._tasks[question.id] = task
        task.add_done_callback(lambda _: self._tasks.pop(question.id, None))

    def _cancel(self, number: int) -> None:
        task = self._tasks.get(number)
        if task is not None:
            task.cancel()

    async def _answer(self, native: _native.NativeQuestion, question: Question) -> None:
        try:
            answer = self._bot(question)
            native.answer(await answer if inspect.isawaitable(answer) else answer)
        except asyncio.CancelledError:
            native.fail("the task was cancelled")
            raise
        except BaseException as error:  # noqa: BLE001
            self._fail(native, error)

    def _fail(self, native: _native.NativeQuestion, error: BaseException) -> None:
        self.failure = error
        native.fail(_message(error))

    def _put(self, native: _native.NativeQuestion) -> None:
        with self._lock:
            self._waiting.append((native, Question(native)))
            if self._works:
                return
            self._works = True
        # A daemon: a bot that hangs must not keep the process alive.
        threading.Thread(target=self._work, name="boardwright-own", daemon=True).start()

    def _work(self) -> None:
        while True:
            with self._lock:
                if not self._waiting:
                    self._works = False
                    return
                native, question = self._waiting.popleft()
            if question.is_over:
                continue
            try:
                answer = self._bot(question)
                if inspect.isawaitable(answer):
                    answer = asyncio.run(self._running(question, answer))
                native.answer(answer)
            except BaseException as error:  # noqa: BLE001
                self._fail(native, error)


async def _awaited(answer: Awaitable[Answer]) -> Answer:
    return await answer


def check_plain(bot: OwnBot) -> None:
    """Refuses a coroutine function where there is no loop to run it in."""
    if _is_coroutine_function(bot):
        raise UnsupportedError(
            "decide: the bot is a coroutine function, which runs in an event loop: "
            "await decide_async"
        )


def answer_here(bot: OwnBot, native: _native.NativeQuestion) -> Exception | None:
    """Answers on the calling thread; returns what the bot has raised instead."""
    try:
        answer = bot(Question(native))
        if inspect.iscoroutine(answer):
            answer.close()
        if inspect.isawaitable(answer):
            raise TypeError("the bot returned an awaitable: await decide_async")  # noqa: TRY301
        native.answer(answer)
    except Exception as error:  # noqa: BLE001
        native.fail(_message(error))
        return error
    return None


Begin = Callable[[_native.Questions], _native.Work]
"""Makes the work of a decision whose questions are put there."""


def submit(bot: OwnBot, begin: Begin) -> Future[Any]:
    """Starts a decision; the future has its end."""
    seat = OwnSeat(bot)
    return _jobs.submit(begin(seat.questions), keeps=seat)


async def run(bot: OwnBot, begin: Begin) -> Any:
    """Starts a decision and awaits its end."""
    seat = OwnSeat(bot)
    try:
        return await _jobs.run(begin(seat.questions), keeps=seat)
    finally:
        seat.cancel()
