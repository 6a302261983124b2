"""Estimates of a mean with a 95 % confidence interval: every gain that a command prints.

Samples are one number a deal (chips), never one a game: games of the same deal share their luck, so
an interval over games would be far too narrow. Three estimators, which differ in the interval:

- `normal_interval`: learning curves and other figures over thousands of deals;
- `t_interval`: matches, tournaments and the standard suite, right for few deals too;
- `bootstrap_interval`: beside the t interval of a match, as a check that skewed gains do no harm.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from marriage_env.core.rng import Purpose, seed_for

LEVEL = 0.95
NORMAL_QUANTILE = NormalDist().inv_cdf((1 + LEVEL) / 2)
_RESAMPLES = 2000


@dataclass(frozen=True)
class Estimate:
    """The mean of independent samples and its 95 % confidence interval, in the samples' unit.

    A gain is in chips per duplicate deal. The estimator says which interval it is.
    """

    mean: float
    low: float
    high: float

    @property
    def half_width(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    @property
    def ci95(self) -> list[float]:
        """The interval as results in JSON have it: [low, high]."""
        return [self.low, self.high]


def normal_interval(samples: NDArray[np.floating]) -> Estimate:
    """The mean of at least 2 samples with the normal approximation's interval; else ValueError."""
    deviation = _deviation(samples)
    return _symmetric(samples, NORMAL_QUANTILE * deviation / len(samples) ** 0.5)


def t_interval(samples: NDArray[np.floating]) -> Estimate:
    """The mean of at least 2 samples with Student's t interval; else ValueError."""
    from scipy.special import stdtrit  # not installed with training alone

    error = _deviation(samples) / len(samples) ** 0.5
    return _symmetric(samples, float(stdtrit(len(samples) - 1, (1 + LEVEL) / 2)) * error)


def _deviation(samples: NDArray[np.floating]) -> float:
    """The standard deviation of at least 2 samples; else ValueError."""
    if len(samples) < 2:
        raise ValueError(f"{len(samples)} samples: expected at least 2")
    return float(samples.std(ddof=1))


def _symmetric(samples: NDArray[np.floating], half_width: float) -> Estimate:
    """The mean, plus and minus half the width of its interval."""
    mean = float(samples.mean())
    return Estimate(mean, mean - half_width, mean + half_width)


def bootstrap_interval(
    samples: NDArray[np.floating], seed: int | np.random.SeedSequence
) -> Estimate:
    """The mean of at least 1 sample with the percentile interval of resampled means.

    Only how often each value occurs matters, and chips take few values, so a million deals take no
    longer than a thousand. Resampling has its own random stream, whatever else `seed` is used for.
    """
    values, counts = np.unique(samples, return_counts=True)
    rng, size = np.random.default_rng(seed_for(Purpose.BOOTSTRAP, seed)), len(samples)
    shares = counts / size
    means = [rng.multinomial(size, shares) @ values / size for _ in range(_RESAMPLES)]
    low, high = np.quantile(means, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return Estimate(float(samples.mean()), float(low), float(high))
