"""`greedy`: a winning club whenever one can be laid, else the lowest card."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from agents.views_and_masks import check_inputs
from marriage_env.compiler.jit import jit
from marriage_env.core.cards import NUM_CARDS, bit
from marriage_env.trynka.clubs import WINNERS, double_of

_NEVER, _LATER, _GLADLY = -1_000_000, 0, 1_000


@jit
def _preference(v, action):
    """The preference for an action: clubs by the chips on them, other cards from the lowest up.

    A low card is hard to lay later: few piles come past it.
    """
    if action >= NUM_CARDS:
        return _NEVER
    if bit(action) & np.int64(WINNERS):
        return _GLADLY + int(v.table.places[double_of(action)])
    return _LATER - action % 13


@jit
def _choose(views, masks, actions):
    for k in range(masks.shape[0]):
        best, most = -1, _NEVER - 1
        for action in range(masks.shape[1]):
            if masks[k, action]:
                preference = _preference(views[k], action)
                if preference > most:
                    best, most = action, preference
        actions[k] = best


class GreedyAgent:
    """Takes what brings chips at once, and never passes or stops."""

    name = "greedy"

    def act(
        self, views: np.ndarray, masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """One legal action for each view; deterministic."""
        views, masks = check_inputs("trynka", views, masks)
        actions = np.zeros(len(masks), np.int64)
        _choose(views, masks, actions)
        return actions
