"""All deals of a game, found by its contract alone: which places of the pack matter, and how.

The cards of a hand are a set, and a card that everybody sees lies in a place of its own; what the
order of the rest (the talon) is does not matter to play. So a deal is a division of the pack into
such groups, and deal number k is found by counting.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from marriage_env.compiler.jit import jit, records
from marriage_env.game import Game, Match


@dataclass(frozen=True)
class DealLayout:
    """How the cards of a game are dealt when seat 0 sits at the dealer's left."""

    cards: NDArray[np.int64]  # (pack,) the cards of the pack, by id
    groups: NDArray[np.int64]  # sizes of the groups: each hand by seat, then every card turned up
    places: NDArray[np.int64]  # (pack,) places in the pack: the groups one after another, the talon
    num_deals: int

    @property
    def talon(self) -> int:
        """The number of cards whose place does not matter."""
        return int(len(self.cards) - self.groups.sum())


def begun(game: Game, match: Match) -> np.ndarray[Any, Any]:
    """(1,) STATE of such a match with a shuffled pack; seat 0 sits at the dealer's left."""
    states = game.new_games(1, match)
    states["stream"] = 1
    no_chance = game.chance_rows(None, match.num_players)
    game.reset(states, 0, no_chance, game.no_log, match.num_players - 1)
    return states


def deal_layout(game: Game, match: Match) -> DealLayout:
    """The layout of a game's deals."""
    states = begun(game, match)
    pack = states["pack"][0]
    size = int((pack >= 0).sum())
    hands = [int(hand) for hand in states["hands"][0][: match.num_players]]
    unseen = _unseen_by_all(game, states, match.num_players)
    groups: list[list[int]] = [[] for _ in hands]
    turned_up, talon = [], []
    for place in range(size):
        holder = [seat for seat, hand in enumerate(hands) if hand >> int(pack[place]) & 1]
        if holder:
            groups[holder[0]].append(place)
        elif unseen >> int(pack[place]) & 1:
            talon.append(place)
        else:
            turned_up.append([place])
    groups += turned_up
    sizes = [len(group) for group in groups]
    places = [place for group in [*groups, talon] for place in group]
    deals = _multinomial([*sizes, len(talon)])
    return DealLayout(
        np.sort(pack[:size]).astype(np.int64), np.array(sizes), np.array(places), deals
    )


def _unseen_by_all(game: Game, states: np.ndarray[Any, Any], players: int) -> int:
    """The cards whose places no seat is shown, its own hand apart."""
    unseen = -1
    evidence = records(1, game.worlds.evidence)
    for seat in range(players):
        game.worlds.gather(game.view_of(states, 0, seat), 0, evidence, 0)
        unseen &= int(evidence["unseen"][0]) | int(states["hands"][0][seat])
    return unseen


def _multinomial(sizes: Sequence[int]) -> int:
    left, found = sum(sizes), 1
    for size in sizes:
        found *= math.comb(left, size)
        left -= size
    return found


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
