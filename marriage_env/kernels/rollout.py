"""Whole games inside jitted code: nothing returns to Python between moves.

A match that is over (or has not begun) is reset before its next move, dealer by lot; so arrays from
`new_states` need nothing but seeds. Game i shuffles by its own stream, `states[i].stream`, and
chooses actions by `streams[i]`, (games, 4) uint32. It depends on nothing else: not on the size of
the batch, nor on `low` and `high`, by which threads share a batch (the interpreter's lock is
released).

`chance` and `log` are the engine's (state.NO_CHANCE, events.NO_LOG). A log has room for one move:
it is emptied before each, and holds the events of the last one.

The rollouts are written once and compiled for each game: `marriage_env.compiler.hooks` says how.
The compiled ones, which check nothing, are `ROLLOUTS` of a game's module `rollout`, for calls from
compiled code; the functions of that module are for calls from Python, and check what they are given
(marriage_env.kernels.checked_rollout).
"""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from marriage_env.compiler.hooks import compiled_with, hook
from marriage_env.core.bits import lowest
from marriage_env.core.prefetch import prefetch
from marriage_env.core.rng import pick
from marriage_env.kernels.game_loops import OVER, book


@hook
def reset(states, i, chance, log, dealer):
    """Begin a match in game i; dealer -1 is chosen by lot."""


@hook
def apply(states, i, chance, log, action):
    """Make a move in game i; False, and nothing has changed, if it is illegal."""


@hook
def write_view(states, i, seat, views, j):
    """Write what a seat of game i may know into `views[j]`."""


@hook
def encode(views, j, observation):
    """Write the observation of `views[j]`, (length,) int8."""


@hook
def write_mask(states, i, mask):
    """Write the legal actions of the seat to act as zeros and ones, (actions,) int8."""


def ready(states, i, chance, log):
    """Begin a match in game i if none is under way; empty the log."""
    if log.shape[0]:
        log[0, 0] = 0
    if states[i].phase == OVER:
        reset(states, i, chance, log, -1)


def random_action(states, i, streams):
    """A uniformly random legal action of the seat to act, by the game's stream of choices."""
    return lowest(pick(streams[i], states[i].legal))


def random_actions(states, low, high, streams, actions):
    """`random_action` for every game under way, into `actions` (games,)."""
    for i in range(low, high):
        actions[i] = random_action(states, i, streams)


def random_rollout(states, low, high, moves, streams, chance, log):
    """Make `moves` uniformly random legal moves in each of `states[low:high]`; returns how many."""
    made = 0
    for i in range(low, high):
        for _ in range(moves):
            ready(states, i, chance, log)
            made += apply(states, i, chance, log, random_action(states, i, streams))
    return made


def watched_rollout(
    states, low, high, moves, streams, chance, log, scratch, masks, observations, rewards
):
    """As `random_rollout`, move by move over the batch, with what learners are given.

    Before each move `masks[i]` (actions,) and `observations[i]` (length,), both int8, are written
    for the seat to act, with `scratch` (1,) VIEW as working memory; after it `rewards[i]`
    (players,) int32, the chips that moved. Observations or rewards without rows are skipped. The
    arrays keep those of the last move.
    """
    made = 0
    for _ in range(moves):
        for i in range(low, high):
            prefetch(states, i)
            prefetch(observations, i)
            ready(states, i, chance, log)
            if observations.shape[0]:
                write_mask(states, i, masks[i])
                write_view(states, i, states[i].seat, scratch, 0)
                encode(scratch, 0, observations[i])
            made += apply(states, i, chance, log, random_action(states, i, streams))
            if rewards.shape[0]:
                book(states, i, rewards[i])
    return made


def policy_rollout(states, low, high, moves, streams, chance, log, choose, scratch):
    """Make `moves` moves in each of `states[low:high]`, all of them chosen by `choose`.

    `choose(views, k, legal, stream)` is a function compiled by `marriage_env.jit`; `views[k]`
    is the view of the seat to act, `legal` its actions as a set of bits, `stream` (4,) uint32 its
    only source of chance (marriage_env.core.rng); it returns an action. Each `choose` is compiled
    into a rollout of its own, which takes a second or two in every process, for a function given as
    an argument cannot be found again in the cache on disk. `scratch` is (1,) VIEW,
    working memory.

    Returns how many moves were made. An illegal action ends the rollout: if `made` is less than
    `moves * (high - low)`, it was chosen in game `low + made // moves`, whose state is as before.
    """
    made = 0
    for i in range(low, high):
        for _ in range(moves):
            ready(states, i, chance, log)
            write_view(states, i, states[i].seat, scratch, 0)
            action = choose(scratch, 0, states[i].legal, streams[i])
            if not apply(states, i, chance, log, action):
                return made
            made += 1
    return made


_ROLLOUTS: tuple[Callable[..., Any], ...] = (
    *(ready, random_action, random_actions, random_rollout, watched_rollout, policy_rollout),
)


def compiled_for(name: str, loops: SimpleNamespace) -> SimpleNamespace:
    """All rollouts, by name, compiled for a game that has these loops (kernels.game_loops)."""
    hooks = {
        "reset": loops.reset,
        "apply": loops.apply,
        "write_view": loops.write_view,
        "encode": loops.encode,
        "write_mask": loops.write_mask,
    }
    return compiled_with(name, _ROLLOUTS, hooks)
