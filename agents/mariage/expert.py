"""`expert`: the card with the largest expected gain now over its expected gain if kept.

A card is laid for what it brings in this trick (`gain_now`), less what it would bring if it were
kept (`worth_in_hand`). Both are chips, estimated from the cards that nobody has shown: how likely a
later player holds a card that beats it, the queen of a king, the king of a queen. The constants are
fitted by duplicate matches against `greedy`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.mariage.view_queries import COURT, best_so_far, gone, is_court, led_suit, partner
from agents.views_and_masks import check_inputs, legal_set
from marriage_env.compiler.jit import jit
from marriage_env.core.arguments import as_int, check_array
from marriage_env.core.bits import count, lowest
from marriage_env.core.cards import KING, QUEEN, bit, suit_set
from marriage_env.core.table import whole_pack
from marriage_env.mariage.actions import DONE, WITHHOLD
from marriage_env.mariage.card_strength import FOOL, MARRIED, power
from marriage_env.mariage.legal import beating, lawful
from marriage_env.mariage.pay import king_pays, pays_king
from marriage_env.mariage.rules import FoolBeatenBy, TrickPrize
from marriage_env.mariage.state import NUM_TRICKS, Phase

_HEARTS = 2

# Fitted constants, in the order of their use; chips unless said otherwise.
FIRST_TRICK = 0  # what the first trick is worth, for each trick still to be played
SECOND_TRICK = 1  # what the second is worth: no fine, and two prizes
LATER_TRICK = 2  # what every further trick is worth
QUEEN_PATIENCE = 3  # part of a marriage's pay that a queen in hand may count on
KING_FEAR = 4  # what a king in hand costs while the queen of its suit may be laid
FOOL_PATIENCE = 5  # part of the fool's pay that a fool in hand may count on
HIGH_CARD = 6  # worth in hand of a card that would win if led
TRUMP_CARD = 7  # worth in hand of a trump
WEIGHTS = np.array([0.15, 2.2, 1.1, 0.23, 0.25, 0.17, 0.68, 0.2])


@jit
def absent(cards, places, unseen):
    """The chance that none of `cards` unseen cards lies in `places` out of `unseen` places."""
    elsewhere = unseen - places
    if cards > max(elsewhere, 0):
        return 0.0
    chance = 1.0
    for k in range(cards):
        chance *= (elsewhere - k) / (unseen - k)
    return chance


class Outlook(NamedTuple):
    """What all estimates of a decision need, computed from the view once."""

    led: int  # the suit led, -1 before the lead
    best: int  # the card that takes the trick so far, -1 before the lead
    strength: int  # its power
    hidden: int  # the cards in other hands, nobody knows in which, or in the talon, as a set
    others: int  # these and the cards known to be in other hands, as a set
    known: int  # the cards known to be in other hands, as a set
    known_later: int  # those of them in the hands of players still to play to this trick
    unseen: int  # how many are hidden
    total: int  # how many unknown cards the others hold
    later: int  # how many those of them hold who are still to play to this trick
    worth: float  # of this trick, in chips


@jit
def look_out(v, weights):
    """The Outlook of a view."""
    t = v.table
    best, strength = best_so_far(t)
    left = NUM_TRICKS - t.trick
    known = known_later = np.int64(0)
    total = later = 0
    for seat in range(t.num_players):
        if seat == v.seat:
            continue
        waiting = t.laid[t.trick, seat] < 0
        held = left - (not waiting) - count(t.known[seat])
        known |= t.known[seat]
        total += held
        if waiting:
            known_later |= t.known[seat]
            later += held
    hidden = whole_pack(t) & ~(v.hand | gone(t) | known | t.known[v.seat])
    return Outlook(
        led_suit(t), best, strength, hidden, hidden | known, known, known_later, count(hidden),
        total, later, trick_worth(v, weights),
    )  # fmt: skip


@jit
def chance_of(o, cards, later_only):
    """The chance that others (those still to play, if `later_only`) hold any of some cards."""
    if cards & (o.known_later if later_only else o.known):
        return 1.0
    return 1.0 - absent(count(cards & o.hidden), o.later if later_only else o.total, o.unseen)


@jit
def trick_worth(v, weights):
    """What this trick is worth to the player: the second one most, since it saves the fine."""
    t = v.table
    left = NUM_TRICKS - t.trick
    won = t.won[v.seat]
    if t.rules.trick_prize == TrickPrize.POOL:
        pool = float(t.boxes[0])
        return pool * 0.5 if won == 1 else (pool * 0.1 if won == 0 and left > 1 else 0.0)
    if won == 0:
        return weights[FIRST_TRICK] * (left - 1)
    if won == 1:
        return weights[SECOND_TRICK]
    return weights[LATER_TRICK]


@jit
def beaters(t, led, card, cards):
    """Those of some cards that would beat a card in a trick of a led suit."""
    return beating(t, led, cards, power(t, led, card))


@jit
def marriage_pay(t, suit, to_king):
    """M6.5: what a marriage laid to a trick brings the king's or the queen's player."""
    others = t.num_players - 1
    if pays_king(t, suit):
        return others - 1.0 if to_king else 0.0
    if king_pays(t, suit):
        return -1.0 if to_king else float(others)
    return 0.0 if to_king else others - 1.0


@jit
def robs_fool(t, card):
    """M7.1: whether a card that takes the trick would deprive the fool of its pay."""
    if not is_court(card):
        return False
    return t.rules.fool_beaten_by == FoolBeatenBy.COURT or card // 13 == _HEARTS


@jit
def robbers(t, cards):
    """Those of some cards that would deprive the fool of its pay by taking the trick."""
    robbing = cards & np.int64(COURT)
    return robbing if t.rules.fool_beaten_by == FoolBeatenBy.COURT else robbing & suit_set(_HEARTS)


@jit
def chance_to_win(v, o, card):
    """The chance that a card laid now takes the trick."""
    led = o.led if o.led >= 0 else card // 13
    if o.strength == MARRIED or power(v.table, led, card) <= o.strength:
        return 0.0
    return 1.0 - chance_of(o, beaters(v.table, led, card, o.others), True)


@jit
def fool_gain(v, o, wins):
    """What the fool brings now: every other player's chip, unless a king or queen takes it."""
    t = v.table
    if wins == 0.0 and o.best >= 0 and robs_fool(t, o.best):
        return -1.0
    target = FOOL if wins > 0.0 or o.best < 0 else o.best
    beat = beaters(t, o.led if o.led >= 0 else FOOL // 13, target, o.others)
    robbed = chance_of(o, robbers(t, beat), True)
    return (1.0 - robbed) * (t.num_players - 1) - robbed


@jit
def spoils(v, card):
    """What a king or queen brings besides by taking another player's fool."""
    t = v.table
    if not robs_fool(t, card):
        return 0.0
    for seat in range(t.num_players):
        if t.laid[t.trick, seat] == FOOL:
            return 2.0 if card % 13 == QUEEN else 1.0
    return 0.0


@jit
def gain_now(v, o, card):
    """What a card should bring if it is laid now, in chips."""
    wins = chance_to_win(v, o, card)
    gain = wins * (o.worth + spoils(v, card))
    if card == FOOL:
        return gain + fool_gain(v, o, wins)
    if card % 13 == KING:
        comes = chance_of(o, bit(partner(card)), True)
        return (1.0 - comes) * gain + comes * marriage_pay(v.table, card // 13, True)
    return gain


@jit
def worth_in_hand(v, o, card, weights):
    """What a card should still bring if it is kept, in chips."""
    t = v.table
    would_win = 1.0 - chance_of(o, beaters(t, card // 13, card, o.others), False)
    kept = weights[HIGH_CARD] * would_win * max(o.worth, 1.0)
    if card // 13 == t.trump:
        kept += weights[TRUMP_CARD]
    if card == FOOL:
        return kept + weights[FOOL_PATIENCE] * (t.num_players - 1)
    if is_court(card):
        met = chance_of(o, bit(partner(card)), False)
        if card % 13 == QUEEN:
            pay = max(marriage_pay(t, card // 13, False), 0.0) + 1.0
            return kept + weights[QUEEN_PATIENCE] * met * pay
        return (1.0 - met) * kept + weights[KING_FEAR] * met * marriage_pay(t, card // 13, True)
    return kept


@jit
def best_card(v, o, cards, weights):
    """The card of a set that brings most now over what it is worth in hand.

    In a lost trick that is the card worth least in hand, so that losing needs no rule of its own.
    """
    best, most = -1, -1e9
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        wish = gain_now(v, o, card) - worth_in_hand(v, o, card, weights)
        if wish > most:
            best, most = card, wish
    return best


@jit
def choose(views, k, legal, weights):
    """The expert's action for `views[k]`: declare all, always lay the queen, else `best_card`."""
    v = views[k]
    if v.asked == Phase.TURN:
        o = look_out(v, weights)
        cards = lawful(v.table, v.seat, v.hand, o.strength)
        return best_card(v, o, cards, weights) if count(cards) > 1 else lowest(cards)
    choices = legal & ~bit(WITHHOLD) & ~bit(DONE)
    return lowest(choices if choices else legal)


@jit
def _choose_all(views, masks, weights, actions):
    for k in range(masks.shape[0]):
        actions[k] = choose(views, k, legal_set(masks, k), weights)


class ExpertAgent:
    """Plays `choose`; deterministic.

    Args:
        withhold: 1 keeps back every queen that is asked for, to measure what that costs.
        weights: constants other than the fitted ones, (8,) float64.
    """

    def __init__(self, withhold: int = 0, weights: NDArray[np.float64] = WEIGHTS) -> None:
        self._withhold = as_int("withhold", withhold, 0, 1)
        self._weights = check_array("weights", weights, WEIGHTS.shape, np.float64)
        self.name = "expert:withhold=1" if self._withhold else "expert"

    def act(
        self, views: np.ndarray, masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """One legal action for each view."""
        views, masks = check_inputs("mariage", views, masks)
        actions = np.zeros(len(masks), np.int64)
        _choose_all(views, masks, self._weights, actions)
        if self._withhold:
            actions[masks[:, WITHHOLD] == 1] = WITHHOLD
        return actions
