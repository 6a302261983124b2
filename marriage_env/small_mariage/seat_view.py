"""VIEW: all that one seat may know, and nothing else. Agents are given views, never states."""

from __future__ import annotations

from marriage_env.compiler.jit import jit, record_type
from marriage_env.small_mariage.rules import COUNTS
from marriage_env.small_mariage.state import NUM_TRICKS, PACK_SIZE, TABLE, Phase

VIEW = record_type(
    [
        ("table", TABLE),  # what everyone sees
        ("hand", "i8"),  # the seat's own cards
        ("seat", "i4"),  # whose view this is
        ("asked", "i4"),  # the Phase if it is to act, else 0
        ("asked_suit", "i4"),  # the suit of the queen asked for (S5.2), else -1
    ]
)
BOUNDS = {  # of what compiled code takes for places in arrays; None is the last seat
    "asked": (0, int(Phase.QUEEN)),
    "asked_suit": (-1, 3),
    "leader": (-1, None),
    "taker": (-1, None),
    "turn_up": (0, PACK_SIZE - 1),
    "trump": (0, 3),
    "trick": (0, NUM_TRICKS),
    "laid": (-1, PACK_SIZE - 1),
    **COUNTS,
}


@jit
def write_view(states, i, seat, views, j):
    """Write what `seat` may know of `states[i]` into `views[j]`."""
    g = states[i]
    v = views[j]
    v.table = g.table
    v.hand = g.hands[seat] if seat >= 0 else 0  # a match that is over has no seat to act
    v.seat = seat
    asked = g.seat == seat and g.phase != Phase.OVER
    v.asked = g.phase if asked else 0
    v.asked_suit = g.asked_suit if asked and g.phase == Phase.QUEEN else -1
