"""PettingZoo's own wrappers, reading the inner environment's attributes in one hop.

PettingZoo passes every attribute through `__getattr__` of each wrapper in turn, some 36 calls a
move, which costs several times what the game does. Behaviour is PettingZoo's throughout, but for
two things: what is legal is not read off a mask that the caller may have written into, and a reset
that is refused changes nothing.
"""

from __future__ import annotations

from operator import attrgetter, index
from typing import Any

import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import (
    AssertOutOfBoundsWrapper,
    OrderEnforcingWrapper,
    TerminateIllegalWrapper,
)

from marriage_env.core.arguments import is_integer
from marriage_env.interfaces.penalty import check_illegal_reward


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

    def reset(self, seed: Any = None, options: Any = None) -> None:
        """PettingZoo's reset; a wrapper whose environment refuses it stays as it was."""
        before = vars(self).copy()
        try:
            super().reset(seed=seed, options=options)  # type: ignore[misc]
        except BaseException:
            vars(self).update(before)
            raise


class _TerminateIllegal(_Direct, TerminateIllegalWrapper):  # type: ignore[misc]
    """TerminateIllegalWrapper, asking the game what is legal, not a mask that was handed out.

    `illegal_reward` None stands for the environment's own penalty at the time.
    """

    def __init__(self, env: AECEnv[Any, Any, Any], illegal_reward: float | None) -> None:
        super().__init__(env, illegal_reward=illegal_reward)
        self._illegal_value: float | None = illegal_reward
        self._nothing_legal = {"action_mask": np.zeros(env.unwrapped.game.num_actions, np.int8)}

    def observe(self, agent: str) -> Any:
        """What the environment shows; not remembered."""
        return self.env.observe(agent)

    def step(self, action: Any) -> None:
        """Make a legal move; leave an illegal one, and one after the end, to PettingZoo."""
        if self._innermost.offers(action):
            self.env.step(action)
            return
        given, raw = self._illegal_value, self._innermost
        if given is None and raw.agents and not raw.terminations[raw.agent_selection]:
            self._illegal_value = raw.illegal_reward()
        self._prev_obs = self._nothing_legal
        try:
            super().step(action)
        finally:
            self._illegal_value = given


class _AssertOutOfBounds(_Direct, AssertOutOfBoundsWrapper):  # type: ignore[misc]
    """AssertOutOfBoundsWrapper, for which numpy's integers of any width are integers."""

    def step(self, action: Any) -> None:
        """PettingZoo's check, then the move."""
        if type(action) is not int and is_integer(action):
            action = index(action)
        super().step(action)


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


def wrapped(raw: AECEnv[Any, Any, Any], illegal_reward: float | None) -> AECEnv[Any, Any, Any]:
    """An environment within PettingZoo's three usual wrappers.

    `illegal_reward` is a finite number, or None for the environment's own penalty.
    """
    illegal_reward = check_illegal_reward(illegal_reward)
    inner: AECEnv[Any, Any, Any] = _TerminateIllegal(raw, illegal_reward=illegal_reward)
    return _OrderEnforcing(_AssertOutOfBounds(inner))
