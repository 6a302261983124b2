"""Learned agents: MaskablePPO checkpoints, those of `train` and those of anybody else."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO

from agents.learnable import LEARNABLE
from agents.network import CardPolicy
from agents.protocol import check_asked, choose_where_open
from agents.scope import Scope
from marriage_env.game import Game, game_named

# The inputs of a network for some views, (B, inputs).
Encode = Callable[[np.ndarray[Any, Any]], NDArray[Any]]


def save_checkpoint(model: MaskablePPO, path: Path) -> None:
    """Write a model whose `scope` is set, whole or not at all."""
    if not hasattr(model, "scope"):
        raise ValueError("the model has no `scope`: set model.scope = Scope(...).to_dict()")
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f".{path.stem}.unfinished.zip")
    try:
        model.save(unfinished)
        os.replace(unfinished, path)
    finally:
        unfinished.unlink(missing_ok=True)


def read_checkpoint(path: Path, device: str = "cpu") -> MaskablePPO:
    """The model in a checkpoint; ValueError naming the file and what is wrong with it."""
    if not path.is_file():
        raise ValueError(f"checkpoint {path}: there is no such file")
    if not zipfile.is_zipfile(path):
        raise ValueError(f"checkpoint {path}: not a zip file, or cut short")
    try:
        return MaskablePPO.load(path, device=device)
    except (KeyError, AttributeError, RuntimeError, ValueError) as error:
        reason = str(error).partition("\n")[0]
        raise ValueError(f"checkpoint {path}: no MaskablePPO model ({reason})") from error


def load_checkpoint(
    path: Path,
    num_players: int,
    rules: Any,
    device: str = "cpu",
    name: str = "",
    game: str = "mariage",
) -> MaskablePPO:
    """The model in a checkpoint, if it can play this game; errors call it `name`, or its path.

    A checkpoint of `train` says what it was trained for. Any other MaskablePPO model is taken if
    its observations are the environment's. Raises ValueError naming the file and what differs.
    """
    model = read_checkpoint(path, device)
    try:
        if isinstance(model.policy, CardPolicy):
            Scope.from_dict(getattr(model, "scope", None)).check(num_players, rules, game)
        else:
            _check_spaces(model, num_players, game_named(game))
    except ValueError as error:
        raise ValueError(f"checkpoint {name or path}: {error}") from error
    return model


def _check_spaces(model: MaskablePPO, num_players: int, game: Game) -> None:
    """Raise ValueError if a model has not the environment's observations and actions."""
    wanted = (game.layout.length(num_players),)
    if model.observation_space.shape != wanted:
        raise ValueError(
            f"it takes observations of shape {model.observation_space.shape}, "
            f"those of {num_players} players have {wanted}"
        )
    actions = getattr(model.action_space, "n", None)
    if actions != game.num_actions:
        raise ValueError(f"it has {actions} actions, {game.name} has {game.num_actions}")


def encoder_of(model: MaskablePPO, num_players: int, game: str = "mariage") -> Encode:
    """How the views of a game of `num_players` become inputs of a model."""
    if isinstance(model.policy, CardPolicy):
        scope = Scope.from_dict(model.scope)  # type: ignore[attr-defined]
        features, seats = LEARNABLE[scope.game], scope.seats
        return lambda views: features.encode_views(views, seats)
    kind = game_named(game)

    def encode(views: np.ndarray[Any, Any]) -> NDArray[np.int8]:
        observations = np.empty((len(views), kind.layout.length(num_players)), np.int8)
        kind.loops.encode_views(views, observations)
        return observations

    return encode


class LearnedAgent:
    """Plays the policy of a MaskablePPO model; where there is no choice the network is not asked.

    Args:
        model: for views of `num_players`.
        name: how the agent is called in tables.
        deterministic: True lays the most probable action, False draws from the policy.
        game: which one the views are of.
    """

    def __init__(
        self,
        model: MaskablePPO,
        num_players: int,
        name: str,
        deterministic: bool = True,
        game: str = "mariage",
    ) -> None:
        self.name = name
        self.policy = model.policy
        self._deterministic, self._game = deterministic, game
        self._encode = encoder_of(model, num_players, game)

    @classmethod
    def from_checkpoint(
        cls, path: Path, num_players: int, rules: Any, name: str, game: str = "mariage"
    ) -> LearnedAgent:
        """The agent of a checkpoint; ValueError as `load_checkpoint`."""
        model = load_checkpoint(path, num_players, rules, name=name, game=game)
        return cls(model, num_players, name, game=game)

    def act(
        self, views: np.ndarray[Any, Any], masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """One legal action for each view; chance comes from `rng` alone."""
        views, masks = check_asked(self._game, views, masks, rng)
        return choose_where_open(masks, lambda rows: self._choose(views[rows], masks[rows], rng))

    def _choose(
        self, views: np.ndarray[Any, Any], masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """What the policy does with each view."""
        chances, candidates = self.chances(views, masks)
        picked = self._pick(chances, rng)
        return np.take_along_axis(candidates, picked[:, None], axis=1)[:, 0]

    def chances(
        self, views: np.ndarray[Any, Any], masks: NDArray[np.int8]
    ) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
        """The policy: chances of candidate actions and these actions, (B, C) each.

        All legal actions are among them; illegal ones have chance zero.
        """
        self.policy.set_training_mode(False)
        inputs = torch.as_tensor(self._encode(views), device=self.policy.device)
        with torch.no_grad():
            if isinstance(self.policy, CardPolicy):
                log_probs, candidates, _ = self.policy.candidates(inputs, masks)
                return log_probs.exp().cpu().numpy(), candidates.cpu().numpy()
            distribution = self.policy.get_distribution(inputs, action_masks=masks)
            probs: torch.Tensor = distribution.distribution.probs  # type: ignore[union-attr]
        every = np.broadcast_to(np.arange(masks.shape[1]), masks.shape)
        return probs.cpu().numpy() * masks.astype(np.float32), every

    def _pick(self, chances: NDArray[np.float32], rng: np.random.Generator) -> NDArray[np.int64]:
        """The place of each row's likeliest candidate, or of one drawn."""
        if self._deterministic:
            likeliest: NDArray[np.int64] = chances.argmax(axis=1)
            return likeliest
        totals = chances.astype(np.float64).cumsum(axis=1)
        drawn = rng.random((len(chances), 1)) * totals[:, -1:]
        picked: NDArray[np.int64] = (totals <= drawn).sum(axis=1)
        return picked
