"""A walk through everything that a state, an observation, a game and a cursor can do, with
every registered game."""

import ast
import copy
import inspect
import itertools
import pickle
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import boardwright as bw
from boardwright import _native
from support import GAMES, NAMES, NUMBERED, OPEN, line


def test_games_say_what_they_are() -> None:
    assert len(NAMES) == len(set(NAMES)) >= 3
    for game in GAMES:
        assert game["summary"]
        assert 1 <= game["seats"]["min"] <= game["seats"]["max"]
        assert game["hidden"] in {"never", "optional", "always"}
        assert game["styles"]
        assert "random" in game["bots"]
        for option in game["options"]:
            assert option["doc"]
            assert option["kind"] in {"flag", "int", "choice", "preset", "text", "plain"}


def test_a_game_is_its_name_and_options(name: str) -> None:
    game = bw.Game(name)
    assert game.name == name
    assert len(game.seats) == len(set(game.seats))
    assert game.seats
    declared = next(g["options"] for g in GAMES if g["name"] == name)
    assert list(game.options) == [o["name"] for o in declared]
    assert game == bw.Game(name, **game.options)
    assert game == bw.Game(name, **dict.fromkeys(game.options))
    assert hash(game) == hash(bw.Game(name, **game.options))
    assert game == bw.start(name).game
    assert game != name
    assert repr(game) == f"Game('{name}')"
    for option in declared:
        if option["kind"] == "flag":
            try:
                other = bw.Game(name, **{option["name"]: not option["default"]})
            except bw.InvalidOptionError:
                continue
            assert other != game
            assert other.options[option["name"]] is (not option["default"])
            assert f"{option['name']}={not option['default']}" in repr(other)


def test_games_differ() -> None:
    games = {bw.Game(name) for name in NAMES}
    assert len(games) == len(NAMES)


def test_states_are_values(name: str) -> None:
    first, *_, last = states = list(line(name))
    assert len(states) > 3
    assert len(set(states)) == len(states)
    assert first == bw.start(name)
    assert hash(first) == hash(bw.start(name))
    assert first != last
    assert first != first.notation
    assert copy.copy(last) is last
    assert copy.deepcopy([last])[0] is last
    assert first.ply == 0
    assert [state.ply for state in states] == list(range(len(states)))
    assert len(first.key) == 16
    assert int(first.key, 16) >= 0


def test_what_a_state_says_agrees(name: str) -> None:
    for state in line(name):
        moves = state.legal_moves()
        assert state.count_legal() == len(moves) == len(set(moves))
        if name in NUMBERED:
            assert [state.game.action_text(i) for i in state.legal_ids()] == moves
        else:
            with pytest.raises(bw.UnsupportedError):
                state.legal_ids()
        assert bw.legal_moves_many([state, state]) == [moves, moves]
        assert set(state.live) <= set(state.game.seats)
        assert state.to_move == (state.live[0] if len(state.live) == 1 else None)
        assert (state.outcome is None) or not moves
        described = state.describe()
        assert described["game"] == name
        assert described["notation"] == state.notation
        assert described["key"] == state.key
        assert described["ply"] == state.ply
        assert described["live"] == state.live
        assert state.draw().strip()
        union = [move for seat in state.game.seats for move in state.legal_moves(seat)]
        assert sorted(union) == sorted(moves)
        for index, seat in enumerate(state.game.seats):
            assert state.legal_moves(seat) == state.legal_moves(seat=index)
            if name in NUMBERED:
                assert state.legal_ids(index) == state.legal_ids(seat)
            assert state.count_legal(seat) == len(state.legal_moves(seat))


def test_moves_by_text_id_and_style(name: str) -> None:
    styles = next(g["styles"] for g in GAMES if g["name"] == name)
    for state in line(name, seed=1, plies=30):
        for style in [None, *styles]:
            assert len(state.legal_moves(style=style)) == state.count_legal()
        for move in state.legal_moves()[::7]:
            after = state.play(move)
            assert after == state.try_play(move) == state.play_many([move])
            if name in NUMBERED:
                number = state.action_id(move)
                assert state.game.action_text(number) == move
                assert after == state.play(number) == state.play_many((number,))
                assert all(
                    state.move_text(number, style) == state.move_text(move, style=style)
                    for style in styles
                )
            assert after.ply == state.ply + 1
            assert isinstance(state.report(move), list)
            for style in styles:
                text = state.move_text(move, style=style)
                assert text in state.legal_moves(style=style)
                assert state.move_text(text, from_style=style) == move
                assert state.play(text, style=style) == after
            if state.to_move:
                assert state.play(move, seat=state.to_move) == after


def test_notation_and_saved_form_round_trip(name: str) -> None:
    states = list(line(name, seed=2))
    for state in states:
        again = state.game.parse(state.notation)
        assert again.notation == state.notation
        assert again.key == state.key
        assert bw.parse(name, state.notation) == again
        assert bw.load(state.save()) == state
        assert pickle.loads(pickle.dumps(state)) == state
        assert hash(pickle.loads(pickle.dumps(state))) == hash(state)
    assert pickle.loads(pickle.dumps(states)) == states
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        game = pickle.loads(pickle.dumps(states[0].game, protocol))
        assert game == states[0].game
    first, second = states[0], states[1]
    assert bw.parse(name, second.notation, history=[first.notation]).ply == 1
    assert bw.parse(name, second.notation, history=iter([first.notation])).ply == 1


def test_pickles_keep_options() -> None:
    for info in GAMES:
        flags = [o for o in info["options"] if o["kind"] == "flag"]
        for option in flags:
            try:
                state = bw.start(info["name"], **{option["name"]: not option["default"]})
            except bw.InvalidOptionError:
                continue
            again = pickle.loads(pickle.dumps(state))
            assert again.game == state.game
            assert again.game.options[option["name"]] is (not option["default"])
            assert again != bw.start(info["name"])


def test_play_many_says_which_move(start: bw.State) -> None:
    first = start.legal_moves()[0]
    with pytest.raises(bw.InvalidNotationError, match="move 2 of 2"):
        start.play_many([first, "\N{SNOWMAN}"])
    assert start.play_many([]) == start
    with pytest.raises(TypeError, match="takes a list"):
        start.play_many("text")


def test_long_lists_of_moves(name: str) -> None:
    states = list(line(name, seed=4, plies=300))
    moves = []
    for before, after in itertools.pairwise(states):
        moves.append(next(m for m in before.legal_moves() if before.play(m) == after))
    assert states[0].play_many(moves) == states[-1]


def test_the_mask_is_the_list(numbered: str) -> None:
    numpy = pytest.importorskip("numpy")
    for state in line(numbered, seed=5, plies=20):
        count = state.game.action_count
        assert count
        ids = sorted(state.legal_ids())
        marks = bytearray(b"\7" * count)
        assert state.legal_mask(marks) == len(ids)
        assert [i for i, mark in enumerate(marks) if mark] == ids
        for kind in ("bool", "uint8", "int8"):
            mask = numpy.ones(count, dtype=kind)
            assert state.legal_mask(mask) == len(ids)
            assert numpy.flatnonzero(mask).tolist() == ids
        for seat in state.game.seats:
            assert state.legal_mask(marks, seat) == state.count_legal(seat)
        rows = numpy.zeros((3, count), dtype=bool)
        state.legal_mask(rows[1])
        assert rows.sum() == len(ids)
        wrong: list[Any] = [
            bytearray(count - 1),
            bytes(count),
            numpy.zeros(count, dtype=float),
            numpy.zeros((count, 2), dtype=bool)[:, 0],
        ]
        for out in wrong:
            with pytest.raises(bw.InvalidOptionError):
                state.legal_mask(out)
        with pytest.raises(TypeError):
            state.legal_mask([False] * count)  # type: ignore[arg-type]


def test_numpy_numbers_are_numbers(numbered: str) -> None:
    numpy = pytest.importorskip("numpy")
    start = bw.start(numbered)
    number = numpy.int64(start.legal_ids()[0])
    assert start.play(number) == start.play(int(number))
    assert start.legal_ids(numpy.uint8(0)) == start.legal_ids(0)
    assert start.perft(numpy.int32(1)) == start.count_legal()


def test_outcomes(name: str) -> None:
    for seed in range(300):
        *_, last = line(name, seed=seed, plies=1000)
        if last.outcome is not None:
            break
    outcome = last.outcome
    assert outcome is not None
    assert outcome == last.outcome
    assert len(outcome.scores) == len(last.game.seats)
    assert outcome.draw == (not outcome.winners)
    assert set(outcome.winners) <= set(last.game.seats)
    assert outcome.reason == last.describe()["outcome"]["reason"]
    assert len({outcome, last.outcome}) == 1
    assert last.live == []
    assert last.to_move is None
    with pytest.raises(bw.GameOverError):
        last.play("anything")
    assert last.try_play("anything") is None
    with pytest.raises(AttributeError):
        outcome.draw = True  # type: ignore[misc]


def test_observations(name: str) -> None:
    for state in line(name, seed=6, plies=20):
        for index, seat in enumerate(state.game.seats):
            seen = state.observe(seat)
            assert seen == state.observe(index)
            assert hash(seen) == hash(state.observe(index))
            assert seen.game == state.game
            assert seen.seat == seat
            assert str(seen) == seen.text
            assert len(seen.key) == 16
            assert seen.may_act == (seat in state.live)
            # Where something is hidden there may be more, that turn out to be none.
            assert set(seen.candidates()) >= set(state.legal_moves(seat))
            if name in OPEN:
                assert sorted(seen.candidates()) == sorted(state.legal_moves(seat))
            if name in NUMBERED:
                texts = [state.game.action_text(i) for i in seen.candidate_ids()]
                assert texts == seen.candidates()
            assert seen.describe()["seat"] == seat
            assert state.describe(seat) == seen.describe()
            assert seen.draw().strip()
            assert copy.deepcopy(seen) is seen
            assert name in repr(seen)
            assert seen.outcome is None or seen.outcome == state.outcome


def test_cursors(name: str) -> None:
    states = list(line(name, seed=7, plies=12))
    cursor = bw.Cursor(states[0])
    for before, after in itertools.pairwise(states):
        assert cursor.state == before
        assert cursor.legal_moves() == before.legal_moves()
        if name in NUMBERED:
            assert cursor.legal_ids() == before.legal_ids()
        assert cursor.count_legal() == before.count_legal()
        cursor.play(next(m for m in before.legal_moves() if before.play(m) == after))
    assert cursor.depth == len(states) - 1
    with pytest.raises(bw.BoardwrightError):
        cursor.play("\N{SNOWMAN}")
    assert cursor.state == states[-1]
    assert cursor.undo() == 1
    assert cursor.state == states[-2]
    assert cursor.undo(10_000) == len(states) - 2
    assert cursor.undo() == 0
    assert cursor.state == states[0]
    assert states[3].cursor().state == states[3]
    assert name in repr(cursor)


def test_counting_leaves(name: str) -> None:
    state = bw.start(name)
    assert state.perft(0) == 1
    assert state.perft(1) == state.count_legal()
    assert list(state.divide(1)) == state.legal_moves()
    divided = state.divide(2)
    assert sum(divided.values()) == state.perft(2) == state.perft(2, threads=2)
    assert divided == {m: state.play(m).perft(1) for m in state.legal_moves()}
    try:
        assert state.perft(3, hash=1) == state.perft(3)
    except bw.UnsupportedError as error:
        # Where moves depend on earlier positions counts cannot be shared.
        assert "earlier positions" in str(error)


def test_playouts_are_seeded(name: str) -> None:
    state = bw.start(name)
    once = state.playouts(20, seed=5)
    assert once == state.playouts(20, seed=5, threads=2)
    assert once != state.playouts(20, seed=6)
    assert once["games"] == 20
    assert list(once["wins"]) == state.game.seats
    assert sum(once["wins"].values()) + once["draws"] + once["unfinished"] >= 20
    assert state.playouts(0)["plies"] == 0
    assert state.playouts(3, ply_limit=1) == {
        "games": 3,
        "plies": 3,
        "wins": dict.fromkeys(state.game.seats, 0),
        "draws": 0,
        "unfinished": 3,
    }


def test_bots(name: str) -> None:
    state = bw.start(name)
    bot = bw.Bot("random", game=name, seed=3)
    assert (bot.name, bot.game) == ("random", name)
    assert repr(bot) == f"Bot('random', game='{name}')"
    seat = state.live[0]
    decision = bot.decide(state.observe(seat))
    assert decision.move in state.legal_moves(seat)
    assert decision.pv == (decision.move,)
    assert decision.time >= 0
    assert decision.queued >= 0
    assert decision.score is None
    assert decision.fallback is None
    assert not decision.alternatives
    assert not decision.messages
    same = bw.Bot("random", game=state.game, seed=3).decide(state.observe(seat), depth=3, nodes=9)
    assert same.move == decision.move
    moves = {
        bw.Bot("random", game=name, seed=seed).decide(state.observe(seat)).move
        for seed in range(60)
    }
    assert len(moves) > 3
    with pytest.raises(bw.InvalidOptionError, match="has its own"):
        bot.decide(state.observe(seat), seat)
    other = next(n for n in NAMES if n != name)
    with pytest.raises(bw.InvalidOptionError):
        bot.decide(bw.start(other).observe(0))


@pytest.mark.parametrize("open_name", OPEN)
def test_bots_take_states_of_open_games(open_name: str) -> None:
    state = bw.start(open_name)
    bot = bw.Bot("random", game=open_name, seed=3)
    first = state.live[0]
    assert bot.decide(state, first).move == bot.decide(state.observe(first)).move
    assert bot.decide(state, first).move == bot.decide(state, seat=0).move
    if len(state.live) > 1:
        with pytest.raises(bw.InvalidOptionError):
            bot.decide(state)
    waiting = next(s for s in state.game.seats if s not in state.live)
    with pytest.raises(bw.NotYourTurnError):
        bot.decide(state, waiting)


def test_pretty_printing(name: str) -> None:
    class Printer:
        def __init__(self) -> None:
            self.out = ""

        def text(self, text: str) -> None:
            self.out += text

        def break_(self) -> None:
            self.out += "\n"

    state = bw.start(name)
    printer = Printer()
    state._repr_pretty_(printer, False)
    assert printer.out.startswith(repr(state))
    assert (state.draw().strip() in printer.out) == (not state.game.hidden)
    printer = Printer()
    state.observe(0)._repr_pretty_(printer, False)
    assert state.observe(0).draw().splitlines()[0] in printer.out


@pytest.mark.parametrize("open_name", OPEN)
def test_text_forms_of_open_games(open_name: str) -> None:
    for state in line(open_name, plies=5):
        assert str(state) == state.notation
        assert state.notation in repr(state)


def test_threads_share_states(name: str) -> None:
    states = list(line(name, plies=20))
    expected = [state.legal_moves() for state in states]
    failures: list[str] = []

    def look() -> None:
        for _ in range(50):
            failures.extend(
                state.notation
                for state, moves in zip(states, expected, strict=True)
                if state.legal_moves() != moves
            )

    threads = [threading.Thread(target=look) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_many_options_do_not_pile_up() -> None:
    """Games are remembered, but not without end."""
    info = next(g for g in GAMES if any(o["kind"] == "int" for o in g["options"]))
    option = next(o for o in info["options"] if o["kind"] == "int" and o["max"] > 100)
    games = []
    for value in range(option["min"] + 2, option["min"] + 90):
        try:
            games.append(bw.Game(info["name"], **{option["name"]: value}))
        except bw.InvalidOptionError:
            continue
    assert len(set(games)) == len(games)
    for game in games:
        assert game == bw.Game(info["name"], **game.options)


@given(data=st.data())
@settings(max_examples=150, deadline=None)
def test_any_line_of_play_round_trips(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(NAMES))
    choices = data.draw(st.lists(st.integers(0, 10_000), max_size=40))
    first = state = bw.start(name)
    cursor = bw.Cursor(state)
    moves: list[int | str] = []
    for choice in choices:
        legal = state.legal_ids() if name in NUMBERED else state.legal_moves()
        if not legal:
            break
        moves.append(legal[choice % len(legal)])
        state = state.play(moves[-1])
        cursor.play(moves[-1])
    assert state == first.play_many(moves) == cursor.state == bw.load(state.save())
    assert cursor.undo(len(moves)) == len(moves)
    assert cursor.state == first
    again = bw.parse(name, state.notation)
    # Without its past a position may have moves that would repeat another.
    assert set(again.legal_moves()) >= set(state.legal_moves())


@pytest.mark.parametrize(
    "call",
    [
        lambda: bw.Game("x", 1),  # type: ignore[call-arg]
        bw.State,
        bw.Observation,
        lambda: bw.Bot("random"),  # type: ignore[call-overload]
        lambda: bw.Cursor(1),  # type: ignore[arg-type]
        lambda: bw.start(1),  # type: ignore[arg-type]
        lambda: bw.load(b"{}"),  # type: ignore[arg-type]
        lambda: bw.parse(OPEN[0], None),  # type: ignore[arg-type]
        lambda: bw.parse(OPEN[0], "", history="abc"),
        lambda: bw.legal_moves_many([1]),  # type: ignore[list-item]
        lambda: bw.start(OPEN[0]).perft(1.0),  # type: ignore[arg-type]
        lambda: bw.start(OPEN[0]).perft("1"),  # type: ignore[arg-type]
        lambda: bw.start(OPEN[0]).play(None),  # type: ignore[arg-type]
        lambda: bw.start(OPEN[0]).legal_moves(seat=1.5),  # type: ignore[arg-type]
        lambda: bw.start(OPEN[0]).perft(1, deadline="1"),  # type: ignore[arg-type]
        lambda: bw.Bot("random", game=OPEN[0]).decide("start"),  # type: ignore[arg-type]
        lambda: bw.configure(threads="2"),  # type: ignore[arg-type]
    ],
)
def test_wrong_types_are_type_errors(call: Callable[[], object]) -> None:
    with pytest.raises(TypeError):
        call()


def test_native_classes_are_final() -> None:
    for native in (bw.Game, bw.State, bw.Observation, bw.Bot, bw.Cursor):
        assert native.__module__ == "boardwright"
        with pytest.raises(TypeError):
            type("Sub", (native,), {})


def test_the_stub_has_the_documentation_of_the_native_part() -> None:
    """Editors look into the stub alone; nothing there may differ from what help() says."""
    stub = Path(_native.__file__).with_name("_native.pyi").read_text(encoding="utf-8")
    compared = 0
    stack: list[tuple[ast.AST, object]] = [(ast.parse(stub), _native)]
    while stack:
        inside, native = stack.pop()
        for node in ast.iter_child_nodes(inside):
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name[0] != "_":
                found = getattr(native, node.name)
                assert ast.get_docstring(node) == inspect.getdoc(found), node.name
                compared += 1
                stack.append((node, found))
    assert compared > 80


def test_wrong_arguments_are_named() -> None:
    state = bw.start("chess")
    bot = bw.Bot("random", game="chess")
    calls: list[tuple[str, Callable[[], object]]] = [
        ("depth", lambda: state.perft(1.5)),  # type: ignore[arg-type]
        ("depth", lambda: state.divide_future("x")),  # type: ignore[arg-type]
        ("threads", lambda: state.perft(1, threads=True)),
        ("hash", lambda: state.perft(1, hash=None)),  # type: ignore[arg-type]
        ("games", lambda: state.playouts(1.5)),  # type: ignore[arg-type]
        ("seed", lambda: state.playouts(1, seed=1.5)),  # type: ignore[arg-type]
        ("ply_limit", lambda: state.playouts(1, ply_limit="1")),  # type: ignore[arg-type]
        ("plies", lambda: state.cursor().undo(0.5)),  # type: ignore[arg-type]
        ("id", lambda: state.game.action_text(1.5)),  # type: ignore[arg-type]
        ("move", lambda: state.play(1.5)),  # type: ignore[arg-type]
        ("seat", lambda: state.legal_moves(1.5)),  # type: ignore[arg-type]
        ("max_queue", lambda: bw.configure(max_queue=1.5)),  # type: ignore[arg-type]
        ("seed", lambda: bw.Bot("random", game="chess", seed=1.5)),  # type: ignore[call-overload]
        ("game", lambda: bw.Bot("random", game=3)),  # type: ignore[call-overload]
        ("depth", lambda: bot.decide(state, depth=1.5)),  # type: ignore[arg-type]
        ("movetime", lambda: bot.decide(state, movetime=True)),
        ("states", lambda: bw.legal_moves_many(state)),  # type: ignore[arg-type]
        ("game", lambda: bw.Table(3)),  # type: ignore[arg-type]
        ("seats", lambda: bw.Table("chess", ["human"])),  # type: ignore[arg-type]
    ]
    for name, call in calls:
        with pytest.raises(TypeError, match=rf"^{name}: takes "):
            call()


def test_unknown_arguments_are_refused() -> None:
    state = bw.start("chess")
    table = bw.Table(state)
    for mistake in (
        lambda: bw.Table(state, {}, options={}),
        lambda: bw.Table("chess", {}, speed=3),
        lambda: bw.Table("chess", {0: "human", "0": "human"}),
        lambda: bw.start("chess", colour="red"),
        lambda: bw.Bot("search", game="chess", speed=3),
    ):
        with pytest.raises(bw.InvalidOptionError):
            mistake()
    for slip in (
        lambda: table.fill(occupent="random"),  # type: ignore[call-arg]
        lambda: state.perft(1, speed=3),  # type: ignore[call-arg]
        lambda: bw.Bot("search", game="chess").decide(state, speed=3),  # type: ignore[call-arg]
    ):
        with pytest.raises(TypeError, match="unexpected keyword argument"):
            slip()


def test_a_mask_says_what_is_wrong_with_it(numbered: str) -> None:
    numpy = pytest.importorskip("numpy")
    state = bw.start(numbered)
    count = state.game.action_count
    assert count
    with pytest.raises(bw.InvalidOptionError, match="strided"):
        state.legal_mask(numpy.zeros((count, 2), dtype=bool)[:, 0])
    with pytest.raises(bw.InvalidOptionError, match=f"must have {count} items, not {count + 1}"):
        state.legal_mask(numpy.zeros(count + 1, dtype=bool))


def test_numpy_truth_values_are_booleans() -> None:
    numpy = pytest.importorskip("numpy")
    true = numpy.bool_(True)
    assert bw.start("jarls", fog=true) == bw.start("jarls", fog=True)
    table = bw.Table("chess", undo=numpy.bool_(False))
    table.offer_draw("white")
    table.respond_draw("black", true)
    assert table.outcome
    for call in (
        lambda: bw.start("chess").perft(true),
        lambda: bw.Bot("random", game="chess").decide(bw.start("chess"), movetime=true),
    ):
        with pytest.raises(TypeError, match="not bool"):
            call()


if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    def masks_that_types_allow(
        state: bw.State, array: NDArray[np.bool_], octets: NDArray[np.uint8]
    ) -> int:
        """Read by the type checkers alone, as for the oldest Python."""
        sizes = [state.legal_mask(array), state.legal_mask(octets)]
        return sum([*sizes, state.legal_mask(bytearray(5000)), state.legal_mask(memoryview(b""))])
