"""Questions about the trick and the cards that a VIEW shows, jitted."""

from __future__ import annotations

from marriage_env.compiler.jit import jit
from marriage_env.core.cards import KING, QUEEN, bit, card_set
from marriage_env.mariage.card_strength import MARRIED, power
from marriage_env.mariage.legal import lawful

COURT = card_set(13 * suit + rank for suit in range(4) for rank in (KING, QUEEN))


@jit
def gone(t):
    """The cards laid in this deal, and the one turned up, as a set."""
    return t.played | bit(t.turn_up)


@jit
def partner(card):
    """The other half of a king's or queen's marriage."""
    return card - 1 if card % 13 == KING else card + 1


@jit
def partner_is_out(v, card):
    """Whether another player may still hold the other half of a king's or queen's marriage."""
    other = bit(partner(card))
    return not (v.hand | gone(v.table)) & other


@jit
def still_to_play(t):
    """How many players have not yet laid a card to this trick."""
    waiting = 0
    for seat in range(t.num_players):
        waiting += t.laid[t.trick, seat] < 0
    return waiting


@jit
def leads(t):
    """Whether the trick is still empty."""
    return still_to_play(t) == t.num_players


@jit
def led_suit(t):
    """The suit led to this trick, -1 before the lead."""
    if t.leader[t.trick] < 0:
        return -1
    return int(t.laid[t.trick, t.leader[t.trick]]) // 13


@jit
def best_so_far(t):
    """(card, power) of the card that takes this trick so far; (-1, -1) before the lead."""
    best, strength = -1, -1
    led = led_suit(t)
    if led < 0:
        return best, strength
    for seat in range(t.num_players):
        card = int(t.laid[t.trick, seat])
        if card < 0:
            continue
        if t.married[t.trick, seat]:
            return card, MARRIED
        reached = power(t, led, card)
        if reached > strength:
            best, strength = card, reached
    return best, strength


@jit
def is_court(card):
    """Whether a card is a king or queen."""
    return card % 13 == KING or card % 13 == QUEEN


@jit
def takes(t, card):
    """Whether a card would be the best of the trick so far."""
    led = led_suit(t)
    return power(t, led if led >= 0 else card // 13, card) > best_so_far(t)[1]


@jit
def lawful_cards(v):
    """The cards that the seat to act may lay without a revoke (M5.2)."""
    return lawful(v.table, v.seat, v.hand, best_so_far(v.table)[1])
