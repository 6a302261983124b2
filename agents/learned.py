"""Learned agents: a MaskablePPO checkpoint that knows for which game it was trained."""

from __future__ import annotations

import os
import zipfile
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO

from marriage_env import Rules
from marriage_env.mariage import batch, observe

Game = dict[str, Any]


def game_of(num_players: int, rules: Rules) -> Game:
    """What a checkpoint must agree on with the game it is to play."""
    return {
        "env": "marriage_v0",
        "players": num_players,
        "observation_version": observe.OBSERVATION_VERSION,
        **{f"rules.{name}": value for name, value in asdict(rules).items()},
    }


def save_checkpoint(model: MaskablePPO, path: Path) -> None:
    """Write a model whose `game` is set, whole or not at all."""
    if not hasattr(model, "game"):
        raise ValueError("the model has no `game`: set model.game = game_of(players, rules)")
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f".{path.stem}.unfinished.zip")
    model.save(unfinished)
    os.replace(unfinished, path)


def load_checkpoint(path: Path, num_players: int, rules: Rules, device: str = "cpu") -> MaskablePPO:
    """The model in a checkpoint, if it was trained for this game.

    Raises ValueError naming the file and what is wrong or differs.
    """
    if not path.is_file():
        raise ValueError(f"checkpoint {path}: there is no such file")
    if not zipfile.is_zipfile(path):
        raise ValueError(f"checkpoint {path}: not a zip file, or cut short")
    model = MaskablePPO.load(path, device=device)
    game = getattr(model, "game", None)
    if game is None:
        raise ValueError(f"checkpoint {path}: it does not say for which game it was trained")
    wanted = game_of(num_players, rules)
    differences = [
        f"{key}: trained for {game.get(key)!r}, to play {wanted.get(key)!r}"
        for key in sorted(game.keys() | wanted.keys())
        if game.get(key) != wanted.get(key)
    ]
    if differences:
        raise ValueError(f"checkpoint {path} is for another game; {'; '.join(differences)}")
    return model


class LearnedAgent:
    """Plays the policy of a MaskablePPO model.

    Args:
        model: for views of `num_players`.
        name: how the agent is called in tables.
        deterministic: True lays the most probable action, False draws from the policy.
    """

    def __init__(
        self, model: MaskablePPO, num_players: int, name: str, deterministic: bool = True
    ) -> None:
        self.name = name
        self.policy = model.policy
        self._deterministic = deterministic
        self._length = observe.length(num_players)

    @classmethod
    def from_checkpoint(cls, path: Path, num_players: int, rules: Rules) -> LearnedAgent:
        """The agent of a checkpoint; ValueError as `load_checkpoint`."""
        return cls(load_checkpoint(path, num_players, rules), num_players, str(path))

    def act(
        self, views: np.ndarray[Any, Any], masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """One legal action for each view; chance comes from `rng` alone."""
        observations = np.empty((len(masks), self._length), np.int8)
        batch.encode_views(views, observations)
        self.policy.set_training_mode(False)
        with torch.no_grad():
            distribution = self.policy.get_distribution(
                torch.as_tensor(observations), action_masks=masks
            )
            probs: torch.Tensor = distribution.distribution.probs  # type: ignore[union-attr]
        chances = probs.numpy().astype(np.float64)
        chances *= masks
        if self._deterministic:
            likeliest: NDArray[np.int64] = chances.argmax(axis=1)
            return likeliest
        totals = chances.cumsum(axis=1)
        drawn = rng.random((len(masks), 1)) * totals[:, -1:]
        picked: NDArray[np.int64] = (totals <= drawn).sum(axis=1)
        return picked
