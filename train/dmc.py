"""Deep Monte Carlo: the value of an action is regressed on what its seat won from then on.

The network is the one of PPO; its logits are read as values (Q) of the legal actions, so that the
likeliest action of the checkpoint is the best one. Play is greedy, with a part of random actions.
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
from train.method import Learner
from train.model import network_in


class DMC(Learner):
    """Learns the values of actions from its own play."""

    purpose = Purpose.TRAIN_DMC

    def __init__(self, config: DMCConfig, trusted: bool = False) -> None:
        super().__init__(config, trusted)
        self.dmc = config
        self._explore = config.explore

    def learn(self, progress: float) -> int:
        """Play all tables once, then `epochs` passes of regression."""
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
        """The best legal action, now and then a random one, (B,)."""
        with self.timed("choose"), torch.no_grad():
            values = self.values(self.tensor(features)).cpu().numpy()
        best = np.where(masks, values, -np.inf).argmax(axis=1)
        tickets = self.shuffle.random(masks.shape) * masks
        return (np.where(self.shuffle.random(len(best)) < self._explore, tickets.argmax(1), best),)

    def _regress(self, decisions: Decisions) -> None:
        """Move the values of the actions taken towards their returns."""
        actions = decisions.kept[0]
        rewards = decisions.rewards * np.float32(self.config.reward_scale)
        returns, none = np.zeros_like(rewards), np.zeros_like(rewards)
        streams = decisions.streams
        advantages_of(rewards, none, streams, int(streams.max()) + 1, 1.0, 1.0, returns)

        def error(part: NDArray[np.int64]) -> torch.Tensor:
            values = self.values(self.tensor(decisions.features[part]))
            taken = values.gather(1, self.tensor(actions[part])[:, None])[:, 0]
            return mse_loss(taken, self.tensor(returns[part]))

        passes = (self.shuffle.permutation(len(actions)) for _ in range(self.dmc.epochs))
        self.descend(passes, error)
