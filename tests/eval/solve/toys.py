"""Games that fit on a page, as trees."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any

import numpy as np

from eval.solve.tree import Tree

# What is known of a state: whose turn it is, what that seat knows, and the number of its actions;
# or the payoffs if it is over.
Turn = tuple[int, Hashable, int]
Rules = Callable[[Any, tuple[int, ...]], "Turn | tuple[int, ...]"]


@dataclass
class _Lists:
    nodes: list[tuple[int, int, int, int, int, int]] = field(default_factory=list)
    leaves: list[tuple[int, int, int]] = field(default_factory=list)
    payoffs: list[tuple[int, ...]] = field(default_factory=list)
    labels: dict[Hashable, int] = field(default_factory=dict)


def tree_of(players: int, deals: list[Any], rules: Rules) -> Tree:
    """The tree of a game with equally likely deals; `rules` take a deal and the actions so far."""
    lists = _Lists()
    for deal in range(len(deals)):
        _grow(lists, deal, deals[deal], rules, (), -1)
    nodes, leaves = np.array(lists.nodes), np.array(lists.leaves)
    return Tree(
        players=players,
        chances=np.full(len(deals), 1 / len(deals)),
        deals=nodes[:, 0].astype(np.int32),
        parents=nodes[:, 1].astype(np.int32),
        places=nodes[:, 2].astype(np.int8),
        seats=nodes[:, 3].astype(np.int8),
        legal=nodes[:, 4].astype(np.int64),
        labels=nodes[:, 5].astype(np.int64),
        leaf_deals=leaves[:, 0].astype(np.int32),
        leaf_parents=leaves[:, 1].astype(np.int32),
        leaf_places=leaves[:, 2].astype(np.int8),
        payoffs=np.array(lists.payoffs, np.int32),
    )


def _grow(
    lists: _Lists, index: int, deal: Any, rules: Rules, history: tuple[int, ...], parent: int
) -> None:
    turn, place = rules(deal, history), history[-1] if history else 0
    if len(turn) == 3 and not isinstance(turn[1], int):
        seat, known, actions = turn
        label = lists.labels.setdefault((seat, known), len(lists.labels))
        node = len(lists.nodes)
        lists.nodes.append((index, parent, place, seat, (1 << actions) - 1, label))
        for action in range(actions):
            _grow(lists, index, deal, rules, (*history, action), node)
    else:
        lists.leaves.append((index, parent, place))
        lists.payoffs.append(tuple(turn))


def kuhn() -> Tree:
    """Kuhn's poker: three cards, two players, action 0 passes and 1 bets; worth -1/18."""

    def rules(deal: tuple[int, int], history: tuple[int, ...]) -> Any:
        higher = 1 if deal[0] > deal[1] else -1
        ends = {(0, 0): 1, (1, 1): 2, (0, 1, 1): 2}
        if history in ends:
            return higher * ends[history], -higher * ends[history]
        if history == (1, 0):
            return 1, -1
        if history == (0, 1, 0):
            return -1, 1
        seat = len(history) % 2
        return seat, (deal[seat], history), 2

    return tree_of(2, list(permutations(range(3), 2)), rules)


def odd_one_out() -> Tree:
    """Three players show a coin at once; who differs from both others gets a chip from each."""

    def rules(deal: None, history: tuple[int, ...]) -> Any:
        if len(history) < 3:
            return len(history), ("blind",), 2
        odd = [seat for seat in range(3) if history.count(history[seat]) == 1]
        return tuple(2 if seat in odd else -len(odd) for seat in range(3))

    return tree_of(3, [None], rules)
