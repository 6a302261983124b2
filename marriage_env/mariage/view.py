"""VIEW: all that one seat may know, and nothing else. Agents get views, never states."""

from __future__ import annotations

import numpy as np

from marriage_env.jit import jit, record_type, records
from marriage_env.mariage.state import TABLE, Phase

VIEW = record_type(
    [
        ("table", TABLE),  # what everyone sees
        ("hand", "i8"),  # the seat's own cards
        ("seat", "i4"),  # whose view this is
        ("asked", "i4"),  # what it is asked: a Phase, 0 when it is not asked
        ("asked_suit", "i4"),  # of the queen it is asked for, -1 otherwise
        ("spoken", "i4"),  # 1 when it has ended its declarations (M4.6)
    ]
)


@jit
def write_view(states, i, seat, views, j):
    """Write what `seat` may know of `states[i]` into `views[j]`."""
    g = states[i]
    v = views[j]
    v.table = g.table
    v.hand = g.hands[seat]
    v.seat = seat
    asked = g.seat == seat and g.phase != Phase.OVER
    v.asked = g.phase if asked else 0
    v.asked_suit = g.asked_suit if asked and g.phase == Phase.QUEEN else -1
    v.spoken = g.spoken >> seat & 1


def view_of(states: np.ndarray, i: int, seat: int) -> np.ndarray:
    """What `seat` may know of game `i`: an array of one VIEW record."""
    views = records(1, VIEW)
    write_view(states, i, seat, views, 0)
    return views
