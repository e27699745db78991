"""Garbage in the names of python-chess: a ValueError or an answer, and never half a change."""

import io
import random

import pytest

from boardwright import chess
from boardwright.chess import pgn, variant

SIGNS = "KQRBNPkqrbnpwb-/0123456789 abcdefgh@=+#{}()[]$!?;*~.x\n\r\"'%\\ö"
SEEDS = [
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 {good} Nc6 $1 1/2-1/2",
    '[Event "a"]\n[FEN "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]\n\n1. Ke2 *',
    "{a}{b} 1.d4! ({or} 1.c4 c5 {c} (1...e5 2.e3) 2.e3) d5!? 2.c4?! {d } $7 dxc4\r\n3.e4 0-1 {e}\n",
    "Nbxd7+",
    "e7e8q",
    'bm Nf3; id "x"; ce 3;',
]


def damaged(rng: random.Random) -> str:
    text = list(rng.choice(SEEDS))
    for _ in range(rng.randrange(1, 6)):
        position = rng.randrange(len(text) + 1)
        if rng.random() < 0.4 and text:
            del text[min(position, len(text) - 1)]
        else:
            text.insert(position, rng.choice(SIGNS))
    return "".join(text)


def damaged_fen(rng: random.Random) -> str:
    """Exchanges pieces and fields of FEN, or damages any text."""
    if rng.random() < 0.3:
        return damaged(rng)
    placement, *fields = rng.choice(SEEDS[:2]).split()
    pieces = [sign if sign in "/12345678" else rng.choice("PNBRQKpnbrqk") for sign in placement]
    kept = [
        sign if rng.random() < 0.9 else new for sign, new in zip(placement, pieces, strict=True)
    ]
    others = [["w", "b"], ["KQkq", "-", "Kq", "HAha", "Bg"], ["-", "e3", "d6"], ["0", "99"], ["1"]]
    fields = [rng.choice([field, *more]) for field, more in zip(fields, others, strict=True)]
    return " ".join(["".join(kept), *fields[: rng.randrange(1, 6)]])


BOARDS = [chess.Board, variant.CrazyhouseBoard, variant.AtomicBoard, variant.ThreeCheckBoard]


def answers(board: chess.Board) -> None:
    """Asks a board all that it can be asked without an argument."""
    board.fen()
    board.status()
    board.outcome(claim_draw=True)
    list(board.pseudo_legal_moves)
    board.has_pseudo_legal_en_passant()
    board.checkers()
    for move in list(board.legal_moves)[:3]:
        board.san(move)
        board.push(move)
        board.is_game_over()
        board.pop()


@pytest.mark.parametrize("seed", range(4))
def test_positions(seed: int) -> None:
    """A damaged FEN is refused, or makes a board that answers."""
    rng = random.Random(seed)
    read = 0
    for _ in range(400):
        cls, text = rng.choice(BOARDS), damaged_fen(rng)
        try:
            board = cls(text, chess960=rng.random() < 0.3)
        except ValueError:
            continue
        read += 1
        answers(board)
    assert read > 50


@pytest.mark.parametrize("seed", range(4))
def test_moves(seed: int) -> None:
    """A damaged move is refused, and the board stays as it was."""
    rng = random.Random(seed)
    for _ in range(400):
        board, text = chess.Board(), damaged(rng)
        for reader in (board.push_san, board.push_uci, board.set_epd, chess.Move.from_uci):
            before = board.fen(), list(board.move_stack)
            try:
                reader(text)
            except ValueError:
                if reader != board.set_epd:
                    assert (board.fen(), board.move_stack) == before


@pytest.mark.parametrize("seed", range(4))
def test_games(seed: int) -> None:
    """Damaged games are read as far as they go, by both ways of reading alike."""

    class Slow(pgn.GameBuilder[pgn.Game]):
        """Reads move by move: the fast way is for the builder itself."""

    rng = random.Random(seed)
    for _ in range(300):
        text = damaged(rng)
        one, other = io.StringIO(text), io.StringIO(text)
        while True:
            fast, slow = pgn.read_game(one), pgn.read_game(other, Visitor=Slow)
            if fast is None or slow is None:
                assert fast is slow
                break
            assert len(fast.errors) == len(slow.errors)
            assert fast.headers == slow.headers
            if not fast.errors:  # a start that cannot be read is among them
                assert str(fast) == str(slow), text
            assert list(fast.mainline_moves()) == list(slow.mainline_moves())
            assert one.tell() == other.tell()


@pytest.mark.parametrize("seed", range(4))
def test_boards_changed_at_random(seed: int) -> None:
    """Boards whose pieces and fields are set at random answer as well."""
    rng = random.Random(seed)
    for _ in range(60):
        board = chess.Board(chess960=rng.random() < 0.3)
        for _ in range(rng.randrange(1, 8)):
            square = rng.randrange(64)
            symbol = rng.choice("PNBRQKpnbrqk----")
            piece = None if symbol == "-" else chess.Piece.from_symbol(symbol)
            board.set_piece_at(square, piece, promoted=rng.random() < 0.1)
        if rng.random() < 0.5:
            board.turn = chess.BLACK
            board.ep_square = rng.choice([None, *chess.SQUARES])
            board.castling_rights = rng.getrandbits(64)
            board.halfmove_clock = rng.randrange(200)
        answers(board)
        assert board.mirror().mirror().board_fen() == board.board_fen()
