"""Matchups of many agents: who sits where, the same packs for all, and what everyone wins there.

Deal i has the same packs and dealer in every matchup. An agent has a random stream of its own for
every part of a matchup, derived from the specs of those who play in it. So results do not depend on
who else competes, on the order in which agents are listed, or on which process plays what.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.arena.agent_cache import cached_agent
from agents.arena.lockstep import Moves, Player, actions_by_game, play_games
from agents.arena.misbehavior import Supervised
from agents.arena.setting import Setting, record_of, seeded_games, seeds_of_deals
from agents.misplay import Misplay
from agents.protocol import Unloadable
from marriage_env.core.rng import child_seeds
from marriage_env.records.parse import Record

DEALS_AT_ONCE = 250
_AGENTS, _SEATS = 3, 4  # children of a setting's seed
KINDS = ("self", "pair", "mixed")


@dataclass(frozen=True)
class Lineup:
    """Who competes in what: specs, the game, and the time limit of a decision in seconds.

    `trusted` is that of `agents.load`.
    """

    agents: tuple[str, ...]
    setting: Setting
    time_limit: float | None = None
    trusted: bool = False


class Matchup(NamedTuple):
    """Which agents sit together in the games of each deal.

    `kind` "self": one game, with the one agent in all seats; "pair": n games with the first in one
    seat each among the second's copies; "mixed": as many games as agents, in which each of them has
    every seat once.
    """

    kind: str  # one of KINDS
    agents: tuple[int, ...]  # indices into Lineup.agents


class MatchupPart(NamedTuple):
    """The deals `first` to `last` - 1 of a matchup."""

    lineup: Lineup
    matchup: Matchup
    first: int
    last: int


@dataclass(frozen=True)
class Fault:
    """What an agent did wrong, and the record of the deal up to there.

    An agent that could not even be made has neither deal nor record.
    """

    agent: str
    what: str
    deal: int | None = None  # 0-based
    record: Record | None = None
    path: str = ""  # of the file that the record is written to

    def __str__(self) -> str:
        where = "" if self.deal is None else f", in deal {self.deal}"
        return f"{self.agent} {self.what}{where}"


def unplayable(error: Unloadable, agent: str) -> Fault:
    """The fault of an agent that cannot be made."""
    return Fault(agent, f"cannot play: {str(error).removeprefix(f'agent {agent!r}: ')}")


def prepare_agents(lineup: Lineup) -> None:
    """Make and compile all agents; ValueError for one that is unknown or does not fit the game."""
    for spec in lineup.agents:
        agent_of(lineup, spec)


def agent_of(lineup: Lineup, spec: str) -> Supervised:
    """An agent of a lineup, compiled; ValueError as `agents.load`."""
    return cached_agent(spec, lineup.setting, lineup.time_limit, lineup.trusted)


def play_part(part: MatchupPart) -> NDArray[np.int32] | Fault:
    """Chips that every agent of a matchup won in each deal, summed over its seats: (deals, agents).

    Or the first misplay.
    """
    lineup, matchup, first, last = part
    setting, n = lineup.setting, lineup.setting.num_players
    specs = [lineup.agents[agent] for agent in matchup.agents]
    stream = (KINDS.index(matchup.kind), *map(_number_of, specs), first)
    seeds = child_seeds(setting.seed_of(_AGENTS, *stream), len(specs))
    players = []
    for spec, seed in zip(specs, seeds, strict=True):
        try:
            agent = agent_of(lineup, spec)
        except Unloadable as error:
            return unplayable(error, spec)
        players.append(Player(agent, np.random.default_rng(seed)))
    draws = np.random.default_rng(setting.seed_of(_SEATS, *stream))
    seating = _seating(matchup, n, last - first, draws)
    games_per_deal = seating.shape[1]
    seeds_here = seeds_of_deals(setting, last, first)
    states = seeded_games(setting, seeds_here, games_per_deal)
    moves: Moves = []
    try:
        play_games(setting.game, players, states, seating.reshape(-1, n), moves)
    except Misplay as error:
        deal = error.game // games_per_deal
        before = seeded_games(setting, seeds_here[deal : deal + 1], 1)
        actions = actions_by_game(moves, len(states))[error.game]
        return Fault(error.agent, error.what, first + deal, record_of(setting, before, actions))
    chips = states["table"]["chips"][:, :n].reshape(seating.shape)
    won = [(chips * (seating == place)).sum(axis=(1, 2)) for place in range(len(specs))]
    return np.stack(won, axis=1).astype(np.int32)


def _number_of(spec: str) -> int:
    """A number for a spec, the same in every process and on every machine."""
    digest = hashlib.sha256(spec.encode("utf-8", "surrogateescape")).digest()
    return int.from_bytes(digest[:8], "big")


def _seating(matchup: Matchup, n: int, deals: int, draws: np.random.Generator) -> NDArray[np.int64]:
    """Indices into `matchup.agents`, (deals, games, n)."""
    if matchup.kind == "mixed":
        return balanced_seating(len(matchup.agents), n, deals, draws)
    pair = matchup.kind == "pair"
    seats = 1 - np.eye(n, dtype=np.int64) if pair else np.zeros((1, n), np.int64)
    return np.broadcast_to(seats, (deals, *seats.shape))


def balanced_seating(
    agents: int, n: int, deals: int, draws: np.random.Generator
) -> NDArray[np.int64]:
    """Mixed seating, (deals, agents, n): in the games of a deal every agent has every seat once.

    The first game's seats are drawn at random, with no agent twice unless seats are more than
    agents; from game to game every seat passes to the next agent in another random order.
    """
    rounds = -(-n // agents)
    order = draws.permuted(np.tile(np.arange(agents), (deals * rounds, 1)), axis=1)
    table = order.reshape(deals, 1, rounds * agents)[:, :, :n]
    shifted = (table + np.arange(agents)[:, np.newaxis]) % agents
    names = draws.permuted(np.tile(np.arange(agents), (deals, 1)), axis=1)
    return np.take_along_axis(names[:, np.newaxis], shifted, axis=2)
