"""The slots of the cards in hand, in the features of every game: first the lowest card."""

from __future__ import annotations

from marriage_env.compiler.jit import jit
from marriage_env.core.bits import lowest


@jit
def write_ids(hand, slots, no_card, out, at):
    """Write the cards' ids from place `at` on, `no_card` for an empty slot."""
    for slot in range(slots):
        if hand:
            out[at + slot] = lowest(hand)
            hand &= hand - 1
        else:
            out[at + slot] = no_card
