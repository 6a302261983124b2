"""M5, M6 and M9: laying cards, the queen out of turn, and the next seat to act."""

from __future__ import annotations

import numpy as np

from marriage_env.compiler.jit import jit
from marriage_env.core.cards import KING, QUEEN, bit
from marriage_env.core.kings_call import collect, holder_of_queen
from marriage_env.core.table import left_of
from marriage_env.mariage.actions import WITHHOLD
from marriage_env.mariage.card_strength import MARRIED, higher_of_marriage, power
from marriage_env.mariage.events import EventKind, note
from marriage_env.mariage.legal import lawful
from marriage_env.mariage.pay import pay_marriage
from marriage_env.mariage.rules import Offences
from marriage_env.mariage.settle import end_trick
from marriage_env.mariage.state import Phase


@jit
def lead(g, seat):
    """M5.1: a seat is to lead to the next trick."""
    g.best_seat = -1
    g.best_card = -1
    g.best_power = -1
    g.phase = Phase.TURN
    g.seat = seat
    g.turn = seat


@jit
def put_down(g, seat, card):
    """A card leaves the hand for the trick; the first one shows who leads.

    Not before: it would tell the table that nobody is being asked for declarations any more (M4.6).
    """
    t = g.table
    if t.leader[t.trick] < 0:
        t.leader[t.trick] = seat
    g.hands[seat] &= ~bit(card)
    t.known[seat] &= ~bit(card)
    t.played |= bit(card)
    t.laid[t.trick, seat] = card


@jit
def challenge(g, t, led, seat, card):
    """M5.3: the card takes the trick so far if it beats the best one, noted in `g`."""
    strength = power(t, led, card)
    if strength > g.best_power:
        g.best_power = strength
        g.best_card = card
        g.best_seat = seat


@jit
def take_by_marriage(g, t, suit, queen_seat, king_seat):
    """M6.4: the first marriage of a trick takes it, for the player of its higher card."""
    if g.best_power < MARRIED:
        g.best_power = MARRIED
        g.best_card = higher_of_marriage(t, suit)
        g.best_seat = queen_seat if g.best_card % 13 == QUEEN else king_seat


@jit
def revoke(g, log, seat, card):
    """M9.1: an unlawful card stands, and costs `revoke_fine` to every other player at once."""
    t = g.table
    t.revoked[t.trick, seat] = 1
    t.marked[t.trick] = 1
    collect(t, seat, -np.int64(t.rules.revoke_fine))
    note(g, log, EventKind.REVOKE, seat, bit(card))


@jit
def lay_card(g, log, card):
    """M5: the seat to act lays a card at its turn."""
    t = g.table
    seat = g.seat
    # Else only lawful cards are offered.
    if t.rules.offences == Offences.ALL and not lawful(t, seat, g.hands[seat], g.best_power) & bit(
        card
    ):
        revoke(g, log, seat, card)
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
    """M6.2: the queen is laid out of turn or kept back; then the king's left goes on."""
    if action == WITHHOLD:
        keep_back(g, log)
    else:
        marry(g, log)
    pass_turn(g, log)


@jit
def keep_back(g, log):
    """M6.3: keeping the queen back costs `queen_fine` to every other player, openly."""
    t = g.table
    seat = g.seat
    t.kept[t.trick, seat] |= 1 << g.asked_suit
    t.marked[t.trick] = 1
    t.known[seat] |= bit(13 * g.asked_suit + QUEEN)
    collect(t, seat, -np.int64(t.rules.queen_fine))
    note(g, log, EventKind.WITHHELD, seat, bit(13 * g.asked_suit + QUEEN))


@jit
def marry(g, log):
    """M6.4: the queen laid out of turn makes a marriage; the first of a trick takes it."""
    t = g.table
    seat, suit = g.seat, g.asked_suit
    put_down(g, seat, 13 * suit + QUEEN)
    t.married[t.trick, seat] = 1
    t.marked[t.trick] = 1
    take_by_marriage(g, t, suit, seat, g.turn)
    pay_marriage(t, suit, seat, g.turn)
    note(g, log, EventKind.QUEEN_LAID, seat, bit(13 * suit + QUEEN))


@jit
def pass_turn(g, log):
    """M5, M6.2: the turn goes on to the left, over those who have played."""
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
