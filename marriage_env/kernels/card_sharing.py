"""Dealing the hidden cards to the hands and the talon, uniformly among all deals that are allowed.

Plain rejection (deal at random until nobody holds a card that they cannot have) takes far too long
with ten players. Instead each hand s has a weight x(s), and so has the talon. Each card c is placed
independently of the others in one of the places that may hold it: in s with probability
x(s) / L(c), where L(c) is the sum of the weights of these places. Every deal with the right number
of cards in each place then has the same probability, the product of all x(s) ** room(s) and all
1 / L(c). So placing the cards independently, and accepting if the numbers are right, is exactly
uniform, whatever the weights are.

The numbers are made right hand by hand. Dynamic programming gives the probability q that a hand
gets its number of the cards still left, and then samples which ones. The hand is accepted with
probability q / most, where the constant `most` is the greatest q for any set of cards left: so all
deals remain equally likely, and few are rejected. The weights affect speed alone: with those of
`fit_weights` each hand gets its number on average.

The functions take a game's EVIDENCE record `e`, which says what is hidden (`unseen`, `room`,
`barred`) and has the fields of `sharing_fields` as working memory. A *stage* is a hand with hidden
cards, in the order in which they are dealt.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from marriage_env.compiler.jit import jit
from marriage_env.core.bits import count, lowest
from marriage_env.core.cards import bit
from marriage_env.core.rng import draw

_CARDS = 52
_ROUNDS = 3
_UNIT = 2.0**-32  # draw() gives 32 bits


def sharing_fields(players: int, largest_hand: int) -> list[Any]:
    """The fields of an EVIDENCE record that `prepare` and `sample_hand` use."""
    return [
        ("unseen", "i8"),  # the cards whose place is hidden
        ("room", "i4", players),  # how many hidden cards a hand holds
        ("barred", "i8", players),  # the hidden cards that a hand cannot hold
        ("stages", "i4"),  # how many hands have hidden cards
        ("order", "i4", players),  # the seat of a stage
        ("weight", "f8", players),
        ("chance", "f8", (players, _CARDS)),  # of a card to be placed in the hand of a stage
        ("most", "f8", players),
        ("total", "f8", _CARDS),
        ("sorted", "f8", _CARDS),
        ("line", "i4", _CARDS),
        ("ways", "f8", (_CARDS + 1, largest_hand + 1)),
    ]


@jit
def allowed(e, stage):
    """The hidden cards that the hand of a stage may hold, as a set."""
    return e.unseen & ~e.barred[e.order[stage]]


@jit
def prepare(t, e):
    """Write what is the same for every world into `e`; False if no deal is allowed."""
    e.stages = 0
    for seat in range(t.num_players):
        if e.room[seat] > 0:
            e.order[e.stages] = seat
            e.stages += 1
            if count(allowed(e, e.stages - 1)) < e.room[seat]:
                return False
    order_stages(e)
    talon = talon_weight(e)
    if talon < 0:
        return False
    fit_weights(e, talon)
    e.total[:] = talon
    for stage in range(e.stages - 1, -1, -1):
        set_chances(e, stage)
    for stage in range(e.stages):
        set_bound(e, stage)
    return True


@jit
def order_stages(e):
    """Deal first to the hands that may hold the fewest cards: then few deals are rejected."""
    for last in range(1, e.stages):
        stage = last
        while stage > 0 and count(allowed(e, stage)) < count(allowed(e, stage - 1)):
            e.order[stage], e.order[stage - 1] = e.order[stage - 1], e.order[stage]
            stage -= 1


@jit
def talon_weight(e):
    """How many cards of the talon might be in a hand, as a float."""
    free, room = np.int64(0), 0
    for stage in range(e.stages):
        free |= allowed(e, stage)
        room += e.room[e.order[stage]]
    return float(count(free) - room)


@jit
def fit_weights(e, talon):
    """Weights by which every hand gets its number on average: iterative proportional fitting."""
    for stage in range(e.stages):
        e.weight[stage] = e.room[e.order[stage]]
    for _ in range(_ROUNDS):
        e.total[:] = talon
        for stage in range(e.stages):
            cards = allowed(e, stage)
            while cards:
                e.total[lowest(cards)] += e.weight[stage]
                cards &= cards - 1
        for stage in range(e.stages):
            cards, mean = allowed(e, stage), 0.0
            while cards:
                mean += 1.0 / e.total[lowest(cards)]
                cards &= cards - 1
            e.weight[stage] = e.room[e.order[stage]] / mean


@jit
def set_chances(e, stage):
    """The probability of each card to be placed in the hand of a stage, if in none before it."""
    cards = allowed(e, stage)
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        e.total[card] += e.weight[stage]
        e.chance[stage, card] = e.weight[stage] / e.total[card]


@jit
def set_bound(e, stage):
    """The greatest probability of a hand to get its number, over all sets of cards left.

    Another card raises it as long as one too few is likelier than enough, and a likelier card
    raises it more: so the maximum is reached with the likeliest cards, added one by one until that
    changes. Before the first hand all cards are left.
    """
    room = e.room[e.order[stage]]
    if stage == 0:
        number = fill_ways(e, 0, allowed(e, 0))
        e.most[0] = e.ways[number, room]
        return
    number = sort_chances(e, stage)
    ways = e.ways[0]
    ways[:] = 0.0
    ways[0] = 1.0
    for place in range(number):
        if place >= room and ways[room] > ways[room - 1]:
            break
        for got in range(room, 0, -1):
            ways[got] += e.sorted[place] * (ways[got - 1] - ways[got])
        ways[0] *= 1.0 - e.sorted[place]
    e.most[stage] = ways[room]


@jit
def sort_chances(e, stage):
    """The probabilities of a stage in descending order, in `sorted`; returns how many."""
    cards, number = allowed(e, stage), 0
    while cards:
        chance = e.chance[stage, lowest(cards)]
        cards &= cards - 1
        place = number
        while place > 0 and e.sorted[place - 1] < chance:
            e.sorted[place] = e.sorted[place - 1]
            place -= 1
        e.sorted[place] = chance
        number += 1
    return number


@jit
def fill_ways(e, stage, cards):
    """Fill `ways[i, k]`, the probability that k of the first i cards are placed in the hand.

    `cards` is a set; returns how many there are.
    """
    room = e.room[e.order[stage]]
    ways, number = e.ways, 0
    ways[0, :] = 0.0
    ways[0, 0] = 1.0
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        chance = e.chance[stage, card]
        e.line[number] = card
        before, number = number, number + 1
        ways[number, 0] = ways[before, 0] * (1.0 - chance)
        for got in range(1, room + 1):
            ways[number, got] = ways[before, got] * (1.0 - chance) + ways[before, got - 1] * chance
    return number


@jit
def sample_hand(e, stage, rest, stream):
    """Sample the hidden cards of a hand from the set `rest`; -1 if the deal is rejected."""
    number = fill_ways(e, stage, rest & allowed(e, stage))
    room = e.room[e.order[stage]]
    if draw(stream) * _UNIT * e.most[stage] >= e.ways[number, room]:
        return np.int64(-1)
    hand = np.int64(0)
    while room > 0:
        card = e.line[number - 1]
        placed = e.ways[number - 1, room - 1] * e.chance[stage, card]
        if draw(stream) * _UNIT * e.ways[number, room] < placed:
            hand |= bit(card)
            room -= 1
        number -= 1
    return hand
