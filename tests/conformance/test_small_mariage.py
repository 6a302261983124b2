"""Small Mariage's interfaces: the suites of PettingZoo, Gymnasium and SB3, and batches."""

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

from marriage_env import Accidents, IllegalAction, VectorEnv, small_mariage_v0
from marriage_env import Rules as MariageRules
from marriage_env.compiler.jit import records
from marriage_env.core.rng import child_seeds, stream_of
from marriage_env.small_mariage import rollout
from marriage_env.small_mariage.actions import NUM_ACTIONS, describe, name, names, parse
from marriage_env.small_mariage.events import NO_LOG, EventKind
from marriage_env.small_mariage.rules import Rules
from marriage_env.small_mariage.seat_view import VIEW
from marriage_env.small_mariage.state import NO_CHANCE, new_states
from tests.play import over, play_out

from .test_pettingzoo import ABOUT_DICT
from .test_trynka import choose

KINDS = [
    (2, Rules()),
    (2, Rules(suits=2, hand_cards=3, follow="suit")),
    (3, Rules(suits=2)),
    (3, Rules(suits=4, hand_cards=3, table_marriage="queen", offences="none")),
]


@pytest.mark.parametrize("make", [small_mariage_v0.env, small_mariage_v0.raw_env])
def test_api_test_gives_only_its_two_warnings_about_dicts(make, capsys):
    with warnings.catch_warnings():
        for message in ABOUT_DICT:
            warnings.filterwarnings("ignore", message=message)
        api_test(make(), num_cycles=200)


@pytest.mark.parametrize(("players", "rules"), KINDS)
def test_seed_test(players, rules):
    seed_test(lambda: small_mariage_v0.env(num_players=players, rules=rules), num_cycles=20)


@pytest.mark.parametrize(("players", "rules"), KINDS)
def test_rewards_are_the_chips_that_moved(players, rules):
    env = small_mariage_v0.env(num_players=players, rules=rules, deals=5)
    env.reset(seed=players)
    rng = random.Random(players)
    told = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, _, _ = env.last()
        told[agent] += reward
        assert env.observation_space(agent).contains(observation)
        if terminated:
            env.step(None)
            continue
        for other in env.agents:
            if other != agent:
                assert not env.observe(other)["action_mask"].any()
        env.step(rng.choice(np.flatnonzero(observation["action_mask"]).tolist()))
        assert sum(env.rewards.values()) == 0
    assert list(told.values()) == env.unwrapped.chips.tolist()


def test_the_events_account_for_every_chip():
    kinds = set()
    for seed in range(20):
        env = small_mariage_v0.raw_env(3, Rules(suits=2))
        env.reset(seed=seed)
        for _ in play_out(env, random.Random(seed)):
            pass
        kinds |= {event.kind for event in env.events}
        assert np.sum([event.chips for event in env.events], axis=0).tolist() == env.chips.tolist()
    assert kinds == set(EventKind)


def test_an_illegal_action_is_named_and_changes_nothing():
    env = small_mariage_v0.raw_env()
    env.reset(seed=1)
    before = env._states.tobytes()
    for wrong in (0, 52, -1, 53):
        with pytest.raises(IllegalAction, match=rf"player_\d: action {wrong} .*legal: "):
            env.step(wrong)
    for wrong in (1.0, True, None, "QC"):
        with pytest.raises((TypeError, ValueError), match="expected an integer from 0 to 52"):
            env.step(wrong)
    assert env._states.tobytes() == before


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: small_mariage_v0.env(num_players=4), "num_players=4: expected an integer from 2"),
        (
            lambda: small_mariage_v0.env(rules=MariageRules()),
            r"expected a marriage_env\.small_m",
        ),
        (lambda: small_mariage_v0.env(deals=0), "deals=0"),
        (
            lambda: VectorEnv(2, game="small_mariage", accidents=Accidents()),
            "none can happen in small_mariage_v0",
        ),
    ],
)
def test_wrong_arguments_are_named(make, message):
    with pytest.raises(ValueError, match=message):
        make()


@pytest.mark.parametrize(
    "duplicate",
    [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env)), lambda env: env.clone()],
)
def test_copies_go_on_alike_from_every_point(duplicate):
    env = small_mariage_v0.raw_env(3, Rules(suits=2), deals=4)
    env.reset(seed=8)
    phases = set()
    for action in play_out(env, random.Random(8)):
        phases.add(env.phase.name)
        twin = duplicate(env)
        assert twin.events == env.events
        before = env._states.tobytes()
        twin.step(action)
        assert env._states.tobytes() == before
    assert phases == {"TURN", "QUEEN"}
    assert over(env)


@pytest.mark.parametrize(("players", "rules"), KINDS)
def test_every_game_of_a_batch_equals_the_single_game_of_its_seed(players, rules):
    batch = VectorEnv(4, players, rules, deals=1, threads=2, game="small_mariage")
    root, singles = np.random.SeedSequence(11), []
    for i in range(4):
        env = small_mariage_v0.raw_env(players, rules, deals=1)
        env.reset(seed=np.random.SeedSequence(root.entropy, spawn_key=(i,)))
        singles.append(env)
    observations, masks, seats = batch.reset(seed=11)
    rng, ended = np.random.default_rng(0), np.zeros(4, int)
    while ended.min() < 4:
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


def test_the_checkers_of_gymnasium_and_sb3_pass_without_warnings():
    env = gymnasium.make("SmallMariage-v0")
    check_env(env.unwrapped)
    check_env_for_sb3(env.unwrapped, warn=True)
    assert len(VectorEnv(1, game="small_mariage").reset(seed=1).masks) == 1
    made = pettingzoo.make("aec", "SmallMariage-v0", num_players=3)
    assert (str(made), made.max_num_agents) == ("small_mariage_v0", 3)


def test_options_of_reset_for_a_single_learner():
    deck = [rank + suit for suit in "CDHS" for rank in "KQJA"]
    env = gymnasium.make("SmallMariage-v0", seat=0, rules=Rules(suits=4), deals=1).unwrapped
    env.reset(seed=1, options={"deck": deck, "dealer": 1})
    assert env._games.states["table"]["turn_up"][0] == parse("KD")
    with pytest.raises(ValueError, match="12 cards, expected the 16"):
        env.reset(options={"deck": deck[:12]})


def test_the_learners_rewards_are_its_final_chips():
    env = gymnasium.make("SmallMariage-v0", num_players=3).unwrapped
    rng = np.random.default_rng(1)
    for seed in range(20):
        _, info = env.reset(seed=seed)
        total, ended = 0.0, False
        while not ended:
            _, reward, ended, _, info = env.step(choose(info["action_mask"], rng))
            total += reward
        assert total == env._games.states["table"]["chips"][0, info["seat"]]


def test_rollouts_are_what_vector_env_plays():
    rules, size = Rules(suits=2), 9
    states = new_states(size, 3, rules, 2)
    of_deals, of_choices = child_seeds(7, 2)
    states["stream"] = [stream_of(seed) for seed in child_seeds(of_deals, size)]
    streams = np.array([stream_of(seed) for seed in child_seeds(of_choices, size)])
    env = VectorEnv(size, 3, rules, deals=2, game="small_mariage")
    env.reset()
    env.states["stream"] = states["stream"]
    observations, masks, _ = env.reset()
    seen, asked = np.zeros_like(observations), np.zeros_like(masks)
    paid, actions = np.zeros((size, 3), np.int32), np.zeros(size, np.int64)
    choices = streams.copy()
    for _ in range(60):
        rollout.watched_rollout(
            states, 0, size, 1, streams, NO_CHANCE, NO_LOG, records(1, VIEW), asked, seen, paid
        )
        np.testing.assert_array_equal(seen, observations)
        np.testing.assert_array_equal(asked, masks)
        rollout.random_actions(env.states, 0, size, choices, actions)
        observations, masks, _, rewards, _ = env.step(actions)
        np.testing.assert_array_equal(paid, rewards)


def test_actions_have_names():
    for action in range(NUM_ACTIONS):
        assert parse(name(action)) == action
        assert "(S" in describe(action)
    assert names(1 << 12 | 1 << 52) == ["AC", "WITHHOLD"]
    with pytest.raises(ValueError, match="expected an integer from 0 to 52"):
        name(53)
    with pytest.raises(ValueError, match="a card or one of WITHHOLD"):
        parse("PASS")


def test_the_text_of_the_table():
    env = small_mariage_v0.raw_env(3, Rules(suits=2), deals=1, render_mode="ansi")
    deck = ["KC", "AD", "AC", "JD", "QC", "KD", "JC", "QD"]
    env.reset(options={"deck": deck, "dealer": 2})
    env.step(parse("KC"))
    text = env.render()
    assert text.isascii()
    assert "trump C   turned up JC   dealer 2" in text
    assert "0          0       0  AD        KC led" in text
    assert text.splitlines()[5].endswith("asked for QC")
    env.step(parse("WITHHOLD"))
    assert "keeps QC back and pays everyone  [0:+1 1:+1 2:-2] (S5.3)" in env.render()
    assert "known: QC" in env.render()
