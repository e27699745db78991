"""Types of what the library tells, by its own declarations.

Made by `cargo run -p xtask -- reference`; not to be edited by hand.
"""

from typing import Any, Literal, NotRequired, TypedDict


class NamedOutcome(TypedDict):
    """`Outcome` for hosts, which know seats by name."""

    #: The winner, if there is exactly one.
    winner: str | None
    #: All winners, in the order of the seats.
    winners: list[str]
    #: True if there is no winner.
    draw: bool
    #: The reason of the end, as a stable word in `snake_case`.
    reason: str
    #: The points of each seat, in the order of the seats: 1 for a win, a half for a draw, 0 for a loss and for a seat that was out of the game before a draw.
    scores: list[float]


class TableEventStarted(TypedDict):
    """The game begins. To all."""

    kind: Literal["started"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The name of the game.
    game: str


class TableEventSeated(TypedDict):
    """Somebody sits down. To all."""

    kind: Literal["seated"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: Seat at which somebody sits down.
    seat: str
    #: `human`, `external`, `empty` or `bot`.
    occupant: str
    #: The name of the bot, if it is one.
    bot: str | None
    #: Name at the table, if it is a bot.
    name: str | None


class TableEventAbandoned(TypedDict):
    """A person has not come back in time. To all, or as `resigned`."""

    kind: Literal["abandoned"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: Its seat.
    seat: str


class TableEventNoBot(TypedDict):
    """No bot could take the seat of a person who has not come back. To all."""

    kind: Literal["no_bot"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The seat.
    seat: str


class TableEventDisconnected(TypedDict):
    """A person has gone. To all."""

    kind: Literal["disconnected"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: Its seat.
    seat: str


class TableEventReconnected(TypedDict):
    """A person is back. To all."""

    kind: Literal["reconnected"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: Its seat.
    seat: str


class TableEventResigned(TypedDict):
    """A seat has given up. To all, or where no seat must know whose turn it is, and the game goes on, to the seat."""

    kind: Literal["resigned"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The seat.
    seat: str


class TableEventLeft(TypedDict):
    """A seat has left the game, which goes on without it. To all."""

    kind: Literal["left"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The seat.
    seat: str
    #: `resigned`, `timeout`, `abandoned` or `bot_unavailable`; `left` for another seat where no seat must know whose turn it is.
    reason: str


class TableEventFlagFell(TypedDict):
    """A flag has fallen, and the seat plays on without time. To all, or where no seat must know whose turn it is to the seat."""

    kind: Literal["flag_fell"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The seat.
    seat: str


class TableEventDrawOffered(TypedDict):
    """A seat offers a draw. To all."""

    kind: Literal["draw_offered"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The seat.
    seat: str


class TableEventDrawAccepted(TypedDict):
    """A seat accepts the draw that is offered. To all."""

    kind: Literal["draw_accepted"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The seat.
    seat: str


class TableEventDrawDeclined(TypedDict):
    """A seat declines the draw that is offered, which lapses. To all."""

    kind: Literal["draw_declined"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The seat.
    seat: str


class TableEventDrawLapsed(TypedDict):
    """The draw that was offered lapsed with a move. To all."""

    kind: Literal["draw_lapsed"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]


class TableEventClaimRefused(TypedDict):
    """A seat has claimed a draw that there was not. To all."""

    kind: Literal["claim_refused"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The seat.
    seat: str


class TableEventMessage(TypedDict):
    """A seat says something to its partners. To them and to itself."""

    kind: Literal["message"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The seat.
    seat: str
    #: The words.
    text: str


class TableEventUndoWanted(TypedDict):
    """A seat wants moves taken back. To all."""

    kind: Literal["undo_wanted"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The seat.
    seat: str
    #: The number of plies.
    plies: int


class TableEventUndone(TypedDict):
    """Moves were taken back. To all."""

    kind: Literal["undone"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The number of plies.
    plies: int


class TableEventEditWanted(TypedDict):
    """A seat wants the position or the rules changed. To all."""

    kind: Literal["edit_wanted"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The seat.
    seat: str
    #: The changes.
    changes: dict[str, Any]


class TableEventEdited(TypedDict):
    """The position or the rules were changed. To all."""

    kind: Literal["edited"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The changes.
    changes: dict[str, Any]


class TableEventRefused(TypedDict):
    """A bot's move could not be made. To its seat."""

    kind: Literal["refused"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The move.
    move: str
    #: The code of the error.
    code: str
    #: Its message.
    reason: str


class TableEventBotFailed(TypedDict):
    """A bot could not answer. To its seat."""

    kind: Literal["bot_failed"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The code of the error.
    code: str
    #: Its message.
    reason: str
    #: The bot that answers for it, if there is one.
    fallback: str | None


class TableEventAttempted(TypedDict):
    """A seat has made or tried a move in a game that hides something. To the referee, and to spectators when they may know."""

    kind: Literal["attempted"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The seat.
    seat: str
    #: The move.
    move: str
    #: True if the seat has moved by it.
    moved: bool


class TableEventRetryCapReached(TypedDict):
    """Too many of a bot's moves were refused in one turn. To its seat."""

    kind: Literal["retry_cap_reached"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]


class TableEventPaused(TypedDict):
    """The host has stopped the clocks; nobody moves meanwhile. To all."""

    kind: Literal["paused"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]


class TableEventResumed(TypedDict):
    """The clocks go on. To all."""

    kind: Literal["resumed"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]


class TableEventEnded(TypedDict):
    """The game has ended. To all."""

    kind: Literal["ended"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The winner, if there is exactly one.
    winner: str | None
    #: All winners, in the order of the seats.
    winners: list[str]
    #: True if there is no winner.
    draw: bool
    #: The reason of the end, as a stable word in `snake_case`.
    reason: str
    #: The points of each seat, in the order of the seats: 1 for a win, a half for a draw, 0 for a loss and for a seat that was out of the game before a draw.
    scores: list[float]


#: Something that a table tells; serialised its `kind` says which.
TableEvent = (
    TableEventStarted
    | TableEventSeated
    | TableEventAbandoned
    | TableEventNoBot
    | TableEventDisconnected
    | TableEventReconnected
    | TableEventResigned
    | TableEventLeft
    | TableEventFlagFell
    | TableEventDrawOffered
    | TableEventDrawAccepted
    | TableEventDrawDeclined
    | TableEventDrawLapsed
    | TableEventClaimRefused
    | TableEventMessage
    | TableEventUndoWanted
    | TableEventUndone
    | TableEventEditWanted
    | TableEventEdited
    | TableEventRefused
    | TableEventBotFailed
    | TableEventAttempted
    | TableEventRetryCapReached
    | TableEventPaused
    | TableEventResumed
    | TableEventEnded
)


class NoFields(TypedDict):
    """The place of what a game adds."""


class SeatEvent(TypedDict):
    """A seat has made a move."""

    kind: Literal["moved"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The mover.
    seat: str | None
    #: The move, as the game writes it.
    move: str


class Changed(TypedDict):
    """The answer to what changes something."""

    #: The number from which on the seat's events are new.
    since: int
    #: True if the game has ended.
    ended: bool
    #: Why the rules refused an attempt, as a stable word; the turn goes on.
    refused: NotRequired[str | None]


class TickAnswer(TypedDict):
    """The answer to `tick`. Times are the host's, in milliseconds."""

    #: The time that the table has been told.
    now: int
    #: When the next flag falls if nobody moves.
    next_flag: int | None
    #: When something happens by itself: a flag falls, or somebody has been gone too long.
    next: int | None
    #: True if the game has ended.
    ended: bool


class FillAnswer(TypedDict):
    """The answer to `fill`."""

    #: The seats at which bots sit now.
    filled: list[str]


class AgreedAnswer(TypedDict):
    """The answer to `undo` and `propose_edit`."""

    #: The number from which on the seat's events are new.
    since: int
    #: True if all have agreed, so that it is done.
    done: bool


class EventsAnswer(TypedDict):
    """The answer to `events`."""

    #: The number of the first of them.
    since: int
    #: The number from which to go on.
    next: int
    #: True if there are more already.
    more: bool
    #: The events, each with its number as `seq` and, unless the seat does not hear of every move, the number of moves made by then as `ply`.
    events: list[Any]


class PlayerView(TypedDict):
    """One of the seats at a table, as every seat sees it."""

    #: The seat.
    seat: str
    #: `human`, `external`, `empty` or `bot`.
    occupant: str
    #: The name of the bot, if it is one.
    bot: str | None
    #: Name at the table, if it is a bot.
    name: str | None
    #: All seats of the same player: its own alone, or those of a team that one bot plays.
    seats: list[str]
    #: False while the person of the seat is gone.
    connected: bool
    #: Why it has left the game, as in the event `left`; null for a seat that has not.
    left: str | None
    #: Time left on its clock, in milliseconds; none where there are no clocks, or where they would tell whose turn it is.
    clock: int | None


class TablePart(TypedDict):
    """Fields that a table adds to a seat's view of the game."""

    #: `playing`, `waiting` while a seat is empty, `paused`, or `ended`.
    status: str
    #: The seats, in order.
    players: list[PlayerView]
    #: The seat that offers a draw.
    draw_offer: str | None
    #: The number that the seat's next event will have.
    next_seq: int
    #: The seat's events from `since` on, as `events` gives them; absent unless asked for.
    events: NotRequired[EventsAnswer | None]


class TableView(TypedDict):
    """The answer to `view`: what the game shows the seat, with what the table knows better and what it adds."""

    #: The seat.
    seat: str
    #: The seats that may act, none after the end; not where something is hidden.
    live: NotRequired[list[str] | None]
    #: The seat that may act, where it is one alone; not where something is hidden.
    to_move: NotRequired[str | None]
    #: Outcome of the game: by its rules, a flag, a resignation or an agreement.
    outcome: NamedOutcome | None
    #: Fields that belong to the table.
    table: TablePart


class WholeView(TypedDict):
    """The answer to `spectator_view` and `referee_view`."""

    #: The seats that may act, none after the end; where `shown` only.
    live: NotRequired[list[str] | None]
    #: The seat that may act, where it is one alone; where `shown` only.
    to_move: NotRequired[str | None]
    #: Outcome of the game: by its rules, a flag, a resignation or an agreement.
    outcome: NamedOutcome | None
    #: False while spectators may see nothing of the game, which hides something.
    shown: bool
    #: Fields that belong to the table.
    table: TablePart


class EndedAnswer(TypedDict):
    """The answer to what the host does to the whole table."""

    #: True if the game has ended.
    ended: bool


class RevealedMove(TypedDict):
    """A move that was made, or an attempt."""

    #: The seat that made it.
    seat: str
    #: The move, as the game writes it.
    move: str
    #: True if the seat has moved by it; false for what was refused or did not end its turn.
    moved: bool
    #: When, in milliseconds of the host's clock.
    at: int


class RevealedLeave(TypedDict):
    """A seat that left the game while others played on."""

    #: The seat.
    seat: str
    #: `resigned`, `timeout`, `abandoned` or `bot_unavailable`.
    reason: str
    #: When, in milliseconds of the host's clock.
    at: int
    #: The number of moves and attempts before it.
    after: int


class MovesAnswer(TypedDict):
    """The answer to `moves`."""

    #: The number of the first of them.
    since: int
    #: The number from which to go on.
    next: int
    #: True if there are more already.
    more: bool
    #: The moves.
    moves: list[RevealedMove]
    #: The seats that left while others played on.
    left: list[RevealedLeave]


class RevealedSeat(TypedDict):
    """All that a seat was told, and what its bot thought."""

    #: The seat.
    seat: str
    #: `human`, `external`, `empty` or `bot`.
    occupant: str
    #: The events, each with its number as `seq` and, unless the seat does not hear of every move, the number of moves made by then as `ply`.
    events: list[Any]
    #: The decisions of its bot.
    thoughts: list[Any]


class Reveal(TypedDict):
    """The answer to `reveal`, after the end."""

    #: The name of the game.
    game: str
    #: Its options by name.
    options: dict[str, Any]
    #: The number of the first move, event and thought.
    since: int
    #: The number from which to go on.
    next: int
    #: True if there are more.
    more: bool
    #: The first position, as text.
    start: str
    #: The moves.
    moves: list[RevealedMove]
    #: The last position, as text.
    notation: str
    #: Outcome of the game.
    outcome: NamedOutcome | None
    #: The seats that left while others played on.
    left: list[RevealedLeave]
    #: The seats, in order.
    seats: list[RevealedSeat]


class SavedMark(TypedDict):
    """The length of each list that grows, at a moment."""

    #: The moves, and what was tried.
    moves: int
    #: Times that moves were taken back.
    undone: int
    #: The events of all feeds.
    told: int
    #: The times that seats left while others played on.
    left: int
    #: The edits of the game.
    edits: int
    #: The thoughts of each seat's bots.
    thoughts: list[int]


class SavedChanges(TypedDict):
    """The answer to `save_changes`."""

    #: A line of text, to be kept after those before it.
    saved: str
    #: The mark from which to go on.
    next: SavedMark


class Refusal(TypedDict):
    """A move or an answer that was not taken."""

    #: The move, as it was given.
    move: str
    #: The code of the error, or the word of the game's rules for why.
    code: str
    #: The reason in words.
    reason: str


class QuestionClock(TypedDict):
    """The clock of the seat that is asked."""

    #: Time left when it was asked, in milliseconds.
    remaining: int
    #: Time added by each move, in milliseconds.
    increment: int


class QuestionDetails(TypedDict):
    """A question to a bot of the host's own, besides the observation."""

    #: The number of the question at its table.
    id: int
    #: The seat that is asked.
    seat: str
    #: The subject: a move, or an offered draw.
    kind: Literal["move", "draw"]
    #: The moves and answers of this turn that were not taken, with the reasons.
    refused: list[Refusal]
    #: The events that the seat was told since the last question, each with its number as `seq`; at most 1000.
    events: list[Any]
    #: Thinking time that the host has set for the seat, in milliseconds.
    movetime: int | None
    #: Positions that the host has set for the seat.
    nodes: int | None
    #: The clock of the seat; none where there are no clocks.
    clock: QuestionClock | None
    #: Time within which to answer, in milliseconds. At a table another bot steps in then; a bot by itself has failed.
    timeout: int


class ModelStats(TypedDict):
    """The counts of a player by language models."""

    #: Questions of tables.
    questions: int
    #: Questions that were answered.
    answers: int
    #: Questions that were not answered, so that another bot made the move.
    fallbacks: int
    #: Questions that were given up by the table.
    cancelled: int
    #: Calls for answers, without those of the preflight check.
    calls: int
    #: Calls of the preflight check.
    preflights: int
    #: Wrong answers that were fed back with the reason.
    retries: int
    #: Calls that were refused because there were too many (429).
    limited: int
    #: Calls that ran out of time.
    timeouts: int
    #: Other calls that failed.
    errors: int
    #: Changes to a later endpoint.
    failovers: int
    #: Tokens of the prompts.
    input_tokens: int
    #: Tokens of the answers.
    output_tokens: int
    #: Calls whose tokens the endpoint did not say, and which are estimated.
    estimated: int
    #: The cost, in the unit of the prices.
    cost: float


class Message(TypedDict):
    """A message to or from a model."""

    #: The speaker.
    role: Literal["system", "user", "assistant"]
    #: The words.
    content: str


class Exchange(TypedDict):
    """A call for an answer and what it came to."""

    #: The number of the question to the player, from 1.
    question: int
    #: The game.
    game: str
    #: The seat.
    seat: str
    #: The host's time when it began, in milliseconds.
    at: int
    #: The time that it took, in milliseconds.
    took: int
    #: The index of the endpoint.
    endpoint: int
    #: The model.
    model: str
    #: The form of answer that was asked for.
    output: Literal["text", "object", "schema"]
    #: The messages that were sent.
    messages: list[Message]
    #: The status of the response; none without one.
    status: int | None
    #: The words of the model; none without any.
    answer: str | None
    #: Tokens of the prompt.
    input_tokens: int
    #: Tokens of the answer.
    output_tokens: int
    #: The result.
    result: Literal["answer", "wrong", "stepped_down", "limited", "timeout", "error", "cancelled"]
    #: The reason for which there is no answer, or it is not taken.
    reason: str | None


class EndpointReport(TypedDict):
    """The result of the check of an endpoint."""

    #: The model.
    model: str
    #: True if it may be called.
    ok: bool
    #: The reason if not.
    reason: str | None


#: A mark on the board: an arrow, or a square where both ends are the same.
MarkDescription = TypedDict(
    "MarkDescription",
    {
        # `green`, `red`, `yellow` or `blue`.
        "color": str,
        # The origin.
        "from": str,
        # The destination.
        "to": str,
    },
)


class RecordNode(TypedDict):
    """A move of a record, with what is said about it."""

    #: The move.
    move: str
    #: The name of the seat that made it.
    seat: str
    #: The index of the move before it; null for a first move.
    parent: int | None
    #: The numeric glyphs; 1 to 6 are `!` `?` `!!` `??` `!?` `?!`.
    nags: list[int]
    #: The comments before it, at the beginning of a variation.
    before: list[str]
    #: The comments after it, without what the fields below say.
    comments: list[str]
    #: The time on the mover's clock after it, in milliseconds.
    clock: int | None
    #: The time that it took, in milliseconds.
    elapsed: int | None
    #: The evaluation after it in centipawns of the first seat.
    eval: int | None
    #: Mate in so many moves after it; negative if the first seat is mated.
    mate: int | None
    #: The depth of the evaluation in plies.
    depth: int | None
    #: Arrows and squares.
    marks: list[MarkDescription]


class RecordTree(TypedDict):
    """The moves of a record: a list in which every move stands after the move before it. Of the moves after one the first continues its line, the others begin variations."""

    #: The comments before the first move.
    comments: list[str]
    #: The moves.
    nodes: list[RecordNode]


#: The fault of a game that could not be read.
Damage = TypedDict(
    "Damage",
    {
        # The line that the game begins in, from 1.
        "from": int,
        # The line of the fault.
        "line": int,
        # The kind of the fault.
        "kind": Literal["tag", "too_many_tags", "variant", "start", "unreadable_move", "illegal_move", "game_over", "null_move", "glyph", "comment", "variation", "too_deep", "too_long", "no_result", "input"],
        # The fault in words.
        "message": str,
    },
)


class Results(TypedDict):
    """The results of games."""

    #: Games won.
    wins: int
    #: Games drawn.
    draws: int
    #: Games lost.
    losses: int
    #: A point for a win, half of one for a draw.
    points: float
    #: Points per game; none without games.
    score: float | None


class Standing(TypedDict):
    """A player in a table."""

    #: The place; players who cannot be told apart share one.
    rank: int
    #: The name.
    name: str
    #: The number in the list of players, from 0.
    number: int
    #: Games won.
    wins: int
    #: Games drawn.
    draws: int
    #: Games lost.
    losses: int
    #: A point for a win, half of one for a draw.
    points: float
    #: Points per game; none without games.
    score: float | None
    #: The points for rounds without an opponent.
    bye_points: float
    #: The tie break, which tells players with as many points apart: the sum of the points of all opponents, once for each encounter (Buchholz) in a Swiss tournament, otherwise those of the opponents, times the share of points against them (Sonneborn and Berger).
    tie_break: float
    #: The number of rounds of a knock-out that were won.
    rounds_won: int | None
    #: The results by seat.
    by_seat: dict[str, Results]
    #: The rating from all games of the tournament, on average 0 and rounded to a tenth; null in games of more than two players.
    elo: float | None
    #: Half of the 95 % interval of the rating.
    elo_error: float | None
    #: The likelihood of being stronger than the next in the table, in thousandths.
    superiority: int | None
    #: The number of moves that were decided.
    moves: int
    #: The number of positions that are said to have been looked at.
    nodes: int
    #: The number of games that were lost by what is not a move, by its code.
    errors: dict[str, int]
    #: The number of moves for which another player had to step in.
    fallbacks: int


class TournamentCell(TypedDict):
    """Results of one player against another."""

    #: Games won.
    wins: int
    #: Games drawn.
    draws: int
    #: Games lost.
    losses: int


class Plies(TypedDict):
    """The lengths of games, in plies."""

    #: The mean; none without games.
    mean: float | None
    #: The shortest.
    shortest: int
    #: The longest.
    longest: int


class Estimate(TypedDict):
    """An estimate of how much stronger one player is than another."""

    #: The unit from which it was made.
    method: Literal["pentanomial", "trinomial"]
    #: Number of those games.
    games: int
    #: The share of the points, 0 to 1.
    score: float
    #: The Elo difference; `None` where it would be infinite.
    elo: float | None
    #: The lower end of its 95 % interval; `None` for minus infinity.
    elo_low: float | None
    #: The upper end; `None` for plus infinity.
    elo_high: float | None
    #: The lead in standard deviations of a game, in units of Elo (800 / ln 10 for one): independent of how drawish the games are. `None` where all results are alike.
    normalised_elo: float | None
    #: The likelihood of superiority, 0 to 1: that the player is the stronger one, by the normal approximation.
    los: float


class TournamentTable(TypedDict):
    """A table of a tournament."""

    #: The game.
    game: str
    #: The system by which players met.
    system: Literal["round_robin", "gauntlet", "swiss", "knock_out", "fixed"]
    #: The number of games.
    games: int
    #: True if all games have been played.
    complete: bool
    #: The players, the first one first.
    players: list[Standing]
    #: The results of each player, in that order, against each player, in that order; null where they have not met.
    cells: list[list[TournamentCell | None]]
    #: The results by seat, whoever held it.
    seats: dict[str, Results]
    #: The number of games by how they ended.
    reasons: dict[str, int]
    #: The lengths of the games.
    plies: Plies
    #: The difference in strength, in a match of two players.
    estimate: Estimate | None
    #: State of the sequential test, where there is one.
    sprt: Literal["undecided", "elo0", "elo1"] | None


class PlayerTimes(TypedDict):
    """Times of a player, in milliseconds."""

    #: The name.
    name: str
    #: The number of moves that were decided.
    moves: int
    #: The mean time of a move; null without any.
    mean: float | None
    #: The longest time of a move.
    longest: float
    #: The mean depth that was reached; null where none is known.
    mean_depth: float | None


class RatedSide(TypedDict):
    """A side of a game."""

    #: The names of its players, each once.
    players: list[str]
    #: Its place, 1 for those who won; sides that have drawn share one.
    place: int


class RatedResult(TypedDict):
    """Games with one result between the same sides."""

    #: The sides.
    sides: list[RatedSide]
    #: The number of such games.
    games: int


class RatedResults(TypedDict):
    """Results of games of one game and mode, as `BotRegistry` rates them."""

    #: The game.
    game: str
    #: The mode: `one_seat`, `two_seats`, by how many seats a player has.
    mode: str
    #: The results, in an order that is the same in every run.
    results: list[RatedResult]


class TournamentReport(TypedDict):
    """The outcome of a tournament: its table, and the times of its players."""

    #: The table, which holds no times: with limits by nodes or depth it is the same everywhere.
    table: TournamentTable
    #: The table in Markdown.
    markdown: str
    #: The times of the players, in the order in which they were given.
    times: list[PlayerTimes]
    #: The results as a registry of bots rates them.
    rated: RatedResults


class GameFault(TypedDict):
    """A fault by which a player lost a game."""

    #: The seat.
    seat: str
    #: The name of the player.
    player: str
    #: `crash`, `illegal_move` or `timeout`.
    kind: str
    #: The fault in words.
    message: str


class FinishedGame(TypedDict):
    """A finished game of a tournament."""

    #: Its number, from 0; the same in every run.
    id: int
    #: The number of its encounter, from 0.
    encounter: int
    #: The round of the encounter, from 0.
    round: int
    #: The number of its opening; games of one opening differ by who sits where.
    opening: int
    #: The name of the player at each seat.
    players: dict[str, str]
    #: The names of the winning seats.
    winners: list[str]
    #: True if there is no winner.
    draw: bool
    #: Why it ended.
    reason: str
    #: The fault by which a player lost that was no move.
    fault: GameFault | None
    #: The position that it began with; null for the game's own start.
    start: str | None
    #: The moves, those of the opening first, in the game's canonical notation.
    moves: list[str]
    #: The time that all decisions took, in milliseconds.
    time: float
    #: The number of moves for which another player stepped in.
    fallbacks: int
    #: The game in PGN or BPGN, where that was asked for.
    pgn: str | None
    #: The number of finished games by then, those of earlier runs included.
    done: int
    #: The number of games that are known to be played.
    games: int


class JobError(TypedDict):
    """Why a job has no result."""

    #: The code, as everywhere.
    code: str
    #: The error in words.
    message: str


class JobResult(TypedDict):
    """The result of a job, or why there is none."""

    #: That of the job; null where it could not be read.
    id: str | None
    #: The version that has done it.
    version: str
    #: The result; absent where there is an error.
    result: NotRequired[Any]
    #: The error; absent where there is a result.
    error: NotRequired[JobError | None]
    #: The microseconds that each decision of a game took, beside the result since they differ each time; absent for other kinds.
    times: NotRequired[list[int] | None]


class Glicko(TypedDict):
    """A rating by Glicko-2."""

    #: The rating.
    rating: float
    #: Its deviation; the 95 % interval reaches 1.96 times as far to both sides.
    deviation: float
    #: The volatility.
    volatility: float


class WengLin(TypedDict):
    """A rating by Weng and Lin."""

    #: The rating.
    rating: float
    #: Its uncertainty.
    uncertainty: float


class RankedBot(TypedDict):
    """A bot in a leaderboard."""

    #: The place, from 1.
    rank: int
    #: The name.
    name: str
    #: The kind of bot.
    kind: Literal["internal", "external"]
    #: Its status.
    status: Literal["active", "paused", "retired"]
    #: The rating by which it is ranked, to a tenth: by Glicko-2, or by Weng and Lin where no game was one of two players.
    rating: float
    #: Half of the 95 % interval, to a tenth.
    error: float
    #: Games won.
    wins: int
    #: Games drawn.
    draws: int
    #: Games lost.
    losses: int
    #: The rating by Glicko-2; null before a game of two players.
    glicko: Glicko | None
    #: The rating by Weng and Lin.
    weng_lin: WengLin


class Leaderboard(TypedDict):
    """Bots by their ratings."""

    #: The game.
    game: str
    #: The mode.
    mode: str
    #: The bots that have played and are not retired, the best first.
    bots: list[RankedBot]


class BotRating(TypedDict):
    """A rating of a bot in one game and mode."""

    #: Games won.
    wins: int
    #: Games drawn.
    draws: int
    #: Games lost.
    losses: int
    #: The rating by Glicko-2; null before a game of two players.
    glicko: Glicko | None
    #: The rating by Weng and Lin.
    weng_lin: WengLin


class RegisteredBot(TypedDict):
    """A bot that is kept."""

    #: Its kind.
    kind: Literal["internal", "external"]
    #: The games that it plays, and the modes of each.
    modes: dict[str, list[str]]
    #: Its status.
    status: Literal["active", "paused", "retired"]
    #: The player as tournaments take it, with the options of the engine.
    player: dict[str, Any]
    #: Its ratings by game and mode.
    ratings: dict[str, dict[str, BotRating]]


class EloEntry(TypedDict):
    """The Elo of one of many players."""

    #: The name.
    name: str
    #: The rating to a tenth, of all on average 0.
    elo: float
    #: Half of its 95 % interval, to a tenth.
    error: float
    #: The likelihood, 0 to 1, that it is stronger than the next one; null for the last.
    superiority: float | None


class SprtState(TypedDict):
    """State of a sequential test."""

    #: The logarithm of the ratio of the hypotheses' likelihoods.
    llr: float
    #: At or below it `elo0` is accepted.
    lower: float
    #: At or above it `elo1` is accepted.
    upper: float
    #: The state.
    verdict: Literal["undecided", "elo0", "elo1"]


class BoardDescription(TypedDict):
    """A board for clients."""

    #: The side to move, `white` or `black`.
    turn: str
    #: The number of the move, from 1.
    fullmove: int
    #: Plies since a pawn moved or something was taken.
    halfmove: int
    #: The pieces by square, as FEN has them: capitals are White's.
    pieces: dict[str, str]
    #: The squares of the rooks that may still castle.
    castling_rooks: dict[str, list[str]]
    #: The square behind a pawn that may be taken in passing.
    en_passant: str | None
    #: True if the side to move is in check.
    check: bool
    #: The squares of the pieces that give it.
    checkers: list[str]
    #: On a board of bughouse: `playing`, `frozen` in a mate that a piece from the partner could parry, `waiting` where none but such a piece can move, or `over`.
    status: NotRequired[str | None]
    #: (With drops.) The pieces in hand, by letter.
    pockets: NotRequired[dict[str, dict[str, int]]]
    #: (With drops.) The squares of promoted pieces, which count as pawns when they are taken.
    promoted: NotRequired[list[str]]
    #: (Without.) The draw that the side to move may claim, as the reason it would have.
    claimable_draw: NotRequired[str | None]


#: The way of a piece.
Way = TypedDict(
    "Way",
    {
        # The square it left.
        "from": str,
        # The square it came to.
        "to": str,
    },
)


class BoardEventDrop(TypedDict):
    """A piece was dropped."""

    kind: Literal["drop"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The piece.
    piece: str
    #: The square.
    to: str


class BoardEventCastle(TypedDict):
    """A king has castled."""

    kind: Literal["castle"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The way of the king.
    king: Way
    #: The way of the rook.
    rook: Way


#: A piece has moved.
BoardEventMove = TypedDict(
    "BoardEventMove",
    {
        "kind": Literal["move"],
        # Its number at a table.
        "seq": NotRequired[int],
        # The number of moves made by then at a table, those taken back included.
        "ply": NotRequired[int],
        # The piece.
        "piece": str | None,
        # The square it left.
        "from": str,
        # The square it came to.
        "to": str,
    },
)


class BoardEventCapture(TypedDict):
    """A piece was taken."""

    kind: Literal["capture"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The square it stood on.
    square: str
    #: The piece.
    piece: str
    #: True if it was taken in passing.
    en_passant: bool
    #: True if the piece was a promoted pawn.
    promoted: NotRequired[bool]
    #: (It goes into the pocket of whoever took it.) The piece in hand.
    pocketed: NotRequired[str]
    #: (It goes to the partner of whoever took it.) The piece that is handed over, which keeps its colour; none where the rules discard it.
    handed_over: NotRequired[str | None]


class BoardEventPromotion(TypedDict):
    """A pawn was promoted."""

    kind: Literal["promotion"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The piece it has become.
    piece: str
    #: The square.
    square: str


class BoardEventCheck(TypedDict):
    """The side to move is in check."""

    kind: Literal["check"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The squares of the pieces that give it.
    checkers: list[str]


class BoardEventEnd(TypedDict):
    """The game has ended."""

    kind: Literal["end"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The winner, if there is exactly one.
    winner: str | None
    #: All winners, in the order of the seats.
    winners: list[str]
    #: True if there is no winner.
    draw: bool
    #: The reason of the end, as a stable word in `snake_case`.
    reason: str
    #: The points of each seat, in the order of the seats: 1 for a win, a half for a draw, 0 for a loss and for a seat that was out of the game before a draw.
    scores: list[float]


class BoardEventFrozen(TypedDict):
    """A seat is mated as long as its partner sends nothing."""

    kind: Literal["frozen"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The seat.
    seat: str | None


class BoardEventWaiting(TypedDict):
    """A seat cannot move as long as its partner sends nothing."""

    kind: Literal["waiting"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The seat.
    seat: str | None


#: Something that a move brings about on a board. Pieces are letters as in FEN.
BoardEvent = (
    BoardEventDrop
    | BoardEventCastle
    | BoardEventMove
    | BoardEventCapture
    | BoardEventPromotion
    | BoardEventCheck
    | BoardEventEnd
    | BoardEventFrozen
    | BoardEventWaiting
)


class BoardOfTwo(TypedDict):
    """One of the two boards."""

    #: The side to move, `white` or `black`.
    turn: str
    #: The number of the move, from 1.
    fullmove: int
    #: Plies since a pawn moved or something was taken.
    halfmove: int
    #: The pieces by square, as FEN has them: capitals are White's.
    pieces: dict[str, str]
    #: The squares of the rooks that may still castle.
    castling_rooks: dict[str, list[str]]
    #: The square behind a pawn that may be taken in passing.
    en_passant: str | None
    #: True if the side to move is in check.
    check: bool
    #: The squares of the pieces that give it.
    checkers: list[str]
    #: On a board of bughouse: `playing`, `frozen` in a mate that a piece from the partner could parry, `waiting` where none but such a piece can move, or `over`.
    status: NotRequired[str | None]
    #: The seats of the sides.
    seats: dict[str, str]
    #: The board as text.
    notation: str
    #: The same with the pocket as a ninth rank.
    slash_notation: str
    #: (With drops.) The pieces in hand, by letter.
    pockets: NotRequired[dict[str, dict[str, int]]]
    #: (With drops.) The squares of promoted pieces, which count as pawns when they are taken.
    promoted: NotRequired[list[str]]
    #: (Without.) The draw that the side to move may claim, as the reason it would have.
    claimable_draw: NotRequired[str | None]


class Place(TypedDict):
    """The situation of a seat."""

    #: The letter of its board.
    board: str
    #: The side it plays there.
    color: str
    #: The number of its team, 0 or 1.
    team: int
    #: Its partner.
    partner: str
    #: `to_move`, `off_turn`, `frozen` in a mate that a piece from the partner could parry, `waiting` where none but such a piece can move, or `over`.
    status: str
    #: The number of moves that it has on its board.
    moves: int
    #: The number of drops that it has.
    drops: int
    #: Any of `move`, `drop` and `sit`, which is not to act.
    may: list[str]


class BughouseDescription(TypedDict):
    """A position of two boards for clients."""

    #: The seats of either team.
    teams: list[list[str]]
    #: The boards by letter.
    boards: dict[str, BoardOfTwo]
    #: The seats by name.
    places: dict[str, Place]


class BughouseEventTransfer(TypedDict):
    """A piece goes to the partner."""

    kind: Literal["transfer"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The board it goes to.
    board: str
    #: The partner.
    seat: str
    #: The piece, a letter as in FEN.
    piece: str


class BughouseEventFrozen(TypedDict):
    """A seat is mated as long as its partner sends nothing."""

    kind: Literal["frozen"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: Its board.
    board: str
    #: The seat.
    seat: str


class BughouseEventWaiting(TypedDict):
    """A seat cannot move as long as its partner sends nothing."""

    kind: Literal["waiting"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: Its board.
    board: str
    #: The seat.
    seat: str


class BughouseEventFreed(TypedDict):
    """A seat can move again."""

    kind: Literal["freed"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: Its board.
    board: str
    #: The seat.
    seat: str


class BughouseEventEnd(TypedDict):
    """The game has ended."""

    kind: Literal["end"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The board that ended it, if one alone did.
    board: NotRequired[str | None]
    #: The winner, if there is exactly one.
    winner: str | None
    #: All winners, in the order of the seats.
    winners: list[str]
    #: True if there is no winner.
    draw: bool
    #: The reason of the end, as a stable word in `snake_case`.
    reason: str
    #: The points of each seat, in the order of the seats: 1 for a win, a half for a draw, 0 for a loss and for a seat that was out of the game before a draw.
    scores: list[float]


class BughouseEventDrop(TypedDict):
    """A piece was dropped."""

    kind: Literal["drop"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The piece.
    piece: str
    #: The square.
    to: str
    #: The board.
    board: str


class BughouseEventCastle(TypedDict):
    """A king has castled."""

    kind: Literal["castle"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The way of the king.
    king: Way
    #: The way of the rook.
    rook: Way
    #: The board.
    board: str


#: A piece has moved.
BughouseEventMove = TypedDict(
    "BughouseEventMove",
    {
        "kind": Literal["move"],
        # Its number at a table.
        "seq": NotRequired[int],
        # The number of moves made by then at a table, those taken back included.
        "ply": NotRequired[int],
        # The piece.
        "piece": str | None,
        # The square it left.
        "from": str,
        # The square it came to.
        "to": str,
        # The board.
        "board": str,
    },
)


class BughouseEventCapture(TypedDict):
    """A piece was taken."""

    kind: Literal["capture"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The square it stood on.
    square: str
    #: The piece.
    piece: str
    #: True if it was taken in passing.
    en_passant: bool
    #: True if the piece was a promoted pawn.
    promoted: NotRequired[bool]
    #: (It goes into the pocket of whoever took it.) The piece in hand.
    pocketed: NotRequired[str]
    #: (It goes to the partner of whoever took it.) The piece that is handed over, which keeps its colour; none where the rules discard it.
    handed_over: NotRequired[str | None]
    #: The board.
    board: str


class BughouseEventPromotion(TypedDict):
    """A pawn was promoted."""

    kind: Literal["promotion"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The piece it has become.
    piece: str
    #: The square.
    square: str
    #: The board.
    board: str


class BughouseEventCheck(TypedDict):
    """The side to move is in check."""

    kind: Literal["check"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The squares of the pieces that give it.
    checkers: list[str]
    #: The board.
    board: str


class BughouseEventEndOnBoard(TypedDict):
    """The game has ended."""

    kind: Literal["end"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The winner, if there is exactly one.
    winner: str | None
    #: All winners, in the order of the seats.
    winners: list[str]
    #: True if there is no winner.
    draw: bool
    #: The reason of the end, as a stable word in `snake_case`.
    reason: str
    #: The points of each seat, in the order of the seats: 1 for a win, a half for a draw, 0 for a loss and for a seat that was out of the game before a draw.
    scores: list[float]
    #: The board.
    board: str


class BughouseEventFrozenOnBoard(TypedDict):
    """A seat is mated as long as its partner sends nothing."""

    kind: Literal["frozen"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The seat.
    seat: str | None
    #: The board.
    board: str


class BughouseEventWaitingOnBoard(TypedDict):
    """A seat cannot move as long as its partner sends nothing."""

    kind: Literal["waiting"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The seat.
    seat: str | None
    #: The board.
    board: str


#: Something that a move brings about on either board.
BughouseEvent = (
    BughouseEventTransfer
    | BughouseEventFrozen
    | BughouseEventWaiting
    | BughouseEventFreed
    | BughouseEventEnd
    | BughouseEventDrop
    | BughouseEventCastle
    | BughouseEventMove
    | BughouseEventCapture
    | BughouseEventPromotion
    | BughouseEventCheck
    | BughouseEventEndOnBoard
    | BughouseEventFrozenOnBoard
    | BughouseEventWaitingOnBoard
)


class CombatSide(TypedDict):
    """The weight of one side of an attack."""

    #: The strength of the piece itself: 2 for a Jarl, 1 for a warrior.
    strength: int
    #: 1 after a run-up, else 0; absent for the defender.
    momentum: NotRequired[int | None]
    #: The strength of the friends in an unbroken line behind it.
    support: int
    #: The hexes of these friends.
    supporters: list[str]
    #: The sum of all.
    total: int


class Attack(TypedDict):
    """An attack that can be made."""

    #: The move that makes it.
    move: str
    #: The hex that the attacker starts from.
    attacker: str
    #: The hex of the defender.
    defender: str
    #: The weight of the attacker.
    attack: CombatSide
    #: The weight of the defender.
    defence: CombatSide
    #: `push` or `blocked`.
    outcome: str
    #: `defence` where that is not less than the attack, else `shield`, `ally` or `throne`, by which the line is held; null for a push.
    stop: str | None


class JarlsDescription(TypedDict):
    """A position for clients."""

    #: The radius that is left of the board, in hexes.
    radius: int
    #: The number of the turn, from 1.
    turn: int
    #: The number of the round, from 1.
    round: int
    #: The first player of the round.
    first: str
    #: Full rounds since the last elimination.
    quiet_rounds: int
    #: `moving`, `placing` a shield, `starving` where a warrior is to be given up, or `throne` once a Jarl has taken it.
    phase: str
    #: The players who are still in the game.
    living: list[str]
    #: The players of either team; null without teams.
    teams: list[list[str]] | None
    #: The pieces by hex: `J0` is the Jarl of player 0, `W0` a warrior of it.
    pieces: dict[str, str]
    #: The hexes that are holes.
    holes: list[str]
    #: The hexes of shields.
    shields: list[str]
    #: The attacks that the player to move can make.
    attacks: list[Attack]
    #: The legal moves that are not listed.
    blocked: list[str]


class CombatDescription(TypedDict):
    """An attack weighed, for clients."""

    #: The hex that the attacker starts from.
    attacker: str
    #: The hex of the defender.
    defender: str
    #: The weight of the attacker.
    attack: CombatSide
    #: The weight of the defender.
    defence: CombatSide
    #: `push` or `blocked`.
    outcome: str
    #: `defence` where that is not less than the attack, else `shield`, `ally` or `throne`, by which the line is held; null for a push.
    stop: str | None


class JarlsEventCombat(TypedDict):
    """An attack was weighed."""

    kind: Literal["combat"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The hex that the attacker starts from.
    attacker: str
    #: The hex of the defender.
    defender: str
    #: The weight of the attacker.
    attack: CombatSide
    #: The weight of the defender.
    defence: CombatSide
    #: `push` or `blocked`.
    outcome: str
    #: `defence` where that is not less than the attack, else `shield`, `ally` or `throne`, by which the line is held; null for a push.
    stop: str | None


#: A piece has moved on its own.
JarlsEventMove = TypedDict(
    "JarlsEventMove",
    {
        "kind": Literal["move"],
        # Its number at a table.
        "seq": NotRequired[int],
        # The number of moves made by then at a table, those taken back included.
        "ply": NotRequired[int],
        # The owner of the piece.
        "seat": str,
        # `jarl` or `warrior`.
        "piece": str,
        # The hex it left.
        "from": str,
        # The hex it came to.
        "to": str,
        # True after a run-up.
        "momentum": bool,
    },
)


class JarlsEventPush(TypedDict):
    """A line of pieces was shifted by one hex."""

    kind: Literal["push"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The hex of the first piece before.
    at: str
    #: The direction: `E`, `NE`, `NW`, `W`, `SW` or `SE`.
    direction: str
    #: The number of pieces; under fog of those in sight.
    depth: int


class JarlsEventEliminated(TypedDict):
    """A piece has left the board."""

    kind: Literal["eliminated"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The owner of the piece.
    seat: str
    #: `jarl` or `warrior`.
    piece: str
    #: The hex it stood on.
    at: str
    #: `edge` or `hole`, over which it fell, `starved`, `left` for the Jarl of a player who has left the game, or `orphaned` of its Jarl.
    cause: str


class JarlsEventOut(TypedDict):
    """A player is out of the game; told under fog, to those too who do not see it."""

    kind: Literal["out"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The player.
    seat: str


class JarlsEventShield(TypedDict):
    """A shield was placed."""

    kind: Literal["shield"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The player who has placed it.
    seat: str
    #: The hex.
    at: str


class JarlsEventTurnEnded(TypedDict):
    """A turn has ended."""

    kind: Literal["turn_ended"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The player whose turn it was.
    seat: str


class JarlsEventTurnSkipped(TypedDict):
    """A player without any move was skipped."""

    kind: Literal["turn_skipped"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The player.
    seat: str


class JarlsEventRound(TypedDict):
    """A round has begun."""

    kind: Literal["round"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The number of the round, from 1.
    round: int
    #: The first player of the round.
    first: str


class JarlsEventRing(TypedDict):
    """The outer ring has fallen."""

    kind: Literal["ring"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The radius that is left, in hexes.
    radius: int


class JarlsEventStarving(TypedDict):
    """Players have to choose which warrior they give up."""

    kind: Literal["starving"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The players; under fog the one alone who is told.
    seats: list[str]
    #: The hexes of the warriors to choose from.
    among: list[str]


class JarlsEventGameEnded(TypedDict):
    """The game has ended."""

    kind: Literal["game_ended"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The winner, if there is exactly one.
    winner: str | None
    #: All winners, in the order of the seats.
    winners: list[str]
    #: True if there is no winner.
    draw: bool
    #: The reason of the end, as a stable word in `snake_case`.
    reason: str
    #: The points of each seat, in the order of the seats: 1 for a win, a half for a draw, 0 for a loss and for a seat that was out of the game before a draw.
    scores: list[float]
    #: The number of the team that has won, 0 or 1; null without teams and in a draw.
    team: int | None


#: Something that a move brings about.
JarlsEvent = (
    JarlsEventCombat
    | JarlsEventMove
    | JarlsEventPush
    | JarlsEventEliminated
    | JarlsEventOut
    | JarlsEventShield
    | JarlsEventTurnEnded
    | JarlsEventTurnSkipped
    | JarlsEventRound
    | JarlsEventRing
    | JarlsEventStarving
    | JarlsEventGameEnded
)


class FogDescription(TypedDict):
    """The knowledge of a seat under fog, for clients. Seats go by their names, hexes by their axial coordinates `q,r`."""

    #: The radius that is left of the board, in hexes.
    radius: int
    #: The number of the turn, from 1.
    turn: int
    #: The number of the round, from 1.
    round: int
    #: The first player of the round.
    first: str
    #: The player to move, as far as the seat is told.
    mover: str
    #: The task of the seat: `waiting`, `moving`, `placing` a shield, or `starving` where it has to give up a warrior.
    phase: str
    #: The players who are still in the game.
    living: list[str]
    #: The hexes in sight.
    visible: list[str]
    #: The pieces in sight by hex: `J0` is the Jarl of player 0, `W0` a warrior of it.
    pieces: dict[str, str]
    #: The holes that the seat sees or has seen.
    holes: list[str]
    #: The shields that the seat sees or has seen.
    shields: list[str]


class BlindDescription(TypedDict):
    """The position that no seat sees where anything is hidden."""

    #: The side to move, `white` or `black`.
    turn: str
    #: The number of the move, from 1.
    fullmove: int
    #: Plies since a pawn moved or something was taken.
    halfmove: int
    #: The pieces by square, as FEN has them: capitals are White's.
    pieces: dict[str, str]
    #: The squares of the rooks that may still castle.
    castling_rooks: dict[str, list[str]]
    #: The square behind a pawn that may be taken in passing; null without one.
    en_passant: str | None
    #: True if the side to move is in check.
    check: NotRequired[bool]
    #: The squares of the pieces that give it.
    checkers: NotRequired[list[str]]
    #: The name of the rule set.
    rules: str
    #: The square of the piece that is taken up; null for none.
    touched: str | None
    #: True if a capture by a pawn must be tried.
    must_try_pawn: bool
    #: The answer to "any?" in this turn; null if it was not asked.
    asked: bool | None
    #: The attempts that were refused in this turn.
    tried: list[str]
    #: The number of attempts that were refused in this turn.
    refused: int
    #: True if a look was taken in this turn, where that comes before the move.
    sensed: bool
    #: (With drops.) The pieces in hand, by letter.
    pockets: NotRequired[dict[str, dict[str, int]]]
    #: (With drops.) The squares of promoted pieces, which count as pawns when they are taken.
    promoted: NotRequired[list[str]]
    #: (Without.) The draw that the side to move may claim, as the reason it would have.
    claimable_draw: NotRequired[str | None]


class ToldEventAttempt(TypedDict):
    """An attempt of the seat that is told."""

    kind: Literal["attempt"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The attempt.
    attempt: str
    #: The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told.
    audience: NotRequired[str | None]


class ToldEventMoved(TypedDict):
    """A side has moved."""

    kind: Literal["moved"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: `white_moved` or `black_moved`.
    name: str
    #: The side.
    seat: str
    #: The move, as it was attempted; absent where anything is hidden.
    move: NotRequired[str | None]
    #: The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told.
    audience: NotRequired[str | None]


class ToldEventRejected(TypedDict):
    """An attempt was refused."""

    kind: Literal["rejected"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The reason: `illegal_move`, `nonsense`, `already_tried`, `wont_help`, `no_such_piece` or `no_legal_moves`.
    name: str
    #: The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told.
    audience: NotRequired[str | None]


class ToldEventCapture(TypedDict):
    """A piece was taken."""

    kind: Literal["capture"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: `capture`.
    name: str
    #: The square; of a capture in passing that is named, the one where the pawn lands.
    square: str
    #: The piece that was taken: `hidden`, `pawn`, `piece` for any other, or the name of the piece.
    victim: str
    #: The piece that took it, as `victim`.
    by: str
    #: True if it is named as a capture in passing.
    en_passant: bool
    #: The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told.
    audience: NotRequired[str | None]


class ToldEventCheck(TypedDict):
    """The side to move is in check."""

    kind: Literal["check"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: `check`.
    name: str
    #: Any of `file`, `rank`, `long_diagonal`, `short_diagonal` and `knight`.
    directions: list[str]
    #: The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told.
    audience: NotRequired[str | None]


class ToldEventPawnTries(TypedDict):
    """The captures that the pawns of the side to move could make are told."""

    kind: Literal["pawn_tries"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: `pawn_tries`.
    name: str
    #: (Their number is told.) The number.
    count: NotRequired[int]
    #: (No more is told than that there are any, or none.) True if there are any.
    any: NotRequired[bool]
    #: (The pawns are told.) The squares of the pawns.
    squares: NotRequired[list[str]]
    #: The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told.
    audience: NotRequired[str | None]


class ToldEventAnyAnswer(TypedDict):
    """The question "any?" is answered."""

    kind: Literal["any_answer"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: `any_yes` or `any_no`.
    name: str
    #: True if a pawn can take something.
    any: bool
    #: The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told.
    audience: NotRequired[str | None]


class ToldEventMustTryPawn(TypedDict):
    """A pawn has to take something."""

    kind: Literal["must_try_pawn"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: `must_try_pawn`.
    name: str
    #: The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told.
    audience: NotRequired[str | None]


class ToldEventReleased(TypedDict):
    """A pawn need not take anything any longer."""

    kind: Literal["released"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: `released`.
    name: str
    #: The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told.
    audience: NotRequired[str | None]


class ToldEventPromoted(TypedDict):
    """A pawn was promoted."""

    kind: Literal["promoted"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: `promoted`.
    name: str
    #: The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told.
    audience: NotRequired[str | None]


class ToldEventDropped(TypedDict):
    """A piece was dropped."""

    kind: Literal["dropped"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: `dropped`.
    name: str
    #: The name of the piece.
    piece: str
    #: The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told.
    audience: NotRequired[str | None]


class ToldEventRebuffs(TypedDict):
    """Attempts were refused before the move."""

    kind: Literal["rebuffs"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: `rebuffs`.
    name: str
    #: The number of them.
    count: int
    #: The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told.
    audience: NotRequired[str | None]


class ToldEventSensed(TypedDict):
    """A look has shown something."""

    kind: Literal["sensed"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: `sensed`.
    name: str
    #: The square in the middle; null if none was chosen.
    around: str | None
    #: The squares that are seen.
    squares: list[str]
    #: The other side's pieces on them, by square, by the name of the piece.
    men: dict[str, str]
    #: The square behind a pawn that may be taken in passing; null without one in sight.
    en_passant: str | None
    #: The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told.
    audience: NotRequired[str | None]


class ToldEventMoveTaken(TypedDict):
    """A move was taken, perhaps as another one."""

    kind: Literal["move_taken"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: `move_taken`.
    name: str
    #: The move that was wanted; null for none.
    asked: str | None
    #: The one that was made; null if it could not be made at all.
    done: str | None
    #: The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told.
    audience: NotRequired[str | None]


class ToldEventSees(TypedDict):
    """A side sees something from now on."""

    kind: Literal["sees"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: `sees`.
    name: str
    #: The squares that are seen.
    squares: list[str]
    #: The other side's pieces on them, by square, by the name of the piece.
    men: dict[str, str]
    #: The square behind a pawn that may be taken in passing; null without one in sight.
    en_passant: str | None
    #: The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told.
    audience: NotRequired[str | None]


class ToldEventDrop(TypedDict):
    """A piece was dropped."""

    kind: Literal["drop"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The piece.
    piece: str
    #: The square.
    to: str
    #: The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told.
    audience: NotRequired[str | None]


class ToldEventCastle(TypedDict):
    """A king has castled."""

    kind: Literal["castle"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The way of the king.
    king: Way
    #: The way of the rook.
    rook: Way
    #: The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told.
    audience: NotRequired[str | None]


#: A piece has moved.
ToldEventMove = TypedDict(
    "ToldEventMove",
    {
        "kind": Literal["move"],
        # Its number at a table.
        "seq": NotRequired[int],
        # The number of moves made by then at a table, those taken back included.
        "ply": NotRequired[int],
        # The piece.
        "piece": str | None,
        # The square it left.
        "from": str,
        # The square it came to.
        "to": str,
        # The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told.
        "audience": NotRequired[str | None],
    },
)


class ToldEventCaptureOnBoard(TypedDict):
    """A piece was taken."""

    kind: Literal["capture"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The square it stood on.
    square: str
    #: The piece.
    piece: str
    #: True if it was taken in passing.
    en_passant: bool
    #: True if the piece was a promoted pawn.
    promoted: NotRequired[bool]
    #: (It goes into the pocket of whoever took it.) The piece in hand.
    pocketed: NotRequired[str]
    #: (It goes to the partner of whoever took it.) The piece that is handed over, which keeps its colour; none where the rules discard it.
    handed_over: NotRequired[str | None]
    #: The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told.
    audience: NotRequired[str | None]


class ToldEventPromotion(TypedDict):
    """A pawn was promoted."""

    kind: Literal["promotion"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The piece it has become.
    piece: str
    #: The square.
    square: str
    #: The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told.
    audience: NotRequired[str | None]


class ToldEventCheckOnBoard(TypedDict):
    """The side to move is in check."""

    kind: Literal["check"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The squares of the pieces that give it.
    checkers: list[str]
    #: The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told.
    audience: NotRequired[str | None]


class ToldEventEnd(TypedDict):
    """The game has ended."""

    kind: Literal["end"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The winner, if there is exactly one.
    winner: str | None
    #: All winners, in the order of the seats.
    winners: list[str]
    #: True if there is no winner.
    draw: bool
    #: The reason of the end, as a stable word in `snake_case`.
    reason: str
    #: The points of each seat, in the order of the seats: 1 for a win, a half for a draw, 0 for a loss and for a seat that was out of the game before a draw.
    scores: list[float]
    #: The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told.
    audience: NotRequired[str | None]


class ToldEventFrozen(TypedDict):
    """A seat is mated as long as its partner sends nothing."""

    kind: Literal["frozen"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The seat.
    seat: str | None
    #: The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told.
    audience: NotRequired[str | None]


class ToldEventWaiting(TypedDict):
    """A seat cannot move as long as its partner sends nothing."""

    kind: Literal["waiting"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The seat.
    seat: str | None
    #: The sides that hear it: `mover`, `opponent` or `both`; absent in what one seat is told.
    audience: NotRequired[str | None]


#: An event with who hears it.
ToldEvent = (
    ToldEventAttempt
    | ToldEventMoved
    | ToldEventRejected
    | ToldEventCapture
    | ToldEventCheck
    | ToldEventPawnTries
    | ToldEventAnyAnswer
    | ToldEventMustTryPawn
    | ToldEventReleased
    | ToldEventPromoted
    | ToldEventDropped
    | ToldEventRebuffs
    | ToldEventSensed
    | ToldEventMoveTaken
    | ToldEventSees
    | ToldEventDrop
    | ToldEventCastle
    | ToldEventMove
    | ToldEventCaptureOnBoard
    | ToldEventPromotion
    | ToldEventCheckOnBoard
    | ToldEventEnd
    | ToldEventFrozen
    | ToldEventWaiting
)


class CheckDescription(TypedDict):
    """A check that was announced."""

    #: The side that is in check.
    seat: str
    #: Any of `file`, `rank`, `long_diagonal`, `short_diagonal` and `knight`.
    directions: list[str]


class SeenDescription(TypedDict):
    """Squares that a seat sees."""

    #: The squares, its own pieces's included.
    squares: list[str]
    #: The other side's pieces on them, by square.
    pieces: dict[str, str]


class BlindEventAttempt(TypedDict):
    """An attempt of the seat that is told."""

    kind: Literal["attempt"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The attempt.
    attempt: str


class BlindEventMoved(TypedDict):
    """A side has moved."""

    kind: Literal["moved"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: `white_moved` or `black_moved`.
    name: str
    #: The side.
    seat: str
    #: The move, as it was attempted; absent where anything is hidden.
    move: NotRequired[str | None]


class BlindEventRejected(TypedDict):
    """An attempt was refused."""

    kind: Literal["rejected"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The reason: `illegal_move`, `nonsense`, `already_tried`, `wont_help`, `no_such_piece` or `no_legal_moves`.
    name: str


class BlindEventCapture(TypedDict):
    """A piece was taken."""

    kind: Literal["capture"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: `capture`.
    name: str
    #: The square; of a capture in passing that is named, the one where the pawn lands.
    square: str
    #: The piece that was taken: `hidden`, `pawn`, `piece` for any other, or the name of the piece.
    victim: str
    #: The piece that took it, as `victim`.
    by: str
    #: True if it is named as a capture in passing.
    en_passant: bool


class BlindEventCheck(TypedDict):
    """The side to move is in check."""

    kind: Literal["check"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: `check`.
    name: str
    #: Any of `file`, `rank`, `long_diagonal`, `short_diagonal` and `knight`.
    directions: list[str]


class BlindEventPawnTries(TypedDict):
    """The captures that the pawns of the side to move could make are told."""

    kind: Literal["pawn_tries"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: `pawn_tries`.
    name: str
    #: (Their number is told.) The number.
    count: NotRequired[int]
    #: (No more is told than that there are any, or none.) True if there are any.
    any: NotRequired[bool]
    #: (The pawns are told.) The squares of the pawns.
    squares: NotRequired[list[str]]


class BlindEventAnyAnswer(TypedDict):
    """The question "any?" is answered."""

    kind: Literal["any_answer"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: `any_yes` or `any_no`.
    name: str
    #: True if a pawn can take something.
    any: bool


class BlindEventMustTryPawn(TypedDict):
    """A pawn has to take something."""

    kind: Literal["must_try_pawn"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: `must_try_pawn`.
    name: str


class BlindEventReleased(TypedDict):
    """A pawn need not take anything any longer."""

    kind: Literal["released"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: `released`.
    name: str


class BlindEventPromoted(TypedDict):
    """A pawn was promoted."""

    kind: Literal["promoted"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: `promoted`.
    name: str


class BlindEventDropped(TypedDict):
    """A piece was dropped."""

    kind: Literal["dropped"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: `dropped`.
    name: str
    #: The name of the piece.
    piece: str


class BlindEventRebuffs(TypedDict):
    """Attempts were refused before the move."""

    kind: Literal["rebuffs"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: `rebuffs`.
    name: str
    #: The number of them.
    count: int


class BlindEventSensed(TypedDict):
    """A look has shown something."""

    kind: Literal["sensed"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: `sensed`.
    name: str
    #: The square in the middle; null if none was chosen.
    around: str | None
    #: The squares that are seen.
    squares: list[str]
    #: The other side's pieces on them, by square, by the name of the piece.
    men: dict[str, str]
    #: The square behind a pawn that may be taken in passing; null without one in sight.
    en_passant: str | None


class BlindEventMoveTaken(TypedDict):
    """A move was taken, perhaps as another one."""

    kind: Literal["move_taken"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: `move_taken`.
    name: str
    #: The move that was wanted; null for none.
    asked: str | None
    #: The one that was made; null if it could not be made at all.
    done: str | None


class BlindEventSees(TypedDict):
    """A side sees something from now on."""

    kind: Literal["sees"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: `sees`.
    name: str
    #: The squares that are seen.
    squares: list[str]
    #: The other side's pieces on them, by square, by the name of the piece.
    men: dict[str, str]
    #: The square behind a pawn that may be taken in passing; null without one in sight.
    en_passant: str | None


class BlindEventDrop(TypedDict):
    """A piece was dropped."""

    kind: Literal["drop"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The piece.
    piece: str
    #: The square.
    to: str


class BlindEventCastle(TypedDict):
    """A king has castled."""

    kind: Literal["castle"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The way of the king.
    king: Way
    #: The way of the rook.
    rook: Way


#: A piece has moved.
BlindEventMove = TypedDict(
    "BlindEventMove",
    {
        "kind": Literal["move"],
        # Its number at a table.
        "seq": NotRequired[int],
        # The number of moves made by then at a table, those taken back included.
        "ply": NotRequired[int],
        # The piece.
        "piece": str | None,
        # The square it left.
        "from": str,
        # The square it came to.
        "to": str,
    },
)


class BlindEventCaptureOnBoard(TypedDict):
    """A piece was taken."""

    kind: Literal["capture"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The square it stood on.
    square: str
    #: The piece.
    piece: str
    #: True if it was taken in passing.
    en_passant: bool
    #: True if the piece was a promoted pawn.
    promoted: NotRequired[bool]
    #: (It goes into the pocket of whoever took it.) The piece in hand.
    pocketed: NotRequired[str]
    #: (It goes to the partner of whoever took it.) The piece that is handed over, which keeps its colour; none where the rules discard it.
    handed_over: NotRequired[str | None]


class BlindEventPromotion(TypedDict):
    """A pawn was promoted."""

    kind: Literal["promotion"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The piece it has become.
    piece: str
    #: The square.
    square: str


class BlindEventCheckOnBoard(TypedDict):
    """The side to move is in check."""

    kind: Literal["check"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The squares of the pieces that give it.
    checkers: list[str]


class BlindEventEnd(TypedDict):
    """The game has ended."""

    kind: Literal["end"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The winner, if there is exactly one.
    winner: str | None
    #: All winners, in the order of the seats.
    winners: list[str]
    #: True if there is no winner.
    draw: bool
    #: The reason of the end, as a stable word in `snake_case`.
    reason: str
    #: The points of each seat, in the order of the seats: 1 for a win, a half for a draw, 0 for a loss and for a seat that was out of the game before a draw.
    scores: list[float]


class BlindEventFrozen(TypedDict):
    """A seat is mated as long as its partner sends nothing."""

    kind: Literal["frozen"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The seat.
    seat: str | None


class BlindEventWaiting(TypedDict):
    """A seat cannot move as long as its partner sends nothing."""

    kind: Literal["waiting"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The seat.
    seat: str | None


#: Something that the moderator says, or that a seat has attempted. `name` is the stable name, which tells apart what is of one kind.
BlindEvent = (
    BlindEventAttempt
    | BlindEventMoved
    | BlindEventRejected
    | BlindEventCapture
    | BlindEventCheck
    | BlindEventPawnTries
    | BlindEventAnyAnswer
    | BlindEventMustTryPawn
    | BlindEventReleased
    | BlindEventPromoted
    | BlindEventDropped
    | BlindEventRebuffs
    | BlindEventSensed
    | BlindEventMoveTaken
    | BlindEventSees
    | BlindEventDrop
    | BlindEventCastle
    | BlindEventMove
    | BlindEventCaptureOnBoard
    | BlindEventPromotion
    | BlindEventCheckOnBoard
    | BlindEventEnd
    | BlindEventFrozen
    | BlindEventWaiting
)


class LoggedEventAttempt(TypedDict):
    """An attempt of the seat that is told."""

    kind: Literal["attempt"]
    #: The attempt.
    attempt: str
    #: Its number in the log, from 0.
    seq: int
    #: The number of moves made by then, the one that it tells of included.
    ply: int


class LoggedEventMoved(TypedDict):
    """A side has moved."""

    kind: Literal["moved"]
    #: `white_moved` or `black_moved`.
    name: str
    #: The side.
    seat: str
    #: The move, as it was attempted; absent where anything is hidden.
    move: NotRequired[str | None]
    #: Its number in the log, from 0.
    seq: int
    #: The number of moves made by then, the one that it tells of included.
    ply: int


class LoggedEventRejected(TypedDict):
    """An attempt was refused."""

    kind: Literal["rejected"]
    #: The reason: `illegal_move`, `nonsense`, `already_tried`, `wont_help`, `no_such_piece` or `no_legal_moves`.
    name: str
    #: Its number in the log, from 0.
    seq: int
    #: The number of moves made by then, the one that it tells of included.
    ply: int


class LoggedEventCapture(TypedDict):
    """A piece was taken."""

    kind: Literal["capture"]
    #: `capture`.
    name: str
    #: The square; of a capture in passing that is named, the one where the pawn lands.
    square: str
    #: The piece that was taken: `hidden`, `pawn`, `piece` for any other, or the name of the piece.
    victim: str
    #: The piece that took it, as `victim`.
    by: str
    #: True if it is named as a capture in passing.
    en_passant: bool
    #: Its number in the log, from 0.
    seq: int
    #: The number of moves made by then, the one that it tells of included.
    ply: int


class LoggedEventCheck(TypedDict):
    """The side to move is in check."""

    kind: Literal["check"]
    #: `check`.
    name: str
    #: Any of `file`, `rank`, `long_diagonal`, `short_diagonal` and `knight`.
    directions: list[str]
    #: Its number in the log, from 0.
    seq: int
    #: The number of moves made by then, the one that it tells of included.
    ply: int


class LoggedEventPawnTries(TypedDict):
    """The captures that the pawns of the side to move could make are told."""

    kind: Literal["pawn_tries"]
    #: `pawn_tries`.
    name: str
    #: (Their number is told.) The number.
    count: NotRequired[int]
    #: (No more is told than that there are any, or none.) True if there are any.
    any: NotRequired[bool]
    #: (The pawns are told.) The squares of the pawns.
    squares: NotRequired[list[str]]
    #: Its number in the log, from 0.
    seq: int
    #: The number of moves made by then, the one that it tells of included.
    ply: int


class LoggedEventAnyAnswer(TypedDict):
    """The question "any?" is answered."""

    kind: Literal["any_answer"]
    #: `any_yes` or `any_no`.
    name: str
    #: True if a pawn can take something.
    any: bool
    #: Its number in the log, from 0.
    seq: int
    #: The number of moves made by then, the one that it tells of included.
    ply: int


class LoggedEventMustTryPawn(TypedDict):
    """A pawn has to take something."""

    kind: Literal["must_try_pawn"]
    #: `must_try_pawn`.
    name: str
    #: Its number in the log, from 0.
    seq: int
    #: The number of moves made by then, the one that it tells of included.
    ply: int


class LoggedEventReleased(TypedDict):
    """A pawn need not take anything any longer."""

    kind: Literal["released"]
    #: `released`.
    name: str
    #: Its number in the log, from 0.
    seq: int
    #: The number of moves made by then, the one that it tells of included.
    ply: int


class LoggedEventPromoted(TypedDict):
    """A pawn was promoted."""

    kind: Literal["promoted"]
    #: `promoted`.
    name: str
    #: Its number in the log, from 0.
    seq: int
    #: The number of moves made by then, the one that it tells of included.
    ply: int


class LoggedEventDropped(TypedDict):
    """A piece was dropped."""

    kind: Literal["dropped"]
    #: `dropped`.
    name: str
    #: The name of the piece.
    piece: str
    #: Its number in the log, from 0.
    seq: int
    #: The number of moves made by then, the one that it tells of included.
    ply: int


class LoggedEventRebuffs(TypedDict):
    """Attempts were refused before the move."""

    kind: Literal["rebuffs"]
    #: `rebuffs`.
    name: str
    #: The number of them.
    count: int
    #: Its number in the log, from 0.
    seq: int
    #: The number of moves made by then, the one that it tells of included.
    ply: int


class LoggedEventSensed(TypedDict):
    """A look has shown something."""

    kind: Literal["sensed"]
    #: `sensed`.
    name: str
    #: The square in the middle; null if none was chosen.
    around: str | None
    #: The squares that are seen.
    squares: list[str]
    #: The other side's pieces on them, by square, by the name of the piece.
    men: dict[str, str]
    #: The square behind a pawn that may be taken in passing; null without one in sight.
    en_passant: str | None
    #: Its number in the log, from 0.
    seq: int
    #: The number of moves made by then, the one that it tells of included.
    ply: int


class LoggedEventMoveTaken(TypedDict):
    """A move was taken, perhaps as another one."""

    kind: Literal["move_taken"]
    #: `move_taken`.
    name: str
    #: The move that was wanted; null for none.
    asked: str | None
    #: The one that was made; null if it could not be made at all.
    done: str | None
    #: Its number in the log, from 0.
    seq: int
    #: The number of moves made by then, the one that it tells of included.
    ply: int


class LoggedEventSees(TypedDict):
    """A side sees something from now on."""

    kind: Literal["sees"]
    #: `sees`.
    name: str
    #: The squares that are seen.
    squares: list[str]
    #: The other side's pieces on them, by square, by the name of the piece.
    men: dict[str, str]
    #: The square behind a pawn that may be taken in passing; null without one in sight.
    en_passant: str | None
    #: Its number in the log, from 0.
    seq: int
    #: The number of moves made by then, the one that it tells of included.
    ply: int


class LoggedEventDrop(TypedDict):
    """A piece was dropped."""

    kind: Literal["drop"]
    #: The piece.
    piece: str
    #: The square.
    to: str
    #: Its number in the log, from 0.
    seq: int
    #: The number of moves made by then, the one that it tells of included.
    ply: int


class LoggedEventCastle(TypedDict):
    """A king has castled."""

    kind: Literal["castle"]
    #: The way of the king.
    king: Way
    #: The way of the rook.
    rook: Way
    #: Its number in the log, from 0.
    seq: int
    #: The number of moves made by then, the one that it tells of included.
    ply: int


#: A piece has moved.
LoggedEventMove = TypedDict(
    "LoggedEventMove",
    {
        "kind": Literal["move"],
        # The piece.
        "piece": str | None,
        # The square it left.
        "from": str,
        # The square it came to.
        "to": str,
        # Its number in the log, from 0.
        "seq": int,
        # The number of moves made by then, the one that it tells of included.
        "ply": int,
    },
)


class LoggedEventCaptureOnBoard(TypedDict):
    """A piece was taken."""

    kind: Literal["capture"]
    #: The square it stood on.
    square: str
    #: The piece.
    piece: str
    #: True if it was taken in passing.
    en_passant: bool
    #: True if the piece was a promoted pawn.
    promoted: NotRequired[bool]
    #: (It goes into the pocket of whoever took it.) The piece in hand.
    pocketed: NotRequired[str]
    #: (It goes to the partner of whoever took it.) The piece that is handed over, which keeps its colour; none where the rules discard it.
    handed_over: NotRequired[str | None]
    #: Its number in the log, from 0.
    seq: int
    #: The number of moves made by then, the one that it tells of included.
    ply: int


class LoggedEventPromotion(TypedDict):
    """A pawn was promoted."""

    kind: Literal["promotion"]
    #: The piece it has become.
    piece: str
    #: The square.
    square: str
    #: Its number in the log, from 0.
    seq: int
    #: The number of moves made by then, the one that it tells of included.
    ply: int


class LoggedEventCheckOnBoard(TypedDict):
    """The side to move is in check."""

    kind: Literal["check"]
    #: The squares of the pieces that give it.
    checkers: list[str]
    #: Its number in the log, from 0.
    seq: int
    #: The number of moves made by then, the one that it tells of included.
    ply: int


class LoggedEventEnd(TypedDict):
    """The game has ended."""

    kind: Literal["end"]
    #: The winner, if there is exactly one.
    winner: str | None
    #: All winners, in the order of the seats.
    winners: list[str]
    #: True if there is no winner.
    draw: bool
    #: The reason of the end, as a stable word in `snake_case`.
    reason: str
    #: The points of each seat, in the order of the seats: 1 for a win, a half for a draw, 0 for a loss and for a seat that was out of the game before a draw.
    scores: list[float]
    #: Its number in the log, from 0.
    seq: int
    #: The number of moves made by then, the one that it tells of included.
    ply: int


class LoggedEventFrozen(TypedDict):
    """A seat is mated as long as its partner sends nothing."""

    kind: Literal["frozen"]
    #: The seat.
    seat: str | None
    #: Its number in the log, from 0.
    seq: int
    #: The number of moves made by then, the one that it tells of included.
    ply: int


class LoggedEventWaiting(TypedDict):
    """A seat cannot move as long as its partner sends nothing."""

    kind: Literal["waiting"]
    #: The seat.
    seat: str | None
    #: Its number in the log, from 0.
    seq: int
    #: The number of moves made by then, the one that it tells of included.
    ply: int


#: An entry of a seat's log.
LoggedEvent = (
    LoggedEventAttempt
    | LoggedEventMoved
    | LoggedEventRejected
    | LoggedEventCapture
    | LoggedEventCheck
    | LoggedEventPawnTries
    | LoggedEventAnyAnswer
    | LoggedEventMustTryPawn
    | LoggedEventReleased
    | LoggedEventPromoted
    | LoggedEventDropped
    | LoggedEventRebuffs
    | LoggedEventSensed
    | LoggedEventMoveTaken
    | LoggedEventSees
    | LoggedEventDrop
    | LoggedEventCastle
    | LoggedEventMove
    | LoggedEventCaptureOnBoard
    | LoggedEventPromotion
    | LoggedEventCheckOnBoard
    | LoggedEventEnd
    | LoggedEventFrozen
    | LoggedEventWaiting
)


class SeatDescription(TypedDict):
    """All that a seat knows. Pieces are letters as in FEN, capitals White's."""

    #: The name of the rule set.
    rules: str
    #: The side to move.
    to_move: str
    #: The seat's own pieces, by square.
    pieces: dict[str, str]
    #: The squares of its rooks that may still castle, as far as it knows.
    castling_rooks: list[str]
    #: The letters of what it has in hand.
    reserve: str
    #: The letters of what the other side has in hand.
    their_reserve: str
    #: The check that was announced last, while it stands; else null.
    check: CheckDescription | None
    #: The square of the piece that it has taken up; null for none.
    touched: str | None
    #: True if it must try a capture by a pawn.
    must_try_pawn: bool
    #: True if it may ask "any?" now.
    may_ask: bool
    #: The number of attempts that were refused in this turn.
    rebuffs: int
    #: The attempts that were refused in this turn, as far as they are kept.
    tried: list[str]
    #: The moves that its own pieces allow, whosever turn it is, captures by pawns left out.
    candidates: list[str]
    #: The captures by pawns that they allow, whosever turn it is.
    tries: list[str]
    #: The squares that it sees; null where the rules let it see nothing.
    sees: SeenDescription | None
    #: The announcements with which its log begins.
    opening: list[BlindEvent]
    #: The newest thousand entries of its log; absent at a table, which tells the seat its events.
    log: NotRequired[list[LoggedEvent] | None]


class PlayerDescription(TypedDict):
    """A player for clients."""

    #: The seat of the player.
    seat: str
    #: The number of pawns.
    pawns: int
    #: The number of knights.
    knights: int
    #: The number of towers.
    towers: int
    #: The number of all its pieces.
    population: int
    #: True once the player has resigned.
    forfeited: bool
    #: True once the player is out, by resigning or by what is on the board.
    defeated: bool
    #: The signature of the position if it were the turn of the player.
    signature: str
    #: The value of the position to the player against all others, in decitempi.
    static_evaluation: int
    #: The part of it that the dragons round its towers make, in decitempi.
    circle_evaluation: int


class BoostDescription(TypedDict):
    """A position for clients."""

    #: The identifier of the game, `boost-WIDTH-HEIGHT-PLAYERS-POPULATION-TOWERS`, with `-demo` for a demo.
    identifier: str
    #: The number of files.
    width: int
    #: The number of ranks.
    height: int
    #: The player whose turn it is.
    turn: str
    #: The pieces by point, as the notation has them.
    pieces: dict[str, str]
    #: The number of dragons.
    dragons: int
    #: The players in the order of their seats.
    players: list[PlayerDescription]
    #: A key of the arrangement, the turn and who has resigned, 16 hexadecimal digits.
    signature: str
    #: The signature after the turn has passed.
    next_signature: str
    #: The signature with pawns and knights alike.
    opening_signature: str
    #: The point in the middle, from which compensation moves the dragon; null on boards without.
    compensation_from: str | None
    #: The point above it, to which the dragon is moved; null on boards without a middle.
    compensation_to: str | None
    #: The gain of a position that is in the opening book, in decitempi; else 0.
    in_book_bonus: int


class BoostEventPass(TypedDict):
    """A player has passed."""

    kind: Literal["pass"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The player.
    seat: str


class BoostEventPromote(TypedDict):
    """A pawn has become a knight."""

    kind: Literal["promote"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The owner of the pawn.
    seat: str
    #: The point.
    at: str


class BoostEventBuild(TypedDict):
    """A tower was built on an empty point."""

    kind: Literal["build"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The player who has built it.
    seat: str
    #: The point.
    at: str


#: A piece has moved.
BoostEventMove = TypedDict(
    "BoostEventMove",
    {
        "kind": Literal["move"],
        # Its number at a table.
        "seq": NotRequired[int],
        # The number of moves made by then at a table, those taken back included.
        "ply": NotRequired[int],
        # The player who has moved it.
        "seat": str,
        # The piece; null in a move that is not legal, from an empty point.
        "piece": str | None,
        # The point it left.
        "from": str,
        # The point it came to.
        "to": str,
    },
)


class BoostEventCapture(TypedDict):
    """A piece was taken."""

    kind: Literal["capture"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The player who has lost it.
    seat: str
    #: The piece.
    piece: str
    #: The point it stood on.
    at: str


class BoostEventDefeated(TypedDict):
    """A player is out."""

    kind: Literal["defeated"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The player.
    seat: str


class BoostEventEnd(TypedDict):
    """The game has ended."""

    kind: Literal["end"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The winner, if there is exactly one.
    winner: str | None
    #: All winners, in the order of the seats.
    winners: list[str]
    #: True if there is no winner.
    draw: bool
    #: The reason of the end, as a stable word in `snake_case`.
    reason: str
    #: The points of each seat, in the order of the seats: 1 for a win, a half for a draw, 0 for a loss and for a seat that was out of the game before a draw.
    scores: list[float]


#: Something that a move brings about. Pieces are `pawn`, `knight`, `tower` or `dragon`.
BoostEvent = (
    BoostEventPass
    | BoostEventPromote
    | BoostEventBuild
    | BoostEventMove
    | BoostEventCapture
    | BoostEventDefeated
    | BoostEventEnd
)


class PresetDescription(TypedDict):
    """A preset in force, for clients."""

    #: The stable name.
    id: str
    #: The name for people.
    name: str
    #: The rule in words.
    description: str
    #: The side for which it is in force, or `both`.
    scope: str
    #: The number of plies for which it stays in force; null without limit.
    turns: int | None
    #: The state that the preset keeps, of a form of its own; null without one.
    state: Any


class PieceTypeDescription(TypedDict):
    """A type of pieces, for clients."""

    #: The stable name.
    id: str
    #: The name for people.
    name: str
    #: The letter, as a capital.
    letter: str
    #: Its movement in Betza's notation; null where it is not written so.
    betza: str | None
    #: The drawings of White's and of Black's.
    glyphs: list[str]
    #: True if a side may not lose its last one.
    royal: bool


class SideEffectDamage(TypedDict):
    """Damage was dealt."""

    kind: Literal["damage"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The square.
    square: str
    #: The letter of the piece that was hit.
    piece: str
    #: `capture`, `explosion`, `poison`, or a word of a preset.
    damage: str
    #: The amount that arrived.
    amount: int
    #: True if it was the end of the piece.
    died: bool


class SideEffectSpawn(TypedDict):
    """A piece appeared."""

    kind: Literal["spawn"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The square.
    square: str
    #: Its letter.
    piece: str


class SideEffectRetract(TypedDict):
    """A piece left the board without having died."""

    kind: Literal["retract"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The square it stood on.
    square: str
    #: Its letter.
    piece: str


class SideEffectActivated(TypedDict):
    """A preset came into force."""

    kind: Literal["activated"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: Its id.
    preset: str
    #: The side for which it is in force, or `both`.
    scope: str


class SideEffectDeactivated(TypedDict):
    """A preset went out of force."""

    kind: Literal["deactivated"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: Its id.
    preset: str


class SideEffectEffect(TypedDict):
    """Something to show."""

    kind: Literal["effect"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The id of the preset.
    preset: str
    #: The name of it.
    effect: str
    #: The square; null for an effect that has none.
    square: str | None
    #: The time for which it is shown, in milliseconds.
    ttl: int
    #: Anything else that the preset tells the host, of a form of its own.
    data: Any


class SideEffectDropped(TypedDict):
    """A call of a hook that was not carried out."""

    kind: Literal["dropped"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The reason.
    reason: str


#: Something that a move brought about besides itself.
SideEffect = (
    SideEffectDamage
    | SideEffectSpawn
    | SideEffectRetract
    | SideEffectActivated
    | SideEffectDeactivated
    | SideEffectEffect
    | SideEffectDropped
)


class MoveEntry(TypedDict):
    """A move and what it brought about."""

    #: The side that moved: `white` or `black`.
    side: str
    #: The move in the canonical notation.
    move: str
    #: The letter of the piece that moved.
    piece: str
    #: Its effects, in order; absent without any.
    events: NotRequired[list[SideEffect]]
    #: The notes of presets about it; absent without any.
    notes: NotRequired[list[str]]


class PresetsDescription(TypedDict):
    """A position for clients."""

    #: The side to move.
    turn: str
    #: The number of the move, from 1.
    fullmove: int
    #: Plies since a pawn moved or something was taken.
    halfmove: int
    #: The pieces by square.
    pieces: dict[str, str]
    #: The squares of the rooks that may still castle.
    castling_rooks: dict[str, list[str]]
    #: The square behind a pawn that may be taken in passing; null without one.
    en_passant: str | None
    #: True if the side to move is in check.
    check: bool
    #: The draw that may be claimed, as the reason it would have; null without one.
    claimable_draw: str | None
    #: The presets in force, in the order in which they came into force.
    presets: list[PresetDescription]
    #: The attributes that pieces have, by square and by name.
    attributes: dict[str, dict[str, int]]
    #: The names of the attributes that the presets in force own.
    attributes_in_force: list[str]
    #: The types that pieces may be of.
    piece_types: list[PieceTypeDescription]
    #: The moves so far with their effects, from the first one that is known.
    log: list[MoveEntry]


#: The way of a rook that castles.
RookWay = TypedDict(
    "RookWay",
    {
        # The square it left; null where a preset lets a king castle without a rook.
        "from": str | None,
        # The square it came to.
        "to": str,
    },
)


class PresetsEventCastle(TypedDict):
    """A king has castled."""

    kind: Literal["castle"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The way of the king.
    king: Way
    #: The way of the rook.
    rook: RookWay


#: A piece has moved, or tried to: a target that survives stays, and so does its attacker.
PresetsEventMove = TypedDict(
    "PresetsEventMove",
    {
        "kind": Literal["move"],
        # Its number at a table.
        "seq": NotRequired[int],
        # The number of moves made by then at a table, those taken back included.
        "ply": NotRequired[int],
        # The piece; null in a move from an empty square.
        "piece": str | None,
        # The square it left.
        "from": str,
        # The square it went to.
        "to": str,
        # All squares that it went to, in order.
        "legs": list[str],
        # True if the move captures.
        "captures": bool,
    },
)


class PresetsEventPromotion(TypedDict):
    """A pawn was promoted."""

    kind: Literal["promotion"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The piece it has become.
    piece: str
    #: The square.
    square: str


class PresetsEventCheck(TypedDict):
    """The side to move is in check."""

    kind: Literal["check"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]


class PresetsEventNote(TypedDict):
    """A preset has said something of the move."""

    kind: Literal["note"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The words of the preset.
    text: str


class PresetsEventEnd(TypedDict):
    """The game has ended."""

    kind: Literal["end"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The winner, if there is exactly one.
    winner: str | None
    #: All winners, in the order of the seats.
    winners: list[str]
    #: True if there is no winner.
    draw: bool
    #: The reason of the end, as a stable word in `snake_case`.
    reason: str
    #: The points of each seat, in the order of the seats: 1 for a win, a half for a draw, 0 for a loss and for a seat that was out of the game before a draw.
    scores: list[float]


class PresetsEventDamage(TypedDict):
    """Damage was dealt."""

    kind: Literal["damage"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The square.
    square: str
    #: The letter of the piece that was hit.
    piece: str
    #: `capture`, `explosion`, `poison`, or a word of a preset.
    damage: str
    #: The amount that arrived.
    amount: int
    #: True if it was the end of the piece.
    died: bool


class PresetsEventSpawn(TypedDict):
    """A piece appeared."""

    kind: Literal["spawn"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The square.
    square: str
    #: Its letter.
    piece: str


class PresetsEventRetract(TypedDict):
    """A piece left the board without having died."""

    kind: Literal["retract"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The square it stood on.
    square: str
    #: Its letter.
    piece: str


class PresetsEventActivated(TypedDict):
    """A preset came into force."""

    kind: Literal["activated"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: Its id.
    preset: str
    #: The side for which it is in force, or `both`.
    scope: str


class PresetsEventDeactivated(TypedDict):
    """A preset went out of force."""

    kind: Literal["deactivated"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: Its id.
    preset: str


class PresetsEventEffect(TypedDict):
    """Something to show."""

    kind: Literal["effect"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The id of the preset.
    preset: str
    #: The name of it.
    effect: str
    #: The square; null for an effect that has none.
    square: str | None
    #: The time for which it is shown, in milliseconds.
    ttl: int
    #: Anything else that the preset tells the host, of a form of its own.
    data: Any


class PresetsEventDropped(TypedDict):
    """A call of a hook that was not carried out."""

    kind: Literal["dropped"]
    #: Its number at a table.
    seq: NotRequired[int]
    #: The number of moves made by then at a table, those taken back included.
    ply: NotRequired[int]
    #: The reason.
    reason: str


#: Something that a move brings about.
PresetsEvent = (
    PresetsEventCastle
    | PresetsEventMove
    | PresetsEventPromotion
    | PresetsEventCheck
    | PresetsEventNote
    | PresetsEventEnd
    | PresetsEventDamage
    | PresetsEventSpawn
    | PresetsEventRetract
    | PresetsEventActivated
    | PresetsEventDeactivated
    | PresetsEventEffect
    | PresetsEventDropped
)
