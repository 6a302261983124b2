"""The features of Trynka: the numbers that a learned agent reads off a view.

A row is as `agents.game_agents.Features` says: the table (`TABLE_BLOCKS`, then `SEAT_BLOCKS` of
each seat, clockwise from the observer), then each card in hand (`CARD_BLOCKS`, twelve slots). Suits
matter for the winning clubs alone, so that everything else is by rank.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.trynka.action_worth import NUM_WORTHS, write_worths
from agents.trynka.card_chances import likely_cards
from agents.trynka.card_features import CARD_WIDTH, write_cards
from agents.trynka.table_features import SEAT_WIDTH, TABLE_WIDTH, write_seats, write_table
from marriage_env.compiler.jit import jit, records
from marriage_env.trynka.actions import NUM_ACTIONS
from marriage_env.trynka.evidence import EVIDENCE, gather
from marriage_env.trynka.rules import LARGEST_HAND, MAX_PLAYERS

FEATURES_VERSION = 1
NO_CARD = NUM_ACTIONS  # the id of an empty slot: the place after the last action


def table_width(seats: int) -> int:
    """Places of the table's part when seats are padded to `seats`."""
    return TABLE_WIDTH + SEAT_WIDTH * seats


def width(seats: int) -> int:
    """Places of a row when seats are padded to `seats`."""
    return table_width(seats) + LARGEST_HAND * (CARD_WIDTH + 1) + 1


@jit
def encode(views, j, seats, evidence, likely, worth, out):
    """Write the features of `views[j]`, of a seat to act, into `out`, (width(seats),)."""
    v, e = views[j], evidence[0]
    gather(views, j, evidence, 0)
    likely_cards(v, e, likely)
    write_worths(v, worth)
    out[:] = 0.0
    at = write_table(v, worth, out)
    write_seats(v, e, likely, out, at)
    write_cards(v, worth, NO_CARD, out, at + SEAT_WIDTH * seats)


@jit
def _encode_all(views, seats, evidence, likely, worth, out):
    for j in range(views.shape[0]):
        encode(views, j, seats, evidence, likely, worth, out[j])


def encode_views(views: np.ndarray[Any, Any], seats: int) -> NDArray[np.float32]:
    """The features of every view, (B, width(seats)) float32."""
    out = np.empty((len(views), width(seats)), np.float32)
    evidence, likely = records(1, EVIDENCE), np.zeros((MAX_PLAYERS, 13), np.float32)
    _encode_all(views, seats, evidence, likely, np.zeros(NUM_WORTHS), out)
    return out
