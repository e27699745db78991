"""Environments of PettingZoo and Gymnasium, and names of OpenSpiel."""

import itertools
import random
from typing import Any

import pytest

import boardwright as bw
from boardwright import rl
from support import NUMBERED, python

numpy = pytest.importorskip("numpy")

CHOICES = [*(name for name in NUMBERED if name != "phantom-tic-tac-toe"), "jarls fog"]


# Checkers advise pictures, one-dimensional observations and symmetric actions.
ADVICE = pytest.mark.filterwarnings("ignore")


def options(played: str) -> tuple[str, dict[str, Any]]:
    name, *fog = played.split()
    return name, {"fog": True} if fog else {}


def needs(module: str) -> Any:
    return pytest.importorskip(module, reason=f"{module} is not installed: requirements-dev.txt")


@ADVICE
@pytest.mark.parametrize("played", CHOICES)
def test_pettingzoo_accepts_it(played: str) -> None:
    needs("pettingzoo")
    name, given = options(played)
    from pettingzoo.test import api_test  # type: ignore[import-untyped]

    api_test(rl.aec(name, ply_limit=60, **given), num_cycles=200)


@ADVICE
@pytest.mark.parametrize("played", CHOICES)
def test_pettingzoo_finds_seeds_the_same(played: str) -> None:
    needs("pettingzoo")
    name, given = options(played)
    from pettingzoo.test import seed_test

    seed_test(lambda: rl.aec(name, ply_limit=30, **given), num_cycles=60)


@pytest.mark.parametrize("played", CHOICES)
def test_agents_play_the_game_of_states(played: str) -> None:
    needs("pettingzoo")
    name, given = options(played)
    env = rl.aec(name, ply_limit=80, **given)
    rng = random.Random(3)
    env.reset(seed=3)
    state = env.game.start()
    while not any(env.terminations.values()) and not any(env.truncations.values()):
        agent = env.agent_selection
        assert agent in state.live
        for other in env.agents:
            mask = env.observe(other)["action_mask"]
            wanted = state.observe(other).candidate_ids() if other == agent else []
            assert numpy.flatnonzero(mask).tolist() == sorted(set(wanted))
        action = rng.choice(state.observe(agent).candidate_ids())
        env.step(action)
        state = state.play(action, agent)
    outcome = state.outcome
    assert any(env.terminations.values()) == (outcome is not None)
    for agent in env.agents:
        if outcome is None or outcome.draw:
            assert env.rewards[agent] == 0
        else:
            assert env.rewards[agent] == (1 if agent in outcome.winners else -1)


def test_the_mated_side_is_told_so() -> None:
    needs("pettingzoo")
    env = rl.aec("chess")
    env.reset(seed=1)
    state = env.game.start()
    for move in ["f2f3", "e7e5", "g2g4", "d8h4"]:
        env.step(state.action_id(move))
        state = state.play(move)
    assert env.rewards == {"white": -1.0, "black": 1.0}
    observation, reward, terminated, truncated, _ = env.last()
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert not observation["action_mask"].any()
    env.step(None)
    assert env.agents == ["black"]
    env.step(None)
    assert env.agents == []
    with pytest.raises(bw.GameOverError):
        env.step(None)


def test_illegal_actions_change_nothing() -> None:
    needs("pettingzoo")
    env = rl.aec("chess")
    env.reset(seed=1)
    before = env.observe("white")
    with pytest.raises(bw.IllegalMoveError):
        env.step(0)
    with pytest.raises(bw.InvalidOptionError, match="action: None"):
        env.step(None)
    after = env.observe("white")
    assert all((before[name] == after[name]).all() for name in before)
    assert env.agent_selection == "white"
    learner = rl.single("chess")
    learner.reset(seed=1)
    with pytest.raises(bw.IllegalMoveError):
        learner.step(0)
    legal = int(numpy.flatnonzero(before["action_mask"])[0])
    assert learner.step(legal)[2] is False


@pytest.mark.parametrize("hides", ["blind", "berkeley", "crazykrieg", "fog", "rbc"])
def test_what_a_seat_cannot_tell_apart_looks_the_same(hides: str) -> None:
    needs("pettingzoo")
    seen: dict[tuple[str, str], set[bytes]] = {}
    notations: dict[tuple[str, str], set[str]] = {}
    for number in range(60):
        rng = random.Random(number % 5)  # the same first move for many
        env = rl.aec("blind", rules=hides)
        env.reset(seed=number)
        state = env.game.start()
        for ply in range(6):
            if state.outcome is not None:
                break
            agent = env.agent_selection
            known = (agent, state.observe(agent).text)
            shown = env.observe(agent)
            seen.setdefault(known, set()).add(b"".join(a.tobytes() for a in shown.values()))
            notations.setdefault(known, set()).add(state.notation)
            assert env.infos[agent] == {}
            if ply == 1:
                rng = random.Random(number)
            action = rng.choice(sorted(state.observe(agent).candidate_ids()))
            env.step(action)
            state = state.play(action, agent)
    assert max(map(len, notations.values())) > 1, "no two states that look the same came up"
    assert set(map(len, seen.values())) == {1}


@ADVICE
@pytest.mark.parametrize("played", CHOICES)
def test_gymnasium_accepts_it(played: str) -> None:
    needs("gymnasium")
    from gymnasium.utils.env_checker import check_env

    name, given = options(played)
    env = rl.single(name, illegal="lose", ply_limit=60, **given)
    check_env(env, skip_render_check=True)


@pytest.mark.parametrize("played", CHOICES)
def test_a_learner_meets_bots_and_seeds_repeat_it(played: str) -> None:
    needs("gymnasium")
    name, given = options(played)

    def episode(seed: int) -> list[Any]:
        env = rl.single(name, seat=1, ply_limit=40, **given)
        rng = random.Random(7)
        shown, _ = env.reset(seed=seed)
        told: list[Any] = []
        for _ in range(100):
            told.append(b"".join(array.tobytes() for array in shown.values()))
            shown, reward, terminated, truncated, _ = env.step(
                rng.choice(numpy.flatnonzero(shown["action_mask"]).tolist())
            )
            if terminated or truncated:
                assert not shown["action_mask"].any()
                with pytest.raises(bw.GameOverError):
                    env.step(0)
                return [*told, reward, terminated, truncated]
        raise AssertionError

    first = episode(1)
    assert episode(1) == first
    assert any(episode(seed) != first for seed in range(2, 8))


def test_vectors_are_those_of_vecenv() -> None:
    needs("gymnasium")
    env = rl.vector("crazyhouse", 3, threads=1, ply_limit=20)
    plain = bw.VecEnv("crazyhouse", 3, seed=5, threads=1, ply_limit=20)
    shown, infos = env.reset(seed=5)
    assert infos["seats"].tolist() == [0, 0, 0]
    plain.reset(seed=5)
    actions = numpy.zeros(3, dtype="int64")
    masks = numpy.zeros((3, plain.action_count), dtype=bool)
    ended = 0
    for _ in range(60):
        assert env.observation_space.contains(shown)
        plain.sample(actions)
        plain.step(actions, masks=masks)
        shown, rewards, terminated, truncated, infos = env.step(actions)
        assert (shown["action_mask"] == masks).all()
        assert rewards.shape == terminated.shape == (3,)
        ended += int((terminated | truncated).sum())
    assert ended >= 6
    with pytest.raises(bw.IllegalMoveError, match="game 0"):
        env.step(numpy.zeros(3, dtype="int64"))


def test_a_mate_is_the_movers_reward() -> None:
    needs("gymnasium")
    env = rl.vector("chess", 1)
    env.reset(seed=1)
    state = bw.start("chess")
    for move in ["f2f3", "e7e5", "g2g4", "d8h4"]:
        _, rewards, terminated, _, infos = env.step(numpy.array([state.action_id(move)]))
        state = state.play(move)
    assert rewards.tolist() == [1.0]
    assert terminated.tolist() == [True]
    assert infos["rewards"].tolist() == [[-1.0, 1.0]]


def test_mistakes_are_named() -> None:
    needs("pettingzoo")
    wrong: list[tuple[type[Exception], str, Any]] = [
        (bw.UnknownGameError, "go", lambda: rl.aec("go")),
        (bw.UnsupportedError, "no action ids", lambda: rl.aec("chess+berserker")),
        (bw.InvalidOptionError, "fog", lambda: rl.aec("chess", fog=True)),
        (bw.InvalidOptionError, "fog", lambda: rl.aec(bw.Game("jarls"), fog=True)),
        (bw.InvalidOptionError, "observations", lambda: rl.aec("chess", observations="u8")),  # type: ignore[arg-type]
        (bw.InvalidOptionError, "seat", lambda: rl.single("chess", seat=2)),
        (bw.InvalidOptionError, "seat", lambda: rl.single("chess", seat="red")),
        (bw.InvalidOptionError, "illegal", lambda: rl.single("chess", illegal="no")),  # type: ignore[arg-type]
        (bw.UnknownBotError, "clever", lambda: rl.single("chess", opponent="clever")),
        (bw.InvalidOptionError, "games", lambda: rl.vector("chess", 0)),
        (bw.InvalidOptionError, "x", lambda: rl.vector("chess", 1).reset(options={"x": 1})),
        (bw.InvalidOptionError, "x", lambda: rl.single("chess").reset(options={"x": 1})),
    ]
    for error, message, call in wrong:
        with pytest.raises(error, match=message):
            call()


def test_what_is_missing_is_said() -> None:
    done = python("""
        import sys
        sys.modules["gymnasium"] = sys.modules["pettingzoo"] = None
        import boardwright as bw
        from boardwright import rl
        for call in (lambda: rl.aec("chess"), lambda: rl.single("chess"),
                     lambda: rl.vector("chess", 1)):
            try:
                call()
            except bw.UnsupportedError as error:
                print(error)
    """)
    assert done.stdout.count("pip install 'boardwright[rl]'") == 3


@pytest.mark.parametrize("played", ["chess", "crazyhouse", "jarls", "boost", "blind"])
def test_names_of_openspiel(played: str) -> None:
    rng = random.Random(2)
    state = rl.OpenSpielState(played)
    plain = bw.start(played)
    for _ in itertools.takewhile(lambda _: not state.is_terminal(), range(80)):
        player = state.current_player()
        assert state.state.game.seats[player] == plain.to_move
        ids = state.legal_actions()
        assert ids == sorted(plain.observe(player).candidate_ids())
        assert [i for i, one in enumerate(state.legal_actions_mask()) if one] == ids
        assert state.legal_actions((player + 1) % state.num_players()) == []
        before = state.clone()
        state.apply_action(action := rng.choice(ids))
        plain = plain.play(action)
        assert str(state) == plain.notation
        assert before.history() == state.history()[:-1]
    assert state.returns() == [0.0, 0.0] or state.is_terminal()


def test_openspiel_states_end_and_refuse() -> None:
    state = rl.OpenSpielState("chess")
    for move in ["f2f3", "e7e5", "g2g4", "d8h4"]:
        assert state.action_to_string(0, state.string_to_action(move)) == move
        state.apply_action(state.string_to_action(move))
    assert state.is_terminal()
    assert state.current_player() == -4
    assert state.legal_actions() == []
    assert state.returns() == [-1.0, 1.0]
    with pytest.raises(bw.GameOverError):
        state.apply_action(1)
    with pytest.raises(bw.UnsupportedError, match="several seats"):
        rl.OpenSpielState("bughouse")
    with pytest.raises(bw.UnsupportedError, match="no action ids"):
        rl.OpenSpielState("chess+berserker")
