"""Counterfactual regret minimization with predictions: an equilibrium by self-play.

Predictive CFR+ with quadratic averaging (Farina, Kroer and Sandholm 2021): in each information set
regret matching+ assumes that the next regrets are those just seen; players update in turn; and
iteration t counts t squared times in the average. At two players of a zero-sum game the average
policy comes as near to an equilibrium as one likes. With more players nothing promises that:
whether it does is measured.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from eval.solve.sequence_form import SequenceForm, write_gains, write_plan
from marriage_env.compiler.jit import jit


class Regrets(NamedTuple):
    """All that an iteration depends on, each (sequences,), changed in place."""

    regrets: NDArray[np.float64]  # what each action would have won more, chips, never below 0
    predictions: NDArray[np.float64]  # the same of the last iteration alone
    sums: NDArray[np.float64]  # of plans, weighted
    iterations: NDArray[np.int64]  # (1,) how many are done


class _Now(NamedTuple):
    """The current policy and plan, which follow from the regrets, and working memory."""

    policy: NDArray[np.float64]
    plan: NDArray[np.float64]
    gains: NDArray[np.float64]


class RegretMatching:
    """Self-play on a game's sequence form, from `regrets` on, or from the uniform policy."""

    def __init__(self, form: SequenceForm, regrets: Regrets | None = None) -> None:
        size = form.num_sequences
        self.form = form
        regret, prediction, total = np.zeros((3, size))
        self.state = regrets or Regrets(regret, prediction, total, np.zeros(1, np.int64))
        self._now = _Now(form.uniform(), np.ones(size), np.zeros(size))
        for seat in range(form.players):
            _write_current(form.arrays, seat, self.state, self._now.policy)
        write_plan(form.arrays, self._now.policy, self._now.plan)

    @property
    def iterations(self) -> int:
        """How many iterations are done."""
        return int(self.state.iterations[0])

    def iterate(self, iterations: int) -> None:
        """Do some more; an interrupt comes before or after all of them, never between."""
        _iterate(self.form.arrays, self.state, self._now, iterations)

    def average(self) -> NDArray[np.float64]:
        """The average policy so far, (sequences,)."""
        return self.form.policy_of(self.state.sums)


@jit
def _iterate(arrays, state, now, iterations):
    for _ in range(iterations):
        state.iterations[0] += 1
        weight = float(state.iterations[0]) ** 2
        for seat in range(arrays.ends.shape[1]):
            write_gains(arrays, seat, now.plan, now.gains)
            _update_regrets(arrays, seat, state, now)
            _write_current(arrays, seat, state, now.policy)
            _add_plan(arrays, seat, now, weight, state.sums)


@jit
def _update_regrets(arrays, seat, state, now):
    for k in range(arrays.seats.shape[0] - 1, -1, -1):
        if arrays.seats[k] == seat:
            value = 0.0
            for sequence in range(arrays.first[k], arrays.first[k + 1]):
                value += now.policy[sequence] * now.gains[sequence]
            now.gains[arrays.before[k]] += value
            for sequence in range(arrays.first[k], arrays.first[k + 1]):
                regret = now.gains[sequence] - value
                state.regrets[sequence] = max(state.regrets[sequence] + regret, 0.0)
                state.predictions[sequence] = regret


@jit
def _write_current(arrays, seat, state, policy):
    """The policy of a seat: in proportion to predicted regrets where any is above 0."""
    for k in range(arrays.seats.shape[0]):
        if arrays.seats[k] == seat:
            total = 0.0
            for sequence in range(arrays.first[k], arrays.first[k + 1]):
                ahead = max(state.regrets[sequence] + state.predictions[sequence], 0.0)
                policy[sequence] = ahead
                total += ahead
            size = arrays.first[k + 1] - arrays.first[k]
            for sequence in range(arrays.first[k], arrays.first[k + 1]):
                policy[sequence] = policy[sequence] / total if total > 0 else 1.0 / size


@jit
def _add_plan(arrays, seat, now, weight, sums):
    """The seat's plan, and its sum of all iterations."""
    for k in range(arrays.seats.shape[0]):
        if arrays.seats[k] == seat:
            reach = now.plan[arrays.before[k]]
            for sequence in range(arrays.first[k], arrays.first[k + 1]):
                now.plan[sequence] = reach * now.policy[sequence]
                sums[sequence] += weight * now.plan[sequence]
