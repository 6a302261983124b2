"""An event as one line, for every game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marriage_env.core.events import Event


def event_line(event: Event, texts: Mapping[Any, str]) -> str:
    """Who, what, the chips that moved, the clause.

    `texts` has a line for every kind of event, with places in it: {who}, {cards}, the {box} it is
    about, the {boxes} that changed, {trick} (from 1), {for_cards} that took a trick, and {pays}:
    " and pays everyone" where anything moved.
    """
    who = f"seat {event.seat}" if event.seat is not None else ""
    said = texts[event.kind].format(
        who=who,
        cards=" ".join(event.cards),
        box=event.box,
        boxes=", ".join(event.boxes),
        trick=None if event.trick is None else event.trick + 1,
        for_cards=f" for the trick of {' '.join(event.cards)}" if event.cards else "",
        pays=" and pays everyone" if any(event.chips) else "",
    )
    moved = [f"{seat}:{chips:+d}" for seat, chips in enumerate(event.chips) if chips]
    moved += [f"{box}:{chips:+d}" for box, chips in event.boxes.items()]
    payments = "  [" + " ".join(moved) + "]" if moved else ""
    return f"{said}{payments} ({event.clause})"
