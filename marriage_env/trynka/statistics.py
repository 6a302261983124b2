"""What is counted of finished games of Trynka: offences."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from marriage_env.contract_parts import Statistics
from marriage_env.core.cards import cards_of
from marriage_env.trynka.clubs import WINNERS

_WINNERS = cards_of(WINNERS)


def offences(table: np.ndarray[Any, Any]) -> dict[str, float]:
    """Shares in (B,) TABLE of finished deals.

    `missed`: misses paid (T4.3), as part of these and the winning clubs laid; nan for neither.
    """
    misses, laid = int(table["misses"].sum()), int(np.isin(table["laid"], _WINNERS).sum())
    return {"missed": misses / (misses + laid) if misses + laid else float("nan")}


def dealt(states: np.ndarray[Any, Any]) -> NDArray[np.int8]:
    """The dealer and the pack."""
    return np.column_stack([states["table"]["dealer"].astype(np.int8), states["pack"]])


STATISTICS = Statistics(habits=None, offences=offences, tricks=0, dealt=dealt)
