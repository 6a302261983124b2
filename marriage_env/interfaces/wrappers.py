"""PettingZoo's own wrappers, with direct access to the innermost environment's attributes.

PettingZoo passes every attribute through `__getattr__` of each wrapper in turn, some 36 calls a
move, which takes several times as long as the game itself. The behaviour is PettingZoo's with two
exceptions: what is legal is not read from a mask that the caller may have written into, and a reset
that raises changes nothing.
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
    """The attributes that change with every step, read from the innermost environment.

    Before reset, when it has none yet, PettingZoo's `__getattr__` is called as usual.
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
        """PettingZoo's reset; if it raises, the wrapper is unchanged."""
        before = vars(self).copy()
        try:
            super().reset(seed=seed, options=options)  # type: ignore[misc]
        except BaseException:
            vars(self).update(before)
            raise


class _TerminateIllegal(_Direct, TerminateIllegalWrapper):  # type: ignore[misc]
    """TerminateIllegalWrapper that reads what is legal from the game, not from a mask given out.

    `illegal_reward` None stands for the environment's penalty at that moment.
    """

    def __init__(self, env: AECEnv[Any, Any, Any], illegal_reward: float | None) -> None:
        super().__init__(env, illegal_reward=illegal_reward)
        self._illegal_value: float | None = illegal_reward
        self._nothing_legal = {"action_mask": np.zeros(env.unwrapped.game.num_actions, np.int8)}

    def observe(self, agent: str) -> Any:
        """The environment's observation; the wrapper keeps no copy."""
        return self.env.observe(agent)

    def step(self, action: Any) -> None:
        """Make a legal move; leave illegal ones, and steps after the end, to PettingZoo."""
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
        raw._show_masks()


class _AssertOutOfBounds(_Direct, AssertOutOfBoundsWrapper):  # type: ignore[misc]
    """AssertOutOfBoundsWrapper that accepts numpy integers of any width."""

    def step(self, action: Any) -> None:
        """PettingZoo's check, then the move."""
        if type(action) is not int and is_integer(action):
            action = index(action)
        super().step(action)


class _OrderEnforcing(_Direct, OrderEnforcingWrapper):  # type: ignore[misc]
    """OrderEnforcingWrapper that has no agents before reset."""

    @property
    def agents(self) -> Any:
        """The agents; before reset an AttributeError, which PettingZoo turns into its message."""
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
