"""A game that breaks the contract of marriage_env.game is refused in a sentence that says why."""

from __future__ import annotations

from dataclasses import fields, replace
from enum import IntEnum
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from marriage_env import game as contract
from marriage_env.game import GAMES, Game, game_named

MEMBERS = [member.name for member in fields(Game) if member.init]
MAY_BE_NONE = {"accidents", "chips_if_void"}
RECORDS = {
    "state": contract.STATE_FIELDS,
    "state.table": contract.TABLE_FIELDS,
    "view": contract.VIEW_FIELDS,
    "chance_rows": contract.CHANCE_FIELDS,
    "worlds.evidence": contract.EVIDENCE_FIELDS,
}
FIELDS = [(record, field) for record, expected in RECORDS.items() for field in expected]


def members(game: Game) -> dict[str, Any]:
    return {name: getattr(game, name) for name in MEMBERS}


@pytest.mark.parametrize("name", GAMES)
def test_the_games_keep_the_contract(name):
    game = game_named(name)
    again = Game(**members(game))
    assert (again.name, again.env, again.gym_id) == (name, *GAMES[name])


@pytest.mark.parametrize("missing", MEMBERS)
def test_a_game_without_a_member_is_refused(missing):
    given = members(game_named("mariage"))
    with pytest.raises(TypeError, match=f"'{missing}'"):
        Game(**{name: value for name, value in given.items() if name != missing})
    if missing not in MAY_BE_NONE:
        with pytest.raises(ValueError, match=rf"{missing}.*expected"):
            Game(**{**given, missing: None})


def changed(dtype: np.dtype, field: str, kind: Any) -> np.dtype:
    """A record with one field of another type, or (None) without it."""
    kept = [(name, dtype[name]) for name in dtype.names if name != field]
    return np.dtype(kept if kind is None else [*kept, (field, *kind)])


def with_record(game: Game, record: str, dtype: np.dtype) -> Game:
    """The game with another record type."""
    if record == "state.table":
        state = changed(game.state, "table", (dtype,))
        return replace(game, state=state, view=changed(game.view, "table", (dtype,)))
    if record == "worlds.evidence":
        return replace(game, worlds=replace(game.worlds, evidence=dtype))
    if record == "chance_rows":
        return replace(game, chance_rows=lambda options, players: np.zeros(0, dtype))
    return replace(game, **{record: dtype})


def record_of(game: Game, record: str) -> np.dtype:
    return {
        "state": game.state,
        "state.table": game.state["table"],
        "view": game.view,
        "chance_rows": game.chance_rows(None, 5).dtype,
        "worlds.evidence": game.worlds.evidence,
    }[record]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(("record", "field"), FIELDS)
def test_a_record_without_a_field_or_with_another_type_is_refused(name, record, field):
    game = game_named(name)
    dtype = record_of(game, record)
    where = f"{name}: {record}: the field '{field}'"
    with pytest.raises(ValueError, match=f"{where} is missing, expected"):
        with_record(game, record, changed(dtype, field, None))
    for kind in (("f4",), ("i2", 3), ("i8", (2, 2))):
        with pytest.raises(ValueError, match=rf"{where} is .*, expected"):
            with_record(game, record, changed(dtype, field, kind))


@pytest.mark.parametrize(
    ("member", "value"),
    [
        ("name", "whist"),
        ("presets", ()),
        ("presets", ("modern", "typical")),
        ("players", range(1, 4)),
        ("players", range(5, 12)),
        ("num_actions", 52),
        ("num_actions", 64),
        ("default_players", 4),
        ("action_name", str),
        ("action_names", lambda actions: []),
        ("layout", "a layout"),
        ("phase", IntEnum("Phase", [("TURN", 0), ("OVER", 1)])),
        ("no_log", np.zeros((0, 3), np.int64)),
        ("new_log", lambda: np.zeros((9, 3), np.int64)),
        ("places", ("POINT",)),
        ("chips_on_table", lambda states: states["table"]["chips"]),
        ("chips_if_void", lambda states: states["seat"]),
        ("new_states", lambda *settings: np.zeros(1)),
        ("apply", "a function"),
        ("view", "a dtype"),
        ("deals", SimpleNamespace(read_deals=len)),
    ],
)
def test_a_member_that_is_not_what_others_rely_on_is_refused(member, value):
    with pytest.raises(ValueError, match=r"mariage: .*expected|name='whist': expected"):
        replace(game_named("mariage"), **{member: value})


@pytest.mark.parametrize("part", ["texts", "statistics", "worlds"])
def test_parts_are_checked_too(part):
    game = game_named("trynka")
    given = getattr(game, part)
    for member in fields(given):
        if member.name != "habits":
            with pytest.raises(ValueError, match=rf"trynka: .*'{member.name}' is missing"):
                replace(game, **{part: replace(given, **{member.name: None})})
