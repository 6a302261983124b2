"""How often an agent has a habit, of how many chances that it had."""

from __future__ import annotations

from dataclasses import dataclass

from scipy.stats import binomtest

from agents.arena.confidence_interval import LEVEL


@dataclass(frozen=True)
class Share:
    """`count` of `of` chances; share and interval are None if there was no chance.

    The interval is Wilson's 95 % confidence interval, which holds also where nothing ever happened.
    """

    count: int
    of: int
    share: float | None = None
    ci95: tuple[float, float] | None = None


def share_of(count: int, chances: int) -> Share:
    """A share with its interval."""
    if not chances:
        return Share(count, chances)
    interval = binomtest(count, chances).proportion_ci(LEVEL, "wilson")
    return Share(count, chances, count / chances, (float(interval.low), float(interval.high)))
