"""Compile everything a single game needs, once, before the first game asks for it."""

from __future__ import annotations

import time
from functools import cache

import numpy as np

from marriage_env.jit import alone, announce_compilation, compilation_done, records
from marriage_env.mariage import batch, engine, observe
from marriage_env.mariage.actions import NUM_ACTIONS
from marriage_env.mariage.events import NO_LOG
from marriage_env.mariage.rules import MAX_PLAYERS, Accidents, Rules
from marriage_env.mariage.state import NO_CHANCE, new_states
from marriage_env.mariage.view import VIEW, view_of
from marriage_env.random import child_seeds, stream_of


@cache
def compile_engine() -> None:
    """Compile (or load) the engine; says so when that takes time. Nothing to do the next time."""
    with alone("compile"):
        if announce_compilation():
            _compile()


def _compile() -> None:
    start = time.perf_counter()
    states = new_states(1, 5, Rules(), 1, Accidents())
    states[0]["stream"][:] = stream_of(child_seeds(0, 1)[0])
    engine.reset(states, 0, NO_CHANCE, NO_LOG, -1)
    mask, vector = np.zeros(NUM_ACTIONS, np.int8), np.zeros(observe.length(5), np.int8)
    batch.observe_game(states, 0, int(states["seat"][0]), records(1, VIEW), vector, mask)
    first = int(np.flatnonzero(mask)[0])
    batch.step_game(states, 0, NO_CHANCE, NO_LOG, first, np.zeros(MAX_PLAYERS))
    view_of(states, 0, 0)
    compilation_done(time.perf_counter() - start)
