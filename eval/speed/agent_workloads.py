"""The speed of agents: what a non-forced decision takes, in batches of fixed views."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
from numpy.typing import NDArray

from agents.registry import load
from eval.hardware import all_cores
from eval.speed.engine_workloads import SEED, key_of, new_rng, players_measured
from eval.speed.timing import Sample, pinned, repeat
from eval.speed.workload import Workload
from marriage_env import VectorEnv
from marriage_env.core.rng import Purpose, seed_for

_MEASURED = (("expert", 4096), ("pimc:worlds=64", 64))  # specs, and views in a batch
_MOVES = 7  # from the start of a match to the views, about a trick


def decisions(game: str) -> list[Workload]:
    """The time of a decision of `expert` and of search, for the smallest table measured."""
    num_players = players_measured(game)[0]
    return [
        Workload(
            key=key_of(game, "decision", spec),
            group="agents",
            what=f"{spec}, {num_players} players",
            setting=f"{views:,} views in a batch, 1 thread",
            unit="ns/decision",
            measure=_decide(game, spec, num_players, views),
        )
        for spec, views in _MEASURED
    ]


def _decide(game: str, spec: str, num_players: int, size: int) -> Callable[[float], Sample]:
    @cache
    def ready() -> Callable[[], int]:
        agent = load(spec, num_players, game=game)
        views, masks = non_forced_views(game, num_players, size)

        def act() -> int:
            agent.act(views, masks, np.random.default_rng(SEED))
            return size

        return act

    def measure(seconds: float) -> Sample:
        with pinned(all_cores()[:1]):
            return repeat(ready(), seconds)

    return measure


def non_forced_views(
    game: str, num_players: int, size: int
) -> tuple[np.ndarray[tuple[int], np.dtype[np.void]], NDArray[np.int8]]:
    """(size,) VIEW of seats with several legal actions, and their (size, actions) masks."""
    env = VectorEnv(4 * size, num_players, observations=False, game=game)
    _, masks, *_ = env.reset(seed=seed_for(Purpose.SPEED, SEED, 1))
    rng = new_rng()
    for _ in range(_MOVES):
        _, masks, *_ = env.step(np.argmax(masks * rng.random(masks.shape), axis=1))
    rows = np.flatnonzero(masks.sum(axis=1) > 1)[:size]
    if len(rows) < size:
        raise RuntimeError(f"{len(rows)} non-forced decisions found, expected {size}")
    return env.views()[rows], masks[rows]
