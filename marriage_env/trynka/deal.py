"""T1 and T2: from the end of one deal to all the cards in hand."""

from __future__ import annotations

import numpy as np

from marriage_env.cards import FULL_PACK, SMALL_PACK, bit
from marriage_env.jit import jit
from marriage_env.random import below
from marriage_env.trynka.events import EventKind, note
from marriage_env.trynka.state import NUM_DOUBLES, NUM_PLACES

_SMALL = np.array(SMALL_PACK, np.int8)
_FULL = np.array(FULL_PACK, np.int8)


@jit
def left_of(t, seat):
    """The next seat, clockwise."""
    seat += 1
    return seat if seat < t.num_players else 0


@jit
def eldest(t):
    """T1: the player at the dealer's left."""
    return left_of(t, t.dealer)


@jit
def pack_size(t):
    """T1: 36 cards for up to six players, else 52."""
    return _SMALL.shape[0] if t.num_players <= 6 else _FULL.shape[0]


@jit
def dealt_to(t, seat):
    """T1: how many cards a seat is dealt; the first from the eldest on have one more."""
    n = t.num_players
    more = (seat - t.dealer - 1 + n) % n < pack_size(t) % n
    return pack_size(t) // n + more


@jit
def clear_table(g):
    """Take everything of the last deal off the table, but for the chips."""
    t = g.table
    t.number = 0
    t.played = 0
    t.shown[:] = 0
    t.known[:] = 0
    t.laid[:] = -1
    t.layer[:] = -1
    t.how[:] = 0
    t.misses[:] = 0
    g.passed[:] = 0


@jit
def put_stakes(g, log):
    """T2: every player stakes on each double and in each saucer before the deal."""
    t = g.table
    for place in range(NUM_PLACES):
        each = t.rules.card_stake if place < NUM_DOUBLES else t.rules.saucer_stake
        for seat in range(t.num_players):
            t.places[place] += each
            t.chips[seat] -= each
    note(g, log, EventKind.STAKES, -1, 0)


@jit
def take_pack(g, chance):
    """T1: the next pack given, or a fresh one shuffled."""
    if g.packs < chance.shape[0] and chance[g.packs].given:
        g.pack[:] = chance[g.packs].pack
    else:
        cards = _SMALL if g.table.num_players <= 6 else _FULL
        size = cards.shape[0]
        g.pack[:size] = cards
        g.pack[size:] = -1
        for place in range(size - 1):
            other = place + below(g.stream, size - place)
            g.pack[place], g.pack[other] = g.pack[other], g.pack[place]
    g.packs += 1


@jit
def deal_hands(g, log):
    """T1: the whole pack, one card at a time from the eldest."""
    t = g.table
    g.hands[:] = 0
    seat = eldest(t)
    for place in range(pack_size(t)):
        g.hands[seat] |= bit(g.pack[place])
        seat = left_of(t, seat)
    note(g, log, EventKind.DEAL, t.dealer, 0)


@jit
def begin_deal(g, chance, log):
    """Everything before the declarations of a new deal."""
    clear_table(g)
    put_stakes(g, log)
    take_pack(g, chance)
    deal_hands(g, log)
