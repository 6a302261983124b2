"""EVIDENCE: all that a view proves about the cards its seat does not see, and where the turn is.

Every card is in somebody's hand, and the six winning clubs and the trynkas shown are known. Of the
rest a hand cannot hold what would have made a higher trynka (T3.1), and under `offences="none"` no
card of a rank for which it was passed over (T4.2). Where a miss may be had for nothing (T4.3), that
somebody laid no card tells nothing.
"""

from __future__ import annotations

import numpy as np

from marriage_env.compiler.jit import jit, record_type
from marriage_env.core.bits import count, lowest
from marriage_env.core.cards import ACE, bit, suit_set
from marriage_env.core.table import whole_pack
from marriage_env.kernels.card_sharing import sharing_fields
from marriage_env.trynka.clubs import WINNERS, of_rank, top_of_trynka
from marriage_env.trynka.deal import dealt_to
from marriage_env.trynka.legal import wanted
from marriage_env.trynka.play import last_layer
from marriage_env.trynka.rules import LARGEST_HAND, MAX_PLAYERS, Offences
from marriage_env.trynka.state import How, Phase

EVIDENCE = record_type(
    [
        *sharing_fields(MAX_PLAYERS, LARGEST_HAND),
        ("held", "i8", MAX_PLAYERS),  # the cards known to be in a hand; all of the observer's
        ("played", "i8", MAX_PLAYERS),  # the cards a seat has laid in this deal
        ("turn", "i4"),  # the turn, as in STATE, has come so far at least
        ("stopped", "i4"),  # 1: the question for K♣ (T4.1), if it was put, is answered
    ]
)


@jit
def gather(views, j, evidence, k):
    """Write what `views[j]` proves into `evidence[k]`."""
    v, e = views[j], evidence[k]
    t = v.table
    count_cards(v, e)
    find_turn(v, e)
    if t.rules.offences == Offences.NONE:
        for number in range(1, t.number):
            read_turn(t, e, number)
        read_turn_now(v, e)
    for seat in range(t.num_players):
        if e.room[seat] > 0:
            bar_trynkas(t, e, seat)


@jit
def count_cards(v, e):
    """T1, T3: which cards are seen, which are hidden, and how many in each hand."""
    t = v.table
    e.played[:] = 0
    e.barred[:] = 0
    for k in range(t.number):
        e.played[t.layer[k]] |= bit(t.laid[k])
    e.unseen = whole_pack(t) & ~t.played
    for seat in range(t.num_players):
        e.held[seat] = v.hand if seat == v.seat else t.known[seat]
        e.room[seat] = dealt_to(t, seat) - count(e.played[seat]) - count(e.held[seat])
        e.unseen &= ~e.held[seat]


@jit
def first_turn(t, number):
    """T4.1, T4.2: where the turn goes on after the first `number` cards: after a winner at 1."""
    return 1 if bit(t.laid[number - 1]) & np.int64(WINNERS) else 0


@jit
def place_of(t, number, seat):
    """T4.2: how far a seat is to the left of the player of the last of the first `number` cards."""
    return (seat - int(t.layer[number - 1]) + t.num_players) % t.num_players


@jit
def turn_after(t, seat, times):
    """T4.2: where the turn is at least when a seat has passed so often since the last card.

    The player of that card is to act first, unless it has won a double, and once more at the end.
    """
    place = place_of(t, t.number, seat)
    if place == 0 and first_turn(t, t.number) + times > 1:
        return t.num_players + 1
    return place + 1


@jit
def find_turn(v, e):
    """T4.2, T4.3: how far the turn must have come: past a miss paid, and past the own passes."""
    t = v.table
    e.turn, e.stopped = 0, 0
    if wanted(t) < 0:
        return
    e.turn = first_turn(t, t.number)
    misses = int(t.misses[t.number - 1])
    if misses:
        missed = of_rank(wanted(t)) & np.int64(WINNERS)
        for seat in range(t.num_players):
            if e.held[seat] & missed:
                e.turn = turn_after(t, seat, misses)
    if v.passed:
        e.turn = max(e.turn, turn_after(t, v.seat, v.passed))
    moved_on = misses > 0 or v.passed > 0 or v.asked == Phase.TURN or v.asked == Phase.BEGIN
    if moved_on or (v.seat == last_layer(t) and v.asked != Phase.KING):
        e.stopped = 1


@jit
def bar_rank(t, e, number, first, last):
    """T4.2: those from one turn to another, both included, had none of the rank wanted then."""
    rank = int(t.laid[number - 1]) % 13 + 1
    for turn in range(first, last + 1):
        seat = (int(t.layer[number - 1]) + turn) % t.num_players
        e.barred[seat] |= of_rank(rank) & e.unseen


@jit
def read_turn(t, e, number):
    """T4.2, `offences="none"`: who was passed over between the first `number` cards and the next.

    To begin a pile after less than an ace everyone must have been.
    """
    n = t.num_players
    start, how = first_turn(t, number), t.how[number]
    if how == How.TOOK_OVER:
        bar_rank(t, e, number, start, place_of(t, number, int(t.layer[number])) - 1)
    elif how == How.CAME_ROUND:
        bar_rank(t, e, number, start, n - 1)
    elif how == How.BEGAN and t.laid[number - 1] % 13 < ACE:
        bar_rank(t, e, number, start, n)


@jit
def read_turn_now(v, e):
    """T4.2, `offences="none"`: who was passed over since the last card, if the observer acts."""
    t = v.table
    if wanted(t) < 0:
        return
    start = first_turn(t, t.number)
    if v.asked == Phase.BEGIN:
        bar_rank(t, e, t.number, start, t.num_players)
    elif v.asked == Phase.TURN:
        place = place_of(t, t.number, v.seat)
        if place == 0 and start == 1:
            place = t.num_players
        bar_rank(t, e, t.number, start, place - 1)


@jit
def bar_trynkas(t, e, seat):
    """T3.1: single clubs that would have given a seat a higher trynka than it has shown."""
    shown = top_of_trynka(t.shown[seat])
    clubs = e.unseen & suit_set(0)
    while clubs:
        club = bit(lowest(clubs))
        clubs &= clubs - 1
        if top_of_trynka(e.played[seat] | e.held[seat] | club) != shown:
            e.barred[seat] |= club


@jit
def allows_hand(t, e, seat, hand):
    """T3.1: whether a seat may hold these cards now, by all that concerns its hand alone."""
    return top_of_trynka(e.played[seat] | hand) == top_of_trynka(t.shown[seat])
