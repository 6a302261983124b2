"""Determinization: sampling a world, a full game, uniformly from those that a view allows.

A view allows a game if replaying the public history of the deal from its hands, by the rules, gives
the same table and asks the observer the same questions. Every such assignment of the hidden cards
is equally likely; the order within the talon means nothing.

What the view does not determine is set as follows. After a king a queen is asked for if and only if
one of the sampled hands must lay her (S5.1); otherwise the next seat is to act. Rewards count from
now on. Later packs are shuffled from a random stream of the world's own.
"""

from __future__ import annotations

from marriage_env.compiler.jit import jit
from marriage_env.core.bits import lowest
from marriage_env.core.cards import bit
from marriage_env.core.kings_call import holder_of_queen
from marriage_env.core.rng import draw
from marriage_env.core.table import copy_into, eldest, left_of
from marriage_env.kernels.worlds import compiled_for
from marriage_env.small_mariage.card_strength import whole_pack
from marriage_env.small_mariage.evidence import EVIDENCE, allows_hand, gather
from marriage_env.small_mariage.legal import legal_actions
from marriage_env.small_mariage.state import Phase


@jit
def ask(v, e, g):
    """Write the seat to act and the phase; False if the observer's view contradicts them."""
    t = g.table
    g.best_seat, g.best_card, g.best_power = e.best_seat, e.best_card, e.best_power
    g.phase, g.seat, g.turn, g.asked_suit = Phase.TURN, e.turn, e.turn, -1
    if t.trick == t.rules.hand_cards:
        g.phase, g.seat = Phase.OVER, -1
    elif e.king_seat >= 0:
        suit = int(t.laid[t.trick, e.king_seat]) // 13
        holder = holder_of_queen(g, e.king_seat, suit)
        if holder >= 0:
            g.phase, g.seat, g.turn, g.asked_suit = Phase.QUEEN, holder, e.king_seat, suit
    return (g.phase if g.seat == v.seat else 0) == v.asked


@jit
def fill_in(v, e, g, stream):
    """Everything of a STATE that follows from the table and the hands."""
    copy_into(g.booked, g.table.chips)
    g.packs = g.table.deal + 1
    for word in range(4):
        g.stream[word] = draw(stream)
    g.stream[0] |= 1  # a stream must not be all zero
    fill_pack(e, g)
    g.legal = legal_actions(g)


@jit
def fill_pack(e, g):
    """S3.2: a pack that deals these hands, in order of card id within a hand and the talon."""
    t = g.table
    talon = whole_pack(t) & ~bit(t.turn_up)
    g.pack[:] = -1
    place = 0
    seat = eldest(t)
    for _ in range(t.num_players):
        cards = e.played[seat] | g.hands[seat]
        talon &= ~cards
        while cards:
            g.pack[place] = lowest(cards)
            cards &= cards - 1
            place += 1
        seat = left_of(t, seat)
    g.pack[place] = t.turn_up
    while talon:
        place += 1
        g.pack[place] = lowest(talon)
        talon &= talon - 1


WORLDS = compiled_for("small_mariage", EVIDENCE, gather, allows_hand, ask, fill_in)
