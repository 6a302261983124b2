"""What a training run is made of; every field is an option of `python -m train ppo`."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from marriage_env import Rules
from marriage_env.mariage.rules import check_match, is_integer
from marriage_env.random import check_seed


def _option(default: Any, meaning: str, low: float = 0, high: float = float("inf")) -> Any:
    return field(default=default, metadata={"meaning": meaning, "low": low, "high": high})


@dataclass(frozen=True)
class PPOConfig:
    """Self-play PPO. Raises ValueError naming a field that is out of its range."""

    players: int = _option(5, "players at the table, 5 to 10", 5, 10)
    rules: str = _option("typical", "preset of the rules")
    match_deals: int = _option(1, "deals of a training match", 1)
    decisions: int = _option(2_000_000, "budget: real decisions (more than one legal action)", 1)
    seconds: float = _option(86_400.0, "stop after so many seconds, whatever the budget", 1)
    seed: int = _option(1, "seed of everything")
    games: int = _option(1024, "games played for each update", 1)
    epochs: int = _option(4, "passes over the decisions of an update", 1)
    minibatch: int = _option(2048, "decisions in a gradient step", 2)
    learning_rate: float = _option(2e-3, "at the start; falls linearly to 2 % of it", 0, 1)
    entropy: float = _option(0.05, "weight of the entropy bonus at the start", 0, 10)
    final_entropy: float = _option(0.004, "weight of the entropy bonus at the end", 0, 10)
    clip: float = _option(0.2, "PPO's clip range", 0, 1)
    gae_lambda: float = _option(1.0, "lambda of generalised advantage estimation", 0, 1)
    value_weight: float = _option(0.125, "weight of the value loss", 0)
    max_grad_norm: float = _option(0.5, "gradients are clipped to this norm", 0)
    reward_scale: float = _option(0.25, "reward of a chip", 0)
    width: int = _option(128, "units in each layer of the network", 1)
    evaluations: int = _option(20, "points of the learning curve", 1)
    evaluation_deals: int = _option(1000, "duplicate deals behind each point", 2)
    threads: int = _option(1, "threads of torch; a second one collapses on a busy machine", 1)

    def __post_init__(self) -> None:
        for one in fields(self):
            value, whole = getattr(self, one.name), one.type == "int"
            if one.type == "str":
                continue
            low, high = one.metadata["low"], one.metadata["high"]
            number = is_integer(value) if whole else isinstance(value, (int, float))
            if not number or isinstance(value, bool) or not low <= value <= high:
                kind = "an integer" if whole else "a number"
                raise ValueError(f"{one.name}={value!r}: expected {kind} from {low} to {high}")
        check_match(self.players, self.game_rules, self.match_deals)
        check_seed(self.seed)

    @property
    def game_rules(self) -> Rules:
        """The rules trained for."""
        return Rules.preset(self.rules)

    def to_json(self) -> str:
        """All fields, for the run's folder."""
        return json.dumps(asdict(self), indent=2)
