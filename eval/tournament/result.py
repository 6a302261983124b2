"""The result of a tournament. All intervals are 95 % confidence intervals over deals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from agents.arena.confidence_interval import Estimate
from eval.output.json_view import Inline


@dataclass(frozen=True)
class Ranked:
    """An agent's play at mixed tables, where every agent has every seat of every pack once."""

    agent: str
    chips: Estimate  # a deal
    edge: Estimate  # chips a deal more than the average of all agents in that deal
    rating: Estimate  # Bradley-Terry in points of Elo, above the mean of all agents


@dataclass(frozen=True)
class Comparison:
    """Two agents at mixed tables, by a paired test over deals."""

    better: str
    worse: str
    difference: Estimate  # chips a deal
    p: float
    p_holm: float  # valid for all comparisons of the tournament at once


@dataclass(frozen=True)
class CrossPlay:
    """What one `a` gains among copies of `b`, in chips per duplicate deal."""

    a: str
    b: str
    gain: Estimate


@dataclass(frozen=True)
class FaultReport:
    """Why an agent was left out: it could not be made (no deal, no record) or misplayed."""

    agent: str
    what: str
    deal: int | None
    record: str | None  # the file of the record


@dataclass(frozen=True)
class Standings:
    """How the agents compare, the best one first."""

    ranking: list[Ranked]
    comparisons: list[Comparison]
    unsupported: list[Comparison]  # those that are not significant
    cross_play: list[CrossPlay]


@dataclass(frozen=True)
class TournamentResult:
    """What was played, how the agents compare, and who was left out."""

    agents: list[str]
    game: str
    players: int
    rules: str | dict[str, Any]  # a preset, or all fields
    deals: int
    seed: int
    time_limit: float | None  # of a decision, in seconds
    standings: Inline[Standings]
    faults: list[FaultReport]
    seconds: float  # of this run of the command
