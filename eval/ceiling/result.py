"""What agents that see every card gain."""

from __future__ import annotations

from dataclasses import dataclass

from eval.output.json_view import EstimateCI95


@dataclass(frozen=True)
class CeilingGain:
    """In chips per duplicate deal, with a 95 % confidence interval over deals (Student's)."""

    gain: EstimateCI95


@dataclass(frozen=True)
class CeilingResult:
    """What each agent that sees every card gains on copies of an agent."""

    agent: str
    players: int
    deals: int
    seed: int
    gains: dict[str, CeilingGain]
