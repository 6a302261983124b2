"""Sampling worlds: full games, drawn uniformly from those that a view allows.

The hidden cards are dealt at random (kernels.card_sharing) until hands and seat to act fit the
view; then the rest of a STATE follows. The functions are written once and compiled
for each game (`marriage_env.compiler.hooks` says how), which says in its module `determinize` what
a view does not tell and how that is settled.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from marriage_env.compiler.hooks import compiled_with, hook
from marriage_env.compiler.jit import records
from marriage_env.core.bits import count
from marriage_env.kernels.card_sharing import prepare, sample_hand

# Far beyond what any view needs; ends the search for a view that no game allows.
_MAX_ATTEMPTS = 20_000_000


@hook
def gather(views, j, evidence, k):
    """Write what `views[j]` tells of the hidden cards into `evidence[k]`."""


@hook
def allows_hand(t, e, seat, hand):
    """Whether the seat's history in the deal is possible with this hand."""


@hook
def ask(v, e, g):
    """Write which seat is to act, and the phase; False if that contradicts the view."""


@hook
def fill_in(v, e, g, stream):
    """Write everything else of a STATE, which follows from the table and the hands."""


def write_worlds(views, j, states, low, high, evidence, k, stream):
    """Sample a world of `views[j]` into each of `states[low:high]`.

    `evidence[k]` (EVIDENCE of the game) is working memory, `stream` (4,) uint32 the random stream.
    Returns False if no world was found: no game of the engine has such a view.
    """
    gather(views, j, evidence, k)
    v, e = views[j], evidence[k]
    if e.room[v.seat] != 0 or not prepare(v.table, e):  # the observer's hand is not hidden
        return False
    found = True
    for i in range(low, high):
        found = found and write_world(views, j, states, i, evidence, k, stream)
    return found


def write_world(views, j, states, i, evidence, k, stream):
    """Sample a world into `states[i]`; `evidence[k]` has been gathered and prepared already."""
    v, g, e = views[j], states[i], evidence[k]
    g.table = v.table
    g.hands[:] = 0
    for seat in range(v.table.num_players):
        g.hands[seat] = e.held[seat]
    for _ in range(_MAX_ATTEMPTS):
        if deal_hidden_cards(e, g, stream) and ask(v, e, g):
            fill_in(v, e, g, stream)
            return True
    return False


def allows(views, j, states, i, evidence, k):
    """Whether the hands of `states[i]` are among those that `views[j]` allows.

    If so, writes which seat is to act and the phase; writes `evidence[k]` in any case.
    """
    gather(views, j, evidence, k)
    v, g, e = views[j], states[i], evidence[k]
    left = e.unseen
    for seat in range(v.table.num_players):
        hidden = g.hands[seat] & ~e.held[seat]
        if e.held[seat] & ~g.hands[seat] or hidden & ~left or count(hidden) != e.room[seat]:
            return False
        left &= ~hidden
        if hidden & e.barred[seat]:
            return False
        if seat != v.seat and not allows_hand(v.table, e, seat, g.hands[seat]):
            return False
    g.table = v.table
    return ask(v, e, g)


def deal_hidden_cards(e, g, stream):
    """Deal the hidden cards to the hands of `g`; False if the attempt is rejected."""
    rest = e.unseen
    for stage in range(e.stages):
        seat = e.order[stage]
        hand = sample_hand(e, stage, rest, stream)
        if hand < 0 or not allows_hand(g.table, e, seat, e.held[seat] | hand):
            return False
        g.hands[seat] = e.held[seat] | hand
        rest &= ~hand
    return True


@dataclass(frozen=True)
class Worlds:
    """The functions above, compiled for a game, and the record that they work with."""

    evidence: np.dtype[Any]  # EVIDENCE: what a view proves, and room to work in
    gather: Callable[..., Any]
    allows_hand: Callable[..., Any]
    write_worlds: Callable[..., Any]
    write_world: Callable[..., Any]
    allows: Callable[..., Any]


def compiled_for(
    name: str,
    evidence: np.dtype[Any],
    gather: Callable[..., Any],
    allows_hand: Callable[..., Any],
    ask: Callable[..., Any],
    fill_in: Callable[..., Any],
) -> Worlds:
    """The sampling of a game's worlds, from its record of evidence and its hooks."""
    hooks = {"gather": gather, "allows_hand": allows_hand, "ask": ask, "fill_in": fill_in}
    made = compiled_with(name, (write_worlds, write_world, allows, deal_hidden_cards), hooks)
    return Worlds(evidence, gather, allows_hand, made.write_worlds, made.write_world, made.allows)


def sample_worlds(
    of_game: Worlds,
    view: np.ndarray[Any, Any],
    rng: np.random.Generator,
    states: np.ndarray[Any, Any],
) -> np.ndarray[Any, Any]:
    """Fill `states` with worlds of a view and return them; ValueError if it allows none."""
    stream = rng.integers(1, 2**32, 4, dtype=np.uint32)
    evidence = records(1, of_game.evidence)
    if not of_game.write_worlds(view, 0, states, 0, len(states), evidence, 0, stream):
        raise ValueError("the view is of no game: no hands allow what it shows")
    return states
