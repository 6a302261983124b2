"""Global generators are neither used nor changed: by loading, by training, in any thread."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace

import gymnasium
import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO

from agents import load
from agents.learned.checkpoint import read_checkpoint
from agents.learned.network import weights_of
from marriage_env.adapters.sb3 import SB3VecEnv
from train.config import DistilConfig, DMCConfig, PPOConfig
from train.run import make_method, train

TINY = {"decisions": 300, "games": 20, "width": 8, "evaluations": 1, "evaluation_deals": 2}
RUNS = {
    "ppo": PPOConfig(**TINY, pool_share=0.3, pool_every=0.3),
    "dmc": DMCConfig(**TINY),
    "distil": DistilConfig(**TINY, teacher="pimc:worlds=1", memory=40),
}


def states_of_generators():
    """Every global generator's state, as what can be compared."""
    kind, keys, *rest = np.random.get_state()  # noqa: NPY002
    return random.getstate(), kind, keys.tolist(), rest, torch.get_rng_state().tolist()


@contextmanager
def unnoticed():
    """The block must leave all global generators as they were."""
    before = states_of_generators()
    yield
    assert states_of_generators() == before


def seed_globally(number):
    """Seed every global generator."""
    random.seed(number)
    np.random.seed(number)  # noqa: NPY002
    torch.manual_seed(number)


@pytest.fixture
def plain(tmp_path):
    """A model of Stable-Baselines3 with a seed of its own."""
    env = SB3VecEnv(gymnasium.make_vec("Marriage-v0", num_envs=2, num_players=5))
    model = MaskablePPO("MlpPolicy", env, n_steps=2, batch_size=4, seed=1, device="cpu")
    model.save(tmp_path / "plain.zip")
    return str(tmp_path / "plain.zip")


@pytest.mark.parametrize(
    "spec", ["pretrained:5", "pretrained:any", "search:policy=pretrained:5,worlds=2", "pimc"]
)
def test_loading_an_agent_is_not_noticed(spec):
    with unnoticed():
        load(spec)


def test_loading_a_trusted_model_with_a_seed_is_not_noticed(plain):
    with unnoticed():
        load(plain, trusted=True)
    with unnoticed(), pytest.raises(ValueError, match="observations of shape"):
        load(plain, 6, trusted=True)


def test_loading_in_a_thread_never_disturbs_another_one():
    """Not even for a moment: what another thread draws meanwhile is what it would have drawn."""
    torch.manual_seed(7)
    alone = torch.rand(2000)
    torch.manual_seed(7)
    with ThreadPoolExecutor(1) as pool:
        loading = pool.submit(lambda: [load("pretrained:5") for _ in range(20)])
        beside = torch.cat([torch.rand(1) for _ in range(2000)])
        loading.result()
    torch.manual_seed(7)
    assert torch.equal(beside, torch.cat([torch.rand(1) for _ in range(2000)]))
    assert alone.shape == beside.shape


@pytest.mark.parametrize("config", RUNS.values(), ids=RUNS)
def test_a_learner_is_made_by_its_seed_alone(config, tmp_path):
    weights = []
    for number in (1, 2):
        seed_globally(number)
        with unnoticed():
            network = make_method(config, tmp_path).model.policy.network
        weights.append(weights_of(network))
    other = make_method(replace(config, seed=5), tmp_path).model.policy.network
    for name, array in weights[0].items():
        np.testing.assert_array_equal(array, weights[1][name])
    assert (weights_of(other)["read_table.weight"] != weights[0]["read_table.weight"]).any()


@pytest.mark.parametrize("config", RUNS.values(), ids=RUNS)
def test_training_neither_uses_nor_changes_what_is_global(config, tmp_path):
    finals = []
    for number in (1, 2):
        seed_globally(number)
        with unnoticed():
            train(config, tmp_path / str(number))
        finals.append((tmp_path / str(number) / "final.zip").read_bytes())
    assert finals[0] == finals[1]


def test_the_noise_of_training_goes_on_after_a_snapshot(tmp_path):
    learner = make_method(RUNS["ppo"], tmp_path)
    drawn = [learner.model.policy.sampler.get_state()]
    learner.pool.add_if_due(learner.checkpoint, 1.0)
    drawn.append(learner.model.policy.sampler.get_state())
    assert torch.equal(*drawn)
    assert read_checkpoint(tmp_path / "pool" / "1.zip").game_range == RUNS["ppo"].game_range
