"""Trynka's table as text that a person can follow, in letters that every terminal shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from marriage_env.core.cards import card_name
from marriage_env.core.events import Event
from marriage_env.render.event_lines import event_line
from marriage_env.trynka.events import EventKind
from marriage_env.trynka.state import How, Phase

if TYPE_CHECKING:
    from marriage_env.trynka_v0 import raw_env

_LAST_EVENTS = 8
_ASKED = {
    Phase.BEGIN: "to begin a pile",
    Phase.TURN: "to go on",
    Phase.KING: "asked for KC",
}
_TEXT = {
    EventKind.STAKES: "all put their stakes on the doubles and into the saucers",
    EventKind.DEAL: "{who} deals",
    EventKind.TRYNKA_SHOWN: "{who} shows {cards}",
    EventKind.TRYNKA: "{who} takes TRYNKA",
    EventKind.MARIAGE: "{who} has the marriage {cards} and takes MARIAGE",
    EventKind.DOUBLE_HELD: "{who} holds {cards} and takes its double",
    EventKind.WENT_ON: "{who} goes on with {cards}",
    EventKind.TOOK_OVER: "{who} lays {cards}",
    EventKind.CAME_ROUND: "{who} lays {cards}, nobody else having gone on",
    EventKind.BEGAN: "{who} begins a pile with {cards}",
    EventKind.DOUBLE_WON: "{who} wins the double of {cards}",
    EventKind.MISS: "{who} misses {cards} and pays onto its double",
    EventKind.OUT: "{who} has laid all cards",
    EventKind.MATCH_END: "the match is over",
}


def table_text(env: raw_env) -> str:
    """The whole table, every hand open: seats, doubles, saucers, the pile, chips, last events."""
    table = env._table
    number = min(int(table["deal"]) + 1, env.num_deals)
    lines = [
        f"Trynka   deal {number} of {env.num_deals}   dealer {env.dealer}",
        "table     " + "   ".join(f"{name} {chips}" for name, chips in env.table.items()),
        "pile      " + " ".join(_pile(env)),
        "",
        f"{'seat':<6}{'chips':>6}  hand",
    ]
    for seat, hand in enumerate(env.hands):
        asked = _ASKED[env.phase] if env._states[0]["seat"] == seat else ""
        line = f"{seat:<6}{env.chips[seat]:>6}  {' '.join(hand):<36}{asked}"
        lines.append(line.rstrip())
    lines += ["", "last events:"]
    lines += ["  " + event_text(event) for event in env.events[-_LAST_EVENTS:]]
    return "\n".join(lines)


def _pile(env: raw_env) -> list[str]:
    """The cards of the pile being laid, from its first."""
    table = env._table
    cards: list[str] = []
    for card, how in zip(table["laid"][: table["number"]], table["how"]):
        if how == How.BEGAN:
            cards = []
        cards.append(card_name(int(card)))
    return cards


def event_text(event: Event) -> str:
    """One line on an event: who, what, the chips that moved, the clause."""
    return event_line(event, _TEXT)
