"""A recorded match as a score sheet: plain ASCII text, deal by deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from marriage_env.contract_parts import Texts
from marriage_env.core.events import Event
from marriage_env.interfaces.aec import GameEnv
from marriage_env.interfaces.replay import replay, replayed
from marriage_env.kernels.game_loops import OVER

_WIDTH = 92


@dataclass
class _Pack:
    """One pack that was dealt, and the events of its play."""

    deal: int
    events: list[Event] = field(default_factory=list)

    @property
    def dealt(self) -> Event | None:
        """The event of dealing it; None before that."""
        return next((event for event in self.events if event.kind.name == "DEAL"), None)


def score_sheet(record: Mapping[str, Any], title: str) -> str:
    """The whole match: deals, hands, declarations, play, payments with their clauses.

    After every deal follow the chips that moved, the totals and the chips on the table. Seats count
    from 0; deals, tricks and piles from 1. Raises RecordError for an invalid record.
    """
    hands = _hands_dealt(record)
    env: GameEnv = replayed(record)
    words = env.game.texts
    packs = _packs_of(env.events)
    lines = _head(words, env, record, title)
    total, lying = [0] * env.max_num_agents, dict.fromkeys(env.game.places, 0)
    for place, pack in enumerate(packs):
        again = place > 0 and packs[place - 1].deal == pack.deal
        lines += ["", *_pack_lines(words, pack, hands[place], env, again)]
        moved = _chips_of([pack], env)
        total = [before + chips for before, chips in zip(total, moved)]
        for event in pack.events:
            for name, chips in event.boxes.items():
                lying[name] += chips
        lines += ["", *_chips_table([("chips moved", moved), ("total", total)])]
        lines += _places_lines(words, lying)
    lines += ["", *_end(words, env, _chips_by_deal(packs, env))]
    return "\n".join(line.rstrip() for line in lines)


def _hands_dealt(record: Mapping[str, Any]) -> list[list[list[str]]]:
    """Every seat's cards, for every pack that was dealt."""
    made: list[list[list[str]]] = []
    dealt = None
    for env in [*_first_of_each_pack(record), replayed(record)]:
        packs = int(env._states["packs"][0])
        if packs != dealt:
            made.append(env.hands)
            dealt = packs
    return made


def _first_of_each_pack(record: Mapping[str, Any]) -> list[GameEnv]:
    """Copies of the match as it was before the first action with each pack."""
    kept: list[GameEnv] = []
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
        if event.kind.name == "MATCH_END":
            continue
        again = event.kind.name == "DEAL" and packs[-1].dealt is not None
        if event.deal != packs[-1].deal or again:
            packs.append(_Pack(event.deal))
        packs[-1].events.append(event)
    return packs


def _chips_of(packs: Sequence[_Pack], env: GameEnv) -> list[int]:
    """The chips that every seat won or lost."""
    moved = [event.chips for pack in packs for event in pack.events]
    return [sum(chips[seat] for chips in moved) for seat in range(env.max_num_agents)]


def _chips_by_deal(packs: Sequence[_Pack], env: GameEnv) -> list[tuple[str, list[int]]]:
    """A row for every deal, its void pack included."""
    return [
        (f"deal {deal + 1}", _chips_of([pack for pack in packs if pack.deal == deal], env))
        for deal in range(packs[-1].deal + 1)
    ]


def _head(words: Texts, env: GameEnv, record: Mapping[str, Any], title: str) -> list[str]:
    seed = "none" if record["seed"] is None else record["seed"]
    return [
        f"{words.title}   {title}",
        "=" * _WIDTH,
        f"{env.max_num_agents} players, {env.num_deals} deals, seed {seed}",
        f"rules: {_rules_text(env)}",
        f"Seats are clockwise from 0. {words.payment_example} is the clause of the rules.",
    ]


def _rules_text(env: GameEnv) -> str:
    """The name of a preset, or what differs from the first one."""
    game, rules = env.game, env.rules
    for name in game.presets:
        if rules == game.rules.preset(name):
            return name
    usual = game.rules.preset(game.presets[0])
    changed = [
        f"{entry.name}={getattr(rules, entry.name)}"
        for entry in fields(game.rules)
        if getattr(rules, entry.name) != getattr(usual, entry.name)
    ]
    return f"{game.presets[0]}, but {', '.join(changed)}"


def _pack_lines(
    words: Texts, pack: _Pack, hands: list[list[str]], env: GameEnv, again: bool
) -> list[str]:
    """One pack: who dealt, the hands, and what happened under headings."""
    dealt = pack.dealt
    assert dealt is not None
    assert dealt.seat is not None
    eldest = (dealt.seat + 1) % env.max_num_agents
    lines = [
        f"DEAL {pack.deal + 1} of {env.num_deals}{', dealt again' if again else ''}"
        f"   dealer: seat {dealt.seat}   eldest: seat {eldest}{words.dealt(dealt)}",
        "-" * _WIDTH,
    ]
    lines += [f"  seat {seat}   {' '.join(hand)}" for seat, hand in enumerate(hands)]
    heading = ""
    for event, now in zip(pack.events, words.headings(pack.events)):
        if now != heading:
            lines += ["", f"  {now}"]
            heading = now
        lines.append(f"    {env.event_text(event)}")
    return lines


def _chips_table(rows: Sequence[tuple[str, list[int]]]) -> list[str]:
    """Chips of every seat, a column each."""
    seats = range(len(rows[0][1]))
    lines = [f"  {'seat':<12}" + "".join(f"{seat:>6}" for seat in seats)]
    return lines + [f"  {name:<12}" + "".join(f"{c:>+6}" for c in chips) for name, chips in rows]


def _places_lines(words: Texts, chips_in: Mapping[str, int]) -> list[str]:
    """The line on the chips on the table; none where they never lie there."""
    chips = "   ".join(f"{name} {chips}" for name, chips in chips_in.items())
    return [f"  {words.places:<12}  {chips}"] if chips_in else []


def _end(words: Texts, env: GameEnv, rows: list[tuple[str, list[int]]]) -> list[str]:
    """The totals, and the seat to act if the match is not over."""
    state = env._states[0]
    over = state["phase"] == OVER
    title = "THE MATCH IS OVER" if over else "THE RECORD ENDS HERE, the match goes on"
    lines = [title, "=" * _WIDTH]
    lines += _chips_table([*rows, ("total", env.chips.tolist())])
    places = _places_lines(words, env.chips_on_table)
    lines += ["", *places] if places else []
    if not over:
        legal = ", ".join(env.game.action_names(state["legal"]))
        lines += ["", f"  seat {state['seat']} is asked; legal: {legal}"]
    return lines
