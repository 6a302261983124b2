"""The model in training: sb3-contrib's MaskablePPO over the features of the game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.utils import get_device

from agents.learned.checkpoint import Checkpoint, IsSB3Model, read_checkpoint
from agents.learned.network import CardNetwork, Shape, fresh_network, network_of, weights_of
from marriage_env import __version__
from marriage_env.core.rng import child_seeds
from train.config import Config, PPOConfig, method_name
from train.policy import CardPolicy

_FINAL_LEARNING_RATE = 0.02  # as a fraction of the initial one
_SAMPLER = 1  # index of the child seed; weights are drawn from the seed itself


def make_model(config: Config, seed: np.random.SeedSequence) -> MaskablePPO:
    """A model for the games of `config`, with a new network or that of `config.init`.

    Its `policy` is a `CardPolicy`, which draws from a generator of its own. SB3 is given no seed,
    since it would seed the global generators with it.
    """
    ppo = config if isinstance(config, PPOConfig) else PPOConfig()
    network, device = _network(config, seed), get_device(config.device)
    sampler = torch.Generator(device).manual_seed(_number(child_seeds(seed, 2)[_SAMPLER]))
    model = MaskablePPO(
        CardPolicy,
        env=None,  # type: ignore[arg-type]
        n_steps=2,
        batch_size=config.minibatch,
        n_epochs=ppo.epochs,
        gamma=1.0,
        gae_lambda=ppo.gae_lambda,
        learning_rate=config.learning_rate,
        clip_range=ppo.clip,
        ent_coef=ppo.entropy,
        vf_coef=ppo.value_weight,
        max_grad_norm=config.max_grad_norm,
        policy_kwargs={"network": network, "sampler": sampler},
        device=device,
        _init_setup_model=False,
    )
    # The collector plays the matches, so SB3 needs no environment, only its spaces.
    model.n_envs = 1
    model.observation_space = spaces.Box(-np.inf, np.inf, (network.shape.inputs,))
    model.action_space = spaces.Discrete(network.shape.num_actions)
    model._setup_model()
    return model


def network_in(model: MaskablePPO) -> CardNetwork:
    """The network of a model made by `make_model`."""
    assert isinstance(model.policy, CardPolicy)
    return model.policy.network


def seed_sampler(model: MaskablePPO, seed: np.random.SeedSequence) -> None:
    """Let the policy of a model draw its actions from this seed."""
    assert isinstance(model.policy, CardPolicy)
    model.policy.sampler.manual_seed(_number(seed))


def checkpoint_of(model: MaskablePPO, config: Config) -> Checkpoint:
    """The agent that a model currently is."""
    made_by = {
        "package": f"marriage-env {__version__}",
        "method": method_name(config),
        "decisions": model.num_timesteps,
        "seed": config.seed,
    }
    return Checkpoint(network_in(model), config.game_range, made_by)


def width_of(path: Path) -> int:
    """Units per layer of a checkpoint's network; ValueError if `train` did not make it."""
    return _own_checkpoint(path).network.shape.units


def _number(seed: np.random.SeedSequence) -> int:
    return int(seed.generate_state(1)[0])


def _network(config: Config, seed: np.random.SeedSequence) -> CardNetwork:
    """The initial network."""
    shape = Shape.of(config.game_range, config.width)
    new = fresh_network(shape, torch.Generator().manual_seed(_number(seed)))
    return _with_weights_of(Path(config.init), new, config) if config.init else new


def _with_weights_of(path: Path, new: CardNetwork, config: Config) -> CardNetwork:
    """A network with the weights of a checkpoint; ValueError for another game or width."""
    given = _own_checkpoint(path)
    if given.game_range.game != config.game:
        raise ValueError(
            f"checkpoint {path}: trained for {given.game_range.game}, not {config.game}"
        )
    if given.network.shape.units != new.shape.units:
        raise ValueError(
            f"checkpoint {path}: its network has width {given.network.shape.units}, not the run's, "
            f"{new.shape.units}"
        )
    weights, own = weights_of(given.network), weights_of(new)
    name = "read_table.weight"
    weights[name] = _for_seats(weights[name], own[name])
    return network_of(new.shape, weights)


def _own_checkpoint(path: Path) -> Checkpoint:
    try:
        return read_checkpoint(path)
    except IsSB3Model as error:
        raise ValueError(f"checkpoint {path}: its network was not made by `train`") from error


def _for_seats(weights: NDArray[Any], own: NDArray[Any]) -> NDArray[Any]:
    """Weights of the table's features, cut or padded with zeros to another number of seats.

    Seats come last, and the features of empty seats are zero, so that outputs stay the same.
    """
    fitted = np.zeros_like(own)
    both = min(weights.shape[1], own.shape[1])
    fitted[:, :both] = weights[:, :both]
    return fitted


def set_learning_rate(model: MaskablePPO, config: Config, progress: float) -> None:
    """Set the learning rate for a fraction (0 to 1) of the budget spent."""
    rate = config.learning_rate * (1 - (1 - _FINAL_LEARNING_RATE) * progress)
    model.lr_schedule = lambda _: rate
