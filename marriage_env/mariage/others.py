"""Jitted random play of the seats that are not the learner's."""

from __future__ import annotations

from marriage_env.bits import lowest
from marriage_env.jit import jit
from marriage_env.mariage import engine
from marriage_env.mariage.observe import encode
from marriage_env.mariage.state import Phase
from marriage_env.mariage.view import write_view
from marriage_env.random import pick


@jit
def play_others_at_random(states, games, learners, streams, chance, log):
    """In every listed game make random legal moves until the learner is asked, or to the end.

    `streams` (games of the batch, 4) are the others' own random streams, one a game.
    """
    for k in range(games.shape[0]):
        i = games[k]
        while states[i].phase != Phase.OVER and states[i].seat != learners[i]:
            action = lowest(pick(streams[i], states[i].legal))
            engine.apply(states, i, chance, log, action)


@jit
def write_learners(states, learners, scratch, observations):
    """What the learner of every game sees."""
    for i in range(states.shape[0]):
        write_view(states, i, learners[i], scratch, 0)
        encode(scratch, 0, observations[i])
