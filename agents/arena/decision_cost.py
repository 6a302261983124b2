"""How long an agent takes to decide on this machine."""

from __future__ import annotations

import time

import numpy as np

from agents.arena.duplicate import measure_gain
from agents.arena.setting import Setting
from agents.protocol import Agent
from marriage_env import VectorEnv
from marriage_env.core.rng import Purpose, child_seeds, seed_for

_GAMES = 64
_SECONDS = 0.5


def microseconds(agent: Agent, game: str, num_players: int = 5) -> float:
    """The mean time of a non-forced decision, in batches of 64 games that never run out.

    Not `agents.arena.lockstep`: the batch has to keep its size, so games that end begin anew.
    """
    compiling = Setting(num_players, deals=2, game=game, purpose=Purpose.WARM_UP)
    measure_gain(agent, agent, compiling)
    env = VectorEnv(_GAMES, num_players, deals=1, observations=False, game=game)
    of_games, of_agent = child_seeds(seed_for(Purpose.COST, 1), 2)
    _, masks, _ = env.reset(seed=of_games)
    rng, decisions, spent = np.random.default_rng(of_agent), 0, 0.0
    while spent < _SECONDS:
        views = env.views()
        start = time.perf_counter()
        actions = agent.act(views, masks, rng)
        spent += time.perf_counter() - start
        decisions += int((masks.sum(axis=1) > 1).sum())
        _, masks, _, _, _ = env.step(actions)
    return spent / decisions * 1e6
