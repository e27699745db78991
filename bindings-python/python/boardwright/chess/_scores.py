"""Scores as engines and comments of games have them."""

from dataclasses import dataclass
from functools import total_ordering
from typing import TypeAlias

from boardwright.chess._squares import WHITE, Color

_MATE = 10**6


@total_ordering
class Score:
    """A score of one side: centipawns or moves to mate."""

    def score(self, *, mate_score: int | None = None) -> int | None:
        """Returns centipawns; for mate the given score less the moves to it, or None."""
        raise NotImplementedError

    def mate(self) -> int | None:
        """Returns the moves to mate, below 0 for the side that is mated; None without one."""
        raise NotImplementedError

    def is_mate(self) -> bool:
        """Returns true if it is mate in some moves."""
        return self.mate() is not None

    def __neg__(self) -> "Score":
        raise NotImplementedError

    def _order(self) -> int:
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        return self._order() == other._order() if isinstance(other, Score) else NotImplemented

    def __lt__(self, other: object) -> bool:
        return self._order() < other._order() if isinstance(other, Score) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._order())


class Cp(Score):
    """A score in centipawns."""

    def __init__(self, cp: int) -> None:
        self.cp = cp

    def score(self, *, mate_score: int | None = None) -> int:
        """Returns centipawns."""
        return self.cp

    def mate(self) -> None:
        """Returns None: it is no mate."""

    def __neg__(self) -> "Cp":
        return Cp(-self.cp)

    def _order(self) -> int:
        return self.cp

    def __repr__(self) -> str:
        return f"Cp({self.cp})"

    def __str__(self) -> str:
        return f"{self.cp:+d}" if self.cp else "0"


class Mate(Score):
    """Mate in some moves, below 0 for the side that is mated; 0 if it is mated already."""

    def __init__(self, moves: int) -> None:
        self.moves = moves

    def score(self, *, mate_score: int | None = None) -> int | None:
        """Returns the given score less the moves to mate; None if none is given."""
        if mate_score is None:
            return None
        return mate_score - self.moves if self.moves > 0 else -mate_score - self.moves

    def mate(self) -> int:
        """Returns the moves to mate."""
        return self.moves

    def __neg__(self) -> "Score":
        return Mate(-self.moves) if self.moves else MateGiven

    def _order(self) -> int:
        return _MATE - self.moves if self.moves > 0 else -_MATE - self.moves

    def __repr__(self) -> str:
        return f"Mate({self.moves:+d})" if self.moves else "Mate(-0)"

    def __str__(self) -> str:
        return f"#{self.moves:+d}" if self.moves else "#-0"


class _MateGiven(Mate):
    """The score of the side that has mated."""

    def score(self, *, mate_score: int | None = None) -> int | None:
        return mate_score

    def __neg__(self) -> Score:
        return Mate(0)

    def _order(self) -> int:
        return _MATE

    def __repr__(self) -> str:
        return "MateGiven"

    def __str__(self) -> str:
        return "#+0"


MateGiven = _MateGiven(0)


@dataclass(frozen=True)
class PovScore:
    """A score with the side that it is of."""

    relative: Score
    turn: Color

    def white(self) -> Score:
        """Returns the score of White."""
        return self.pov(WHITE)

    def black(self) -> Score:
        """Returns the score of Black."""
        return self.pov(not WHITE)

    def pov(self, color: Color) -> Score:
        """Returns the score of a side."""
        return self.relative if self.turn == color else -self.relative

    def is_mate(self) -> bool:
        """Returns true if it is mate in some moves."""
        return self.relative.is_mate()


AnyScore: TypeAlias = Cp | Mate
