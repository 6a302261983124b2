"""A reset that is refused changes nothing: the match under way goes on, and all chance with it."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest

from agents import load
from marriage_env import VectorEnv, marriage_v0, trynka_v0
from marriage_env.core.cards import card_name, pack_for
from tests.robustness.snapshots import snapshot

PACK = [card_name(card) for card in pack_for(5)]
SEEDS = [-1, 1.0, 0.5, True, "1", None.__class__, np.float64(1), [1], float("nan"), np.array([1])]
OPTIONS = [
    {"dealer": 99},
    {"dealer": -1},
    {"dealer": 1.0},
    {"dealer": True},
    {"dealer": "1"},
    {"deck": [PACK, PACK], "dealer": 5},
    {"deck": [PACK, PACK[:-1]]},
    {"deck": [PACK, [*PACK[:-1], "2C"]]},
    {"deck": [PACK, "QH"]},
    {"deck": [PACK, 5]},
    {"deck": [PACK, [*PACK[:-1], 7]]},
    {"deck": PACK[1:] + PACK[1:2]},
    {"deck": "QH"},
    {"deck": 3},
    {"deck": {"QH": 1}},
    [("dealer", 1)],
    "dealer",
    5,
]
ACCIDENTS = [
    {"accidents": [{"misdeal": 2}]},
    {"accidents": [{"faulty_pack": 1.0}]},
    {"accidents": [{"flood": 1}]},
    {"accidents": [3]},
    {"accidents": {"misdeal": 1}},
]
SINGLE = {
    "raw": lambda: marriage_v0.raw_env(),
    "env": lambda: marriage_v0.env(),
    "raw Trynka": lambda: trynka_v0.raw_env(),
    "Gymnasium": lambda: gymnasium.make("Marriage-v0", disable_env_checker=True),
    "Gymnasium, opponents": lambda: gymnasium.make(
        "Marriage-v0", opponents=load("random"), disable_env_checker=True
    ),
    "Gymnasium, Trynka": lambda: gymnasium.make("Trynka-v0", disable_env_checker=True),
}
BATCHES = {
    "VectorEnv": lambda: VectorEnv(3),
    "make_vec": lambda: gymnasium.make_vec("Marriage-v0", num_envs=3),
    "make_vec, Trynka": lambda: gymnasium.make_vec("Trynka-v0", num_envs=3, opponents=None),
}


def refused(env, **arguments):
    """Check that a reset raises and that the environment is as it was before."""
    before = snapshot(env)
    with pytest.raises(ValueError, match=r"expected|deck|takes"):
        env.reset(**arguments)
    assert snapshot(env) == before


@pytest.mark.parametrize("name", SINGLE)
@pytest.mark.parametrize("begun", [False, True])
def test_a_refused_reset_of_a_single_game_changes_nothing(name, begun):
    env = SINGLE[name]()
    if begun:
        env.reset(seed=5, options={"deck": PACK, "dealer": 2})
    elif "Gymnasium" in name:
        env = env.unwrapped  # Gymnasium's own wrappers count the call as a reset
    for options in OPTIONS if "Trynka" in name else OPTIONS + ACCIDENTS:
        refused(env, options=options)
        refused(env, seed=9, options=options)
    for seed in SEEDS:
        refused(env, seed=seed)
        refused(env, seed=seed, options={"dealer": 1})


@pytest.mark.parametrize("name", BATCHES)
@pytest.mark.parametrize("begun", [False, True])
def test_a_refused_reset_of_a_batch_changes_nothing(name, begun):
    env = BATCHES[name]()
    if begun:
        env.reset(seed=5)
    for seed in SEEDS:
        refused(env, seed=seed)
    if name != "VectorEnv":
        for options in ({"dealer": 1}, {"deck": PACK}, {"accidents": []}, "dealer", 5):
            refused(env, seed=9, options=options)


def test_a_match_goes_on_after_a_refused_reset_as_if_nothing_had_been_asked():
    env, twin = gymnasium.make("Marriage-v0"), gymnasium.make("Marriage-v0")
    seen = [one.reset(seed=3) for one in (env, twin)]
    over = False
    while not over:
        with pytest.raises(ValueError, match="dealer=99"):
            env.reset(seed=8, options={"dealer": 99})
        action = int(seen[0][1]["action_mask"].argmax())
        one, other = env.step(action), twin.step(action)
        np.testing.assert_array_equal(one[0], other[0])
        assert one[1:4] == other[1:4]
        seen, over = [(one[0], one[4]), (other[0], other[4])], one[2]
    np.testing.assert_array_equal(env.reset()[0], twin.reset()[0])


def test_a_refused_first_reset_leaves_the_wrapped_environment_unreset():
    env = marriage_v0.env()
    with pytest.raises(ValueError, match="dealer"):
        env.reset(options={"dealer": 99})
    with pytest.raises(AttributeError, match="before reset"):
        _ = env.agents
    with pytest.raises(AssertionError, match="reset"):
        env.step(0)


def test_a_refused_reset_after_an_illegal_action_leaves_the_seats_to_be_drained():
    env = marriage_v0.env(deals=1)
    env.reset(seed=1)
    env.step(61)
    assert all(env.terminations.values())
    with pytest.raises(ValueError, match="dealer"):
        env.reset(options={"dealer": 99})
    while env.agents:
        env.step(None)
