"""TorchRL: its wrappers of PettingZoo and Gymnasium, its check of specs, and masks."""

from __future__ import annotations

import gymnasium
import pytest

from tests.faces import FACES

pytest.importorskip("torchrl", reason="needs `make test-ecosystem`")

from torchrl.envs import (
    ActionMask,
    GymWrapper,
    PettingZooWrapper,
    TransformedEnv,
    check_env_specs,
)

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("default")]


def chips(played, agents):
    """Each agent's total rewards of a rollout, whose groups are agents or all of them."""
    groups = played["next"]
    together = groups.get("player", None)
    if together is not None:
        return together["reward"].sum(0).flatten().tolist()
    return [groups[agent, "reward"].sum().item() for agent in agents]


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("dtype", ["int8", "float32"])
@pytest.mark.parametrize("observation_format", ["dict", "flat"])
def test_matches_in_turns(face, dtype, observation_format):
    game = FACES[face].env(deals=1, dtype=dtype, observation_format=observation_format)
    env = PettingZooWrapper(game, use_mask=True, done_on_any=False)
    check_env_specs(env)
    played = env.rollout(400)
    assert chips(played, game.possible_agents) == game.unwrapped.chips.tolist()


@pytest.mark.parametrize("observation_format", ["dict", "flat"])
def test_parallel_matches(observation_format):
    game = FACES["marriage_v0"].parallel_env(deals=1, observation_format=observation_format)
    env = PettingZooWrapper(game, use_mask=True, done_on_any=False)
    check_env_specs(env)
    played = env.rollout(400)
    assert chips(played, game.possible_agents) == game.unwrapped.chips.tolist()


@pytest.mark.parametrize("observation_format", ["dict", "flat"])
def test_one_learner(observation_format):
    game = gymnasium.make("Marriage-v0", deals=1, observation_format=observation_format)
    env = GymWrapper(game, categorical_action_encoding=True).auto_register_info_dict()
    env = TransformedEnv(env, ActionMask())
    check_env_specs(env)
    played = env.rollout(100, break_when_any_done=False)
    assert played["next", "done"].sum() > 5
    assert not played["next", "illegal_action"].any()
    assert (played["next", "skipped_matches"] == 0).all()


def test_a_batch():
    games = gymnasium.make_vec("Marriage-v0", num_envs=4, deals=1, dtype="float32")
    env = TransformedEnv(GymWrapper(games, categorical_action_encoding=True), ActionMask())
    check_env_specs(env)
    played = env.rollout(100, break_when_any_done=False)
    assert played["next", "done"].sum() > 20
    assert not played["next", "illegal_action"].any()
