"""What is played in duplicate: the game, its rules, how many deals, and where chance comes from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from marriage_env.core.arguments import as_int
from marriage_env.core.rng import Purpose, child_seeds, seed_for, stream_of
from marriage_env.game import game_named
from marriage_env.records.build import deals_of, make_record
from marriage_env.records.parse import Record

_DEALS, _AGENT_A, _AGENT_B = range(3)  # children of the seed; callers may use those from 3 on


@dataclass(frozen=True)
class Setting:
    """A game, its rules, the number of duplicate deals, and the seed of everything.

    Settings with equal seeds and different purposes share no deal and no agent's random stream.
    Raises ValueError for a value out of its range.
    """

    num_players: int = 5
    rules: Any = None  # of the game; None becomes its default
    deals: int = 20_000  # at least 2, for there to be an interval
    seed: int = 1
    match_deals: int = 1  # deals of a match
    game: str = field(kw_only=True)
    purpose: Purpose = Purpose.MATCH

    def __post_init__(self) -> None:
        game = game_named(self.game)
        if self.rules is None:
            object.__setattr__(self, "rules", game.rules())
        match = game.match(self.num_players, self.rules, None, self.match_deals)
        plain = {
            "num_players": match.num_players,
            "match_deals": match.deals,
            "deals": as_int("deals", self.deals, 2),
            "seed": as_int("seed", self.seed, 0),
        }
        for name, value in plain.items():
            object.__setattr__(self, name, value)

    def seed_of(self, *path: int) -> np.random.SeedSequence:
        """A descendant of the root of the setting's random streams."""
        return seed_for(self.purpose, self.seed, *path)


def agent_generators(setting: Setting) -> tuple[np.random.Generator, np.random.Generator]:
    """The random generators of agents A and B, as they are before the first deal."""
    a, b = (np.random.default_rng(setting.seed_of(child)) for child in (_AGENT_A, _AGENT_B))
    return a, b


def seeds_of_deals(
    setting: Setting, deals: int, first: int = 0
) -> Sequence[np.random.SeedSequence]:
    """The seeds of the packs and dealers of the deals `first` to `deals` - 1."""
    return child_seeds(setting.seed_of(_DEALS), deals, first)


def seeded_games(
    setting: Setting, seeds: Sequence[np.random.SeedSequence], games: int
) -> np.ndarray[Any, Any]:
    """`games` games of each deal, one after the other: (deals * games,) STATE, not yet begun."""
    game = game_named(setting.game)
    match = game.match(setting.num_players, setting.rules, None, setting.match_deals)
    states = game.new_games(len(seeds) * games, match)
    states["stream"] = np.repeat([stream_of(seed) for seed in seeds], games, axis=0)
    return states


def record_of(setting: Setting, before: np.ndarray[Any, Any], actions: Sequence[int]) -> Record:
    """The record of one game, from its (1,) STATE before it began and all its actions."""
    game = game_named(setting.game)
    no_chance = game.chance_rows(None, setting.num_players)
    deals = deals_of(game, before.copy(), no_chance, -1, actions)
    return make_record(game, setting.num_players, setting.rules, setting.match_deals, None, deals)
