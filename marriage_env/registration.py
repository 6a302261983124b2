"""The names under which Gymnasium and PettingZoo make these environments."""

from __future__ import annotations

import gymnasium
import pettingzoo


def register() -> None:
    """Make `Marriage-v0` known to both; doing it twice changes nothing."""
    if "Marriage-v0" not in gymnasium.registry:
        gymnasium.register(
            "Marriage-v0",
            entry_point="marriage_env.solo:SoloEnv",
            vector_entry_point="marriage_env.solo:SoloVectorEnv",
        )
    if "Marriage-v0" not in pettingzoo.aec_registry:
        pettingzoo.register("aec", "Marriage-v0", entry_point="marriage_env.marriage_v0:env")
