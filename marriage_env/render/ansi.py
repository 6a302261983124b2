"""The table and its events as plain text, for every game: what `render_mode="ansi"` shows."""

from __future__ import annotations

from collections.abc import Sequence

from marriage_env.core.events import Event
from marriage_env.game import Game, Records

_LAST_EVENTS = 8


def table_text(game: Game, states: Records, events: Sequence[Event]) -> str:
    """The whole table of (1,) STATE, every hand open, and the last of the events so far, if any."""
    lines = [*game.texts.table_lines(states)]
    if events:
        lines += ["", "last events:"]
        lines += ["  " + event_text(game, event) for event in events[-_LAST_EVENTS:]]
    return "\n".join(lines)


def event_text(game: Game, event: Event) -> str:
    """One line on an event: who, what, the chips that moved, the clause.

    The sentences of a game have places in them: {who}, {cards}, the {box} it is about, the {boxes}
    that changed, {trick} (from 1), {for_cards} that took a trick, and {pays}: " and pays everyone"
    where anything moved.
    """
    who = f"seat {event.seat}" if event.seat is not None else ""
    sentence = game.texts.sentences[event.kind].format(
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
    return f"{sentence}{payments} ({event.clause})"
