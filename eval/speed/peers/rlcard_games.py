"""RLCard's games, stepped at random as its `env.run` does."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

import rlcard

from eval.speed.timing import Meter, repeat


def steps(name: str) -> Meter:
    """Whole games of uniformly random legal moves by `env.step`, resets included."""
    env = rlcard.make(name, config={"seed": 1})
    chance = random.Random(1).random

    def play() -> int:
        moves = 0
        state, _ = env.reset()
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[int(chance() * len(legal))])
            moves += 1
        return moves

    return Meter(lambda seconds: repeat(play, seconds))


WORKLOADS: dict[str, Callable[[], Meter]] = {
    name: partial(steps, name) for name in ("leduc-holdem", "mahjong", "uno")
}
