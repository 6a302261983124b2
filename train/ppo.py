"""Self-play PPO: one shared policy in every seat, sb3-contrib's MaskablePPO for the learning.

An update plays a match at every table (`collect`), credits every decision with the chips that its
seat won from then on (`rollout_buffer`), and makes `epochs` passes of clipped policy gradients
(SB3's `train()`). By default it learns from the matches of the update before while it plays
(`play_ahead`). docs/training.md explains every metric.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from agents.learned.torch_threads import hold_torch_threads
from marriage_env.core.rng import Purpose
from train.collect import Decisions
from train.config import OVERLAPPED, PPOConfig
from train.method import TrainingMethod
from train.opponent_pool import MAX_SNAPSHOTS, OpponentPool
from train.play_ahead import PlayAhead
from train.policy import CardPolicy
from train.reference_policy import ReferencePolicy
from train.rollout_buffer import DecisionBuffer
from train.run_state import RunState
from train.sampling import sample


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
        assert isinstance(model.policy, CardPolicy)
        self._player, self._sampler = model.policy.network, model.policy.sampler
        self.reference: ReferencePolicy | None = None
        if config.reference_every:
            self.reference = ReferencePolicy(self._player, config.reference_every)
            model.policy.reference = self.reference
        self.ahead: PlayAhead | None = None
        if config.schedule == OVERLAPPED:
            play = partial(self.collector.collect, self._choose)
            self.ahead = PlayAhead(self._player, play, self._streams_of_play)
            self._player = self.ahead.network

    def learn(self, progress: float) -> int:
        """Take a snapshot if one is due, play a match at every table, and learn from one."""
        start, end = self.ppo.entropy, self.ppo.final_entropy
        self.model.ent_coef = start + (end - start) * progress
        if self.reference:
            self.reference.move_if_due(progress)
        if self.ahead is not None:
            return self._learn_and_play(self.ahead, progress)
        self.pool.add_if_due(self.checkpoint, progress)
        decisions = self.play(self._choose)
        self._learn_from(decisions)
        return len(decisions.rewards)

    def _learn_and_play(self, ahead: PlayAhead, progress: float) -> int:
        """Learn from the matches in hand while the next ones are played."""
        with hold_torch_threads():
            with self.timed("play"):
                decisions = ahead.take()
            self.pool.add_if_due(self.checkpoint, progress)
            learn = partial(self._learn_from, decisions)
            with self.timed("play"):
                learning = ahead.play_during(learn, self.buffer.abandon)
            try:
                with self.timed("wait"):
                    learning.result()
            except BaseException:  # interrupted: `close` waits for the thread
                self.buffer.abandon()
                raise
        return len(decisions.rewards)

    def _learn_from(self, decisions: Decisions) -> None:
        """`epochs` passes over these decisions."""
        with self.timed("learn"):
            self.buffer.fill(decisions, self.config.reward_scale)
            if self.ahead is not None:
                self.buffer.clip_around(self._log_probs(decisions))
            self.model.train()

    def _log_probs(self, decisions: Decisions) -> NDArray[np.float32]:
        """The log probabilities of the chosen actions by the network that learns, (D,)."""
        step, parts = self.config.minibatch, []
        for low in range(0, len(decisions.rewards), step):
            features, masks, actions = (
                self.tensor(array[low : low + step])
                for array in (decisions.features, decisions.masks, decisions.kept[0])
            )
            with torch.no_grad():
                parts.append(self.model.policy.evaluate_actions(features, actions, masks)[1])
        return torch.cat(parts).cpu().numpy()

    def _choose(
        self, views: Any, features: NDArray[np.float32], masks: NDArray[np.int8]
    ) -> tuple[NDArray[Any], ...]:
        """Sampled actions, values, and log probabilities of the actions, (B,) each."""
        with self.timed("choose"), torch.no_grad():
            inputs = self.tensor(features)
            actions, values, log_probs = sample(self._player, self._sampler, inputs, masks)
        return actions.cpu().numpy(), values.cpu().numpy().ravel(), log_probs.cpu().numpy()

    def close(self) -> None:
        """As `TrainingMethod.close`, and end the thread that learns."""
        super().close()
        if self.ahead is not None:
            self.ahead.close()

    def state(self) -> RunState:
        """As `TrainingMethod.state`, with the pool, the reference policy, and what plays ahead.

        The streams are then those with which the matches in hand began.
        """
        saved = super().state().with_more({"pool": self.pool.taken}, {})
        held = [part.state() for part in (self.reference, self.ahead) if part is not None]
        for part in held:
            saved = saved.with_more(part.values, part.arrays)
        return saved

    def restore(self, saved: RunState) -> None:
        """As `TrainingMethod.restore`, and all that `state` has besides."""
        super().restore(saved)
        self.pool.restore(saved.integer("pool", 0, MAX_SNAPSHOTS))
        for part in (self.reference, self.ahead):
            if part is not None:
                part.restore(saved)

    def _streams_of_play(self) -> RunState:
        """The random streams that playing advances: of seats, opponents, games and actions."""
        generators = self._generators()
        return RunState(
            {name: generators[name].bit_generator.state for name in ("draws", "chance")},
            {
                "streams": self.collector.states["stream"].copy(),
                "sampler": self._sampler.get_state().numpy(),
            },
        )
