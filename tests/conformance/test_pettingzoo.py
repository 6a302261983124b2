"""What users of PettingZoo rely on: its own suites, and the life of agents from reset to drain."""

from __future__ import annotations

import random
import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel
from pettingzoo.utils.wrappers import (
    AssertOutOfBoundsWrapper,
    BaseWrapper,
    OrderEnforcingWrapper,
    TerminateIllegalWrapper,
)

from marriage_env import IllegalAction, marriage_v0
from tests.play import HARD, KINDS, legal, play_out

ABOUT_DICT = [
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box",
]


@pytest.mark.parametrize("make", [marriage_v0.env, marriage_v0.raw_env])
def test_api_test_gives_only_its_two_warnings_about_dicts(make, capsys):
    with warnings.catch_warnings():
        for message in ABOUT_DICT:
            warnings.filterwarnings("ignore", message=message)
        api_test(make(), num_cycles=1000)


@pytest.mark.parametrize("kind", KINDS)
def test_seed_test(kind):
    seed_test(lambda: marriage_v0.env(rules=kind), num_cycles=100)


def test_spaces_and_seats_are_there_before_reset():
    env = marriage_v0.env(num_players=7)
    assert env.possible_agents == [f"player_{seat}" for seat in range(7)]
    assert env.action_space("player_3") is env.action_space("player_3")
    assert env.observation_space("player_3") is env.observation_space("player_3")
    assert env.unwrapped.metadata["is_parallelizable"] is False


@pytest.mark.parametrize("name", ["agents", "rewards", "agent_selection", "infos", "num_agents"])
def test_attributes_before_reset_say_so(name):
    with pytest.raises(AttributeError, match=f"{name} cannot be accessed before reset"):
        getattr(marriage_v0.env(), name)


def test_the_wrappers_are_pettingzoos_own():
    env = marriage_v0.env()
    kinds = [OrderEnforcingWrapper, AssertOutOfBoundsWrapper, TerminateIllegalWrapper]
    for kind in kinds:
        assert isinstance(env, kind)
        env = env.env
    assert isinstance(env, marriage_v0.raw_env)
    for call in ("observe", "step", "render"):
        with pytest.raises(AssertionError, match="reset"):
            getattr(marriage_v0.env(), call)(*([0] if call != "render" else []))


class Counting(BaseWrapper):
    """A user's wrapper, which reaches the environment's own helpers."""

    def step(self, action):
        """Count the moves."""
        self.moves = getattr(self, "moves", 0) + 1
        super().step(action)


def test_a_users_wrapper_around_it_works():
    env = Counting(marriage_v0.env(deals=1))
    env.reset(seed=1)
    for _ in env.agent_iter():
        observation, _, terminated, _, _ = env.last()
        env.step(None if terminated else int(observation["action_mask"].argmax()))
    assert env.moves > 25
    assert env.unwrapped.chips.sum() + sum(env.unwrapped.boxes.values()) == 0


def test_calls_before_reset_say_so():
    raw = marriage_v0.raw_env()
    for call in (lambda: raw.step(0), lambda: raw.observe("player_0"), lambda: raw.chips):
        with pytest.raises(RuntimeError, match="reset"):
            call()


@pytest.mark.parametrize("choose", [min, max])
@pytest.mark.parametrize("kind", KINDS)
def test_all_seats_end_in_the_same_step_and_drain_once_each(kind, choose):
    env = marriage_v0.raw_env(num_players=6, rules=kind, deals=2)
    env.reset(seed=5)
    while not any(env.terminations.values()):
        assert env.phase.name != "OVER"
        env.step(choose(legal(env)))
    assert env.phase.name == "OVER"
    assert all(env.terminations.values())
    assert env.agents == env.possible_agents
    drained = []
    while env.agents:
        drained.append(env.agent_selection)
        *_, terminated, truncated, _ = env.last()
        assert terminated
        assert not truncated
        env.step(None)
    assert sorted(drained) == sorted(env.possible_agents)


def test_a_dead_seat_takes_only_none():
    env = marriage_v0.raw_env(deals=1)
    env.reset(seed=1)
    for _ in play_out(env, random.Random(0)):
        pass
    with pytest.raises(ValueError, match="dead"):
        env.step(3)


def test_reset_in_the_middle_of_the_drain_brings_every_seat_back():
    env = marriage_v0.env(deals=1)
    env.reset(seed=1)
    for _ in play_out(env.unwrapped, random.Random(0)):
        pass
    env.step(None)
    env.step(None)
    env.reset()
    assert env.agents == env.possible_agents
    assert env.agents is not env.possible_agents
    for _ in play_out(env.unwrapped, random.Random(0)):
        pass


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("players", range(5, 11))
def test_rewards_are_the_chips_that_moved(kind, players):
    env = marriage_v0.env(num_players=players, rules=kind, deals=2)
    env.reset(seed=players)
    rng = random.Random(players)
    told = dict.fromkeys(env.possible_agents, 0.0)
    booked = np.zeros(players)
    for agent in env.agent_iter():
        observation, reward, terminated, _, _ = env.last()
        told[agent] += reward
        if terminated:
            env.step(None)
            continue
        env.step(rng.choice(np.flatnonzero(observation["action_mask"]).tolist()))
        booked += [env.rewards[name] for name in env.possible_agents]
        assert booked.tolist() == env.unwrapped.chips.tolist()
        assert env.unwrapped.chips.sum() + sum(env.unwrapped.boxes.values()) == 0
    assert list(told.values()) == env.unwrapped.chips.tolist()


def test_infos_are_there_for_every_seat_at_every_step():
    env = marriage_v0.raw_env(rules=HARD, deals=1)
    env.reset(seed=3)
    for _ in play_out(env, random.Random(1)):
        assert env.infos.keys() == set(env.agents)


def test_only_the_seat_asked_has_a_mask_and_its_samples_are_legal():
    env = marriage_v0.raw_env(num_players=8, rules=HARD, deals=2)
    env.reset(seed=11)
    for action in play_out(env, random.Random(2)):
        for agent in env.agents:
            mask = env.observe(agent)["action_mask"]
            assert mask.dtype == np.int8
            assert mask.shape == (62,)
            assert mask.any() == (agent == env.agent_selection)
        mask = env.observe(env.agent_selection)["action_mask"]
        assert mask[action]
        assert mask[env.action_space(env.agent_selection).sample(mask)]


def test_observing_changes_nothing_and_stays_in_the_space():
    env = marriage_v0.raw_env(num_players=9, rules=HARD, deals=1)
    env.reset(seed=2)
    for _ in play_out(env, random.Random(3)):
        before = env._states.tobytes()
        for agent in env.possible_agents:
            assert env.observation_space(agent).contains(env.observe(agent))
        assert env._states.tobytes() == before
    for agent in env.possible_agents:
        assert env.observation_space(agent).contains(env.observe(agent))


def test_an_illegal_action_through_env_costs_its_player_alone_and_ends_the_match():
    env = marriage_v0.env(illegal_reward=-3)
    env.reset(seed=1)
    agent = env.agent_selection
    mask = env.observe(agent)["action_mask"]
    env.step(int(np.flatnonzero(mask == 0)[0]))
    assert env.rewards[agent] == -3
    assert all(reward == 0 for name, reward in env.rewards.items() if name != agent)
    assert all(env.terminations.values())
    while env.agents:
        env.step(None)


def test_an_action_outside_the_space_is_refused_by_env():
    env = marriage_v0.env()
    env.reset(seed=1)
    with pytest.raises(AssertionError, match="not in action space"):
        env.step(62)


@pytest.mark.parametrize("wrong", [-1, 62, 10**30])
def test_raw_env_names_an_illegal_action_and_changes_nothing(wrong):
    env = marriage_v0.raw_env()
    env.reset(seed=1)
    before = env._states.tobytes()
    with pytest.raises(IllegalAction, match=rf"{env.agent_selection}: action {wrong} .*legal: "):
        env.step(wrong)
    assert env._states.tobytes() == before
    assert len(env.events) == len(marriage_and_events(1))


def marriage_and_events(seed):
    """The events of a match that has just begun."""
    env = marriage_v0.raw_env()
    env.reset(seed=seed)
    return env.events


@pytest.mark.parametrize("wrong", [1.0, True, np.True_, None, "QH", [3], np.array([3]), 3 + 0j])
def test_what_is_no_integer_is_no_action(wrong):
    env = marriage_v0.raw_env()
    env.reset(seed=1)
    before = env._states.tobytes()
    with pytest.raises((TypeError, ValueError), match="action"):
        env.step(wrong)
    assert env._states.tobytes() == before


@pytest.mark.parametrize("kind", [int, np.int8, np.uint8, np.int64, np.array])
def test_any_integer_is_as_good_as_an_int(kind):
    env = marriage_v0.raw_env()
    env.reset(seed=1)
    env.step(kind(legal(env)[0]))
    assert len(env.events) > len(marriage_and_events(1))


def test_conversion_to_a_parallel_game_keeps_the_rewards():
    env = turn_based_aec_to_parallel(marriage_v0.env(num_players=5, deals=1))
    assert not env.metadata["is_parallelizable"]
    observations, _ = env.reset(seed=4)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    while env.agents:
        actions = {
            agent: int(seen["action_mask"].argmax()) if seen["action_mask"].any() else None
            for agent, seen in observations.items()
        }
        observations, rewards, *_ = env.step(actions)
        for agent, reward in rewards.items():
            totals[agent] += reward
    assert list(totals.values()) == env.unwrapped.chips.tolist()
