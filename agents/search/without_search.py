"""The decisions that a search leaves to the game's heuristics, and those without a choice."""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.game_agents import playout_of
from agents.views_and_masks import legal_set
from marriage_env.compiler.hooks import compiled_with, hook


@hook
def choose(views, k, legal, playing):
    """The action in `views[k]` if it needs no search, else -1 (`Playout.choose_unsearched`)."""


def choose_all(views, masks, playing, actions):
    """Write the action of each view that needs no search, -1 for the others."""
    for k in range(masks.shape[0]):
        actions[k] = choose(views, k, legal_set(masks, k), playing)


@cache
def _compiled_for(game: str) -> SimpleNamespace:
    hooks = {"choose": playout_of(game).choose_unsearched}
    return compiled_with(game, (choose_all,), hooks)


def choose_unsearched(
    game: str, views: np.ndarray[Any, Any], masks: NDArray[np.int8]
) -> NDArray[np.int64]:
    """(B,) actions for checked views and masks; -1 where a search is to decide."""
    actions = np.zeros(len(masks), np.int64)
    _compiled_for(game).choose_all(views, masks, playout_of(game).settings(0, False), actions)
    return actions
