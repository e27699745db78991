"""Games built at once: the text is taken apart first, and whole lines of moves are played.

What is unusual (errors, null moves, games that go on after their end) is left to the reader
that goes move by move.
"""

import re
from typing import Final

from boardwright._errors import BoardwrightError
from boardwright._native import State
from boardwright.chess._values import MOVES
from boardwright.chess.pgn._nodes import ChildNode, Game, GameNode
from boardwright.chess.pgn._words import GLYPHS, comment_of

_TOKEN: Final = re.compile(r"\{[^}]*\}?|;[^\n]*|[()]|[^\s(){};]+")
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
        """Comments by the number of moves before them."""
        self.starting: list[tuple[int, str]] = []
        self.nags: list[tuple[int, int]] = []
        self.nodes: list[GameNode] = []
        self.base = 0
        self.final: State | None = None

    def say(self, comment: str) -> None:
        """Adds a comment: of the move before it, or of the one that begins a sideline."""
        before = self.said if self.sans or self.parent is None else self.starting
        before.append((len(self.sans), comment))

    def glyph(self, nag: int) -> None:
        """Adds a glyph to the move before it."""
        self.nags.append((len(self.sans), nag))


def _note(line: _Line, word: str) -> None:
    """Adds a glyph or a comment."""
    first = word[0]
    if first == "{":
        line.say(comment_of(word))
    elif first == ";":
        line.say(word[1:].strip())
    elif first == "$" and word[1:].isdigit():
        line.glyph(int(word[1:]))
    elif word in GLYPHS:
        line.glyph(GLYPHS[word])
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


def _taken_apart(text: str, game: Game) -> list[_Line]:
    """Returns the lines of a text, the main one first; the result goes to the headers."""
    line = _Line(None, 0)
    lines, stack = [line], [line]
    for whole in _TOKEN.findall(text):
        # A number of a move may stand before it without a blank.
        word = whole.lstrip("0123456789").lstrip(".") if whole[0] in "123456789" else whole
        if whole in _RESULTS:
            if len(stack) == 1 and game.headers.get("Result", "*") == "*":
                game.headers["Result"] = whole
        elif not word:
            continue
        elif word[0] in _MOVES_BEGIN:
            move = word.rstrip("!?")
            line.sans.append(move)
            if move is not word and len(move) < len(word):
                _note(line, word[len(move) :])
        elif word in "()":
            line = _bracket(word, stack, lines)
        else:
            _note(line, word)
    if len(stack) > 1:
        raise UnusualError
    return lines


def _joined(text: str, more: str) -> str:
    return f"{text} {more}" if text and more else text or more


def _child(parent: GameNode, text: str) -> ChildNode:
    """Makes a node as its constructor does, without what is empty anyway."""
    node = ChildNode.__new__(ChildNode)
    node.parent = parent
    node.move = MOVES[text]
    node.variations = []
    node.nags = set()
    parent.variations.append(node)
    return node


def _fill(line: _Line, start: State, game: Game) -> None:
    """Plays the moves of a line and makes its nodes."""
    parent = line.parent
    if parent is None:
        state = start
        node: GameNode = game
    else:
        if parent.final is None:
            raise UnusualError
        state = parent.final.at_ply(parent.base + line.after)
        node = parent.nodes[line.after]
    line.base = state.ply
    try:
        line.final = state.play_many(line.sans, style="san")
    except BoardwrightError as error:
        raise UnusualError from error
    nodes: list[GameNode] = [node]
    for text in line.final.moves()[line.base :] if line.sans else []:
        node = _child(node, text)
        nodes.append(node)
    if len(nodes) != len(line.sans) + 1:
        raise UnusualError
    line.nodes = nodes
    for index, comment in line.said:
        nodes[index].comment = _joined(nodes[index].comment, comment)
    for index, comment in line.starting:
        first = nodes[index + 1]
        first.starting_comment = _joined(first.starting_comment, comment)
    for index, nag in line.nags:
        nodes[index].nags.add(nag)


def build(game: Game, text: str, start: State) -> None:
    """Builds a game of its moves as text; raises UnusualError and may leave half a game then."""
    if "\n%" in text or text.startswith("%"):
        raise UnusualError
    for line in _taken_apart(text, game):
        _fill(line, start, game)
