"""How hostile agents are called, and how one is asked for actions."""

from __future__ import annotations

import numpy as np

from marriage_env.game import game_named
from tests.robustness.hostile_factories import FACTORIES

_NEVER_READY = "sleeps_for_ever"  # a factory as well


def spec(name: str) -> str:
    """The spec of a hostile factory or player."""
    kind = "factories" if name in (*FACTORIES, _NEVER_READY) else "players"
    return f"tests.robustness.hostile_{kind}:{name}"


def asked(agent, games: int = 3):
    """What an agent chooses in games where everything but the last action is legal."""
    masks = np.ones((games, 62), np.int8)
    masks[:, 61] = 0
    views = np.zeros(games, game_named("mariage").view)
    return agent.act(views, masks, np.random.default_rng(1))
