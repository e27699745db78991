"""Random games by the names of python-chess, beside the states of the core, and games as PGN."""

import copy
import io
import pickle
import random

import pytest

import boardwright as bw
from boardwright import chess
from boardwright.chess import engine, pgn, variant

GAMES = 12
ANNOTATED = """\
[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "Ada"]
[Black "?"]
[Result "1-0"]

{ Start } 1. e4 { Best } 1... e5 $1 ( 1... c5 2. Nf3 ( { No } 2. c3 ) 2... d6 ) ( 1... e6 )
2. Nf3 { [%clk 0:03:00.5] [%eval 0.35,18] } 1-0"""


@pytest.mark.parametrize(
    ("cls", "game"),
    [
        (chess.Board, "chess"),
        (variant.CrazyhouseBoard, "crazyhouse"),
        (variant.AtomicBoard, "chess+atomic"),
        (variant.ThreeCheckBoard, "chess+three-check"),
        (variant.HordeBoard, "chess+horde"),
    ],
)
def test_random_games(cls: type[chess.Board], game: str) -> None:
    """Boards play random games as states do, and come back to their start by taking back."""
    rng = random.Random(game)
    for _ in range(GAMES):
        board, state = cls(), bw.start(game, repetition_count=0, halfmove_limit=0)
        for _ in range(80):
            texts = state.legal_moves()
            if not texts:
                break
            assert [move.uci() for move in board.legal_moves] == texts
            text = rng.choice(texts)
            move = chess.Move.from_uci(text)
            san = state.move_text(text, "san")
            assert board.san(move) == san
            assert board.parse_san(san) == move
            assert board.is_legal(move)
            assert board.is_capture(move) == state.ask("is_capture", move=text)
            board.push(move)
            state = state.play(text)
            assert board.turn == (len(board.move_stack) % 2 == 0)
            if state.outcome is not None:
                break
            reread = cls(board.fen())
            assert reread == board
            assert list(reread.legal_moves) == list(board.legal_moves)
        while board.move_stack:
            board.pop()
        assert board == cls()


def test_variations_are_read_and_written() -> None:
    """A game with sidelines, comments and glyphs is written as it was read."""
    game = pgn.read_game(io.StringIO(ANNOTATED))
    assert game is not None
    assert game.headers["White"] == "Ada"
    assert game.comment == "Start"
    moves = [move.uci() for move in game.mainline_moves()]
    assert moves == ["e2e4", "e7e5", "g1f3"]
    e4 = game[0]
    assert [node.san() for node in e4.variations] == ["e5", "c5", "e6"]
    assert e4[0].nags == {pgn.NAG_GOOD_MOVE}
    assert e4[1][1].starting_comment == "No"
    end = game.end()
    assert end.clock() == 180.5
    score = end.eval()
    assert score is not None
    assert score.white() == engine.Cp(35)
    assert end.eval_depth() == 18
    headers, moves_text = ANNOTATED.split("\n\n")
    assert str(game) == f"{headers}\n\n{moves_text.replace(chr(10), ' ')}"
    wrapped = game.accept(pgn.StringExporter())
    assert max(map(len, wrapped.split("\n"))) <= 80
    again = pgn.read_game(io.StringIO(wrapped))
    assert str(again) == str(game)
    assert game.accept(pgn.StringExporter(headers=False, comments=False, variations=False)) == (
        "1. e4 e5 2. Nf3 1-0"
    )


def test_trees_are_changed() -> None:
    """Moves are added, put first, and removed."""
    game = pgn.Game()
    e4 = game.add_variation(chess.Move.from_uci("e2e4"))
    d4 = game.add_main_variation(chess.Move.from_uci("d2d4"), comment="first")
    assert game.variations == [d4, e4]
    assert e4.starts_variation()
    game.promote_to_main(e4)
    assert game.next() is e4
    assert e4.is_mainline()
    game.remove_variation(d4)
    assert not game.has_variation(d4)
    tail = game.add_line([chess.Move.from_uci("e2e3"), chess.Move.from_uci("e7e5")])
    assert tail.board().fen() == tail.root().board().fen() or tail.ply() == 2
    e4.set_clock(61.25)
    e4.set_eval(engine.PovScore(engine.Mate(3), chess.WHITE), 7)
    assert e4.comment == "[%clk 0:01:01.25] [%eval #3,7]"
    e4.set_clock(None)
    assert e4.comment == "[%eval #3,7]"


def test_several_games_of_a_file() -> None:
    """Games are read one after the other; headers alone and games that are skipped go faster."""
    text = f'{ANNOTATED}\n\n[Event "B"]\n\n1. d4 *\n\n1. a3 Qh4 2. b3 *\n'
    handle = io.StringIO(text)
    assert pgn.read_headers(handle) == pgn.Headers(dict(pgn.TAG_ROSTER, White="Ada", Result="1-0"))
    assert pgn.skip_game(handle)
    damaged = pgn.read_game(handle)
    assert damaged is not None
    assert len(damaged.errors) == 1
    assert [move.uci() for move in damaged.mainline_moves()] == ["a2a3"]
    assert pgn.read_game(handle) is None
    assert not pgn.skip_game(handle)


def test_errors_in_games() -> None:
    """Headers that cannot be read, and lines from an illegal move on, are left out and told."""
    text = (
        '[White "x]\n[Black "B"]\n[Site "a\rb"]\n\n'
        "1. e4 (1. d4 Ke7 (1... d5) 2. c4) 1... e5 ; good\n2. d4 *"
    )
    game = pgn.read_game(io.StringIO(text))
    assert game is not None
    assert len(game.errors) == 3
    assert game.headers["White"] == game.headers["Site"] == "?"
    assert game.headers["Black"] == "B"
    assert game.accept(pgn.StringExporter(headers=False)) == (
        "1. e4 ( 1. d4 ) 1... e5 { good } 2. d4 *"
    )
    assert pgn.read_headers(io.StringIO(text)) == pgn.Headers({"Black": "B"})


def test_variants_of_games() -> None:
    """The header Variant chooses the board; one that the core lacks is an error of the game."""
    game = pgn.read_game(io.StringIO('[Variant "Crazyhouse"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 *'))
    assert game is not None
    assert isinstance(game.end().board(), variant.CrazyhouseBoard)
    assert game.end().board().fen().startswith("rnb1kbnr/ppp1pppp/8/3q4/4P3/")
    lacking = pgn.read_game(io.StringIO('[Variant "Shogi"]\n\n1. e4 *'))
    assert lacking is not None
    assert len(lacking.errors) == 1
    game = pgn.Game()
    game.setup(chess.Board.from_chess960_pos(10))
    assert game.headers["Variant"] == "Chess960"
    assert game.board().chess960


def test_games_of_boards() -> None:
    """A board with its moves becomes a game, and visitors see it move by move."""
    board = chess.Board()
    for san in ["f3", "e5", "g4", "Qh4#"]:
        board.push_san(san)
    game = pgn.Game.from_board(board)
    assert game.headers["Result"] == "0-1"
    assert game.accept(pgn.BoardBuilder()) == board
    assert list(game.mainline_moves()) == board.move_stack
    assert list(reversed(game.mainline_moves())) == board.move_stack[::-1]


def test_time_controls() -> None:
    """Time controls have parts and a class."""
    control = pgn.parse_time_control("40/7200:20/3600:900+30")
    assert control.parts[0] == pgn.TimeControlPart(40, 7200)
    assert control.type == pgn.TimeControlType.STANDARD
    assert pgn.parse_time_control("60+1").type == pgn.TimeControlType.BULLET
    with pytest.raises(ValueError, match="time control"):
        pgn.parse_time_control("abc")


def test_players() -> None:
    """A bot plays and analyses by the names of python-chess's engines."""
    board = chess.Board("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1")
    with engine.SimpleEngine("search", seed=1) as player:
        result = player.play(board, engine.Limit(depth=3))
        assert result.move is not None
        board.push(result.move)
        assert board.is_checkmate()
        infos = player.analyse(chess.Board(), engine.Limit(nodes=2000), multipv=2)
        assert [info["multipv"] for info in infos] == [1, 2]
        assert all(info["pv"][0] in chess.Board().legal_moves for info in infos)
    with pytest.raises(engine.EngineError):
        player.play(chess.Board(), engine.Limit(depth=1))
    assert engine.Mate(1) > engine.Cp(900) > engine.Cp(-5) > engine.Mate(-2) > engine.Mate(0)


class Builder(pgn.GameBuilder[pgn.Game]):
    """A builder as any other."""


def _read() -> pgn.Game:
    game = pgn.read_game(io.StringIO(ANNOTATED))
    assert game is not None
    return game


def test_moves_of_a_game_are_the_same_before_and_after_its_nodes() -> None:
    """Moves are told without nodes, and nodes that come later hold the same and can be changed."""
    game = _read()
    line = game.mainline_moves()
    begun = iter(line)
    before = [move.uci() for move in line]
    assert before == ["e2e4", "e7e5", "g1f3"]
    assert line
    assert game.comment == "Start"
    assert [node.move.uci() for node in game.mainline()] == before
    assert [move.uci() for move in line] == [move.uci() for move in begun] == before
    end = game.end()
    assert end.comment == "[%clk 0:03:00.5] [%eval 0.35,18]"
    assert not end.nags
    end.nags = {1, 3}
    assert game[0][0].nags == {1}
    end.add_variation(chess.Move.from_uci("b8c6"))
    assert [move.uci() for move in line] == [*before, "b8c6"]
    game.variations = []
    assert not line
    assert list(line) == []


def test_copies_of_games_have_all_nodes() -> None:
    """A game that was only read is copied and pickled with its nodes."""
    expected = str(_read())
    for copied in (copy.deepcopy(_read()), pickle.loads(pickle.dumps(_read()))):
        assert str(copied) == expected
        assert copied.variations[0].parent is copied
    assert str(copy.copy(_read())) == expected
    empty = pgn.read_game(io.StringIO("*"))
    assert empty is not None
    assert not empty.mainline_moves()
    assert empty.is_end()


@pytest.mark.parametrize(
    "text",
    [
        "1. e4 { a } { b } e5 2. Nf3 { c ; d } Nc6 ; the rest { of it\n3. Bc4 *",
        "{ before\n } 1. e4 { over\n\nlines } e5 *",
        "1. e4 { one } } { two\n\n} e5 *",
        "1.e4 e5 2.Nf3 $14 Nc6!? 12 3. Bb5 (3. Bc4 Bc5) 3... a6 1-0",
    ],
)
def test_comments_end_where_they_end(text: str) -> None:
    """A comment that goes on over lines, and signs within it, do not end a game too early."""
    handle = io.StringIO(f"{text}\n\n1. d4 *\n")
    game, other = pgn.read_game(handle), pgn.read_game(handle)
    assert game is not None
    assert other is not None
    # The same by the reader that goes move by move, as it does for a builder of another class.
    slow = pgn.read_game(io.StringIO(f"{text}\n"), Visitor=Builder)
    assert str(game) == str(slow)
    assert str(other).endswith("1. d4 *")
