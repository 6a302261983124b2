"""A game record read strictly: every field checked, names made into numbers for the engine.

The format is described in `record`; here is what is refused, and with which words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from marriage_env.cards import NUM_CARDS, RANKS, SUITS, card_name, pack_for
from marriage_env.jit import records
from marriage_env.mariage import actions
from marriage_env.mariage.options import chance_rows
from marriage_env.mariage.record_checks import RecordError, check_keys, is_int, list_of, short
from marriage_env.mariage.rules import Rules, check_match
from marriage_env.mariage.state import CHANCE, NOTICED_AFTER_END, NUM_TRICKS

FORMAT, VERSION, ENV = "marriage-env-record", 1, "marriage_v0"
Record = dict[str, Any]

_RECORD_KEYS = (
    *("format", "version", "env", "rules", "players", "match_deals"),
    *("seed", "deals", "chips", "complete"),
)
_DEAL_KEYS = ("dealer", "pack", "accidents", "actions")
_VOID_KEYS = ("pack", "actions")
_ACCIDENT_KEYS = ("missed_deal", "misdeal", "faulty_pack", "void")
_CARD_OF = {card_name(card): card for card in range(NUM_CARDS)}
_ACTION_OF = {actions.name(action): action for action in range(actions.NUM_ACTIONS)}
_PACKS = {size: frozenset(map(card_name, pack_for(size))) for size in range(5, 11)}


@dataclass(frozen=True)
class Part:
    """One pack that was dealt, and what was played with it."""

    deal: int  # 0-based
    void: bool  # found faulty in play (M10.3)
    dealer: int
    packs: int  # packs taken when it lies dealt, misdealt ones included
    actions: list[int]


@dataclass(frozen=True)
class Script:
    """A record as the engine takes it."""

    players: int
    rules: Rules
    match_deals: int
    seed: int | None
    first_dealer: int  # whose turn it was to deal, before a missed deal
    chance: np.ndarray[Any, Any]  # CHANCE records, one a pack, nothing left to chance
    parts: list[Part]
    chips: list[int]
    complete: bool

    def options(self) -> dict[str, Any]:
        """`reset(options=…)` that deals the same packs with the same accidents."""
        size = len(pack_for(self.players))
        return {
            "deck": [[card_name(int(card)) for card in row["pack"][:size]] for row in self.chance],
            "dealer": self.first_dealer,
            "accidents": [
                {
                    "missed_deal": int(row["missed"]),
                    "misdeal": int(row["misdeal"]),
                    "faulty_pack": int(row["fault"]),
                }
                for row in self.chance
            ],
        }


def script_of(record: Mapping[str, Any]) -> Script:
    """Check everything of a record that can be checked without playing it.

    Raises RecordError naming the deal and action, what is wrong and what was expected.
    """
    if not isinstance(record, Mapping):
        raise RecordError(f"{short(record)}: expected a record, a JSON object")
    _check_head(record)
    rules = _rules_of(record["rules"])
    players, match_deals = _match_of(record, rules)
    deals = list_of(record["deals"], "deals")
    if not 1 <= len(deals) <= match_deals:
        raise RecordError(f"{len(deals)} deals: expected 1 to {match_deals}, as match_deals says")
    chips = list_of(record["chips"], "chips")
    if len(chips) != players or not all(is_int(count) for count in chips):
        raise RecordError(f"chips={short(chips)}: expected {players} integers, one a player")
    if not isinstance(record["complete"], bool):
        raise RecordError(f"complete={short(record['complete'])}: expected true or false")
    parts, rows = _parts_of(deals, players, not record["complete"])
    missed = bool(rows["missed"][0])
    return Script(
        players=players,
        rules=rules,
        match_deals=match_deals,
        seed=_seed_of(record["seed"]),
        first_dealer=(parts[0].dealer - missed) % players,
        chance=rows,
        parts=parts,
        chips=chips,
        complete=record["complete"],
    )


def _check_head(record: Mapping[str, Any]) -> None:
    """Format, version and environment before all else: they say how to read the rest."""
    for key, expected in (("format", FORMAT), ("version", VERSION), ("env", ENV)):
        if key not in record:
            raise RecordError(f"record: key {key!r} is missing, expected {expected!r}")
        value = record[key]
        if isinstance(value, bool) or type(value) is not type(expected) or value != expected:
            raise RecordError(f"{key}={short(value)}: expected {expected!r}")
    check_keys(record, _RECORD_KEYS, "record")


def _rules_of(value: object) -> Rules:
    """All fields of the rules, none left to a default that may change."""
    check_keys(value, tuple(field.name for field in fields(Rules)), "rules")
    try:
        return Rules(**value)  # type: ignore[arg-type]
    except ValueError as error:
        raise RecordError(f"rules: {error}") from error


def _match_of(record: Mapping[str, Any], rules: Rules) -> tuple[int, int]:
    """How many play, and how many deals."""
    players, match_deals = record["players"], record["match_deals"]
    for name, value in (("players", players), ("match_deals", match_deals)):
        if not is_int(value):
            raise RecordError(f"{name}={short(value)}: expected an integer")
    try:
        check_match(players, rules, match_deals)
    except ValueError as error:
        words = str(error).removeprefix("num_").replace(", or None", "")
        raise RecordError(words if words.startswith("players") else f"match_{words}") from error
    return players, match_deals


def _seed_of(value: object) -> int | None:
    if value is not None and (not is_int(value) or value < 0):  # type: ignore[operator]
        raise RecordError(f"seed={short(value)}: expected an integer of at least 0, or null")
    return value  # type: ignore[return-value]


def _parts_of(
    deals: list[Any], players: int, open_end: bool
) -> tuple[list[Part], np.ndarray[Any, Any]]:
    """Every pack dealt with its actions, and the CHANCE rows that deal them so."""
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
    dealer = deal["dealer"]
    if not is_int(dealer) or not 0 <= dealer < players:
        raise RecordError(f"dealer={short(dealer)}: expected a seat from 0 to {players - 1}")
    accidents = deal["accidents"]
    missed, misdeal, fault = _accidents_of(accidents, last)
    played = [(deal["pack"], deal["actions"], False)]
    if "void" in accidents:
        void = accidents["void"]
        check_keys(void, _VOID_KEYS, "void")
        played.insert(0, (void["pack"], void["actions"], True))
    for pack_names, action_names, is_void in played:
        try:
            pack, moves = _pack_of(pack_names, players), _actions_of(action_names)
        except RecordError as error:
            error.void = is_void
            raise
        if misdeal:
            # Nobody saw the misdealt pack: any will do, and the next one is at hand.
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


def _pack_of(names: object, players: int) -> list[int]:
    """The card ids of a whole pack in dealing order."""
    pack = list_of(names, "pack")
    for name in pack:
        if not isinstance(name, str) or name not in _CARD_OF:
            raise RecordError(
                f"pack: {short(name)} is no card, expected a rank of {RANKS} and a suit of "
                f"{SUITS}, such as 'QH'"
            )
    whole = _PACKS[players]
    if len(pack) != len(whole) or not whole.issuperset(pack) or len(set(pack)) != len(pack):
        try:
            chance_rows({"deck": pack}, players)  # raises with the words for what is wrong
        except ValueError as error:
            raise RecordError(str(error).replace("deck", "pack", 1)) from error
    return [_CARD_OF[name] for name in pack]


def _actions_of(names: object) -> list[int]:
    """The numbers of actions from their names."""
    moves = []
    for place, name in enumerate(list_of(names, "actions"), 1):
        if not isinstance(name, str) or name not in _ACTION_OF:
            words = ", ".join(list(_ACTION_OF)[NUM_CARDS:])
            raise RecordError(
                f"{short(name)} is no action: expected a card such as 'QH' or one of {words}",
                action=place,
            )
        moves.append(_ACTION_OF[name])
    return moves
