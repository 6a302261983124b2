"""The events of a match, which account for every chip: rows of numbers, and typed records of them.

An engine writes rows into a log that the caller owns (an array without rows switches logging off).
An event's chips are the difference since the event before, so that they always sum to the totals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from marriage_env.compiler.jit import jit
from marriage_env.core.cards import names_of

MAX_PLAYERS = 10
# Columns of a row: kind, seat (-1 the whole table), deal, trick (-1 none), set of cards, box (-1
# none); then what moved: from CHIPS on for MAX_PLAYERS seats, from BOXES on for each box.
# Row 0 of a log holds the number of events, and chips and boxes as the last event left them.
KIND, SEAT, DEAL, TRICK, CARDS, BOX, CHIPS = range(7)
BOXES = CHIPS + MAX_PLAYERS
# The most events of one action, and how many rows may wait before they are taken.
_MOST_ROWS, _WAITING_ROWS = 160, 96


def no_log(num_boxes: int) -> NDArray[np.int64]:
    """A log without rows, for a table with `num_boxes` places for chips."""
    return np.zeros((0, BOXES + num_boxes), np.int64)


def new_log(num_boxes: int) -> NDArray[np.int64]:
    """An empty log; once `is_full`, its rows must be taken before the next action."""
    return np.zeros((_MOST_ROWS + _WAITING_ROWS, BOXES + num_boxes), np.int64)


@jit
def write_row(log, t, boxes, kind, seat, trick, cards, box):
    """Write an event into a log that has rows, with the chips that moved since the last one.

    `boxes` are the chips in each place on the table.
    """
    log[0, 0] += 1
    row = log[0, 0]
    log[row, KIND] = kind
    log[row, SEAT] = seat
    log[row, DEAL] = t.deal
    log[row, TRICK] = trick
    log[row, CARDS] = cards
    log[row, BOX] = box
    for player in range(MAX_PLAYERS):
        log[row, CHIPS + player] = t.chips[player] - log[0, CHIPS + player]
        log[0, CHIPS + player] = t.chips[player]
    for place in range(boxes.shape[0]):
        log[row, BOXES + place] = boxes[place] - log[0, BOXES + place]
        log[0, BOXES + place] = boxes[place]


@dataclass(frozen=True)
class Event:
    """One event: who did what, the chips that moved, and the clause of the rules."""

    kind: IntEnum  # the game's EventKind
    seat: int | None  # who did it or was paid; None for the whole table
    cards: tuple[str, ...]  # the cards laid, shown or turned up
    chips: tuple[int, ...]  # chips each seat got (+) or paid (-)
    boxes: dict[str, int]  # chips that went into (+) or out of (-) each place that changed
    clause: str
    deal: int  # 0-based
    trick: int | None  # 0-based; None before and after the play of a deal, and where none are taken
    box: str | None  # the box (double, saucer) claimed, taken, or paid from or into


def event_from(
    row: NDArray[Any],
    num_players: int,
    kind: IntEnum,
    clause: str,
    places: Sequence[str],
    trick: int | None,
) -> Event:
    """The typed event of one row; `places` are the names of the places for chips."""
    return Event(
        kind=kind,
        seat=int(row[SEAT]) if row[SEAT] >= 0 else None,
        cards=tuple(names_of(row[CARDS])),
        chips=tuple(int(x) for x in row[CHIPS : CHIPS + num_players]),
        boxes={name: int(row[BOXES + k]) for k, name in enumerate(places) if row[BOXES + k]},
        clause=clause,
        deal=int(row[DEAL]),
        trick=trick,
        box=places[row[BOX]] if row[BOX] >= 0 else None,
    )


def is_full(log: NDArray[np.int64]) -> bool:
    """Whether the rows must be taken now: the events of one more action might not fit."""
    return bool(log[0, 0] > _WAITING_ROWS)


def take_rows(log: NDArray[np.int64]) -> NDArray[np.int64]:
    """The rows written since the last call, as a copy; empties the log."""
    rows: NDArray[np.int64] = log[1 : log[0, 0] + 1].copy()
    log[0, 0] = 0
    return rows


def start_log(log: NDArray[np.int64]) -> None:
    """Reset a log for a new match."""
    log[0] = 0
