"""VIEW: all that one seat may know, and nothing else. Agents are given views, never states."""

from __future__ import annotations

from marriage_env.compiler.jit import jit, record_type
from marriage_env.trynka.state import PACK_SIZE, TABLE, Phase

VIEW = record_type(
    [
        ("table", TABLE),  # what everyone sees
        ("hand", "i8"),  # the seat's own cards
        ("seat", "i4"),  # whose view this is
        ("asked", "i4"),  # the Phase if it is to act, else 0
        ("passed", "i4"),  # T4.3: how often it has passed since the last card
    ]
)
BOUNDS = {  # of what compiled code takes for places in arrays; None is the last seat
    "asked": (0, int(Phase.KING)),
    "number": (0, PACK_SIZE),
    "laid": (-1, PACK_SIZE - 1),
    "layer": (-1, None),
}


@jit
def write_view(states, i, seat, views, j):
    """Write what `seat` may know of `states[i]` into `views[j]`.

    T4.3: whose turn it is, and that a seat has passed without paying, only that seat knows.
    """
    g = states[i]
    v = views[j]
    v.table = g.table
    v.hand = g.hands[seat] if seat >= 0 else 0  # a match that is over has no seat to act
    v.seat = seat
    v.asked = g.phase if g.seat == seat and g.phase != Phase.OVER else 0
    v.passed = g.passed[seat] if seat >= 0 else 0
