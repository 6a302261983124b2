"""The rollouts of `kernels.rollout` for calls from Python: every argument is checked first.

A game's module `rollout` has these functions. They take the same arguments as the compiled ones,
which check nothing, and raise ValueError naming a wrong one before any move is made.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from marriage_env.compiler.jit import is_compiled
from marriage_env.core.arguments import (
    as_int,
    as_records,
    check_array,
    check_records,
    check_values,
    shown,
)
from marriage_env.core.observation_blocks import Layout

_Array = np.ndarray[Any, Any]
_MOST_MOVES = 2**31 - 1


@dataclass(frozen=True)
class CheckedRollouts:
    """A game's rollouts for Python; `kernels.rollout` documents the functions of the same names."""

    compiled: SimpleNamespace
    state: np.dtype[Any]
    view: np.dtype[Any]
    chance: np.dtype[Any]
    no_log: NDArray[np.int64]
    num_actions: int
    layout: Layout

    def random_action(self, states: _Array, i: int, streams: _Array) -> int:
        """A uniformly random legal action of the seat to act in game `i`, which is under way."""
        game = self._check_games(states, i, as_int("i", i, 0) + 1, streams, under_way=True)[0]
        action: int = self.compiled.random_action(states, game, streams)
        return action

    def random_actions(
        self, states: _Array, low: int, high: int, streams: _Array, actions: _Array
    ) -> None:
        """`random_action` of every game under way, into `actions` (games,) int64."""
        low, high = self._check_games(states, low, high, streams, under_way=True)
        check_array("actions", actions, (len(states),), np.int64)
        self.compiled.random_actions(states, low, high, streams, actions)

    def random_rollout(
        self,
        states: _Array,
        low: int,
        high: int,
        moves: int,
        streams: _Array,
        chance: _Array,
        log: _Array,
    ) -> int:
        """Uniformly random legal moves; returns how many."""
        low, high = self._check_games(states, low, high, streams)
        moves, chance = self._check_rest(moves, chance, log)
        made: int = self.compiled.random_rollout(states, low, high, moves, streams, chance, log)
        return made

    def watched_rollout(
        self,
        states: _Array,
        low: int,
        high: int,
        moves: int,
        streams: _Array,
        chance: _Array,
        log: _Array,
        scratch: _Array,
        masks: _Array,
        observations: _Array,
        rewards: _Array,
    ) -> int:
        """As `random_rollout`, with observations, masks and rewards; returns how many moves."""
        low, high = self._check_games(states, low, high, streams)
        moves, chance = self._check_rest(moves, chance, log)
        check_records("scratch", scratch, self.view, 1)
        games, players = len(states), int(states["table"]["num_players"].max(initial=1))
        check_array("observations", observations, (None, None), np.int8)
        check_array("rewards", rewards, (None, None), np.int32)
        check_array("masks", masks, (None, self.num_actions), np.int8)
        if len(observations):
            _check_shape("observations", observations, games, self.layout.length(players))
            _check_shape("masks", masks, games, self.num_actions)
        if len(rewards):
            _check_shape("rewards", rewards, games, players)
        made: int = self.compiled.watched_rollout(
            *(states, low, high, moves, streams, chance, log, scratch, masks, observations, rewards)
        )
        return made

    def policy_rollout(
        self,
        states: _Array,
        low: int,
        high: int,
        moves: int,
        streams: _Array,
        chance: _Array,
        log: _Array,
        choose: Any,
        scratch: _Array,
    ) -> int:
        """Moves chosen by a compiled function; returns how many, up to the first illegal one."""
        low, high = self._check_games(states, low, high, streams)
        moves, chance = self._check_rest(moves, chance, log)
        check_records("scratch", scratch, self.view, 1)
        if not is_compiled(choose):
            raise ValueError(
                f"choose={shown(choose)}: expected a function compiled by marriage_env.jit"
            )
        made: int = self.compiled.policy_rollout(
            states, low, high, moves, streams, chance, log, choose, scratch
        )
        return made

    def _check_games(
        self,
        states: _Array,
        low: object,
        high: object,
        streams: _Array,
        under_way: bool = False,
    ) -> tuple[int, int]:
        """`low` and `high` as ints; ValueError unless those games have been made and seeded."""
        check_records("states", states, self.state)
        last = as_int("high", high, 0, len(states))
        first = as_int("low", low, 0, last)
        check_array("streams", streams, (len(states), 4), np.uint32)
        part = states[first:last]
        check_values("num_players", part["table"]["num_players"], 1, 10)
        if not part["stream"].any(axis=1).all() or not streams[first:last].any(axis=1).all():
            raise ValueError("states and streams: expected random streams that have been seeded")
        if under_way and not part["legal"].all():
            raise ValueError("states: expected matches under way")
        return first, last

    def _check_rest(self, moves: object, chance: object, log: _Array) -> tuple[int, _Array]:
        check_array("log", log, (None, self.no_log.shape[1]), np.int64)
        return as_int("moves", moves, 0, _MOST_MOVES), as_records("chance", chance, self.chance)


def _check_shape(name: str, array: _Array, rows: int, columns: int) -> None:
    if array.shape[0] < rows or array.shape[1] < columns:
        raise ValueError(f"{name} of shape {array.shape}: expected at least ({rows}, {columns})")
