"""The deals of Trynka's game records, read strictly and written: dealer, pack, actions (T1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from marriage_env.compiler.jit import records
from marriage_env.core.cards import card_name, pack_for
from marriage_env.core.record_errors import RecordError, check_keys
from marriage_env.core.record_parts import Part, actions_of, dealer_of, pack_of
from marriage_env.trynka import actions
from marriage_env.trynka.rules import Rules
from marriage_env.trynka.state import CHANCE

_DEAL_KEYS = ("dealer", "pack", "actions")
_ACTION_OF = {actions.name(action): action for action in range(actions.NUM_ACTIONS)}


def read_deals(
    deals: list[Any], players: int, rules: Rules, open_end: bool
) -> tuple[list[Part], np.ndarray[Any, Any]]:
    """Every pack dealt with its actions, and the CHANCE rows that deal them so."""
    parts: list[Part] = []
    rows = records(len(deals), CHANCE)
    rows["given"], rows["pack"] = 1, -1
    for index, deal in enumerate(deals):
        try:
            check_keys(deal, _DEAL_KEYS, "deal")
            dealer = dealer_of(deal["dealer"], players)
            pack = pack_of(deal["pack"], players, pack_for(players))
            moves = actions_of(deal["actions"], _ACTION_OF)
        except RecordError as error:
            error.deal = index + 1
            raise
        rows["pack"][index, : len(pack)] = pack
        parts.append(Part(index, False, dealer, index + 1, moves))
    return parts, rows


def first_dealer(parts: Sequence[Part], rows: np.ndarray[Any, Any], players: int) -> int:
    """T1: the first dealer."""
    return parts[0].dealer


def other_options(rows: np.ndarray[Any, Any]) -> dict[str, Any]:
    """What `reset(options=…)` needs besides packs and dealer: nothing."""
    return {}


def deal_begun(states: np.ndarray[Any, Any]) -> dict[str, Any]:
    """The deal just dealt, with no action yet."""
    return {
        "dealer": int(states["table"]["dealer"][0]),
        "pack": [card_name(card) for card in states["pack"][0].tolist() if card >= 0],
        "actions": [],
    }
