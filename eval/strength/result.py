"""The strength and the cost of the built-in agents."""

from __future__ import annotations

from dataclasses import dataclass

from eval.output.json_view import EstimateCI95


@dataclass(frozen=True)
class PairGain:
    """What A gains over B in chips per duplicate deal, with a 95 % confidence interval (normal)."""

    a: str
    b: str
    players: int
    deals: int
    seed: int
    gain: EstimateCI95
    microseconds: float  # of a non-forced decision of A
    seconds: float  # of the match


@dataclass(frozen=True)
class OpenHandSize:
    """The size of exact open-hand search at the lead with `cards` cards in every hand."""

    players: int
    cards: int
    positions: int  # that were searched
    median_nodes: float
    most_nodes: int
    milliseconds: float  # of processor time, a position


@dataclass(frozen=True)
class QueensKeptBack:
    """How often a table of equal agents keeps a queen back (M6.3)."""

    agent: str
    players: int
    kept: int
    asked: int  # queens asked for


@dataclass(frozen=True)
class StrengthResult:
    """All that docs/benchmarks.md says of the built-in agents."""

    command: str
    matches: list[PairGain]
    open_hand: list[OpenHandSize]  # empty if the game has no such search
    kept: list[QueensKeptBack]  # empty in a game without this question
