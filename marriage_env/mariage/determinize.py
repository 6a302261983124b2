"""Determinization: sampling a world, a full game, uniformly from those that a view allows.

A view allows a game if replaying the public history of the deal from its hands, by the rules, gives
the same table and asks the observer the same questions. Every such assignment of the hidden cards
is equally likely; the order within the talon means nothing.

What the view does not determine is set as follows. After a king a queen is asked for if and only if
one of the sampled hands must lay her (M6.1); otherwise the next seat is to act. Under voluntary
declarations, before the first lead, the seat to act is the first of those that may be declaring and
has anything to declare, all seats before it having ended their declarations; if there is none, the
eldest leads. No accident will happen: the pack is sound and all rates are 0, so that the chips at
the stakes, which matter for a void deal only, are the present ones. Rewards count from now on.
Later packs are shuffled from a random stream of the world's own.
"""

from __future__ import annotations

from marriage_env.compiler.jit import jit
from marriage_env.core.bits import lowest
from marriage_env.core.cards import bit
from marriage_env.core.kings_call import holder_of_queen
from marriage_env.core.rng import draw
from marriage_env.core.table import copy_into, eldest, left_of, whole_pack
from marriage_env.kernels.worlds import compiled_for
from marriage_env.mariage.actions import NUM_DECLARATIONS, Declaration
from marriage_env.mariage.declare import (
    left_to_declare,
    note_award,
    point_claim,
    strongest_claim,
)
from marriage_env.mariage.evidence import EVIDENCE, allows_hand, gather
from marriage_env.mariage.legal import legal_actions
from marriage_env.mariage.rules import HAND_SIZE, BoxAwards
from marriage_env.mariage.state import NUM_TRICKS, Box, Phase

_POINT = int(Declaration.POINT)  # numba before 0.68 takes no member of an enum for an index


@jit
def ask(v, e, g):
    """Write the seat to act and the phase; False if the observer's view contradicts them."""
    t = g.table
    g.best_seat, g.best_card, g.best_power = e.best_seat, e.best_card, e.best_power
    g.phase, g.seat, g.turn, g.asked_suit = Phase.TURN, e.turn, e.turn, -1
    if t.trick == NUM_TRICKS:
        g.phase, g.seat = Phase.OVER, -1
    elif e.king_seat >= 0:
        ask_for_queen(e, g)
    elif v.asked == Phase.DECLARE:
        g.phase, g.seat = Phase.DECLARE, v.seat
    elif not ask_speaker(e, g):
        return False
    return (g.phase if g.seat == v.seat else 0) == v.asked


@jit
def ask_for_queen(e, g):
    """M6.1, M6.2: the king just laid calls his queen, if a hand that must lay her holds her."""
    suit = int(g.table.laid[g.table.trick, e.king_seat]) // 13
    holder = holder_of_queen(g, e.king_seat, suit)
    if holder >= 0:
        g.phase, g.seat, g.turn, g.asked_suit = Phase.QUEEN, holder, e.king_seat, suit


@jit
def ask_speaker(e, g):
    """M4.6: ask the first who may be speaking and can; False if there is none but must be."""
    t = g.table
    seat = eldest(t)
    for _ in range(t.num_players):
        if e.speakers >> seat & 1 and left_to_declare(t, seat, g.hands[seat]):
            g.phase, g.seat = Phase.DECLARE, seat
            return True
        seat = left_of(t, seat)
    return not e.somebody


@jit
def fill_in(v, e, g, stream):
    """Everything of a STATE that follows from the table and the hands."""
    copy_into(g.booked, g.table.chips)
    copy_into(g.staked_chips, g.table.chips)
    copy_into(g.staked_boxes, g.table.boxes)
    g.accident_rates[:] = 0.0
    g.fault_at = 0
    g.packs = g.table.deal + 1
    for word in range(4):
        g.stream[word] = draw(stream)
    g.stream[0] |= 1  # a stream must not be all zero
    fill_pack(e, g)
    fill_claims(v, e, g)
    fill_awards(e, g)
    g.legal = legal_actions(g)


@jit
def fill_pack(e, g):
    """M3.2: a pack that deals these hands, in order of card id within a packet and the talon."""
    t = g.table
    talon = whole_pack(t) & ~bit(t.turn_up)
    g.pack[:] = -1
    seat = eldest(t)
    for turn in range(t.num_players):
        cards = e.played[seat] | g.hands[seat]
        talon &= ~cards
        for number in range(HAND_SIZE):
            place = 3 * turn + number
            if number >= 3:
                place = 3 * t.num_players + 2 * turn + number - 3
            g.pack[place] = lowest(cards)
            cards &= cards - 1
        seat = left_of(t, seat)
    place = HAND_SIZE * t.num_players
    g.pack[place] = t.turn_up
    while talon:
        place += 1
        g.pack[place] = lowest(talon)
        talon &= talon - 1


@jit
def fill_claims(v, e, g):
    """M4.1, M4.6: how strong the sequences shown are, and who has ended his declarations."""
    t = g.table
    g.point_claim[:] = 0
    g.spoken = v.spoken << v.seat
    for seat in range(t.num_players):
        cards = e.played[seat] | g.hands[seat]
        if t.declared[seat, _POINT]:
            g.point_claim[seat] = point_claim(t, seat, cards)[0]
        if e.silent >> seat & 1 and seat != v.seat and left_to_declare(t, seat, cards):
            g.spoken |= 1 << seat


@jit
def fill_awards(e, g):
    """M4.7, "round": the boxes claimed, POINT first, then in the order of declaration."""
    t = g.table
    g.num_awards = 0
    g.award_box[:] = 0
    g.award_seat[:] = 0
    if t.rules.box_awards == BoxAwards.DEAL:
        return
    if g.phase != Phase.DECLARE:
        winner = strongest_claim(g)
        if winner >= 0:
            note_award(g, Box.POINT, winner)
    seat = eldest(t)
    for _ in range(t.num_players):
        for order in range(1, NUM_DECLARATIONS + 1):
            for box in range(Box.MARIAGE, Box.QUEEN + 1):
                if t.declared[seat, box] == order:
                    note_award(g, box, seat)
        seat = left_of(t, seat)


WORLDS = compiled_for("mariage", EVIDENCE, gather, allows_hand, ask, fill_in)
