"""The result of a duplicate match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from agents.arena.duplicate_statistics import DuplicateStatistics, gain_by_distance
from eval.output.json_view import EstimateCI95, OmittedIfNone


@dataclass(frozen=True)
class SeatGain:
    """What A gains in one seat, in chips a deal, with a 95 % confidence interval over deals."""

    distance: int  # of the seat from the dealer's, clockwise
    gain: EstimateCI95


def seat_gains(statistics: DuplicateStatistics) -> list[SeatGain]:
    """A's gain in each seat, the dealer's first."""
    return [SeatGain(*row) for row in enumerate(gain_by_distance(statistics))]


@dataclass(frozen=True)
class TrickGain:
    """The part of A's gain that comes from winning this number of tricks in a deal."""

    tricks: int
    share_a: float  # of A's seats, those that won so many
    chips_a: float  # chips of A in such a seat, on average
    share_b: float  # the same of B, in the games without A
    chips_b: float
    gain: EstimateCI95  # chips a deal; all rows add up to A's gain


@dataclass(frozen=True, kw_only=True)
class MatchResult:
    """What A gains over B in duplicate deals.

    The gain is in chips a deal: what A wins more than B does in the same seat with the same packs,
    averaged over seats. Both intervals are 95 % confidence intervals of its mean over deals:
    Student's (`gain`), and percentiles of bootstrap resamples of deals (`ci95_bootstrap`).
    """

    a: str
    b: str
    game: str
    players: int
    rules: str | dict[str, Any]  # a preset, or all fields
    deals: int
    distinct_deals: int
    match_deals: int  # deals of each game
    seed: int
    gain: EstimateCI95
    ci95_bootstrap: tuple[float, float]
    sd: float  # of the gain of one deal
    variance: float  # likewise
    variance_independent: float  # the same if every game of a deal had a pack of its own
    variance_ratio: float | None  # of the latter to the former; None if the gain never varies
    effective_deals: int | None  # with packs of their own, as precise as these deals
    precision: OmittedIfNone[float]  # the half width asked for, in chips
    reached: OmittedIfNone[bool]  # whether it was reached
    by_distance: OmittedIfNone[list[SeatGain]]  # None in matches of several deals
    by_tricks: OmittedIfNone[list[TrickGain]]  # likewise, and in games without tricks
    seconds: float
