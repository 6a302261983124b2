"""The result of the standard suite."""

from __future__ import annotations

from dataclasses import dataclass

from eval.output.json_view import EstimateCI95, Inline
from eval.store.provenance import Provenance


@dataclass(frozen=True)
class SuiteRow:
    """What one of the policy gains among copies of an opponent, in chips per duplicate deal.

    The interval is a 95 % confidence interval of the mean over deals (Student's).
    """

    opponent: str
    players: int
    rules: str  # a preset
    deals: int
    gain: EstimateCI95


@dataclass(frozen=True)
class UnfitTable:
    """A table of the suite at which the policy cannot play, and why."""

    players: int
    rules: str
    why: str


@dataclass(frozen=True)
class SuiteSettings:
    """All that the rows depend on."""

    provenance: Inline[Provenance]
    suite: str  # its version
    policy: str
    game: str
    scale: float  # times the deals of the whole suite
    seed: int


@dataclass
class SuiteResult:
    """The rows so far; the suite is complete when every table has its rows or is left out."""

    settings: Inline[SuiteSettings]
    rows: list[SuiteRow]
    seconds: float
    left_out: list[UnfitTable]
