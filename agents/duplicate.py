"""Duplicate play: the luck of the deal is the same for both agents, so that it cancels out.

For each deal one game has B in all seats, and n games have A in one seat each among B's, all from
the same random stream: the same packs and the same dealer. A's gain in a deal is the mean over
seats of what A won there minus what B won there.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
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
from marriage_env.mariage.record import Record, deals_of, make_record
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
    a: Agent,
    b: Agent,
    setting: Setting,
    progress: Callable[[int], object] = lambda deals: None,
    keep: list[Record] | None = None,
) -> Gain:
    """Play `setting.deals` duplicate deals.

    `progress` is told how many more are done; to `keep` the games of all deals are added as
    records, for each deal those with A in seat 0, 1, … and the one with B everywhere.
    """
    start = time.perf_counter()
    root = np.random.SeedSequence(setting.seed)
    of_deals, of_a, of_b = child_seeds(root, 3)
    chance_a, chance_b = np.random.default_rng(of_a), np.random.default_rng(of_b)
    gains = np.empty(setting.deals)
    streams = child_seeds(of_deals, setting.deals)
    for first in range(0, setting.deals, _DEALS_AT_ONCE):
        chunk = streams[first : first + _DEALS_AT_ONCE]
        states = _dealt(setting, chunk)
        before = states.copy() if keep is not None else None
        moves = _play((a, chance_a), (b, chance_b), states, setting.num_players)
        gains[first : first + len(chunk)] = _gains(states, setting.num_players)
        if keep is not None:
            keep += _records(setting, before, moves)
        progress(len(chunk))
    return Gain(*interval(gains), per_deal=gains, seconds=time.perf_counter() - start)


def _dealt(setting: Setting, streams: Sequence[np.random.SeedSequence]) -> np.ndarray[Any, Any]:
    """The n + 1 games of each deal, seeded alike but not begun."""
    n = setting.num_players
    games = len(streams) * (n + 1)
    states = new_states(games, n, setting.rules, setting.match_deals, Accidents())
    states["stream"] = np.repeat([stream_of(stream) for stream in streams], n + 1, axis=0)
    return states


def _play(
    a: tuple[Agent, np.random.Generator],
    b: tuple[Agent, np.random.Generator],
    states: np.ndarray[Any, Any],
    num_players: int,
) -> list[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Play all games to their ends; the moves as (games, actions), in order.

    Game k of a deal has A in seat k; the last game of a deal has B everywhere.
    """
    batch.reset_games(states, 0, len(states), NO_CHANCE, NO_LOG)
    deals = len(states) // (num_players + 1)
    seat_of_a = np.tile(np.append(np.arange(num_players), -2), deals)
    moves = []
    while (active := np.flatnonzero(states["seat"] >= 0)).size:
        is_a = seat_of_a[active] == states["seat"][active]
        for (agent, chance), games in ((a, active[is_a]), (b, active[~is_a])):
            if games.size:
                moves.append((games, move(agent, states, games, chance)))
    return moves


def _gains(states: np.ndarray[Any, Any], num_players: int) -> NDArray[np.float64]:
    """A's gain in each deal, (deals,)."""
    n = num_players
    chips = states["table"]["chips"][:, :n].reshape(-1, n + 1, n)
    played_by_a = chips[:, np.arange(n), np.arange(n)]
    gains: NDArray[np.float64] = (played_by_a - chips[:, n, :]).mean(axis=1)
    return gains


def _records(
    setting: Setting,
    before: Any,
    moves: list[tuple[NDArray[np.int64], NDArray[np.int64]]],
) -> list[Record]:
    """The games as records."""
    played: list[list[int]] = [[] for _ in range(len(before))]
    for games, actions in moves:
        for game, action in zip(games, actions, strict=True):
            played[game].append(int(action))
    return [
        make_record(
            setting.num_players,
            setting.rules,
            setting.match_deals,
            None,
            deals_of(before[game : game + 1].copy(), NO_CHANCE, -1, actions),
        )
        for game, actions in enumerate(played)
    ]


def move(
    agent: Agent,
    states: np.ndarray[Any, Any],
    games: NDArray[np.int64],
    chance: np.random.Generator,
) -> NDArray[np.int64]:
    """An agent's moves in the listed games; ValueError if one is illegal."""
    views = records(len(games), VIEW)
    masks = np.zeros((len(games), NUM_ACTIONS), np.int8)
    batch.write_views(states, games, views, 0, len(games))
    batch.write_masks_of(states, games, masks)
    actions = np.asarray(agent.act(views, masks, chance), np.int64)
    refused = batch.move_games(states, games, NO_CHANCE, NO_LOG, actions)
    if refused >= 0:
        legal = ", ".join(name(int(action)) for action in np.flatnonzero(masks[refused]))
        raise ValueError(f"{agent.name} chose {actions[refused]}, which is illegal; legal: {legal}")
    return actions
