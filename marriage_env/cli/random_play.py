"""Matches of uniformly random legal play, the same for the same seed on every machine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from marriage_env.core.rng import Purpose, child_seeds, pick, seed_for, stream_of
from marriage_env.game import Game, Match, game_named
from marriage_env.interfaces.warm_up import compile_engine
from marriage_env.records.build import deals_of, make_record
from marriage_env.records.parse import Record

# Seeds in records stay below 2**53, so that every reader of JSON has them exactly.
_SEED_BITS = 53


def random_records(
    games: int,
    num_players: int,
    rules: Any,
    accidents: Any,
    deals: int | None,
    seed: int | np.random.SeedSequence,
    game: str,
) -> Iterator[Record]:
    """Records of `games` matches; game i does not depend on how many there are.

    An integer seed is used under a purpose of its own (`Purpose.RECORD`); with a SeedSequence game
    i comes from its i-th child. `rules` and `accidents` (None: none) are those of the game. The
    `seed` in a record deals its packs again: `raw_env(…same settings…).reset(seed=…)`. Raises
    ValueError naming a wrong argument, at the call.
    """
    kind = game_named(game)
    match = kind.match(num_players, rules, accidents, deals)
    if not isinstance(seed, np.random.SeedSequence):
        seed = seed_for(Purpose.RECORD, seed)
    children = child_seeds(seed, games)
    compile_engine(game)
    return (random_record(kind, match, one) for one in children)


def random_record(game: Game, match: Match, seed: np.random.SeedSequence) -> Record:
    """The record of one match of uniformly random legal play."""
    match_seed = int(seed.generate_state(1, np.uint64)[0]) >> (64 - _SEED_BITS)
    choices = stream_of(child_seeds(seed, 1)[0])
    no_chance = game.chance_rows(None, match.num_players)
    states = game.new_games(1, match)
    states["stream"][0] = stream_of(child_seeds(match_seed, 1)[0])
    beginning = states.copy()
    game.reset(states, 0, no_chance, game.no_log, -1)
    moves = []
    legal = states["legal"]
    while legal[0]:
        move = int(pick(choices, legal[0])).bit_length() - 1
        if not game.apply(states, 0, no_chance, game.no_log, move):
            raise RuntimeError(game.refusal(states, 0, move))
        moves.append(move)
    played = deals_of(game, beginning, no_chance, -1, moves)
    return make_record(game, match.num_players, match.rules, match.deals, match_seed, played)
