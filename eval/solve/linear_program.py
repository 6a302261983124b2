"""The value of a two-player zero-sum game by a linear program over its sequence form.

Koller, Megiddo and von Stengel (1996): player 0's plan x maximises what it wins against the best
response of player 1, which by duality is the largest q at player 1's beginning under linear
constraints. HiGHS solves it. Nothing is shared with regret minimization but the sequence form.
"""

from __future__ import annotations

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_matrix, csr_matrix, hstack

from eval.solve.sequence_form import SequenceForm
from eval.solve.tree import is_zero_sum


def check_two_players(form: SequenceForm) -> None:
    """ValueError for a game that is not one of two players with zero sum."""
    if form.players != 2 or not is_zero_sum(form.arrays.payoffs):
        raise ValueError("linear program: expected two players and payments between them alone")


def value_by_linear_program(form: SequenceForm) -> float:
    """What player 0 wins in equilibrium, in chips a deal.

    Raises ValueError as `check_two_players` does, RuntimeError if HiGHS finds no solution.
    """
    check_two_players(form)
    own, flow = _flows(form, 0), _flows(form, 1)
    sizes = own.shape[1], flow.shape[0]
    # q of player 1's sets, less those after a sequence, is at most what the sequence loses.
    bounds = hstack([-_payoffs(form).T, flow.T], format="csr")
    equal = hstack([own, csr_matrix((own.shape[0], sizes[1]))], format="csr")
    goal = np.zeros(sum(sizes))
    goal[sizes[0]] = -1.0
    found = linprog(
        goal,
        A_ub=bounds,
        b_ub=np.zeros(bounds.shape[0]),
        A_eq=equal,
        b_eq=np.eye(1, own.shape[0])[0],
        bounds=[(0, None)] * sizes[0] + [(None, None)] * sizes[1],
        method="highs",
    )
    if not found.success:
        raise RuntimeError(f"linear program: {found.message}")
    return float(-found.fun)


def _numbers(form: SequenceForm, seat: int) -> np.ndarray:
    """For every sequence its number among those of a seat, the empty one first; else -1."""
    arrays = form.arrays
    owner = np.concatenate([np.arange(2), np.repeat(arrays.seats, np.diff(arrays.first))])
    numbers = np.full(form.num_sequences, -1)
    numbers[owner == seat] = np.arange((owner == seat).sum())
    return numbers


def _flows(form: SequenceForm, seat: int) -> csr_matrix:
    """A row for the beginning, which is 1, and one for each set: its sequences less the former."""
    arrays, numbers = form.arrays, _numbers(form, seat)
    sets = np.flatnonzero(arrays.seats == seat)
    starts, ends = arrays.first[sets], arrays.first[sets + 1]
    sequences = np.concatenate([np.arange(a, b) for a, b in zip(starts, ends)])
    rows = 1 + np.arange(len(sets))
    entries = np.concatenate([[1.0], np.ones(len(sequences)), -np.ones(len(sets))])
    columns = np.concatenate([[seat], sequences, arrays.before[sets]])
    places = np.concatenate([[0], np.repeat(rows, ends - starts), rows])
    shape = len(sets) + 1, int(numbers.max()) + 1
    return coo_matrix((entries, (places, numbers[columns])), shape).tocsr()


def _payoffs(form: SequenceForm) -> csr_matrix:
    """What player 0 wins, by the sequences of both, with the probability of the deal."""
    arrays, numbers = form.arrays, [_numbers(form, seat) for seat in (0, 1)]
    entries = arrays.chances * arrays.payoffs[:, 0]
    places = numbers[0][arrays.ends[:, 0]], numbers[1][arrays.ends[:, 1]]
    shape = int(numbers[0].max()) + 1, int(numbers[1].max()) + 1
    return coo_matrix((entries, places), shape).tocsr()
