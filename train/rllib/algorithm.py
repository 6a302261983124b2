"""RLlib's PPO, whose actors play batches of games. Learners, loss and actors' restarts are RLlib's.

Only `training_step` differs from RLlib's own: its samples are arrays with advantages, not episodes,
whose connectors would take longer than playing and learning together.
"""

from __future__ import annotations

import os
from dataclasses import asdict
from typing import Any

import numpy as np
import torch
from ray.rllib.algorithms.ppo import PPO, PPOConfig
from ray.rllib.core import (
    COMPONENT_LEARNER,
    COMPONENT_OPTIMIZER,
    COMPONENT_RL_MODULE,
    DEFAULT_MODULE_ID,
)
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.evaluation.postprocessing import Postprocessing
from ray.rllib.policy.sample_batch import MultiAgentBatch, SampleBatch
from ray.rllib.utils.metrics import NUM_ENV_STEPS_SAMPLED_LIFETIME

from marriage_env.core.rng import Purpose, seed_for
from train.rllib.config import RLlibConfig
from train.rllib.env_runner import GamesRunner, Sample
from train.rllib.module import MASK, OBSERVATIONS, CardModule, spaces_of

_FINAL_LEARNING_RATE = 0.02  # as a fraction of the initial one
_WHOLE = 1_000_000  # RLlib's schedules count steps; ours follow the budget, in millionths
_LOSSES = ("total_loss", "policy_loss", "vf_loss", "entropy")
_SHUFFLE = 0  # child of the seed; those after it are of the actors
_MOST_EMPTY = 30  # iterations in a row in which every actor failed


class GamesPPO(PPO):  # type: ignore[misc]
    """PPO over `GamesRunner`. An iteration plays a match at every table and learns from it.

    `progress`, the fraction of the budget spent, is set before each `train()`, which leaves the
    numbers of decisions and of illegal actions in the last iteration.
    """

    progress = 0.0
    iterations = 0
    decisions_played = 0
    illegal_actions = 0
    _empty = 0
    _results: list[Any] | None = None

    def warm_up(self) -> None:
        """Let every actor load what it needs, so that it does not count against the budget."""
        self._play()

    def training_step(self) -> None:
        """Play, learn, and count."""
        samples = self._play()
        self.iterations += 1
        self.decisions_played = sum(len(one.actions) for one in samples)
        self.illegal_actions = sum(one.illegal for one in samples)
        self._empty = 0 if samples else self._empty + 1
        if self._empty >= _MOST_EMPTY:
            raise RuntimeError(f"no actor answered in {_MOST_EMPTY} iterations")
        if samples:
            self._learn(samples)

    def _play(self) -> list[Sample]:
        """The samples of all actors that live; raises what went wrong in playing."""
        number, weights = self.iterations, {DEFAULT_MODULE_ID: self.weights()}
        played: list[Sample | Exception] = self.env_runner_group.foreach_env_runner(
            lambda runner: runner.sample(number=number, weights=weights),
            local_env_runner=self.config.num_env_runners == 0,
        )
        for one in played:
            if isinstance(one, Exception):
                raise one
        return [one for one in played if isinstance(one, Sample)]

    def _learn(self, samples: list[Sample]) -> None:
        seed = self.config.env_config["settings"]["seed"]
        order = seed_for(Purpose.TRAIN_RLLIB, seed, _SHUFFLE, self.iterations)
        batch = _batch_of(samples, np.random.default_rng(order))
        self._results = self.learner_group.update(
            batch=MultiAgentBatch({DEFAULT_MODULE_ID: batch}, len(batch)),
            timesteps=self._timesteps(),
            num_epochs=self.config.num_epochs,
            minibatch_size=min(self.config.minibatch_size, len(batch)),
        )
        self.metrics.aggregate(self._results, key="learners")

    def _timesteps(self) -> dict[str, int]:
        """The budget spent, as RLlib's schedules read it."""
        return {NUM_ENV_STEPS_SAMPLED_LIFETIME: int(self.progress * _WHOLE)}

    def losses(self) -> dict[str, float]:
        """What RLlib's loss measured in the last minibatch, by name; empty before any."""
        if not self._results:
            return {}
        found = self._results[0][DEFAULT_MODULE_ID]
        return {name: float(found[name].peek()) for name in _LOSSES}

    def weights(self) -> dict[str, Any]:
        """The weights that learn, by name."""
        return self._learner_state(COMPONENT_RL_MODULE)[DEFAULT_MODULE_ID]  # type: ignore[no-any-return]

    def optimizer_state(self) -> dict[str, Any]:
        """The state of the optimiser, as RLlib keeps it."""
        return self._learner_state(COMPONENT_OPTIMIZER)  # type: ignore[no-any-return]

    def set_learner(self, weights: dict[str, Any], optimizer: dict[str, Any] | None) -> None:
        """Continue from weights and the state of an optimiser, at the point of `progress`."""
        state: dict[str, Any] = {COMPONENT_RL_MODULE: {DEFAULT_MODULE_ID: weights}}
        if optimizer is not None:
            state[COMPONENT_OPTIMIZER] = optimizer
        self.learner_group.set_state({COMPONENT_LEARNER: state})
        timesteps = self._timesteps()
        self.learner_group.foreach_learner(
            lambda learner: learner.after_gradient_based_update(timesteps=timesteps)
        )

    def _learner_state(self, component: str) -> Any:
        path = f"{COMPONENT_LEARNER}/{component}"
        return self.learner_group.get_state(components=path)[COMPONENT_LEARNER][component]


def build(settings: RLlibConfig, trusted: bool = False) -> GamesPPO:
    """The algorithm of these settings, in a connected Ray. `stop()` ends its actors."""
    observations, actions = spaces_of(settings.game_range)
    rate = settings.learning_rate
    config = PPOConfig(algo_class=GamesPPO)
    config.environment(
        observation_space=observations,
        action_space=actions,
        env_config={
            "settings": asdict(settings),
            "folder": os.getcwd(),
            "trusted": trusted,
        },
        disable_env_checking=True,
    )
    config.env_runners(
        env_runner_cls=GamesRunner,
        num_env_runners=settings.num_env_runners,
        create_local_env_runner=settings.num_env_runners == 0,
    )
    config.fault_tolerance(restart_failed_env_runners=True)
    config.learners(num_learners=0)
    config.debugging(log_level="ERROR", seed=None)
    config.rl_module(
        rl_module_spec=RLModuleSpec(
            module_class=CardModule,
            observation_space=observations,
            action_space=actions,
            model_config={"game_range": settings.game_range, "width": settings.width},
        )
    )
    config.training(
        lr=[[0, rate], [_WHOLE, rate * _FINAL_LEARNING_RATE]],
        entropy_coeff=[[0, settings.entropy], [_WHOLE, settings.final_entropy]],
        gamma=1.0,
        lambda_=settings.gae_lambda,
        clip_param=settings.clip,
        vf_clip_param=float("inf"),
        vf_loss_coeff=settings.value_weight,
        use_kl_loss=False,
        grad_clip=settings.max_grad_norm,
        grad_clip_by="global_norm",
        num_epochs=settings.epochs,
        minibatch_size=settings.minibatch,
        train_batch_size_per_learner=max(settings.minibatch, settings.games),
    )
    built: GamesPPO = config.build_algo()
    return built


def _batch_of(samples: list[Sample], rng: np.random.Generator) -> SampleBatch:
    """The decisions of all actors in random order, with normalised advantages."""
    columns = {
        name: np.concatenate([getattr(one, name) for one in samples])
        for name in ("features", "masks", "actions", "log_probs", "advantages", "returns")
    }
    order = rng.permutation(len(columns["actions"]))
    tensors = {name: torch.from_numpy(column[order]) for name, column in columns.items()}
    advantages = tensors["advantages"]
    normal = (advantages - advantages.mean()) / (advantages.std(correction=0) + 1e-8)
    return SampleBatch(
        {
            Columns.OBS: {OBSERVATIONS: tensors["features"], MASK: tensors["masks"]},
            Columns.ACTIONS: tensors["actions"],
            Columns.ACTION_LOGP: tensors["log_probs"],
            # The loss makes a distribution of these and uses it only with a KL loss.
            Columns.ACTION_DIST_INPUTS: torch.zeros(len(order), 1),
            Postprocessing.ADVANTAGES: normal,
            Postprocessing.VALUE_TARGETS: tensors["returns"],
        }
    )
