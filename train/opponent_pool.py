"""The opponent pool: frozen snapshots of the network in training, and named agents.

A snapshot is written to a checkpoint once and read back, so that later learning cannot change it.
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

MAX_SNAPSHOTS = 1_000_000  # of a run: `pool_every` has a lower bound


class OpponentPool:
    """Adds a snapshot after every `pool_every` of the budget and keeps the newest `pool_size`.

    Args:
        config: share, size and sampling of the pool, and its named agents, which always stay.
        folder: where snapshots are stored, as `1.zip`, `2.zip`, …
        agent_of: gives the agent of a spec.
    """

    def __init__(self, config: PPOConfig, folder: Path, agent_of: Callable[[str], Agent]) -> None:
        self._config, self._folder = config, folder
        self.taken = 0  # snapshots so far
        self._named = [agent_of(spec) for spec in config.pool_agents.split()]
        self.agents: list[Agent] = list(self._named)

    def seating(self, seed: np.random.SeedSequence) -> Seating:
        """A seating that draws from the pool, with which it shares the list of agents."""
        made = Seating((), self._config.pool_share, self._config.pool_sampling, seed)
        made.agents = self.agents
        return made

    def add_if_due(self, checkpoint: Callable[[], Checkpoint], progress: float) -> None:
        """Take a snapshot if `pool_every` of the budget has been spent since the last one."""
        if self._config.pool_share and progress >= (self.taken + 1) * self._config.pool_every:
            self.taken += 1
            save_checkpoint(checkpoint(), self._folder / f"{self.taken}.zip")
            self._read_newest()

    def restore(self, taken: int) -> None:
        """Continue after `taken` snapshots; ValueError if one is damaged or of another run."""
        self.taken = taken
        self._read_newest()

    def _read_newest(self) -> None:
        """Read the newest snapshots back."""
        first = max(1, self.taken - self._config.pool_size + 1)
        snapshots = [self._snapshot(number) for number in range(first, self.taken + 1)]
        self.agents[:] = [*self._named, *snapshots]

    def _snapshot(self, number: int) -> LearnedAgent:
        path = self._folder / f"{number}.zip"
        snapshot = read_checkpoint(path)
        if snapshot.game_range != self._config.game_range:
            raise ValueError(f"checkpoint {path}: it is of another game than the run")
        policy = NetworkPolicy(snapshot.network, snapshot.game_range)
        return LearnedAgent(policy, f"snapshot {number}", deterministic=False)
