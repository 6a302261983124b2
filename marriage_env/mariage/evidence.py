"""EVIDENCE: all that a view proves about the cards its seat does not see.

The deal is played again from the public record. What the rules let one conclude about a hand nearly
always concerns this hand alone, and is of two kinds: a card that it cannot hold (`barred`), and
cards of which it holds at least one (`wanted`). Declarations that only two or three cards together
make are asked of the hand as a whole (`allows_hand`). The rest is who may be asked for something
now, unseen by the others.
"""

from __future__ import annotations

import numpy as np

from marriage_env.compiler.jit import jit, record_type
from marriage_env.core.bits import count
from marriage_env.core.cards import KING, QUEEN, bit
from marriage_env.core.kings_call import kept_back
from marriage_env.core.table import eldest, left_of, whole_pack
from marriage_env.kernels.card_sharing import sharing_fields
from marriage_env.mariage.declaration_evidence import (
    bar_stronger_claims,
    bar_undeclared,
    makes_claims,
    read_speakers,
)
from marriage_env.mariage.legal import forbidding
from marriage_env.mariage.play import challenge, take_by_marriage
from marriage_env.mariage.rules import HAND_SIZE, MAX_PLAYERS
from marriage_env.mariage.state import NUM_TRICKS, Phase

EVIDENCE = record_type(
    [
        *sharing_fields(MAX_PLAYERS, HAND_SIZE),
        ("held", "i8", MAX_PLAYERS),  # the cards known to be in a hand; all of the observer's
        ("played", "i8", MAX_PLAYERS),  # the cards a seat has laid in this deal
        ("wanted", "i8", (NUM_TRICKS, MAX_PLAYERS)),  # at least one of them is in the hand; 0 none
        ("turn", "i4"),  # the seat whose turn it is, if no queen is called
        ("king_seat", "i4"),  # who has just laid a king that may call a queen, -1 nobody
        ("best_seat", "i4"),  # as in STATE
        ("best_card", "i4"),
        ("best_power", "i4"),
        ("silent", "i4"),  # M4.6: seats that have ended their declarations, bit = seat
        ("speakers", "i4"),  # M4.6: seats that may be speaking now, unseen, bit = seat
        ("somebody", "i4"),  # 1: one of them is
    ]
)


@jit
def gather(views, j, evidence, k):
    """Write what `views[j]` proves into `evidence[k]`."""
    v, e = views[j], evidence[k]
    t = v.table
    count_cards(v, e)
    seat = eldest(t)
    for trick in range(min(t.trick + 1, NUM_TRICKS)):
        replay_trick(v, e, trick, seat)
        seat = int(t.taker[trick])
    for seat in range(t.num_players):
        if e.room[seat] > 0:
            bar_undeclared(t, e, seat)
            bar_stronger_claims(t, e, seat)
    read_speakers(v, e)


@jit
def count_cards(v, e):
    """M1.1, M3.2, M4.5: which cards are seen, which are hidden, and how many in each hand."""
    t = v.table
    e.unseen = whole_pack(t) & ~bit(t.turn_up)
    e.barred[:] = 0
    e.wanted[:] = 0
    for seat in range(t.num_players):
        played, number = np.int64(0), 0
        for trick in range(NUM_TRICKS):
            if t.laid[trick, seat] >= 0:
                played |= bit(t.laid[trick, seat])
                number += 1
        e.played[seat] = played
        e.held[seat] = v.hand if seat == v.seat else t.known[seat]
        e.room[seat] = HAND_SIZE - number - count(e.held[seat])
        e.unseen &= ~(played | e.held[seat])


@jit
def replay_trick(v, e, trick, leader):
    """M5, M6: play a trick again, and conclude from every card what its player cannot hold."""
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
                    take_by_marriage(e, t, card // 13, queen_seat, seat)
                    done |= 1 << queen_seat
        king_seat = seat
        while done >> seat & 1 and done != everyone:
            seat = left_of(t, seat)
        if called:
            hear_silence(v, e, trick, king_seat, done, t.laid[trick, seat] < 0)


@jit
def hear_silence(v, e, trick, king_seat, done, last):
    """M6.1: no queen has come to a king.

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
    """M6.2, M6.3: who laid the queen to its king in a trick or kept it back; -1 for none."""
    for seat in range(t.num_players):
        if t.kept[trick, seat] >> suit & 1:
            return seat
        if t.married[trick, seat] and t.laid[trick, seat] == 13 * suit + QUEEN:
            return seat
    return -1


@jit
def read_card(t, e, trick, seat, led, card):
    """M5.2, M6.3, M9.1: what a card laid at its player's turn says of the rest of the hand.

    Lawful: the hand held none of the cards that forbid it. A revoke: it held one of them, now or
    among those laid since. A queen kept back forbids nothing in the trick in which it is kept;
    the queen itself is lawful only in a hand without other cards, and a revoke in any other.
    """
    kept = kept_back(t, trick, seat)
    if kept & bit(card):
        return
    then = e.held[seat]
    for later in range(trick + 1, NUM_TRICKS):
        if t.laid[later, seat] >= 0:
            then |= bit(t.laid[later, seat])
    forbids = forbidding(t, led, card, e.best_power, (then | e.unseen) & ~kept)
    if not t.revoked[trick, seat]:
        e.barred[seat] |= forbids
    elif not forbids & then:
        e.wanted[trick, seat] = forbids


@jit
def allows_hand(t, e, seat, hand):
    """Whether a seat may hold these cards now, by all that concerns its hand alone."""
    if hand & e.barred[seat]:
        return False
    for trick in range(NUM_TRICKS):
        if e.wanted[trick, seat] and not hand & e.wanted[trick, seat]:
            return False
    return makes_claims(t, e, seat, e.played[seat] | hand)
