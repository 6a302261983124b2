"""Who plays in which seat while an agent learns: itself, given opponents, or a pool."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from agents.protocol import Agent
from marriage_env.core.events import MAX_PLAYERS

LEARNER = 0


class Seating:
    """Seats are drawn anew for each update: 0 is the learner, k the k-th of `agents`.

    Args:
        agents: who may play besides the learner; nobody learns from their decisions.
        share: part of the seats that they play; 1: all seats of a table but one.
        sampling: "uniform", or "recent": an agent's weight is its place in `agents`.
        seed: of the draws, and of the agents' own chance.
    """

    def __init__(
        self, agents: Sequence[Agent], share: float, sampling: str, seed: np.random.SeedSequence
    ) -> None:
        self.agents, self.share, self._sampling = list(agents), share, sampling
        self.draws, self.chance = (np.random.default_rng(child) for child in seed.spawn(2))

    def draw(self, num_players: NDArray[np.int32]) -> NDArray[np.int64]:
        """Who plays in each seat of tables of these sizes, (tables, MAX_PLAYERS)."""
        shape = (len(num_players), MAX_PLAYERS)
        seats = np.zeros(shape, np.int64)
        if not self.agents or not self.share:
            return seats
        weights = np.arange(1, len(self.agents) + 1) if self._sampling == "recent" else None
        chances = None if weights is None else weights / weights.sum()
        drawn = 1 + self.draws.choice(len(self.agents), shape, p=chances)
        if self.share < 1:
            return np.where(self.draws.random(shape) < self.share, drawn, LEARNER)
        drawn[np.arange(len(seats)), self.draws.integers(num_players)] = LEARNER
        return drawn
