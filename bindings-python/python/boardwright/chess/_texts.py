"""Texts of a board: FEN, EPD, SAN and UCI."""

from collections.abc import Iterable
from typing import Any, Final

from boardwright import _errors
from boardwright._errors import BoardwrightError
from boardwright.chess import _epd
from boardwright.chess._ends import Ends
from boardwright.chess._position import EnPassantSpec
from boardwright.chess._squares import SQUARE_NAMES
from boardwright.chess._values import (
    MOVES,
    NULL,
    AmbiguousMoveError,
    IllegalMoveError,
    InvalidMoveError,
    Move,
)

_PASSES: Final = frozenset(["--", "Z0", "0000", "@@@@"])
# Castling in chess by the square of the rook, as Chess960 has it, and by that of the king.
_BY_ROOK: Final = {"e1g1": "e1h1", "e1c1": "e1a1", "e8g8": "e8h8", "e8c8": "e8a8"}
_BY_KING: Final = {by_rook: by_king for by_king, by_rook in _BY_ROOK.items()}


class Texts(Ends):
    """A board that reads and writes texts."""

    # Positions.

    def fen(
        self,
        *,
        shredder: bool = False,
        en_passant: EnPassantSpec = "legal",
        promoted: bool | None = None,
    ) -> str:
        """Returns the position as FEN, with rights to castle by files if they are wanted so.

        The square of en passant is told where the capture is legal, always (`fen`), or where a
        pawn stands beside (`xfen`).
        """
        if not shredder and en_passant == "legal" and promoted is None and not self._checked:
            notation = self._now().notation
            if notation[-1] != "}":
                return notation
            return " ".join(self._fields()[:6])
        fields = self._fields()
        epd = self._four_fields(shredder=shredder, en_passant=en_passant, promoted=promoted)
        return f"{epd} {fields[4]} {fields[5]}"

    def shredder_fen(
        self, *, en_passant: EnPassantSpec = "legal", promoted: bool | None = None
    ) -> str:
        """Returns the position as FEN with rights to castle by files."""
        return self.fen(shredder=True, en_passant=en_passant, promoted=promoted)

    def _four_fields(
        self, *, shredder: bool, en_passant: EnPassantSpec, promoted: bool | None
    ) -> str:
        fields = self._fields()[:4]
        if promoted is not None:
            _, bracket, pocket = fields[0].partition("[")
            fields[0] = self.board_fen(promoted=promoted) + bracket + pocket
        if shredder:
            fields[2] = self._now_parts().castling_text(self.clean_castling_rights())
        shown = en_passant == "fen" or (en_passant == "xfen" and self.has_pseudo_legal_en_passant())
        if shown and self.ep_square is not None:
            fields[3] = SQUARE_NAMES[self.ep_square]
        return " ".join(fields)

    def castling_xfen(self) -> str:
        """Returns the rights to castle as FEN has them, KQkq where that is clear."""
        return self._fields()[2]

    def castling_shredder_fen(self) -> str:
        """Returns the rights to castle by the files of the rooks."""
        return self._now_parts().castling_text(self.clean_castling_rights())

    def epd(
        self,
        *,
        shredder: bool = False,
        en_passant: EnPassantSpec = "legal",
        promoted: bool | None = None,
        **operations: _epd.Operand,
    ) -> str:
        """Returns the position as EPD with operations.

        Moves are written in SAN, the list of pv as a line and others as a sorted list.
        """
        epd = self._four_fields(shredder=shredder, en_passant=en_passant, promoted=promoted)
        written = _epd.written(self, operations)
        return f"{epd} {written}" if written else epd

    def set_epd(self, epd: str) -> dict[str, Any]:
        """Takes up a line of EPD and returns its operations.

        Raises ValueError for a line that is none; the operations hmvc and fmvn set the counters.
        """
        fields = epd.strip().rstrip(";").split(None, self._epd_fields())
        if not fields:
            raise ValueError("EPD without a field")
        operations = fields.pop() if len(fields) > self._epd_fields() else None
        self.set_fen(" ".join([*fields, "0 1"]) if len(fields) > 3 else " ".join(fields))  # noqa: PLR2004
        read = {} if operations is None else _epd.read(self, operations)
        if "hmvc" in read:
            self.halfmove_clock = int(read["hmvc"])
        if "fmvn" in read:
            self.fullmove_number = int(read["fmvn"])
        return read

    def _epd_fields(self) -> int:
        return 4

    # Moves in SAN and LAN.

    def san(self, move: Move) -> str:
        """Writes a legal move in SAN; raises IllegalMoveError for any other."""
        return self._written(move, "san")

    def lan(self, move: Move) -> str:
        """Writes a legal move with its squares, as Ng1-f3; raises as san."""
        return self._written(move, "lan")

    def _written(self, move: Move, style: str) -> str:
        state = self._now()
        try:
            return state.move_text(move._text, style)
        except BoardwrightError:
            return self._written_otherwise(move, style)

    def _written_otherwise(self, move: Move, style: str) -> str:
        if not move:
            return "--"
        try:
            return self._live().move_text(move.uci(), style)
        except BoardwrightError as error:
            raise IllegalMoveError(f"illegal move: {move.uci()} in {self._here()}") from error

    def san_and_push(self, move: Move) -> str:
        """Writes a legal move in SAN and makes it."""
        san = self.san(move)
        self.push(move)
        return san

    def variation_san(self, variation: Iterable[Move]) -> str:
        """Writes moves that begin here in SAN with the numbers of moves.

        Raises IllegalMoveError for the first one that is not legal.
        """
        moves = list(variation)
        if all(moves):
            texts = [move.uci() for move in moves]
            try:
                written: str = self._live().ask("variation_san", moves=texts)
            except BoardwrightError:
                pass
            else:
                return written
        board, words = self.copy(stack=False), []
        for index, move in enumerate(moves):
            if board.turn:
                words.append(f"{board.fullmove_number}. {board.san_and_push(move)}")
            elif not index:
                words.append(f"{board.fullmove_number}...{board.san_and_push(move)}")
            else:
                words.append(board.san_and_push(move))
        return " ".join(words)

    def parse_san(self, san: str) -> Move:
        """Reads a legal move in SAN; -- is the null move.

        Raises InvalidMoveError for a text that is none, AmbiguousMoveError for one that several
        moves have, and IllegalMoveError.
        """
        try:
            text = self._now().move_text(san, from_style="san")
        except BoardwrightError as error:
            return self._read_otherwise(san, error)
        if san != san.strip():
            raise InvalidMoveError(f"{san!r} is no move in SAN")
        return MOVES[text]

    def _read_otherwise(self, san: str, error: BoardwrightError) -> Move:
        if san in _PASSES:
            return NULL
        live = self._live()
        if live is not self._now():
            try:
                return MOVES[live.move_text(san, from_style="san")]
            except BoardwrightError as other:
                error = other
        message = f"{error} in {self._here()}"
        if isinstance(error, _errors.IllegalMoveError):
            uci = san.replace("-", "").replace("x", "")
            if uci[:2] in SQUARE_NAMES:
                # Both squares, as in UCI.
                return self._read_long(uci, message)
            raise IllegalMoveError(f"illegal san: {message}") from error
        if "ambiguous" in message:
            raise AmbiguousMoveError(f"ambiguous san: {message}") from error
        raise InvalidMoveError(f"invalid san: {message}") from error

    def _read_long(self, uci: str, message: str) -> Move:
        try:
            move = Move.from_uci(uci.replace("=", "").rstrip("+#").lower())
        except InvalidMoveError:
            raise IllegalMoveError(f"illegal san: {message}") from None
        if not self.is_legal(move):
            raise IllegalMoveError(f"illegal san: {message}")
        return MOVES[self._canonical(move)]

    def push_san(self, san: str) -> Move:
        """Reads a legal move in SAN, makes it and returns it; raises as parse_san."""
        move = self.parse_san(san)
        self.push(move)
        return move

    # Moves in UCI and as XBoard has them.

    def uci(self, move: Move, *, chess960: bool | None = None) -> str:
        """Writes a move as UCI has it, castling as the board's mode or the given one has it."""
        text = move.uci()
        wanted = self._chess960 if chess960 is None else chess960
        other = (_BY_ROOK if wanted else _BY_KING).get(text)
        return other if other is not None and self.is_castling(move) else text

    def parse_uci(self, uci: str) -> Move:
        """Reads a legal move as UCI has it; 0000 is the null move.

        Raises InvalidMoveError for a text that is none, and IllegalMoveError.
        """
        move = Move.from_uci(uci)
        if not move:
            return move
        try:
            return MOVES[self._now().move_text(uci)]
        except BoardwrightError as error:
            if not self.is_legal(move):
                raise IllegalMoveError(f"illegal uci: {uci!r} in {self._here()}") from error
            return MOVES[self._canonical(move)]

    def push_uci(self, uci: str) -> Move:
        """Reads a legal move as UCI has it, makes it and returns it; raises as parse_uci."""
        move = self.parse_uci(uci)
        self.push(move)
        return move

    def xboard(self, move: Move, chess960: bool | None = None) -> str:
        """Writes a move as XBoard has it: castling of Chess960 as O-O."""
        wanted = self._chess960 if chess960 is None else chess960
        if not wanted or not self.is_castling(move):
            return move.xboard()
        return "O-O" if self.is_kingside_castling(move) else "O-O-O"

    parse_xboard = parse_san
    push_xboard = push_san
