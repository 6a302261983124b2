"""Open-hand search: exact, by a slow search of its own over the single environment."""

from __future__ import annotations

import random

import numpy as np
import pytest

from agents.openhand import open_hand
from marriage_env import Rules, marriage_v0
from tests.play import KINDS, legal, over
from tests.rules.table import play, start


def slow_search(env: marriage_v0.raw_env) -> list[int]:
    """Every player's chips at the end when all play for themselves; the lowest action on ties."""
    if over(env):
        return env.chips.tolist()
    seat = env._seat_of[env.agent_selection]
    best: list[int] = []
    for action in legal(env):
        twin = env.clone()
        twin.step(action)
        chips = slow_search(twin)
        if not best or chips[seat] > best[seat]:
            best = chips
    return best


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(6))
def test_it_finds_what_a_slow_search_finds_for_the_player_asked(kind, seed):
    env = marriage_v0.raw_env(num_players=5, rules=kind, deals=1)
    env.reset(seed=seed)
    rng = random.Random(seed)
    while env._states[0]["table"]["trick"] < 3:
        env.step(rng.choice(legal(env)))
    action, chips, nodes = open_hand(env._states, 0)
    assert chips.tolist() == slow_search(env)
    assert action in legal(env)
    assert nodes >= 1


def test_the_last_trick_by_hand():
    """Seat 1 holds JD alone and follows a club lead of seat 0; nobody has a king or queen.

    M7.1: the fool is paid by everyone unless a king or queen takes the trick, so seat 1 must end
    four chips up on this trick whatever is laid; two cards are left to each, seat 0 to lead.
    """
    hands = [
        "6C 7C 8C 9C TC",
        "JD 6D 8D 9D TD",
        "7D AD 6S 8S 9S",
        "TH AH 6H 7H 8H",
        "9H JS 7S TS AS",
    ]
    env = start(hands, "JC", dealer=4)
    play(env, "0:6C 1:6D 2:7D 3:6H 4:7S 0:7C 1:8D 2:6S 3:7H 4:9H 0:8C 1:9D 2:8S 3:8H 4:TS")
    before = env.chips
    _, chips, _ = open_hand(env._states, 0)
    gained = chips - before
    assert gained[1] - (-1) == 4  # four chips for the fool, less the fine of M8.2


def test_ties_go_to_the_lowest_action():
    hands = [
        "6C 7C 8C 9C TC",
        "6D 8D 9D TD AD",
        "7D 6S 8S 9S TS",
        "TH AH 6H 7H 8H",
        "9H JS 7S AS JH",
    ]
    env = start(hands, "JC", dealer=4)
    # Seat 0 holds the five lowest trumps and takes every trick in any order.
    action, _, _ = open_hand(env._states, 0)
    assert action == min(legal(env))


def test_the_state_asked_about_is_left_alone():
    env = marriage_v0.raw_env(deals=2, rules=Rules.modern())
    env.reset(seed=1)
    while env._states[0]["table"]["trick"] < 3:
        env.step(legal(env)[0])
    before = env._states.tobytes()
    open_hand(env._states, 0)
    assert env._states.tobytes() == before
    assert np.isfinite(env.chips).all()
