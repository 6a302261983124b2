"""The table's part of the features of small Mariage: everything that lies open, and every seat.

Nothing is summed up: two views of a deal that differ, differ in their rows too, so that a network
can learn any strategy, and what is exploitable in it is its own. Suits stand by their distance
from trump.
"""

from __future__ import annotations

from agents.small_mariage.view_queries import best_so_far, led_suit
from marriage_env.compiler.jit import jit
from marriage_env.core.cards import JACK
from marriage_env.core.table import left_of
from marriage_env.small_mariage.card_strength import MARRIED, whole_pack
from marriage_env.small_mariage.rules import (
    LARGEST_HAND,
    MAX_PLAYERS,
    MIN_PLAYERS,
    RANKS_OF_SUIT,
    Follow,
    Offences,
    TableMarriage,
)
from marriage_env.small_mariage.state import Phase

MAX_SUITS = 4
_PLAYERS = MAX_PLAYERS - MIN_PLAYERS + 1
_RULES = 9
CARD_PLACES = 4 + MAX_PLAYERS * LARGEST_HAND  # of a card in `cards`
SUIT_WIDTH = RANKS_OF_SUIT * CARD_PLACES
# (name, places, meaning), in the order in which they are written.
TABLE_BLOCKS = (
    ("players", _PLAYERS, "how many play, one place a number"),
    ("rules", _RULES, "two, three, four suits; three cards in a hand; the led suit alone is "
     "followed; the king's player is paid; no queen may be kept back; `queen_fine` and "
     "`trick_prize`, quarters, at most 4"),
    ("deals", 1, "1 when further deals follow"),
    ("asked", 2, "the decision: lay a card, lay the queen"),
    ("asked_queen", MAX_SUITS, "the suit of the queen asked for, trump first"),
    ("trick", LARGEST_HAND, "the trick being played, one place a trick"),
    ("led", MAX_SUITS, "the suit led to it, trump first"),
    ("best", 3, "the best card so far: a marriage, a trump, of another suit"),
    ("cards", MAX_SUITS * SUIT_WIDTH, "each card, trump first, J Q K A: in the pack; own; turned "
     "up; another's, as all know; in which trick it was laid by whom, from the observer on"),
)  # fmt: skip
SEAT_BLOCKS = (
    ("present", 1, "1: the seat is at the table"),
    ("dealer", 1, "it deals"),
    ("won", LARGEST_HAND, "tricks won: one, two, three or more"),
    ("leads", 1, "led to this trick"),
    ("takes", 1, "laid the best card so far"),
    ("married", LARGEST_HAND, "its card of each trick made a marriage"),
    ("kept", LARGEST_HAND * MAX_SUITS, "the queens kept back in each trick, trump first"),
)  # fmt: skip
TABLE_WIDTH = sum(block[1] for block in TABLE_BLOCKS)
SEAT_WIDTH = sum(block[1] for block in SEAT_BLOCKS)


@jit
def place_of_suit(t, suit):
    """The distance of a suit from trump: 0 trump, 1 the next suit of the pack, …"""
    return (suit - t.trump) % t.rules.suits


@jit
def suit_part(t, suit):
    """Where the cards of a suit begin in a row of features."""
    return TABLE_WIDTH - (MAX_SUITS - place_of_suit(t, suit)) * SUIT_WIDTH


@jit
def card_part(t, card):
    """Where a card begins in a row of features."""
    return suit_part(t, card // 13) + (card % 13 - JACK) * CARD_PLACES


@jit
def write_table(v, out):
    """Write `TABLE_BLOCKS` from place 0 on; returns the next place."""
    at = _write_match(v, out)
    _write_trick(v, out, at)
    _write_cards(v, out)
    return TABLE_WIDTH


@jit
def _write_match(v, out):
    """players, rules, deals."""
    t = v.table
    out[t.num_players - MIN_PLAYERS] = 1.0
    at = _PLAYERS
    out[at + t.rules.suits - 2] = 1.0
    out[at + 3] = t.rules.hand_cards == LARGEST_HAND
    out[at + 4] = t.rules.follow == Follow.SUIT
    out[at + 5] = t.rules.table_marriage == TableMarriage.KING
    out[at + 6] = t.rules.offences == Offences.NONE
    out[at + 7] = min(0.25 * t.rules.queen_fine, 4.0)
    out[at + 8] = min(0.25 * t.rules.trick_prize, 4.0)
    at += _RULES
    out[at] = t.deal + 1 < t.deals
    return at + 1


@jit
def _write_trick(v, out, at):
    """asked, asked_queen, trick, led, best."""
    t = v.table
    out[at + v.asked - Phase.TURN] = 1.0
    at += 2
    if v.asked_suit >= 0:
        out[at + place_of_suit(t, v.asked_suit)] = 1.0
    at += MAX_SUITS
    out[at + t.trick] = 1.0
    at += LARGEST_HAND
    led = led_suit(t)
    if led >= 0:
        out[at + place_of_suit(t, led)] = 1.0
        seat, strength = best_so_far(t)
        best = t.laid[t.trick, seat]
        kind = 0 if strength == MARRIED else (1 if best // 13 == t.trump else 2)
        out[at + MAX_SUITS + kind] = 1.0


@jit
def _write_cards(v, out):
    """cards."""
    t = v.table
    known = t.known[0]
    for seat in range(1, t.num_players):
        known |= t.known[seat]
    pack = whole_pack(t)
    for card in range(52):
        if pack >> card & 1:
            at = card_part(t, card)
            out[at] = 1.0
            out[at + 1] = v.hand >> card & 1
            out[at + 2] = card == t.turn_up
            out[at + 3] = (known & ~v.hand) >> card & 1
    for trick in range(min(t.trick + 1, LARGEST_HAND)):
        seat = v.seat
        for player in range(t.num_players):
            card = int(t.laid[trick, seat])
            if card >= 0:
                out[card_part(t, card) + 4 + player * LARGEST_HAND + trick] = 1.0
            seat = left_of(t, seat)


@jit
def write_seats(v, out, at):
    """Write `SEAT_BLOCKS` of every seat from place `at` on, the observer's first."""
    t = v.table
    seat = v.seat
    taker = best_so_far(t)[0]
    for _ in range(t.num_players):
        _write_seat(t, seat, taker, out, at)
        at += SEAT_WIDTH
        seat = left_of(t, seat)


@jit
def _write_seat(t, seat, taker, out, at):
    """`SEAT_BLOCKS` of one seat."""
    out[at] = 1.0
    out[at + 1] = seat == t.dealer
    at += 2
    if t.won[seat]:
        out[at + t.won[seat] - 1] = 1.0
    at += LARGEST_HAND
    out[at] = t.leader[t.trick] == seat
    out[at + 1] = taker == seat
    at += 2
    for trick in range(min(t.trick + 1, LARGEST_HAND)):
        out[at + trick] = t.married[trick, seat]
        for suit in range(t.rules.suits):
            if t.kept[trick, seat] >> suit & 1:
                place = trick * MAX_SUITS + place_of_suit(t, suit)
                out[at + LARGEST_HAND + place] = 1.0
