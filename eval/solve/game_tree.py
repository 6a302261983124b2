"""The whole tree of one deal of a game, made through its contract alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from eval.solve.deals import dealing
from eval.solve.enumeration import (
    DEEPEST,
    LOT,
    MISDEALT,
    TOO_DEEP,
    Leaves,
    Nodes,
    Playing,
    loops_of,
)
from eval.solve.sequence_form import SequenceForm, sequence_form
from eval.solve.tree import Tree, is_zero_sum
from marriage_env.compiler.jit import records
from marriage_env.deal_layout import DealLayout, begun, deal_layout
from marriage_env.game import Game, Match

MOST_NODES = 40_000_000  # of a tree, leaves included: some 3 GB
_TRIAL_DEALS = 200  # whose trees tell how large the whole is
_TRIAL_NODES = 400_000
_DEALS_AT_ONCE = 2000
_VIEWS_AT_ONCE = 20_000
_Columns = TypeVar("_Columns", Nodes, Leaves)
_WHY = {
    MISDEALT: "its hands are not dealt from the same places of every pack",
    LOT: "chance goes on after the deal",
    TOO_DEEP: f"more than {DEEPEST} decisions follow one another",
}


@dataclass(frozen=True)
class GameTree:
    """The tree of one deal, seat 0 at the dealer's left, and its sequence form."""

    game: Game
    match: Match
    tree: Tree
    form: SequenceForm
    labels: NDArray[np.int64]  # (I,) of information sets, as agents.solution.labels has them
    builder: _Builder

    def views(self, sets: NDArray[np.integer[Any]]) -> np.ndarray[Any, Any]:
        """(k,) VIEW: what the seat to act knows in each of these information sets."""
        return self.builder.views(self.tree, self.form.nodes[sets])

    def masks(self, sets: NDArray[np.integer[Any]]) -> NDArray[np.int8]:
        """(k, actions) int8: the legal actions in each of these information sets."""
        legal = self.form.legal[sets]
        actions = np.arange(self.game.num_actions)
        masks: NDArray[np.int8] = (legal[:, None] >> actions & 1).astype(np.int8)
        return masks

    def batches(self, sets: NDArray[np.integer[Any]]) -> Iterator[NDArray[np.integer[Any]]]:
        """Information sets in parts whose views fit into memory."""
        for first in range(0, len(sets), _VIEWS_AT_ONCE):
            yield sets[first : first + _VIEWS_AT_ONCE]


def game_tree(game: Game, num_players: int, rules: Any, most_nodes: int = MOST_NODES) -> GameTree:
    """The tree of one deal of a game.

    Raises ValueError if it is too large, and for a game that cannot be enumerated so: with chance
    after the deal, without perfect recall, or whose observations hide what views tell.
    """
    match = game.match(num_players, rules, None, 1)
    builder = _Builder(game, match)
    builder.check_size(most_nodes)
    tree, view_labels = builder.tree(most_nodes)
    form = sequence_form(tree)
    _check_same_sets(tree.labels, view_labels)
    labels = tree.labels[form.nodes]
    if not is_zero_sum(tree.payoffs):
        raise ValueError(f"{game.name}: chips stay on the table: expected payments between players")
    return GameTree(game, match, tree, form, labels, builder)


def _check_same_sets(labels: NDArray[np.int64], view_labels: NDArray[np.int64]) -> None:
    """ValueError unless both divide the nodes into the same sets."""
    sizes = [len(np.unique(one)) for one in (labels, view_labels)]
    both = len(np.unique(np.stack([labels, view_labels]), axis=1).T) if len(labels) else 0
    if sizes != [both, both]:
        raise ValueError(
            f"observations tell {sizes[0]:,} information sets apart, views {sizes[1]:,}: expected "
            "observations to show all that views do, but for earlier deals"
        )


class _Builder:
    """Deals and plays a game for `write_trees`."""

    def __init__(self, game: Game, match: Match) -> None:
        self.layout: DealLayout = deal_layout(game, match)
        self._what = f"{game.name} with {match.num_players} players"
        self._loops: SimpleNamespace = loops_of(game)
        chance = records(1, game.chance_rows(None, match.num_players).dtype)
        chance["given"], chance["pack"] = 1, -1
        stack = records(DEEPEST + 1, game.state)
        stack[:] = begun(game, match)[0]
        views = records(1, game.view)
        self._playing = Playing(
            stack=stack,
            views=views,
            words=np.asarray(views).view(np.uint8).view(np.int64),
            observation=np.zeros(game.layout.length(match.num_players), np.int8),
            chance=chance,
            log=game.no_log,
            untried=np.zeros(DEEPEST + 1, np.int64),
            nodes=np.zeros(DEEPEST + 1, np.int32),
            stream=np.zeros(4, np.uint32),
        )
        self._dealing = dealing(self.layout, chance["pack"][0])
        self._players, self._view = match.num_players, game.view

    def check_size(self, most_nodes: int) -> None:
        """ValueError if the tree is larger than that, judged by deals spread over all."""
        deals = self.layout.num_deals
        trials = sorted({deals * k // _TRIAL_DEALS for k in range(_TRIAL_DEALS)})
        if deals > most_nodes or deals >= 2**31:
            raise ValueError(f"{self._what}: {self._too_large(deals, 'deals', most_nodes)}")
        nodes, leaves, counts = self._room(_TRIAL_NODES)
        for done, deal in enumerate(trials):
            if self._write(deal, deal + 1, nodes, leaves, counts) == deal:
                least = counts.sum() / (done + 1) * deals
                raise ValueError(f"{self._what}: {self._too_large(least, 'nodes', most_nodes)}")
        expected = counts.sum() / len(trials) * deals
        if expected > most_nodes:
            raise ValueError(f"{self._what}: {self._too_large(expected, 'nodes', most_nodes)}")

    @staticmethod
    def _too_large(number: float, what: str, most_nodes: int) -> str:
        told = f"{number:,.0f}" if number < 1e12 else f"{number:.1e}"
        return f"its tree has about {told} {what}: expected at most {most_nodes:,} nodes"

    def tree(self, most_nodes: int) -> tuple[Tree, NDArray[np.int64]]:
        """The whole tree, and a label of everything in the view for each node."""
        deals, done = self.layout.num_deals, 0
        nodes, leaves, counts = self._room(1 << 16)
        with tqdm(total=deals, unit=" deals", desc="enumerate") as bar:
            while done < deals:
                upto = min(done + _DEALS_AT_ONCE, deals)
                reached = self._write(done, upto, nodes, leaves, counts)
                bar.update(reached - done)
                done = reached
                if done < upto:
                    if counts.sum() > most_nodes:
                        raise ValueError(
                            f"{self._what}: {self._too_large(counts.sum(), 'nodes', most_nodes)}"
                        )
                    nodes, leaves = _doubled(nodes), _doubled(leaves)
        return _trimmed(nodes, leaves, counts, deals), nodes.view_labels[: counts[0]]

    def views(self, tree: Tree, nodes: NDArray[np.int32]) -> np.ndarray[Any, Any]:
        """What the seats to act in these nodes know."""
        views = records(len(nodes), self._view)
        columns = Nodes(
            tree.deals, tree.parents, tree.places, tree.seats, tree.legal, tree.labels, tree.labels
        )
        actions = np.zeros(DEEPEST + 1, np.int64)
        self._loops.write_views_at(nodes, columns, self._dealing, self._playing, actions, views)
        return views

    def _write(self, low: int, high: int, nodes: Nodes, leaves: Leaves, counts: Any) -> int:
        found = int(
            self._loops.write_trees(low, high, self._dealing, self._playing, nodes, leaves, counts)
        )
        if found < 0:
            raise ValueError(f"{self._what}: no tree of it can be made: {_WHY[found]}")
        return found

    def _room(self, size: int) -> tuple[Nodes, Leaves, NDArray[np.int64]]:
        return Nodes.room(size), Leaves.room(size, self._players), np.zeros(2, np.int64)


def _doubled(columns: _Columns) -> _Columns:
    """Columns with twice the room."""
    made = (np.concatenate([column, np.zeros_like(column)]) for column in columns)
    return type(columns)(*made)


def _trimmed(nodes: Nodes, leaves: Leaves, counts: NDArray[np.int64], deals: int) -> Tree:
    """The tree of these columns, without the room that is left."""
    node, leaf = slice(int(counts[0])), slice(int(counts[1]))
    return Tree(
        players=leaves.payoffs.shape[1],
        chances=np.full(deals, 1 / deals),
        deals=nodes.deals[node].copy(),
        parents=nodes.parents[node].copy(),
        places=nodes.places[node].copy(),
        seats=nodes.seats[node].copy(),
        legal=nodes.legal[node].copy(),
        labels=nodes.labels[node].copy(),
        leaf_deals=leaves.deals[leaf].copy(),
        leaf_parents=leaves.parents[leaf].copy(),
        leaf_places=leaves.places[leaf].copy(),
        payoffs=leaves.payoffs[leaf].copy(),
    )
