"""S4 and S5: laying cards, the queen out of turn, and the next seat to act."""

from __future__ import annotations

import numpy as np

from marriage_env.compiler.jit import jit
from marriage_env.core.cards import KING, QUEEN, bit
from marriage_env.core.kings_call import collect, holder_of_queen
from marriage_env.core.table import left_of, transfer
from marriage_env.small_mariage.actions import WITHHOLD
from marriage_env.small_mariage.card_strength import MARRIED, power
from marriage_env.small_mariage.events import EventKind, note
from marriage_env.small_mariage.rules import TableMarriage
from marriage_env.small_mariage.settle import end_trick
from marriage_env.small_mariage.state import Phase


@jit
def lead(g, seat):
    """S4.1: a seat is to lead to the next trick."""
    g.best_seat = -1
    g.best_card = -1
    g.best_power = -1
    g.phase = Phase.TURN
    g.seat = seat
    g.turn = seat


@jit
def put_down(g, seat, card):
    """A card leaves the hand for the trick; the first one shows who leads."""
    t = g.table
    if t.leader[t.trick] < 0:
        t.leader[t.trick] = seat
    g.hands[seat] &= ~bit(card)
    t.known[seat] &= ~bit(card)
    t.laid[t.trick, seat] = card


@jit
def challenge(g, t, led, seat, card):
    """S4.3: the card takes the trick so far if it beats the best one, noted in `g`."""
    strength = power(t, led, card)
    if strength > g.best_power:
        g.best_power = strength
        g.best_card = card
        g.best_seat = seat


@jit
def take_by_marriage(g, suit, queen_seat):
    """S5.4: the first marriage of a trick takes it, for the queen's player."""
    if g.best_power < MARRIED:
        g.best_power = MARRIED
        g.best_card = 13 * suit + QUEEN
        g.best_seat = queen_seat


@jit
def lay_card(g, log, card):
    """S4: the seat to act lays a card at its turn; a king may call its queen."""
    t = g.table
    seat = g.seat
    put_down(g, seat, card)
    challenge(g, t, t.laid[t.trick, t.leader[t.trick]] // 13, seat, card)
    note(g, log, EventKind.CARD, seat, bit(card))
    holder = -1
    if card % 13 == KING:
        holder = holder_of_queen(g, seat, card // 13)
    if holder >= 0:
        g.phase = Phase.QUEEN
        g.seat = holder
        g.asked_suit = card // 13
    else:
        pass_turn(g, log)


@jit
def answer_queen(g, log, action):
    """S5.2: the queen is laid out of turn or kept back; then the king's left goes on."""
    if action == WITHHOLD:
        keep_back(g, log)
    else:
        marry(g, log)
    pass_turn(g, log)


@jit
def keep_back(g, log):
    """S5.3: keeping the queen back costs `queen_fine` to every other player, openly."""
    t = g.table
    seat, queen = g.seat, bit(13 * g.asked_suit + QUEEN)
    t.kept[t.trick, seat] |= 1 << g.asked_suit
    t.known[seat] |= queen
    collect(t, seat, -np.int64(t.rules.queen_fine))
    note(g, log, EventKind.WITHHELD, seat, queen)


@jit
def marry(g, log):
    """S5.4: the queen laid out of turn makes a marriage."""
    t = g.table
    seat, suit = g.seat, g.asked_suit
    put_down(g, seat, 13 * suit + QUEEN)
    t.married[t.trick, seat] = 1
    take_by_marriage(g, suit, seat)
    pay_marriage(t, seat, g.turn)
    note(g, log, EventKind.QUEEN_LAID, seat, bit(13 * suit + QUEEN))


@jit
def pay_marriage(t, queen_seat, king_seat):
    """S5.5: who is paid for a marriage; the queen's player pays the king's if nobody else could."""
    if t.rules.table_marriage == TableMarriage.QUEEN:
        collect(t, queen_seat, 1)
        return
    collect(t, king_seat, 1)
    if t.num_players > 2:
        transfer(t, king_seat, queen_seat, 1)  # that seat pays nothing


@jit
def pass_turn(g, log):
    """S4, S5.2: the turn goes on to the left, over those who have played."""
    t = g.table
    g.phase = Phase.TURN
    seat = left_of(t, g.turn)
    for _ in range(t.num_players):
        if t.laid[t.trick, seat] < 0:
            g.seat = seat
            g.turn = seat
            return
        seat = left_of(t, seat)
    taker = end_trick(g, log)
    if g.phase == Phase.TURN:
        lead(g, taker)
