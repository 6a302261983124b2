"""T4: what the seat to act may do."""

from __future__ import annotations

import numpy as np

from marriage_env.compiler.jit import jit
from marriage_env.core.cards import ACE, bit
from marriage_env.trynka.actions import PASS, STOP
from marriage_env.trynka.clubs import KING_OF_CLUBS, of_rank
from marriage_env.trynka.rules import Offences
from marriage_env.trynka.state import Phase


@jit
def wanted(t):
    """T4, T4.2: the rank that goes on with the pile; -1 when one is to be begun."""
    if t.number == 0:
        return -1
    rank = int(t.laid[t.number - 1]) % 13
    return rank + 1 if rank < ACE else -1


@jit
def fitting(t, hand):
    """T4: the cards of a hand that go on with the pile, whatever their suits."""
    rank = wanted(t)
    return hand & of_rank(rank) if rank >= 0 else np.int64(0)


@jit
def offered(t, asked, hand):
    """T4, T4.1, T4.3, T4.4: the actions of a seat in phase `asked`, as a set; 0 in any other."""
    if asked == Phase.BEGIN:
        return hand
    if asked == Phase.TURN:
        actions = fitting(t, hand)
        if t.rules.offences == Offences.MISS:
            actions |= bit(PASS)
        return actions
    if asked == Phase.KING:
        return bit(KING_OF_CLUBS) | bit(STOP)
    return np.int64(0)


@jit
def legal_actions(g):
    """The legal actions of the seat to act, as a set; 0 for no seat."""
    if g.phase == Phase.OVER:
        return np.int64(0)
    return offered(g.table, g.phase, g.hands[g.seat])
