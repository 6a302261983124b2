"""FORECASTS: what a seat would win from here if everybody went on as the expert, all hands known.

The critic of training is told this. It knows the true cards, which the policy never sees, so that
the luck of the deal is told from skill. Since it does not depend on the action, it adds no bias to
the policy gradient.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.expert import WEIGHTS
from agents.playout import play_on
from marriage_env.jit import jit, records
from marriage_env.mariage.events import NO_LOG
from marriage_env.mariage.state import NO_CHANCE, STATE
from marriage_env.mariage.view import VIEW


@jit
def write_forecasts(states, games, weights, stack, scratch, stream, chance, log, out):
    """Write into `out` the chips that the asked seat of each listed game would still win."""
    for k in range(games.shape[0]):
        stack[1] = states[games[k]]
        stack[1].table.deals = stack[1].table.deal + 1
        seat = stack[1].seat
        before = stack[1].table.chips[seat]
        play_on(stack, 0, False, weights, scratch, stream, chance, log)
        out[k] = stack[1].table.chips[seat] - before


class Forecaster:
    """Plays copies of games to the end of the deal."""

    def __init__(self) -> None:
        self._stack, self._scratch = records(2, STATE), records(1, VIEW)
        self._stream = np.ones(4, np.uint32)  # the expert draws nothing

    def forecast(
        self, states: np.ndarray[Any, Any], games: NDArray[np.int64]
    ) -> NDArray[np.float32]:
        """What the asked seats of some games would still win in this deal, in chips, (games,)."""
        out = np.empty(len(games), np.float32)
        write_forecasts(
            states, games, WEIGHTS, self._stack, self._scratch, self._stream, NO_CHANCE, NO_LOG, out
        )  # fmt: skip
        return out
