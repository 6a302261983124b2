"""An upper bound of a seat's chips at the end of the deal, which lets exact search stop early."""

from __future__ import annotations

import numpy as np

from agents.mariage.equivalent_cards import held_by_others, laid_now
from agents.mariage.expert import marriage_pay
from agents.mariage.view_queries import COURT
from marriage_env.compiler.jit import jit
from marriage_env.core.cards import KING, QUEEN, bit, suit_set
from marriage_env.mariage.card_strength import FOOL
from marriage_env.mariage.rules import BoxAwards, FoolBeatenBy, Offences, TrickPrize
from marriage_env.mariage.state import NUM_TRICKS, Box, Phase

NO_BOUND = 2**31 - 1
_HEARTS = 2
_POINT = int(Box.POINT)  # numba before 0.68 takes no member of an enum for an index


@jit
def most_tricks(g, seat):
    """How many tricks a seat may have at the end: this one only if it still may take it."""
    t = g.table
    tricks = t.won[seat] + NUM_TRICKS - t.trick
    lost = t.laid[t.trick, seat] >= 0 and g.best_seat != seat
    # A king that is beaten takes the trick after all if the queen of that suit is laid below it.
    return tricks - 1 if lost and g.phase != Phase.QUEEN else tricks


@jit
def first_with_two(t):
    """M8.2: the first player who has taken two tricks, -1 if nobody has."""
    for trick in range(t.trick):
        for earlier in range(trick):
            if t.taker[earlier] == t.taker[trick]:
                return int(t.taker[trick])
    return -1


@jit
def prize_at_most(g, seat):
    """M8: what the tricks may bring a seat."""
    t = g.table
    tricks = most_tricks(g, seat)
    first = first_with_two(t)
    if t.rules.trick_prize == TrickPrize.POOL:
        hopes = first == seat or (first < 0 and tricks >= 2)
        return t.boxes[_POINT] if hopes else 0
    if tricks >= 2:
        return tricks
    return 0 if first < 0 else -1


@jit
def fool_at_most(g, seat, others):
    """M7.1: what the fool may bring a seat, whoever holds it."""
    t = g.table
    now = laid_now(t)
    if (g.hands[seat] | now | others) & bit(FOOL) == 0:
        return 0
    if g.hands[seat] & bit(FOOL) or t.laid[t.trick, seat] == FOOL:
        return t.num_players - 1
    robbers = (g.hands[seat] | now | others) & np.int64(COURT)
    if t.rules.fool_beaten_by == FoolBeatenBy.HEARTS:
        robbers &= suit_set(_HEARTS)
    return 1 if robbers else -1


@jit
def marriages_at_most(g, seat, others):
    """M6.3, M6.5: what kings that call their queens may bring a seat: a marriage or a fine."""
    t = g.table
    hand = g.hands[seat]
    most = 0
    for suit in range(4):
        queen, king = bit(13 * suit + QUEEN), bit(13 * suit + KING)
        asked = g.phase == Phase.QUEEN and g.asked_suit == suit
        if hand & queen and (others & king or asked):
            most += max(0, int(marriage_pay(t, suit, False)))
        elif others & queen and (hand & king or (asked and g.turn == seat)):
            most += max(np.int64(t.rules.queen_fine), int(marriage_pay(t, suit, True)))
        elif others & queen and (others & king or asked):
            most += np.int64(t.rules.queen_fine)
    return most


@jit
def chips_at_most(g, seat):
    """The most chips that a seat can have at the end of the deal; NO_BOUND if unknown."""
    t = g.table
    if g.phase == Phase.OVER:
        return t.chips[seat]
    odd = t.rules.offences == Offences.ALL or t.rules.box_awards == BoxAwards.ROUND
    if odd or g.fault_at or g.phase == Phase.DECLARE:
        return np.int32(NO_BOUND)
    others = held_by_others(g, seat)
    most = prize_at_most(g, seat) + fool_at_most(g, seat, others)
    return t.chips[seat] + most + marriages_at_most(g, seat, others)
