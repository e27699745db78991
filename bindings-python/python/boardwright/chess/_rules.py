"""The games of the core behind the boards."""

from boardwright import _native
from boardwright._errors import BoardwrightError
from boardwright._native import Game, State

# Repetitions and the counter of plies end nothing by themselves here: outcome() asks for them.
UNENDING = {"repetition_count": 0, "halfmove_limit": 0}

# A preset without any rule: boards with any number of kings, and no dead positions.
ANY_BOARD = 'id = "any-board"\ndescription = "boards with any number of kings"\n'


_games: dict[tuple[str, bool], Game] = {}


def _kept(name: str, *, chess960: bool = False, **options: object) -> Game:
    """Returns a game, which is made once."""
    key = name, chess960
    game = _games.get(key)
    if game is None:
        game = _games[key] = Game(name, **UNENDING, chess960=chess960, **options)
    return game


def chess(*, chess960: bool) -> Game:
    """Returns chess, in which nothing but mate, stalemate and dead positions ends a game."""
    return _kept("chess", chess960=chess960)


def crazyhouse(*, chess960: bool) -> Game:
    """Returns crazyhouse without the draw by repetition."""
    return _kept("crazyhouse", chess960=chess960)


def variant(preset: str, *, chess960: bool = False) -> Game:
    """Returns chess with the rules of a preset."""
    return _kept(f"chess+{preset}", chess960=chess960)


def undying(preset: str, *, chess960: bool) -> Game:
    """Returns chess with the rules of a preset, where no position is dead."""
    return _kept(f"chess+{preset}+any-board", chess960=chess960, define=ANY_BOARD)


def any_board(*, chess960: bool = False) -> Game:
    """Returns chess on boards of any number of kings, where no position is dead."""
    return _kept("chess+any-board", chess960=chess960, define=ANY_BOARD)


def no_kings(*, chess960: bool = False) -> Game:
    """Returns chess with kings as ordinary pieces, which may be left in check."""
    return _kept("chess+last-piece-standing", chess960=chess960)


def parsed(game: Game, text: str) -> State | None:
    """Returns a position of a game; None where the game does not take it."""
    try:
        return game.parse(text)
    except BoardwrightError:
        return None


def chess960_placement(number: int) -> str:
    """Returns the pieces of a start position of Chess960; raises ValueError for no such number."""
    try:
        state = _native.start("chess", chess960=True, chess960_position=number)
    except BoardwrightError as error:
        raise ValueError(str(error)) from error
    return state.notation.split(" ", 1)[0]


_numbers: dict[str, int] = {}


def chess960_number(placement: str) -> int | None:
    """Returns the number of a start position of Chess960; None for another position."""
    if not _numbers:
        _numbers.update((chess960_placement(number), number) for number in range(960))
    return _numbers.get(placement)
