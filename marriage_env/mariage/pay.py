"""M2.3: the ways in which chips move. Nothing else touches chips and boxes after the stakes."""

from __future__ import annotations

from marriage_env.jit import jit


@jit
def collect(t, seat, each):
    """M2.3: every other player pays `each` chips to `seat` (negative: `seat` pays them)."""
    for payer in range(t.num_players):
        if payer != seat:
            t.chips[payer] -= each
            t.chips[seat] += each


@jit
def take_box(t, box, seat):
    """M4.1-M4.3: `seat` takes what is in a box and puts one chip back."""
    t.chips[seat] += t.boxes[box] - 1
    t.boxes[box] = 1


@jit
def draw_from_box(t, box, seat, amount):
    """`seat` gets chips out of a box (negative: puts them in)."""
    t.boxes[box] -= amount
    t.chips[seat] += amount
