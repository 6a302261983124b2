"""Rollouts in jitted code make the games that the other faces make, one by one or in threads."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from marriage_env import Accidents, Rules, VectorEnv
from marriage_env.compiler.jit import jit, records
from marriage_env.core.bits import lowest
from marriage_env.core.rng import below, child_seeds, stream_of
from marriage_env.mariage import observe, rollout
from marriage_env.mariage.actions import NUM_ACTIONS
from marriage_env.mariage.events import NO_LOG, EventKind, event_of, new_log, take_rows
from marriage_env.mariage.seat_view import VIEW
from marriage_env.mariage.state import NO_CHANCE, Phase, new_states
from tests.play import HARD, KINDS

GAMES = 9
TABLE = ("chips", "boxes", "trick", "dealer", "deal", "played", "laid")


@jit
def lowest_legal(views, k, legal, stream):
    """The action with the lowest number."""
    return lowest(legal)


@jit
def high_or_low(views, k, legal, stream):
    """By the toss of a coin the lowest or the highest of the own cards that are legal."""
    if not below(stream, 2) or not legal & views[k].hand:
        return lowest(legal)
    cards = legal & views[k].hand
    while cards & (cards - 1):
        cards &= cards - 1
    return lowest(cards)


@jit
def never_legal(views, k, legal, stream):
    """The lowest legal action, but at the last trick DONE, which is none."""
    return 61 if views[k].table.trick == 4 else lowest(legal)


def new_games(games=GAMES, players=5, rules=HARD, deals=2, accidents=None):
    """States and streams of choices, game i's the same for any number of games."""
    states = new_states(games, players, rules, deals, accidents or Accidents())
    of_deals, of_choices = child_seeds(7, 2)
    states["stream"] = [stream_of(seed) for seed in child_seeds(of_deals, games)]
    streams = np.array([stream_of(seed) for seed in child_seeds(of_choices, games)])
    return states, streams


def bare(states, streams, low, high, moves):
    """A random rollout of a part of the games."""
    return rollout.random_rollout(states, low, high, moves, streams, NO_CHANCE, NO_LOG)


def watched(states, streams, low, high, moves, observations, masks, rewards):
    """A watched rollout of a part of the games."""
    scratch = records(1, VIEW)
    return rollout.watched_rollout(
        states, low, high, moves, streams, NO_CHANCE, NO_LOG, scratch, masks, observations, rewards
    )


def by_policy(choose, states, streams, low, high, moves):
    """A rollout of a part of the games by a policy."""
    return rollout.policy_rollout(
        states, low, high, moves, streams, NO_CHANCE, NO_LOG, choose, records(1, VIEW)
    )


@pytest.mark.parametrize("rules", KINDS)
@pytest.mark.parametrize("players", [5, 10])
def test_a_game_equals_the_single_game_and_no_call_matters(rules, players):
    states, streams = new_games(players=players, rules=rules, accidents=Accidents(misdeal=0.2))
    assert bare(states, streams, 0, GAMES, 300) == GAMES * 300
    for i in range(GAMES):
        alone, choices = new_games(i + 1, players, rules, accidents=Accidents(misdeal=0.2))
        assert bare(alone, choices, i, i + 1, 120) == 120
        assert bare(alone, choices, i, i + 1, 180) == 180
        assert alone[i].tobytes() == states[i].tobytes()
        np.testing.assert_array_equal(choices[i], streams[i])


@pytest.mark.parametrize("kind", ["random", "policy"])
def test_threads_change_nothing(kind):
    def roll(states, streams, low, high):
        if kind == "random":
            return bare(states, streams, low, high, 400)
        return by_policy(high_or_low, states, streams, low, high, 400)

    one, one_streams = new_games(40)
    assert roll(one, one_streams, 0, 40) == 16_000
    two, two_streams = new_games(40)
    with ThreadPoolExecutor(2) as pool:
        made = pool.map(lambda part: roll(two, two_streams, *part), [(0, 23), (23, 40)])
        assert list(made) == [23 * 400, 17 * 400]
    assert one.tobytes() == two.tobytes()
    np.testing.assert_array_equal(one_streams, two_streams)


def test_what_is_watched_is_what_vector_env_gives():
    env = VectorEnv(GAMES, 6, HARD, deals=1)
    states, streams = new_games(players=6, deals=1)
    env.reset()
    env.states["stream"] = states["stream"]
    observations, masks, _ = env.reset()
    seen, asked = np.zeros_like(observations), np.zeros_like(masks)
    paid = np.zeros((GAMES, 6), np.int32)
    choices, actions = streams.copy(), np.zeros(GAMES, np.int64)
    ends = 0
    for _ in range(120):
        assert watched(states, streams, 0, GAMES, 1, seen, asked, paid) == GAMES
        np.testing.assert_array_equal(seen, observations)
        np.testing.assert_array_equal(asked, masks)
        rollout.random_actions(env.states, 0, GAMES, choices, actions)
        observations, masks, _, rewards, done = env.step(actions)
        np.testing.assert_array_equal(paid, rewards)
        np.testing.assert_array_equal(states["phase"] == Phase.OVER, done)
        ends += done.sum()
    assert ends > GAMES


def test_a_watched_rollout_makes_the_same_moves_as_a_bare_one():
    states, streams = new_games()
    other, others = new_games()
    bare(states, streams, 0, GAMES, 200)
    nothing = np.zeros((0, observe.length(5)), np.int8)
    masks = np.zeros((0, NUM_ACTIONS), np.int8)
    watched(other, others, 0, GAMES, 200, nothing, masks, np.zeros((0, 5), np.int32))
    assert states.tobytes() == other.tobytes()


def test_a_policy_chooses_from_its_own_view_and_chance():
    """What `high_or_low` does in a rollout it does from Python with the views of VectorEnv."""
    states, streams = new_games(players=7, deals=1)
    env = VectorEnv(GAMES, 7, HARD, deals=1)
    env.reset()
    env.states["stream"] = states["stream"]
    env.reset()
    choices = streams.copy()
    for _ in range(100):
        assert by_policy(high_or_low, states, streams, 0, GAMES, 1) == GAMES
        views, legal = env.views(), env.states["legal"].copy()
        env.step(np.array([high_or_low(views, k, legal[k], choices[k]) for k in range(GAMES)]))
        going_on = states["phase"] != Phase.OVER
        for name in TABLE:
            np.testing.assert_array_equal(
                states["table"][name][going_on], env.states["table"][name][going_on]
            )
    np.testing.assert_array_equal(streams, choices)


def test_a_policy_without_chance_draws_none():
    states, streams = new_games()
    before = streams.copy()
    assert by_policy(lowest_legal, states, streams, 0, GAMES, 50) == GAMES * 50
    np.testing.assert_array_equal(streams, before)


def test_an_illegal_choice_ends_the_rollout_and_tells_the_game():
    states, streams = new_games(rules=Rules.typical())
    moves = 15
    assert by_policy(never_legal, states, streams, 2, GAMES, moves) == moves * (GAMES - 2)
    before = states.copy()
    made = by_policy(never_legal, states, streams, 2, GAMES, moves)
    assert 0 < made < moves * (GAMES - 2)
    assert states["table"]["trick"][2 + made // moves] == 4
    assert states[2 + made // moves :][1:].tobytes() == before[2 + made // moves :][1:].tobytes()


def test_a_log_keeps_the_last_move():
    states, streams = new_games(1, rules=Rules.typical())
    log = new_log()
    rollout.random_rollout(states, 0, 1, 300, streams, NO_CHANCE, log)
    kinds = [event_of(row, 5).kind for row in take_rows(log)]
    assert 1 <= len(kinds) <= 30
    assert EventKind.CARD in kinds or EventKind.QUEEN_LAID in kinds or EventKind.WITHHELD in kinds
