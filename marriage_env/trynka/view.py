"""VIEW: all that one seat may know, and nothing else. Agents get views, never states."""

from __future__ import annotations

import numpy as np

from marriage_env.jit import jit, record_type, records
from marriage_env.trynka.state import TABLE, Phase

VIEW = record_type(
    [
        ("table", TABLE),  # what everyone sees
        ("hand", "i8"),  # the seat's own cards
        ("seat", "i4"),  # whose view this is
        ("asked", "i4"),  # what it is asked: a Phase, 0 when it is not asked
        ("passed", "i4"),  # T4.3: how often it has passed since the last card
    ]
)


@jit
def write_view(states, i, seat, views, j):
    """Write what `seat` may know of `states[i]` into `views[j]`.

    T4.3: whose turn it is, and that a seat has passed without paying, only that seat knows.
    """
    g = states[i]
    v = views[j]
    v.table = g.table
    v.hand = g.hands[seat]
    v.seat = seat
    v.asked = g.phase if g.seat == seat and g.phase != Phase.OVER else 0
    v.passed = g.passed[seat]


def view_of(states: np.ndarray, i: int, seat: int) -> np.ndarray:
    """What `seat` may know of game `i`: an array of one VIEW record."""
    views = records(1, VIEW)
    write_view(states, i, seat, views, 0)
    return views
