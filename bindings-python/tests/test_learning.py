"""VecEnv with NumPy arrays."""

import threading
from pathlib import Path

import pytest

import boardwright as bw

numpy = pytest.importorskip("numpy")

GAMES = ["chess", "crazyhouse", "bughouse", "blind", "jarls", "boost", "chess+atomic"]


class Arrays:
    """All arrays of an env, filled with what no call leaves there."""

    def __init__(self, env: bw.VecEnv, kind: str = "uint8") -> None:
        n = len(env)
        self.named = {
            "observations": numpy.full((n, *env.observation_shape), 77, dtype=kind),
            "masks": numpy.ones((n, env.action_count), dtype=bool),
            "rewards": numpy.full((n, len(env.game.seats)), 77, dtype="float32"),
            "terminated": numpy.ones(n, dtype=bool),
            "truncated": numpy.ones(n, dtype="uint8"),
            "seats": numpy.full(n, 77, dtype="uint8"),
        }


@pytest.mark.parametrize("played", GAMES)
def test_masks_and_seats_are_those_of_states(played: str) -> None:
    env = bw.VecEnv(played, 3, seed=4)
    arrays = Arrays(env).named
    env.reset(**arrays)
    states = [env.game.start() for _ in range(3)]
    actions = numpy.zeros(3, dtype="int64")
    for _ in range(40):
        for i, state in enumerate(states):
            seat = int(arrays["seats"][i])
            ids = state.observe(seat).candidate_ids()
            assert numpy.flatnonzero(arrays["masks"][i]).tolist() == sorted(set(ids))
            assert env.notation(i) == state.notation
        env.sample(actions)
        env.step(actions, **arrays)
        for i, action in enumerate(actions.tolist()):
            states[i] = states[i].play(action)
            assert bool(arrays["terminated"][i]) == (states[i].outcome is not None)
            if states[i].outcome is not None:
                states[i] = env.game.start()


def test_floats_are_bytes_in_their_unit() -> None:
    env = bw.VecEnv("crazyhouse", 2)
    units = numpy.array([plane["unit"] for plane in env.layout["planes"]], dtype="float32")
    small, large = Arrays(env).named, Arrays(env, "float32").named
    actions = numpy.zeros(2, dtype="int64")
    for _ in range(50):
        env.sample(actions)
        env.step(actions, **small)
        env.write(observations=large["observations"])
        wanted = small["observations"].astype("float32") / units[None, :, None, None]
        assert (large["observations"] == wanted).all()


def test_a_mate_is_rewarded_and_the_game_starts_anew() -> None:
    env = bw.VecEnv("chess", 1)
    arrays = Arrays(env).named
    ids = {env.game.action_text(i): i for i in range(env.action_count)}
    for move in ["f2f3", "e7e5", "g2g4", "d8h4"]:
        assert env.notation(0)
        env.step(numpy.array([ids[move]]), **arrays)
    assert arrays["rewards"].tolist() == [[-1.0, 1.0]]
    assert arrays["terminated"].tolist() == [True]
    assert arrays["truncated"].tolist() == [0]
    assert env.notation(0) == bw.start("chess").notation
    assert int(arrays["masks"].sum()) == 20


@pytest.mark.parametrize(
    ("named", "message"),
    [
        ({"masks": numpy.zeros((2, 4272), dtype="float32")}, "masks: its items must be bool"),
        ({"masks": numpy.zeros((2, 9000), dtype=bool)[:, ::2]}, "masks: the array is strided"),
        ({"masks": numpy.zeros((1, 4272), dtype=bool)}, "masks: it must have 8544 items"),
        ({"rewards": numpy.zeros((2, 2))}, "rewards: its items must be float32"),
        ({"seats": bytes(2)}, "seats: the array is read-only"),
    ],
)
def test_wrong_arrays_are_refused(named: dict[str, object], message: str) -> None:
    env = bw.VecEnv("chess", 2)
    with pytest.raises(bw.InvalidOptionError, match=message):
        env.reset(**named)  # type: ignore[arg-type]


def test_other_mistakes_are_named() -> None:
    env = bw.VecEnv("chess", 2)
    flags = numpy.zeros(2, dtype=bool)
    with pytest.raises(bw.InvalidOptionError, match="shares memory"):
        env.reset(terminated=flags, truncated=flags)
    with pytest.raises(TypeError, match="masks: takes an array"):
        env.reset(masks=3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="there is no array mask"):
        env.reset(mask=flags)  # type: ignore[call-arg]
    with pytest.raises(bw.IllegalMoveError, match="game 1"):
        env.step(numpy.array([12 * 64 + 28, 0]))
    with pytest.raises(bw.InvalidOptionError, match="int64"):
        env.step(numpy.array([1, 2], dtype="int32"))
    with pytest.raises(bw.UnsupportedError, match="no action ids"):
        bw.VecEnv("chess+berserker", 1)
    with pytest.raises(bw.InvalidOptionError, match="games"):
        bw.VecEnv("chess", 0)
    with pytest.raises(TypeError, match="game: takes a Game or its name"):
        bw.VecEnv(5, 1)  # type: ignore[arg-type]


def test_threads_of_python_share_an_env() -> None:
    env = bw.VecEnv("jarls", 4)

    def play() -> None:
        for _ in range(50):
            env.reset()

    threads = [threading.Thread(target=play) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(env) == 4


def test_seeds_make_trajectories_again_with_any_number_of_threads() -> None:
    def trajectory(threads: int) -> list[str]:
        env = bw.VecEnv("boost", 5, seed=9, threads=threads, ply_limit=20, reseed=True)
        actions = numpy.zeros(5, dtype="int64")
        for _ in range(50):
            env.sample(actions)
            env.step(actions)
        return [env.notation(i) for i in range(5)]

    assert trajectory(1) == trajectory(2)
    assert len(set(trajectory(1))) == 5


@pytest.mark.parametrize(
    ("title", "rules"),
    [
        ("`chess`", bw.Game("chess")),
        ("`crazyhouse`", bw.Game("crazyhouse")),
        ("`bughouse-board`", bw.Game("bughouse-board")),
        ("`bughouse`", bw.Game("bughouse")),
        ("`blind`", bw.Game("blind")),
        ("`jarls`", bw.Game("jarls")),
        ("`jarls` `fog=true`", bw.Game("jarls", fog=True)),
        ("`boost`", bw.Game("boost")),
        ("`chess+piece-hp+three-check`", bw.Game("chess+piece-hp+three-check")),
    ],
)
def test_the_page_lists_the_planes(title: str, rules: bw.Game) -> None:
    page = Path(__file__).parents[2].joinpath("docs", "learning.md").read_text(encoding="utf-8")
    section = page.split(f"\n### {title}\n")[1].split("\n### ")[0]
    rows = [line for line in section.splitlines() if line.startswith("| `")]
    planes = bw.VecEnv(rules, 1).layout["planes"]
    assert rows == [f"| `{p['name']}` | {p['doc']} | {p['unit']} |" for p in planes]


def test_masks_of_many_states_are_those_of_each() -> None:
    start = bw.start("crazyhouse")
    states = [start.play(move) for move in start.legal_moves()] * 60
    masks = numpy.ones((len(states), start.game.action_count), bool)
    assert bw.legal_masks(states, masks) == masks.sum() == sum(s.count_legal() for s in states)
    for state, mask in zip(states, masks, strict=True):
        assert numpy.flatnonzero(mask).tolist() == sorted(state.legal_ids())
    assert bw.legal_masks([], masks[:0]) == 0
    with pytest.raises(bw.InvalidOptionError, match="out: it must have"):
        bw.legal_masks(states[1:], masks)
    with pytest.raises(bw.InvalidOptionError, match="state 1 is of another game"):
        bw.legal_masks([start, bw.start("chess")], masks[:2])
    with pytest.raises(bw.UnsupportedError):
        bw.legal_masks([bw.start("chess+berserker")], masks[0])


@pytest.mark.parametrize("played", GAMES)
def test_ids_of_many_states_and_states_after_many_moves(played: str) -> None:
    states = [bw.start(played)]
    for number in range(60):
        moves = states[-1].legal_moves()
        ended = states[-1].outcome is not None or not moves
        states.append(bw.start(played) if ended else states[-1].play(moves[number % len(moves)]))
    ids, offsets = (numpy.asarray(array) for array in bw.legal_ids_many(states))
    assert (ids.dtype, offsets.dtype) == (numpy.uint32, numpy.uint64)
    each = numpy.split(ids, offsets[1:-1].astype(int))
    assert [part.tolist() for part in each] == [state.legal_ids() for state in states]
    assert len(offsets) == len(states) + 1
    open_ones = [state for state in states if state.count_legal()]
    first = numpy.array([state.legal_ids()[0] for state in open_ones])
    texts = [state.legal_moves()[0] for state in open_ones]
    wanted = [state.play(text) for state, text in zip(open_ones, texts, strict=True)]
    assert bw.play_many_states(open_ones, first) == wanted
    assert bw.play_many_states(iter(open_ones), texts) == wanted
    assert bw.play_many_states([], []) == []


def test_wrong_moves_of_many_states_are_named() -> None:
    start = bw.start("chess")
    with pytest.raises(bw.IllegalMoveError, match=r"^state 1: "):
        bw.play_many_states([start, start], ["e2e4", "e2e5"])
    with pytest.raises(bw.InvalidOptionError, match="there must be 2, as many as states, not 1"):
        bw.play_many_states([start, start], ["e2e4"])
    with pytest.raises(bw.UnsupportedError, match=r"^state 1: "):
        bw.legal_ids_many([start, bw.start("chess+berserker")])
    after = bw.play_many_states([start, bw.start("crazyhouse")], ["Nf3", "Nf3"], style="san")
    assert [state.game.name for state in after] == ["chess", "crazyhouse"]
    ids, offsets = bw.legal_ids_many([])
    assert (len(ids), numpy.asarray(offsets).tolist()) == (0, [0])


def test_planes_of_an_observation_are_written_in_both_kinds() -> None:
    env = bw.VecEnv("crazyhouse", 1)
    seen = bw.start("crazyhouse").play("e2e4").observe("black")
    small = numpy.full(env.observation_shape, 77, "uint8")
    large = numpy.full(env.observation_shape, 77, "float32")
    seen.planes(small)
    seen.planes(large)
    units = numpy.array([plane["unit"] for plane in env.layout["planes"]], "float32")
    assert (large == small.astype("float32") / units[:, None, None]).all()
    with pytest.raises(bw.InvalidOptionError, match="out: it must have"):
        seen.planes(small[1:])


@pytest.mark.parametrize("played", ["blind", "jarls"])
def test_masks_of_candidates_come_from_the_observation(played: str) -> None:
    options = {"fog": True} if played == "jarls" else {}
    state = bw.start(played, **options)
    seen = state.observe(state.live[0])
    mask = numpy.ones(state.game.action_count, bool)
    assert seen.candidate_mask(mask) == len(seen.candidates())
    assert numpy.flatnonzero(mask).tolist() == sorted(seen.candidate_ids())
    with pytest.raises(bw.InvalidOptionError, match="out: it must have"):
        seen.candidate_mask(mask[1:])
