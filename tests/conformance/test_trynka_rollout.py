"""Rollouts of Trynka: those of Mariage (test_rollout.py) over another engine."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from marriage_env import VectorEnv
from marriage_env.compiler.jit import jit, records
from marriage_env.core.bits import lowest
from marriage_env.core.rng import child_seeds, stream_of
from marriage_env.trynka import rollout
from marriage_env.trynka.actions import PASS
from marriage_env.trynka.events import NO_LOG
from marriage_env.trynka.observe import LAYOUT
from marriage_env.trynka.rules import Rules
from marriage_env.trynka.seat_view import VIEW
from marriage_env.trynka.state import NO_CHANCE, Phase, new_states

GAMES = 9
OPEN_END = Rules(ends="all_out", out_pay=1)


@jit
def lowest_but_never_passing(views, k, legal, stream):
    """The lowest card that fits; PASS to begin a pile with the king of clubs, which is illegal."""
    action = lowest(legal)
    return PASS if views[k].asked == Phase.BEGIN and action == 11 else action


def new_games(games=GAMES, players=4, rules=OPEN_END):
    """States and streams of choices, game i's the same for any number of games."""
    states = new_states(games, players, rules, 2)
    of_deals, of_choices = child_seeds(7, 2)
    states["stream"] = [stream_of(seed) for seed in child_seeds(of_deals, games)]
    return states, np.array([stream_of(seed) for seed in child_seeds(of_choices, games)])


def bare(states, streams, low, high, moves):
    """A random rollout of a part of the games."""
    return rollout.random_rollout(states, low, high, moves, streams, NO_CHANCE, NO_LOG)


@pytest.mark.parametrize("players", [3, 10])
def test_the_seed_decides_whatever_the_batch_and_its_parts(players):
    states, streams = new_games(players=players)
    assert bare(states, streams, 0, GAMES, 300) == GAMES * 300
    alone, choices = new_games(5, players)
    bare(alone, choices, 4, 5, 120)
    bare(alone, choices, 4, 5, 180)
    assert alone[4].tobytes() == states[4].tobytes()
    np.testing.assert_array_equal(choices[4], streams[4])


def test_threads_change_nothing():
    one, one_streams = new_games(40)
    assert bare(one, one_streams, 0, 40, 400) == 16_000
    two, two_streams = new_games(40)
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda part: bare(two, two_streams, *part, 400), [(0, 23), (23, 40)]))
    assert one.tobytes() == two.tobytes()
    np.testing.assert_array_equal(one_streams, two_streams)


def test_what_is_watched_is_what_vector_env_gives():
    env = VectorEnv(GAMES, 4, OPEN_END, deals=2, game="trynka")
    states, streams = new_games()
    env.reset()
    env.states["stream"] = states["stream"]
    observations, masks, _ = env.reset()
    seen, asked = np.zeros_like(observations), np.zeros_like(masks)
    paid = np.zeros((GAMES, 4), np.int32)
    choices, actions = streams.copy(), np.zeros(GAMES, np.int64)
    ends = 0
    for _ in range(220):
        rollout.watched_rollout(
            states, 0, GAMES, 1, streams, NO_CHANCE, NO_LOG, records(1, VIEW), asked, seen, paid
        )
        np.testing.assert_array_equal(seen, observations)
        np.testing.assert_array_equal(asked, masks)
        rollout.random_actions(env.states, 0, GAMES, choices, actions)
        observations, masks, _, rewards, done = env.step(actions)
        np.testing.assert_array_equal(paid, rewards)
        ends += done.sum()
    assert ends > GAMES
    assert seen.shape[1] == LAYOUT.length(4)


def test_a_policy_plays_and_an_illegal_choice_ends_the_rollout():
    states, streams = new_games()
    before = streams.copy()
    choose, moves = lowest_but_never_passing, 400
    made = rollout.policy_rollout(
        states, 2, GAMES, moves, streams, NO_CHANCE, NO_LOG, choose, records(1, VIEW)
    )
    assert 0 < made < moves * (GAMES - 2)
    stopped = states[2 + made // moves]
    assert stopped["phase"] == Phase.BEGIN
    assert lowest(stopped["legal"]) == 11
    np.testing.assert_array_equal(streams, before)  # it uses no chance
