"""The pool: frozen snapshots of the agent that learns, and named agents, as opponents.

A snapshot is a checkpoint, written once and read back, so that later learning cannot reach it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from sb3_contrib import MaskablePPO

from agents.learned import LearnedAgent, read_checkpoint, save_checkpoint
from agents.protocol import Agent
from train.config import PPOConfig
from train.seats import Seating


class Pool:
    """Adds a snapshot every `pool_every` of the budget and keeps the newest `pool_size`.

    Args:
        config: share, size and sampling, and the named agents that never leave.
        folder: where snapshots are kept, `1.zip`, `2.zip`, …
        agent_of: gives the agent of a spec.
    """

    def __init__(self, config: PPOConfig, folder: Path, agent_of: Callable[[str], Agent]) -> None:
        self._config, self._folder = config, folder
        self._taken = 0
        self._named = [agent_of(spec) for spec in config.pool_agents.split()]
        self.agents: list[Agent] = list(self._named)

    def seating(self, seed: np.random.SeedSequence) -> Seating:
        """Seats drawn from the pool; its list of agents is the pool's own."""
        made = Seating((), self._config.pool_share, self._config.pool_sampling, seed)
        made.agents = self.agents
        return made

    def add_if_due(self, model: MaskablePPO, progress: float) -> None:
        """Take a snapshot when the next part of the budget has been spent."""
        if self._config.pool_share and progress >= (self._taken + 1) * self._config.pool_every:
            self._taken += 1
            save_checkpoint(model, self._folder / f"{self._taken}.zip")
            self._gather()

    def _gather(self) -> None:
        """Read the newest snapshots back."""
        first = max(1, self._taken - self._config.pool_size + 1)
        players, game = self._config.scope.players[0], self._config.game
        snapshots = [
            LearnedAgent(
                read_checkpoint(self._folder / f"{k}.zip"), players, f"snapshot {k}", False, game
            )
            for k in range(first, self._taken + 1)
        ]
        self.agents[:] = [*self._named, *snapshots]

    def state(self) -> int:
        """How many snapshots have been taken."""
        return self._taken

    def restore(self, taken: Any) -> None:
        """Go on after so many snapshots."""
        self._taken = int(taken)
        self._gather()
