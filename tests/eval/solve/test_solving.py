"""Equilibria, best responses and linear programs of games that are known by heart."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from eval.solve.best_response import best_response, exploitability
from eval.solve.linear_program import value_by_linear_program
from eval.solve.regret_matching import RegretMatching, Regrets
from eval.solve.sequence_form import sequence_form
from tests.eval.solve.toys import kuhn, odd_one_out


def test_kuhn_poker_is_worth_minus_an_eighteenth_by_both_methods():
    form = sequence_form(kuhn())
    solver = RegretMatching(form)
    solver.iterate(200)
    found = exploitability(form, solver.average())
    assert found.mean < 1e-4
    assert found.values[0] == pytest.approx(-1 / 18, abs=1e-4)
    assert value_by_linear_program(form) == pytest.approx(-1 / 18, abs=1e-9)


def test_uniform_play_of_kuhn_poker_can_be_exploited_by_known_amounts():
    # As OpenSpiel's `exploitability` has it: 0.458333, the mean over both seats.
    found = exploitability(sequence_form(kuhn()), sequence_form(kuhn()).uniform())
    assert found.best_responses == pytest.approx((1 / 2, 5 / 12))
    assert found.values == pytest.approx((1 / 8, -1 / 8))
    assert found.mean == pytest.approx(0.458333, abs=1e-6)
    assert found.nash_conv == pytest.approx(2 * found.mean)


def test_a_best_response_wins_what_it_is_said_to():
    form = sequence_form(kuhn())
    said = exploitability(form, form.uniform())
    for seat in range(2):
        against = best_response(form, form.uniform(), seat)
        assert exploitability(form, against).values[seat] == pytest.approx(
            said.best_responses[seat]
        )


def test_three_players_gain_by_being_different():
    form = sequence_form(odd_one_out())
    alike = np.array([1.0, 1.0, 1.0, *[1.0, 0.0] * 3])
    found = exploitability(form, alike)
    assert found.values == (0.0, 0.0, 0.0)
    assert found.best_responses == (2.0, 2.0, 2.0)
    assert found.nash_conv == 6.0
    assert exploitability(form, form.uniform()).nash_conv == pytest.approx(0.0)
    # One who differs and two who are alike: only the two can gain, but each alone gains nothing.
    one_differs = np.array([1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 0.0, 0.0, 1.0])
    found = exploitability(form, one_differs)
    assert found.values == (-1.0, -1.0, 2.0)
    assert found.by_seat == (0.0, 0.0, 0.0)


def test_an_interrupted_solver_goes_on_as_if_it_had_not_been():
    form = sequence_form(kuhn())
    whole, begun = RegretMatching(form), RegretMatching(form)
    whole.iterate(30)
    begun.iterate(11)
    resumed = RegretMatching(form, Regrets(*(part.copy() for part in begun.state)))
    resumed.iterate(19)
    assert resumed.iterations == whole.iterations == 30
    for mine, other in zip(resumed.state, whole.state):
        np.testing.assert_array_equal(mine, other)


def test_policies_and_plans_are_each_other_s():
    form = sequence_form(kuhn())
    policy = form.uniform()
    policy[form.arrays.first[0] : form.arrays.first[1]] = 0.25, 0.75
    np.testing.assert_allclose(form.policy_of(form.plan_of(policy)), policy)


def test_who_forgets_what_they_did_is_refused():
    tree = kuhn()
    # Seat 0 cannot tell its second decision with one card from that with another.
    second = np.flatnonzero((tree.seats == 0) & (tree.parents >= 0))
    labels = tree.labels.copy()
    labels[second] = 1000
    with pytest.raises(ValueError, match=r"no perfect recall.* differ in its own past"):
        sequence_form(replace(tree, labels=labels))
    labels = np.zeros_like(tree.labels)
    with pytest.raises(ValueError, match="differ in its seat to act"):
        sequence_form(replace(tree, labels=labels))


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (np.ones(3), "policy of shape"),
        (np.full(26, -1.0), "expected probabilities, and 1"),
        (np.full(26, 1.0), "add up to 1"),
    ],
)
def test_what_is_no_policy_is_refused(wrong, message):
    form = sequence_form(kuhn())
    assert form.num_sequences == 26
    with pytest.raises(ValueError, match=message):
        exploitability(form, wrong)


def test_a_linear_program_takes_two_players_with_zero_sum_alone():
    with pytest.raises(ValueError, match="expected two players"):
        value_by_linear_program(sequence_form(odd_one_out()))
    tree = kuhn()
    with pytest.raises(ValueError, match="expected two players"):
        value_by_linear_program(sequence_form(replace(tree, payoffs=tree.payoffs + 1)))
