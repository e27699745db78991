#!/usr/bin/env python3
"""Our bot `recon` under the rules `rbc` against the players of the PyPI package reconchess.

    python tests/oracles/recon_match.py --against attacker --games 100 --movetime 0.2
    STOCKFISH_EXECUTABLE=$(command -v stockfish) \\
        python tests/oracles/recon_match.py --against trout --games 100 --movetime 0.2

The package's own `play_local_game` conducts the games; each of its looks and moves is played in a
state of ours as well, of which the bot gets the observation of its seat and nothing else, and
whose answers must be the same. Colours alternate. A player of theirs that asks for what it may
not passes. `TroutBot` gives Stockfish half a second twice a turn; where that ends, as it does in
positions that chess does not have, the player goes on by passing. `revived` is the same player
with a Stockfish that is started anew before the next turn."""

import argparse
import json
import os
import random
import sys
import time
from pathlib import Path

import boardwright as bw
import chess
import chess.engine
from reconchess import LocalGame, Player, play_local_game
from reconchess.bots.attacker_bot import AttackerBot
from reconchess.bots.random_bot import RandomBot
from reconchess.bots.trout_bot import TroutBot

sys.path.append(str(Path(__file__).parents[2] / "scripts"))
from accumulate import percent


class RevivedTrout(TroutBot):
    """TroutBot with a Stockfish that is started anew where it has ended."""

    def handle_opponent_move_result(self, captured_my_piece, capture_square) -> None:
        super().handle_opponent_move_result(captured_my_piece, capture_square)
        try:
            self.engine.ping()
        except chess.engine.EngineTerminatedError:
            self.engine = chess.engine.SimpleEngine.popen_uci(
                os.environ["STOCKFISH_EXECUTABLE"], setpgrp=True
            )


OPPONENTS = {
    "attacker": AttackerBot,
    "random": RandomBot,
    "revived": RevivedTrout,
    "trout": TroutBot,
}


class MirroredGame(LocalGame):
    """A game of the package's that is played in a state of ours at the same time."""

    def __init__(self) -> None:
        # Each player's time is bounded by the decision.
        super().__init__(seconds_per_player=86400)
        self.state = bw.start("blind", rules="rbc")
        self.passed = 0

    def sense(self, square):
        look = "pass" if square is None else f"sense:{chess.square_name(square)}"
        for event in self.state.report(look):
            if event["kind"] == "sensed":
                seen = {chess.parse_square(at) for at in event["men"]}
                enemies = self.board.occupied_co[not self.board.turn]
                around = {chess.parse_square(at) for at in event["squares"]}
                assert seen == around & set(chess.SquareSet(enemies)), look
        self.state = self.state.play(look)
        return super().sense(square)

    def move(self, requested):
        if requested is not None and requested not in self.move_actions():
            self.passed += 1
            requested = None
        asked = "pass" if requested is None else self.queened(requested).uci()
        events = {event["kind"]: event for event in self.state.report(asked)}
        self.state = self.state.play(asked)
        answer = super().move(requested)
        done = answer[1].uci() if answer[1] else None
        assert events["move_taken"]["done"] == done, (asked, answer)
        if self.state.outcome is None:
            assert self.state.notation.split()[0] == self.board.board_fen()
        return answer

    def queened(self, move: chess.Move) -> chess.Move:
        """The move as the package takes it: to the last rank a pawn becomes a queen."""
        pawn = self.board.piece_type_at(move.from_square) == chess.PAWN
        if pawn and not move.promotion and chess.square_rank(move.to_square) in (0, 7):
            return chess.Move(move.from_square, move.to_square, chess.QUEEN)
        return move


class Ours(Player):
    """The bot `recon` as a player of the package."""

    def __init__(self, game: MirroredGame, seed: int, limits: dict[str, float]) -> None:
        self.game = game
        self.bot = bw.Bot("recon", game="blind", seed=seed)
        self.limits = limits
        self.seat = ""
        self.longest = 0.0

    def decide(self) -> str:
        decision = self.bot.decide(self.game.state.observe(self.seat), **self.limits)
        self.longest = max(self.longest, decision.time)
        return decision.move

    def handle_game_start(self, color, board, opponent_name) -> None:
        self.seat = "white" if color else "black"

    def choose_sense(self, sense_actions, move_actions, seconds_left):
        look = self.decide().removeprefix("sense:")
        return None if look == "pass" else chess.parse_square(look)

    def choose_move(self, move_actions, seconds_left):
        move = self.decide()
        return None if move == "pass" else chess.Move.from_uci(move)

    def handle_opponent_move_result(self, captured_my_piece, capture_square) -> None:
        """The observation has it."""

    def handle_sense_result(self, sense_result) -> None:
        """The observation has it."""

    def handle_move_result(self, requested, taken, captured, capture_square) -> None:
        """The observation has it."""

    def handle_game_end(self, winner_color, win_reason, game_history) -> None:
        """Nothing is kept."""


def play(number: int, against: str, limits: dict[str, float]) -> dict[str, object]:
    """Plays the game of a number, which gives the colours and the seeds."""
    random.seed(f"boardwright recon_match {number}")
    game = MirroredGame()
    ours, theirs = Ours(game, number, limits), OPPONENTS[against]()
    white = number % 2 == 0
    began = time.perf_counter()
    players = (ours, theirs) if white else (theirs, ours)
    winner, reason, _ = play_local_game(*players, game=game)
    state = game.state
    expected = None if winner is None else ("white" if winner else "black")
    assert state.outcome is not None and state.outcome.winner == expected, (
        state.notation
    )
    return {
        "game": number,
        "ours": ours.seat,
        "points": 0.5 if winner is None else float(winner == white),
        "reason": reason.name.lower(),
        "turns": game.board.fullmove_number,
        "they passed instead of what they may not": game.passed,
        "our longest decision, s": round(ours.longest, 3),
        "s": round(time.perf_counter() - began, 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--against", choices=sorted(OPPONENTS), default="attacker")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument(
        "--movetime", type=float, default=0.2, help="seconds a decision"
    )
    parser.add_argument("--nodes", type=int, help="instead of the time")
    args = parser.parse_args()
    stockfish = issubclass(OPPONENTS[args.against], TroutBot)
    if stockfish and "STOCKFISH_EXECUTABLE" not in os.environ:
        parser.error("TroutBot needs STOCKFISH_EXECUTABLE, the path of Stockfish")
    limits = {"nodes": args.nodes} if args.nodes else {"movetime": args.movetime}
    points = 0.0
    for number in range(args.first, args.first + args.games):
        done = play(number, args.against, limits)
        points += done["points"]
        print(json.dumps(done), flush=True)
    share = percent(points / args.games, args.games)
    print(f"{points:g} of {args.games}, {share}")


if __name__ == "__main__":
    main()
