"""The settings of a training run. Every field is an option of the command line."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

from agents.learned.game_range import GameRange, parse_players, parse_rules
from agents.learned.network import MOST_UNITS
from marriage_env.core.arguments import as_float, as_int, shown
from marriage_env.core.rng import check_seed
from marriage_env.game import DEFAULT_GAME, GAMES, game_named

_DEVICES = ("auto", "cpu", "cuda")
_SAMPLINGS = ("uniform", "recent")
_KEPT = ("last", "all")
OVERLAPPED, SEQUENTIAL = "overlapped", "sequential"
_SCHEDULE = "play the next matches while learning from the last ones, or one after the other"
_DECISIONS = "budget in non-forced decisions (several legal actions); none with --seconds alone"
_TIME_LIMIT = "seconds that an opponent may take per decision on average; 0: no limit"
_WIDTH = "units per network layer, an even number; default with --init: those of that network"


def option(
    default: Any,
    meaning: str,
    low: float = 0,
    high: float = float("inf"),
    choices: tuple[str, ...] = (),
) -> Any:
    """A dataclass field with its meaning and the values it allows."""
    allowed = {"meaning": meaning, "low": low, "high": high, "choices": choices}
    return field(default=default, metadata=allowed)


@dataclass(frozen=True)
class Config:
    """The settings that all methods share. Raises ValueError naming an invalid field."""

    game: str = option(DEFAULT_GAME, "game to train for", choices=tuple(GAMES))
    players: str = option("", "number of players, or a range such as 5-10; empty: the game's usual")
    rules: str = option("typical", "preset, with changed fields (typical,offences=none), or any")
    match_deals: int = option(1, "deals per training match", 1)
    decisions: int = option(2_000_000, _DECISIONS, 1)
    seconds: float = option(86_400.0, "stop after this many seconds, even if decisions are left", 1)
    seed: int = option(1, "seed of all random streams")
    init: str = option("", "checkpoint to start from; empty: a new network")
    opponents: str = option("", "spec of the agent in all seats but one; empty: self-play")
    time_limit: float = option(0.0, _TIME_LIMIT, 0)
    games: int = option(1024, "games played per update", 1)
    minibatch: int = option(1024, "decisions per gradient step", 2)
    learning_rate: float = option(3e-3, "initial learning rate; falls linearly to 2 % of it", 0, 1)
    max_grad_norm: float = option(0.5, "largest norm of the gradients, which are clipped to it", 0)
    reward_scale: float = option(0.25, "reward per chip", 0)
    width: int = option(128, _WIDTH, 2, MOST_UNITS)
    evaluations: int = option(20, "points on the learning curve", 1)
    evaluation_deals: int = option(1000, "duplicate deals per point", 2)
    keep: str = option("last", "checkpoints of the learning curve that are kept", choices=_KEPT)
    threads: int = option(1, "threads that torch uses; more than 1 is slow on a busy machine", 1)
    device: str = option("cpu", "device that torch uses", choices=_DEVICES)

    def __post_init__(self) -> None:
        for one in fields(self):
            value = plain_value(one.name, getattr(self, one.name), str(one.type), one.metadata)
            object.__setattr__(self, one.name, value)
        if not self.players:
            object.__setattr__(self, "players", str(game_named(self.game).default_players))
        game_range = self.game_range
        for players in game_range.players:
            game_named(self.game).check_match(players, game_range.measured_rules, self.match_deals)
        check_seed(self.seed)
        if self.width % 2:
            raise ValueError(f"width={self.width}: expected an even number")

    @property
    def game_range(self) -> GameRange:
        """The game, the numbers of players and the rules to train for."""
        players, rules = parse_players(self.players, self.game), parse_rules(self.rules, self.game)
        return GameRange(players, rules, self.game)


@dataclass(frozen=True)
class PPOConfig(Config):
    """Self-play PPO."""

    width: int = option(64, _WIDTH, 2, MOST_UNITS)
    schedule: str = option(OVERLAPPED, _SCHEDULE, choices=(OVERLAPPED, SEQUENTIAL))
    epochs: int = option(2, "passes over the decisions of each update", 1)
    entropy: float = option(0.02, "weight of the entropy bonus at the start", 0, 10)
    final_entropy: float = option(0.002, "weight of the entropy bonus at the end", 0, 10)
    clip: float = option(0.2, "PPO's clip range", 0, 1)
    gae_lambda: float = option(1.0, "lambda of generalised advantage estimation", 0, 1)
    value_weight: float = option(0.125, "weight of the value loss", 0)
    pool_share: float = option(0.0, "fraction of seats played by the opponent pool", 0, 0.95)
    pool_size: int = option(12, "number of newest snapshots kept in the pool", 1)
    pool_every: float = option(0.05, "fraction of the budget between snapshots", 0.001, 1)
    pool_sampling: str = option(
        "uniform", "how opponents are sampled from the pool", choices=_SAMPLINGS
    )
    pool_agents: str = option("", "specs of further agents in the pool, separated by spaces")
    reference_every: float = option(
        0.0,
        "fraction of the budget between moves of the reference policy, the divergence from which "
        "replaces the entropy; 0: none",
        0,
        1,
    )


@dataclass(frozen=True)
class DMCConfig(Config):
    """Deep Monte Carlo."""

    epochs: int = option(4, "passes over the decisions of each update", 1)
    explore: float = option(
        0.1, "probability of a random action at the start; falls linearly", 0, 1
    )
    final_explore: float = option(0.02, "probability of a random action at the end", 0, 1)


@dataclass(frozen=True)
class DistilConfig(Config):
    """Distilling search into a network."""

    games: int = option(256, "games played per update", 1)
    minibatch: int = option(512, "decisions per gradient step", 2)
    memory: int = option(150_000, "size of the replay buffer in decisions, 2 kB each", 1, 10**8)
    replays: int = option(6, "decisions sampled from the replay buffer per new decision", 1)
    teacher: str = option(
        "pimc:worlds=16", "spec of the searching agent that estimates the value of each action"
    )
    temperature: float = option(
        0.2, "chips of advantage that make an action e times as likely", 1e-6
    )


CONFIGS: dict[str, type[Config]] = {"ppo": PPOConfig, "dmc": DMCConfig, "distil": DistilConfig}


def method_name(config: Config) -> str:
    """The name of the method that a config is for."""
    return next(name for name, kind in CONFIGS.items() if type(config) is kind)


def saved(method: str, values: dict[str, Any]) -> Config:
    """The config that a run of a method saved; a setting that it did not know is as it was then."""
    if method == "ppo":
        values = {"schedule": SEQUENTIAL, **values}
    return CONFIGS[method](**values)


def plain_value(name: str, value: Any, kind: str, allowed: Any) -> Any:
    """A field's value as a plain str, int or float; ValueError if it is invalid."""
    if kind == "str":
        if not isinstance(value, str) or (allowed["choices"] and value not in allowed["choices"]):
            wanted = ", ".join(allowed["choices"]) or "a text"
            raise ValueError(f"{name}={shown(value)}: expected {wanted}")
        return str(value)
    number = as_int if kind == "int" else as_float
    return number(name, value, allowed["low"], allowed["high"])
