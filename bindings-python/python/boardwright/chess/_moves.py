"""Moves of a board: which there are, and what they do."""

from collections.abc import Iterator
from typing import Any

from boardwright._errors import BoardwrightError
from boardwright.chess._base import mask_of_names
from boardwright.chess._parts import BLACK_MEN, WHITE_MEN
from boardwright.chess._position import NO_KINGS, Position
from boardwright.chess._sets import SquareSet
from boardwright.chess._squares import (
    BB_ALL,
    BB_EMPTY,
    QUEEN,
    SQUARE_NAMES,
    Bitboard,
    PieceType,
    Square,
)
from boardwright.chess._values import MOVES, IllegalMoveError, Move

_CASTLING_ROOKS = {"e1g1": 7, "e1c1": 0, "e8g8": 63, "e8c8": 56}


class Moves(Position):
    """A board that tells of its moves."""

    @property
    def legal_moves(self) -> "LegalMoveGenerator":
        """The legal moves: to be iterated, counted, and asked for a move."""
        return LegalMoveGenerator(self)

    @property
    def pseudo_legal_moves(self) -> "PseudoLegalMoveGenerator":
        """The moves before it is asked whether they leave the king in check."""
        return PseudoLegalMoveGenerator(self)

    def _legal_texts(self) -> list[str]:
        return self._now().legal_moves() or self._live().legal_moves()

    def _selected(self, texts: list[str], from_mask: Bitboard, to_mask: Bitboard) -> Iterator[Move]:
        """Yields the moves from and to some squares; castling goes to the square of the rook."""
        if from_mask == BB_ALL and to_mask == BB_ALL:
            return map(MOVES.__getitem__, texts)
        return self._filtered(texts, from_mask, to_mask)

    def _filtered(self, texts: list[str], from_mask: Bitboard, to_mask: Bitboard) -> Iterator[Move]:
        kings = self.kings
        for text in texts:
            move = MOVES[text]
            to_square = move.to_square
            if text in _CASTLING_ROOKS and kings >> move.from_square & 1:
                to_square = _CASTLING_ROOKS[text]
            if from_mask >> move.from_square & 1 and to_mask >> to_square & 1:
                yield move

    def generate_legal_moves(
        self, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL
    ) -> Iterator[Move]:
        """Yields the legal moves, all or those from and to some squares."""
        return self._selected(self._legal_texts(), from_mask, to_mask)

    def generate_pseudo_legal_moves(
        self, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL
    ) -> Iterator[Move]:
        """Yields the moves before it is asked whether they leave the king in check."""
        return self._selected(self._pseudo_legal_texts(), from_mask, to_mask)

    def _pseudo_legal_texts(self) -> list[str]:
        state = self._now()
        texts: list[str] = state.ask("pseudo_legal")
        if self.ep_square is not None:
            texts += [text for text in self._passing_texts() if text not in texts]
        return texts

    def _passing_texts(self) -> list[str]:
        """Returns all captures en passant, whether or not they leave the king in check."""
        freed = None if self.ep_square is None else self._kingless()
        if freed is None:
            return []
        return [info["uci"] for info in freed.ask("legal", kind="pawn") if info["en_passant"]]

    def _legal_with(self, wanted: str) -> list[str]:
        infos: list[dict[str, Any]] = self._live().ask("legal")
        return [info["uci"] for info in infos if info[wanted]]

    def generate_legal_captures(
        self, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL
    ) -> Iterator[Move]:
        """Yields the legal captures, en passant included."""
        return self._selected(self._live().ask("captures"), from_mask, to_mask)

    def generate_legal_ep(
        self, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL
    ) -> Iterator[Move]:
        """Yields the legal captures en passant."""
        texts = [] if self.ep_square is None else self._legal_with("en_passant")
        return self._selected(texts, from_mask, to_mask)

    def generate_castling_moves(
        self, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL
    ) -> Iterator[Move]:
        """Yields the moves that castle."""
        return self._selected(self._legal_with("castling"), from_mask, to_mask)

    def generate_pseudo_legal_ep(
        self, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL
    ) -> Iterator[Move]:
        """Yields the captures en passant, whether or not they leave the king in check."""
        return self._selected(self._passing_texts(), from_mask, to_mask)

    def generate_pseudo_legal_captures(
        self, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL
    ) -> Iterator[Move]:
        """Yields the captures, whether or not they leave the king in check."""
        moves = self.generate_pseudo_legal_moves(from_mask, to_mask)
        return (move for move in moves if self.is_capture(move))

    def is_legal(self, move: Move) -> bool:
        """Returns true if a move is legal, whatever counters have ended the game."""
        text = move._text
        state = self._now()
        if state.try_play(text) is not None:
            return True
        live = self._live()
        return live is not state and live.try_play(text) is not None

    def is_pseudo_legal(self, move: Move) -> bool:
        """Returns true if a move is legal but for the safety of the king."""
        return bool(move) and (self.is_legal(move) or move.uci() in self._pseudo_legal_texts())

    def is_into_check(self, move: Move) -> bool:
        """Returns true if a move would leave the king in check."""
        return self.is_pseudo_legal(move) and not self.is_legal(move)

    def has_legal_en_passant(self) -> bool:
        """Returns true if there is a legal capture en passant."""
        return self._fields()[3] != "-"

    def has_pseudo_legal_en_passant(self) -> bool:
        """Returns true if a pawn could capture en passant but for the safety of the king."""
        return self.ep_square is not None and bool(self._passing_texts())

    def find_move(
        self, from_square: Square, to_square: Square, promotion: PieceType | None = None
    ) -> Move:
        """Returns the legal move between two squares; a pawn becomes a queen if nothing is said.

        Raises IllegalMoveError if there is none.
        """
        kinds = (promotion,) if promotion is not None else (None, QUEEN)
        for kind in kinds:
            move = Move(from_square, to_square, kind)
            if self.is_legal(move):
                return MOVES[self._canonical(move)]
        names = SQUARE_NAMES[from_square], SQUARE_NAMES[to_square]
        raise IllegalMoveError(f"no legal move from {names[0]} to {names[1]} in {self._here()}")

    def _canonical(self, move: Move) -> str:
        """Returns the text of a legal move as the board itself writes it."""
        return self._live().move_text(move.uci())

    def _here(self) -> str:
        return self._bare(self._now())

    # Effects of moves.

    def _asked_of(self, question: str, move: Move) -> bool | None:
        """Asks about a move; None for one that is not even pseudo-legal."""
        try:
            answer: bool = self._now().ask(question, move=move.uci())
        except BoardwrightError:
            return None
        return answer

    def is_capture(self, move: Move) -> bool:
        """Returns true if a move captures, en passant included."""
        if not move or move.drop is not None:
            return False
        enemies = self._pieces().sets()[BLACK_MEN if self._turn else WHITE_MEN]
        return bool(enemies >> move.to_square & 1) or self.is_en_passant(move)

    def is_en_passant(self, move: Move) -> bool:
        """Returns true if a move captures en passant."""
        if move.to_square != self.ep_square:
            return False
        answer = self._asked_of("is_en_passant", move)
        return move.uci() in self._passing_texts() if answer is None else answer

    def is_castling(self, move: Move) -> bool:
        """Returns true if a move castles."""
        return bool(self._asked_of("is_castling", move))

    def is_kingside_castling(self, move: Move) -> bool:
        """Returns true if a move castles to the h-file's side."""
        return self.is_castling(move) and move.to_square > move.from_square

    def is_queenside_castling(self, move: Move) -> bool:
        """Returns true if a move castles to the a-file's side."""
        return self.is_castling(move) and move.to_square < move.from_square

    def is_zeroing(self, move: Move) -> bool:
        """Returns true if a move captures, or moves or drops a pawn."""
        return bool(self._asked_of("is_zeroing", move))

    def is_irreversible(self, move: Move) -> bool:
        """Returns true if the position cannot come again after a move."""
        answer = self._asked_of("is_irreversible", move)
        return self.has_legal_en_passant() if answer is None else answer

    def gives_check(self, move: Move) -> bool:
        """Returns true if a move gives check."""
        return bool(self._asked_of("gives_check", move))

    # Attacks.

    def checkers_mask(self) -> Bitboard:
        """Returns the squares of the pieces that give check."""
        state = self._now()
        if self._kind == NO_KINGS:
            king = self.king(self._turn)
            return BB_EMPTY if king is None else self.attackers_mask(not self._turn, king)
        return mask_of_names(state.ask("checkers"))

    def checkers(self) -> SquareSet:
        """Returns the squares of the pieces that give check."""
        return SquareSet._of(self.checkers_mask())

    def is_check(self) -> bool:
        """Returns true if the side to move is in check."""
        if self._kind == NO_KINGS:
            return bool(self.checkers_mask())
        return bool(self._now().ask("checkers"))

    def was_into_check(self) -> bool:
        """Returns true if the side that is not to move is in check."""
        king = self.king(not self._turn)
        return king is not None and self.is_attacked_by(self._turn, king)


class LegalMoveGenerator:
    """The legal moves of a board, listed anew whenever they are asked for."""

    def __init__(self, board: Moves) -> None:
        self.board = board

    def __bool__(self) -> bool:
        return any(True for _ in self.board.generate_legal_moves())

    def count(self) -> int:
        """Counts the moves."""
        return self.board._now().count_legal() or sum(1 for _ in self)

    def __iter__(self) -> Iterator[Move]:
        return self.board.generate_legal_moves()

    def __contains__(self, move: Move) -> bool:
        return self.board.is_legal(move)

    def _shown(self) -> str:
        return ", ".join(self.board._now().legal_moves(style="san"))

    def __repr__(self) -> str:
        return f"<LegalMoveGenerator at {id(self):#x} ({self._shown()})>"


class PseudoLegalMoveGenerator:
    """The pseudo-legal moves of a board, listed anew whenever they are asked for."""

    def __init__(self, board: Moves) -> None:
        self.board = board

    def __bool__(self) -> bool:
        return any(True for _ in self)

    def count(self) -> int:
        """Counts the moves."""
        return sum(1 for _ in self)

    def __iter__(self) -> Iterator[Move]:
        return self.board.generate_pseudo_legal_moves()

    def __contains__(self, move: Move) -> bool:
        return self.board.is_pseudo_legal(move)

    def __repr__(self) -> str:
        state = self.board._now()
        legal = dict(zip(state.legal_moves(), state.legal_moves(style="san"), strict=True))
        shown = ", ".join(legal.get(move.uci(), move.uci()) for move in self)
        return f"<PseudoLegalMoveGenerator at {id(self):#x} ({shown})>"
