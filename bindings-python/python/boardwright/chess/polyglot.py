"""The key by which opening books of Polyglot know a position."""

from boardwright.chess import _rules
from boardwright.chess._board import Board


def zobrist_hash(board: Board) -> int:
    """Returns the key of a position, 64 bits.

    The square of en passant counts where the capture is legal. Raises ValueError for a board
    that is none of chess or crazyhouse.
    """
    game = _rules.chess(chess960=board.chess960)
    state = _rules.parsed(game, board.fen().replace("[]", ""))
    if state is None:
        raise ValueError(f"no key for {board.fen()!r}")
    return int(state.ask("polyglot_key"), 16)
