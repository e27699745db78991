"""Commands in comments: clocks, evaluations, arrows and squares."""

import re
from collections.abc import Iterable
from typing import Final

from boardwright.chess._scores import Cp, Mate, PovScore
from boardwright.chess._squares import SQUARE_NAMES, WHITE, Color, Square, parse_square
from boardwright.chess.svg import Arrow

_TIME: Final = r"\s*(?P<hours>\d+):(?P<minutes>\d+):(?P<seconds>\d+(?:\.\d*)?)\s*"
_EVAL: Final = re.compile(
    r"\s?\[%eval\s+(?:#(?P<mate>[+-]?\d+)|(?P<cp>[+-]?(?:\d+(?:\.\d*)?|\.\d+)))"
    r"(?:,(?P<depth>\d+))?\s*\]\s?"
)
_MARKS: Final = re.compile(r"\s?\[%(?:csl|cal)\s+(?P<marks>[\w,\s]*)\]\s?")
_MARK: Final = re.compile(r"(?P<color>[RGYB])(?P<tail>[a-h][1-8])(?P<head>[a-h][1-8])?\Z")
_COLORS: Final = {"G": "green", "R": "red", "Y": "yellow", "B": "blue"}
_LETTERS: Final = {color: letter for letter, color in _COLORS.items()}


def _time_pattern(command: str) -> re.Pattern[str]:
    return re.compile(rf"\s?\[%{command}\s{_TIME}\]\s?")


_TIMES: Final = {command: _time_pattern(command) for command in ("clk", "emt")}


def _between(found: re.Match[str]) -> str:
    """Returns what stands for a command that is taken out of a comment."""
    text = found.group()
    return " " if text.startswith(" ") and text.endswith(" ") else ""


def _without(pattern: re.Pattern[str], comment: str) -> str:
    return pattern.sub(_between, comment)


def _replaced(pattern: re.Pattern[str], comment: str, command: str) -> str:
    """Puts a command in the place of the first one that a pattern finds, or at the end."""
    found = pattern.search(comment)
    if found is None or not command:
        rest = _without(pattern, comment)
        return " ".join(filter(None, [rest, command])) if rest[-1:] != " " else rest + command
    ends = found.group()
    lead, tail = " " * ends.startswith(" "), " " * ends.endswith(" ")
    return comment[: found.start()] + lead + command + tail + comment[found.end() :]


def seconds_of(command: str, comment: str) -> float | None:
    """Returns the seconds that a command gives, clk or emt; None without one."""
    found = _TIMES[command].search(comment)
    if found is None:
        return None
    whole = int(found["hours"]) * 3600 + int(found["minutes"]) * 60
    seconds = whole + float(found["seconds"])
    return int(seconds) if seconds == int(seconds) else seconds


def with_seconds(command: str, comment: str, seconds: float | None) -> str:
    """Returns a comment with other seconds, or without any for None."""
    if seconds is None:
        return _replaced(_TIMES[command], comment, "")
    thousandths = max(round(seconds * 1000), 0)
    whole, fraction = divmod(thousandths, 1000)
    shown = f"{fraction:03d}".rstrip("0")
    minutes, last = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    time = f"{hours}:{minutes:02d}:{last:02d}" + (f".{shown}" if shown else "")
    return _replaced(_TIMES[command], comment, f"[%{command} {time}]")


def eval_of(comment: str, turn: Color) -> tuple[PovScore | None, int | None]:
    """Returns the evaluation and its depth that a comment gives, seen from the side to move."""
    found = _EVAL.search(comment)
    if found is None:
        return None, None
    depth = None if found["depth"] is None else int(found["depth"])
    if found["mate"] is not None:
        score: Cp | Mate = Mate(int(found["mate"]))
    else:
        score = Cp(round(float(found["cp"]) * 100))
    return PovScore(score if turn == WHITE else -score, turn), depth


def with_eval(comment: str, score: PovScore | None, depth: int | None) -> str:
    """Returns a comment with another evaluation, or without one for None."""
    if score is None:
        return _replaced(_EVAL, comment, "")
    white = score.white()
    moves, points = white.mate(), white.score()
    text = f"#{moves}" if moves is not None else f"{(points or 0) / 100:.2f}"
    ending = "" if depth is None else f",{max(depth, 0)}"
    return _replaced(_EVAL, comment, f"[%eval {text}{ending}]")


def arrows_of(comment: str) -> list[Arrow]:
    """Returns the arrows and squares that a comment marks."""
    arrows = []
    for found in _MARKS.finditer(comment):
        for mark in found["marks"].replace(" ", "").split(","):
            part = _MARK.match(mark)
            if part is not None:
                tail = parse_square(part["tail"])
                head = tail if part["head"] is None else parse_square(part["head"])
                arrows.append(Arrow(tail, head, color=_COLORS[part["color"]]))
    return arrows


def with_arrows(comment: str, arrows: Iterable[Arrow | tuple[Square, Square]]) -> str:
    """Returns a comment with other arrows and squares, which stand at its beginning."""
    squares, lines = [], []
    for arrow in arrows:
        drawn = arrow if isinstance(arrow, Arrow) else Arrow(*arrow)
        letter = _LETTERS.get(drawn.color, "G")
        if drawn.tail == drawn.head:
            squares.append(letter + SQUARE_NAMES[drawn.tail])
        else:
            lines.append(letter + SQUARE_NAMES[drawn.tail] + SQUARE_NAMES[drawn.head])
    marks = f"[%csl {','.join(squares)}]" if squares else ""
    marks += f"[%cal {','.join(lines)}]" if lines else ""
    return " ".join(filter(None, [marks, _without(_MARKS, comment)]))
