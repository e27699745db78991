"""Processes: forks, the end of the interpreter, subinterpreters, the command line."""

import json
import os
import pickle
import signal
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

import pytest

import boardwright as bw
from support import NAMES, OPEN, python

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")

HEAD = """
import asyncio, atexit, os, sys, threading, time, warnings
import boardwright as bw
# That forking a process with threads is unsafe in general is known here.
warnings.simplefilter("ignore", DeprecationWarning)
state = bw.start(bw.games()[0]["name"])
bot = bw.Bot("random", game=state.game)
leaves = state.perft(2)

def all_forms():
    assert state.perft(2, deadline=120) == leaves
    assert state.perft(2, threads=2, deadline=120) == leaves
    assert state.perft_future(2).result(timeout=120) == leaves
    assert asyncio.run(asyncio.wait_for(state.perft_async(2), 120)) == leaves
    assert bot.decide(state).move
    assert state.play(state.legal_moves()[0]).ply == 1

def in_child(call):
    child = os.fork()
    if child == 0:
        code = 1
        try:
            call()
            code = 0
        except BaseException:
            import traceback
            traceback.print_exc()
        finally:
            os._exit(code)
    return child

def joined(child):
    assert os.waitpid(child, 0)[1] == 0
"""


@needs_fork
def test_a_forked_child_has_threads_of_its_own() -> None:
    python(
        HEAD
        + """
all_forms()
# Threads that are busy, a queue and a waiter are what the child must not inherit.
running = [state.perft_future(40) for _ in range(50)]
time.sleep(0.05)
def child():
    all_forms()
    joined(in_child(all_forms))   # and a child of the child's
for number in range(5):
    joined(in_child(child))
assert not any(future.done() for future in running)
all(future.cancel() for future in running)
all_forms()
"""
    )


@needs_fork
def test_forks_while_other_threads_submit() -> None:
    python(
        HEAD
        + """
stop = False
def submit():
    while not stop:
        state.perft_future(1).result()
        state.perft(1)
threads = [threading.Thread(target=submit) for _ in range(4)]
for thread in threads: thread.start()
for _ in range(40):
    joined(in_child(all_forms))
stop = True
for thread in threads: thread.join()
""",
        timeout=600,
    )


@needs_fork
def test_a_child_that_ends_as_usual() -> None:
    done = python(
        HEAD
        + """
all_forms()
running = state.perft_future(40)
if os.fork() == 0:
    print("child", state.perft_future(2).result() == leaves, flush=True)
    sys.exit(0)                      # runs the handlers at exit, in the child
assert os.wait()[1] == 0
assert not running.done()
running.cancel()
print("parent", state.perft(2) == leaves, flush=True)
"""
    )
    assert done.stdout == "child True\nparent True\n"


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_multiprocessing(method: str, tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        HEAD
        + """
import multiprocessing

def work(state):
    return state.perft(2), state.play(state.legal_moves()[0]).save()

if __name__ == "__main__":
    all_forms()
    with multiprocessing.get_context(sys.argv[1]).Pool(2) as pool:
        results = pool.map(work, [state] * 8)
    assert results == [work(state)] * 8
""",
        encoding="utf-8",
    )
    import multiprocessing

    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"there is no {method} here")
    subprocess.run([sys.executable, str(script), method], check=True, timeout=300)


def test_pickles_cross_processes() -> None:
    state = bw.start(OPEN[0])
    done = python(
        """
        import pickle, sys
        state = pickle.loads(bytes.fromhex(sys.argv[1]))
        assert {state, pickle.loads(pickle.dumps(state))} == {state}
        print(state.notation, hash(state.game) == hash(state.play(0 or state.legal_ids()[0]).game))
        """,
        pickle.dumps(state).hex(),
    )
    assert done.stdout == f"{state.notation} True\n"


def test_the_interpreter_ends_at_once() -> None:
    """With jobs running, queued, awaited by daemon threads, and never looked at."""
    done = python(
        HEAD
        + """
futures = [state.perft_future(40) for _ in range(20)]
waiting = threading.Thread(target=lambda: state.perft(40), daemon=True)
waiting.start()
time.sleep(0.2)
"""
    )
    assert "Fatal" not in done.stderr


def test_futures_are_settled_at_the_end() -> None:
    done = python(
        """
        import atexit

        # Handlers run in the opposite order: this one after the library's own.
        atexit.register(lambda: print([type(f.exception(timeout=60)).__name__ for f in futures]))
        import boardwright as bw

        state = bw.start(bw.games()[0]["name"])
        futures = [state.perft_future(40) for _ in range(3)]
        def late():
            try:
                state.perft(2)
            except bw.CancelledError as error:
                print("refused:", error.code)
        atexit.register(late)
        atexit.register(bw._jobs._close)   # as if the end had come; twice does no harm
        """
    )
    assert done.stdout == f"refused: cancelled\n{['CancelledError'] * 3}\n"
    assert done.stderr == ""


def test_no_thread_is_started_by_importing() -> None:
    python(
        """
        import threading
        import boardwright as bw
        state = bw.start(bw.games()[0]["name"])
        state.play(state.legal_moves()[0]).legal_moves()
        assert threading.active_count() == 1
        state.perft(2)
        assert threading.active_count() == 1   # nor by work that is waited for
        state.perft_future(2).result()
        state.perft_future(2).result()
        assert [t.name for t in threading.enumerate()] == ["MainThread", "boardwright"]
        """
    )


def test_subinterpreters_are_refused() -> None:
    python(
        """
        import sys
        import boardwright as bw

        state = bw.start(bw.games()[0]["name"])
        code = "import boardwright"
        if sys.version_info >= (3, 14):
            from concurrent import interpreters
            inner = interpreters.create()
            try:
                inner.exec(code)
            except interpreters.ExecutionFailed as error:
                said = str(error)
            inner.close()
        elif sys.version_info >= (3, 13):
            import _interpreters as interpreters
            inner = interpreters.create("legacy")
            said = str(interpreters.run_string(inner, code))
            interpreters.destroy(inner)
        else:
            import _xxsubinterpreters as interpreters
            inner = interpreters.create(isolated=False)
            try:
                interpreters.run_string(inner, code)
            except interpreters.RunFailedError as error:
                said = str(error)
            interpreters.destroy(inner)
        assert "ImportError" in said, said
        assert state.perft(2) == sum(state.divide(2).values())
        """
    )


def command(*arguments: str, **options: object) -> "subprocess.Popen[str]":
    program = Path(sysconfig.get_path("scripts")) / "boardwright"
    return subprocess.Popen(
        [str(program), *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_the_command_line() -> None:
    with command("--json", "games") as process:
        out, err = process.communicate(timeout=120)
    assert (process.returncode, err) == (0, "")
    for name in NAMES:
        assert json.dumps(name) in out
    with command("perft", OPEN[0], "3") as process:
        out, _ = process.communicate(timeout=120)
    assert str(bw.start(OPEN[0]).perft(3)) in out.replace(",", "").replace("_", "")
    with command("perft", "no such game", "3") as process:
        _, err = process.communicate(timeout=120)
    assert process.returncode == 1
    assert "unknown_game" in err
    done = subprocess.run(
        [sys.executable, "-m", "boardwright", "version"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert bw.__version__ in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent another way there")
@pytest.mark.parametrize("arguments", [("perft", OPEN[0], "40"), ("play", OPEN[0])])
def test_ctrl_c_ends_the_command(arguments: tuple[str, ...]) -> None:
    with command(*arguments) as process:
        time.sleep(0.7)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=120)
    assert process.returncode != 0


@needs_fork
def test_a_forked_child_has_the_tables_of_its_parent() -> None:
    python(
        HEAD
        + """
import signal
shared = bw.Table("chess", {"white": "human", "black": "human"})
shared.commit("white", "e2e4")
slow = {"bot": "search", "movetime": 3_600_000, "delay": 0}
thinking = bw.Table("chess", {"white": slow}, bot_timeout=3_600_000)
searching = bw.Bot("search", game="chess")
future = searching.decide_future(bw.start("chess"), movetime=3600)
started = threading.Barrier(4)
stop = False

def use():
    started.wait()
    while not stop:
        shared.view("white")
        shared.save()
        thinking.view("black")
        # What is made when it is first wanted.
        bw.legal_moves_many([state.play(move) for move in state.legal_moves()])
threads = [threading.Thread(target=use) for _ in range(3)]
for thread in threads: thread.start()
started.wait()

def child():
    # A child that hangs is ended.
    signal.alarm(60)
    assert shared.view("black")["ply"] == 1
    shared.commit("black", "e7e5")
    assert bw.Table.load(shared.save()).view("white")["ply"] == 2
    assert not thinking.wait(0)      # its bot was asked anew
    thinking.close()
    assert thinking.wait(20)
    assert searching.decide(bw.start("chess"), nodes=100).move
    with bw.Table("chess", {side: {"bot": "random"} for side in ("white", "black")}) as table:
        assert table.wait(20)
    all_forms()
for _ in range(30):
    joined(in_child(child))
stop = True
for thread in threads: thread.join()
assert shared.view("black")["ply"] == 1
assert not thinking.wait(0) and not future.done()
""",
        timeout=240,
    )


@needs_fork
def test_a_forked_child_may_drop_what_its_parent_is_at() -> None:
    python(
        HEAD
        + """
import gc, signal
things = [
    state.perft_future(40),
    bw.Bot("search", game="chess").analyse(bw.start("chess")),
    bw.Engine("uci", lambda line: None),
    bw.Table(
        "chess",
        {"white": {"bot": "search", "movetime": 3_600_000, "delay": 0}},
        bot_timeout=3_600_000,
    ),
]
things[2].send("position startpos\\ngo infinite")
next(things[1])
def child():
    signal.alarm(60)
    things.clear()
    gc.collect()
    all_forms()
for _ in range(20):
    joined(in_child(child))
assert not things[0].done() and next(things[1]) and not things[3].wait(0)
"""
    )
