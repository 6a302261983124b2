"""`python -m train speed`: decisions a second end to end, beside plain SB3 over AEC games.

Plain means what a newcomer does: PettingZoo's games as Gymnasium environments in which whoever is
asked is the agent, eight of them in a `DummyVecEnv`, and MaskablePPO as it comes.
"""

from __future__ import annotations

import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.logger import Logger
from stable_baselines3.common.vec_env import DummyVecEnv

from agents.generators import kept_generators
from agents.learned.torch_threads import torch_threads
from marriage_env import marriage_v0
from train.config import PPOConfig
from train.device import check_machine
from train.ppo import PPO

_ENVS, _STEPS = 8, 256
_WORK = ("play", "choose", "learn")


class TurnByTurn(gymnasium.Env[NDArray[np.int8], np.int64]):
    """An AEC game as one environment: each step is a decision of whoever is asked."""

    def __init__(self, seed: int) -> None:
        self._env = marriage_v0.env(deals=1)
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
        """The next decision; the reward is that of whoever acted."""
        actor = self._env.agent_selection
        self._env.step(int(action))
        over = all(self._env.terminations.values())
        return self._observe(), float(self._env.rewards[actor]), over, False, {}

    def action_masks(self) -> NDArray[np.int8]:
        """The legal actions of whoever is asked."""
        mask: NDArray[np.int8] = self._env.observe(self._env.agent_selection)["action_mask"]
        return mask

    def _observe(self) -> NDArray[np.int8]:
        seen: NDArray[np.int8] = self._env.observe(self._env.agent_selection)["observation"]
        return seen


def measure_speed(config: PPOConfig, rounds: int, seconds: float) -> list[dict[str, float]]:
    """Rates in turn, so that whatever else the machine does falls on both: a row a round.

    `ours` and `plain` are decisions a second; `play`, `choose` and `learn` parts of our time.
    """
    check_machine(config.device, config.threads)
    with (
        TemporaryDirectory() as folder,
        torch_threads(config.threads),
        kept_generators(),  # plain SB3 draws by the global ones
    ):
        ours = PPO(config, Path(folder))
        ours.model.set_logger(Logger(folder, []))
        plain = plain_model(config)
        ours.update(0.0)
        plain.learn(_ENVS * _STEPS)
        return [_round(ours, plain, seconds) for _ in range(rounds)]


def plain_model(config: PPOConfig) -> MaskablePPO:
    """MaskablePPO as it comes, with as many passes over what it has seen."""
    games = DummyVecEnv([lambda seed=seed: TurnByTurn(seed) for seed in range(_ENVS)])  # type: ignore[misc]
    return MaskablePPO("MlpPolicy", games, n_steps=_STEPS, n_epochs=config.epochs, device="cpu")


def _round(ours: PPO, plain: MaskablePPO, seconds: float) -> dict[str, float]:
    """One measurement of each; forced moves count for neither."""
    ours.seconds.clear()
    start, decisions = time.perf_counter(), 0
    while time.perf_counter() - start < seconds:
        decisions += ours.update(0.0)
    spent = time.perf_counter() - start
    row = {"ours": decisions / spent, "choose": ours.seconds["choose"] / spent}
    row["play"] = ours.seconds["play"] / spent - row["choose"]
    row["learn"] = ours.seconds["learn"] / spent
    start, real = time.perf_counter(), 0
    while time.perf_counter() - start < seconds:
        plain.learn(_ENVS * _STEPS, reset_num_timesteps=False)
        masks = plain.rollout_buffer.action_masks.reshape(_ENVS * _STEPS, -1)
        real += int((masks.sum(axis=1) > 1).sum())
    row["plain"] = real / (time.perf_counter() - start)
    return row


def report(rows: list[dict[str, float]]) -> str:
    """Medians and ranges, as text."""
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
