"""`random`: a uniformly random legal action."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from agents.views_and_masks import check_masks
from marriage_env.compiler.jit import jit
from marriage_env.core.arguments import as_generator


@jit
def _choose(masks, draws, actions):
    for k in range(masks.shape[0]):
        size = 0
        for action in range(masks.shape[1]):
            size += masks[k, action]
        left = int(draws[k] * size)
        for action in range(masks.shape[1]):
            if masks[k, action]:
                if left == 0:
                    actions[k] = action
                    break
                left -= 1


class UniformAgent:
    """Every legal action of any game with equal probability, also revokes and passes."""

    name = "random"

    def act(
        self, views: np.ndarray, masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """One legal action for each view."""
        masks = check_masks(masks)
        as_generator("rng", rng)
        actions = np.zeros(len(masks), np.int64)
        _choose(masks, rng.random(len(masks)), actions)
        return actions

    def distribution(self, views: np.ndarray, masks: NDArray[np.int8]) -> NDArray[np.float64]:
        """As `agents.protocol.Stochastic`."""
        masks = check_masks(masks)
        chances: NDArray[np.float64] = masks / masks.sum(axis=1, keepdims=True)
        return chances
