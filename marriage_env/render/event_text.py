"""Events of a match in words, for every game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from marriage_env.core.events import Event
from marriage_env.core.phrases import SpokenSeat
from marriage_env.game import Game


def event_text(game: Game, event: Event) -> str:
    """One line on an event: who, what, the chips that moved, the clause."""
    moved = [f"{seat}:{chips:+d}" for seat, chips in enumerate(event.chips) if chips]
    moved += [f"{box}:{chips:+d}" for box, chips in event.boxes.items()]
    payments = "  [" + " ".join(moved) + "]" if moved else ""
    return f"{sentence_of(game.texts.sentences, event)}{payments} ({event.clause})"


def sentence_of(
    sentences: Mapping[Any, str], event: Event, named: Callable[[str], str] = str
) -> str:
    """Who did what, in the words of a game.

    The sentences of a game have places in them: {who} (with the verb that agrees with it:
    `core.phrases.SpokenSeat`), {whose}, {cards}, the {box} it is about, the {boxes} that changed,
    {trick} (from 1), {for_cards} that took a trick, and {pays}: " and pays everyone" where anything
    moved. `named` says how a card is written, from its name.
    """
    who = f"seat {event.seat}" if event.seat is not None else ""
    cards = " ".join(map(named, event.cards))
    return sentences[event.kind].format(
        who=SpokenSeat(who),
        whose=f"{who}'s",
        cards=cards,
        box=event.box,
        boxes=", ".join(event.boxes),
        trick=None if event.trick is None else event.trick + 1,
        for_cards=f" for the trick of {cards}" if event.cards else "",
        pays=" and pays everyone" if any(event.chips) else "",
    )
