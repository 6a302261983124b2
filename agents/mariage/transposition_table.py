"""Positions remembered by one search of a deal: what every player gains from a trick's start on.

A memory has a row (history, every hand, every gain) a position. Hands and history, which is who
took the tricks so far, decide the rest of a deal; a new position takes the row of an older one.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from marriage_env.compiler.jit import jit
from marriage_env.mariage.rules import MAX_PLAYERS
from marriage_env.mariage.state import NUM_TRICKS, Phase

_GAINS = 1 + MAX_PLAYERS
# Powers of two: for three cards in hand a memory as small as its few positions, since it is emptied
# for every search.
_FEW_ROWS, _MANY_ROWS = 1 << 9, 1 << 13
_MIX = -7046029254386353131  # odd, with its bits well scattered


@jit
def rows_for(g):
    """How many positions a search from `g` should remember.

    None where it is too short to gain by it, and where more decides than hands and history:
    declarations still to be made, and chips that a void deal gives back.
    """
    left = NUM_TRICKS - g.table.trick
    if left < 3 or g.phase == Phase.DECLARE or g.fault_at:
        return 0
    return _FEW_ROWS if left == 3 else _MANY_ROWS


def new_memory() -> NDArray[np.int64]:
    """Room for the largest memory, (rows, 1 + 2 × players) int64."""
    return np.zeros((_MANY_ROWS, _GAINS + MAX_PLAYERS), np.int64)


@jit
def forget(memory):
    """Make a memory empty: no position has the history 0."""
    for row in range(len(memory)):
        memory[row, 0] = 0


@jit
def begins_trick(g):
    """Whether a seat is to lead."""
    return g.phase == Phase.TURN and g.table.leader[g.table.trick] < 0


@jit
def find(g, memory):
    """(history, row, whether the position of `g`, the start of a trick, stands there).

    The last taker leads, so that history tells him too; it is never 0.
    """
    t = g.table
    history = np.int64(1)
    for trick in range(t.trick):
        history = history << 4 | t.taker[trick]
    mixed = history
    for seat in range(t.num_players):
        mixed = (mixed ^ g.hands[seat]) * np.int64(_MIX)
        mixed ^= mixed >> 32
    row = mixed & (len(memory) - 1)
    known = memory[row, 0] == history
    for seat in range(t.num_players):
        known = known and memory[row, 1 + seat] == g.hands[seat]
    return history, row, known


@jit
def recall(g, memory, row, chips):
    """Write every player's chips at the end of the deal by what was gained from here."""
    for seat in range(g.table.num_players):
        chips[seat] = g.table.chips[seat] + memory[row, _GAINS + seat]


@jit
def remember(g, memory, history, row, chips):
    """Keep what every player gains from here if these are his chips at the end of the deal."""
    memory[row, 0] = history
    for seat in range(g.table.num_players):
        memory[row, 1 + seat] = g.hands[seat]
        memory[row, _GAINS + seat] = chips[seat] - g.table.chips[seat]
