"""Thousands of games at once: the engine over an array of games, in slices for threads."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from marriage_env.compiler.jit import records
from marriage_env.core.arguments import as_bool, as_int, as_integers
from marriage_env.core.rng import child_seeds, stream_of
from marriage_env.core.threads import Team
from marriage_env.errors import IllegalAction
from marriage_env.game import DEFAULT_GAME, game_named
from marriage_env.interfaces.observation_format import check_dtype
from marriage_env.interfaces.warm_up import compile_engine
from marriage_env.kernels.game_loops import Batch


class ResetResult(NamedTuple):
    """What `VectorEnv.reset` returns; a row a game."""

    observations: NDArray[Any] | None  # (num_envs, length), of the seats to act
    masks: NDArray[np.int8]  # (num_envs, actions), 1 for each legal action
    seats: NDArray[np.int64]  # (num_envs,), the seats to act


class StepResult(NamedTuple):
    """What `VectorEnv.step` returns; a row a game.

    Mind the order: unpacking it as Gymnasium's (observations, rewards, …) takes masks for rewards.
    """

    observations: NDArray[Any] | None  # as of `reset`, the next match's where one has ended
    masks: NDArray[np.int8]
    seats: NDArray[np.int64]
    rewards: NDArray[np.int32]  # (num_envs, num_players), the chips that moved
    done: NDArray[np.bool_]  # (num_envs,), True where a match has ended


# Working memory of a thread is so many records away from that of the next: threads that write into
# neighbouring records share a cache line, which took from two threads all that they gain.
_APART = 2


class VectorEnv:
    """`num_envs` matches of one kind, each asking one seat at a time, restarted when they end.

    Game i is the single game made from the i-th child of the seed, whatever the size of the batch
    and the number of threads.

    Args:
        num_envs: games in the batch, 1 to 2**31 - 1.
        num_players, rules, accidents, deals: as for `raw_env` of the game, with its defaults.
        threads: how many threads share the batch, 1 to 1024.
        copy: True gives the caller arrays of its own; False gives arrays that the next call writes
            anew. They are never read back: writing into them changes nothing.
        observations: False leaves observations out (None in their place), for players of views.
        game: its name, a key of marriage_env.game.GAMES; the first of them without one.
        dtype: of observations, "int8" or "float32".

    `states` are the games themselves, (num_envs,) STATE records, for compiled code that plays them
    on: whoever writes into them changes the games. Raises ValueError naming a wrong argument.
    """

    def __init__(
        self,
        num_envs: int,
        num_players: int | None = None,
        rules: Any = None,
        accidents: Any = None,
        deals: int | None = None,
        *,
        threads: int = 1,
        copy: bool = True,
        observations: bool = True,
        game: str = DEFAULT_GAME,
        dtype: str = "int8",
    ) -> None:
        self.num_envs = as_int("num_envs", num_envs, 1, 2**31 - 1)
        self.threads = as_int("threads", threads, 1, 1024)
        self._copy = as_bool("copy", copy)
        self._dtype = check_dtype(dtype)
        observations = as_bool("observations", observations)
        self.game = game_named(game)
        match = self.game.match(num_players, rules, accidents, deals)
        compile_engine(self.game.name)
        self.rules, self.num_players = match.rules, match.num_players
        self.states = self.game.new_games(self.num_envs, match)
        self._team = Team(self.threads)
        cuts = np.linspace(0, self.num_envs, self.threads + 1).astype(int)
        self._slices = [(int(a), int(b)) for a, b in itertools.pairwise(cuts)]
        size = self.game.layout.length(self.num_players)
        self._has_observations = observations
        self._floats: NDArray[Any] | None = None  # converted observations
        self._written = Batch(
            observations=np.zeros((self.num_envs if observations else 0, size), np.int8),
            masks=np.zeros((self.num_envs, self.game.num_actions), np.int8),
            seats=np.zeros(self.num_envs, np.int64),
            rewards=np.zeros((self.num_envs, self.num_players), np.int32),
            done=np.zeros(self.num_envs, np.bool_),
            scratch=records(_APART * len(self._slices), self.game.view),
        )
        self._chance = self.game.chance_rows(None, self.num_players)
        self._begun = False

    def reset(self, seed: int | np.random.SeedSequence | None = None) -> ResetResult:
        """Begin a match in every game.

        Without a seed the streams go on (at first: entropy from the system). Raises ValueError for
        a wrong seed; the matches under way then go on.
        """
        if seed is not None or not self._begun:
            children = child_seeds(seed, self.num_envs)
            self.states["stream"] = [stream_of(child) for child in children]
        self._begun = True
        self._share(self._reset_slice)
        return ResetResult(*self._seen())

    def step(self, actions: NDArray[np.integer[Any]]) -> StepResult:
        """One move in every game; a match that ends is followed by a new one.

        Args:
            actions: (num_envs,) integers, one for the seat to act in each game.

        Raises ValueError for anything but integers of that shape, and IllegalAction naming the
        first game whose action is illegal; no game has moved then.
        """
        moves = self._checked(actions)
        self._share(self._step_slice, moves)
        written = self._written
        return StepResult(*self._seen(), self._given(written.rewards), self._given(written.done))

    def views(self) -> np.ndarray[Any, Any]:
        """What each seat to act may know: (num_envs,) VIEW records, the caller's own."""
        self._check_begun()
        views = records(self.num_envs, self.game.view)
        self.game.loops.write_views(self.states, np.arange(self.num_envs), views, 0, self.num_envs)
        return views

    def close(self) -> None:
        """End the threads; the next call starts new ones."""
        self._team.close()

    def _check_begun(self) -> None:
        if not self._begun:
            raise RuntimeError("the environment has not been reset: call reset() first")

    def _checked(self, actions: NDArray[np.integer[Any]]) -> NDArray[np.int64]:
        self._check_begun()
        moves = as_integers("actions", actions, (self.num_envs,))
        wrong = self.game.loops.first_illegal(self.states, 0, self.num_envs, moves)
        if wrong >= 0:
            refusal = self.game.refusal(self.states, wrong, moves[wrong])
            raise IllegalAction(f"game {wrong}, seat {self.states['seat'][wrong]}: {refusal}")
        return moves

    def _share(self, work: Callable[..., None], *arguments: Any) -> None:
        """Do `work` on every slice of the batch."""
        if self.threads == 1:
            work(0, *arguments)
        else:
            self._team.share(lambda part: work(part, *arguments), range(len(self._slices)))

    def _reset_slice(self, part: int) -> None:
        low, high = self._slices[part]
        self.game.loops.reset_games(self.states, low, high, self._chance, self.game.no_log)
        self.game.loops.write_games(self.states, low, high, self._batch(part))

    def _step_slice(self, part: int, moves: NDArray[np.int64]) -> None:
        low, high = self._slices[part]
        states, loops, batch = self.states, self.game.loops, self._batch(part)
        wrong = loops.step_games(states, low, high, self._chance, self.game.no_log, moves, batch)
        if wrong >= 0:  # only if another thread has played these games meanwhile
            raise IllegalAction(f"game {wrong}: {self.game.refusal(states, wrong, moves[wrong])}")

    def _batch(self, part: int) -> Batch:
        """The arrays to write into, with working memory that no other thread uses."""
        scratch = self._written.scratch[_APART * part :][:1]
        return self._written._replace(scratch=scratch)

    def _seen(self) -> tuple[Any, Any, Any]:
        observations, masks, seats = self._written[:3]
        given = self._converted(observations) if self._has_observations else None
        return given, self._given(masks), self._given(seats)

    def _converted(self, observations: NDArray[np.int8]) -> NDArray[Any]:
        """Observations in the dtype asked for."""
        if self._dtype == np.int8:
            return self._given(observations)  # type: ignore[no-any-return]
        if self._floats is None or self._copy:
            self._floats = np.empty(observations.shape, self._dtype)
        self._floats[:] = observations
        return self._floats

    def _given(self, array: Any) -> Any:
        return array.copy() if self._copy else array
