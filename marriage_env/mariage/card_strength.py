"""M1.2 and M1.3: how strong a card is in a trick."""

from __future__ import annotations

import numpy as np

from marriage_env.compiler.jit import jit
from marriage_env.core.cards import KING, NUM_RANKS, QUEEN, RANKS, bit, card_id, suit_of, suit_set

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
# _FROM[order, place]: the ranks from a place inside their suit on, as a set of 13 bits.
_FROM = np.array(
    [
        [sum(1 << rank for rank in range(13) if places[rank] >= place) for place in range(14)]
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
    if bit(card) & top_cards(t.rules):
        return _TOP + 2 * (card == QUEEN_OF_HEARTS) + (card == KING_OF_HEARTS)
    suit = suit_of(card)
    strength = RANK_PLACE[t.rules.rank_order, card - 13 * suit] + _LED
    if suit == t.trump:
        return strength + _TRUMP - _LED
    return strength if suit == led else 0


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
    trumped = strength >= _TRUMP
    place = strength - (_TRUMP if trumped else _LED) + 1
    higher = _FROM[t.rules.rank_order, max(place, 0)] << 13 * (t.trump if trumped else led)
    return top_cards(t.rules) | higher | (0 if trumped else suit_set(t.trump))


@jit
def higher_of_marriage(t, suit):
    """M6.4: the card with which a marriage of this suit takes the trick."""
    queen, king = suit * 13 + QUEEN, suit * 13 + KING
    return queen if power(t, suit, queen) > power(t, suit, king) else king
