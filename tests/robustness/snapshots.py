"""Everything that a refused call must leave as it was, as one comparable value."""

from __future__ import annotations

from typing import Any

import numpy as np


def snapshot(env: Any) -> Any:
    """Games, streams, packs to come, learners and flags of any interface."""
    raw = getattr(env, "unwrapped", env)
    return [_plain(vars(raw)), [_plain(vars(one)) for one in _wrappers(env)]]


def _wrappers(env: Any) -> list[Any]:
    """The wrappers around an environment."""
    found = []
    while env is not getattr(env, "unwrapped", env):
        found.append(env)
        env = env.env
    return found


def _plain(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return (value.dtype.str, value.shape, value.tobytes())
    if isinstance(value, np.random.Generator):
        return repr(value.bit_generator.state)
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items() if key not in ("env", "_innermost")}
    if isinstance(value, (list, tuple)):
        return [_plain(one) for one in value]
    if isinstance(value, (int, float, str, bool, type(None))):
        return value
    if type(value).__name__ in ("LearnerGames", "MatchLog"):
        return _plain(vars(value))
    return id(value)
