"""S4.3 and S6: the end of a trick and of a deal."""

from __future__ import annotations

import numpy as np

from marriage_env.compiler.jit import jit
from marriage_env.core.cards import bit
from marriage_env.core.kings_call import collect
from marriage_env.core.table import left_of
from marriage_env.small_mariage.events import EventKind, note
from marriage_env.small_mariage.state import Phase


@jit
def end_trick(g, log):
    """S4.3: the trick goes to its best card; after the last one the deal ends.

    Returns the taker; the phase stays TURN if the taker is to lead to another trick.
    """
    t = g.table
    taker = g.best_seat
    t.taker[t.trick] = taker
    t.won[taker] += 1
    note(g, log, EventKind.TRICK, taker, bit(g.best_card))
    t.trick += 1
    if t.trick == t.rules.hand_cards:
        end_deal(g, log)
    return taker


@jit
def most_tricks(t):
    """S6.1: who took more tricks than every other player; -1 if nobody did."""
    most, seat_of_most = 0, -1
    for seat in range(t.num_players):
        if t.won[seat] > most:
            most, seat_of_most = int(t.won[seat]), seat
        elif t.won[seat] == most:
            seat_of_most = -1
    return seat_of_most


@jit
def end_deal(g, log):
    """S6.1, S6.2: the prize for the most tricks; then the next deal is due or the match is over."""
    t = g.table
    winner = most_tricks(t)
    if winner >= 0:
        collect(t, winner, np.int64(t.rules.trick_prize))
        note(g, log, EventKind.PRIZE, winner, 0)
    else:
        note(g, log, EventKind.NO_PRIZE, -1, 0)
    t.deal += 1
    g.seat = -1
    if t.deal < t.deals:
        t.dealer = left_of(t, t.dealer)
        g.phase = Phase.DEAL
    else:
        g.phase = Phase.OVER
        note(g, log, EventKind.MATCH_END, -1, 0)
