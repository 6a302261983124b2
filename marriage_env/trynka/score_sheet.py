"""Trynka on a score sheet: piles, doubles and saucers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import attrgetter

from marriage_env.core.events import Event
from marriage_env.core.score_sheet import Sheet
from marriage_env.trynka.events import EventKind


def headings(events: Sequence[Event]) -> Iterator[str]:
    """Under which heading each event stands: a pile is headed by who begins it."""
    heading, piles = "", 0
    for event in events:
        if event.kind == EventKind.BEGAN:
            piles += 1
            heading = f"Pile {piles}, seat {event.seat} begins"
        elif not piles:
            heading = "Stakes and deal" if event.kind <= EventKind.DEAL else "Declarations"
        yield heading


SHEET = Sheet(
    title="TRYNKA",
    example="[2:+4 QC:-4] are the chips that moved: seat 2 got four,\noff the double of QC. (T4.1)",
    places="table",
    chips_in=attrgetter("table"),
    dealt=lambda dealt: "",
    headings=headings,
)
