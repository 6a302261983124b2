"""The penalty of an illegal action that ends the match: more than any legal continuation can cost.

A seat can lose `Game.most_lost` chips in each deal that is not over, and what it has gained since
the stakes of this deal, which a void deal takes back (`Game.chips_if_void`). The penalty is one
chip more, so that breaking a match off never pays, with any discount.
"""

from __future__ import annotations

from math import isfinite
from typing import Any

import numpy as np
from numpy.typing import NDArray

from marriage_env.core.arguments import as_float
from marriage_env.game import Game


def check_illegal_reward(reward: object) -> float | None:
    """The user's reward for illegal actions as a float; None stands for the penalty above."""
    if reward is None:
        return None
    number = as_float("illegal_reward", reward, besides=", or None")
    if not isfinite(number):
        raise ValueError(f"illegal_reward={number!r}: expected a finite number, or None")
    return number


def illegal_rewards(
    game: Game,
    most_lost: int,
    states: np.ndarray[Any, Any],
    games: NDArray[np.int64],
    seats: NDArray[np.int64],
    booked: NDArray[np.integer[Any]],
) -> NDArray[np.float64]:
    """The rewards, (B,) chips, of an illegal action of the given seats of the listed games.

    `booked` are the chips that each seat has been given as rewards so far.
    """
    table = states["table"]
    chips = table["chips"][games, seats].astype(np.int64)
    deals_left = table["deals"][games].astype(np.int64) - table["deal"][games]
    revocable = np.zeros(len(games), np.int64)
    if game.chips_if_void is not None:
        revocable = np.maximum(chips - game.chips_if_void(states)[games, seats], 0)
    penalty: NDArray[np.float64] = deals_left * most_lost + revocable + 1.0
    return chips - booked - penalty
