"""The records a game is made of: TABLE, what everyone sees, and STATE, the whole game.

A game is one STATE record, a batch an array of them, a copy `states[i] = states[j]`. Sets of cards
are int64 (bit = card id), seats run clockwise from 0, chips are int32, -1 means none. Scalars are
int32, never narrower: arithmetic on int8 wraps differently in compiled code.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from marriage_env.compiler.jit import record_type, records
from marriage_env.core.arguments import as_int
from marriage_env.core.events import MAX_PLAYERS as SEATS
from marriage_env.small_mariage.rules import (
    LARGEST_HAND,
    MAX_PLAYERS,
    RULES,
    Rules,
    check_match,
    fill_record,
)

NUM_TRICKS = LARGEST_HAND  # as many as a hand has cards, at most
PACK_SIZE = 52
PLACES = ()  # S2: no chips ever lie on the table
NO_PLACES = np.zeros(0, np.int32)


class Phase(IntEnum):
    """What the seat to act decides."""

    OVER = 0
    TURN = 1  # S4: lay a card at one's turn
    QUEEN = 2  # S5.2: lay the queen at once, or keep it back
    DEAL = 3  # no seat is to act: the next deal is due


TABLE = record_type(
    [
        ("num_players", "i4"),
        ("dealer", "i4"),
        ("turn_up", "i4"),  # the card turned up (S3.2)
        ("trump", "i4"),  # its suit
        ("trick", "i4"),  # the trick being played, from 0; `hand_cards` when all are played
        ("deal", "i4"),  # deals counted so far
        ("deals", "i4"),  # deals of the match
        ("rules", RULES),
        ("chips", "i4", SEATS),
        ("known", "i8", MAX_PLAYERS),  # queens of a seat that all know to be still in its hand
        ("laid", "i1", (NUM_TRICKS, MAX_PLAYERS)),  # the card a seat laid to a trick
        ("kept", "i1", (NUM_TRICKS, MAX_PLAYERS)),  # suits of queens kept back, bit = suit (S5.3)
        ("married", "i1", (NUM_TRICKS, MAX_PLAYERS)),  # 1: that card made a marriage (S5.4)
        ("leader", "i1", NUM_TRICKS),
        ("taker", "i1", NUM_TRICKS),
        ("won", "i1", SEATS),  # tricks won in this deal
    ]
)

STATE = record_type(
    [
        ("table", TABLE),
        ("hands", "i8", SEATS),
        ("legal", "i8"),  # the actions of the seat to act, bit = action
        ("phase", "i4"),
        ("seat", "i4"),  # to act, -1 for none
        ("turn", "i4"),  # whose ordinary turn it is or was last (S5.2)
        ("asked_suit", "i4"),  # of the queen asked for
        ("best_seat", "i4"),  # who is taking the trick so far
        ("best_card", "i4"),  # with which card
        ("best_power", "i4"),  # how strong it is; MARRIED when nothing beats it
        ("pack", "i1", PACK_SIZE),  # in dealing order
        ("packs", "i4"),  # packs dealt since the match began
        ("booked", "i4", SEATS),  # chips already given out as rewards
        ("stream", "u4", 4),
    ]
)

CHANCE = record_type([("given", "i1"), ("pack", "i1", PACK_SIZE)])  # 1: `pack` is dealt
NO_CHANCE = records(0, CHANCE)


def new_states(games: int, num_players: int, rules: Rules, deals: int) -> np.ndarray[Any, Any]:
    """(games,) STATE records of such matches, not begun yet: seed them, then `engine.reset`.

    Raises ValueError naming a wrong argument.
    """
    match_deals = check_match(num_players, rules, deals)
    states = records(as_int("games", games, 0, 2**31 - 1), STATE)
    table = states["table"]
    table["num_players"] = num_players
    table["deals"] = match_deals
    fill_record(table["rules"], rules)
    return states
