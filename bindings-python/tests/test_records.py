"""Records: reading, damage, writing, two boards, columns."""

import asyncio
import gzip
import io
import itertools
import json
import os
import random
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

import boardwright as bw
from support import ROOT

GAMES = """[Event "One"]
[White "Ann"]
[Black "Ben"]
[Result "1-0"]

{before} 1. e4 $1 {[%clk 0:03:00] [%eval 0.30,12] best} (1. d4 {queen's} d5 (1... Nf6))
1... e5 {[%clk 0:02:59.5]} 2. Nf3 1-0

[Event "Damaged"]

1. e4 e5
2. Qxe5 1-0

[Event "Two"]
[Variant "Crazyhouse"]

1. e4 d5 2. exd5 Qxd5 3. P@e4 1/2-1/2
"""

FULL = bool(os.environ.get("BOARDWRIGHT_FULL"))


def names(games: Any) -> list[str]:
    return [game.tags["Event"] for game in games]


def skimmed(source: Any) -> list[str]:
    return names(bw.read_games(source, on_damage="skip"))


def test_a_game_tells_all_that_is_said() -> None:
    reader = bw.read_games(GAMES.encode())
    record = next(reader)
    assert record.line == 1
    assert list(record.tags.items())[:2] == [("Event", "One"), ("White", "Ann")]
    assert record.result == "1-0"
    assert record.game == bw.Game("chess")
    assert record.moves() == ["e2e4", "e7e5", "g1f3"]
    assert record.moves("san") == ["e4", "e5", "Nf3"]
    assert record.clocks == [180_000, 179_500, None]
    assert record.evals == [30, None, None]
    assert record.start == bw.start("chess")
    played = bw.start("chess").play_many(record.moves())
    assert record.state().notation == played.notation
    tree = record.tree("san")
    assert tree["comments"] == ["before"]
    assert [(n["move"], n["parent"], n["seat"]) for n in tree["nodes"]] == [
        ("e4", None, "white"),
        ("d4", None, "white"),
        ("d5", 1, "black"),
        ("Nf6", 1, "black"),
        ("e5", 0, "black"),
        ("Nf3", 4, "white"),
    ]
    first = tree["nodes"][0]
    assert (first["nags"], first["comments"], first["depth"]) == ([1], ["best"], 12)
    assert record.state(3).notation == bw.start("chess").play_many(["d2d4", "g8f6"]).notation
    with pytest.raises(bw.InvalidOptionError, match="there are 6 moves"):
        record.state(6)


def test_damage_is_raised_left_out_given_or_told() -> None:
    reader = bw.read_games(GAMES.encode())
    assert next(reader).tags["Event"] == "One"
    with pytest.raises(bw.InvalidNotationError, match=r"line 12: .*Qxe5"):
        next(reader)
    assert [record.game.name for record in reader] == ["crazyhouse"]
    assert skimmed(GAMES.encode()) == ["One", "Two"]
    found = list(bw.read_games(GAMES.encode(), on_damage="yield"))
    (damage,) = (item for item in found if isinstance(item, bw.Damage))
    assert (damage.line, damage.from_, damage.kind) == (12, 9, "illegal_move")
    assert str(damage).startswith("line 12: ")
    told: list[bw.Damage] = []
    assert names(bw.read_games(GAMES.encode(), on_damage=told.append)) == ["One", "Two"]
    assert told == [damage]


def test_every_source_reads_the_same(tmp_path: Path) -> None:
    text = GAMES.encode()
    path = tmp_path / "games.pgn"
    path.write_bytes(text)
    packed = tmp_path / "games.pgn.gz"
    packed.write_bytes(gzip.compress(text))
    with path.open("rb") as binary, path.open() as lines, gzip.open(packed) as unpacked:
        sources: list[Any] = [
            path,
            str(path),
            packed,
            text,
            bytearray(text),
            memoryview(text),
            gzip.compress(text),
            binary,
            lines,
            unpacked,
            io.BytesIO(gzip.compress(text)),
            io.StringIO(GAMES),
            iter(GAMES.splitlines(keepends=True)),
            [text[i : i + 7] for i in range(0, len(text), 7)],
            (chunk for chunk in (b"", text[:10], b"", text[10:])),
        ]
        for source in sources:
            assert skimmed(source) == ["One", "Two"], source
    with path.open("rb") as binary:
        assert len(bw.read_columns(binary, on_damage="skip")) == 2
    assert len(bw.read_columns(packed, on_damage="skip")) == 2
    assert len(bw.read_columns(gzip.compress(text), on_damage="skip")) == 2


@pytest.mark.parametrize("ending", ["", ".gz", ".zst"])
def test_what_is_packed_reads_the_same(ending: str) -> None:
    folder = ROOT / "tests" / "records"
    plain = [str(game) for game in bw.read_games(folder / "games.pgn", on_damage="skip")]
    path = folder / f"games.pgn{ending}"
    for source in (path, path.read_bytes(), io.BytesIO(path.read_bytes())):
        assert [str(game) for game in bw.read_games(source, on_damage="skip")] == plain


def test_what_a_source_raises_comes_through() -> None:
    def broken() -> Any:
        yield GAMES[:200]
        raise OSError("gone")

    with pytest.raises(OSError, match="gone"):
        list(bw.read_games(broken(), on_damage="skip"))
    with pytest.raises(TypeError, match="bytes or text"):
        list(bw.read_games([5]))  # type: ignore[list-item]
    with pytest.raises(bw.InvalidOptionError, match="nowhere"):
        bw.read_games("/nowhere/at.all")
    with pytest.raises(TypeError, match="source"):
        bw.read_games(5)  # type: ignore[arg-type]
    cut = gzip.compress(GAMES.encode())[:-20]
    with pytest.raises(bw.InvalidOptionError, match="source"):
        list(bw.read_games(cut, on_damage="skip"))


def test_a_reader_that_is_asked_by_its_own_source_refuses() -> None:
    readers: list[Any] = []

    def inward() -> Any:
        yield "1. e4 *\n\n"
        yield next(readers[0])

    readers.append(bw.read_games(inward()))
    with pytest.raises(bw.BusyError):
        list(readers[0])


def test_options_are_checked() -> None:
    for given, what in [
        ({"on_damage": "ignore"}, "raise or skip or yield"),
        ({"null_moves": "no"}, "null_moves"),
        ({"play_on": 3}, "play_on"),
        ({"options": {"chess960": True}}, "none is given"),
        ({"game": 4}, "game"),
    ]:
        with pytest.raises(bw.InvalidOptionError, match=what):
            bw.read_games(b"", **given)  # type: ignore[arg-type]
    with pytest.raises(bw.UnknownGameError):
        bw.read_games(b"", game="go")
    with pytest.raises(bw.UnsupportedError, match="bughouse"):
        bw.read_columns(b"", game="bughouse")
    with pytest.raises(bw.InvalidOptionError, match="threads"):
        bw.read_columns(b"", threads=0)


def test_parts_are_left_out_where_asked() -> None:
    record = next(bw.read_games(GAMES.encode(), variations=False, comments=False))
    tree = record.tree()
    assert len(tree["nodes"]) == 3
    assert tree["comments"] == tree["nodes"][0]["comments"] == []
    assert record.clocks[0] == 180_000
    null = b"1. e4 -- 2. d4 *\n"
    with pytest.raises(bw.InvalidNotationError, match="null move"):
        list(bw.read_games(null))
    assert next(bw.read_games(null, null_moves="end_line")).moves() == ["e2e4"]


def test_records_are_written_and_read_again() -> None:
    record = next(bw.read_games(GAMES.encode()))
    again = next(bw.read_games(record.pgn().encode()))
    assert again.tree() == record.tree()
    assert str(record) == record.pgn()
    made = bw.Record.of(record.start, record.tree(), tags=record.tags, result=record.result)
    assert made.pgn() == record.pgn()
    line = bw.Record.of(
        bw.start("chess"),
        ["e4", "e5"],
        style="san",
        tags={"White": "Ann"},
        result="*",
        clocks=[1000, None],
        comments=[None, "symmetrical"],
    )
    assert line.pgn().endswith("1. e4 {[%clk 0:00:01]} 1... e5 {symmetrical} *\n\n")
    with pytest.raises(bw.IllegalMoveError, match="move 1"):
        bw.Record.of(bw.start("chess"), ["e2e4", "e2e4"])
    with pytest.raises(bw.InvalidOptionError, match="clocks"):
        bw.Record.of(bw.start("chess"), ["e2e4"], clocks=[])
    with pytest.raises(bw.InvalidOptionError, match="result"):
        bw.Record.of(bw.start("chess"), [], result="2-0")


def bughouse(rng: random.Random) -> bw.Record:
    """A random game on two boards with clocks and words."""
    state = bw.start("bughouse")
    moves: list[str] = []
    for _ in range(rng.randrange(60)):
        legal = state.legal_moves()
        if not legal:
            break
        moves.append(rng.choice(legal))
        state = state.play(moves[-1])
    return bw.Record.of(
        bw.start("bughouse"),
        moves,
        tags={"WhiteA": "Ann", "BlackA": "Ben", "WhiteB": "Cem", "BlackB": "Dee"},
        result=rng.choice(["1-0", "0-1", "1/2-1/2", "*"]),
        clocks=[rng.choice([None, rng.randrange(180_000)]) for _ in moves],
        comments=[rng.choice([None, None, "C: sit", "Ben resigns"]) for _ in moves],
    )


def test_games_of_two_boards_are_written_and_read_again() -> None:
    rng = random.Random(23)
    records = [bughouse(rng) for _ in range(10_000 if FULL else 200)]
    text = "".join(record.pgn() for record in records)
    again = list(bw.read_games(text.encode()))
    assert len(again) == len(records)
    for one, other in zip(records, again, strict=True):
        assert other.game.name == "bughouse"
        assert other.tree() == one.tree()
        assert other.result == one.result
        assert other.tags["WhiteB"] == "Cem"
        assert "White" not in other.tags


def test_vectors_are_read_as_in_every_language() -> None:
    folder = ROOT / "tests" / "records"
    told = json.loads((folder / "games.json").read_text(encoding="utf-8"))
    found: list[Any] = []
    for item in bw.read_games(folder / "games.pgn", on_damage="yield"):
        if isinstance(item, bw.Damage):
            found.append({"line": item.line, "from": item.from_, "kind": item.kind})
        else:
            found.append(
                {
                    "line": item.line,
                    "game": item.game.name,
                    "tags": item.tags,
                    "result": item.result,
                    "tree": item.tree("san"),
                    "end": item.state().notation,
                }
            )
    assert found == told


def some_games(count: int, seed: int) -> str:
    rng = random.Random(seed)
    texts = []
    for number in range(count):
        game = rng.choice(["chess", "crazyhouse"])
        state = bw.start(game)
        moves: list[str] = []
        while len(moves) < 40 and (legal := state.legal_moves()):
            moves.append(rng.choice(legal))
            state = state.play(moves[-1])
        record = bw.Record.of(
            bw.start(game),
            [
                {"move": move, "clock": rng.randrange(10**6), "eval": rng.randrange(-999, 999)}
                for move in moves
            ],
            tags={"White": f"Größe {number}", "Round": str(number)},
            result=rng.choice(["1-0", "0-1", "1/2-1/2", "*"]),
        )
        texts.append(record.pgn())
    return "".join(texts)


def test_columns_are_what_a_loop_over_records_finds() -> None:
    text = some_games(40, 5) + "1. e4 e4 *\n\n" + some_games(5, 6)
    records = list(bw.read_games(text.encode(), on_damage="skip"))
    results = {"1-0": 1, "0-1": -1, "1/2-1/2": 0, "*": bw.NO_RESULT}
    for threads in (1, 3):
        columns = bw.read_columns(
            text.encode(),
            headers=["White", "Black", "Nothing"],
            evals=True,
            boards=True,
            fens=True,
            starts=True,
            threads=threads,
            on_damage="skip",
        )
        assert len(columns) == len(records) == 45
        assert list(columns.results) == [results[r.result or "*"] for r in records]
        assert list(columns.lines) == [r.line for r in records]
        assert columns.headers["White"].tolist() == [r.tags["White"] for r in records]
        assert columns.headers["White"][-1] == records[-1].tags["White"]
        assert columns.headers["White"][1:5:2] == columns.headers["White"].tolist()[1:5:2]
        assert set(columns.headers["Nothing"].tolist()) == {""}
        assert list(columns.clocks) == [c for r in records for c in r.clocks]
        assert list(columns.evals) == [e for r in records for e in r.evals]
        assert columns.starts.tolist() == [r.start.notation for r in records]
        offsets = [0, *itertools.accumulate(len(r.moves()) for r in records)]
        assert list(columns.ply_offsets) == offsets
        codes = list(columns.moves)
        for index, record in enumerate(records):
            own = codes[offsets[index] : offsets[index + 1]]
            texts = [bw.move_text(int(code), record.game) for code in own]
            assert texts == record.moves()
            assert columns.fens[offsets[index + 1] + index] == record.state().notation
        rows = columns.boards
        assert rows.shape == (offsets[-1] + len(records), 64)
        assert list(rows[0][:8]) == [4, 2, 3, 5, 6, 3, 2, 4]
        (damage,) = columns.damages
        assert damage.kind == "illegal_move"
    with pytest.raises(bw.InvalidNotationError, match=f"line {damage.line}: "):
        bw.read_columns(text.encode())


def test_arrays_lie_where_they_were_made_and_cannot_be_changed() -> None:
    numpy = pytest.importorskip("numpy")
    columns = bw.read_columns(some_games(3, 7).encode())
    one, other = columns.moves, columns.moves
    assert one.dtype == numpy.uint16
    assert columns.clocks.dtype == numpy.int32
    assert columns.ply_offsets.dtype == numpy.uint64
    assert one.ctypes.data == other.ctypes.data
    assert not one.flags.writeable
    assert not one.flags.owndata
    del columns
    assert len(one) == int(numpy.count_nonzero(one >= 0))
    with pytest.raises(ValueError, match=r"read-only|cannot set WRITEABLE"):
        one.flags.writeable = True


def test_columns_need_no_numpy() -> None:
    script = (
        "import sys; sys.modules['numpy'] = None\n"
        "import boardwright as bw\n"
        "c = bw.read_columns(b'1. e4 e5 1-0')\n"
        "assert isinstance(c.moves, memoryview) and c.moves.readonly\n"
        "assert [bw.move_text(m) for m in c.moves] == ['e2e4', 'e7e5']\n"
        "assert c.boards.shape == (0, 64), c.boards.shape\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


def test_texts_show_the_first_of_them() -> None:
    text = "".join(f'[White "{name}"]\n\n1. e4 *\n\n' for name in "abcde")
    shown = [
        repr(bw.read_columns(text[: n * 22].encode(), headers=["White"]).headers["White"])
        for n in (0, 1, 5)
    ]
    assert shown == ["<Texts, none>", "<Texts 'a'>", "<Texts 'a', 'b', 'c', and 2 more>"]


def test_columns_go_to_arrow() -> None:
    pytest.importorskip("pyarrow")
    text = some_games(5, 8)
    columns = bw.read_columns(text.encode(), headers=["White"], starts=True)
    table = columns.to_arrow()
    records = list(bw.read_games(text.encode()))
    assert table["White"].to_pylist() == [r.tags["White"] for r in records]
    assert table["clocks"].to_pylist() == [r.clocks for r in records]


def test_columns_in_the_background() -> None:
    text = some_games(3, 9).encode()
    moves = list(bw.read_columns(text).moves)
    future = bw.read_columns_future(text, headers=["White"])
    assert list(future.result(60).moves) == moves
    assert list(future.result().headers) == ["White"]
    assert list(asyncio.run(bw.read_columns_async(text)).moves) == moves
    with pytest.raises(bw.InvalidNotationError):
        bw.read_columns_future(b"1. e5 *").result(60)


def test_progress_counts_the_bytes_and_may_stop() -> None:
    text = some_games(20, 10).encode()
    told: list[int] = []
    bw.read_columns(text, progress=told.append)
    assert told[-1] == len(text)
    assert told == sorted(told)

    def stop(_: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        bw.read_columns(text, progress=stop)


def test_other_threads_run_while_a_source_is_read() -> None:
    """A source that waits for another thread would hang if the GIL were held."""
    reached, go = threading.Event(), threading.Event()

    def waiting() -> Any:
        yield "1. e4 *\n\n"
        reached.set()
        assert go.wait(300)
        yield "1. d4 *\n\n"

    found: list[bw.Record] = []
    reader = bw.read_games(waiting())
    thread = threading.Thread(target=lambda: found.extend(reader))
    thread.start()
    assert reached.wait(300)
    go.set()
    thread.join(300)
    assert [record.moves() for record in found] == [["e2e4"], ["d2d4"]]


EPD = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - "


def test_epd_is_read_and_written() -> None:
    line = EPD + 'bm Ng5 O-O; ce -35; pv d4 exd4; id "a; \\"b\\""; odd x "y z"; noop; hmvc 4;'
    state, operations = bw.parse_epd(line)
    assert operations == {
        "bm": ["f3g5", "e1g1"],
        "ce": -35,
        "pv": ["d2d4", "e5d4"],
        "id": 'a; "b"',
        "odd": ["x", '"y z"'],
        "noop": [],
        "hmvc": 4,
    }
    assert state.notation == EPD + "4 1"
    assert state.epd(operations) == line
    game = bw.Game("chess")
    assert game.parse_epd(line, "san")[1]["bm"] == ["Ng5", "O-O"]
    again, operations = bw.parse_epd(line, "chess", style="san")
    assert again == state
    assert again.epd(operations) == line
    assert again.epd() == EPD + "hmvc 4;"
    assert (
        again.epd(operations={"bm": "O-O", "n": None, "m": [3]}) == EPD + "bm O-O; n; m 3; hmvc 4;"
    )
    drop = "4k3/8/8/8/8/8/8/4K3[N] w - - bm N@f6+;"
    state, operations = bw.parse_epd(drop, "crazyhouse")
    assert operations == {"bm": ["N@f6"]}
    assert state.epd(operations) == drop
    state, operations = bw.parse_epd("4k3/8/8/8/8/8/8/5KR1 w G - bm O-O;", chess960=True)
    assert operations == {"bm": ["f1g1"]}


def test_errors_of_epd_name_the_column() -> None:
    for rest, column, error in [
        ("bm Ng6;", len(EPD) + 4, bw.IllegalMoveError),
        ("ce x;", len(EPD) + 4, bw.InvalidNotationError),
        ("bm Ng5", len(EPD) + 7, bw.InvalidNotationError),
    ]:
        with pytest.raises(error, match=f"EPD, column {column}: "):
            bw.parse_epd(EPD + rest)
    state = bw.start("chess")
    wanted: list[tuple[dict[str, Any], str]]
    wanted = [({"bm": "Ke3"}, "Ke3"), ({"ce": "x"}, "ce"), ({"9": 1}, "9")]
    for operations, what in wanted:
        with pytest.raises(bw.BoardwrightError, match=what):
            state.epd(operations)
    garbage: list[Any] = [5, "bm", ["bm"]]
    for wrong in garbage:
        with pytest.raises((TypeError, bw.InvalidOptionError)):
            state.epd(wrong)
    for name in ("boost", "blind", "bughouse"):
        with pytest.raises(bw.UnsupportedError):
            bw.start(name).epd()
    with pytest.raises(bw.UnsupportedError, match="uci"):
        bw.parse_epd(EPD, style="long")
    with pytest.raises(bw.UnknownGameError):
        bw.parse_epd(EPD, "chesss")


def test_garbage_in_epd_gets_typed_errors() -> None:
    rng = random.Random(5)
    line = EPD + 'bm Ng5 O-O; ce -35; id "a b"; odd x "y"; noop;'
    read = 0
    for _ in range(3_000):
        text = list(line)
        for _ in range(rng.randrange(1, 4)):
            at = rng.randrange(len(text))
            text[at : at + rng.randrange(2)] = rng.choice(['"', ";", " ", "\\", "é", "8", "K", ""])
        try:
            state, operations = bw.parse_epd("".join(text))
        except bw.BoardwrightError as error:
            assert error.code in ("invalid_notation", "illegal_move")
        else:
            read += 1
            assert bw.parse_epd(state.epd(operations)) == (state, operations)
    assert 100 < read < 2_900


def test_a_state_is_written_with_tags() -> None:
    state = bw.start("crazyhouse").play("e2e4")
    text = state.pgn({"White": "Ann", "Round": "2", "Result": "1-0"})
    assert text.startswith('[Event "?"]')
    for tag in ('[White "Ann"]', '[Round "2"]', '[Result "*"]'):
        assert tag in text
    record = next(bw.read_games(text.encode()))
    assert record.tags["White"] == "Ann"
    assert record.state().notation == state.notation
    assert state.pgn() == state.pgn(tags={})
    with pytest.raises(bw.InvalidOptionError, match="Round"):
        state.pgn({"Round": 2})
    with pytest.raises(bw.UnsupportedError, match="boost is not written in PGN"):
        bw.start("boost").pgn()


def test_a_table_is_written() -> None:
    table = bw.Table("chess", {"black": {"bot": "random", "name": "Cy", "delay": 0}})
    table.commit("white", "e2e4")
    assert table.wait(60)
    record = next(bw.read_games(table.pgn({"White": "Ann"}).encode()))
    assert (record.tags["White"], record.tags["Black"]) == ("Ann", "Cy")
    assert record.moves()[0] == "e2e4"
    assert len(record.moves()) == 2
    with pytest.raises(bw.HiddenInformationError):
        bw.Table("blind").pgn()


class Counted(io.RawIOBase):
    """A file of games without an end in sight that counts what was asked for."""

    def __init__(self, text: bytes, times: int) -> None:
        self.text = text
        self.left = times
        self.given = 0

    def read(self, _size: int = -1, /) -> bytes:
        if self.left == 0:
            return b""
        self.left -= 1
        self.given += len(self.text)
        return self.text


def test_a_source_of_columns_is_read_as_it_comes() -> None:
    game = b'[White "Ann"]\n\n1. e4 {[%clk 0:03:00]} e5 {' + b"words " * 600 + b"} 1-0\n\n"
    told: list[int] = []
    file = Counted(game * 100, 40)
    columns = bw.read_columns(file, progress=told.append, threads=2)
    assert len(columns) == 4_000
    assert file.given == 4_000 * len(game)
    # The first parts were worked before the last were asked for.
    assert len(told) > 1
    assert told[0] < told[-1] == file.given
    one = bw.read_columns(game * 4_000)
    assert bytes(memoryview(columns.moves).cast("B")) == bytes(memoryview(one.moves).cast("B"))
    lines = itertools.chain.from_iterable(itertools.repeat(game.decode().splitlines(True), 50))
    assert len(bw.read_columns(lines)) == 50
    packed = gzip.compress(game * 10)
    assert len(bw.read_columns(io.BytesIO(packed))) == 10
    assert len(bw.read_columns(iter([]))) == 0
    # It is left at the first damaged game.
    file = Counted(b"1. e4 e6 2. Qxe8 0-1\n\n" + game * 300, 100)
    with pytest.raises(bw.InvalidNotationError):
        bw.read_columns(file)
    assert file.left > 80
    assert len(bw.read_columns(Counted(b"1. e5 *\n\n" + game, 3), on_damage="skip").damages) == 3


def test_what_a_source_of_columns_raises_comes_through() -> None:
    def parts() -> Any:
        yield b"1. e4 e5 1-0\n\n"
        raise LookupError("gone")

    with pytest.raises(LookupError, match="gone"):
        bw.read_columns(parts())
    with pytest.raises(TypeError, match="source"):
        bw.read_columns(iter([5]))  # type: ignore[arg-type]
    with pytest.raises(ZeroDivisionError):
        bw.read_columns(iter([b"1. e4 e5 1-0\n\n" * 300_000]), progress=lambda _: 1 // 0)
