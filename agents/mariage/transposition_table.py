"""The transposition table of one exact search: every player's gain from the start of a trick on.

A table has a row (history, every hand, every gain) for each position. Hands and history (who took
the tricks so far) determine the rest of a deal; a new position replaces an older one in its row.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from marriage_env.compiler.jit import jit
from marriage_env.mariage.rules import MAX_PLAYERS
from marriage_env.mariage.state import NUM_TRICKS, Phase

_GAINS = 1 + MAX_PLAYERS
# Powers of two: for three cards in hand a table as small as its few positions, since it is cleared
# for every search.
_FEW_ROWS, _MANY_ROWS = 1 << 9, 1 << 13
_MIX = -7046029254386353131  # odd, with its bits well scattered


@jit
def rows_for(g):
    """How many positions a search from `g` should store.

    None where it is too short to gain by it, and where more decides than hands and history:
    declarations still to be made, and chips that a void deal gives back.
    """
    left = NUM_TRICKS - g.table.trick
    if left < 3 or g.phase == Phase.DECLARE or g.fault_at:
        return 0
    return _FEW_ROWS if left == 3 else _MANY_ROWS


def new_table() -> NDArray[np.int64]:
    """Room for the largest table, (rows, 1 + 2 × players) int64."""
    return np.zeros((_MANY_ROWS, _GAINS + MAX_PLAYERS), np.int64)


@jit
def clear(table):
    """Empty a table: no position has the history 0."""
    for row in range(len(table)):
        table[row, 0] = 0


@jit
def begins_trick(g):
    """Whether a seat is to lead."""
    return g.phase == Phase.TURN and g.table.leader[g.table.trick] < 0


@jit
def find(g, table):
    """(history, row, whether the position of `g`, the start of a trick, is there).

    The last taker leads, so that the history determines who leads; it is never 0.
    """
    t = g.table
    history = np.int64(1)
    for trick in range(t.trick):
        history = history << 4 | t.taker[trick]
    mixed = history
    for seat in range(t.num_players):
        mixed = (mixed ^ g.hands[seat]) * np.int64(_MIX)
        mixed ^= mixed >> 32
    row = mixed & (len(table) - 1)
    known = table[row, 0] == history
    for seat in range(t.num_players):
        known = known and table[row, 1 + seat] == g.hands[seat]
    return history, row, known


@jit
def recall(g, table, row, chips):
    """Write every player's chips at the end of the deal by what was gained from here."""
    for seat in range(g.table.num_players):
        chips[seat] = g.table.chips[seat] + table[row, _GAINS + seat]


@jit
def remember(g, table, history, row, chips):
    """Keep what every player gains from here if these are their chips at the end of the deal."""
    table[row, 0] = history
    for seat in range(g.table.num_players):
        table[row, 1 + seat] = g.hands[seat]
        table[row, _GAINS + seat] = chips[seat] - g.table.chips[seat]
