"""`expert`: plans its turn to the end, by the chips it brings and the cards left in hand.

A turn is a run of one's own cards, rank by rank, that a winning club ends (T4.1). Every run that
can begin now is valued in chips: what its club wins, the worth of the cards it leaves in hand,
and, where nobody else can go on from it, of beginning the next pile. The constants are fitted by
duplicate matches against `greedy`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from agents.views_and_masks import check_inputs, legal_set
from marriage_env.compiler.jit import jit
from marriage_env.core.arguments import check_array
from marriage_env.core.bits import count, lowest
from marriage_env.core.cards import ACE, NUM_CARDS, bit
from marriage_env.core.table import whole_pack
from marriage_env.trynka.actions import PASS
from marriage_env.trynka.clubs import (
    KING_OF_CLUBS,
    LOWEST_WINNER,
    MARRIAGE,
    QUEEN_OF_CLUBS,
    WINNERS,
    double_of,
    of_rank,
)
from marriage_env.trynka.deal import dealt_to
from marriage_env.trynka.legal import fitting, wanted
from marriage_env.trynka.play import last_layer
from marriage_env.trynka.state import Phase

_CARDS = (1 << NUM_CARDS) - 1

# Fitted constants, in the order of their use; chances unless said otherwise.
CALL = 0  # that 9♣ is laid later, if no card of others leads up to it
RISE = 1  # added for each rank above: piles rise, so that more of them come to a high club
LED = 2  # added for each card of others that leads up to it
STEP = 3  # added for each own card that does
TIME = 4  # the part of all these that each card in the smallest other hand leaves time for
ACE_WORTH = 5  # of an ace in hand while a winning club is, part of the club's chips
SHED = 6  # of being rid of a card, chips
LOW = 7  # of being rid of a low card: for every rank below the ace, chips
OUT = 8  # the same two, for every chip of `out_pay` and every other player, chips
OUT_LOW = 9
BEGIN = 10  # of beginning the next pile, part of `out_pay` of every other player
STOPS = 11  # of stopping a pile that has passed own clubs, part of their chips
WAITS = 12  # the same where others may go on with it
WEIGHTS = np.array(
    [0.27, 0.041, 0.045, 0.1, 0.17, 0.12, 0.015, 0.005, 0.035, 0.32, 0.82, 0.04, 0.01]
)


@jit
def others_cards(v):
    """The cards in the hands of the others: all that are neither laid nor one's own."""
    return whole_pack(v.table) & ~v.hand & ~v.table.played


@jit
def fewest_cards(v):
    """The number of cards in the smallest hand of another player who is not out."""
    t = v.table
    laid = np.int64(0)  # six bits a seat: no hand has more than 12 cards
    for k in range(t.number):
        laid += np.int64(1) << np.int64(6 * t.layer[k])
    fewest = 52
    for seat in range(t.num_players):
        left = dealt_to(t, seat) - (laid >> np.int64(6 * seat) & 63)
        if seat != v.seat and left > 0:
            fewest = min(fewest, left)
    return fewest


@jit
def chance_of_club(hand, others, club, fewest, weights):
    """The chance to lay a winning club later: others, or own cards, must lead up to it in time."""
    below, steps = club - 1, 0
    while below >= 0 and hand & of_rank(below) & ~np.int64(WINNERS):
        below -= 1
        steps += 1
    leading = count(others & of_rank(below)) if below >= 0 else 0
    chance = weights[CALL] + weights[RISE] * (club - LOWEST_WINNER)
    chance += weights[LED] * leading + weights[STEP] * steps
    return min(chance, 1.0) * min(1.0, weights[TIME] * fewest)


@jit
def ranks_below_ace(hand):
    """How far the cards of a hand are below the ace in all: few piles come past a low card."""
    total = 0
    while hand:
        total += ACE - lowest(hand) % 13
        hand &= hand - 1
    return total


@jit
def worth_of_hand(v, hand, others, fewest, begins, weights):
    """What cards in hand should still bring, in chips; `begins`: their player begins the next pile.

    Then the club that gains most by it is laid for certain.
    """
    t = v.table
    left = hand & np.int64(WINNERS)
    worth, at_once, most = 0.0, 0.0, 0.0
    while left:
        club = lowest(left)
        left &= left - 1
        chips = float(t.places[double_of(club)])
        chance = chance_of_club(hand, others, club, fewest, weights)
        worth += chance * chips
        at_once = max(at_once, (1.0 - chance) * chips)
        most = max(most, chips)
    out = float(t.rules.out_pay) * (t.num_players - 1)
    worth += weights[ACE_WORTH] * most * count(hand & of_rank(ACE) & ~np.int64(WINNERS))
    worth -= (weights[SHED] + weights[OUT] * out) * count(hand)
    worth -= (weights[LOW] + weights[OUT_LOW] * out) * ranks_below_ace(hand)
    return worth + (at_once + weights[BEGIN] * out if begins else 0.0)


@jit
def chips_on(t, cards):
    """What lies on the doubles of the winning clubs among some cards."""
    left, chips = cards & np.int64(WINNERS), 0.0
    while left:
        chips += t.places[double_of(lowest(left))]
        left &= left - 1
    return chips


@jit
def goes_out(hand):
    """Whether the player who begins can lay their whole hand alone: aces, then a single run."""
    rest, begun = count(hand & ~of_rank(ACE)), False
    for rank in range(ACE):
        card = hand & of_rank(rank)
        if card & (card - 1) or (begun and rest and not card):
            return False
        if card:
            rest, begun = rest - 1, True
            married = card == bit(QUEEN_OF_CLUBS) and hand & bit(KING_OF_CLUBS) and rest == 1
            if card & np.int64(WINNERS) and rest and not married:
                return False
    return True


@jit
def can_go_on(others, rank):
    """Whether another player has a card of the next rank."""
    return rank < ACE and others & of_rank(rank + 1) != 0


@jit
def worth_after(v, hand, begins, won, others, fewest, weights):
    """What a turn brings: chips won in it, and what the hand is worth that it leaves.

    `begins`: the player begins the next pile too, perhaps their last.
    """
    t = v.table
    if not hand or (begins and goes_out(hand)):
        return won + chips_on(t, hand) + float(t.rules.out_pay) * count(others)
    return won + worth_of_hand(v, hand, others, fewest, begins, weights)


@jit
def worth_of_club(v, hand, club, others, fewest, weights):
    """What laying a winning club brings; K♣ follows one's own Q♣."""
    laid = bit(club)
    if club == QUEEN_OF_CLUBS and hand & bit(KING_OF_CLUBS):
        laid, club = np.int64(MARRIAGE), KING_OF_CLUBS
    begins, won = not can_go_on(others, club), chips_on(v.table, laid)
    return worth_after(v, hand & ~laid, begins, won, others, fewest, weights)


@jit
def worth_of_run(v, card, others, fewest, weights):
    """The most that a turn beginning with a card can bring: where to end it is free.

    The club of a rank is the card of that number.
    """
    hand = v.hand
    if bit(card) & np.int64(WINNERS):
        return worth_of_club(v, hand, card, others, fewest, weights)
    rank, best = card % 13, -1e9
    while True:
        hand &= ~bit(card)
        if rank < ACE and rank + 1 >= LOWEST_WINNER and hand & bit(rank + 1):
            best = max(best, worth_of_club(v, hand, rank + 1, others, fewest, weights))
        plain = hand & of_rank(rank + 1) & ~np.int64(WINNERS) if rank < ACE else np.int64(0)
        if not plain:
            begins = not can_go_on(others, rank)
            return max(best, worth_after(v, hand, begins, 0.0, others, fewest, weights))
        card = lowest(plain)
        rank += 1


@jit
def worth_of_pass(v, others, fewest, weights):
    """What laying nothing brings; clubs that the pile has passed wait for the next one.

    Who laid the last card begins it, if no other can go on from there.
    """
    t = v.table
    rank = wanted(t)
    fine = chips_on(t, fitting(t, v.hand))
    stops = not others & of_rank(rank)
    begins = stops and last_layer(t) == v.seat
    patience = weights[STOPS] if stops else weights[WAITS]
    waiting = patience * chips_on(t, v.hand & ((np.int64(1) << np.int64(rank)) - 1))
    return waiting + worth_after(v, v.hand, begins, -fine, others, fewest, weights)


@jit
def choose(views, k, legal, weights):
    """The expert's action for `views[k]`: the card whose run brings most, or a pass; K♣ at once."""
    v = views[k]
    if v.asked == Phase.KING:
        return KING_OF_CLUBS
    cards = legal & np.int64(_CARDS)
    others, fewest = others_cards(v), fewest_cards(v)
    best, most = -1, -1e9
    if legal & bit(PASS):
        best, most = PASS, worth_of_pass(v, others, fewest, weights)
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        worth = worth_of_run(v, card, others, fewest, weights)
        if worth > most:
            best, most = card, worth
    return best


@jit
def _choose_all(views, masks, weights, actions):
    for k in range(masks.shape[0]):
        actions[k] = choose(views, k, legal_set(masks, k), weights)


class ExpertAgent:
    """Plays `choose`; deterministic.

    Args:
        weights: constants other than the fitted ones, (13,) float64.
    """

    name = "expert"

    def __init__(self, weights: NDArray[np.float64] = WEIGHTS) -> None:
        self._weights = check_array("weights", weights, WEIGHTS.shape, np.float64)

    def act(
        self, views: np.ndarray, masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """One legal action for each view."""
        views, masks = check_inputs("trynka", views, masks)
        actions = np.zeros(len(masks), np.int64)
        _choose_all(views, masks, self._weights, actions)
        return actions
