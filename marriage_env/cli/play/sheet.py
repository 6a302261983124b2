"""The score sheet of a match for its player: chips by deal and seat."""

from __future__ import annotations

from collections.abc import Sequence

from marriage_env.cli.play.screen import Screen
from marriage_env.cli.play.wording import Wording
from marriage_env.core.events import Event
from marriage_env.core.phrases import Count

_MOST_ROWS = 15  # deals before these are summed up in the totals alone


def chips_by_deal(events: Sequence[Event], seats: int) -> dict[int, list[int]]:
    """The chips that every seat won or lost, by deal."""
    by_deal: dict[int, list[int]] = {}
    for event in events:
        moved = by_deal.setdefault(event.deal, [0] * seats)
        for seat, chips in enumerate(event.chips):
            moved[seat] += chips
    return by_deal


def show_sheet(
    screen: Screen, wording: Wording, title: str, by_deal: dict[int, list[int]], seats: int
) -> None:
    """A column for every seat, a row for every deal of late, and the totals."""
    screen.heading(wording.words[title], minor=True)
    own = wording.words["you"]
    headings = [wording.words["column.seat"]]
    headings += [own if seat == wording.seat else str(seat) for seat in range(seats)]
    total = [sum(moved[seat] for moved in by_deal.values()) for seat in range(seats)]
    rows = [
        [wording.part_of("row.deal", number=deal + 1), *(f"{chips:+d}" for chips in moved)]
        for deal, moved in list(by_deal.items())[-_MOST_ROWS:]
    ]
    rows.append([wording.words["row.total"], *(f"{chips:+d}" for chips in total)])
    screen.table(headings, rows, len(rows) - 1)


def show_place(screen: Screen, wording: Wording, chips: Sequence[int]) -> None:
    """Where the player ended."""
    own = chips[wording.seat]
    screen.line(
        wording.tell(
            "sheet.place",
            title=wording.words["title"],
            chips=Count(own),
            place=1 + sum(other > own for other in chips),
            players=len(chips),
        ),
        "bold",
    )
