"""Distilling search: a network learns to choose at once what search finds by playing out.

The network plays itself. At every real decision the teacher (`pimc`, or `search` with a learned
policy) says what each choice is worth in games drawn from the view, and the logits are regressed on
these values: a choice is e times as likely for every `temperature` chips that it is worth more.
What the drawn games owe to chance averages out over decisions that the network takes for alike.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from agents import load
from agents.protocol import Valuer
from marriage_env.core.rng import Purpose
from train.config import DistilConfig
from train.method import Learner
from train.model import network_in
from train.replay_buffer import Memory
from train.state import State


class Distil(Learner):
    """Learns from what a searching agent finds the choices worth.

    Raises ValueError if `config.teacher` is no such agent.
    """

    purpose = Purpose.TRAIN_DISTIL

    def __init__(self, config: DistilConfig, trusted: bool = False) -> None:
        super().__init__(config, trusted)
        self.distil = config
        scope = config.scope
        game = (scope.players[0], scope.measured_rules, scope.game)
        teacher = load(config.teacher, *game, self.guests, trusted)
        if not isinstance(teacher, Valuer):
            raise ValueError(f"teacher={config.teacher!r}: expected an agent that searches")
        self._teacher = teacher
        self._chance = np.random.default_rng(self.search_seed)
        shape = network_in(self.model).shape
        self._memory = Memory(config.memory, shape.inputs, shape.num_actions)

    def learn(self, progress: float) -> int:
        """Play all tables once, then learn from what is remembered."""
        decisions = self.play(self._choose)
        new = len(decisions.rewards)
        with self.timed("learn"):
            self._memory.add(decisions.features, decisions.masks, decisions.kept[1])
            self._imitate(new)
        return new

    def _choose(
        self, views: Any, features: NDArray[np.float32], masks: NDArray[np.int8]
    ) -> tuple[NDArray[Any], ...]:
        """Actions drawn from the policy, (B,), and their worth over the mean, (B, actions)."""
        with self.timed("choose"), torch.no_grad():
            actions, _, _ = self.model.policy(self.tensor(features), action_masks=masks)
        with self.timed("search"):
            values = self._teacher.values(views, masks, self._chance)
        legal = np.where(masks, values, 0.0)
        legal -= legal.sum(axis=1, keepdims=True) / masks.sum(axis=1, keepdims=True)
        return actions.cpu().numpy(), (legal * masks).astype(np.float32)

    def _imitate(self, new: int) -> None:
        """Learn from `replays` remembered decisions for each of `new` ones, at most once each."""
        order = self.shuffle.permutation(self._memory.filled)[: new * self.distil.replays]
        self.descend([order], lambda places: self._error(*self._memory.take(places)))

    def _error(
        self, features: NDArray[Any], masks: NDArray[Any], targets: NDArray[Any]
    ) -> torch.Tensor:
        """The squared error of a decision's values over their mean, in chips, on average."""
        network = network_in(self.model)
        logits, actions, _ = network.candidates(self.tensor(features).float())
        legal, wanted = (
            torch.nn.functional.pad(self.tensor(array).float(), (0, 1)).gather(1, actions)
            for array in (masks, targets)
        )
        values = logits * legal * self.distil.temperature
        values = values - values.sum(1, keepdim=True) / legal.sum(1, keepdim=True)
        return (((values - wanted) * legal) ** 2).sum(dim=1).mean()

    def state(self) -> State:
        """As `Learner.state`, with what is remembered."""
        memory = self._memory.state()
        return super().state().with_more(memory.values, memory.arrays)

    def restore(self, saved: State) -> None:
        """Go on from `saved`."""
        super().restore(saved)
        self._memory.restore(saved)

    def _generators(self) -> dict[str, np.random.Generator]:
        """As `Learner._generators`, with that of the search."""
        return {**super()._generators(), "chance_of_search": self._chance}
