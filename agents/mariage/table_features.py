"""The table's part of the features: the match, the trick, the four suits, and every seat."""

from __future__ import annotations

import numpy as np

from agents.mariage.card_chances import waits
from agents.mariage.expert import robs_fool
from marriage_env.compiler.jit import jit
from marriage_env.core.bits import count
from marriage_env.core.cards import bit, suit_set
from marriage_env.core.table import left_of
from marriage_env.mariage.card_strength import FOOL, MARRIED, RANK_PLACE, top_cards
from marriage_env.mariage.pay import pays_king
from marriage_env.mariage.rules import MAX_PLAYERS, MIN_PLAYERS, Offences, TableMarriage
from marriage_env.mariage.state import NUM_BOXES, NUM_TRICKS, Phase

NUM_RULES = 12
SUIT_WIDTH = 3 + 4 * 13  # of one suit in `suits`
_PLAYERS = MAX_PLAYERS - MIN_PLAYERS + 1
_PLAIN_SUIT = 0  # any but hearts
# (name, places, meaning), in the order in which they are written.
TABLE_BLOCKS = (
    ("players", _PLAYERS, "how many play, one place a number"),
    ("rules", NUM_RULES, "the fields of the rules that matter when cards are laid, fines apart; "
     "`table_marriage=\"taker\"` as the other variant that pays alike"),
    ("asked", 3, "the decision: declare, lay a card, lay the queen"),
    ("asked_queen", 2, "the queen asked for is a heart, a trump"),
    ("trick", NUM_TRICKS, "the trick being played, one place a trick"),
    ("coming", MAX_PLAYERS, "how many are still to play to it besides, one place a number"),
    ("won", 4, "own tricks: none, one, more; a fifth of their number"),
    ("winners", 1, "a fifth of the number of others with two tricks or more"),
    ("boxes", NUM_BOXES, "chips in the boxes, twentieths, at most 5"),
    ("deals", 1, "1 when further deals follow"),
    ("led", 1, "1 when a card has been led"),
    ("best", 4, "the best card so far: a marriage, a top card, a trump, of the led suit"),
    ("best_place", 13, "its rank"),
    ("fool", 5, "J♦: own, laid to this trick, held by others, to come (chances), robbed now"),
    ("suits", 4 * SUIT_WIDTH, "each suit, trump first: hearts, diamonds, led; by rank: own cards, "
     "the chances that they come to this trick and that others hold them, cards of this trick"),
)  # fmt: skip
SEAT_BLOCKS = (
    ("present", 1, "1: the seat is at the table"),
    ("tricks", 3, "tricks won: none, one, more"),
    ("waits", 1, "has yet to lay a card to this trick"),
    ("leads", 1, "led to this trick"),
    ("takes", 1, "laid the best card so far"),
    ("laid_fool", 1, "laid J♦ to this trick"),
    ("known", 1, "a fifth of the number of cards known to be held"),
    ("room", 1, "a fifth of the number of unknown cards held"),
    ("void", 4, "can hold no hidden card of the suit, trump first"),
)
TABLE_WIDTH = sum(block[1] for block in TABLE_BLOCKS)
_SUITS_AT = TABLE_WIDTH - 4 * SUIT_WIDTH  # `suits` is the last block
SEAT_WIDTH = sum(block[1] for block in SEAT_BLOCKS)


@jit
def suit_at(t, place):
    """The suit at a place of the trump-first order."""
    if place == 0:
        return t.trump
    return place - 1 if place <= t.trump else place


@jit
def suit_part(t, suit):
    """Where a suit's part of `suits` begins."""
    place = 0 if suit == t.trump else suit + (suit < t.trump)
    return _SUITS_AT + place * SUIT_WIDTH


@jit
def cards_of_trick(t):
    """The cards laid to the trick being played, as a set."""
    cards = np.int64(0)
    for seat in range(t.num_players):
        if not waits(t, seat):
            cards |= bit(t.laid[t.trick, seat])
    return cards


@jit
def write_table(v, o, on_table, chances, out):
    """Write `TABLE_BLOCKS` from place 0 on; returns the next place.

    `o` is the expert's Outlook, `on_table` the cards of the trick.
    """
    at = _write_match(v, out)
    at = _write_standing(v, out, at)
    at = _write_trick(v, o, on_table, chances, out, at)
    for place in range(4):
        at = _write_suit(v, o, suit_at(v.table, place), on_table, chances, out, at)
    return at


@jit
def _write_match(v, out):
    """players, rules, asked, asked_queen."""
    t = v.table
    rules = t.rules
    out[t.num_players - MIN_PLAYERS] = 1.0
    at = _PLAYERS
    out[at] = rules.hearts_king_power
    out[at + 1] = rules.fool_power
    out[at + 2] = rules.declarations
    out[at + 3] = rules.box_awards
    out[at + 4] = rules.follow
    # "taker" pays as "queen" does if queens are high, else as "king" with hearts_king_pays (M6.5).
    out[at + 5] = pays_king(t, _PLAIN_SUIT)
    taker = rules.table_marriage == TableMarriage.TAKER
    out[at + 6] = pays_king(t, _PLAIN_SUIT) if taker else rules.hearts_king_pays
    out[at + 7] = rules.fool_beaten_by
    out[at + 8] = rules.trick_prize
    out[at + 9] = rules.offences == Offences.NONE
    out[at + 10] = rules.offences == Offences.ALL
    out[at + 11] = rules.rank_order
    at += NUM_RULES
    out[at + v.asked - Phase.DECLARE] = 1.0
    if v.asked_suit >= 0:
        out[at + 3] = v.asked_suit == FOOL // 13 + 1
        out[at + 4] = v.asked_suit == t.trump
    return at + 5


@jit
def _write_standing(v, out, at):
    """trick, coming, won, winners, boxes, deals."""
    t = v.table
    coming, winners = 0, 0
    for seat in range(t.num_players):
        if seat != v.seat:
            coming += waits(t, seat)
            winners += t.won[seat] >= 2
    out[at + t.trick] = 1.0
    at += NUM_TRICKS
    out[at + coming] = 1.0
    at += MAX_PLAYERS
    own = int(t.won[v.seat])
    out[at + min(own, 2)] = 1.0
    out[at + 3] = own * 0.2
    out[at + 4] = winners * 0.2
    at += 5
    for box in range(NUM_BOXES):
        out[at + box] = min(t.boxes[box] * 0.05, 5.0)
    out[at + NUM_BOXES] = t.deal + 1 < t.deals
    return at + NUM_BOXES + 1


@jit
def _write_trick(v, o, on_table, chances, out, at):
    """led, best, best_place, fool."""
    t = v.table
    if o.led >= 0:
        out[at] = 1.0
        out[at + 1] = o.strength == MARRIED
        out[at + 2] = top_cards(t.rules) & bit(o.best) != 0
        out[at + 3] = o.best // 13 == t.trump
        out[at + 4] = o.best // 13 == o.led
        out[at + 5 + RANK_PLACE[t.rules.rank_order, o.best % 13]] = 1.0
    at += 18
    fool_is_laid = on_table & bit(FOOL) != 0
    out[at] = v.hand >> FOOL & 1
    out[at + 1] = fool_is_laid
    out[at + 2] = chances[1, FOOL]
    out[at + 3] = chances[0, FOOL]
    out[at + 4] = fool_is_laid and robs_fool(t, o.best)
    return at + 5


@jit
def _write_suit(v, o, suit, on_table, chances, out, at):
    """One suit of `suits`; returns the next place."""
    t = v.table
    out[at] = suit == 2
    out[at + 1] = suit == FOOL // 13
    out[at + 2] = suit == o.led
    at += 3
    for rank in range(13):
        card = 13 * suit + rank
        place = at + RANK_PLACE[t.rules.rank_order, rank]
        out[place] = v.hand >> card & 1
        out[place + 13] = chances[0, card]
        out[place + 26] = chances[1, card]
        out[place + 39] = on_table >> card & 1
    return at + 52


@jit
def write_seats(v, e, taking, out, at):
    """Write `SEAT_BLOCKS` of every seat from place `at` on, the observer's first.

    `taking` is the best card of the trick so far.
    """
    t = v.table
    seat = v.seat
    for _ in range(t.num_players):
        _write_seat(t, e, seat, taking, out, at)
        at += SEAT_WIDTH
        seat = left_of(t, seat)


@jit
def _write_seat(t, e, seat, taking, out, at):
    """`SEAT_BLOCKS` of one seat."""
    laid = int(t.laid[t.trick, seat])
    out[at] = 1.0
    out[at + 1 + min(int(t.won[seat]), 2)] = 1.0
    out[at + 4] = laid < 0
    out[at + 5] = t.leader[t.trick] == seat
    out[at + 6] = laid >= 0 and laid == taking
    out[at + 7] = laid == FOOL
    out[at + 8] = 0.2 * count(e.held[seat])
    out[at + 9] = 0.2 * e.room[seat]
    for place in range(4):
        hidden = e.unseen & suit_set(suit_at(t, place))
        out[at + 10 + place] = hidden & ~e.barred[seat] == 0
