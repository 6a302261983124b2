"""What is counted of finished games of Small Mariage: queens kept back, tricks."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from marriage_env.contract_parts import Statistics
from marriage_env.core.kings_call import queens_kept_back
from marriage_env.small_mariage.rules import LARGEST_HAND


def offences(table: np.ndarray[Any, Any]) -> dict[str, float]:
    """Shares in (B,) TABLE of finished deals.

    `withheld`: queens kept back of those asked for (S5.3); nan where none was asked for.
    """
    withheld, asked = queens_kept_back(table["kept"], table["married"])
    return {"withheld": withheld / asked if asked else float("nan")}


def habits(states: np.ndarray[Any, Any]) -> dict[str, NDArray[np.int64]]:
    """Counts in (deals, n + 1) STATE, the agent in seat s of game s.

    - `queens kept back`: of queens asked for (S5.3).
    """
    table, seats = states["table"], np.arange(states.shape[1] - 1)
    kept, married = (
        np.moveaxis(table[name][:, seats, :, seats], 0, 1) for name in ("kept", "married")
    )
    return {"queens kept back": np.array(queens_kept_back(kept, married), np.int64)}


def dealt(states: np.ndarray[Any, Any]) -> NDArray[np.int8]:
    """The dealer and the pack as far as it is dealt; the order of the talon means nothing."""
    table = states["table"]
    cards = int(table["num_players"][0]) * int(table["rules"]["hand_cards"][0]) + 1
    return np.column_stack([table["dealer"].astype(np.int8), states["pack"][:, :cards]])


STATISTICS = Statistics(
    habits=habits,
    offences=offences,
    tricks=LARGEST_HAND,
    dealt=dealt,
    habits_text="queens kept back of those asked for (S5.3)",
)
