"""Distillation on a Ray cluster: actors play and value decisions, the learner learns from them.

Batches are learned from in the order of their numbers. Batch k is played with the weights after
update k - `ahead` + 1, so it is `ahead` - 1 updates old when it is learned from, always. What a run
learns therefore depends on its settings and on `ahead`, but not on the number of actors, on timing,
or on what died meanwhile.
"""

from __future__ import annotations

import sys
from collections import deque
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.learned.network import weight_shapes, weights_of
from train.config import Config, DistilConfig
from train.distil import BATCHES, Distil, Labelled
from train.method import TrainingMethod
from train.model import network_in
from train.ray_players import MOST_AHEAD, Cluster, Players, Weights
from train.run_state import RunState

_PLAYERS = "players."  # prefixes the weights that play the batches in flight


class ClusterDistil(Distil):
    """As `Distil`, with the matches played elsewhere. `close` ends the actors.

    At most `ahead` batches are in flight: being played, waiting to be, or waiting to be learned
    from. Raises ValueError as `Distil` and `Players`.
    """

    on_cluster, saves_often = True, True

    def __init__(self, config: DistilConfig, cluster: Cluster, trusted: bool = False) -> None:
        super().__init__(config, trusted)
        self._cluster, self._consumed = cluster, 0
        self._in_flight: deque[Weights] = deque()  # that play batches `_consumed` and following
        self._offences: dict[str, float] = {}
        self._players = Players(config, cluster, trusted)
        self._ahead = cluster.ahead or 2 * self._players.count
        for number, place in enumerate(self._players.places, 1):
            print(f"actor {number}: {place}", file=sys.stderr)

    def labelled(self) -> Labelled:
        """The next batch, when it is played."""
        while len(self._in_flight) < self._ahead:
            self._submit(weights_of(network_in(self.model)))
        with self.timed("wait"):
            batch = self._players.take(self._consumed)
        self._in_flight.popleft()
        self._consumed += 1
        self._offences = batch.offences
        for work, seconds in batch.seconds.items():
            self.seconds[work] += seconds
        for actor, rate in self._players.rates().items():
            self.model.logger.record(f"actors/{actor}_decisions_per_second", rate)
        return batch.labelled

    def offences(self) -> dict[str, float]:
        """As `Collector.offences`, in the matches of the batch learned from last."""
        return self._offences

    def note(self) -> str:
        """The rate of each actor."""
        return self._players.note()

    def close(self) -> None:
        """End the actors, and the processes of agents."""
        self._players.close()
        super().close()

    def state(self) -> RunState:
        """As `Distil.state`, and the weights that play the batches in flight."""
        values = {BATCHES: self._consumed, "ahead": self._ahead, "in_flight": len(self._in_flight)}
        arrays: dict[str, NDArray[Any]] = {}
        if self._in_flight:
            for name in self._in_flight[0]:
                arrays[_PLAYERS + name] = np.stack([one[name] for one in self._in_flight])
        return super().state().with_more(values, arrays)

    def restore(self, saved: RunState) -> None:
        """As `Distil.restore`; the batches in flight are played again."""
        super().restore(saved)
        self._consumed = saved.integer(BATCHES, 0, 2**62)
        self._ahead = saved.integer("ahead", 1, MOST_AHEAD)
        if self._cluster.ahead not in (None, self._ahead):
            raise ValueError(f"the run has ahead={self._ahead}, not {self._cluster.ahead}")
        count = saved.integer("in_flight", 0, self._ahead)
        shapes = weight_shapes(network_in(self.model).shape)
        columns = {
            name: saved.array(_PLAYERS + name, "f4", (count, *shape))
            for name, shape in (shapes.items() if count else ())
        }
        for i in range(count):
            self._submit({name: column[i] for name, column in columns.items()})

    def _submit(self, weights: Weights) -> None:
        self._players.submit(self._consumed + len(self._in_flight), weights)
        self._in_flight.append(weights)


def make_on(
    cluster: Cluster, config: Config, folder: Path, trusted: bool = False
) -> TrainingMethod:
    """The training method of a config, on a cluster; ValueError for all but distillation."""
    if not isinstance(config, DistilConfig):
        raise ValueError(f"{folder}: it holds no run of distil, which --address is for")
    return ClusterDistil(config, cluster, trusted)
