"""Determinization: sampling a world, a full game, uniformly from those that a view allows.

A view allows a game if replaying the public history of the deal from its hands, by the rules, gives
the same table and asks the observer the same questions. Every such assignment of the hidden cards
is equally likely.

What the view does not determine is whose turn it is, if it is not the observer's. The turn is given
to the first seat that can have it, so that only seats that the view proves to have passed have
passed; a question for K♣ (T4.1) that may be open is open. Rewards count from now on. Later packs
are shuffled from a random stream of the world's own.
"""

from __future__ import annotations

from marriage_env.compiler.jit import jit
from marriage_env.core.bits import lowest
from marriage_env.core.cards import bit
from marriage_env.core.rng import draw
from marriage_env.core.table import copy_into, eldest, left_of, pack_size
from marriage_env.kernels.worlds import compiled_for
from marriage_env.trynka.clubs import KING_OF_CLUBS, QUEEN_OF_CLUBS
from marriage_env.trynka.evidence import EVIDENCE, allows_hand, first_turn, gather
from marriage_env.trynka.legal import fitting, legal_actions, wanted
from marriage_env.trynka.play import begin_pile, go_on_from, last_layer
from marriage_env.trynka.state import Phase


@jit
def ask(v, e, g):
    """Write the seat to act and the phase; False if the observer's view contradicts them."""
    t = g.table
    g.phase, g.seat, g.turn = Phase.OVER, -1, 0
    if t.deal < t.deals:
        if t.number == 0:
            begin_pile(g, eldest(t))
        elif wanted(t) < 0:
            begin_pile(g, last_layer(t))
        else:
            ask_next(v, e, g)
    return (g.phase if g.seat == v.seat else 0) == v.asked


@jit
def ask_next(v, e, g):
    """T4.1, T4.2: the seat that may be asked for K♣, the observer, or the first seat in turn.

    An observer who is to act has the turn; all seats before it have passed or hold no such card.
    """
    t = g.table
    layer = last_layer(t)
    has_king = g.hands[layer] & bit(KING_OF_CLUBS) != 0
    if t.laid[t.number - 1] == QUEEN_OF_CLUBS and has_king and not e.stopped:
        g.phase, g.seat = Phase.KING, layer
        return
    turn = int(e.turn)
    if v.asked == Phase.BEGIN:
        turn = t.num_players + 1
    elif v.asked == Phase.TURN:
        while (layer + turn) % t.num_players != v.seat:
            turn += 1
    go_on_from(g, turn)


@jit
def fill_in(v, e, g, stream):
    """Everything of a STATE that follows from the table and the hands."""
    copy_into(g.booked, g.table.chips)
    g.packs = g.table.deal + 1
    for word in range(4):
        g.stream[word] = draw(stream)
    g.stream[0] |= 1  # a stream must not be all zero
    fill_passes(v, g)
    fill_pack(e, g)
    g.legal = legal_actions(g)


@jit
def fill_passes(v, g):
    """T4.3: a seat that was passed over while it held a card of the rank wanted has passed."""
    t = g.table
    g.passed[:] = 0
    if g.phase == Phase.TURN or (g.phase == Phase.BEGIN and wanted(t) >= 0):
        last = g.turn if g.phase == Phase.TURN else t.num_players + 1
        for turn in range(first_turn(t, t.number), last):
            seat = (last_layer(t) + turn) % t.num_players
            if fitting(t, g.hands[seat]):
                g.passed[seat] += 1


@jit
def fill_pack(e, g):
    """T1: a pack that deals these hands, each in order of card id."""
    t = g.table
    g.pack[:] = -1
    seat = eldest(t)
    for turn in range(t.num_players):
        cards = e.played[seat] | g.hands[seat]
        for place in range(turn, pack_size(t), t.num_players):
            g.pack[place] = lowest(cards)
            cards &= cards - 1
        seat = left_of(t, seat)


WORLDS = compiled_for("trynka", EVIDENCE, gather, allows_hand, ask, fill_in)
