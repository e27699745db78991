"""Colours, kinds of pieces and squares, and the geometry of sets of squares.

A set of squares is an integer whose bit 0 is a1, bit 1 is b1 and bit 63 is h8.
"""

from collections.abc import Callable, Iterator
from typing import Literal, TypeAlias, TypeVar, cast

Color: TypeAlias = bool
PieceType: TypeAlias = int
Square: TypeAlias = int
Bitboard: TypeAlias = int

WHITE: Literal[True] = True
BLACK: Literal[False] = False
COLORS: list[Color] = [WHITE, BLACK]
COLOR_NAMES: list[str] = ["black", "white"]

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(1, 7)
PIECE_TYPES: list[PieceType] = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING]
PIECE_SYMBOLS: list[str | None] = [None, "p", "n", "b", "r", "q", "k"]
PIECE_NAMES: list[str | None] = [None, "pawn", "knight", "bishop", "rook", "queen", "king"]
UNICODE_PIECE_SYMBOLS: dict[str, str] = dict(zip("KQRBNPkqrbnp", "♔♕♖♗♘♙♚♛♜♝♞♟", strict=True))

FILE_NAMES: list[str] = list("abcdefgh")
RANK_NAMES: list[str] = list("12345678")

STARTING_BOARD_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
STARTING_FEN = STARTING_BOARD_FEN + " w KQkq - 0 1"

# fmt: off
A1, B1, C1, D1, E1, F1, G1, H1 = range(8)
A2, B2, C2, D2, E2, F2, G2, H2 = range(8, 16)
A3, B3, C3, D3, E3, F3, G3, H3 = range(16, 24)
A4, B4, C4, D4, E4, F4, G4, H4 = range(24, 32)
A5, B5, C5, D5, E5, F5, G5, H5 = range(32, 40)
A6, B6, C6, D6, E6, F6, G6, H6 = range(40, 48)
A7, B7, C7, D7, E7, F7, G7, H7 = range(48, 56)
A8, B8, C8, D8, E8, F8, G8, H8 = range(56, 64)
# fmt: on

SQUARES: list[Square] = list(range(64))
SQUARE_NAMES: list[str] = [file + rank for rank in RANK_NAMES for file in FILE_NAMES]
SQUARES_180: list[Square] = [square ^ 56 for square in SQUARES]

BB_EMPTY: Bitboard = 0
BB_ALL: Bitboard = 0xFFFF_FFFF_FFFF_FFFF
BB_SQUARES: list[Bitboard] = [1 << square for square in SQUARES]
# fmt: off
BB_A1, BB_B1, BB_C1, BB_D1, BB_E1, BB_F1, BB_G1, BB_H1 = BB_SQUARES[0:8]
BB_A2, BB_B2, BB_C2, BB_D2, BB_E2, BB_F2, BB_G2, BB_H2 = BB_SQUARES[8:16]
BB_A3, BB_B3, BB_C3, BB_D3, BB_E3, BB_F3, BB_G3, BB_H3 = BB_SQUARES[16:24]
BB_A4, BB_B4, BB_C4, BB_D4, BB_E4, BB_F4, BB_G4, BB_H4 = BB_SQUARES[24:32]
BB_A5, BB_B5, BB_C5, BB_D5, BB_E5, BB_F5, BB_G5, BB_H5 = BB_SQUARES[32:40]
BB_A6, BB_B6, BB_C6, BB_D6, BB_E6, BB_F6, BB_G6, BB_H6 = BB_SQUARES[40:48]
BB_A7, BB_B7, BB_C7, BB_D7, BB_E7, BB_F7, BB_G7, BB_H7 = BB_SQUARES[48:56]
BB_A8, BB_B8, BB_C8, BB_D8, BB_E8, BB_F8, BB_G8, BB_H8 = BB_SQUARES[56:64]
# fmt: on
BB_CORNERS: Bitboard = BB_A1 | BB_H1 | BB_A8 | BB_H8
BB_CENTER: Bitboard = BB_D4 | BB_E4 | BB_D5 | BB_E5
BB_LIGHT_SQUARES: Bitboard = 0x55AA_55AA_55AA_55AA
BB_DARK_SQUARES: Bitboard = 0xAA55_AA55_AA55_AA55
BB_FILES: list[Bitboard] = [0x0101_0101_0101_0101 << file for file in range(8)]
BB_RANKS: list[Bitboard] = [0xFF << 8 * rank for rank in range(8)]
(BB_FILE_A, BB_FILE_B, BB_FILE_C, BB_FILE_D) = BB_FILES[:4]
(BB_FILE_E, BB_FILE_F, BB_FILE_G, BB_FILE_H) = BB_FILES[4:]
(BB_RANK_1, BB_RANK_2, BB_RANK_3, BB_RANK_4) = BB_RANKS[:4]
(BB_RANK_5, BB_RANK_6, BB_RANK_7, BB_RANK_8) = BB_RANKS[4:]
BB_BACKRANKS: Bitboard = BB_RANK_1 | BB_RANK_8

_SQUARE_BY_NAME: dict[str, Square] = {name: square for square, name in enumerate(SQUARE_NAMES)}


def square(file_index: int, rank_index: int) -> Square:
    """Returns the square of a file and a rank, both from 0 to 7."""
    return rank_index * 8 + file_index


def parse_square(name: str) -> Square:
    """Returns the square of a name, as e4; raises ValueError for another text."""
    try:
        return _SQUARE_BY_NAME[name]
    except KeyError:
        raise ValueError(f"{name!r} is not the name of a square") from None


def square_name(square: Square) -> str:
    """Returns the name of a square, as e4."""
    return SQUARE_NAMES[square]


def square_file(square: Square) -> int:
    """Returns the file of a square, 0 for a."""
    return square & 7


def square_rank(square: Square) -> int:
    """Returns the rank of a square, 0 for the first."""
    return square >> 3


def square_distance(a: Square, b: Square) -> int:
    """Returns the number of steps of a king between two squares."""
    return max(abs((a & 7) - (b & 7)), abs((a >> 3) - (b >> 3)))


def square_manhattan_distance(a: Square, b: Square) -> int:
    """Returns the number of steps along files and ranks between two squares."""
    return abs((a & 7) - (b & 7)) + abs((a >> 3) - (b >> 3))


def square_knight_distance(a: Square, b: Square) -> int:
    """Returns the number of moves of a knight on an empty board between two squares."""
    reached = BB_SQUARES[a]
    moves = 0
    while not reached & BB_SQUARES[b]:
        for square in scan_forward(reached):
            reached |= BB_KNIGHT_ATTACKS[square]
        moves += 1
    return moves


def _steps(ways: list[tuple[int, int]]) -> list[Bitboard]:
    """Returns the squares that steps of files and ranks lead to, by square."""
    reached = []
    for origin in SQUARES:
        file, rank = origin & 7, origin >> 3
        ends = ((file + files, rank + ranks) for files, ranks in ways)
        inside = (8 * y + x for x, y in ends if x in range(8) and y in range(8))
        reached.append(sum(1 << end for end in inside))
    return reached


BB_KNIGHT_ATTACKS: list[Bitboard] = _steps(
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
)
BB_KING_ATTACKS: list[Bitboard] = _steps(
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
)
BB_PAWN_ATTACKS: list[list[Bitboard]] = [
    _steps([(-1, -1), (1, -1)]),
    _steps([(-1, 1), (1, 1)]),
]


def square_mirror(square: Square) -> Square:
    """Returns the square on the same file, seen from the other side."""
    return square ^ 56


def lsb(mask: Bitboard) -> int:
    """Returns the lowest square of a set; -1 if there is none."""
    return (mask & -mask).bit_length() - 1


def msb(mask: Bitboard) -> int:
    """Returns the highest square of a set; -1 if there is none."""
    return mask.bit_length() - 1


def scan_forward(mask: Bitboard) -> Iterator[Square]:
    """Yields the squares of a set from a1 on."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def scan_reversed(mask: Bitboard) -> Iterator[Square]:
    """Yields the squares of a set from h8 on."""
    while mask:
        highest = mask.bit_length() - 1
        yield highest
        mask ^= 1 << highest


popcount: Callable[[Bitboard], int] = int.bit_count

_Bits = TypeVar("_Bits")


def _bytewise(mask: _Bits, turned: Callable[[int], int]) -> _Bits:
    # A SquareSet stays one: it is made of the integer again.
    if isinstance(mask, int):
        return cast("_Bits", turned(mask))
    return type(mask)(turned(int(mask)))  # type: ignore[call-arg, call-overload]


def _flipped_vertical(mask: int) -> int:
    return int.from_bytes(mask.to_bytes(8, "little"), "big")


_REVERSED_BYTES = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


def _flipped_horizontal(mask: int) -> int:
    return int.from_bytes(mask.to_bytes(8, "little").translate(_REVERSED_BYTES), "little")


def _flipped_diagonal(mask: int) -> int:
    return sum(1 << ((s & 7) << 3 | s >> 3) for s in scan_forward(mask))


def _flipped_anti_diagonal(mask: int) -> int:
    return _flipped_vertical(_flipped_horizontal(_flipped_diagonal(mask)))


def flip_vertical(mask: _Bits) -> _Bits:
    """Returns a set with the ranks exchanged."""
    return _bytewise(mask, _flipped_vertical)


def flip_horizontal(mask: _Bits) -> _Bits:
    """Returns a set with the files exchanged."""
    return _bytewise(mask, _flipped_horizontal)


def flip_diagonal(mask: _Bits) -> _Bits:
    """Returns a set mirrored at the diagonal from a1 to h8."""
    return _bytewise(mask, _flipped_diagonal)


def flip_anti_diagonal(mask: _Bits) -> _Bits:
    """Returns a set mirrored at the diagonal from a8 to h1."""
    return _bytewise(mask, _flipped_anti_diagonal)


def shift_down(mask: Bitboard) -> Bitboard:
    """Returns a set one rank nearer to White."""
    return mask >> 8


def shift_2_down(mask: Bitboard) -> Bitboard:
    """Returns a set two ranks nearer to White."""
    return mask >> 16


def shift_up(mask: Bitboard) -> Bitboard:
    """Returns a set one rank nearer to Black."""
    return mask << 8 & BB_ALL


def shift_2_up(mask: Bitboard) -> Bitboard:
    """Returns a set two ranks nearer to Black."""
    return mask << 16 & BB_ALL


def shift_right(mask: Bitboard) -> Bitboard:
    """Returns a set one file nearer to the h-file."""
    return mask << 1 & ~BB_FILE_A & BB_ALL


def shift_2_right(mask: Bitboard) -> Bitboard:
    """Returns a set two files nearer to the h-file."""
    return mask << 2 & ~BB_FILE_A & ~BB_FILE_B & BB_ALL


def shift_left(mask: Bitboard) -> Bitboard:
    """Returns a set one file nearer to the a-file."""
    return mask >> 1 & ~BB_FILE_H


def shift_2_left(mask: Bitboard) -> Bitboard:
    """Returns a set two files nearer to the a-file."""
    return mask >> 2 & ~BB_FILE_G & ~BB_FILE_H


def shift_up_left(mask: Bitboard) -> Bitboard:
    """Returns a set one rank nearer to Black and one file nearer to the a-file."""
    return mask << 7 & ~BB_FILE_H & BB_ALL


def shift_up_right(mask: Bitboard) -> Bitboard:
    """Returns a set one rank nearer to Black and one file nearer to the h-file."""
    return mask << 9 & ~BB_FILE_A & BB_ALL


def shift_down_left(mask: Bitboard) -> Bitboard:
    """Returns a set one rank nearer to White and one file nearer to the a-file."""
    return mask >> 9 & ~BB_FILE_H


def shift_down_right(mask: Bitboard) -> Bitboard:
    """Returns a set one rank nearer to White and one file nearer to the h-file."""
    return mask >> 7 & ~BB_FILE_A


def ray(a: Square, b: Square) -> Bitboard:
    """Returns the whole line through two squares, edge to edge; empty if there is none."""
    files, ranks = (b & 7) - (a & 7), (b >> 3) - (a >> 3)
    if a == b or (files and ranks and abs(files) != abs(ranks)):
        return BB_EMPTY
    file_step, rank_step = (files > 0) - (files < 0), (ranks > 0) - (ranks < 0)
    line = BB_SQUARES[a]
    for way in (1, -1):
        file, rank = (a & 7) + way * file_step, (a >> 3) + way * rank_step
        while 0 <= file <= 7 and 0 <= rank <= 7:  # noqa: PLR2004
            line |= 1 << (rank * 8 + file)
            file, rank = file + way * file_step, rank + way * rank_step
    return line


def between(a: Square, b: Square) -> Bitboard:
    """Returns the squares between two squares on a line; empty if they share none."""
    low, high = min(a, b), max(a, b)
    inside = (1 << high) - (1 << low + 1) if high > low else BB_EMPTY
    # Squares of a line that lie between by number lie between on the board as well.
    return ray(a, b) & inside
