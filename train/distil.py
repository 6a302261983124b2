"""Distillation: a network learns the values of actions that a searching agent estimates.

The network plays itself. At every non-forced decision the teacher (`pimc`, or `search` with a
learned policy) estimates the value of each legal action in worlds sampled from the view, and the
logits are regressed on these values: an action is e times as likely for every `temperature` chips
that it is worth more. The noise of the sampled worlds averages out over similar decisions.
"""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from agents import load
from agents.protocol import Valuer
from marriage_env.core.rng import Purpose, child_seeds, stream_of
from train.config import DistilConfig
from train.method import TrainingMethod
from train.model import network_in, seed_sampler
from train.replay_buffer import ReplayBuffer
from train.run_state import RunState

BATCHES = "batches"  # in the state of a run on a cluster alone


class Labelled(NamedTuple):
    """D non-forced decisions, and the values that the teacher estimated."""

    features: NDArray[np.floating[Any]]  # (D, width)
    masks: NDArray[np.int8]  # (D, actions)
    targets: NDArray[np.floating[Any]]  # (D, actions) chips, less their mean over legal actions


class Distil(TrainingMethod):
    """Distillation in self-play. Raises ValueError if `config.teacher` does not search."""

    purpose = Purpose.TRAIN_DISTIL
    on_cluster: ClassVar[bool] = False

    def __init__(self, config: DistilConfig, trusted: bool = False) -> None:
        super().__init__(config, trusted)
        self.distil = config
        game_range = config.game_range
        teacher = load(
            config.teacher,
            num_players=game_range.players[0],
            rules=game_range.measured_rules,
            game=game_range.game,
            processes=self.processes,
            trusted=trusted,
        )
        if not isinstance(teacher, Valuer):
            raise ValueError(f"teacher={config.teacher!r}: expected an agent that searches")
        self._teacher = teacher
        self._search_rng = np.random.default_rng(self.search_seed)
        shape = network_in(self.model).shape
        self._replay_buffer = ReplayBuffer(config.memory, shape.inputs, shape.num_actions)

    def learn(self, progress: float) -> int:
        """Play a match at every table, then learn from the replay buffer."""
        labelled = self.labelled()
        new = len(labelled.features)
        with self.timed("learn"):
            self._replay_buffer.add(*labelled)
            self._imitate(new)
        return new

    def labelled(self) -> Labelled:
        """Play a match at every table, the teacher at every decision."""
        decisions = self.play(self._choose)
        return Labelled(decisions.features, decisions.masks, decisions.kept[1])

    def reseed(self, seed: np.random.SeedSequence) -> None:
        """Let everything that `labelled` draws come from this seed."""
        tables, actions, opponents, search = child_seeds(seed, 4)
        states = self.collector.states
        states["stream"] = [stream_of(child) for child in child_seeds(tables, len(states))]
        self.collector.seating.reseed(opponents)
        self._search_rng = np.random.default_rng(search)
        seed_sampler(self.model, actions)

    def _choose(
        self, views: Any, features: NDArray[np.float32], masks: NDArray[np.int8]
    ) -> tuple[NDArray[Any], ...]:
        """Sampled actions (B,), and the teacher's values less their mean, (B, actions)."""
        with self.timed("choose"), torch.no_grad():
            actions, _, _ = self.model.policy(self.tensor(features), action_masks=masks)
        with self.timed("search"):
            values = self._teacher.values(views, masks, self._search_rng)
        legal = np.where(masks, values, 0.0)
        legal -= legal.sum(axis=1, keepdims=True) / masks.sum(axis=1, keepdims=True)
        return actions.cpu().numpy(), (legal * masks).astype(np.float32)

    def _imitate(self, new: int) -> None:
        """Learn from `replays` stored decisions per new one, each used once at most."""
        order = self.shuffle.permutation(self._replay_buffer.filled)[: new * self.distil.replays]
        self.descend([order], lambda places: self._loss(*self._replay_buffer.take(places)))

    def _loss(
        self, features: NDArray[Any], masks: NDArray[Any], targets: NDArray[Any]
    ) -> torch.Tensor:
        """The mean squared error of the values less their mean, in chips²."""
        network = network_in(self.model)
        logits, actions, _ = network.candidates(self.tensor(features).float())
        legal, wanted = (
            torch.nn.functional.pad(self.tensor(array).float(), (0, 1)).gather(1, actions)
            for array in (masks, targets)
        )
        values = logits * legal * self.distil.temperature
        values = values - values.sum(1, keepdim=True) / legal.sum(1, keepdim=True)
        return (((values - wanted) * legal) ** 2).sum(dim=1).mean()

    def state(self) -> RunState:
        """As `TrainingMethod.state`, and the replay buffer."""
        stored = self._replay_buffer.state()
        return super().state().with_more(stored.values, stored.arrays)

    def restore(self, saved: RunState) -> None:
        """As `TrainingMethod.restore`, and the replay buffer."""
        if (BATCHES in saved.values) != self.on_cluster:
            given = "without" if self.on_cluster else "with"
            raise ValueError(f"the run was trained {given} --address: resume it so")
        super().restore(saved)
        self._replay_buffer.restore(saved)

    def _generators(self) -> dict[str, np.random.Generator]:
        """As `TrainingMethod._generators`, and that of the search."""
        return {**super()._generators(), "chance_of_search": self._search_rng}
