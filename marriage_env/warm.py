"""Compile everything a single game needs, once, before the first game asks for it."""

from __future__ import annotations

import time
from functools import cache

import numpy as np

from marriage_env.jit import announce_compilation, compilation_done, records
from marriage_env.mariage import batch, engine, observe
from marriage_env.mariage.events import NO_LOG
from marriage_env.mariage.rules import Accidents, Rules
from marriage_env.mariage.state import NO_CHANCE, new_states
from marriage_env.mariage.view import VIEW, view_of
from marriage_env.random import child_seeds, stream_of


@cache
def compile_engine() -> None:
    """Compile (or load) the engine; says so when that takes time. Nothing to do the next time."""
    if not announce_compilation():
        return
    start = time.perf_counter()
    states = new_states(1, 5, Rules(), 1, Accidents())
    states[0]["stream"][:] = stream_of(child_seeds(0, 1)[0])
    engine.reset(states, 0, NO_CHANCE, NO_LOG, -1)
    mask = np.zeros(62, np.int8)
    batch.write_mask(states, 0, mask)
    engine.apply(states, 0, NO_CHANCE, NO_LOG, int(np.flatnonzero(mask)[0]))
    engine.book(states, 0, np.zeros(10, np.int32))
    view_of(states, 0, 0)
    observe.encode(records(1, VIEW), 0, np.zeros(observe.length(5), np.int8))
    compilation_done(time.perf_counter() - start)
