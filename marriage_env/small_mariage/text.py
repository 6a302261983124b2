"""Small Mariage in words: the table and the events as sentences.

All in letters that every terminal shows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from marriage_env.contract_parts import Texts
from marriage_env.core.cards import QUEEN, SUITS, card_name, names_of
from marriage_env.core.events import Event
from marriage_env.small_mariage.events import EventKind
from marriage_env.small_mariage.scene import scene
from marriage_env.small_mariage.seat_text import SEAT_TEXTS
from marriage_env.small_mariage.state import Phase

_SUIT_NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


def table_lines(states: np.ndarray[Any, Any]) -> list[str]:
    """The whole table of (1,) STATE, every hand open: seats, trump, trick, chips."""
    state = states[0]
    table = state["table"]
    number = min(int(table["deal"]) + 1, int(table["deals"]))
    return [
        f"Small Mariage   deal {number} of {table['deals']}   trump {SUITS[table['trump']]}"
        f"   turned up {card_name(int(table['turn_up']))}   dealer {table['dealer']}",
        "",
        f"{'seat':<6}{'chips':>6}{'tricks':>8}  {'hand':<10}{'trick':<8}",
        *(_seat_line(state, seat) for seat in range(table["num_players"])),
    ]


def _seat_line(state: Any, seat: int) -> str:
    table = state["table"]
    trick = min(int(table["trick"]), int(table["rules"]["hand_cards"]) - 1)
    laid = int(table["laid"][trick][seat])
    card = card_name(laid) if laid >= 0 else "-"
    if laid >= 0 and table["leader"][trick] == seat:
        card += " led"
    note = _question(state) if state["seat"] == seat else ""
    known = names_of(int(table["known"][seat]))
    if known:
        note += ("; " if note else "") + "known: " + " ".join(known)
    hand = " ".join(names_of(int(state["hands"][seat])))
    chips, won = table["chips"][seat], table["won"][seat]
    return f"{seat:<6}{chips:>6}{won:>8}  {hand:<10}{card:<8}{note}".rstrip()


def _question(state: Any) -> str:
    """What the seat to act is to do."""
    if state["phase"] == Phase.QUEEN:
        return f"asked for {card_name(13 * int(state['asked_suit']) + QUEEN)}"
    return "to play"


def trump_of(dealt: Event) -> str:
    """The trump suit, by the event of dealing."""
    turned = dealt.cards[0]
    return f"   trump: {_SUIT_NAMES[turned[1]]} ({turned} turned up)"


def headings(events: Sequence[Event]) -> Iterator[str]:
    """Under which heading each event of a pack stands: a trick is headed by who leads to it."""
    now, leads = "", ""
    for event in events:
        if event.trick is not None:
            heading = f"Trick {event.trick + 1}"
        else:
            heading = "Deal" if event.kind == EventKind.DEAL else "End of the deal"
        if heading != now:
            now = heading
            leads = f", seat {event.seat} leads" if event.trick is not None else ""
        yield now + leads


_SENTENCES = {
    EventKind.DEAL: "{who:deal|deals} and {who:/turn|turns} up {cards}",
    EventKind.CARD: "{who:lay|lays} {cards}",
    EventKind.QUEEN_LAID: "{who:lay|lays} {cards} out of turn: a marriage",
    EventKind.WITHHELD: "{who:keep|keeps} {cards} back{pays}",
    EventKind.TRICK: "{who:take|takes} the trick with {cards}",
    EventKind.PRIZE: "{who:are|is} paid for the most tricks",
    EventKind.NO_PRIZE: "nobody took more tricks than all others: nothing is paid",
    EventKind.MATCH_END: "the match is over",
}
TEXTS = Texts(
    title="SMALL MARIAGE",
    sentences=_SENTENCES,
    table_lines=table_lines,
    scene=scene,
    payment_example="[0:+1 1:-1] are the chips that moved: seat 0 got one,\nfrom seat 1. (S5.5)",
    places="table",
    dealt=trump_of,
    headings=headings,
    seat=SEAT_TEXTS,
)
