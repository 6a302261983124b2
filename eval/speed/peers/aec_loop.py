"""The loop that PettingZoo's documentation shows, timed: the same for all its environments."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np

from eval.speed.timing import Meter, repeat


def aec_measure(make: Callable[[], Any], seed: int = 1) -> Meter:
    """Whole games of uniformly random legal moves by agent_iter, last and step.

    A move is a step of a living agent; resets and the closing steps of dead agents take time and
    do not count.
    """
    env = make()
    env.reset(seed=seed)
    chance = random.Random(seed).random

    def play() -> int:
        moves = 0
        env.reset()
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = np.flatnonzero(observation["action_mask"])
            env.step(int(legal[int(chance() * len(legal))]))
            moves += 1
        return moves

    return Meter(lambda seconds: repeat(play, seconds))
