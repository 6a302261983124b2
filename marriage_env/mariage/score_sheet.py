"""Mariage on a score sheet: tricks, trumps and boxes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import attrgetter

from marriage_env.core.events import Event
from marriage_env.core.score_sheet import Sheet
from marriage_env.mariage.events import EventKind

_SUIT_NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
_LEADS = (EventKind.CARD, EventKind.REVOKE)


def trump_of(dealt: Event) -> str:
    """The trump suit, by the event of dealing."""
    turned = dealt.cards[0]
    return f"   trump: {_SUIT_NAMES[turned[1]]} ({turned} turned up)"


def headings(events: Sequence[Event]) -> Iterator[str]:
    """Under which heading each event stands: a trick is headed by who leads to it."""
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


SHEET = Sheet(
    title="MARIAGE",
    example="[2:+4 POINT:-4] are the chips that moved: seat 2 got four,\n"
    "out of the box POINT. (M6.5)",
    places="boxes",
    chips_in=attrgetter("boxes"),
    dealt=trump_of,
    headings=headings,
)
