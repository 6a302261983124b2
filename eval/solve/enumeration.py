"""Every deal of a game played in every way: jitted loops, written once and compiled for each game.

A tree is written in depth-first order into arrays of the caller. The only legal action of a seat is
made at once, and is no node.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.solution.labels import forget_match, label_of
from eval.solve.deals import hands_are, write_deal
from marriage_env.compiler.hooks import compiled_with, hook
from marriage_env.core.bits import count, lowest
from marriage_env.game import Game

DEEPEST = 64  # non-forced decisions of a deal
# What `write_trees` returns besides the number of a deal
MISDEALT, LOT, TOO_DEEP = -1, -2, -3


@hook
def reset(states, i, chance, log, dealer):
    """Begin a match in game i with this dealer."""


@hook
def apply(states, i, chance, log, action):
    """Make a move in game i; False, and nothing has changed, if it is illegal."""


@hook
def write_view(states, i, seat, views, j):
    """Write what a seat of game i may know into `views[j]`."""


@hook
def encode(views, j, observation):
    """Write the observation of `views[j]`, (length,) int8."""


class Playing(NamedTuple):
    """Working memory for playing on."""

    stack: np.ndarray[Any, Any]  # (DEEPEST + 1,) STATE: those above a node, and the node itself
    views: np.ndarray[Any, Any]  # (1,) VIEW
    words: NDArray[np.int64]  # (k,) the bytes of `views`
    observation: NDArray[np.int8]
    chance: np.ndarray[Any, Any]  # (1,) CHANCE with a given pack
    log: NDArray[np.int64]  # the game's empty log
    untried: NDArray[np.int64]  # (DEEPEST + 1,) actions of a node that are left to try, a set
    nodes: NDArray[np.int32]  # (DEEPEST + 1,) the number of the node
    stream: NDArray[np.uint32]  # (4,) the random stream when the deal began


class Nodes(NamedTuple):
    """Columns of nodes; see `eval.solve.tree.Tree`."""

    deals: NDArray[np.int32]
    parents: NDArray[np.int32]
    places: NDArray[np.int8]
    seats: NDArray[np.int8]
    legal: NDArray[np.int64]
    labels: NDArray[np.int64]
    view_labels: NDArray[np.int64]  # of everything in the view

    @classmethod
    def room(cls, size: int) -> Nodes:
        """Room for so many."""
        return cls(
            deals=np.zeros(size, np.int32),
            parents=np.zeros(size, np.int32),
            places=np.zeros(size, np.int8),
            seats=np.zeros(size, np.int8),
            legal=np.zeros(size, np.int64),
            labels=np.zeros(size, np.int64),
            view_labels=np.zeros(size, np.int64),
        )


class Leaves(NamedTuple):
    """Columns of leaves."""

    deals: NDArray[np.int32]
    parents: NDArray[np.int32]
    places: NDArray[np.int8]
    payoffs: NDArray[np.int32]  # (leaves, players)

    @classmethod
    def room(cls, size: int, players: int) -> Leaves:
        """Room for so many."""
        return cls(
            deals=np.zeros(size, np.int32),
            parents=np.zeros(size, np.int32),
            places=np.zeros(size, np.int8),
            payoffs=np.zeros((size, players), np.int32),
        )


def write_trees(low, high, dealing, playing, nodes, leaves, counts):
    """Write the trees of deals `low` to `high` - 1 after the `counts` nodes and leaves there are.

    Returns the first deal for which there was no room, `high` if there is none, or a negative
    number: MISDEALT if the pack is dealt in another way, LOT if chance goes on after the deal,
    TOO_DEEP if more decisions follow one another than there is room for.
    """
    for deal in range(low, high):
        node_count, leaf_count = counts[0], counts[1]
        found = write_tree(deal, dealing, playing, nodes, leaves, counts)
        if found < 0:
            return found
        if found == 0:
            counts[0], counts[1] = node_count, leaf_count
            return deal
    return high


def write_tree(deal, dealing, playing, nodes, leaves, counts):
    """The tree of one deal: 1 if it is written, 0 if there is no room, negative as above."""
    stack = playing.stack
    write_deal(deal, dealing)
    if not begin(dealing, playing):
        return MISDEALT
    depth, parent, place = 0, np.int64(-1), np.int64(0)
    while True:
        if depth > DEEPEST:
            return TOO_DEEP
        if stack[depth].legal:
            if counts[0] == nodes.deals.shape[0]:
                return 0
            write_node(deal, depth, parent, place, playing, nodes, counts)
            depth += 1
        else:
            if counts[1] == leaves.deals.shape[0]:
                return 0
            write_leaf(deal, depth, parent, place, playing, leaves, counts)
            for k in range(4):
                if stack[depth].stream[k] != playing.stream[k]:
                    return LOT
        while depth > 0 and not playing.untried[depth - 1]:
            depth -= 1
        if depth == 0:
            return 1
        parent, left = np.int64(playing.nodes[depth - 1]), playing.untried[depth - 1]
        place, action = count(nodes.legal[parent] & ~left), lowest(left)
        playing.untried[depth - 1] = left & (left - 1)
        if depth <= DEEPEST:
            stack[depth] = stack[depth - 1]
            apply(stack, depth, playing.chance, playing.log, action)
            make_forced_moves(stack, depth, playing)


def begin(dealing, playing):
    """Deal the pack to `stack[0]`, and make forced moves; False if it is dealt in another way."""
    g = playing.stack[0]
    reset(playing.stack, 0, playing.chance, playing.log, g.table.num_players - 1)
    for k in range(4):
        playing.stream[k] = g.stream[k]
    if not hands_are(g, dealing):
        return False
    make_forced_moves(playing.stack, 0, playing)
    return True


def make_forced_moves(stack, i, playing):
    """Make moves in game i while there is a single one."""
    while stack[i].legal and not stack[i].legal & (stack[i].legal - 1):
        apply(stack, i, playing.chance, playing.log, lowest(stack[i].legal))


def write_node(deal, depth, parent, place, playing, nodes, counts):
    """Append the node of `stack[depth]`."""
    g, node = playing.stack[depth], counts[0]
    nodes.deals[node], nodes.parents[node], nodes.places[node] = deal, parent, place
    nodes.seats[node], nodes.legal[node] = g.seat, g.legal
    playing.untried[depth], playing.nodes[depth] = g.legal, node
    write_view(playing.stack, depth, g.seat, playing.views, 0)
    nodes.view_labels[node] = label_of(playing.words)
    forget_match(playing.views, 0)
    encode(playing.views, 0, playing.observation)
    nodes.labels[node] = label_of(playing.observation)
    counts[0] += 1


def write_leaf(deal, depth, parent, place, playing, leaves, counts):
    """Append the leaf of `stack[depth]`."""
    t, leaf = playing.stack[depth].table, counts[1]
    leaves.deals[leaf], leaves.parents[leaf], leaves.places[leaf] = deal, parent, place
    for seat in range(t.num_players):
        leaves.payoffs[leaf, seat] = t.chips[seat]
    counts[1] += 1


def write_view_at(deal, actions, depth, dealing, playing, views, j):
    """Write into `views[j]` what the seat to act knows after these actions in its nodes."""
    write_deal(deal, dealing)
    begin(dealing, playing)
    for k in range(depth):
        apply(playing.stack, 0, playing.chance, playing.log, actions[k])
        make_forced_moves(playing.stack, 0, playing)
    write_view(playing.stack, 0, playing.stack[0].seat, views, j)


def write_views_at(wanted, tree, dealing, playing, actions, views):
    """Write into `views[k]` what the seat to act in node `wanted[k]` of a tree knows.

    `tree` has columns as in `Nodes`; `actions` (DEEPEST + 1,) is working memory.
    """
    for k in range(wanted.shape[0]):
        node, depth = np.int64(wanted[k]), 0
        above = node
        while tree.parents[above] >= 0:
            depth += 1
            above = np.int64(tree.parents[above])
        for step in range(depth - 1, -1, -1):
            parent = np.int64(tree.parents[node])
            legal = tree.legal[parent]
            for _ in range(tree.places[node]):
                legal &= legal - 1
            actions[step] = lowest(legal)
            node = parent
        write_view_at(np.int64(tree.deals[node]), actions, depth, dealing, playing, views, k)


_LOOPS: Any = (
    *(write_trees, write_tree, begin, make_forced_moves, write_node, write_leaf),
    *(write_view_at, write_views_at),
)


def loops_of(game: Game) -> SimpleNamespace:
    """`write_trees` and `write_views_at` for a game, compiled."""
    hooks = {name: getattr(game, name) for name in ("reset", "apply", "write_view", "encode")}
    return compiled_with(game.name, _LOOPS, hooks)
