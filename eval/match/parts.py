"""The parts of a match, some deals each: played here, or as tasks of a Ray cluster.

An agent has one random stream in all deals of a match, so that a part begins where the one before
it has left both streams. Agents that draw no numbers leave them as they are: then parts are played
at once. Those of agents that do follow one another, on a cluster too.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from agents.arena.agent_cache import cached_agent
from agents.arena.duplicate import first_deals, play_duplicates
from agents.arena.duplicate_statistics import DuplicateStatistics, statistics_of
from agents.arena.ray_cluster import connected
from agents.arena.setting import Setting
from agents.arena.shared_tasks import map_tasks
from agents.protocol import Agent
from eval.execution import Execution
from marriage_env.records.parse import Record

Generators = tuple[np.random.Generator, np.random.Generator]  # A's and B's


@dataclass(frozen=True)
class Match:
    """A match between the agents of two specs."""

    a: str
    b: str
    setting: Setting
    execution: Execution
    keep: bool  # records of all games


class PlayedPart(NamedTuple):
    """Some deals that were played, and both generators after them."""

    statistics: DuplicateStatistics
    records: list[Record]  # of all games, if they are kept
    rngs: Generators


class Part(NamedTuple):
    """The deals from `first` on that are played at once."""

    match: Match
    rngs: Generators
    first: int


def played_here(
    players: Sequence[Agent], setting: Setting, keep: bool, rngs: Generators, done: int
) -> Generator[PlayedPart, None, None]:
    """The parts of a match after `done` deals, one by one, played by this process."""
    a, b = players
    records: list[Record] | None = [] if keep else None
    for states in play_duplicates(a, b, setting, records, rngs, done):
        yield PlayedPart(statistics_of(setting.game, states), list(records or ()), rngs)
        if records:
            records.clear()


def play_part(part: Part) -> PlayedPart:
    """One part, played by a process of a cluster. Misplay for what an agent may not do."""
    match, how = part.match, part.match.execution
    players = [
        cached_agent(spec, match.setting, how.time_limit, how.trusted)
        for spec in (match.a, match.b)
    ]
    with closing(
        played_here(players, match.setting, match.keep, part.rngs, part.first)
    ) as following:
        return next(following)


def on_cluster(match: Match, rngs: Generators, done: int) -> Generator[PlayedPart, None, None]:
    """The parts of a match after `done` deals, one by one, played by the cluster of `execution`.

    They are those of `played_here`: a part that was played at the same time as one that drew
    numbers is played again.
    """
    address, drew = match.execution.address, True
    with connected(address):
        while done < match.setting.deals:
            firsts = first_deals(match.setting, done)
            tasks = [Part(match, rngs, first) for first in (firsts[:1] if drew else firsts)]
            with closing(map_tasks(play_part, tasks, 1, address)) as played:
                for part in played:
                    yield part
                    drew, rngs = _state(part.rngs) != _state(rngs), part.rngs
                    done += len(part.statistics.gain)
                    if drew:
                        break


def _state(rngs: Generators) -> list[Any]:
    """All that determines what generators give next."""
    return [
        (rng.bit_generator.state, rng.bit_generator.seed_seq.n_children_spawned)  # type: ignore[attr-defined]
        for rng in rngs
    ]
