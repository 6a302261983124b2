"""What can happen in Small Mariage, and how the engine notes it (marriage_env.core.events)."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from marriage_env.compiler.jit import jit
from marriage_env.core import events
from marriage_env.core.events import KIND, TRICK, Event, event_from, write_row
from marriage_env.small_mariage.state import NO_PLACES, PLACES


class EventKind(IntEnum):
    """What can happen; `CLAUSES` gives the clause of each kind."""

    DEAL = 0
    CARD = 1
    QUEEN_LAID = 2
    WITHHELD = 3
    TRICK = 4
    PRIZE = 5
    NO_PRIZE = 6
    MATCH_END = 7


CLAUSES = {
    EventKind.DEAL: "S3.2",
    EventKind.CARD: "S4.2",
    EventKind.QUEEN_LAID: "S5.5",
    EventKind.WITHHELD: "S5.3",
    EventKind.TRICK: "S4.3",
    EventKind.PRIZE: "S6.1",
    EventKind.NO_PRIZE: "S6.1",
    EventKind.MATCH_END: "S6.2",
}
NO_LOG = events.no_log(len(PLACES))


def new_log() -> NDArray[np.int64]:
    """An empty log for a table on which no chips lie."""
    return events.new_log(len(PLACES))


@jit
def note(g, log, kind, seat, cards):
    """Write an event: what moved since the one before belongs to it."""
    if log.shape[0]:
        write_row(log, g.table, NO_PLACES, kind, seat, g.table.trick, cards, -1)


def event_of(row: NDArray[Any], num_players: int) -> Event:
    """The typed event of one row."""
    kind = EventKind(int(row[KIND]))
    in_play = EventKind.CARD <= kind <= EventKind.TRICK
    trick = int(row[TRICK]) if in_play else None
    return event_from(row, num_players, kind, CLAUSES[kind], PLACES, trick)
