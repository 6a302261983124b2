"""SuperSuit: its wrappers of turn-based and parallel environments, and its batches."""

from __future__ import annotations

import numpy as np
import pytest

from marriage_env import marriage_v0

supersuit = pytest.importorskip("supersuit", reason="needs `make test-ecosystem`")

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("default")]
OF_OBSERVATIONS = {
    # Normalised first: its indicator is the greatest upper bound, its space says the least.
    "agent_indicator": lambda env: supersuit.agent_indicator_v0(supersuit.normalize_obs_v0(env)),
    "dtype": lambda env: supersuit.dtype_v0(env, np.float64),
    "flatten": lambda env: supersuit.flatten_v0(env),
    "frame_stack": lambda env: supersuit.frame_stack_v1(env, 2),
    "normalize_obs": lambda env: supersuit.normalize_obs_v0(env),
    "pad_observations": lambda env: supersuit.pad_observations_v0(env),
}
OF_THE_REST = {
    "clip_reward": lambda env: supersuit.clip_reward_v0(env, -1000, 1000),
    "pad_action_space": lambda env: supersuit.pad_action_space_v0(env),
    "reward_lambda": lambda env: supersuit.reward_lambda_v0(env, lambda reward: reward),
}


def play(env):
    """Play a match; the total rewards."""
    env.reset(seed=1)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, over, _, info = env.last()
        assert env.observation_space(agent).contains(seen)
        total[agent] += reward
        mask = (info if "action_mask" in info else seen)["action_mask"]
        env.step(None if over else int(np.flatnonzero(mask)[0]))
    return list(total.values())


@pytest.mark.parametrize("name", [*OF_OBSERVATIONS, *OF_THE_REST])
def test_wrappers_of_flat_observations(name):
    wrap = {**OF_OBSERVATIONS, **OF_THE_REST}[name]
    env = wrap(marriage_v0.env(dtype="float32", observation_format="flat"))
    assert play(env) == env.unwrapped.chips.tolist()


@pytest.mark.parametrize("name", OF_THE_REST)
def test_wrappers_of_dicts(name):
    env = OF_THE_REST[name](marriage_v0.env())
    assert play(env) == env.unwrapped.chips.tolist()


@pytest.mark.parametrize("observation_format", ["flat", "dict"])
def test_batches_have_a_row_a_seat(observation_format):
    game = marriage_v0.parallel_env(deals=1, observation_format=observation_format)
    batch = supersuit.pettingzoo_env_to_vec_env_v1(game)
    batch = supersuit.concat_vec_envs_v1(batch, 2, num_cpus=0, base_class="gymnasium")
    seen, infos = batch.reset(seed=1)
    ended = 0
    for _ in range(100):
        masks = (
            seen["action_mask"]
            if observation_format == "dict"
            else np.array([info["action_mask"] for info in infos])
        )
        seen, rewards, over, _, infos = batch.step(masks.argmax(axis=1))
        assert rewards.shape == (10,)
        assert rewards.min() > -40  # no illegal action, which costs 49 chips
        ended += int(over.sum())
    assert ended >= 10
