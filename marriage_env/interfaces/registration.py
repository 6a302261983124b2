"""Registration of every game's environments with Gymnasium and PettingZoo."""

from __future__ import annotations

import gymnasium
import pettingzoo

from marriage_env.game_registry import GAMES


def register() -> None:
    """Make every game of the registry known to both; doing it twice changes nothing."""
    for game, (env, name) in GAMES.items():
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="marriage_env.interfaces.single_agent:SoloEnv",
                vector_entry_point="marriage_env.interfaces.single_agent_vector:SoloVectorEnv",
                kwargs={"game": game},
            )
        if name not in pettingzoo.aec_registry:
            pettingzoo.register("aec", name, entry_point=f"marriage_env.{env}:env")
        if name not in pettingzoo.parallel_registry:
            pettingzoo.register("parallel", name, entry_point=f"marriage_env.{env}:parallel_env")
