"""Duplicate play: the luck of the deal is the same for both agents, so that it cancels out.

For each deal one game has B in all seats, and n games have A in one seat each among B's, all from
the same random stream: the same packs and the same dealer. A's gain in a deal is the mean over
seats of what A won there minus what B won there.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.protocol import Agent
from marriage_env import Accidents, Rules
from marriage_env.jit import records
from marriage_env.mariage import batch
from marriage_env.mariage.actions import NUM_ACTIONS, name
from marriage_env.mariage.events import NO_LOG
from marriage_env.mariage.rules import check_match, is_integer
from marriage_env.mariage.state import NO_CHANCE, new_states
from marriage_env.mariage.view import VIEW
from marriage_env.random import check_seed, child_seeds, stream_of

_DEALS_AT_ONCE = 1000
_NORMAL_95 = NormalDist().inv_cdf(0.975)


@dataclass(frozen=True)
class Setting:
    """What is played: the game, how many duplicate deals, and the seed of everything."""

    num_players: int = 5
    rules: Rules = Rules.typical()  # noqa: RUF009 frozen, so that sharing it is safe
    deals: int = 20_000
    seed: int = 1
    match_deals: int = 1

    def __post_init__(self) -> None:
        check_match(self.num_players, self.rules, self.match_deals)
        check_seed(self.seed)
        if not is_integer(self.deals) or self.deals < 2:
            raise ValueError(f"deals={self.deals!r}: expected an integer of at least 2")


@dataclass(frozen=True)
class Gain:
    """What A gains over B, in chips per duplicate deal, with its 95 % interval over deals."""

    mean: float
    low: float
    high: float
    per_deal: NDArray[np.float64]  # (deals,)
    seconds: float


def interval(samples: NDArray[np.float64]) -> tuple[float, float, float]:
    """Mean and 95 % interval of the mean of independent samples, by the normal approximation."""
    mean = float(samples.mean())
    half = _NORMAL_95 * float(samples.std(ddof=1)) / len(samples) ** 0.5
    return mean, mean - half, mean + half


def measure_gain(
    a: Agent, b: Agent, setting: Setting, progress: Callable[[int], object] = lambda deals: None
) -> Gain:
    """Play `setting.deals` duplicate deals; `progress` is told how many more are done."""
    start = time.perf_counter()
    root = np.random.SeedSequence(setting.seed)
    of_deals, of_a, of_b = child_seeds(root, 3)
    chance_a, chance_b = np.random.default_rng(of_a), np.random.default_rng(of_b)
    gains = np.empty(setting.deals)
    streams = child_seeds(of_deals, setting.deals)
    for first in range(0, setting.deals, _DEALS_AT_ONCE):
        chunk = streams[first : first + _DEALS_AT_ONCE]
        gains[first : first + len(chunk)] = _play_deals(a, b, chance_a, chance_b, setting, chunk)
        progress(len(chunk))
    return Gain(*interval(gains), per_deal=gains, seconds=time.perf_counter() - start)


def _play_deals(
    a: Agent,
    b: Agent,
    chance_a: np.random.Generator,
    chance_b: np.random.Generator,
    setting: Setting,
    streams: Any,
) -> NDArray[np.float64]:
    """The gain of A over B in each deal of a chunk, (deals,)."""
    n, size = setting.num_players, len(streams)
    states = new_states(size * (n + 1), n, setting.rules, setting.match_deals, Accidents())
    states["stream"] = np.repeat([stream_of(stream) for stream in streams], n + 1, axis=0)
    batch.reset_games(states, 0, len(states), NO_CHANCE, NO_LOG)
    # Game k of a deal has A in seat k; the last game of a deal has B everywhere.
    seat_of_a = np.tile(np.append(np.arange(n), -2), size)
    while True:
        active = np.flatnonzero(states["seat"] >= 0)
        if not active.size:
            break
        is_a = seat_of_a[active] == states["seat"][active]
        move(a, states, active[is_a], chance_a)
        move(b, states, active[~is_a], chance_b)
    chips = states["table"]["chips"][:, :n].reshape(size, n + 1, n)
    played_by_a = chips[:, np.arange(n), np.arange(n)]
    gains: NDArray[np.float64] = (played_by_a - chips[:, n, :]).mean(axis=1)
    return gains


def move(
    agent: Agent,
    states: np.ndarray[Any, Any],
    games: NDArray[np.int64],
    chance: np.random.Generator,
) -> None:
    """Let an agent make one move in the listed games; ValueError if it chooses an illegal one."""
    if not games.size:
        return
    views = records(len(games), VIEW)
    masks = np.zeros((len(games), NUM_ACTIONS), np.int8)
    batch.write_views(states, games, views, 0, len(games))
    batch.write_masks_of(states, games, masks)
    actions = np.asarray(agent.act(views, masks, chance), np.int64)
    refused = batch.move_games(states, games, NO_CHANCE, NO_LOG, actions)
    if refused >= 0:
        legal = ", ".join(name(int(action)) for action in np.flatnonzero(masks[refused]))
        raise ValueError(f"{agent.name} chose {actions[refused]}, which is illegal; legal: {legal}")
