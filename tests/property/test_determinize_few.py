"""Few drawn games under all kinds of rules, so that they can also be drawn unjitted."""

from __future__ import annotations

import random

import numpy as np
import pytest

from marriage_env import determinize, marriage_v0, trynka_v0
from marriage_env.trynka import Rules as TrynkaRules
from tests.play import KINDS, play_out

TRYNKA_KINDS = (
    TrynkaRules.typical(),
    TrynkaRules.literal(),
    TrynkaRules(offences="none", ends="all_out"),
)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("players", [5, 7])
def test_drawn_games_look_the_same_to_their_observer(kind, players):
    env = marriage_v0.raw_env(players, kind, deals=1)
    check_drawn_games(env, players)


@pytest.mark.parametrize("kind", TRYNKA_KINDS)
@pytest.mark.parametrize("players", [3, 7])
def test_drawn_games_of_trynka_look_the_same_to_their_observer(kind, players):
    env = trynka_v0.raw_env(players, kind, deals=1)
    check_drawn_games(env, players)


def check_drawn_games(env, seed):
    env.reset(seed=seed)
    for step, _ in enumerate(play_out(env, random.Random(seed))):
        if step % 3:
            continue
        view = env.view(env.agent_selection)
        seat = int(view["seat"][0])
        worlds = determinize(view, np.random.default_rng(step), worlds=2)
        for number in range(2):
            assert env.game.view_of(worlds, number, seat).tobytes() == view.tobytes()
