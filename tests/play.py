"""Random legal play, for tests that need games to look at."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np

from marriage_env import Rules, marriage_v0

HARD = Rules(declarations="voluntary", offences="all", box_awards="round", follow="beat")
KINDS = [Rules.typical(), Rules.modern(), Rules.classic(), Rules.guimbarde(), HARD]


def legal(env: marriage_v0.raw_env) -> list[int]:
    """The legal actions of the seat asked."""
    mask = env.observe(env.agent_selection)["action_mask"]
    return np.flatnonzero(mask).tolist()


def over(env: marriage_v0.raw_env) -> bool:
    """Whether the match is over."""
    return all(env.terminations.values())


def play_out(env: marriage_v0.raw_env, rng: random.Random) -> Iterator[int]:
    """Play legal actions at random to the end of the match; yields each before it is made."""
    while not over(env):
        action = rng.choice(legal(env))
        yield action
        env.step(action)
