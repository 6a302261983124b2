"""A recorded match as a score sheet: plain ASCII text that can be read from deal to deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from marriage_env.mariage import actions
from marriage_env.mariage.events import Event, EventKind
from marriage_env.mariage.rules import PRESETS, Rules
from marriage_env.mariage.state import Phase
from marriage_env.marriage_v0 import raw_env
from marriage_env.render.ansi import event_text
from marriage_env.replaying import replay, replayed

_WIDTH = 92
_SUIT_NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
_LEADS = (EventKind.CARD, EventKind.REVOKE)


@dataclass
class _Pack:
    """One pack that was dealt, and everything that happened with it."""

    deal: int
    events: list[Event] = field(default_factory=list)

    @property
    def dealt(self) -> Event | None:
        """The event of dealing it, once that has happened."""
        return next((event for event in self.events if event.kind == EventKind.DEAL), None)


def score_sheet(record: Mapping[str, Any], title: str) -> str:
    """The whole match: deals, hands, declarations, tricks, payments with their clauses, totals.

    Seats count from 0, deals and tricks from 1. Raises RecordError for a record that cannot be.
    """
    hands = _hands_dealt(record)
    env = replayed(record)
    packs = _packs_of(env.events)
    rows = _chips_by_deal(packs, env)
    lines = [*_head(env, record, title)]
    total = [0] * env.max_num_agents
    for place, pack in enumerate(packs):
        again = place > 0 and packs[place - 1].deal == pack.deal
        lines += ["", *_pack_lines(pack, hands[place], env, again)]
        moved = _chips_of([pack], env)
        total = [before + chips for before, chips in zip(total, moved)]
        lines += ["", *_chips_table([("chips moved", moved), ("total", total)])]
    lines += ["", *_end(env, rows)]
    return "\n".join(line.rstrip() for line in lines)


def _hands_dealt(record: Mapping[str, Any]) -> list[list[list[str]]]:
    """Every seat's five cards, for every pack that was dealt."""
    made: list[list[list[str]]] = []
    dealt = None
    for env in [*_first_of_each_pack(record), replayed(record)]:
        packs = int(env._states["packs"][0])
        if packs != dealt:
            made.append(env.hands)
            dealt = packs
    return made


def _first_of_each_pack(record: Mapping[str, Any]) -> list[raw_env]:
    """The match as it was before the first action with each pack."""
    kept: list[raw_env] = []
    packs = 0
    for env in replay(record):
        if env._states["packs"][0] != packs:
            kept.append(env.clone())
            packs = int(env._states["packs"][0])
    return kept


def _packs_of(events: Sequence[Event]) -> list[_Pack]:
    """The events of a match, pack by pack; the end of the match belongs to none."""
    packs = [_Pack(0)]
    for event in events:
        if event.kind == EventKind.MATCH_END:
            continue
        again = event.kind == EventKind.DEAL and packs[-1].dealt is not None
        if event.deal != packs[-1].deal or again:
            packs.append(_Pack(event.deal))
        packs[-1].events.append(event)
    return packs


def _chips_of(packs: Sequence[_Pack], env: raw_env) -> list[int]:
    """The chips that every seat won or lost."""
    moved = [event.chips for pack in packs for event in pack.events]
    return [sum(chips[seat] for chips in moved) for seat in range(env.max_num_agents)]


def _chips_by_deal(packs: Sequence[_Pack], env: raw_env) -> list[tuple[str, list[int]]]:
    """A row for every deal, its void pack included."""
    return [
        (f"deal {deal + 1}", _chips_of([pack for pack in packs if pack.deal == deal], env))
        for deal in range(packs[-1].deal + 1)
    ]


def _head(env: raw_env, record: Mapping[str, Any], title: str) -> list[str]:
    seed = "none" if record["seed"] is None else record["seed"]
    return [
        f"MARIAGE   {title}",
        "=" * _WIDTH,
        f"{env.max_num_agents} players, {env.num_deals} deals, seed {seed}",
        f"rules: {_rules_text(env.rules)}",
        "Seats are clockwise from 0. [2:+4 POINT:-4] are the chips that moved: seat 2 got four,",
        "out of the box POINT. (M6.5) is the clause of the rules.",
    ]


def _rules_text(rules: Rules) -> str:
    """The name of a preset, or what differs from the first one."""
    for name in PRESETS:
        if rules == Rules.preset(name):
            return name
    typical = Rules.typical()
    changed = [
        f"{entry.name}={getattr(rules, entry.name)}"
        for entry in fields(Rules)
        if getattr(rules, entry.name) != getattr(typical, entry.name)
    ]
    return "typical, but " + ", ".join(changed)


def _pack_lines(pack: _Pack, hands: list[list[str]], env: raw_env, again: bool) -> list[str]:
    """One pack: who dealt, the hands, and what happened under headings."""
    dealt = pack.dealt
    assert dealt is not None
    assert dealt.seat is not None
    turned = dealt.cards[0]
    eldest = (dealt.seat + 1) % env.max_num_agents
    lines = [
        f"DEAL {pack.deal + 1} of {env.num_deals}{', dealt again' if again else ''}"
        f"   dealer: seat {dealt.seat}   eldest: seat {eldest}"
        f"   trump: {_SUIT_NAMES[turned[1]]} ({turned} turned up)",
        "-" * _WIDTH,
    ]
    lines += [f"  seat {seat}   {' '.join(hand)}" for seat, hand in enumerate(hands)]
    heading, played = "", False
    for event in pack.events:
        played = played or event.trick is not None
        now = _heading(event, played)
        if now != heading:
            leads = f", seat {event.seat} leads" if event.kind in _LEADS else ""
            lines += ["", f"  {now}{leads}"]
            heading = now
        lines.append(f"    {event_text(event)}")
    return lines


def _heading(event: Event, played: bool) -> str:
    """Under which heading an event stands; `played`: a card has been laid in this deal."""
    if event.trick is not None:
        return f"Trick {event.trick + 1}"
    if played:
        return "End of the deal"
    return "Stakes and deal" if event.kind <= EventKind.DEAL else "Declarations"


def _chips_table(rows: Sequence[tuple[str, list[int]]]) -> list[str]:
    """Chips of every seat, a column each."""
    seats = range(len(rows[0][1]))
    lines = [f"  {'seat':<12}" + "".join(f"{seat:>6}" for seat in seats)]
    return lines + [f"  {name:<12}" + "".join(f"{c:>+6}" for c in chips) for name, chips in rows]


def _end(env: raw_env, rows: list[tuple[str, list[int]]]) -> list[str]:
    """The totals, and where the record stops if the match goes on."""
    over = env.phase == Phase.OVER
    title = "THE MATCH IS OVER" if over else "THE RECORD ENDS HERE, the match goes on"
    lines = [title, "=" * _WIDTH]
    lines += _chips_table([*rows, ("total", env.chips.tolist())])
    boxes = "   ".join(f"{name} {chips}" for name, chips in env.boxes.items())
    lines += ["", f"  {'boxes':<12}  {boxes}"]
    if not over:
        legal = ", ".join(actions.names(env._states["legal"][0]))
        lines += ["", f"  seat {env._states['seat'][0]} is asked; legal: {legal}"]
    return lines
