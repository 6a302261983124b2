"""The last payments of a match: who was paid for what, by which clause."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from marriage_env.core.cards import card_symbol, parse_card
from marriage_env.core.events import Event
from marriage_env.render.event_text import sentence_of

_FEW = 2  # so many seats with equal payments are named one by one


@dataclass(frozen=True)
class Payment:
    """Chips that moved at once."""

    clause: str
    what: str  # a sentence
    moved: str  # "seat 2 +4, others -1"


def last_payments(
    sentences: Mapping[Any, str], events: Sequence[Event], most: int
) -> list[Payment]:
    """The last events in which chips moved, the latest last. `sentences` are those of a game."""
    found: list[Payment] = []
    for event in reversed(events):
        if any(event.chips) or event.boxes:
            found.append(
                Payment(event.clause, sentence_of(sentences, event, _symbol), moved(event))
            )
        if len(found) == most:
            break
    return found[::-1]


def moved(event: Event) -> str:
    """The chips that moved, seats with equal payments together: "seat 2 +4, others -1"."""
    paid = [(seat, chips) for seat, chips in enumerate(event.chips) if chips]
    sizes = Counter(chips for _, chips in paid)
    parts = [f"seat {seat} {chips:+d}" for seat, chips in paid if sizes[chips] <= _FEW]
    players = len(event.chips)
    for chips, seats in sizes.items():
        if seats > _FEW:
            who = (
                "all"
                if seats == players
                else "others"
                if seats + 1 == players
                else f"{seats} seats"
            )
            parts.append(f"{who} {chips:+d} each")
    parts += _of_places(event)
    return ", ".join(parts)


def _of_places(event: Event) -> list[str]:
    """Boxes with equal changes together."""
    sizes = Counter(event.boxes.values())
    parts = [
        f"{_place(name)} {chips:+d}" for name, chips in event.boxes.items() if sizes[chips] <= _FEW
    ]
    return parts + [f"{n} boxes {chips:+d} each" for chips, n in sizes.items() if n > _FEW]


def _place(name: str) -> str:
    """The name of a place for chips; a card's double is called by the card."""
    return _symbol(name) if len(name) == 2 else name


def _symbol(name: str) -> str:
    return card_symbol(parse_card(name))
