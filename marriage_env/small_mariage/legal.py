"""S4.2 and S5.3: what the seat to act may do."""

from __future__ import annotations

import numpy as np

from marriage_env.compiler.jit import jit
from marriage_env.core.cards import QUEEN, bit, suit_set
from marriage_env.core.kings_call import in_play, must_follow
from marriage_env.small_mariage.actions import WITHHOLD
from marriage_env.small_mariage.card_strength import MARRIED, power, stronger
from marriage_env.small_mariage.rules import Follow, Offences
from marriage_env.small_mariage.state import Phase


@jit
def must_beat(t, led, hand, best_power):
    """S4.2, `follow="beat"`: the lawful cards of a hand, by its four steps."""
    in_suit = hand & suit_set(led)
    beats = hand & stronger(t, led, best_power)
    if in_suit & beats:
        return in_suit & beats
    trumps = beats & suit_set(t.trump)
    if trumps:
        return trumps
    return in_suit if in_suit else hand


@jit
def forbidding(t, led, card, best_power, cards):
    """S4.2, read from the other side: those of some cards that forbid `card`.

    `card`, at its player's own turn after the lead, is lawful in a hand just when the hand holds
    none of them; any one of them is enough to forbid it.
    """
    follows = bit(card) & suit_set(led) != 0
    in_suit = cards & suit_set(led)
    if t.rules.follow == Follow.SUIT or best_power == MARRIED:
        return np.int64(0) if follows else in_suit
    takes = power(t, led, card) > best_power
    if follows and takes:
        return np.int64(0)
    beats = cards & stronger(t, led, best_power)
    forbids = in_suit & beats  # (1)
    if not takes:  # a trump that takes is lawful by (2)
        forbids |= beats & suit_set(t.trump)
        if not follows:
            forbids |= in_suit
    return forbids


@jit
def lawful(t, seat, hand, best_power):
    """S4.1, S4.2, S5.3: the cards of a hand that a seat may lay at its turn."""
    hand = in_play(t, seat, hand)
    if t.leader[t.trick] < 0:
        return hand
    led = t.laid[t.trick, t.leader[t.trick]] // 13
    if t.rules.follow == Follow.SUIT or best_power == MARRIED:
        return must_follow(led, hand)
    return must_beat(t, led, hand, best_power)


@jit
def legal_actions(g):
    """S4.2, S5.2: the legal actions of the seat to act, as a set; 0 for no seat."""
    if g.phase == Phase.TURN:
        return lawful(g.table, g.seat, g.hands[g.seat], g.best_power)
    if g.phase == Phase.QUEEN:
        actions = bit(13 * g.asked_suit + QUEEN)
        if g.table.rules.offences != Offences.NONE:
            actions |= bit(WITHHOLD)
        return actions
    return np.int64(0)
