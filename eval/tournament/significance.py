"""Significance tests: paired t tests over deals, and Holm's correction for many of them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy import stats


def paired_test(a: NDArray[np.floating], b: NDArray[np.floating]) -> float:
    """Two-sided p value that `a` and `b`, of the same deals, have equal means (paired t test).

    1.0 where they are equal in every deal: then there is no difference to test.
    """
    difference = a - b
    if (difference == difference[0]).all():
        return 1.0 if difference[0] == 0 else 0.0
    return float(stats.ttest_1samp(difference, 0.0).pvalue)


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's adjusted p values: below 0.05, they hold for the whole family at once."""
    order = np.argsort(p_values, kind="stable")
    factors = np.arange(len(p_values), 0, -1)
    adjusted = np.empty(len(p_values))
    steps = np.asarray(p_values, float)[order] * factors
    adjusted[order] = np.minimum(np.maximum.accumulate(steps), 1.0)
    return [float(p) for p in adjusted]
