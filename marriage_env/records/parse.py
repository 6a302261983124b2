"""A game record read strictly: every field checked, names made into numbers for the engine.

`marriage_env.records` describes the format. The deals are read by their game (`Game.deals`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from marriage_env.core.cards import card_name
from marriage_env.core.record_errors import RecordError, check_keys, is_int, list_of, short
from marriage_env.core.record_parts import Part
from marriage_env.game import GAMES, Game, game_of
from marriage_env.records.upgrade import READABLE, upgraded_rules

FORMAT = "marriage-env-record"
_ENVS = tuple(ids.env for ids in GAMES.values())
Record = dict[str, Any]

_RECORD_KEYS = (
    *("format", "version", "env", "rules", "players", "match_deals"),
    *("seed", "deals", "chips", "complete"),
)


@dataclass(frozen=True)
class Script:
    """A record in the engine's terms."""

    game: Game
    players: int
    rules: Any
    match_deals: int
    seed: int | None
    first_dealer: int  # before a missed deal (M10.1)
    chance: np.ndarray[Any, Any]  # (packs,) CHANCE: every pack and accident given
    parts: list[Part]
    chips: list[int]
    complete: bool

    def options(self) -> dict[str, Any]:
        """`reset(options=…)` that deals the same packs with the same accidents."""
        return {
            "deck": [
                [card_name(card) for card in row["pack"].tolist() if card >= 0]
                for row in self.chance
            ],
            "dealer": self.first_dealer,
            **self.game.deals.other_options(self.chance),
        }


def script_of(record: Mapping[str, Any]) -> Script:
    """Check all of a record that can be checked without replaying it.

    Raises RecordError naming the deal and action, what is wrong and what was expected.
    """
    if not isinstance(record, Mapping):
        raise RecordError(f"{short(record)}: expected a record, a JSON object")
    _check_head(record)
    game = game_of(record["env"])
    rules = _rules_of(game, record["rules"], record["version"])
    players, match_deals = _match_of(game, record, rules)
    deals = list_of(record["deals"], "deals")
    if not 1 <= len(deals) <= match_deals:
        raise RecordError(f"{len(deals)} deals: expected 1 to {match_deals}, as match_deals says")
    chips = list_of(record["chips"], "chips")
    if len(chips) != players or not all(is_int(count) for count in chips):
        raise RecordError(f"chips={short(chips)}: expected {players} integers, one a player")
    if not isinstance(record["complete"], bool):
        raise RecordError(f"complete={short(record['complete'])}: expected true or false")
    parts, rows = game.deals.read_deals(deals, players, rules, not record["complete"])
    return Script(
        game=game,
        players=players,
        rules=rules,
        match_deals=match_deals,
        seed=_seed_of(record["seed"]),
        first_dealer=game.deals.first_dealer(parts, rows, players),
        chance=rows,
        parts=parts,
        chips=chips,
        complete=record["complete"],
    )


def _check_head(record: Mapping[str, Any]) -> None:
    """Check format, version and environment first: they determine how to read the rest."""
    for key, allowed in (("format", (FORMAT,)), ("version", READABLE), ("env", _ENVS)):
        expected = " or ".join(map(repr, allowed))
        if key not in record:
            raise RecordError(f"record: key {key!r} is missing, expected {expected}")
        value = record[key]
        if type(value) is not type(allowed[0]) or value not in allowed:
            raise RecordError(f"{key}={short(value)}: expected {expected}")
    check_keys(record, _RECORD_KEYS, "record")


def _rules_of(game: Game, value: object, version: int) -> Any:
    """The rules, upgraded from the record's version."""
    names = tuple(field.name for field in fields(game.rules))
    upgraded = upgraded_rules(value, names, game.history, version)
    try:
        return game.rules(**upgraded)
    except ValueError as error:
        raise RecordError(f"rules: {error}") from error


def _match_of(game: Game, record: Mapping[str, Any], rules: Any) -> tuple[int, int]:
    """How many play, and how many deals."""
    players, match_deals = record["players"], record["match_deals"]
    for name, value in (("players", players), ("match_deals", match_deals)):
        if not is_int(value):
            raise RecordError(f"{name}={short(value)}: expected an integer")
    try:
        game.check_match(players, rules, match_deals)
    except ValueError as error:
        words = str(error).removeprefix("num_").replace(", or None", "")
        raise RecordError(words if words.startswith("players") else f"match_{words}") from error
    return players, match_deals


def _seed_of(value: object) -> int | None:
    if value is not None and (not is_int(value) or value < 0):  # type: ignore[operator]
        raise RecordError(f"seed={short(value)}: expected an integer of at least 0, or null")
    return value  # type: ignore[return-value]
