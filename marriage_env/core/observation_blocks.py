"""Observation vectors as named blocks, for every game: their layout, and how they are written.

Blocks with an entry per seat begin with the observer and go on clockwise.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import prod

import numpy as np
from numpy.typing import NDArray

from marriage_env.compiler.jit import jit
from marriage_env.core.arguments import as_int
from marriage_env.core.cards import NUM_CARDS
from marriage_env.core.stores import store_set

MOST = 127  # chips saturate here
_MOST_PLAYERS = 10


@dataclass(frozen=True)
class Block:
    """A named part of an observation, with its bounds."""

    name: str
    shape: Callable[[int], tuple[int, ...]]  # from the number of players
    low: int
    high: int
    meaning: str


@dataclass(frozen=True)
class Layout:
    """The blocks of a game's observations, in their order."""

    blocks: tuple[Block, ...]

    def places(self, num_players: int) -> dict[str, slice]:
        """Each block's slice of the vector, by name, for a number of players."""
        num_players = _players(num_players)
        places, start = {}, 0
        for block in self.blocks:
            places[block.name] = slice(start, start + prod(block.shape(num_players)))
            start = places[block.name].stop
        return places

    def length(self, num_players: int) -> int:
        """The number of values of an observation."""
        num_players = _players(num_players)
        return sum(prod(block.shape(num_players)) for block in self.blocks)

    def bounds(self, num_players: int) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
        """The least and greatest value of every entry, each (length,) int8."""
        num_players = _players(num_players)
        low, high = np.zeros((2, self.length(num_players)), np.int8)
        for block, place in zip(self.blocks, self.places(num_players).values(), strict=True):
            low[place] = block.low
            high[place] = block.high
        return low, high

    def unpack(
        self, observation: NDArray[np.int8], num_players: int
    ) -> dict[str, NDArray[np.int8]]:
        """The blocks of an observation (..., length) by name, each (..., *shape).

        They share its memory. Raises ValueError for an array of another length.
        """
        num_players = _players(num_players)
        places, length = self.places(num_players), self.length(num_players)
        if not isinstance(observation, np.ndarray) or observation.shape[-1:] != (length,):
            raise ValueError(
                f"observation of shape {np.shape(observation)}: expected (..., {length}) for "
                f"{num_players} players"
            )
        return {
            block.name: observation[..., places[block.name]].reshape(
                observation.shape[:-1] + block.shape(num_players)
            )
            for block in self.blocks
        }


def _players(num_players: object) -> int:
    return as_int("num_players", num_players, 1, _MOST_PLAYERS)


@jit
def clip(value):
    """Chips, saturated so that an int8 holds them."""
    return min(max(value, -MOST), MOST)


@jit
def put_set(out, at, cards):
    """Write a set of cards into the 52 places from `at` on, by card id; returns the place after."""
    store_set(out, at, cards, NUM_CARDS)
    return at + NUM_CARDS


@jit
def after(seat, n):
    """The next seat of n; cheaper than a remainder."""
    return seat + 1 if seat + 1 < n else 0


@jit
def distance(first, seat, n):
    """How many seats of n a seat sits to the left of `first`."""
    return seat - first if seat >= first else seat - first + n
