"""Game records: a match as plain data, from which everything that happened can be derived again.

A file of records is JSON lines, one match a line. Nothing that follows from the rest is stored,
but for the final chips, by which a replay is checked. A record is a JSON object with the keys

- `format` "marriage-env-record", `version` 1, `env` "marriage_v0";
- `rules`: all fields of `Rules`; `players`: 5 to 10; `match_deals`: deals of the match;
- `seed`: the integer that the match was seeded with, or null. It is kept for reference: the packs
  stand in the record, and rates of accidents do not;
- `deals`: for each deal
    - `dealer`: the seat that dealt (after a missed deal the next one);
    - `pack`: the cards in dealing order, the whole pack that was played out;
    - `accidents`: what befell the deal, M10, with no key for what did not happen: `missed_deal`
      true (the seat before the dealer missed it), `misdeal` true (of a pack that nobody saw),
      `faulty_pack` 1 to 5 (noticed when that trick was complete) or 6 (after the end), and with 1
      to 5 `void`: `pack` and `actions` of the void deal. The pack dealt again is then `pack`;
    - `actions`: what the seats chose, by name ('QH', 'WITHHOLD', 'POINT', 'DONE', …). Who chose
      follows from the rules;
- `chips`: of every seat after the last action;
- `complete`: true when the match is over. A record of a match under way is false here; its last
  deal may have a `faulty_pack` that nobody has noticed yet.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from typing import Any

import numpy as np

from marriage_env.cards import card_name
from marriage_env.mariage import actions as action_names
from marriage_env.mariage import engine
from marriage_env.mariage.events import NO_LOG
from marriage_env.mariage.record_checks import RecordError
from marriage_env.mariage.record_files import read_records, write_records
from marriage_env.mariage.record_script import ENV, FORMAT, VERSION, Record, script_of
from marriage_env.mariage.record_walk import run, verify
from marriage_env.mariage.rules import Rules
from marriage_env.mariage.state import Accident, Phase
from marriage_env.random import check_seed

__all__ = [
    "ENV",
    "FORMAT",
    "VERSION",
    "Record",
    "RecordError",
    "action_count",
    "action_numbers",
    "deals_of",
    "make_record",
    "read_records",
    "reset_options",
    "verify",
    "write_records",
]


def make_record(
    num_players: int,
    rules: Rules,
    match_deals: int,
    seed: int | None,
    deals: Sequence[Mapping[str, Any]],
) -> Record:
    """The record of a match from its deals (as described above, and as `deals_of` makes them).

    The deals are played: `chips` and `complete` are what comes of them. Raises RecordError for
    deals that cannot be, ValueError for a wrong seed.
    """
    record: Record = {
        "format": FORMAT,
        "version": VERSION,
        "env": ENV,
        "rules": {field.name: _plain(getattr(rules, field.name)) for field in fields(rules)},
        "players": int(num_players),
        "match_deals": int(match_deals),
        "seed": check_seed(seed),
        "deals": [dict(deal) for deal in deals],
        "chips": [0] * int(num_players),
        "complete": False,
    }
    states = run(script_of(record))
    record["chips"] = states["table"]["chips"][0][: int(num_players)].tolist()
    record["complete"] = bool(states["phase"][0] == Phase.OVER)
    return record


def deals_of(
    states: np.ndarray[Any, Any], chance: np.ndarray[Any, Any], dealer: int, moves: Iterable[int]
) -> list[dict[str, Any]]:
    """The deals of a match, found by playing it again from its beginning.

    Args:
        states: one STATE record as it was before `engine.reset`, its stream included; it is played
            on, so give a copy.
        chance: CHANCE records, as given to the engine.
        dealer: the first dealer as given to `engine.reset`, -1 by lot.
        moves: every action since, in order.

    Raises ValueError if a move is refused: then the beginning is not that of these moves.
    """
    engine.reset(states, 0, chance, NO_LOG, dealer)
    packs, counted = states["packs"], states["table"]["deal"]
    deals = [_deal_begun(states)]
    dealt, deal = int(packs[0]), 0
    for number, move in enumerate(moves, 1):
        if not engine.apply(states, 0, chance, NO_LOG, move):
            raise ValueError(f"move {number}, {move}: not legal in the match begun here")
        deals[-1]["actions"].append(action_names.name(move))
        if packs[0] == dealt:
            continue
        begun = _deal_begun(states)
        if counted[0] == deal:
            faulty = deals.pop()
            void = {"pack": faulty["pack"], "actions": faulty["actions"]}
            begun["accidents"] = {**faulty["accidents"], "void": void}
        deals.append(begun)
        dealt, deal = int(packs[0]), int(counted[0])
    return deals


def reset_options(record: Mapping[str, Any]) -> dict[str, Any]:
    """`env.reset(options=…)` under which the packs and accidents of a record come again.

    So other players can be given the same match. Raises RecordError for a record that cannot be.
    """
    return script_of(record).options()


def action_numbers(record: Mapping[str, Any]) -> list[int]:
    """Every action of a record in order, those of void deals included, one for each `replay` step.

    Raises RecordError for a record that cannot be.
    """
    return [action for part in script_of(record).parts for action in part.actions]


def action_count(record: Mapping[str, Any]) -> int:
    """How many actions a sound record has, those of void deals included."""
    return sum(
        len(deal["actions"]) + len(deal["accidents"].get("void", {"actions": ()})["actions"])
        for deal in record["deals"]
    )


def _plain(value: Any) -> bool | int | str:
    """A field of the rules as JSON has it; numpy integers become ints."""
    return value if isinstance(value, (bool, str)) else int(value)


def _deal_begun(states: np.ndarray[Any, Any]) -> dict[str, Any]:
    """The deal that lies dealt, with no action yet."""
    happened, fault = int(states["table"]["accidents"][0]), int(states["fault_at"][0])
    accidents: dict[str, Any] = {}
    if happened & Accident.MISSED_DEAL:
        accidents["missed_deal"] = True
    if happened & Accident.MISDEAL:
        accidents["misdeal"] = True
    if fault:
        accidents["faulty_pack"] = fault
    return {
        "dealer": int(states["table"]["dealer"][0]),
        "pack": [card_name(card) for card in states["pack"][0].tolist() if card >= 0],
        "accidents": accidents,
        "actions": [],
    }
