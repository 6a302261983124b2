"""The observation vector: named blocks, seat-relative, with perfect recall within the deal.

After a void deal (M10.3) that is the deal dealt again, with the trick at which the other was found
void. Chips and boxes are cut at ±127, so that a payment on top of more does not show in them.

Index 0 of every block over seats is the observer, then clockwise. A card laid is coded as four
places for its suit and thirteen for its rank. `BLOCKS` is the layout, in the order of `encode`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from marriage_env.compiler.jit import jit
from marriage_env.core.observation_blocks import MOST, Block, Layout, after, clip, distance, put_set
from marriage_env.core.stores import copy_8, copy_32, store_zeros
from marriage_env.mariage.actions import NUM_DECLARATIONS
from marriage_env.mariage.rules import Declarations
from marriage_env.mariage.state import NUM_BOXES, NUM_TRICKS, Phase

_CARD_CODE = 17
_ROW = 32  # of `_CARD_CODES`: a card's code, and zeros after it


def _card_codes() -> NDArray[np.int8]:
    """(53, 32): the code of the card before a row, of none in row 0."""
    codes = np.zeros((53, _ROW), np.int8)
    for card in range(52):
        codes[card + 1, [card // 13, 4 + card % 13]] = 1
    return codes


_CARD_CODES = _card_codes()

BLOCKS = (
    Block("hand", lambda n: (52,), 0, 1, "own cards, by card id"),
    Block("turn_up", lambda n: (_CARD_CODE,), 0, 1, "the card turned up (M3.2): suit, rank"),
    Block("trump", lambda n: (4,), 0, 1, "its suit, C D H S"),
    Block(
        "asked", lambda n: (3,), 0, 1, "asked to declare, to lay a card, to lay the queen; own only"
    ),
    Block("asked_queen", lambda n: (4,), 0, 1, "suit of the queen asked for (M6.2); own only"),
    Block(
        "spoken",
        lambda n: (1,),
        0,
        3,
        "1: own declarations ended with DONE (M4.6), own only; 2 more: all have spoken (M2.2)",
    ),
    Block(
        "accidents",
        lambda n: (3,),
        0,
        NUM_TRICKS,
        "missed deal, misdeal: 0 or 1; the trick, 1 to 5, at which this deal was found void (M10)",
    ),
    Block("deals_left", lambda n: (1,), 0, MOST, "deals after this one, at most 127"),
    Block("boxes", lambda n: (NUM_BOXES,), 0, MOST, "chips in the boxes (M2.1), at most 127"),
    Block("chips", lambda n: (n,), -MOST, MOST, "chips of each seat, between -127 and 127"),
    Block("dealer", lambda n: (n,), 0, 1, "who deals"),
    Block("won", lambda n: (n,), 0, NUM_TRICKS, "tricks won in this deal"),
    Block(
        "declared",
        lambda n: (n, NUM_DECLARATIONS),
        0,
        NUM_DECLARATIONS,
        "declarations made (M4), by seat and kind: 1 for a seat's first, 2 for its second, …",
    ),
    Block("shown", lambda n: (n, 52), 0, 1, "cards shown by declarations (M4.5), also once played"),
    Block("known", lambda n: (n, 52), 0, 1, "cards that all know a seat still holds (M4.5, M6.3)"),
    Block("played", lambda n: (52,), 0, 1, "cards laid in this deal"),
    Block(
        "on_table", lambda n: (n, _CARD_CODE), 0, 1, "cards of the trick being played: suit, rank"
    ),
    Block("laid", lambda n: (NUM_TRICKS, n, _CARD_CODE), 0, 1, "cards of every trick: suit, rank"),
    Block("leader", lambda n: (NUM_TRICKS, n), 0, 1, "who led to each trick"),
    Block("taker", lambda n: (NUM_TRICKS, n), 0, 1, "who took each trick"),
    Block("married", lambda n: (NUM_TRICKS, n), 0, 1, "queens that made a marriage (M6.4)"),
    Block("revoked", lambda n: (NUM_TRICKS, n), 0, 1, "cards that were revokes (M9.1)"),
    Block("kept", lambda n: (NUM_TRICKS, n, 4), 0, 1, "queens kept back (M6.3), by suit"),
)


LAYOUT = Layout(BLOCKS)
layout, length, bounds, unpack = LAYOUT.places, LAYOUT.length, LAYOUT.bounds, LAYOUT.unpack


@jit
def _put_card(out, at, card):
    """The code of a card, zeros for -1; returns the place after it.

    One store, which goes 15 places beyond: what follows must be written later.
    """
    copy_32(out, at, _CARD_CODES, _ROW * (card + 1))
    return at + _CARD_CODE


@jit
def _put_own(out, at, t, v):
    """hand, turn_up, trump, asked, asked_queen, spoken."""
    at = put_set(out, at, v.hand)
    at = _put_card(out, at, t.turn_up)
    store_zeros(out, at, 11)
    out[at + t.trump] = 1
    at += 4
    if v.asked:
        out[at + v.asked - Phase.DECLARE] = 1
    at += 3
    if v.asked_suit >= 0:
        out[at + v.asked_suit] = 1
    at += 4
    everyone = t.rules.declarations == Declarations.VOLUNTARY and t.point_staked > 0
    out[at] = v.spoken + 2 * everyone
    return at + 1


@jit
def _put_match(out, at, t):
    """accidents, deals_left, boxes."""
    for accident in range(2):
        out[at + accident] = t.accidents >> accident & 1
    out[at + 2] = t.void_at
    at += 3
    out[at] = clip(max(t.deals - t.deal - 1, 0))
    at += 1
    for box in range(NUM_BOXES):
        out[at + box] = clip(t.boxes[box])
    return at + NUM_BOXES


@jit
def _put_seats(out, at, t, first):
    """chips, dealer, won, declared."""
    n, dealer = t.num_players, t.dealer
    declared = at + 3 * n
    seat = first
    for k in range(n):
        out[at + k] = clip(t.chips[seat])
        out[at + n + k] = seat == dealer
        out[at + 2 * n + k] = t.won[seat]
        copy_8(out, declared + NUM_DECLARATIONS * k, t.declared, NUM_DECLARATIONS * seat)
        seat = after(seat, n)
    return declared + NUM_DECLARATIONS * n


@jit
def _put_cards(out, at, t, first):
    """shown, known, played, on_table."""
    n = t.num_players
    seat = first
    for k in range(n):
        put_set(out, at + 52 * k, t.shown[seat])
        put_set(out, at + 52 * (n + k), t.known[seat])
        seat = after(seat, n)
    at = put_set(out, at + 104 * n, t.played)
    if t.trick < NUM_TRICKS:
        return _put_trick(out, at, t, first, t.trick)
    store_zeros(out, at, n * _CARD_CODE)
    return at + n * _CARD_CODE


@jit
def _put_trick(out, at, t, first, trick):
    """The cards of one trick; like `_put_card`, writes beyond."""
    n = t.num_players
    seat = first
    for _ in range(n):
        at = _put_card(out, at, int(t.laid[trick, seat]))
        seat = after(seat, n)
    return at


@jit
def _put_marks(out, at, t, first, trick):
    """married, revoked and kept of one trick; most tricks have none."""
    n = t.num_players
    block = NUM_TRICKS * n
    seat = first
    for place in range(trick * n, trick * n + n):
        out[at + place] = t.married[trick, seat]
        out[at + block + place] = t.revoked[trick, seat]
        for suit in range(4):
            out[at + 2 * block + 4 * place + suit] = t.kept[trick, seat] >> suit & 1
        seat = after(seat, n)


@jit
def _put_tricks(out, at, t, first):
    """laid, leader, taker, married, revoked, kept."""
    n = t.num_players
    block = NUM_TRICKS * n
    marks = at + block * _CARD_CODE
    begun = min(t.trick + 1, NUM_TRICKS)
    for trick in range(begun):
        at = _put_trick(out, at, t, first, trick)
    store_zeros(out, at, marks + 8 * block - at)
    for trick in range(begun):
        if t.leader[trick] >= 0:
            out[marks + trick * n + distance(first, t.leader[trick], n)] = 1
        if t.taker[trick] >= 0:
            out[marks + block + trick * n + distance(first, t.taker[trick], n)] = 1
        if t.marked[trick]:
            _put_marks(out, marks + 2 * block, t, first, trick)


@jit
def encode(views, j, out):
    """Write the observation of `views[j]` into `out`, (length,) int8."""
    v = views[j]
    t = v.table
    at = _put_own(out, 0, t, v)
    at = _put_match(out, at, t)
    at = _put_seats(out, at, t, v.seat)
    at = _put_cards(out, at, t, v.seat)
    _put_tricks(out, at, t, v.seat)
