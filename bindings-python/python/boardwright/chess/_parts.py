"""The parts of a position as FEN has them, which need not go together."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, Self, TypeAlias

from boardwright.chess._squares import (
    BB_EMPTY,
    BB_RANK_1,
    BB_RANK_8,
    FILE_NAMES,
    SQUARE_NAMES,
    WHITE,
    Bitboard,
    Color,
    Square,
    lsb,
    msb,
    parse_square,
    scan_reversed,
)
from boardwright.chess._values import InvalidBaseFenError

Sets: TypeAlias = tuple[Bitboard, ...]
"""The squares of pawns, knights, bishops, rooks, queens and kings, of Black's pieces, of White's,
and of those that were pawns."""
PAWNS, KNIGHTS, BISHOPS, ROOKS, QUEENS, KINGS, BLACK_MEN, WHITE_MEN, PROMOTED = range(9)

EMPTY: Final = "."
"""The sign of an empty square."""

_LETTERS = frozenset("PNBRQKpnbrqk")
_CASTLING = re.compile(r"(?:-|[KQABCDEFGH]{0,8}[kqabcdefgh]{0,8})\Z")
_POCKET_ORDER = "qrbnpk"
_MOST_MEN = 64
# A rank has eight squares, and a pocket begins where a ninth rank would.
_RANKS = 8


def king_in(sets: Sets, color: Color) -> Square | None:
    """Returns the square of a king; the last one where there are several."""
    kings = sets[KINGS] & sets[WHITE_MEN if color else BLACK_MEN] & ~sets[PROMOTED]
    return kings.bit_length() - 1 if kings else None


def back_rank(color: Color) -> Bitboard:
    """Returns the rank on which a side begins."""
    return BB_RANK_1 if color else BB_RANK_8


@dataclass(slots=True)
class Parts:
    """Pieces by square, as FEN has them, and the other fields of FEN."""

    men: dict[Square, str] = field(default_factory=dict)
    promoted: Bitboard = BB_EMPTY
    turn: Color = WHITE
    castling: Bitboard = BB_EMPTY
    ep: Square | None = None
    halfmove: int = 0
    fullmove: int = 1
    pockets: tuple[str, str] | None = None
    """The pieces that Black and White may drop, in the letters of FEN in lower case."""
    checks: tuple[int, int] | None = None
    """The checks that Black and White still have to give."""
    _sets: Sets | None = None

    def copy(self) -> "Parts":
        """Returns a copy that can be changed."""
        return Parts(
            dict(self.men),
            self.promoted,
            self.turn,
            self.castling,
            self.ep,
            self.halfmove,
            self.fullmove,
            self.pockets,
            self.checks,
        )

    def sets(self) -> Sets:
        """Returns the squares of the pieces."""
        sets = self._sets
        if sets is None:
            masks = dict.fromkeys(_LETTERS, BB_EMPTY)
            for square, letter in self.men.items():
                masks[letter] |= 1 << square
            white, black = [masks[letter] for letter in "PNBRQK"], [masks[le] for le in "pnbrqk"]
            kinds = [one | other for one, other in zip(white, black, strict=True)]
            sets = self._sets = (*kinds, sum(black), sum(white))
        return (*sets, self.promoted)

    def letters(self) -> str:
        """Returns the squares in one text: pieces as FEN has them, full stops for empty ones."""
        men = self.men
        return "".join([men.get(square, EMPTY) for square in range(64)])

    def rooks(self, color: Color) -> Bitboard:
        """Returns the squares of the rooks of a side."""
        sets = self.sets()
        return sets[ROOKS] & sets[WHITE_MEN if color else BLACK_MEN]

    def put(self, square: Square, letter: str | None, *, promoted: bool = False) -> None:
        """Puts a piece on a square, or takes it off."""
        self.promoted &= ~(1 << square)
        if letter is None:
            self.men.pop(square, None)
        else:
            self.men[square] = letter
            if promoted:
                self.promoted |= 1 << square
        self._sets = None

    def king(self, color: Color) -> Square | None:
        """Returns the square of a king; the last one where there are several."""
        return king_in(self.sets(), color)

    def read_placement(self, text: str) -> None:
        """Takes up the pieces of the first field of FEN, without a pocket.

        Raises InvalidBaseFenError for a text that is none.
        """
        ranks = text.split("/")
        if len(ranks) != _RANKS:
            raise InvalidBaseFenError(f"{text!r} has {len(ranks)} ranks, not eight")
        men: dict[Square, str] = {}
        promoted = BB_EMPTY
        for rank, row in zip(range(7, -1, -1), ranks, strict=True):
            file, before = 0, ""
            for sign in row:
                if sign in _LETTERS and file < _RANKS:
                    men[8 * rank + file] = sign
                    file += 1
                elif sign in "12345678" and not before.isdigit():
                    file += int(sign)
                elif sign == "~" and before in _LETTERS:
                    promoted |= 1 << (8 * rank + file - 1)
                else:
                    raise InvalidBaseFenError(f"{text!r}: {sign!r} cannot stand in {row!r}")
                before = sign
            if file != _RANKS:
                raise InvalidBaseFenError(f"{text!r}: {row!r} is no rank of eight squares")
        self.men, self.promoted, self._sets = men, promoted, None

    def placement(self, *, promoted: bool) -> str:
        """Returns the first field of FEN; with the signs of promoted pieces if they are wanted."""
        rows = []
        for rank in range(7, -1, -1):
            row, empty = "", 0
            for square in range(8 * rank, 8 * rank + 8):
                letter = self.men.get(square)
                if letter is None:
                    empty += 1
                    continue
                row += (str(empty) if empty else "") + letter
                empty = 0
                if promoted and self.promoted >> square & 1:
                    row += "~"
            rows.append(row + (str(empty) if empty else ""))
        return "/".join(rows)

    def read_castling(self, text: str) -> None:
        """Takes up rights to castle: KQkq, or the files of the rooks, or none.

        K and Q name the outermost rook on their side of the king, as in X-FEN.
        """
        if not text or not _CASTLING.match(text):
            raise ValueError(f"{text!r} are no rights to castle")
        rights = BB_EMPTY
        for letter in text.replace("-", ""):
            color = letter.isupper()
            rank = back_rank(color)
            if letter not in "KQkq":
                rights |= 0x0101_0101_0101_0101 << FILE_NAMES.index(letter.lower()) & rank
                continue
            rooks = self.rooks(color) & rank
            king = self.king(color)
            outermost = lsb(rooks) if letter in "Qq" else msb(rooks)
            beside = king is not None and rooks and (outermost < king) == (letter in "Qq")
            usual = (0 if letter in "Qq" else 7) + (0 if color else 56)
            rights |= 1 << (outermost if beside else usual)
        self.castling = rights

    def castling_text(self, rights: Bitboard) -> str:
        """Returns rights to castle by the files of the rooks."""
        text = ""
        for color in (True, False):
            files = [FILE_NAMES[s & 7] for s in scan_reversed(rights & back_rank(color))]
            text += "".join(files).upper() if color else "".join(files)
        return text or "-"

    def clean_castling(self, *, chess960: bool) -> Bitboard:
        """Returns the rights whose kings and rooks stand where the notation needs them."""
        clean = BB_EMPTY
        for color in (True, False):
            rank = back_rank(color)
            rooks = self.castling & self.rooks(color) & rank
            if not chess960:
                sets = self.sets()
                kings = sets[KINGS] & sets[WHITE_MEN if color else BLACK_MEN]
                usual = kings & 0x1000_0000_0000_0010 & rank
                clean |= rooks & 0x8100_0000_0000_0081 if usual else BB_EMPTY
                continue
            king = self.king(color)
            if king is None or not rank >> king & 1:
                continue
            if rooks and lsb(rooks) < king:
                clean |= 1 << lsb(rooks)
            if rooks and msb(rooks) > king:
                clean |= 1 << msb(rooks)
        return clean

    def pocket_text(self) -> str:
        """Returns the pockets as FEN has them, without brackets."""
        black, white = self.pockets or ("", "")
        return white.upper() + black

    def text(self, *, castling: Bitboard, ep: Square | None, pockets: bool = False) -> str:
        """Returns the position as FEN, with rights by files."""
        fields = [
            self.placement(promoted=pockets) + (f"[{self.pocket_text()}]" if pockets else ""),
            "w" if self.turn else "b",
            self.castling_text(castling),
            "-" if ep is None else SQUARE_NAMES[ep],
            str(self.halfmove),
            str(self.fullmove),
        ]
        return " ".join(fields)

    @classmethod
    def read(cls, fen: str, *, pockets: bool = False, checks: bool = False) -> Self:
        """Reads FEN, of which the last fields may be missing.

        Raises ValueError, which names what is wrong.
        """
        fields = fen.split()
        if not fields:
            raise ValueError("FEN without a field")
        parts = cls()
        if checks:
            parts._take_checks(fields)
        placement = fields.pop(0)
        if pockets:
            placement = parts._take_pockets(placement)
        parts.read_placement(placement)
        turn = fields.pop(0) if fields else "w"
        if turn not in ("w", "b"):
            raise ValueError(f"{turn!r} in {fen!r} is no side to move")
        parts.turn = turn == "w"
        parts.read_castling(fields.pop(0) if fields else "-")
        ep = fields.pop(0) if fields else "-"
        parts.ep = None if ep == "-" else parse_square(ep)
        halfmove = int(fields.pop(0)) if fields else 0
        fullmove = int(fields.pop(0)) if fields else 1
        if halfmove < 0 or fullmove < 0 or fields:
            raise ValueError(f"{fen!r} has a counter below 0, or more fields than FEN has")
        parts.halfmove, parts.fullmove = halfmove, max(fullmove, 1)
        return parts

    def _take_pockets(self, placement: str) -> str:
        self.pockets = ("", "")
        if placement.endswith("]"):
            placement, _, held = placement[:-1].partition("[")
        elif placement.count("/") == _RANKS:
            placement, _, held = placement.rpartition("/")
        else:
            return placement
        if len(held) > _MOST_MEN or not _LETTERS.issuperset(held):
            raise ValueError(f"{held!r} is no pocket")
        self.pockets = (
            sorted_pocket(letter for letter in held if letter.islower()),
            sorted_pocket(letter.lower() for letter in held if letter.isupper()),
        )
        return placement

    def _take_checks(self, fields: list[str]) -> None:
        self.checks = (3, 3)
        for index, text in enumerate(fields):
            if found := re.fullmatch(r"\+([0-3])\+([0-3])", text):
                self.checks = (3 - int(found[2]), 3 - int(found[1]))
            elif found := re.fullmatch(r"([0-3])\+([0-3])", text):
                self.checks = (int(found[2]), int(found[1]))
            else:
                continue
            del fields[index]
            return


def sorted_pocket(letters: Iterable[str]) -> str:
    """Returns letters in the order in which pockets are written."""
    return "".join(sorted(letters, key=_POCKET_ORDER.index))
