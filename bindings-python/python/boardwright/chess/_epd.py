"""Operations of EPD: opcodes with moves, numbers and texts."""

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from boardwright.chess._values import Move

if TYPE_CHECKING:
    from boardwright.chess._texts import Texts

Operand: TypeAlias = str | int | float | Move | Iterable[Move] | None

# An opcode and its operand: texts in quotes, in which a backslash keeps the next sign.
_OPERATION: Final = re.compile(r'\s*((?:[^;"]|"(?:\\.|[^"\\])*(?:"|\Z))*)(?:;|\Z)')
_OPCODE: Final = re.compile(r"[A-Za-z][\w.]{0,14}\Z")
_INTEGER: Final = re.compile(r"[+-]?\d+\Z")
_FLOAT: Final = re.compile(r"[+-]?(?:\d+\.\d*|\.\d+)\Z")
_LINES: Final = ("pv",)
_SETS: Final = ("am", "bm")


def _quoted(text: str) -> str:
    for sign, instead in (
        ("\\", "\\\\"),
        ("\t", "\\t"),
        ("\r", "\\r"),
        ("\n", "\\n"),
        ('"', '\\"'),
    ):
        text = text.replace(sign, instead)
    return f'"{text}"'


_ESCAPES: Final = {"t": "\t", "r": "\r", "n": "\n"}


def _unquoted(text: str) -> str:
    inner = text[1:-1] if len(text) > 1 and text.endswith('"') else text[1:]
    return re.sub(r"\\(.)", lambda found: _ESCAPES.get(found[1], found[1]), inner)


def _moves_written(board: "Texts", opcode: str, moves: Iterable[Move]) -> str:
    if opcode in _LINES:
        line, words = board.copy(stack=False), []
        for move in moves:
            words.append(line.san(move))
            line.push(move)
        return " ".join(words)
    return " ".join(sorted(board.san(move) for move in moves))


def _operand(board: "Texts", opcode: str, value: Operand) -> str:
    if isinstance(value, Move):
        return board.san(value)
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, str):
        return _quoted(value)
    return _moves_written(board, opcode, value or ())


def written(board: "Texts", operations: Mapping[str, Operand]) -> str:
    """Writes operations, each with a semicolon; raises ValueError for an opcode that is none."""
    texts = []
    for opcode, value in operations.items():
        if not _OPCODE.match(opcode):
            raise ValueError(f"{opcode!r} is no opcode of EPD")
        operand = "" if value is None else _operand(board, opcode, value)
        texts.append(f"{opcode} {operand};" if operand else f"{opcode};")
    return " ".join(texts)


def read(board: "Texts", text: str) -> dict[str, Any]:
    """Reads operations, with moves as they are legal on a board.

    Raises ValueError for an opcode or a move that is none.
    """
    operations: dict[str, Any] = {}
    position = 0
    while position < len(text):
        found = _OPERATION.match(text, position)
        if found is None or found.end() == position:
            raise ValueError(f"{text[position:]!r} is no operation of EPD")
        position = found.end()
        words = found[1].strip()
        while words.startswith("-"):
            words = words[1:].lstrip()  # more dashes than there are fields
        if not words:
            continue
        opcode, _, operand = words.partition(" ")
        if not _OPCODE.match(opcode):
            raise ValueError(f"{opcode!r} is no opcode of EPD")
        operations[opcode] = _value(board, opcode, operand.strip())
    return operations


def _value(board: "Texts", opcode: str, operand: str) -> Any:
    if opcode in _LINES:
        return _line(board, operand)
    if opcode in _SETS:
        return [board.parse_san(word) for word in operand.split()]
    return _single(board, operand) if operand else None


def _single(board: "Texts", operand: str) -> Any:
    if operand.startswith('"'):
        return _unquoted(operand)
    if _INTEGER.match(operand):
        return int(operand)
    if _FLOAT.match(operand):
        return float(operand)
    try:
        return board.parse_san(operand)
    except ValueError:
        return operand


def _line(board: "Texts", operand: str) -> list[Move]:
    line = board.copy(stack=False)
    return [line.push_san(word) for word in operand.split()]
