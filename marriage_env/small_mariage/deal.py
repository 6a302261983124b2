"""S3: from the end of one deal to the cards in every hand."""

from __future__ import annotations

from marriage_env.compiler.jit import jit
from marriage_env.core.cards import bit
from marriage_env.core.table import eldest, left_of, take_pack_of
from marriage_env.small_mariage.card_strength import PACK
from marriage_env.small_mariage.events import EventKind, note
from marriage_env.small_mariage.rules import RANKS_OF_SUIT


@jit
def clear_table(g):
    """Take everything of the last deal off the table, but for the chips."""
    t = g.table
    t.trick = 0
    t.known[:] = 0
    t.laid[:] = -1
    t.kept[:] = 0
    t.married[:] = 0
    t.leader[:] = -1
    t.taker[:] = -1
    t.won[:] = 0


@jit
def deal_hands(g, log):
    """S3.2: all cards of a hand at once, from the eldest; the next card turns up trump."""
    t = g.table
    g.hands[:] = 0
    place = 0
    seat = eldest(t)
    for _ in range(t.num_players):
        for _ in range(t.rules.hand_cards):
            g.hands[seat] |= bit(g.pack[place])
            place += 1
        seat = left_of(t, seat)
    t.turn_up = g.pack[place]
    t.trump = t.turn_up // 13
    note(g, log, EventKind.DEAL, t.dealer, bit(t.turn_up))


@jit
def begin_deal(g, chance, log):
    """Everything before the first lead of a new deal."""
    t = g.table
    clear_table(g)
    size = RANKS_OF_SUIT * t.rules.suits
    take_pack_of(g, chance, PACK[t.rules.suits], size, t.rules.hand_cards * t.num_players + 1)
    deal_hands(g, log)
