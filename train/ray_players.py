"""Ray actors that play matches and value their decisions, for a learner elsewhere.

A batch is a match at every table. It depends on its number and on the weights that play it alone,
not on the actor: so Ray may play it again elsewhere after a process or machine has died.
"""

from __future__ import annotations

import os
import socket
import time
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from agents.arena.ray_cluster import check_address, connected, cores_of, enter_folder
from agents.arena.ray_tasks import task_errors
from marriage_env.core.arguments import as_int
from marriage_env.core.rng import Purpose, seed_for
from train.config import DistilConfig
from train.distil import Distil, Labelled
from train.model import network_in

_BATCHES = 6  # child of the method's seed; those before are of TrainingMethod
_SHOWN = 4  # actors on the progress bar
MOST_AHEAD = 10_000

Weights = dict[str, NDArray[np.float32]]  # by name


@dataclass(frozen=True)
class Cluster:
    """Where a run is played. Raises ValueError for a setting out of its range."""

    address: str  # as `agents.arena.ray_cluster.connected` has it
    actors: int | None = None  # None: as many as the cluster has CPUs
    ahead: int | None = None  # batches in flight; None: as before, or two for each actor

    def __post_init__(self) -> None:
        check_address(self.address)
        for name in ("actors", "ahead"):
            if getattr(self, name) is not None:
                as_int(name, getattr(self, name), 1, MOST_AHEAD)


class Batch(NamedTuple):
    """The decisions of a batch, features and targets at half precision, and how it was played."""

    number: int
    labelled: Labelled
    offences: dict[str, float]
    seconds: dict[str, float]  # by kind of work
    actor: int
    rate: float  # decisions per second


class Player:
    """An actor. It works in the folder of the learner's command."""

    def __init__(self, folder: str, config: DistilConfig, name: int, trusted: bool) -> None:
        enter_folder(folder)
        torch.set_num_threads(1)
        self._name, self._seed = name, config.seed
        # The learner has the replay buffer, and sends the weights.
        self._method = Distil(replace(config, init="", memory=1, device="cpu"), trusted)

    def where(self) -> str:
        """This actor's machine and process."""
        return f"{socket.gethostname()}, process {os.getpid()}"

    def play(self, weights: Weights, number: int) -> Batch:
        """The batch of a number, played with these weights."""
        start, method = time.perf_counter(), self._method
        method.seconds.clear()
        network_in(method.model).load_state_dict(
            {name: torch.from_numpy(array.copy()) for name, array in weights.items()}
        )
        method.reseed(seed_for(Purpose.TRAIN_DISTIL, self._seed, _BATCHES, number))
        features, masks, targets = method.labelled()
        labelled = Labelled(features.astype(np.float16), masks, targets.astype(np.float16))
        rate = len(features) / (time.perf_counter() - start)
        return Batch(number, labelled, method.offences(), dict(method.seconds), self._name, rate)


class Players:
    """The actors as the learner sees them. `close` ends them.

    Each of them has a batch to play and one that waits, so that none is idle while the learner
    learns. Raises ValueError if the cluster has fewer CPUs than actors are asked for.
    """

    def __init__(self, config: DistilConfig, cluster: Cluster, trusted: bool) -> None:
        with ExitStack() as held:
            ray = held.enter_context(connected(cluster.address, cluster.actors))
            cores = cores_of(ray)
            self.count = cluster.actors or cores
            if self.count > cores:
                raise ValueError(f"actors={self.count}: expected 1 to {cores}, the cluster's CPUs")
            remote = ray.remote(num_cpus=1, max_restarts=-1, max_task_retries=-1)(Player)
            here = os.getcwd()
            actors = [
                remote.remote(here, config, number + 1, trusted) for number in range(self.count)
            ]
            with task_errors(ray):
                self.places = ray.get([actor.where.remote() for actor in actors])
            from ray.util import ActorPool

            self._pool, self._ray = ActorPool([*actors, *actors]), ray
            self._played: dict[int, Batch] = {}
            self._rates: dict[int, float] = {}
            self._held = held.pop_all()

    def submit(self, number: int, weights: Weights) -> None:
        """Let a batch be played."""
        stored = self._ray.put(weights)
        self._pool.submit(lambda actor, number: actor.play.remote(stored, number), number)

    def take(self, number: int) -> Batch:
        """A batch that was submitted, when it is played; Misplay for what an opponent did wrong."""
        while number not in self._played:
            with task_errors(self._ray):
                batch: Batch = self._pool.get_next_unordered()
            self._played[batch.number] = batch
            self._rates[batch.actor] = batch.rate
        return self._played.pop(number)

    def rates(self) -> dict[int, float]:
        """The decisions per second of each actor, in its newest batch."""
        return dict(sorted(self._rates.items()))

    def note(self) -> str:
        """The actors' rates in a line: of each if they are few, else of all and the extremes."""
        rates = self.rates()
        if len(rates) <= _SHOWN:
            each = ", ".join(f"{actor}: {rate:,.0f}/s" for actor, rate in rates.items())
            return f"actor {each}" if each else ""
        low, high = min(rates, key=rates.__getitem__), max(rates, key=rates.__getitem__)
        total = sum(rates.values())
        return (
            f"{len(rates)} actors {total:,.0f}/s, {low}: {rates[low]:,.0f}/s to "
            f"{high}: {rates[high]:,.0f}/s"
        )

    def close(self) -> None:
        """End the actors, whatever they do."""
        self._held.close()
