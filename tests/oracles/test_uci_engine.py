"""`boardwright engine uci` driven by python-chess's engine module, as its users do it:
games, analysis, pondering, limits, options."""

import asyncio
import gc
import os
import pathlib
import random
import shutil
import time
import warnings
from collections.abc import Iterator

import pytest
from budget import FULL

chess = pytest.importorskip("chess", reason="python-chess is not installed here")
engine = pytest.importorskip(
    "chess.engine", reason="python-chess is not installed here"
)
variant = pytest.importorskip(
    "chess.variant", reason="python-chess is not installed here"
)

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module", autouse=True)
def transports() -> Iterator[None]:
    """python-chess leaves the pipes of a program that has ended to the collector,
    which complains of them; better here than when everything is over."""
    yield
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()


def program() -> str:
    """The program: the one that is named, that of this checkout, or that on the path."""
    named = os.environ.get("BOARDWRIGHT_PROGRAM")
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    built = [target / kind / "boardwright" for kind in ("release", "debug")]
    built = sorted(
        (path for path in built if path.exists()), key=lambda path: path.stat().st_mtime
    )
    found = named or (str(built[-1]) if built else shutil.which("boardwright"))
    if found is None:
        pytest.skip("the program is not built here: cargo build -p boardwright-cli")
    return found


@pytest.fixture
def host() -> Iterator["engine.SimpleEngine"]:
    with engine.SimpleEngine.popen_uci([program(), "engine", "uci"], timeout=60) as it:
        yield it


def board(game: str) -> "chess.Board":
    if game == "chess960":
        return chess.Board.from_chess960_pos(random.Random(960).randrange(960))
    return variant.CrazyhouseBoard() if game == "crazyhouse" else chess.Board()


GAMES = ["chess", "chess960", "crazyhouse"]
MATE_IN_TWO = "7k/8/5K2/8/8/8/8/R7 w - - 0 1"


def test_what_it_is(host: "engine.SimpleEngine") -> None:
    assert host.id["name"].startswith("Boardwright ")
    assert host.id["author"]
    options = host.options
    assert options["UCI_Variant"].var == ["chess", "crazyhouse"]
    assert options["UCI_Chess960"].is_managed() and options["Ponder"].is_managed()
    for name, kind in {
        "Hash": "spin",
        "Clear Hash": "button",
        "Threads": "spin",
        "MultiPV": "spin",
        "UCI_LimitStrength": "check",
        "UCI_Elo": "spin",
        "Contempt": "spin",
        "Move Overhead": "spin",
    }.items():
        assert options[name].type == kind, name
    elo = options["UCI_Elo"]
    assert (elo.min, elo.max) == (100, 2500)
    host.configure({"Hash": 4, "Threads": 1, "Contempt": 10, "Clear Hash": None})
    with pytest.raises(engine.EngineError):
        host.configure({"Hash": 0})
    host.ping()


@pytest.mark.parametrize("game", GAMES)
def test_games_to_their_end(host: "engine.SimpleEngine", game: str) -> None:
    for number in range(10 if FULL else 1):
        rng = random.Random(f"{game} {number}")
        position = board(game)
        # The engine against whoever moves at random.
        side = number % 2 == 0
        while position.outcome() is None and position.ply() < 300:
            if position.turn == side:
                played = host.play(position, engine.Limit(nodes=2_000), game=number)
                assert played.move in position.legal_moves, position.fen()
                if played.ponder is not None:
                    position.push(played.move)
                    assert played.ponder in position.legal_moves, position.fen()
                    position.pop()
                position.push(played.move)
            else:
                moves = sorted(position.legal_moves, key=lambda move: move.uci())
                position.push(rng.choice(moves))
        outcome = position.outcome()
        assert outcome is not None and outcome.winner == side, position.fen()


@pytest.mark.parametrize("game", GAMES)
def test_games_against_itself_with_a_clock(
    host: "engine.SimpleEngine", game: str
) -> None:
    """Moves are made by a clock, pondering or not, and also by one that has run out. How
    exactly it keeps to a clock is a measurement, on a machine with nothing else to do."""
    position = board(game)
    left = {chess.WHITE: 1.0, chess.BLACK: 1.0}
    added = 0.02
    while not position.is_game_over() and position.ply() < 40:
        limit = engine.Limit(
            white_clock=left[chess.WHITE],
            black_clock=left[chess.BLACK],
            white_inc=added,
            black_inc=added,
        )
        moved = time.monotonic()
        played = host.play(position, limit, ponder=position.ply() % 3 == 0)
        spent = time.monotonic() - moved
        # Fewer than nothing is what a host says whose clock has run out.
        left[position.turn] += added - spent
        position.push(played.move)
    assert position.ply() > 5


def test_a_ponder_hit(host: "engine.SimpleEngine") -> None:
    """The expected reply is made, as most are, and the search goes on from there."""
    position = chess.Board()
    hits = 0
    for _ in range(8):
        played = host.play(position, engine.Limit(nodes=3_000), ponder=True)
        position.push(played.move)
        if played.ponder is None:
            break
        position.push(played.ponder)
        hits += 1
    assert hits > 4 and position.is_valid()


@pytest.mark.parametrize("game", GAMES)
def test_analysis_of_several_lines(host: "engine.SimpleEngine", game: str) -> None:
    position = board(game)
    infos = host.analyse(position, engine.Limit(depth=4), multipv=3)
    assert [info["multipv"] for info in infos] == [1, 2, 3]
    scores = [info["score"].relative.score() for info in infos]
    assert scores == sorted(scores, reverse=True)
    firsts = [info["pv"][0] for info in infos]
    assert len(set(firsts)) == 3
    for info in infos:
        assert info["depth"] == 4 and info["seldepth"] >= 4
        assert info["nodes"] > 0 and info["nps"] > 0 and info["time"] >= 0
        assert 0 <= info["hashfull"] <= 1000
        # Every line can be played.
        line = position.copy()
        for move in info["pv"]:
            line.push(line.parse_uci(move.uci()))
    # A single line afterwards.
    single = host.analyse(position, engine.Limit(depth=2))
    assert single["depth"] == 2


def test_analysis_step_by_step_until_stopped(host: "engine.SimpleEngine") -> None:
    depths = []
    with host.analysis(chess.Board()) as analysis:
        for info in analysis:
            if "score" in info:
                depths.append(info["depth"])
            if depths and depths[-1] >= 5:
                analysis.stop()
        best = analysis.wait()
    assert depths == sorted(depths) and depths[-1] >= 5
    assert best.move in chess.Board().legal_moves
    # An infinite one whose search has ended long since.
    with host.analysis(chess.Board(MATE_IN_TWO)) as analysis:
        for info in analysis:
            if info.get("score") and info["score"].relative == engine.Mate(2):
                break
        time.sleep(0.2)
        analysis.stop()
        assert analysis.wait().move is not None


def test_limits(host: "engine.SimpleEngine") -> None:
    start = chess.Board()
    began = time.monotonic()
    host.play(start, engine.Limit(time=0.3))
    assert time.monotonic() - began > 0.25
    assert host.analyse(start, engine.Limit(depth=3))["depth"] == 3
    nodes = host.analyse(start, engine.Limit(nodes=5_000))["nodes"]
    assert 0 < nodes < 6_000
    info = host.analyse(chess.Board(MATE_IN_TWO), engine.Limit(mate=2))
    assert info["score"].relative == engine.Mate(2)
    assert info["score"].turn == chess.WHITE
    lost = chess.Board("7k/8/6K1/8/8/8/8/R7 b - - 0 1")
    info = host.analyse(lost, engine.Limit(depth=6))
    assert info["score"].relative == engine.Mate(-1)
    played = host.play(
        start,
        engine.Limit(depth=4),
        info=engine.INFO_ALL,
        root_moves=[chess.Move.from_uci("a2a3"), chess.Move.from_uci("h2h4")],
    )
    assert played.move.uci() in ("a2a3", "h2h4")
    assert played.info["pv"][0] == played.move


def test_ends_of_games(host: "engine.SimpleEngine") -> None:
    mated = chess.Board()
    for san in ("f3", "e5", "g4", "Qh4#"):
        mated.push_san(san)
    assert host.play(mated, engine.Limit(depth=3)).move is None
    info = host.analyse(mated, engine.Limit(depth=3))
    assert info["score"].relative == engine.Mate(0)
    stalemate = chess.Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
    assert host.play(stalemate, engine.Limit(depth=3)).move is None


def test_limited_strength_loses_to_full_strength(host: "engine.SimpleEngine") -> None:
    position = board("crazyhouse")
    while not position.is_game_over() and position.ply() < 300:
        if position.turn == chess.WHITE:
            limit, options = engine.Limit(nodes=5_000), {"UCI_LimitStrength": False}
        else:
            limit = engine.Limit(time=1)
            options = {"UCI_LimitStrength": True, "UCI_Elo": 100}
        position.push(host.play(position, limit, options=options).move)
    assert position.result() == "1-0", position.fen()


def test_stopping_from_an_event_loop() -> None:
    """Cancelling a play leaves an engine that can be used at once."""

    async def run() -> None:
        _transport, it = await engine.popen_uci([program(), "engine", "uci"])
        start = chess.Board()

        def searches() -> bool:
            """Returns true once the engine has told something of this search: `stop` before
            `go`, which python-chess sends if it is asked to, stops nothing."""
            active = engine.CommandState.ACTIVE
            told = getattr(it.command, "info", None)
            return it.command is not None and it.command.state == active and bool(told)

        for _ in range(5):
            limit = engine.Limit(time=3600)
            play = asyncio.ensure_future(it.play(start, limit, info=engine.INFO_ALL))
            while not searches():
                await asyncio.sleep(0.01)
            play.cancel()
            with pytest.raises(asyncio.CancelledError):
                await play
        await asyncio.wait_for(it.ping(), 120)
        played = await asyncio.wait_for(it.play(start, engine.Limit(depth=3)), 120)
        assert played.move in start.legal_moves
        await asyncio.wait_for(it.quit(), 120)
        assert await it.returncode == 0

    asyncio.run(run())
