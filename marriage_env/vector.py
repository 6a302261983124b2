"""Thousands of games at once: the engine over an array of games, shared out among threads."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from marriage_env.errors import IllegalAction
from marriage_env.jit import records
from marriage_env.mariage import actions as action_names
from marriage_env.mariage import batch, observe
from marriage_env.mariage.events import NO_LOG
from marriage_env.mariage.rules import Accidents, Rules, check_match, is_integer
from marriage_env.mariage.state import NO_CHANCE, new_states
from marriage_env.mariage.view import VIEW
from marriage_env.random import child_seeds, stream_of
from marriage_env.warm import compile_engine

Batch = tuple[NDArray[np.int8] | None, NDArray[np.int8], NDArray[np.int64]]
Step = tuple[
    NDArray[np.int8] | None,
    NDArray[np.int8],
    NDArray[np.int64],
    NDArray[np.int32],
    NDArray[np.bool_],
]


class VectorEnv:
    """`num_envs` matches of one kind, each asking one seat at a time, restarted when they end.

    Game i is the single game made from the i-th child of the seed, whatever the size of the batch
    and the number of threads.

    Args:
        num_envs: games in the batch, at least 1.
        num_players, rules, accidents, deals: as for `marriage_v0.raw_env`.
        threads: how many threads share the batch.
        copy: True gives the caller arrays of his own; False gives arrays that the next call reuses.
        observations: False leaves observations out (None in their place), for players of views.
    """

    def __init__(
        self,
        num_envs: int,
        num_players: int = 5,
        rules: Rules | None = None,
        accidents: Accidents | None = None,
        deals: int | None = None,
        *,
        threads: int = 1,
        copy: bool = True,
        observations: bool = True,
    ) -> None:
        for name, value in (("num_envs", num_envs), ("threads", threads)):
            if not is_integer(value) or value < 1:
                raise ValueError(f"{name}={value!r}: expected an integer of at least 1")
        self.rules = Rules.typical() if rules is None else rules
        deals = check_match(num_players, self.rules, deals)
        compile_engine()
        self.num_envs, self.num_players, self.threads = int(num_envs), int(num_players), threads
        self.states = new_states(num_envs, num_players, self.rules, deals, accidents or Accidents())
        self._copy = copy
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        cuts = np.linspace(0, num_envs, threads + 1).astype(int)
        self._slices = [(int(a), int(b)) for a, b in itertools.pairwise(cuts)]
        size = observe.length(num_players)
        self._observations = np.zeros((num_envs, size), np.int8) if observations else None
        self._scratch = [records(1, VIEW) for _ in self._slices]
        self._masks = np.zeros((num_envs, action_names.NUM_ACTIONS), np.int8)
        self._seats = np.zeros(num_envs, np.int64)
        self._rewards = np.zeros((num_envs, num_players), np.int32)
        self._done = np.zeros(num_envs, np.bool_)
        self._final = new_states(num_envs, num_players, self.rules, deals, Accidents())
        self._begun = False

    def reset(self, seed: int | np.random.SeedSequence | None = None) -> Batch:
        """Begin a match in every game.

        Returns observations (num_envs, length) int8, masks (num_envs, 62) int8 and the seats asked
        (num_envs,) int64. Without a seed the streams go on (at first: entropy from the system).
        """
        if seed is not None or not self._begun:
            for i, child in enumerate(child_seeds(seed, self.num_envs)):
                self.states["stream"][i] = stream_of(child)
        self._begun = True
        self._share(self._reset_slice)
        return self._given(self._observations), self._given(self._masks), self._given(self._seats)

    def step(self, actions: NDArray[np.integer[Any]]) -> Step:
        """One move in every game; a match that ends is followed by a new one.

        Args:
            actions: (num_envs,) integers, one for the seat asked in each game.

        Returns observations, masks and seats as `reset`, rewards (num_envs, num_players) int32 in
        chips, and done (num_envs,) bool. Raises IllegalAction naming the first game whose action is
        not legal; no game has moved then.
        """
        moves = self._checked(actions)
        self._share(self._step_slice, moves)
        return (
            self._given(self._observations),
            self._given(self._masks),
            self._given(self._seats),
            self._given(self._rewards),
            self._given(self._done),
        )

    def views(self) -> np.ndarray[Any, Any]:
        """What the seat asked in each game may know: (num_envs,) VIEW records, the caller's own."""
        views = records(self.num_envs, VIEW)
        batch.write_views(self.states, np.arange(self.num_envs), views, 0, self.num_envs)
        return views

    def final_observations(self, seats: NDArray[np.integer[Any]]) -> NDArray[np.int8]:
        """How the last match of each game ended, as `seats` (num_envs,) saw it.

        Rows of games whose `done` has never been True are meaningless.
        """
        views = records(self.num_envs, VIEW)
        final = self._final.copy()
        final["seat"], final["phase"] = seats, 0
        batch.write_views(final, np.arange(self.num_envs), views, 0, self.num_envs)
        observations = np.zeros((self.num_envs, observe.length(self.num_players)), np.int8)
        batch.encode_views(views, observations)
        return observations

    def close(self) -> None:
        """Let the threads go."""
        if self._pool:
            self._pool.shutdown()

    def _checked(self, actions: NDArray[np.integer[Any]]) -> NDArray[np.int64]:
        if not self._begun:
            raise RuntimeError("the environment has not been reset: call reset() first")
        moves = action_names.check_batch(actions, self.num_envs)
        wrong = batch.first_illegal(self.states, 0, self.num_envs, moves)
        if wrong >= 0:
            legal = ", ".join(action_names.names(self.states["legal"][wrong]))
            raise IllegalAction(
                f"game {wrong}, seat {self.states['seat'][wrong]}: action {moves[wrong]} "
                f"is not legal now; legal: {legal}"
            )
        return moves

    def _share(self, work: Callable[..., None], *arguments: Any) -> None:
        """Do `work` on every slice of the batch."""
        if self._pool is None:
            work(0, *arguments)
        else:
            list(self._pool.map(lambda part: work(part, *arguments), range(len(self._slices))))

    def _reset_slice(self, part: int) -> None:
        low, high = self._slices[part]
        batch.reset_games(self.states, low, high, NO_CHANCE, NO_LOG)
        self._write_slice(part)

    def _step_slice(self, part: int, moves: NDArray[np.int64]) -> None:
        low, high = self._slices[part]
        states, done = self.states, self._done
        batch.step_games(states, low, high, NO_CHANCE, NO_LOG, moves, self._rewards, done)
        batch.restart_games(states, low, high, NO_CHANCE, NO_LOG, done, self._final)
        self._write_slice(part)

    def _write_slice(self, part: int) -> None:
        low, high = self._slices[part]
        batch.write_seats(self.states, low, high, self._seats)
        batch.write_masks(self.states, low, high, self._masks)
        if self._observations is not None:
            batch.write_observations(
                self.states, low, high, self._scratch[part], self._observations
            )

    def _given(self, array: Any) -> Any:
        return array.copy() if self._copy and array is not None else array
