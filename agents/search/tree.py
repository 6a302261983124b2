"""Jitted information-set tree search: one tree a decision, a fresh game drawn for every descent.

A node stands for a public history after the view; it is shared by all drawn games in which its
actions are legal, so that what the player asked cannot know does not split his choice (Cowling,
Powley and Whitehouse, 2012). Every player chooses in the tree by his own chips.
"""

from __future__ import annotations

import numpy as np

from agents.mariage.playout import choose_without_search, play_out
from agents.search.action_values import legal_set
from marriage_env.compiler.jit import jit
from marriage_env.core.bits import lowest
from marriage_env.kernels.card_sharing import prepare
from marriage_env.mariage import engine
from marriage_env.mariage.actions import NUM_ACTIONS
from marriage_env.mariage.determinize import write_world
from marriage_env.mariage.evidence import gather
from marriage_env.mariage.state import NUM_TRICKS, Phase

_LONGEST = 80


@jit
def upper_bound(total, visits, chances, explore):
    """UCB1 for an action that could have been chosen `chances` times and was `visits` times."""
    return total / visits + explore * np.sqrt(np.log(chances) / visits)


@jit
def select(node, legal, children, visits, chances, totals, explore):
    """(action, whether it is new): an untried legal action if there is one, else the best bound."""
    best, most = -1, -1e9
    while legal:
        action = lowest(legal)
        legal &= legal - 1
        child = children[node, action]
        if child == 0:
            return action, True
        chances[child] += 1
        bound = upper_bound(totals[child], visits[child], chances[child], explore)
        if bound > most:
            best, most = action, bound
    return best, False


@jit
def descend(
    stack, exact, explore, weights, scratch, values, stream, children, visits, chances, totals,
    movers, path, nodes, chance, log,
):  # fmt: skip
    """One descent in the game of `stack[1]`; returns (length of the path, nodes there are then).

    It leaves the tree at a new node, or where exact play takes over, but never before one move.
    """
    node, length, fresh = 0, 0, False
    g = stack[1]
    while not fresh and g.phase != Phase.OVER:
        if length > 0 and NUM_TRICKS - g.table.trick <= exact:
            break
        mover = g.seat
        action, fresh = select(node, g.legal, children, visits, chances, totals, explore)
        if fresh:
            children[node, action] = nodes
            chances[nodes] = 1
            movers[nodes] = mover
            nodes += 1
        node = children[node, action]
        path[length] = node
        length += 1
        engine.apply(stack, 1, chance, log, action)
    play_out(stack, exact, False, weights, scratch, values, stream, chance, log)
    return length, nodes


@jit
def choose_by_tree(
    views, k, legal, stream, sims, exact, explore, weights, stack, scratch, evidence, values,
    children, visits, chances, totals, movers, chance, log,
):  # fmt: skip
    """The most visited action after `sims` descents; -1 if no game can be drawn."""
    gather(views, k, evidence, 0)
    if not prepare(views[k].table, evidence[0]):
        return -1
    path = np.zeros(_LONGEST, np.int64)
    children[: sims + 1] = 0
    visits[: sims + 1] = 0
    totals[: sims + 1] = 0.0
    nodes = 1
    for _ in range(sims):
        if not write_world(views, k, stack, 1, evidence, 0, stream):
            return -1
        stack[1].table.deals = stack[1].table.deal + 1
        length, nodes = descend(
            stack, exact, explore, weights, scratch, values, stream, children, visits, chances,
            totals, movers, path, nodes, chance, log,
        )  # fmt: skip
        for step in range(length):
            visits[path[step]] += 1
            totals[path[step]] += values[1, movers[path[step]]]
    best = lowest(legal)
    for action in range(NUM_ACTIONS):
        if legal >> action & 1 and visits[children[0, action]] > visits[children[0, best]]:
            best = action
    return best


@jit
def grow_many(
    views, masks, streams, actions, low, high, sims, exact, explore, weights, stack, scratch,
    evidence, values, children, visits, chances, totals, movers, chance, log,
):  # fmt: skip
    """Write the chosen action of each of `views[low:high]`."""
    for k in range(low, high):
        legal = legal_set(masks, k)
        actions[k] = choose_without_search(views, k, legal, weights)
        if actions[k] < 0:
            actions[k] = choose_by_tree(
                views, k, legal, streams[k], sims, exact, explore, weights, stack, scratch,
                evidence, values, children, visits, chances, totals, movers, chance, log,
            )  # fmt: skip
