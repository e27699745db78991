"""Boards, moves and sets by the names of python-chess."""

import copy
import pickle
import random
import struct
from pathlib import Path
from typing import Any

import pytest

from boardwright import chess
from boardwright.chess import polyglot, svg, variant

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def played(*sans: str) -> chess.Board:
    board = chess.Board()
    for san in sans:
        board.push_san(san)
    return board


def test_start() -> None:
    """A new board has the start position and its twenty moves."""
    board = chess.Board()
    assert board.fen() == chess.STARTING_FEN
    assert board.turn is chess.WHITE
    assert board.legal_moves.count() == len(list(board.legal_moves)) == 20
    assert chess.Move.from_uci("e2e4") in board.legal_moves
    assert chess.Move.from_uci("e2e5") not in board.legal_moves
    assert str(board.piece_at(chess.E1)) == "K"
    assert board.piece_at(chess.E4) is None
    assert "Nf3" in repr(board.legal_moves)


def test_push_and_pop() -> None:
    """Moves change the board, and pop takes them back with all that they changed."""
    board = chess.Board(KIWIPETE)
    for move in list(board.legal_moves):
        board.push(move)
        assert board.peek() == move
        assert board.fen() != KIWIPETE
        assert board.pop() == move
        assert board.fen() == KIWIPETE
    assert board.move_stack == []
    with pytest.raises(IndexError):
        board.pop()


def test_moves_are_shared_values() -> None:
    """A move cannot be changed; equal ones are equal, hash equal and can be pickled."""
    move = chess.Move(chess.E2, chess.E4)
    assert move == chess.Move.from_uci("e2e4")
    assert hash(move) == hash(chess.Move.from_uci("e2e4"))
    assert pickle.loads(pickle.dumps(move)) == move
    assert copy.deepcopy(move) is move
    anything: Any = move
    with pytest.raises(AttributeError):
        anything.promotion = chess.QUEEN
    with pytest.raises(chess.InvalidMoveError):
        chess.Move.from_uci("e2")


def test_en_passant() -> None:
    """The square is told after each double step, and FEN has it where the capture is legal."""
    board = played("e4", "a6", "e5", "d5")
    assert board.ep_square == chess.D6
    assert board.fen().split()[3] == "d6"
    assert board.is_en_passant(board.parse_san("exd6"))
    board = played("e4")
    assert board.ep_square == chess.E3
    assert board.fen().split()[3] == "-"
    assert board.fen(en_passant="fen").split()[3] == "e3"
    board.push_san("Nf6")
    assert board.ep_square is None


def test_pieces_after_moves() -> None:
    """Sets and pieces are those of the position at hand, after moves, back again, and changed."""

    def told(board: chess.Board) -> tuple[object, ...]:
        kinds = [
            board.pieces_mask(kind, color) for kind in chess.PIECE_TYPES for color in chess.COLORS
        ]
        pieces = [board.piece_at(square) for square in chess.SQUARES]
        return kinds, pieces, board.occupied, board.occupied_co, board.piece_map(), board.king(True)

    board, rng = chess.Board(), random.Random(3)
    before = []
    for _ply in range(60):
        before.append(told(board))
        assert told(board) == told(chess.Board(board.fen()))
        captures = {move for move in board.legal_moves if board.is_capture(move)}
        assert set(board.generate_legal_captures()) == captures
        board.push(rng.choice(list(board.legal_moves)))
    while board.move_stack:
        board.pop()
        assert told(board) == before.pop()
    board.remove_piece_at(chess.E2)
    assert board.piece_at(chess.E2) is None
    assert not board.pawns & chess.BB_E2
    for kind in (0, 7):
        with pytest.raises(ValueError, match="no kind of piece"):
            board.pieces(kind, chess.WHITE)


def test_san_errors() -> None:
    """A text that is no move, one that is illegal and one that is ambiguous are told apart."""
    board = chess.Board("8/8/1n6/3R1P2/1n6/2k2K2/3p4/r6r b - - 0 82")
    with pytest.raises(chess.AmbiguousMoveError):
        board.parse_san("Rf1")
    with pytest.raises(chess.IllegalMoveError):
        board.parse_san("Nf6")
    with pytest.raises(chess.InvalidMoveError):
        board.parse_san("castle")
    with pytest.raises(chess.InvalidMoveError):
        board.parse_san("Raf1\n")
    with pytest.raises(chess.IllegalMoveError):
        board.push(chess.Move.from_uci("a1b3"))
    with pytest.raises(chess.IllegalMoveError):
        board.san(chess.Move.from_uci("a1b3"))
    with pytest.raises(ValueError, match="ranks"):
        chess.Board("8/8 w - - 0 1")


def test_castling_of_both_kinds() -> None:
    """Castling is two files in chess and onto the rook in Chess960, and read either way."""
    board = chess.Board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 1 1")
    assert board.parse_uci("e1h1") == board.parse_san("O-O") == chess.Move.from_uci("e1g1")
    assert board.uci(chess.Move.from_uci("e1g1"), chess960=True) == "e1h1"
    board.push_uci("e1h1")
    assert board.peek() == chess.Move.from_uci("e1g1")
    board = chess.Board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 1 1", chess960=True)
    assert board.parse_san("O-O") == chess.Move.from_uci("e1h1")
    assert board.xboard(chess.Move.from_uci("e1h1")) == "O-O"
    assert chess.Board.from_chess960_pos(0).chess960_pos() == 0


def test_ends() -> None:
    """Outcomes name the reason and the winner; draws by claim count if they are asked for."""
    mated = played("f3", "e5", "g4", "Qh4#")
    assert mated.is_checkmate()
    assert mated.is_game_over()
    assert mated.outcome() == chess.Outcome(chess.Termination.CHECKMATE, chess.BLACK)
    assert mated.result() == "0-1"
    dead = chess.Board("4k3/8/8/8/8/5B2/8/4K3 w - - 0 1")
    assert dead.outcome() == chess.Outcome(chess.Termination.INSUFFICIENT_MATERIAL, None)
    assert dead.legal_moves.count() == 16
    dead.push_san("Ke2")
    dead.push_san("Kd7")
    assert dead.is_insufficient_material()
    repeated = played(*["Nf3", "Nf6", "Ng1", "Ng8"] * 2)
    assert repeated.outcome() is None
    assert repeated.can_claim_threefold_repetition()
    assert repeated.result(claim_draw=True) == "1/2-1/2"
    late = chess.Board("4k3/8/6r1/8/8/8/2R5/4K3 w - - 150 1")
    assert late.outcome() == chess.Outcome(chess.Termination.SEVENTYFIVE_MOVES, None)
    assert late.legal_moves.count() > 0


def test_boards_that_are_no_positions() -> None:
    """Boards without kings, with rights that fit nothing, and empty ones answer as well."""
    board = chess.Board.empty()
    assert board.fen() == "8/8/8/8/8/8/8/8 w - - 0 1"
    board.set_piece_at(chess.A1, chess.Piece.from_symbol("R"))
    assert board.attacks(chess.A1) == chess.BB_RANK_1 ^ chess.BB_FILE_A
    assert board.status() & chess.STATUS_NO_WHITE_KING
    assert board.legal_moves.count() == 14
    board = chess.Board("4k3/8/8/8/8/8/4Q3/4K3 w - - 0 1")
    assert board.status() == chess.STATUS_OPPOSITE_CHECK
    assert board.was_into_check()
    board = chess.Board()
    board.remove_piece_at(chess.H1)
    assert board.status() == chess.STATUS_BAD_CASTLING_RIGHTS
    assert board.fen().split()[2] == "Qkq"


def test_setting_fields() -> None:
    """Side, rights, counters and pieces are set as in python-chess."""
    board = chess.Board()
    board.turn = chess.BLACK
    board.castling_rights = chess.BB_A1 | chess.BB_H8
    board.halfmove_clock = 7
    board.fullmove_number = 9
    placement = chess.STARTING_BOARD_FEN
    assert board.fen() == f"{placement} b Qk - 7 9"
    assert board.ply() == 17
    board.set_castling_fen("KQkq")
    board.set_piece_map({chess.E1: chess.Piece.from_symbol("K")})
    assert board.board_fen() == "8/8/8/8/8/8/8/4K3"
    board.reset()
    assert board == chess.Board()


def test_null_moves() -> None:
    """A null move passes, in check as well, and is taken back."""
    board = played("e4")
    assert board.push_san("--") == chess.Move.null()
    assert board.fen().split()[1:] == ["w", "KQkq", "-", "1", "2"]
    assert board.pop() == chess.Move.null()
    checked = chess.Board("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")
    checked.push(chess.Move.null())
    assert checked.turn is chess.BLACK


def test_pins_and_checks() -> None:
    """Pins are lines, and checkers the squares of pieces."""
    board = chess.Board("rnb1k1nr/2pppppp/3P4/8/1b5q/8/PPPNPBPP/RNBQKB1R w KQkq - 0 1")
    assert board.is_pinned(chess.WHITE, chess.F2)
    assert board.pin(chess.WHITE, chess.B1) == chess.BB_ALL
    assert chess.H4 in board.pin(chess.WHITE, chess.F2)
    checked = played("e4", "f6", "Qh5+")
    assert checked.is_check()
    assert list(checked.checkers()) == [chess.H5]
    assert checked.attackers(chess.WHITE, chess.H5) == chess.SquareSet([chess.D1]) - [chess.D1]


def test_copies_and_roots() -> None:
    """A copy goes its own way, the root is the position before the first move."""
    board = played("e4", "e5", "Nf3")
    other = board.copy()
    other.pop()
    assert len(board.move_stack) == 3
    assert board.root() == chess.Board()
    assert board.copy(stack=1).root() == played("e4", "e5")
    assert pickle.loads(pickle.dumps(board)).move_stack == board.move_stack
    assert board.mirror().mirror() == board
    assert board.transform(chess.flip_horizontal).piece_at(chess.C3) == board.piece_at(chess.F3)


def test_epd() -> None:
    """Operations of EPD are moves, numbers and texts, read and written."""
    board, operations = chess.Board.from_epd(
        '6k1/1p6/6K1/8/8/8/8/7Q w - - pv Qh7+ Kf8 Qf7#; id "a; \\"b\\""; acd 12;'
    )
    assert operations["id"] == 'a; "b"'
    assert operations["acd"] == 12
    assert board.epd(bm=board.parse_san("Qh7+")).endswith("bm Qh7+;")
    with pytest.raises(ValueError, match="opcode"):
        board.set_epd(chess.STARTING_FEN)


def test_sets_of_squares() -> None:
    """Sets of squares are sets, integers, and pictures of text."""
    squares = chess.SquareSet(chess.BB_A1 | chess.BB_H8)
    assert list(squares) == [chess.A1, chess.H8]
    assert int(~squares) == chess.BB_ALL ^ chess.BB_A1 ^ chess.BB_H8
    assert len(squares | chess.BB_RANK_1) == 9
    squares.add(chess.E4)
    assert squares.pop() == chess.A1
    assert chess.SquareSet.between(chess.A1, chess.D4) == [chess.B2, chess.C3]
    assert chess.SquareSet.ray(chess.A1, chess.D4) == chess.SquareSet(
        square for square in chess.SQUARES if square % 9 == 0
    )
    assert chess.square_knight_distance(chess.A1, chess.H8) == 6
    assert list(chess.SquareSet(chess.BB_KNIGHT_ATTACKS[chess.A1])) == [chess.C2, chess.B3]
    assert chess.BB_PAWN_ATTACKS[chess.WHITE][chess.A2] == chess.BB_B3
    assert chess.BB_KING_ATTACKS[chess.H8] == chess.BB_G8 | chess.BB_G7 | chess.BB_H7
    assert str(chess.SquareSet(chess.BB_A1)).endswith("1 . . . . . . .")
    with pytest.raises(KeyError):
        chess.SquareSet().pop()


def test_pockets() -> None:
    """Pockets of crazyhouse fill by captures, and what is added to one can be dropped."""
    board = variant.CrazyhouseBoard("4k3/8/8/1n6/8/3B4/8/4K3 w - - 0 1")
    board.push_san("Bxb5+")
    assert board.fen() == "4k3/8/8/1B6/8/8/8/4K3[N] b - - 0 1"
    assert board.pockets[chess.WHITE].count(chess.KNIGHT) == 1
    board.pop()
    board.pockets[chess.WHITE].add(chess.ROOK)
    assert chess.Move.from_uci("R@a1") in board.legal_moves
    assert len(board.legal_drop_squares()) == 60
    other = board.copy()
    other.pockets[chess.WHITE].add(chess.QUEEN)
    assert (len(other.pockets[chess.WHITE]), len(board.pockets[chess.WHITE])) == (2, 1)
    with pytest.raises(chess.IllegalMoveError):
        variant.CrazyhouseBoard().parse_uci("N@f3")


@pytest.mark.parametrize(
    ("cls", "fen", "san", "result"),
    [
        (variant.KingOfTheHillBoard, "4k3/8/8/8/8/4K3/8/R7 w - - 0 1", "Ke4", "1-0"),
        (variant.RacingKingsBoard, "8/2K5/8/8/8/8/k7/8 w - - 0 1", "Kc8", "1-0"),
        (variant.AtomicBoard, "4k3/3p4/8/8/8/8/8/3QK3 w - - 0 1", "Qxd7", "1-0"),
        (variant.AntichessBoard, "8/8/8/8/8/8/r7/1R6 w - - 0 1", "Ra1", "*"),
        (variant.AntichessBoard, "8/8/8/p7/p7/8/P7/8 w - - 0 1", "a3", "0-1"),
        (variant.GiveawayBoard, "8/8/8/p7/p7/8/P7/8 w - - 0 1", "a3", "0-1"),
        (variant.GiveawayBoard, "8/8/8/8/8/8/p7/4K2R w K - 0 1", "O-O", "*"),
        (variant.SuicideBoard, "8/8/8/p7/p7/8/P7/8 w - - 0 1", "a3", "1-0"),
        (variant.SuicideBoard, "8/8/8/8/p7/8/P6P/8 w - - 0 1", "a3", "0-1"),
        (variant.HordeBoard, "4k3/8/8/8/8/8/1q6/P7 b - - 0 1", "Qxa1", "0-1"),
        (
            variant.ThreeCheckBoard,
            "4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1",
            "Ra8+",
            "1-0",
        ),
    ],
)
def test_variants(cls: type[chess.Board], fen: str, san: str, result: str) -> None:
    """Variants end by their own rules, and a move that ends one is taken back."""
    board = cls(fen)
    board.push_san(san)
    assert board.result() == result
    assert board.is_variant_end() == (result != "*")
    board.pop()
    assert board.fen() == fen
    assert variant.find_variant(cls.aliases[0]) is cls


def test_draws_of_suicide_chess() -> None:
    """As many pieces without a move draw, and bishops that never meet."""
    board = variant.SuicideBoard("8/8/8/8/p7/8/P7/8 w - - 0 1")
    board.push_san("a3")
    assert board.is_stalemate()
    assert board.result() == "1/2-1/2"
    board = variant.SuicideBoard("8/8/8/6b1/8/3B4/4B3/8 w - - 0 1")
    assert board.is_insufficient_material()
    assert board.result() == "1/2-1/2"
    board = variant.GiveawayBoard("8/8/5b2/8/8/3B4/3B4/8 w - - 0 1")
    lacking = [board.has_insufficient_material(color) for color in chess.COLORS]
    assert lacking == [True, False]
    assert board.result() == "*"


def test_remaining_checks() -> None:
    """Checks are counted by moves, and set by hand."""
    board = variant.ThreeCheckBoard("4k3/8/8/8/8/8/8/R3K3 w - - 3+3 0 1")
    board.push_san("Ra8+")
    assert board.remaining_checks == [3, 2]
    board.pop()
    board.remaining_checks[chess.WHITE] = 1
    assert board.fen() == "4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1"
    board.push_san("Ra8+")
    assert board.is_variant_loss()


def test_variants_that_the_core_lacks() -> None:
    """A variant without rules is refused."""
    with pytest.raises(ValueError, match="no variant"):
        variant.find_variant("Shogi")


def test_variants_as_chess960() -> None:
    """Kings castle from any file under composed rules as well."""
    board = variant.AtomicBoard("8/8/8/8/8/8/2k5/rR4KR w KQ - 0 1", chess960=True)
    assert board.is_legal(chess.Move.from_uci("g1b1"))
    board.push_san("O-O-O")
    assert board.fen() == "8/8/8/8/8/8/2k5/r1KR3R b - - 1 1"
    assert board.pop() == chess.Move.from_uci("g1b1")
    assert board.shredder_fen() == "8/8/8/8/8/8/2k5/rR4KR w HB - 0 1"
    touched = variant.AtomicBoard("8/8/8/8/8/8/4k3/rR4KR w KQ - 0 1", chess960=True)
    assert not touched.is_legal(chess.Move.from_uci("g1b1"))
    start = variant.ThreeCheckBoard.from_chess960_pos(0)
    assert (start.chess960, start.chess960_pos()) == (True, 0)


def test_pictures() -> None:
    """Boards and pieces are drawn, and notebooks show them."""
    board = played("e4")
    picture = svg.board(board, lastmove=board.peek(), arrows=[(chess.E7, chess.E5)], size=300)
    assert picture.startswith("<svg")
    assert 'width="300"' in picture
    assert "e7 to e5" in picture
    assert svg.board(None).startswith("<svg")
    assert board._repr_svg_().startswith("<svg")
    assert 'id="white-king"' in svg.piece(chess.Piece.from_symbol("K"), size=45)
    assert svg.Arrow.from_pgn("Ra1h8") == svg.Arrow(chess.A1, chess.H8, color="red")


def test_polyglot_key() -> None:
    """The key of the start position is the one that the format's description has."""
    assert polyglot.zobrist_hash(chess.Board()) == 0x463B96181691FC9C


def test_polyglot_books(tmp_path: Path) -> None:
    """Entries of a book are found by position, castling as the board writes it."""
    board = chess.Board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    start = chess.Board()
    moves = [(start, "e2e4", 3), (start, "d2d4", 1), (start, "e2e5", 9), (board, "e1h1", 2)]
    entries = []
    for position, text, weight in moves:
        move = chess.Move.from_uci(text)
        raw = move.from_square << 6 | move.to_square
        entries.append((polyglot.zobrist_hash(position), raw, weight, 0))
    path = tmp_path / "book.bin"
    packed = [struct.pack(">QHHI", *entry) for entry in sorted(entries, key=lambda e: e[0])]
    path.write_bytes(b"".join(packed))
    with polyglot.open_reader(path) as book:
        assert len(book) == 4
        assert {entry.move.uci() for entry in book.find_all(start)} == {"e2e4", "d2d4"}
        assert book.find(start).weight == 3
        assert book.find(board).move == chess.Move.from_uci("e1g1")
        without = book.find(start, exclude_moves=[chess.Move.from_uci("e2e4")])
        assert without.move == chess.Move.from_uci("d2d4")
        drawn = {book.weighted_choice(start, random=random.Random(n)).weight for n in range(40)}
        assert drawn == {1, 3}
        assert book[0] in book
        with pytest.raises(IndexError):
            book.find(chess.Board("4k3/8/8/8/8/8/8/4K3 w - - 0 1"))
    empty = tmp_path / "empty.bin"
    empty.write_bytes(b"")
    with polyglot.open_reader(empty) as book:
        assert not list(book)


def test_boards_of_pieces_alone() -> None:
    """A board without a side to move tells of attacks and pins."""
    board = chess.BaseBoard("4k3/8/8/8/4r3/8/4B3/4K3")
    assert board.attackers(chess.WHITE, chess.D3) == [chess.E2]
    assert board.is_pinned(chess.WHITE, chess.E2)
    assert chess.E8 in board.attacks(chess.E4)
    assert board.transform(chess.flip_vertical).board_fen() == "4K3/4B3/8/4r3/8/8/8/4k3"
    assert chess.BaseBoard.from_chess960_pos(518) == chess.BaseBoard()


def test_atomic_boards_whose_king_has_exploded() -> None:
    """A side to move without a king has lost it, and checks of any number are sound."""
    fen = "rn5r/pp4pp/2p3Nn/5p2/1b2P1PP/8/PPP2P2/R1B1KB1R b KQ - 0 9"
    board = variant.AtomicBoard(fen)
    outcome = board.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.termination) == (chess.WHITE, chess.Termination.VARIANT_LOSS)
    assert board.is_variant_loss()
    assert not list(board.legal_moves)
    assert board.status() == chess.Status.VALID
    assert board.fen() == board.copy().fen() == fen
    whole = variant.AtomicBoard()
    whole.set_fen(fen)
    assert whole.is_variant_end()
    whole.reset()
    assert not whole.is_variant_end()
    both = variant.AtomicBoard("8/8/8/8/8/8/8/R7 w - - 0 1")
    assert chess.Status.NO_BLACK_KING in both.status()
    checked = variant.AtomicBoard("3N1NB1/2N1Q1N1/3RkR2/2NP1PN1/3NKN2/8/8/n7 w - - 0 1")
    assert checked.status() == chess.Status.VALID
