"""Games read at once: the core takes the text apart and plays it.

Nodes are made when something asks for them, for many who read games look at moves alone. What
is unusual (errors, null moves, games that go on after their end) is left to the reader that
goes move by move.
"""

from boardwright._native import PlayedText, State
from boardwright.chess._values import MOVES, Move
from boardwright.chess.pgn._nodes import ChildNode, Game, GameNode


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

    __slots__ = ("played",)

    def __init__(self, played: PlayedText) -> None:
        self.played = played

    def __bool__(self) -> bool:
        return len(self.played) > 0

    def moves(self) -> list[Move]:
        """Returns the moves of the main line."""
        return list(map(MOVES.__getitem__, self.played.moves()))

    def fill(self, game: Game) -> None:
        """Makes the nodes."""
        lines: list[list[GameNode]] = []
        for leaves, moves, comments, glyphs in self.played.lines():
            node: GameNode = game if leaves is None else lines[leaves[0]][leaves[1]]
            nodes: list[GameNode] = [node]
            for move in map(MOVES.__getitem__, moves):
                node = _child(node, move)
                nodes.append(node)
            lines.append(nodes)
            for index, comment in comments:
                if index > 0:
                    nodes[index].comment = _joined(nodes[index].comment, comment)
                elif leaves is not None:
                    # Of the main line it is that of the game, which is there already.
                    nodes[1].starting_comment = _joined(nodes[1].starting_comment, comment)
            for index, glyph in glyphs:
                nodes[index].nags.add(glyph)


def build(game: Game, text: str, start: State) -> bool:
    """Gives a game its moves as text; returns false and changes nothing if they are unusual."""
    if "\n%" in text or text.startswith("%"):
        return False
    played = PlayedText.read(text, start)
    if played is None:
        return False
    if played.result and game.headers.get("Result", "*") == "*":
        game.headers["Result"] = played.result
    for comment in played.opening:
        game.comment = _joined(game.comment, comment)
    game._unbuilt = Unbuilt(played)
    return True
