"""VectorEnv: game i is the single game of its seed, whatever the batch and the threads."""

from __future__ import annotations

import numpy as np
import pytest

from marriage_env import IllegalAction, Rules, VectorEnv, marriage_v0
from tests.play import HARD, KINDS


def choose(masks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A random legal action a row."""
    return (rng.random(masks.shape) * masks).argmax(axis=1)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("players", "threads"), [(5, 1), (7, 3), (10, 2)])
def test_every_game_equals_the_single_game_of_its_seed_step_by_step(kind, players, threads):
    batch = VectorEnv(7, players, kind, deals=2, threads=threads)
    root = np.random.SeedSequence(11)
    singles = []
    for i in range(7):
        env = marriage_v0.raw_env(num_players=players, rules=kind, deals=2)
        env.reset(seed=np.random.SeedSequence(root.entropy, spawn_key=(i,)))
        singles.append(env)
    observations, masks, seats = batch.reset(seed=11)
    rng, ended = np.random.default_rng(0), np.zeros(7, int)
    while ended.min() < 2:
        for i, env in enumerate(singles):
            assert env.agent_selection == f"player_{seats[i]}"
            seen = env.observe(env.agent_selection)
            np.testing.assert_array_equal(observations[i], seen["observation"])
            np.testing.assert_array_equal(masks[i], seen["action_mask"])
        actions = choose(masks, rng)
        observations, masks, seats, rewards, done = batch.step(actions)
        for i, env in enumerate(singles):
            env.step(int(actions[i]))
            assert rewards[i].tolist() == list(env.rewards.values())
            assert done[i] == any(env.terminations.values())
        for i in np.flatnonzero(done):
            singles[i].reset()
        ended += done
    batch.close()


@pytest.mark.parametrize(("num_envs", "threads"), [(1, 1), (3, 2), (40, 3)])
def test_batch_size_and_threads_change_nothing(num_envs, threads):
    wide = VectorEnv(40, 6, HARD, threads=1)
    other = VectorEnv(num_envs, 6, HARD, threads=threads)
    _, masks, _ = wide.reset(seed=3)
    other.reset(seed=3)
    rng = np.random.default_rng(1)
    for _ in range(150):
        actions = choose(masks, rng)
        observations, masks, _, rewards, _ = wide.step(actions)
        seen, _, _, paid, _ = other.step(actions[:num_envs])
        np.testing.assert_array_equal(observations[:num_envs], seen)
        np.testing.assert_array_equal(rewards[:num_envs], paid)
    other.close()


def test_arrays_are_the_callers_own_or_reused_as_asked():
    own, reused = VectorEnv(4), VectorEnv(4, copy=False)
    results = []
    for env in (own, reused):
        first = env.reset(seed=1)
        second = env.step(first[1].argmax(axis=1))
        results.append([np.shares_memory(a, b) for a, b in zip(first, second, strict=False)])
    assert results == [[False] * 3, [True] * 3]


def test_without_observations_none_stand_in_their_place():
    env = VectorEnv(3, observations=False)
    observations, masks, seats = env.reset(seed=1)
    assert observations is None
    assert env.views()["seat"].tolist() == seats.tolist()
    assert env.step(masks.argmax(axis=1))[0] is None


def test_an_illegal_action_names_its_game_and_no_game_moves():
    env = VectorEnv(5)
    _, masks, seats = env.reset(seed=1)
    actions = masks.argmax(axis=1)
    actions[3] = 61
    before = env.states.tobytes()
    message = rf"game 3, seat {seats[3]}: action 61 \(DONE\) is not legal now; legal: "
    with pytest.raises(IllegalAction, match=message):
        env.step(actions)
    assert env.states.tobytes() == before


@pytest.mark.parametrize("wrong", [np.zeros(5), np.zeros(4, int), [0.5] * 5])
def test_what_are_no_actions_is_named(wrong):
    env = VectorEnv(5)
    env.reset(seed=1)
    with pytest.raises(ValueError, match=r"expected \(5,\) integers"):
        env.step(wrong)


def test_step_before_reset_says_so():
    with pytest.raises(RuntimeError, match="reset"):
        VectorEnv(2).step(np.zeros(2, int))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"num_envs": 0}, "num_envs=0"),
        ({"num_envs": 2, "threads": 0}, "threads=0"),
        ({"num_envs": 2, "num_players": 11}, "num_players=11"),
    ],
)
def test_wrong_arguments_are_named(arguments, message):
    with pytest.raises(ValueError, match=message):
        VectorEnv(**arguments)


@pytest.mark.parametrize("players", range(5, 11))
def test_every_seat_wins_and_loses(players):
    env = VectorEnv(60, players, Rules.typical(), deals=2, observations=False)
    _, masks, _ = env.reset(seed=1)
    rng = np.random.default_rng(0)
    won, lost = np.zeros(players, bool), np.zeros(players, bool)
    for _ in range(300):
        _, masks, _, rewards, _ = env.step(choose(masks, rng))
        assert rewards.shape == (60, players)
        won |= (rewards > 0).any(axis=0)
        lost |= (rewards < 0).any(axis=0)
    assert won.all()
    assert lost.all()
