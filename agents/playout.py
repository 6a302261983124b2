"""Jitted search over drawn games: try every action, play the deal out, take the best mean."""

from __future__ import annotations

import numpy as np

from agents import expert
from agents.openhand import solve
from marriage_env.bits import lowest
from marriage_env.jit import jit
from marriage_env.mariage import engine
from marriage_env.mariage.determinize import write_world
from marriage_env.mariage.evidence import gather
from marriage_env.mariage.state import NUM_TRICKS, Phase
from marriage_env.mariage.view import write_view
from marriage_env.random import pick
from marriage_env.share import prepare


@jit
def play_on(stack, exact, at_random, weights, scratch, stream, chance, log):
    """Play `stack[1]` until hands have `exact` cards: by the expert, or at random."""
    g = stack[1]
    while g.phase != Phase.OVER and NUM_TRICKS - g.table.trick > exact:
        if g.legal & (g.legal - 1) == 0:
            action = lowest(g.legal)
        elif at_random:
            action = lowest(pick(stream, g.legal))
        else:
            write_view(stack, 1, g.seat, scratch, 0)
            action = expert.choose(scratch, 0, g.legal, weights)
        engine.apply(stack, 1, chance, log, action)


@jit
def play_out(stack, exact, at_random, weights, scratch, values, stream, chance, log):
    """Play `stack[1]` to the end of the deal; its chips then stand in `values[1]`."""
    play_on(stack, exact, at_random, weights, scratch, stream, chance, log)
    solve(stack, 1, values, chance, log)


@jit
def add_values(
    views, k, legal, stream, worlds, exact, at_random, weights, stack, scratch, evidence, values,
    chance, log, sums,
):  # fmt: skip
    """Add to `sums` the chips that each legal action of `views[k]` ends with in drawn games.

    Returns False if no game can be drawn.
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
            engine.apply(stack, 1, chance, log, action)
            play_out(stack, exact, at_random, weights, scratch, values, stream, chance, log)
            sums[action] += values[1, seat]
    return True


@jit
def legal_set(masks, k):
    """A row of a mask as a set of actions."""
    legal = np.int64(0)
    for action in range(masks.shape[1]):
        if masks[k, action]:
            legal |= np.int64(1) << np.int64(action)
    return legal


@jit
def choose_without_search(views, k, legal, weights):
    """The action where there is no choice, or a declaration as `expert` makes it; else -1."""
    if legal & (legal - 1) == 0:
        return lowest(legal)
    if views[k].asked == Phase.DECLARE:
        return expert.choose(views, k, legal, weights)
    return -1


@jit
def add_values_of(
    views, masks, streams, sums, low, high, worlds, exact, at_random, weights, stack, scratch,
    evidence, values, chance, log,
):  # fmt: skip
    """`add_values` for each of `views[low:high]`: the first that allows no game, or -1."""
    for k in range(low, high):
        if not add_values(
            views, k, legal_set(masks, k), streams[k], worlds, exact, at_random, weights, stack,
            scratch, evidence, values, chance, log, sums[k],
        ):  # fmt: skip
            return k
    return -1
