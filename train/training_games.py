"""The tables of training: their numbers of players, rules and packs."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, get_type_hints

import numpy as np

from agents.game_agents import features_of
from agents.learned.game_range import GameRange
from marriage_env.core.rng import child_seeds, stream_of
from marriage_env.game import Game, game_named


def make_tables(
    game_range: GameRange, match_deals: int, games: int, seed: np.random.SeedSequence
) -> np.ndarray[Any, Any]:
    """`games` STATE records, seeded but not begun, split evenly among the numbers of players.

    If any rules are to be learned, half of the tables play the presets in turn, and half play rules
    whose fields are sampled.
    """
    game, accidents = game_named(game_range.game), game_named(game_range.game).check_accidents(None)
    of_packs, of_rules = child_seeds(seed, 2)
    rng = np.random.default_rng(of_rules)
    states = game.new_states(
        games, game_range.seats, game_range.measured_rules, match_deals, accidents
    )
    for i, child in enumerate(child_seeds(of_packs, games)):
        players = game_range.players[i % len(game_range.players)]
        rules = game_range.rules or _rules_of(game, i // len(game_range.players), rng)
        states[i : i + 1] = game.new_states(1, players, rules, match_deals, accidents)
        states["stream"][i] = stream_of(child)
    return states


def _rules_of(game: Game, number: int, rng: np.random.Generator) -> Any:
    """The rules of the `number`-th table with its number of players."""
    if number % 2:
        return sampled_rules(game, rng)
    return game.rules.preset(game.presets[number // 2 % len(game.presets)])


def sampled_rules(game: Game, rng: np.random.Generator) -> Any:
    """Rules whose fields are sampled uniformly, except those that no feature shows."""
    kinds = get_type_hints(game.rules)
    features = features_of(game.name)
    values: dict[str, Any] = {}
    for one in fields(game.rules):
        if one.name in features.unshown_rules:
            continue
        if kinds[one.name] is str:
            allowed: tuple[Any, ...] = game.variants(one.name)
        elif kinds[one.name] is bool:
            allowed = (False, True)
        else:
            allowed = features.sampled_numbers.get(one.name, (0, 1))
        values[one.name] = allowed[int(rng.integers(len(allowed)))]
    return game.rules(**values)
