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
from marriage_env.core.arguments import as_int, shown
from marriage_env.mariage.actions import NUM_DECLARATIONS
from marriage_env.mariage.rules import (
    HAND_SIZE,
    MAX_PLAYERS,
    RULES,
    Accidents,
    Rules,
    check_match,
    fill_record,
)

NUM_TRICKS = HAND_SIZE
PACK_SIZE = 52


class Phase(IntEnum):
    """What the seat to act decides."""

    OVER = 0
    DECLARE = 1  # M4.6, voluntary declarations
    TURN = 2  # M5: lay a card at one's turn
    QUEEN = 3  # M6.2: lay the queen at once, or keep it back
    DEAL = 4  # no seat is to act: the next deal is due
    REDEAL = 5  # no seat is to act: the void deal is dealt anew (M10.3)


class Box(IntEnum):
    """M2.1: the five boxes."""

    POINT = 0
    MARIAGE = 1
    FOOL = 2
    KING = 3
    QUEEN = 4


NUM_BOXES = len(Box)
BOX_NAMES = tuple(box.name for box in Box)


class Accident(IntEnum):
    """M10: the accidents of this deal before its cards were dealt, as bits of `TABLE.accidents`."""

    MISSED_DEAL = 1
    MISDEAL = 2


NOTICED_AFTER_END = NUM_TRICKS + 1

TABLE = record_type(
    [
        ("num_players", "i4"),
        ("dealer", "i4"),
        ("turn_up", "i4"),  # the card turned up (M3.2)
        ("trump", "i4"),  # its suit
        ("trick", "i4"),  # the trick being played, 0 to 4; 5 when all are played
        ("accidents", "i4"),  # bits of Accident
        (
            "void_at",
            "i4",
        ),  # M10.3: the trick, 1 to 5, at which this deal was found void; 0 it was not
        ("point_staked", "i4"),  # M2.2: what lies in POINT of this deal's `point_stake`
        ("deal", "i4"),  # deals counted so far
        ("deals", "i4"),  # deals of the match
        ("rules", RULES),
        ("boxes", "i4", NUM_BOXES),
        ("chips", "i4", MAX_PLAYERS),
        ("played", "i8"),  # cards laid in this deal
        ("shown", "i8", MAX_PLAYERS),  # M4.5: cards shown by declarations in this deal
        ("known", "i8", MAX_PLAYERS),  # cards of a seat that all know to be still in its hand
        ("declared", "i1", (MAX_PLAYERS, NUM_DECLARATIONS)),  # 1 for a seat's first, 2, …; 0 none
        ("laid", "i1", (NUM_TRICKS, MAX_PLAYERS)),  # the card a seat laid to a trick
        ("revoked", "i1", (NUM_TRICKS, MAX_PLAYERS)),  # 1: that card was a revoke (M9.1)
        ("kept", "i1", (NUM_TRICKS, MAX_PLAYERS)),  # suits of queens kept back, bit = suit (M6.3)
        ("married", "i1", (NUM_TRICKS, MAX_PLAYERS)),  # 1: that card made a marriage (M6.4)
        ("marked", "i1", NUM_TRICKS),  # 1: the trick has a revoke, a queen kept back or a marriage
        ("leader", "i1", NUM_TRICKS),
        ("taker", "i1", NUM_TRICKS),
        ("won", "i1", MAX_PLAYERS),  # tricks won in this deal
    ]
)

STATE = record_type(
    [
        ("table", TABLE),
        ("hands", "i8", MAX_PLAYERS),
        ("legal", "i8"),  # the actions of the seat to act, bit = action
        ("phase", "i4"),
        ("seat", "i4"),  # to act, -1 for none
        ("turn", "i4"),  # whose ordinary turn it is or was last (M6.2)
        ("asked_suit", "i4"),  # of the queen asked for
        ("best_seat", "i4"),  # who is taking the trick so far
        ("best_card", "i4"),  # with which card
        ("best_power", "i4"),  # how strong it is; MARRIED when nothing beats it
        ("spoken", "i4"),  # seats that have ended their declarations, bit = seat
        ("point_claim", "i4", MAX_PLAYERS),  # M4.1: strength of the sequence claimed, 0 none
        ("num_awards", "i4"),  # M4.7: boxes to be paid at the end of the deal
        ("award_box", "i1", NUM_BOXES),
        ("award_seat", "i1", NUM_BOXES),
        ("pack", "i1", PACK_SIZE),  # in dealing order
        ("packs", "i4"),  # packs dealt since the match began
        ("fault_at", "i4"),  # M10.3: trick 1 to 5, 6 after the end, 0 sound pack
        ("accident_rates", "f8", 3),  # misdeal, faulty pack, missed deal
        ("staked_chips", "i4", MAX_PLAYERS),  # chips as they were after the stakes (M10.3)
        ("staked_boxes", "i4", NUM_BOXES),
        ("booked", "i4", MAX_PLAYERS),  # chips already given out as rewards
        ("stream", "u4", 4),
    ]
)

CHANCE = record_type(
    [
        ("given", "i1"),  # 1: `pack` is dealt; 0: the pack is shuffled
        ("pack", "i1", PACK_SIZE),
        ("missed", "i1"),  # 1 or 0 forces or forbids the accident, -1 leaves it to chance
        ("misdeal", "i1"),
        ("fault", "i1"),  # as STATE.fault_at; -1 leaves it to chance
    ]
)
NO_CHANCE = records(0, CHANCE)


def new_states(
    games: int, num_players: int, rules: Rules, deals: int, accidents: Accidents
) -> np.ndarray[Any, Any]:
    """(games,) STATE records of such matches, not begun yet: seed them, then `engine.reset`.

    Raises ValueError naming a wrong argument.
    """
    match_deals = check_match(num_players, rules, deals)
    if not isinstance(accidents, Accidents):
        raise ValueError(f"accidents={shown(accidents)}: expected a marriage_env.Accidents")
    states = records(as_int("games", games, 0, 2**31 - 1), STATE)
    table = states["table"]
    table["num_players"] = num_players
    table["deals"] = match_deals
    fill_record(table["rules"], rules)
    states["accident_rates"] = (accidents.misdeal, accidents.faulty_pack, accidents.missed_deal)
    return states
