"""What happened at the table, as typed events that account for every chip.

The engine writes rows of numbers into a log that the caller owns (an array without rows switches
this off). The chips of an event are the difference since the event before, so their sum is right by
construction.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from marriage_env.cards import names_of
from marriage_env.jit import jit
from marriage_env.mariage.rules import MAX_PLAYERS
from marriage_env.mariage.state import NUM_BOXES, Box


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
}

# Row 0 of a log holds the number of events, and chips and boxes as the last event left them.
_KIND, _SEAT, _DEAL, _TRICK, _CARDS, _CHIPS = range(6)
_BOXES = _CHIPS + MAX_PLAYERS
_WIDTH = _BOXES + NUM_BOXES
# Room for everything that one action can set off, and rows that may wait before they are taken.
_MOST_ROWS, _WAITING_ROWS = 160, 96
NO_LOG = np.zeros((0, _WIDTH), np.int64)


def new_log() -> NDArray[np.int64]:
    """An empty log; `is_full` says when its rows must be taken before the next action."""
    return np.zeros((_MOST_ROWS + _WAITING_ROWS, _WIDTH), np.int64)


@jit
def note(g, log, kind, seat, cards):
    """Write an event: what moved since the one before belongs to it."""
    if log.shape[0] == 0:
        return
    t = g.table
    log[0, 0] += 1
    row = log[0, 0]
    log[row, _KIND] = kind
    log[row, _SEAT] = seat
    log[row, _DEAL] = t.deal
    log[row, _TRICK] = t.trick
    log[row, _CARDS] = cards
    for player in range(MAX_PLAYERS):
        log[row, _CHIPS + player] = t.chips[player] - log[0, _CHIPS + player]
        log[0, _CHIPS + player] = t.chips[player]
    for box in range(NUM_BOXES):
        log[row, _BOXES + box] = t.boxes[box] - log[0, _BOXES + box]
        log[0, _BOXES + box] = t.boxes[box]


@dataclass(frozen=True)
class Event:
    """One thing that happened: who, what, the chips that moved, and the clause that says so."""

    kind: EventKind
    seat: int | None  # who did it or was paid; None for the whole table
    cards: tuple[str, ...]  # the cards laid, shown or turned up
    chips: tuple[int, ...]  # chips each seat got (+) or paid (-)
    boxes: dict[str, int]  # chips that went into (+) or out of (-) each box that changed
    clause: str
    deal: int  # 0-based
    trick: int | None  # 0-based; None before and after the play of a deal


def is_full(log: NDArray[np.int64]) -> bool:
    """Whether the rows must be taken now: what one more action sets off may find no room."""
    return bool(log[0, 0] > _WAITING_ROWS)


def take_rows(log: NDArray[np.int64]) -> NDArray[np.int64]:
    """The rows written since the last call, as a copy; the log is free for more."""
    rows: NDArray[np.int64] = log[1 : log[0, 0] + 1].copy()
    log[0, 0] = 0
    return rows


def start_log(log: NDArray[np.int64]) -> None:
    """Forget everything, for a new match."""
    log[0] = 0


def event_of(row: NDArray[Any], num_players: int) -> Event:
    """The typed event of one row."""
    kind = EventKind(int(row[_KIND]))
    trick = int(row[_TRICK])
    in_play = EventKind.REVOKE <= kind <= EventKind.FOOL_BEATEN
    return Event(
        kind=kind,
        seat=int(row[_SEAT]) if row[_SEAT] >= 0 else None,
        cards=tuple(names_of(row[_CARDS])),
        chips=tuple(int(x) for x in row[_CHIPS : _CHIPS + num_players]),
        boxes={box.name: int(row[_BOXES + box]) for box in Box if row[_BOXES + box]},
        clause=CLAUSES[kind],
        deal=int(row[_DEAL]),
        trick=trick if in_play else None,
    )
