"""T4: laying cards and passing, and the next seat to act."""

from __future__ import annotations

import numpy as np

from marriage_env.compiler.jit import jit
from marriage_env.core.bits import lowest
from marriage_env.core.cards import ACE, bit
from marriage_env.core.table import left_of
from marriage_env.trynka.actions import PASS, STOP
from marriage_env.trynka.clubs import KING_OF_CLUBS, QUEEN_OF_CLUBS, WINNERS, double_of
from marriage_env.trynka.events import EventKind, note, note_place
from marriage_env.trynka.legal import fitting
from marriage_env.trynka.pay import take
from marriage_env.trynka.settle import go_out
from marriage_env.trynka.state import How, Phase

_CARD_EVENT = int(EventKind.WENT_ON)


@jit
def last_layer(t):
    """T4.2: the player of the last card."""
    return int(t.layer[t.number - 1])


@jit
def begin_pile(g, seat):
    """T4, T4.2: this player begins a pile, or the next one with cards if this one is out."""
    while not g.hands[seat]:
        seat = left_of(g.table, seat)
    g.phase = Phase.BEGIN
    g.seat = seat
    g.turn = 0


@jit
def go_on_from(g, turn):
    """T4.2: the next to be asked goes on with the pile; when it has come round, one is begun.

    `turn` is where to look first, as in STATE; who has no card of the next rank is passed over.
    """
    t = g.table
    layer = last_layer(t)
    seat = (layer + turn) % t.num_players
    for now in range(turn, t.num_players + 1):
        if fitting(t, g.hands[seat]):
            g.phase = Phase.TURN
            g.seat = seat
            g.turn = now
            return
        seat = left_of(t, seat)
    begin_pile(g, layer)


@jit
def how_laid(g):
    """T4: how the card that the seat to act lays now comes to be laid."""
    if g.phase == Phase.BEGIN:
        return How.BEGAN
    if g.turn == 0:
        return How.WENT_ON
    return How.CAME_ROUND if g.turn == g.table.num_players else How.TOOK_OVER


@jit
def put_down(g, seat, card, how):
    """A card leaves the hand for the pile."""
    t = g.table
    g.hands[seat] &= ~bit(card)
    t.known[seat] &= ~bit(card)
    t.played |= bit(card)
    t.laid[t.number] = card
    t.layer[t.number] = seat
    t.how[t.number] = how
    t.number += 1
    g.passed[:] = 0


@jit
def win_double(g, log, seat, card):
    """T4.1: one of the six clubs wins what lies on its double, and nothing is put back."""
    place = double_of(card)
    take(g.table, place, seat, g.table.places[place])
    note_place(g, log, EventKind.DOUBLE_WON, seat, bit(card), place)


@jit
def lay_card(g, log, card):
    """T4: the seat to act lays a card; then the deal is over or the turn goes on."""
    seat = g.seat
    how = how_laid(g)
    put_down(g, seat, card, how)
    note(g, log, _CARD_EVENT + how, seat, bit(card))
    wins = bit(card) & np.int64(WINNERS) != 0
    if wins:
        win_double(g, log, seat, card)
    if not g.hands[seat] and go_out(g, log, seat):
        return
    after_card(g, seat, card, wins)


@jit
def after_card(g, seat, card, wins):
    """T4.1, T4.2: an ace ends the pile, a winning club the turn, but for K♣ on one's own Q♣."""
    if card % 13 == ACE:
        begin_pile(g, seat)
    elif card == QUEEN_OF_CLUBS and g.hands[seat] & bit(KING_OF_CLUBS):
        g.phase = Phase.KING
        g.seat = seat
        g.turn = 0
    else:
        go_on_from(g, 1 if wins else 0)


@jit
def miss(g, log):
    """T4.3: the seat to act passes; a winning club that it could have laid costs what lies on it.

    T6: it does, whether or not somebody has pointed the club out.
    """
    t = g.table
    seat = g.seat
    g.passed[seat] += 1
    missed = fitting(t, g.hands[seat]) & np.int64(WINNERS)
    if missed:
        place = double_of(lowest(missed))
        if t.places[place] > 0:
            take(t, place, seat, -t.places[place])
            t.misses[t.number - 1] += 1
            note_place(g, log, EventKind.MISS, seat, missed, place)
    go_on_from(g, g.turn + 1)


@jit
def play(g, log, action):
    """T4: the seat to act lays a card, passes or stops."""
    if action == PASS:
        miss(g, log)
    elif action == STOP:
        go_on_from(g, 1)
    else:
        lay_card(g, log, action)
