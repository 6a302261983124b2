"""`state()`: the whole game as one array, for training alone."""

from __future__ import annotations

import random

import numpy as np
import pytest
from pettingzoo.test import state_test

from marriage_env import marriage_v0
from tests.faces import FACES
from tests.play import HARD, play_out


@pytest.mark.parametrize("face", FACES)
@pytest.mark.filterwarnings("ignore:Environment's maximum and minimum state space values are equal")
def test_pettingzoos_state_test_passes(face):
    for dtype in ("int8", "float32"):
        env = FACES[face].env(dtype=dtype)
        state_test(env, env, num_cycles=100)
        assert env.state_space.dtype == env.state().dtype == dtype


@pytest.mark.parametrize("face", FACES)
def test_it_has_what_each_seat_sees_and_changes_nothing(face):
    env = FACES[face].raw_env(deals=1)
    with pytest.raises(RuntimeError, match="call reset"):
        env.state()
    env.reset(seed=4)
    places = env.game.layout.places(len(env.possible_agents))
    for _ in play_out(env, random.Random(3)):
        before = env._states.tobytes()
        state = env.state()
        assert env.state_space.contains(state)
        rows = state.reshape(len(env.possible_agents), -1)
        assert env._states.tobytes() == before
        for seat, agent in enumerate(env.possible_agents):
            np.testing.assert_array_equal(rows[seat], env.observe(agent)["observation"])
            hand = np.flatnonzero(rows[seat, places["hand"]])
            assert len(hand) == len(env.hands[seat])
        state[:] = 1
        assert not (env.state() == 1).all()


def test_no_seat_is_given_it():
    """What a seat gets is its own row, whatever the others hold (the leak tests vary that)."""
    env = marriage_v0.env(num_players=6, rules=HARD)
    env.reset(seed=1)
    for agent in env.possible_agents:
        assert env.observe(agent).keys() == {"observation", "action_mask"}
        assert env.observation_space(agent)["observation"].shape < env.state_space.shape
        assert env.infos[agent] == {}
