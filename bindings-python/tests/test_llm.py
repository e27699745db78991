"""Language models at tables: the scenarios that all languages share, against a local server."""

import asyncio
import contextlib
import gc
import json
import re
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

import boardwright as bw
from support import ROOT, covers

pytest.importorskip("httpx")

SCENARIOS = json.loads(
    (Path(__file__).parents[2] / "tests" / "scenarios" / "models.json").read_text()
)


def completion(step: dict[str, Any]) -> bytes:
    usage = step.get("usage", {"prompt_tokens": 100, "completion_tokens": 10})
    message = {"role": "assistant", "content": step["say"]}
    choice = {"message": message, "finish_reason": "stop"}
    return json.dumps({"choices": [choice], "usage": usage}).encode()


class Server(ThreadingHTTPServer):
    """A server that answers by a script for each model."""

    daemon_threads = True
    block_on_close = False

    def __init__(self, script: dict[str, Any], models: list[str] | None = None) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.script = {model: list(steps) for model, steps in script.items()}
        self.models = models
        self.requests: list[tuple[dict[str, Any], dict[str, str]]] = []
        self.held = threading.Semaphore(0)
        self.gone = threading.Semaphore(0)
        self.unexpected: list[str] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"


class Handler(BaseHTTPRequestHandler):
    server: Server

    def log_message(self, *args: object) -> None:
        pass

    def reply(self, status: int, body: bytes, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self) -> None:
        assert self.path == "/v1/models"
        if self.server.models is None:
            self.reply(404, b"")
        else:
            models = [{"id": model} for model in self.server.models]
            self.reply(200, json.dumps({"data": models}).encode())

    def do_POST(self) -> None:
        assert self.path == "/v1/chat/completions"
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.server.requests.append((body, dict(self.headers)))
        steps = self.server.script.get(body["model"])
        if steps is None:
            # A model that takes the first move that the schema lists.
            schema = body["response_format"]["json_schema"]["schema"]["properties"]
            said = {"move": schema["move"]["enum"][0]} if "move" in schema else {"accept": False}
            return self.reply(200, completion({"say": json.dumps(said)}))
        if not steps:
            self.server.unexpected.append(body["model"])
            return self.reply(500, b"")
        step = steps.pop(0)
        if "never" in step or "slow" in step:
            if "never" in step:
                self.server.held.release()
            # Until the client has gone.
            with contextlib.suppress(OSError):
                self.rfile.read(1)
            self.close_connection = True
            if "never" in step:
                self.server.gone.release()
        elif "close" in step:
            self.close_connection = True
        elif "say" in step:
            self.reply(200, completion(step), {"content-type": "application/json"})
        else:
            self.reply(step["status"], step["body"].encode(), step.get("headers"))
        return None


@contextlib.contextmanager
def serving(script: dict[str, Any], models: list[str] | None = None) -> Iterator[Server]:
    with Server(script, models) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


def player(options: dict[str, Any], server: Server, **more: Any) -> bw.LanguageModel:
    endpoints = [{**endpoint, "base_url": server.url} for endpoint in options["endpoints"]]
    return bw.LanguageModel(**{**options, "endpoints": endpoints, **more})


def check_requests(server: Server, expected: list[dict[str, Any]]) -> None:
    assert len(server.requests) == len(expected)
    for (body, headers), expects in zip(server.requests, expected, strict=True):
        text = json.dumps(body) + "".join(message["content"] for message in body["messages"])
        for has in expects.get("has", []):
            assert has in text, f"{has}: {text}"
        for lacks in expects.get("lacks", []):
            assert lacks not in text, f"{lacks}: {text}"
        if "format" in expects:
            assert body.get("response_format", {}).get("type") == expects["format"]
        if "model" in expects:
            assert body["model"] == expects["model"]
        if "key" in expects:
            assert headers["authorization"] == expects["key"]


def check(step: dict[str, Any], table: bw.Table, models: list[bw.LanguageModel]) -> None:
    model = models[step.get("player", 0)]
    if "moves" in step:
        assert [made["move"] for made in table._call("moves")["moves"]] == step["moves"]
    elif "failed" in step:
        events = table._call("events", seat=step["failed"]["seat"])["events"]
        failure = next(event for event in events if event["kind"] == "bot_failed")
        assert failure["reason"] == step["failed"]["reason"]
        assert failure["fallback"]
    elif "stats" in step:
        assert covers(model.stats, step["stats"]), f"{step}: {model.stats}"
    elif "transcript" in step:
        transcript = model.transcript()
        assert covers(transcript, step["transcript"]), f"{step}: {transcript}"
        assert "key-of-" not in f"{transcript} {model!r} {model.stats}"
    else:
        got = table._call(step["call"], **step["args"])
        assert covers(got, step.get("expect", got)), f"{step}: {got}"


async def play(scenario: dict[str, Any], server: Server) -> None:
    models = [player(options, server) for options in scenario["players"]]
    seats = {
        seat: {"bot": models[who["model"]], "delay": 0, "name": who.get("name")}
        if isinstance(who, dict)
        else who
        for seat, who in scenario["seats"].items()
    }
    state = bw.start(scenario["game"], **scenario.get("options", {}))
    table = bw.Table(state, seats, seed=1)
    for step in scenario["steps"]:
        if "wait" in step:
            await table.run_bots()
        elif "held" in step:
            await asyncio.to_thread(server.held.acquire)
        elif "gone" in step:
            await asyncio.to_thread(server.gone.acquire)
        elif "preflight" in step:
            assert await models[0].preflight() == step["preflight"]
        elif "requests" in step:
            check_requests(server, step["requests"])
        else:
            check(step, table, models)
    table.close()
    assert not server.unexpected


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda s: s["name"])
def test_scenario(scenario: dict[str, Any]) -> None:
    with serving(scenario["script"], scenario.get("models")) as server:
        asyncio.run(play(scenario, server))


def mate(server: Server, **more: Any) -> bw.Table:
    model = player({"endpoints": [{"model": "a"}]}, server, **more)
    return bw.Table("chess", {"white": model, "black": model}, seed=1)


MATE = {"a": [{"say": f"My move: {move}"} for move in ("f3", "e5", "g4", "Qh4#")]}


def test_without_a_loop_a_game_is_played_as_well() -> None:
    with serving(MATE) as server:
        table = mate(server)
        assert table.wait()
        assert table.outcome is not None
        assert table.outcome.reason == "checkmate"


def test_without_a_loop_a_call_ends_with_the_table() -> None:
    with serving({"a": [{"never": True}]}) as server:
        table = mate(server)
        server.held.acquire()
        table.close()
        server.gone.acquire()


def test_a_function_makes_the_calls() -> None:
    calls: list[Any] = []

    async def send(call: Any) -> Any:
        calls.append(call)
        if call["method"] == "GET":
            return {"status": 404, "headers": {}, "body": ""}
        said = completion({"say": "e4" if len(calls) < 3 else "e5"})
        return {"status": 200, "headers": {}, "body": said.decode()}

    model = bw.LanguageModel(
        [bw.Endpoint(base_url="https://nowhere.invalid/v1", model="a", key="key-of-a")], send=send
    )
    assert "key-of-a" not in repr(model)
    assert "key-of-a" not in repr(bw.Endpoint(base_url="http://h", model="a", key="key-of-a"))
    table = bw.Table("chess", {"white": model}, seed=1)
    assert table.wait()
    assert [call["url"].rsplit("/", 1)[1] for call in calls] == ["models", "completions"]
    assert calls[1]["headers"]["authorization"] == "Bearer key-of-a"
    assert model.stats["answers"] == 1
    prompt = model.prompt(bw.start("blind").observe("white"))
    assert [message["role"] for message in prompt] == ["system", "user"]


def test_what_a_function_raises_is_a_connection_that_failed() -> None:
    async def send(call: Any) -> Any:
        raise RuntimeError(call["method"])

    model = bw.LanguageModel(
        [{"base_url": "http://h/v1", "model": "a"}], attempts=1, backoff=0, send=send
    )
    assert asyncio.run(model.preflight()) == [
        {"model": "a", "ok": False, "reason": "no connection: RuntimeError: GET"}
    ]


def test_wrong_options_are_refused() -> None:
    with pytest.raises(bw.InvalidOptionError, match="endpoints: takes 1 to 16"):
        bw.LanguageModel([])
    with pytest.raises(bw.InvalidOptionError, match=r"endpoints\[0\]\.base_url: begins with"):
        bw.LanguageModel([bw.Endpoint(base_url="nowhere", model="a")])
    with pytest.raises(bw.InvalidOptionError, match="style: takes beginner"):
        bw.LanguageModel(
            [bw.Endpoint(base_url="http://h", model="a")],
            style="soft",  # type: ignore[arg-type]
        )


def test_without_httpx_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "httpx", None)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(ImportError, match=r"boardwright\[llm\]"):
        bw.LanguageModel([bw.Endpoint(base_url="http://h", model="a")])
    gc.collect()


def test_the_guide(capsys: pytest.CaptureFixture[str]) -> None:
    guide = (ROOT / "docs" / "language-models.md").read_text(encoding="utf-8")
    with serving({}) as server:
        for url in ("https://api.groq.com/openai/v1", "http://localhost:11434/v1"):
            assert url in guide
            guide = guide.replace(url, server.url)
        blocks = re.findall(r"^```python\n(.*?)^```", guide, re.MULTILINE | re.DOTALL)
        assert len(blocks) == 2
        names: dict[str, Any] = {}
        exec(compile(blocks[0], "language-models.md", "exec"), names)
        assert len(names["thoughts"]) > 3
        assert names["player"].stats["fallbacks"] == 0
        exec(compile(blocks[1], "language-models.md", "exec"), names)
        assert "'ok': True" in capsys.readouterr().out
