"""Mariage's table as text that a person can follow, in letters that every terminal shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from marriage_env.core.cards import QUEEN, card_name, names_of
from marriage_env.core.events import Event
from marriage_env.mariage.events import EventKind
from marriage_env.mariage.state import NUM_TRICKS, Phase
from marriage_env.render.event_lines import event_line

if TYPE_CHECKING:
    from marriage_env.marriage_v0 import raw_env

_LAST_EVENTS = 8


def table_text(env: raw_env) -> str:
    """The whole table, every hand open: seats, boxes, trump, trick, chips, last events."""
    table = env._table
    number = min(int(table["deal"]) + 1, env.num_deals)
    lines = [
        f"Mariage   deal {number} of {env.num_deals}   trump {env.trump}"
        f"   turned up {card_name(int(table['turn_up']))}   dealer {env.dealer}",
        "boxes     " + "   ".join(f"{name} {chips}" for name, chips in env.boxes.items()),
        "",
        f"{'seat':<6}{'chips':>6}{'tricks':>8}  {'hand':<16}{'trick':<8}",
    ]
    lines += [_seat_line(env, seat) for seat in range(env.max_num_agents)]
    lines += ["", "last events:"]
    lines += ["  " + event_text(event) for event in env.events[-_LAST_EVENTS:]]
    return "\n".join(lines)


def _question(env: raw_env) -> str:
    """What the seat to act is asked for."""
    if env.phase == Phase.QUEEN:
        return f"asked for {card_name(13 * int(env._states[0]['asked_suit']) + QUEEN)}"
    return "to declare" if env.phase == Phase.DECLARE else "to play"


def _seat_line(env: raw_env, seat: int) -> str:
    table, state = env._table, env._states[0]
    trick = min(int(table["trick"]), NUM_TRICKS - 1)
    laid = int(table["laid"][trick][seat])
    card = card_name(laid) if laid >= 0 else "-"
    if laid >= 0 and table["leader"][trick] == seat:
        card += " led"
    note = _question(env) if state["seat"] == seat else ""
    shown = names_of(int(table["known"][seat]))
    if shown:
        note += ("; " if note else "") + "known: " + " ".join(shown)
    hand = " ".join(env.hands[seat])
    return f"{seat:<6}{env.chips[seat]:>6}{env.tricks[seat]:>8}  {hand:<16}{card:<8}{note}".rstrip()


_TEXT = {
    EventKind.MISSED_DEAL: "{who} misses the deal and pays everyone",
    EventKind.STAKES: "all put their stakes into {boxes}",
    EventKind.MISDEAL: "{who} misdeals and pays everyone",
    EventKind.DEAL: "{who} deals and turns up {cards}",
    EventKind.POINT_SHOWN: "{who} shows {cards}",
    EventKind.BOX_CLAIMED: "{who} has claimed {box} with {cards}, paid when the deal is over",
    EventKind.BOX_POINT: "{who} takes POINT",
    EventKind.BOX_MARIAGE: "{who} takes MARIAGE",
    EventKind.BOX_FOOL: "{who} takes FOOL",
    EventKind.BOX_KING: "{who} takes KING",
    EventKind.BOX_QUEEN: "{who} takes QUEEN",
    EventKind.HEARTS_MARRIAGE: "{who} declares the marriage {cards}",
    EventKind.HAND_MARRIAGE: "{who} announces the marriage {cards}",
    EventKind.REVOKE: "{who} revokes with {cards}{pays}",
    EventKind.CARD: "{who} lays {cards}",
    EventKind.QUEEN_LAID: "{who} lays {cards} out of turn: a marriage",
    EventKind.WITHHELD: "{who} keeps {cards} back{pays}",
    EventKind.TRICK: "{who} takes the trick with {cards}",
    EventKind.FOOL_PAID: "{who} is paid for the fool",
    EventKind.FOOL_BEATEN: "{who}'s fool is beaten",
    EventKind.NO_PRIZE: "nobody took two tricks: nothing is paid",
    EventKind.FINE: "{who} is fined for fewer than two tricks",
    EventKind.PRIZE: "{who} is paid from {box}{for_cards}",
    EventKind.VOID_DEAL: "the pack is found faulty at trick {trick}: the deal is void",
    EventKind.FAULTY_PACK: "the pack was faulty; the deal counts",
    EventKind.FAULTY_PACK_FINE: "{who} pays everyone for the faulty pack",
    EventKind.MATCH_END: "the match is over",
    EventKind.POINT_STAKES: "all stake on the tricks, into {box}",
}


def event_text(event: Event) -> str:
    """One line on an event: who, what, the chips that moved, the clause."""
    return event_line(event, _TEXT)
