"""The open table: what a match shows from above, every hand included."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from marriage_env.cards import SUITS, names_of
from marriage_env.mariage.events import Event, event_of, take_rows
from marriage_env.mariage.state import Box, Phase


class OpenTable:
    """Reads a game's state; RuntimeError before the first reset."""

    possible_agents: list[str]
    _states: np.ndarray[Any, Any]  # one STATE record
    _log: NDArray[np.int64]  # events not taken yet
    _rows: list[NDArray[np.int64]]  # events taken from it
    _begun: bool

    def _check_begun(self) -> None:
        if not self._begun:
            raise RuntimeError("the environment has not been reset: call reset() first")

    @property
    def _table(self) -> Any:
        self._check_begun()
        return self._states[0]["table"]

    @property
    def num_deals(self) -> int:
        """Deals of a match."""
        return int(self._states[0]["table"]["deals"])

    @property
    def chips(self) -> NDArray[np.int64]:
        """Chips of every seat since the match began, (n,)."""
        chips: NDArray[np.int64] = self._table["chips"][: len(self.possible_agents)].astype(
            np.int64
        )
        return chips

    @property
    def boxes(self) -> dict[str, int]:
        """Chips in each box, by its name (M2.1)."""
        return {box.name: int(self._table["boxes"][box]) for box in Box}

    @property
    def tricks(self) -> NDArray[np.int64]:
        """Tricks that every seat has won in this deal, (n,)."""
        won: NDArray[np.int64] = self._table["won"][: len(self.possible_agents)].astype(np.int64)
        return won

    @property
    def hands(self) -> list[list[str]]:
        """Every seat's cards, by name, in order of card id."""
        self._check_begun()
        return [names_of(cards) for cards in self._states[0]["hands"][: len(self.possible_agents)]]

    @property
    def trump(self) -> str:
        """The trump suit: 'C', 'D', 'H' or 'S' (M3.2)."""
        return SUITS[self._table["trump"]]

    @property
    def dealer(self) -> int:
        """The dealer's seat."""
        return int(self._table["dealer"])

    @property
    def phase(self) -> Phase:
        """What the seat asked is asked for."""
        self._check_begun()
        return Phase(int(self._states[0]["phase"]))

    @property
    def events(self) -> list[Event]:
        """Everything that has happened since reset; the chips of all events sum to `chips`."""
        self._check_begun()
        players = len(self.possible_agents)
        return [event_of(row, players) for rows in self._event_rows() for row in rows]

    def _event_rows(self) -> list[NDArray[np.int64]]:
        """The rows of all events since reset; takes those that wait in the log."""
        self._rows.append(take_rows(self._log))
        return self._rows
