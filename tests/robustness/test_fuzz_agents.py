"""`agents.load` and what it gives, with wrong values: the documented errors and nothing else."""

from __future__ import annotations

from functools import cache, partial
from typing import Any

import numpy as np
import pytest

from agents import load
from agents.mariage.open_hand import open_hand
from marriage_env import Rules, VectorEnv
from tests.robustness.fuzz import fuzz

QUICK = [(spec, game) for game in ("mariage", "trynka") for spec in ("random", "greedy", "expert")]
SEARCHING = [
    *(("pimc:worlds=2", "mariage"), ("pimc:worlds=2", "trynka"), ("ismcts:sims=4", "mariage")),
    *(("search:policy=greedy,worlds=2", "mariage"), ("search:policy=greedy,worlds=2", "trynka")),
]


@cache
def agent_of(spec: str, game: str) -> Any:
    """An agent, made once."""
    return load(spec, game=game)


def question(game: str) -> dict[str, Any]:
    """Views and masks of seats to act, and a generator."""
    env = VectorEnv(3, 5, deals=1, game=game)
    _, masks, _ = env.reset(seed=1)
    return {"views": env.views(), "masks": masks, "rng": np.random.default_rng(1)}


@pytest.mark.parametrize(("spec", "game"), QUICK)
def test_agents_asked_wrongly_say_so(spec, game):
    agent = agent_of(spec, game)
    fuzz(spec + game, lambda: (partial(agent.act), question(game)), 0.5)


@pytest.mark.slow
@pytest.mark.parametrize(("spec", "game"), SEARCHING)
def test_searching_agents_asked_wrongly_say_so(spec, game):
    agent = agent_of(spec, game)
    fuzz(spec + game, lambda: (partial(agent.act), question(game)), 1.0)
    fuzz(spec + game, lambda: (partial(getattr(agent, "values", agent.act)), question(game)), 1.0)


@pytest.mark.slow
def test_a_learned_agent_asked_wrongly_says_so():
    agent = agent_of("pretrained:5", "mariage")
    fuzz("pretrained", lambda: (partial(agent.act), question("mariage")), 1.0)


@pytest.mark.slow
def test_open_hands_asked_for_wrongly_say_so():
    def make() -> Any:
        env = VectorEnv(2, 5, deals=1)
        _, masks, _ = env.reset(seed=1)
        for _ in range(18):  # few cards are left
            _, masks, *_ = env.step(masks.argmax(axis=1))
        return open_hand, {"states": env.states, "i": 1}

    fuzz("open_hand", make, 1.0)


def test_wrong_arguments_of_load_are_named():
    arguments = {"spec": "greedy", "num_players": 5, "rules": Rules(), "game": "mariage"}
    fuzz("load", lambda: (load, arguments), 1.0)
