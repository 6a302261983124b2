"""The learning curve: gains over baselines on a fixed set of duplicate deals, during training."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from agents.arena.confidence_interval import normal_interval
from agents.arena.duplicate import measure_gain
from agents.arena.setting import Setting
from agents.learned.agent import LearnedAgent, NetworkPolicy
from agents.learned.checkpoint import Checkpoint, save_checkpoint
from agents.learned.run_files import check_points, point_file
from agents.protocol import Agent
from marriage_env.core.rng import Purpose
from train.config import Config

OPPONENTS = ("random", "greedy", "expert")
_SEED = 1  # of every run, so that curves of different runs are comparable


def yardstick(config: Config) -> str:
    """The opponent that decides which checkpoint is best: the given one, or the last baseline."""
    return config.opponents or OPPONENTS[-1]


@dataclass
class Point:
    """A point of the curve.

    Attributes:
        decisions: made so far.
        seconds: spent so far.
        gains: by opponent, the gain in chips per duplicate deal and its 95 % interval (low, high).
    """

    decisions: int
    seconds: float
    gains: dict[str, tuple[float, float, float]] = field(default_factory=dict)


def points_of(saved: Any, where: str) -> list[Point]:
    """Points from JSON values; ValueError says where one is invalid."""
    check_points(saved, where)
    return [
        Point(one["decisions"], one["seconds"], {k: tuple(v) for k, v in one["gains"].items()})
        for one in saved
    ]


def measure(
    checkpoint: Checkpoint, config: Config, seconds: float, agent_of: Callable[[str, int], Agent]
) -> Point:
    """Measure a point of the curve; the deals are split among the numbers of players.

    `agent_of` gives the agent of a spec for a number of players.
    """
    game_range = config.game_range
    agent = LearnedAgent(NetworkPolicy(checkpoint.network, game_range), "learner")
    rules, game = game_range.measured_rules, game_range.game
    deals = max(2, config.evaluation_deals // len(game_range.players))
    point = Point(checkpoint.made_by["decisions"], round(seconds, 1))
    against = (*OPPONENTS, config.opponents) if config.opponents else OPPONENTS
    for name in dict.fromkeys(against):
        gains = []
        for players in game_range.players:
            setting = Setting(players, rules, deals, _SEED, game=game, purpose=Purpose.CURVE)
            gains.append(measure_gain(agent, agent_of(name, players), setting).per_deal)
        gain = normal_interval(np.concatenate(gains))
        point.gains[name] = (gain.mean, gain.low, gain.high)
    return point


def keep_checkpoint(checkpoint: Checkpoint, config: Config, folder: Path) -> None:
    """Keep the agent of a point of the curve in the run's folder, if all are kept."""
    if config.keep == "all":
        save_checkpoint(checkpoint, point_file(folder, checkpoint.made_by["decisions"]))
