"""Gymnasium's spaces of a game, with bounds that cannot be written into."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from marriage_env.game import Game


def observation_box(game: Game, num_players: int, dtype: Any = np.int8) -> Any:
    """What an observation can be: (length,) of a dtype, between the bounds of the layout."""
    low, high = (bound.astype(dtype) for bound in game.layout.bounds(num_players))
    return _read_only(spaces.Box(low, high, dtype=dtype))


def state_box(game: Game, num_players: int, dtype: Any) -> Any:
    """What a whole game can be: (num_players * length,), every seat's observation."""
    low, high = (
        np.tile(bound.astype(dtype), num_players) for bound in game.layout.bounds(num_players)
    )
    return _read_only(spaces.Box(low, high, dtype=dtype))


def mask_box(game: Game) -> spaces.Box:
    """What an action mask can be: (actions,) int8, zeros and ones."""
    return _read_only(spaces.Box(0, 1, (game.num_actions,), np.int8))


def _read_only(box: spaces.Box) -> spaces.Box:
    box.low.flags.writeable = box.high.flags.writeable = False
    return box
