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
from marriage_env.trynka.rules import MAX_PLAYERS, RULES, Rules, check_match, fill_record

PACK_SIZE = 52


class Phase(IntEnum):
    """What the seat to act decides."""

    OVER = 0
    BEGIN = 1  # T4, T4.4: begin a pile with any card
    TURN = 2  # T4: lay a card of the next rank, or pass
    KING = 3  # T4.1: lay K♣ on one's own Q♣, or stop
    DEAL = 4  # no seat is to act: the next deal is due


class Place(IntEnum):
    """T2: where chips lie on the table: on the doubles of six clubs, and in two saucers."""

    ACE = 0
    KING = 1
    QUEEN = 2
    JACK = 3
    TEN = 4
    NINE = 5
    MARIAGE = 6
    TRYNKA = 7


NUM_PLACES = len(Place)
NUM_DOUBLES = 6
PLACE_NAMES = ("AC", "KC", "QC", "JC", "TC", "9C", "MARIAGE", "TRYNKA")


class How(IntEnum):
    """T4: how a card came to be laid, as everyone at the table sees."""

    WENT_ON = 0  # by the player of the card before, in the same turn
    TOOK_OVER = 1  # by another player, to whom the turn had come
    CAME_ROUND = 2  # by the player of the card before, no other having laid one
    BEGAN = 3  # as the first of a pile


TABLE = record_type(
    [
        ("num_players", "i4"),
        ("dealer", "i4"),
        ("deal", "i4"),  # deals counted so far
        ("deals", "i4"),  # deals of the match
        ("number", "i4"),  # cards laid in this deal
        ("rules", RULES),
        ("places", "i4", NUM_PLACES),  # chips on the table, by Place
        ("chips", "i4", MAX_PLAYERS),
        ("played", "i8"),  # cards laid in this deal
        ("shown", "i8", MAX_PLAYERS),  # T3: cards shown by declarations in this deal
        ("known", "i8", MAX_PLAYERS),  # those of them that are still in hand
        ("laid", "i1", PACK_SIZE),  # the cards laid, in their order
        ("layer", "i1", PACK_SIZE),  # the seat that laid each
        ("how", "i1", PACK_SIZE),  # how it came to be laid, a How
        ("misses", "i1", PACK_SIZE),  # T4.3: misses paid after that card, before the next
    ]
)

STATE = record_type(
    [
        ("table", TABLE),
        ("hands", "i8", MAX_PLAYERS),
        ("legal", "i8"),  # the actions of the seat to act, bit = action
        ("phase", "i4"),
        ("seat", "i4"),  # to act, -1 for none
        # T4.2: how far the turn is to the left of the player of the last card: 0 that player's
        # own turn goes on, 1 the neighbour, …, the number of players when it has come round.
        ("turn", "i4"),
        ("passed", "i4", MAX_PLAYERS),  # T4.3: how often a seat has passed since the last card
        ("pack", "i1", PACK_SIZE),  # in dealing order
        ("packs", "i4"),  # packs dealt since the match began
        ("booked", "i4", MAX_PLAYERS),  # chips already given out as rewards
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
