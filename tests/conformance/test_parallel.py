"""The games as PettingZoo's parallel environments."""

from __future__ import annotations

import copy
import warnings
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import parallel_api_test, parallel_seed_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel_wrapper

from marriage_env import marriage_v0
from tests.conformance.test_observation_format import FORMATS
from tests.faces import FACES


def choose(mask: np.ndarray, rng: np.random.Generator) -> int:
    """A random legal action."""
    return int(rng.choice(np.flatnonzero(mask)))


def to_act(infos: Any) -> str:
    """The seat whose action counts; no other seat is told which one it is."""
    assert all(info.keys() - {"action_mask"} == {"to_act"} for info in infos.values())
    (agent,) = [agent for agent, info in infos.items() if info["to_act"]]
    return agent


def play(env: Any, seed: int) -> dict[str, float]:
    """Play a match at random; the total rewards."""
    rng = np.random.default_rng(seed)
    observations, infos = env.reset(seed=seed)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    while env.agents:
        actions = {
            agent: choose(seen["action_mask"], rng) if agent == to_act(infos) else 10**9
            for agent, seen in observations.items()
        }
        observations, rewards, terminated, truncated, infos = env.step(actions)
        assert rewards.keys() == terminated.keys() == truncated.keys() == observations.keys()
        assert rewards.keys() == infos.keys() == set(env.possible_agents)
        for agent, reward in rewards.items():
            totals[agent] += reward
    return totals


def play_in_turns(env: Any, seed: int) -> dict[str, float]:
    """Play the same match with the environment of turns; the total rewards."""
    rng = np.random.default_rng(seed)
    env.reset(seed=seed)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, over, _, _ = env.last()
        totals[agent] += reward
        env.step(None if over else choose(seen["action_mask"], rng))
    return totals


@pytest.mark.parametrize("face", FACES)
def test_total_rewards_are_kept(face):
    """They are the final chips, and those of the same match in turns."""
    some = False
    for seed in range(8):
        env = FACES[face].parallel_env(deals=3)
        totals = play(env, seed)
        some |= any(totals.values())
        assert list(totals.values()) == env.unwrapped.chips.tolist()
        assert totals == play_in_turns(FACES[face].env(deals=3), seed)
    assert some


@pytest.mark.parametrize("face", FACES)
def test_pettingzoos_tests_pass(face, capsys):
    parallel_api_test(FACES[face].parallel_env(), num_cycles=300)
    parallel_seed_test(FACES[face].parallel_env, num_cycles=50)


@pytest.mark.parametrize("observation_format", FORMATS)
def test_masks_are_ones_where_actions_are_ignored(observation_format):
    env = marriage_v0.parallel_env(deals=1, observation_format=observation_format)
    observations, infos = env.reset(seed=1)
    while env.agents:
        told = infos if observation_format == "flat" else observations
        masks = {agent: told[agent]["action_mask"] for agent in env.agents}
        turn = to_act(infos)
        np.testing.assert_array_equal(masks.pop(turn), env.unwrapped.action_masks())
        assert all(mask.all() for mask in masks.values())
        legal = int(env.unwrapped.action_masks().argmax())
        observations, _, _, _, infos = env.step(dict.fromkeys(env.agents, legal))
    told = infos if observation_format == "flat" else observations
    assert all(one["action_mask"].all() for one in told.values())


@pytest.mark.parametrize("name", ["Marriage-v0", "Trynka-v0", "SmallMariage-v0"])
@pytest.mark.parametrize("observation_format", FORMATS)
def test_pettingzoo_makes_it(name, observation_format):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = pettingzoo.make(
            "parallel", name, deals=1, dtype="float32", observation_format=observation_format
        )
    assert isinstance(env, turn_based_aec_to_parallel_wrapper)
    observations, infos = env.reset(seed=1)
    for agent, seen in observations.items():
        assert env.observation_space(agent).contains(seen)
        assert (observation_format == "flat") == ("action_mask" in infos[agent])


def test_the_state_is_that_of_the_game():
    env = marriage_v0.parallel_env()
    env.reset(seed=1)
    np.testing.assert_array_equal(env.state(), env.unwrapped.state())
    assert env.state_space.contains(env.state())
    twin = copy.deepcopy(env)
    legal = int(env.unwrapped.action_masks().argmax())
    env.step(dict.fromkeys(env.agents, legal))
    assert (twin.state() != env.state()).any()
    env.close()


def test_an_illegal_action_ends_the_match():
    env = marriage_v0.parallel_env(illegal_reward=-5)
    observations, _ = env.reset(seed=1)
    culprit = env.unwrapped.agent_selection
    illegal = int(observations[culprit]["action_mask"].argmin())
    _, rewards, terminated, _, _ = env.step(dict.fromkeys(env.agents, illegal))
    assert rewards == {agent: -5 if agent == culprit else 0 for agent in env.possible_agents}
    assert all(terminated.values())
    assert not env.agents
