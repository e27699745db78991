"""Board games with drops and blind views: rules, legal moves and bots from one Rust core.

>>> import boardwright as bw
>>> state = bw.start("crazyhouse")
>>> state.play("e2e4").play("e7e5").to_move
'white'

States are values: playing gives a new one. Whatever takes long (`perft`,
`playouts`, `Bot.decide`) runs on the library's own threads with the GIL released,
and has three forms: `perft` waits, `perft_future` returns a
`concurrent.futures.Future`, `perft_async` is to be awaited. `Bot.analyse` and
`Bot.analyse_async` tell what a bot thinks while it does, as iterators.
"""

# Imported for its handler at exit.
from boardwright import _jobs as _jobs
from boardwright._engine import Engine
from boardwright._errors import (
    BoardwrightError,
    BotBusyError,
    BusyError,
    CancelledError,
    DisposedError,
    GameOverError,
    HiddenInformationError,
    IllegalMoveError,
    InternalError,
    InvalidNotationError,
    InvalidOptionError,
    NotYourTurnError,
    UnknownBotError,
    UnknownGameError,
    UnsupportedError,
)
from boardwright._jobs import AsyncAnalysis
from boardwright._native import (
    Analysis,
    Bot,
    Cursor,
    Game,
    Observation,
    State,
    __version__,
    cancel_job,
    configure,
    error_codes,
    games,
    jobs,
    legal_moves_many,
    load,
    parse,
    protocols,
    start,
    statistics,
)
from boardwright._table import Table
from boardwright._types import (
    Alternative,
    Clock,
    Decision,
    GameInfo,
    Info,
    JobInfo,
    OptionInfo,
    Outcome,
    Playouts,
    Score,
    SeatCount,
    Statistics,
    Tick,
)

__all__ = [
    "Alternative",
    "Analysis",
    "AsyncAnalysis",
    "BoardwrightError",
    "Bot",
    "BotBusyError",
    "BusyError",
    "CancelledError",
    "Clock",
    "Cursor",
    "Decision",
    "DisposedError",
    "Engine",
    "Game",
    "GameInfo",
    "GameOverError",
    "HiddenInformationError",
    "IllegalMoveError",
    "Info",
    "InternalError",
    "InvalidNotationError",
    "InvalidOptionError",
    "JobInfo",
    "NotYourTurnError",
    "Observation",
    "OptionInfo",
    "Outcome",
    "Playouts",
    "Score",
    "SeatCount",
    "State",
    "Statistics",
    "Table",
    "Tick",
    "UnknownBotError",
    "UnknownGameError",
    "UnsupportedError",
    "__version__",
    "cancel_job",
    "configure",
    "error_codes",
    "games",
    "jobs",
    "legal_moves_many",
    "load",
    "parse",
    "protocols",
    "start",
    "statistics",
]
