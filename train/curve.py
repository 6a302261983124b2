"""The learning curve: what the agent gains over baselines on a fixed set of duplicate deals."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from sb3_contrib import MaskablePPO

from agents import load
from agents.duplicate import Setting, interval, measure_gain
from agents.learned import LearnedAgent
from marriage_env.random import Purpose
from train.config import Config

OPPONENTS = ("random", "greedy", "expert")
_SEED = 1  # the same in every run


def yardstick(config: Config) -> str:
    """By whom the best checkpoint is known: the given opponents, or the strongest baseline."""
    return config.opponents or OPPONENTS[-1]


@dataclass
class Point:
    """Gains, each with its 95 % interval, over opponents after so many decisions."""

    decisions: int
    seconds: float
    gains: dict[str, tuple[float, float, float]] = field(default_factory=dict)


def point_of(values: dict[str, Any]) -> Point:
    """A point from its JSON object."""
    gains = {name: (gain[0], gain[1], gain[2]) for name, gain in values["gains"].items()}
    return Point(values["decisions"], values["seconds"], gains)


def measure(model: MaskablePPO, config: Config, decisions: int, seconds: float) -> Point:
    """A point of the curve; the deals are shared out among the numbers of players trained for."""
    scope = config.scope
    rules, game = scope.measured_rules, scope.game
    deals = max(2, config.evaluation_deals // len(scope.players))
    point = Point(decisions, round(seconds, 1))
    against = (*OPPONENTS, config.opponents) if config.opponents else OPPONENTS
    for name in dict.fromkeys(against):
        gains = []
        for players in scope.players:
            agent = LearnedAgent(model, players, "learner", game=game)
            setting = Setting(players, rules, deals, _SEED, game=game, purpose=Purpose.CURVE)
            other = load(name, players, rules, game)
            gains.append(measure_gain(agent, other, setting).per_deal)
        point.gains[name] = interval(np.concatenate(gains))
    return point
