"""Tables of many agents: who sits where, the same packs for all, and what everyone wins there.

Deal i has the same packs and dealer at every table. Chance of
an agent comes from a stream of its own for every task, named by the specs of those who play at its
tables. So results do not depend on who else plays, on the order in which agents are listed, or on
how the work is shared out.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.arena.duplicate import (
    Moves,
    Setting,
    deal_tables,
    play_tables,
    record_of,
    seeds_of_deals,
)
from agents.arena.supervision import Supervised, supervised
from agents.isolation.agent import Guests
from agents.misplay import Misplay
from agents.protocol import Unloadable
from marriage_env.core.rng import child_seeds
from marriage_env.records.parse import Record

DEALS_AT_ONCE = 250
_OF_CHANCE, _OF_SEATS = 3, 4  # children of the seed; those before are of agents.arena.duplicate
KINDS = ("self", "pair", "mixed")


@dataclass(frozen=True)
class Field:
    """Who plays what: specs, the game, and the time limit of a decision in seconds.

    `trusted` is that of `agents.load`.
    """

    agents: tuple[str, ...]
    setting: Setting
    time_limit: float | None = None
    trusted: bool = False


class Item(NamedTuple):
    """Tables that all deals are played at.

    `kind` "self": the one agent everywhere; "pair": n games with the first in one seat among the
    second; "mixed": as many games as agents, in which everyone has every seat once.
    """

    kind: str
    agents: tuple[int, ...]  # indices into Field.agents


class Task(NamedTuple):
    """The deals `first` to `last` - 1 of an item."""

    field: Field
    item: Item
    first: int
    last: int


@dataclass(frozen=True)
class Fault:
    """What an agent did wrong, and the record of the deal up to there.

    There is neither deal nor record of one that could not even be made.
    """

    agent: str
    what: str
    deal: int | None = None  # of the tournament, 0-based
    record: Record | None = None
    path: str = ""  # of the file that the record is written to

    def __str__(self) -> str:
        where = "" if self.deal is None else f", in deal {self.deal}"
        return f"{self.agent} {self.what}{where}"


def unplayable(error: Unloadable, agent: str) -> Fault:
    """The fault of an agent that cannot be made."""
    return Fault(agent, f"cannot play: {str(error).removeprefix(f'agent {agent!r}: ')}")


class _Players(threading.local):
    """The agents that this thread of this process has made, for all deals and seeds."""

    def __init__(self) -> None:
        self.guests = Guests()
        self.made: dict[tuple[Any, ...], Supervised] = {}


_PLAYERS = _Players()


def compile_players(field: Field) -> None:
    """Make all agents ready; ValueError for one that is unknown or does not fit the game."""
    for spec in field.agents:
        player_of(field, spec)


def player_of(field: Field, spec: str) -> Supervised:
    """An agent of a field, compiled; ValueError as `agents.load`."""
    setting = field.setting
    how = (field.time_limit, field.trusted)
    key = (spec, setting.num_players, setting.rules, setting.game, *how)
    if key not in _PLAYERS.made:
        player = supervised(spec, setting, _PLAYERS.guests, *how)
        if field.time_limit is None:  # else it has been done
            player.warm_up(setting)
        _PLAYERS.made[key] = player
    return _PLAYERS.made[key]


@contextmanager
def players_dismissed() -> Iterator[None]:
    """Forget the agents of this thread in the end, and end the processes of those that have one."""
    try:
        yield
    finally:
        _PLAYERS.guests.close()
        _PLAYERS.made.clear()


def play(task: Task) -> NDArray[np.int32] | Fault:
    """Chips that every agent of the item won in each deal, summed over its seats: (deals, agents).

    Or the first thing an agent did that no player may.
    """
    field, item, first, last = task
    setting = field.setting
    names = [_number_of(field.agents[agent]) for agent in item.agents]
    n, stream = setting.num_players, (KINDS.index(item.kind), *names, first)
    chances = child_seeds(setting.seed_of(_OF_CHANCE, *stream), len(item.agents))
    players = []
    for agent, chance in zip(item.agents, chances, strict=True):
        try:
            player = player_of(field, field.agents[agent])
        except Unloadable as error:
            return unplayable(error, field.agents[agent])
        players.append((player, np.random.default_rng(chance)))
    lots = np.random.default_rng(setting.seed_of(_OF_SEATS, *stream))
    seating = _seating(item, n, last - first, lots)
    streams = seeds_of_deals(setting, last, first)
    states = deal_tables(setting, streams, seating.shape[1])
    moves: Moves = []
    try:
        play_tables(players, states, seating.reshape(-1, n), moves, setting.game)
    except Misplay as error:
        deal = error.game // seating.shape[1]
        before = deal_tables(setting, streams[deal : deal + 1], 1)
        actions = [int(a[games == error.game][0]) for games, a in moves if error.game in games]
        return Fault(error.agent, error.what, first + deal, record_of(setting, before, actions))
    chips = states["table"]["chips"][:, :n].reshape(seating.shape)
    won = [(chips * (seating == place)).sum(axis=(1, 2)) for place in range(len(item.agents))]
    return np.stack(won, axis=1).astype(np.int32)


def _number_of(spec: str) -> int:
    """A number for a spec, the same everywhere."""
    digest = hashlib.sha256(spec.encode("utf-8", "surrogateescape")).digest()
    return int.from_bytes(digest[:8], "big")


def _seating(item: Item, n: int, deals: int, lots: np.random.Generator) -> NDArray[np.int64]:
    """Places in `item.agents`, (deals, games, n)."""
    if item.kind == "mixed":
        return balanced(len(item.agents), n, deals, lots)
    among = 1 - np.eye(n, dtype=np.int64) if item.kind == "pair" else np.zeros((1, n), np.int64)
    return np.broadcast_to(among, (deals, *among.shape))


def balanced(agents: int, n: int, deals: int, lots: np.random.Generator) -> NDArray[np.int64]:
    """Mixed tables, (deals, agents, n): in the games of a deal every agent has every seat once.

    The first table is drawn by lot, with nobody twice unless seats are more than agents; from game
    to game everyone goes on to the next in the order of another lot.
    """
    rounds = -(-n // agents)
    order = lots.permuted(np.tile(np.arange(agents), (deals * rounds, 1)), axis=1)
    table = order.reshape(deals, 1, rounds * agents)[:, :, :n]
    shifted = (table + np.arange(agents)[:, np.newaxis]) % agents
    names = lots.permuted(np.tile(np.arange(agents), (deals, 1)), axis=1)
    return np.take_along_axis(names[:, np.newaxis], shifted, axis=2)
