"""A checkpoint that has learned nothing, made in no time."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from agents.learned.checkpoint import save_checkpoint
from train.config import PPOConfig
from train.model import checkpoint_of, make_model


def untrained(path: Path, players: str = "5", rules: str = "typical", game: str = "mariage") -> str:
    """The spec of a small network, written to `path`."""
    config = PPOConfig(players=players, rules=rules, width=8, game=game)
    model = make_model(config, np.random.SeedSequence(1))
    save_checkpoint(checkpoint_of(model, config), path)
    return str(path)
