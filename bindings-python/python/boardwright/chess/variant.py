"""Boards of the variants whose rules the core has."""

import json
from collections.abc import Iterator
from typing import Any, ClassVar

from boardwright._native import Game, State
from boardwright.chess import _rules
from boardwright.chess._board import Board
from boardwright.chess._parts import Parts, sorted_pocket
from boardwright.chess._position import OWN, EnPassantSpec, Position
from boardwright.chess._sets import SquareSet
from boardwright.chess._squares import (
    BB_ALL,
    COLOR_NAMES,
    STARTING_FEN,
    WHITE,
    Bitboard,
    Color,
    PieceType,
    Square,
)
from boardwright.chess._values import MOVES, Move, Status, piece_symbol


class _Composed(Board):
    """A board whose rules are those of a preset."""

    _composed: ClassVar[bool] = True
    _preset: ClassVar[str]

    def __init__(self, fen: str | None = "", *, chess960: bool = False) -> None:
        super().__init__(self.starting_fen if fen == "" else fen, chess960=chess960)

    @classmethod
    def _game(cls, *, chess960: bool) -> Game:
        return _rules.undying(cls._preset, chess960=chess960)

    def _with_state(self, fen: str, **known: object) -> str:
        """Returns the core's notation of what FEN does not say."""
        state = {"active": [[self._preset, "both"], ["any-board", "both"]], **known}
        return f"{fen} {json.dumps(state, separators=(',', ':'))}"

    def status(self) -> Status:
        """Returns all that is wrong with the position by the rules of the game."""
        status = super().status()
        self._now()
        # The core takes no position in which the side to move could win the king.
        return status & ~Status.OPPOSITE_CHECK if self._kind == OWN else status

    def _asked_of_material(self, color: Color | None) -> bool:
        state = self._now()
        if self._variant_end() is None:
            game = _rules.variant(self._preset, chess960=self._chess960)
            state = _rules.parsed(game, self._bare(state)) or state
        if color is None:
            answer: bool = state.ask("insufficient_material")
        else:
            answer = state.ask("insufficient_material", color=COLOR_NAMES[color])
        return answer


# The most pieces that give check at once in atomic chess.
_MOST_CHECKERS = 14


def _lacking_kings(placement: str) -> list[str]:
    """Returns the sides without a king."""
    return [side for side, king in (("white", "K"), ("black", "k")) if king not in placement]


class AtomicBoard(_Composed):
    """A board of atomic chess: captures explode."""

    aliases: ClassVar[list[str]] = ["Atomic", "Atom", "Atomic chess"]
    uci_variant: ClassVar[str | None] = "atomic"
    connected_kings: ClassVar[bool] = True
    xboard_variant: ClassVar[str | None] = "atomic"
    _preset: ClassVar[str] = "atomic"

    def _is_whole(self, fen: str) -> bool:
        return not _lacking_kings(fen.partition(" ")[0])

    def _notation(self, parts: Parts, castling: str, ep: Square | None) -> str:
        text = super()._notation(parts, castling, ep)
        lacking = _lacking_kings(parts.placement(promoted=False))
        # A side without a king has lost it.
        return self._with_state(text, lost=lacking) if len(lacking) == 1 else text

    def _ignored_faults(self) -> Status:
        faults = Status.NO_WHITE_KING if self.turn else Status.NO_BLACK_KING
        faults |= Status.OPPOSITE_CHECK
        if self.checkers_mask().bit_count() <= _MOST_CHECKERS:
            faults |= Status.TOO_MANY_CHECKERS
        return faults if self.has_legal_en_passant() else faults | Status.IMPOSSIBLE_CHECK


class SuicideBoard(_Composed):
    """A board of suicide chess: captures are compulsory, and who has no piece wins.

    Where there is no move who has fewer pieces wins.
    """

    aliases: ClassVar[list[str]] = ["Suicide", "Suicide chess"]
    uci_variant: ClassVar[str | None] = "suicide"
    xboard_variant: ClassVar[str | None] = "suicide"
    connected_kings: ClassVar[bool] = True
    one_king: ClassVar[bool] = False
    captures_compulsory: ClassVar[bool] = True
    _preset: ClassVar[str] = "suicide"

    @classmethod
    def _started(cls, *, chess960: bool) -> State:
        # With castling, which the game of the core begins without.
        return cls._game(chess960=chess960).parse(cls.starting_fen)

    def _ignored_faults(self) -> Status:
        kings = Status.NO_WHITE_KING | Status.NO_BLACK_KING | Status.TOO_MANY_KINGS
        checks = Status.OPPOSITE_CHECK | Status.TOO_MANY_CHECKERS | Status.IMPOSSIBLE_CHECK
        return kings | checks


class GiveawayBoard(SuicideBoard):
    """A board of giveaway chess: captures are compulsory, and who has nothing to move wins."""

    aliases: ClassVar[list[str]] = ["Giveaway", "Giveaway chess", "Give away", "Give away chess"]
    uci_variant: ClassVar[str | None] = "giveaway"
    xboard_variant: ClassVar[str | None] = "giveaway"
    _preset: ClassVar[str] = "antichess"


class AntichessBoard(GiveawayBoard):
    """A board of antichess: giveaway chess without castling."""

    aliases: ClassVar[list[str]] = ["Antichess", "Anti chess", "Anti"]
    uci_variant: ClassVar[str | None] = "antichess"
    starting_fen: ClassVar[str] = STARTING_FEN.replace("KQkq", "-")


class KingOfTheHillBoard(_Composed):
    """A board of King of the Hill: who brings the king to the centre wins."""

    aliases: ClassVar[list[str]] = ["King of the Hill", "KOTH", "kingOfTheHill"]
    uci_variant: ClassVar[str | None] = "kingofthehill"
    xboard_variant: ClassVar[str | None] = "kingofthehill"
    _preset: ClassVar[str] = "king-of-the-hill"


class RacingKingsBoard(_Composed):
    """A board of racing kings: who brings the king to the last rank wins."""

    aliases: ClassVar[list[str]] = ["Racing Kings", "Racing", "Race", "racingkings"]
    uci_variant: ClassVar[str | None] = "racingkings"
    xboard_variant: ClassVar[str | None] = None
    starting_fen: ClassVar[str] = "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1"
    _preset: ClassVar[str] = "racing-kings"

    def status(self) -> Status:
        """Returns all that is wrong with the position by the rules of the game."""
        status = super().status()
        if self.is_check() or self.was_into_check():
            status |= Status.RACE_CHECK
        ended = self._variant_end()
        if ended is not None and self._turn != WHITE and ended.winner is None:
            status |= Status.RACE_OVER
        start = _rules.variant(self._preset).start().ask("pieces").values()
        letters, most = list(self._now_parts().men.values()), list(start)
        if any(letters.count(letter) > most.count(letter) for letter in set(letters)):
            status |= Status.RACE_MATERIAL
        return status


class HordeBoard(_Composed):
    """A board of horde: White has pawns in place of a king."""

    aliases: ClassVar[list[str]] = ["Horde", "Horde chess"]
    uci_variant: ClassVar[str | None] = "horde"
    xboard_variant: ClassVar[str | None] = "horde"
    starting_fen: ClassVar[str] = (
        "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1"
    )
    one_king: ClassVar[bool] = False
    _preset: ClassVar[str] = "horde"

    def _ignored_faults(self) -> Status:
        many = Status.TOO_MANY_WHITE_PAWNS | Status.TOO_MANY_WHITE_PIECES
        return Status.NO_WHITE_KING | Status.PAWNS_ON_BACKRANK | many


class _Checks(list[int]):
    """Counts that a board takes over when they are changed."""

    def __init__(self, board: "ThreeCheckBoard", counts: tuple[int, int]) -> None:
        super().__init__(counts)
        self._board = board

    def __setitem__(self, key: Any, value: Any) -> None:
        super().__setitem__(key, value)
        self._board.remaining_checks = self


class ThreeCheckBoard(_Composed):
    """A board of three-check: who gives check for the third time wins."""

    aliases: ClassVar[list[str]] = ["Three-check", "Three check", "Threecheck", "3check", "3-check"]
    uci_variant: ClassVar[str | None] = "3check"
    xboard_variant: ClassVar[str | None] = "3check"
    starting_fen: ClassVar[str] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1"
    _preset: ClassVar[str] = "three-check"
    _checked: ClassVar[bool] = True

    @property
    def remaining_checks(self) -> list[int]:
        """The checks that Black and White still have to give, which can be changed."""
        return _Checks(self, self._now_parts().checks or (3, 3))

    @remaining_checks.setter
    def remaining_checks(self, checks: list[int]) -> None:
        self._change().checks = (checks[0], checks[1])

    def _notation(self, parts: Parts, castling: str, ep: Square | None) -> str:
        black, white = parts.checks or (3, 3)
        given = {"black": 3 - black, "white": 3 - white}
        given = {side: count for side, count in given.items() if count}
        text = Position._notation(self, parts, castling, ep)
        return self._with_state(text, **({"state": {self._preset: given}} if given else {}))

    def _decoded(self, state: State) -> Parts:
        parts = super()._decoded(state)
        extra = json.loads(state.notation.partition(" {")[2].join(("{", "")) or "{}")
        given = extra.get("state", {}).get(self._preset, {})
        parts.checks = (3 - given.get("black", 0), 3 - given.get("white", 0))
        return parts

    def _four_fields(
        self, *, shredder: bool, en_passant: EnPassantSpec, promoted: bool | None
    ) -> str:
        fields = super()._four_fields(shredder=shredder, en_passant=en_passant, promoted=promoted)
        black, white = self.remaining_checks
        return f"{fields} {white}+{black}"

    def _epd_fields(self) -> int:
        return 5


class CrazyhousePocket:
    """The pieces that a side may drop."""

    def __init__(self, symbols: str = "", board: "CrazyhouseBoard | None" = None) -> None:
        self._letters = sorted_pocket(symbols)
        self._board = board

    def _changed(self, letters: str) -> None:
        self._letters = sorted_pocket(letters)
        if self._board is not None:
            self._board._repocket()

    def reset(self) -> None:
        """Takes all pieces out."""
        self._changed("")

    def add(self, piece_type: PieceType) -> None:
        """Adds a piece of a kind."""
        self._changed(self._letters + piece_symbol(piece_type))

    def remove(self, piece_type: PieceType) -> None:
        """Takes a piece of a kind out; raises ValueError if there is none."""
        symbol = piece_symbol(piece_type)
        if symbol not in self._letters:
            raise ValueError(f"no {symbol} in the pocket {self._letters!r}")
        self._changed(self._letters.replace(symbol, "", 1))

    def count(self, piece_type: PieceType) -> int:
        """Counts the pieces of a kind."""
        return self._letters.count(piece_symbol(piece_type))

    def copy(self) -> "CrazyhousePocket":
        """Returns a copy that no board has."""
        return CrazyhousePocket(self._letters)

    def __len__(self) -> int:
        return len(self._letters)

    def __str__(self) -> str:
        return self._letters

    def __repr__(self) -> str:
        return f"CrazyhousePocket({self._letters!r})"

    def __eq__(self, other: object) -> bool:
        if isinstance(other, CrazyhousePocket):
            return self._letters == other._letters
        return NotImplemented

    __hash__ = None  # type: ignore[assignment]


class CrazyhouseBoard(Board):
    """A board of crazyhouse: captured pieces change sides and can be dropped."""

    aliases: ClassVar[list[str]] = ["Crazyhouse", "Crazy House", "House", "ZH"]
    uci_variant: ClassVar[str | None] = "crazyhouse"
    xboard_variant: ClassVar[str | None] = "crazyhouse"
    starting_fen: ClassVar[str] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"
    _pocketed: ClassVar[bool] = True
    _shows_promoted: ClassVar[bool] = True

    _held: tuple[str, str] | None = None
    _pockets: list[CrazyhousePocket]

    def __init__(self, fen: str | None = starting_fen, *, chess960: bool = False) -> None:
        super().__init__(fen, chess960=chess960)

    @classmethod
    def _game(cls, *, chess960: bool) -> Game:
        return _rules.crazyhouse(chess960=chess960)

    def _judge(self) -> State:
        return self._game(chess960=self._chess960).start()

    @property
    def pockets(self) -> list[CrazyhousePocket]:
        """The pockets of Black and of White; what is added to one is on the board at once."""
        held = self._now_parts().pockets or ("", "")
        if self._held != held or self._pockets[0]._board is not self:
            self._held = held
            self._pockets = [CrazyhousePocket(letters, self) for letters in held]
        return self._pockets

    def _repocket(self) -> None:
        black, white = (str(pocket) for pocket in self._pockets)
        self._held = (black, white)
        self._change().pockets = self._held

    def legal_drop_squares_mask(self) -> Bitboard:
        """Returns the squares on which something may be dropped."""
        mask = 0
        for move in self.generate_legal_drops():
            mask |= 1 << move.to_square
        return mask

    def legal_drop_squares(self) -> SquareSet:
        """Returns the squares on which something may be dropped."""
        return SquareSet(self.legal_drop_squares_mask())

    def generate_legal_drops(self, to_mask: Bitboard = BB_ALL) -> Iterator[Move]:
        """Yields the legal drops, all or those on some squares."""
        for text in self._legal_texts():
            if "@" in text and to_mask >> MOVES[text].to_square & 1:
                yield MOVES[text]


VARIANTS: list[type[Board]] = [
    Board,
    SuicideBoard,
    GiveawayBoard,
    AntichessBoard,
    AtomicBoard,
    KingOfTheHillBoard,
    RacingKingsBoard,
    HordeBoard,
    ThreeCheckBoard,
    CrazyhouseBoard,
]


def find_variant(name: str) -> type[Board]:
    """Returns the class of boards of a name; raises ValueError where the core has no such rules."""
    for variant in VARIANTS:
        if any(alias.lower() == name.lower() for alias in variant.aliases):
            return variant
    raise ValueError(f"{name!r} is no variant that the core has")
