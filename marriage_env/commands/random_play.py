"""Matches of uniformly random legal play, the same for the same seed on every machine."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from marriage_env.mariage import engine
from marriage_env.mariage.events import NO_LOG
from marriage_env.mariage.record import Record, deals_of, make_record
from marriage_env.mariage.rules import Accidents, Rules, check_match
from marriage_env.mariage.state import NO_CHANCE, new_states
from marriage_env.random import child_seeds, pick, stream_of
from marriage_env.warm import compile_engine

# Seeds in records stay below 2**53, so that every reader of JSON has them exactly.
_SEED_BITS = 53


def random_records(
    games: int,
    num_players: int,
    rules: Rules,
    accidents: Accidents,
    deals: int | None,
    seed: int,
) -> Iterator[Record]:
    """Records of `games` matches; game i comes from the i-th child of `seed`, whatever `games`.

    A record's own `seed` deals its packs again: `raw_env(…same settings…).reset(seed=…)`. Raises
    ValueError naming a wrong argument, at the call.
    """
    match_deals = check_match(num_players, rules, deals)
    children = child_seeds(seed, games)
    compile_engine()
    return (random_record(num_players, rules, accidents, match_deals, child) for child in children)


def random_record(
    num_players: int,
    rules: Rules,
    accidents: Accidents,
    match_deals: int,
    seed: np.random.SeedSequence,
) -> Record:
    """The record of one match of uniformly random legal play."""
    match_seed = int(seed.generate_state(1, np.uint64)[0]) >> (64 - _SEED_BITS)
    choices = stream_of(child_seeds(seed, 1)[0])
    states = new_states(1, num_players, rules, match_deals, accidents)
    states["stream"][0] = stream_of(child_seeds(match_seed, 1)[0])
    beginning = states.copy()
    engine.reset(states, 0, NO_CHANCE, NO_LOG, -1)
    moves = []
    legal = states["legal"]
    while legal[0]:
        move = int(pick(choices, legal[0])).bit_length() - 1
        engine.apply(states, 0, NO_CHANCE, NO_LOG, move)
        moves.append(move)
    played = deals_of(beginning, NO_CHANCE, -1, moves)
    return make_record(num_players, rules, match_deals, match_seed, played)
