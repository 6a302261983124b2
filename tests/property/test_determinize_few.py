"""Few drawn games under all kinds of rules, so that they can also be drawn unjitted."""

from __future__ import annotations

import random

import numpy as np
import pytest

from marriage_env import marriage_v0, trynka_v0
from marriage_env.mariage.determinize import determinize
from marriage_env.mariage.view import view_of
from marriage_env.trynka import Rules as TrynkaRules
from marriage_env.trynka.determinize import determinize as trynka_determinize
from marriage_env.trynka.view import view_of as trynka_view_of
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
    check_drawn_games(env, players, determinize, view_of)


@pytest.mark.parametrize("kind", TRYNKA_KINDS)
@pytest.mark.parametrize("players", [3, 7])
def test_drawn_games_of_trynka_look_the_same_to_their_observer(kind, players):
    env = trynka_v0.raw_env(players, kind, deals=1)
    check_drawn_games(env, players, trynka_determinize, trynka_view_of)


def check_drawn_games(env, seed, draw, view_of):
    env.reset(seed=seed)
    for step, _ in enumerate(play_out(env, random.Random(seed))):
        if step % 3:
            continue
        view = env.view(env.agent_selection)
        seat = int(view["seat"][0])
        worlds = draw(view, np.random.default_rng(step), worlds=2)
        for number in range(2):
            assert view_of(worlds, number, seat).tobytes() == view.tobytes()
