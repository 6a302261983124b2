"""Play matches in lockstep and collect the non-forced decisions of the seats that learn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.game_agents import features_of
from agents.learned.forecast import FORECAST, forecasts
from agents.learned.training_scope import Scope
from agents.misplay import Misplay, as_actions
from marriage_env.core.events import MAX_PLAYERS
from marriage_env.game import game_named
from train.credit import loops_of
from train.seating import LEARNER, Seating

# From views, features and masks: actions, and whatever else is kept of each decision.
Choose = Callable[
    [np.ndarray[Any, Any], NDArray[np.float32], NDArray[np.int8]], tuple[NDArray[Any], ...]
]


@dataclass
class Decisions:
    """The D non-forced decisions of an update, in the order in which they were made."""

    features: NDArray[np.float32]  # (D, width)
    masks: NDArray[np.int8]  # (D, actions)
    trajectories: NDArray[np.int64]  # (D,) game · MAX_PLAYERS + seat
    kept: tuple[NDArray[Any], ...]  # (D, …) each: what `Choose` returned
    rewards: NDArray[np.float32]  # (D,) chips that moved to the seat before its next decision


class Collector:
    """Plays whole matches at the same tables, update after update.

    Args:
        tables: STATE records of `make_tables`.
        scope: game, numbers of players and rules.
        seating: who plays in which seat.
    """

    def __init__(self, tables: np.ndarray[Any, Any], scope: Scope, seating: Seating) -> None:
        self.states, self.seating, self._seats = tables, seating, scope.seats
        self._game, self._features = game_named(scope.game), features_of(scope.game)
        self._loops = loops_of(scope.game)
        self._no_chance = self._game.chance_rows(None, scope.seats)
        self._last = np.zeros((len(tables), MAX_PLAYERS), np.int64)

    def collect(self, choose: Choose) -> Decisions:
        """Play the matches to their ends and return the decisions of the learning seats.

        Raises RuntimeError if the learner chooses an illegal action, Misplay if another does.
        """
        players = self.seating.draw(self.states["table"]["num_players"])
        rewards = np.zeros(0, np.float32)
        self._loops.begin(self.states, self._no_chance, self._game.no_log, self._last, rewards)
        steps = []
        while (games := np.flatnonzero(self.states["seat"] >= 0)).size:
            who = players[games, self.states["seat"][games]]
            for number in np.unique(who[who > LEARNER]):
                self._move_other(number, games[who == number], rewards)
            if (games := games[who == LEARNER]).size:
                step = self._decide(choose, games)
                first, rewards = len(rewards), np.append(rewards, np.zeros(len(games), np.float32))
                refused = self._advance(games, step[3], first, rewards)
                if refused >= 0:
                    raise RuntimeError(f"illegal action {step[3][refused]} in training")
                steps.append(step)
        if not steps:
            raise RuntimeError("no learning seat had a non-forced decision: play more games")
        features, masks, trajectories, *kept = (
            np.concatenate(column) for column in zip(*steps, strict=True)
        )
        return Decisions(features, masks, trajectories, tuple(kept), rewards)

    def offences(self) -> dict[str, float]:
        """The game's rates of offences, by name, in the last deals of the matches just played."""
        return self._game.statistics.offences(self.states["table"])

    def _decide(self, choose: Choose, games: NDArray[np.int64]) -> list[NDArray[Any]]:
        """Features, masks, trajectories, and what `choose` returns, of one step."""
        views, masks = self._game.look(self.states, games)
        features = self._features.encode_views(views, self._seats)
        features[:, FORECAST] = forecasts(self._game.name, self.states, games)
        trajectories = games * MAX_PLAYERS + self.states["seat"][games]
        return [features, masks, trajectories, *choose(views, features, masks)]

    def _move_other(
        self, number: int, games: NDArray[np.int64], rewards: NDArray[np.float32]
    ) -> None:
        """One move in each of some games by an agent that does not learn."""
        agent, chance = self.seating.agents[number - 1], self.seating.agents_rng
        chosen = agent.act(*self._game.look(self.states, games), chance)
        actions = as_actions(agent.name, chosen, len(games))
        refused = self._advance(games, actions, -1, rewards)
        if refused >= 0:
            what = f"chose {actions[refused]}, which is illegal, in training"
            raise Misplay(agent.name, what, int(games[refused]))

    def _advance(
        self,
        games: NDArray[np.int64],
        actions: NDArray[np.int64],
        first: int,
        rewards: NDArray[np.float32],
    ) -> int:
        """Apply actions and the forced moves after them; the index of an illegal action, or -1."""
        chance, log = self._no_chance, self._game.no_log
        refused: int = self._loops.advance(
            self.states, games, chance, log, actions, first, self._last, rewards
        )
        return refused
