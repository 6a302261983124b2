"""`expert`: the card with the largest expected gain now over its expected gain if kept.

A card is laid for what it brings in this trick (`gain_now`), less what it would bring if it were
kept (`worth_in_hand`). Both are chips, estimated from the cards that nobody has shown: how likely
another player holds a card that beats it, the queen of a king, the king of a queen. The constants
were chosen by duplicate matches against `greedy`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.small_mariage.view_queries import best_so_far, led_suit, partner, played
from agents.views_and_masks import check_inputs, legal_set
from marriage_env.compiler.jit import jit
from marriage_env.core.bits import count, lowest
from marriage_env.core.cards import KING, QUEEN, bit
from marriage_env.small_mariage.actions import WITHHOLD
from marriage_env.small_mariage.card_strength import power, stronger, whole_pack
from marriage_env.small_mariage.rules import TableMarriage

_TRICK = 0.6  # of the prize that a trick is worth
_KEPT = 0.7  # part of a trick's worth that a card in hand may count on if it would win when led
_PATIENCE = 0.4  # part of a marriage's pay that a queen in hand may count on
_FEAR = 0.4  # part of a marriage's cost that a king in hand must count on
_TRUMP = 0.1  # worth in hand of a trump, chips


class Outlook(NamedTuple):
    """What all estimates of a decision need, computed from the view once."""

    led: int  # the suit led, -1 before the lead
    strength: int  # the power of the best card so far, -1 before the lead
    hidden: int  # the cards in other hands, nobody knows in which, or in the talon, as a set
    known: int  # the cards known to be in other hands, as a set
    known_later: int  # those of them in the hands of players still to play to this trick
    total: int  # how many unknown cards the others hold
    later: int  # how many those of them hold who are still to play to this trick
    worth: float  # of a trick, chips


@jit
def look_out(v):
    """The Outlook of a view."""
    t = v.table
    known = known_later = np.int64(0)
    total = later = 0
    for seat in range(t.num_players):
        if seat == v.seat:
            continue
        waiting = t.laid[t.trick, seat] < 0
        held = t.rules.hand_cards - t.trick - (not waiting) - count(t.known[seat])
        known |= t.known[seat]
        total += held
        if waiting:
            known_later |= t.known[seat]
            later += held
    hidden = whole_pack(t) & ~(v.hand | played(t) | bit(t.turn_up) | known)
    worth = _TRICK * t.rules.trick_prize * (t.num_players - 1)
    return Outlook(led_suit(t), best_so_far(t)[1], hidden, known, known_later, total, later, worth)


@jit
def chance_of(o, cards, later_only):
    """The chance that others (those still to play, if `later_only`) hold any of some cards."""
    if cards & (o.known_later if later_only else o.known):
        return 1.0
    wanted, places, unseen = count(cards & o.hidden), o.total, count(o.hidden)
    if later_only:
        places = o.later
    absent = 1.0
    for k in range(min(wanted, unseen)):
        absent *= max(unseen - places - k, 0) / (unseen - k)
    return 1.0 - absent


@jit
def beaters(t, led, card):
    """The cards that would beat a card in a trick of a led suit; `card` is of it or a trump."""
    return stronger(t, led, power(t, led, card))


@jit
def marriage_pay(t, to_king):
    """S5.5: what a marriage brings the king's or the queen's player."""
    if t.rules.table_marriage == TableMarriage.KING:
        return 1.0 if to_king else t.num_players - 3.0  # only who sits out of three pays
    return -1.0 if to_king else t.num_players - 1.0


@jit
def chance_to_win(v, o, card):
    """The chance that a card laid now takes the trick."""
    led = o.led if o.led >= 0 else card // 13
    if power(v.table, led, card) <= max(o.strength, 0):
        return 0.0
    return 1.0 - chance_of(o, beaters(v.table, led, card), True)


@jit
def gain_now(v, o, card):
    """What a card should bring if it is laid now, in chips."""
    gain = chance_to_win(v, o, card) * o.worth
    if card % 13 == KING:
        comes = chance_of(o, bit(partner(card)), True)
        return (1.0 - comes) * gain + comes * marriage_pay(v.table, True)
    if card % 13 == QUEEN and v.asked_suit >= 0:
        return marriage_pay(v.table, False) + o.worth
    return gain


@jit
def worth_in_hand(v, o, card):
    """What a card should still bring if it is kept, in chips."""
    t = v.table
    would_win = 1.0 - chance_of(o, beaters(t, card // 13, card), False)
    kept = _KEPT * would_win * o.worth
    if card // 13 == t.trump:
        kept += _TRUMP
    if card % 13 == QUEEN:
        met = chance_of(o, bit(partner(card)), False)
        return kept + _PATIENCE * met * (marriage_pay(t, False) + o.worth)
    if card % 13 == KING:
        met = chance_of(o, bit(partner(card)), False)
        return (1.0 - met) * kept + _FEAR * met * marriage_pay(t, True)
    return kept


@jit
def choose(views, k, legal):
    """The expert's action for `views[k]`: always lay the queen, else the card that brings most.

    In a lost trick that is the card worth least in hand.
    """
    v = views[k]
    o = look_out(v)
    best, most = -1, -1e9
    cards = legal & ~bit(WITHHOLD)
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        wish = gain_now(v, o, card) - worth_in_hand(v, o, card)
        if wish > most:
            best, most = card, wish
    return best


@jit
def _choose_all(views, masks, actions):
    for k in range(masks.shape[0]):
        actions[k] = choose(views, k, legal_set(masks, k))


class ExpertAgent:
    """Plays `choose`; deterministic."""

    name = "expert"

    def act(
        self, views: np.ndarray, masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """One legal action for each view."""
        views, masks = check_inputs("small_mariage", views, masks)
        actions = np.zeros(len(masks), np.int64)
        _choose_all(views, masks, actions)
        return actions
