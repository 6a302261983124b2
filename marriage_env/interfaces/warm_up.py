"""Compile everything that a single game needs, once, before the first one is played."""

from __future__ import annotations

from functools import cache

import numpy as np

from marriage_env.compiler.jit import (
    compiling,
    one_process_at_a_time,
    records,
)
from marriage_env.core.events import MAX_PLAYERS
from marriage_env.core.rng import Purpose, seed_for, stream_of
from marriage_env.game import Game, game_named


@cache
def compile_engine(name: str) -> None:
    """Compile a game or load it from the cache, once a process; says so when that takes time."""
    with one_process_at_a_time("compile"), compiling(name) as first:
        if first:
            _compile(game_named(name))


def _compile(game: Game) -> None:
    players = game.players[0]
    loops, chance = game.loops, game.chance_rows(None, players)
    states = game.new_states(1, players, game.rules(), 1, game.check_accidents(None))
    states[0]["stream"][:] = stream_of(seed_for(Purpose.WARM_UP, 0))
    game.reset(states, 0, chance, game.no_log, -1)
    mask = np.zeros(game.num_actions, np.int8)
    vector = np.zeros(game.layout.length(players), np.int8)
    loops.observe_game(states, 0, int(states["seat"][0]), records(1, game.view), vector, mask)
    first = int(np.flatnonzero(mask)[0])
    loops.step_game(states, 0, chance, game.no_log, first, np.zeros(MAX_PLAYERS))
    loops.write_views(states, np.zeros(1, np.int64), records(1, game.view), 0, 1)
