"""Play matches in lockstep and keep the real decisions of the seats that learn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.features import FORECAST, encode_views
from agents.forecast import Forecaster
from marriage_env.mariage.events import NO_LOG
from marriage_env.mariage.game import GAME
from marriage_env.mariage.rules import MAX_PLAYERS
from marriage_env.mariage.state import NO_CHANCE
from train.credit import advance, begin
from train.seats import LEARNER, Seating

# From views, features and masks: actions, and what else is to be kept of each decision.
Choose = Callable[
    [np.ndarray[Any, Any], NDArray[np.float32], NDArray[np.int8]], tuple[NDArray[Any], ...]
]


@dataclass
class Decisions:
    """The real decisions of an update, in the order in which they were made; D of them."""

    features: NDArray[np.float32]  # (D, width)
    masks: NDArray[np.int8]  # (D, 62)
    streams: NDArray[np.int64]  # (D,) which seat of which game decided
    kept: tuple[NDArray[Any], ...]  # (D,) each: the actions, then what `Choose` gave besides
    rewards: NDArray[np.float32]  # (D,) chips that moved to the seat until its next decision


@dataclass
class Conduct:
    """How the learning seats obeyed, in the last deal of each match."""

    withheld: float  # part of the queens asked for that were kept back; nan if none was asked for
    revoked: float  # part of the cards laid that were revokes (M9.1)


class Collector:
    """Plays whole matches at the given tables, again and again; the same seed, the same matches.

    Args:
        tables: STATE records of `make_tables`.
        seats: to how many seats features are padded.
        seating: who plays in which seat.
    """

    def __init__(self, tables: np.ndarray[Any, Any], seats: int, seating: Seating) -> None:
        self.states, self.seats, self.seating = tables, seats, seating
        self._last = np.zeros((len(tables), MAX_PLAYERS), np.int64)
        self._forecaster = Forecaster()

    def collect(self, choose: Choose) -> Decisions:
        """Play the matches to their ends; the decisions of the learning seats.

        Raises RuntimeError if anyone chooses an illegal action.
        """
        players = self.seating.draw(self.states["table"]["num_players"])
        rewards = np.zeros(0, np.float32)
        begin(self.states, NO_CHANCE, NO_LOG, self._last, rewards)
        steps = []
        while (games := np.flatnonzero(self.states["seat"] >= 0)).size:
            who = players[games, self.states["seat"][games]]
            for number in np.unique(who[who > LEARNER]):
                self._move_other(number, games[who == number], rewards)
            if (games := games[who == LEARNER]).size:
                step = self._decide(choose, games)
                first, rewards = len(rewards), np.append(rewards, np.zeros(len(games), np.float32))
                self._advance(games, step[3], first, rewards)
                steps.append(step)
        if not steps:
            raise RuntimeError("no real decision fell to a learning seat: play more games")
        features, masks, streams, *kept = (
            np.concatenate(column) for column in zip(*steps, strict=True)
        )
        return Decisions(features, masks, streams, tuple(kept), rewards)

    def conduct(self) -> Conduct:
        """How the seats obeyed in the matches just played."""
        table = self.states["table"]
        called = (table["married"].sum() + (table["kept"] > 0).sum()) or np.nan
        return Conduct(
            withheld=float((table["kept"] > 0).sum() / called),
            revoked=float(table["revoked"].sum() / (table["laid"] >= 0).sum()),
        )

    def _decide(self, choose: Choose, games: NDArray[np.int64]) -> list[NDArray[Any]]:
        """Features, masks, streams, actions and the rest of what is kept of one step."""
        views, masks = GAME.look(self.states, games)
        features = encode_views(views, self.seats)
        features[:, FORECAST] = self._forecaster.forecast(self.states, games)
        streams = games * MAX_PLAYERS + self.states["seat"][games]
        return [features, masks, streams, *choose(views, features, masks)]

    def _move_other(
        self, number: int, games: NDArray[np.int64], rewards: NDArray[np.float32]
    ) -> None:
        """One move of a seat that does not learn, in each of some games."""
        agent, chance = self.seating.agents[number - 1], self.seating.chance
        actions = agent.act(*GAME.look(self.states, games), chance)
        self._advance(games, actions, -1, rewards)

    def _advance(
        self,
        games: NDArray[np.int64],
        actions: NDArray[np.int64],
        first: int,
        rewards: NDArray[np.float32],
    ) -> None:
        """Make the moves, and all forced ones after them."""
        refused = advance(
            self.states, games, NO_CHANCE, NO_LOG, actions, first, self._last, rewards
        )
        if refused >= 0:
            raise RuntimeError(f"illegal action {actions[refused]} in training")
