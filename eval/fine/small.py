"""Small Mariage, exactly: how often its equilibria keep queens back, at any fine.

A fine changes payments alone, so that one tree serves for all fines, fractions of a chip included:
its leaves get the fines of the queens that were kept back on the way there.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from eval.fine.called_queens import keep_back
from eval.fine.result import SmallStep
from eval.solve.best_response import Exploitability, exploitability
from eval.solve.game_tree import GameTree
from eval.solve.regret_matching import RegretMatching
from marriage_env.compiler.jit import jit

PARTS_OF_A_CHIP = 100  # payoffs are integers, so that fines are counted in these
OBEY = 10.0  # a fine that no queen is worth
_ITERATIONS, _MOST_ITERATIONS = 25, 1000
_NASH_CONV = 1e-5  # chips a deal, at which an equilibrium is near enough


@dataclass(frozen=True)
class Equilibrium:
    """A policy, (sequences,), and how far it can be exploited, in chips."""

    policy: NDArray[np.float64]
    found: Exploitability


class FinedGame:
    """A tree of a game with a fine of 0, which is solved at other fines."""

    def __init__(self, tree: GameTree) -> None:
        self._tree, facts = tree, tree.tree
        self._calls = facts.legal >> keep_back(tree.game.name) & 1 == 1
        sets, first = tree.form.set_of_node, tree.form.arrays.first
        self._first, self._last = first[sets], first[sets + 1] - 1  # of the sequences at each node
        self._kept = np.zeros((len(facts.leaf_parents), facts.players), np.int32)
        at_nodes = np.zeros((len(facts.parents), facts.players), np.int32)
        keeps = self._calls, self._last - self._first  # keeping back is the last action
        _count_kept(facts.parents, facts.places, facts.seats, keeps, at_nodes, at_nodes)
        _count_kept(
            facts.leaf_parents, facts.leaf_places, facts.seats, keeps, at_nodes,
            self._kept,
        )  # fmt: skip

    def step(self, fine: float, obeying: Exploitability, alone: bool) -> SmallStep:
        """The equilibrium at a fine; with `alone` also what that right is worth to one alone."""
        players = self._tree.match.num_players
        solved = self.solved([fine] * players)
        asked, kept = self._queens(solved.policy)
        worth = None
        if alone:
            others = [[OBEY] * seat + [fine] + [OBEY] * (players - seat - 1)
                      for seat in range(players)]  # fmt: skip
            values = [self.solved(each).found.values[seat] for seat, each in enumerate(others)]
            worth = float(np.mean(values) - np.mean(obeying.values))
        values = list(solved.found.values)
        return SmallStep(fine, asked, kept, values, solved.found.nash_conv, worth)

    def solved(self, fines: list[float]) -> Equilibrium:
        """An equilibrium where each seat has a fine of its own; RuntimeError if none is near."""
        form = self._tree.form
        payoffs = self._payoffs(fines)
        scaled = replace(form, arrays=form.arrays._replace(payoffs=payoffs))
        matching = RegretMatching(scaled)
        while matching.iterations < _MOST_ITERATIONS:
            matching.iterate(_ITERATIONS)
            policy = matching.average()
            found = exploitability(scaled, policy)
            if found.nash_conv < _NASH_CONV * PARTS_OF_A_CHIP:
                return Equilibrium(policy, _in_chips(found))
        raise RuntimeError(
            f"no equilibrium after {_MOST_ITERATIONS} iterations: NashConv {found.nash_conv}"
        )

    def _payoffs(self, fines: list[float]) -> NDArray[np.int32]:
        """(T, players) hundredths of a chip: those of the game, and the fines."""
        paid = self._kept * np.round(np.array(fines) * PARTS_OF_A_CHIP).astype(np.int32)
        payoffs = self._tree.form.arrays.payoffs * PARTS_OF_A_CHIP
        # Whoever keeps a queen back pays all others; their own share cancels out.
        whole = payoffs + paid.sum(axis=1, keepdims=True) - len(fines) * paid
        return np.ascontiguousarray(whole, np.int32)

    def _queens(self, policy: NDArray[np.float64]) -> tuple[float, float]:
        """Queens called in a deal, and the share of them that is kept back."""
        tree, calls = self._tree.tree, self._calls
        reach = tree.chances[tree.deals]
        _write_reach(tree.parents, tree.places, self._first, policy, reach)
        asked = float(reach[calls].sum())
        kept = float((reach * policy[self._last])[calls].sum())
        return asked, kept / asked if asked else 0.0


def _in_chips(found: Exploitability) -> Exploitability:
    """Values of hundredths as chips."""
    values, best = (
        tuple(value / PARTS_OF_A_CHIP for value in part)
        for part in (found.values, found.best_responses)
    )
    return Exploitability(values, best)


@jit
def _count_kept(parents, places, seats, keeps, at_nodes, kept):
    """Queens kept back by each seat on the way to nodes or leaves, into `kept`."""
    calls, last = keeps
    for k in range(parents.shape[0]):
        parent = parents[k]
        if parent >= 0:
            for seat in range(kept.shape[1]):
                kept[k, seat] = at_nodes[parent, seat]
            if calls[parent] and places[k] == last[parent]:
                kept[k, seats[parent]] += 1


@jit
def _write_reach(parents, places, first, policy, reach):
    """The probability of each node into `reach`, which has that of its deal."""
    for node in range(parents.shape[0]):
        parent = parents[node]
        if parent >= 0:
            reach[node] = reach[parent] * policy[first[parent] + places[node]]
