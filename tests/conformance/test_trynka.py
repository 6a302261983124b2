"""Trynka's faces: the suites of PettingZoo, Gymnasium and SB3, and what Mariage's faces promise."""

from __future__ import annotations

import copy
import pickle
import random
import warnings

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test
from stable_baselines3.common.env_checker import check_env as check_env_for_sb3

from marriage_env import Accidents, IllegalAction, VectorEnv, trynka_v0
from marriage_env import Rules as MariageRules
from marriage_env.core.cards import card_name, pack_for
from marriage_env.trynka.actions import NUM_ACTIONS, PASS, describe, name, names, parse
from marriage_env.trynka.events import EventKind
from marriage_env.trynka.rules import Rules
from tests.play import legal, over, play_out

from .test_pettingzoo import ABOUT_DICT

KINDS = [Rules(), Rules(ends="all_out", out_pay=1), Rules(offences="none", card_stake=3)]


def choose(masks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A random legal action a row."""
    return (rng.random(masks.shape) * masks).argmax(axis=-1)


@pytest.mark.parametrize("make", [trynka_v0.env, trynka_v0.raw_env])
def test_api_test_gives_only_its_two_warnings_about_dicts(make, capsys):
    with warnings.catch_warnings():
        for message in ABOUT_DICT:
            warnings.filterwarnings("ignore", message=message)
        api_test(make(), num_cycles=1000)


@pytest.mark.parametrize("kind", KINDS)
def test_seed_test(kind):
    seed_test(lambda: trynka_v0.env(rules=kind), num_cycles=100)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("players", range(3, 11))
def test_rewards_are_the_chips_that_moved(kind, players):
    env = trynka_v0.env(num_players=players, rules=kind, deals=2)
    env.reset(seed=players)
    rng = random.Random(players)
    told, booked = dict.fromkeys(env.possible_agents, 0.0), np.zeros(players)
    for agent in env.agent_iter():
        observation, reward, terminated, _, _ = env.last()
        told[agent] += reward
        if terminated:
            assert all(env.terminations.values())
            env.step(None)
            continue
        assert env.observation_space(agent).contains(observation)
        for other in env.agents:
            if other != agent:
                assert not env.observe(other)["action_mask"].any()
        env.step(rng.choice(np.flatnonzero(observation["action_mask"]).tolist()))
        booked += [env.rewards[seat] for seat in env.possible_agents]
        assert booked.tolist() == env.unwrapped.chips.tolist()
        assert env.unwrapped.chips.sum() + sum(env.unwrapped.table.values()) == 0
    assert list(told.values()) == env.unwrapped.chips.tolist()


def test_the_events_account_for_every_chip():
    env = trynka_v0.raw_env(num_players=3, rules=KINDS[1])
    kinds = set()
    for seed in range(6):
        env.reset(seed=seed)
        for _ in play_out(env, random.Random(seed)):
            pass
        chips, left = np.zeros(3, int), dict.fromkeys(env.table, 0)
        for event in env.events:
            kinds.add(event.kind)
            chips += event.chips
            for place, moved in event.boxes.items():
                left[place] += moved
        assert (chips.tolist(), left) == (env.chips.tolist(), env.table)
    assert kinds == set(EventKind)


def test_an_illegal_action_is_named_and_changes_nothing():
    env = trynka_v0.raw_env(num_players=3)
    env.reset(seed=1)
    before = env._states.tobytes()
    for wrong in (PASS, -1, 54):
        with pytest.raises(IllegalAction, match=rf"player_\d: action {wrong} .*legal: "):
            env.step(wrong)
    for wrong in (1.0, True, None, "QC"):
        with pytest.raises((TypeError, ValueError), match="expected an integer from 0 to 53"):
            env.step(wrong)
    assert env._states.tobytes() == before


def test_a_pack_and_a_dealer_can_be_given():
    pack = [card_name(card) for card in pack_for(4)]
    env = trynka_v0.raw_env(num_players=4, deals=1)
    env.reset(seed=1, options={"deck": pack[::-1], "dealer": 1, "unknown": 1})
    assert env.dealer == 1
    assert env.agent_selection == "player_2"
    assert set(env.hands[2]) == set(pack[::-1][::4])
    for options, message in (
        ({"deck": pack[1:]}, "35 cards, expected the 36"),
        ({"deck": [pack, [*pack[:-1], "2C"]]}, r"deck\[1\]: 2C is not in the pack"),
        ({"dealer": 4}, "dealer=4: expected a seat from 0 to 3"),
    ):
        with pytest.raises(ValueError, match=message):
            env.reset(options=options)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"num_players": 2}, "num_players=2: expected an integer from 3 to 10"),
        ({"rules": MariageRules()}, r"expected a marriage_env\.trynka\.Rules"),
        ({"deals": 0}, "deals=0"),
        ({"render_mode": "jpeg"}, "render_mode='jpeg'"),
    ],
)
def test_wrong_arguments_are_named(arguments, message):
    with pytest.raises(ValueError, match=message):
        trynka_v0.env(**arguments)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"game": "whist"}, "game='whist': expected one of mariage, trynka"),
        ({"game": "trynka", "accidents": Accidents()}, "none can happen in trynka_v0"),
        ({"game": "trynka", "rules": MariageRules()}, r"expected a marriage_env\.trynka\.Rules"),
    ],
)
def test_wrong_arguments_of_a_batch_are_named(arguments, message):
    with pytest.raises(ValueError, match=message):
        VectorEnv(2, **arguments)


@pytest.mark.parametrize(
    "duplicate",
    [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env)), lambda env: env.clone()],
)
def test_copies_go_on_alike_from_every_point(duplicate):
    env = trynka_v0.raw_env(num_players=5, deals=1)
    env.reset(seed=8)
    phases = set()
    for action in play_out(env, random.Random(8)):
        phases.add(env.phase.name)
        twin = duplicate(env)
        assert twin._states.tobytes() == env._states.tobytes()
        assert twin.events == env.events
        before = env._states.tobytes()
        twin.step(action)
        assert env._states.tobytes() == before
    assert phases >= {"BEGIN", "TURN"}
    assert over(env)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("players", "threads"), [(3, 1), (7, 2)])
def test_every_game_of_a_batch_equals_the_single_game_of_its_seed(kind, players, threads):
    batch = VectorEnv(4, players, kind, deals=1, threads=threads, game="trynka")
    root, singles = np.random.SeedSequence(11), []
    for i in range(4):
        env = trynka_v0.raw_env(num_players=players, rules=kind, deals=1)
        env.reset(seed=np.random.SeedSequence(root.entropy, spawn_key=(i,)))
        singles.append(env)
    observations, masks, seats = batch.reset(seed=11)
    rng, ended = np.random.default_rng(0), np.zeros(4, int)
    while ended.min() < 2:
        for i, env in enumerate(singles):
            assert env.agent_selection == f"player_{seats[i]}"
            seen = env.observe(env.agent_selection)
            np.testing.assert_array_equal(observations[i], seen["observation"])
            np.testing.assert_array_equal(masks[i], seen["action_mask"])
        actions = choose(masks, rng)
        observations, masks, seats, rewards, done = batch.step(actions)
        for i, env in enumerate(singles):
            env.step(int(actions[i]))
            assert rewards[i].tolist() == list(env.rewards.values())
            assert done[i] == over(env)
        for i in np.flatnonzero(done):
            singles[i].reset()
        ended += done
    batch.close()


@pytest.mark.parametrize("kind", KINDS)
def test_the_checkers_of_gymnasium_and_sb3_pass_without_warnings(kind):
    env = gymnasium.make("Trynka-v0", num_players=4, rules=kind)
    check_env(env.unwrapped)
    check_env_for_sb3(env.unwrapped, warn=True)
    assert str(pettingzoo.make("aec", "Trynka-v0", num_players=7)) == "trynka_v0"


def test_the_learners_rewards_are_its_final_chips_alone_and_in_a_batch():
    env = gymnasium.make("Trynka-v0", num_players=4).unwrapped
    rng = np.random.default_rng(1)
    for seed in range(5):
        _, info = env.reset(seed=seed)
        total, ended = 0.0, False
        while not ended:
            _, reward, ended, _, info = env.step(choose(info["action_mask"], rng))
            total += reward
        assert total == env._games.states["table"]["chips"][0, info["seat"]]
    batch = gymnasium.make_vec("Trynka-v0", num_envs=3, num_players=4, deals=1)
    _, info = batch.reset(seed=1)
    totals, chips = np.zeros(3), env.game.layout.places(4)["chips"].start
    for _ in range(200):
        _, rewards, ended, _, info = batch.step(choose(info["action_mask"], rng))
        totals += rewards
        if ended.any():
            np.testing.assert_array_equal(totals[ended], info["final_obs"][ended, chips])
            totals[ended] = 0


def test_actions_have_names():
    for action in range(NUM_ACTIONS):
        assert parse(name(action)) == action
        assert "(T4" in describe(action)
    assert names(1 << 12 | 1 << 52 | 1 << 53) == ["AC", "PASS", "STOP"]
    with pytest.raises(ValueError, match="expected an integer from 0 to 53"):
        name(54)
    with pytest.raises(ValueError, match="a card or one of PASS, STOP"):
        parse("WITHHOLD")


def test_the_picture_shows_every_hand_and_the_pile():
    env = trynka_v0.raw_env(num_players=3, render_mode="ansi")
    env.reset(seed=3)
    env.step(legal(env)[0])
    text = env.render()
    assert text.isascii()
    for hand in env.hands:
        assert " ".join(hand) in text
    assert f"pile      {env.events[-1].cards[0]}" in text or "DOUBLE" in env.events[-1].kind.name
    assert trynka_v0.raw_env(num_players=3).render_mode is None
