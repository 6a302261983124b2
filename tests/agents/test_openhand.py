"""Open-hand search: exact, by a plain search of all legal actions without any of its short cuts."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from agents.mariage.open_hand import DEPTH, open_hand
from marriage_env import Accidents, Rules, marriage_v0
from marriage_env.compiler.jit import records
from marriage_env.core.bits import lowest
from marriage_env.mariage import engine
from marriage_env.mariage.events import NO_LOG
from marriage_env.mariage.state import NO_CHANCE, STATE, Phase
from tests.play import HARD, KINDS, legal
from tests.rules.table import play, start

ROOT = Path(__file__).resolve().parents[2]
MORE_KINDS = [
    Rules(offences="none", hearts_king_power=False),
    Rules(follow="suit", table_marriage="king", hearts_king_pays=True, fool_power=True),
    Rules(declarations="voluntary", box_awards="round"),
    Rules(trick_prize="pool", rank_order="king_high", table_marriage="king"),
    Rules(queen_fine=3, rank_order="king_high", table_marriage="taker", box_put_back=False),
    Rules(queen_fine=0, table_marriage="king", point_stake=2, hand_marriage_pays=False),
]


def plain_search(stack, depth: int) -> tuple[list[int], int]:
    """(every player's chips at the end, the action) if all play for themselves; lowest on ties."""
    if stack["phase"][depth] == Phase.OVER:
        return stack["table"]["chips"][depth].tolist(), -1
    seat, left = int(stack["seat"][depth]), int(stack["legal"][depth])
    best: list[int] = []
    choice = -1
    while left:
        action = int(lowest(left))
        left &= left - 1
        stack[depth + 1] = stack[depth]
        engine.apply(stack, depth + 1, NO_CHANCE, NO_LOG, action)
        chips, _ = plain_search(stack, depth + 1)
        if not best or chips[seat] > best[seat]:
            best, choice = chips, action
    return best, choice


def ending(kind: Rules, players: int, cards: int, seed: int, accidents: Accidents) -> np.ndarray:
    """A game played at random to somewhere in the trick with `cards` cards left to the leader."""
    env = marriage_v0.raw_env(num_players=players, rules=kind, accidents=accidents, deals=1)
    env.reset(seed=seed)
    rng = random.Random(seed)
    while env._states["table"]["trick"][0] < 5 - cards:
        env.step(rng.choice(legal(env)))
    for _ in range(rng.randrange(players)):
        env.step(rng.choice(legal(env)))
    return env._states


def check(kind: Rules, players: int, cards: int, seed: int, accidents: Accidents) -> None:
    """The search finds what the plain one finds, to the action."""
    states = ending(kind, players, cards, seed, accidents)
    stack = records(DEPTH, STATE)
    stack[0] = states[0]
    expected, choice = plain_search(stack, 0)
    action, chips, nodes = open_hand(states, 0)
    assert (chips.tolist(), action) == (expected[:players], choice)
    assert nodes >= 1


@pytest.mark.parametrize("kind", KINDS + MORE_KINDS)
@pytest.mark.parametrize("players", [5, 7, 10])
def test_it_finds_what_a_plain_search_finds(kind, players):
    # Where every card may be revoked with, a plain search of many hands takes minutes.
    cards = 1 if kind is HARD and players > 5 else 2
    for seed in range(40):
        check(kind, players, cards, seed, Accidents())


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS[:4] + MORE_KINDS)
def test_it_finds_what_a_plain_search_finds_with_three_cards(kind):
    for seed in range(30):
        check(kind, 5, 3, seed, Accidents())


@pytest.mark.parametrize("kind", KINDS[:2])
def test_it_is_exact_when_the_pack_is_faulty(kind):
    """M10.3: noticed after the end the dealer pays besides, which no bound may forget."""
    for seed in range(40):
        states = ending(kind, 5, 2, seed, Accidents(faulty_pack=1.0))
        if states["fault_at"][0] in (0, 6):
            check(kind, 5, 2, seed, Accidents(faulty_pack=1.0))


@pytest.mark.slow
def test_it_runs_from_the_cache_of_an_earlier_process(tmp_path):
    """numba cannot load a function that calls a cached one that calls itself."""
    code = """
from agents.mariage.open_hand import open_hand
from marriage_env import Accidents
from tests.agents.test_openhand import KINDS, ending
open_hand(ending(KINDS[0], 5, 2, 0, Accidents()), 0)
"""
    for _ in range(2):
        subprocess.run(
            [sys.executable, "-c", code],
            check=True,
            cwd=ROOT,
            env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path), "PYTHONPATH": str(ROOT)},
        )


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
