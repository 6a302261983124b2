"""S1: the pack, and how strong a card is in a trick."""

from __future__ import annotations

import numpy as np

from marriage_env.compiler.jit import jit
from marriage_env.core.cards import ACE, JACK, KING, NUM_RANKS, QUEEN, card_set, suit_set
from marriage_env.small_mariage.rules import RANKS_OF_SUIT

_LED, _TRUMP = 10, 20
MARRIED = 30  # the power of a marriage: nothing beats it (S5.4)

_CARDS = [13 * suit + rank for suit in range(4) for rank in (JACK, QUEEN, KING, ACE)]
_SIZES = [RANKS_OF_SUIT * suits for suits in range(5)]
# By the number of suits: the pack as a set, and in order of id with -1 behind it.
PACK_SET = np.array([card_set(_CARDS[:size]) for size in _SIZES])
PACK = np.array([_CARDS[:size] + [-1] * (52 - size) for size in _SIZES], np.int8)
# S1.2: place of a rank inside its suit, low to high: ace, king, jack, queen.
_ORDER = (ACE, KING, JACK, QUEEN)
PLACE = np.array([_ORDER.index(rank) if rank in _ORDER else 0 for rank in range(NUM_RANKS)])
# HIGHER[place]: the ranks above a place inside its suit, as a set of 13 bits.
HIGHER = np.array([sum(1 << rank for rank in _ORDER[place + 1 :]) for place in range(4)])


def pack_of_suits(suits: int) -> tuple[int, ...]:
    """S1.1: the ids of the pack of so many suits, ascending."""
    return tuple(_CARDS[: RANKS_OF_SUIT * suits])


@jit
def whole_pack(t):
    """S1.1: the pack, as a set."""
    return PACK_SET[t.rules.suits]


@jit
def power(t, led, card):
    """S1.2, S4.3: strength of a card in a trick whose led suit is `led`; 0 never takes it."""
    suit = card // 13
    if suit == t.trump:
        return _TRUMP + PLACE[card % 13]
    if suit == led:
        return _LED + PLACE[card % 13]
    return 0


@jit
def stronger(t, led, strength):
    """S1.2, S4.3: the cards of more than some strength (as `power` gives it, above 0), as a set."""
    if strength >= MARRIED:
        return np.int64(0)
    if strength >= _TRUMP:
        return HIGHER[strength - _TRUMP] << np.int64(13 * t.trump)
    return suit_set(t.trump) | HIGHER[strength - _LED] << np.int64(13 * led)
