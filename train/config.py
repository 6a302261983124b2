"""What a training run is made of; every field is an option of the command line."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from agents.learned.network import MOST_UNITS
from agents.learned.training_scope import Scope, parse_players, parse_rules
from marriage_env.core.arguments import as_float, as_int, shown
from marriage_env.core.rng import check_seed
from marriage_env.game import DEFAULT_GAME, GAMES, game_named

_DEVICES = ("auto", "cpu", "cuda")
_SAMPLINGS = ("uniform", "recent")
_DECISIONS = "budget: real decisions (more than one legal action); with --seconds alone none"
_TIME_LIMIT = "seconds that a decision of an opponent may take on average; 0: any"
_WIDTH = "units in each layer of the network; even; with --init those of its network"


def option(
    default: Any,
    meaning: str,
    low: float = 0,
    high: float = float("inf"),
    choices: tuple[str, ...] = (),
) -> Any:
    """A field with its meaning and what it allows."""
    allowed = {"meaning": meaning, "low": low, "high": high, "choices": choices}
    return field(default=default, metadata=allowed)


@dataclass(frozen=True)
class Config:
    """What all ways of training share. Raises ValueError naming a field out of its range."""

    game: str = option(DEFAULT_GAME, "what is played", choices=tuple(GAMES))
    players: str = option("5", "players at the table: a number, or a range such as 5-10")
    rules: str = option("typical", "preset, with changes (typical,offences=none), or any")
    match_deals: int = option(1, "deals of a training match", 1)
    decisions: int = option(2_000_000, _DECISIONS, 1)
    seconds: float = option(86_400.0, "stop after so many seconds, whatever the budget", 1)
    seed: int = option(1, "seed of everything")
    init: str = option("", "checkpoint to start from; empty: a fresh network")
    opponents: str = option("", "spec of an agent that plays all seats but one; empty: self-play")
    time_limit: float = option(0.0, _TIME_LIMIT, 0)
    games: int = option(1024, "games played for each update", 1)
    minibatch: int = option(1024, "decisions in a gradient step", 2)
    learning_rate: float = option(3e-3, "at the start; falls linearly to 2 % of it", 0, 1)
    max_grad_norm: float = option(0.5, "gradients are clipped to this norm", 0)
    reward_scale: float = option(0.25, "reward of a chip", 0)
    width: int = option(128, _WIDTH, 2, MOST_UNITS)
    evaluations: int = option(20, "points of the learning curve", 1)
    evaluation_deals: int = option(1000, "duplicate deals behind each point", 2)
    threads: int = option(1, "threads of torch; a second one collapses on a busy machine", 1)
    device: str = option("cpu", "where torch computes", choices=_DEVICES)

    def __post_init__(self) -> None:
        for one in fields(self):
            value = _plain(one.name, getattr(self, one.name), str(one.type), one.metadata)
            object.__setattr__(self, one.name, value)
        scope = self.scope
        for players in scope.players:
            game_named(self.game).check_match(players, scope.measured_rules, self.match_deals)
        check_seed(self.seed)
        if self.width % 2:
            raise ValueError(f"width={self.width}: expected an even number")

    @property
    def scope(self) -> Scope:
        """The games trained for."""
        players, rules = parse_players(self.players, self.game), parse_rules(self.rules, self.game)
        return Scope(players, rules, self.game)

    def to_json(self) -> str:
        """All fields, for the run's folder."""
        return json.dumps(asdict(self), indent=2)


@dataclass(frozen=True)
class PPOConfig(Config):
    """Self-play PPO."""

    width: int = option(64, _WIDTH, 2, MOST_UNITS)
    epochs: int = option(2, "passes over the decisions of an update", 1)
    entropy: float = option(0.02, "weight of the entropy bonus at the start", 0, 10)
    final_entropy: float = option(0.002, "weight of the entropy bonus at the end", 0, 10)
    clip: float = option(0.2, "PPO's clip range", 0, 1)
    gae_lambda: float = option(1.0, "lambda of generalised advantage estimation", 0, 1)
    value_weight: float = option(0.125, "weight of the value loss", 0)
    pool_share: float = option(0.0, "part of the seats that the pool plays", 0, 0.95)
    pool_size: int = option(12, "snapshots kept in the pool, the newest", 1)
    pool_every: float = option(0.05, "part of the budget between snapshots", 0.001, 1)
    pool_sampling: str = option("uniform", "how the pool is drawn from", choices=_SAMPLINGS)
    pool_agents: str = option("", "specs of agents in the pool besides, with spaces between")


@dataclass(frozen=True)
class DMCConfig(Config):
    """Deep Monte Carlo."""

    epochs: int = option(4, "passes over the decisions of an update", 1)
    explore: float = option(0.1, "part of random actions at the start; falls linearly", 0, 1)
    final_explore: float = option(0.02, "part of random actions at the end", 0, 1)


@dataclass(frozen=True)
class DistilConfig(Config):
    """Distilling search into a network."""

    games: int = option(256, "games played for each update", 1)
    minibatch: int = option(512, "decisions in a gradient step", 2)
    memory: int = option(150_000, "decisions remembered, the newest; 2 kB each", 1, 10**8)
    replays: int = option(6, "remembered decisions learned from for each new one", 1)
    teacher: str = option("pimc:worlds=16", "spec of the search that says what choices are worth")
    temperature: float = option(0.2, "chips that make a choice e times as likely", 1e-6)


CONFIGS: dict[str, type[Config]] = {"ppo": PPOConfig, "dmc": DMCConfig, "distil": DistilConfig}


def method_of(config: Config) -> str:
    """The name of a config's way of training."""
    return next(name for name, kind in CONFIGS.items() if type(config) is kind)


def _plain(name: str, value: Any, kind: str, allowed: Any) -> Any:
    """A field's value as a plain str, int or float; ValueError for another kind or out of range."""
    if kind == "str":
        if not isinstance(value, str) or (allowed["choices"] and value not in allowed["choices"]):
            wanted = ", ".join(allowed["choices"]) or "a text"
            raise ValueError(f"{name}={shown(value)}: expected {wanted}")
        return str(value)
    number = as_int if kind == "int" else as_float
    return number(name, value, allowed["low"], allowed["high"])
