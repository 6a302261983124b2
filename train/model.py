"""The model that is trained: sb3-contrib's MaskablePPO over the features of a scope of games."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO

from agents.learnable import LEARNABLE
from agents.learned import read_checkpoint
from agents.network import CardPolicy, policy_kwargs
from marriage_env.game import game_named
from train.config import Config, PPOConfig

LAST_LEARNING_RATE = 0.02  # of the first


def make_model(config: Config, seed: np.random.SeedSequence) -> MaskablePPO:
    """A model for the games of `config`, fresh or with the network of `config.init`."""
    scope = config.scope
    ppo = config if isinstance(config, PPOConfig) else PPOConfig()
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
        policy_kwargs=policy_kwargs(config.width, scope.game),
        seed=int(seed.generate_state(1)[0]),
        device=config.device,
        _init_setup_model=False,
    )
    # Matches are played by the collector, so that SB3 needs to know the spaces alone.
    model.n_envs = 1
    width = LEARNABLE[scope.game].width(scope.seats)
    model.observation_space = spaces.Box(-np.inf, np.inf, (width,))
    model.action_space = spaces.Discrete(game_named(scope.game).num_actions)
    model._setup_model()
    model.scope = scope.to_dict()  # type: ignore[attr-defined]
    if config.init:
        _start_from(model, Path(config.init))
    return model


def width_of(path: Path) -> int:
    """How wide the layers of a checkpoint's network are; ValueError if it is none of `train`."""
    policy = read_checkpoint(path).policy
    if not isinstance(policy, CardPolicy):
        raise ValueError(f"checkpoint {path}: its network is none of `train`")
    return policy.features_extractor.read_table.out_features


def _start_from(model: MaskablePPO, path: Path) -> None:
    """Take over the network of a checkpoint; ValueError if it is of another game or size."""
    given = read_checkpoint(path)
    network, wanted = given.policy.state_dict(), model.scope["env"]  # type: ignore[attr-defined]
    env = getattr(given, "scope", {}).get("env", wanted)
    if env != wanted:
        raise ValueError(f"checkpoint {path}: trained for {env}, not {wanted}")
    own = model.policy.state_dict()
    for name in network:
        if name.endswith("read_table.weight") and len(network[name]) == len(own[name]):
            network[name] = _for_seats(network[name], own[name])
    try:
        model.policy.load_state_dict(network)
    except RuntimeError as error:
        raise ValueError(f"checkpoint {path}: its network has not the run's shape") from error


def _for_seats(weights: torch.Tensor, own: torch.Tensor) -> torch.Tensor:
    """Weights of the table's part, cut or filled up with zeros for another number of seats.

    Seats stand last, and those that nobody has are all zero: the network stays the same.
    """
    fitted = torch.zeros_like(own)
    both = min(weights.shape[1], own.shape[1])
    fitted[:, :both] = weights[:, :both]
    return fitted


def anneal(model: MaskablePPO, config: Config, progress: float) -> None:
    """Set the learning rate after a part (0 to 1) of the budget."""
    rate = config.learning_rate * (1 - (1 - LAST_LEARNING_RATE) * progress)
    model.lr_schedule = lambda _: rate
