"""VIEW: all that one seat may know, and nothing else. Agents get views, never states."""

from __future__ import annotations

from typing import Any

import numpy as np

from marriage_env.compiler.jit import jit, record_type, records
from marriage_env.core.arguments import as_int, as_records, check_values
from marriage_env.trynka.rules import MAX_PLAYERS, MIN_PLAYERS
from marriage_env.trynka.state import PACK_SIZE, STATE, TABLE, Phase

VIEW = record_type(
    [
        ("table", TABLE),  # what everyone sees
        ("hand", "i8"),  # the seat's own cards
        ("seat", "i4"),  # whose view this is
        ("asked", "i4"),  # what it is asked: a Phase, 0 when it is not asked
        ("passed", "i4"),  # T4.3: how often it has passed since the last card
    ]
)


@jit
def write_view(states, i, seat, views, j):
    """Write what `seat` may know of `states[i]` into `views[j]`.

    T4.3: whose turn it is, and that a seat has passed without paying, only that seat knows.
    """
    g = states[i]
    v = views[j]
    v.table = g.table
    v.hand = g.hands[seat]
    v.seat = seat
    v.asked = g.phase if g.seat == seat and g.phase != Phase.OVER else 0
    v.passed = g.passed[seat]


def view_of(states: np.ndarray[Any, Any], i: int, seat: int) -> np.ndarray[Any, Any]:
    """What `seat` may know of game `i`: an array of one VIEW record.

    `states` are (B,) STATE. Raises ValueError for what are no such games or seats.
    """
    given = as_records("states", states, STATE)
    game = as_int("i", i, 0, len(given) - 1)
    players = int(given["table"]["num_players"][game])
    views = records(1, VIEW)
    write_view(given, game, as_int("seat", seat, 0, players - 1), views, 0)
    return views


def check_view(view: object) -> np.ndarray[Any, Any]:
    """An array of one VIEW record, as it is; ValueError for anything else.

    What compiled code uses as places in its arrays is in their bounds then.
    """
    given = as_records("view", view, VIEW, 1)
    table = given["table"]
    players = int(table["num_players"][0])
    check_values("num_players", table["num_players"], MIN_PLAYERS, MAX_PLAYERS)
    check_values("seat", given["seat"], 0, players - 1)
    check_values("dealer", table["dealer"], 0, players - 1)
    check_values("number", table["number"], 0, PACK_SIZE)
    check_values("laid", table["laid"], -1, PACK_SIZE - 1)
    check_values("layer", table["layer"], -1, players - 1)
    return given
