"""Jitted play for training: matches move from one real decision to the next, chips are credited.

A real decision has more than one legal action. Forced moves are made on the way and teach nothing.
Written once for every game; `marriage_env.kernels.batch` says how.
"""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np

from marriage_env.compiler.jit import compiled_with, jit
from marriage_env.core.bits import lowest
from marriage_env.core.events import MAX_PLAYERS
from marriage_env.game import game_named
from marriage_env.kernels.batch import OVER, book

# In a game's copies its engine.reset and engine.apply.
reset: Any = None
apply: Any = None


@jit
def _credit(states, i, last, rewards, moved):
    """Book the chips that moved to each seat's last decision."""
    book(states, i, moved)
    for seat in range(states[i].table.num_players):
        if last[i, seat] >= 0:
            rewards[last[i, seat]] += moved[seat]


def play_forced(states, i, chance, log, last, rewards, moved):
    """Make every move that leaves no choice, up to the next real decision or the end."""
    g = states[i]
    while g.phase != OVER and g.legal & (g.legal - 1) == 0:
        apply(states, i, chance, log, lowest(g.legal))
        _credit(states, i, last, rewards, moved)


def begin(states, chance, log, last, rewards):
    """Begin a match in every game; moves before a first decision credit none."""
    moved = np.zeros(MAX_PLAYERS, np.int32)
    for i in range(states.shape[0]):
        last[i, :] = -1
        reset(states, i, chance, log, -1)
        _credit(states, i, last, rewards, moved)
        play_forced(states, i, chance, log, last, rewards, moved)


def advance(states, games, chance, log, actions, first, last, rewards):
    """Make the chosen moves; decision `first + k` is that of game `games[k]`, if `first` is not -1.

    Returns the place of the first action refused, or -1.
    """
    moved = np.zeros(MAX_PLAYERS, np.int32)
    for k in range(games.shape[0]):
        i = games[k]
        seat = states[i].seat
        if not apply(states, i, chance, log, actions[k]):
            return k
        if first >= 0:
            last[i, seat] = first + k
        _credit(states, i, last, rewards, moved)
        play_forced(states, i, chance, log, last, rewards, moved)
    return -1


@cache
def loops_of(game: str) -> SimpleNamespace:
    """`play_forced`, `begin` and `advance` compiled for a game, each compiled itself."""
    engine = game_named(game)
    parts = {"reset": engine.reset, "apply": engine.apply}
    return compiled_with(game, (play_forced, begin, advance), parts)


@jit
def advantages_of(rewards, values, streams, num_streams, gamma, gae_lambda, advantages):
    """Generalised advantage estimation along each stream, from its last decision backwards."""
    next_value = np.zeros(num_streams)
    next_advantage = np.zeros(num_streams)
    for k in range(len(rewards) - 1, -1, -1):
        stream = streams[k]
        error = rewards[k] + gamma * next_value[stream] - values[k]
        advantages[k] = error + gamma * gae_lambda * next_advantage[stream]
        next_value[stream] = values[k]
        next_advantage[stream] = advantages[k]
