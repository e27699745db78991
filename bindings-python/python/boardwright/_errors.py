"""The exceptions: one class for each code of the library, the same codes as in every language."""

from typing import ClassVar


class BoardwrightError(ValueError):
    """The base of all errors of the library."""

    code: ClassVar[str] = "internal"
    """A stable word for what went wrong, the same in every language."""


class UnknownGameError(BoardwrightError):
    """No game of that name exists; the message names those that do."""

    code = "unknown_game"


class UnknownBotError(BoardwrightError):
    """The game has no bot of that name; the message names those that it has."""

    code = "unknown_bot"


class InvalidOptionError(BoardwrightError):
    """An option or argument that does not exist, or a value out of its range."""

    code = "invalid_option"


class InvalidNotationError(BoardwrightError):
    """A position, move or saved form that cannot be read; the message says where."""

    code = "invalid_notation"


class IllegalMoveError(BoardwrightError):
    """A well-formed move that the rules forbid; the message says why where it may."""

    code = "illegal_move"


class NotYourTurnError(BoardwrightError):
    """The seat may not act now."""

    code = "not_your_turn"


class GameOverError(BoardwrightError):
    """The game has ended."""

    code = "game_over"


class HiddenInformationError(BoardwrightError):
    """The call would tell a seat what it may not know."""

    code = "hidden_information"


class UnsupportedError(BoardwrightError):
    """The game does not have what was asked for."""

    code = "unsupported"


class BusyError(BoardwrightError):
    """The queue is full."""

    code = "busy"


class BotBusyError(BoardwrightError):
    """The bot is still at work on another decision."""

    code = "bot_busy"


class BotFailedError(BoardwrightError):
    """A bot of the host's own failed."""

    code = "bot_failed"


class DisposedError(BoardwrightError):
    """The object was closed and can be used no more."""

    code = "disposed"


class CancelledError(BoardwrightError):
    """The work was cancelled, or its deadline passed."""

    code = "cancelled"


class InternalError(BoardwrightError):
    """A fault of the library's own; please report it."""

    code = "internal"


BY_CODE: dict[str, type[BoardwrightError]] = {
    error.code: error
    for error in (
        UnknownGameError,
        UnknownBotError,
        InvalidOptionError,
        InvalidNotationError,
        IllegalMoveError,
        NotYourTurnError,
        GameOverError,
        HiddenInformationError,
        UnsupportedError,
        BusyError,
        BotBusyError,
        BotFailedError,
        DisposedError,
        CancelledError,
        InternalError,
    )
}
"""The class of each code; the native part looks here."""
