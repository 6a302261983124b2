"""Trynka in words: the table and the events as sentences, and what a score sheet says besides.

All in letters that every terminal shows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from marriage_env.contract_parts import Texts
from marriage_env.core.cards import card_name, names_of
from marriage_env.core.events import Event
from marriage_env.trynka.events import EventKind
from marriage_env.trynka.scene import scene
from marriage_env.trynka.seat_text import SEAT_TEXTS
from marriage_env.trynka.state import PLACE_NAMES, How, Phase

_QUESTIONS = {
    Phase.BEGIN: "to begin a pile",
    Phase.TURN: "to go on",
    Phase.KING: "asked for KC",
}


def table_lines(states: np.ndarray[Any, Any]) -> list[str]:
    """The whole table of (1,) STATE, every hand open: doubles, saucers, the pile, seats, chips."""
    state = states[0]
    table = state["table"]
    number = min(int(table["deal"]) + 1, int(table["deals"]))
    places = zip(PLACE_NAMES, table["places"], strict=True)
    return [
        f"Trynka   deal {number} of {table['deals']}   dealer {table['dealer']}",
        "table     " + "   ".join(f"{name} {chips}" for name, chips in places),
        "pile      " + " ".join(_pile(table)),
        "",
        f"{'seat':<6}{'chips':>6}  hand",
        *(_seat_line(state, seat) for seat in range(table["num_players"])),
    ]


def _seat_line(state: Any, seat: int) -> str:
    question = _QUESTIONS[Phase(state["phase"])] if state["seat"] == seat else ""
    hand = " ".join(names_of(int(state["hands"][seat])))
    return f"{seat:<6}{state['table']['chips'][seat]:>6}  {hand:<36}{question}".rstrip()


def _pile(table: Any) -> list[str]:
    """The cards of the pile being laid, from its first."""
    cards: list[str] = []
    for card, how in zip(table["laid"][: table["number"]], table["how"]):
        if how == How.BEGAN:
            cards = []
        cards.append(card_name(int(card)))
    return cards


def headings(events: Sequence[Event]) -> Iterator[str]:
    """Under which heading each event of a pack stands: a pile is headed by who begins it."""
    heading, piles = "", 0
    for event in events:
        if event.kind == EventKind.BEGAN:
            piles += 1
            heading = f"Pile {piles}, seat {event.seat} begins"
        elif not piles:
            heading = "Stakes and deal" if event.kind <= EventKind.DEAL else "Declarations"
        yield heading


_SENTENCES = {
    EventKind.STAKES: "all put their stakes on the doubles and into the saucers",
    EventKind.DEAL: "{who:deal|deals}",
    EventKind.TRYNKA_SHOWN: "{who:show|shows} {cards}",
    EventKind.TRYNKA: "{who:take|takes} TRYNKA",
    EventKind.MARIAGE: "{who:have|has} the marriage {cards} and {who:/take|takes} MARIAGE",
    EventKind.DOUBLE_HELD: "{who:hold|holds} {cards} and {who:/take|takes} its double",
    EventKind.WENT_ON: "{who:go|goes} on with {cards}",
    EventKind.TOOK_OVER: "{who:lay|lays} {cards}",
    EventKind.CAME_ROUND: "{who:lay|lays} {cards}, nobody else having gone on",
    EventKind.BEGAN: "{who:begin|begins} a pile with {cards}",
    EventKind.DOUBLE_WON: "{who:win|wins} the double of {cards}",
    EventKind.MISS: "{who:miss|misses} {cards} and {who:/pay|pays} onto its double",
    EventKind.OUT: "{who:have|has} laid all cards",
    EventKind.MATCH_END: "the match is over",
}
TEXTS = Texts(
    title="TRYNKA",
    sentences=_SENTENCES,
    table_lines=table_lines,
    scene=scene,
    payment_example="[2:+4 QC:-4] are the chips that moved: seat 2 got four,\n"
    "off the double of QC. (T4.1)",
    places="table",
    dealt=lambda dealt: "",
    headings=headings,
    seat=SEAT_TEXTS,
)
