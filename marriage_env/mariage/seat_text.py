"""Mariage as one seat sees it, in phrases made from its VIEW alone."""

from __future__ import annotations

from typing import Any

import numpy as np

from marriage_env.contract_parts import SeatTexts
from marriage_env.core.cards import NUM_RANKS, RANKS, pack_for
from marriage_env.core.kings_call_text import (
    best_card,
    queen_question,
    queen_reasons,
    trick_cells,
    trump_line,
    turn_question,
    turn_reasons,
)
from marriage_env.core.phrases import Count, Phrase, Place, Reason, phrase
from marriage_env.mariage.card_strength import MARRIED, RANK_PLACE, power
from marriage_env.mariage.legal import lawful
from marriage_env.mariage.rules import Follow, Offences
from marriage_env.mariage.state import BOX_NAMES, NUM_TRICKS, Phase
from marriage_env.mariage.words_en import WORDS as ENGLISH
from marriage_env.mariage.words_ru import WORDS as RUSSIAN

Records = np.ndarray[Any, Any]


def _ranks(views: Records) -> str:
    table = views[0]["table"]
    places = RANK_PLACE[int(table["rules"]["rank_order"])]
    used = {card % NUM_RANKS for card in pack_for(int(table["num_players"]))}
    return "".join(RANKS[rank] for rank in sorted(used, key=lambda rank: -places[rank]))


def _lines(views: Records) -> list[Phrase]:
    table = views[0]["table"]
    boxes = zip(BOX_NAMES, table["boxes"].tolist(), strict=True)
    chips = [phrase("line.box", box=Place(name), chips=number) for name, number in boxes]
    return [trump_line(table), phrase("line.boxes", boxes=chips)]


def _cells(views: Records, seat: int) -> list[list[Phrase]]:
    return trick_cells(views[0]["table"], seat, NUM_TRICKS)


def _question(views: Records) -> Phrase:
    view = views[0]
    table = view["table"]
    if view["asked"] == Phase.QUEEN:
        return queen_question(view, table["rules"]["offences"] != Offences.NONE)
    if view["asked"] == Phase.DECLARE:
        return phrase("question.declare")
    return turn_question(table, best_card(table, power, MARRIED))


def _reasons(views: Records) -> list[Reason]:
    view = views[0]
    if view["asked"] == Phase.DECLARE:
        return [Reason(int(view["hand"]), phrase("reason.declare"))]
    if view["asked"] == Phase.QUEEN:
        return queen_reasons(view)
    return _in_turn(view) if view["asked"] == Phase.TURN else []


def _in_turn(view: Any) -> list[Reason]:
    """At a seat's own turn: cards that are unlawful or, where that is allowed, revokes (M9.1)."""
    table, rules = view["table"], view["table"]["rules"]
    best = best_card(table, power, MARRIED)
    allowed = int(lawful(table, int(view["seat"]), view["hand"], best.power))
    reasons = turn_reasons(view, best, allowed, rules["follow"] == Follow.BEAT)
    if reasons and rules["offences"] == Offences.ALL:
        fine = Count(int(rules["revoke_fine"]) * (int(table["num_players"]) - 1))
        barred = int(view["hand"]) & ~allowed
        reasons.append(Reason(barred, phrase("reason.revoke", chips=fine)))
    return reasons


SEAT_TEXTS = SeatTexts(
    words={"en": ENGLISH, "ru": RUSSIAN},
    ranks=_ranks,
    lines=_lines,
    columns=("column.tricks", "column.trick", "column.known"),
    cells=_cells,
    question=_question,
    reasons=_reasons,
)
