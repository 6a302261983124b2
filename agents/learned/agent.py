"""Learned agents: checkpoints of `train`, and models of Stable-Baselines3 from those you trust."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol

import numpy as np
import torch
from numpy.typing import NDArray

from agents.game_agents import features_of
from agents.learned.checkpoint import IsSB3Model, read_checkpoint
from agents.learned.game_range import GameRange
from agents.learned.network import CardNetwork, log_chances
from agents.learned.torch_threads import torch_threads
from agents.views_and_masks import check_inputs, choose_where_open
from marriage_env.core.arguments import as_int


class Policy(Protocol):
    """The policy of a learned agent."""

    game: str  # of its views

    def chances(
        self, views: np.ndarray[Any, Any], masks: NDArray[np.int8]
    ) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
        """Probabilities of candidate actions, and these actions, (B, C) each.

        All legal actions are among them; illegal ones have probability zero.
        """
        ...


class NetworkPolicy:
    """The policy of a network, whose weights it shares, for a range of games."""

    def __init__(self, network: CardNetwork, game_range: GameRange) -> None:
        self.network, self.game = network, game_range.game
        self._features, self._seats = features_of(game_range.game), game_range.seats

    def chances(
        self, views: np.ndarray[Any, Any], masks: NDArray[np.int8]
    ) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
        """As `Policy.chances`; candidates are the slots of cards, then the other actions."""
        device = self.network.card_logit.weight.device
        inputs = torch.as_tensor(self._features.encode_views(views, self._seats), device=device)
        with torch.no_grad():
            logits, actions, _ = self.network.candidates(inputs)
            return log_chances(logits, actions, masks).exp().cpu().numpy(), actions.cpu().numpy()


class LearnedAgent:
    """Plays a learned policy; where there is no choice the policy is not used.

    Args:
        policy: gives the probabilities of actions.
        name: how the agent is called in tables and errors.
        deterministic: True takes the most probable action, False samples from the policy.
        threads: threads of torch; more than 1 may hang in a forked process.
    """

    def __init__(
        self, policy: Policy, name: str, deterministic: bool = True, threads: int = 1
    ) -> None:
        self.name, self.policy = name, policy
        self._deterministic, self._threads = deterministic, as_int("threads", threads, 1, 1024)

    def act(
        self, views: np.ndarray[Any, Any], masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """One legal action for each view; `rng` is the only source of randomness."""
        views, masks = check_inputs(self.policy.game, views, masks, rng)
        return choose_where_open(masks, lambda rows: self._choose(views[rows], masks[rows], rng))

    def distribution(
        self, views: np.ndarray[Any, Any], masks: NDArray[np.int8]
    ) -> NDArray[np.float64]:
        """As `agents.protocol.Stochastic`."""
        views, masks = check_inputs(self.policy.game, views, masks)
        made = masks.astype(np.float64)
        rows = np.flatnonzero(masks.sum(axis=1) > 1)
        if rows.size:
            made[rows] = self._distribution(views[rows], masks[rows])
        return made

    def sampling(self) -> LearnedAgent:
        """The agent that samples from the same policy."""
        return LearnedAgent(self.policy, self.name, deterministic=False, threads=self._threads)

    def _distribution(
        self, views: np.ndarray[Any, Any], masks: NDArray[np.int8]
    ) -> NDArray[np.float64]:
        """The probabilities of all actions where there is a choice, (B, actions)."""
        chances, candidates = self.chances(views, masks)
        weights = chances.astype(np.float64)
        if self._deterministic:
            weights = np.eye(weights.shape[1])[chances.argmax(axis=1)]
        every = np.zeros((len(masks), masks.shape[1] + 1))  # empty slots have the id after the last
        np.add.at(every, (np.arange(len(masks))[:, None], candidates), weights)
        made: NDArray[np.float64] = every[:, :-1] / every[:, :-1].sum(axis=1, keepdims=True)
        return made

    def _choose(
        self, views: np.ndarray[Any, Any], masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """The action of the policy for each view."""
        chances, candidates = self.chances(views, masks)
        picked = self._pick(chances, rng)
        return np.take_along_axis(candidates, picked[:, None], axis=1)[:, 0]

    def chances(
        self, views: np.ndarray[Any, Any], masks: NDArray[np.int8]
    ) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
        """As `Policy.chances`; ValueError if the policy gives numbers that are not finite."""
        with torch_threads(self._threads):
            chances, candidates = self.policy.chances(views, masks)
        if not np.isfinite(chances).all():
            raise ValueError(f"{self.name}: its network gives no number for some action")
        return chances, candidates

    def _pick(self, chances: NDArray[np.float32], rng: np.random.Generator) -> NDArray[np.int64]:
        """The column of each row's most probable candidate, or of a sampled one."""
        if self._deterministic:
            likeliest: NDArray[np.int64] = chances.argmax(axis=1)
            return likeliest
        totals = chances.astype(np.float64).cumsum(axis=1)
        drawn = rng.random((len(chances), 1)) * totals[:, -1:]
        picked: NDArray[np.int64] = (totals <= drawn).sum(axis=1)
        return picked


def load_agent(
    path: Path, num_players: int, rules: Any, name: str, game: str, trusted: bool = False
) -> LearnedAgent:
    """The agent in a file; errors call it `name`.

    A checkpoint of `train` says what it was trained for. A model of Stable-Baselines3 is taken if
    it is `trusted` and its observations are the environment's. Raises ValueError naming the file
    and what is wrong with it or differs.
    """
    with torch_threads(1):
        return _loaded(path, num_players, rules, name, game, trusted)


def _loaded(
    path: Path, num_players: int, rules: Any, name: str, game: str, trusted: bool
) -> LearnedAgent:
    try:
        checkpoint = read_checkpoint(path, name)
    except IsSB3Model:
        if not trusted:
            raise
        from agents.learned.sb3_model import (
            read_sb3_model,  # Stable-Baselines3 loads only when it is needed
        )

        return LearnedAgent(read_sb3_model(path, num_players, game, name), name)
    try:
        checkpoint.game_range.check(num_players, rules, game)
    except ValueError as error:
        raise ValueError(f"checkpoint {name}: {error}") from error
    return LearnedAgent(NetworkPolicy(checkpoint.network, checkpoint.game_range), name)
