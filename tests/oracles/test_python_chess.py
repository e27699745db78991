"""chess, Chess960 and crazyhouse against python-chess: legal moves, SAN, FEN, check
and outcome in every position of random games; dead positions of atomic chess and
three-check."""

import random
import re

import boardwright as bw
import pytest
from budget import budget
from random_games import positions

chess = pytest.importorskip("chess", reason="python-chess is not installed here")
variant = pytest.importorskip(
    "chess.variant", reason="python-chess is not installed here"
)


def start(game: str, rng: random.Random) -> tuple[bw.State, "chess.Board"]:
    if game == "chess":
        return bw.start("chess"), chess.Board()
    if game == "crazyhouse":
        # python-chess ends a game by itself at five occurrences.
        return bw.start("crazyhouse", repetition_count=5), variant.CrazyhouseBoard()
    number = rng.randrange(960)
    ours = bw.start("chess", chess960=True, chess960_position=number)
    return ours, chess.Board.from_chess960_pos(number)


def normal(fen: str, drops: bool) -> str:
    """The letters of a pocket in one order, since python-chess has another than ours;
    and without the halfmove clock of crazyhouse, which a dropped pawn sets back by our
    specification (it is irreversible) and not in python-chess."""
    if not drops:
        return fen
    placement, side, castling, en_passant, _halfmove, fullmove = fen.split()
    placement = re.sub(
        r"\[(.*?)\]", lambda m: "[" + "".join(sorted(m[1])) + "]", placement
    )
    return f"{placement} {side} {castling} {en_passant} {fullmove}"


REASONS = {
    "CHECKMATE": "checkmate",
    "STALEMATE": "stalemate",
    "INSUFFICIENT_MATERIAL": "insufficient_material",
    "SEVENTYFIVE_MOVES": "seventyfive_moves",
    "FIVEFOLD_REPETITION": "fivefold_repetition",
}


def compare(ours: bw.State, theirs: "chess.Board", rng: random.Random) -> None:
    drops = isinstance(theirs, variant.CrazyhouseBoard)
    fen = theirs.fen(promoted=True) if drops else theirs.fen()
    assert normal(ours.notation, drops) == normal(fen, drops)
    outcome = theirs.outcome()
    if (
        drops
        and outcome is not None
        and outcome.termination.name == "SEVENTYFIVE_MOVES"
    ):
        outcome = None  # crazyhouse has no such rule here
    if outcome is None:
        assert ours.outcome is None, fen
        moves = {theirs.uci(move): move for move in theirs.legal_moves}
        assert sorted(ours.legal_moves()) == sorted(moves), fen
        some = rng.sample(sorted(moves), min(4, len(moves)))
        for text in some:
            san = theirs.san(moves[text])
            assert ours.move_text(text, style="san") == san, fen
            assert ours.move_text(san, style="uci", from_style="san") == text, fen
    else:
        assert ours.outcome is not None, fen
        assert ours.outcome.reason == REASONS[outcome.termination.name], fen
        winner = {True: "white", False: "black", None: None}[outcome.winner]
        assert ours.outcome.winner == winner, fen
        assert ours.legal_moves() == []
    assert ours.describe()["check"] == theirs.is_check(), fen


@pytest.mark.parametrize("game", ["chess", "chess960", "crazyhouse"])
def test_every_position_of_random_games(game: str) -> None:
    left = budget(quick=2_500, full=75_000)
    rng = random.Random(f"boardwright {game}")
    for ours, theirs in positions(lambda: start(game, rng), rng, left):
        compare(ours, theirs, rng)


def test_claimable_draws() -> None:
    rng = random.Random(7)
    claims = 0
    for _ in range(budget(quick=30, full=600)):
        ours, theirs = bw.parse("chess", "8/4k3/8/8/8/8/4K2R/8 w - - 90 80"), None
        theirs = chess.Board(ours.notation)
        while ours.outcome is None:
            claim = ours.describe()["claimable_draw"]
            now = theirs.is_repetition(3) or theirs.halfmove_clock >= 100
            assert (claim is not None) == now, theirs.fen()
            claims += claim is not None
            text = rng.choice(sorted(ours.legal_moves()))
            ours = ours.play(text)
            theirs.push_uci(text)
    assert claims > 0


def few_men(rng: random.Random) -> str:
    """A position of two kings and up to four men that are no pawns."""
    squares = rng.sample(range(64), 6)
    letters = "Kk" + "".join(rng.choices("NnBbRrQq", [3, 3, 4, 4, 1, 1, 1, 1], k=4))
    board = chess.Board(None)
    for square, letter in zip(squares, letters[: rng.randrange(2, 7)], strict=False):
        board.set_piece_at(square, chess.Piece.from_symbol(letter))
    board.turn = rng.random() < 0.5
    return board.fen()


@pytest.mark.parametrize(
    ("preset", "board"), [("atomic", "AtomicBoard"), ("three-check", "ThreeCheckBoard")]
)
def test_dead_positions_of_variants(preset: str, board: str) -> None:
    """Of atomic positions in which there are bishops alone, and a side has several,
    python-chess calls others dead than Lichess and we do."""
    rng = random.Random(f"boardwright dead {preset}")
    seen = {True: 0, False: 0}
    for _ in range(budget(quick=2_000, full=40_000)):
        fen = few_men(rng)
        theirs = getattr(variant, board)(fen)
        if not theirs.is_valid() or theirs.is_checkmate():
            continue
        alone = theirs.bishops | theirs.kings == theirs.occupied
        several = any(
            (theirs.bishops & of).bit_count() > 1 for of in theirs.occupied_co
        )
        if preset == "atomic" and alone and several:
            continue
        kings = theirs.king(chess.WHITE), theirs.king(chess.BLACK)
        if theirs.was_into_check() and chess.square_distance(*kings) > 1:
            # In atomic chess python-chess minds no position that no move leads to.
            with pytest.raises(bw.InvalidNotationError, match="could be taken"):
                bw.parse(f"chess+{preset}", fen)
            continue
        ours = bw.parse(f"chess+{preset}", fen).outcome
        dead = ours is not None and ours.reason == "insufficient_material"
        assert dead == theirs.is_insufficient_material(), fen
        seen[dead] += 1
    assert min(seen.values()) > 20, seen
