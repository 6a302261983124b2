"""The open table: what a match shows from above, every hand included."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from marriage_env.core.cards import names_of
from marriage_env.core.events import Event, take_rows
from marriage_env.game import Game


class OpenTable:
    """Reads a game's state; RuntimeError before the first reset."""

    game: ClassVar[Game]
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
    def chips_on_table(self) -> dict[str, int]:
        """How many chips lie in each place on the table, by its name."""
        self._check_begun()
        chips = self.game.chips_on_table(self._states)[0].tolist()
        return dict(zip(self.game.places, chips, strict=True))

    @property
    def hands(self) -> list[list[str]]:
        """Every seat's cards, by name, in order of card id."""
        self._check_begun()
        return [names_of(cards) for cards in self._states[0]["hands"][: len(self.possible_agents)]]

    @property
    def dealer(self) -> int:
        """The dealer's seat."""
        return int(self._table["dealer"])

    @property
    def phase(self) -> Any:
        """What the seat asked is asked for: a Phase of the game."""
        self._check_begun()
        return self.game.phase(int(self._states[0]["phase"]))

    @property
    def events(self) -> list[Event]:
        """Everything that has happened since reset; the chips of all events sum to `chips`."""
        self._check_begun()
        players = len(self.possible_agents)
        return [self.game.event_of(row, players) for rows in self._event_rows() for row in rows]

    def _event_rows(self) -> list[NDArray[np.int64]]:
        """The rows of all events since reset; takes those that wait in the log."""
        self._rows.append(take_rows(self._log))
        return self._rows
