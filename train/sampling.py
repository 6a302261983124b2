"""The probabilities of a network's candidate actions, and sampling from them, in training."""

from __future__ import annotations

from typing import Any

import torch

from agents.learned.network import CardNetwork, log_chances


def candidates_of(
    network: CardNetwork, features: torch.Tensor, masks: Any
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Log probabilities and actions of the candidates, (B, C) each; values, (B, 1)."""
    logits, actions, table = network.candidates(features)
    return log_chances(logits, actions, masks), actions, network.values(features, table)


def sample(
    network: CardNetwork, sampler: torch.Generator, features: torch.Tensor, masks: Any
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Sampled actions (B,), values (B, 1) and the actions' log probabilities (B,)."""
    log_probs, actions, values = candidates_of(network, features, masks)
    chosen = log_probs.exp().multinomial(1, generator=sampler)
    return actions.gather(1, chosen)[:, 0], values, log_probs.gather(1, chosen)[:, 0]
