"""M2.3: the ways in which chips move. Nothing else touches chips and boxes after the stakes."""

from __future__ import annotations

import numpy as np

from marriage_env.compiler.jit import jit
from marriage_env.mariage.state import Box


@jit
def collect(t, seat, each):
    """M2.3: every other player pays `each` chips to `seat` (negative: `seat` pays them)."""
    for payer in range(t.num_players):
        if payer != seat:
            t.chips[payer] -= each
            t.chips[seat] += each


@jit
def take_box(t, box, seat):
    """M4.1-M4.3: `seat` takes what is in a box and, by `box_put_back`, puts one chip back.

    M2.2: this deal's `point_stake` stays in POINT: it is the tricks'.
    """
    left = t.rules.box_put_back + (t.point_staked if box == Box.POINT else 0)
    draw_from_box(t, box, seat, t.boxes[box] - left)


@jit
def draw_from_box(t, box, seat, amount):
    """`seat` gets chips out of a box (negative: puts them in)."""
    t.boxes[box] -= amount
    t.chips[seat] += amount


@jit
def put_in_all(t, box, each):
    """M2.2: every player puts `each` chips into a box."""
    for seat in range(t.num_players):
        draw_from_box(t, box, seat, -np.int64(each))
