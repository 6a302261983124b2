"""Agents by spec for evaluation: those of `agents.load`, and models that were trained elsewhere."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents import load
from agents.protocol import Agent
from agents.registry import BUILT_IN
from marriage_env import Rules
from marriage_env.mariage import batch, observe


class ForeignModel:
    """Plays the most probable legal action of a MaskablePPO model for `num_players`."""

    def __init__(self, path: Path, num_players: int) -> None:
        from sb3_contrib import MaskablePPO  # torch loads only when it is asked for

        self.name = str(path)
        self._model = MaskablePPO.load(path, device="cpu")
        self._length = observe.length(num_players)
        shape = self._model.observation_space.shape
        if shape != (self._length,):
            raise ValueError(
                f"model {path}: observations of shape {shape}, expected ({self._length},) "
                f"for {num_players} players"
            )

    def act(
        self, views: np.ndarray[Any, Any], masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """One legal action for each view; no chance is used."""
        observations = np.empty((len(masks), self._length), np.int8)
        batch.encode_views(views, observations)
        return self._model.predict(observations, deterministic=True, action_masks=masks)[0]


def load_policy(spec: str, num_players: int, rules: Rules) -> Agent:
    """The agent of a spec, as `agents.load`; also of a MaskablePPO zip that names no game.

    Raises ValueError where it does not fit the game.
    """
    if spec.endswith(".zip") and _names_no_game(Path(spec)):
        return ForeignModel(Path(spec), num_players)
    return load(spec, num_players, rules)


def _names_no_game(path: Path) -> bool:
    """Whether this is a model saved by SB3 without the mark of this project's training."""
    if not path.is_file() or not zipfile.is_zipfile(path):
        return False
    with zipfile.ZipFile(path) as file:
        return "data" in file.namelist() and "game" not in json.loads(file.read("data"))


def source_digest(spec: str) -> str | None:
    """SHA-256 of the checkpoint or module behind a spec, None for a built-in agent."""
    path, module = None, spec.partition(":")[0]
    if spec.endswith(".zip"):
        path = Path(spec)
    elif module not in BUILT_IN["mariage"]:
        found = importlib.util.find_spec(module)
        path = Path(found.origin) if found and found.origin else None
    if path is None or not path.is_file():
        return None
    return hashlib.sha256(path.read_bytes()).hexdigest()
