"""Duplicate matches: the luck of the deal is the same for both agents, so that it cancels out.

For each deal one game has B in all seats, and n games have A in one seat each among B's, all from
the same random stream: the same packs and the same dealer. A's gain in a deal is the mean over
seats of what A won there minus what B won there. A and B have random streams of their own, so that
a stochastic agent gains on average nothing, but not always exactly nothing, against itself.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.arena.confidence_interval import Estimate, normal_interval
from agents.arena.lockstep import Moves, Player, actions_by_game, play_games
from agents.arena.setting import (
    Setting,
    agent_generators,
    record_of,
    seeded_games,
    seeds_of_deals,
)
from agents.protocol import Agent
from marriage_env.records.parse import Record

_DEALS_AT_ONCE = 1000


@dataclass(frozen=True)
class DuplicateGain(Estimate):
    """What A gains over B in chips per duplicate deal, with the normal interval over deals."""

    per_deal: NDArray[np.float64]  # (deals,) chips
    seconds: float  # that the match took


def measure_gain(
    a: Agent,
    b: Agent,
    setting: Setting,
    progress: Callable[[int], object] = lambda deals: None,
    keep: list[Record] | None = None,
) -> DuplicateGain:
    """Play `setting.deals` duplicate deals.

    `progress` is called with the number of further deals that are done; to `keep` the games of all
    deals are added as records, for each deal those with A in seat 0, 1, … and the one with B
    everywhere.
    """
    start = time.perf_counter()
    parts = []
    for states in play_duplicates(a, b, setting, keep):
        parts.append(seat_gains(states).mean(axis=1))
        progress(len(states))
    gains = np.concatenate(parts)
    gain, seconds = normal_interval(gains), time.perf_counter() - start
    return DuplicateGain(gain.mean, gain.low, gain.high, gains, seconds)


def play_duplicates(
    a: Agent,
    b: Agent,
    setting: Setting,
    keep: list[Record] | None = None,
    generators: tuple[np.random.Generator, np.random.Generator] | None = None,
    done: int = 0,
) -> Iterator[np.ndarray[Any, Any]]:
    """The finished games of `setting.deals` deals, some deals at a time: (deals, n + 1) STATE.

    Game s of a deal had A in seat s, the last one B everywhere. To continue after `done` deals,
    pass `agent_generators(setting)` at the start, and these generators, as they are then, again.
    """
    n = setting.num_players
    rngs = generators or agent_generators(setting)
    players = [Player(agent, rng) for agent, rng in zip((a, b), rngs, strict=True)]
    seating = 1 - np.eye(n + 1, n, dtype=np.int64)
    for first in first_deals(setting, done):
        last = min(first + _DEALS_AT_ONCE, setting.deals)
        states = seeded_games(setting, seeds_of_deals(setting, last, first), n + 1)
        seats = np.tile(seating, (last - first, 1))
        if keep is None:
            play_games(setting.game, players, states, seats)
        else:
            before, moves = states.copy(), Moves()
            play_games(setting.game, players, states, seats, moves)
            keep += [
                record_of(setting, before[game : game + 1], actions)
                for game, actions in enumerate(actions_by_game(moves, len(states)))
            ]
        yield states.reshape(-1, n + 1)


def first_deals(setting: Setting, done: int = 0) -> range:
    """The first deals of the parts that `play_duplicates` plays at once, after `done` deals."""
    return range(done, setting.deals, _DEALS_AT_ONCE)


def seat_gains(states: np.ndarray[Any, Any]) -> NDArray[np.int64]:
    """What A won in each seat more than B did there, (deals, n), of finished (deals, n + 1)."""
    n = states.shape[1] - 1
    chips = states["table"]["chips"][:, :, :n].astype(np.int64)
    gains: NDArray[np.int64] = chips[:, np.arange(n), np.arange(n)] - chips[:, n, :]
    return gains
