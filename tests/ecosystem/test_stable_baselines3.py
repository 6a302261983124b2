"""Stable-Baselines3: batches, processes, normalisation and evaluation, masks in all of them."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest

pytest.importorskip("sb3_contrib", reason="needs `make test-ecosystem`")

from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.callbacks import MaskableEvalCallback
from sb3_contrib.common.maskable.utils import get_action_masks
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.vec_env import DummyVecEnv, SubprocVecEnv, VecNormalize

from marriage_env.adapters.sb3 import SB3VecEnv

NAME = "marriage_env:Marriage-v0"
pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore:.*render_mode='rgb_array'"),
    pytest.mark.filterwarnings("ignore:Training and eval env are not of the same type"),
]


def test_processes_play_what_one_process_plays():
    made = {"n_envs": 2, "env_kwargs": {"deals": 1}}
    spawned = make_vec_env(
        NAME, **made, vec_env_cls=SubprocVecEnv, vec_env_kwargs={"start_method": "spawn"}
    )
    here = make_vec_env(NAME, **made, vec_env_cls=DummyVecEnv)
    try:
        for env in (spawned, here):
            env.seed(3)
        np.testing.assert_array_equal(spawned.reset(), here.reset())
        for _ in range(40):
            masks = get_action_masks(here)
            np.testing.assert_array_equal(get_action_masks(spawned), masks)
            ours, theirs = (env.step(masks.argmax(axis=1)) for env in (spawned, here))
            for one, other in zip(ours[:3], theirs[:3], strict=True):
                np.testing.assert_array_equal(one, other)
    finally:
        spawned.close()


@pytest.mark.parametrize("observation_format", ["flat", "dict"])
def test_normalisation_leaves_masks_alone(observation_format):
    games = gymnasium.make_vec(
        "Marriage-v0",
        num_envs=8,
        deals=1,
        dtype="float32",
        observation_format=observation_format,
    )
    keys = ["observation"] if observation_format == "dict" else None
    env = VecNormalize(SB3VecEnv(games), norm_obs_keys=keys)
    seen = env.reset()
    for _ in range(40):
        masks = get_action_masks(env)
        np.testing.assert_array_equal(masks, games.unwrapped.action_masks())
        if observation_format == "dict":
            np.testing.assert_array_equal(seen["action_mask"], masks)
        seen, _, done, infos = env.step(masks.argmax(axis=1))
        assert not any(infos[i]["illegal_action"] for i in np.flatnonzero(done))
    policy = "MultiInputPolicy" if observation_format == "dict" else "MlpPolicy"
    MaskablePPO(policy, env, n_steps=16, batch_size=64, seed=1).learn(128)


def test_evaluation_asks_for_masks():
    """No illegal action is chosen, which would cost 49 chips."""
    model = MaskablePPO("MlpPolicy", NAME, n_steps=32, batch_size=32, seed=1)
    held_out = make_vec_env(NAME, env_kwargs={"deals": 1})
    callback = MaskableEvalCallback(held_out, eval_freq=32, n_eval_episodes=20, verbose=0)
    model.learn(64, callback=callback)
    assert callback.last_mean_reward > -25
