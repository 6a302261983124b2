"""The training method of a config, played on this machine."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from train.config import CONFIGS, Config, DistilConfig, DMCConfig, PPOConfig
from train.distil import Distil
from train.dmc import DMC
from train.method import TrainingMethod
from train.ppo import PPO

# Makes the method of a run from its config, its folder, and whether it is trusted.
Make = Callable[[Config, Path, bool], TrainingMethod]


def make_method(config: Config, folder: Path, trusted: bool = False) -> TrainingMethod:
    """The training method of a config."""
    if isinstance(config, PPOConfig):
        return PPO(config, folder, trusted)
    if isinstance(config, DMCConfig):
        return DMC(config, trusted)
    if isinstance(config, DistilConfig):
        return Distil(config, trusted)
    raise ValueError(f"config={config!r}: expected a config of {', '.join(CONFIGS)}")
