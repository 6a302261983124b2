"""The features of small Mariage: the numbers that a learned agent reads off a view.

A row is as `agents.game_agents.Features` says: the table (`TABLE_BLOCKS`, then `SEAT_BLOCKS` of
each seat, clockwise from the observer), then each card in hand (`CARD_BLOCKS`, three slots).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.small_mariage.card_features import CARD_WIDTH, write_cards
from agents.small_mariage.expert import look_out
from agents.small_mariage.table_features import SEAT_WIDTH, TABLE_WIDTH, write_seats, write_table
from marriage_env.compiler.jit import jit
from marriage_env.small_mariage.actions import NUM_ACTIONS
from marriage_env.small_mariage.rules import LARGEST_HAND

FEATURES_VERSION = 1
NO_CARD = NUM_ACTIONS  # the id of an empty slot: the place after the last action


def table_width(seats: int) -> int:
    """Places of the table's part when seats are padded to `seats`."""
    return TABLE_WIDTH + SEAT_WIDTH * seats


def width(seats: int) -> int:
    """Places of a row when seats are padded to `seats`."""
    return table_width(seats) + LARGEST_HAND * (CARD_WIDTH + 1) + 1


@jit
def encode(views, j, seats, out):
    """Write the features of `views[j]`, of a seat to act, into `out`, (width(seats),)."""
    v = views[j]
    out[:] = 0.0
    at = write_table(v, out)
    write_seats(v, out, at)
    write_cards(v, look_out(v), NO_CARD, out, at + SEAT_WIDTH * seats)


@jit
def _encode_all(views, seats, out):
    for j in range(views.shape[0]):
        encode(views, j, seats, out[j])


def encode_views(views: np.ndarray[Any, Any], seats: int) -> NDArray[np.float32]:
    """The features of every view, (B, width(seats)) float32."""
    out = np.empty((len(views), width(seats)), np.float32)
    _encode_all(views, seats, out)
    return out
