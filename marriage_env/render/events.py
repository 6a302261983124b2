"""An event as one line, for every game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marriage_env.eventlog import Event


def event_line(event: Event, texts: Mapping[Any, str]) -> str:
    """Who, what, the chips that moved, the clause.

    `texts` has a line for every kind of event, with {who} and {cards} in it.
    """
    who = f"seat {event.seat}" if event.seat is not None else ""
    said = texts[event.kind].format(who=who, cards=" ".join(event.cards))
    moved = [f"{seat}:{chips:+d}" for seat, chips in enumerate(event.chips) if chips]
    moved += [f"{box}:{chips:+d}" for box, chips in event.boxes.items()]
    payments = "  [" + " ".join(moved) + "]" if moved else ""
    return f"{said}{payments} ({event.clause})"
