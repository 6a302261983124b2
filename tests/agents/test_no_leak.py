"""No agent chooses by what its view does not hold."""

from __future__ import annotations

import numpy as np
import pytest

from agents import load
from agents.arena.lockstep import Player, move
from marriage_env import VectorEnv, determinize
from marriage_env.game import game_named
from marriage_env.mariage.game import GAME
from tests.play import KINDS


@pytest.mark.parametrize(
    "spec",
    [
        "random",
        "greedy",
        "expert",
        "pimc:worlds=4",
        "ismcts:sims=8",
        "search:policy=expert,worlds=2",
    ],
)
@pytest.mark.parametrize("kind", KINDS)
def test_other_hidden_cards_change_no_choice(spec, kind):
    """Redraw the cards that a seat cannot know: same view, same stream, same choice."""
    env = VectorEnv(6, 7, kind, deals=1, observations=False)
    env.reset(seed=4)
    agent, walker, changed = load(spec), load("random"), 0
    for step in range(25):
        games = np.flatnonzero(env.states["seat"] >= 0)
        for i in games[:2]:
            seat = int(env.states["seat"][i])
            view = GAME.view_of(env.states, int(i), seat)
            worlds = determinize(view, np.random.default_rng(step), worlds=3)
            masks = np.zeros((3, 62), np.int8)
            GAME.loops.write_masks(worlds, 0, 3, masks)
            choices = [
                agent.act(
                    GAME.view_of(worlds, w, seat), masks[w : w + 1], np.random.default_rng(9)
                )[0]
                for w in range(3)
            ]
            assert len(set(choices)) == 1
            changed += len({world["hands"].tobytes() for world in worlds}) > 1
        move(game_named("mariage"), Player(walker, np.random.default_rng(step)), env.states, games)
    assert changed > 10
