"""Jitted loops of training: play to the next non-forced decision, and credit chips to decisions.

A decision is forced if it has one legal action; such moves are made on the way and are not learned
from. The loops are compiled once per game:
`marriage_env.compiler.hooks` says how.
"""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace

import numpy as np

from marriage_env.compiler.hooks import compiled_with, hook
from marriage_env.compiler.jit import jit, jit_allocating
from marriage_env.core.bits import lowest
from marriage_env.game import game_named
from marriage_env.kernels.game_loops import OVER


@hook
def reset(states, i, chance, log, dealer):
    """Begin a match in game i; dealer -1 is chosen by lot."""


@hook
def apply(states, i, chance, log, action):
    """Make a move in game i; False, and nothing has changed, if it is illegal."""


@jit
def _credit(states, i, last, rewards):
    """Add the chips that moved to the reward of each seat's last decision."""
    g = states[i]
    for seat in range(g.table.num_players):
        if last[i, seat] >= 0:
            rewards[last[i, seat]] += g.table.chips[seat] - g.booked[seat]
        g.booked[seat] = g.table.chips[seat]


def play_forced(states, i, chance, log, last, rewards):
    """Make all forced moves up to the next non-forced decision or the end of the match."""
    g = states[i]
    while g.phase != OVER and g.legal & (g.legal - 1) == 0:
        apply(states, i, chance, log, lowest(g.legal))
        _credit(states, i, last, rewards)


def begin(states, chance, log, last, rewards):
    """Begin a match in every game, up to its first non-forced decision.

    Chips that move before a seat's first decision are credited to none.
    """
    for i in range(states.shape[0]):
        last[i, :] = -1
        reset(states, i, chance, log, -1)
        _credit(states, i, last, rewards)
        play_forced(states, i, chance, log, last, rewards)


def advance(states, games, chance, log, actions, first, last, rewards):
    """Apply `actions[k]` in game `games[k]`, then play to the next non-forced decision.

    The move is decision `first + k` of the update; `first` -1: it is not learned from. Returns the
    index of the first illegal action, at which the loop stops, or -1.
    """
    for k in range(games.shape[0]):
        i = games[k]
        seat = states[i].seat
        if not apply(states, i, chance, log, actions[k]):
            return k
        if first >= 0:
            last[i, seat] = first + k
        _credit(states, i, last, rewards)
        play_forced(states, i, chance, log, last, rewards)
    return -1


@cache
def loops_of(game: str) -> SimpleNamespace:
    """`play_forced`, `begin` and `advance`, compiled for a game."""
    engine = game_named(game)
    parts = {"reset": engine.reset, "apply": engine.apply}
    return compiled_with(game, (play_forced, begin, advance), parts)


@jit_allocating
def advantages_of(rewards, values, trajectories, num_trajectories, gamma, gae_lambda, advantages):
    """Generalised advantage estimation along each trajectory.

    Args:
        rewards: (D,) float32, of decisions in the order in which they were made.
        values: (D,) float32, the critic's.
        trajectories: (D,) int, the trajectory of each decision, below `num_trajectories`.
        gamma: the discount factor.
        gae_lambda: lambda of the estimator.
        advantages: (D,) float32, written to.
    """
    next_value = np.zeros(num_trajectories)
    next_advantage = np.zeros(num_trajectories)
    for k in range(len(rewards) - 1, -1, -1):
        trajectory = trajectories[k]
        error = rewards[k] + gamma * next_value[trajectory] - values[k]
        advantages[k] = error + gamma * gae_lambda * next_advantage[trajectory]
        next_value[trajectory] = values[k]
        next_advantage[trajectory] = advantages[k]
