"""The speed of the engine: rollouts that never leave jitted code, and what parts of them cost."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from eval.timing import Sample, all_cores, pinned, repeat
from eval.workload import Workload
from marriage_env import Accidents, Rules
from marriage_env.jit import records
from marriage_env.mariage import actions, batch, observe, rollout
from marriage_env.mariage.events import NO_LOG
from marriage_env.mariage.state import NO_CHANCE, new_states
from marriage_env.mariage.view import VIEW

PLAYERS = (5, 10)
GAMES = 4096
SIZES = (256, 4096, 65536)
_MOVES_A_CALL = 1 << 15
SEED = 1


@dataclass(frozen=True)
class Games:
    """A batch of matches, with everything that a rollout writes."""

    states: np.ndarray[Any, Any]
    streams: NDArray[np.uint32]  # of the players' choices
    masks: NDArray[np.int8]
    observations: NDArray[np.int8]
    rewards: NDArray[np.int32]


def new_games(games: int, num_players: int, observed: bool = True, paid: bool = True) -> Games:
    """Matches of typical rules; what is not `observed` or `paid` has no rows."""
    states = new_states(games, num_players, Rules.typical(), num_players, Accidents())
    streams = np.random.default_rng(SEED).integers(1, 2**32, (2, games, 4), np.uint32)
    states["stream"] = streams[0]
    rows = games if observed else 0
    return Games(
        states,
        streams[1],
        np.zeros((rows, actions.NUM_ACTIONS), np.int8),
        np.zeros((rows, observe.length(num_players)), np.int8),
        np.zeros((games if paid else 0, num_players), np.int32),
    )


def bare(games: Games, low: int, high: int, moves: int) -> int:
    """Moves game by game, nothing written but states."""
    made: int = rollout.random_rollout(
        games.states, low, high, moves, games.streams, NO_CHANCE, NO_LOG
    )
    return made


def watched(games: Games, low: int, high: int, moves: int) -> int:
    """Moves over the whole batch one after another, with what `games` has rows for."""
    made: int = rollout.watched_rollout(
        games.states,
        low,
        high,
        moves,
        games.streams,
        NO_CHANCE,
        NO_LOG,
        records(1, VIEW),
        games.masks,
        games.observations,
        games.rewards,
    )
    return made


Rollout = Callable[[Games, int, int, int], int]


def measure(roll: Rollout, games: Games, seconds: float, threads: int = 1) -> Sample:
    """Moves that `threads` threads make, each in its slice of the batch, on as many cores."""
    size = len(games.states)
    moves = max(1, _MOVES_A_CALL // size)
    cuts = np.linspace(0, size, threads + 1).astype(int).tolist()
    with pinned(all_cores()[:threads]), ThreadPoolExecutor(threads) as pool:

        def play(part: int) -> Sample:
            low, high = cuts[part], cuts[part + 1]
            return repeat(lambda: roll(games, low, high, moves), seconds)

        if threads == 1:
            return play(0)
        parts = list(pool.map(play, range(threads)))
    rate = sum(part.count / part.seconds for part in parts)
    longest = max(part.seconds for part in parts)
    return Sample(round(rate * longest), longest, parts[0].core_share / threads)


def rollouts() -> list[Workload]:
    """Bare moves, moves with mask and observation, and these with rewards."""
    kinds: dict[str, tuple[str, Rollout, bool, bool]] = {
        "bare": ("bare engine", bare, False, False),
        "seen": ("with mask and observation", watched, True, False),
        "paid": ("with mask, observation and rewards", watched, True, True),
    }
    made = []
    for num_players in PLAYERS:
        for kind, (what, roll, observed, paid) in kinds.items():
            games = new_games(GAMES, num_players, observed, paid)
            made += [_rollout(kind, what, roll, games, num_players, t) for t in (1, 2)]
    return made


def _rollout(
    kind: str, what: str, roll: Rollout, games: Games, num_players: int, threads: int
) -> Workload:
    return Workload(
        key=f"{kind}:{num_players}:{threads}",
        group="engine",
        what=f"{what}, {num_players} players",
        setting=f"{GAMES:,} games, {threads} thread{'s' * (threads > 1)}",
        unit="moves/s",
        measure=partial(measure, roll, games, threads=threads),
        cores=threads,
    )


def sizes() -> list[Workload]:
    """The cost of a move, one after another over batches of several sizes, 5 players.

    Beside it what a move with observation cannot do without: filling its rows with zeros.
    """
    made = []
    for size in SIZES:
        games = new_games(size, 5, paid=False)
        unseen = replace(games, observations=games.observations[:0])
        kinds: dict[str, tuple[str, Callable[[float], Sample]]] = {
            "flat_bare": ("bare engine", partial(measure, watched, unseen)),
            "flat_seen": ("with mask and observation", partial(measure, watched, games)),
            "fill": ("zeros into mask and observation", partial(repeat_on_one, _fill(games))),
        }
        setting = f"{size:,} games, 5 players, 1 thread"
        made += [
            Workload(f"{kind}:{size}", "size", what, setting, "ns/move", read)
            for kind, (what, read) in kinds.items()
        ]
    return made


def _fill(games: Games) -> Callable[[], int]:
    def fill() -> int:
        games.observations.fill(0)
        games.masks.fill(0)
        return len(games.states)

    return fill


def deals() -> list[Workload]:
    """What a deal costs: there is one in 25 moves of 5 players, or a few more."""
    games = new_games(256, 5, observed=False, paid=False)

    def deal() -> int:
        batch.reset_games(games.states, 0, 256, NO_CHANCE, NO_LOG)
        return 256

    what, setting = "shuffle, stakes, automatic declarations", "256 games, 5 players, 1 thread"
    return [Workload("deal", "size", what, setting, "ns/deal", partial(repeat_on_one, deal))]


def repeat_on_one(work: Callable[[], int], seconds: float) -> Sample:
    """`repeat` on the first core alone."""
    with pinned(all_cores()[:1]):
        return repeat(work, seconds)
