"""The state of a match as an onlooker sees it, with every hand open."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from marriage_env.core.arguments import shown
from marriage_env.core.cards import names_of
from marriage_env.core.events import Event, take_rows
from marriage_env.game import Game
from marriage_env.render.event_text import event_text


class OpenTable:
    """Read access to a match: chips, hands, events; RuntimeError before the first reset."""

    game: ClassVar[Game]
    possible_agents: list[str]
    _states: np.ndarray[Any, Any]  # one STATE record
    _log: NDArray[np.int64]  # the latest events
    _rows: list[NDArray[np.int64]]  # events moved from there
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
        """What the seat to act is to do: a Phase of the game."""
        self._check_begun()
        return self.game.phase(int(self._states[0]["phase"]))

    @property
    def events(self) -> list[Event]:
        """Everything that has happened since reset; the chips of all events sum to `chips`."""
        self._check_begun()
        players = len(self.possible_agents)
        return [self.game.event_of(row, players) for rows in self._event_rows() for row in rows]

    def event_text(self, event: Event) -> str:
        """One line on an event: who, what, the chips that moved, the clause."""
        if not isinstance(event, Event):
            raise ValueError(f"event={shown(event)}: expected one of `events`")
        return event_text(self.game, event)

    def _event_rows(self) -> list[NDArray[np.int64]]:
        """The rows of all events since reset, those still in the log included."""
        self._rows.append(take_rows(self._log))
        return self._rows
