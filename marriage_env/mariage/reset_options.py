"""The options of `reset`: packs and accidents, checked and made into CHANCE records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from marriage_env.compiler.jit import records
from marriage_env.core.arguments import as_options, is_integer, shown
from marriage_env.core.cards import pack_for
from marriage_env.core.decks import packs_of
from marriage_env.mariage.rules import Rules
from marriage_env.mariage.state import CHANCE, NO_CHANCE, NOTICED_AFTER_END

_ACCIDENTS = {"missed_deal": "missed", "misdeal": "misdeal", "faulty_pack": "fault"}


def _check_accidents(accidents: object) -> list[Mapping[str, Any]]:
    """One mapping a pack, `{"missed_deal": bool, "misdeal": bool, "faulty_pack": 0 to 6}`."""
    if isinstance(accidents, str) or not isinstance(accidents, Sequence):
        raise ValueError(f"accidents={shown(accidents)}: expected a list with one mapping a pack")
    for index, entry in enumerate(accidents):
        where = f"accidents[{index}]"
        if not isinstance(entry, Mapping):
            raise ValueError(f"{where}={shown(entry)}: expected a mapping")
        for name, value in entry.items():
            if not isinstance(name, str) or name not in _ACCIDENTS:
                raise ValueError(f"{where}: {shown(name)}, expected {', '.join(_ACCIDENTS)}")
            most = NOTICED_AFTER_END if name == "faulty_pack" else 1
            forced = int(value) if isinstance(value, (bool, np.bool_)) else value
            if not is_integer(forced) or not 0 <= forced <= most:
                raise ValueError(f"{where}: {name}={shown(value)}, expected 0 to {most}")
    return list(accidents)


def chance_rows(
    options: Mapping[str, Any] | None, num_players: int, rules: Rules | None = None
) -> np.ndarray:
    """The CHANCE records that `options` ask for, one a pack; unknown keys are ignored.

    `deck` is a pack or a list of packs. `accidents` has a mapping for each pack (M10):
    "missed_deal" (of the deal that the pack begins), "misdeal" (of this pack), "faulty_pack" (1 to
    5: noticed when that trick is complete, 6: after the end). Each counts at most once a deal and
    only where M10 allows it; an accident that a mapping does not name does not happen. Packs beyond
    the list have accidents by their rates.
    """
    options = as_options(options)
    deck, accidents = options.get("deck"), options.get("accidents")
    packs = [] if deck is None else packs_of(deck, num_players, pack_for(num_players))
    wanted = [] if accidents is None else _check_accidents(accidents)
    if not packs and not wanted:
        return NO_CHANCE
    rows = records(max(len(packs), len(wanted)), CHANCE)
    rows["pack"] = -1
    for field in _ACCIDENTS.values():
        rows[field] = -1
    for index, pack in enumerate(packs):
        rows["given"][index] = 1
        rows["pack"][index, : len(pack)] = pack
    for index, entry in enumerate(wanted):
        for name, field in _ACCIDENTS.items():
            rows[field][index] = int(entry.get(name, 0))
    return rows
