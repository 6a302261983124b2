"""What a picture of Mariage's table shows (marriage_env.core.scene), of a VIEW or a STATE."""

from __future__ import annotations

from typing import Any

import numpy as np

from marriage_env.core import trick_scene as parts
from marriage_env.core.cards import QUEEN, card_id, card_symbol
from marriage_env.core.scene import Place, PlaceKind, Scene, Seat, Turn
from marriage_env.mariage.rules import HAND_SIZE, Point
from marriage_env.mariage.state import BOX_NAMES, NUM_TRICKS, Box, Phase

_WINNERS = {  # M4.2, M4.3
    Box.MARIAGE: ("HK", "HQ"),
    Box.FOOL: ("DJ",),
    Box.KING: ("HK",),
    Box.QUEEN: ("HQ",),
}


def scene(records: np.ndarray[Any, Any], legal: int = 0) -> Scene:
    """The table of (1,) VIEW or STATE; `legal` are the actions of a VIEW's seat if it is to act."""
    record = records[0]
    table = record["table"]
    trick = parts.shown_trick(table, NUM_TRICKS)
    over = int(table["deal"]) >= int(table["deals"])
    return Scene(
        title="Mariage",
        deal=min(int(table["deal"]) + 1, int(table["deals"])),
        deals=int(table["deals"]),
        observer=None if parts.is_open(records) else int(record["seat"]),
        seats=tuple(_seat(record, seat, trick, legal) for seat in range(table["num_players"])),
        hand_cards=HAND_SIZE,
        places=boxes(table),
        turn_up=int(table["turn_up"]),
        trump=int(table["trump"]),
        tricks=NUM_TRICKS,
        trick=trick + 1,
        laid=parts.cards_laid(table, trick),
        taken_by=int(table["taker"][trick]),
        over=over,
    )


def boxes(table: Any) -> tuple[Place, ...]:
    """M2.1: the five boxes of a TABLE record, their chips, and what wins them."""
    counted = table["rules"]["point"] == Point.COUNT
    longest = "most of\na suit" if counted else "longest\nrun"
    return tuple(
        Place(
            BOX_NAMES[box],
            PlaceKind.BOX,
            int(table["boxes"][box]),
            tuple(card_id(*card) for card in _WINNERS.get(box, ())),
            "" if box in _WINNERS else longest,
        )
        for box in Box
    )


def _seat(record: Any, seat: int, trick: int, legal: int) -> Seat:
    table = record["table"]
    size = HAND_SIZE - int((table["laid"][:, seat] >= 0).sum())
    turn = parts.turn_of(record, seat, NUM_TRICKS)
    return Seat(
        seat=seat,
        chips=int(table["chips"][seat]),
        hand=parts.hand_of(record, seat, size, parts.legal_of(record, seat, legal)),
        tricks=int(table["won"][seat]),
        dealer=bool(table["dealer"] == seat),
        turn=turn,
        note=_note(record, seat, trick, turn),
    )


def _note(record: Any, seat: int, trick: int, turn: Turn) -> str:
    phase = parts.phase_of(record, seat)
    if phase == Phase.QUEEN:
        return f"asked for {card_symbol(13 * int(record['asked_suit']) + QUEEN)}"
    if phase == Phase.DECLARE:
        return "to declare"
    if phase:
        return "to play"
    kept = parts.kept_note(record["table"], trick, seat)
    return kept or ("next in turn" if turn is Turn.NEXT else "")
