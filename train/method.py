"""`TrainingMethod`: what PPO, Deep Monte Carlo and distillation share.

Random streams, tables, seats, the model, gradient descent, and the state from which a run resumes.
"""

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

from agents.arena.misbehavior import supervised
from agents.arena.setting import Setting
from agents.isolation.agent import AgentProcesses
from agents.learned.checkpoint import Checkpoint
from agents.protocol import Agent
from marriage_env.core.rng import Purpose, child_seeds, seed_for
from train.collect import Choose, Collector, Decisions
from train.config import Config
from train.model import checkpoint_of, make_model, set_learning_rate
from train.model_state import model_state, restore_model
from train.run_state import RunState
from train.seating import Seating
from train.training_games import make_tables


class TrainingMethod(ABC):
    """Plays and learns, update after update; `state` and `restore` resume it exactly.

    Tables, network, minibatches, opponents, pool and search draw from independent random streams of
    the method's own purpose; evaluation draws from others. Agents of a `package.module:factory`
    play in processes of their own, which `close` ends.

    Args:
        config: all settings.
        trusted: as in `agents.load`, for the agents that `config` names.
    """

    purpose: ClassVar[Purpose]
    saves_often: ClassVar[bool] = False  # after updates too, and not at points of the curve alone

    def __init__(self, config: Config, trusted: bool = False) -> None:
        self.processes = AgentProcesses()
        tables, network, minibatches, opponents, pool, search = child_seeds(
            seed_for(self.purpose, config.seed), 6
        )
        self.config, self.trusted = config, trusted
        self.model = make_model(config, network)
        self.shuffle = np.random.default_rng(minibatches)
        self.pool_seed, self.search_seed = pool, search
        game_range = config.game_range
        states = make_tables(game_range, config.match_deals, config.games, tables)
        share = 1.0 if config.opponents else 0.0
        seating = Seating(self._opponents(), share, "uniform", opponents)
        self.collector = Collector(states, game_range, seating)
        self.seconds: defaultdict[str, float] = defaultdict(float)

    def _opponents(self) -> list[Agent]:
        """The opponent that the config names, if any."""
        if not self.config.opponents:
            return []
        game_range = self.config.game_range
        if len(game_range.players) > 1:
            raise ValueError("opponents: expected one number of players, such as --players 5")
        return [self.supervised(self.config.opponents)]

    def supervised(self, spec: str, players: int | None = None) -> Agent:
        """The agent of a spec, for this number of players (None: the first one trained for).

        It raises Misplay when it breaks the protocol of agents.
        """
        game_range = self.config.game_range
        setting = Setting(
            players or game_range.players[0], game_range.measured_rules, game=game_range.game
        )
        return supervised(
            spec, setting, self.processes, self.config.time_limit or None, self.trusted
        )

    def close(self) -> None:
        """End the processes of agents."""
        self.processes.close()

    @contextmanager
    def timed(self, work: str) -> Iterator[None]:
        """Add the seconds that the block takes to `self.seconds[work]`."""
        start = time.perf_counter()
        yield
        self.seconds[work] += time.perf_counter() - start

    def update(self, progress: float) -> int:
        """Play and learn once; the number of non-forced decisions made.

        `progress` is the fraction of the budget that is spent, 0 to 1.
        """
        set_learning_rate(self.model, self.config, progress)
        with self.timed("update"):
            decisions = self.learn(progress)
        self.model.num_timesteps += decisions
        return decisions

    def offences(self) -> dict[str, float]:
        """As `Collector.offences`, in the matches that were learned from last."""
        return self.collector.offences()

    def note(self) -> str:
        """What the progress bar says besides."""
        return ""

    def profile(self, earlier: int) -> str:
        """A line that says how the time was spent; `earlier` decisions were made before it."""
        spent = self.seconds
        play = spent["play"] - spent["choose"] - spent["search"]
        working = spent["play"] + spent["learn"]  # more than the time if both go on at once
        if not working:
            return "no update was made"
        parts = {
            "games and features": play,
            "choosing": spent["choose"],
            "search": spent["search"],
            "learning": spent["learn"],
        }
        shares = ", ".join(f"{name} {part / working:.0%}" for name, part in parts.items() if part)
        rate = (self.model.num_timesteps - earlier) / spent["update"]
        return f"{rate:,.0f} decisions/s ({shares}); evaluation {spent['evaluate']:.0f} s"

    def checkpoint(self) -> Checkpoint:
        """The current agent. It shares its weights with the network that is being trained."""
        return checkpoint_of(self.model, self.config)

    def play(self, choose: Choose) -> Decisions:
        """Play one match at every table, the training seats by `choose`."""
        self.model.policy.set_training_mode(False)
        with self.timed("play"):
            return self.collector.collect(choose)

    def descend(
        self,
        passes: Iterable[NDArray[np.int64]],
        loss_of: Callable[[NDArray[np.int64]], torch.Tensor],
    ) -> None:
        """Gradient descent in minibatches.

        Args:
            passes: for each pass the indices of its decisions, in the order of learning.
            loss_of: gives the loss of the decisions at some indices.
        """
        policy, losses = self.model.policy, []
        policy.set_training_mode(True)
        self.model._update_learning_rate(policy.optimizer)
        for order in passes:
            for part in np.array_split(order, max(1, len(order) // self.config.minibatch)):
                loss = loss_of(part)
                policy.optimizer.zero_grad()
                loss.backward()  # type: ignore[no-untyped-call]
                clip_grad_norm_(policy.parameters(), self.config.max_grad_norm)
                policy.optimizer.step()
                losses.append(loss.item())
            self.model._n_updates += 1
        self.model.logger.record("train/loss", float(np.mean(losses)))

    def tensor(self, array: NDArray[Any]) -> torch.Tensor:
        """An array as a tensor on the model's device."""
        return torch.as_tensor(array, device=self.model.device)

    @abstractmethod
    def learn(self, progress: float) -> int:
        """Play one match at every table and improve the network; the number of decisions made."""

    def state(self) -> RunState:
        """All that determines how the run continues, except its clock and learning curve."""
        generators = {name: one.bit_generator.state for name, one in self._generators().items()}
        streams = {"streams": self.collector.states["stream"].copy()}
        return model_state(self.model).with_more(generators, streams)

    def restore(self, saved: RunState) -> None:
        """Continue from `saved`; ValueError names what is wrong with it."""
        streams = saved.array("streams", "u4", self.collector.states["stream"].shape)
        if not streams.any(axis=1).all():
            raise ValueError("streams: expected no stream of zeros")
        restore_model(self.model, saved)
        for name, generator in self._generators().items():
            saved.set_generator(name, generator)
        self.collector.states["stream"] = streams

    def _generators(self) -> dict[str, np.random.Generator]:
        """Every random generator but those of the games and of the policy's actions, by name."""
        seating = self.collector.seating
        return {"shuffle": self.shuffle, "draws": seating.seat_rng, "chance": seating.agents_rng}
