"""Presets against Fairy-Stockfish's pyffish: the variants that are compositions, and pieces
in Betza's notation. Run as a program it makes `tests/vectors/betza.moves` anew."""

import random
import sys
from pathlib import Path

import pytest
from budget import budget

pyffish = pytest.importorskip("pyffish", reason="pyffish is not installed here")

VECTORS = Path(__file__).parent.parent / "vectors" / "betza.moves"

# The variant of a preset there, and whether ends of the game empty the list of moves.
VARIANTS = {
    "atomic": "atomic",
    "three-check": "3check",
    "king-of-the-hill": "kingofthehill",
    "horde": "horde",
    "antichess": "antichess",
    "suicide": "suicide",
}

PIECES = """W F D N A H C Z G K R B Q L J WF WD FD NA QN RN BN WN FN NC ND NZ WA FA DA WFDA NAD KN
KA KAD KNAD W2 W3 F2 F3 R4 B2 N2 N0 NN WW0 fW bW lW rW sW vW fF bF lF rF flF brF fN bN lN rN vN
sN ffN fsN bsN fhN fbN mW cW mF cF mRcB mBcR mNcR fmWfcF mQcN mKcN cKmN nN nD nA nZ cpR mRcpR
cpB mBcpB pR gR gB gQ mQcgQ cgQ RF BW FvW FsW fRbB WfN frlRrrN KfN vRsB fsbNN fR fB bR sR WnD
FnA fmRcB fmFfcW mfWcfF mbF cfN vWsD""".split()  # noqa: SIM905


@pytest.mark.parametrize("preset", sorted(VARIANTS))
def test_legal_moves_of_variants(preset: str) -> None:
    import boardwright as bw

    variant = VARIANTS[preset]
    left = budget(quick=600, full=40_000)
    rng = random.Random(f"boardwright {preset}")
    while left > 0:
        state = bw.start(f"chess+{preset}", repetition_count=0, halfmove_limit=0)
        line: list[str] = []
        start = pyffish.start_fen(variant)
        for _ in range(rng.randrange(10, 160)):
            ours = sorted(state.legal_moves())
            if not ours:
                break
            assert ours == sorted(pyffish.legal_moves(variant, start, line)), line
            left -= 1
            if left <= 0:
                break
            line.append(rng.choice(ours))
            state = state.play(line[-1])


def places(board: str) -> dict[tuple[int, int], str]:
    """Who stands where, by file and rank from 0."""
    found = {}
    for down, row in enumerate(board.split("/")):
        file = 0
        for char in row:
            if char.isdigit():
                file += int(char)
            else:
                found[file, 7 - down] = char
                file += 1
    return found


def checked(board: str) -> bool:
    """Whether a knight or a pawn of Black checks the king of White."""
    men = places(board)
    king = next(square for square, man in men.items() if man == "K")
    for (file, rank), man in men.items():
        files, ranks = abs(file - king[0]), rank - king[1]
        if man == "n" and sorted((files, abs(ranks))) == [1, 2]:
            return True
        if man == "p" and (files, ranks) == (1, 1):
            return True
    return False


def position(rng: random.Random) -> str:
    """A piece A of White's among others; no line of pieces that are far from it."""
    squares = rng.sample(range(64), 64)
    men = {squares.pop(): "A", squares[-1]: "K"}
    king = squares.pop()
    far = [
        s for s in squares if max(abs(s // 8 - king // 8), abs(s % 8 - king % 8)) > 1
    ]
    men[far[0]] = "k"
    squares.remove(far[0])
    for _ in range(rng.randrange(2, 14)):
        square = squares.pop()
        man = rng.choice("NPpnPp")
        if square // 8 in (0, 7):
            man = {"P": "N", "p": "n"}.get(man, man)
        men[square] = man
    rows = []
    for rank in range(7, -1, -1):
        row = "".join(men.get(rank * 8 + file, "1") for file in range(8))
        for empty in range(8, 1, -1):
            row = row.replace("1" * empty, str(empty))
        rows.append(row)
    return "/".join(rows)


def moves(betza: str, fen: str) -> list[str]:
    """What the piece A may do there."""
    name = "betza" + "".join(str(ord(c)) for c in betza)
    if name not in pyffish.variants():
        pyffish.load_variant_config(f"[{name}:chess]\ncustomPiece1 = a:{betza}\n")
    file, rank = next(s for s, man in places(fen.split()[0]).items() if man == "A")
    square = "abcdefgh"[file] + str(rank + 1)
    return sorted(m for m in pyffish.legal_moves(name, fen, []) if m.startswith(square))


def test_the_moves_of_pieces_are_those_of_the_file() -> None:
    lines = [
        line for line in VECTORS.read_text().splitlines() if not line.startswith("#")
    ]
    assert len({line.split(" ; ")[0] for line in lines}) >= 50
    for line in lines:
        betza, fen, expected = line.split(" ; ")
        assert (" ".join(moves(betza, fen)) or "-") == expected, line


def make() -> None:
    """Makes the file anew."""
    rng = random.Random("boardwright betza")
    head = [line for line in VECTORS.read_text().splitlines() if line.startswith("#")]
    lines = []
    for betza in PIECES:
        made = 0
        while made < 5:
            board = position(rng)
            if checked(board):
                continue
            fen = f"{board} w - - 0 1"
            lines.append(f"{betza} ; {fen} ; {' '.join(moves(betza, fen)) or '-'}")
            made += 1
    VECTORS.write_text("\n".join(head + lines) + "\n")


if __name__ == "__main__":
    make()
    sys.exit()
