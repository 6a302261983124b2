"""Significance tests against samples whose truth is known, by simulation with fixed seeds."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from eval.tournament.significance import holm, paired_test


def test_p_values_of_equal_agents_are_uniform_and_of_unequal_ones_small():
    games = np.random.default_rng(4)
    equal, unequal = [], []
    for _ in range(2000):
        luck = games.normal(size=50)
        a, b = luck + games.normal(size=50), luck + games.normal(size=50)
        equal.append(paired_test(a, b))
        unequal.append(paired_test(a + 0.5, b))
    assert stats.kstest(equal, "uniform").pvalue > 0.01
    # The power of a two-sided t test of 50 pairs whose mean is 0.5 / sqrt(2) deviations from 0.
    shift, limit = (50 / 2) ** 0.5 * 0.5, stats.t.ppf(0.975, 49)
    power = stats.nct.sf(limit, 49, shift) + stats.nct.cdf(-limit, 49, shift)
    assert np.mean(np.array(unequal) < 0.05) == pytest.approx(power, abs=0.04)


def test_agents_that_never_differ_are_not_told_apart():
    gains = np.array([1.0, -2.0, 3.0])
    assert paired_test(gains, gains) == 1.0
    assert paired_test(gains + 1, gains) == 0.0


def test_holm_by_hand():
    """Sorted 0.01, 0.02, 0.03, 0.04 times 4, 3, 2, 1, never falling, at most 1."""
    assert holm([0.04, 0.01, 0.03, 0.02]) == pytest.approx([0.06, 0.04, 0.06, 0.06])
    assert holm([0.5, 0.9]) == pytest.approx([1.0, 1.0])
    assert holm([]) == []


def test_holm_keeps_the_whole_family_to_one_error_in_twenty():
    """20 true hypotheses, 2,000 families: without it 64 % of the families hold a false alarm."""
    families = np.random.default_rng(5).random((2000, 20))
    alarms = np.mean([min(holm(family)) < 0.05 for family in families])
    assert alarms == pytest.approx(1 - (1 - 0.05 / 20) ** 20, abs=0.015)
    assert np.mean(families.min(axis=1) < 0.05) > 0.6
