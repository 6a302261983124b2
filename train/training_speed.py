"""`python -m train speed`: decisions per second end to end, compared with plain SB3.

Plain SB3 is the straightforward setup: eight AEC environments, each wrapped as a Gymnasium
environment whose agent is the seat to act, in a `DummyVecEnv`, and MaskablePPO with its defaults.
"""

from __future__ import annotations

import time
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.logger import Logger
from stable_baselines3.common.vec_env import DummyVecEnv

from agents.learned.game_range import GameRange
from agents.learned.torch_threads import torch_threads
from agents.random_state import keep_random_state
from marriage_env.game import game_named
from train.config import PPOConfig
from train.device import check_hardware
from train.ppo import PPO

_ENVS, _STEPS = 8, 256
_WORK = ("play", "choose", "learn")


class TurnByTurn(gymnasium.Env[NDArray[np.int8], np.int64]):
    """An AEC environment as a single-agent one: each step is a decision of the seat to act."""

    def __init__(self, game_range: GameRange, seed: int) -> None:
        module = import_module(f"marriage_env.{game_named(game_range.game).env}")
        self._env = module.env(
            num_players=game_range.players[0], rules=game_range.measured_rules, deals=1
        )
        self._seed = seed
        agent = self._env.possible_agents[0]
        self.observation_space = self._env.observation_space(agent)["observation"]
        self.action_space = self._env.action_space(agent)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """The first decision of a new match."""
        self._seed += _ENVS
        self._env.reset(seed=self._seed)
        return self._observe(), {}

    def step(self, action: np.int64) -> tuple[NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        """Apply an action; the reward is that of the seat that acted."""
        actor = self._env.agent_selection
        self._env.step(int(action))
        over = all(self._env.terminations.values())
        return self._observe(), float(self._env.rewards[actor]), over, False, {}

    def action_masks(self) -> NDArray[np.int8]:
        """The legal actions of the seat to act."""
        mask: NDArray[np.int8] = self._env.observe(self._env.agent_selection)["action_mask"]
        return mask

    def _observe(self) -> NDArray[np.int8]:
        seen: NDArray[np.int8] = self._env.observe(self._env.agent_selection)["observation"]
        return seen


def measure_speed(config: PPOConfig, rounds: int, seconds: float) -> list[dict[str, float]]:
    """Measure both in turn, so that other load on the machine affects both: a row per round.

    `ours` and `plain` are non-forced decisions per second; `play`, `choose` and `learn` are
    fractions of our time: of both threads, without waiting, if one plays while the other learns.
    """
    check_hardware(config.device, config.threads)
    with (
        TemporaryDirectory() as folder,
        torch_threads(config.threads),
        keep_random_state(),  # plain SB3 uses the global generators
    ):
        ours = PPO(config, Path(folder))
        ours.model.set_logger(Logger(folder, []))
        plain = plain_model(config)
        ours.update(0.0)
        plain.learn(_ENVS * _STEPS)
        return [_round(ours, plain, seconds) for _ in range(rounds)]


def plain_model(config: PPOConfig) -> MaskablePPO:
    """MaskablePPO with its defaults, but for the number of epochs."""
    game_range = config.game_range
    games = DummyVecEnv([lambda seed=seed: TurnByTurn(game_range, seed) for seed in range(_ENVS)])  # type: ignore[misc]
    return MaskablePPO("MlpPolicy", games, n_steps=_STEPS, n_epochs=config.epochs, device="cpu")


def _round(ours: PPO, plain: MaskablePPO, seconds: float) -> dict[str, float]:
    """Measure each once; only non-forced decisions are counted."""
    ours.seconds.clear()
    start, decisions = time.perf_counter(), 0
    while time.perf_counter() - start < seconds:
        decisions += ours.update(0.0)
    spent = time.perf_counter() - start
    play, learn = ours.seconds["play"], ours.seconds["learn"]
    work = spent if ours.ahead is None else spent - ours.seconds["wait"] + learn
    row = {"ours": decisions / spent, "choose": ours.seconds["choose"] / work}
    row["play"] = play / work - row["choose"]
    row["learn"] = learn / work
    start, decisions = time.perf_counter(), 0
    while time.perf_counter() - start < seconds:
        plain.learn(_ENVS * _STEPS, reset_num_timesteps=False)
        masks = plain.rollout_buffer.action_masks.reshape(_ENVS * _STEPS, -1)
        decisions += int((masks.sum(axis=1) > 1).sum())
    row["plain"] = decisions / (time.perf_counter() - start)
    return row


def report(rows: list[dict[str, float]]) -> str:
    """The medians and ranges of all rounds, as text."""
    ratios = [row["ours"] / row["plain"] for row in rows]
    lines = []
    for name, numbers in (
        ("ours, decisions/s", [row["ours"] for row in rows]),
        ("plain SB3, decisions/s", [row["plain"] for row in rows]),
        ("ratio", ratios),
    ):
        lines.append(
            f"{name:<24}{np.median(numbers):>10,.1f}   ({min(numbers):,.1f} to {max(numbers):,.1f})"
        )
    shares = [f"{name} {np.median([row[name] for row in rows]):.0%}" for name in _WORK]
    lines.append("our time: " + ", ".join(shares))
    return "\n".join(lines)
