"""T3: the declarations, which are always made and which all may remember."""

from __future__ import annotations

import numpy as np

from marriage_env.compiler.jit import jit
from marriage_env.core.cards import bit
from marriage_env.core.table import eldest, left_of
from marriage_env.trynka.clubs import (
    LOWEST_WINNER,
    MARRIAGE,
    WINNERS,
    double_of,
    top_of_trynka,
)
from marriage_env.trynka.events import EventKind, note, note_place
from marriage_env.trynka.pay import take
from marriage_env.trynka.rules import MarriageSaucer
from marriage_env.trynka.state import NUM_DOUBLES, Place

# Plain numbers: numba before 0.68 takes no member of an enum for an index.
_TRYNKA, _MARIAGE = int(Place.TRYNKA), int(Place.MARIAGE)


@jit
def show(t, seat, cards):
    """T3: some cards of a seat are public from now on."""
    t.shown[seat] |= cards
    t.known[seat] |= cards


@jit
def declare_trynkas(g, log):
    """T3.1: every holder shows their highest trynka; the highest of all takes the saucer."""
    t = g.table
    winner, highest = -1, -1
    seat = eldest(t)
    for _ in range(t.num_players):
        top = top_of_trynka(g.hands[seat])
        if top >= 0:
            cards = np.int64(7) << (top - 2)
            show(t, seat, cards)
            note(g, log, EventKind.TRYNKA_SHOWN, seat, cards)
        if top > highest:
            winner, highest = seat, top
        seat = left_of(t, seat)
    if winner >= 0:
        take(t, Place.TRYNKA, winner, t.places[_TRYNKA] - t.rules.saucer_stake)
        note_place(g, log, EventKind.TRYNKA, winner, 0, Place.TRYNKA)


@jit
def declare_marriage(g, log, seat):
    """T3.2: K♣ and Q♣ in one hand take the saucer, or `saucer_stake` of it; as much goes back."""
    t = g.table
    cards = np.int64(MARRIAGE)
    if g.hands[seat] & cards != cards:
        return
    amount = t.places[_MARIAGE]
    if t.rules.marriage_saucer == MarriageSaucer.TWO:
        amount = min(amount, np.int32(t.rules.saucer_stake))
    take(t, Place.MARIAGE, seat, amount - t.rules.saucer_stake)
    note_place(g, log, EventKind.MARIAGE, seat, cards, Place.MARIAGE)


@jit
def declare_winners(g, log, seat):
    """T3.3: who holds one of the six clubs takes what lies on its double and puts a stake back."""
    t = g.table
    show(t, seat, g.hands[seat] & np.int64(WINNERS))
    for club in range(LOWEST_WINNER + NUM_DOUBLES - 1, LOWEST_WINNER - 1, -1):
        if g.hands[seat] & bit(club):
            place = double_of(club)
            take(t, place, seat, t.places[place] - t.rules.card_stake)
            note_place(g, log, EventKind.DOUBLE_HELD, seat, bit(club), place)


@jit
def declare_all(g, log):
    """T3: the trynkas, then marriage and winning clubs, eldest first."""
    t = g.table
    declare_trynkas(g, log)
    seat = eldest(t)
    for _ in range(t.num_players):
        declare_marriage(g, log, seat)
        declare_winners(g, log, seat)
        seat = left_of(t, seat)
