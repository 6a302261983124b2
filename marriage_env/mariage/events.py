"""What can happen in Mariage, and how the engine notes it in a log (marriage_env.core.events)."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from marriage_env.compiler.jit import jit
from marriage_env.core import events
from marriage_env.core.events import KIND, TRICK, Event, event_from, take_rows, write_row
from marriage_env.mariage.state import BOX_NAMES, NUM_BOXES

__all__ = ["CLAUSES", "NO_LOG", "Event", "EventKind", "event_of", "new_log", "note", "take_rows"]


class EventKind(IntEnum):
    """What can happen; `CLAUSES` gives the clause of each kind."""

    MISSED_DEAL = 0
    STAKES = 1
    MISDEAL = 2
    DEAL = 3
    POINT_SHOWN = 4
    BOX_CLAIMED = 5
    BOX_POINT = 6
    BOX_MARIAGE = 7
    BOX_FOOL = 8
    BOX_KING = 9
    BOX_QUEEN = 10
    HEARTS_MARRIAGE = 11
    HAND_MARRIAGE = 12
    REVOKE = 13
    CARD = 14
    QUEEN_LAID = 15
    WITHHELD = 16
    TRICK = 17
    FOOL_PAID = 18
    FOOL_BEATEN = 19
    NO_PRIZE = 20
    FINE = 21
    PRIZE = 22
    VOID_DEAL = 23
    FAULTY_PACK = 24
    FAULTY_PACK_FINE = 25
    MATCH_END = 26
    POINT_STAKES = 27


CLAUSES = {
    EventKind.MISSED_DEAL: "M10.1",
    EventKind.STAKES: "M2.2",
    EventKind.MISDEAL: "M10.2",
    EventKind.DEAL: "M3.2",
    EventKind.POINT_SHOWN: "M4.5",
    EventKind.BOX_CLAIMED: "M4.7",
    EventKind.BOX_POINT: "M4.1",
    EventKind.BOX_MARIAGE: "M4.2",
    EventKind.BOX_FOOL: "M4.3",
    EventKind.BOX_KING: "M4.3",
    EventKind.BOX_QUEEN: "M4.3",
    EventKind.HEARTS_MARRIAGE: "M4.2",
    EventKind.HAND_MARRIAGE: "M4.4",
    EventKind.REVOKE: "M9.1",
    EventKind.CARD: "M5.2",
    EventKind.QUEEN_LAID: "M6.5",
    EventKind.WITHHELD: "M6.3",
    EventKind.TRICK: "M5.3",
    EventKind.FOOL_PAID: "M7.1",
    EventKind.FOOL_BEATEN: "M7.1",
    EventKind.NO_PRIZE: "M8.1",
    EventKind.FINE: "M8.2",
    EventKind.PRIZE: "M8.2",
    EventKind.VOID_DEAL: "M10.3",
    EventKind.FAULTY_PACK: "M10.3",
    EventKind.FAULTY_PACK_FINE: "M10.3",
    EventKind.MATCH_END: "M8.3",
    EventKind.POINT_STAKES: "M2.2",
}

NO_LOG = events.no_log(NUM_BOXES)


def new_log() -> NDArray[np.int64]:
    """An empty log for Mariage's boxes."""
    return events.new_log(NUM_BOXES)


@jit
def note(g, log, kind, seat, cards):
    """Write an event: what moved since the one before belongs to it."""
    if log.shape[0]:  # in each: handing arrays on for nothing costs a fifth of a move
        note_box(g, log, kind, seat, cards, -1)


@jit
def note_box(g, log, kind, seat, cards, box):
    """Write an event that is about one box (-1: none)."""
    if log.shape[0]:
        note_at(g, log, kind, seat, g.table.trick, cards, box)


@jit
def note_at(g, log, kind, seat, trick, cards, box):
    """Write an event that is about one box (-1: none) and a trick (-1: none)."""
    if log.shape[0]:
        write_row(log, g.table, g.table.boxes, kind, seat, trick, cards, box)


def event_of(row: NDArray[Any], num_players: int) -> Event:
    """The typed event of one row."""
    kind = EventKind(int(row[KIND]))
    in_play = EventKind.REVOKE <= kind <= EventKind.FOOL_BEATEN or kind == EventKind.VOID_DEAL
    trick = int(row[TRICK]) if in_play else None
    return event_from(row, num_players, kind, CLAUSES[kind], BOX_NAMES, trick)
