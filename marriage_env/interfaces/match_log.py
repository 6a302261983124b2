"""The events of the match under way, kept where pictures are made of it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from marriage_env.core.events import Event, is_full, start_log, take_rows
from marriage_env.game import Game


class MatchLog:
    """The log that the engine writes into, and what was moved from there; of one game at a time."""

    def __init__(self, game: Game, kept: bool) -> None:
        self._game, self.kept = game, kept
        self.log = game.new_log() if kept else game.no_log
        self._rows: tuple[NDArray[np.int64], ...] = ()

    def start(self) -> None:
        """A match begins."""
        if self.kept:
            start_log(self.log)
            self._rows = ()

    def make_room(self) -> None:
        """To be called after every action."""
        if self.kept and is_full(self.log):
            self._rows += (take_rows(self.log),)

    def events(self, players: int) -> list[Event]:
        """Everything since the match began, the latest last; nothing if events are not kept."""
        if not self.kept:
            return []
        rows = *self._rows, self.log[1 : self.log[0, 0] + 1]
        return [self._game.event_of(row, players) for some in rows for row in some]
