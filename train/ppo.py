"""Self-play PPO: one shared policy in every seat, sb3-contrib's MaskablePPO for the learning.

An update plays a match at every table (`collect`), credits every decision with the chips that its
seat won from then on (`rollout_buffer`), and makes `epochs` passes of clipped policy gradients
(SB3's `train()`). docs/training.md explains every metric.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from marriage_env.core.rng import Purpose
from train.config import PPOConfig
from train.method import TrainingMethod
from train.model import network_in
from train.opponent_pool import MAX_SNAPSHOTS, OpponentPool
from train.policy import CardPolicy
from train.reference_policy import ReferencePolicy
from train.rollout_buffer import DecisionBuffer
from train.run_state import RunState


class PPO(TrainingMethod):
    """Self-play PPO.

    Args:
        config: all settings.
        folder: of the run; the opponent pool is stored in its `pool`.
        trusted: as in `agents.load`.
    """

    purpose = Purpose.TRAIN_PPO

    def __init__(self, config: PPOConfig, folder: Path, trusted: bool = False) -> None:
        super().__init__(config, trusted)
        self.ppo = config
        self.pool = OpponentPool(config, folder / "pool", self.supervised)
        if config.pool_share:
            self.collector.seating = self.pool.seating(self.pool_seed)
        model = self.model
        self.reference: ReferencePolicy | None = None
        if config.reference_every:
            self.reference = ReferencePolicy(network_in(model), config.reference_every)
            assert isinstance(model.policy, CardPolicy)
            model.policy.reference = self.reference
        self.buffer = DecisionBuffer(
            1,
            model.observation_space,
            model.action_space,
            model.device,
            gae_lambda=config.gae_lambda,
            gamma=1.0,
        )
        self.buffer.shuffle_with(self.shuffle)
        model.rollout_buffer = self.buffer

    def learn(self, progress: float) -> int:
        """Take a snapshot if one is due, play a match at every table, then learn from it."""
        start, end = self.ppo.entropy, self.ppo.final_entropy
        self.model.ent_coef = start + (end - start) * progress
        self.pool.add_if_due(self.checkpoint, progress)
        if self.reference:
            self.reference.move_if_due(progress)
        decisions = self.play(self._choose)
        with self.timed("play"):
            self.buffer.fill(decisions, self.config.reward_scale)
        with self.timed("learn"):
            self.model.train()
        return len(decisions.rewards)

    def _choose(
        self, views: Any, features: NDArray[np.float32], masks: NDArray[np.int8]
    ) -> tuple[NDArray[Any], ...]:
        """Sampled actions, values, and log probabilities of the actions, (B,) each."""
        with self.timed("choose"), torch.no_grad():
            inputs = self.tensor(features)
            actions, values, log_probs = self.model.policy(inputs, action_masks=masks)
        return actions.cpu().numpy(), values.cpu().numpy().ravel(), log_probs.cpu().numpy()

    def state(self) -> RunState:
        """As `TrainingMethod.state`, the number of snapshots, and the reference policy."""
        saved = super().state().with_more({"pool": self.pool.taken}, {})
        if self.reference:
            held = self.reference.state()
            saved = saved.with_more(held.values, held.arrays)
        return saved

    def restore(self, saved: RunState) -> None:
        """As `TrainingMethod.restore`, the opponent pool, and the reference policy."""
        super().restore(saved)
        self.pool.restore(saved.integer("pool", 0, MAX_SNAPSHOTS))
        if self.reference:
            self.reference.restore(saved)
