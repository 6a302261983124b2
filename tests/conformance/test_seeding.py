"""Seeds, copies and given packs: the same in, the same out, and nothing shared by accident."""

from __future__ import annotations

import copy
import pickle
import random

import numpy as np
import pytest

from marriage_env import Rules, marriage_v0
from marriage_env.core.cards import card_name, pack_for
from tests.play import HARD, legal, over, play_out


def first_deals(env, deals=3):
    """The first hands of some matches, begun without a seed."""
    hands = []
    for _ in range(deals):
        env.reset()
        hands.append(env.hands)
    return hands


def test_identical_seeds_give_identical_games_whatever_the_global_generators_do():
    envs = [marriage_v0.raw_env(rules=HARD) for _ in range(2)]
    for env in envs:
        env.reset(seed=9)
    for step in range(60):
        for env in envs:
            np.random.seed(step)  # noqa: NPY002 the global generator is what must not matter
            random.seed(step)
            env.step(legal(env)[0])
        assert envs[0]._states.tobytes() == envs[1]._states.tobytes()


def test_neighbouring_seeds_share_no_packs():
    packs = set()
    for seed in range(50):
        env = marriage_v0.raw_env()
        env.reset(seed=seed)
        packs.add(env._states["pack"].tobytes())
    assert len(packs) == 50


def test_unseeded_environments_and_their_copies_before_reset_deal_differently():
    envs = [marriage_v0.raw_env() for _ in range(8)]
    envs += [copy.deepcopy(envs[0]) for _ in range(8)]
    hands = set()
    for env in envs:
        env.reset()
        hands.add(str(env.hands))
    assert len(hands) == 16


def test_after_pickling_the_next_unseeded_deals_agree():
    env = marriage_v0.raw_env()
    env.reset(seed=3)
    twin = pickle.loads(pickle.dumps(env))
    assert first_deals(env) == first_deals(twin)


@pytest.mark.parametrize("wrong", [-1, 1.5, "7", True])
def test_a_wrong_seed_is_named(wrong):
    with pytest.raises(ValueError, match="seed"):
        marriage_v0.raw_env().reset(seed=wrong)


@pytest.mark.parametrize(
    "duplicate",
    [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env)), lambda env: env.clone()],
)
def test_copies_go_on_alike_from_every_point_and_apart_from_each_other(duplicate):
    env = marriage_v0.raw_env(num_players=6, rules=HARD, deals=2)
    env.reset(seed=8)
    phases = set()
    for action in play_out(env, random.Random(8)):
        phases.add(env.phase.name)
        twin = duplicate(env)
        before = env._states.tobytes()
        assert twin._states.tobytes() == before
        assert twin.events == env.events
        twin.step(action)
        assert env._states.tobytes() == before
        other = duplicate(env)
        other.step(action)
        assert other._states.tobytes() == twin._states.tobytes()
        assert other.rewards == twin.rewards
    assert phases == {"DECLARE", "TURN", "QUEEN"}


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda e: pickle.loads(pickle.dumps(e))])
def test_copies_of_the_wrapped_environment_go_on_alike(duplicate):
    env = marriage_v0.env(rules=HARD, deals=1)
    env.reset(seed=8)
    for _ in range(9):
        env.step(legal(env)[0])
    twin = duplicate(env)
    while not over(env):
        assert twin.agent_selection == env.agent_selection
        env.step(legal(env)[0])
        twin.step(legal(twin)[0])
    assert twin.rewards == env.rewards
    assert twin.unwrapped is not env.unwrapped


def test_the_packs_given_are_dealt_one_after_another_then_packs_are_shuffled():
    rng = random.Random(0)
    packs = []
    for _ in range(2):
        pack = [card_name(card) for card in pack_for(5)]
        rng.shuffle(pack)
        packs.append(pack)
    env = marriage_v0.raw_env(deals=3)
    env.reset(seed=1, options={"deck": packs, "dealer": 2, "unknown": 1})
    dealt, dealers = [], []
    while not over(env):
        if not env._states[0]["table"]["taker"][0] >= 0:
            pack = [card_name(card) for card in env._states[0]["pack"][:36]]
            if pack not in dealt:
                dealt.append(pack)
                dealers.append(env.dealer)
        env.step(legal(env)[0])
    assert dealt[:2] == packs
    assert len(dealt) == 3
    assert dealers == [2, 3, 4]


PACK = [card_name(card) for card in pack_for(5)]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"deck": PACK[:-1]}, "35 cards, expected the 36"),
        ({"deck": [*PACK, "2C"]}, "2C is not in the pack of 36"),
        ({"deck": [*PACK[:-1], PACK[0]]}, "6C stands 2 times"),
        ({"deck": [*PACK[:-1], "1H"]}, "'1H'"),
        ({"deck": [PACK, PACK[:-1]]}, r"deck\[1\]: 35 cards"),
        ({"deck": "6C 7C"}, "expected a list"),
        ({"deck": []}, "0 cards"),
        ({"dealer": 5}, "dealer=5: expected a seat from 0 to 4"),
        ({"dealer": -1}, "dealer=-1"),
        ({"dealer": "0"}, "dealer='0'"),
        ({"accidents": [{"fire": 1}]}, "'fire'"),
        ({"accidents": [{"faulty_pack": 7}]}, "faulty_pack=7, expected 0 to 6"),
    ],
)
def test_wrong_options_are_named_and_the_match_there_was_goes_on(options, message):
    env = marriage_v0.raw_env()
    env.reset(seed=1)
    before = env._states.tobytes()
    with pytest.raises(ValueError, match=message):
        env.reset(seed=2, options=options)
    assert env._states.tobytes() == before
    env.step(legal(env)[0])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"num_players": 4}, "num_players=4: expected an integer from 5 to 10"),
        ({"num_players": 5.0}, "num_players=5.0"),
        ({"deals": 0}, "deals=0: expected an integer of at least 1"),
        ({"deals": 10**9}, "deals=1000000000: expected at most"),
        ({"render_mode": "jpeg"}, "render_mode='jpeg'"),
        ({"rules": ["typical"]}, r"rules=\['typical'\]"),
        ({"accidents": 0.1}, "accidents=0.1"),
    ],
)
def test_wrong_arguments_are_named(arguments, message):
    with pytest.raises(ValueError, match=message):
        marriage_v0.env(**arguments)


@pytest.mark.parametrize(
    ("field", "message"),
    [
        ({"fool_power": 1}, "fool_power=1: expected True or False"),
        ({"follow": "trump"}, "follow='trump': expected one of beat, suit"),
        ({"stake": 0}, "stake=0: expected an integer from 1"),
        ({"stake": True}, "stake=True"),
        ({"point_stake": -1}, "point_stake=-1"),
        ({"offences": None}, "offences=None"),
    ],
)
def test_wrong_rules_are_named(field, message):
    with pytest.raises(ValueError, match=message):
        Rules(**field)
