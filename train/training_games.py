"""The games of training: which numbers of players and which rules sit at which table."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, get_type_hints

import numpy as np

from agents.learned.training_scope import Scope
from marriage_env.core.rng import child_seeds, stream_of
from marriage_env.game import Game, game_named

# All but the fines change no decision: saucers are won by declarations, which are always made (T3).
# The fines do, but no feature shows them.
_NOT_DRAWN = (
    *("stake", "faulty_pack_fine", "box_put_back", "hand_marriage_pays"),
    *("saucer_stake", "marriage_saucer"),
    *("queen_fine", "revoke_fine"),
)


def make_tables(
    scope: Scope, match_deals: int, games: int, seed: np.random.SeedSequence
) -> np.ndarray[Any, Any]:
    """`games` STATE records, seeded but not begun, that share out the numbers of players evenly.

    Where any rules are to be learned, half of the tables play the presets in turn, and half rules
    whose fields are drawn.
    """
    game, accidents = game_named(scope.game), game_named(scope.game).check_accidents(None)
    of_packs, of_rules = child_seeds(seed, 2)
    draws = np.random.default_rng(of_rules)
    states = game.new_states(games, scope.seats, scope.measured_rules, match_deals, accidents)
    for i, child in enumerate(child_seeds(of_packs, games)):
        players = scope.players[i % len(scope.players)]
        rules = scope.rules or _rules_of(game, i // len(scope.players), draws)
        states[i : i + 1] = game.new_states(1, players, rules, match_deals, accidents)
        states["stream"][i] = stream_of(child)
    return states


def _rules_of(game: Game, number: int, draws: np.random.Generator) -> Any:
    """The rules of the table with this number among those of its size."""
    if number % 2:
        return drawn_rules(game, draws)
    return game.rules.preset(game.presets[number // 2 % len(game.presets)])


def drawn_rules(game: Game, draws: np.random.Generator) -> Any:
    """Rules whose every field that matters to play is drawn evenly from what it allows."""
    kinds = get_type_hints(game.rules)
    values: dict[str, Any] = {}
    for one in fields(game.rules):
        if one.name in _NOT_DRAWN:
            continue
        if kinds[one.name] is str:
            allowed: tuple[Any, ...] = game.variants(one.name)
        else:
            allowed = (False, True) if kinds[one.name] is bool else (0, 1)
        values[one.name] = allowed[int(draws.integers(len(allowed)))]
    return game.rules(**values)
