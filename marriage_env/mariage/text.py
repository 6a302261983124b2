"""Mariage in words: the table and the events as sentences, and what a score sheet says besides.

All in letters that every terminal shows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from marriage_env.contract_parts import Texts
from marriage_env.core.cards import QUEEN, SUITS, card_name, names_of
from marriage_env.core.events import Event
from marriage_env.mariage.events import EventKind
from marriage_env.mariage.scene import scene
from marriage_env.mariage.seat_text import SEAT_TEXTS
from marriage_env.mariage.state import BOX_NAMES, NUM_TRICKS, Phase

_SUIT_NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
_LEADS = (EventKind.CARD, EventKind.REVOKE)


def table_lines(states: np.ndarray[Any, Any]) -> list[str]:
    """The whole table of (1,) STATE, every hand open: seats, boxes, trump, trick, chips."""
    state = states[0]
    table = state["table"]
    number = min(int(table["deal"]) + 1, int(table["deals"]))
    boxes = zip(BOX_NAMES, table["boxes"], strict=True)
    return [
        f"Mariage   deal {number} of {table['deals']}   trump {SUITS[table['trump']]}"
        f"   turned up {card_name(int(table['turn_up']))}   dealer {table['dealer']}",
        "boxes     " + "   ".join(f"{name} {chips}" for name, chips in boxes),
        "",
        f"{'seat':<6}{'chips':>6}{'tricks':>8}  {'hand':<16}{'trick':<8}",
        *(_seat_line(state, seat) for seat in range(table["num_players"])),
    ]


def _seat_line(state: Any, seat: int) -> str:
    table = state["table"]
    trick = min(int(table["trick"]), NUM_TRICKS - 1)
    laid = int(table["laid"][trick][seat])
    card = card_name(laid) if laid >= 0 else "-"
    if laid >= 0 and table["leader"][trick] == seat:
        card += " led"
    note = _question(state) if state["seat"] == seat else ""
    shown = names_of(int(table["known"][seat]))
    if shown:
        note += ("; " if note else "") + "known: " + " ".join(shown)
    hand = " ".join(names_of(int(state["hands"][seat])))
    chips, won = table["chips"][seat], table["won"][seat]
    return f"{seat:<6}{chips:>6}{won:>8}  {hand:<16}{card:<8}{note}".rstrip()


def _question(state: Any) -> str:
    """What the seat to act is to do."""
    if state["phase"] == Phase.QUEEN:
        return f"asked for {card_name(13 * int(state['asked_suit']) + QUEEN)}"
    return "to declare" if state["phase"] == Phase.DECLARE else "to play"


def trump_of(dealt: Event) -> str:
    """The trump suit, by the event of dealing."""
    turned = dealt.cards[0]
    return f"   trump: {_SUIT_NAMES[turned[1]]} ({turned} turned up)"


def headings(events: Sequence[Event]) -> Iterator[str]:
    """Under which heading each event of a pack stands: a trick is headed by who leads to it."""
    now, leads, played = "", "", False
    for event in events:
        played = played or event.trick is not None
        heading = _heading(event, played)
        if heading != now:
            now, leads = heading, f", seat {event.seat} leads" if event.kind in _LEADS else ""
        yield now + leads


def _heading(event: Event, played: bool) -> str:
    """`played`: a card has been laid in this deal."""
    if event.trick is not None and event.kind <= EventKind.FOOL_BEATEN:
        return f"Trick {event.trick + 1}"
    if played:
        return "End of the deal"
    return "Stakes and deal" if event.kind <= EventKind.DEAL else "Declarations"


_SENTENCES = {
    EventKind.MISSED_DEAL: "{who:miss|misses} the deal and {who:/pay|pays} everyone",
    EventKind.STAKES: "all put their stakes into {boxes}",
    EventKind.MISDEAL: "{who:misdeal|misdeals} and {who:/pay|pays} everyone",
    EventKind.DEAL: "{who:deal|deals} and {who:/turn|turns} up {cards}",
    EventKind.POINT_SHOWN: "{who:show|shows} {cards}",
    EventKind.BOX_CLAIMED: "{who:have|has} claimed {box} with {cards}, paid when the deal is over",
    EventKind.BOX_POINT: "{who:take|takes} POINT",
    EventKind.BOX_MARIAGE: "{who:take|takes} MARIAGE",
    EventKind.BOX_FOOL: "{who:take|takes} FOOL",
    EventKind.BOX_KING: "{who:take|takes} KING",
    EventKind.BOX_QUEEN: "{who:take|takes} QUEEN",
    EventKind.HEARTS_MARRIAGE: "{who:declare|declares} the marriage {cards}",
    EventKind.HAND_MARRIAGE: "{who:announce|announces} the marriage {cards}",
    EventKind.REVOKE: "{who:revoke|revokes} with {cards}{pays}",
    EventKind.CARD: "{who:lay|lays} {cards}",
    EventKind.QUEEN_LAID: "{who:lay|lays} {cards} out of turn: a marriage",
    EventKind.WITHHELD: "{who:keep|keeps} {cards} back{pays}",
    EventKind.TRICK: "{who:take|takes} the trick with {cards}",
    EventKind.FOOL_PAID: "{who:are|is} paid for the fool",
    EventKind.FOOL_BEATEN: "{whose} fool is beaten",
    EventKind.NO_PRIZE: "nobody took two tricks: nothing is paid",
    EventKind.FINE: "{who:are|is} fined for fewer than two tricks",
    EventKind.PRIZE: "{who:are|is} paid from {box}{for_cards}",
    EventKind.VOID_DEAL: "the pack is found faulty at trick {trick}: the deal is void",
    EventKind.FAULTY_PACK: "the pack was faulty; the deal counts",
    EventKind.FAULTY_PACK_FINE: "{who:pay|pays} everyone for the faulty pack",
    EventKind.MATCH_END: "the match is over",
    EventKind.POINT_STAKES: "all stake on the tricks, into {box}",
}
TEXTS = Texts(
    title="MARIAGE",
    sentences=_SENTENCES,
    table_lines=table_lines,
    scene=scene,
    payment_example="[2:+4 POINT:-4] are the chips that moved: seat 2 got four,\n"
    "out of the box POINT. (M6.5)",
    places="boxes",
    dealt=trump_of,
    headings=headings,
    seat=SEAT_TEXTS,
)
