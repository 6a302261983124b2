"""Settings of short training runs, and their networks as vectors."""

from __future__ import annotations

from dataclasses import replace

import torch

from agents.learned.checkpoint import read_checkpoint
from agents.learned.network import weights_of
from train.config import PPOConfig

SHORT = PPOConfig(decisions=2000, games=40, width=8, evaluations=1, evaluation_deals=20, threads=1)
TRYNKA = replace(SHORT, game="trynka", players="4", rules="nain_jaune")


def weights(folder, file="final.zip"):
    """The network of a run, as one vector."""
    return vector(read_checkpoint(folder / file).network)


def vector(network):
    """All weights of a network, as one vector."""
    return torch.cat([torch.from_numpy(part).flatten() for part in weights_of(network).values()])
