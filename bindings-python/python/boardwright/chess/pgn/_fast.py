"""Games read at once: the text is taken apart, and whole lines of moves are played.

Nodes are made when something asks for them, for many who read games look at moves alone. What
is unusual (errors, null moves, games that go on after their end) is left to the reader that
goes move by move.
"""

import re
from typing import Final

from boardwright._errors import BoardwrightError
from boardwright._native import State
from boardwright.chess._values import MOVES, Move
from boardwright.chess.pgn._nodes import ChildNode, Game, GameNode
from boardwright.chess.pgn._words import GLYPHS, comment_of

# A comment, a bracket or a word, without the number of a move before it; blanks are part of it,
# or else each of them would be tried.
_TOKEN: Final = re.compile(r"\s*(?:[1-9]\d*\.+\s*)?(\{[^}]*\}?|[^\s(){};]+|;[^\n]*|[()])")
_RESULTS: Final = frozenset(["1-0", "0-1", "1/2-1/2", "*"])
_MOVES_BEGIN: Final = frozenset("abcdefghNBRQKPO@")


class UnusualError(Exception):
    """A text that is to be read move by move."""


class _Line:
    """A line of moves: the main line, or a sideline from a node of another one."""

    __slots__ = ("after", "base", "final", "nags", "nodes", "parent", "said", "sans", "starting")

    def __init__(self, parent: "_Line | None", after: int) -> None:
        self.parent = parent
        self.after = after
        """The number of moves of the parent before the first one."""
        self.sans: list[str] = []
        self.said: list[tuple[int, str]] = []
        """Comments as they are written, by the number of moves before them."""
        self.starting: list[tuple[int, str]] = []
        self.nags: list[tuple[int, int]] = []
        self.nodes: list[GameNode] = []
        self.base = 0
        self.final: State | None = None

    def say(self, comment: str) -> None:
        """Adds a comment: of the move before it, or of the one that begins a sideline."""
        before = self.said if self.sans or self.parent is None else self.starting
        before.append((len(self.sans), comment))

    def play(self, start: State) -> None:
        """Plays the moves."""
        parent = self.parent
        if parent is None:
            state = start
        elif parent.final is None:
            raise UnusualError
        else:
            state = parent.final.at_ply(parent.base + self.after)
        self.base = state.ply
        try:
            self.final = state.play_many(self.sans, style="san")
        except BoardwrightError as error:
            raise UnusualError from error
        if self.final.ply - self.base != len(self.sans):
            raise UnusualError

    def moves(self) -> list[Move]:
        """Returns the moves."""
        if self.final is None or not self.sans:
            return []
        return list(map(MOVES.__getitem__, self.final.moves()[self.base :]))

    def fill(self, game: Game) -> None:
        """Makes the nodes."""
        parent = self.parent
        node: GameNode = game if parent is None else parent.nodes[self.after]
        nodes: list[GameNode] = [node]
        for move in self.moves():
            node = _child(node, move)
            nodes.append(node)
        self.nodes = nodes
        for index, comment in self.said:
            # That of the game itself is there already.
            if index > 0 or parent is not None:
                nodes[index].comment = _joined(nodes[index].comment, _inner(comment))
        for index, comment in self.starting:
            first = nodes[index + 1]
            first.starting_comment = _joined(first.starting_comment, _inner(comment))
        for index, nag in self.nags:
            nodes[index].nags.add(nag)


def _inner(comment: str) -> str:
    return comment_of(comment) if comment[0] == "{" else comment[1:].strip()


def _note(line: _Line, word: str) -> None:
    """Adds a glyph or a comment."""
    first = word[0]
    if first in "{;":
        line.say(word)
    elif first == "$" and word[1:].isdigit():
        line.nags.append((len(line.sans), int(word[1:])))
    elif word in GLYPHS:
        line.nags.append((len(line.sans), GLYPHS[word]))
    else:
        raise UnusualError


def _bracket(word: str, stack: list[_Line], lines: list[_Line]) -> _Line:
    """Begins or ends a sideline; returns the line that goes on."""
    line = stack[-1]
    if not line.sans or (word == ")" and len(stack) == 1):
        raise UnusualError
    if word == "(":
        begun = _Line(line, len(line.sans) - 1)
        lines.append(begun)
        stack.append(begun)
    else:
        stack.pop()
    return stack[-1]


def _taken_apart(text: str) -> tuple[list[_Line], str]:
    """Returns the lines of a text, the main one first, and the result, empty if there is none."""
    line = _Line(None, 0)
    lines, stack, result = [line], [line], ""
    sans, said = line.sans, line.said
    for word in _TOKEN.findall(text):
        first = word[0]
        if first in _MOVES_BEGIN:
            if word[-1] not in "!?":
                sans.append(word)
            else:
                move = word.rstrip("!?")
                sans.append(move)
                _note(line, word[len(move) :])
        elif first == "{" and sans:
            said.append((len(sans), word))
        elif first in "()":
            line = _bracket(word, stack, lines)
            sans, said = line.sans, line.said
        elif word in _RESULTS:
            if len(stack) == 1 and not result:
                result = word
        elif first not in "123456789" or word.lstrip("0123456789").lstrip("."):
            _note(line, word)
    if len(stack) > 1:
        raise UnusualError
    return lines, result


def _joined(text: str, more: str) -> str:
    return f"{text} {more}" if text and more else text or more


def _child(parent: GameNode, move: Move) -> ChildNode:
    """Makes a node as its constructor does, without what is empty anyway."""
    node = ChildNode.__new__(ChildNode)
    node.parent = parent
    node.move = move
    node.variations = []
    parent.variations.append(node)
    return node


class Unbuilt:
    """The moves of a game whose nodes are not there yet."""

    __slots__ = ("lines",)

    def __init__(self, lines: list[_Line]) -> None:
        self.lines = lines

    def __bool__(self) -> bool:
        return bool(self.lines[0].sans)

    def moves(self) -> list[Move]:
        """Returns the moves of the main line."""
        return self.lines[0].moves()

    def fill(self, game: Game) -> None:
        """Makes the nodes."""
        for line in self.lines:
            line.fill(game)


def build(game: Game, text: str, start: State) -> None:
    """Gives a game its moves as text; raises UnusualError and changes nothing then."""
    if "\n%" in text or text.startswith("%"):
        raise UnusualError
    lines, result = _taken_apart(text)
    for line in lines:
        line.play(start)
    if result and game.headers.get("Result", "*") == "*":
        game.headers["Result"] = result
    for index, comment in lines[0].said:
        if index > 0:
            break
        game.comment = _joined(game.comment, _inner(comment))
    game._unbuilt = Unbuilt(lines)
