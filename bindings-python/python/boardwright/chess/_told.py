"""The pieces of a position as the core tells them."""

from struct import Struct
from typing import Final

from boardwright._native import State
from boardwright.chess._parts import Sets

_WORDS: Final = Struct(">9Q")


class Told:
    """The pieces of a state, each form of them asked for once; read like those of `Parts`."""

    __slots__ = ("_letters", "_sets", "state")

    def __init__(self, state: State) -> None:
        self.state = state
        self._sets: Sets | None = None
        self._letters: str | None = None

    def sets(self) -> Sets:
        """Returns the squares of the pieces."""
        sets = self._sets
        if sets is None:
            sets = self._sets = _WORDS.unpack(bytes.fromhex(self.state.ask("sets")))
        return sets

    def letters(self) -> str:
        """Returns the squares in one text: pieces as FEN has them, full stops for empty ones."""
        letters = self._letters
        if letters is None:
            answer: str = self.state.ask("letters")
            letters = self._letters = answer
        return letters
