"""Confidence intervals against games whose truth is known, by simulation with fixed seeds."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from agents.arena.confidence_interval import bootstrap_interval, normal_interval, t_interval

SEATS, MEAN = 5, 0.1


def synthetic(games: np.random.Generator, deals: int) -> np.ndarray:
    """Chips an agent gains in each seat of each deal, (deals, SEATS), on average MEAN.

    Skewed as real gains are: the luck of the deal is shared by the seats, and a rare prize of 9
    chips is paid for by a small loss in all other deals.
    """
    luck = games.integers(-3, 4, (deals, 1))
    prize = np.where(games.random((deals, SEATS)) < 0.1, 9.0, -1.0)
    return MEAN + luck + prize


def coverage(make, deals: int, experiments: int, seed: int) -> float:
    """How often the interval that `make` builds of so many deals holds the true mean."""
    games = np.random.default_rng(seed)
    intervals = [make(synthetic(games, deals)) for _ in range(experiments)]
    return sum(i.low <= MEAN <= i.high for i in intervals) / experiments


# 4,000 experiments: three standard errors of a share near 0.95 are 0.0103.
def test_intervals_by_deal_hold_the_truth_in_95_of_100_experiments():
    by_t = coverage(lambda gains: t_interval(gains.mean(axis=1)), 300, 4000, seed=1)
    assert by_t == pytest.approx(0.95, abs=0.0103)
    # 400 experiments: three standard errors are 0.033.
    resampled = coverage(lambda gains: bootstrap_interval(gains.mean(axis=1), 7), 300, 400, seed=2)
    assert resampled == pytest.approx(0.95, abs=0.033)


def test_intervals_by_game_would_be_too_narrow():
    assert coverage(lambda gains: t_interval(gains.ravel()), 300, 1000, seed=1) < 0.85


def test_the_t_interval_by_hand():
    """Samples 1, 2, 3: mean 2, standard deviation 1, t of 2 degrees 4.30265: 2 ± 2.48414."""
    made = t_interval(np.array([1.0, 2.0, 3.0]))
    assert (made.mean, made.low, made.high) == pytest.approx((2.0, -0.48414, 4.48414), abs=1e-5)
    assert made.half_width == pytest.approx(2.48414, abs=1e-5)
    with pytest.raises(ValueError, match="1 samples: expected at least 2"):
        t_interval(np.array([1.0]))


def test_the_normal_interval_by_hand():
    """Samples 1, 2, 3: mean 2, standard deviation 1, half the width 1.95996 / sqrt(3) = 1.13159."""
    made = normal_interval(np.array([1.0, 2.0, 3.0]))
    assert (made.mean, *made.ci95) == pytest.approx((2.0, 0.86841, 3.13159), abs=1e-5)
    with pytest.raises(ValueError, match="1 samples: expected at least 2"):
        normal_interval(np.array([1.0]))


def test_the_bootstrap_is_decided_by_its_seed_and_agrees_with_scipy():
    gains = synthetic(np.random.default_rng(3), 400).mean(axis=1)
    made = bootstrap_interval(gains, 1)
    assert made == bootstrap_interval(gains, 1)
    assert made != bootstrap_interval(gains, 2)
    theirs = stats.bootstrap((gains,), np.mean, method="percentile", n_resamples=2000, rng=5)
    assert made.low == pytest.approx(theirs.confidence_interval.low, abs=0.02)
    assert made.high == pytest.approx(theirs.confidence_interval.high, abs=0.02)
