"""The network of learned agents: one wide layer that policy and value share."""

from __future__ import annotations

from typing import Any

import torch
from gymnasium import spaces
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor


class SharedLayer(BaseFeaturesExtractor):
    """A linear layer and ReLU over the observation; most of the work of a small network is here."""

    def __init__(self, observation_space: spaces.Box, features_dim: int = 128) -> None:
        super().__init__(observation_space, features_dim)
        self.layer = torch.nn.Linear(int(observation_space.shape[0]), features_dim)

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """(B, length) to (B, features_dim)."""
        return torch.relu(self.layer(observations.float()))


def policy_kwargs(width: int) -> dict[str, Any]:
    """SB3's `policy_kwargs` for a network of this width."""
    return {
        "features_extractor_class": SharedLayer,
        "features_extractor_kwargs": {"features_dim": width},
        "net_arch": {"pi": [width], "vf": [width]},
        "activation_fn": torch.nn.ReLU,
    }
