"""M5.2, M6.3 and M9.1: what the seat to act may do."""

from __future__ import annotations

import numpy as np

from marriage_env.compiler.jit import jit
from marriage_env.core.cards import QUEEN, bit, suit_of, suit_set
from marriage_env.core.kings_call import in_play, must_follow
from marriage_env.mariage.actions import DONE, WITHHOLD
from marriage_env.mariage.card_strength import MARRIED, power, stronger, top_cards
from marriage_env.mariage.declare import left_to_declare
from marriage_env.mariage.rules import Follow, Offences
from marriage_env.mariage.state import Phase


@jit
def beating(t, led, cards, best_power):
    """Those of some cards that beat the best card so far."""
    return cards & stronger(t, led, best_power)


@jit
def must_beat(t, led, hand, best_power):
    """M5.2, `follow="beat"`: the lawful cards of a hand, by its four steps.

    The steps are taken from the last to the first, without jumps, of which the processor would
    foresee few: a seventh of a bare move.
    """
    in_suit = hand & suit_set(led)
    beats = beating(t, led, hand, best_power)
    tops = beats & top_cards(t.rules)
    trumps = beats & suit_set(t.trump)
    cards = in_suit | tops if in_suit else hand
    cards = trumps | tops if trumps else cards
    return in_suit & beats if in_suit & beats else cards


@jit
def forbidding(t, led, card, best_power, cards):
    """M5.2, read from the other side: those of some cards that make `card` a revoke.

    `card`, at its player's own turn after the lead, is lawful in a hand just when the hand holds
    none of them; any one of them is enough to forbid it.
    """
    follows = bit(card) & suit_set(led) != 0
    in_suit = cards & suit_set(led)
    if t.rules.follow == Follow.SUIT:
        return np.int64(0) if follows else in_suit
    takes = power(t, led, card) > best_power
    if follows and takes:
        return np.int64(0)
    beats = beating(t, led, cards, best_power)
    forbids = in_suit & beats  # (1)
    if not takes:  # a trump or a top card that takes is lawful by (2) and (3)
        forbids |= beats & suit_set(t.trump)
        if not follows:
            forbids |= in_suit
    return forbids


@jit
def lawful(t, seat, hand, best_power):
    """M5.1, M5.2, M6.3: the cards of a hand that a seat may lay at its turn without a revoke."""
    hand = in_play(t, seat, hand)
    if t.leader[t.trick] < 0:
        return hand
    led = suit_of(t.laid[t.trick, t.leader[t.trick]])
    if t.rules.follow == Follow.SUIT or best_power == MARRIED:
        return must_follow(led, hand)
    return must_beat(t, led, hand, best_power)


@jit
def legal_actions(g):
    """M4.6, M5.2, M6.2, M9.1: the legal actions of the seat to act, as a set; 0 for no seat."""
    if g.phase == Phase.TURN:
        hand = g.hands[g.seat]
        if g.table.rules.offences == Offences.ALL:
            return hand
        return lawful(g.table, g.seat, hand, g.best_power)
    if g.phase == Phase.QUEEN:
        actions = bit(13 * g.asked_suit + QUEEN)
        if g.table.rules.offences != Offences.NONE:
            actions |= bit(WITHHOLD)
        return actions
    if g.phase == Phase.DECLARE:
        return left_to_declare(g.table, g.seat, g.hands[g.seat]) | bit(DONE)
    return np.int64(0)
