"""Self-play PPO: one shared policy in every seat, sb3-contrib's MaskablePPO for the learning.

An update: play all tables to their ends (`collect`), credit every decision with what its own seat
won from then on (`buffer`), then `epochs` passes of clipped policy gradients (SB3's `train()`).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from marriage_env.core.rng import Purpose
from train.config import PPOConfig
from train.method import Learner
from train.opponent_pool import MOST_SNAPSHOTS, Pool
from train.rollout_buffer import DecisionBuffer
from train.state import State


class PPO(Learner):
    """Learns by PPO from its own play.

    Args:
        config: all settings.
        folder: of the run; snapshots of the pool are kept there.
        trusted: as `agents.load` has it.
    """

    purpose = Purpose.TRAIN_PPO

    def __init__(self, config: PPOConfig, folder: Path, trusted: bool = False) -> None:
        super().__init__(config, trusted)
        self.ppo = config
        self.pool = Pool(config, folder / "pool", self.supervised)
        if config.pool_share:
            self.collector.seating = self.pool.seating(self.pool_seed)
        model = self.model
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
        """One update."""
        start, end = self.ppo.entropy, self.ppo.final_entropy
        self.model.ent_coef = start + (end - start) * progress
        self.pool.add_if_due(self.checkpoint, progress)
        decisions = self.play(self._choose)
        with self.timed("play"):
            self.buffer.fill(decisions, self.config.reward_scale)
        with self.timed("learn"):
            self.model.train()
        return len(decisions.rewards)

    def _choose(
        self, views: Any, features: NDArray[np.float32], masks: NDArray[np.int8]
    ) -> tuple[NDArray[Any], ...]:
        """Actions drawn from the policy, values, and log probabilities, (B,) each."""
        with self.timed("choose"), torch.no_grad():
            inputs = self.tensor(features)
            actions, values, log_probs = self.model.policy(inputs, action_masks=masks)
        return actions.cpu().numpy(), values.cpu().numpy().ravel(), log_probs.cpu().numpy()

    def state(self) -> State:
        """As `Learner.state`, with the pool."""
        return super().state().with_more({"pool": self.pool.taken}, {})

    def restore(self, saved: State) -> None:
        """Go on from `saved`."""
        super().restore(saved)
        self.pool.restore(saved.integer("pool", 0, MOST_SNAPSHOTS))
