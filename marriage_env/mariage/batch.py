"""Many games at once: the loops over `states[low:high]` that faces call, one call a batch.

They hold no lock, so that threads can share a batch by slices. Results are written into arrays of
the caller, row i for game i.
"""

from __future__ import annotations

from marriage_env.cards import bit
from marriage_env.jit import jit
from marriage_env.mariage import engine
from marriage_env.mariage.actions import NUM_ACTIONS
from marriage_env.mariage.observe import encode
from marriage_env.mariage.state import Phase
from marriage_env.mariage.view import write_view


@jit
def reset_games(states, low, high, chance, log):
    """Begin a match in every game, dealers by lot."""
    for i in range(low, high):
        engine.reset(states, i, chance, log, -1)


@jit
def first_illegal(states, low, high, actions):
    """The first game whose action is not offered (or whose match is over), or -1."""
    for i in range(low, high):
        action = actions[i]
        if action < 0 or action >= NUM_ACTIONS or not states[i].legal & bit(action):
            return i
    return -1


@jit
def step_games(states, low, high, chance, log, actions, rewards, done):
    """One move in every game; rewards are chips, `done` marks matches that ended."""
    for i in range(low, high):
        engine.apply(states, i, chance, log, actions[i])
        engine.book(states, i, rewards[i])
        done[i] = states[i].phase == Phase.OVER


@jit
def restart_games(states, low, high, chance, log, done, final):
    """Wherever a match has ended, keep it in `final` and begin a new one."""
    for i in range(low, high):
        if done[i]:
            final[i] = states[i]
            engine.reset(states, i, chance, log, -1)


@jit
def write_seats(states, low, high, seats):
    """Who is asked in every game, -1 for nobody."""
    for i in range(low, high):
        seats[i] = states[i].seat


@jit
def write_mask(states, i, mask):
    """The legal actions of the asked seat as zeros and ones."""
    legal = states[i].legal
    for action in range(NUM_ACTIONS):
        mask[action] = legal >> action & 1


@jit
def step_game(states, i, chance, log, action, rewards):
    """One move in game i, booked into `rewards`: the seat asked then, -1 when the match is over.

    -2 if the action is refused; nothing has changed then.
    """
    if not engine.apply(states, i, chance, log, action):
        return -2
    engine.book(states, i, rewards)
    return states[i].seat


@jit
def observe_game(states, i, seat, scratch, observation, mask):
    """What a seat sees of game i; its legal actions if it is asked, else zeros."""
    write_view(states, i, seat, scratch, 0)
    encode(scratch, 0, observation)
    if states[i].seat == seat:
        write_mask(states, i, mask)
    else:
        mask[:] = 0


@jit
def write_masks(states, low, high, masks):
    """`write_mask` for every game."""
    for i in range(low, high):
        write_mask(states, i, masks[i])


@jit
def write_views(states, games, views, low, high):
    """What the asked seat of each listed game may know: `views[k]` for `states[games[k]]`."""
    for k in range(low, high):
        i = games[k]
        write_view(states, i, states[i].seat, views, k)


@jit
def write_observations(states, low, high, scratch, observations):
    """What the asked seat of every game sees; the observer of a match that is over is seat 0."""
    for i in range(low, high):
        write_view(states, i, max(states[i].seat, 0), scratch, 0)
        encode(scratch, 0, observations[i])


@jit
def write_masks_of(states, games, masks):
    """`write_mask` for every listed game: `masks[k]` for `states[games[k]]`."""
    for k in range(games.shape[0]):
        write_mask(states, games[k], masks[k])


@jit
def move_games(states, games, chance, log, actions):
    """One move in every listed game; stops at the first refused one: its place, else -1."""
    for k in range(games.shape[0]):
        if not engine.apply(states, games[k], chance, log, actions[k]):
            return k
    return -1


@jit
def encode_views(views, observations):
    """The observation of every view."""
    for k in range(views.shape[0]):
        encode(views, k, observations[k])
