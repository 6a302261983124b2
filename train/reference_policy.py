"""The reference policy of PPO: where the entropy bonus draws the policy, moved along as it learns.

The entropy bonus of plain PPO draws the policy towards the uniform one, so that self-play settles
near an equilibrium of a game in which uncertainty is paid for. With a reference policy the bonus is
minus the divergence from an earlier policy of the run instead. Play settles near the equilibrium
that is closest to the reference, the reference moves there, and so on: the bonus may stay large,
which keeps self-play from cycling, and yet vanishes at the end. That is the regularisation of
magnetic mirror descent (Sokota et al., 2023) and of R-NaD (Perolat et al., 2022).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from agents.learned.network import CardNetwork, log_chances, network_of, weight_shapes, weights_of
from train.run_state import RunState

_PREFIX = "reference."


class ReferencePolicy:
    """A frozen copy of a network in training, uniform until it is first moved.

    Args:
        network: in training.
        every: fraction of the budget between moves.
    """

    def __init__(self, network: CardNetwork, every: float) -> None:
        self.moves = 0  # so far
        self._every, self._training = every, network
        self._network: CardNetwork | None = None

    def move_if_due(self, progress: float) -> None:
        """Move to the network in training if `every` of the budget was spent since the last move.

        `progress` is the fraction of the budget that is spent, 0 to 1.
        """
        if progress >= (self.moves + 1) * self._every:
            self.moves += 1
            self._freeze(weights_of(self._training))

    def log_chances(
        self, obs: torch.Tensor, actions: torch.Tensor, masks: Any
    ) -> torch.Tensor | float:
        """Log probabilities of candidates (B, C) under masks (B, actions); 0 while uniform."""
        if self._network is None:
            return 0.0
        with torch.no_grad():
            return log_chances(self._network.candidates(obs)[0], actions, masks)

    def state(self) -> RunState:
        """The number of moves and the weights."""
        held = {} if self._network is None else weights_of(self._network)
        return RunState(
            {"reference": self.moves}, {_PREFIX + name: one for name, one in held.items()}
        )

    def restore(self, saved: RunState) -> None:
        """Continue from `saved`; ValueError names what does not fit."""
        self.moves = saved.integer("reference", 0, 1_000_000)
        if self.moves:
            shapes = weight_shapes(self._training.shape)
            self._freeze({k: saved.array(_PREFIX + k, "f4", shapes[k]) for k in shapes})

    def _freeze(self, weights: dict[str, np.ndarray[Any, Any]]) -> None:
        device = self._training.card_logit.weight.device
        self._network = network_of(self._training.shape, weights).to(device)
        self._network.requires_grad_(False)
