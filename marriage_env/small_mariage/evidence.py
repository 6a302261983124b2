"""EVIDENCE: all that a view proves about the cards its seat does not see.

The deal is played again from the public record. Every card laid at its player's turn tells which
cards the hand did not hold (`barred`), and so does the silence after a king (S5.1).
"""

from __future__ import annotations

import numpy as np

from marriage_env.compiler.jit import jit, record_type
from marriage_env.core.bits import count
from marriage_env.core.cards import KING, QUEEN, bit
from marriage_env.core.events import MAX_PLAYERS as SEATS
from marriage_env.core.kings_call import kept_back
from marriage_env.core.table import eldest, left_of
from marriage_env.kernels.card_sharing import sharing_fields
from marriage_env.small_mariage.card_strength import whole_pack
from marriage_env.small_mariage.legal import forbidding
from marriage_env.small_mariage.play import challenge, take_by_marriage
from marriage_env.small_mariage.rules import LARGEST_HAND
from marriage_env.small_mariage.state import Phase

EVIDENCE = record_type(
    [
        *sharing_fields(SEATS, LARGEST_HAND),
        ("held", "i8", SEATS),  # the cards known to be in a hand; all of the observer's
        ("played", "i8", SEATS),  # the cards a seat has laid in this deal
        ("turn", "i4"),  # the seat whose turn it is, if no queen is called
        ("king_seat", "i4"),  # who has just laid a king that may call a queen, -1 nobody
        ("best_seat", "i4"),  # as in STATE
        ("best_card", "i4"),
        ("best_power", "i4"),
    ]
)


@jit
def gather(views, j, evidence, k):
    """Write what `views[j]` proves into `evidence[k]`."""
    v, e = views[j], evidence[k]
    t = v.table
    count_cards(v, e)
    seat = eldest(t)
    e.king_seat, e.turn = -1, -1
    for trick in range(min(t.trick + 1, t.rules.hand_cards)):
        replay_trick(v, e, trick, seat)
        seat = int(t.taker[trick])


@jit
def count_cards(v, e):
    """S3.2: which cards are seen, which are hidden, and how many in each hand."""
    t = v.table
    e.unseen = whole_pack(t) & ~bit(t.turn_up)
    e.barred[:] = 0
    for seat in range(t.num_players):
        played, number = np.int64(0), 0
        for trick in range(t.rules.hand_cards):
            if t.laid[trick, seat] >= 0:
                played |= bit(t.laid[trick, seat])
                number += 1
        e.played[seat] = played
        e.held[seat] = v.hand if seat == v.seat else t.known[seat]
        e.room[seat] = t.rules.hand_cards - number - count(e.held[seat])
        e.unseen &= ~(played | e.held[seat])


@jit
def replay_trick(v, e, trick, leader):
    """S4, S5: play a trick again, and conclude from every card what its player cannot hold."""
    t = v.table
    seat, led = leader, int(t.laid[trick, leader]) // 13
    everyone = (1 << t.num_players) - 1
    done = 0
    e.best_seat = e.best_card = e.best_power = e.king_seat = -1
    while done != everyone:
        e.turn = seat
        card = int(t.laid[trick, seat])
        if card < 0:
            return
        if seat != v.seat and seat != leader:
            read_card(t, e, trick, seat, led, card)
        challenge(e, t, led, seat, card)
        done |= 1 << seat
        called = card % 13 == KING
        if called:
            queen_seat = answer(t, trick, card // 13)
            if queen_seat >= 0:
                called = False
                if not t.kept[trick, queen_seat] >> card // 13 & 1:
                    take_by_marriage(e, card // 13, queen_seat)
                    done |= 1 << queen_seat
        king_seat = seat
        while done >> seat & 1 and done != everyone:
            seat = left_of(t, seat)
        if called:
            hear_silence(v, e, trick, king_seat, done, t.laid[trick, seat] < 0)


@jit
def hear_silence(v, e, trick, king_seat, done, last):
    """S5.1: no queen has come to a king.

    So it was in no hand that had still to play to the trick; unless nothing has happened since and
    the observer is not to lay a card: then another seat may be deciding about its queen now.
    """
    t = v.table
    if last and v.asked != Phase.TURN:
        e.king_seat = king_seat
        return
    queen = t.laid[trick, king_seat] - 1
    for seat in range(t.num_players):
        if not done >> seat & 1:
            e.barred[seat] |= bit(queen)


@jit
def answer(t, trick, suit):
    """S5.2, S5.3: who laid the queen to its king in a trick or kept it back; -1 for none."""
    for seat in range(t.num_players):
        if t.kept[trick, seat] >> suit & 1:
            return seat
        if t.married[trick, seat] and t.laid[trick, seat] == 13 * suit + QUEEN:
            return seat
    return -1


@jit
def read_card(t, e, trick, seat, led, card):
    """S4.2, S5.3: what a card laid at its player's turn says of the rest of the hand.

    The hand held none of the cards that forbid it. A queen kept back forbids nothing in the trick
    in which it is kept; the queen itself is lawful only in a hand without other cards.
    """
    kept = kept_back(t, trick, seat)
    if not kept & bit(card):
        e.barred[seat] |= forbidding(t, led, card, e.best_power, e.unseen & ~kept)


@jit
def allows_hand(t, e, seat, hand):
    """Whether a seat may hold these cards now, by all that concerns its hand alone."""
    return not hand & e.barred[seat]
