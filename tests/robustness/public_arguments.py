"""Valid arguments of public functions, made anew for each call."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from marriage_env import VectorEnv
from marriage_env.cli.random_play import random_records
from marriage_env.compiler.jit import jit
from marriage_env.core.bits import lowest
from marriage_env.core.cards import card_name, pack_for
from marriage_env.core.rng import child_seeds, stream_of
from marriage_env.game import GAMES, game_named
from marriage_env.interfaces.single_agent import SoloEnv
from marriage_env.interfaces.single_agent_vector import SoloVectorEnv
from marriage_env.small_mariage.card_strength import pack_of_suits

Call = tuple[Callable[..., Any], dict[str, Any]]
PLAYERS = 5


def players_of(game: str) -> int:
    """How many play a game here."""
    return game_named(game).default_players


@jit
def lowest_legal(views, k, legal, stream):
    """The action with the lowest number."""
    return lowest(legal)


@cache
def made_record() -> Any:
    """A record of Mariage."""
    return next(iter(random_records(1, PLAYERS, None, None, 1, 1, game="mariage")))


def made_pack(game: str) -> list[str]:
    """A pack in order of card ids."""
    small = game == "small_mariage"
    return [card_name(card) for card in (pack_of_suits(3) if small else pack_for(PLAYERS))]


def made_states(game: str, games: int = 3) -> np.ndarray[Any, Any]:
    """Matches under way."""
    kind = game_named(game)
    states = kind.new_games(games, kind.match(players_of(game), None, None, 2))
    states["stream"] = [stream_of(child) for child in child_seeds(1, games)]
    no_chance = kind.chance_rows(None, players_of(game))
    kind.loops.reset_games(states, 0, games, no_chance, kind.no_log)
    return states


def made_views(game: str) -> np.ndarray[Any, Any]:
    """What the seats to act of matches under way see."""
    return game_named(game).look(made_states(game), np.arange(3))[0]


def made_streams(games: int = 3) -> np.ndarray[Any, Any]:
    """Random streams."""
    return np.array([stream_of(child) for child in child_seeds(2, games)])


def made_raw(game: str) -> Any:
    """A raw environment that has been reset."""
    module = importlib.import_module(f"marriage_env.{GAMES[game].env}")
    env = module.raw_env(num_players=players_of(game), deals=1, render_mode="ansi")
    env.reset(seed=1)
    return env


def made_vector(game: str) -> VectorEnv:
    """A batch that has been reset."""
    env = VectorEnv(3, players_of(game), deals=1, game=game)
    env.reset(seed=1)
    return env


def made_solo(game: str) -> SoloEnv:
    """An environment of one learner that has been reset."""
    env = SoloEnv(players_of(game), deals=1, game=game)
    env.reset(seed=1)
    return env


def made_batch(game: str) -> SoloVectorEnv:
    """A batch of one learner each that has been reset."""
    env = SoloVectorEnv(3, players_of(game), deals=1, game=game)
    env.reset(seed=1)
    return env


def legal_action(game: str, env: Any) -> int:
    """The first legal action."""
    return int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0])


def match_arguments(game: str) -> dict[str, Any]:
    """The arguments of a match."""
    made = {"num_players": players_of(game), "rules": None, "deals": 1}
    return made | ({"accidents": None} if game == "mariage" else {})


def reset_options(game: str) -> dict[str, Any]:
    """The options of a reset."""
    return {"deck": [made_pack(game), made_pack(game)], "dealer": 1}


def call_of(owner: Any, name: str, **arguments: Any) -> Call:
    """The call of a method with these arguments."""
    return getattr(owner, name), arguments
