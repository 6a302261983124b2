"""Trynka as one seat sees it, in phrases made from its VIEW alone."""

from __future__ import annotations

from typing import Any

import numpy as np

from marriage_env.contract_parts import SeatTexts
from marriage_env.core.cards import NUM_RANKS, RANKS, pack_for, parse_card
from marriage_env.core.phrases import Cards, Count, Phrase, Place, Rank, Reason, Seat, phrase
from marriage_env.trynka.clubs import KING_OF_CLUBS
from marriage_env.trynka.legal import fitting, wanted
from marriage_env.trynka.rules import Offences
from marriage_env.trynka.state import NUM_DOUBLES, PLACE_NAMES, How, Phase
from marriage_env.trynka.words_en import WORDS as ENGLISH
from marriage_env.trynka.words_ru import WORDS as RUSSIAN

Records = np.ndarray[Any, Any]


def _ranks(views: Records) -> str:
    used = {card % NUM_RANKS for card in pack_for(int(views[0]["table"]["num_players"]))}
    return "".join(RANKS[rank] for rank in sorted(used, reverse=True))


def _lines(views: Records) -> list[Phrase]:
    table = views[0]["table"]
    chips = [
        phrase("line.place", box=Place(name), chips=number)
        for name, number in zip(PLACE_NAMES, table["places"].tolist(), strict=True)
    ]
    doubles, saucers = chips[:NUM_DOUBLES], chips[NUM_DOUBLES:]
    lines = [
        phrase("line.dealer", who=Seat(table["dealer"])),
        phrase("line.doubles", boxes=doubles),
        phrase("line.saucers", boxes=saucers),
    ]
    if pile := _pile(table):
        lines.append(phrase("line.pile", boxes=pile))
    return lines


def _pile(table: Any) -> list[Phrase]:
    """The cards of the pile being laid, from its first."""
    cards: list[Phrase] = []
    for place in range(int(table["number"])):
        if table["how"][place] == How.BEGAN:
            cards = []
        cards.append(phrase("cell.cards", cards=Cards(1 << int(table["laid"][place]))))
    return cards


def _cells(views: Records, seat: int) -> list[list[Phrase]]:
    table = views[0]["table"]
    known = int(table["known"][seat])
    last = [
        phrase("cell.cards", cards=Cards(1 << int(table["laid"][place])))
        for place in range(int(table["number"]))
        if table["layer"][place] == seat
    ]
    return [
        [phrase("cell.number", number=_hand_size(table, seat))],
        last[-1:],
        [phrase("cell.cards", cards=Cards(known))] if known else [],
    ]


def _hand_size(table: Any, seat: int) -> int:
    """T1: the cards that a seat still has, by those it was dealt and those it has laid."""
    players = int(table["num_players"])
    size, more = divmod(len(pack_for(players)), players)
    from_eldest = (seat - int(table["dealer"]) - 1) % players
    laid = int((table["layer"][: int(table["number"])] == seat).sum())
    return size + (from_eldest < more) - laid


def _question(views: Records) -> Phrase:
    view = views[0]
    table = view["table"]
    if view["asked"] == Phase.BEGIN:
        return phrase("question.begin")
    if view["asked"] == Phase.KING:
        return phrase("question.king", cards=Cards(1 << KING_OF_CLUBS))
    rank = Rank(wanted(table))
    if table["rules"]["offences"] == Offences.NONE:
        return phrase("question.turn_must", rank=rank)
    winning = int(fitting(table, view["hand"])) & sum(1 << card for card in _DOUBLES)
    if not winning:
        return phrase("question.turn", rank=rank)
    chips = sum(
        int(table["places"][place]) for place, card in enumerate(_DOUBLES) if winning >> card & 1
    )
    return phrase("question.turn_winning", rank=rank, cards=Cards(winning), chips=Count(chips))


_DOUBLES = [parse_card(name) for name in PLACE_NAMES[:NUM_DOUBLES]]


def _reasons(views: Records) -> list[Reason]:
    view = views[0]
    table, hand = view["table"], int(view["hand"])
    if view["asked"] == Phase.KING:
        others = hand & ~(1 << KING_OF_CLUBS)
        return [Reason(others, phrase("reason.king"))] if others else []
    if view["asked"] != Phase.TURN:
        return []
    others = hand & ~int(fitting(table, view["hand"]))
    rank = Rank(wanted(table))
    return [Reason(others, phrase("reason.rank", rank=rank))] if others else []


SEAT_TEXTS = SeatTexts(
    words={"en": ENGLISH, "ru": RUSSIAN},
    ranks=_ranks,
    lines=_lines,
    columns=("column.cards", "column.last", "column.known"),
    cells=_cells,
    question=_question,
    reasons=_reasons,
)
