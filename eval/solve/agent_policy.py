"""The policy of an agent at every information set of a game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from agents.misplay import Misplay, as_actions
from agents.protocol import Agent, Stochastic
from eval.solve.game_tree import GameTree
from marriage_env.core.rng import Purpose, child_seeds, seed_for

ALIKE = 4  # after so many equal choices everywhere an agent counts as deterministic
SAMPLES = 100
# From views (B,) VIEW and masks (B, actions) the probabilities of actions, (B, actions)
_ChancesOf = Callable[[np.ndarray[Any, Any], NDArray[np.int8]], NDArray[np.float64]]


@dataclass(frozen=True)
class AgentPolicy:
    """How an agent plays.

    Information sets that the agent's own play never reaches are not asked for: there the policy is
    uniform, which changes neither its exploitability nor what it wins.
    """

    policy: NDArray[np.float64]  # (sequences,) as eval.solve.sequence_form has it
    samples: int  # that each choice was estimated from; 0: it is exact


def agent_policy(
    game: GameTree, agent: Agent, samples: int = SAMPLES, seed: int = 1
) -> AgentPolicy:
    """The policy by which an agent acts.

    It is exact where the agent tells its probabilities (`agents.protocol.Stochastic`), and where
    `ALIKE` calls lead to the same choices everywhere; else each choice is sampled `samples` times,
    and the shares are taken for the probabilities. Raises Misplay for an illegal choice, ValueError
    for what are no probabilities.
    """
    if isinstance(agent, Stochastic):
        return AgentPolicy(_policy(game, agent.distribution, agent.name), 0)
    first, second = child_seeds(seed_for(Purpose.SOLVE, seed), 2)
    few = _Sampler(agent, np.random.default_rng(first), ALIKE)
    policy = _policy(game, few.shares, agent.name)
    if not few.differed:
        return AgentPolicy(policy, 0)
    many = _Sampler(agent, np.random.default_rng(second), samples)
    return AgentPolicy(_policy(game, many.shares, agent.name), samples)


class _Sampler:
    """Asks an agent for each choice several times."""

    def __init__(self, agent: Agent, rng: np.random.Generator, samples: int) -> None:
        self._agent, self._rng, self._samples = agent, rng, samples
        self.differed = False  # whether any choice was not always the same

    def shares(self, views: np.ndarray[Any, Any], masks: NDArray[np.int8]) -> NDArray[np.float64]:
        """How often each action was chosen, as a share, (B, actions)."""
        chosen, rows = np.zeros(masks.shape), np.arange(len(masks))
        for _ in range(self._samples):
            answer = self._agent.act(views.copy(), masks.copy(), self._rng)
            actions = as_actions(self._agent.name, answer, len(masks))
            legal = (actions >= 0) & (actions < masks.shape[1])
            legal[legal] = masks[rows[legal], actions[legal]] > 0
            if not legal.all():
                row = int(legal.argmin())
                raise Misplay(self._agent.name, f"chose {actions[row]}, which is not legal", row)
            chosen[rows, actions] += 1
        self.differed |= bool((chosen.max(axis=1) < self._samples).any())
        return chosen / self._samples


def _policy(game: GameTree, chances_of: _ChancesOf, name: str) -> NDArray[np.float64]:
    """The policy with these probabilities, asked for from the first decisions of seats on."""
    form, policy = game.form, game.form.uniform()
    first, before = form.arrays.first, form.arrays.before
    rank = form.own_decisions()
    with tqdm(total=form.num_sets, unit=" sets", desc=name, leave=False) as bar:
        for decisions in range(int(rank.max(initial=-1)) + 1):
            reached = form.plan_of(policy)[before] > 0
            layer = np.flatnonzero((rank == decisions) & reached)
            for sets in game.batches(layer):
                masks = game.masks(sets)
                chances = np.asarray(chances_of(game.views(sets), masks), np.float64)
                legal = masks > 0
                starts = first[sets] - np.concatenate([[0], legal.sum(axis=1).cumsum()[:-1]])
                places = np.repeat(starts, legal.sum(axis=1)) + np.arange(legal.sum())
                policy[places] = chances[legal]
                bar.update(len(sets))
            bar.update(int((rank == decisions).sum()) - len(layer))
    return policy
