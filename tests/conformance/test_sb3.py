"""The Stable-Baselines3 adapter keeps the contract of a `VecEnv` and is imported on demand only."""

from __future__ import annotations

import subprocess
import sys

import gymnasium
import numpy as np
import pytest
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.vec_env import VecMonitor

from docs.build_tables import ROOT
from marriage_env.adapters.sb3 import SB3VecEnv
from marriage_env.game import GAMES

IDS = tuple(ids.gym_id for ids in GAMES.values())


def legal_actions(env, rng):
    """A random legal action of every game."""
    masks = get_action_masks(env)
    return (rng.random(masks.shape) * masks).argmax(axis=1)


def play(env, steps, seed):
    """Random play from a seeded reset: every step's observations, rewards, dones and infos."""
    env.seed(seed)
    rng, rows = np.random.default_rng(1), [(env.reset(), None, None, None)]
    for _ in range(steps):
        rows.append(env.step(legal_actions(env, rng)))
    return rows


@pytest.mark.parametrize("name", IDS)
def test_steps_have_the_shapes_of_the_spaces_and_ended_matches_their_last_observation(name):
    env = SB3VecEnv(gymnasium.make_vec(name, num_envs=6, deals=1))
    assert is_masking_supported(env)
    ended = 0
    for observations, rewards, dones, infos in play(env, 60, seed=3)[1:]:
        assert observations.shape == (6, *env.observation_space.shape)
        assert all(env.observation_space.contains(row) for row in observations)
        assert (rewards.shape, dones.shape, dones.dtype) == ((6,), (6,), np.bool_)
        assert len({id(info) for info in infos}) == 6
        for done, info in zip(dones, infos, strict=True):
            assert done == ("terminal_observation" in info)
        for info in (infos[i] for i in np.flatnonzero(dones)):
            ended += 1
            assert env.observation_space.contains(info["terminal_observation"])
            assert info["illegal_action"] is False
            assert 0 <= info["seat"] < 5
    assert ended > 6


def test_a_seed_gives_the_same_matches_and_another_seed_others():
    first, second, other = (
        play(SB3VecEnv(gymnasium.make_vec("Marriage-v0", num_envs=4)), 20, seed)
        for seed in (5, 5, 6)
    )
    for one, again in zip(first, second, strict=True):
        assert all(np.array_equal(a, b) for a, b in zip(one[:3], again[:3], strict=True))
    assert not np.array_equal(first[0][0], other[0][0])


def test_an_illegal_action_ends_the_match_and_its_info_says_so():
    env = SB3VecEnv(gymnasium.make_vec("Marriage-v0", num_envs=3, illegal_reward=-100))
    env.seed(1)
    env.reset()
    actions = legal_actions(env, np.random.default_rng(1))
    actions[1] = np.flatnonzero(get_action_masks(env)[1] == 0)[0]
    _, rewards, dones, infos = env.step(actions)
    assert (rewards[1], dones[1], infos[1]["illegal_action"]) == (-100, True, True)


def test_methods_and_attributes_are_given_for_the_games_asked_for():
    env = SB3VecEnv(gymnasium.make_vec("Marriage-v0", num_envs=4))
    env.reset()
    masks = env.batch.action_masks()
    assert np.array_equal(np.stack(env.env_method("action_masks")), masks)
    assert np.array_equal(np.stack(env.env_method("action_masks", indices=[2, 0])), masks[[2, 0]])
    assert env.get_attr("num_envs", indices=1) == [4]
    assert env.env_is_wrapped(VecMonitor) == [False] * 4
    with pytest.raises(NotImplementedError, match="render: expected 'action_masks'"):
        env.env_method("render")
    with pytest.raises(NotImplementedError, match="share their attributes"):
        env.set_attr("num_envs", 5)


def test_sb3s_wrappers_take_it():
    env = VecMonitor(SB3VecEnv(gymnasium.make_vec("Marriage-v0", num_envs=4, deals=1)))
    episodes = [info["episode"] for row in play(env, 40, seed=2)[1:] for info in row[3] if info]
    assert episodes
    assert all(episode["l"] >= 1 for episode in episodes)


@pytest.mark.parametrize("env", [None, "Marriage-v0", object()])
def test_only_a_batch_of_this_package_is_taken(env):
    with pytest.raises(ValueError, match=r"expected gymnasium.make_vec\('Marriage-v0'"):
        SB3VecEnv(env)


def test_the_package_is_imported_without_stable_baselines3():
    code = """
import sys
for name in ("stable_baselines3", "sb3_contrib", "torch"):
    sys.modules[name] = None  # so that importing it fails
import gymnasium, marriage_env, marriage_env.adapters
gymnasium.make_vec("Marriage-v0", num_envs=2).reset(seed=1)
try:
    import marriage_env.adapters.sb3
except ModuleNotFoundError as error:
    assert error.name.startswith("stable_baselines3"), error
else:
    raise AssertionError("the adapter was imported without its library")
"""
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)
