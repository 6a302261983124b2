"""The names under which Gymnasium and PettingZoo make these environments."""

from __future__ import annotations

import gymnasium
import pettingzoo

# The name, the game's folder, and where `env()` is.
_ENVIRONMENTS = (
    ("Marriage-v0", "mariage", "marriage_env.marriage_v0:env"),
    ("Trynka-v0", "trynka", "marriage_env.trynka_v0:env"),
)


def register() -> None:
    """Make `Marriage-v0` and `Trynka-v0` known to both; doing it twice changes nothing."""
    for name, game, env in _ENVIRONMENTS:
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="marriage_env.interfaces.single_agent:SoloEnv",
                vector_entry_point="marriage_env.interfaces.single_agent:SoloVectorEnv",
                kwargs={"game": game},
            )
        if name not in pettingzoo.aec_registry:
            pettingzoo.register("aec", name, entry_point=env)
