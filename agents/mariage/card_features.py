"""A card's part of the features: what it is, what laying it may do, what it may do later."""

from __future__ import annotations

from agents.learned.card_slots import write_ids
from agents.mariage.card_chances import chance_of_any
from agents.mariage.expert import WEIGHTS, beaters, gain_now, robbers, robs_fool, worth_in_hand
from agents.mariage.table_features import SUIT_WIDTH, suit_part
from agents.mariage.view_queries import gone, is_court, partner
from marriage_env.compiler.jit import jit
from marriage_env.core.bits import count, lowest
from marriage_env.core.cards import KING, QUEEN, bit, suit_set
from marriage_env.mariage.card_strength import FOOL, MARRIED, RANK_PLACE, power, top_cards
from marriage_env.mariage.legal import lawful
from marriage_env.mariage.rules import HAND_SIZE

# (name, places, meaning), in the order in which they are written.
CARD_BLOCKS = (
    ("place", 13, "its rank"),
    ("suit", 4, "trump, led suit, hearts, diamonds"),
    ("kind", 4, "king, queen, J♦, top card"),
    ("lawful", 1, "no revoke (M5.2)"),
    ("takes", 1, "would be the best card of the trick so far"),
    ("wins", 1, "chance to take the trick if laid now"),
    ("masters", 1, "chance that no other player holds a card that beats it, led to a later trick"),
    ("suit_mates", 3, "own cards in its suit, own higher ones, hidden cards of the suit; fifths"),
    ("partner", 5, "king or queen: the other half own, gone, to come, held by others (chances); "
     "asked for"),
    ("fool", 3, "robs J♦ of this trick; if J♦: chance to be robbed now; robs a J♦ still to come"),
    ("sums", 2, "what it should bring now, and if kept, by the expert's estimate"),
    ("own_suit", SUIT_WIDTH, "its suit, as in the table's `suits`"),
)  # fmt: skip
CARD_WIDTH = sum(block[1] for block in CARD_BLOCKS)


@jit
def write_cards(v, e, o, on_table, chances, no_card, out, at):
    """Write `CARD_BLOCKS` of each card in hand from place `at` on, then the slots' card ids.

    An empty slot has zeros and the id `no_card`. `o` is the expert's Outlook,
    `on_table` the cards of the trick.
    """
    may_lay = lawful(v.table, v.seat, v.hand, o.strength)
    write_ids(v.hand, HAND_SIZE, no_card, out, at + HAND_SIZE * CARD_WIDTH)
    hand = v.hand
    while hand:
        card = lowest(hand)
        hand &= hand - 1
        place = at
        at += CARD_WIDTH
        place = _write_kind(v, o, card, may_lay, out, place)
        place = _write_power(v, e, o, card, chances, out, place)
        place = _write_meetings(v, o, card, on_table, chances, out, place)
        out[place] = 0.25 * gain_now(v, o, card)
        out[place + 1] = 0.25 * worth_in_hand(v, o, card, WEIGHTS)
        suit = suit_part(v.table, card // 13)
        for column in range(SUIT_WIDTH):
            out[place + 2 + column] = out[suit + column]


@jit
def _write_kind(v, o, card, may_lay, out, at):
    """place, suit, kind, lawful."""
    t = v.table
    suit = card // 13
    out[at + RANK_PLACE[t.rules.rank_order, card % 13]] = 1.0
    at += 13
    out[at] = suit == t.trump
    out[at + 1] = suit == o.led
    out[at + 2] = suit == 2
    out[at + 3] = suit == FOOL // 13
    out[at + 4] = card % 13 == KING
    out[at + 5] = card % 13 == QUEEN
    out[at + 6] = card == FOOL
    out[at + 7] = top_cards(t.rules) & bit(card) != 0
    out[at + 8] = may_lay >> card & 1
    return at + 9


@jit
def _write_power(v, e, o, card, chances, out, at):
    """takes, wins, masters, suit_mates."""
    t = v.table
    suit, led = card // 13, o.led if o.led >= 0 else card // 13
    others = ~v.hand & ~gone(t)
    if o.strength != MARRIED and power(t, led, card) > o.strength:
        out[at] = 1.0
        beat = beaters(t, led, card, others)
        out[at + 1] = 1.0 - chance_of_any(chances[0], beat)
    out[at + 2] = 1.0 - chance_of_any(chances[1], beaters(t, suit, card, others))
    own = v.hand & suit_set(suit)
    out[at + 3] = 0.2 * count(own)
    out[at + 4] = 0.2 * count(beaters(t, suit, card, own))
    out[at + 5] = 0.2 * count(e.unseen & suit_set(suit))
    return at + 6


@jit
def _write_meetings(v, o, card, on_table, chances, out, at):
    """partner, fool."""
    t = v.table
    if is_court(card):
        other = partner(card)
        out[at] = v.hand >> other & 1
        out[at + 1] = gone(t) >> other & 1
        out[at + 2] = chances[0, other]
        out[at + 3] = chances[1, other]
        out[at + 4] = v.asked_suit == card // 13 and card % 13 == QUEEN
        if robs_fool(t, card):
            out[at + 5] = on_table >> FOOL & 1
            out[at + 7] = chances[1, FOOL]
    elif card == FOOL:
        others = ~v.hand & ~gone(t)
        target = FOOL if o.best < 0 or out[at - 6] > 0.0 else o.best
        beat = robbers(t, beaters(t, o.led if o.led >= 0 else FOOL // 13, target, others))
        out[at + 6] = chance_of_any(chances[0], beat)
    return at + 8
