"""The table and its events as plain text, for every game: what `render_mode="ansi"` shows."""

from __future__ import annotations

from collections.abc import Sequence

from marriage_env.core.events import Event
from marriage_env.game import Game, Records
from marriage_env.render.event_text import event_text

_LAST_EVENTS = 8


def table_text(game: Game, states: Records, events: Sequence[Event]) -> str:
    """The whole table of (1,) STATE, every hand open, and the last of the events so far, if any."""
    lines = [*game.texts.table_lines(states)]
    if events:
        lines += ["", "last events:"]
        lines += ["  " + event_text(game, event) for event in events[-_LAST_EVENTS:]]
    return "\n".join(lines)
