"""A checkpoint that has learned nothing, made in no time."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from agents.learned import save_checkpoint
from train.config import PPOConfig
from train.model import make_model


def untrained(path: Path, players: str = "5", rules: str = "typical", game: str = "mariage") -> str:
    """The spec of a small network, written to `path`."""
    config = PPOConfig(players=players, rules=rules, width=8, game=game)
    save_checkpoint(make_model(config, np.random.SeedSequence(1)), path)
    return str(path)
