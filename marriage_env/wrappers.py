"""PettingZoo's own wrappers, reading the inner environment's attributes in one hop.

PettingZoo passes every attribute through `__getattr__` of each wrapper in turn, some 36 calls a
move, which costs several times what the game does. Behaviour is PettingZoo's throughout.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import (
    AssertOutOfBoundsWrapper,
    OrderEnforcingWrapper,
    TerminateIllegalWrapper,
)


class _Direct:
    """The attributes that change with every step, straight from the innermost environment.

    Where it has none yet (before reset), PettingZoo's `__getattr__` answers as ever.
    """

    agent_selection = property(attrgetter("_innermost.agent_selection"))
    terminations = property(attrgetter("_innermost.terminations"))
    truncations = property(attrgetter("_innermost.truncations"))
    rewards = property(attrgetter("_innermost.rewards"))
    infos = property(attrgetter("_innermost.infos"))
    _cumulative_rewards = property(attrgetter("_innermost._cumulative_rewards"))
    agents = property(attrgetter("_innermost.agents"))

    def __init__(self, env: AECEnv[Any, Any, Any], **options: Any) -> None:
        super().__init__(env, **options)  # type: ignore[call-arg]
        self._innermost = env.unwrapped


class _TerminateIllegal(_Direct, TerminateIllegalWrapper):  # type: ignore[misc]
    """TerminateIllegalWrapper."""


class _AssertOutOfBounds(_Direct, AssertOutOfBoundsWrapper):  # type: ignore[misc]
    """AssertOutOfBoundsWrapper."""


class _OrderEnforcing(_Direct, OrderEnforcingWrapper):  # type: ignore[misc]
    """OrderEnforcingWrapper, for which there are no agents before reset."""

    @property
    def agents(self) -> Any:
        """The agents; an AttributeError, which PettingZoo words, before reset."""
        if not self._has_reset:
            raise AttributeError("agents")
        return self._innermost.agents

    def __str__(self) -> str:
        return str(self.env)


def wrapped(raw: AECEnv[Any, Any, Any], illegal_reward: float) -> AECEnv[Any, Any, Any]:
    """An environment within PettingZoo's three usual wrappers."""
    inner: AECEnv[Any, Any, Any] = _TerminateIllegal(raw, illegal_reward=illegal_reward)
    return _OrderEnforcing(_AssertOutOfBounds(inner))
