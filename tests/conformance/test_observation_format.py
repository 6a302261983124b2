"""The options of observations: int8 or float32, with the mask or without, in every interface."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.envs.registration import EnvSpec
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test
from sb3_contrib import MaskablePPO

from marriage_env import VectorEnv, marriage_v0
from marriage_env.adapters.sb3 import SB3VecEnv
from marriage_env.interfaces.single_agent import SoloEnv
from marriage_env.interfaces.single_agent_vector import SoloVectorEnv
from tests.conformance.test_pettingzoo import ABOUT_DICT
from tests.faces import FACES

DTYPES = ("int8", "float32")
FORMATS = ("flat", "dict", "rllib")


def parts(seen: Any, observation_format: str) -> tuple[np.ndarray, np.ndarray | None]:
    """The vector and the mask of an observation, whose keys are those of its format."""
    if observation_format == "flat":
        return seen, None
    vector = {"dict": "observation", "rllib": "observations"}[observation_format]
    assert seen.keys() == {vector, "action_mask"}
    assert seen["action_mask"].dtype == np.int8
    return seen[vector], seen["action_mask"]


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("observation_format", FORMATS)
@pytest.mark.parametrize("face", FACES)
def test_every_format_shows_the_same_match(face, observation_format, dtype):
    plain = FACES[face].env(deals=1)
    other = FACES[face].env(deals=1, dtype=dtype, observation_format=observation_format)
    plain.reset(seed=3)
    other.reset(seed=3)
    while plain.agents:
        assert other.agents == plain.agents
        for agent in plain.agents:
            expected, seen = plain.observe(agent), other.observe(agent)
            assert other.observation_space(agent).contains(seen)
            vector, mask = parts(seen, observation_format)
            mask = other.infos[agent]["action_mask"] if mask is None else mask
            assert vector.dtype == dtype
            np.testing.assert_array_equal(vector, expected["observation"])
            np.testing.assert_array_equal(mask, expected["action_mask"])
        over = plain.terminations[plain.agent_selection]
        masks = plain.observe(plain.agent_selection)["action_mask"]
        np.testing.assert_array_equal(other.action_masks(), masks)
        for env in (plain, other):
            env.step(None if over else int(masks.argmax()))


def test_an_illegal_action_is_seen_in_the_infos_of_flat_observations():
    env = marriage_v0.env(observation_format="flat")
    env.reset(seed=1)
    culprit = env.agent_selection
    legal = env.infos[culprit]["action_mask"]
    env.step(int(legal.argmin()))
    assert env.rewards[culprit] < 0
    while env.agents:
        for agent in env.agents:
            mask = env.infos[agent]["action_mask"]
            assert mask.all() if agent == env.agent_selection else not mask.any()
        env.step(None)
    assert env.action_masks().all()


@pytest.mark.parametrize("observation_format", FORMATS)
def test_pettingzoos_tests_pass(observation_format, capsys):
    with warnings.catch_warnings():
        for message in ABOUT_DICT:
            warnings.filterwarnings("ignore", message=message)
        made = {"dtype": "float32", "observation_format": observation_format}
        api_test(marriage_v0.env(**made), num_cycles=300)
        seed_test(lambda: pettingzoo.make("aec", "Marriage-v0", **made), num_cycles=50)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("observation_format", FORMATS)
def test_gymnasiums_checker_passes_without_warnings(observation_format, dtype):
    made = {"dtype": dtype, "observation_format": observation_format}
    check_env(gymnasium.make("Marriage-v0", **made).unwrapped)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("observation_format", FORMATS)
def test_single_games_and_batches_show_the_same(observation_format, dtype):
    """In every format what the default shows, the last observations included."""
    made = {"dtype": dtype, "observation_format": observation_format}
    plain = gymnasium.make_vec("Marriage-v0", num_envs=3, deals=1)
    other = gymnasium.make_vec("Marriage-v0", num_envs=3, deals=1, **made)
    space, single = other.observation_space, other.single_observation_space
    (expected, info), (seen, _) = plain.reset(seed=2), other.reset(seed=2)
    ended = 0
    while ended < 6:
        assert space.contains(seen)
        vector, mask = parts(seen, observation_format)
        assert vector.dtype == dtype
        np.testing.assert_array_equal(vector, expected)
        if mask is not None:
            np.testing.assert_array_equal(mask, info["action_mask"])
        actions = info["action_mask"].argmax(axis=1)
        expected, _, over, _, info = plain.step(actions)
        seen, _, _, _, told = other.step(actions)
        for i in np.flatnonzero(over):
            assert single.contains(told["final_obs"][i])
            last, mask = parts(told["final_obs"][i], observation_format)
            np.testing.assert_array_equal(last, info["final_obs"][i])
            assert mask is None or mask.all()
            ended += 1


@pytest.mark.parametrize("copy", [True, False])
def test_batches_of_whole_games_give_float32(copy):
    plain, floats = VectorEnv(4), VectorEnv(4, dtype="float32", copy=copy)
    expected, seen = plain.reset(seed=1), floats.reset(seed=1)
    for _ in range(30):
        assert seen.observations.dtype == np.float32
        np.testing.assert_array_equal(seen.observations, expected.observations)
        before = seen.observations
        actions = expected.masks.argmax(axis=1)
        expected, seen = plain.step(actions), floats.step(actions)
        assert (seen.observations is before) == (not copy)
    assert VectorEnv(4, dtype="float32", observations=False).reset(seed=1).observations is None


def test_a_spec_read_from_json_keeps_the_format():
    made = gymnasium.make("Trynka-v0", dtype="float32", observation_format="rllib")
    again = gymnasium.make(EnvSpec.from_json(made.spec.to_json()))
    assert again.spec == made.spec
    assert again.observation_space == made.observation_space
    np.testing.assert_array_equal(
        made.reset(seed=1)[0]["observations"], again.reset(seed=1)[0]["observations"]
    )


@pytest.mark.parametrize(
    "make",
    [
        marriage_v0.raw_env,
        marriage_v0.env,
        lambda **made: SoloEnv(game="mariage", **made),
        lambda **made: SoloVectorEnv(2, game="mariage", **made),
    ],
)
def test_wrong_formats_are_named(make):
    for dtype in ("int16", "float", np.float64, int, None, 8, ["int8"], "Float32"):
        with pytest.raises(ValueError, match=r"dtype=.*: expected 'int8' or 'float32'"):
            make(dtype=dtype)
    for wrong in ("Flat", None, 3, ["flat"]):
        with pytest.raises(ValueError, match=r"observation_format=.*'flat' or 'dict' or 'rllib'"):
            make(observation_format=wrong)
    for dtype in (np.float32, np.dtype("float32")):
        make(dtype=dtype)


def test_batches_of_whole_games_name_a_wrong_dtype():
    with pytest.raises(ValueError, match="dtype='float64': expected 'int8' or 'float32'"):
        VectorEnv(1, dtype="float64")


def test_stable_baselines_learns_from_dicts():
    batch = gymnasium.make_vec("Marriage-v0", num_envs=4, deals=1, observation_format="dict")
    env = SB3VecEnv(batch)
    model = MaskablePPO("MultiInputPolicy", env, n_steps=16, batch_size=16, seed=1)
    model.learn(64)


def test_environments_of_all_formats_are_copied():
    env = marriage_v0.raw_env(observation_format="flat", dtype="float32")
    env.reset(seed=1)
    twin = env.clone()
    mask = env.infos[env.agent_selection]["action_mask"].copy()
    env.step(int(mask.argmax()))
    np.testing.assert_array_equal(twin.infos[twin.agent_selection]["action_mask"], mask)
