"""What a picture of Small Mariage's table shows (marriage_env.core.scene), of a VIEW or a STATE."""

from __future__ import annotations

from typing import Any

import numpy as np

from marriage_env.core import trick_scene as parts
from marriage_env.core.cards import QUEEN, card_symbol
from marriage_env.core.scene import Scene, Seat, Turn
from marriage_env.small_mariage.state import Phase


def scene(records: np.ndarray[Any, Any], legal: int = 0) -> Scene:
    """The table of (1,) VIEW or STATE; `legal` are the actions of a VIEW's seat if it is to act."""
    record = records[0]
    table = record["table"]
    tricks = int(table["rules"]["hand_cards"])
    trick = parts.shown_trick(table, tricks)
    return Scene(
        title="Small Mariage",
        deal=min(int(table["deal"]) + 1, int(table["deals"])),
        deals=int(table["deals"]),
        observer=None if parts.is_open(records) else int(record["seat"]),
        seats=tuple(_seat(record, seat, trick, legal) for seat in range(table["num_players"])),
        hand_cards=tricks,
        turn_up=int(table["turn_up"]),
        trump=int(table["trump"]),
        tricks=tricks,
        trick=trick + 1,
        laid=parts.cards_laid(table, trick),
        taken_by=int(table["taker"][trick]),
        over=bool(table["deal"] >= table["deals"]),
    )


def _seat(record: Any, seat: int, trick: int, legal: int) -> Seat:
    table = record["table"]
    tricks = int(table["rules"]["hand_cards"])
    size = tricks - int((table["laid"][:tricks, seat] >= 0).sum())
    turn = parts.turn_of(record, seat, tricks)
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
    if phase:
        return "to play"
    kept = parts.kept_note(record["table"], trick, seat)
    return kept or ("next in turn" if turn is Turn.NEXT else "")
