"""The features of Mariage: the numbers that a learned agent reads off a view.

A row is as `agents.game_agents.Features` says: the table (`TABLE_BLOCKS`, then `SEAT_BLOCKS` of
each seat), then each card in hand (`CARD_BLOCKS`, five slots). The trump suit comes first, ranks
are in the order of their strength, and seats clockwise from the observer, so that what is learned
of one suit holds for all four.
Unlike the environment's observation they are a summary: who laid which card to an earlier trick,
for instance, is not in them, only what that proves of the hidden cards.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.mariage.card_chances import read_chances
from agents.mariage.card_features import CARD_WIDTH, write_cards
from agents.mariage.expert import WEIGHTS, look_out
from agents.mariage.table_features import (
    SEAT_WIDTH,
    TABLE_WIDTH,
    cards_of_trick,
    write_seats,
    write_table,
)
from marriage_env.compiler.jit import jit, records
from marriage_env.mariage.evidence import EVIDENCE, gather
from marriage_env.mariage.rules import HAND_SIZE

FEATURES_VERSION = 1
NO_CARD = 62  # the id of an empty slot: the place after the last action


def table_width(seats: int) -> int:
    """Places of the table's part when seats are padded to `seats`."""
    return TABLE_WIDTH + SEAT_WIDTH * seats


def width(seats: int) -> int:
    """Places of a row when seats are padded to `seats`."""
    return table_width(seats) + HAND_SIZE * (CARD_WIDTH + 1) + 1


@jit
def encode(views, j, seats, evidence, chances, out):
    """Write the features of `views[j]`, of a seat to act, into `out`, (width(seats),)."""
    v, e = views[j], evidence[0]
    t = v.table
    gather(views, j, evidence, 0)
    read_chances(t, e, v.seat, chances[0], chances[1])
    out[:] = 0.0
    o, on_table = look_out(v, WEIGHTS), cards_of_trick(t)
    at = write_table(v, o, on_table, chances, out)
    write_seats(v, e, o.best, out, at)
    write_cards(v, e, o, on_table, chances, NO_CARD, out, at + SEAT_WIDTH * seats)


@jit
def _encode_all(views, seats, evidence, chances, out):
    for j in range(views.shape[0]):
        encode(views, j, seats, evidence, chances, out[j])


def encode_views(views: np.ndarray[Any, Any], seats: int) -> NDArray[np.float32]:
    """The features of every view, (B, width(seats)) float32."""
    out = np.empty((len(views), width(seats)), np.float32)
    _encode_all(views, seats, records(1, EVIDENCE), np.zeros((2, 52), np.float32), out)
    return out
