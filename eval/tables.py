"""Tables of many agents: who sits where, the same packs for all, and what everyone wins there.

Deal i has the same packs and dealer at every table, those of `match` with the same seed. Chance of
an agent comes from a stream of its own for every task, so that results do not depend on who else
plays, on the order, or on how the work is shared out.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents import load
from agents.duplicate import Misplay, Moves, Setting, deal_tables, play_tables, record_of
from agents.protocol import Agent
from agents.registry import BUILT_IN
from eval.watch import Late, Watched, at_most
from marriage_env.game_records.script import Record
from marriage_env.random import child_seeds

DEALS_AT_ONCE = 250
_OF_DEALS, _OF_CHANCE, _OF_SEATS = 0, 3, 4  # children of the seed; 1 and 2 are those of `match`
_KINDS = ("self", "pair", "mixed")
_FIRST_SECONDS = 30.0  # for an agent from outside to compile what it has, under a time limit


@dataclass(frozen=True)
class Field:
    """Who plays what: specs, the game, and the time limit of a decision in seconds."""

    agents: tuple[str, ...]
    setting: Setting
    time_limit: float | None = None


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
    """What an agent did wrong, and the record of the deal up to there."""

    agent: str
    what: str
    deal: int  # of the tournament, 0-based
    record: Record

    def __str__(self) -> str:
        return f"{self.agent} {self.what}, in deal {self.deal}"


def compile_players(field: Field) -> None:
    """Make all agents ready; ValueError for one that is unknown or does not fit the game."""
    for spec in field.agents:
        _player_of(field, spec)


def _player_of(field: Field, spec: str) -> Watched:
    """An agent of a field, compiled; ValueError as `agents.load`."""
    setting = field.setting
    return _player(spec, setting.num_players, setting.rules, setting.game, field.time_limit)


@lru_cache(maxsize=256)
def _player(
    spec: str, num_players: int, rules: Any, game: str, time_limit: float | None
) -> Watched:
    """As `_player_of`, once for all deals and seeds."""
    agent = load(spec, num_players, rules, game)
    trusted = spec.partition(":")[0] in BUILT_IN[game] or time_limit is None
    setting = Setting(num_players, rules, game=game)
    _compile(agent, setting, None if trusted else _FIRST_SECONDS)
    return Watched(agent, spec, time_limit)


def _compile(agent: Agent, setting: Setting, seconds: float | None) -> None:
    """Two deals that do not count; what an agent does wrong in them comes again when it counts."""
    players = [(agent, np.random.default_rng(0))]
    states = deal_tables(setting, child_seeds(0, 2), 1)
    with suppress(Exception, SystemExit, Late), at_most(seconds):
        seating = np.zeros((2, setting.num_players), np.int64)
        play_tables(players, states, seating, [], setting.game)


def play(task: Task) -> NDArray[np.int32] | Fault:
    """Chips that every agent of the item won in each deal, summed over its seats: (deals, agents).

    Or the first thing an agent did that no player may.
    """
    field, item, first, last = task
    setting, root = field.setting, np.random.SeedSequence(field.setting.seed)
    n, stream = setting.num_players, (_KINDS.index(item.kind), *item.agents, first)
    chances = child_seeds(_child(root, _OF_CHANCE, *stream), len(item.agents))
    players = [
        (_player_of(field, field.agents[agent]), np.random.default_rng(chance))
        for agent, chance in zip(item.agents, chances, strict=True)
    ]
    lots = np.random.default_rng(_child(root, _OF_SEATS, *stream))
    seating = _seating(item, n, last - first, lots)
    streams = child_seeds(_child(root, _OF_DEALS), last, first)
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


def _child(root: np.random.SeedSequence, *key: int) -> np.random.SeedSequence:
    """A descendant of the seed."""
    return np.random.SeedSequence(root.entropy, spawn_key=key)


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
