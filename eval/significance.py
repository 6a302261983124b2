"""How sure a figure is: intervals over deals, paired tests, and Holm's correction.

Samples are one number a deal (chips), never one a game: games of the same deal share their luck, so
that an interval over games would be far too narrow.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from marriage_env.core.rng import Purpose, seed_for

LEVEL = 0.95
_RESAMPLES = 2000


@dataclass(frozen=True)
class Interval:
    """A mean and its interval at `LEVEL`."""

    mean: float
    low: float
    high: float

    @property
    def half(self) -> float:
        """Half the width."""
        return (self.high - self.low) / 2


def t_interval(samples: NDArray[np.floating]) -> Interval:
    """The mean of at least 2 independent samples with Student's interval; else ValueError."""
    if len(samples) < 2:
        raise ValueError(f"{len(samples)} samples: expected at least 2")
    mean = float(samples.mean())
    error = float(samples.std(ddof=1)) / len(samples) ** 0.5
    half = float(stats.t.ppf((1 + LEVEL) / 2, len(samples) - 1)) * error
    return Interval(mean, mean - half, mean + half)


def bootstrap_interval(
    samples: NDArray[np.floating], seed: int | np.random.SeedSequence
) -> Interval:
    """The mean of at least 1 sample with the percentile interval of resampled means.

    Only how often each value occurs matters, and chips take few values: so many deals cost no more
    than few. Resampling has a stream of its own, whatever else `seed` is used for.
    """
    values, counts = np.unique(samples, return_counts=True)
    chance, size = np.random.default_rng(seed_for(Purpose.BOOTSTRAP, seed)), len(samples)
    shares = counts / size
    means = [chance.multinomial(size, shares) @ values / size for _ in range(_RESAMPLES)]
    low, high = np.quantile(means, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return Interval(float(samples.mean()), float(low), float(high))


def paired_test(a: NDArray[np.floating], b: NDArray[np.floating]) -> float:
    """Two-sided p value that `a` and `b`, of the same deals, have equal means (paired t test).

    1.0 where they are equal in every deal: then nothing tells them apart.
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
