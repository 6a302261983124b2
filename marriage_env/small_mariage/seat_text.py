"""Small Mariage as one seat sees it, in phrases made from its VIEW alone."""

from __future__ import annotations

from typing import Any

import numpy as np

from marriage_env.contract_parts import SeatTexts
from marriage_env.core.kings_call_text import (
    best_card,
    queen_question,
    queen_reasons,
    trick_cells,
    trump_line,
    turn_question,
    turn_reasons,
)
from marriage_env.core.phrases import Phrase, Reason
from marriage_env.small_mariage.card_strength import MARRIED, power
from marriage_env.small_mariage.legal import lawful
from marriage_env.small_mariage.rules import Follow, Offences
from marriage_env.small_mariage.state import Phase
from marriage_env.small_mariage.words_en import WORDS as ENGLISH
from marriage_env.small_mariage.words_ru import WORDS as RUSSIAN

Records = np.ndarray[Any, Any]


def _cells(views: Records, seat: int) -> list[list[Phrase]]:
    table = views[0]["table"]
    return trick_cells(table, seat, int(table["rules"]["hand_cards"]))


def _question(views: Records) -> Phrase:
    view = views[0]
    table = view["table"]
    if view["asked"] == Phase.QUEEN:
        return queen_question(view, table["rules"]["offences"] != Offences.NONE)
    return turn_question(table, best_card(table, power, MARRIED))


def _reasons(views: Records) -> list[Reason]:
    view = views[0]
    if view["asked"] == Phase.QUEEN:
        return queen_reasons(view)
    if view["asked"] != Phase.TURN:
        return []
    table = view["table"]
    best = best_card(table, power, MARRIED)
    allowed = int(lawful(table, int(view["seat"]), view["hand"], best.power))
    return turn_reasons(view, best, allowed, table["rules"]["follow"] == Follow.BEAT)


SEAT_TEXTS = SeatTexts(
    words={"en": ENGLISH, "ru": RUSSIAN},
    ranks=lambda views: "QJKA",
    lines=lambda views: [trump_line(views[0]["table"])],
    columns=("column.tricks", "column.trick", "column.known"),
    cells=_cells,
    question=_question,
    reasons=_reasons,
)
