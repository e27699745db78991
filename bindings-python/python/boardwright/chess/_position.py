"""The position of a board: a state of the core, or parts that make none."""

from collections.abc import Callable
from typing import ClassVar, Final, Literal, Self, TypeAlias

from boardwright._native import Game, State
from boardwright.chess import _rules
from boardwright.chess._base import BaseBoard
from boardwright.chess._parts import Parts, back_rank
from boardwright.chess._squares import (
    BB_EMPTY,
    SQUARE_NAMES,
    STARTING_FEN,
    WHITE,
    Bitboard,
    Color,
    Square,
    parse_square,
)
from boardwright.chess._told import Told
from boardwright.chess._values import MOVES, IllegalMoveError, Move

EnPassantSpec: TypeAlias = Literal["legal"] | Literal["fen", "xfen"]  # noqa: PYI030

# Forms of a position: one of its own game, one with any number of kings, or one
# in which kings are ordinary.
OWN: Final = 0
ANY_BOARD: Final = 1
NO_KINGS: Final = 2

# The square of en passant after a move, which is worked out when it is asked for.
_UNKNOWN: Final = -2
# The two ways to write castling in chess, which are written alike on the stack.
_ALIASES: Final = frozenset(["e1h1", "e1a1", "e8h8", "e8a8", "e1g1", "e1c1", "e8g8", "e8c8"])
_FILES_TO_SIDES: Final = str.maketrans("HAha", "KQkq")

_Undo: TypeAlias = tuple[State | None, Parts | None, int | None, int, Color, Told | None]


def _passed(state: State, move: Move) -> Square | None:
    """Returns the square behind a pawn that has just moved two ranks by a move."""
    low, high = sorted((move.from_square, move.to_square))
    if high - low != 16 or move.from_square >> 3 not in (1, 6):  # noqa: PLR2004
        return None
    moved = state.ask("piece_at", square=SQUARE_NAMES[move.to_square])
    return (low + high) // 2 if moved in ("P", "p") else None


class Position(BaseBoard):
    """A board with its moves, kept as an immutable state of the core."""

    starting_fen: ClassVar[str] = STARTING_FEN
    _pocketed: ClassVar[bool] = False
    _checked: ClassVar[bool] = False
    _composed: ClassVar[bool] = False

    move_stack: list[Move]
    """The moves that led to the position, the last one at the end."""
    _state: State | None
    _ep: int | None
    _kind: int
    _turn: Color
    _told: Told | None = None
    _undo: list[_Undo]

    def __init__(self, fen: str | None, *, chess960: bool) -> None:
        self._game(chess960=chess960)  # refuses what the core does not play
        self._chess960 = chess960
        self.move_stack = []
        self._undo = []
        if fen is None:
            self.clear()
        elif fen == self.starting_fen:
            self.reset()
        else:
            self.set_fen(fen)

    @classmethod
    def _game(cls, *, chess960: bool) -> Game:
        """Returns the game of the core by which the board is played."""
        return _rules.chess(chess960=chess960)

    def _notation(self, parts: Parts, castling: str, ep: Square | None) -> str:
        """Returns parts in the notation of the core."""
        return self._plain(parts, castling, ep, pockets=self._pocketed)

    @staticmethod
    def _plain(parts: Parts, castling: str, ep: Square | None, *, pockets: bool = False) -> str:
        text = parts.text(castling=BB_EMPTY, ep=ep, pockets=pockets)
        return text.replace(" - ", f" {castling} ", 1) if castling != "-" else text

    # The two forms of a position.

    def _now(self) -> State:
        """Returns the state to be asked."""
        state = self._state
        return self._resolved() if state is None else state

    def _resolved(self) -> State:
        parts = self._now_parts()
        castling = self._rights(parts)
        castles = self._chess960
        games = [
            self._game(chess960=castles),
            _rules.any_board(chess960=castles),
            _rules.no_kings(chess960=castles),
        ]
        for kind, game in enumerate(games):
            for rights in dict.fromkeys((castling, "-")) if kind else (castling,):
                for ep in dict.fromkeys((parts.ep, None)):
                    written = self._plain if kind else self._notation
                    text = written(parts, rights, ep)
                    state = _rules.parsed(game, text)
                    if state is not None:
                        self._state, self._kind = state, kind
                        return state
        raise ValueError(f"no rules for {parts.placement(promoted=False)!r}")

    def _rights(self, parts: Parts) -> str:
        """Returns sound rights to castle as the core reads them."""
        rights = parts.castling_text(parts.clean_castling(chess960=self._chess960))
        return rights if self._chess960 else rights.translate(_FILES_TO_SIDES)

    def _now_parts(self) -> Parts:
        parts = self._parts
        if parts is None:
            parts = self._parts = self._decoded(self._now())
        return parts

    def _pieces(self) -> Parts | Told:
        parts = self._parts
        if parts is not None:
            return parts
        told, state = self._told, self._now()
        if told is None or told.state is not state:
            told = self._told = Told(state)
        return told

    def _decoded(self, state: State) -> Parts:
        if self._kind == OWN and not self._composed:
            return Parts.read(state.ask("fen", castling="shredder"), pockets=self._pocketed)
        return Parts.read(state.notation.partition(" {")[0], pockets=self._pocketed)

    def _change(self) -> Parts:
        parts = self._now_parts().copy()
        parts.ep = self.ep_square
        parts.turn = self._turn
        self._parts = parts
        self._state = None
        self._kind = OWN
        self._ep = parts.ep
        return parts

    def _take(self, parts: Parts) -> None:
        self._parts, self._state, self._kind = parts, None, OWN
        self._ep, self._turn = parts.ep, parts.turn

    def _dead(self, state: State) -> bool:
        """Returns true if nothing but the lack of material ends the game."""
        ended = state.outcome
        return self._kind == OWN and ended is not None and ended.reason == "insufficient_material"

    def _live(self) -> State:
        """Returns a state in which a lack of material does not end the game."""
        state = self._now()
        if self._composed or not self._dead(state):
            return state
        return _rules.any_board(chess960=self._chess960).parse(self._bare(state))

    def _bare(self, state: State) -> str:
        """Returns the notation of a state without what FEN does not have."""
        return state.notation.partition(" {")[0]

    def _fields(self) -> list[str]:
        fields = self._now().notation.split(" ")
        if self._pocketed and self._kind != OWN:
            fields[0] += f"[{self._now_parts().pocket_text()}]"
        return fields

    # Fields of the position.

    @property
    def chess960(self) -> bool:
        """True if castling is that of Chess960."""
        return self._chess960

    @chess960.setter
    def chess960(self, chess960: bool) -> None:
        if chess960 != self._chess960:
            self._game(chess960=chess960)
            self._change()
            self._chess960 = chess960

    @property
    def turn(self) -> Color:
        """The side to move."""
        return self._turn

    @turn.setter
    def turn(self, turn: Color) -> None:
        self._change().turn = turn
        self._turn = turn

    @property
    def ep_square(self) -> Square | None:
        """The square behind a pawn that has just moved two ranks; None if there is none."""
        ep = self._ep
        if ep == _UNKNOWN:
            ep = self._ep = self._passed_square()
        return ep

    @ep_square.setter
    def ep_square(self, square: Square | None) -> None:
        self._change().ep = square
        self._ep = square

    def _passed_square(self) -> Square | None:
        return _passed(self._now(), self.move_stack[-1]) if self.move_stack else None

    @property
    def halfmove_clock(self) -> int:
        """The number of plies since a pawn moved or a piece was captured."""
        if self._state is None:
            return self._now_parts().halfmove
        return int(self._fields()[4])

    @halfmove_clock.setter
    def halfmove_clock(self, plies: int) -> None:
        self._change().halfmove = plies

    @property
    def fullmove_number(self) -> int:
        """The number of the move, from 1."""
        if self._state is None:
            return self._now_parts().fullmove
        return int(self._fields()[5])

    @fullmove_number.setter
    def fullmove_number(self, number: int) -> None:
        self._change().fullmove = number

    @property
    def castling_rights(self) -> Bitboard:
        """The squares of rooks that may still castle, as they were set."""
        return self._now_parts().castling

    @castling_rights.setter
    def castling_rights(self, rights: Bitboard) -> None:
        self._change().castling = rights

    def clean_castling_rights(self) -> Bitboard:
        """Returns the rights to castle whose kings and rooks stand in their places."""
        return self._now_parts().clean_castling(chess960=self._chess960)

    def has_castling_rights(self, color: Color) -> bool:
        """Returns true if a side may still castle."""
        return bool(self.clean_castling_rights() & back_rank(color))

    def has_chess960_castling_rights(self) -> bool:
        """Returns true if a right to castle is none of chess but of Chess960."""
        parts = self._now_parts()
        return parts.clean_castling(chess960=True) != parts.clean_castling(chess960=False)

    def has_kingside_castling_rights(self, color: Color) -> bool:
        """Returns true if a side may still castle to the h-file's side."""
        rights, king = self.clean_castling_rights() & back_rank(color), self.king(color)
        return king is not None and rights >> king > 0

    def has_queenside_castling_rights(self, color: Color) -> bool:
        """Returns true if a side may still castle to the a-file's side."""
        rights, king = self.clean_castling_rights() & back_rank(color), self.king(color)
        return king is not None and rights & (1 << king) - 1 > 0

    def ply(self) -> int:
        """Returns the number of plies since the start of the game, by the number of the move."""
        return 2 * (self.fullmove_number - 1) + (not self._turn)

    # Whole positions.

    def set_fen(self, fen: str) -> None:
        """Takes up a position as FEN; raises ValueError for a text that is none.

        Rights, counters and the square of en passant need not fit the pieces.
        """
        state = None
        if self._is_whole(fen):
            state = _rules.parsed(self._game(chess960=self._chess960), fen)
        if state is None:
            self._take(Parts.read(fen, pockets=self._pocketed, checks=self._checked))
        else:
            fields = fen.split()
            ep = fields[3] if len(fields) > 3 else "-"  # noqa: PLR2004
            self._state, self._parts, self._kind = state, None, OWN
            self._turn = fields[1:2] != ["b"]
            self._ep = None if ep == "-" else parse_square(ep)
        self._forget()

    def _is_whole(self, fen: str) -> bool:
        """Returns true if FEN says all that the core's notation does."""
        del fen
        return not self._checked

    def reset(self) -> None:
        """Goes back to the start of a game."""
        self._state, self._parts, self._kind = self._started(chess960=self._chess960), None, OWN
        self._ep, self._turn = None, WHITE
        self._forget()

    @classmethod
    def _started(cls, *, chess960: bool) -> State:
        return cls._game(chess960=chess960).start()

    def clear(self) -> None:
        """Takes all pieces off, with White to move."""
        parts = Parts(pockets=("", "") if self._pocketed else None)
        if self._checked:
            parts.checks = (3, 3)
        self._take(parts)
        self._forget()

    def reset_board(self) -> None:
        """Puts the pieces where a game begins."""
        self.set_board_fen(self.starting_fen.split(" ", 1)[0].partition("[")[0])

    def _forget(self) -> None:
        self.move_stack.clear()
        self._undo.clear()

    def _cleared_stack(self) -> None:
        self._forget()

    def clear_stack(self) -> None:
        """Forgets the moves that led to the position."""
        self._change()
        self._forget()

    def _needs_chess960(self, fen: str) -> bool:
        """Returns true if rights to castle in FEN are none of chess but of Chess960."""
        rights = Parts.read(fen, pockets=self._pocketed, checks=self._checked)
        return rights.clean_castling(chess960=True) != rights.clean_castling(chess960=False)

    def set_castling_fen(self, castling_fen: str) -> None:
        """Takes up rights to castle as FEN has them; raises ValueError for another text."""
        self._change().read_castling(castling_fen)

    def set_chess960_pos(self, scharnagl: int) -> None:
        """Goes to the start position of Chess960 of a number from 0 to 959."""
        placement = _rules.chess960_placement(scharnagl)
        self._chess960 = True
        parts = Parts(pockets=("", "") if self._pocketed else None)
        parts.read_placement(placement)
        parts.read_castling("KQkq")
        self._take(parts)
        self._forget()

    # Moves.

    def push(self, move: Move) -> None:
        """Makes a move.

        One that is legal but for the safety of the king is made as well. Raises IllegalMoveError
        for any other.
        """
        state = self._state
        if state is None:
            state = self._resolved()
        text = move._text
        after = state.try_play(text)
        undo = (state, self._parts, self._ep, self._kind, self._turn, self._told)
        if after is None:
            after = self._after_otherwise(move)
        elif text in _ALIASES:
            move = MOVES[state.move_text(text)]
        self._undo.append(undo)
        self.move_stack.append(move)
        self._turn = not self._turn
        if after is not None:
            self._state = after
            self._parts = None
            self._ep = _UNKNOWN

    def _after_otherwise(self, move: Move) -> State | None:
        """Returns the state after a move that the state itself does not take.

        None if the position has become that after the move already.
        """
        state = self._now()
        if not move:
            return self._after_pass(state)
        live = self._live()
        if live is not state and (after := live.try_play(move.uci())) is not None:
            self._kind = ANY_BOARD
            return after
        freed = self._kingless()
        after = None if freed is None else freed.try_play(move.uci())
        if after is None:
            raise IllegalMoveError(f"illegal move: {move.uci()} in {self._bare(state)}")
        self._take(Parts.read(self._bare(after)))
        self._turn = not self._turn
        return None

    def _after_pass(self, state: State) -> State | None:
        if self._kind == OWN and not self._composed and not state.ask("checkers"):
            return state.edit(**{"pass": True})
        turn = self._turn
        parts = self._change()
        parts.turn, parts.ep = not turn, None
        parts.halfmove += 1
        parts.fullmove += not turn
        self._ep = None
        return None

    def _kingless(self) -> State | None:
        """Returns the position with kings as ordinary pieces, for moves that leave one in check."""
        parts = self._now_parts().copy()
        parts.turn, parts.ep = self._turn, self.ep_square
        castling = self._rights(parts)
        kingless = _rules.no_kings(chess960=self._chess960)
        for ep in dict.fromkeys((parts.ep, None)):
            state = _rules.parsed(kingless, self._plain(parts, castling, ep))
            if state is not None:
                return state
        return None

    def pop(self) -> Move:
        """Takes the last move back and returns it; raises IndexError if there is none."""
        move = self.move_stack.pop()
        undo = self._undo.pop()
        self._state, self._parts, self._ep, self._kind, self._turn, self._told = undo
        return move

    def peek(self) -> Move:
        """Returns the last move; raises IndexError if there is none."""
        return self.move_stack[-1]

    # Copies.

    def copy(self, *, stack: bool | int = True) -> Self:
        """Returns a copy, with all moves that led to it, the last few of them, or none."""
        board = type(self).__new__(type(self))
        board.__dict__.update(self.__dict__)
        moves = len(self.move_stack) if stack is True else int(stack)
        first = max(len(self.move_stack) - moves, 0)
        board.move_stack = self.move_stack[first:]
        board._undo = self._undo[first:]
        if first:
            # The move that says which square it passed is not in the copy.
            if not board._undo:
                board._ep = self.ep_square
            elif (undo := board._undo[0])[2] == _UNKNOWN and undo[0] is not None:
                passed = _passed(undo[0], self.move_stack[first - 1])
                board._undo[0] = (*undo[:2], passed, *undo[3:])
        return board

    def root(self) -> Self:
        """Returns the position before the first move."""
        board = self.copy(stack=False)
        if self._undo:
            board._state, board._parts, board._ep, board._kind, board._turn, _ = self._undo[0]
        return board

    def apply_transform(self, f: Callable[[Bitboard], Bitboard]) -> None:
        """Turns the board by a function of sets of squares, such as flip_vertical."""
        parts = self._change()
        rights = parts.clean_castling(chess960=self._chess960)
        self._transform_parts(parts, f)
        parts.castling = f(rights)
        if parts.ep is not None:
            parts.ep = self._ep = f(1 << parts.ep).bit_length() - 1
        self._forget()

    def apply_mirror(self) -> None:
        """Exchanges the sides and the ranks."""
        super().apply_mirror()
        parts = self._change()
        rights = parts.castling.to_bytes(8, "little")
        parts.castling = int.from_bytes(rights, "big")
        parts.turn = self._turn = not self._turn
        if parts.ep is not None:
            parts.ep = self._ep = parts.ep ^ 56
        if parts.pockets is not None:
            parts.pockets = parts.pockets[::-1]
        if parts.checks is not None:
            parts.checks = parts.checks[::-1]

    def mirror(self) -> Self:
        """Returns the position with the sides and the ranks exchanged, without moves."""
        board = self.copy(stack=False)
        board.apply_mirror()
        return board

    def transform(self, f: Callable[[Bitboard], Bitboard]) -> Self:
        """Returns the position turned by a function of sets of squares, without moves."""
        board = self.copy(stack=False)
        board.apply_transform(f)
        return board
