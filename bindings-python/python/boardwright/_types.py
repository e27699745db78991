"""The results of calls: immutable values with names, and the shapes of plain dictionaries."""

from dataclasses import dataclass
from typing import Any, NotRequired, TypedDict

from boardwright import described


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game."""

    winner: str | None
    """The name of the winning seat, where one seat alone won."""
    winners: tuple[str, ...]
    """The names of all winning seats; empty for a draw."""
    draw: bool
    """True if nobody won."""
    reason: str
    """The reason of the end, as a stable word in snake_case."""
    scores: tuple[float, ...]
    """The result of each seat, in order: 1 for a win, 0 for a loss, a half for a draw."""


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a move in a bot's opinion."""

    unit: str
    """`centipawns`, `decitempi`, `points`, `mate` (in plies, positive for the decider) or
    `win_probability`."""
    value: float
    """The number of units, from the decider's side."""


@dataclass(frozen=True, slots=True)
class Damage:
    """The fault of a game of a source that could not be read."""

    line: int
    """The line of the fault, from 1."""
    from_: int
    """The line that the game begins in."""
    kind: str
    """The kind of the fault, a stable word in snake_case."""
    message: str
    """The fault in words."""

    def __str__(self) -> str:
        """Says where it is and what."""
        return f"line {self.line}: {self.message}"


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another move that a bot weighed."""

    move: str
    """The move in the canonical notation."""
    score: Score | None
    """The score, where the bot has an opinion."""


@dataclass(frozen=True, slots=True)
class Said:
    """Something that a bot says to those it plays with."""

    text: str
    """The words."""
    repeated: bool
    """True if it has said so before and still holds it."""


@dataclass(frozen=True, slots=True)
class Decision:
    """The decision of a bot."""

    move: str
    """The move in the canonical notation, ready for `State.play`."""
    score: Score | None
    """The score, where the bot has an opinion."""
    pv: tuple[str, ...]
    """The line that it expects, its own move first."""
    depth: int
    """Plies searched."""
    nodes: int
    """Positions looked at."""
    time: float
    """Seconds at work."""
    queued: float
    """Seconds that the decision waited for a free thread."""
    alternatives: tuple[Alternative, ...]
    """Other moves that it weighed."""
    messages: tuple[str, ...]
    """Words for the host; they reach no other seat before the end."""
    hold: float
    """Seconds for which to hold the move back, to sit; decide anew if the game goes on."""
    fallback: str | None
    """The name of the bot that stepped in, where one had to."""
    offer_draw: bool = False
    """True if it offers a draw with its move."""
    resign: bool = False
    """True if it would rather resign than make its move."""
    says: tuple[Said, ...] = ()
    """Words for those it plays with, where ``heard`` was given."""


@dataclass(frozen=True, slots=True)
class Info:
    """A report of a bot while it thinks, of one line at one depth."""

    depth: int
    """The plies that it has looked ahead."""
    selective_depth: int
    """The plies of the longest line that it has looked at."""
    line: int
    """The number of this line among the best ones, from 1."""
    score: Score | None
    """The score of the line, where the bot has an opinion."""
    bound: str | None
    """`lower` if it is worth at least that, `upper` if at most; None if exactly that."""
    nodes: int
    """Positions looked at."""
    time: float
    """Seconds since it began."""
    nodes_per_second: int
    """Positions looked at in a second."""
    hash_full: int
    """The fill of its table, in thousandths."""
    pv: tuple[str, ...]
    """The line that it expects, its own move first."""


Heard = TypedDict(
    "Heard",
    {
        # The seat that said it.
        "from": str,
        # The words.
        "text": str,
        # The number of plies that had been made when it was said; now where left out.
        "ply": NotRequired[int | None],
    },
)
"""Something that a seat has heard from one that it plays with."""


class Clock(TypedDict):
    """The clock of a seat."""

    remaining: float
    """Seconds that are left."""
    increment: NotRequired[float | None]
    """Seconds that each move adds."""
    moves_to_go: NotRequired[int | None]
    """Moves until more time comes, where there are such controls."""


class SeatCount(TypedDict):
    """The number of seats of a game."""

    min: int
    max: int


class OptionInfo(TypedDict):
    """The values that an option takes."""

    name: str
    doc: str
    kind: str
    default: bool | int | str
    min: NotRequired[int]
    max: NotRequired[int]
    values: NotRequired[list[str]]
    examples: NotRequired[list[str]]


class QuestionArgument(TypedDict):
    """An argument of a question."""

    name: str
    doc: str
    kind: str
    required: bool
    values: NotRequired[list[str]]
    min: NotRequired[int]
    max: NotRequired[int]


class QuestionInfo(TypedDict):
    """A question about states of a game."""

    name: str
    doc: str
    arguments: list[QuestionArgument]
    answer: str


class GameInfo(TypedDict):
    """The properties of a game that do not depend on its options."""

    name: str
    summary: str
    seats: SeatCount
    hidden: str
    network: str | None
    options: list[OptionInfo]
    styles: list[str]
    bots: list[str]
    bot_options: dict[str, list[OptionInfo]]
    questions: list[QuestionInfo]


class PieceTypeInfo(TypedDict):
    """A type of pieces that a preset brings along."""

    id: str
    name: str
    letter: str
    betza: str | None
    glyphs: list[str]
    royal: bool


class PresetInfo(TypedDict):
    """A preset of composed chess; `start` is the FEN of its first position, if it has its own."""

    id: str
    name: str
    description: str
    requires: list[str]
    incompatible_with: list[str]
    pieces: list[PieceTypeInfo]
    attributes: list[str]
    start: str | None
    hooks: list[str]
    options: list[OptionInfo]


JobInfo = TypedDict(
    "JobInfo",
    {
        "id": int,
        "kind": str,
        "class": str,
        "caller": int,
        "state": str,
        "age": float,
        "ran": float,
    },
)
"""A job that waits or runs; the times are in seconds."""


class KindCount(TypedDict):
    """The number of jobs of a kind."""

    waiting: int
    running: int


class Statistics(TypedDict):
    """The load of the library in this process."""

    threads: int
    max_queue: int
    waiting: int
    running: int
    kinds: dict[str, KindCount]
    hash_mb: int
    hash_bytes: int


class Tick(described.TickAnswer):
    """The answer of a table to a tick, in milliseconds of the host's clock."""


Event = (
    described.TableEvent
    | described.SeatEvent
    | described.BoardEvent
    | described.BughouseEvent
    | described.BoostEvent
    | described.JarlsEvent
    | described.PresetsEvent
    | described.ToldEvent
)
"""Something that a seat was told; ``kind`` says what."""


class Events(TypedDict):
    """Events of a seat from a number on."""

    since: int
    next: int
    more: bool
    events: list[Event]


class Playouts(TypedDict):
    """The results of a number of random games."""

    games: int
    plies: int
    wins: dict[str, int]
    draws: int
    unfinished: int


def outcome_from(value: dict[str, Any]) -> Outcome:
    """Reads what the native part says of an end."""
    return Outcome(
        winner=value["winner"],
        winners=tuple(value["winners"]),
        draw=value["draw"],
        reason=value["reason"],
        scores=tuple(value["scores"]),
    )


def _score(value: dict[str, Any] | None) -> Score | None:
    return None if value is None else Score(unit=value["unit"], value=value["value"])


def decision_from(value: dict[str, Any], queued: float, ran: float) -> Decision:
    """Reads what the native part says of a decision; the times are in seconds."""
    return Decision(
        move=value["move"],
        score=_score(value["score"]),
        pv=tuple(value["pv"]),
        depth=value["depth"],
        nodes=value["nodes"],
        time=ran,
        queued=queued,
        alternatives=tuple(
            Alternative(move=other["move"], score=_score(other["score"]))
            for other in value["alternatives"]
        ),
        messages=tuple(value["messages"]),
        hold=value["hold"] / 1000,
        fallback=value["fallback"],
        offer_draw=value.get("offer_draw", False),
        resign=value.get("resign", False),
        says=tuple(
            Said(text=said["text"], repeated=said["repeated"]) for said in value.get("says", ())
        ),
    )


def info_from(value: dict[str, Any]) -> Info:
    """Reads what the native part says while a bot thinks; its time is in milliseconds."""
    return Info(
        depth=value["depth"],
        selective_depth=value["selective_depth"],
        line=value["line"],
        score=_score(value["score"]),
        bound=value["bound"],
        nodes=value["nodes"],
        time=value["time"] / 1000,
        nodes_per_second=value["nodes_per_second"],
        hash_full=value["hash_full"],
        pv=tuple(value["pv"]),
    )
