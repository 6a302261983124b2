"""The agents that a thread has made and compiled, for all deals and seeds that it plays."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from agents.arena.misbehavior import Supervised, supervised
from agents.arena.setting import Setting
from agents.isolation.agent import AgentProcesses


class _Agents(threading.local):
    """What this thread of this process has made."""

    def __init__(self) -> None:
        self.processes = AgentProcesses()
        self.made: dict[tuple[Any, ...], Supervised] = {}


_AGENTS = _Agents()


def cached_agent(
    spec: str, setting: Setting, time_limit: float | None = None, trusted: bool = False
) -> Supervised:
    """The supervised agent of a spec, compiled, made at the first call; ValueError as `load`."""
    key = (spec, setting.num_players, setting.rules, setting.game, time_limit, trusted)
    if key not in _AGENTS.made:
        agent = supervised(spec, setting, _AGENTS.processes, time_limit, trusted)
        if time_limit is None:  # else `supervised` has compiled it
            agent.warm_up(setting)
        _AGENTS.made[key] = agent
    return _AGENTS.made[key]


@contextmanager
def agents_released() -> Iterator[None]:
    """After the block, forget the agents of this thread and end their processes."""
    try:
        yield
    finally:
        _AGENTS.processes.close()
        _AGENTS.made.clear()
