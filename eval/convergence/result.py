"""How near training runs come to an equilibrium."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Point:
    """A point of a run's curve. Exploitability is in chips a deal, the mean over seats."""

    decisions: int  # learned from so far
    sampled: float  # exploitability of the policy itself, whose actions are sampled
    likeliest: float  # of its most probable actions, which a checkpoint plays


@dataclass(frozen=True)
class RunCurve:
    """The curve of a run."""

    kind: str  # the folder's name without the seed at its end: runs of a kind differ in the seed
    settings: dict[str, Any]
    points: list[Point]


@dataclass(frozen=True)
class SolverPoint:
    """The average policy of the solver after some iterations."""

    iterations: int
    decisions: int  # of the tree, passed over so far
    exploitability: float  # chips a deal, the mean over seats


@dataclass(frozen=True)
class ConvergenceResult:
    """The curves of runs in one game, beside the solver's."""

    command: str
    game: str
    players: int
    rules: dict[str, Any]
    agents: dict[str, float]  # by spec, the exploitability of agents that do not learn
    runs: list[RunCurve]
    solver: list[SolverPoint]
