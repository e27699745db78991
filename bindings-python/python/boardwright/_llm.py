"""Language models at the seats of a table.

The library makes the prompts, reads the answers and chooses the endpoint; here the calls are
made, by httpx or by a function that is given.
"""

import asyncio
import importlib.util
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Literal, TypedDict, cast

from boardwright import _native, described
from boardwright._errors import BotFailedError

if TYPE_CHECKING:
    from boardwright._own import Question

_LARGEST = 1 << 20
"""The bytes of a response that are read; the library takes no larger one."""


class Call(TypedDict):
    """A call over HTTP that a player wants made."""

    endpoint: int
    """The index of the endpoint."""
    method: Literal["GET", "POST"]
    """`GET` for a check, `POST` for an answer."""
    url: str
    """The address."""
    headers: dict[str, str]
    """The headers, among them the key."""
    body: str | None
    """The body, JSON; None for a check."""
    timeout: int
    """The time after which the call is to be given up, in milliseconds."""


class Response(TypedDict):
    """The response to a call."""

    status: int
    """The status, such as 200."""
    headers: Mapping[str, str]
    """The headers; only `retry-after` is looked at."""
    body: str
    """The body."""


Send = Callable[[Call], Awaitable[Response]]
"""A coroutine function that makes a call. It raises TimeoutError where the time is over; any
other exception is a connection that failed."""


@dataclass(frozen=True, kw_only=True)
class Endpoint:
    """An endpoint for chat completions; what is None is left to the library's defaults."""

    base_url: str
    """The address before `/chat/completions`, such as `http://localhost:11434/v1`."""
    model: str
    """The name of the model."""
    key: str | None = field(default=None, repr=False)
    """The key, sent as a bearer token and shown nowhere."""
    headers: Mapping[str, str] | None = field(default=None, repr=False)
    """More headers, whose values are shown nowhere."""
    timeout: int | None = None
    """Milliseconds that a call may take."""
    output: Literal["schema", "object", "text"] | None = None
    """The strictest form of answer that is asked for."""
    extra: Mapping[str, Any] | None = None
    """More fields of the request, such as `temperature`."""
    input_price: float | None = None
    """The price of a million tokens of prompts."""
    output_price: float | None = None
    """The price of a million tokens of answers."""


def _now() -> int:
    return time.monotonic_ns() // 1_000_000


class _Httpx:
    """Calls by httpx."""

    def __init__(self) -> None:
        if importlib.util.find_spec("httpx") is None:
            message = (
                "LanguageModel makes its calls by httpx: pip install 'boardwright[llm]', "
                "or give a coroutine function as send"
            )
            raise ImportError(message)
        self._context: Any = None

    async def __call__(self, call: Call) -> Response:
        import httpx  # noqa: PLC0415 - an extra that need not be there

        if self._context is None:
            # Made once: it reads the certificates.
            self._context = httpx.create_ssl_context()
        async with (
            httpx.AsyncClient(timeout=None, verify=self._context) as client,  # noqa: S113 - a call has one of its own
            client.stream(
                call["method"], call["url"], headers=call["headers"], content=call["body"]
            ) as response,
        ):
            body = bytearray()
            async for part in response.aiter_bytes():
                body += part
                if len(body) > _LARGEST:
                    break
            return Response(
                status=response.status_code,
                headers=dict(response.headers),
                body=body.decode("utf-8", errors="replace"),
            )


class LanguageModel:
    """A player by language models, which sits at a table as a bot of your own.

    >>> import boardwright as bw
    >>> local = bw.Endpoint(base_url="http://localhost:11434/v1", model="llama3.2")
    >>> player = bw.LanguageModel([local], style="beginner")
    >>> table = bw.Table("chess", {"black": player})

    The endpoints are tried in order. Each call has a time-out, a wrong answer is fed back with
    its reason, and where there is no answer in the end another bot makes the move, which
    `stats` counts. One player may sit at any number of seats and tables.
    """

    def __init__(
        self,
        endpoints: Iterable[Endpoint | Mapping[str, Any]],
        *,
        style: Literal["beginner", "intermediate", "hard"] | None = None,
        legal_moves: Literal["list", "hidden"] | None = None,
        retries: int | None = None,
        attempts: int | None = None,
        answer_tokens: int | None = None,
        max_tokens: int | None = None,
        max_cost: float | None = None,
        preflight: bool | None = None,
        backoff: int | None = None,
        max_wait: int | None = None,
        cooldown: int | None = None,
        transcript: int | None = None,
        send: Send | None = None,
    ) -> None:
        """Creates a player; what is None is left to the library's defaults.

        `send` makes the calls in place of httpx. Raises InvalidOptionError, which names the
        option, and ImportError without httpx and `send`.
        """
        options = {
            "style": style,
            "legal_moves": legal_moves,
            "retries": retries,
            "attempts": attempts,
            "answer_tokens": answer_tokens,
            "max_tokens": max_tokens,
            "max_cost": max_cost,
            "preflight": preflight,
            "backoff": backoff,
            "max_wait": max_wait,
            "cooldown": cooldown,
            "transcript": transcript,
        }
        self._native = _native.NativeModel(
            {"endpoints": [_plain(endpoint) for endpoint in endpoints], **options}
        )
        self._send: Send = _Httpx() if send is None else send

    async def __call__(self, question: "Question") -> Any:
        """Answers a question of a table."""
        step = await self._end_of(self._native.ask(question._native))  # noqa: SLF001
        if step["step"] == "answer":
            return step["answer"]
        raise BotFailedError(step["reason"])

    async def preflight(self) -> list[described.EndpointReport]:
        """Checks all endpoints: that each answers, takes the key and has the model."""
        step = await self._end_of(self._native.preflight())
        return cast("list[described.EndpointReport]", step["endpoints"])

    def prompt(self, observation: "_native.Observation") -> list[described.Message]:
        """Returns the messages that ask for the move of a seat."""
        return cast("list[described.Message]", self._native.prompt(observation))

    @property
    def stats(self) -> described.ModelStats:
        """The counts so far: questions, calls, tokens, cost, fallbacks and others."""
        return cast("described.ModelStats", self._native.stats())

    def transcript(self) -> list[described.Exchange]:
        """Returns the last exchanges, oldest first: all that the seats knew, and no key."""
        return cast("list[described.Exchange]", self._native.transcript())

    def __repr__(self) -> str:
        return f"LanguageModel({', '.join(self._native.models())})"

    async def _end_of(self, turn: _native.NativeTurn) -> Any:
        reply: Any = None
        try:
            while True:
                step = turn.step(_now(), reply)
                reply = None
                if step["step"] == "call":
                    reply = await self._reply(step)
                elif step["step"] == "wait":
                    await asyncio.sleep(step["wait"] / 1000)
                else:
                    return step
        finally:
            turn.cancel()

    async def _reply(self, call: Call) -> dict[str, Any]:
        try:
            async with asyncio.timeout(call["timeout"] / 1000):
                response = await self._send(call)
        except TimeoutError:
            return {"error": "timeout"}
        except Exception as error:  # noqa: BLE001 - whatever the caller's function raises
            return {"error": "connection", "message": f"{type(error).__name__}: {error}"}
        return {
            "status": response["status"],
            "headers": {
                name: value
                for name, value in response["headers"].items()
                if name.lower() == "retry-after"
            },
            "body": response["body"],
        }


def _plain(endpoint: Endpoint | Mapping[str, Any]) -> Any:
    if isinstance(endpoint, Endpoint):
        return {item.name: getattr(endpoint, item.name) for item in fields(endpoint)}
    return endpoint
