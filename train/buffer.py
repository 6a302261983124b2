"""The decisions of an update, each credited with what its own seat won after it.

Every seat of every game is a stream of its own: a decision is followed by the next decision of
the same seat in the same match, and by nothing after its last one. Chips that move between two
decisions of a seat belong to the earlier one, whoever moved them; chips before a seat's first
decision belong to none.
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

from train.credit import advantages_of


class DecisionBuffer(MaskableRolloutBuffer):
    """A rollout buffer of any length for SB3's `train()`, filled with whole matches.

    `streams` (decisions,) says to which seat of which game a decision belongs.
    """

    def fill(
        self,
        observations: NDArray[np.int8],
        masks: NDArray[np.int8],
        actions: NDArray[np.int64],
        values: NDArray[np.float32],
        log_probs: NDArray[np.float32],
        rewards: NDArray[np.float32],
        streams: NDArray[np.int64],
    ) -> None:
        """Take the decisions of an update, in the order in which they were made."""
        if not len(actions):
            raise ValueError("no decisions to learn from")
        if not masks.any(axis=1).all():
            raise ValueError("a decision without a legal action")
        self.observations, self.action_masks = observations, masks
        self.actions, self.values, self.log_probs = actions, values, log_probs
        self.rewards, self.advantages = rewards, np.zeros_like(rewards)
        num_streams = int(streams.max()) + 1
        advantages_of(
            rewards, values, streams, num_streams, self.gamma, self.gae_lambda, self.advantages
        )
        self.returns = self.advantages + values
        self.full = True

    def shuffle_with(self, generator: np.random.Generator) -> None:
        """The only source of the order of minibatches."""
        self._generator = generator

    def get(  # type: ignore[override]
        self, batch_size: int | None = None
    ) -> Generator[MaskableRolloutBufferSamples, None, None]:
        """All decisions once in random order, in minibatches of about `batch_size`."""
        order = self._generator.permutation(len(self.actions))
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
