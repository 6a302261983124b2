"""The decisions of an update as a rollout buffer of sb3-contrib, of any length.

Every seat of every game is a stream of its own: a decision is followed by the next decision of
the same seat in the same match, and by nothing after its last one. Chips that move between two
decisions of a seat belong to the earlier one, whoever moved them; chips before a seat's first
decision belong to none.
"""

from __future__ import annotations

from collections.abc import Generator

import numpy as np
import torch
from sb3_contrib.common.maskable.buffers import (
    MaskableRolloutBuffer,
    MaskableRolloutBufferSamples,
)

from train.collect import Decisions
from train.credit import advantages_of


class DecisionBuffer(MaskableRolloutBuffer):
    """A rollout buffer for SB3's `train()`, filled with the decisions of whole matches."""

    def fill(self, decisions: Decisions, reward_scale: float) -> None:
        """Take the decisions of an update; `kept` are actions, values and log probabilities."""
        if not decisions.masks.any(axis=1).all():
            raise ValueError("a decision without a legal action")
        self.observations, self.action_masks = decisions.features, decisions.masks
        self.actions, self.values, self.log_probs = decisions.kept
        self.rewards = decisions.rewards * np.float32(reward_scale)
        self.advantages = np.zeros_like(self.rewards)
        advantages_of(
            self.rewards,
            self.values,
            decisions.streams,
            int(decisions.streams.max()) + 1,
            self.gamma,
            self.gae_lambda,
            self.advantages,
        )
        self.returns = self.advantages + self.values
        self.full = True

    def shuffle_with(self, generator: np.random.Generator) -> None:
        """The only source of the order of minibatches."""
        self.generator = generator

    def get(  # type: ignore[override]
        self, batch_size: int | None = None
    ) -> Generator[MaskableRolloutBufferSamples, None, None]:
        """All decisions once in random order, in minibatches of about `batch_size`."""
        order = self.generator.permutation(len(self.actions))
        parts = max(1, len(order) // (batch_size or len(order)))
        for chosen in np.array_split(order, parts):
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
