"""T7: the ways in which chips move. Nothing else touches chips and places after the stakes."""

from __future__ import annotations

from marriage_env.compiler.jit import jit


@jit
def take(t, place, seat, amount):
    """T7: `seat` gets chips from a place on the table (negative: puts them there)."""
    t.places[place] -= amount
    t.chips[seat] += amount
