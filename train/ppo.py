"""Self-play PPO: one shared policy in every seat, sb3-contrib's MaskablePPO for the learning."""

from __future__ import annotations

import json
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from stable_baselines3.common.logger import configure
from tqdm import tqdm

from agents import load
from agents.duplicate import Setting, measure_gain
from agents.files import write_text
from agents.learned import LearnedAgent, game_of, save_checkpoint
from agents.network import policy_kwargs
from marriage_env.mariage import observe
from marriage_env.mariage.actions import NUM_ACTIONS
from marriage_env.random import child_seeds
from train.buffer import DecisionBuffer
from train.collect import Collector
from train.config import PPOConfig

OPPONENTS = ("random", "greedy")
_LAST_LEARNING_RATE = 0.02


@dataclass
class Point:
    """A point of the learning curve: gains over opponents after so many decisions."""

    decisions: int
    seconds: float
    gains: dict[str, tuple[float, float, float]] = field(default_factory=dict)


def make_model(config: PPOConfig) -> MaskablePPO:
    """A fresh model for the game of `config`; its `game` says which."""
    low, high = observe.bounds(config.players)
    torch_seed = int(child_seeds(config.seed, 4)[1].generate_state(1)[0])
    model = MaskablePPO(
        "MlpPolicy",
        env=None,  # type: ignore[arg-type]
        n_steps=2,
        batch_size=config.minibatch,
        n_epochs=config.epochs,
        gamma=1.0,
        gae_lambda=config.gae_lambda,
        learning_rate=config.learning_rate,
        clip_range=config.clip,
        ent_coef=config.entropy,
        vf_coef=config.value_weight,
        max_grad_norm=config.max_grad_norm,
        policy_kwargs=policy_kwargs(config.width),
        seed=torch_seed,
        device="cpu",
        _init_setup_model=False,
    )
    # Matches are played by the collector, so that SB3 needs to know the spaces alone.
    model.n_envs = 1
    model.observation_space = spaces.Box(low, high, dtype=np.int8)
    model.action_space = spaces.Discrete(NUM_ACTIONS)
    model._setup_model()
    model.game = game_of(config.players, config.game_rules)  # type: ignore[attr-defined]
    return model


def make_buffer(model: MaskablePPO, config: PPOConfig) -> DecisionBuffer:
    """The buffer that `model.train()` reads."""
    buffer = DecisionBuffer(
        1,
        model.observation_space,
        model.action_space,
        model.device,
        gae_lambda=config.gae_lambda,
        gamma=1.0,
    )
    buffer.shuffle_with(np.random.default_rng(child_seeds(config.seed, 4)[2]))
    return buffer


def anneal(model: MaskablePPO, config: PPOConfig, progress: float) -> None:
    """Learning rate and entropy weight after a part (0 to 1) of the budget."""
    rate = config.learning_rate * (1 - (1 - _LAST_LEARNING_RATE) * progress)
    model.lr_schedule = lambda _: rate
    model.ent_coef = config.entropy + (config.final_entropy - config.entropy) * progress


def compile_trainer(config: PPOConfig) -> None:
    """Compile all that a run needs, so that its clock counts learning alone."""
    print("compiling the trainer, where that has not been done yet ...", file=sys.stderr)
    model = make_model(config)
    tiny = Collector(config.players, config.game_rules, config.match_deals, 2, seed=0)
    tiny.collect(model, make_buffer(model, config), config.reward_scale)
    setting = Setting(config.players, config.game_rules, 2, 0)
    measure_gain(LearnedAgent(model, config.players, "learner"), load("greedy"), setting)
    measure_gain(load("random"), load("greedy"), setting)


def train(config: PPOConfig, folder: Path) -> list[Point]:
    """Train by self-play until the budget or the time is spent, or Ctrl-C.

    Leaves in `folder`: config.json, progress.csv (SB3's metrics), curve.json, best.zip (by gain
    over the strongest opponent), and final.zip. Returns the learning curve. Raises ValueError if
    there is a run in the folder already.
    """
    if (folder / "config.json").exists():
        raise ValueError(f"{folder}: there is a run in it already; choose another folder")
    folder.mkdir(parents=True, exist_ok=True)
    write_text(folder / "config.json", config.to_json())
    torch.set_num_threads(config.threads)
    compile_trainer(config)
    model = make_model(config)
    model.set_logger(configure(str(folder), ["csv"]))
    model.rollout_buffer = buffer = make_buffer(model, config)
    games_seed = int(child_seeds(config.seed, 4)[0].generate_state(1)[0])
    collector = Collector(
        config.players, config.game_rules, config.match_deals, config.games, games_seed
    )
    curve = _Curve(config, folder, model)
    with tqdm(total=config.decisions, unit=" decisions", unit_scale=True, desc="self-play") as bar:
        try:
            _learn(model, buffer, collector, curve, config, bar)
        except KeyboardInterrupt:
            bar.write("stopped; the agent as it stands is kept")
        finally:
            model.logger.close()
    save_checkpoint(model, folder / "final.zip")
    return curve.points


def _learn(
    model: MaskablePPO,
    buffer: DecisionBuffer,
    collector: Collector,
    curve: _Curve,
    config: PPOConfig,
    bar: Any,
) -> None:
    """Collect and learn, update after update."""
    start = time.perf_counter()
    while model.num_timesteps < config.decisions:
        seconds = time.perf_counter() - start
        if seconds > config.seconds:
            break
        progress = max(model.num_timesteps / config.decisions, seconds / config.seconds)
        curve.measure_if_due(progress, seconds, bar)
        anneal(model, config, progress)
        decisions = collector.collect(model, buffer, config.reward_scale)
        model.num_timesteps += decisions
        model.train()
        model.logger.record("decisions", model.num_timesteps)
        model.logger.dump(model.num_timesteps)
        bar.update(decisions)
    curve.measure_if_due(1.0, time.perf_counter() - start, bar)


class _Curve:
    """Measures the agent now and then, keeps the curve and the best checkpoint."""

    def __init__(self, config: PPOConfig, folder: Path, model: MaskablePPO) -> None:
        self.points: list[Point] = []
        self._config, self._folder, self._model = config, folder, model
        self._opponents = {name: load(name) for name in OPPONENTS}
        self._setting = Setting(
            config.players, config.game_rules, config.evaluation_deals, config.seed
        )
        self._best = -np.inf

    def measure_if_due(self, progress: float, seconds: float, bar: Any) -> None:
        """Add a point when the next part of the budget is spent."""
        if progress < len(self.points) / self._config.evaluations and progress < 1:
            return
        agent = LearnedAgent(self._model, self._config.players, "learner")
        point = Point(int(self._model.num_timesteps), round(seconds, 1))
        for name, opponent in self._opponents.items():
            gain = measure_gain(agent, opponent, self._setting)
            point.gains[name] = (gain.mean, gain.low, gain.high)
        self.points.append(point)
        bar.set_postfix_str("gain over greedy {:+.2f}".format(point.gains["greedy"][0]))
        write_text(
            self._folder / "curve.json", json.dumps([vars(one) for one in self.points], indent=1)
        )
        if point.gains[OPPONENTS[-1]][0] > self._best:
            self._best = point.gains[OPPONENTS[-1]][0]
            save_checkpoint(self._model, self._folder / "best.zip")
