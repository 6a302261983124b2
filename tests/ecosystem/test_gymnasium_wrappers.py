"""Gymnasium's vector wrappers around batches: those that there are for vectors, in both modes."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.wrappers import vector as wrappers

from marriage_env.interfaces.single_agent_vector import SoloVectorEnv

OF_OBSERVATIONS = {
    "DtypeObservation": lambda env: wrappers.DtypeObservation(env, np.float32),
    "FlattenObservation": wrappers.FlattenObservation,
    "NormalizeObservation": wrappers.NormalizeObservation,
    "RescaleObservation": lambda env: wrappers.RescaleObservation(
        env, np.float32(0), np.float32(1)
    ),
    "TransformObservation": lambda env: wrappers.TransformObservation(
        env, lambda seen: seen, env.observation_space
    ),
}
OF_THE_REST = {
    "ClipReward": lambda env: wrappers.ClipReward(env, -5, 5),
    "DictInfoToList": wrappers.DictInfoToList,
    "NormalizeReward": wrappers.NormalizeReward,
    "RecordEpisodeStatistics": wrappers.RecordEpisodeStatistics,
    "TransformReward": lambda env: wrappers.TransformReward(env, lambda reward: reward / 10),
}
pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore:.*precision lowered by casting"),
]


def batch(mode: str) -> gymnasium.vector.VectorEnv:
    """Four games that restart in this mode."""
    return gymnasium.make_vec(
        "Marriage-v0", num_envs=4, deals=1, autoreset_mode=mode, dtype="float32"
    )


def ends(env: gymnasium.vector.VectorEnv, steps: int = 60) -> int:
    """Play, and count the matches that end."""
    games = env.unwrapped
    assert isinstance(games, SoloVectorEnv)
    seen, _ = env.reset(seed=1)
    ended = 0
    for _ in range(steps):
        assert env.observation_space.contains(seen)
        seen, rewards, over, _, _ = env.step(games.action_masks().argmax(axis=1))
        assert rewards.shape == over.shape == (4,)
        ended += int(over.sum())
    return ended


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
@pytest.mark.parametrize("name", OF_THE_REST)
def test_wrappers_of_rewards_and_infos_take_both_modes(name, mode):
    assert ends(OF_THE_REST[name](batch(mode))) > 8


@pytest.mark.parametrize("name", OF_OBSERVATIONS)
def test_wrappers_of_observations_take_the_mode_that_they_ask_for(name):
    wrap = OF_OBSERVATIONS[name]
    assert ends(wrap(batch("NextStep"))) > 8
    with pytest.raises(ValueError, match="Expected autoreset_mode to be NEXT_STEP"):
        wrap(batch("SameStep"))


def test_dicts_can_be_filtered():
    games = gymnasium.make_vec(
        "Marriage-v0", num_envs=4, autoreset_mode="NextStep", observation_format="dict"
    )
    seen, _ = wrappers.FilterObservation(games, ["observation"]).reset(seed=1)
    assert seen.keys() == {"observation"}
