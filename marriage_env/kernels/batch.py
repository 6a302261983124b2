"""Many games at once: the loops over `states[low:high]` that faces call, one call a batch.

They are written once and compiled for each game: `marriage_env.compiler.hooks` says how.

The loops hold no lock, so that threads can share a batch by slices. Results are written into arrays
of the caller, row i for game i. Like all compiled code they check neither indices nor arrays:
whoever calls them has done so (marriage_env.core.arguments).
"""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from marriage_env.compiler.hooks import compiled_with, hook
from marriage_env.compiler.jit import jit
from marriage_env.core.bits import lowest
from marriage_env.core.cards import bit
from marriage_env.core.rng import pick

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
    """The first game whose action is not offered (or whose match is over), or -1."""
    for i in range(low, high):
        action = actions[i]
        if action < 0 or action >= _MOST_ACTIONS or not states[i].legal & bit(action):
            return i
    return -1


@jit
def book(states, i, rewards):
    """Write the chips that moved since the last booking into `rewards` (players,)."""
    g = states[i]
    for seat in range(g.table.num_players):
        rewards[seat] = g.table.chips[seat] - g.booked[seat]
        g.booked[seat] = g.table.chips[seat]


def step_games(states, low, high, chance, log, actions, rewards, done):
    """One move in every game; rewards are chips, `done` marks matches that ended.

    Returns -1, or the first game whose action was refused, which ends the loop: `first_illegal`
    says beforehand whether one will be.
    """
    for i in range(low, high):
        if not apply(states, i, chance, log, actions[i]):
            return i
        book(states, i, rewards[i])
        done[i] = states[i].phase == OVER
    return -1


def restart_games(states, low, high, chance, log, done, final):
    """Wherever a match has ended, keep it in `final` and begin a new one."""
    for i in range(low, high):
        if done[i]:
            final[i] = states[i]
            reset(states, i, chance, log, -1)


def write_seats(states, low, high, seats):
    """Who is asked in every game, -1 for nobody."""
    for i in range(low, high):
        seats[i] = states[i].seat


def write_mask(states, i, mask):
    """The legal actions of the asked seat as zeros and ones."""
    legal = states[i].legal
    for action in range(mask.shape[0]):
        mask[action] = legal >> action & 1


def step_game(states, i, chance, log, action, rewards):
    """One move in game i, booked into `rewards`: the seat asked then, -1 when the match is over.

    -2 if the action is refused; nothing has changed then.
    """
    if not apply(states, i, chance, log, action):
        return -2
    book(states, i, rewards)
    return states[i].seat


def observe_game(states, i, seat, scratch, observation, mask):
    """What a seat sees of game i; its legal actions if it is asked, else zeros."""
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
    """What the asked seat of each listed game may know: `views[k]` for `states[games[k]]`."""
    for k in range(low, high):
        i = games[k]
        write_view(states, i, states[i].seat, views, k)


def write_observations(states, low, high, scratch, observations):
    """What the asked seat of every game sees; the observer of a match that is over is seat 0."""
    for i in range(low, high):
        write_view(states, i, max(states[i].seat, 0), scratch, 0)
        encode(scratch, 0, observations[i])


def write_masks_of(states, games, masks):
    """`write_mask` for every listed game: `masks[k]` for `states[games[k]]`."""
    for k in range(games.shape[0]):
        write_mask(states, games[k], masks[k])


def first_refused(states, games, actions):
    """The place of the first listed game whose action is not offered, or -1."""
    for k in range(games.shape[0]):
        action = actions[k]
        if action < 0 or action >= _MOST_ACTIONS or not states[games[k]].legal & bit(action):
            return k
    return -1


def move_games(states, games, chance, log, actions):
    """One move in every listed game (each listed once), or in none: the first refused, else -1."""
    refused = first_refused(states, games, actions)
    if refused >= 0:
        return refused
    for k in range(games.shape[0]):
        if not apply(states, games[k], chance, log, actions[k]):
            return k
    return -1


def encode_views(views, observations):
    """The observation of every view."""
    for k in range(views.shape[0]):
        encode(views, k, observations[k])


def play_others_at_random(states, games, learners, streams, chance, log):
    """In every listed game make random legal moves until the learner is asked, or to the end.

    `streams` (games of the batch, 4) are the others' own random streams, one a game. Returns -1, or
    the place of a game where a move was refused, which none is.
    """
    for k in range(games.shape[0]):
        i = games[k]
        while states[i].phase != OVER and states[i].seat != learners[i]:
            if not apply(states, i, chance, log, lowest(pick(streams[i], states[i].legal))):
                return k
    return -1


def write_learners(states, learners, scratch, observations):
    """What the learner of every game sees."""
    for i in range(states.shape[0]):
        write_view(states, i, learners[i], scratch, 0)
        encode(scratch, 0, observations[i])


_LOOPS: tuple[Callable[..., Any], ...] = (
    *(reset_games, first_illegal, step_games, restart_games, write_seats, write_mask),
    *(step_game, observe_game, write_masks, write_views, write_observations, write_masks_of),
    *(first_refused, move_games, encode_views, play_others_at_random, write_learners),
)


def compiled_for(
    name: str,
    reset: Callable[..., Any],
    apply: Callable[..., Any],
    write_view: Callable[..., Any],
    encode: Callable[..., Any],
) -> SimpleNamespace:
    """All loops, by name, compiled for a game with these functions, each compiled itself.

    The functions are there too, by the names that they have here.
    """
    functions = {"reset": reset, "apply": apply, "write_view": write_view, "encode": encode}
    return SimpleNamespace(**functions, **vars(compiled_with(name, _LOOPS, functions)))
