"""Positions and moves of Boost as the PyPI package boost-game has them: a development tool,
never shipped."""

import re
from types import SimpleNamespace
from typing import Any

from boost_game import boost as oracle

__all__ = ["KINDS", "cells", "named", "oracle", "theirs", "written"]

KINDS = {
    "P": oracle.PieceTypes.PAWN,
    "K": oracle.PieceTypes.KNIGHT,
    "T": oracle.PieceTypes.TOWER,
}


def theirs(identifier: str, notation: str) -> Any:
    """A position there; rows from the top, dragons owned by player 0."""
    parts = identifier.split("-")
    width, height, players, towers = (int(parts[i]) for i in (1, 2, 3, 5))
    rules = SimpleNamespace(
        width=width,
        height=height,
        players=players,
        max_towers=towers,
        knights_per_tower=1,
        # In a demo nobody is defeated by what is on the board.
        min_pieces=0 if parts[-1] == "demo" else 4,
        tower_victory=True,
    )
    grid: list[list[Any]] = []
    for rank in notation.split("_")[0].split("/"):
        row: list[Any] = []
        for word in re.findall(r"\d+|D|[PKT][a-f]|[PKTpkt]", rank):
            if word.isdigit():
                row += [None] * int(word)
            elif word == "D":
                row.append(oracle.Piece(oracle.DRAGON_OWNER, oracle.PieceTypes.DRAGON))
            else:
                owner = 1 + (ord(word[1]) - ord("a") if word[1:] else word.islower())
                row.append(oracle.Piece(owner, KINDS[word[0].upper()]))
        assert len(row) == width, notation
        grid.append(row)
    board = oracle.Board(rules, grid)
    # It counts players by the pieces that are left.
    board.owners = players + 1
    return board


def cells(move: str, height: int) -> tuple[Any, Any]:
    points = re.fullmatch(r"([a-p])(\d+)([a-p])(\d+)", move)
    assert points, move
    file, rank, to_file, to_rank = points.groups()
    cell = oracle.Cell
    return (
        cell(height - int(rank), ord(file) - ord("a")),
        cell(height - int(to_rank), ord(to_file) - ord("a")),
    )


def written(board: Any) -> list[list[str]]:
    return [[str(piece) if piece else "." for piece in row] for row in board.board]


def named(move: Any, height: int) -> str:
    """One of its moves in our notation."""

    def point(cell: Any) -> str:
        return f"{chr(ord('a') + cell.col)}{height - cell.row}"

    return point(move.start) + point(move.end)
