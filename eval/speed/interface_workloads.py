"""The speed of the interfaces that Python calls: VectorEnv, PettingZoo and Gymnasium."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import (
    AssertOutOfBoundsWrapper,
    OrderEnforcingWrapper,
    TerminateIllegalWrapper,
)

from eval.hardware import all_cores
from eval.speed.engine_workloads import GAMES, SEED, key_of, new_rng, players_measured
from eval.speed.peers.aec_loop import aec_measure
from eval.speed.timing import Meter, Sample, pinned, repeat
from eval.speed.workload import Workload
from marriage_env import VectorEnv
from marriage_env.core.rng import Purpose, seed_for
from marriage_env.game import game_named

LEARNERS = (256, 4096)


def vector(game: str) -> list[Workload]:
    """`VectorEnv.step` with random legal actions; choosing them is not measured."""
    return [
        Workload(
            key=key_of(game, "vector", num_players, threads, *([] if copy else ["reused"])),
            group="faces",
            what=f"VectorEnv.step{'' if copy else ', copy=False'}, {num_players} players",
            setting=f"{GAMES:,} games, {threads} thread{'s' * (threads > 1)}",
            unit="moves/s",
            measure=_on(threads, partial(_vector, game, num_players, threads, copy)),
            cores=threads,
        )
        for num_players in players_measured(game)
        for threads in (1, 2)
        for copy in (True, False)
    ]


def _vector(game: str, num_players: int, threads: int, copy: bool) -> Meter:
    env = VectorEnv(GAMES, num_players, threads=threads, copy=copy, game=game)
    random_actions = game_named(game).rollouts.random_actions
    env.reset(seed=seed_for(Purpose.SPEED, SEED, 0))
    streams = new_rng().integers(1, 2**32, (GAMES, 4), np.uint32)
    moves = np.zeros(GAMES, np.int64)

    def choose() -> None:
        random_actions(env.states, 0, GAMES, streams, moves)

    def step() -> int:
        env.step(moves)
        return GAMES

    return Meter(lambda seconds: repeat(step, seconds, before=choose))


def learners(game: str) -> list[Workload]:
    """Gymnasium's batch: a step is the learner's action and those of four random opponents."""
    return [
        Workload(
            key=f"gym:{size}",
            group="faces",
            what="gymnasium.make_vec, random opponents, 5 players",
            setting=f"{size:,} games, 1 thread",
            unit="learner's steps/s",
            measure=_on(1, partial(_learners, game, size)),
        )
        for size in LEARNERS
    ]


def _learners(game: str, size: int) -> Meter:
    env = gymnasium.make_vec(game_named(game).gym_id, num_envs=size)
    mask = env.reset(seed=SEED)[1]["action_mask"]
    rng = new_rng()
    moves: NDArray[np.int64] = np.zeros(size, np.int64)

    def choose() -> None:
        nonlocal moves
        moves = (rng.random(mask.shape) * mask).argmax(axis=1)

    def step() -> int:
        nonlocal mask
        mask = env.step(moves)[4]["action_mask"]
        return size

    return Meter(lambda seconds: repeat(step, seconds, before=choose))


class Idle(AECEnv[str, dict[str, NDArray[np.int8]], int]):  # type: ignore[misc]
    """An AEC environment that does nothing: what is left is the loop and PettingZoo's wrappers."""

    metadata = {"name": "idle", "render_modes": []}
    _MOVES = 130  # about as many as a match of five deals of ours

    def __init__(self, num_actions: int) -> None:
        super().__init__()
        self.possible_agents = [f"player_{seat}" for seat in range(5)]
        self.render_mode = None
        self._space = gymnasium.spaces.Discrete(num_actions)
        self._seen = {
            "observation": np.zeros(1, np.int8),
            "action_mask": np.ones(num_actions, np.int8),
        }

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start over."""
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._moves, self.agent_selection = 0, self.agents[0]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:  # type: ignore[override]
        """As ours."""
        return self._space

    def observe(self, agent: str) -> dict[str, NDArray[np.int8]]:
        """Always the same."""
        return self._seen

    def step(self, action: int | None) -> None:
        """Let the next agent act."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)  # type: ignore[arg-type]
            return
        self._moves += 1
        self.agent_selection = self.possible_agents[self._moves % 5]
        if self._moves == self._MOVES:
            self.terminations = dict.fromkeys(self.agents, True)


def _wrapped_idle(num_actions: int) -> Any:
    wrapped: Any = TerminateIllegalWrapper(Idle(num_actions), illegal_reward=-1)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(wrapped))


def pettingzoo_loops(game: str) -> list[Workload]:
    """Our environment in PettingZoo's loop, with its wrappers and without."""
    module = import_module(f"marriage_env.{game_named(game).env}")
    interfaces = (("env", "env()", module.env), ("raw", "raw_env()", module.raw_env))
    return _loops(
        [
            (key_of(game, "aec", n, name), f"{what}, {n} players", partial(make, num_players=n))
            for n in players_measured(game)
            for name, what, make in interfaces
        ]
    )


def idle_loops(game: str) -> list[Workload]:
    """Environments that do nothing in the same loop, with the action space of a game."""
    actions = game_named(game).num_actions
    return _loops(
        [
            (
                "aec:idle:env",
                "the wrappers around an idle environment",
                partial(_wrapped_idle, actions),
            ),
            ("aec:idle:raw", "an idle environment", partial(Idle, actions)),
        ]
    )


def _loops(loops: list[tuple[str, str, Callable[[], Any]]]) -> list[Workload]:
    """PettingZoo's loop over what is made, by key and name."""
    setting = "1 game, agent_iter, last, step"
    return [
        Workload(key, "faces", what, setting, "moves/s", _on(1, partial(aec_measure, make)))
        for key, what, make in loops
    ]


def _on(cores: int, make: Callable[[], Meter]) -> Callable[[float], Sample]:
    """A function that makes the meter when first called, and measures on so many cores."""
    meter = cache(make)

    def read(seconds: float) -> Sample:
        with pinned(all_cores()[:cores]):
            return meter().read(seconds)

    return read
