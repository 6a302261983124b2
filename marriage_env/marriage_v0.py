"""Mariage, version 0, as PettingZoo names its environments: `env()` and `raw_env()`."""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv

from marriage_env.aec import raw_env
from marriage_env.wrappers import wrapped

__all__ = ["env", "raw_env"]


def env(**kwargs: Any) -> AECEnv[Any, Any, Any]:
    """Mariage within PettingZoo's wrappers; arguments as for `raw_env`.

    An illegal action ends the match with -1 for its player, one outside the action space raises
    AssertionError, and calls in a wrong order are reported.
    """
    return wrapped(raw_env(**kwargs), illegal_reward=-1)
