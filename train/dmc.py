"""Deep Monte Carlo: regress the value of an action on the chips that its seat won from then on.

The network is that of PPO. Its logits are read as values (Q) of the legal actions, so the most
probable action of the checkpoint is the one of highest value. Play is epsilon-greedy.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn.functional import mse_loss

from marriage_env.core.rng import Purpose
from train.collect import Decisions
from train.config import DMCConfig
from train.credit import advantages_of
from train.method import TrainingMethod
from train.model import network_in


class DMC(TrainingMethod):
    """Deep Monte Carlo in self-play."""

    purpose = Purpose.TRAIN_DMC

    def __init__(self, config: DMCConfig, trusted: bool = False) -> None:
        super().__init__(config, trusted)
        self.dmc = config
        self._explore = config.explore

    def learn(self, progress: float) -> int:
        """Play a match at every table, then make `epochs` passes of regression."""
        start, end = self.dmc.explore, self.dmc.final_explore
        self._explore = start + (end - start) * progress
        decisions = self.play(self._choose)
        with self.timed("learn"):
            self._regress(decisions)
        return len(decisions.rewards)

    def values(self, features: torch.Tensor) -> torch.Tensor:
        """The value of every action, (B, actions), in scaled chips."""
        values: torch.Tensor = network_in(self.model)(features)
        return values

    def _choose(
        self, views: Any, features: NDArray[np.float32], masks: NDArray[np.int8]
    ) -> tuple[NDArray[Any], ...]:
        """The legal action of highest value, or with probability `explore` a random one, (B,)."""
        with self.timed("choose"), torch.no_grad():
            values = self.values(self.tensor(features)).cpu().numpy()
        best = np.where(masks, values, -np.inf).argmax(axis=1)
        tickets = self.shuffle.random(masks.shape) * masks
        return (np.where(self.shuffle.random(len(best)) < self._explore, tickets.argmax(1), best),)

    def _regress(self, decisions: Decisions) -> None:
        """Regress the values of the chosen actions on their returns."""
        actions = decisions.kept[0]
        rewards = decisions.rewards * np.float32(self.config.reward_scale)
        returns, no_critic = np.zeros_like(rewards), np.zeros_like(rewards)
        trajectories = decisions.trajectories
        # With lambda 1 and without a critic the advantage of a decision is its return.
        advantages_of(
            rewards, no_critic, trajectories, int(trajectories.max()) + 1, 1.0, 1.0, returns
        )

        def loss_of(part: NDArray[np.int64]) -> torch.Tensor:
            values = self.values(self.tensor(decisions.features[part]))
            taken = values.gather(1, self.tensor(actions[part])[:, None])[:, 0]
            return mse_loss(taken, self.tensor(returns[part]))

        passes = (self.shuffle.permutation(len(actions)) for _ in range(self.dmc.epochs))
        self.descend(passes, loss_of)
