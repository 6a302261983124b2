"""Rates of the habits that a game counts (`Game.statistics`), with intervals."""

from __future__ import annotations

from typing import Any

from scipy.stats import binomtest

from agents.arena.estimate import LEVEL


def rate(count: int, chances: int) -> dict[str, Any]:
    """A share with Wilson's interval, which holds also where nothing ever happened."""
    row: dict[str, Any] = {"count": count, "of": chances, "share": None, "ci95": None}
    if chances:
        interval = binomtest(count, chances).proportion_ci(LEVEL, "wilson")
        row.update(share=count / chances, ci95=[float(interval.low), float(interval.high)])
    return row
