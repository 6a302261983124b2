"""Information-set tree search, jitted: one tree a decision, a new sampled world for every descent.

A node stands for a public history after the view; it is shared by all worlds in which its actions
are legal, so that what the searching player cannot know does not split their choice (Cowling,
Powley and Whitehouse, 2012). Every player chooses in the tree by their own chips.
`marriage_env.compiler.hooks` explains how functions are compiled for each game.
"""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.game_agents import playout_of, required
from agents.views_and_masks import legal_set
from marriage_env.compiler.hooks import compiled_with, hook
from marriage_env.compiler.jit import jit
from marriage_env.core.bits import lowest
from marriage_env.game import game_named
from marriage_env.kernels.card_sharing import prepare
from marriage_env.kernels.game_loops import OVER


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


@hook
def is_exact(g, playing):
    """Whether exact play takes over (`Playout.is_exact`)."""


class Tree(NamedTuple):
    """A tree with room for a node a descent and the root, which is node 0."""

    children: NDArray[np.int32]  # (nodes, actions); 0: not tried yet
    visits: NDArray[np.int32]  # (nodes,)
    chances: NDArray[np.int32]  # (nodes,) how often the node could have been chosen
    totals: NDArray[np.float64]  # (nodes,) chips of the seat that moved there, over all visits
    movers: NDArray[np.int32]  # (nodes,) the seat that moved there
    path: NDArray[np.int64]  # (nodes,) the nodes of the present descent
    explore: float  # weight of UCB1's exploration, in chips


def new_tree(sims: int, num_actions: int, explore: float) -> Tree:
    """An empty tree for `sims` descents."""
    nodes = sims + 1
    return Tree(
        children=np.zeros((nodes, num_actions), np.int32),
        visits=np.zeros(nodes, np.int32),
        chances=np.zeros(nodes, np.int32),
        totals=np.zeros(nodes),
        movers=np.zeros(nodes, np.int32),
        path=np.zeros(nodes, np.int64),
        explore=explore,
    )


@jit
def upper_bound(total, visits, chances, explore):
    """UCB1 for an action that could have been chosen `chances` times and was `visits` times."""
    return total / visits + explore * np.sqrt(np.log(chances) / visits)


@jit
def select(tree, node, legal):
    """(action, whether it is new): an untried legal action if there is one, else the best bound."""
    best, most = -1, -1e9
    while legal:
        action = lowest(legal)
        legal &= legal - 1
        child = tree.children[node, action]
        if child == 0:
            return action, True
        tree.chances[child] += 1
        bound = upper_bound(
            tree.totals[child], tree.visits[child], tree.chances[child], tree.explore
        )
        if bound > most:
            best, most = action, bound
    return best, False


def descend(tree, nodes, space, stream):
    """One descent in the world of `stack[1]`; returns (length of the path, nodes there are then).

    It leaves the tree at a new node, or where exact play takes over, but never before one move.
    """
    stack = space.stack
    node, length, fresh = 0, 0, False
    g = stack[1]
    while not fresh and g.phase != OVER:
        if length > 0 and is_exact(g, space.playing):
            break
        mover = g.seat
        action, fresh = select(tree, node, g.legal)
        if fresh:
            tree.children[node, action] = nodes
            tree.chances[nodes] = 1
            tree.movers[nodes] = mover
            nodes += 1
        node = tree.children[node, action]
        tree.path[length] = node
        length += 1
        apply(stack, 1, space.chance, space.log, action)
    play_out(stack, space.playing, space.scratch, stream, space.chance, space.log, space.chips)
    return length, nodes


def choose_by_tree(views, k, legal, stream, tree, space):
    """The most visited action after all descents; -1 if the view allows no world."""
    gather(views, k, space.evidence, 0)
    if not prepare(views[k].table, space.evidence[0]):
        return -1
    tree.children[:] = 0
    tree.visits[:] = 0
    tree.totals[:] = 0.0
    nodes = 1
    for _ in range(len(tree.visits) - 1):
        if not write_world(views, k, space.stack, 1, space.evidence, 0, stream):
            return -1
        space.stack[1].table.deals = space.stack[1].table.deal + 1
        length, nodes = descend(tree, nodes, space, stream)
        for step in range(length):
            node = tree.path[step]
            tree.visits[node] += 1
            tree.totals[node] += space.chips[tree.movers[node]]
    best = lowest(legal)
    for action in range(tree.children.shape[1]):
        if (
            legal >> action & 1
            and tree.visits[tree.children[0, action]] > tree.visits[tree.children[0, best]]
        ):
            best = action
    return best


def choose_by_trees(views, masks, streams, low, high, tree, space, actions):
    """Write the chosen action of each of `views[low:high]` whose action is -1."""
    for k in range(low, high):
        if actions[k] < 0:
            legal = legal_set(masks, k)
            actions[k] = choose_by_tree(views, k, legal, streams[k], tree, space)


@cache
def compiled_for(game: str) -> SimpleNamespace:
    """The functions above compiled for a game with a tree search."""
    kind, playout = game_named(game), playout_of(game)
    hooks = {
        "gather": kind.worlds.gather,
        "write_world": kind.worlds.write_world,
        "apply": kind.apply,
        "play_out": playout.play_out,
        "is_exact": required(playout.is_exact, "tree search", game),
    }
    return compiled_with(game, (descend, choose_by_tree, choose_by_trees), hooks)
