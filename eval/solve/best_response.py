"""Exact best responses, and how far a policy can be exploited.

A seat's exploitability is what its best response wins against the policy in all other seats, more
than the policy itself wins in this seat. NashConv is the sum over seats, and exploitability the
mean, as OpenSpiel has them: at two players of a zero-sum game, half of what both best responses win
together.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from eval.solve.sequence_form import SequenceForm, write_gains
from marriage_env.compiler.jit import jit


@dataclass(frozen=True)
class Exploitability:
    """How far a policy can be exploited, in chips a deal; seat 0 is the first one to act."""

    values: tuple[float, ...]  # what the policy wins in each seat when all seats play it
    best_responses: tuple[float, ...]  # what a best response wins in each seat against it

    @property
    def by_seat(self) -> tuple[float, ...]:
        """What the best response of each seat gains."""
        return tuple(best - own for best, own in zip(self.best_responses, self.values))

    @property
    def nash_conv(self) -> float:
        """The sum of these gains; 0 in an equilibrium."""
        return sum(self.by_seat)

    @property
    def mean(self) -> float:
        """The mean of these gains."""
        return self.nash_conv / len(self.values)


def exploitability(form: SequenceForm, policy: NDArray[np.float64]) -> Exploitability:
    """How far a policy, (sequences,) of all seats, can be exploited.

    Raises ValueError for what is no policy.
    """
    plan = form.plan_of(form.check_policy(policy))
    values, best = [], []
    for seat in range(form.players):
        gains = np.empty(form.num_sequences)
        write_gains(form.arrays, seat, plan, gains)
        values.append(float(gains @ plan))
        best.append(float(_best(form.arrays, seat, gains)))
    return Exploitability(tuple(values), tuple(best))


def best_response(
    form: SequenceForm, policy: NDArray[np.float64], seat: int
) -> NDArray[np.float64]:
    """`policy` with a deterministic best response to it in one seat, (sequences,)."""
    gains: NDArray[np.float64] = np.empty(form.num_sequences)
    made: NDArray[np.float64] = form.check_policy(policy).copy()
    write_gains(form.arrays, seat, form.plan_of(made), gains)
    _best(form.arrays, seat, gains)
    _write_best(form.arrays, seat, gains, made)
    return made


@jit
def _best(arrays, seat, gains):
    """What the seat's best actions win; `gains` become what each sequence leads to with them."""
    for k in range(arrays.seats.shape[0] - 1, -1, -1):
        if arrays.seats[k] == seat:
            best = gains[arrays.first[k]]
            for sequence in range(arrays.first[k] + 1, arrays.first[k + 1]):
                best = max(best, gains[sequence])
            gains[arrays.before[k]] += best
    return gains[seat]


@jit
def _write_best(arrays, seat, gains, policy):
    """The first of the best actions in each of the seat's information sets, into `policy`."""
    for k in range(arrays.seats.shape[0]):
        if arrays.seats[k] == seat:
            best = arrays.first[k]
            for sequence in range(arrays.first[k], arrays.first[k + 1]):
                policy[sequence] = 0.0
                if gains[sequence] > gains[best]:
                    best = sequence
            policy[best] = 1.0
