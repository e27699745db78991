"""Sets of squares."""

from collections.abc import Iterable, Iterator, MutableSet
from typing import Self, SupportsInt, TypeAlias

from boardwright.chess._squares import (
    BB_ALL,
    BB_EMPTY,
    Bitboard,
    Square,
    between,
    flip_vertical,
    lsb,
    ray,
    scan_forward,
    scan_reversed,
)

IntoSquareSet: TypeAlias = SupportsInt | Iterable[Square]


def _mask_of(squares: object) -> Bitboard:
    """Returns the bits of what stands for a set."""
    if isinstance(squares, int):
        return squares & BB_ALL
    if isinstance(squares, SquareSet):
        return squares.mask
    if isinstance(squares, Iterable):
        mask = BB_EMPTY
        for square in squares:
            mask |= 1 << square
        return mask
    if isinstance(squares, SupportsInt):
        return int(squares) & BB_ALL
    raise TypeError(f"{squares!r} is no set of squares")


class SquareSet(MutableSet[Square]):
    """A set of squares, kept as the bits of an integer.

    >>> SquareSet([0, 63]).mask == 1 << 63 | 1
    True
    """

    __slots__ = ("mask",)

    def __init__(self, squares: IntoSquareSet = BB_EMPTY) -> None:
        self.mask: Bitboard = _mask_of(squares)

    @classmethod
    def _of(cls, mask: Bitboard) -> Self:
        made = cls.__new__(cls)
        made.mask = mask
        return made

    def __contains__(self, square: object) -> bool:
        return isinstance(square, int) and bool(self.mask >> square & 1)

    def __iter__(self) -> Iterator[Square]:
        return scan_forward(self.mask)

    def __reversed__(self) -> Iterator[Square]:
        return scan_reversed(self.mask)

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __bool__(self) -> bool:
        return bool(self.mask)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, SquareSet):
            return self.mask == other.mask
        if isinstance(other, int | Iterable):
            return self.mask == _mask_of(other)
        return NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __int__(self) -> int:
        return self.mask

    def __index__(self) -> int:
        return self.mask

    def add(self, value: Square) -> None:
        """Adds a square."""
        self.mask |= 1 << value

    def discard(self, value: Square) -> None:
        """Takes a square out, if it is there."""
        self.mask &= ~(1 << value)

    def remove(self, value: Square) -> None:
        """Takes a square out; raises KeyError if it is not there."""
        if not self.mask >> value & 1:
            raise KeyError(value)
        self.mask ^= 1 << value

    def pop(self) -> Square:
        """Takes the lowest square out; raises KeyError if there is none."""
        if not self.mask:
            raise KeyError("pop from an empty set of squares")
        square = lsb(self.mask)
        self.mask &= self.mask - 1
        return square

    def clear(self) -> None:
        """Takes all squares out."""
        self.mask = BB_EMPTY

    def copy(self) -> Self:
        """Returns a copy."""
        return self._of(self.mask)

    def isdisjoint(self, other: IntoSquareSet) -> bool:
        """Returns true if no square is in both sets."""
        return not self.mask & _mask_of(other)

    def issubset(self, other: IntoSquareSet) -> bool:
        """Returns true if all squares are in another set."""
        return not self.mask & ~_mask_of(other)

    def issuperset(self, other: IntoSquareSet) -> bool:
        """Returns true if all squares of another set are in this one."""
        return not ~self.mask & _mask_of(other)

    def __le__(self, other: IntoSquareSet) -> bool:
        return self.issubset(other)

    def __ge__(self, other: IntoSquareSet) -> bool:
        return self.issuperset(other)

    def __lt__(self, other: IntoSquareSet) -> bool:
        return self.mask != _mask_of(other) and self.issubset(other)

    def __gt__(self, other: IntoSquareSet) -> bool:
        return self.mask != _mask_of(other) and self.issuperset(other)

    def union(self, *others: IntoSquareSet) -> Self:
        """Returns the squares that are in any of the sets."""
        mask = self.mask
        for other in others:
            mask |= _mask_of(other)
        return self._of(mask)

    def intersection(self, *others: IntoSquareSet) -> Self:
        """Returns the squares that are in all sets."""
        mask = self.mask
        for other in others:
            mask &= _mask_of(other)
        return self._of(mask)

    def difference(self, *others: IntoSquareSet) -> Self:
        """Returns the squares that are in none of the others."""
        mask = self.mask
        for other in others:
            mask &= ~_mask_of(other)
        return self._of(mask)

    def symmetric_difference(self, other: IntoSquareSet) -> Self:
        """Returns the squares that are in one of the two sets alone."""
        return self._of(self.mask ^ _mask_of(other))

    def update(self, *others: IntoSquareSet) -> None:
        """Adds the squares of other sets."""
        self.mask = self.union(*others).mask

    def intersection_update(self, *others: IntoSquareSet) -> None:
        """Keeps the squares that are in all sets."""
        self.mask = self.intersection(*others).mask

    def difference_update(self, other: IntoSquareSet) -> None:
        """Takes the squares of another set out."""
        self.mask &= ~_mask_of(other)

    def symmetric_difference_update(self, other: IntoSquareSet) -> None:
        """Keeps the squares that are in one of the two sets alone."""
        self.mask ^= _mask_of(other)

    def __or__(self, other: IntoSquareSet) -> Self:  # type: ignore[override]
        return self._of(self.mask | _mask_of(other))

    def __and__(self, other: IntoSquareSet) -> Self:
        return self._of(self.mask & _mask_of(other))

    def __sub__(self, other: IntoSquareSet) -> Self:
        return self._of(self.mask & ~_mask_of(other))

    def __xor__(self, other: IntoSquareSet) -> Self:  # type: ignore[override]
        return self._of(self.mask ^ _mask_of(other))

    def __ior__(self, other: IntoSquareSet) -> Self:  # type: ignore[override]
        self.mask |= _mask_of(other)
        return self

    def __iand__(self, other: IntoSquareSet) -> Self:
        self.mask &= _mask_of(other)
        return self

    def __isub__(self, other: IntoSquareSet) -> Self:
        self.mask &= ~_mask_of(other)
        return self

    def __ixor__(self, other: IntoSquareSet) -> Self:  # type: ignore[override]
        self.mask ^= _mask_of(other)
        return self

    def __invert__(self) -> Self:
        return self._of(~self.mask & BB_ALL)

    def __lshift__(self, shift: int) -> Self:
        return self._of(self.mask << shift & BB_ALL)

    def __rshift__(self, shift: int) -> Self:
        return self._of(self.mask >> shift)

    def __ilshift__(self, shift: int) -> Self:
        self.mask = self.mask << shift & BB_ALL
        return self

    def __irshift__(self, shift: int) -> Self:
        self.mask >>= shift
        return self

    def carry_rippler(self) -> Iterator[Bitboard]:
        """Yields all subsets, as integers."""
        subset = BB_EMPTY
        while True:
            yield subset
            subset = (subset - self.mask) & self.mask
            if not subset:
                return

    def mirror(self) -> Self:
        """Returns the set with the ranks exchanged."""
        return self._of(flip_vertical(self.mask))

    def tolist(self) -> list[bool]:
        """Returns 64 values, true for the squares of the set."""
        return [bool(self.mask >> square & 1) for square in range(64)]

    @classmethod
    def ray(cls, a: Square, b: Square) -> Self:
        """Returns the whole line through two squares, edge to edge."""
        return cls._of(ray(a, b))

    @classmethod
    def between(cls, a: Square, b: Square) -> Self:
        """Returns the squares between two squares on a line."""
        return cls._of(between(a, b))

    @classmethod
    def from_square(cls, square: Square) -> Self:
        """Returns the set of one square."""
        return cls._of(1 << square)

    def __repr__(self) -> str:
        return f"SquareSet({self.mask:#021_x})"

    def __str__(self) -> str:
        rows = []
        for rank in range(7, -1, -1):
            row = ("1" if self.mask >> (8 * rank + file) & 1 else "." for file in range(8))
            rows.append(" ".join(row))
        return "\n".join(rows)

    def _repr_svg_(self) -> str:
        from boardwright.chess import svg

        return svg.board(squares=self, size=400)
