"""How the learning seats obeyed, in the last deal of each match, by game."""

from __future__ import annotations

from typing import Any

import numpy as np

from marriage_env.core.cards import cards_of
from marriage_env.trynka.clubs import WINNERS

_WINNERS = cards_of(WINNERS)


def _of_mariage(table: np.ndarray[Any, Any]) -> dict[str, float]:
    """`withheld`: part of the queens asked for that were kept back; nan if none was asked for.

    `revoked`: part of the cards laid that were revokes (M9.1).
    """
    called = (table["married"].sum() + (table["kept"] > 0).sum()) or np.nan
    return {
        "withheld": float((table["kept"] > 0).sum() / called),
        "revoked": float(table["revoked"].sum() / (table["laid"] >= 0).sum()),
    }


def _of_trynka(table: np.ndarray[Any, Any]) -> dict[str, float]:
    """`missed`: misses paid (T4.3), as part of these and the winning clubs laid."""
    misses, laid = table["misses"].sum(), np.isin(table["laid"], _WINNERS).sum()
    return {"missed": float(misses / ((misses + laid) or np.nan))}


_CONDUCT = {"mariage": _of_mariage, "trynka": _of_trynka}


def conduct_of(game: str, states: np.ndarray[Any, Any]) -> dict[str, float]:
    """Parts by name, of finished matches."""
    return _CONDUCT[game](states["table"])
