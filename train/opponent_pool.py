"""The pool: frozen snapshots of the agent that learns, and named agents, as opponents.

A snapshot is a checkpoint, written once and read back, so that later learning cannot reach it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from agents.learned.agent import LearnedAgent, NetworkPolicy
from agents.learned.checkpoint import Checkpoint, read_checkpoint, save_checkpoint
from agents.protocol import Agent
from train.config import PPOConfig
from train.seating import Seating

MOST_SNAPSHOTS = 1_000_000  # that a run can take: `pool_every` is bounded


class Pool:
    """Adds a snapshot every `pool_every` of the budget and keeps the newest `pool_size`.

    Args:
        config: share, size and sampling, and the named agents that never leave.
        folder: where snapshots are kept, `1.zip`, `2.zip`, …
        agent_of: gives the agent of a spec.
    """

    def __init__(self, config: PPOConfig, folder: Path, agent_of: Callable[[str], Agent]) -> None:
        self._config, self._folder = config, folder
        self.taken = 0  # snapshots so far
        self._named = [agent_of(spec) for spec in config.pool_agents.split()]
        self.agents: list[Agent] = list(self._named)

    def seating(self, seed: np.random.SeedSequence) -> Seating:
        """Seats drawn from the pool; its list of agents is the pool's own."""
        made = Seating((), self._config.pool_share, self._config.pool_sampling, seed)
        made.agents = self.agents
        return made

    def add_if_due(self, checkpoint: Callable[[], Checkpoint], progress: float) -> None:
        """Take a snapshot when the next part of the budget has been spent."""
        if self._config.pool_share and progress >= (self.taken + 1) * self._config.pool_every:
            self.taken += 1
            save_checkpoint(checkpoint(), self._folder / f"{self.taken}.zip")
            self._gather()

    def restore(self, taken: int) -> None:
        """Go on after so many snapshots; ValueError if one of them is damaged or another run's."""
        self.taken = taken
        self._gather()

    def _gather(self) -> None:
        """Read the newest snapshots back."""
        first = max(1, self.taken - self._config.pool_size + 1)
        snapshots = [self._snapshot(number) for number in range(first, self.taken + 1)]
        self.agents[:] = [*self._named, *snapshots]

    def _snapshot(self, number: int) -> LearnedAgent:
        path = self._folder / f"{number}.zip"
        snapshot = read_checkpoint(path)
        if snapshot.scope != self._config.scope:
            raise ValueError(f"checkpoint {path}: it is of another game than the run")
        policy = NetworkPolicy(snapshot.network, snapshot.scope)
        return LearnedAgent(policy, f"snapshot {number}", deterministic=False)
