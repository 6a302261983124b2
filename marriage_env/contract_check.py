"""Checks of a game against the contract that `marriage_env.game` writes out.

All errors are ValueErrors with a sentence that names the game, the member or field, and what was
expected.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np

from marriage_env.core.arguments import shown
from marriage_env.core.cards import NUM_CARDS, card_name
from marriage_env.core.events import BOXES, MAX_PLAYERS
from marriage_env.core.observation_blocks import Layout

_MOST_ACTIONS = 63  # a set of them is an int64
_OF_DEALS = ("read_deals", "first_dealer", "other_options", "deal_begun")


class Field(NamedTuple):
    """A field that every game's record has."""

    kind: str  # a dtype, "V" for any record
    length: int | None = None  # of an array; None for a single value


def check_record(
    game: str, record: str, dtype: np.dtype[Any], expected: Mapping[str, Field]
) -> None:
    """Refuse a record that lacks one of these fields, or has it in another type or shape."""
    name = f"{game}: {record}"
    for field, (kind, length) in expected.items():
        shape = () if length is None else (length,)
        wanted = "a record" if kind == "V" else f"{np.dtype(kind)} of shape {shape}"
        if field not in (dtype.names or ()):
            raise ValueError(f"{name}: the field {field!r} is missing, expected {wanted}")
        found = dtype[field]
        fits = found.base.names is not None if kind == "V" else found.base == np.dtype(kind)
        if not fits or found.shape != shape:
            given = "a record" if found.base.names else f"{found.base} of shape {found.shape}"
            raise ValueError(f"{name}: the field {field!r} is {given}, expected {wanted}")


def check_members(game: Any, registered: Mapping[str, object]) -> None:
    """Refuse a Game with a member that is missing (None), or no function or dtype where it must."""
    if game.name not in registered:
        raise ValueError(f"name={shown(game.name)}: expected a game of marriage_env.game_registry")
    _check_parts(game.name, game)
    for part in (game.texts, game.statistics, game.worlds):
        _check_parts(f"{game.name}: {type(part).__name__}", part)
    for function in _OF_DEALS:
        there = callable(getattr(game.deals, function, None))
        _expect(game, f"deals.{function}", there, "a function")


def check_reliance(game: Any) -> None:
    """Refuse a Game whose members, of the right types, are not what others rely on."""
    _check_rules(game)
    _check_actions(game)
    _check_table(game)


def _check_parts(name: str, part: Any) -> None:
    """Every member is there, and those that are functions can be called."""
    for member in fields(part):
        if not member.init:
            continue
        value, kind = getattr(part, member.name), str(member.type)
        if value is None and not kind.endswith("None"):
            raise ValueError(f"{name}: the member {member.name!r} is missing, expected {kind}")
        if kind.startswith(("Callable", "Function")) and not (value is None or callable(value)):
            raise ValueError(f"{name}: {member.name}={shown(value)}: expected a function")
        if kind.startswith("np.dtype") and not isinstance(value, np.dtype):
            raise ValueError(f"{name}: {member.name}={shown(value)}: expected a dtype")


def _expect(game: Any, member: str, holds: bool, expected: str) -> None:
    if not holds:
        value: Any = game
        for part in member.split("."):
            value = getattr(value, part, None)
        raise ValueError(f"{game.name}: {member}={shown(value)}: expected {expected}")


def _check_rules(game: Any) -> None:
    """Rules are a dataclass whose presets can be made; players fit into the records."""
    _expect(game, "rules", is_dataclass(game.rules), "a dataclass")
    presets = game.presets
    _expect(game, "presets", isinstance(presets, tuple) and len(presets) > 0, "a tuple of names")
    _expect(game, "presets", game.rules.preset(presets[0]) == game.rules(), "the default first")
    names = {field.name for field in fields(game.rules)}
    _expect(game, "history", {change.name for change in game.history} <= names, "fields of rules")
    few, many = (game.players[0], game.players[-1]) if len(game.players) else (0, 0)
    _expect(game, "players", 2 <= few <= many <= MAX_PLAYERS, f"a range from 2 to {MAX_PLAYERS}")
    _expect(game, "default_players", game.default_players in game.players, "one of its players")


def _check_actions(game: Any) -> None:
    """Cards come first among the actions, and nothing is asked in the phase 0."""
    fits = isinstance(game.num_actions, int) and NUM_CARDS < game.num_actions <= _MOST_ACTIONS
    _expect(game, "num_actions", fits, f"{NUM_CARDS + 1} to {_MOST_ACTIONS}")
    cards = [game.action_name(card) for card in range(NUM_CARDS)]
    _expect(game, "action_name", cards == [*map(card_name, range(NUM_CARDS))], "cards first")
    _expect(game, "action_names", game.action_names(3) == cards[:2], "names of a set of actions")
    _expect(game, "layout", isinstance(game.layout, Layout), "a Layout")
    hidden = game.hidden_actions
    known = isinstance(hidden, int) and 0 <= hidden < 1 << game.num_actions
    _expect(game, "hidden_actions", known, "a set of actions")
    is_enum = isinstance(game.phase, type) and issubclass(game.phase, IntEnum)
    _expect(game, "phase", is_enum and game.phase(0).name == "OVER", "an IntEnum, OVER its 0")


def _check_table(game: Any) -> None:
    """What is made and read fits the records, and there is a column for each place of chips."""
    players = game.players[0]
    accidents = None if game.accidents is None else game.accidents()
    states = game.new_states(1, players, game.rules(), 1, accidents)
    made = isinstance(states, np.ndarray) and states.dtype == game.state and states.shape == (1,)
    _expect(game, "new_states", made, "(games,) STATE")
    same = "table" in (game.view.names or ()) and game.view["table"] == game.state["table"]
    _expect(game, "view", same, "the field 'table' of STATE")
    columns = (BOXES + len(game.places),)
    fits = isinstance(game.no_log, np.ndarray) and game.no_log.shape == (0, *columns)
    _expect(game, "no_log", fits, f"an array without rows of {columns[0]} columns")
    _expect(game, "new_log", game.new_log().shape[1:] == columns, f"{columns[0]} columns")
    on_table = game.chips_on_table(states).shape
    _expect(game, "chips_on_table", on_table == (1, len(game.places)), "(B, places) chips")
    if game.chips_if_void is not None:
        back = game.chips_if_void(states).shape
        _expect(game, "chips_if_void", back == (1, MAX_PLAYERS), f"(B, {MAX_PLAYERS}) chips")
