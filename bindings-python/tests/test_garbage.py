"""Ten thousand wrong arguments for each entry point: typed errors, no crash, nothing internal.

What happens to be right is welcome; what comes of it must then be of use.
"""

import decimal
import fractions
import os
import random
from collections.abc import Callable
from typing import Any, cast

import pytest

import boardwright as bw
from support import GAMES, NAMES, line

ROUNDS = 10_000

CHARACTERS = (
    "abcdefgh12345678/ -wbKQRBNPkqrbnp[]~@+#=xO.:0\n\t\"'{}\\,_"
    "\0\x7f\u00e9\u0130\u2028\ufeff\uffff\U0001f600\ud800\udfff"
)

NUMBERS: list[Any] = [
    -(10**400),
    -(2**64),
    -(2**63) - 1,
    -(2**31),
    -1,
    0,
    1,
    2,
    7,
    255,
    4591,
    4592,
    65536,
    2**31,
    2**32 - 1,
    2**32,
    2**53,
    2**63,
    2**64 - 1,
    2**64,
    10**400,
    -1.5,
    -0.0,
    0.0,
    0.5,
    1e300,
    float("nan"),
    float("inf"),
    -float("inf"),
    5e-324,
]

OPTIONS = [option["name"] for game in GAMES for option in game["options"]] + ["add", "game"]


class Rude:
    """An object whose every method fails, or lies."""

    def __index__(self) -> int:
        raise ZeroDivisionError

    def __float__(self) -> float:
        raise ZeroDivisionError

    def __iter__(self) -> Any:
        raise ZeroDivisionError

    def __eq__(self, other: object) -> bool:
        raise ZeroDivisionError

    __hash__ = None  # type: ignore[assignment]


class Lazy:
    """Something that goes on for a while and says that it has no length."""

    def __init__(self, items: list[Any]) -> None:
        self.items = items

    def __iter__(self) -> Any:
        return iter(self.items)

    def __len__(self) -> int:
        raise ZeroDivisionError


class Subclass(str):
    """A text all the same."""

    __slots__ = ()


class Garbage:
    """Seeded wrong arguments, many of them nearly right."""

    def __init__(self, seed: str) -> None:
        self.rng = random.Random(seed)
        self.states = [state for name in NAMES for state in line(name, plies=15)]
        self.texts = [state.notation for state in self.states]
        self.texts += [move for state in self.states[::5] for move in state.legal_moves()]
        self.texts += [state.save() for state in self.states[::7]]
        self.texts += NAMES + self.states[0].game.seats + ["random", "", "san", "uci"]
        self.objects: list[Any] = [
            None,
            True,
            False,
            b"",
            b"e2e4",
            bytearray(9),
            object(),
            Rude(),
            Rude,
            len,
            ...,
            (),
            [],
            {},
            set(),
            complex(1, 2),
            decimal.Decimal("1e999"),
            fractions.Fraction(1, 3),
            range(3),
            memoryview(b"abc"),
            Subclass("e2e4"),
            self.states[0],
            self.states[0].game,
            self.states[-1].observe(0),
            self.states[0].cursor(),
        ]
        self.bot = bw.Bot("random", game=NAMES[0])
        self.objects.append(self.bot)
        itself: list[Any] = []
        itself.append(itself)
        self.objects.append(itself)
        self.objects.append({"a": itself, 1: 2})

    def text(self) -> str:
        rng = self.rng
        if rng.random() < 0.2:
            return "".join(rng.choices(CHARACTERS, k=rng.randrange(40)))
        text = rng.choice(self.texts)
        for _ in range(rng.randrange(4)):
            i, j = sorted(rng.randrange(len(text) + 1) for _ in range(2))
            text = rng.choice(
                [
                    text[:i],
                    text[i:],
                    text[:i] + text[j:],
                    text[:j] + text[i:],
                    text[:i] + rng.choice(CHARACTERS) + text[i:],
                    text[:i] + rng.choice(CHARACTERS) + text[i + 1 :],
                    text[:i] + str(rng.choice(NUMBERS[1:])) + text[i:],
                    text.swapcase(),
                ]
            )[:5000]
        return text if rng.random() < 0.999 else text * 2000

    def any(self) -> Any:
        kind = self.rng.random()
        if kind < 0.45:
            return self.text()
        if kind < 0.7:
            return self.rng.choice(NUMBERS)
        if kind < 0.95:
            return self.rng.choice(self.objects)
        items = [self.any() for _ in range(self.rng.randrange(4))]
        return self.rng.choice([items, tuple(items), Lazy(items), {"key": items}, iter(items)])

    def options(self) -> dict[str, Any]:
        rng = self.rng
        return {
            rng.choice([*OPTIONS, self.text()[:9] or "x"]): self.any()
            for _ in range(rng.randrange(3))
        }

    def state(self) -> bw.State:
        return self.rng.choice(self.states)


# Nothing here may run for long: where a number could ask for that, the deadline has passed.
ENTRY_POINTS: dict[str, Callable[[Garbage], object]] = {
    "start": lambda g: bw.start(g.any()),
    "start with options": lambda g: bw.start(g.rng.choice(NAMES), **g.options()),
    "parse": lambda g: bw.parse(g.rng.choice(NAMES), g.any()),
    "parse text": lambda g: bw.parse(g.rng.choice(NAMES), g.text()),
    "parse with history": lambda g: bw.parse(
        g.rng.choice(NAMES), g.rng.choice(g.texts), history=g.any()
    ),
    "load": lambda g: bw.load(g.any()),
    "load a mutated form": lambda g: bw.load(mutated_save(g)),
    "Game": lambda g: bw.Game(g.any(), **g.options()),
    "Game.parse": lambda g: g.state().game.parse(g.text(), g.rng.choice([None, [g.text()]])),
    "Game.action_text": lambda g: g.state().game.action_text(g.any()),
    "Game.__eq__": lambda g: g.state().game == g.any(),
    "legal_moves": lambda g: g.state().legal_moves(g.any(), g.rng.choice([None, g.any()])),
    "legal_ids": lambda g: g.state().legal_ids(g.any()),
    "legal_mask": lambda g: g.state().legal_mask(g.any(), g.any()),
    "count_legal": lambda g: g.state().count_legal(g.any()),
    "legal_moves_many": lambda g: bw.legal_moves_many(g.any(), g.any()),
    "play": lambda g: g.state().play(g.any()),
    "play text": lambda g: g.state().play(g.text(), style=g.rng.choice(["san", "uci", None])),
    "play with all": lambda g: g.state().play(g.any(), g.any(), g.any()),
    "try_play": lambda g: g.state().try_play(g.any(), g.rng.choice([None, g.any()])),
    "play_many": lambda g: g.state().play_many(g.any()),
    "play_many moves": lambda g: g.state().play_many([g.any(), g.text()]),
    "move_text": lambda g: g.state().move_text(g.any(), g.any(), g.any(), g.any()),
    "move_text from SAN": lambda g: g.state().move_text(g.text(), from_style="san"),
    "action_id": lambda g: g.state().action_id(g.any(), g.rng.choice([None, g.any()])),
    "report": lambda g: g.state().report(g.any()),
    "describe": lambda g: g.state().describe(g.any()),
    "describe_text": lambda g: g.state().describe_text(g.any()),
    "move_in_words": lambda g: g.state().move_in_words(g.any(), g.any(), g.any()),
    "Observation.move_in_words": lambda g: g.state().observe(0).move_in_words(g.any()),
    "observe": lambda g: g.state().observe(g.any()),
    "edit": lambda g: g.state().edit(**g.options()),
    "State.__eq__": lambda g: g.state() == g.any(),
    "perft": lambda g: g.state().perft(g.any(), g.any(), g.any(), deadline=0),
    "perft deadline": lambda g: g.state().perft(1, deadline=g.any()),
    "perft_future": lambda g: ended(g.state().perft_future(g.any(), deadline=0)),
    "divide": lambda g: g.state().divide(g.any(), g.any(), deadline=0),
    "playouts": lambda g: g.state().playouts(g.any(), g.any(), g.any(), g.any(), deadline=0),
    "Cursor": lambda g: bw.Cursor(g.any()),
    "Cursor.play": lambda g: g.state().cursor().play(g.any(), g.rng.choice([None, g.any()])),
    "Cursor.undo": lambda g: g.state().cursor().undo(g.any()),
    "Bot": lambda g: bw.Bot(g.any(), game=g.any(), seed=g.any(), **g.options()),
    "Bot options": lambda g: bw.Bot("random", **{"game": NAMES[0], **g.options()}),
    "decide": lambda g: g.bot.decide(g.any(), deadline=0),
    "decide limits": lambda g: g.bot.decide(
        g.states[0],
        g.rng.choice([None, g.any()]),
        movetime=g.any(),
        deadline=g.any(),
        nodes=g.any(),
        depth=g.any(),
        mate=g.any(),
        lines=g.any(),
        moves=g.any(),
        clock=g.any(),
    ),
    "decide clock": lambda g: g.bot.decide(
        g.states[0],
        clock=cast("Any", {"remaining": g.any(), "increment": g.any(), g.text(): g.any()}),
        moves=[g.any(), g.text()],
    ),
    "analyse": lambda g: list(g.bot.analyse(g.any(), deadline=0)),
    "analyse limits": lambda g: list(
        g.bot.analyse(g.states[0], g.any(), lines=g.any(), moves=g.any(), **g.options())
    ),
}


def ended(future: Any) -> object:
    return future.exception(timeout=30)


def mutated_save(g: Garbage) -> str:
    saved = g.state().save()
    i, j = sorted(g.rng.randrange(len(saved) + 1) for _ in range(2))
    return g.rng.choice([saved[:i] + saved[j:], saved[:i] + g.text() + saved[j:]])


@pytest.mark.parametrize("entry", ENTRY_POINTS)
def test_garbage(entry: str) -> None:
    garbage = Garbage(entry)
    call = ENTRY_POINTS[entry]
    errors: set[str] = set()
    for _ in range(ROUNDS):
        try:
            out = call(garbage)
        except bw.BoardwrightError as error:
            assert error.code != "internal", (entry, error)
            assert str(error), entry
            str(error).encode()
            errors.add(error.code)
        except TypeError as error:
            assert str(error), entry
            errors.add("TypeError")
        except ZeroDivisionError:
            errors.add("their own")  # raised by an argument of ours
        else:
            if isinstance(out, bw.State) and garbage.rng.random() < 0.1:
                assert out.game.parse(out.notation).notation == out.notation
                assert len(out.legal_moves()) == out.count_legal()
    if "__eq__" not in entry:
        assert errors - {"their own"}, "no argument was wrong"


def test_garbage_for_configure() -> None:
    garbage = Garbage("configure")
    wrong = (bw.InvalidOptionError, TypeError, ZeroDivisionError)
    for value in NUMBERS + garbage.objects[1:]:
        number = value if type(value) is int else -1
        if not 1 <= number <= 1024:
            with pytest.raises(wrong):
                bw.configure(threads=value)
        if not 0 <= number < 2**32:
            with pytest.raises(wrong):
                bw.configure(max_queue=value)
    bw.configure()
    bw.configure(None, None)
    bw.configure(threads=os.cpu_count(), max_queue=4096)
