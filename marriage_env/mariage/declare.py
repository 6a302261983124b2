"""M4: declarations, after the turn-up and before play."""

from __future__ import annotations

import numpy as np

from marriage_env.compiler.jit import jit
from marriage_env.core.bits import count
from marriage_env.core.cards import SUITS, bit, card_id, card_set
from marriage_env.core.kings_call import collect
from marriage_env.core.table import eldest, left_of
from marriage_env.mariage.actions import (
    DONE,
    FIRST_DECLARATION,
    NUM_DECLARATIONS,
    PAIR_SUITS,
    Declaration,
)
from marriage_env.mariage.card_strength import RANK_PLACE
from marriage_env.mariage.events import EventKind, note, note_box
from marriage_env.mariage.pay import take_box
from marriage_env.mariage.rules import BoxAwards, Point, SequenceOrder
from marriage_env.mariage.state import Box

_SHORTEST_SEQUENCE = 3
_BOX_EVENT = int(EventKind.BOX_POINT)
# The cards that make a declaration, POINT apart.
NEEDED = np.array(
    [0]
    + [card_set([card_id("H", "K"), card_id("H", "Q")])]
    + [card_set([card_id("D", "J")]), card_set([card_id("H", "K")]), card_set([card_id("H", "Q")])]
    + [card_set([card_id(SUITS[suit], "K"), card_id(SUITS[suit], "Q")]) for suit in PAIR_SUITS],
    np.int64,
)
_QUEENS = card_set(card_id(suit, "Q") for suit in SUITS)
# The cards that make a declaration alone.
_ALONE = int(NEEDED[Declaration.FOOL] | NEEDED[Declaration.KING] | NEEDED[Declaration.QUEEN])
_RUN_FROM = sum(2**11 - 1 << 13 * suit for suit in range(4))  # cards with two above them
_BY_PLACE = np.argsort(RANK_PLACE, axis=1)


@jit
def _is_natural(rules):
    """M4.1: whether sequences run from the two to the ace, as cards are numbered."""
    return rules.point == Point.SEQUENCE and rules.sequence_order == SequenceOrder.NATURAL


@jit
def _places(ranks, rules):
    """A suit's 13 bits of ranks, in the order of its cards in sequences for POINT."""
    if _is_natural(rules):
        return ranks
    placed = np.int64(0)
    for rank in range(13):
        if ranks >> rank & 1:
            placed |= np.int64(1) << np.int64(RANK_PLACE[rules.rank_order, rank])
    return placed


@jit
def _unplace(places, rules):
    """The inverse of `_places`."""
    if _is_natural(rules):
        return places
    ranks = np.int64(0)
    for place in range(13):
        if places >> place & 1:
            ranks |= np.int64(1) << np.int64(_BY_PLACE[rules.rank_order, place])
    return ranks


@jit
def longest_run(places):
    """The highest of the longest runs of neighbouring bits of a set that is not empty, as bits."""
    run = last = places
    length = 0
    while run:
        last = run
        run &= run >> 1
        length += 1
    low = np.int64(1)
    while low <= last:
        low <<= 1
    low >>= 1
    return ((low << length) - 1) & ~(low - 1)


@jit
def _highest(places):
    top = -1
    while places:
        places >>= 1
        top += 1
    return top


@jit
def point_claim(t, seat, hand):
    """M4.1: the best claim to POINT in a hand: (strength, 0 if none; the cards it shows).

    Strength orders claims: longer, then the higher top card, then trumps, then nearer the eldest.
    """
    best, shown = np.int64(0), np.int64(0)
    # Most hands hold no three cards in a row: a sixth of a deal.
    if _is_natural(t.rules) and not hand & hand >> 1 & hand >> 2 & _RUN_FROM:
        return best, shown
    distance = seat - eldest(t)
    if distance < 0:
        distance += t.num_players
    for suit in range(4):
        ranks = (hand >> (13 * suit)) & 8191
        if count(ranks) < _SHORTEST_SEQUENCE:
            continue
        places = _places(ranks, t.rules)
        if t.rules.point == Point.SEQUENCE:
            places = longest_run(places)
        length = count(places)
        if length < _SHORTEST_SEQUENCE:
            continue
        strength = ((length * 16 + _highest(places)) * 2 + (suit == t.trump)) * 16 + 15 - distance
        if strength > best:
            best, shown = strength, _unplace(places, t.rules) << (13 * suit)
    return best, shown


@jit
def is_declared(rules, kind):
    """M4.4: whether these rules have such a declaration; all have those of boxes."""
    return kind < Declaration.PAIR_C or rules.hand_marriage_pays != 0


@jit
def can_declare(t, hand, kind):
    """M4.1-M4.4: whether there is such a declaration, and a hand holds what it needs."""
    if not is_declared(t.rules, kind):
        return False
    if kind == Declaration.POINT:
        return point_claim(t, 0, hand)[0] > 0
    return hand & NEEDED[kind] == NEEDED[kind]


@jit
def left_to_declare(t, seat, hand):
    """M4.6: the declarations a seat could still make with its hand, as a set of actions."""
    actions = np.int64(0)
    for kind in range(NUM_DECLARATIONS):
        if t.declared[seat, kind] == 0 and can_declare(t, hand, kind):
            actions |= bit(FIRST_DECLARATION + kind)
    return actions


@jit
def _award(g, log, box, seat, cards):
    """M4.7: a box is paid now, or noted to be paid at the end of the deal; `cards` won it."""
    t = g.table
    if t.rules.box_awards == BoxAwards.DEAL:
        take_box(t, box, seat)
        note_box(g, log, _BOX_EVENT + box, seat, 0, box)
        return
    note_award(g, box, seat)
    note_box(g, log, EventKind.BOX_CLAIMED, seat, cards, box)


@jit
def note_award(g, box, seat):
    """M4.7, "round": a box is to be paid at the end of the deal, POINT before the others."""
    place = g.num_awards
    if box == Box.POINT:
        # It comes first also when it is settled last.
        for later in range(place, 0, -1):
            g.award_box[later] = g.award_box[later - 1]
            g.award_seat[later] = g.award_seat[later - 1]
        place = 0
    g.award_box[place] = box
    g.award_seat[place] = seat
    g.num_awards += 1


@jit
def _show(t, seat, cards):
    """M4.5: what a declaration shows is public from then on."""
    t.shown[seat] |= cards
    t.known[seat] |= cards


@jit
def _claim_point(g, log, seat):
    """M4.1: show one's best sequence; the box is settled when all have claimed."""
    strength, cards = point_claim(g.table, seat, g.hands[seat])
    g.point_claim[seat] = strength
    _show(g.table, seat, cards)
    note(g, log, EventKind.POINT_SHOWN, seat, cards)


@jit
def strongest_claim(g):
    """M4.1: who has claimed the strongest sequence, -1 if nobody has claimed any."""
    best = -1
    for seat in range(g.table.num_players):
        if g.point_claim[seat] > 0 and (best < 0 or g.point_claim[seat] > g.point_claim[best]):
            best = seat
    return best


@jit
def settle_point(g, log):
    """M4.1: the strongest sequence claimed takes POINT."""
    seat = strongest_claim(g)
    if seat >= 0:
        shown = np.int64(0)
        if log.shape[0]:  # only the event tells them again
            shown = point_claim(g.table, seat, g.hands[seat])[1]
        _award(g, log, Box.POINT, seat, shown)


@jit
def _claim_pair(g, log, seat, kind):
    """M4.2, M4.4: king and queen in one hand are paid by everyone: two chips in hearts, or one."""
    t = g.table
    if kind == Declaration.MARIAGE:
        if t.rules.hand_marriage_pays:
            collect(t, seat, 2)
        note(g, log, EventKind.HEARTS_MARRIAGE, seat, NEEDED[kind])
        _award(g, log, Box.MARIAGE, seat, NEEDED[kind])
    else:
        collect(t, seat, 1)
        note(g, log, EventKind.HAND_MARRIAGE, seat, NEEDED[kind])


@jit
def make_declaration(g, log, seat, kind):
    """M4.1-M4.5: one declaration of a seat that holds what it needs."""
    t = g.table
    made = 0
    for other in range(NUM_DECLARATIONS):
        made += t.declared[seat, other] > 0
    t.declared[seat, kind] = made + 1
    if kind == Declaration.POINT:
        _claim_point(g, log, seat)
        return
    _show(t, seat, NEEDED[kind])
    if kind == Declaration.MARIAGE or kind >= Declaration.PAIR_C:
        _claim_pair(g, log, seat, kind)
    else:
        _award(g, log, kind, seat, NEEDED[kind])


@jit
def _may_declare(hand, kind):
    """M4.2-M4.4: whether a hand may make a declaration from `kind` on; half of them make none."""
    return kind == Declaration.POINT or hand & (_ALONE | (hand >> 1 & _QUEENS)) != 0


@jit
def declare_all(g, log):
    """M4.6, automatic: POINT first, then everything else, eldest first."""
    t = g.table
    for first, last in ((0, 1), (1, NUM_DECLARATIONS)):
        seat = eldest(t)
        for _ in range(t.num_players):
            if _may_declare(g.hands[seat], first):
                for kind in range(first, last):
                    if can_declare(t, g.hands[seat], kind):
                        make_declaration(g, log, seat, kind)
            seat = left_of(t, seat)
        if first == Declaration.POINT:
            settle_point(g, log)


@jit
def next_speaker(g):
    """M4.6, voluntary: the first seat from the eldest on that has something to say, or -1."""
    t = g.table
    seat = eldest(t)
    for _ in range(t.num_players):
        if not g.spoken >> seat & 1 and left_to_declare(t, seat, g.hands[seat]):
            return seat
        seat = left_of(t, seat)
    return -1


@jit
def speak(g, log, action):
    """M4.6, voluntary: the seat to act makes one declaration, or is done."""
    if action == DONE:
        g.spoken |= 1 << g.seat
    else:
        make_declaration(g, log, g.seat, action - FIRST_DECLARATION)
