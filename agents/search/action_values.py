"""Search over drawn games, written once for every game: try every action, play on, add up.

`compiled_for` gives the functions of a game: `marriage_env.compiler.hooks` says how.
"""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np

from marriage_env.compiler.hooks import compiled_with, hook
from marriage_env.compiler.jit import jit
from marriage_env.core.bits import lowest
from marriage_env.kernels.card_sharing import prepare


@hook
def gather(views, j, evidence, k):
    """Write what `views[j]` tells of the hidden cards into `evidence[k]`."""


@hook
def write_world(views, j, states, i, evidence, k, stream):
    """Sample a world of `views[j]` into `states[i]`; False if there is none."""


@hook
def apply(states, i, chance, log, action):
    """Make a move in game i; False, and nothing has changed, if it is illegal."""


@hook
def play_out(stack, seat, playing, scratch, stream, chance, log):
    """Play `stack[1]` to the end of the deal; returns the seat's chips then."""


@jit
def legal_set(masks, k):
    """A row of a mask as a set of actions."""
    legal = np.int64(0)
    for action in range(masks.shape[1]):
        if masks[k, action]:
            legal |= np.int64(1) << np.int64(action)
    return legal


def add_values(
    views, k, legal, stream, worlds, playing, stack, scratch, evidence, chance, log, sums
):
    """Add to `sums` the chips that each legal action of `views[k]` ends with in drawn games.

    `playing` is what the game's playout asks for. Returns False if no game can be drawn.
    """
    gather(views, k, evidence, 0)
    if not prepare(views[k].table, evidence[0]):
        return False
    seat = views[k].seat
    for _ in range(worlds):
        if not write_world(views, k, stack, 0, evidence, 0, stream):
            return False
        stack[0].table.deals = stack[0].table.deal + 1
        left = legal
        while left:
            action = lowest(left)
            left &= left - 1
            stack[1] = stack[0]
            apply(stack, 1, chance, log, action)
            sums[action] += play_out(stack, seat, playing, scratch, stream, chance, log)
    return True


def add_values_of(
    views, masks, streams, sums, low, high, worlds, playing, stack, scratch, evidence, chance, log
):
    """`add_values` for each of `views[low:high]`: the first that allows no game, or -1."""
    for k in range(low, high):
        if not add_values(
            views, k, legal_set(masks, k), streams[k], worlds, playing, stack, scratch, evidence,
            chance, log, sums[k],
        ):  # fmt: skip
            return k
    return -1


def compiled_for(
    name: str,
    gather: Callable[..., Any],
    write_world: Callable[..., Any],
    apply: Callable[..., Any],
    play_out: Callable[..., Any],
) -> SimpleNamespace:
    """`add_values` and `add_values_of` compiled for a game, each function compiled itself."""
    functions = {"gather": gather, "write_world": write_world, "apply": apply, "play_out": play_out}
    return compiled_with(name, (add_values, add_values_of), functions)
