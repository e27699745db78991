"""Games in PGN with the names of python-chess.

>>> import io
>>> from boardwright.chess import pgn
>>> game = pgn.read_game(io.StringIO("1. e4 e5 (1... c5) 2. Nf3 *"))
>>> [move.uci() for move in game.mainline_moves()]
['e2e4', 'e7e5', 'g1f3']

Whole collections are read faster by `boardwright.read_games` and `boardwright.read_columns`.
"""

from boardwright.chess.pgn._exporters import FileExporter, StringExporter
from boardwright.chess.pgn._headers import TAG_ROSTER, Headers
from boardwright.chess.pgn._nodes import ChildNode, Game, GameNode, Mainline
from boardwright.chess.pgn._reader import read_game, read_headers, skip_game
from boardwright.chess.pgn._times import (
    TimeControl,
    TimeControlPart,
    TimeControlType,
    parse_time_control,
)
from boardwright.chess.pgn._visitors import (
    SKIP,
    BaseVisitor,
    BoardBuilder,
    GameBuilder,
    HeadersBuilder,
    SkipType,
    SkipVisitor,
)

NAG_NULL = 0
NAG_GOOD_MOVE = 1
NAG_MISTAKE = 2
NAG_BRILLIANT_MOVE = 3
NAG_BLUNDER = 4
NAG_SPECULATIVE_MOVE = 5
NAG_DUBIOUS_MOVE = 6
NAG_FORCED_MOVE = 7
NAG_SINGULAR_MOVE = 8
NAG_WORST_MOVE = 9
NAG_DRAWISH_POSITION = 10
NAG_QUIET_POSITION = 11
NAG_ACTIVE_POSITION = 12
NAG_UNCLEAR_POSITION = 13
NAG_WHITE_SLIGHT_ADVANTAGE = 14
NAG_BLACK_SLIGHT_ADVANTAGE = 15
NAG_WHITE_MODERATE_ADVANTAGE = 16
NAG_BLACK_MODERATE_ADVANTAGE = 17
NAG_WHITE_DECISIVE_ADVANTAGE = 18
NAG_BLACK_DECISIVE_ADVANTAGE = 19
NAG_WHITE_ZUGZWANG = 22
NAG_BLACK_ZUGZWANG = 23
NAG_WHITE_MODERATE_COUNTERPLAY = 132
NAG_BLACK_MODERATE_COUNTERPLAY = 133
NAG_WHITE_DECISIVE_COUNTERPLAY = 134
NAG_BLACK_DECISIVE_COUNTERPLAY = 135
NAG_WHITE_MODERATE_TIME_PRESSURE = 136
NAG_BLACK_MODERATE_TIME_PRESSURE = 137
NAG_WHITE_SEVERE_TIME_PRESSURE = 138
NAG_BLACK_SEVERE_TIME_PRESSURE = 139
NAG_NOVELTY = 146

__all__ = [
    "SKIP",
    "TAG_ROSTER",
    "BaseVisitor",
    "BoardBuilder",
    "ChildNode",
    "FileExporter",
    "Game",
    "GameBuilder",
    "GameNode",
    "Headers",
    "HeadersBuilder",
    "Mainline",
    "SkipType",
    "SkipVisitor",
    "StringExporter",
    "TimeControl",
    "TimeControlPart",
    "TimeControlType",
    "parse_time_control",
    "read_game",
    "read_headers",
    "skip_game",
]
