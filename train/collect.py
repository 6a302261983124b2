"""Play matches in lockstep and collect the non-forced decisions of the seats that learn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.arena.lockstep import play_in_lockstep
from agents.game_agents import features_of
from agents.learned.forecast import FORECAST, forecasts
from agents.learned.game_range import GameRange
from agents.misplay import Misplay, as_actions
from agents.protocol import Agent
from marriage_env.core.events import MAX_PLAYERS
from marriage_env.game import game_named
from train.credit import loops_of
from train.seating import Seating

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
        game_range: game, numbers of players and rules.
        seating: who plays in which seat.
    """

    def __init__(
        self, tables: np.ndarray[Any, Any], game_range: GameRange, seating: Seating
    ) -> None:
        self.states, self.seating, self._seats = tables, seating, game_range.seats
        self._game, self._features = game_named(game_range.game), features_of(game_range.game)
        self._loops = loops_of(game_range.game)
        self._no_chance = self._game.chance_rows(None, game_range.seats)
        self._last = np.zeros((len(tables), MAX_PLAYERS), np.int64)
        self._rewards, self._steps = np.zeros(0, np.float32), list[list[NDArray[Any]]]()

    def collect(self, choose: Choose) -> Decisions:
        """Play the matches to their ends and return the decisions of the learning seats.

        Raises RuntimeError if the learner chooses an illegal action, Misplay if another does.
        """
        self._rewards, self._steps = np.zeros(0, np.float32), []
        players = self.seating.draw(self.states["table"]["num_players"])
        chance, log = self._no_chance, self._game.no_log
        self._loops.begin(self.states, chance, log, self._last, self._rewards)
        opponents = [partial(self._move_opponent, agent) for agent in self.seating.agents]
        movers = [*opponents, partial(self._move_learner, choose)]  # the learner moves last
        play_in_lockstep(self.states, (players - 1) % len(movers), movers)
        steps, self._steps = self._steps, []  # or they would take their memory until the next call
        if not steps:
            raise RuntimeError("no learning seat had a non-forced decision: play more games")
        features, masks, trajectories, *kept = (
            np.concatenate(column) for column in zip(*steps, strict=True)
        )
        return Decisions(features, masks, trajectories, tuple(kept), self._rewards)

    def offences(self) -> dict[str, float]:
        """The game's rates of offences, by name, in the last deals of the matches just played."""
        return self._game.statistics.offences(self.states["table"])

    def _move_learner(self, choose: Choose, games: NDArray[np.int64]) -> None:
        """One decision of the learner in each of some games."""
        step = self._decide(choose, games)
        first = len(self._rewards)
        self._rewards = np.append(self._rewards, np.zeros(len(games), np.float32))
        illegal = self._advance(games, step[3], first)
        if illegal >= 0:
            raise RuntimeError(f"illegal action {step[3][illegal]} in training")
        self._steps.append(step)

    def _decide(self, choose: Choose, games: NDArray[np.int64]) -> list[NDArray[Any]]:
        """Features, masks, trajectories, and what `choose` returns, of one step."""
        views, masks = self._game.look(self.states, games)
        features = self._features.encode_views(views, self._seats)
        features[:, FORECAST] = forecasts(self._game.name, self.states, games)
        trajectories = games * MAX_PLAYERS + self.states["seat"][games]
        return [features, masks, trajectories, *choose(views, features, masks)]

    def _move_opponent(self, agent: Agent, games: NDArray[np.int64]) -> None:
        """One move in each of some games by an agent that does not learn."""
        chosen = agent.act(*self._game.look(self.states, games), self.seating.agents_rng)
        actions = as_actions(agent.name, chosen, len(games))
        illegal = self._advance(games, actions, -1)
        if illegal >= 0:
            what = f"chose {actions[illegal]}, which is illegal, in training"
            raise Misplay(agent.name, what, int(games[illegal]))

    def _advance(self, games: NDArray[np.int64], actions: NDArray[np.int64], first: int) -> int:
        """Apply actions and the forced moves after them; the index of an illegal action, or -1."""
        chance, log = self._no_chance, self._game.no_log
        illegal: int = self._loops.advance(
            self.states, games, chance, log, actions, first, self._last, self._rewards
        )
        return illegal
