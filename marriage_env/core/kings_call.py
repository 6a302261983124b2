"""What games with a king's call share: M2.3, M5.2, M6 of Mariage; S2, S4.2, S5 of the small one.

The functions take any STATE or TABLE record that has the fields they use: `laid` and `kept`, both
(tricks, players), the card that a seat laid to a trick (-1 none) and the suits of the queens that
it kept back in it (bit = suit).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from marriage_env.compiler.jit import jit
from marriage_env.core.cards import QUEEN, bit, suit_set


@jit
def collect(t, seat, each):
    """M2.3, S2: every other player pays `each` chips to `seat` (negative: `seat` pays them)."""
    for payer in range(t.num_players):
        if payer != seat:
            t.chips[payer] -= each
            t.chips[seat] += each


@jit
def must_follow(led, hand):
    """M5.2, S4.2: a card of the led suit if the hand has one, else any card."""
    in_suit = hand & suit_set(led)
    return in_suit if in_suit else hand


@jit
def holder_of_queen(g, king_seat, suit):
    """M6.1, M6.6, M6.7, S5.1: the seat that must lay the queen to this king; -1 if no hand must."""
    t = g.table
    queen = bit(13 * suit + QUEEN)
    for seat in range(t.num_players):
        if seat != king_seat and t.laid[t.trick, seat] < 0 and g.hands[seat] & queen:
            return seat
    return -1


@jit
def kept_back(t, trick, seat):
    """M6.3, S5.3: the queens that a seat has kept back in a trick, as a set of cards."""
    queens = np.int64(0)
    suits = t.kept[trick, seat]
    for suit in range(4):
        if suits >> suit & 1:
            queens |= bit(13 * suit + QUEEN)
    return queens


@jit
def in_play(t, seat, hand):
    """M6.3, S5.3: a hand without the queens kept back in this trick, unless nothing is left."""
    rest = hand & ~kept_back(t, t.trick, seat)
    return rest if rest else hand


def queens_kept_back(kept: NDArray[np.int8], married: NDArray[np.int8]) -> tuple[int, int]:
    """M6.3, S5.3: how many queens were kept back, of how many that were asked for.

    The arguments are these fields of TABLE records, or parts of them of the same shape. `kept`
    holds sets of suits: a seat can keep two queens back in one trick.
    """
    back = sum(int((kept >> suit & 1).sum()) for suit in range(4))
    return back, back + int(married.sum())
