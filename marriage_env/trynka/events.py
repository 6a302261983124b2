"""What can happen in Trynka, and how the engine notes it in a log (marriage_env.core.events)."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from marriage_env.compiler.jit import jit
from marriage_env.core import events
from marriage_env.core.events import KIND, Event, event_from, write_row
from marriage_env.trynka.state import NUM_PLACES, PLACE_NAMES


class EventKind(IntEnum):
    """What can happen; `CLAUSES` gives the clause of each kind."""

    STAKES = 0
    DEAL = 1
    TRYNKA_SHOWN = 2
    TRYNKA = 3
    MARIAGE = 4
    DOUBLE_HELD = 5
    # A card laid, by How.
    WENT_ON = 6
    TOOK_OVER = 7
    CAME_ROUND = 8
    BEGAN = 9
    DOUBLE_WON = 10
    MISS = 11
    OUT = 12
    MATCH_END = 13


CLAUSES = {
    EventKind.STAKES: "T2",
    EventKind.DEAL: "T1",
    EventKind.TRYNKA_SHOWN: "T3.1",
    EventKind.TRYNKA: "T3.1",
    EventKind.MARIAGE: "T3.2",
    EventKind.DOUBLE_HELD: "T3.3",
    EventKind.WENT_ON: "T4",
    EventKind.TOOK_OVER: "T4.2",
    EventKind.CAME_ROUND: "T4.2",
    EventKind.BEGAN: "T4.2",
    EventKind.DOUBLE_WON: "T4.1",
    EventKind.MISS: "T4.3",
    EventKind.OUT: "T5",
    EventKind.MATCH_END: "T5",
}
NO_LOG = events.no_log(NUM_PLACES)


def new_log() -> NDArray[np.int64]:
    """An empty log for Trynka's doubles and saucers."""
    return events.new_log(NUM_PLACES)


@jit
def note(g, log, kind, seat, cards):
    """Write an event: what moved since the one before belongs to it."""
    if log.shape[0]:  # handing arrays on for nothing costs time in every move
        note_place(g, log, kind, seat, cards, -1)


@jit
def note_place(g, log, kind, seat, cards, place):
    """Write an event that is about one double or saucer."""
    if log.shape[0]:
        write_row(log, g.table, g.table.places, kind, seat, -1, cards, place)


def event_of(row: NDArray[Any], num_players: int) -> Event:
    """The typed event of one row."""
    kind = EventKind(int(row[KIND]))
    return event_from(row, num_players, kind, CLAUSES[kind], PLACE_NAMES, None)
