"""Questions about boards against python-chess, in positions of random games: pieces, attacks, pins,
checks, kinds of moves, material, claims, LAN, variations, keys of Polyglot, mirrors and passes, and
the faults of positions that were damaged."""

import json
import random
from typing import Any

import boardwright as bw
import pytest
from budget import budget
from random_games import positions

chess = pytest.importorskip("chess", reason="python-chess is not installed here")
polyglot = pytest.importorskip(
    "chess.polyglot", reason="python-chess is not installed here"
)
variant = pytest.importorskip(
    "chess.variant", reason="python-chess is not installed here"
)

COLORS = {"white": True, "black": False}


def start(game: str, rng: random.Random) -> tuple[bw.State, "chess.Board"]:
    if game == "chess":
        return bw.start("chess", repetition_count=0), chess.Board()
    if game == "crazyhouse":
        return bw.start("crazyhouse", repetition_count=0), variant.CrazyhouseBoard()
    if game == "atomic":
        return bw.start("chess+atomic", repetition_count=0), variant.AtomicBoard()
    number = rng.randrange(960)
    ours = bw.start(
        "chess", chess960=True, chess960_position=number, repetition_count=0
    )
    return ours, chess.Board.from_chess960_pos(number)


def names(squares: Any) -> list[str]:
    return [chess.square_name(square) for square in chess.SquareSet(squares)]


def compare_pieces(ours: bw.State, theirs: "chess.Board") -> None:
    fen = theirs.fen()
    letters = {chess.square_name(s): p.symbol() for s, p in theirs.piece_map().items()}
    assert ours.ask("pieces") == letters, fen
    kings_connected = isinstance(theirs, variant.AtomicBoard) and (
        theirs._kings_connected()
    )
    assert ours.ask("checkers") == names(theirs.checkers_mask()), fen
    for name, color in COLORS.items():
        king = theirs.king(color)
        square = None if king is None else chess.square_name(king)
        assert ours.ask("king", color=name) == square, fen
        pinned = [
            chess.square_name(s)
            for s in chess.SquareSet(theirs.occupied_co[color])
            if king is not None and s != king and theirs.is_pinned(color, s)
        ]
        assert ours.ask("pinned", color=name) == pinned, fen
        if isinstance(theirs, variant.CrazyhouseBoard):
            assert not ours.ask("insufficient_material", color=name)
        elif not isinstance(theirs, variant.AtomicBoard):
            # Of bishops in atomic chess Lichess and we say something else.
            insufficient = theirs.has_insufficient_material(color)
            assert ours.ask("insufficient_material", color=name) == insufficient, fen
    for square in chess.SQUARES:
        name = chess.square_name(square)
        piece = theirs.piece_at(square)
        assert ours.ask("piece_at", square=name) == (piece and piece.symbol())
        attacked = ours.ask("attacks", square=name)
        assert attacked == names(theirs.attacks_mask(square)), (fen, name)
        for side, color in COLORS.items():
            attackers = ours.ask("attackers", square=name, by=side)
            assert attackers == names(theirs.attackers_mask(color, square)), (fen, name)
            if square == theirs.king(color) or kings_connected:
                continue
            line = ours.ask("pin", square=name, color=side)
            mask = theirs.pin_mask(color, square)
            expected = None if mask == chess.BB_ALL else names(mask)
            assert line == expected, (fen, name, side)


def compare_moves(ours: bw.State, theirs: "chess.Board", rng: random.Random) -> None:
    fen = theirs.fen()
    legal = {theirs.uci(move): move for move in theirs.legal_moves}
    # The square of en passant is known here where the capture is legal.
    pseudo = {
        theirs.uci(move): move
        for move in theirs.pseudo_legal_moves
        if theirs.uci(move) in legal
        or theirs.has_legal_en_passant()
        or not theirs.is_en_passant(move)
    }
    told = ours.ask("pseudo_legal")
    # python-chess lists drops apart from these moves, and only legal ones.
    assert sorted(text for text in told if "@" not in text) == sorted(pseudo), fen
    assert {text for text in legal if "@" in text} <= set(told), fen
    pseudo.update((text, move) for text, move in legal.items() if "@" in text)
    infos = {info["uci"]: info for info in ours.ask("legal")}
    assert sorted(infos) == sorted(legal), fen
    atomic = isinstance(theirs, variant.AtomicBoard)
    for text in rng.sample(sorted(pseudo), min(6, len(pseudo))):
        move = pseudo[text]
        for name in ["is_capture", "is_en_passant", "is_castling", "is_zeroing"]:
            expected = getattr(theirs, name)(move)
            assert ours.ask(name, move=text) == expected, (fen, text, name)
        irreversible = theirs.is_irreversible(move)
        assert ours.ask("is_irreversible", move=text) == irreversible, (fen, text)
        reason = ours.ask("legal_reason", move=text)
        assert (reason is None) == (text in legal), (fen, text)
        if text not in legal:
            continue
        checks = theirs.gives_check(move)
        assert ours.ask("gives_check", move=text) == checks, (fen, text)
        info = infos[text]
        assert info == ours.ask("move_info", move=text)
        san, lan = theirs.san(move), theirs.lan(move)
        if atomic:
            # python-chess writes a king that is lost as mate.
            assert info["san"].rstrip("#") == san.rstrip("#")
            assert info["lan"].rstrip("#") == lan.rstrip("#")
        else:
            assert (info["san"], info["lan"]) == (san, lan), (fen, text)
        if ours.outcome is None:
            assert ours.move_text(info["lan"], style="uci", from_style="lan") == text
        captured = theirs.piece_at(move.to_square)
        if info["capture"] and not info["en_passant"]:
            assert captured is not None
            assert info["captured"] == captured.symbol()
        assert info["check"] == checks
        assert info["zeroing"] == theirs.is_zeroing(move)
        assert info["irreversible"] == irreversible
    if not atomic:
        line, board = [], theirs.copy(stack=False)
        for _ in range(5):
            moves = sorted(board.legal_moves, key=str)
            if not moves:
                break
            line.append(rng.choice(moves))
            board.push(line[-1])
        board, texts = theirs.copy(stack=False), []
        for move in line:
            texts.append(board.uci(move))
            board.push(move)
        told = ours.ask("variation_san", moves=texts)
        assert told == (theirs.variation_san(line) if line else ""), fen


def compare_claims(ours: bw.State, theirs: "chess.Board") -> None:
    claims = ours.ask("claims")
    if isinstance(theirs, variant.CrazyhouseBoard):
        assert claims == {"now": [], "by_move": {}}
        return
    if not any(theirs.legal_moves):
        return
    fifty = "fifty_moves" in claims["now"] or "fifty_moves" in claims["by_move"]
    assert fifty == theirs.can_claim_fifty_moves(), theirs.fen()
    three = "threefold_repetition"
    threefold = three in claims["now"] or three in claims["by_move"]
    assert threefold == theirs.can_claim_threefold_repetition(), theirs.fen()


def compare_whole(ours: bw.State, theirs: "chess.Board") -> None:
    fen = theirs.fen()
    drops = isinstance(theirs, variant.CrazyhouseBoard)
    if not drops:
        legal_passing = theirs.has_legal_en_passant() or not (
            theirs.has_pseudo_legal_en_passant()
        )
        if legal_passing:
            key = f"{polyglot.zobrist_hash(theirs):016x}"
            assert ours.ask("polyglot_key") == key, fen
        shredder = theirs.fen(shredder=True)
        assert ours.ask("fen", castling="shredder") == shredder, fen
        assert ours.ask("fen") == fen
    words = [status.name.lower() for status in theirs.status() if status.name]
    assert sorted(ours.ask("validity")) == sorted(words), fen
    mirror = theirs.mirror()
    assert ours.edit(mirror=True).ask("fen").split("[")[0] == mirror.fen().split("[")[0]
    if theirs.is_check():
        with pytest.raises(bw.IllegalMoveError, match="in check"):
            ours.edit(**{"pass": True})
    else:
        passed = theirs.copy(stack=False)
        passed.push(chess.Move.null())
        after = ours.edit(**{"pass": True})
        if not drops:
            assert after.notation == passed.fen(), fen
        assert after.ask("checkers") == names(passed.checkers_mask())


@pytest.mark.parametrize("game", ["chess", "chess960", "crazyhouse", "atomic"])
def test_questions_in_random_games(game: str) -> None:
    left = budget(quick=250 if game == "atomic" else 600, full=20_000)
    rng = random.Random(f"boardwright questions {game}")
    for ours, theirs in positions(lambda: start(game, rng), rng, left):
        compare_pieces(ours, theirs)
        if game != "atomic" or not theirs.is_variant_end():
            compare_moves(ours, theirs, rng)
            compare_claims(ours, theirs)
        if game != "atomic":
            compare_whole(ours, theirs)


def test_claims_in_long_endings() -> None:
    rng = random.Random(11)
    claimed = 0
    for _ in range(budget(quick=12, full=300)):
        fen = "8/4k3/8/8/8/8/4K2R/8 w - - 90 80"
        ours = bw.parse("chess", fen, repetition_count=0)
        theirs = chess.Board(fen)
        while ours.outcome is None:
            compare_claims(ours, theirs)
            claimed += ours.ask("claims")["now"] != []
            text = rng.choice(sorted(ours.legal_moves()))
            ours = ours.play(text)
            theirs.push_uci(text)
    assert claimed > 0


def damaged(rng: random.Random, board: "chess.Board") -> str:
    """A position of which something was changed, whether or not it is sound."""
    board = board.copy(stack=False)
    for _ in range(rng.randrange(1, 4)):
        square = rng.randrange(64)
        symbol = rng.choice("KkPpNnQqRr....")
        piece = None if symbol == "." else chess.Piece.from_symbol(symbol)
        board.set_piece_at(square, piece)
    board.turn = rng.random() < 0.5
    fields = board.fen(en_passant="fen").split()
    if rng.random() < 0.3:
        fields[2] = rng.choice(["KQkq", "K", "q", "-"])
    if rng.random() < 0.3:
        fields[3] = rng.choice(["e3", "d6", "a4", "-"])
    return " ".join(fields)


def test_faults_of_damaged_positions() -> None:
    rng = random.Random(13)
    state = bw.start("chess")
    seen: set[str] = set()
    board = chess.Board()
    for _ in range(budget(quick=4_000, full=100_000)):
        if board.is_game_over() or rng.random() < 0.02:
            board = chess.Board()
        board.push(rng.choice(list(board.legal_moves)))
        fen = damaged(rng, board)
        if rng.random() < 0.05:
            fen = rng.choice(
                [
                    "8/8/8/8/8/8/8/8 w - - 0 1",
                    "4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1",
                    "4k3/8/8/8/8/5n2/3p3r/r3K3 w - - 0 1",
                ]
            )
        theirs = chess.Board(fen)
        rooks = [theirs.rooks & of for of in theirs.occupied_co]
        if ("Q" in fen.split()[2] and not rooks[chess.WHITE] & chess.BB_RANK_1) or (
            "q" in fen.split()[2] and not rooks[chess.BLACK] & chess.BB_RANK_8
        ):
            # python-chess drops the right when it reads such a text.
            continue
        words = [status.name.lower() for status in theirs.status() if status.name]
        assert sorted(state.ask("validity", notation=fen)) == sorted(words), fen
        seen.update(words)
    assert len(seen) >= 10, seen


def test_answers_are_plain_values() -> None:
    for game in bw.games():
        state = bw.start(game["name"])
        for question in game["questions"]:
            if any(argument["required"] for argument in question["arguments"]):
                continue
            json.dumps(state.ask(question["name"]))
