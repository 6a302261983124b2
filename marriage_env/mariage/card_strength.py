"""M1.2 and M1.3: how strong a card is in a trick."""

from __future__ import annotations

import numpy as np

from marriage_env.compiler.jit import jit
from marriage_env.core.cards import KING, NUM_RANKS, QUEEN, RANKS, bit, card_id, suit_set

QUEEN_OF_HEARTS = card_id("H", "Q")
KING_OF_HEARTS = card_id("H", "K")
FOOL = card_id("D", "J")

_LED, _TRUMP, _TOP = 100, 200, 300
MARRIED = 1000  # the power of a marriage: nothing beats it (M6.4)

# RANK_PLACE[order, rank]: place of a rank inside its suit, low to high, by RankOrder (M1.2).
RANK_PLACE = np.array(
    [
        ["23456789TAKJQ".index(rank) for rank in RANKS],
        ["23456789TAJQK".index(rank) for rank in RANKS],
    ]
)
assert RANK_PLACE.shape[1] == NUM_RANKS
# HIGHER[order, place]: the ranks above a place inside its suit, as a set of 13 bits.
HIGHER = np.array(
    [
        [sum(1 << rank for rank in range(NUM_RANKS) if places[rank] > place) for place in range(13)]
        for places in RANK_PLACE
    ]
)


@jit
def top_cards(rules):
    """M1.3: the cards above every suit, trumps included, as a set."""
    tops = bit(QUEEN_OF_HEARTS)
    if rules.hearts_king_power:
        tops |= bit(KING_OF_HEARTS)
    if rules.fool_power:
        tops |= bit(FOOL)
    return tops


@jit
def power(t, led, card):
    """M1.2, M1.3: strength of a card in a trick whose led suit is `led`; 0 never takes it.

    Top cards beat trumps, trumps beat the led suit, and inside a suit M1.2 decides.
    """
    rules = t.rules
    if card == QUEEN_OF_HEARTS:
        return _TOP + 2
    if card == KING_OF_HEARTS and rules.hearts_king_power:
        return _TOP + 1
    if card == FOOL and rules.fool_power:
        return _TOP
    suit = card // 13
    place = RANK_PLACE[rules.rank_order, card % 13]
    if suit == t.trump:
        return _TRUMP + place
    if suit == led:
        return _LED + place
    return 0


@jit
def stronger(t, led, strength):
    """M1.2, M1.3: the cards of more than some strength in a trick, as a set.

    `strength`: as `power` gives it; -1 before the lead, when cards that never take the trick are
    left out too.
    """
    if strength >= _TOP:
        tops = np.int64(0)
        if strength < _TOP + 2:
            tops |= bit(QUEEN_OF_HEARTS)
        if strength < _TOP + 1 and t.rules.hearts_king_power:
            tops |= bit(KING_OF_HEARTS)
        return tops
    order, tops = t.rules.rank_order, top_cards(t.rules)
    if strength >= _TRUMP:
        return tops | HIGHER[order, strength - _TRUMP] << np.int64(13 * t.trump)
    tops |= suit_set(t.trump)
    if strength >= _LED:
        return tops | HIGHER[order, strength - _LED] << np.int64(13 * led)
    return tops | suit_set(led)


@jit
def higher_of_marriage(t, suit):
    """M6.4: the card with which a marriage of this suit takes the trick."""
    queen, king = suit * 13 + QUEEN, suit * 13 + KING
    return queen if power(t, suit, queen) > power(t, suit, king) else king
