"""All deals of a game, by their number.

A deal is a division of the pack into the groups of its layout (marriage_env.deal_layout), and deal
number k is found by counting.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from marriage_env.compiler.jit import jit
from marriage_env.deal_layout import DealLayout


def _binomials(size: int) -> NDArray[np.int64]:
    """(size + 1, size + 1) binomial coefficients."""
    return np.array([[math.comb(n, k) for k in range(size + 1)] for n in range(size + 1)], np.int64)


class Dealing(NamedTuple):
    """A layout as the jitted functions below take it, and working memory."""

    cards: NDArray[np.int64]
    groups: NDArray[np.int64]
    places: NDArray[np.int64]
    ways: NDArray[np.int64]  # binomials
    pack: NDArray[np.int8]  # where deals are written
    left: NDArray[np.int64]  # (pack,) working memory


def dealing(layout: DealLayout, pack: NDArray[np.int8]) -> Dealing:
    """The record that deals into `pack`."""
    size = len(layout.cards)
    return Dealing(
        layout.cards, layout.groups, layout.places, _binomials(size), pack, np.zeros(size, np.int64)
    )


@jit
def write_deal(number, dealing):
    """Write deal `number` into the pack; the talon lies in the order of card ids."""
    left, size = dealing.left, dealing.cards.shape[0]
    for k in range(size):
        left[k] = dealing.cards[k]
    at = 0
    for group in range(dealing.groups.shape[0]):
        number, at, size = _write_group(number, dealing.groups[group], at, size, dealing)
    for k in range(size):
        dealing.pack[dealing.places[at + k]] = left[k]


@jit
def _write_group(number, want, at, size, dealing):
    """Move the cards of a group from `left` into the pack; what is left of number, place, size."""
    left, ways = dealing.left, dealing.ways
    rank = number % ways[size, want]
    number //= ways[size, want]
    kept = 0
    for k in range(size):
        with_this = ways[size - k - 1, want - 1] if want > 0 else 0
        if want > 0 and rank < with_this:
            dealing.pack[dealing.places[at]] = left[k]
            at += 1
            want -= 1
        else:
            rank -= with_this
            left[kept] = left[k]
            kept += 1
    return number, at, kept


@jit
def hands_are(g, dealing):
    """Whether each hand has just the cards of its group."""
    at = 0
    for seat in range(g.table.num_players):
        hand = g.hands[seat]
        for _ in range(dealing.groups[seat]):
            hand ^= np.int64(1) << np.int64(dealing.pack[dealing.places[at]])
            at += 1
        if hand:
            return False
    return True
