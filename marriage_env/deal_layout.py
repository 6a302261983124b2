"""How a game deals its pack, found by the contract alone: which places of the pack matter, and how.

The cards of a hand are a set, and a card that everybody sees lies in a place of its own; what the
order of the rest (the talon) is does not matter to play.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from marriage_env.compiler.jit import records
from marriage_env.game import Game, Match, Records


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


def begun(game: Game, match: Match) -> Records:
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


def _unseen_by_all(game: Game, states: Records, players: int) -> int:
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
