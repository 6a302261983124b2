"""Questions about the trick and the cards that a VIEW shows, jitted."""

from __future__ import annotations

import numpy as np

from marriage_env.compiler.jit import jit
from marriage_env.core.cards import KING, bit
from marriage_env.small_mariage.card_strength import MARRIED, power


@jit
def played(t):
    """The cards laid in this deal, as a set."""
    cards = np.int64(0)
    for trick in range(min(t.trick + 1, t.laid.shape[0])):
        for seat in range(t.num_players):
            if t.laid[trick, seat] >= 0:
                cards |= bit(t.laid[trick, seat])
    return cards


@jit
def partner(card):
    """The other half of a king's or queen's marriage."""
    return card - 1 if card % 13 == KING else card + 1


@jit
def still_to_play(t):
    """How many players have not yet laid a card to this trick."""
    waiting = 0
    for seat in range(t.num_players):
        waiting += t.laid[t.trick, seat] < 0
    return waiting


@jit
def led_suit(t):
    """The suit led to this trick, -1 before the lead."""
    if t.leader[t.trick] < 0:
        return -1
    return int(t.laid[t.trick, t.leader[t.trick]]) // 13


@jit
def best_so_far(t):
    """(seat, power) of the card that takes this trick so far; (-1, -1) before the lead.

    A marriage takes it for the queen's player (S5.4).
    """
    best, strength = -1, -1
    led = led_suit(t)
    for seat in range(t.num_players):
        card = int(t.laid[t.trick, seat])
        if card < 0:
            continue
        reached = MARRIED if t.married[t.trick, seat] else power(t, led, card)
        if reached > strength:
            best, strength = seat, reached
    return best, strength


@jit
def takes(t, card):
    """Whether a card would be the best of the trick so far."""
    led = led_suit(t)
    return power(t, led if led >= 0 else card // 13, card) > best_so_far(t)[1]
