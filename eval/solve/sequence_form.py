"""The sequence form of a game: information sets and leaves, all that solving it needs.

A sequence is a player's information set with one of its actions; with perfect recall it stands for
all that this player has done up to there (von Stengel 1996). Sequences 0 to players - 1 are the
empty ones, one a player. A *policy* gives each sequence the probability of its action in its
information set, a *plan* the product of these along the player's own actions; both are
(sequences,) float64, and 1 for the empty sequences.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from eval.solve.tree import Tree, num_actions
from marriage_env.compiler.jit import jit


class Arrays(NamedTuple):
    """What the jitted loops take."""

    seats: NDArray[np.int8]  # (I,) who acts in an information set
    before: NDArray[np.int32]  # (I,) the seat's sequence that leads there
    first: NDArray[np.int32]  # (I + 1,) its actions have the sequences first[k] to first[k + 1] - 1
    ends: NDArray[np.int32]  # (T, players) each player's last sequence at a leaf
    chances: NDArray[np.float64]  # (T,) of the deal
    payoffs: NDArray[np.int32]  # (T, players) chips


@dataclass(frozen=True)
class SequenceForm:
    """I information sets, each after those that come before it, and T leaves."""

    players: int
    arrays: Arrays
    legal: NDArray[np.int64]  # (I,) the actions of each information set, a set
    nodes: NDArray[np.int32]  # (I,) a node of the tree that is in it
    set_of_node: NDArray[np.int32]  # (N,) the information set of each node of the tree

    @property
    def num_sets(self) -> int:
        """The number of information sets."""
        return len(self.legal)

    @property
    def num_sequences(self) -> int:
        """The number of sequences, the empty ones included."""
        return int(self.arrays.first[-1])

    def own_decisions(self) -> NDArray[np.int32]:
        """(I,) how many decisions of its own the seat to act has made before."""
        found = np.zeros(self.num_sets, np.int32)
        _write_own_decisions(self.arrays, np.zeros(self.num_sequences, np.int32), found)
        return found

    def uniform(self) -> NDArray[np.float64]:
        """The policy that takes every legal action with equal probability."""
        sizes = np.diff(self.arrays.first)
        return np.concatenate([np.ones(self.players), np.repeat(1 / sizes, sizes)])

    def plan_of(self, policy: NDArray[np.float64]) -> NDArray[np.float64]:
        """The plan of a policy."""
        plan = np.ones(self.num_sequences)
        write_plan(self.arrays, policy, plan)
        return plan

    def policy_of(self, plan: NDArray[np.float64]) -> NDArray[np.float64]:
        """The policy of a plan, or of a sum of plans; uniform where these never come."""
        policy = self.uniform()
        write_policy(self.arrays, plan, policy)
        return policy

    def check_policy(self, policy: Any) -> NDArray[np.float64]:
        """A policy as the loops take it; ValueError for what is none."""
        given = np.ascontiguousarray(policy, np.float64)
        if given.shape != (self.num_sequences,):
            raise ValueError(f"policy of shape {given.shape}: expected ({self.num_sequences},)")
        sums = np.add.reduceat(given, self.arrays.first[:-1]) if self.num_sets else given[:0]
        if not (given >= 0).all() or (given[: self.players] != 1).any():
            raise ValueError("policy: expected probabilities, and 1 for the empty sequences")
        if (np.abs(sums - 1) > 1e-6).any():
            raise ValueError("policy: expected probabilities that add up to 1 in each set")
        return given


def sequence_form(tree: Tree) -> SequenceForm:
    """The sequence form of a tree.

    Raises ValueError if it has no perfect recall: if nodes with the same label differ in the seat
    to act, in its actions, or in what it did before.
    """
    _, found, ids = np.unique(tree.labels, return_index=True, return_inverse=True)
    order = np.argsort(found)  # by the first node, so that those that come before have lower ids
    rank = np.empty(len(order), np.int32)
    rank[order] = np.arange(len(order))
    set_of_node: NDArray[np.int32] = rank[ids.reshape(-1)]
    nodes: NDArray[np.int32] = found[order].astype(np.int32)
    sizes = num_actions(tree.legal[nodes])
    first = np.concatenate([[tree.players], tree.players + np.cumsum(sizes)]).astype(np.int32)
    last = np.empty((len(tree.parents), tree.players), np.int32)
    _write_last(tree.parents, tree.places, tree.seats, set_of_node, first, last)
    before = last[np.arange(len(last)), tree.seats]
    _check_recall(tree, set_of_node, nodes, before)
    ends = np.empty((len(tree.leaf_parents), tree.players), np.int32)
    inner = tree.seats, set_of_node, first, last
    _write_ends(tree.leaf_parents, tree.leaf_places, *inner, ends)
    arrays = Arrays(
        tree.seats[nodes], before[nodes], first, ends, tree.leaf_chances(), tree.payoffs
    )
    return SequenceForm(tree.players, arrays, tree.legal[nodes], nodes, set_of_node)


def _check_recall(
    tree: Tree,
    set_of_node: NDArray[np.int32],
    nodes: NDArray[np.int32],
    before: NDArray[np.int32],
) -> None:
    facts: dict[str, NDArray[Any]] = {
        "seat to act": tree.seats,
        "legal actions": tree.legal,
        "own past": before,
    }
    for name, values in facts.items():
        wrong = np.flatnonzero(values != values[nodes][set_of_node])
        if len(wrong):
            raise ValueError(
                f"no perfect recall: nodes {nodes[set_of_node[wrong[0]]]} and {wrong[0]} look the "
                f"same to the seat to act, but differ in its {name}"
            )


@jit
def _write_last(parents, places, seats, set_of_node, first, last):
    """Every player's last sequence at each node."""
    for node in range(parents.shape[0]):
        parent = parents[node]
        for seat in range(last.shape[1]):
            last[node, seat] = seat if parent < 0 else last[parent, seat]
        if parent >= 0:
            last[node, seats[parent]] = first[set_of_node[parent]] + places[node]


@jit
def _write_ends(leaf_parents, leaf_places, seats, set_of_node, first, last, ends):
    """Every player's last sequence at each leaf."""
    for leaf in range(leaf_parents.shape[0]):
        parent = leaf_parents[leaf]
        for seat in range(ends.shape[1]):
            ends[leaf, seat] = seat if parent < 0 else last[parent, seat]
        if parent >= 0:
            ends[leaf, seats[parent]] = first[set_of_node[parent]] + leaf_places[leaf]


@jit
def _write_own_decisions(arrays, lengths, found):
    """`lengths` (sequences,), zeros at first, become the number of decisions in each sequence."""
    for k in range(arrays.seats.shape[0]):
        found[k] = lengths[arrays.before[k]]
        for sequence in range(arrays.first[k], arrays.first[k + 1]):
            lengths[sequence] = found[k] + 1


@jit
def write_plan(arrays, policy, plan):
    """The plan of a policy into `plan`, whose empty sequences stay as they are."""
    for k in range(arrays.seats.shape[0]):
        reach = plan[arrays.before[k]]
        for sequence in range(arrays.first[k], arrays.first[k + 1]):
            plan[sequence] = reach * policy[sequence]


@jit
def write_policy(arrays, plan, policy):
    """The policy of a plan, or of a sum of plans, into `policy`, which stays where it is 0."""
    for k in range(arrays.seats.shape[0]):
        total = 0.0
        for sequence in range(arrays.first[k], arrays.first[k + 1]):
            total += plan[sequence]
        if total > 0:
            for sequence in range(arrays.first[k], arrays.first[k + 1]):
                policy[sequence] = plan[sequence] / total


@jit
def write_gains(arrays, seat, plan, gains):
    """What a seat's sequences bring at leaves that they lead to directly, into (sequences,) chips.

    Weighted with the probabilities of the deal and of what all others do by `plan`.
    """
    gains[:] = 0
    players = arrays.ends.shape[1]
    for leaf in range(arrays.ends.shape[0]):
        reach = arrays.chances[leaf]
        for other in range(players):
            if other != seat:
                reach *= plan[arrays.ends[leaf, other]]
        gains[arrays.ends[leaf, seat]] += reach * arrays.payoffs[leaf, seat]
