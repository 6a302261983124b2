"""The settings of RLlib's training. Every field is an option of the command line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from importlib.util import find_spec
from typing import Any

from agents.learned.game_range import GameRange, parse_players, parse_rules
from agents.learned.network import MOST_UNITS
from agents.spec import names_code, parse_spec
from marriage_env.core.rng import check_seed
from marriage_env.game import DEFAULT_GAME, GAMES, game_named
from train.config import option, plain_value

METHOD = "rllib"  # in config.json
_NO_LIMIT = 1_000_000_000_000
_MOST_RUNNERS = 10_000
_OPPONENTS = "specs of opponents, separated by spaces; empty: the network plays in every seat"
_SHARE = "fraction of seats that the opponents play; 1: all seats of a table but one"


@dataclass(frozen=True)
class RLlibConfig:
    """The settings of a run. Raises ValueError naming an invalid field."""

    game: str = option(DEFAULT_GAME, "game to train for", choices=tuple(GAMES))
    players: str = option("", "number of players, or a range such as 5-10; empty: the game's usual")
    rules: str = option("typical", "preset, with changed fields (typical,offences=none), or any")
    match_deals: int = option(1, "deals per training match", 1)
    decisions: int = option(5_000_000, "budget in non-forced decisions", 1)
    seconds: float = option(86_400.0, "stop after this many seconds, even if decisions are left", 1)
    seed: int = option(1, "seed of all random streams")
    init: str = option("", "checkpoint to start from; empty: a new network")
    opponents: str = option("", _OPPONENTS)
    opponent_share: float = option(1.0, _SHARE, 0.01, 1)
    num_env_runners: int = option(
        2, "Ray actors that play; 0: play in this process", 0, _MOST_RUNNERS
    )
    games: int = option(1024, "games that each actor plays per iteration", 1, 10**6)
    epochs: int = option(2, "passes over the decisions of each iteration", 1)
    minibatch: int = option(1024, "decisions per gradient step", 2)
    learning_rate: float = option(3e-3, "initial learning rate; falls linearly to 2 % of it", 0, 1)
    entropy: float = option(0.02, "weight of the entropy bonus at the start", 0, 10)
    final_entropy: float = option(0.002, "weight of the entropy bonus at the end", 0, 10)
    clip: float = option(0.2, "PPO's clip range", 0, 1)
    gae_lambda: float = option(1.0, "lambda of generalised advantage estimation", 0, 1)
    value_weight: float = option(0.125, "weight of the value loss", 0)
    max_grad_norm: float = option(0.5, "largest norm of the gradients, which are clipped to it", 0)
    reward_scale: float = option(0.25, "reward per chip", 0)
    width: int = option(64, "units per network layer, an even number", 2, MOST_UNITS)
    threads: int = option(1, "threads that torch uses to learn", 1, 1024)

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
        if self.games < len(game_range.players):
            raise ValueError(f"games={self.games}: expected a game for each number of players")
        if self.opponents and len(game_range.players) > 1:
            raise ValueError("opponents: expected one number of players, such as --players 5")
        for spec in self.opponents.split():
            parse_spec(spec, self.game)

    @property
    def game_range(self) -> GameRange:
        """The game, the numbers of players and the rules to train for."""
        players, rules = parse_players(self.players, self.game), parse_rules(self.rules, self.game)
        return GameRange(players, rules, self.game)

    def code(self) -> str:
        """The first opponent that is code to run, or an empty text."""
        specs = (spec for spec in self.opponents.split() if names_code(spec, self.game))
        return next(specs, "")


def check_rllib() -> None:
    """Raise ValueError unless RLlib is installed."""
    # RLlib needs dm_tree besides Ray, which the extra `ray` alone does not bring.
    if find_spec("ray") is None or find_spec("tree") is None:
        raise ValueError(
            "RLlib is not installed, which needs an environment of its own: `make "
            ".venv-rllib/installed`, then .venv-rllib/bin/python -m train rllib"
        )


def config_of(options: Mapping[str, Any]) -> RLlibConfig:
    """The settings of options given on the command line: `seconds` alone lifts the other limit."""
    given = dict(options)
    if "seconds" in given:
        given.setdefault("decisions", _NO_LIMIT)
    return RLlibConfig(**given)
