"""Sharing out the hidden cards uniformly among the hands and the talon, if there is one.

Dealing at random until nobody holds a card that he cannot have takes for ever with ten players.
Instead each hand s has a weight x(s), and so has the talon. A card c, as if it were alone, falls to
one of the places that may hold it: to s with probability x(s) / L(c), L(c) being the sum of the
weights of these places. Every way to share out the cards in the right numbers then has the same
probability, the product of all x(s) ** room(s) and all 1 / L(c). So letting the cards fall, and
accepting when the numbers are right, is exactly uniform, whatever the weights are.

The numbers are made right hand by hand. A small table gives the chance q that a hand gets its
number of the cards still left, and then draws which ones. The hand is accepted with probability
q / most, where `most` is a constant, the greatest q there is whatever cards are left: so every way
of sharing is still as likely as every other, and hardly any draw is rejected. The weights matter
for speed alone: with those of `balance` each hand gets its number on average.

The functions work on a game's record of evidence `e`, which says what is to be shared out
(`unseen`, `room`, `barred`) and has the fields of `sharing_fields` to work in.
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
    """What a record of evidence needs for `prepare` and `draw_hand`."""
    return [
        ("unseen", "i8"),  # the cards whose place is hidden
        ("room", "i4", players),  # how many hidden cards a hand holds
        ("barred", "i8", players),  # the hidden cards that a hand cannot hold
        ("stages", "i4"),  # the hands with hidden cards, one a stage
        ("order", "i4", players),  # the seat of a stage
        ("weight", "f8", players),
        ("chance", "f8", (players, _CARDS)),  # of a card to fall to a hand, by stage
        ("most", "f8", players),
        ("total", "f8", _CARDS),
        ("sorted", "f8", _CARDS),
        ("line", "i4", _CARDS),
        ("ways", "f8", (_CARDS + 1, largest_hand + 1)),
    ]


@jit
def allowed(e, stage):
    """The hidden cards that the hand of a stage may hold."""
    return e.unseen & ~e.barred[e.order[stage]]


@jit
def prepare(t, e):
    """All that is the same for every draw; False if the cards cannot be shared out at all."""
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
    balance(e, talon)
    e.total[:] = talon
    for stage in range(e.stages - 1, -1, -1):
        set_chances(e, stage)
    for stage in range(e.stages):
        set_bound(e, stage)
    return True


@jit
def order_stages(e):
    """The hands that may hold the fewest cards come first: then hardly any draw is rejected."""
    for last in range(1, e.stages):
        stage = last
        while stage > 0 and count(allowed(e, stage)) < count(allowed(e, stage - 1)):
            e.order[stage], e.order[stage - 1] = e.order[stage - 1], e.order[stage]
            stage -= 1


@jit
def talon_weight(e):
    """How many cards lie in the talon that might be in a hand."""
    free, room = np.int64(0), 0
    for stage in range(e.stages):
        free |= allowed(e, stage)
        room += e.room[e.order[stage]]
    return float(count(free) - room)


@jit
def balance(e, talon):
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
    """The chance of a card to fall to the hand of a stage, if to none before it."""
    cards = allowed(e, stage)
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        e.total[card] += e.weight[stage]
        e.chance[stage, card] = e.weight[stage] / e.total[card]


@jit
def set_bound(e, stage):
    """The greatest chance of a hand to get its number, over all the cards that may be left then.

    More cards help as long as one too few is likelier than enough, and likelier cards help more:
    so it is reached with the likeliest cards, taken in turn until that changes. Before the first
    hand all cards are left.
    """
    room = e.room[e.order[stage]]
    if stage == 0:
        number = let_fall(e, 0, allowed(e, 0))
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
    """The chances of a stage in falling order, in `sorted`; returns how many."""
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
def let_fall(e, stage, cards):
    """Fill `ways[i, k]`: the chance that k of the first i cards fall to a hand; how many cards."""
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
def draw_hand(e, stage, rest, stream):
    """The hidden cards of a hand, out of the rest; -1 when all must be dealt again."""
    number = let_fall(e, stage, rest & allowed(e, stage))
    room = e.room[e.order[stage]]
    if draw(stream) * _UNIT * e.most[stage] >= e.ways[number, room]:
        return np.int64(-1)
    hand = np.int64(0)
    while room > 0:
        card = e.line[number - 1]
        falls = e.ways[number - 1, room - 1] * e.chance[stage, card]
        if draw(stream) * _UNIT * e.ways[number, room] < falls:
            hand |= bit(card)
            room -= 1
        number -= 1
    return hand
