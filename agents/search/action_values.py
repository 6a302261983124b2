"""The mean chips that each action brings in sampled worlds, for any game.

Every legal action is tried in every world, which the game's heuristic playout then plays to the end
of the deal. `marriage_env.compiler.hooks` explains how functions are compiled for each game.
"""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.game_agents import playout_of
from agents.search.parallel import decide_in_parallel
from agents.search_workspace import workspace_for
from agents.views_and_masks import legal_set
from marriage_env.compiler.hooks import compiled_with, hook
from marriage_env.core.bits import lowest
from marriage_env.game import game_named
from marriage_env.kernels.card_sharing import prepare


@hook
def gather(views, j, evidence, k):
    """Write what `views[j]` proves of the hidden cards into `evidence[k]`."""


@hook
def write_world(views, j, states, i, evidence, k, stream):
    """Sample a world of `views[j]` into `states[i]`; False if there is none."""


@hook
def apply(states, i, chance, log, action):
    """Make a move in game i; False, and nothing has changed, if it is illegal."""


@hook
def play_out(stack, playing, scratch, stream, chance, log, chips):
    """Play `stack[1]` to the end of the deal (`Playout.play_out`)."""


def add_values(views, k, legal, stream, worlds, space, sums):
    """Add to `sums` (actions,) the chips that each legal action of `views[k]` ends with.

    `space` is a Workspace. Returns False if the view allows no world.
    """
    stack, evidence = space.stack, space.evidence
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
            apply(stack, 1, space.chance, space.log, action)
            play_out(
                stack, space.playing, space.scratch, stream, space.chance, space.log, space.chips
            )
            sums[action] += space.chips[seat]
    return True


def add_values_of(views, masks, streams, low, high, worlds, space, sums):
    """`add_values` for each of `views[low:high]`: the first that allows no world, or -1."""
    for k in range(low, high):
        if not add_values(views, k, legal_set(masks, k), streams[k], worlds, space, sums[k]):
            return k
    return -1


@cache
def compiled_for(game: str) -> SimpleNamespace:
    """The functions above compiled for a game."""
    kind = game_named(game)
    hooks = {
        "gather": kind.worlds.gather,
        "write_world": kind.worlds.write_world,
        "apply": kind.apply,
        "play_out": playout_of(game).play_out,
    }
    return compiled_with(game, (add_values, add_values_of), hooks)


def mean_values(
    game: str,
    inputs: tuple[np.ndarray[Any, Any], NDArray[np.int8]],
    rng: np.random.Generator,
    worlds: int,
    threads: int,
    exact: int,
    at_random: bool,
) -> NDArray[np.float64]:
    """Mean chips of the seat to act at the end of the deal, as the mask; -inf where illegal.

    `inputs` are checked views and masks, `exact` and `at_random` those of `Playout.settings`.
    Raises ValueError for a view that no game of the engine has.
    """
    views, masks = inputs
    sums = np.where(masks, 0.0, -np.inf)
    add = compiled_for(game).add_values_of

    def work(streams: NDArray[np.uint32], low: int, high: int) -> None:
        space = workspace_for(game, exact, at_random)
        if add(views, masks, streams, low, high, worlds, space, sums) >= 0:
            raise ValueError("views: no game of the engine has such a view")

    decide_in_parallel(len(masks), rng, threads, work)
    return sums / worlds
