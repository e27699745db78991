"""Ends of games, claims, and faults of positions."""

from typing import Final

from boardwright import _types
from boardwright._errors import BoardwrightError
from boardwright._native import State
from boardwright.chess import _rules
from boardwright.chess._moves import Moves
from boardwright.chess._position import OWN
from boardwright.chess._squares import COLOR_NAMES, Color
from boardwright.chess._values import Outcome, Status, Termination

_SEVENTY_FIVE: Final = 150
_FIFTY: Final = 100
_FIVEFOLD: Final = 5

_STATUS: Final = {fault.name.lower(): fault for fault in Status if fault.name}


def _faults(names: list[str]) -> Status:
    faults = Status.VALID
    for name in names:
        faults |= _STATUS[name]
    return faults


class Ends(Moves):
    """A board that tells how the game stands."""

    def _ended(self) -> _types.Outcome | None:
        """Returns the end by the rules, without lack of material."""
        ended = self._now().outcome
        if ended is not None and ended.reason == "insufficient_material":
            return self._live().outcome
        return ended

    def is_checkmate(self) -> bool:
        """Returns true if the side to move is mated."""
        ended = self._now().outcome
        return ended is not None and ended.reason == "checkmate"

    def is_stalemate(self) -> bool:
        """Returns true if the side to move is not in check and cannot move, which draws."""
        ended = self._ended()
        return ended is not None and ended.reason == "stalemate" and ended.winner is None

    def _variant_end(self) -> _types.Outcome | None:
        """Returns the end by a rule that chess does not have."""
        ended = self._ended()
        if ended is None or ended.reason in ("checkmate", "insufficient_material"):
            return None
        return None if ended.reason == "stalemate" and ended.winner is None else ended

    def is_variant_end(self) -> bool:
        """Returns true if a rule of the variant has ended the game."""
        return self._variant_end() is not None

    def is_variant_win(self) -> bool:
        """Returns true if the side to move has won by a rule of the variant."""
        ended = self._variant_end()
        return ended is not None and ended.winner == COLOR_NAMES[self._turn]

    def is_variant_loss(self) -> bool:
        """Returns true if the side to move has lost by a rule of the variant."""
        ended = self._variant_end()
        return ended is not None and ended.winner == COLOR_NAMES[not self._turn]

    def is_variant_draw(self) -> bool:
        """Returns true if a rule of the variant has drawn the game."""
        ended = self._variant_end()
        return ended is not None and ended.winner is None

    def is_insufficient_material(self) -> bool:
        """Returns true if neither side can win, however the other one plays."""
        return self._asked_of_material(None)

    def has_insufficient_material(self, color: Color) -> bool:
        """Returns true if a side cannot win, however the other one plays."""
        return self._asked_of_material(color)

    def _asked_of_material(self, color: Color | None) -> bool:
        state = self._now()
        if self._kind != OWN:
            # Boards that are none of the game answer by its rules where they can.
            game = self._game(chess960=self._chess960)
            state = _rules.parsed(game, self._bare(state)) or state
        if color is None:
            answer: bool = state.ask("insufficient_material")
        else:
            answer = state.ask("insufficient_material", color=COLOR_NAMES[color])
        return answer

    def is_seventyfive_moves(self) -> bool:
        """Returns true if seventy-five moves were made without progress, and the game goes on."""
        return self.halfmove_clock >= _SEVENTY_FIVE and self._ended() is None

    def is_fivefold_repetition(self) -> bool:
        """Returns true if the position has occurred five times."""
        return self.is_repetition(_FIVEFOLD)

    def is_fifty_moves(self) -> bool:
        """Returns true if fifty moves were made without progress, and the game goes on."""
        return self.halfmove_clock >= _FIFTY and self._ended() is None

    def is_repetition(self, count: int = 3) -> bool:
        """Returns true if the position has occurred so many times, this time included."""
        return self._now().repetitions >= count

    def _claims(self, reason: str) -> bool:
        if self._ended() is not None:
            return reason == "threefold_repetition" and self.is_repetition()
        claims = self._live().ask("claims")
        return reason in claims["now"] or reason in claims["by_move"]

    def can_claim_fifty_moves(self) -> bool:
        """Returns true if a draw by fifty moves may be claimed, now or with a move."""
        return self._claims("fifty_moves")

    def can_claim_threefold_repetition(self) -> bool:
        """Returns true if a draw by repetition may be claimed, now or with a move."""
        return self._claims("threefold_repetition")

    def can_claim_draw(self) -> bool:
        """Returns true if a draw may be claimed, now or with a move."""
        return self.can_claim_fifty_moves() or self.can_claim_threefold_repetition()

    def outcome(self, *, claim_draw: bool = False) -> Outcome | None:
        """Returns the outcome; None while the game goes on.

        Draws that have to be claimed count if they are asked for.
        """
        ended = self._now().outcome
        if ended is not None or self._kind != OWN or self._composed or self._pocketed:
            known = self._outcome_by_rules(ended)
            if known is not None:
                return known
        if self.halfmove_clock >= _SEVENTY_FIVE and self.is_seventyfive_moves():
            return Outcome(Termination.SEVENTYFIVE_MOVES, None)
        if len(self._undo) >= 2 * _FIVEFOLD - 2 and self.is_fivefold_repetition():
            return Outcome(Termination.FIVEFOLD_REPETITION, None)
        if claim_draw:
            if self.can_claim_fifty_moves():
                return Outcome(Termination.FIFTY_MOVES, None)
            if self.can_claim_threefold_repetition():
                return Outcome(Termination.THREEFOLD_REPETITION, None)
        return None

    def _outcome_by_rules(self, ended: _types.Outcome | None) -> Outcome | None:
        if ended is not None and ended.reason == "checkmate":
            return Outcome(Termination.CHECKMATE, not self._turn)
        if self.is_variant_loss():
            return Outcome(Termination.VARIANT_LOSS, not self._turn)
        if self.is_variant_win():
            return Outcome(Termination.VARIANT_WIN, self._turn)
        if self.is_variant_draw():
            return Outcome(Termination.VARIANT_DRAW, None)
        if self.is_insufficient_material():
            return Outcome(Termination.INSUFFICIENT_MATERIAL, None)
        return None if ended is None else Outcome(Termination.STALEMATE, None)

    def is_game_over(self, *, claim_draw: bool = False) -> bool:
        """Returns true if the game is over, with draws by claim if they are asked for."""
        return self.outcome(claim_draw=claim_draw) is not None

    def result(self, *, claim_draw: bool = False) -> str:
        """Returns 1-0, 0-1, 1/2-1/2, or * while the game goes on."""
        outcome = self.outcome(claim_draw=claim_draw)
        return "*" if outcome is None else outcome.result()

    # Faults.

    def status(self) -> Status:
        """Returns all that is wrong with the position by the rules of the game."""
        state = self._state
        if (
            state is not None
            and self._kind == OWN
            and not self._composed
            and (self._ep is None or self._ep < 0)
            and (self._parts is None or self._parts.castling == self.clean_castling_rights())
        ):
            return _faults(state.ask("validity"))
        parts = self._now_parts()
        full = parts.copy()
        full.turn, full.ep = self._turn, self.ep_square
        text = full.text(castling=parts.castling, ep=full.ep, pockets=self._pocketed)
        faults = Status.VALID
        try:
            names = self._judge().ask("validity", notation=text)
        except BoardwrightError:
            # Rights that no notation has: several rooks on one side of the king.
            faults |= Status.BAD_CASTLING_RIGHTS
            text = full.text(castling=self.clean_castling_rights(), ep=full.ep)
            names = self._judge().ask("validity", notation=text)
        return (faults | _faults(names)) & ~self._ignored_faults()

    def _judge(self) -> State:
        """Returns a state that knows what a sound position is."""
        return _rules.chess(chess960=self._chess960).start()

    def _ignored_faults(self) -> Status:
        return Status.VALID

    def is_valid(self) -> bool:
        """Returns true if nothing is wrong with the position."""
        return self.status() == Status.VALID
