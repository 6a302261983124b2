"""AgileRL: its batches of parallel environments, and masks."""

from __future__ import annotations

import warnings
from functools import partial

import numpy as np
import pytest

from marriage_env import marriage_v0

pytest.importorskip("agilerl", reason="needs `make test-ecosystem`")
with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # of what AgileRL is about to drop
    from agilerl.algorithms import DQN, IPPO
    from agilerl.vector.pz_async_vec_env import AsyncPettingZooVecEnv

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("default")]
make = partial(marriage_v0.parallel_env, deals=1, dtype="float32", observation_format="flat")


def test_batches_in_processes_play_the_same_match():
    batch, game = AsyncPettingZooVecEnv([make] * 2), make()
    try:
        (seen, infos), (expected, told) = batch.reset(seed=3), game.reset(seed=3)
        while game.agents:
            lowest = {agent: int(info["action_mask"].argmax()) for agent, info in told.items()}
            for agent in game.agents:
                np.testing.assert_array_equal(seen[agent][0], expected[agent])
                np.testing.assert_array_equal(
                    infos[agent]["action_mask"][0], told[agent]["action_mask"]
                )
            both = {
                agent: np.array([lowest[agent], infos[agent]["action_mask"][1].argmax()])
                for agent in lowest
            }
            seen, rewards, *_, infos = batch.step(both)
            expected, wanted, *_, told = game.step(lowest)
            assert {agent: reward[0] for agent, reward in rewards.items()} == wanted
    finally:
        batch.close()


def test_dqn_explores_among_legal_actions():
    env = marriage_v0.env(dtype="float32", illegal_reward=-1000)
    agent = env.possible_agents[0]
    dqn = DQN(env.observation_space(agent)["observation"], env.action_space(agent))
    env.reset(seed=1)
    for _ in env.agent_iter():
        seen, reward, over, _, _ = env.last()
        assert reward > -1000
        action = dqn.get_action(
            seen["observation"][None], epsilon=0.5, action_mask=seen["action_mask"][None]
        )
        env.step(None if over else int(action.item()))


def test_ippo_takes_no_masks():
    """As the page says: an error of AgileRL's own, for masks of any environment."""
    game = make()
    agents = game.possible_agents
    ippo = IPPO(
        [game.observation_space(agent) for agent in agents],
        [game.action_space(agent) for agent in agents],
        agent_ids=agents,
    )
    seen, infos = game.reset(seed=1)
    with pytest.raises(ValueError, match="truth value of an array"):
        ippo.get_action(seen, infos=infos)
