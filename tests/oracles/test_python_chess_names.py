"""`boardwright.chess` beside python-chess: random games, damaged boards, games as PGN."""

import io
import random
from collections.abc import Iterator
from typing import Any

import pytest
from boardwright import chess as ours
from boardwright.chess import pgn as our_pgn
from boardwright.chess import polyglot as our_polyglot
from boardwright.chess import variant as our_variant
from budget import budget

chess = pytest.importorskip("chess", reason="python-chess is not installed here")
pgn = pytest.importorskip("chess.pgn", reason="python-chess is not installed here")
polyglot = pytest.importorskip(
    "chess.polyglot", reason="python-chess is not installed here"
)
variant = pytest.importorskip(
    "chess.variant", reason="python-chess is not installed here"
)

VARIANTS = [
    "AtomicBoard",
    "HordeBoard",
    "RacingKingsBoard",
    "KingOfTheHillBoard",
    "ThreeCheckBoard",
    "AntichessBoard",
    "GiveawayBoard",
    "SuicideBoard",
]
# Kings are ordinary pieces there.
LOSING = ["AntichessBoard", "GiveawayBoard", "SuicideBoard"]
# The core answers about pins where pieces move as in chess.
UNPINNED = ["AtomicBoard", "HordeBoard", *LOSING]
# Composed rules as Chess960.
SHUFFLED = ["AtomicBoard960", "KingOfTheHillBoard960", "ThreeCheckBoard960"]
KINDS = ["Board", "chess960", "CrazyhouseBoard", *VARIANTS, *SHUFFLED]
PLIES = 160


def boards(kind: str, rng: random.Random) -> tuple[Any, Any]:
    if kind == "Board":
        return ours.Board(), chess.Board()
    if kind == "chess960":
        number = rng.randrange(960)
        return ours.Board.from_chess960_pos(number), chess.Board.from_chess960_pos(
            number
        )
    if kind in SHUFFLED:
        name, number = kind.removesuffix("960"), rng.randrange(960)
        classes = getattr(our_variant, name), getattr(variant, name)
        one, other = (cls.from_chess960_pos(number) for cls in classes)
        return one, other
    return getattr(our_variant, kind)(), getattr(variant, kind)()


def told(outcome: Any) -> Any:
    return outcome and (outcome.termination.name, outcome.winner, outcome.result())


def mine(move: Any) -> ours.Move:
    return ours.Move.from_uci(move.uci())


def same_fen(kind: str, one: str, other: str) -> None:
    """Compares FEN; the drop of a pawn resets the counter here, and does not there."""
    if kind == "CrazyhouseBoard":
        one, other = (
            " ".join(fen.split()[:4] + fen.split()[5:]) for fen in (one, other)
        )
    assert one == other


def compare_position(kind: str, one: Any, other: Any) -> None:
    fen = other.fen()
    same_fen(kind, one.fen(), fen)
    assert (one.turn, one.ep_square) == (other.turn, other.ep_square), fen
    assert one.castling_rights == other.clean_castling_rights(), fen
    assert one.fullmove_number == other.fullmove_number
    assert one.ply() == other.ply()
    assert one.board_fen() == other.board_fen()
    same_fen(kind, one.fen(en_passant="fen"), other.fen(en_passant="fen"))
    same_fen(kind, one.shredder_fen(), other.shredder_fen())
    assert {s: str(p) for s, p in one.piece_map().items()} == {
        s: str(p) for s, p in other.piece_map().items()
    }
    names = ["pawns", "knights", "bishops", "rooks", "queens", "kings", "occupied"]
    assert [getattr(one, n) for n in names] == [getattr(other, n) for n in names]
    assert one.occupied_co == list(other.occupied_co)
    assert str(one) == str(other)
    if kind not in LOSING:  # where pawns that become kings count as such here
        kings = [other.king(color) for color in (True, False)]
        assert [one.king(color) for color in (True, False)] == kings


def compare_attacks(kind: str, one: Any, other: Any, rng: random.Random) -> None:
    fen = other.fen()
    if kind not in ("AtomicBoard", *LOSING):
        # Attacks on kings that touch, and on kings that are ordinary, mean nothing there.
        assert one.is_check() == other.is_check(), fen
        assert one.checkers() == ours.SquareSet(other.checkers_mask()), fen
    for square in rng.sample(range(64), 6):
        assert one.piece_at(square) == (
            None
            if other.piece_at(square) is None
            else ours.Piece.from_symbol(other.piece_at(square).symbol())
        )
        assert int(one.attacks(square)) == int(other.attacks(square)), (fen, square)
        for color in (True, False):
            attackers = int(other.attackers(color, square))
            told = int(one.attackers(color, square))
            assert told == attackers, (fen, square, color)
            if square != other.king(color) and kind not in UNPINNED:
                line = int(other.pin(color, square))
                assert int(one.pin(color, square)) == line, (fen, square, color)


def compare_moves(kind: str, one: Any, other: Any, rng: random.Random) -> None:
    fen = other.fen()
    legal = sorted(other.uci(move) for move in other.legal_moves)
    if other.is_variant_end():
        return
    assert sorted(move.uci() for move in one.legal_moves) == legal, fen
    assert one.legal_moves.count() == len(legal)
    assert bool(one.legal_moves) == bool(legal)
    pseudo = sorted(
        move.uci() for move in other.pseudo_legal_moves if not move.drop is not None
    )
    mine_pseudo = sorted(m.uci() for m in one.pseudo_legal_moves if m.drop is None)
    assert mine_pseudo == pseudo, fen
    for move in rng.sample(list(other.legal_moves), min(len(legal), 5)):
        text = move.uci()
        assert one.is_legal(mine(move)), (fen, text)
        assert one.san(mine(move)).rstrip("#+").lstrip("P") == other.san(move).rstrip(
            "#+"
        ).lstrip("P"), (fen, text)
        if kind not in VARIANTS:
            # Signs of mate that python-chess puts behind moves that win otherwise.
            assert one.san(mine(move)).lstrip("P") == other.san(move).lstrip("P"), fen
            assert one.gives_check(mine(move)) == other.gives_check(move), (fen, text)
        assert one.parse_san(other.san(move)) == mine(move), (fen, text)
        assert one.lan(mine(move)).rstrip("#+") == other.lan(move).rstrip("#+"), fen
        assert one.parse_uci(other.uci(move)).uci() == other.uci(move)
        names = ["is_capture", "is_en_passant", "is_castling"]
        if kind != "CrazyhouseBoard":
            names += ["is_zeroing"]
        for name in names:
            answers = getattr(one, name)(mine(move)), getattr(other, name)(move)
            assert answers[0] == answers[1], (fen, text, name)


def compare_ends(kind: str, one: Any, other: Any) -> None:
    fen = other.fen()
    if not all(other.move_stack):
        return  # A null move begins the count of positions anew.
    assert one.is_repetition(2) == other.is_repetition(2), fen
    assert one.is_repetition() == other.is_repetition(), fen
    if kind == "CrazyhouseBoard":
        # No dead positions, no claims by counters.
        assert one.is_checkmate() == other.is_checkmate(), fen
        assert one.is_stalemate() == other.is_stalemate(), fen
        return
    if kind in ("Board", "chess960"):
        assert told(one.outcome()) == told(other.outcome()), fen
        claimed = told(one.outcome(claim_draw=True))
        assert claimed == told(other.outcome(claim_draw=True)), fen
        assert one.can_claim_draw() == other.can_claim_draw(), fen
        assert (
            one.can_claim_threefold_repetition()
            == other.can_claim_threefold_repetition()
        ), fen
        for color in (True, False):
            lacking = other.has_insufficient_material(color)
            assert one.has_insufficient_material(color) == lacking, fen
        assert one.status() == int(other.status()), fen
        key = polyglot.zobrist_hash(other)
        assert our_polyglot.zobrist_hash(one) == key, fen
        return
    if not other.is_insufficient_material() and not one.is_insufficient_material():
        assert one.result() == other.result(), fen
        if kind not in LOSING:  # where python-chess knows a stalemate for one
            assert one.is_variant_end() == other.is_variant_end(), fen


def steps(kind: str, rng: random.Random) -> Iterator[tuple[Any, Any]]:
    one, other = boards(kind, rng)
    for _ in range(PLIES):
        yield one, other
        moves = list(other.legal_moves)
        if not moves or other.is_variant_end():
            return
        if rng.random() < 0.06 and other.move_stack:
            assert one.pop() == mine(other.pop())
            continue
        if rng.random() < 0.02 and not other.is_check() and kind == "Board":
            one.push(ours.Move.null())
            other.push(chess.Move.null())
            continue
        move = rng.choice(moves)
        one.push(mine(move))
        other.push(move)


@pytest.mark.parametrize("kind", KINDS)
def test_random_games(kind: str) -> None:
    """Every answer about every position of random games is that of python-chess."""
    rng = random.Random(f"names {kind}")
    left = budget(700 if kind in ("Board", "chess960") else 300, 20_000)
    rules = kind.removesuffix("960") if kind in SHUFFLED else kind
    while left > 0:
        for one, other in steps(kind, rng):
            compare_position(rules, one, other)
            compare_attacks(rules, one, other, rng)
            compare_moves(rules, one, other, rng)
            compare_ends(rules, one, other)
            left -= 1


@pytest.mark.parametrize("kind", ["Board", "chess960"])
def test_games_that_come_back(kind: str) -> None:
    """Repetitions, counters and claims are those of python-chess where pieces go to and fro."""
    rng = random.Random(f"repeated {kind}")
    for _ in range(budget(6, 200)):
        one, other = boards(kind, rng)
        for _ in range(PLIES):
            moves = [m for m in other.legal_moves if not other.is_zeroing(m)]
            moves = moves or list(other.legal_moves)
            if not moves:
                break
            back = [
                m
                for m in moves
                if len(other.move_stack) > 1
                and m.from_square == other.move_stack[-2].to_square
                and m.to_square == other.move_stack[-2].from_square
            ]
            move = back[0] if back and rng.random() < 0.8 else rng.choice(moves)
            one.push(mine(move))
            other.push(move)
            compare_ends(kind, one, other)


def test_damaged_boards() -> None:
    """Boards that were changed by hand have the FEN, the faults and the attacks of theirs."""
    rng = random.Random("damaged")
    for _ in range(budget(300, 20_000)):
        one, other = boards("Board", rng)
        for _ in range(rng.randrange(12)):
            move = rng.choice(list(other.legal_moves) or [None])
            if move is None:
                break
            one.push(mine(move))
            other.push(move)
        for _ in range(rng.randrange(1, 4)):
            square = rng.randrange(64)
            letter = rng.choice("PNBRQKpnbrqk----")
            piece = None if letter == "-" else letter
            one.set_piece_at(square, piece and ours.Piece.from_symbol(piece))
            other.set_piece_at(square, piece and chess.Piece.from_symbol(piece))
        if rng.random() < 0.3:
            one.turn = other.turn = not other.turn
        assert one.board_fen() == other.board_fen()
        assert one.clean_castling_rights() == other.clean_castling_rights()
        assert one.status() == int(other.status()), other.fen()
        for square in rng.sample(range(64), 8):
            for color in (True, False):
                attackers = int(other.attackers(color, square))
                assert int(one.attackers(color, square)) == attackers, other.fen()
            assert int(one.attacks(square)) == int(other.attacks(square)), other.fen()
        if max(other.board_fen().count(king) for king in "Kk") < 2:
            assert one.mirror().fen() == other.mirror().fen(), other.fen()
        if other.status() & ~int(ours.STATUS_BAD_CASTLING_RIGHTS) == 0:
            moves = sorted(move.uci() for move in other.legal_moves)
            assert sorted(move.uci() for move in one.legal_moves) == moves, other.fen()


def tree(rng: random.Random) -> Any:
    game = pgn.Game()
    nodes = [(game, 30)]
    while nodes:
        node, plies = nodes.pop()
        for _ in range(plies):
            moves = list(node.board().legal_moves)
            if not moves:
                break
            rng.shuffle(moves)
            for sideline in moves[1:2] if rng.random() < 0.1 else []:
                nodes.append((node.add_variation(sideline), rng.randrange(6)))
            node = node.add_main_variation(moves[0])
            if rng.random() < 0.1:
                node.comment = rng.choice(["good", "a (b)", "[%clk 0:01:02.5] Größe"])
            if rng.random() < 0.1:
                node.nags.add(rng.randrange(1, 20))
    return game


def test_games_as_pgn() -> None:
    """Whole trees that python-chess writes are read and written here as there."""
    rng = random.Random("trees")
    for _ in range(budget(20, 1000)):
        text = str(tree(rng))
        read = our_pgn.read_game(io.StringIO(text))
        assert read is not None
        assert str(read) == str(pgn.read_game(io.StringIO(text))) == text
        wrapped = read.accept(our_pgn.StringExporter(columns=60))
        theirs = pgn.read_game(io.StringIO(text)).accept(pgn.StringExporter(columns=60))
        assert wrapped == theirs
        assert (
            read.end().board().fen()
            == our_pgn.read_game(io.StringIO(text), Visitor=our_pgn.BoardBuilder).fen()
        )
