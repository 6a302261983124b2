"""Duplicate play: the luck of the deal is the same for both agents, so that it cancels out.

For each deal one game has B in all seats, and n games have A in one seat each among B's, all from
the same random stream: the same packs and the same dealer. A's gain in a deal is the mean over
seats of what A won there minus what B won there.

Chance of A and of B comes from two streams, so that an agent that draws plays no copy of itself.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.arena.estimate import Estimate, normal_interval
from agents.misplay import Misplay
from agents.protocol import Agent
from marriage_env.core.arguments import as_int, as_integers, check_records
from marriage_env.core.rng import Purpose, child_seeds, seed_for, stream_of
from marriage_env.game import Game, game_named
from marriage_env.interfaces.agent_answers import WrongAnswer, move_as_answered
from marriage_env.records.build import deals_of, make_record
from marriage_env.records.parse import Record

Player = tuple[Agent, np.random.Generator]  # an agent, and the source of its chance
Moves = list[tuple[NDArray[np.int64], NDArray[np.int64]]]  # (games, actions), in order

_DEALS_AT_ONCE = 1000
_OF_DEALS, _OF_A, _OF_B = range(3)  # children of the seed


@dataclass(frozen=True)
class Setting:
    """What is played: the game, how many duplicate deals, and the seed of everything.

    Settings with equal seeds and different purposes share no deal and no agent's chance.
    """

    num_players: int = 5
    rules: Any = None  # of the game; None becomes its default
    deals: int = 20_000
    seed: int = 1
    match_deals: int = 1
    game: str = "mariage"  # or "trynka"
    purpose: Purpose = Purpose.MATCH

    def seed_of(self, *path: int) -> np.random.SeedSequence:
        """A descendant of the root of the setting's chance."""
        return seed_for(self.purpose, self.seed, *path)

    def __post_init__(self) -> None:
        game = game_named(self.game)
        if self.rules is None:
            object.__setattr__(self, "rules", game.rules())
        match = game.match(self.num_players, self.rules, None, self.match_deals)
        plain = {
            "num_players": match.num_players,
            "match_deals": match.deals,
            "deals": as_int("deals", self.deals, 2),
            "seed": as_int("seed", self.seed, 0),
        }
        for name, value in plain.items():
            object.__setattr__(self, name, value)


@dataclass(frozen=True)
class DuplicateGain(Estimate):
    """What A gains over B in chips per duplicate deal, with the normal interval over deals."""

    per_deal: NDArray[np.float64]  # (deals,)
    seconds: float


def measure_gain(
    a: Agent,
    b: Agent,
    setting: Setting,
    progress: Callable[[int], object] = lambda deals: None,
    keep: list[Record] | None = None,
) -> DuplicateGain:
    """Play `setting.deals` duplicate deals.

    `progress` is told how many more are done; to `keep` the games of all deals are added as
    records, for each deal those with A in seat 0, 1, … and the one with B everywhere.
    """
    start = time.perf_counter()
    parts = []
    for states in play_duplicates(a, b, setting, keep):
        parts.append(seat_gains(states).mean(axis=1))
        progress(len(states))
    gains = np.concatenate(parts)
    gain, seconds = normal_interval(gains), time.perf_counter() - start
    return DuplicateGain(gain.mean, gain.low, gain.high, gains, seconds)


def chances_of(setting: Setting) -> tuple[np.random.Generator, np.random.Generator]:
    """The sources of A's and B's chance, as they are before the first deal."""
    a, b = (np.random.default_rng(setting.seed_of(player)) for player in (_OF_A, _OF_B))
    return a, b


def play_duplicates(
    a: Agent,
    b: Agent,
    setting: Setting,
    keep: list[Record] | None = None,
    chances: tuple[np.random.Generator, np.random.Generator] | None = None,
    done: int = 0,
) -> Iterator[np.ndarray[Any, Any]]:
    """The finished games of `setting.deals` deals, some deals at a time: (deals, n + 1) STATE.

    Game s of a deal had A in seat s, the last one B everywhere. To go on after `done` deals, give
    `chances_of(setting)` at the start and, as they are then, again.
    """
    n = setting.num_players
    players = list(zip((a, b), chances or chances_of(setting), strict=True))
    seating = 1 - np.eye(n + 1, n, dtype=np.int64)
    for first in range(done, setting.deals, _DEALS_AT_ONCE):
        last = min(first + _DEALS_AT_ONCE, setting.deals)
        states = deal_tables(setting, seeds_of_deals(setting, last, first), n + 1)
        before = states.copy() if keep is not None else None
        moves: Moves = []
        play_tables(players, states, np.tile(seating, (last - first, 1)), moves, setting.game)
        if keep is not None:
            keep += _records(setting, before, moves)
        yield states.reshape(-1, n + 1)


def seat_gains(states: np.ndarray[Any, Any]) -> NDArray[np.int64]:
    """What A won in each seat more than B did there, (deals, n), of finished (deals, n + 1)."""
    n = states.shape[1] - 1
    chips = states["table"]["chips"][:, :, :n].astype(np.int64)
    gains: NDArray[np.int64] = chips[:, np.arange(n), np.arange(n)] - chips[:, n, :]
    return gains


def seeds_of_deals(
    setting: Setting, deals: int, first: int = 0
) -> Sequence[np.random.SeedSequence]:
    """Where the packs and dealers of the deals `first` to `deals` - 1 come from."""
    return child_seeds(setting.seed_of(_OF_DEALS), deals, first)


def deal_tables(
    setting: Setting, streams: Sequence[np.random.SeedSequence], games: int
) -> np.ndarray[Any, Any]:
    """`games` games of each deal, one after the other: seeded alike but not begun."""
    game = game_named(setting.game)
    match = game.match(setting.num_players, setting.rules, None, setting.match_deals)
    states = game.new_games(len(streams) * games, match)
    states["stream"] = np.repeat([stream_of(stream) for stream in streams], games, axis=0)
    return states


def play_tables(
    players: Sequence[Player],
    states: np.ndarray[Any, Any],
    seating: NDArray[np.integer],
    moves: Moves,
    game: str = "mariage",
) -> None:
    """Begin all games and play them to their ends.

    `seating`, (games, n) integers, says which of the players has a seat. Every move is added to
    `moves`, up to a Misplay too, whose `game` is an index into `states`. Raises RuntimeError if
    chips came or went, which the rules do not allow.
    """
    kind = game_named(game)
    check_records("states", states, kind.state)
    seating = as_integers("seating", seating, (len(states), None), 0, len(players) - 1)
    if (states["table"]["num_players"] > seating.shape[1]).any():
        raise ValueError(f"seating of shape {seating.shape}: expected a column for each seat")
    no_chance = kind.chance_rows(None, seating.shape[1])
    kind.loops.reset_games(states, 0, len(states), no_chance, kind.no_log)
    while (active := np.flatnonzero(states["seat"] >= 0)).size:
        asked = seating[active, states["seat"][active]]
        for number, (agent, chance) in enumerate(players):
            games = active[asked == number]
            if games.size:
                moves.append((games, move(agent, states, games, chance, game)))
    check_chips(kind, states)


def check_chips(game: Game, states: np.ndarray[Any, Any]) -> None:
    """RuntimeError unless the chips of all seats and those on the table add up to none."""
    on_table = game.chips_on_table(states).sum(axis=1, dtype=np.int64)
    sums = states["table"]["chips"].sum(axis=1, dtype=np.int64) + on_table
    if sums.any():
        first = int(np.flatnonzero(sums)[0])
        raise RuntimeError(
            f"game {first}: chips and what lies on the table add up to {sums[first]}, not to 0"
        )


def _records(setting: Setting, before: Any, moves: Moves) -> list[Record]:
    """All games as records."""
    played: list[list[int]] = [[] for _ in range(len(before))]
    for games, actions in moves:
        for game, action in zip(games, actions, strict=True):
            played[game].append(int(action))
    return [
        record_of(setting, before[game : game + 1], actions) for game, actions in enumerate(played)
    ]


def record_of(setting: Setting, before: Any, actions: Sequence[int]) -> Record:
    """The record of one game, from its (1,) STATE before it began and its actions since."""
    game = game_named(setting.game)
    no_chance = game.chance_rows(None, setting.num_players)
    deals = deals_of(game, before.copy(), no_chance, -1, actions)
    return make_record(game, setting.num_players, setting.rules, setting.match_deals, None, deals)


def move(
    agent: Agent,
    states: np.ndarray[Any, Any],
    games: NDArray[np.int64],
    chance: np.random.Generator,
    game: str = "mariage",
) -> NDArray[np.int64]:
    """An agent's moves in the listed games; Misplay if one is illegal or none is chosen."""
    kind = game_named(game)
    views, masks = kind.look(states, games)
    no_chance = kind.chance_rows(None, kind.players[0])
    try:
        chosen = agent.act(views, masks, chance)
        return move_as_answered(kind, states, games, chosen, no_chance)
    except WrongAnswer as error:
        raise Misplay(agent.name, error.what, int(games[error.row])) from error
    except Misplay as error:
        raise Misplay(error.agent, error.what, int(games[error.game])) from error
