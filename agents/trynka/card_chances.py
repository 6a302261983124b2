"""Where the cards may lie: how many cards of each rank a seat should hold."""

from __future__ import annotations

from marriage_env.compiler.jit import jit
from marriage_env.core.bits import lowest
from marriage_env.core.cards import bit
from marriage_env.trynka.evidence import read_turn, read_turn_now
from marriage_env.trynka.rules import Offences


@jit
def likely_cards(v, e, likely):
    """Write into `likely`, (players, 13), how many cards of each rank a seat should hold.

    Known cards count whole, a hidden one by the hidden places of a hand that may hold it, over all
    such places. Here a seat that was passed over is taken to have had none of the rank, as if
    nobody missed on purpose (T4.3); if by that no hand can hold a card, any may.
    """
    t = v.table
    if t.rules.offences == Offences.MISS:
        for number in range(1, t.number):
            read_turn(t, e, number)
        read_turn_now(v, e)
    likely[:] = 0.0
    for seat in range(t.num_players):
        cards = e.held[seat]
        while cards:
            likely[seat, lowest(cards) % 13] += 1.0
            cards &= cards - 1
    hidden = e.unseen
    while hidden:
        card = lowest(hidden)
        hidden &= hidden - 1
        _spread(t, e, card, likely)


@jit
def _spread(t, e, card, likely):
    """Add a hidden card to the hands that may hold it, in parts."""
    places, anywhere = 0, 0
    for seat in range(t.num_players):
        anywhere += e.room[seat]
        places += e.room[seat] * (e.barred[seat] & bit(card) == 0)
    for seat in range(t.num_players):
        if not places:
            likely[seat, card % 13] += e.room[seat] / anywhere
        elif not e.barred[seat] & bit(card):
            likely[seat, card % 13] += e.room[seat] / places
