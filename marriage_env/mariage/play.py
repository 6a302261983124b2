"""M5, M6 and M9: laying cards, the queen out of turn, and the next seat to act."""

from __future__ import annotations

import numpy as np

from marriage_env.compiler.jit import jit
from marriage_env.core.bits import lowest
from marriage_env.core.cards import KING, QUEEN, bit, card_set, suit_of
from marriage_env.core.kings_call import collect, holder_of_queen
from marriage_env.core.stores import negative_16
from marriage_env.mariage.actions import WITHHOLD
from marriage_env.mariage.card_strength import MARRIED, higher_of_marriage, power
from marriage_env.mariage.events import EventKind, note
from marriage_env.mariage.legal import lawful
from marriage_env.mariage.pay import pay_marriage
from marriage_env.mariage.rules import MAX_PLAYERS, Offences
from marriage_env.mariage.settle import end_trick
from marriage_env.mariage.state import Phase

_KINGS = card_set(13 * suit + KING for suit in range(4))


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
    beats = strength > g.best_power
    g.best_power = strength if beats else g.best_power
    g.best_card = card if beats else g.best_card
    g.best_seat = seat if beats else g.best_seat


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
    left = yet_to_play(t) & ~(1 << seat)
    put_down(g, seat, card)
    challenge(g, t, suit_of(t.laid[t.trick, t.leader[t.trick]]), seat, card)
    note(g, log, EventKind.CARD, seat, bit(card))
    holder = -1
    if bit(card) & _KINGS:
        holder = holder_of_queen(g, seat, suit_of(card))
    if holder >= 0:
        g.phase = Phase.QUEEN
        g.seat = holder
        g.asked_suit = suit_of(card)
    else:
        pass_turn(g, log, left)


@jit
def answer_queen(g, log, action):
    """M6.2: the queen is laid out of turn or kept back; then the king's left goes on."""
    left = yet_to_play(g.table)
    if action == WITHHOLD:
        keep_back(g, log)
    else:
        left &= ~(1 << g.seat)
        marry(g, log)
    pass_turn(g, log, left)


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
def yet_to_play(t):
    """The seats that have not laid a card to the trick, as a set.

    To be asked before a card is laid: the processor would wait for the card on its way to memory.
    """
    laid = MAX_PLAYERS * t.trick
    return negative_16(t.laid, laid) & ((1 << t.num_players) - 1)


@jit
def pass_turn(g, log, left):
    """M5, M6.2: the turn goes on to the left, to the first seat of `left`, a set."""
    g.phase = Phase.TURN
    if left:
        later = left & -(2 << g.turn)
        g.seat = g.turn = lowest(later if later else left)
        return
    taker = end_trick(g, log)
    if g.phase == Phase.TURN:
        lead(g, taker)
