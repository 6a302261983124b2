"""Ratings of agents by who ends a deal ahead of whom, whatever the order of deals and agents.

A Bradley–Terry model, fitted to all deals at once: the probability that one agent ends a deal with
more chips than another depends on the difference of their ratings, on Elo's scale: 100 points more
are 64 % of the deals, 400 points 91 %. Equal chips are half a win for both.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from agents.arena.confidence_interval import NORMAL_QUANTILE, Estimate

_POINTS = 400 / math.log(10)  # of a unit of log odds
_PRIOR = 1.0  # tied deals of every two agents before the first: who won all is still finite
_STEPS, _EXACT = 100, 1e-12


def rated(chips: NDArray[np.floating]) -> list[Estimate]:
    """The rating of each agent, in points above the mean of all, with its 95 % interval.

    `chips` (deals, agents) of the same deals. The interval is over deals, whose outcomes between
    several agents are dependent (a sandwich estimate). Only the count of each outcome is used, so
    that the order of deals cannot matter, not even in the last digit.
    """
    agents = chips.shape[1]
    signs = np.sign(chips[:, :, np.newaxis] - chips[:, np.newaxis, :]).astype(np.int8)
    outcomes, counts = np.unique(signs.reshape(len(chips), -1), axis=0, return_counts=True)
    shares = (outcomes.reshape(-1, agents, agents) + 1) / 2  # of a win of the one over the other
    won = np.tensordot(counts, shares, 1) + _PRIOR / 2
    strength = _fitted(won)
    half = NORMAL_QUANTILE * np.sqrt(np.diag(_spread(strength, won, shares, counts)).clip(0))
    ends = (strength, strength - half, strength + half)
    return [Estimate(*row) for row in (_POINTS * np.stack(ends, axis=1)).tolist()]


def _fitted(won: NDArray[np.float64]) -> NDArray[np.float64]:
    """The likeliest log strengths, (agents,) with mean 0, by Newton's method with halved steps."""
    strength = np.zeros(len(won))
    for _ in range(_STEPS):
        gradient = (won - (won + won.T) * _probability(strength)).sum(axis=1)
        step = np.linalg.pinv(_curvature(won, strength), hermitian=True) @ gradient
        if np.abs(step).max() < _EXACT:
            break
        while _likelihood(won, strength + step) < _likelihood(won, strength) and step.any():
            step = step / 2
        strength = strength + step
    centred: NDArray[np.float64] = strength - strength.mean()
    return centred


def _spread(
    strength: NDArray[np.float64],
    won: NDArray[np.float64],
    shares: NDArray[np.float64],
    counts: NDArray[np.int64],
) -> NDArray[np.float64]:
    """The covariance of fitted strengths over deals, (agents, agents)."""
    scores = (shares - _probability(strength)).sum(axis=2)  # on the diagonal a half less a half
    between = (scores * counts[:, np.newaxis]).T @ scores
    inverse = np.linalg.pinv(_curvature(won, strength), hermitian=True)
    spread: NDArray[np.float64] = inverse @ between @ inverse
    return spread


def _probability(strength: NDArray[np.float64]) -> NDArray[np.float64]:
    """The probability that one wins over another, (agents, agents)."""
    probability: NDArray[np.float64] = np.exp(-np.logaddexp(0, strength - strength[:, np.newaxis]))
    return probability


def _likelihood(won: NDArray[np.float64], strength: NDArray[np.float64]) -> float:
    """The logarithm of the likelihood, up to a constant."""
    return float(-(won * np.logaddexp(0, strength - strength[:, np.newaxis])).sum())


def _curvature(won: NDArray[np.float64], strength: NDArray[np.float64]) -> NDArray[np.float64]:
    """Minus the second derivatives of the likelihood, (agents, agents)."""
    probability = _probability(strength)
    weight = (won + won.T) * probability * (1 - probability)
    np.fill_diagonal(weight, 0)
    curvature: NDArray[np.float64] = np.diag(weight.sum(axis=1)) - weight
    return curvature
