"""Engines that speak a protocol in this process, and the controller of BEI."""

import gc
import queue
import threading

import pytest

import boardwright as bw
from boardwright import bei
from support import PATIENCE, let_go, python

# The circle of the first player is complete with c5e5.
NEARLY = "pppp1pppp/9/4D4/3DTD3/1PD6/9/9/7D1/PPPP2P2_a_-"
# A position that no opening book knows.
OPEN = "pppp1p1pp/9/6p2/9/4D4/9/2P6/9/PP1PP1PPP_a_-"


class Lines(queue.Queue[str]):
    """What an engine says."""

    def until(self, start: str) -> list[str]:
        said = [self.get(timeout=PATIENCE)]
        while not said[-1].startswith(start):
            said.append(self.get(timeout=PATIENCE))
        return said


def test_every_protocol_answers() -> None:
    assert {"uci", "ubi", "bei"} <= set(bw.protocols())
    for protocol in bw.protocols():
        lines = Lines()
        engine = bw.Engine(protocol, lines.put)
        engine.send(protocol)
        assert lines.until(f"{protocol}ok")
        engine.send("isready\nquit\nisready")
        assert lines.until("readyok")[-1] == "readyok"
        assert engine.closed
        assert engine.wait(PATIENCE)
        assert lines.empty()
        assert repr(engine) == f"Engine({protocol!r})"


def test_a_search_blocks_neither_lines_nor_other_threads() -> None:
    lines = Lines()
    engine = bw.Engine("uci", lines.put)
    engine.send("position startpos\ngo infinite")
    turns = 0

    def turn() -> None:
        nonlocal turns
        while turns <= 10_000:
            turns += 1

    thread = threading.Thread(target=turn)
    thread.start()
    engine.send("isready")
    assert lines.until("readyok")
    thread.join(PATIENCE)
    assert turns > 10_000
    engine.send("stop")
    assert lines.until("bestmove")
    assert engine.wait(PATIENCE)


def test_what_is_wrong_is_an_error_or_a_line() -> None:
    with pytest.raises(bw.UnsupportedError, match="there are uci, ubi, bei"):
        bw.Engine("ucci", print)
    with pytest.raises(TypeError):
        bw.Engine("uci", None)  # type: ignore[arg-type]
    lines = Lines()
    engine = bw.Engine("bei", lines.put)
    with pytest.raises(TypeError):
        engine.send(b"bei")  # type: ignore[arg-type]
    engine.send("nonsense \ud800")
    assert lines.get(timeout=PATIENCE).startswith("log unknown command")


def test_what_a_callback_raises_is_raised_by_the_next_call() -> None:
    heard = threading.Semaphore(0)
    answers = []

    def fail(line: str) -> None:
        answers.append(line)
        heard.release()
        if len(answers) == 1:
            raise KeyError(line)

    engine = bw.Engine("bei", fail)
    engine.send("isready\nisready")
    # Once the second is told the thread that calls it has gone on, for this and for others.
    for _ in range(2):
        assert heard.acquire(timeout=PATIENCE)
    assert bw.start("chess").perft_future(2).result(PATIENCE) == 400
    with pytest.raises(KeyError) as raised:
        engine.send("")
    assert raised.value.args == ("readyok",)
    engine.send("")


def test_an_engine_that_nobody_uses_is_closed() -> None:
    lines = Lines()
    engine = bw.Engine("uci", lines.put)
    engine.send("position startpos\ngo infinite")
    assert lines.until("info")
    gone = let_go(engine)
    del engine
    gc.collect()
    # The package's thread may be about to hand on a line.
    assert gone.wait(PATIENCE)
    # Its search has made room for others, whatever there are of threads.
    assert bw.start("chess").perft(2, deadline=PATIENCE) == 400


def test_engines_leave_no_thread() -> None:
    python(
        """
        import os, threading, time
        import boardwright as bw
        from boardwright import bei
        bw.start("chess").perft_future(2).result()
        known = os.path.exists("/proc/self/task")
        tasks = lambda: len(os.listdir("/proc/self/task")) if known else 1
        before = None
        for _ in range(40):
            moves = []
            controller = bei.Controller(on_move=moves.append)
            controller.set_depth(100)
            controller.set_line("pppp1p1pp/9/6p2/9/4D4/9/2P6/9/PP1PP1PPP_a_-")
            controller.go()
            controller.ponder(1)
            before = before or tasks()
        del controller
        # The pool may have begun its other threads meanwhile, and no more.
        assert tasks() <= before + 4, (before, tasks())
        assert threading.active_count() <= 2, threading.enumerate()
        """
    )


def test_a_program_ends_while_an_engine_thinks() -> None:
    done = python(
        """
        from boardwright import bei
        controller = bei.Controller()
        controller.set_depth(100)
        controller.set_line("pppp1p1pp/9/6p2/9/4D4/9/2P6/9/PP1PP1PPP_a_-")
        controller.go()
        """
    )
    assert (done.stdout, done.stderr) == ("", "")


def controller(
    identifier: str = bei.STANDARD,
) -> tuple[bei.Controller, "queue.Queue[tuple[str, str]]", "queue.Queue[bei.Move]"]:
    properties: queue.Queue[tuple[str, str]] = queue.Queue()
    moves: queue.Queue[bei.Move] = queue.Queue()
    made = bei.Controller(
        identifier,
        on_property=lambda name, value: properties.put((name, value)),
        on_move=moves.put,
    )
    return made, properties, moves


def test_the_controller_tells_properties_and_moves() -> None:
    made, properties, moves = controller()
    told = [properties.get(timeout=PATIENCE) for _ in range(6)]
    assert [name for name, _ in told] == [
        "protocol", "name", "author", "version", "beiok", "known",
    ]  # fmt: skip
    assert dict(told)["protocol"] == "2.0.0"
    assert dict(told)["version"] == bw.__version__
    made.set_depth(2)
    made.set_line(NEARLY)
    made.go()
    move = moves.get(timeout=PATIENCE)
    assert move == bei.Move(score=9_999_999, move="c5e5", equals=())
    made.set_strength(3000)
    name, value = properties.get(timeout=PATIENCE)
    assert name == "log"
    assert "3000 counts as 2500" in value
    # A win counts as the weight says.
    made.set_weight("victory", 500)
    made.set_depth(2)
    made.set_line(NEARLY)
    made.go()
    assert moves.get(timeout=PATIENCE) == bei.Move(score=499, move="c5e5", equals=())
    made.set_weight("speed", 3)
    name, value = properties.get(timeout=PATIENCE)
    assert name == "log"
    assert 'no option "speed"' in value
    # One arrangement may not come again, so there is one move left.
    made.new_game("boost-9-9-2-8-2-demo")
    assert properties.get(timeout=PATIENCE)[0] == "known"
    made.set_depth(1)
    made.set_line("p8/9/9/9/9/9/9/9/P8_a_-", ["p8/9/9/9/9/9/9/P8/9_b_-"])
    made.go()
    assert moves.get(timeout=PATIENCE).move == "a1b1"
    assert made.wait(PATIENCE)
    assert repr(made) == "Controller()"


def test_a_move_is_discarded_that_is_not_wanted() -> None:
    made, _, moves = controller()
    made.set_depth(100)
    made.set_line(OPEN)
    for _ in range(5):
        made.go()
    made.stop(want_move=False)
    made.stop(want_move=False)
    made.go()
    made.stop()
    kept = moves.get(timeout=PATIENCE)
    assert kept.move in bw.parse("boost", OPEN).legal_moves()
    made.ponder(3)
    made.stop()
    assert made.wait(PATIENCE)
    made.set_depth(1)
    made.set_line(NEARLY)
    made.go()
    assert moves.get(timeout=PATIENCE).move == "c5e5"
    assert moves.empty()


def test_what_the_controller_is_told_wrongly_is_typed() -> None:
    made, properties, moves = controller("boost-99-9-2-8-2")
    while (told := properties.get(timeout=PATIENCE))[0] != "unknown":
        assert told[0] != "known"
    for call in (made.go, lambda: made.ponder(1), lambda: made.set_line(OPEN)):
        with pytest.raises(bw.InvalidOptionError, match="there is no game yet"):
            call()
    made.new_game(bei.STANDARD)
    made.new_game("chess")
    with pytest.raises(bw.InvalidNotationError, match="fields parted by _"):
        made.set_line("pppp5")
    with pytest.raises(bw.InvalidNotationError):
        made.set_line(OPEN, ["pppp5"])
    for wrong in ("two words", "", "a\nquit"):
        with pytest.raises(bw.InvalidOptionError, match="a word without spaces"):
            made.new_game(wrong)
    with pytest.raises(bw.InvalidOptionError):
        made.ponder(-1)
    for mistake in (
        lambda: made.set_strength("strong"),  # type: ignore[arg-type]
        lambda: made.set_weight("pawn", 1.5),  # type: ignore[arg-type]
        lambda: made.set_weight(7, 1),  # type: ignore[arg-type]
        lambda: made.set_depth(1.5),  # type: ignore[arg-type]
        lambda: made.set_line(OPEN, OPEN),
        lambda: bei.Controller(on_move=3),  # type: ignore[arg-type]
    ):
        with pytest.raises(TypeError):
            mistake()
    # The game that was known is still played.
    made.set_depth(1)
    made.go()
    assert moves.get(timeout=PATIENCE).move in bw.start("boost").legal_moves()
    with made:
        pass
    assert made.closed


def test_a_game_is_played_through_the_controller() -> None:
    made, _, moves = controller("boost-5-5-2-4-1")
    made.set_strength(300)
    state = bw.start("boost", identifier="boost-5-5-2-4-1")
    line = [state.notation]
    for _ in range(20):
        made.set_line(line[0], line[1:])
        made.go()
        move = moves.get(timeout=PATIENCE)
        if state.outcome is not None:
            assert move.move == "--"
            break
        legal = state.legal_moves()
        assert {move.move, *move.equals} <= set(legal)
        state = state.play(move.move)
        line.insert(0, state.notation)
