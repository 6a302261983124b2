"""The deals of Mariage's game records with their accidents, read strictly and written.

A deal has the keys of every game's (marriage_env.records) and

- `accidents`: those of the deal (M10), with no key for what did not happen: `missed_deal` true (the
  seat before the dealer missed its deal), `misdeal` true (of a pack that nobody saw), `faulty_pack`
  1 to 5 (noticed when that trick was complete) or 6 (after the end), and with 1 to 5 `void`: `pack`
  and `actions` of the void deal. `pack` is then the pack of the second dealing. In the last deal of
  a match under way a `faulty_pack` may not have been noticed yet.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from marriage_env.compiler.jit import records
from marriage_env.core.cards import card_name, pack_for
from marriage_env.core.record_errors import RecordError, check_keys, is_int, short
from marriage_env.core.record_parts import Part, actions_of, dealer_of, pack_of
from marriage_env.mariage import actions
from marriage_env.mariage.rules import Rules
from marriage_env.mariage.state import CHANCE, NOTICED_AFTER_END, NUM_TRICKS, Accident

_DEAL_KEYS = ("dealer", "pack", "accidents", "actions")
_VOID_KEYS = ("pack", "actions")
_ACCIDENT_KEYS = ("missed_deal", "misdeal", "faulty_pack", "void")
_ACTION_OF = {actions.name(action): action for action in range(actions.NUM_ACTIONS)}


def read_deals(
    deals: list[Any], players: int, rules: Rules, open_end: bool
) -> tuple[list[Part], np.ndarray[Any, Any]]:
    """Every pack dealt with its actions, and the CHANCE rows that deal them so.

    `open_end`: the last deal need not be played out.
    """
    parts: list[Part] = []
    rows: list[tuple[list[int], int, int, int]] = []  # pack, missed, misdeal, fault
    for index, deal in enumerate(deals):
        try:
            last = open_end and index == len(deals) - 1
            _add_deal(deal, index, players, last, parts, rows)
        except RecordError as error:
            error.deal = index + 1
            raise
    made = records(len(rows), CHANCE)
    made["given"] = 1
    made["pack"] = -1
    for place, (pack, missed, misdeal, fault) in enumerate(rows):
        made["pack"][place, : len(pack)] = pack
        made["missed"][place] = missed
        made["misdeal"][place] = misdeal
        made["fault"][place] = fault
    return parts, made


def _add_deal(
    deal: Any,
    index: int,
    players: int,
    last: bool,
    parts: list[Part],
    rows: list[tuple[list[int], int, int, int]],
) -> None:
    """One deal: a misdealt pack, a void one, and the one that was played out."""
    check_keys(deal, _DEAL_KEYS, "deal")
    dealer = dealer_of(deal["dealer"], players)
    accidents = deal["accidents"]
    missed, misdeal, fault = _accidents_of(accidents, last)
    played = [(deal["pack"], deal["actions"], False)]
    if "void" in accidents:
        void = accidents["void"]
        check_keys(void, _VOID_KEYS, "void")
        played.insert(0, (void["pack"], void["actions"], True))
    for pack_names, action_names, is_void in played:
        try:
            pack = pack_of(pack_names, players, pack_for(players))
            moves = actions_of(action_names, _ACTION_OF)
        except RecordError as error:
            error.void = is_void
            raise
        if misdeal:
            # Nobody saw the misdealt pack, so any pack will do.
            rows.append((pack, missed, 1, 0))
            missed = misdeal = 0
        rows.append((pack, missed, 0, fault))
        parts.append(Part(index, is_void, dealer, len(rows), moves))
        missed = fault = 0


def _accidents_of(accidents: Any, last: bool) -> tuple[int, int, int]:
    """Missed deal, misdeal (0 or 1) and when a faulty pack is noticed (0 to 6), as CHANCE has it.

    `last`: this deal may stop before the fault of its pack was noticed.
    """
    check_keys(accidents, _ACCIDENT_KEYS, "accidents", optional=True)
    for name in ("missed_deal", "misdeal"):
        if accidents.get(name, True) is not True:
            raise RecordError(
                f"accidents: {name}={short(accidents[name])}: expected true, "
                "or no such key where it did not happen"
            )
    fault = accidents.get("faulty_pack", 0)
    if "faulty_pack" in accidents and not (is_int(fault) and 1 <= fault <= NOTICED_AFTER_END):
        raise RecordError(
            f"accidents: faulty_pack={short(fault)}: expected the trick, 1 to {NUM_TRICKS}, "
            f"or {NOTICED_AFTER_END} for after the end"
        )
    in_play = 1 <= fault <= NUM_TRICKS
    if "void" in accidents and not in_play:
        raise RecordError(f"accidents: void without a faulty_pack from 1 to {NUM_TRICKS}")
    if in_play and "void" not in accidents and not last:
        raise RecordError(f"accidents: faulty_pack={fault} makes the deal void: void is missing")
    return int("missed_deal" in accidents), int("misdeal" in accidents), fault


def first_dealer(parts: Sequence[Part], rows: np.ndarray[Any, Any], players: int) -> int:
    """The first dealer, before a missed deal (M10.1)."""
    return (parts[0].dealer - bool(rows["missed"][0])) % players


def other_options(rows: np.ndarray[Any, Any]) -> dict[str, Any]:
    """What `reset(options=…)` needs besides packs and dealer: the accidents of every pack."""
    accidents = [
        {
            "missed_deal": int(row["missed"]),
            "misdeal": int(row["misdeal"]),
            "faulty_pack": int(row["fault"]),
        }
        for row in rows
    ]
    return {"accidents": accidents}


def deal_begun(states: np.ndarray[Any, Any]) -> dict[str, Any]:
    """The deal just dealt, with no action yet."""
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
