"""Loops over many games, one call per batch of `states[low:high]`, for the interfaces.

They are written once and compiled for each game: `marriage_env.compiler.hooks` says how.

The loops release the interpreter's lock, so that threads can share a batch by slices. Results are
written into arrays of the caller, row i for game i. Like all compiled code they check neither
indices nor arrays: the caller has done so (marriage_env.core.arguments).
"""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from marriage_env.compiler.hooks import compiled_with, hook
from marriage_env.compiler.jit import jit
from marriage_env.core.bits import lowest
from marriage_env.core.cards import bit
from marriage_env.core.prefetch import prefetch
from marriage_env.core.rng import pick
from marriage_env.core.stores import store_set

OVER = 0  # Phase.OVER, in every game
_MOST_ACTIONS = 63


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


def reset_games(states, low, high, chance, log):
    """Begin a match in every game, dealers by lot."""
    for i in range(low, high):
        reset(states, i, chance, log, -1)


def first_illegal(states, low, high, actions):
    """The first game whose action is illegal (or whose match is over), or -1."""
    for i in range(low, high):
        action = actions[i]
        if action < 0 or action >= _MOST_ACTIONS or not states[i].legal & bit(action):
            return i
    return -1


@jit
def book(states, i, rewards):
    """Write each seat's chips since the last booking into `rewards` (players,) int32."""
    g = states[i]
    for seat in range(g.table.num_players):
        rewards[seat] = g.table.chips[seat] - g.booked[seat]
        g.booked[seat] = g.table.chips[seat]


class Batch(NamedTuple):
    """What a batch of games gives after each step, row i for game i, and working memory."""

    observations: NDArray[np.int8]  # (games, length) of the seat to act; no rows: left out
    masks: NDArray[np.int8]  # (games, actions)
    seats: NDArray[np.int64]  # (games,) to act
    rewards: NDArray[np.int32]  # (games, players) chips
    done: NDArray[np.bool_]  # (games,) whether the match ended
    scratch: np.ndarray[Any, Any]  # (1,) VIEW


def step_games(states, low, high, chance, log, actions, batch):
    """One move in every game; where that ends the match, a new one is begun.

    All that concerns a game is written while the game is in the processor's cache, instead of by a
    loop over the batch for each result. Returns -1, or the first game whose action was illegal,
    where the loop ends: `first_illegal` finds it beforehand.
    """
    for i in range(low, high):
        prefetch(states, i)
        prefetch(batch.observations, i)
        if not apply(states, i, chance, log, actions[i]):
            return i
        book(states, i, batch.rewards[i])
        batch.done[i] = states[i].phase == OVER
        if batch.done[i]:
            reset(states, i, chance, log, -1)
        write_game(states, i, batch)
    return -1


def write_games(states, low, high, batch):
    """`write_game` for every game."""
    for i in range(low, high):
        write_game(states, i, batch)


def write_game(states, i, batch):
    """The seat to act in game i, its mask and, if `batch` has any, its observation."""
    seat = states[i].seat
    batch.seats[i] = seat
    write_mask(states, i, batch.masks[i])
    if batch.observations.shape[0]:
        write_view(states, i, seat, batch.scratch, 0)
        encode(batch.scratch, 0, batch.observations[i])


def write_mask(states, i, mask):
    """The legal actions of the seat to act as zeros and ones, into `mask` (actions,) int8."""
    store_set(mask, 0, states[i].legal, mask.shape[0])


def step_game(states, i, chance, log, action, rewards):
    """One move in game i, booked into `rewards` (players,).

    Returns the seat to act next, -1 if the match is over, -2 if the action was illegal; then
    nothing has changed.
    """
    if not apply(states, i, chance, log, action):
        return -2
    book(states, i, rewards)
    return states[i].seat


def observe_game(states, i, seat, scratch, observation, mask):
    """A seat's observation (length,) of game i, and its mask (actions,): zeros if not to act.

    `scratch` is (1,) VIEW, working memory here and below.
    """
    write_view(states, i, seat, scratch, 0)
    encode(scratch, 0, observation)
    if states[i].seat == seat:
        write_mask(states, i, mask)
    else:
        mask[:] = 0


def write_masks(states, low, high, masks):
    """`write_mask` for every game."""
    for i in range(low, high):
        write_mask(states, i, masks[i])


def write_views(states, games, views, low, high):
    """The view of the seat to act of each listed game: `views[k]` for `states[games[k]]`."""
    for k in range(low, high):
        i = games[k]
        write_view(states, i, states[i].seat, views, k)


def write_masks_of(states, games, masks):
    """`write_mask` for every listed game: `masks[k]` for `states[games[k]]`."""
    for k in range(games.shape[0]):
        write_mask(states, games[k], masks[k])


def first_illegal_of(states, games, actions):
    """The place in `games` of the first whose action is illegal, or -1."""
    for k in range(games.shape[0]):
        action = actions[k]
        if action < 0 or action >= _MOST_ACTIONS or not states[games[k]].legal & bit(action):
            return k
    return -1


def move_games(states, games, chance, log, actions):
    """One move in every listed game (each listed once), or in none if one is illegal.

    Returns the place in `games` of the first illegal one, or -1.
    """
    illegal = first_illegal_of(states, games, actions)
    if illegal >= 0:
        return illegal
    for k in range(games.shape[0]):
        if not apply(states, games[k], chance, log, actions[k]):
            return k
    return -1


def encode_views(views, observations):
    """The observation (views, length) of every view."""
    for k in range(views.shape[0]):
        encode(views, k, observations[k])


def play_others_at_random(states, games, learners, streams, chance, log):
    """Make random legal moves in every listed game until its learner is to act, or to the end.

    `learners` (states,) are seats, `streams` (states, 4) uint32 the opponents' random streams.
    Returns -1, or the place of a game in which a move was illegal, which never happens.
    """
    for k in range(games.shape[0]):
        i = games[k]
        while states[i].phase != OVER and states[i].seat != learners[i]:
            if not apply(states, i, chance, log, lowest(pick(streams[i], states[i].legal))):
                return k
    return -1


def write_learners(states, learners, scratch, observations):
    """The observation (states, length) of each game's learner, whose seats are `learners`."""
    for i in range(states.shape[0]):
        write_view(states, i, learners[i], scratch, 0)
        encode(scratch, 0, observations[i])


_LOOPS: tuple[Callable[..., Any], ...] = (
    *(reset_games, first_illegal, step_games, write_games, write_game, write_mask),
    *(step_game, observe_game, write_masks, write_views, write_masks_of),
    *(first_illegal_of, move_games, encode_views, play_others_at_random, write_learners),
)


def compiled_for(
    name: str,
    reset: Callable[..., Any],
    apply: Callable[..., Any],
    write_view: Callable[..., Any],
    encode: Callable[..., Any],
) -> SimpleNamespace:
    """All loops, and the hooks that they were compiled with, by their names here."""
    functions = {"reset": reset, "apply": apply, "write_view": write_view, "encode": encode}
    return SimpleNamespace(**functions, **vars(compiled_with(name, _LOOPS, functions)))
