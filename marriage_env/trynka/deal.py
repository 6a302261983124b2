"""T1 and T2: from the end of one deal to all the cards in hand."""

from __future__ import annotations

from marriage_env.compiler.jit import jit
from marriage_env.core.cards import bit
from marriage_env.core.table import eldest, left_of, pack_size, take_pack
from marriage_env.trynka.events import EventKind, note
from marriage_env.trynka.state import NUM_DOUBLES, NUM_PLACES


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
    take_pack(g, chance, pack_size(g.table) - 1)
    deal_hands(g, log)
