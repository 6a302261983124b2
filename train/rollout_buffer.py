"""The decisions of an update as an sb3-contrib rollout buffer of variable length.

Every seat of every match is a trajectory of its own. Chips that move between two decisions of a
seat are the reward of the earlier one, whoever moved them; chips that move before a seat's first
decision are credited to none.
"""

from __future__ import annotations

from collections.abc import Generator

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib.common.maskable.buffers import (
    MaskableRolloutBuffer,
    MaskableRolloutBufferSamples,
)

from train.collect import Decisions
from train.credit import advantages_of


class DecisionBuffer(MaskableRolloutBuffer):
    """A rollout buffer for SB3's `train()`, filled with the decisions of whole matches."""

    _abandoned = False

    def fill(self, decisions: Decisions, reward_scale: float) -> None:
        """Take decisions whose `kept` are actions, values and log probabilities."""
        if not decisions.masks.any(axis=1).all():
            raise ValueError("a decision without a legal action")
        self.observations, self.action_masks = decisions.features, decisions.masks
        self.actions, self.values, self.log_probs = decisions.kept
        self.rewards = decisions.rewards * np.float32(reward_scale)
        self.advantages = np.zeros_like(self.rewards)
        advantages_of(
            self.rewards,
            self.values,
            decisions.trajectories,
            int(decisions.trajectories.max()) + 1,
            self.gamma,
            self.gae_lambda,
            self.advantages,
        )
        self.returns = self.advantages + self.values
        self.full = True

    def clip_around(self, log_probs: NDArray[np.float32]) -> None:
        """Let ratios be clipped around a policy with these log probabilities of the actions, (D,).

        The ratio of that policy to the one that played weighs the advantages, which are normalised
        before. (J. Hilton et al., Batch size-invariance for policy optimization, 2022.)
        """
        weights = np.exp(log_probs - self.log_probs)
        spread = self.advantages.std() + np.float32(1e-8)
        self.advantages = (self.advantages - self.advantages.mean()) / spread * weights
        self.log_probs = log_probs

    def abandon(self) -> None:
        """Let learning that goes on in another thread end at its next minibatch, by an error."""
        self._abandoned = True

    def shuffle_with(self, generator: np.random.Generator) -> None:
        """Draw the order of decisions from this generator alone."""
        self.generator = generator

    def get(  # type: ignore[override]
        self, batch_size: int | None = None
    ) -> Generator[MaskableRolloutBufferSamples, None, None]:
        """Yield all decisions once in random order, in minibatches of about `batch_size`."""
        order = self.generator.permutation(len(self.actions))
        parts = max(1, len(order) // (batch_size or len(order)))
        for chosen in np.array_split(order, parts):
            if self._abandoned:
                raise KeyboardInterrupt
            yield MaskableRolloutBufferSamples(
                *(
                    torch.as_tensor(array[chosen], device=self.device)
                    for array in (
                        self.observations,
                        self.actions,
                        self.values,
                        self.log_probs,
                        self.advantages,
                        self.returns,
                        self.action_masks,
                    )
                )
            )
