"""A card's part of the features of small Mariage: which it is, and what laying it may do."""

from __future__ import annotations

from agents.learned.card_slots import write_ids
from agents.small_mariage.expert import chance_to_win, gain_now, worth_in_hand
from agents.small_mariage.table_features import MAX_SUITS, SUIT_WIDTH, place_of_suit, suit_part
from agents.small_mariage.view_queries import led_suit, partner, played, takes
from marriage_env.compiler.jit import jit
from marriage_env.core.bits import lowest
from marriage_env.core.cards import JACK, KING, QUEEN, bit
from marriage_env.small_mariage.rules import LARGEST_HAND, RANKS_OF_SUIT

# (name, places, meaning), in the order in which they are written.
CARD_BLOCKS = (
    ("card", MAX_SUITS * RANKS_OF_SUIT, "which it is: trump first, J Q K A"),
    ("led", 1, "of the suit led"),
    ("takes", 1, "would be the best card of the trick so far"),
    ("wins", 1, "chance to take the trick if laid now"),
    ("partner", 4, "king or queen: the other half own, gone, with another or in the talon; asked "
     "for"),
    ("sums", 2, "what it should bring now, and if kept, by the expert's estimate; quarters"),
    ("own_suit", SUIT_WIDTH, "the cards of its suit, as in the table's `cards`"),
)  # fmt: skip
CARD_WIDTH = sum(block[1] for block in CARD_BLOCKS)


@jit
def write_cards(v, o, no_card, out, at):
    """Write `CARD_BLOCKS` of each card in hand from place `at` on, then the slots' card ids.

    An empty slot has zeros and the id `no_card`. `o` is the expert's Outlook.
    """
    write_ids(v.hand, LARGEST_HAND, no_card, out, at + LARGEST_HAND * CARD_WIDTH)
    hand = v.hand
    while hand:
        card = lowest(hand)
        hand &= hand - 1
        _write_card(v, o, card, out, at)
        at += CARD_WIDTH


@jit
def _write_card(v, o, card, out, at):
    """`CARD_BLOCKS` of one card."""
    t = v.table
    suit = card // 13
    out[at + place_of_suit(t, suit) * RANKS_OF_SUIT + card % 13 - JACK] = 1.0
    at += MAX_SUITS * RANKS_OF_SUIT
    out[at] = suit == led_suit(t)
    out[at + 1] = takes(t, card)
    out[at + 2] = chance_to_win(v, o, card)
    at += 3
    if card % 13 == KING or card % 13 == QUEEN:
        other, gone = partner(card), played(t) | bit(t.turn_up)
        out[at] = v.hand >> other & 1
        out[at + 1] = gone >> other & 1
        out[at + 2] = not (v.hand | gone) & bit(other)
        out[at + 3] = v.asked_suit == suit and card % 13 == QUEEN
    at += 4
    out[at] = 0.25 * gain_now(v, o, card)
    out[at + 1] = 0.25 * worth_in_hand(v, o, card)
    part = suit_part(t, suit)
    for column in range(SUIT_WIDTH):
        out[at + 2 + column] = out[part + column]
