"""The games of training: which numbers of players and which rules sit at which table."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, get_type_hints

import numpy as np

from agents.scope import Scope
from marriage_env import Accidents, Rules
from marriage_env.jit import records
from marriage_env.mariage.rules import PRESETS, variants
from marriage_env.mariage.state import STATE, new_states
from marriage_env.random import child_seeds, stream_of

_NOT_DRAWN = ("stake", "faulty_pack_fine")  # they change no decision


def make_tables(scope: Scope, match_deals: int, games: int, seed: int) -> np.ndarray[Any, Any]:
    """`games` STATE records, seeded but not begun, that share out the numbers of players evenly.

    Where any rules are to be learned, half of the tables play the presets in turn, and half rules
    whose fields are drawn.
    """
    draws = np.random.default_rng(child_seeds(seed, 1)[0])
    states = records(games, STATE)
    for i, child in enumerate(child_seeds(seed, games)):
        players = scope.players[i % len(scope.players)]
        rules = scope.rules or _rules_of(i // len(scope.players), draws)
        states[i : i + 1] = new_states(1, players, rules, match_deals, Accidents())
        states["stream"][i] = stream_of(child)
    return states


def _rules_of(number: int, draws: np.random.Generator) -> Rules:
    """The rules of the table with this number among those of its size."""
    if number % 2:
        return drawn_rules(draws)
    return Rules.preset(PRESETS[number // 2 % len(PRESETS)])


def drawn_rules(draws: np.random.Generator) -> Rules:
    """Rules whose every field that matters to play is drawn evenly from what it allows."""
    kinds = get_type_hints(Rules)
    values: dict[str, Any] = {}
    for one in fields(Rules):
        if one.name in _NOT_DRAWN:
            continue
        if kinds[one.name] is str:
            allowed: tuple[Any, ...] = variants(one.name)
        else:
            allowed = (False, True) if kinds[one.name] is bool else (0, 1)
        values[one.name] = allowed[int(draws.integers(len(allowed)))]
    return Rules(**values)
