"""The moderator of blind chess against other people's: `kriegspiel` for seven rule
sets, `reconchess` for reconnaissance. Random games of attempts, and every answer,
capture, check and try the same, heard by the same sides.

What is known to differ, and is excepted one by one:

- `kriegspiel`, rand: it does not know that a move which cannot answer an announced
  check is "hell, no", and says "no" (`IGNORED_CHECK`).
- `kriegspiel`, cincinnati and rand: its list of questions holds a capture in passing
  by a pinned pawn, since the square is left on the board it shows to the player: a
  double step that nobody announced. It answers "illegal" where it is nonsense
  (`LEAKED_DOUBLE_STEP`).
- `kriegspiel`, crazykrieg: after a failed try that releases the pawns it makes its
  list anew, and forgets which moves of the turn were refused (`FORGOTTEN`).
- `kriegspiel` knows neither repetition nor seventy-five moves (a limit of 2000 plies
  stands for both), and calls bare kings with empty reserves a draw in crazykrieg: a
  game is followed until either side says that it has ended.
- `kriegspiel` says nothing of a check that is mate.
- `reconchess` takes a pawn's move to the last rank without a piece for one to a
  queen; such moves are not asked for."""

import random
from collections import Counter

import boardwright as bw
import pytest
from budget import budget

SEVEN = [
    "berkeley",
    "berkeley_any",
    "cincinnati",
    "crazykrieg",
    "english",
    "rand",
    "wild16",
]
PLIES = 160


def games() -> int:
    return budget(quick=20, full=300)


def answered(kriegspiel, rules: str, answer) -> list[tuple]:
    """What an answer says, and to whom, in this library's words."""
    from kriegspiel import MainAnnouncement as Main
    from kriegspiel import SpecialCaseAnnouncement as Special

    refused = "mover" if rules == "wild16" else "both"
    if answer.main_announcement == Main.IMPOSSIBLE_TO_ASK:
        return [("nonsense", "mover")]
    if answer.main_announcement == Main.NONSENSE:
        return [("nonsense", "both")]
    if answer.main_announcement == Main.ILLEGAL_MOVE:
        return [("illegal_move", refused)]
    if answer.main_announcement == Main.HAS_ANY:
        return [("any_yes", "both"), ("must_try_pawn", "both")]
    if answer.main_announcement == Main.NO_ANY:
        return [("any_no", "both")]
    out = [("moved", "both")]
    if answer.dropped_piece_announcement is not None:
        out.append(("dropped", answer.dropped_piece_announcement.name.lower()))
    if answer.capture_at_square is not None:
        import chess

        kind = answer.captured_piece_announcement
        out.append(
            (
                "capture",
                chess.square_name(answer.capture_at_square),
                "hidden" if kind is None else kind.name.lower(),
                answer.en_passant_announced,
            )
        )
    if answer.promotion_announced:
        out.append(("promoted", "both"))
    words = {
        Special.CHECK_FILE: "file",
        Special.CHECK_RANK: "rank",
        Special.CHECK_LONG_DIAGONAL: "long_diagonal",
        Special.CHECK_SHORT_DIAGONAL: "short_diagonal",
        Special.CHECK_KNIGHT: "knight",
    }
    special = answer.special_announcement
    if special == Special.CHECK_DOUBLE:
        out.append(("check", frozenset({words[answer.check_1], words[answer.check_2]})))
    elif special in words:
        out.append(("check", frozenset({words[special]})))
    if answer.next_turn_pawn_tries is not None:
        out.append(("pawn_tries", answer.next_turn_pawn_tries))
    if answer.next_turn_has_pawn_capture is not None:
        out.append(("pawn_tries", answer.next_turn_has_pawn_capture))
    if answer.next_turn_pawn_try_squares is not None:
        import chess

        squares = answer.next_turn_pawn_try_squares
        out.append(("pawn_tries", frozenset(map(chess.square_name, squares))))
    return out


def said(events: list[dict], over: bool) -> list[tuple]:
    """The same of this library's events."""
    out = []
    for event in events:
        kind = event["kind"]
        # Neither is told by the other referee.
        if kind in ("rebuffs", "released") or kind == "check" and over:
            continue
        if kind != "rejected" and kind != "move_taken":
            assert event["audience"] == "both", event
        if kind == "moved":
            out.append(("moved", "both"))
        elif kind == "capture":
            out.append((kind, event["square"], event["victim"], event["en_passant"]))
        elif kind == "dropped":
            out.append((kind, event["piece"]))
        elif kind == "check":
            out.append((kind, frozenset(event["directions"])))
        elif kind == "pawn_tries":
            told = event.get("count", event.get("any"))
            out.append((kind, frozenset(event["squares"]) if told is None else told))
        else:
            out.append((event["name"], event["audience"]))
    return out


def excepted(rules: str, board, attempt: str, ours: list, theirs: list, tried: set):
    """Why two answers may differ, or None."""
    import chess

    nonsense = ours and ours[0][0] == "nonsense"
    if not nonsense or theirs != [("illegal_move", "both")]:
        return None
    if rules == "rand" and board.is_check():
        return "IGNORED_CHECK"
    move = chess.Move.from_uci(attempt)
    pawn = board.piece_type_at(move.from_square) == chess.PAWN
    if rules in ("cincinnati", "rand") and pawn and move.to_square == board.ep_square:
        return "LEAKED_DOUBLE_STEP"
    if rules == "crazykrieg" and attempt in tried:
        return "FORGOTTEN"
    return None


def anything(rng: random.Random) -> str:
    """A text of a move, mostly nonsense."""
    import chess

    start, end = rng.sample(chess.SQUARE_NAMES, 2)
    return start + end


@pytest.mark.parametrize("rules", SEVEN)
def test_every_answer_of_seven_rule_sets(rules: str) -> None:
    kriegspiel = pytest.importorskip(
        "kriegspiel", reason="kriegspiel is not installed here"
    )
    import chess

    counts: Counter[str] = Counter()
    for number in range(games()):
        rng = random.Random(f"boardwright kriegspiel {rules} {number}")
        game = kriegspiel.KriegspielGame(ruleset=rules)
        state = bw.start("blind", rules=rules)
        tried: set[str] = set()
        fresh = True
        plies = 0
        while plies < PLIES:
            board = game._board
            askable = sorted(
                str(q.chess_move) for q in game.possible_to_ask if q.chess_move
            )
            candidates = state.observe(state.to_move).candidates()
            if fresh:
                ours, theirs = set(candidates), set(askable)
                for text in theirs - ours:
                    told = [("illegal_move", "both")]
                    why = excepted(rules, board, text, [("nonsense", "")], told, tried)
                    assert why, (state.notation, text)
                assert not ours - theirs, (state.notation, ours - theirs)
            chance = rng.random()
            if chance < 0.05 and rules in ("berkeley_any", "english", "crazykrieg"):
                attempt = "any?"
            elif chance < 0.12:
                attempt = anything(rng)
            elif chance < 0.2 and tried:
                attempt = rng.choice(sorted(tried))
            else:
                # Legal moves bring the game on; the rest is the referee's business.
                legal = state.legal_moves()
                attempt = rng.choice(legal if rng.random() < 0.4 else candidates)
            question = kriegspiel.QuestionAnnouncement
            if attempt == "any?":
                asked = kriegspiel.KriegspielMove(question.ASK_ANY)
            else:
                move = chess.Move.from_uci(attempt)
                asked = kriegspiel.KriegspielMove(question.COMMON, move)
            before = board.copy(stack=False)
            answer = game.ask_for(asked)
            events = state.report(attempt)
            notation = state.notation
            state = state.play(attempt)
            over = game.game_over
            theirs = answered(kriegspiel, rules, answer)
            ours = said(events, over)
            counts[ours[0][0]] += 1
            for event in ours[1:]:
                counts[event[0]] += 1
            if ours != theirs:
                why = excepted(rules, before, attempt, ours, theirs, tried)
                assert why, (notation, attempt, ours, theirs)
                counts[why] += 1
            fresh = answer.move_done
            if fresh:
                tried.clear()
                plies += 1
                assert board.board_fen() == game._board.board_fen()
                placement = state.notation.split()[0].split("[")[0]
                assert placement.replace("~", "") == board.board_fen(promoted=False)
            elif theirs[0][0] == "illegal_move":
                tried.add(attempt)
            reason = getattr(state.outcome, "reason", None)
            if over or reason:
                ends = {"checkmate", "stalemate", "insufficient_material"}
                if reason in ends or (over and rules != "crazykrieg"):
                    assert over and reason in ends, (state.notation, reason)
                    check_end(kriegspiel, answer, state)
                counts["ended"] += 1
                break
    assert counts["moved"] > 40 * games() and counts["illegal_move"] > games()
    assert counts["capture"] and counts["check"]
    print(f"{rules}: {dict(counts)}")


def check_end(kriegspiel, answer, state) -> None:
    from kriegspiel import SpecialCaseAnnouncement as Special

    special = answer.special_announcement
    winner = state.outcome.winner
    expected = {
        Special.CHECKMATE_WHITE_WINS: ("checkmate", "white"),
        Special.CHECKMATE_BLACK_WINS: ("checkmate", "black"),
        Special.STALEMATE_WHITE_WINS: ("stalemate", "white"),
        Special.STALEMATE_BLACK_WINS: ("stalemate", "black"),
        Special.DRAW_STALEMATE: ("stalemate", None),
        Special.DRAW_INSUFFICIENT: ("insufficient_material", None),
    }
    assert expected[special] == (state.outcome.reason, winner)


def test_every_answer_of_reconnaissance() -> None:
    pytest.importorskip("reconchess", reason="reconchess is not installed here")
    import chess
    from reconchess import LocalGame

    failed = captures = 0
    for number in range(games()):
        rng = random.Random(f"boardwright reconchess {number}")
        game = LocalGame(seconds_per_player=None)
        game.start()
        state = bw.start("blind", rules="rbc")
        while not game.is_over():
            square = rng.choice(chess.SQUARES)
            color = game.turn
            mover = "white" if color else "black"
            theirs = {
                chess.square_name(at): None if man is None else man.symbol()
                for at, man in game.sense(square)
            }
            look = "sense:" + chess.square_name(square)
            [event] = state.report(look)
            assert event["kind"] == "sensed" and event["audience"] == "mover"
            own = state.observe(mover).describe()["pieces"]
            names = {
                at: chess.Piece(chess.PIECE_NAMES.index(man), not color).symbol()
                for at, man in event["men"].items()
            }
            ours = {at: names.get(at, own.get(at)) for at in event["squares"]}
            assert ours == theirs, (state.notation, look)
            state = state.play(look)
            moves = sorted(
                m.uci()
                for m in set(game.move_actions())
                if not promotes_to_nothing(game.board, m)
            )
            candidates = [c for c in state.observe(mover).candidates() if c != "pass"]
            assert sorted(candidates) == moves, state.notation
            attempt = rng.choice([*candidates, "pass"])
            asked = None if attempt == "pass" else chess.Move.from_uci(attempt)
            _, taken, at = game.move(asked)
            events = {e["kind"]: e for e in state.report(attempt)}
            assert events["move_taken"]["done"] == (taken.uci() if taken else None), (
                state.notation,
                attempt,
            )
            failed += taken is None and asked is not None
            capture = events.get("capture")
            name = None if at is None else chess.square_name(at)
            assert (capture["square"] if capture else None) == name
            if capture:
                captures += 1
                assert capture["audience"] == "both" and capture["victim"] == "hidden"
            state = state.play(attempt)
            game.end_turn()
            if state.outcome is None:
                assert state.notation.split()[0] == game.board.board_fen()
        winner = game.get_winner_color()
        assert state.outcome is not None, state.notation
        name = None if winner is None else ("white" if winner else "black")
        assert state.outcome.winner == name
    assert failed > games() and captures > games()


def promotes_to_nothing(board, move) -> bool:
    import chess

    pawn = board.piece_type_at(move.from_square) == chess.PAWN
    return pawn and chess.square_rank(move.to_square) in (0, 7) and not move.promotion
