"""Tianshou: its wrapper of PettingZoo, alone and in a collector."""

from __future__ import annotations

import numpy as np
import pytest

from tests.faces import FACES

pytest.importorskip("tianshou", reason="needs `make test-ecosystem`")

from tianshou.algorithm import (
    MARLRandomDiscreteMaskedOffPolicyAlgorithm,
    MultiAgentOffPolicyAlgorithm,
)
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv, PettingZooEnv

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("default")]


@pytest.mark.parametrize("face", FACES)
def test_rewards_of_a_match_are_its_chips(face):
    game = FACES[face].env(deals=2)
    env = PettingZooEnv(game)
    seen, _ = env.reset(seed=3)
    total, over = np.zeros(len(game.possible_agents)), False
    while not over:
        assert seen["agent_id"] == game.agent_selection
        seen, rewards, over, _, _ = env.step(int(np.flatnonzero(seen["mask"])[0]))
        total += rewards
    assert total.tolist() == game.unwrapped.chips.tolist()


@pytest.mark.parametrize("face", FACES)
def test_a_collector_plays_legal_actions(face):
    def make():
        return PettingZooEnv(FACES[face].env(deals=1, illegal_reward=-1000))

    env = make()
    players = [MARLRandomDiscreteMaskedOffPolicyAlgorithm(env.action_space) for _ in env.agents]
    algorithm = MultiAgentOffPolicyAlgorithm(algorithms=players, env=env)
    collector = Collector(algorithm, DummyVectorEnv([make] * 3), VectorReplayBuffer(3000, 3))
    collector.reset()
    collected = collector.collect(n_step=300)
    assert collected.n_collected_episodes > 5
    assert collected.returns.min() > -1000
