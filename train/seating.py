"""Which seats learn during training: all of them, all but given opponents, or all but a pool."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from agents.protocol import Agent
from marriage_env.core.events import MAX_PLAYERS

LEARNER = 0


class Seating:
    """Draws anew for each update who plays in each seat: 0 learns, k is the k-th of `agents`.

    Args:
        agents: who may play besides the network in training; their decisions are not learned from.
        share: fraction of the seats that they play; 1: all seats of a table but one.
        sampling: "uniform", or "recent": the k-th agent has weight k.
        seed: of the seats, and of the agents' own random generator.
    """

    def __init__(
        self, agents: Sequence[Agent], share: float, sampling: str, seed: np.random.SeedSequence
    ) -> None:
        self.agents, self.share, self._sampling = list(agents), share, sampling
        self.reseed(seed)

    def reseed(self, seed: np.random.SeedSequence) -> None:
        """Draw seats, and agents their choices, from this seed."""
        self.seat_rng, self.agents_rng = (np.random.default_rng(child) for child in seed.spawn(2))

    def draw(self, num_players: NDArray[np.int32]) -> NDArray[np.int64]:
        """Who plays in each seat of tables of these sizes, (tables, MAX_PLAYERS)."""
        shape = (len(num_players), MAX_PLAYERS)
        seats = np.zeros(shape, np.int64)
        if not self.agents or not self.share:
            return seats
        weights = np.arange(1, len(self.agents) + 1) if self._sampling == "recent" else None
        probabilities = None if weights is None else weights / weights.sum()
        drawn = 1 + self.seat_rng.choice(len(self.agents), shape, p=probabilities)
        if self.share < 1:
            return np.where(self.seat_rng.random(shape) < self.share, drawn, LEARNER)
        drawn[np.arange(len(seats)), self.seat_rng.integers(num_players)] = LEARNER
        return drawn
