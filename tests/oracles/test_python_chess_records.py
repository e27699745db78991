"""Records: python-chess reads what is written here, and the reverse."""

import io
import os
import random
import re
from typing import Any

import boardwright as bw
import pytest

chess = pytest.importorskip("chess", reason="python-chess is not installed")
engine = pytest.importorskip("chess.engine")
pgn = pytest.importorskip("chess.pgn")
variant = pytest.importorskip("chess.variant")

FULL = bool(os.environ.get("BOARDWRIGHT_FULL"))
GAMES = 20_000 if FULL else 300
KINDS = [("chess", {}), ("chess", {"chess960": True}), ("crazyhouse", {})]
WORDS = ["good", "the only move", "Größe", "a (b) c", "50% better", "$1 ; x"]


def annotate(rng: random.Random, node: Any) -> None:
    if rng.random() < 0.3:
        node.comment = rng.choice(WORDS)
    if rng.random() < 0.2:
        node.nags.add(rng.randrange(1, 140))
    if rng.random() < 0.4:
        node.set_clock(rng.randrange(10**7) / 1000)
    if rng.random() < 0.2:
        score = engine.Cp(rng.randrange(-2000, 2000))
        if rng.random() < 0.2:
            score = engine.Mate(rng.choice([-5, -1, 1, 7]))
        node.set_eval(engine.PovScore(score, chess.WHITE), rng.choice([None, 12]))


def game_of(rng: random.Random, name: str, options: dict[str, object]) -> Any:
    """A random game of python-chess with variations, comments, glyphs and clocks."""
    if name == "crazyhouse":
        board = variant.CrazyhouseBoard()
    elif options:
        board = chess.Board.from_chess960_pos(rng.randrange(960))
    else:
        board = chess.Board()
    game = pgn.Game()
    game.setup(board)
    game.headers.update({"White": rng.choice(WORDS), "Black": "b, c: d", "Round": "3"})
    if rng.random() < 0.3:
        game.comment = rng.choice(WORDS)
    nodes = [(game, rng.randrange(40))]
    while nodes:
        node, plies = nodes.pop()
        board = node.board()
        for _ in range(plies):
            moves = list(board.legal_moves)
            if not moves or board.is_insufficient_material() or board.is_repetition(3):
                break
            if board.halfmove_clock >= 90:
                break
            rng.shuffle(moves)
            child = node.add_main_variation(moves[0])
            annotate(rng, child)
            if len(moves) > 1 and rng.random() < 0.1:
                other = node.add_variation(moves[1])
                annotate(rng, other)
                if rng.random() < 0.3:
                    other.starting_comment = rng.choice(WORDS)
                nodes.append((other, rng.randrange(4)))
            board = child.board()
            node = child
    game.headers["Result"] = rng.choice(["1-0", "0-1", "1/2-1/2", "*"])
    return game


def flat(node: Any) -> list[object]:
    """The moves of a game as python-chess knows them, one by one."""
    found: list[object] = []
    waiting = [node]
    while waiting:
        at = waiting.pop()
        score = at.eval()
        clock = at.clock()
        found.append(
            (
                at.move.uci() if isinstance(at, pgn.ChildNode) else None,
                sorted(at.nags) if isinstance(at, pgn.ChildNode) else [],
                words(str(at.comment)),
                words(str(at.starting_comment)),
                None if clock is None else round(1000 * clock),
                str(score),
                at.eval_depth(),
                len(at.variations),
            )
        )
        waiting.extend(reversed(at.variations))
    return found


def words(comment: str) -> str:
    """A comment without commands, and without the line ends at which it was wrapped."""
    return " ".join(re.sub(r"\[%[^]]*\]", "", comment).split())


@pytest.mark.parametrize(("name", "options"), KINDS)
def test_python_chess_reads_what_is_written_and_the_reverse(
    name: str, options: dict[str, object]
) -> None:
    rng = random.Random(f"{name}{options}")
    games = [game_of(rng, name, options) for _ in range(GAMES // len(KINDS))]
    text = "".join(f"{game}\n\n" for game in games)
    records = list(bw.read_games(text.encode()))
    assert len(records) == len(games)
    written = io.StringIO("".join(record.pgn() for record in records))
    for game, record in zip(games, records, strict=True):
        # Read from python-chess: the same moves, tags and final position.
        own = [move.uci() for move in game.mainline_moves()]
        assert record.moves() == own
        assert record.game.name == name
        headers = dict(game.headers)
        assert {key: record.tags[key] for key in headers} == headers
        assert record.result == headers["Result"]
        board = game.end().board()
        fen = record.state().notation
        assert fen.split()[0] == board.fen().split()[0]
        # Written, and read by python-chess.
        again = pgn.read_game(written)
        assert again is not None
        assert not again.errors
        assert flat(again) == flat(game)
        for key in ("Event", "White", "Black", "Round", "Result"):
            assert again.headers[key] == game.headers[key]
        assert again.end().board().fen() == board.fen()
    assert pgn.read_game(written) is None


def playable(board: Any) -> list[Any]:
    """The legal moves that python-chess reads in EPD: in Chess960 it knows no castling there."""
    return [
        m for m in board.legal_moves if not (board.chess960 and board.is_castling(m))
    ]


def test_epd_is_that_of_python_chess() -> None:
    """Random positions with operations: each side reads what the other writes."""
    rng = random.Random(11)
    positions = 0
    for number in range(GAMES):
        name, options = KINDS[number % len(KINDS)]
        if name == "crazyhouse":
            board = variant.CrazyhouseBoard()
        elif options:
            board = chess.Board.from_chess960_pos(rng.randrange(960))
        else:
            board = chess.Board()
        for _ in range(rng.randrange(80)):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
        moves = playable(board)
        if not moves:
            continue
        positions += 1
        line, after = [], board.copy()
        for _ in range(rng.randrange(1, 5)):
            legal = playable(after)
            if not legal:
                break
            line.append(rng.choice(legal))
            after.push(line[-1])
        given: dict[str, Any] = {
            "bm": rng.sample(moves, min(len(moves), rng.randrange(1, 4))),
            "pv": line,
            "ce": rng.randrange(-3000, 3000),
            "id": rng.choice(WORDS) + ' "quoted" \\',
            "c0": rng.choice(WORDS),
            "hmvc": board.halfmove_clock,
            "fmvn": board.fullmove_number,
        }
        after = board.copy()
        pv = []
        for move in line:
            pv.append(after.uci(move))
            after.push(move)
        uci = [board.uci(move) for move in given["bm"]]
        state = bw.parse(name, board.fen(shredder=bool(options)), **options)
        ours = state.epd(given | {"bm": uci, "pv": pv})
        other = type(board)(chess960=bool(options))
        theirs = other.set_epd(ours)
        assert other.fen(shredder=True) == board.fen(shredder=True), ours
        assert sorted(theirs["bm"], key=str) == sorted(given["bm"], key=str), ours
        for code in ("pv", "ce", "id", "c0"):
            assert theirs[code] == given[code], ours
        # The board of crazyhouse drops operations when it writes.
        text = (
            ours if name == "crazyhouse" else board.epd(shredder=bool(options), **given)
        )
        again, operations = bw.parse_epd(text, name, **options)
        assert again.notation == state.notation
        assert sorted(operations["bm"]) == sorted(uci), text
        assert operations["pv"] == pv, text
        for code in ("ce", "id", "c0", "hmvc", "fmvn"):
            assert operations[code] == given[code], text
        _, san = bw.parse_epd(text, name, style="san", **options)
        assert sorted(san["bm"]) == sorted(board.san(move) for move in given["bm"])
    assert positions > GAMES * 0.9
