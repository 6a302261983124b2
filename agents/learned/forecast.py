"""Forecasts: what a seat would win from here if everybody went on as the game's expert does.

A forecast is privileged information: it is played out with the true cards, which the policy never
sees. In training the value function, and it alone, gets it as an input, so that the luck of the
deal is told from skill. Since it does not depend on the action, it adds no bias to the policy
gradient. `marriage_env.compiler.hooks` explains how functions are compiled for each game.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.game_agents import playout_of
from agents.search_workspace import workspace_for
from marriage_env.compiler.hooks import compiled_with, hook

# Where a row of features has the forecast; 0 when no forecast is made.
FORECAST = -1


@hook
def play_out(stack, playing, scratch, stream, chance, log, chips):
    """Play `stack[1]` to the end of the deal (`Playout.play_out`)."""


def write_forecasts(states, games, space, stream, out):
    """Write into `out` the chips that the seat to act in each listed game would still win."""
    stack = space.stack
    for k in range(games.shape[0]):
        stack[1] = states[games[k]]
        stack[1].table.deals = stack[1].table.deal + 1
        seat = stack[1].seat
        before = stack[1].table.chips[seat]
        play_out(stack, space.playing, space.scratch, stream, space.chance, space.log, space.chips)
        out[k] = space.chips[seat] - before


@cache
def _compiled_for(game: str) -> Callable[..., None]:
    hooks = {"play_out": playout_of(game).play_out}
    write: Callable[..., None] = compiled_with(game, (write_forecasts,), hooks).write_forecasts
    return write


def forecasts(
    game: str, states: np.ndarray[Any, Any], games: NDArray[np.int64]
) -> NDArray[np.float32]:
    """What the seats to act in the listed games would still win in this deal, (games,) chips.

    `states` are (B,) STATE records and stay as they are.
    """
    out = np.empty(len(games), np.float32)
    stream = np.ones(4, np.uint32)  # not used: the expert is deterministic
    _compiled_for(game)(states, games, workspace_for(game, 0, False), stream, out)
    return out
