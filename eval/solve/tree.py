"""A game tree as flat arrays, of any game with perfect recall whose chance comes first.

Chance deals, then the players act to the end. Only non-forced decisions are nodes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

MOST_PLAYERS = 10


@dataclass(frozen=True)
class Tree:
    """N nodes, every parent before its children, and T leaves.

    A parent of -1 is the deal itself. A `place` says which of the parent's actions leads here: 0
    for the lowest of them.
    """

    players: int
    chances: NDArray[np.float64]  # (deals,) probabilities
    deals: NDArray[np.int32]  # (N,) of which deal a node is
    parents: NDArray[np.int32]  # (N,) nodes
    places: NDArray[np.int8]  # (N,)
    seats: NDArray[np.int8]  # (N,) the seat to act
    legal: NDArray[np.int64]  # (N,) its legal actions, a set
    labels: NDArray[np.int64]  # (N,) equal for nodes that the seat to act cannot tell apart
    leaf_deals: NDArray[np.int32]  # (T,)
    leaf_parents: NDArray[np.int32]  # (T,) nodes
    leaf_places: NDArray[np.int8]  # (T,)
    payoffs: NDArray[np.int32]  # (T, players) chips

    def leaf_chances(self) -> NDArray[np.float64]:
        """(T,) the probability of each leaf's deal."""
        found: NDArray[np.float64] = self.chances[self.leaf_deals]
        return found


def num_actions(legal: NDArray[np.int64]) -> NDArray[np.int64]:
    """The number of members of each set."""
    octets = legal[:, None].view(np.uint8)
    found: NDArray[np.int64] = np.unpackbits(octets, axis=1).sum(axis=1, dtype=np.int64)
    return found


def actions_of(legal: int) -> list[int]:
    """The members of a set of actions, lowest first."""
    return [action for action in range(63) if legal >> action & 1]


def is_zero_sum(payoffs: NDArray[Any]) -> bool:
    """Whether what some win others lose, in every row."""
    return not payoffs.sum(axis=1).any()
