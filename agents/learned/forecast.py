"""FORECASTS: what a seat would win from here if everybody went on as the expert, all hands known.

The critic of training is told this. It knows the true cards, which the policy never sees, so that
the luck of the deal is told from skill. Since it does not depend on the action, it adds no bias to
the policy gradient. Written once for every game: `marriage_env.compiler.hooks` says how.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from marriage_env.compiler.hooks import compiled_with, hook
from marriage_env.compiler.jit import records
from marriage_env.game import Game


@hook
def play_out(stack, seat, playing, scratch, stream, chance, log):
    """Play `stack[1]` to the end of the deal as the expert; returns the seat's chips then."""


def write_forecasts(states, games, playing, stack, scratch, stream, chance, log, out):
    """Write into `out` the chips that the asked seat of each listed game would still win."""
    for k in range(games.shape[0]):
        stack[1] = states[games[k]]
        stack[1].table.deals = stack[1].table.deal + 1
        seat = stack[1].seat
        before = stack[1].table.chips[seat]
        out[k] = play_out(stack, seat, playing, scratch, stream, chance, log) - before


class Forecaster:
    """Plays copies of games of one kind to the end of the deal.

    Args:
        game: which one.
        play_out: its expert's playout, as in `agents.search.action_values`.
        playing: what that asks for.
    """

    def __init__(self, game: Game, play_out: Callable[..., Any], playing: Any) -> None:
        self._game, self._playing = game, playing
        self._write = compiled_with(
            game.name, (write_forecasts,), {"play_out": play_out}
        ).write_forecasts

    def forecast(
        self, states: np.ndarray[Any, Any], games: NDArray[np.int64]
    ) -> NDArray[np.float32]:
        """What the asked seats of some games would still win in this deal, in chips, (games,)."""
        out = np.empty(len(games), np.float32)
        stack, scratch = records(2, states.dtype), records(1, self._game.view)
        stream = np.ones(4, np.uint32)  # the expert draws nothing
        chance, log = self._game.chance_rows(None, 0), self._game.no_log
        self._write(states, games, self._playing, stack, scratch, stream, chance, log, out)
        return out
