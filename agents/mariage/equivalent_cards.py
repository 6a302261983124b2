"""Lawful cards with the same effect, of which exact play with open hands tries one alone."""

from __future__ import annotations

import numpy as np

from agents.mariage.view_queries import is_court, partner
from marriage_env.compiler.jit import jit
from marriage_env.core.bits import lowest
from marriage_env.core.cards import KING, QUEEN, bit, suit_set
from marriage_env.mariage.card_strength import FOOL, RANK_PLACE, power, top_cards
from marriage_env.mariage.legal import beating
from marriage_env.mariage.rules import Offences, RankOrder
from marriage_env.mariage.state import NUM_TRICKS, Phase

_CARD_AT = np.argsort(RANK_PLACE, axis=1)
assert set(RankOrder) == {0, 1}


@jit
def held_by_others(g, seat):
    """The cards in all hands but one, as a set."""
    cards = np.int64(0)
    for other in range(g.table.num_players):
        if other != seat:
            cards |= g.hands[other]
    return cards


@jit
def laid_now(t):
    """The cards of the trick being played, as a set."""
    cards = np.int64(0)
    for seat in range(t.num_players):
        if t.trick < NUM_TRICKS and t.laid[t.trick, seat] >= 0:
            cards |= bit(int(t.laid[t.trick, seat]))
    return cards


@jit
def without_neighbours(g, legal):
    """Legal actions, less cards that no other player's card separates from a lower legal one."""
    live = held_by_others(g, g.seat) | laid_now(g.table)
    order = g.table.rules.rank_order
    kept = legal
    for suit in range(4):
        if (legal >> (13 * suit)) & 8191 == 0:
            continue
        like = -1
        for place in range(13):
            rank = _CARD_AT[order, place]
            card = 13 * suit + rank
            if live >> card & 1:
                like = -1
            elif legal >> card & 1 and rank != KING and rank != QUEEN and card != FOOL:
                if like >= 0:
                    kept &= ~bit(max(like, card))  # J ranks above A under M1.2
                like = card if like < 0 else min(like, card)
    return kept


@jit
def may_take_last(g, seat, card):
    """Whether a card may take the last trick when another player leads to it.

    For the last trick but one. A side card needs a lower one of its suit led, by someone who
    may still take this trick; and whoever holds nothing but better cards will lay one.
    """
    t = g.table
    suit = card // 13
    strength = power(t, suit, card)
    led = suit == t.trump or bit(card) & top_cards(t.rules) != 0
    for other in range(t.num_players):
        hand = g.hands[other]
        if other == seat or hand == 0:
            continue
        better = beating(t, suit, hand, strength)
        if better == hand:
            return False
        may_lead = other == g.best_seat or t.laid[t.trick, other] < 0
        if may_lead and hand & suit_set(suit) & ~better:
            led = True
    return led


@jit
def is_idle(g, card, others):
    """Whether a card can neither take this trick nor the last one, nor be paid for."""
    t = g.table
    led = int(t.laid[t.trick, t.leader[t.trick]]) // 13
    if card == FOOL or power(t, led, card) > g.best_power:
        return False
    if is_court(card) and others & bit(partner(card)):
        return False
    return not may_take_last(g, g.seat, card)


@jit
def without_idle(g, legal):
    """One of the two last cards of a follower if it makes no difference when each is laid.

    Nobody chooses a card in the last trick, so that two idle cards bind nobody either.
    """
    t = g.table
    following = g.phase == Phase.TURN and t.trick == NUM_TRICKS - 2 and t.leader[t.trick] >= 0
    if not following or t.rules.offences == Offences.ALL:  # a revoke would cost
        return legal
    others = held_by_others(g, g.seat)
    left = legal
    while left:
        if not is_idle(g, lowest(left), others):
            return legal
        left &= left - 1
    return legal & -legal


@jit
def distinct(g, legal):
    """The legal actions, less cards with the same effect as another that is kept."""
    if legal & (legal - 1):
        legal = without_neighbours(g, legal)
    if legal & (legal - 1):
        legal = without_idle(g, legal)
    return legal
