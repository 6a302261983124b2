"""Compiled code counts no references to arrays and makes none: there is no call of that kind in it.

numba's counters are atomic operations that all threads share; they took two thirds of a bare move.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any

import numpy as np
import pytest
from numba import TypingError

from agents.registry import load
from agents.search import action_values, tree
from marriage_env.compiler.jit import JITTED, jit, jit_allocating
from marriage_env.interfaces.vector import VectorEnv

pytestmark = pytest.mark.skipif(not JITTED, reason="nothing is compiled without numba's JIT")
_PLAYERS = 5


def counts(function: Any) -> bool:
    """Whether a function, or one that it calls, counts references: its code says so."""
    libraries = [overload.library for overload in function.overloads.values()]
    assert libraries, f"{function} has not been called"
    # Not `inspect_llvm`, which shows nothing of what comes from the cache.
    return any("NRT_" in str(library._get_module_for_linking()) for library in libraries)


def work_of(game: str) -> Iterator[Any]:
    """The functions that do a game's work, each called from Python once."""
    env = VectorEnv(2, _PLAYERS, game=game)
    _, masks, _ = env.reset(seed=1)
    kind, rng, views = env.game, np.random.default_rng(1), env.views()
    chance, streams = kind.chance_rows(None, _PLAYERS), np.ones((2, 4), np.uint32)
    env.step(masks.argmax(axis=1))
    kind.rollouts.random_rollout(env.states, 0, 2, 3, streams, chance, kind.no_log)
    kind.apply(env.states, 0, chance, kind.no_log, -1)
    yield from (kind.rollouts.random_rollout, kind.apply)
    yield from (kind.loops.step_games, kind.loops.write_games, kind.loops.write_views)
    for spec in ("expert", "pimc:worlds=1"):
        load(spec, game=game).act(views, masks, rng)
    yield import_module(f"agents.{game}.expert")._choose_all
    yield action_values.compiled_for(game).add_values_of
    features = import_module(f"agents.{game}.features")
    features.encode_views(views, _PLAYERS)
    yield features._encode_all
    kind.determinize(views[:1], rng)
    yield kind.worlds.write_worlds


def test_tree_search_counts_nothing() -> None:
    env = VectorEnv(1, _PLAYERS)
    _, masks, _ = env.reset(seed=1)
    load("ismcts:sims=2").act(env.views(), masks, np.random.default_rng(1))
    assert not counts(tree.compiled_for("mariage").choose_by_trees)


@pytest.mark.parametrize("game", ["mariage", "trynka"])
def test_the_work_counts_nothing(game: str) -> None:
    for function in work_of(game):
        assert not counts(function), function


def making(size):  # type: ignore[no-untyped-def]
    """A function that makes an array."""
    return np.zeros(size).sum()


def making_uncounted(size):  # type: ignore[no-untyped-def]
    """The same; compiled code on disk belongs to a function, and is not that of another."""
    return np.zeros(size).sum()


def test_a_function_that_makes_arrays_says_so() -> None:
    with pytest.raises(TypingError, match="Only accept returning of array passed"):
        jit(making_uncounted)(3)
    allocating = jit_allocating(making)
    assert allocating(3) == 0.0
    assert counts(allocating)
