"""What a game costs: time to copy it, memory, and time to start."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

import numpy as np

from eval import CHECKOUT
from eval.speed.engine_workloads import new_games, players_measured, repeat_on_one
from eval.speed.workload import Workload
from marriage_env import VectorEnv
from marriage_env.compiler.jit import jit
from marriage_env.game import game_named

_CALLS = 1000
_START = """
from marriage_env import {env} as game
env = game.env()
env.reset(seed=1)
for _ in range(100):
    observation = env.last()[0]
    env.step(int(observation["action_mask"].argmax()))
"""


def copies(game: str) -> list[Workload]:
    """Copies of a game, inside jitted code and from Python."""
    kind = game_named(game)
    states = new_games(64, 5, game=game, observed=False, paid=False).states
    whole = states.view(f"V{kind.state.itemsize}")
    env = import_module(f"marriage_env.{kind.env}").env()
    env.reset(seed=1)
    for _ in range(60):
        env.step(int(env.last()[0]["action_mask"].argmax()))
    kinds: list[tuple[str, str, Callable[[], int]]] = [
        ("jitted", "in jitted code, `states[i] = states[j]`", partial(_jitted, states)),
        ("python", "from Python, `states[i] = states[j]`", partial(_copy, states)),
        ("whole", "from Python, the same on `states.view('V…')`", partial(_copy, whole)),
        ("env", "`env.unwrapped.clone()` in mid-match", partial(_clone, env.unwrapped)),
    ]
    return [
        Workload(f"copy:{key}", "copies", what, "5 players", "ns", partial(repeat_on_one, work))
        for key, what, work in kinds
    ]


@jit
def _copy_round(states: Any, times: int) -> int:
    """Copies from each game to the next, of 64, over and over."""
    for k in range(times):
        states[(k + 1) & 63] = states[k & 63]
    return times


def _jitted(states: np.ndarray[Any, Any]) -> int:
    return int(_copy_round(states, 100 * _CALLS))


def _copy(states: np.ndarray[Any, Any]) -> int:
    for _ in range(_CALLS):
        states[3] = states[5]
    return _CALLS


def _clone(env: Any) -> int:
    for _ in range(100):
        env.clone()
    return 100


def memory(game: str) -> dict[str, int]:
    """Bytes of a game: its state, and all arrays of a VectorEnv, without and with observations."""
    sizes = {}
    for num_players in players_measured(game):
        for observations in (False, True):
            env = VectorEnv(64, num_players, observations=observations, game=game)
            sizes["state"] = env.states.itemsize
            given = env.step(env.reset(seed=0).masks.argmax(axis=1))
            arrays = [env.states, *(array for array in given if array is not None)]
            name = f"{num_players} players, {'with' if observations else 'without'} observation"
            sizes[name] = sum(array.nbytes for array in arrays) // 64
    return sizes


def starts(times: int, game: str) -> dict[str, list[float]]:
    """Seconds from starting Python to the 100th step: once with nothing compiled, then `times`."""
    with tempfile.TemporaryDirectory() as folder:
        seconds = [_start(folder, game_named(game).env) for _ in range(1 + times)]
    return {"cold": seconds[:1], "warm": seconds[1:]}


def _start(cache: str, env: str) -> float:
    begun = time.perf_counter()
    subprocess.run(
        [sys.executable, "-c", _START.format(env=env)],
        check=True,
        cwd=CHECKOUT,
        env={**os.environ, "NUMBA_CACHE_DIR": cache},
        stderr=subprocess.DEVNULL,
    )
    return time.perf_counter() - begun
