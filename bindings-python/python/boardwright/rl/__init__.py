"""Environments of PettingZoo and Gymnasium, and names of OpenSpiel, over the native core.

`pip install 'boardwright[rl]'` brings what `aec`, `single` and `vector` need; `OpenSpielState`
needs nothing else. Every game with action ids can be had. Planes and masks are those of
`VecEnv`: of a game that hides something they are made from the seat's observation alone.
"""

from typing import TYPE_CHECKING, Literal

from boardwright._errors import UnsupportedError
from boardwright.rl._openspiel import OpenSpielState

if TYPE_CHECKING:
    from boardwright._native import Game
    from boardwright.rl._aec import BoardAEC
    from boardwright.rl._single import BoardEnv
    from boardwright.rl._vector import BoardVectorEnv

__all__ = ["OpenSpielState", "aec", "single", "vector"]


def _missing(error: ImportError) -> UnsupportedError:
    return UnsupportedError(
        f"{error.name} cannot be imported: pip install 'boardwright[rl]' brings it"
    )


def aec(
    game: "str | Game",
    *,
    layout: Literal["planes", "chess_v6"] = "planes",
    observations: Literal["uint8", "float32"] = "uint8",
    ply_limit: int | None = None,
    reseed: bool = False,
    **options: object,
) -> "BoardAEC":
    """Returns a PettingZoo environment of a game, whose agents are its seats.

    `layout="chess_v6"` is that of PettingZoo's chess_v6, for chess alone: 8 rows, 8 columns and
    111 planes of booleans, and 4672 actions. Options are those of the game; a Game has its own.
    `ply_limit` and `reseed` are as in VecEnv. Raises UnsupportedError for a game without action
    ids or such a layout, or where PettingZoo is missing, UnknownGameError and InvalidOptionError.
    """
    try:
        from boardwright.rl._aec import BoardAEC  # noqa: PLC0415
    except ImportError as error:
        raise _missing(error) from error
    return BoardAEC(
        game,
        layout=layout,
        observations=observations,
        ply_limit=ply_limit,
        reseed=reseed,
        options=options,
    )


def single(
    game: "str | Game",
    *,
    seat: int | str = 0,
    opponent: str = "random",
    opponent_options: dict[str, object] | None = None,
    nodes: int = 100,
    illegal: Literal["raise", "lose"] = "raise",
    observations: Literal["uint8", "float32"] = "uint8",
    ply_limit: int | None = None,
    **options: object,
) -> "BoardEnv":
    """Returns a Gymnasium environment: one seat of a game, a bot of the library at all others.

    The bot takes `nodes` positions a decision and draws from the seed of `reset`. An action
    outside the mask raises IllegalMoveError; with `illegal="lose"` it ends the episode with -1,
    as Gymnasium's checker, which knows no masks, needs it. Raises UnknownBotError, and what
    `aec` raises.
    """
    try:
        from boardwright.rl._single import BoardEnv  # noqa: PLC0415
    except ImportError as error:
        raise _missing(error) from error
    bot = (opponent, opponent_options or {}, nodes)
    return BoardEnv(
        game,
        seat=seat,
        bot=bot,
        illegal=illegal,
        observations=observations,
        ply_limit=ply_limit,
        options=options,
    )


def vector(
    game: "str | Game",
    num_envs: int,
    *,
    threads: int | None = None,
    observations: Literal["uint8", "float32"] = "uint8",
    ply_limit: int | None = None,
    reseed: bool = False,
    **options: object,
) -> "BoardVectorEnv":
    """Returns a Gymnasium vector environment over VecEnv: each action is the seat to move's.

    Rewards are those of the seats that have moved; `infos` has `rewards` of all seats and the
    `seats` to move. Games start anew in the step in which they end. Raises what `aec` raises.
    """
    try:
        from boardwright.rl._vector import BoardVectorEnv  # noqa: PLC0415
    except ImportError as error:
        raise _missing(error) from error
    return BoardVectorEnv(
        game,
        num_envs,
        observations=observations,
        ply_limit=ply_limit,
        threads=threads,
        reseed=reseed,
        options=options,
    )
