"""An EnvRunner of RLlib that plays hundreds of games at once, every seat by its own decisions."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import Any

import numpy as np
import ray
import torch
from numpy.typing import NDArray
from ray.rllib.core import COMPONENT_RL_MODULE, DEFAULT_MODULE_ID
from ray.rllib.env import INPUT_ENV_SINGLE_SPACES, INPUT_ENV_SPACES
from ray.rllib.env.env_runner import EnvRunner
from ray.rllib.utils.checkpoints import Checkpointable

from agents.arena.ray_cluster import enter_folder
from agents.registry import load
from marriage_env.core.events import MAX_PLAYERS
from marriage_env.core.rng import Purpose, child_seeds, seed_for
from train.collect import Collector, Decisions
from train.credit import advantages_of
from train.rllib.config import RLlibConfig
from train.rllib.module import CardModule, spaces_of
from train.sampling import sample
from train.seating import Seating
from train.training_games import make_tables


@dataclass
class Sample:
    """What an actor has played in an iteration: D non-forced decisions."""

    features: NDArray[np.float32]  # (D, width)
    masks: NDArray[np.int8]  # (D, actions)
    actions: NDArray[np.int64]  # (D,)
    log_probs: NDArray[np.float32]  # (D,) of the actions, when they were chosen
    advantages: NDArray[np.float32]  # (D,)
    returns: NDArray[np.float32]  # (D,)
    illegal: int  # actions that were illegal
    seconds: float


class GamesRunner(EnvRunner, Checkpointable):  # type: ignore[misc]
    """Plays a match at every table per call of `sample`, which returns a `Sample`.

    What it plays depends on the seed, its own index, the number of the iteration and the weights
    alone, so that an actor that died can be replaced. `config.env_config` has `settings`, a dict of
    RLlibConfig's fields; `folder`, to which specs of opponents are relative; and `trusted`.
    """

    def __init__(self, *, config: Any, **kwargs: Any) -> None:
        super().__init__(config=config, **kwargs)
        given = self.config.env_config
        if self.worker_index:  # an actor, not the process of the learner
            enter_folder(given["folder"])
            torch.set_num_threads(1)
        self.module: CardModule | None = None
        self.settings = RLlibConfig(**given["settings"])
        self._opponents = opponents_of(self.settings, given["trusted"])
        self._steps = 0
        self.make_module()

    def sample(self, *, number: int = 0, weights: Any = None, **_: Any) -> Sample | Exception:
        """Play iteration `number` with these weights.

        An exception is returned, not raised: RLlib would take the actor for dead and replace it.
        """
        try:
            if weights is not None:
                self.set_state({COMPONENT_RL_MODULE: weights})
            return self._play(number)
        except Exception as error:  # reported by the learner
            return error

    def _play(self, number: int) -> Sample:
        start, settings = perf_counter(), self.settings
        seed = seed_for(Purpose.TRAIN_RLLIB, settings.seed, 1 + (self.worker_index or 0), number)
        tables, seats, actions = child_seeds(seed, 3)
        share = settings.opponent_share
        collector = Collector(
            make_tables(settings.game_range, settings.match_deals, settings.games, tables),
            settings.game_range,
            Seating(self._opponents, share, "uniform", seats),
        )
        sampler = torch.Generator().manual_seed(int(actions.generate_state(1)[0]))
        illegal = 0

        def choose(
            views: Any, features: NDArray[np.float32], masks: NDArray[np.int8]
        ) -> tuple[NDArray[Any], ...]:
            nonlocal illegal
            assert self.module is not None
            with torch.no_grad():
                inputs = torch.as_tensor(features)
                chosen, values, log_probs = sample(self.module.network, sampler, inputs, masks)
            taken = chosen.numpy()
            illegal += int((masks[np.arange(len(taken)), taken] == 0).sum())
            return taken, values.numpy().ravel(), log_probs.numpy()

        decisions = collector.collect(choose)
        self._steps += len(decisions.rewards)
        return _sample_of(decisions, settings, illegal, perf_counter() - start)

    def make_env(self) -> None:
        """Nothing: the games are records, made anew for each iteration."""

    def make_module(self) -> None:
        """Make the network."""
        spec = self.config.get_multi_rl_module_spec(spaces=self.get_spaces(), inference_only=True)
        self.module = spec.build()[DEFAULT_MODULE_ID]

    def get_spaces(self) -> dict[str, Any]:
        """The spaces of the module, which are those of a decision."""
        both = spaces_of(self.settings.game_range)
        return {INPUT_ENV_SPACES: both, INPUT_ENV_SINGLE_SPACES: both, DEFAULT_MODULE_ID: both}

    def assert_healthy(self) -> None:
        """Raise AssertionError unless the network is there."""
        assert self.module is not None

    def get_metrics(self) -> Any:
        """The decisions sampled since the last call."""
        self.metrics.log_value("num_env_steps_sampled", self._steps, reduce="sum")
        self._steps = 0
        return self.metrics.reduce()

    def get_state(self, *_: Any, **__: Any) -> dict[str, Any]:
        """The weights."""
        assert self.module is not None
        return {COMPONENT_RL_MODULE: {DEFAULT_MODULE_ID: self.module.get_state()}}

    def set_state(self, state: dict[str, Any]) -> None:
        """Take weights, or what refers to them, as RLlib sends it to new actors."""
        weights = state.get(COMPONENT_RL_MODULE, {})
        if isinstance(weights, ray.ObjectRef):
            weights = ray.get(weights)
        if DEFAULT_MODULE_ID in weights and self.module is not None:
            self.module.set_state(weights[DEFAULT_MODULE_ID])

    def get_ctor_args_and_kwargs(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """What RLlib makes a runner of its checkpoints with."""
        return (), {"config": self.config}

    def stop(self) -> None:
        """Nothing to end."""


def opponents_of(settings: RLlibConfig, trusted: bool) -> list[Any]:
    """The opponents that the settings name; ValueError for what is no agent."""
    game_range = settings.game_range
    return [
        load(
            spec,
            game_range.players[0],
            game_range.measured_rules,
            settings.game,
            trusted=trusted,
        )
        for spec in settings.opponents.split()
    ]


def _sample_of(decisions: Decisions, settings: RLlibConfig, illegal: int, seconds: float) -> Sample:
    """Decisions with advantages and returns along the trajectory of each seat."""
    actions, values, log_probs = decisions.kept
    rewards = decisions.rewards * np.float32(settings.reward_scale)
    advantages = np.zeros_like(rewards)
    trajectories = settings.games * MAX_PLAYERS
    advantages_of(
        rewards, values, decisions.trajectories, trajectories, 1.0, settings.gae_lambda, advantages
    )
    return Sample(
        decisions.features,
        decisions.masks,
        actions,
        log_probs,
        advantages,
        advantages + values,
        illegal,
        seconds,
    )
