"""What every way of learning shares: seeds, tables, seats, the model, and how a run goes on."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, ClassVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn.utils import clip_grad_norm_

from agents.arena.duplicate import Setting
from agents.arena.supervision import supervised
from agents.isolation.agent import Guests
from agents.learned.checkpoint import Checkpoint
from agents.protocol import Agent
from marriage_env.core.rng import Purpose, child_seeds, seed_for
from train.collect import Choose, Collector, Decisions
from train.config import Config
from train.learned_state import restore_model, state_of
from train.model import anneal, checkpoint_of, make_model
from train.seating import Seating
from train.state import State
from train.training_games import make_tables


class Learner(ABC):
    """Plays and learns, update after update; `state` and `restore` make it go on exactly.

    Independent streams of chance, of the method's own purpose: tables, network, minibatches,
    opponents, pool, search. Evaluation has others. Agents of factories play in processes of their
    own, which `close` ends.
    """

    purpose: ClassVar[Purpose]

    def __init__(self, config: Config, trusted: bool = False) -> None:
        self.guests = Guests()
        tables, network, minibatches, opponents, pool, search = child_seeds(
            seed_for(self.purpose, config.seed), 6
        )
        self.config, self.trusted = config, trusted
        self.model = make_model(config, network)
        self.shuffle = np.random.default_rng(minibatches)
        self.pool_seed, self.search_seed = pool, search
        scope = config.scope
        states = make_tables(scope, config.match_deals, config.games, tables)
        share = 1.0 if config.opponents else 0.0
        seating = Seating(self._opponents(), share, "uniform", opponents)
        self.collector = Collector(states, scope, seating)
        self.seconds: defaultdict[str, float] = defaultdict(float)

    def _opponents(self) -> list[Agent]:
        """The given opponents, or none."""
        if not self.config.opponents:
            return []
        scope = self.config.scope
        if len(scope.players) > 1:
            raise ValueError("opponents: expected one number of players, such as --players 5")
        return [self.supervised(self.config.opponents)]

    def supervised(self, spec: str, players: int | None = None) -> Agent:
        """An agent that does not learn, for so many players (None: the first number trained for).

        It raises Misplay when it does what no player may.
        """
        scope = self.config.scope
        setting = Setting(players or scope.players[0], scope.measured_rules, game=scope.game)
        return supervised(spec, setting, self.guests, self.config.time_limit or None, self.trusted)

    def close(self) -> None:
        """End the processes of agents."""
        self.guests.close()

    @contextmanager
    def timed(self, work: str) -> Iterator[None]:
        """Count the seconds of a kind of work, for the profile."""
        start = time.perf_counter()
        yield
        self.seconds[work] += time.perf_counter() - start

    def update(self, progress: float) -> int:
        """Play and learn once, after a part (0 to 1) of the budget; the real decisions made."""
        anneal(self.model, self.config, progress)
        decisions = self.learn(progress)
        self.model.num_timesteps += decisions
        return decisions

    def checkpoint(self) -> Checkpoint:
        """The agent as it stands; its network goes on learning."""
        return checkpoint_of(self.model, self.config)

    def play(self, choose: Choose) -> Decisions:
        """Play all tables once by `choose`."""
        self.model.policy.set_training_mode(False)
        with self.timed("play"):
            return self.collector.collect(choose)

    def descend(
        self,
        passes: Iterable[NDArray[np.int64]],
        error: Callable[[NDArray[np.int64]], torch.Tensor],
    ) -> None:
        """Gradient descent, pass after pass over decisions in the order given, in minibatches.

        `error` gives the loss of the decisions at some places.
        """
        policy, losses = self.model.policy, []
        policy.set_training_mode(True)
        self.model._update_learning_rate(policy.optimizer)
        for order in passes:
            for part in np.array_split(order, max(1, len(order) // self.config.minibatch)):
                loss = error(part)
                policy.optimizer.zero_grad()
                loss.backward()  # type: ignore[no-untyped-call]
                clip_grad_norm_(policy.parameters(), self.config.max_grad_norm)
                policy.optimizer.step()
                losses.append(loss.item())
            self.model._n_updates += 1
        self.model.logger.record("train/loss", float(np.mean(losses)))

    def tensor(self, array: NDArray[Any]) -> torch.Tensor:
        """An array where the model computes."""
        return torch.as_tensor(array, device=self.model.device)

    @abstractmethod
    def learn(self, progress: float) -> int:
        """Play all tables once, improve the network, and say how many decisions were made."""

    def state(self) -> State:
        """All that decides how the run goes on, but for its clock and curve."""
        generators = {name: one.bit_generator.state for name, one in self._generators().items()}
        streams = {"streams": self.collector.states["stream"].copy()}
        return state_of(self.model).with_more(generators, streams)

    def restore(self, saved: State) -> None:
        """Go on from `saved`; ValueError names what is wrong with it."""
        streams = saved.array("streams", "u4", self.collector.states["stream"].shape)
        if not streams.any(axis=1).all():
            raise ValueError("streams: expected no stream of zeros")
        restore_model(self.model, saved)
        for name, generator in self._generators().items():
            saved.set_generator(name, generator)
        self.collector.states["stream"] = streams

    def _generators(self) -> dict[str, np.random.Generator]:
        """Every source of chance but that of the games and of the policy's actions, by name."""
        seating = self.collector.seating
        return {"shuffle": self.shuffle, "draws": seating.draws, "chance": seating.chance}
