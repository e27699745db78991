"""Time controls as PGN has them."""

import enum
from dataclasses import dataclass, field
from typing import Final

_SECONDS: Final = [
    (3 * 60, "BULLET"),
    (15 * 60, "BLITZ"),
    (60 * 60, "RAPID"),
]
# Moves for which increments are counted when a game is classed.
_MOVES: Final = 60


class TimeControlType(enum.Enum):
    """The class of a time control."""

    UNKNOWN = 0
    UNLIMITED = 1
    STANDARD = 2
    RAPID = 3
    BLITZ = 4
    BULLET = 5


@dataclass
class TimeControlPart:
    """A part of a time control: seconds for some moves, or for the rest if there are none."""

    moves: int = 0
    time: int = 0
    increment: float = 0
    delay: float = 0


@dataclass
class TimeControl:
    """A time control: its parts and its class."""

    parts: list[TimeControlPart] = field(default_factory=list)
    type: TimeControlType = TimeControlType.UNKNOWN


def _read_part(text: str) -> TimeControlPart:
    part = TimeControlPart()
    rest = text
    if "/" in rest:
        moves, _, rest = rest.partition("/")
        part.moves = int(moves)
    if "+" in rest:
        rest, _, increment = rest.partition("+")
        part.increment = float(increment)
    part.time = int(rest)
    return part


def parse_time_control(time_control: str) -> TimeControl:
    """Reads the header TimeControl; raises ValueError for a text that is none."""
    text = time_control.strip()
    if not text or text.startswith("?"):
        return TimeControl()
    if text.startswith("-"):
        return TimeControl(type=TimeControlType.UNLIMITED)
    try:
        parts = [_read_part(part) for part in text.lstrip("*").split(":")]
    except ValueError:
        raise ValueError(f"{time_control!r} is no time control") from None
    if any(not part.moves for part in parts[:-1]):
        raise ValueError(f"{time_control!r} has a part after one that never ends")
    seconds = parts[0].time + _MOVES * parts[0].increment
    for limit, name in _SECONDS:
        if seconds < limit:
            return TimeControl(parts, TimeControlType[name])
    return TimeControl(parts, TimeControlType.STANDARD)
