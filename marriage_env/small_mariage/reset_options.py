"""The options of `reset`: packs from the user, checked and made into CHANCE records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from marriage_env.compiler.jit import records
from marriage_env.core.arguments import as_options
from marriage_env.core.decks import packs_of
from marriage_env.core.rule_fields import check_players
from marriage_env.small_mariage.card_strength import pack_of_suits
from marriage_env.small_mariage.rules import MAX_PLAYERS, MIN_PLAYERS, Rules
from marriage_env.small_mariage.state import CHANCE, NO_CHANCE


def chance_rows(
    options: Mapping[str, Any] | None, num_players: int, rules: Rules | None = None
) -> np.ndarray[Any, Any]:
    """The CHANCE records that `options` ask for, one a pack; unknown keys are ignored.

    `deck` is a pack in dealing order or a list of packs; ValueError says what is wrong with it.
    """
    deck = as_options(options).get("deck")
    if deck is None:
        return NO_CHANCE
    check_players(num_players, MIN_PLAYERS, MAX_PLAYERS)
    suits = Rules().suits if rules is None else rules.suits
    packs = packs_of(deck, num_players, pack_of_suits(suits))
    rows = records(len(packs), CHANCE)
    rows["given"], rows["pack"] = 1, -1
    for index, pack in enumerate(packs):
        rows["pack"][index, : len(pack)] = pack
    return rows
