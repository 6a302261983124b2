"""M2.3, M6.5: the ways in which chips move, and who is paid for a marriage.

Nothing else touches chips and boxes after the stakes.
"""

from __future__ import annotations

import numpy as np

from marriage_env.compiler.jit import jit
from marriage_env.core.cards import KING
from marriage_env.core.kings_call import collect
from marriage_env.core.table import transfer
from marriage_env.mariage.card_strength import higher_of_marriage
from marriage_env.mariage.rules import TableMarriage
from marriage_env.mariage.state import Box

_HEARTS = 2


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


@jit
def pays_king(t, suit):
    """M6.5: whether a marriage of this suit pays the king's player; else it pays the queen's."""
    if t.rules.table_marriage == TableMarriage.TAKER:
        return higher_of_marriage(t, suit) % 13 == KING
    return t.rules.table_marriage == TableMarriage.KING and suit != _HEARTS


@jit
def king_pays(t, suit):
    """M6.5: whether the king's player pays too where the marriage pays the queen's."""
    if t.rules.table_marriage == TableMarriage.KING and suit == _HEARTS:
        return t.rules.hearts_king_pays != 0
    return True


@jit
def pay_marriage(t, suit, queen_seat, king_seat):
    """M6.5: who is paid for a marriage laid to a trick."""
    if pays_king(t, suit):
        collect(t, king_seat, 1)
        transfer(t, king_seat, queen_seat, 1)  # that seat pays nothing
        return
    collect(t, queen_seat, 1)
    if not king_pays(t, suit):
        transfer(t, queen_seat, king_seat, 1)
